from __future__ import annotations

import contextlib
import json
import struct
from dataclasses import MISSING, fields, replace
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands import transfer
from scrapy_neardup.core.document import COPY_KINDS, Kind, Match
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.format import FORMAT
from scrapy_neardup.core.index.record import (
    MAX_EVIDENCE,
    MAX_RUN,
    MAX_TIME,
    NOWHERE,
    STORY_BYTES,
    Record,
    Source,
)
from scrapy_neardup.core.verdict import kept_evidence
from scrapy_neardup.core.verdict.provenance import MAX_LINKS, Provenance
from tests.core.index.articles import article
from tests.core.rewriting.stories import SOURCE

TEXTS = st.text(max_size=300)
SKETCHES = st.builds(
    lambda phrases, skeleton, items: (
        bytes([len(phrases), 1 + len(skeleton) + len(items)])
        + bytes(4)
        + b"".join(phrase.to_bytes(4, "little") for phrase in phrases)
        + b"".join(value.to_bytes(2, "little") for value in (len(skeleton), *skeleton, *items))
    ),
    st.lists(st.integers(0, 2**32 - 1), max_size=64),
    st.lists(st.integers(0, 2**16 - 1), max_size=16),
    st.lists(st.integers(0, 2**16 - 1), max_size=96),
)
RECORDS = st.builds(
    Record,
    id=TEXTS,
    kind=st.sampled_from(sorted(COPY_KINDS | {Kind.NEW})),
    first_seen=st.integers(0, 2**32 - 1),
    revision=st.binary(min_size=8, max_size=8),
    digest=st.binary(min_size=16, max_size=16),
    url=st.none() | TEXTS.filter(bool),
    published=st.none() | st.integers(-(2**62), 2**62),
    simhash=st.none() | st.integers(0, 2**64 - 1),
    sketch=st.none() | SKETCHES,
    sources=st.lists(
        st.builds(
            Source, st.integers(0, 2**32 - 1), st.integers(0, 255).map(lambda score: score / 255)
        ),
        max_size=4,
    ).map(tuple),
    provenance=st.none()
    | st.builds(
        Provenance,
        canonical=st.none() | TEXTS.filter(bool),
        credit=st.none() | TEXTS.filter(bool),
        site_name=st.none() | TEXTS.filter(bool),
        links=st.lists(st.integers(0, 2**32 - 1), max_size=8).map(tuple),
    ),
    elected=st.booleans(),
    let_through=st.booleans(),
    original=st.none() | st.integers(0, 2**32 - 2),
    copies_let_through=st.integers(0, 2**16 - 1),
    run=st.integers(0, MAX_RUN) | st.integers(0, 300),
    overwrote=st.booleans(),
    story=st.none() | st.binary(min_size=STORY_BYTES, max_size=STORY_BYTES),
    evidence=st.none() | st.binary(max_size=MAX_EVIDENCE),
    through=st.none() | st.integers(0, NOWHERE),
)


def test_a_record_of_another_layout_has_another_format():
    """A version that knows a field less takes its bytes for sources, unless FORMAT was raised. With the next
    format, write down both here, and in `test_the_stored_form…` where the field stands.
    """
    assert FORMAT == 13
    assert [one.name for one in fields(Record)] == [
        *("id", "kind", "first_seen", "revision", "digest", "url", "published", "simhash"),
        *("sketch", "sources", "provenance", "elected", "let_through", "original"),
        *("copies_let_through", "run", "overwrote", "story", "evidence", "through", "telling"),
    ]


