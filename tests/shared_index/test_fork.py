"""A process that forks while it has a shared index open."""

from __future__ import annotations

import os

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.errors import NearDupError
from tests.forking import in_a_child


@pytest.fixture(params=["redis", "cluster"])
def url(request, shared_url):
    return shared_url(request.param)


@pytest.fixture
def index(url):
    with open_index(url) as index:
        index.check_and_add(Document("a", story("a")))
        yield index


def test_every_call_on_the_servers_of_the_parent_raises(index):
    calls = [
        lambda: index.check(Document("b", story("b"))),
        lambda: index.servers.run([("GET", "x")]),
        lambda: index.servers.on_each_master("INFO"),
        lambda: next(index.servers.scan("*")),
    ]
    for call in calls:
        told = in_a_child(call)
        assert told.startswith(NearDupError.__name__)
        assert f"was opened by process {os.getpid()}" in told
        assert told.endswith("open the index in this process")
    assert index.check_and_add(Document("b", story("a"))).kind is Kind.EXACT


def test_closing_in_a_child_disconnects_nothing(index):
    addresses = [server["addr"] for server in connected(index)]
    # Another thread may hold the lock when the process forks, and is not there to let it go.
    with index.servers._lock:
        assert in_a_child(index.servers.close) == "None"
    assert index.check_and_add(Document("b", story("b"))).kind is Kind.NEW
    assert [server["addr"] for server in connected(index)] == addresses


def test_a_child_that_opens_the_index_has_one_of_its_own(index, url):
    def crawl():
        with open_index(url) as own:
            return own.check_and_add(Document("b", story("a"))).kind, own is index

    assert in_a_child(crawl) == str((Kind.EXACT, False))
    assert index.check_and_add(Document("c", story("a"))).kind is Kind.EXACT
    assert index.stats()["copies"] == 2


def connected(index):
    """The clients of the first server, as it sees them."""
    (listed, *_) = index.servers.on_each_master("CLIENT", "LIST")
    return [
        dict(field.partition("=")[::2] for field in line.split())
        for line in listed.decode().splitlines()
    ]
