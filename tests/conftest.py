"""What all suites rely on: signals, patience, and Redis servers for every backend."""

from __future__ import annotations

import signal
import sys
import uuid
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.append(str(Path(__file__).parents[1] / "example_project"))

from cluster import LocalCluster, Server

# A busy machine is no fault of the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# A shell starts what it runs in the background deaf to Ctrl-C, which the tests send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


HAS_PLYVEL = find_spec("plyvel") is not None
OF_LEVELDB = [
    "core/stores/test_leveldb.py",
    "core/stores/test_manifest.py",
    "faults/test_corruption.py",
]
collect_ignore = [] if HAS_PLYVEL else OF_LEVELDB


def pytest_report_header():
    return None if HAS_PLYVEL else "plyvel is not installed: what needs LevelDB is not tested"


def pytest_collection_modifyitems(items):
    if HAS_PLYVEL:
        return
    for item in items:
        params = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if item.get_closest_marker("leveldb") or "leveldb" in params:
            item.add_marker(pytest.mark.skip(reason="needs plyvel"))


@pytest.fixture(scope="session")
def started_server():
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def redis_server(started_server):
    """A Redis server without a key, as those that earlier tests left make each search longer."""
    yield started_server
    empty(started_server)


@pytest.fixture(scope="session")
def started_cluster():
    cluster = LocalCluster()
    yield cluster
    cluster.stop()


@pytest.fixture
def redis_cluster(started_cluster):
    """A Redis Cluster without a key."""
    yield started_cluster
    for server in started_cluster.servers:
        empty(server)


def empty(server: Server) -> None:
    with server.client() as client:
        if client.role()[0] == b"master":
            client.flushall(asynchronous=True)


@pytest.fixture
def shared_url(request):
    """The URL of an index of the test's own: ``shared_url("redis")`` or ``("cluster")``."""

    def of(backend, **options):
        servers = request.getfixturevalue(f"redis_{'server' if backend == 'redis' else backend}")
        query = {"prefix": f"test-{uuid.uuid4().hex[:8]}", **options}
        return f"{servers.url}?" + "&".join(f"{name}={value}" for name, value in query.items())

    return of
