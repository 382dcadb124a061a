"""What servers do wrong, and what an index says then."""

from __future__ import annotations

import logging
import math
import re
import signal
import time
from functools import partial
from urllib.parse import urlencode

import pytest
import redis
from cluster import SLOTS, LocalCluster, Server, server_binaries
from redis.connection import (
    URL_QUERY_ARGUMENT_PARSERS,
    Connection,
    SSLConnection,
    parse_url,
)

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.errors import IndexFormatError, IndexUnreachable, NearDupError
from scrapy_neardup.core.redis import servers, slots
from scrapy_neardup.core.redis.location import RedisLocation, connection_options, read_location
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.markdown import DOCS
from tests.plugin.site import Site
from tests.shared_index.later import later


def add(index, name, text=None):
    return index.check_and_add(Document(name, text or story(name))).kind


@pytest.mark.parametrize("binary", server_binaries())
def test_every_server_at_hand_will_do(binary):
    server = Server(binary=binary)
    try:
        with open_index(server.url) as index:
            assert add(index, "a") is Kind.NEW
            assert add(index, "b", story("a")) is Kind.EXACT
            assert index.remove("a")
            assert (len(index), index.stats()["copies"]) == (0, 1)
    finally:
        server.stop()


def test_servers_that_are_gone_are_waited_for_once_and_not_for_each_item(server, caplog):
    index = open_index(f"{server.url}?patience=1&lease=1")
    reservations = [index.reserve(Document(name, story(name))) for name in "abcdef"]
    server.kill()
    start = time.monotonic()
    for reservation in reservations[:4]:
        reservation.rollback()
    # The others are rolled back, and what was learned is given up, there.
    index.close()
    assert time.monotonic() - start < 2
    assert caplog.text.count("Reservations end with their leases, not at once") == 1


def test_each_call_after_the_first_has_little_patience_until_servers_answer(persistent):
    with open_index(f"{persistent.url}?patience=3") as index:
        assert add(index, "a") is Kind.NEW
        persistent.kill()
        with pytest.raises(IndexUnreachable, match="after trying for 3 s"):
            add(index, "b")
        start = time.monotonic()
        for name in "cdef":
            with pytest.raises(IndexUnreachable, match=r"after trying for 0\.5 s"):
                add(index, name)
        assert time.monotonic() - start < 4
        persistent.start()
        assert add(index, "b") is Kind.NEW
        persistent.kill()
        with later(1.5, persistent.start):
            assert add(index, "c") is Kind.NEW


def test_what_is_left_to_its_lease_is_told_once_each_time_that_an_index_fails(server, caplog):
    """A crawl that gives its index up has many items under way."""
    allow = partial(server.client().execute_command, "ACL", "SETUSER", "default")
    with open_index(server.url) as index:
        for name in "ab":
            held = [index.reserve(Document(f"{name}{n}", story(f"{name}{n}"))) for n in range(3)]
            allow("-eval")
            for reservation in held[1:]:
                assert reservation.rollback()
            allow("+eval")
            held[0].rollback()
    assert caplog.text.count("Reservations end with their leases, not at once") == 2


def test_leases_that_are_not_renewed_are_told_once_each_time_that_this_begins(server, caplog):
    allow = partial(server.client().execute_command, "ACL", "SETUSER", "default")
    told = "Leases could not be renewed"
    with open_index(f"{server.url}?lease=0.3") as index:
        held = index.reserve(Document("a", story("a")))

        def renewed(times):
            """Wait until the thread that renews the lease has tried that as often."""
            trips = index.servers.round_trips + times
            while index.servers.round_trips < trips:
                time.sleep(0.01)

        for times in (1, 2):
            allow("-eval")
            renewed(4)
            assert caplog.text.count(told) == times
            allow("+eval")
            renewed(2)
        held.rollback()


def test_servers_that_answer_again_are_told_of_what_is_given_up(server):
    with open_index(f"{server.url}?patience=0.3&socket_timeout=0.2&lease=600") as index:
        first, second = (index.reserve(Document(name, story(name))) for name in "ab")
        server.process.send_signal(signal.SIGSTOP)
        first.rollback()
        server.process.send_signal(signal.SIGCONT)
        assert add(index, "c") is Kind.NEW
        second.rollback()
        assert add(index, "b") is Kind.NEW


def test_a_replica_in_the_place_of_its_master_is_told(server):
    replica = Server("--replicaof", "127.0.0.1", str(server.port))
    try:
        with pytest.raises(IndexUnreachable, match=r"is still a replica .*; name its master"):
            open_index(f"{replica.url}?patience=0.5")
    finally:
        replica.stop()


