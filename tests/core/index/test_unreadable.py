"""A record that can't be read is named by whoever meets it, and nothing else is lost by it."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.records import StoredIndex, record_key
from scrapy_neardup.core.postings.posting import ordinal_of
from scrapy_neardup.core.stores.store import Change
from tests.core.index.articles import article

DOCUMENTS = 6
UNREADABLE = 3
COPY = Document("copy", article(UNREADABLE) + " It rained.")
MEETING = {
    "add": lambda index: index.add(Document("d3", article(9))),
    "amend": lambda index: index.amend(UNREADABLE, lambda record: record),
    "check": lambda index: index.check(Document("x", article(UNREADABLE) + " More.")),
    "check_and_add": lambda index: index.check_and_add(Document("x", article(UNREADABLE))),
    "check_of_its_copy": lambda index: index.check(COPY),
    "compact": lambda index: index.compact(),
    "find": lambda index: index.find("d3"),
    "prune": lambda index: index.prune(0),
    "prune_a_slice": lambda index: index.prune(0, limit=20),
    "record_at": lambda index: index.record_at(UNREADABLE),
    "records": lambda index: [*index.records()],
    "remove": lambda index: index.remove("d3"),
    "reserve": lambda index: index.reserve(Document("x", article(UNREADABLE))),
}


def make_unreadable(index, ordinal: int, value: bytes = b"\xff") -> None:
    """Write something else in the place of a record, as no store notices."""
    documents = index._documents
    if index.engine == "Redis":
        index.servers.run([("SET", documents.record_key(ordinal), value)])
    else:
        documents.store.apply(Change(values={record_key(ordinal): value}))


def with_a_spoiled_sketch(record) -> bytes:
    """A record whose sketch says that its skeleton is longer than the sketch."""
    sketch = bytearray(record.sketch)
    sketch[6 + 4 * sketch[0]] = sketch[1]
    return replace(record, sketch=bytes(sketch)).to_bytes()


@pytest.fixture
def damaged(index):
    for number in range(DOCUMENTS):
        index.check_and_add(Document(f"d{number}", article(number)))
    index.check_and_add(COPY)
    make_unreadable(index, UNREADABLE)
    return index


@pytest.mark.parametrize("name", MEETING)
def test_a_record_that_cant_be_read_is_named_with_its_index_and_the_remedy(damaged, name):
    named = rf"record {UNREADABLE} of {re.escape(damaged.shown)}: .* can't be read"
    with pytest.raises(
        IndexCorrupt, match=f"^{named}.*; drop it with `scrapy neardup repair INDEX`$"
    ):
        MEETING[name](damaged)
    assert damaged.check(Document("x", article(4))).kind is Kind.EXACT


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_a_record_that_a_rebuild_cant_read_is_named(engine, tmp_path):
    with open_index(f"{engine}://{tmp_path}/index") as index:
        index.check_and_add(Document("a", article(1)))
        make_unreadable(index, 0)
    with (
        StoredIndex(tmp_path / "index") as stored,
        pytest.raises(IndexCorrupt, match=f"^record 0 of {tmp_path}/index: .* drop it with"),
    ):
        [*stored.numbered_records()]


@pytest.mark.parametrize("limit", [None, 2, 20])
def test_pruning_takes_out_all_but_a_record_that_cant_be_read(damaged, limit):
    """On servers, what stood behind it in a slice stayed for good."""
    for _ in range(2 * DOCUMENTS):
        with suppress(IndexCorrupt):
            damaged.prune(2**32, limit)
    left = {number for number in range(DOCUMENTS + 1) if number != UNREADABLE}
    assert {number for number in left if damaged.record_at(number)} == set()


def test_compacting_leaves_only_what_leads_to_records(damaged):
    """It took out the postings of a record that can't be read, so that nothing named it any more."""
    make_unreadable(damaged, 1)
    damaged._documents.drop_record(4)
    before = led_to(damaged)
    with pytest.raises(IndexCorrupt, match=r"^record 1 of .*; 1 more can't be read$"):
        damaged.compact()
    assert before.pop(4) > 0
    assert led_to(damaged) == before
    with pytest.raises(IndexCorrupt, match=f"record {UNREADABLE} of"):
        damaged.check(Document("x", article(UNREADABLE)))


def led_to(index) -> Counter[int]:
    """How many postings lead to each ordinal."""
    return Counter(ordinal_of(member) for _, member in index._documents.store.postings())


def test_a_spoiled_sketch_makes_its_record_one_that_cant_be_read(damaged):
    """Who met it said "the index is damaged, rebuild it" as a bare ValueError, and named no index."""
    make_unreadable(damaged, 4, with_a_spoiled_sketch(damaged.record_at(4)))
    named = f"^record 4 of {re.escape(damaged.shown)}: .* too long a skeleton; drop it with"
    with pytest.raises(IndexCorrupt, match=named):
        damaged.nearest(Document("x", article(4) + " More."))
    with pytest.raises(IndexCorrupt, match=named):
        damaged.check(Document("x", article(4) + " More."))
