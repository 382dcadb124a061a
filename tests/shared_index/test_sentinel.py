"""A master that sentinels watch."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing

import pytest
import redis
from cluster import HOST, Server, free_port, server_binaries

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location


@pytest.fixture
def watched(tmp_path):
    """The URL, and the master."""
    master = Server()
    replica = Server("--replicaof", HOST, str(master.port))
    port = free_port()
    config = tmp_path / "sentinel.conf"
    config.write_text(
        f"port {port}\nbind {HOST}\ndir {tmp_path}\n"
        f"sentinel monitor news {HOST} {master.port} 1\n"
        "sentinel down-after-milliseconds news 500\n"
        "sentinel failover-timeout news 2000\n"
    )
    words = [server_binaries()[0], str(config), "--sentinel"]
    sentinel = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    with closing(redis.Redis(host=HOST, port=port)) as client:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                if client.sentinel_master("news")["num-slaves"] == 1:
                    break
            except redis.ConnectionError:
                pass
            time.sleep(0.1)
        while replica.client().info("replication")["master_link_status"] != "up":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield f"redis+sentinel://{HOST}:{port}/news/0?patience=30", master
    sentinel.kill()
    sentinel.wait()
    master.stop()
    replica.stop()


def test_the_index_moves_to_the_new_master(watched):
    url, master = watched
    with open_index(url) as index:
        index.check_and_add(Document("a", story("a")))
        master.kill()
        with RedisIndex(read_location(url)) as started_meanwhile:
            assert len(started_meanwhile) == 1
        assert index.check_and_add(Document("b", story("b"))).kind is Kind.NEW
        assert index.check_and_add(Document("c", story("a"))).kind is Kind.EXACT


def test_a_sentinel_in_the_place_of_a_server_is_told(watched):
    _, _, rest = watched[0].partition("://")
    with pytest.raises(NearDupError, match=r"if it is a sentinel, use redis\+sentinel://"):
        open_index(f"redis://{rest.partition('/')[0]}/0")