@pytest.mark.parametrize("binary", server_binaries())
@pytest.mark.parametrize("lacks", ["replicas", "its master's place"])
def test_what_a_server_lacks_for_a_while_is_waited_for(binary, lacks):
    """In a script, Redis 6 tells of it in other words, by which the crawl ended at once."""
    server = Server(binary=binary)
    client = server.client()

    def lack():
        if lacks == "replicas":
            client.config_set("min-replicas-to-write", 1)
        else:
            # Nobody is there, so it keeps its data.
            client.replicaof("127.0.0.1", 1)

    def mend():
        client.config_set("min-replicas-to-write", 0)
        client.replicaof("NO", "ONE")

    try:
        with open_index(f"{server.url}?lease=600") as index:
            reservations = [index.reserve(Document(name, story(name))) for name in "ab"]
            lack()
            with later(0.5, mend):
                reservations[0].commit()
            assert add(index, "c", story("c")) is Kind.NEW
    finally:
        server.stop()


def test_a_wrong_password_is_told_at_once_and_never_shown():
    server = Server("--requirepass", "right")
    try:
        wrong = f"redis://:hidden@127.0.0.1:{server.port}"
        with pytest.raises(IndexUnreachable, match="refuses this user or password") as caught:
            open_index(wrong)
        assert "hidden" not in str(caught.value)
        with pytest.raises(IndexUnreachable, match="refuses this user or password"):
            open_index(server.url)
        with open_index(wrong.replace("hidden", "right")) as index:
            assert add(index, "a") is Kind.NEW
            assert "right" not in str(index.stats())
    finally:
        server.stop()


def test_a_server_that_evicts_is_refused(server):
    server.client().config_set("maxmemory-policy", "allkeys-lru")
    server.client().config_set("maxmemory", "100mb")
    with pytest.raises(NearDupError, match="set maxmemory-policy noeviction"):
        open_index(server.url)


def test_a_server_that_would_evict_is_warned_of(server, caplog):
    server.client().config_set("maxmemory-policy", "allkeys-lru")
    with caplog.at_level(logging.WARNING), open_index(server.url):
        assert "may evict keys" in caplog.text


def test_a_server_out_of_memory_is_an_error_and_not_a_loss(server):
    with open_index(server.url) as index:
        assert add(index, "a") is Kind.NEW
        server.client().config_set("maxmemory", "1")
        with pytest.raises(NearDupError, match="out of memory") as caught:
            add(index, "b")
        assert caught.value.about == ("ttl",)
        server.client().config_set("maxmemory", "0")
        assert add(index, "b") is Kind.NEW
        assert add(index, "c", story("a")) is Kind.EXACT


def test_a_server_that_is_away_is_waited_for_and_then_given_up(server):
    with open_index(f"{server.url}?patience=1") as index:
        server.kill()
        start = time.monotonic()
        with pytest.raises(IndexUnreachable, match="can't be reached after trying for 1 s"):
            add(index, "a")
        assert time.monotonic() - start < 10
        server.start()
        with pytest.raises(IndexUnreachable, match="can't be reached"):
            open_index("redis://127.0.0.1:1/?patience=0.2")


@pytest.fixture
def persistent():
    server = Server("--appendonly", "yes", "--appendfsync", "always")
    yield server
    server.stop()


def test_a_server_that_loads_its_data_for_too_long_is_told_with_the_patience_for_it():
    """Valkey answers between any two keys while it loads them, 20 milliseconds each here."""
    server = Server(binary=server_binaries()[-1])
    try:
        with open_index(server.url) as index:
            add(index, "a")
        server.client().save()
        server.kill()
        slow = ("--key-load-delay", "20000", "--loading-process-events-interval-bytes", "1024")
        server.options += slow
        server.start()
        with pytest.raises(
            IndexUnreachable, match=r"loading .* give the URL a longer \?patience="
        ):
            open_index(f"{server.url}?patience=0.1")
    finally:
        server.stop()


def test_a_restart_is_waited_out(persistent):
    with open_index(persistent.url) as index:
        persistent.kill()
        with later(0.5, persistent.start):
            assert add(index, "a") is Kind.NEW


def test_a_restart_is_waited_out_by_a_crawler_that_starts(persistent):
    persistent.kill()
    with later(0.5, persistent.start), open_index(persistent.url) as index:
        assert add(index, "a") is Kind.NEW


