from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.index.pending import Pending
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.postings.posting import split
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import Change

RECORD = Record("", Kind.NEW, 0, bytes(8), bytes(16))
BUCKETS = st.sampled_from([b"a", b"b", b"c"])
POSTS = st.lists(st.tuples(BUCKETS, st.sampled_from([b"11", b"22"])), max_size=6)


@given(
    st.dictionaries(st.integers(0, 9), POSTS, max_size=5),
    st.lists(st.tuples(st.booleans(), st.integers(0, 9)), max_size=30),
)
@example(
    # One of two in a bucket goes.
    {0: [(b"a", b"11")], 1: [(b"a", b"22")]},
    [(True, 0), (True, 1), (False, 0), (False, 3)],
)
def test_what_is_held_is_found_as_in_a_store(posts, steps):
    def of(ordinal: int, record: Record) -> list[tuple[bytes, bytes]]:
        assert record.id == str(ordinal)
        return [(bucket, tag + b"%04d" % ordinal) for bucket, tag in posts.get(ordinal, [])]

    pending, store, there = Pending(of), MemoryStore(), set()
    for hold, ordinal in steps:
        record = replace(RECORD, id=str(ordinal))
        if hold and ordinal not in there:
            pending.hold(ordinal, record)
            store.apply(Change(post=of(ordinal, record)))
            there.add(ordinal)
        elif not hold and ordinal in there:
            pending.release(ordinal)
            store.apply(Change(unpost=of(ordinal, record)))
            there.remove(ordinal)
        if ordinal % 2:
            buckets = [b"a", b"b", b"c"]
            found, wanted = pending.members(buckets), store.members(buckets)
            for bucket, packed, expected in zip(buckets, found, wanted, strict=True):
                assert sorted(split(bucket, packed)) == split(bucket, expected)
        assert len(pending) == len(there)
        assert pending.record(ordinal) == (record if ordinal in there else None)
