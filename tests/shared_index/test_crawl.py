"""Real crawls on a shared index."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING

import pytest
import redis
from cluster import Server
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document
from scrapy_neardup.core.opening import open_index
from scrapy_neardup.core.redis import records
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location, with_prefix
from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.queries import Query
from tests.plugin.crawling import Crawl, run_crawls

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


def crawl(site, url, names, meanwhile=None, **settings):
    """A crawl of the pages *names*, each of which runs *meanwhile* when its item is made."""
    pages = [
        {
            "url": site.put(f"http://{name}.example/{name}", "<p>page</p>"),
            "meta": {"proxy": site.address},
        }
        for name in names
    ]

    def items(response):
        if meanwhile is not None:
            meanwhile()
        name = response.url.rpartition("/")[2]
        yield {"url": response.url, "text": story(name.partition("-")[0])}

    return Crawl(
        {
            "ADDONS": {"scrapy_neardup.Addon": 0},
            "NEARDUP_INDEX": url,
            **settings,
        },
        arguments={"pages": pages, "make_items": items},
    )


@pytest.mark.parametrize("backend", ["redis", "cluster"])
def test_copies_are_dropped_across_crawls(site, shared_url, backend):
    url = shared_url(backend)
    (first,) = run_crawls(crawl(site, url, ["a-1", "b-1", "a-2"]))
    (second,) = run_crawls(crawl(site, url, ["b-2", "c-1", "a-1"], NEARDUP_SCOPE="pages"))
    assert first.kinds == ["new", "new", "exact"]
    assert second.kinds == ["exact", "new", "unchanged"]
    assert (first.stat("index_size"), second.stat("index_size")) == (2, 3)
    assert not first.errors()
    assert any(
        "shared" in line or "redis" in line for line in first.lines(logger="scrapy_neardup")
    )


@pytest.mark.parametrize("backend", ["redis", "cluster"])
@pytest.mark.parametrize("settings", [{}, {"NEARDUP_READONLY": True}])
def test_the_url_that_commands_want_of_an_index_starts_no_other_one(
    site, shared_url, backend, settings
):
    url = with_prefix(shared_url(backend), "later")
    run_crawls(crawl(site, url, ["a-1"]))
    of_commands = with_prefix(url, "later:pages")
    (outcome,) = run_crawls(crawl(site, of_commands, ["a-2"], **settings))
    assert (outcome.reason, outcome.urls) == ("neardup_error", [])
    (problem,) = outcome.errors()
    assert "an index has the prefix later:pages itself, and NEARDUP_INDEX names what" in problem
    told, scope = re.search(
        r"to share that index, give it \?(\S+), and set NEARDUP_SCOPE to '(\w+)'", problem
    ).groups()
    assert told == "prefix=later"
    (outcome,) = run_crawls(crawl(site, url, ["a-2"], NEARDUP_SCOPE=scope, **settings))
    assert outcome.kinds == ["exact"]


def test_an_index_whose_prefix_has_no_name_is_copied_to_one_that_has(site, shared_url):
    url = with_prefix(shared_url("redis"), "alone")
    with open_index(url) as index:
        index.check_and_add(Document("elsewhere", story("a")))
    (outcome,) = run_crawls(crawl(site, url, ["a-1"]))
    (problem,) = outcome.errors()
    (told,) = re.findall(r"where NEW_URL has \?([^\s;]+)", problem)
    assert told == "prefix=alone:pages"
    with open_index(with_prefix(url, "alone:pages")):
        pass
    (outcome,) = run_crawls(crawl(site, url, ["a-1"]))
    assert outcome.kinds == ["new"]


@pytest.mark.parametrize("last", ["", "a b"])
def test_an_index_whose_prefix_ends_with_no_scope_is_moved_too(site, shared_url, last):
    """No NEARDUP_SCOPE would find it."""
    url = with_prefix(shared_url("redis"), f"later:{last}")
    with open_index(url):
        pass
    (outcome,) = run_crawls(crawl(site, url, ["a-1"]))
    (problem,) = outcome.errors()
    told = r"share that index, move it with .* where NEW_URL has \?\S+:pages;"
    assert re.search(told, problem)


def test_a_new_scope_may_begin_its_index_behind_a_prefix_that_others_are_behind(site, shared_url):
    """A program may have an index where the prefixes of a project's crawls begin."""
    url = with_prefix(shared_url("redis"), "later")
    run_crawls(crawl(site, url, ["b"], NEARDUP_SCOPE="November"))
    with open_index(url) as index:
        index.check_and_add(Document("elsewhere", story("a")))
    (outcome,) = run_crawls(crawl(site, url, ["a-1"], NEARDUP_SCOPE="December"))
    assert (outcome.kinds, outcome.errors()) == (["new"], [])


def test_the_prefix_that_is_meant_without_one_may_be_given(site, shared_url):
    url = with_prefix(shared_url("redis"), "neardup")
    with open_index(url.partition("?")[0]) as index:
        index.check_and_add(Document("elsewhere", story("a")))
    (outcome,) = run_crawls(crawl(site, url, ["a-1"]))
    assert (outcome.kinds, outcome.errors()) == (["new"], [])


def test_servers_that_are_gone_are_told_of_once(site, server):
    url = f"{server.url}?prefix=later"
    server.kill()
    (outcome,) = run_crawls(crawl(site, f"{url}&patience=0.1", ["a-1"]))
    (problem,) = outcome.errors()
    assert re.findall(r"the index (\S+) can't be reached", problem) == [f"{url}:pages"]
    assert problem.count(server.url) == 1