def test_a_walk_over_all_keys_begins_anew_after_a_restart_and_tells_none_twice(persistent):
    connected = Servers(RedisLocation.parse(persistent.url))
    keys = {f"k{number}".encode() for number in range(3000)}
    connected.run([("SET", key, 1) for key in keys])
    walk = connected.scan("k*")
    found = [next(walk) for _ in range(1100)]
    persistent.kill()
    persistent.start()
    found += walk
    connected.close()
    assert len(found) == len(keys)
    assert set(found) == keys


def test_a_server_that_hangs_is_given_up(server):
    with open_index(f"{server.url}?socket_timeout=0.2&patience=1") as index:
        server.process.send_signal(signal.SIGSTOP)
        with pytest.raises(IndexUnreachable, match="answers in time"):
            add(index, "a")
        server.process.send_signal(signal.SIGCONT)
        assert add(index, "a") is Kind.NEW


def test_servers_that_hang_once_given_up_are_asked_by_few_of_the_calls_that_wait(server):
    """Each of them waited for the socket's timeout in its turn."""
    with open_index(f"{server.url}?socket_timeout=0.7&patience=0.1") as index:
        server.process.send_signal(signal.SIGSTOP)
        with pytest.raises(IndexUnreachable, match="answers in time"):
            add(index, "a")
        before = time.monotonic()
        with pytest.raises(IndexUnreachable, match="answers in time"):
            add(index, "a")
        assert before < index.servers._rest_until < 2 * time.monotonic() - before
        trips, index.servers._rest_until = index.servers.round_trips, math.inf
        with pytest.raises(IndexUnreachable, match="answers in time"):
            add(index, "a")
        assert index.servers.round_trips == trips
        server.process.send_signal(signal.SIGCONT)
        index.servers._rest_until = 0.0
        assert add(index, "a") is Kind.NEW


def test_a_read_sees_the_write_before_it_though_that_was_refused_at_first(server):
    connected = Servers(RedisLocation.parse(server.url))
    client = server.client()
    client.config_set("min-replicas-to-write", 1)
    try:
        with later(0.3, lambda: client.config_set("min-replicas-to-write", 0)):
            replies = connected.run([("ZADD", "k", 0, "m"), ("ZRANGE", "k", 0, -1)])
    finally:
        connected.close()
    assert replies == [1, [b"m"]]


def test_writes_wait_for_a_replica_and_are_counted_if_none_has_them(
    shared_url, redis_cluster, monkeypatch
):
    """Replicas that hang are waited for once, and not at each document."""
    monkeypatch.setattr(servers, "_UNACKNOWLEDGED_PAUSE", 600.0)
    replicas = [
        one for one in redis_cluster.servers if one.client().info("replication")["role"] == "slave"
    ]
    with open_index(shared_url("cluster")) as index:
        for replica in replicas:
            replica.process.send_signal(signal.SIGSTOP)
        try:
            assert add(index, "a") is Kind.NEW
            missed = index.stats()["unacknowledged"]
            assert add(index, "b") is Kind.NEW
        finally:
            for replica in replicas:
                replica.process.send_signal(signal.SIGCONT)
        assert 0 < missed == index.stats()["unacknowledged"]


def test_writes_wait_for_a_replica_that_joins_later(monkeypatch):
    monkeypatch.setattr(slots, "_USED_FOR", 0.1)
    monkeypatch.setattr(servers, "_UNACKNOWLEDGED_PAUSE", 0.0)
    options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "60000")
    master, replica = Server(*options), Server(*options)
    try:
        master.client().execute_command("CLUSTER", "ADDSLOTS", *range(16384))
        while b"cluster_state:ok" not in master.client().execute_command("CLUSTER", "INFO"):
            time.sleep(0.05)
        with open_index(f"redis+cluster://127.0.0.1:{master.port}") as index:
            assert add(index, "a") is Kind.NEW
            replica.client().execute_command("CLUSTER", "MEET", "127.0.0.1", master.port)
            name = master.client().execute_command("CLUSTER", "MYID")
            while name not in replica.client().execute_command("CLUSTER", "NODES"):
                time.sleep(0.05)
            replica.client().execute_command("CLUSTER", "REPLICATE", name)
            while len(master.client().execute_command("CLUSTER", "SLOTS")[0]) < 4:
                time.sleep(0.05)
            replica.process.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            assert index.stats()["unacknowledged"] == 0
            assert add(index, "b") is Kind.NEW
            assert index.stats()["unacknowledged"] > 0
    finally:
        master.stop()
        replica.stop()


