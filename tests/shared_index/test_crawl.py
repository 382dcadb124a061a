"""Real crawls on a shared index."""

from __future__ import annotations

import threading

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from tests.plugin.crawling import Crawl, run_crawls
from tests.plugin.site import Site


@pytest.fixture
def site():
    site = Site()
    yield site
    site.stop()


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


def test_a_wrong_url_stops_the_crawl_before_it_starts(site):
    with pytest.raises(Exception, match="NEARDUP_INDEX is wrong: ftp:// is no index"):
        run_crawls(crawl(site, "ftp://127.0.0.1/", ["a-1"]))