def test_a_user_without_rights_on_the_prefix_alone_may_crawl_behind_it(site, shared_url):
    url = with_prefix(shared_url("redis"), "later")
    with redis.Redis.from_url(url.partition("?")[0]) as client:
        client.execute_command("ACL", "SETUSER", "u", "on", ">pw", "~later:*", "+@all")
        try:
            (outcome,) = run_crawls(crawl(site, url.replace("://", "://u:pw@"), ["a-1"]))
        finally:
            client.execute_command("ACL", "DELUSER", "u")
    assert outcome.kinds == ["new"]
    assert outcome.errors() == []


def test_a_crawl_lays_its_index_out_for_the_documents_that_are_expected(site, shared_url):
    url = shared_url("redis")
    run_crawls(crawl(site, url, ["a-1"], NEARDUP_EXPECTED_DOCUMENTS=40_000_000))
    with RedisIndex(read_location(url, "pages")) as index:
        assert index.laid_out_for >= 40_000_000


def test_another_process_is_waited_for_and_its_failure_makes_room(site, shared_url):
    url = shared_url("redis")
    with RedisIndex(read_location(url, "pages")) as other:
        reservation = other.reserve(Document("elsewhere", story("a")))
        rollback = threading.Timer(1.0, reservation.rollback)
        # Not from now on: a crawl may be slow to start.
        (outcome,) = run_crawls(crawl(site, url, ["a-1"], meanwhile=rollback.start))
        rollback.join()
        assert outcome.kinds == ["new"]
        assert outcome.stat("waited") >= 2
        assert other.check(Document("x", story("a"))).match.id.endswith("a-1")


def test_a_server_that_goes_away_loses_no_item(site, shared_url):
    (outcome,) = run_crawls(
        crawl(site, "redis://127.0.0.1:1/?patience=0.3", ["a-1", "a-2"], NEARDUP_ON_ERROR="pass")
    )
    assert len(outcome.items) == 2
    assert outcome.stat("index_error") == 1
    assert "can't be reached" in outcome.errors()[0]
    assert " refused; see that the server runs" in outcome.errors()[0]
    assert "then try again" in outcome.errors()[0]


class ServerDies:
    """Kills the crawl's *server* once *all* items have a place in the index, which the crawl then gives
    up. No item goes on before.
    """

    server: Server
    all: int
    crawler: Crawler

    def __init__(self, crawler):
        ServerDies.crawler = crawler
        self._came = 0

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        self._came += 1
        if self._came == self.all:
            self.server.kill()
            query = Query(Document("elsewhere", story("elsewhere")))
            assert await context_of(self.crawler).session.check(query) is None
        while not self.crawler.stats.get_value("neardup/index_error"):
            pause: Deferred[None] = Deferred()
            call_later(0.01, pause.callback, None)
            await maybe_deferred_to_future(pause)
        return item


def crawl_until_server_dies(site, names, *, came, patience):
    """The crawl of a page with a story of each name, whose server dies once so many of them *came*."""

    def items(response):
        for name in names:
            yield {"url": f"http://{name}.example/", "text": story(name)}

    page = {"url": site.put("http://a.example/", "<p>"), "meta": {"proxy": site.address}}
    ServerDies.server, ServerDies.all = Server(), came
    try:
        (outcome,) = run_crawls(
            Crawl(
                {
                    "ADDONS": {"scrapy_neardup.Addon": 0},
                    "NEARDUP_INDEX": f"{ServerDies.server.url}?patience={patience}",
                    "NEARDUP_ON_ERROR": "pass",
                    "ITEM_PIPELINES": {ServerDies: 900},
                },
                arguments={"pages": [page], "make_items": items},
            )
        )
    finally:
        ServerDies.server.stop()
    return outcome


def test_items_under_way_do_not_wait_for_servers_that_were_given_up(site):
    outcome = crawl_until_server_dies(site, "abcd", came=4, patience=0.3)
    assert len(outcome.items) == 4
    assert outcome.kinds == ["new"] * 4
    # None of them was tried to be kept.
    assert outcome.stat("rolled_back") == 4
    assert outcome.stat("index_error") == 1


def test_items_that_are_to_be_judged_do_not_ask_servers_that_were_given_up(site, monkeypatch):
    # Where a block of ordinals is used up, they would ask for another one, one after the other.
    monkeypatch.setattr(records, "_BLOCK", 1)
    reserve, late = RedisIndex.reserve, []

    def noted(*args, **kwargs):
        if ServerDies.crawler.stats.get_value("neardup/index_error"):
            late.append(threading.get_ident())
        return reserve(*args, **kwargs)

    monkeypatch.setattr(RedisIndex, "reserve", noted)
    outcome = crawl_until_server_dies(site, [str(n) for n in range(60)], came=1, patience=1)
    assert len(outcome.items) == 60
    assert outcome.stat("unjudged") > 30
    # A thread may be about to ask just when they are given up, but none asks again.
    assert len(late) == len({*late})


class ClaimsGo:
    """Takes away what holds the crawl's places on *server*, as it goes of itself where a crawl stands still."""

    server: Server

    def process_item(self, item):
        with self.server.client() as client:
            assert client.delete(*client.keys("neardup:pages#{*}*c")) == 1
        return item


def test_places_that_a_crawl_has_lost_are_counted(site, server):
    ClaimsGo.server = server
    names = ["a-1", "b-1"]
    (outcome,) = run_crawls(crawl(site, server.url, names, ITEM_PIPELINES={ClaimsGo: 900}))
    assert outcome.kinds == ["new", "new"]
    assert outcome.stat("lapsed") == 2
    assert outcome.stat("index_size") == 2


def test_a_wrong_url_stops_the_crawl_before_it_starts(site):
    with pytest.raises(Exception, match="NEARDUP_INDEX is wrong: ftp:// is no index"):
        run_crawls(crawl(site, "ftp://127.0.0.1/", ["a-1"]))
