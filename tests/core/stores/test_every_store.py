"""One suite for every store."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.postings.posting import split
from scrapy_neardup.core.redis.location import RedisLocation
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore
from scrapy_neardup.core.stores import sync
from scrapy_neardup.core.stores.engines import ENGINES, open_store
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change

A, B, BIG, UNTAGGED = b"\1aaaa", b"\1aaab", b"\2\0\0\0\7", b"\x81aaaa"
MEMBERS = st.lists(st.binary(min_size=6, max_size=6), unique=True, max_size=30)
PAIRS = st.lists(
    st.tuples(st.sampled_from([A, B, BIG]), st.integers(0, 7).map(lambda n: b"memb%02d" % n))
    | st.tuples(st.just(UNTAGGED), st.integers(0, 7).map(lambda n: b"me%02d" % n)),
    max_size=8,
)


@pytest.fixture(params=["memory", *ENGINES, "redis", "cluster"])
def store(request, tmp_path, shared_url):
    if request.param == "memory":
        opened = MemoryStore()
    elif request.param in ENGINES:
        opened = open_store(tmp_path / "index", request.param)
    else:
        location = RedisLocation.parse(shared_url(request.param))
        opened = RedisStore(Servers(location), location.prefix)
    yield opened
    opened.close()


def test_an_unknown_bucket_and_an_unknown_key_are_empty(store):
    assert store.members([A, B]) == [b"", b""]
    assert store.values([b"a"]) == [None]


def test_buckets_and_values_do_not_meet(store):
    store.apply(Change(post=[(A, b"member")], values={b"a": b"value"}))
    assert store.members([A]) == [b"member"]
    assert store.values([b"a"]) == [b"value"]
    assert list(store.items(b"")) == [(b"a", b"value")]


def test_a_member_posted_twice_stands_once(store):
    for _ in range(2):
        store.apply(Change(post=[(A, b"member"), (A, b"member")]))
    assert store.members([A]) == [b"member"]


def test_an_unposted_member_is_gone_and_the_others_stay(store):
    store.apply(Change(post=[(A, b"member"), (A, b"second"), (A, b"third!")]))
    store.apply(Change(unpost=[(A, b"second"), (A, b"absent"), (B, b"absent")]))
    assert split(A, store.members([A])[0]) == [b"member", b"third!"]


def test_a_member_is_only_found_at_a_member_boundary(store):
    store.apply(Change(post=[(A, b"xxxyyy"), (A, b"zzzxxx")]))
    store.apply(Change(post=[(A, b"yyyzzz")]))
    assert sorted(split(A, store.members([A])[0])) == [b"xxxyyy", b"yyyzzz", b"zzzxxx"]


def test_members_of_a_table_without_tags_are_shorter(store):
    pairs = [(UNTAGGED, b"xxyy"), (UNTAGGED, b"yyzz"), (A, b"xxxyyy")]
    store.apply(Change(post=pairs))
    store.apply(Change(post=[(UNTAGGED, b"zzxx")]))
    store.apply(Change(unpost=[(UNTAGGED, b"yyzz"), (UNTAGGED, b"yyzy")]))
    assert split(UNTAGGED, store.members([UNTAGGED])[0]) == [b"xxyy", b"zzxx"]
    assert store.members([UNTAGGED, A], cap=1) == [b"xxyy", b"xxxyyy"]
    assert store.holds(pairs) == [True, False, True]
    assert [*store.postings()] == [(A, b"xxxyyy"), (UNTAGGED, b"xxyy"), (UNTAGGED, b"zzxx")]


def test_no_more_members_of_a_bucket_are_read_than_its_cap(store):
    # 4,196 come before anybody looks: none is refused, the least are read.
    members = [number.to_bytes(6, "big") for number in range(BUCKET_CAP + 100)]
    shuffled = random.Random(1).sample(members, len(members))
    for start in range(0, len(members), 1000):
        posts = [(BIG, member) for member in shuffled[start : start + 1000]]
        assert store.apply(Change(post=posts)) is None
    assert split(BIG, store.members([BIG])[0]) == members[:BUCKET_CAP]
    assert split(BIG, store.members([A, BIG])[1]) == members[:BUCKET_CAP]
    assert list(store.postings()) == [(BIG, member) for member in members]


def test_fewer_members_and_buckets_are_read_where_fewer_are_asked_for(store):
    other = A[:-1] + b"\x77"
    posts = [
        (bucket, member) for bucket in (A, BIG) for member in (b"third!", b"first!", b"second")
    ]
    store.apply(Change(post=posts))
    assert store.members([A, BIG], cap=2) == 2 * [b"first!second"]
    everything = b"first!secondthird!"
    assert store.members([other, A, other, BIG], most=1) == [b"", everything, b"", b""]
    assert store.members([other, A, BIG], cap=1, most=2) == [b"", b"first!", b"first!"]
    assert store.members([A], most=0) == [b""]


def test_what_is_removed_from_a_full_bucket_makes_room_for_what_is_behind(store):
    members = [number.to_bytes(6, "big") for number in range(BUCKET_CAP + 100)]
    store.apply(Change(post=[(BIG, member) for member in members]))
    store.apply(Change(unpost=[(BIG, member) for member in members[:50]]))
    assert split(BIG, store.members([BIG])[0]) == members[50 : BUCKET_CAP + 50]
    store.apply(Change(post=[(BIG, member) for member in members[20:50]]))
    assert split(BIG, store.members([BIG])[0]) == members[20 : BUCKET_CAP + 20]
    store.apply(Change(unpost=[(BIG, member) for member in members[10:]]))
    assert split(BIG, store.members([BIG])[0]) == []
    store.apply(Change(post=[(BIG, member) for member in members[:10]]))
    assert split(BIG, store.members([BIG])[0]) == members[:10]


def test_a_member_is_held_wherever_it_stands_in_its_bucket(store):
    members = [number.to_bytes(6, "big") for number in range(BUCKET_CAP + 100)]
    store.apply(Change(post=[(BIG, member) for member in members]))
    store.apply(Change(unpost=[(BIG, members[0]), (BIG, members[-2])]))
    pairs = [(BIG, members[0]), (BIG, members[-2]), (BIG, members[-1]), (A, members[1])]
    assert store.holds([*pairs, pairs[2]]) == [False, False, True, False, True]
    assert store.holds([]) == []


def test_a_pair_that_is_taken_out_and_posted_in_one_change_is_there(store):
    store.apply(Change(post=[(A, b"member")]))
    store.apply(Change(unpost=[(A, b"member")], post=[(A, b"member")]))
    assert store.members([A]) == [b"member"]


def test_postings_are_all_pairs_in_the_order_of_their_buckets(store):
    store.apply(
        Change(post=[(B, b"second"), (A, b"member"), (B, b"first!")], values={b"a": b"value"})
    )
    store.apply(Change(post=[(BIG, b"gone!!")]))
    store.apply(Change(unpost=[(BIG, b"gone!!")]))
    assert list(store.postings()) == [(A, b"member"), (B, b"first!"), (B, b"second")]


def test_nothing_has_lost_its_postings(store):
    store.apply(Change(post=[(A, b"member")], ordinals=[7]))
    assert store.unposted() == []


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
def test_packed_members_are_a_set_in_ascending_order(first, second):
    store = MemoryStore()
    store.apply(Change(post=[(A, member) for member in first]))
    store.apply(Change(post=[(A, member) for member in second]))
    assert split(A, store.members([A])[0]) == sorted({*first, *second})
    store.apply(Change(unpost=[(A, member) for member in second]))
    assert split(A, store.members([A])[0]) == sorted({*first} - {*second})


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(PAIRS, PAIRS, st.sampled_from(["", "", "reopen", "compact", "walk"]))))
def test_any_changes_leave_what_they_leave_in_memory(engine, tmp_path_factory, changes):
    path = tmp_path_factory.mktemp("store") / "index"
    store, model = open_store(path, engine, sync="never"), MemoryStore()
    for number, (unpost, post, then) in enumerate(changes):
        values = {b"k%d" % (number % 3): b"v%d" % number if number % 4 else None}
        for one in (store, model):
            one.apply(Change(post=post, unpost=unpost, values=values, ordinals=[number]))
        if then == "reopen":
            store.close()
            store = open_store(path, sync="never")
        elif then == "compact":
            store.compact()
        elif then == "walk":
            assert list(store.postings()) == list(model.postings())
        buckets = [B, A, UNTAGGED, BIG]
        assert store.members(buckets) == model.members(buckets)
        assert store.holds([*unpost, *post]) == model.holds([*unpost, *post])
        assert list(store.items(b"")) == list(model.items(b""))
    store.close()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_store_keeps_what_it_was_given(tmp_path, engine):
    store = open_store(tmp_path / "index", engine)
    store.apply(Change(post=[(A, b"member")], values={b"k": b"v"}))
    store.close()
    store = open_store(tmp_path / "index")
    assert store.members([A]) == [b"member"]
    assert store.values([b"k"]) == [b"v"]
    store.close()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("mode", "waits"),
    [
        ("never", [False, False, False]),
        ("interval", [False, True, False]),
        ("document", [True, True, True]),
    ],
)
def test_changes_wait_for_the_disk_as_often_as_they_are_to(
    tmp_path, monkeypatch, engine, mode, waits
):
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(sync, "time", SimpleNamespace(monotonic=lambda: clock.now))
    store = open_store(tmp_path / "index", engine, sync=mode)
    found = [store.waits_for_disk]
    clock.now = sync.SYNC_SECONDS
    found.append(store.waits_for_disk)
    store.apply(Change(values={b"k": b"v"}))
    found.append(store.waits_for_disk)
    assert found == waits
    store.close()