def test_no_field_of_a_record_is_lost_in_a_store_or_an_export():
    with NearDupIndex.in_memory() as index:
        for name in ("a", "b"):
            index.check_and_add(Document(name, SOURCE))
        kept, story = index.get("a"), index.get("b").story_id
        record = Record(
            *("c", Kind.REPOST, 1_700_000_000, b"revision", b"0123456789abcdef"),
            url="http://a.example/c",
            published=1_600_000_000,
            simhash=7,
            sketch=kept.sketch,
            sources=(Source(0, 1.0),),
            provenance=Provenance("http://a.example/", links=(7,)),
            elected=True,
            let_through=True,
            original=0,
            copies_let_through=2,
            run=300,
            overwrote=True,
            story=story,
            evidence=b"proof",
            through=1,
            telling=kept.telling,
        )
        line = json.loads(json.dumps(transfer._line(index, 2, record)))
        exported = transfer._record(index, line)
    assert not [
        one.name
        for one in fields(Record)
        if one.default is not MISSING and getattr(record, one.name) == one.default
    ]
    assert Record.from_bytes(record.to_bytes()) == record
    # Which article stands for a story is told in the line of that article.
    assert exported == replace(record, original=None)


@given(RECORDS)
def test_a_record_comes_back_as_it_was_stored(record):
    assert Record.from_bytes(record.to_bytes()) == record


@given(RECORDS, st.data())
def test_a_cut_record_is_corrupt_or_another_record_but_never_another_error(record, data):
    stored = record.to_bytes()
    cut = stored[: data.draw(st.integers(0, len(stored) - 1))]
    with contextlib.suppress(IndexCorrupt):
        assert Record.from_bytes(cut) != record


def test_an_empty_record_is_corrupt():
    with pytest.raises(IndexCorrupt, match="0 bytes"):
        Record.from_bytes(b"")


def test_the_stored_form_is_pinned():
    record = Record(
        id="http://a.example/1",
        kind=Kind.PARTIAL,
        first_seen=1_700_000_000,
        revision=b"revision",
        digest=b"0123456789abcdef",
        url="http://a.example/1",
        simhash=0x0123456789ABCDEF,
        sketch=bytes.fromhex("010200000000aabbccdd11223344"),
        sources=(Source(7, 1.0),),
    )
    assert record.to_bytes().hex() == (
        "0400096553f100"
        + b"revision0123456789abcdef".hex()
        + "0012"
        + b"http://a.example/1".hex()
        + "0123456789abcdef"
        + "010200000000aabbccdd11223344"
        + "00000007ff"
    )


def test_the_stored_form_of_an_election_is_pinned():
    elected = Record(
        id="b",
        kind=Kind.REPOST,
        first_seen=1_700_000_000,
        revision=b"revision",
        digest=b"0123456789abcdef",
        url="b",
        sources=(Source(7, 1.0),),
        provenance=Provenance("http://a.example/", "Gull", None, (0x01020304,)),
        elected=True,
        let_through=True,
    )
    head = replace(
        elected,
        kind=Kind.NEW,
        sources=(),
        provenance=None,
        elected=False,
        let_through=False,
        original=9,
        copies_let_through=2,
    )
    named = "0011" + b"http://a.example/".hex() + "0004" + b"Gull".hex() + "0000" + "0101020304"
    fixed = "6553f100" + b"revision0123456789abcdef".hex() + "0001" + b"b".hex()
    assert elected.to_bytes().hex() == "020070" + fixed + named + "00000007ff"
    assert head.to_bytes().hex() == "000080" + fixed + "000000090002"


def test_the_stored_form_of_run_story_and_evidence_is_pinned():
    record = Record(
        id="b",
        kind=Kind.EXACT,
        first_seen=1_700_000_000,
        revision=b"revision",
        digest=b"0123456789abcdef",
        url="b",
        sources=(Source(7, 1.0),),
        run=300,
        overwrote=True,
        story=b"thestory",
        evidence=b"proof",
    )
    fixed = "6553f100" + b"revision0123456789abcdef".hex() + "0001" + b"b".hex()
    told = "ac02" + b"thestory".hex() + "05" + b"proof".hex()
    assert record.to_bytes().hex() == "010f00" + fixed + told + "00000007ff"