def test_an_index_is_used_while_a_slot_of_its_postings_moves(redis_cluster, shared_url):
    with open_index(shared_url("cluster")) as index:
        assert add(index, "a") is Kind.NEW
        documents = index._documents
        # By the first of its postings, a document is known again.
        bucket, _ = documents.posts(*index.find("a"))[0]
        key, _ = documents.store._place(bucket)
        slot = redis_cluster.servers[0].client().execute_command("CLUSTER", "KEYSLOT", key)
        masters = redis_cluster.servers[:3]
        source = masters[slot * len(masters) // SLOTS]
        target = next(one for one in masters if one is not source)
        redis_cluster.move_keys(slot, source, target)
        try:
            assert index.get("a").id == "a"
            assert add(index, "a") is Kind.UNCHANGED
            assert add(index, "a", story("b")) is Kind.UPDATED
        finally:
            redis_cluster.hand_over(slot, source, target)
        assert index.get("a").id == "a"
        redis_cluster.move_slot(slot, target, source)
        assert index.remove("a")
        assert not [*documents.store.postings()]


def test_the_wrong_mode_is_told(redis_cluster, server):
    with pytest.raises(NearDupError, match=r"use redis\+cluster://"):
        open_index(redis_cluster.servers[0].url)
    with pytest.raises(NearDupError, match="is no cluster"):
        open_index(server.url.replace("redis://", "redis+cluster://"))
    with pytest.raises(NearDupError, match="is no sentinel; name the host and port of one"):
        open_index(f"redis+sentinel://127.0.0.1:{server.port}/mymaster/0")


def test_rights_that_a_script_lacks_are_told_as_such(server):
    server.client().execute_command("ACL", "SETUSER", "u", "on", ">pw", "~*", "+@all", "-pexpire")
    with (
        open_index(f"redis://u:pw@127.0.0.1:{server.port}") as index,
        pytest.raises(IndexUnreachable, match=r"refuses this user .* allow the user all that"),
    ):
        index.reserve(Document("a", story("a")))


@pytest.mark.parametrize("binary", server_binaries())
def test_the_rights_that_the_docs_give_a_user_are_enough(binary):
    (command,) = re.findall(r"`(ACL SETUSER .*?)`", (DOCS / "shared-index.md").read_text("utf-8"))
    server = Server(binary=binary)
    try:
        server.client().execute_command(*command.split())
        url = f"redis://crawler:password@127.0.0.1:{server.port}"
        with open_index(url, thresholds=Thresholds(ttl=3600)) as index:
            assert add(index, "a") is Kind.NEW
            assert add(index, "b", story("a")) is Kind.EXACT
            assert index.remove("b")
            assert index.prune(time.time() - 1000) == 0
            assert index.compact() == 0
        with pytest.raises(redis.exceptions.NoPermissionError):
            redis.Redis.from_url(url).flushall()
    finally:
        server.stop()


def test_a_user_that_may_not_wait_for_replicas_is_refused(redis_cluster):
    """Nothing was waited for, and nothing told of it."""
    clients = [server.client() for server in redis_cluster.servers]
    for client in clients:
        client.execute_command("ACL", "SETUSER", "u", "on", ">pw", "~*", "+@all", "-wait")
    try:
        with pytest.raises(IndexUnreachable, match=r"refuses this user .*'wait'"):
            open_index(redis_cluster.url.replace("://", "://u:pw@"))
    finally:
        for client in clients:
            client.execute_command("ACL", "DELUSER", "u")
            client.close()


def test_a_database_that_a_server_has_not_is_told(redis_cluster, server):
    for url in (
        f"{server.url}/99",
        f"redis+cluster://127.0.0.1:{redis_cluster.servers[0].port}/3",
    ):
        with pytest.raises(NearDupError, match=r"has no such database .* end the URL's path with"):
            open_index(url)


def test_a_node_whose_address_something_else_has_is_passed_over(redis_cluster, server):
    """As if its machine were gone, and its address given to another."""
    _, _, nodes = redis_cluster.url.partition("://")
    site = Site()
    url = f"redis+cluster://127.0.0.1:{site.server_port},127.0.0.1:{server.port},{nodes}"
    try:
        with open_index(url) as index:
            assert add(index, "a") is Kind.NEW
    finally:
        site.stop()


def test_a_node_that_is_cut_off_from_its_cluster_is_not_asked_for_ever():
    """It knew a node for every slot, and so was asked each time, until the patience was over."""
    options = "--cluster-enabled", "yes", "--cluster-node-timeout", "500"
    cluster, former = LocalCluster(masters=1), [Server(*options) for _ in range(2)]
    try:
        cut_off, gone = former
        for number, server in enumerate(former):
            client = server.client()
            client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            half = SLOTS // 2
            client.execute_command(
                "CLUSTER", "ADDSLOTS", *range(half * number, half * number + half)
            )
        gone.client().execute_command("CLUSTER", "MEET", "127.0.0.1", cut_off.port)
        wait_for_state(cut_off, b"cluster_state:ok")
        gone.kill()
        wait_for_state(cut_off, b"cluster_state:fail")
        _, _, nodes = cluster.url.partition("://")
        url = f"redis+cluster://127.0.0.1:{cut_off.port},{nodes}?socket_timeout=1"
        with open_index(url) as index:
            assert add(index, "a") is Kind.NEW
    finally:
        cluster.stop()
        for server in former:
            server.stop()


def wait_for_state(server, state):
    give_up = time.monotonic() + 20
    with server.client() as client:
        while state not in client.execute_command("CLUSTER", "INFO"):
            assert time.monotonic() < give_up
            time.sleep(0.05)


def test_an_index_that_must_exist_is_not_made(server):
    with pytest.raises(IndexFormatError, match="holds no index"):
        open_index(server.url, create=False)
    assert server.client().dbsize() == 0


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("http://127.0.0.1/", "http:// is no index"),
        ("redis://127.0.0.1/?lease=soon", "lease 'soon'"),
        ("redis://127.0.0.1/?prefix={a}", "prefix"),
        ("redis+sentinel://127.0.0.1/", "name the service"),
        ("redis://a:1,b:2/0", r"use redis\+cluster://"),
    ],
)
def test_a_wrong_url_is_explained(url, problem):
    with pytest.raises(NearDupError, match=problem):
        open_index(url)


