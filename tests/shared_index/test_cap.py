"""Buckets that pages made to collide have filled."""

from __future__ import annotations

import pytest

from scrapy_neardup.core.postings.posting import split
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change

MEMBERS = [number.to_bytes(6, "big") for number in range(BUCKET_CAP + 5)]


@pytest.fixture(params=["redis", "cluster"])
def store(request, shared_url):
    location = read_location(shared_url(request.param))
    store = RedisStore(Servers(location), location.prefix)
    yield store
    store.close()


def test_of_a_bucket_no_more_than_its_cap_is_read(store):
    store.apply(Change(post=[(b"big", member) for member in MEMBERS]))
    store.apply(Change(post=[(b"bih", b"member")]))
    packed, other = store.members([b"big", b"bih"])
    assert split(b"big", packed) == MEMBERS[:BUCKET_CAP]
    assert other == b"member"


def test_what_is_past_the_cap_can_be_walked_over_and_taken_out(store):
    pairs = [(b"big", member) for member in MEMBERS]
    store.apply(Change(post=pairs))
    assert list(store.postings()) == pairs
    store.apply(Change(unpost=pairs[10:]))
    assert split(b"big", store.members([b"big"])[0]) == MEMBERS[:10]