def test_the_stored_form_of_what_a_copy_was_compared_with_is_pinned():
    record = Record("b", Kind.EXACT, 1_700_000_000, b"revision", b"0123456789abcdef", url="b")
    record = replace(record, sources=(Source(7, 1.0), Source(8, 1.0)), through=9)
    fixed = "6553f100" + b"revision0123456789abcdef".hex() + "0001" + b"b".hex()
    assert record.to_bytes().hex() == "012000" + fixed + "00000009" + "00000007ff" + "00000008ff"
    assert [record.compared_with(source) for source in record.sources] == [9, 8]


@pytest.mark.parametrize("form", [5, 6])
def test_a_record_of_an_earlier_format_is_read(form):
    fixed = "6553f100" + b"revision0123456789abcdef".hex() + "0001" + b"b".hex()
    stored = bytes.fromhex("0010" + fixed)
    record = Record.from_bytes(stored, form)
    assert (record.id, record.first_seen, record.elected) == ("b", 1_700_000_000, True)
    assert (record.run, record.story, record.evidence) == (0, None, None)


@pytest.mark.parametrize("form", [7, 8, 9])
def test_a_telling_of_an_earlier_format_ends_where_it_did(form):
    # Two terms to post, three sentences of four terms; no values of numbers, and no count of these.
    told = struct.pack("<BBHff", 2, 3, 0xFFFF, 9.5, 2.5) + bytes(8) + b"\4\7" * 3 + bytes(24)
    record = Record(
        "b", Kind.SPUN, 1_700_000_000, bytes(8), bytes(16), telling=told, sources=(Source(7, 1.0),)
    )
    assert Record.from_bytes(record.to_bytes(), form) == record
    with pytest.raises(IndexCorrupt):
        Record.from_bytes(record.to_bytes())


@pytest.mark.parametrize(("now", "kept"), [(-5, 0), (2**40, MAX_TIME), (7.9, 7)])
def test_a_time_that_a_wrong_clock_tells_is_kept_as_the_nearest(now, kept):
    with NearDupIndex.in_memory(clock=lambda: now) as index:
        index.reserve(Document("a", article(1))).commit()
        assert index.get("a").first_seen == kept
        assert index.check(Document("b", article(1))).match.id == "a"


def test_a_provenance_that_is_too_long_is_cut():
    long = Provenance("名" * 70_000, "\ud800" * 70_000, links=tuple(range(300)))
    with NearDupIndex.in_memory() as index:
        index.check_and_add(Document("a", article(1), provenance=long))
        found = index.get("a").provenance
    assert long.canonical.startswith(found.canonical)
    assert len(found.canonical) > 10_000
    assert found.links == long.links[:MAX_LINKS]


def evidence_of(**reasons: float) -> bytes:
    now = datetime.now(timezone.utc)
    match = Match("a", Kind.REPOST, 1.0, url=None, first_seen=now, pending=False)
    return kept_evidence.pack(replace(match, evidence=tuple(reasons.items())))


@pytest.mark.parametrize(
    ("kind", "evidence", "repeats"),
    [
        (Kind.EXACT, None, True),
        (Kind.REPOST, None, False),
        (Kind.REPOST, evidence_of(names=5, same_names=5, refilled=0.1), True),
        (Kind.REPOST, evidence_of(names=5, same_names=4, refilled=0.1), False),
        # A frame has names of its own, in the place of none.
        (Kind.REPOST, evidence_of(names=5, same_names=4, refilled=0), True),
        (Kind.REPOST, evidence_of(names=0, same_names=0, refilled=0.1), True),
        (Kind.SPUN, evidence_of(names=5, same_names=5, refilled=0), False),
        (Kind.PARTIAL, evidence_of(names=5, same_names=5, refilled=0), False),
        (Kind.NEW, None, False),
    ],
)
def test_a_verbatim_copy_with_the_names_of_its_source_repeats_it(kind, evidence, repeats):
    record = Record("a", kind, 0, bytes(8), bytes(16), evidence=evidence)
    assert record.repeats is repeats