def test_a_location_is_read_from_its_url():
    location = RedisLocation.parse("rediss+cluster://me:secret@a:1,b/?prefix=p&socket_timeout=2")
    assert location.hosts == (("a", 1), ("b", 6379))
    assert location.options["username"] == "me"
    assert location.options["socket_timeout"] == 2
    assert (location.mode, location.prefix) == ("cluster", "p")
    assert location.shown == "rediss+cluster://me:***@a:1,b/?prefix=p"


def test_the_least_version_of_tls_is_an_option_where_redis_py_reads_it_from_a_url():
    """Others hand the text on to OpenSSL, which takes a number."""
    reads = "ssl_min_version" in URL_QUERY_ARGUMENT_PARSERS
    assert ("ssl_min_version" in connection_options(SSLConnection)) is reads


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (
            "patince=2",
            r"unknown option 'patince'; did you mean 'patience'\? There are client_name",
        ),
        ("soket_timeout=2", "did you mean 'socket_timeout'"),
        ("nonsense=1", r"unknown option 'nonsense'\. There are"),
        ("decode_responses=1", "unknown option 'decode_responses'"),
        ("host=elsewhere", "unknown option 'host'"),
        ("ssl_ca_certs=x", "for TLS: use rediss://"),
        ("patience=", "option 'patience' has no value"),
        ("patience", "option 'patience' has no value"),
        ("socket_timeout=soon", "socket_timeout 'soon': use seconds, from 0.001 to"),
        (
            "socket_connect_timeout=1e300",
            "socket_connect_timeout '1e300': use seconds, from 0.001",
        ),
        ("lease=0.0001", "lease '0.0001': use seconds, from 0.001"),
        ("lease=5&patience=1&lease=5", "option 'lease' is given twice"),
        ("health_check_interval=-1", "health_check_interval '-1': use a whole number, from 0"),
        ("socket_keepalive=maybe", "socket_keepalive 'maybe': use yes or no"),
        ("client_name=a+b", "client_name 'a b': use letters, digits and signs, no spaces"),
        ("db=1", "path ends with database 0, its option 'db' is 1: give one"),
        ("db=news", "db 'news': use a whole number"),
        ("prefix=news#2", "what follows a # counts for nothing: write %23 for it"),
        ("lib_name=x", "unknown option 'lib_name'"),
    ],
)
def test_an_option_that_is_not_known_or_says_nothing_is_refused(option, problem):
    with pytest.raises(NearDupError, match=problem):
        read_location(f"redis://127.0.0.1/0?{option}")


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("ssl_cert_reqs=yes", "ssl_cert_reqs 'yes': use none, optional or required"),
        ("ssl_check_hostname=nope", "ssl_check_hostname 'nope': use yes or no"),
        ("ssl_validate_ocsp=yes", "unknown option 'ssl_validate_ocsp'"),
        ("ssl_validate_ocsp_stapled=no", "unknown option 'ssl_validate_ocsp_stapled'"),
        ("ssl_ca_path=/nowhere", "option 'ssl_ca_path': the directory /nowhere can't be read"),
        (
            "ssl_ca_certs=/",
            "/ is a directory; name a file, or give the directory as 'ssl_ca_path'",
        ),
    ],
)
def test_a_value_of_an_option_of_tls_that_redis_py_would_misread_is_refused(option, problem):
    with pytest.raises(NearDupError, match=problem):
        read_location(f"rediss://127.0.0.1/0?{option}")


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("ssl_min_version=1.3", "'1.3': use 771 for TLS 1.2 or 772 for TLS 1.3"),
        ("ssl_include_verify_flags=strict", "'strict': .* of .*VERIFY_X509_STRICT"),
        ("socket_read_size=0", "'0': use a whole number, from 1"),
    ],
)
def test_an_option_that_not_each_redis_py_has_is_checked_where_it_does(option, problem):
    if option.partition("=")[0] not in connection_options(SSLConnection):
        problem = "unknown option"
    with pytest.raises(NearDupError, match=problem):
        read_location(f"rediss://127.0.0.1/0?{option}")


