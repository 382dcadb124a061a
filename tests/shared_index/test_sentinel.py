"""A master that sentinels watch."""

from __future__ import annotations

import socket
import subprocess
import time
from contextlib import closing, contextmanager

import pytest
import redis
from cluster import HOST, Server, free_port, server_binaries

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.errors import IndexUnreachable, NearDupError
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location


@contextmanager
def sentinel_of(config, port):
    """A sentinel that listens."""
    words = [server_binaries()[0], str(config), "--sentinel"]
    sentinel = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    try:
        while True:
            try:
                socket.create_connection((HOST, port)).close()
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield
    finally:
        sentinel.kill()
        sentinel.wait()


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
    with sentinel_of(config, port), closing(redis.Redis(host=HOST, port=port)) as client:
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


def test_a_sentinel_that_names_the_master_is_asked_first_the_next_time(watched):
    """Each that is gone would be waited for again, by each thread."""
    place = watched[0].partition("://")[2].partition("/")[0]
    with open_index(f"redis+sentinel://{HOST}:{free_port()},{place}/news/0") as index:
        assert index.check_and_add(Document("a", story("a"))).kind is Kind.NEW
        sentinels = index.servers._master_pool.sentinel_manager.sentinels
        ports = [one.connection_pool.connection_kwargs["port"] for one in sentinels]
        assert len(ports) == 2
        assert f"{HOST}:{ports[0]}" == place


def test_a_sentinel_that_refuses_the_password_does_not_end_what_others_are_asked_for(
    watched, tmp_path
):
    """In a failover, they name no master for a while."""
    url, master = watched
    port = free_port()
    config = tmp_path / "other.conf"
    config.write_text(f"port {port}\nbind {HOST}\ndir {tmp_path}\nrequirepass other\n")
    with (
        sentinel_of(config, port),
        open_index(url.replace("://", f"://{HOST}:{port},")) as index,
    ):
        index.check_and_add(Document("a", story("a")))
        master.kill()
        assert index.check_and_add(Document("b", story("b"))).kind is Kind.NEW


def test_a_sentinel_in_the_place_of_a_server_is_told(watched):
    _, _, rest = watched[0].partition("://")
    with pytest.raises(NearDupError, match=r"if it is a sentinel, use redis\+sentinel://"):
        open_index(f"redis://{rest.partition('/')[0]}/0")


def test_sentinels_that_watch_another_service_are_told(watched):
    url, _ = watched
    problem = "no sentinel of .* named a master .*'gazette'.* the URL's path begins with the name"
    with pytest.raises(IndexUnreachable, match=problem):
        open_index(url.replace("/news/", "/gazette/").replace("patience=30", "patience=0.1"))


def test_sentinels_that_are_gone_are_told_without_their_password():
    url = f"redis+sentinel://u:hidden@{HOST}:{free_port()}/news/0?patience=0.1&sentinel_password=hidden"
    with pytest.raises(IndexUnreachable, match=r"named a master .* see that they run") as caught:
        open_index(url)
    # redis-py tells of its own client, with all options.
    assert "hidden" not in str(caught.value)
    assert "<redis" not in str(caught.value)


def test_a_wrong_password_of_sentinels_is_told_and_never_shown(tmp_path):
    port = free_port()
    config = tmp_path / "sentinel.conf"
    config.write_text(f"port {port}\nbind {HOST}\ndir {tmp_path}\nrequirepass right\n")
    with sentinel_of(config, port):
        url = f"redis+sentinel://{HOST}:{port}/news/0?sentinel_password=hidden"
        problem = (
            rf"refuses this user or password \(sentinel {HOST}:{port}: .*\?sentinel_password="
        )
        with pytest.raises(IndexUnreachable, match=problem) as caught:
            open_index(url)
    assert "hidden" not in str(caught.value)
    assert "<redis" not in str(caught.value)
