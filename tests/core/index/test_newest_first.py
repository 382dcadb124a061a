"""Characteristic terms that more documents have than are read lead to the newest, in every index."""

from __future__ import annotations

import numpy as np
import pytest

from scrapy_neardup import Kind, NearDupIndex, open_index
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.postings.posting import MAX_ORDINAL
from scrapy_neardup.core.redis.maintenance import check_servers, repair_servers
from scrapy_neardup.core.rewriting import layout
from scrapy_neardup.core.stores.store import Change

AGE, READ = 4096, 64
TERMS = (0x12345678, 0x9ABCDEF0)
# They stand before TERMS in any bucket that is too narrow to tell them apart.
NEIGHBOURS = (TERMS[0] - 1, TERMS[1] - 1)
OTHERS = (7, 8)


def record(number: int, terms: tuple[int, ...] = TERMS) -> Record:
    head = layout.HEAD.pack(len(terms), 0, 0, layout.NO_LIMIT, 1.0, 1.0)
    telling = head + np.array(terms, "<u4").tobytes()
    name = number.to_bytes(8, "big")
    return Record(f"doc{number}", Kind.NEW, number, name, 2 * name, telling=telling)


def put(index, records: list[Record]) -> list[int]:
    ordinals = []
    for start in range(0, len(records), 512):
        ordinals += index.put_records([(one, None) for one in records[start : start + 512]])
    return ordinals


def found(index, terms: tuple[int, ...] = TERMS) -> set[int]:
    return set(index._documents.look_up_terms(np.array(terms, np.uint32), is_known=False).weights)


def newest(ordinals: list[int]) -> set[int]:
    """The first of each age come first, those of the last age before all others."""
    return {*sorted(ordinals, key=lambda ordinal: (-(ordinal // AGE), ordinal))[:READ]}


@pytest.fixture(params=["leveldb", "sqlite", "redis", "cluster"])
def location(request, tmp_path, shared_url):
    if request.param in ("redis", "cluster"):
        return shared_url(request.param)
    return f"{request.param}://{tmp_path}/index"


def test_what_was_added_last_is_found_first(location, request) -> None:
    expected = 10_000 if "redis" in request.node.name else 1_000_000
    index = open_index(location, expected_documents=expected)
    put(index, [record(10**6 + number, NEIGHBOURS) for number in range(READ + 8)])
    ordinals = put(index, [record(number) for number in range(2 * AGE + 10)])
    # Fewer are in the last age than are read, so the first of the age before come, too.
    assert ordinals[-1] // AGE == 2
    assert len({ordinal // AGE for ordinal in newest(ordinals[:-45])}) == 2
    assert found(index) == newest(ordinals)
    assert found(index, NEIGHBOURS) == {*range(READ)}

    for number in range(2 * AGE - 35, 2 * AGE + 10):
        assert index.remove(f"doc{number}")
    left = ordinals[:-45]
    assert found(index) == newest(left)
    # An update stays as old as the document.
    updated = [left.index(ordinal) for ordinal in sorted(newest(left))[-20:]]
    for number in updated:
        assert index.put_record(record(number, OTHERS)) == ordinals[number]
    others = {ordinals[number] for number in updated}
    assert found(index, OTHERS) == others
    left = [ordinal for ordinal in left if ordinal not in others]
    assert found(index) == newest(left)
    index.compact()
    assert found(index) == newest(left)

    with NearDupIndex.in_memory() as copy:
        assert copy_index(index, copy).differing == 0
        there = [copy.find(one.id)[0] for _, one in index.numbered_records() if has(one, TERMS)]
        assert found(copy) == newest(there)
    index.close()
    report = (check_servers if location.startswith("redis") else check_index)(location)
    assert (report.clean, report.missing_postings, report.dangling_postings) == (True, 0, 0)
    assert report.records == 2 * AGE + 10 - 45 + READ + 8


def has(one: Record, terms: tuple[int, ...]) -> bool:
    return one.telling == record(0, terms).telling


def test_lost_postings_are_mended_as_old_as_they_were(location) -> None:
    index = open_index(location)
    records = [record(number) for number in range(AGE + 50)]
    ordinals = put(index, records)
    documents = index._documents
    # Those of an id and a digest come before those of the terms.
    lost = [
        pair
        for ordinal, one in [*zip(ordinals, records, strict=True)][-20:]
        for pair in documents.posts(ordinal, one)[2:]
    ]
    astray = [(bucket, b"\xff\xff" + member[2:]) for bucket, member in lost[-2:]]
    documents.store.apply(Change(unpost=lost, post=astray, ordinals=ordinals[-20:]))
    assert found(index) == newest(ordinals[:-20])
    index.close()
    repaired = (repair_servers if location.startswith("redis") else repair_index)(location)
    assert (repaired.postings_added, repaired.postings_dropped) == (len(lost), len(astray))
    with open_index(location) as again:
        assert found(again) == newest(ordinals)


@pytest.mark.parametrize("engine", ["memory", "leveldb", "sqlite"])
def test_of_ordinals_of_any_size_the_newest_are_found(engine, tmp_path) -> None:
    location = f"{engine}://{tmp_path}/index"
    index = NearDupIndex.in_memory() if engine == "memory" else open_index(location)
    documents, under_way = index._documents, 1_000
    ordinals: list[int] = []
    for start in (0, 2**27 - 40, 2**28 - 40, 2**31 - 40, MAX_ORDINAL - 39):
        documents.next_ordinal = start
        ends = min(start + 80, MAX_ORDINAL + 1)
        ordinals += put(index, [record(number) for number in range(start, ends)])
        assert found(index) == newest(ordinals)
        # It is found beside the newest that are kept.
        documents.hold(under_way, record(under_way))
        assert found(index) == {*newest(ordinals), under_way}
        documents.release(under_way)
    assert ordinals[-1] == MAX_ORDINAL
    with pytest.raises(NearDupError, match="the index is full"):
        put(index, [record(under_way)])
    if engine != "memory":
        index.close()
        assert check_index(location).clean
        repair_index(location)
        index = open_index(location)
        assert found(index) == newest(ordinals)
    index.close()