@pytest.mark.parametrize("mode", ["", "+cluster", "+sentinel"])
def test_a_url_that_redis_py_can_not_connect_with_is_told_at_once(mode):
    with pytest.raises(NearDupError, match=r"//a\.\.b/\S+ is wrong: redis-py .* label empty"):
        open_index(f"redis{mode}://a..b/{'news/' if mode == '+sentinel' else ''}0")


@pytest.mark.parametrize("option", ["ssl_certfile", "ssl_keyfile"])
def test_a_file_of_tls_that_is_not_there_is_told_at_once(option, tmp_path):
    for path in (tmp_path / "nowhere.pem", tmp_path):
        with pytest.raises(
            NearDupError, match=f"option '{option}': the file {path} can't be read"
        ):
            read_location(f"rediss://127.0.0.1/0?{option}={path}")


@pytest.mark.parametrize("database", ["news", "9999999999", "\uff10"])
def test_a_database_is_a_number(database):
    with pytest.raises(NearDupError, match=f"database '{database}': use a whole number"):
        read_location(f"redis://127.0.0.1/{database}")


def test_a_port_of_zero_is_not_that_of_another_server():
    assert RedisLocation.parse("redis://a:0/").hosts == (("a", 0),)


@pytest.mark.parametrize("connection", [Connection, SSLConnection])
def test_what_a_url_may_set_is_taken_by_the_connection(connection):
    options = connection_options(connection)
    assert {"username", "password", "db", "socket_timeout", "client_name"} <= options
    assert ("ssl_ca_certs" in options) is (connection is SSLConnection)
    values = dict.fromkeys(options, "1") | {"ssl_cert_reqs": "none", "ssl_min_version": "772"}
    values.update(
        (name, "VERIFY_X509_STRICT") for name in options if name.endswith("verify_flags")
    )
    query = urlencode({name: values[name] for name in options})
    connection(**parse_url(f"redis://127.0.0.1/?{query}"))


@pytest.mark.parametrize("with_hiredis", [True, False])
def test_commands_are_packed_with_hiredis_or_without(server, monkeypatch, with_hiredis):
    if not with_hiredis:
        monkeypatch.setattr(servers, "_pack", None)
    with open_index(server.url) as index:
        assert add(index, "a") is Kind.NEW
        assert add(index, "ä\n", story("a")) is Kind.EXACT
        assert index.servers.run([("SET", b"k", "ü\r\n"), ("GET", "k"), ("INCRBY", "n", 3)]) == [
            b"OK",
            "ü\r\n".encode(),
            3,
        ]


@pytest.mark.parametrize(
    "place", ["u:s3/cret@h/0", "u:s3?cret@h/0", "u:s3#cret@h/0", "/u:s3cret@h"]
)
def test_no_part_of_a_password_is_told_where_a_url_can_not_be_read(place):
    with pytest.raises(NearDupError, match="the index URL is wrong") as error:
        read_location(f"redis://{place}")
    assert "s3" not in str(error.value)
    assert "cret" not in str(error.value)
