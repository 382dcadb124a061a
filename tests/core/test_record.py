from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.record import Record, Source

TEXTS = st.text(max_size=300)
RECORDS = st.builds(
    Record,
    id=TEXTS,
    kind=st.sampled_from([Kind.NEW, Kind.EXACT, Kind.REPOST, Kind.SPUN, Kind.PARTIAL]),
    first_seen=st.integers(0, 2**32 - 1),
    revision=st.binary(min_size=8, max_size=8),
    digest=st.binary(min_size=16, max_size=16),
    url=st.none() | TEXTS.filter(bool),
    published=st.none() | st.integers(-(2**62), 2**62),
    simhash=st.none() | st.integers(0, 2**64 - 1),
    sketch=st.none() | st.binary(max_size=600),
    sources=st.lists(
        st.builds(
            Source, st.integers(0, 2**32 - 1), st.integers(0, 255).map(lambda score: score / 255)
        ),
        max_size=4,
    ).map(tuple),
)


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
        sources=(Source(7, 1.0),),
    )
    assert record.to_bytes().hex() == (
        "04016553f100"
        + b"revision0123456789abcdef".hex()
        + "00000012"
        + b"http://a.example/1".hex()
        + "0123456789abcdef00000007ff"
    )
