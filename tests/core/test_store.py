"""One suite for every store."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.index.store import (
    BUCKET_CAP,
    Change,
    MemoryStore,
    split,
    without_members,
)
from scrapy_neardup.core.leveldb.store import LevelDBStore
from scrapy_neardup.core.redis.location import RedisLocation
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore

MEMBERS = st.lists(st.binary(min_size=6, max_size=6), unique=True, max_size=30)


@pytest.fixture(params=["memory", "leveldb", "redis", "cluster"])
def store(request, tmp_path, shared_url):
    if request.param == "memory":
        opened = MemoryStore()
    elif request.param == "leveldb":
        opened = LevelDBStore(tmp_path / "index")
    else:
        location = RedisLocation.parse(shared_url(request.param))
        opened = RedisStore(Servers(location), location.prefix)
    yield opened
    opened.close()


def test_an_unknown_bucket_and_an_unknown_key_are_empty(store):
    assert store.members([b"a", b"b"]) == [b"", b""]
    assert store.values([b"a"]) == [None]


def test_buckets_and_values_do_not_meet(store):
    store.apply(Change(post=[(b"a", b"member")], values={b"a": b"value"}))
    assert store.members([b"a"]) == [b"member"]
    assert store.values([b"a"]) == [b"value"]
    assert list(store.items(b"")) == [(b"a", b"value")]


def test_a_member_posted_twice_stands_once(store):
    for _ in range(2):
        store.apply(Change(post=[(b"a", b"member"), (b"a", b"member")]))
    assert store.members([b"a"]) == [b"member"]


def test_an_unposted_member_is_gone_and_the_others_stay(store):
    store.apply(Change(post=[(b"a", b"member"), (b"a", b"second"), (b"a", b"third!")]))
    store.apply(Change(unpost=[(b"a", b"second"), (b"a", b"absent"), (b"b", b"absent")]))
    assert split(store.members([b"a"])[0], 6) == [b"member", b"third!"]


def test_a_member_is_only_found_at_a_member_boundary(store):
    store.apply(Change(post=[(b"a", b"xxxyyy"), (b"a", b"zzzxxx")]))
    store.apply(Change(post=[(b"a", b"yyyzzz")]))
    assert sorted(split(store.members([b"a"])[0], 6)) == [b"xxxyyy", b"yyyzzz", b"zzzxxx"]


def test_a_bucket_takes_no_more_than_its_cap_and_says_so(store):
    if isinstance(store, RedisStore):
        pytest.skip("it caps a bucket when it reads one")
    members = [number.to_bytes(6, "big") for number in range(BUCKET_CAP + 5)]
    assert store.apply(Change(post=[(b"big", member) for member in members[:-3]])) == 2
    assert store.apply(Change(post=[(b"big", member) for member in members[-3:]])) == 3
    assert split(store.members([b"big"])[0], 6) == members[:BUCKET_CAP]
    store.apply(Change(unpost=[(b"big", member) for member in members[10:]]))
    assert split(store.members([b"big"])[0], 6) == members[:10]


def test_buckets_lists_all_of_them_in_order(store):
    store.apply(Change(post=[(b"b", b"second"), (b"a", b"member")], values={b"a": b"value"}))
    assert list(store.buckets()) == [(b"a", b"member"), (b"b", b"second")]


def test_items_are_those_of_the_prefix_in_order(store):
    store.apply(Change(values={b"r2": b"b", b"r1": b"a", b"s": b"c"}))
    assert list(store.items(b"r")) == [(b"r1", b"a"), (b"r2", b"b")]
    store.apply(Change(values={b"r1": None}))
    assert list(store.items(b"r")) == [(b"r2", b"b")]


def test_items_may_be_asked_for_from_some_key_on(store):
    keys = [b"q", b"r", b"r\x00", b"r\x01", b"r\x01\xff", b"r\x02", b"s"]
    store.apply(Change(values=dict.fromkeys(keys, b"value")))
    assert [key for key, _ in store.items(b"r", b"\x01")] == [b"r\x01", b"r\x01\xff", b"r\x02"]
    assert [key for key, _ in store.items(b"r", b"\x03")] == []


@given(MEMBERS, MEMBERS)
def test_packed_members_are_a_set_in_order_of_arrival(first, second):
    store = MemoryStore()
    store.apply(Change(post=[(b"a", member) for member in first]))
    store.apply(Change(post=[(b"a", member) for member in second]))
    [packed] = store.members([b"a"])
    assert split(packed, 6) == list(dict.fromkeys(first + second))
    assert split(without_members(packed, second), 6) == [m for m in first if m not in second]


def test_a_leveldb_store_keeps_what_it_was_given(tmp_path):
    store = LevelDBStore(tmp_path / "index")
    store.apply(Change(post=[(b"a", b"member")], values={b"k": b"v"}))
    store.close()
    store = LevelDBStore(tmp_path / "index")
    assert store.members([b"a"]) == [b"member"]
    assert store.values([b"k"]) == [b"v"]
    store.close()
