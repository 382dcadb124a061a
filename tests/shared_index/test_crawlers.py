"""Several processes on a real cluster, undisturbed, through a failover and through resharding."""

from __future__ import annotations

import threading

import pytest
from cluster import LocalCluster

from benchmarks.shared_index.crawlers import run_crawlers, survivors
from scrapy_neardup import open_index


@pytest.fixture
def cluster():
    cluster = LocalCluster(timeout_ms=1000)
    yield cluster
    cluster.stop()


def in_background(function):
    thread = threading.Thread(target=function)

    def start():
        thread.start()

    return thread, start


def test_every_story_has_one_survivor(redis_cluster):
    url = f"{redis_cluster.url}?prefix=plain"
    crawls = run_crawlers(url, 4, 60)
    assert survivors(crawls, 4, 60) == {"one": 4 * 42 + 18, "lost": 0, "double": 0}


def test_so_it_is_when_a_master_is_killed(cluster):
    replica = cluster.servers[4].client()
    assert replica.info("replication")["role"] == "slave"
    started_meanwhile = []

    def kill():
        cluster.servers[1].kill()
        with open_index(cluster.url) as index:
            started_meanwhile.append(len(index))

    crawls = run_crawlers(cluster.url, 4, 150, during=kill, during_at=50)
    assert started_meanwhile[0] > 0
    assert replica.info("replication")["role"] == "master"
    assert survivors(crawls, 4, 150) == {"one": 4 * 105 + 45, "lost": 0, "double": 0}


def test_so_it_is_when_slots_move(redis_cluster):
    source, target = redis_cluster.servers[0], redis_cluster.servers[2]
    moved = 200

    def reshard():
        for slot in range(moved):
            redis_cluster.move_slot(slot, source, target)

    thread, start = in_background(reshard)
    url = f"{redis_cluster.url}?prefix=moving"
    crawls = run_crawlers(url, 4, 150, during=start, during_at=50)
    thread.join()
    assert survivors(crawls, 4, 150) == {"one": 4 * 105 + 45, "lost": 0, "double": 0}
    assert source.client().execute_command("CLUSTER", "COUNTKEYSINSLOT", 0) == 0
