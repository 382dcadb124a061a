"""A network that lets nothing through, and servers that stand still."""

from __future__ import annotations

import signal
import threading
import time

import pytest
from cluster import LocalCluster

from benchmarks.shared_index.crawlers import run_crawlers, story, survivors
from scrapy_neardup import Document, Kind
from scrapy_neardup.core.errors import IndexUnreachable
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from tests.plugin.crawling import run_crawls
from tests.shared_index.later import later
from tests.shared_index.proxy import HOST, Proxy
from tests.shared_index.test_crawl import crawl

OPTIONS = "lease=1&patience=1&socket_timeout=0.3"


@pytest.fixture
def network(redis_server):
    proxy = Proxy(redis_server.port)
    yield proxy
    proxy.stop()


@pytest.fixture
def urls(network, shared_url):
    """The URL of one index behind the network, and beside it."""
    direct = f"{shared_url('redis')}&{OPTIONS}"
    _, _, rest = direct.partition("?")
    return f"redis://{HOST}:{network.port}?{rest}", direct


def test_what_a_crawler_beyond_the_network_reserved_is_free_after_its_lease(network, urls):
    behind, beside = (RedisIndex(read_location(url)) for url in urls)
    with behind, beside:
        cut_off = behind.reserve(Document("a", story("s")))
        network.cut()
        start = time.monotonic()
        with pytest.raises(IndexUnreachable, match="can't be reached after trying for 1 s"):
            behind.reserve(Document("b", story("t")))
        with pytest.raises(IndexUnreachable):
            cut_off.commit()
        assert time.monotonic() - start < 10
        assert beside.check_and_add(Document("c", story("s"))).kind is Kind.NEW
        assert beside.check_and_add(Document("d", story("t"))).kind is Kind.NEW
        network.mend()
        # Servers that hung are left alone for a while.
        time.sleep(max(0.0, behind.servers._rest_until - time.monotonic()))
        assert behind.reserve(Document("e", story("s"))).verdict.kind is Kind.EXACT
        assert behind.check_and_add(Document("b", story("t"))).kind is Kind.EXACT


def test_a_short_cut_is_waited_out(network, urls):
    with RedisIndex(read_location(urls[0].replace("patience=1", "patience=20"))) as index:
        network.cut()
        with later(1.0, network.mend):
            assert index.check_and_add(Document("a", story("a"))).kind is Kind.NEW


def test_a_crawl_that_is_cut_off_keeps_every_item_and_frees_what_it_held(site, network, urls):
    names = [f"{letter}-{number}" for letter in "abcdef" for number in (1, 2)]
    behind, beside = urls

    class Cut:
        """Cuts the crawl off at its third item, while that is in the pipelines."""

        def process_item(self, item):
            if "/b-" in item["url"]:
                network.cut()
            return item

    (outcome,) = run_crawls(
        crawl(site, behind, names, NEARDUP_ON_ERROR="pass", ITEM_PIPELINES={Cut: 900})
    )
    # The first story's copy was found; after that nothing is judged, and nothing lost.
    kept = sorted(item["url"].rpartition("/")[2] for item in outcome.items)
    assert set(names) - set(kept) <= {"a-2"}
    assert outcome.stat("index_error") == 1
    assert "can't be reached" in outcome.errors()[0]
    with RedisIndex(read_location(beside, "pages")) as index:
        deadline = time.monotonic() + 10
        while index.check(Document("x", story("b"))).match is not None:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert index.check_and_add(Document("x", story("b"))).kind is Kind.NEW


def test_every_story_has_one_survivor_when_a_master_stands_still_and_comes_back():
    cluster = LocalCluster(timeout_ms=1000)
    master, replica = cluster.servers[1], cluster.servers[4]

    def stand_still():
        master.process.send_signal(signal.SIGSTOP)
        while replica.client().info("replication")["role"] != "master":
            time.sleep(0.05)
        time.sleep(1)
        master.process.send_signal(signal.SIGCONT)

    thread = threading.Thread(target=stand_still)
    try:
        url = f"{cluster.url}?socket_timeout=1"
        crawls = run_crawlers(url, 4, 150, during=thread.start, during_at=50)
        thread.join()
        assert survivors(crawls, 4, 150) == {"one": 4 * 105 + 45, "lost": 0, "double": 0}
        deadline = time.monotonic() + 20
        while master.client().info("replication")["role"] == "master":
            assert time.monotonic() < deadline
            time.sleep(0.1)
    finally:
        master.process.send_signal(signal.SIGCONT)
        cluster.stop()
