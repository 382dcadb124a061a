"""One interface to Redis servers of three kinds: a single server, a Sentinel's master, a Cluster.

Commands go out in batches, each node's share (:mod:`.slots`) in one write and one read, all nodes
at once: a batch takes one round trip. A command that fails for a passing reason (a failover, slots
on the move, a slow or restarting server) is tried again until the patience runs out, so it has to
be a command that may run twice.

redis-py's own RedisCluster and its pipeline take 2.6 times as long an article (medians 3.9 against
1.5 ms, 3.3 against 1.1 of CPU, as many round trips: 4.03) in 12 interleaved rounds of 100 articles
on three local masters with replicas; redis-py 8.1.0, hiredis 3.5.0, Redis 6.2.9, 2026-11-22.
"""

from __future__ import annotations

import math
import random
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import redis
from redis.backoff import NoBackoff
from redis.connection import Connection
from redis.crc import key_slot
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.own_process import OwnProcess
from scrapy_neardup.core.redis.faults import (
    FAULTS,
    explained,
    is_mistyped,
    misread,
    mistyped,
    passes,
    unreachable,
)
from scrapy_neardup.core.redis.slots import SlotTable

try:
    from hiredis import pack_command

    _pack: Any = pack_command
except ImportError:
    _pack = None

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_neardup.core.redis.location import Address, RedisLocation

Word = bytes | str | int
Command = tuple[Word, ...]
"""A command's words. The key is the second word; in EVAL, the fourth."""

_CONNECTIONS = 2**31
"""No limit: there are as many as threads need at once, and those that an interrupt has left in no use."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
_PATIENCE_ONCE_GIVEN_UP = 0.5
"""Seconds: enough for connections that have broken meanwhile to be made anew."""
_ACKNOWLEDGE_MS = 500
_UNACKNOWLEDGED_PAUSE = 5.0


class _Patience:
    """Pauses that grow, until *seconds* are over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._give_up = time.monotonic() + seconds
        self._pause = _FIRST_PAUSE

    @property
    def overrun(self) -> float:
        """How many seconds ago they were over, below 0 where they are not yet."""
        return time.monotonic() - self._give_up

    def wait(self, *, at_once: bool = False) -> bool:
        """Pause, except the first time with *at_once*. False if the pause would take too long."""
        if time.monotonic() + self._pause > self._give_up:
            return False
        if not at_once or self._pause > _FIRST_PAUSE:
            # Crawlers that tried again in step would meet each time.
            time.sleep(self._pause * random.uniform(0.5, 1.5))
        self._pause = min(self._pause * 2, _LONGEST_PAUSE)
        return True


@dataclass
class _Share:
    """What goes to one node in a round trip: the places of its commands in the batch."""

    pool: redis.ConnectionPool
    waits_for_replica: bool = False
    places: list[int] = field(default_factory=list)
    connection: Any = None
    has_failed: bool = False
    """Whether a command of it was not carried out."""

    def failed(self, error: Exception, answered: int = 0) -> list[tuple[int, Exception]]:
        """*error* as the answer in every place whose reply has not come."""
        self.drop()
        return [(place, error) for place in self.places[answered:]]

    def drop(self) -> None:
        if self.connection is not None:
            self.connection.disconnect()


class Servers:
    """The servers of *location*, used by any number of threads of the process that made it.

    In a forked child, every call raises NearDupError, except :meth:`close`, which does nothing
    there: the connections are the parent's.

    *round_trips* counts batches, for measuring; *unacknowledged* counts writes that no replica
    had in time.
    """

    def __init__(self, location: RedisLocation) -> None:
        self.location = location
        self.round_trips = 0
        self.unacknowledged = 0
        self.given_up = False
        """Whether the last call ran out of patience: until servers answer, other calls have little of it."""
        self._rest_until = 0.0
        self._last_refusal: NearDupError | None = None
        self._options = {
            "socket_timeout": 5.0,
            "socket_connect_timeout": 5.0,
            **location.options,
            "retry": Retry(NoBackoff(), 0),
            "protocol": 2,
        }
        for name in ("host", "port"):
            self._options.pop(name, None)
        self._class = self._options.pop("connection_class", Connection)
        self._pools: dict[Address, redis.ConnectionPool] = {}
        self._slots = SlotTable(location.hosts, self._cluster_slots)
        self._acknowledge_from = 0.0
        self._lock = threading.Lock()
        self.closed = False
        self.process = OwnProcess(f"the index {location.shown}")
        self._master_pool: redis.ConnectionPool | None = None
        if location.mode == "sentinel":
            self._master_pool = self._through_sentinel()

    def run(self, commands: Sequence[Command], *, replicated: bool = False) -> list[Any]:
        """The raw replies of *commands*, in their order, in one round trip as a rule.

        With *replicated*, waits for a replica of each node to have the writes, where it has one,
        so that a failover keeps them. Raises IndexUnreachable once the patience has run out, and
        NearDupError for an error that trying again does not mend.
        """
        self.process.require()
        replies: list[Any] = [None] * len(commands)
        todo = list(range(len(commands)))
        patience = self._patience()
        while todo:
            problem: Exception | None
            try:
                todo, problem = self._attempt(commands, todo, replies, replicated=replicated)
            except FAULTS as error:
                problem = self._passing(error)
            if todo:
                self._wait(patience, problem)
        self.given_up = False
        return replies

    def on_each_master(self, *words: Word) -> list[Any]:
        """The reply of every master to one command without a key. Raises as :meth:`run`."""
        self.process.require()
        patience = self._patience()
        while True:
            try:
                return [self._ask(pool, words) for pool in self._masters()]
            except FAULTS as error:
                self._wait(patience, self._passing(error))

    def scan(self, pattern: str) -> Iterator[bytes]:
        """Every key of this pattern, once, in no order. Raises as :meth:`run`.

        Takes a walk over all keys of the servers, and remembers those of the pattern.
        """
        self.process.require()
        seen: set[bytes] = set()
        patience = self._patience()
        while True:
            try:
                for keys in self._walk(pattern):
                    fresh = set(keys).difference(seen)
                    seen |= fresh
                    yield from fresh
                    patience = self._patience()
            except FAULTS as error:
                # A cursor means nothing to another server, or to the same one started again.
                self._wait(patience, self._passing(error))
            else:
                return

    def close(self) -> None:
        """Disconnect. Every later call raises NearDupError, but closing twice is allowed."""
        if self.process.is_parents:
            return
        with self._lock:
            self.closed = True
            pools = [*self._pools.values()]
            if self._master_pool is not None:
                pools.append(self._master_pool)
            for pool in pools:
                pool.disconnect()
            self._pools.clear()

    def _walk(self, pattern: str) -> Iterator[list[bytes]]:
        for pool in self._masters():
            # One connection for a whole walk, because another one may lead to a restarted server.
            with self._connected(pool) as connection:
                cursor = b"0"
                while True:
                    connection.send_command("SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
                    cursor, keys = connection.read_response()
                    yield keys
                    if cursor == b"0":
                        break

    def _masters(self) -> list[redis.ConnectionPool]:
        if self.location.mode != "cluster":
            return [self._pool_of(self.location.hosts[0])]
        return [self._pool_of(address) for address in dict.fromkeys(self._slots.masters())]

    def _patience(self) -> _Patience:
        # Else each of many items under way would wait as long again for servers that are gone, or, one after
        # the other, for servers that hang.
        if self.given_up and self._last_refusal and time.monotonic() < self._rest_until:
            raise type(self._last_refusal)(str(self._last_refusal))
        most = _PATIENCE_ONCE_GIVEN_UP if self.given_up else math.inf
        return _Patience(min(self.location.patience, most))

    def _wait(self, patience: _Patience, problem: Exception | None) -> None:
        """Pause before another attempt. Raises IndexUnreachable if the patience has run out."""
        self._slots.forget()
        moved = isinstance(problem, redis.exceptions.MovedError)
        if not patience.wait(at_once=moved):
            if self.given_up:
                # As long as that took too long: half of the time at most goes to servers that hang.
                self._rest_until = time.monotonic() + patience.overrun
            self.given_up = True
            self._last_refusal = unreachable(problem, self.location, patience.seconds)
            raise self._last_refusal from problem

    def _passing(self, error: Exception) -> Exception:
        """*error*, if trying again may help; else raises the error that explains it to the user."""
        if not passes(error):
            raise explained(error, self.location) from error
        return error

    def _attempt(
        self,
        commands: Sequence[Command],
        places: list[int],
        replies: list[Any],
        *,
        replicated: bool,
    ) -> tuple[list[int], Exception | None]:
        """Send these commands once; returns the places of those to send again, and one reason."""
        self.round_trips += 1
        shares = self._shares(commands, places, replicated=replicated)
        share_of = {place: share for share in shares for place in share.places}
        again: list[int] = []
        problem: Exception | None = None
        for place, answer in self._exchange(shares, commands):
            share, reply = share_of[place], answer
            # A MovedError is an AskError, too, but it redirects for good.
            moved = isinstance(reply, redis.exceptions.MovedError)
            if isinstance(reply, redis.exceptions.AskError) and not moved:
                reply = self._ask_taker(reply.node_addr, commands[place])
            if not isinstance(reply, Exception):
                if share.has_failed:
                    # A read that follows a write has to see it, so it follows it again.
                    again.append(place)
                else:
                    replies[place] = reply
                continue
            again.append(place)
            share.has_failed = True
            if problem is None or not moved:
                if is_mistyped(reply):
                    keys = _keys(commands[place])
                    raise mistyped(reply, self.location.shown, keys) from reply
                problem = self._passing(reply)
        return sorted(again), problem

    def _exchange(
        self, shares: list[_Share], commands: Sequence[Command]
    ) -> list[tuple[int, Any]]:
        """Write all shares, then read all: each place with its reply, or with the error."""
        answers: list[tuple[int, Any]] = []
        written = []
        try:
            for share in shares:
                words = [commands[place] for place in share.places]
                if share.waits_for_replica:
                    words.append(("WAIT", 1, _ACKNOWLEDGE_MS))
                try:
                    share.connection = self._connection_of(share.pool)
                    _send(share.connection, words)
                    written.append(share)
                except FAULTS as error:
                    answers += share.failed(error)
            for share in written:
                answered = 0
                try:
                    for place in share.places:
                        answers.append((place, _read(share.connection)))
                        answered += 1
                    if share.waits_for_replica:
                        self._note_acknowledged(_read(share.connection))
                except FAULTS as error:
                    answers += share.failed(error, answered)
        except BaseException as error:
            for share in shares:
                share.drop()
            self._require_open(error)
            raise
        finally:
            for share in shares:
                if share.connection is not None:
                    share.pool.release(share.connection)
        return answers

    def _note_acknowledged(self, replicas: Any) -> None:
        """Note what WAIT replied: how many *replicas* have the writes, or an error."""
        if isinstance(replicas, redis.exceptions.NoPermissionError):
            raise explained(replicas, self.location) from replicas
        if replicas == 0:
            self.unacknowledged += 1
            # A replica that is gone must not slow every document.
            self._acknowledge_from = time.monotonic() + _UNACKNOWLEDGED_PAUSE

    def _ask_taker(self, address: Address, command: Command) -> Any:
        """The reply of the node that is taking the slot of *command* over, or the error."""
        self.round_trips += 1
        share = _Share(self._pool_of(address), places=[0, 1])
        return self._exchange([share], [("ASKING",), command])[-1][1]

    def _shares(
        self, commands: Sequence[Command], places: list[int], *, replicated: bool
    ) -> list[_Share]:
        """*places*, grouped by the node that each command goes to."""
        if self.location.mode != "cluster":
            address = self.location.hosts[0]
            acknowledge = replicated and self._acknowledges(address)
            return [_Share(self._pool_of(address), acknowledge, places)]
        masters = self._slots.masters()
        shares: dict[Address, _Share] = {}
        for place in places:
            address = masters[key_slot(_key(commands[place]))]
            share = shares.get(address)
            if share is None:
                acknowledge = replicated and self._acknowledges(address)
                share = shares[address] = _Share(self._pool_of(address), acknowledge)
            share.places.append(place)
        return list(shares.values())

    def _pool_of(self, address: Address) -> redis.ConnectionPool:
        with self._lock:
            self._require_open()
            if self._master_pool is not None:
                return self._master_pool
            pool = self._pools.get(address)
            if pool is None:
                host, port = address
                # Where Ctrl-C comes in a BlockingConnectionPool, the lock of its queue may stay held for ever.
                pool = self._pools[address] = redis.ConnectionPool(
                    max_connections=_CONNECTIONS,
                    connection_class=self._class,
                    host=host,
                    port=port,
                    **self._options,
                )
            return pool

    def _connection_of(self, pool: redis.ConnectionPool) -> Any:
        """A connection of *pool*. Raises what redis-py raises, and NearDupError for a URL that it can't use."""
        try:
            return pool.get_connection()
        except (TypeError, ValueError, OverflowError) as error:
            raise misread(error, self.location) from error

    @contextmanager
    def _connected(self, pool: redis.ConnectionPool) -> Iterator[Any]:
        """A connection of *pool*, which ends if what is done with it fails."""
        connection = self._connection_of(pool)
        try:
            yield connection
        except BaseException:
            connection.disconnect()
            raise
        finally:
            pool.release(connection)

    def _ask(self, pool: redis.ConnectionPool, words: Command) -> Any:
        """The reply of the server of *pool* to one command. Raises as :meth:`_connection_of`."""
        with self._connected(pool) as connection:
            connection.send_command(*words)
            return connection.read_response()

    def _require_open(self, error: BaseException | None = None) -> None:
        """Raise NearDupError once it is closed, be it while a call of another thread was under way."""
        if self.closed:
            raise NearDupError(f"the index {self.location.shown} is closed") from error

    def _through_sentinel(self) -> redis.ConnectionPool:
        options = {
            name: value for name, value in self._options.items() if name not in ("retry", "db")
        }
        retry = Retry(NoBackoff(), 0)
        # The sentinels take their own password, which redis-py reads from sentinel_kwargs.
        own = {
            "password": options.pop("sentinel_password", None),
            "ssl": self.location.sentinel_ssl,
            "retry": retry,
            "protocol": options["protocol"],
        }
        own |= {
            name: value for name, value in options.items() if name.startswith(("socket_", "ssl_"))
        }
        sentinel: Sentinel = _Sentinels(  # type: ignore[no-untyped-call]
            self.location.hosts,
            sentinel_kwargs=own,
            ssl=self.location.is_tls,
            **options,
        )
        database = self._options.get("db", 0)
        pool: redis.ConnectionPool = sentinel.master_for(
            self.location.service,
            db=database,
            retry=retry,
            max_connections=_CONNECTIONS,
        ).connection_pool
        return pool

    def _cluster_slots(self, address: Address) -> Any:
        return self._ask(self._pool_of(address), ("CLUSTER", "SLOTS"))

    def _acknowledges(self, address: Address) -> bool:
        has_replicas = self.location.mode == "sentinel" or self._slots.has_replicas(address)
        return has_replicas and time.monotonic() >= self._acknowledge_from


class _Sentinels(Sentinel):
    """Sentinels whose error tells what is wrong with those that name no master. redis-py puts its client with all
    options before that, in some versions with the password, and in others tells only which kind of error it is.
    """

    def discover_master(self, service_name: str) -> Address:
        asked, problems = self.sentinels, []
        for sentinel in asked:
            try:
                masters: Any = sentinel.sentinel_masters()
            except (redis.ConnectionError, redis.TimeoutError) as error:
                problem: Exception = error
                if not passes(error):
                    # Of a wrong password, redis-py does not tell whose it is.
                    at = "{host}:{port}".format(**sentinel.connection_pool.connection_kwargs)
                    problem = type(error)(f"sentinel {at}: {error}")
                problems.append(problem)
                continue
            state = masters.get(service_name)
            if state and Sentinel.check_master_state(self, state, service_name):
                # It is asked first the next time. Other threads may be asking right now.
                others = [one for one in asked if one is not sentinel]
                self.sentinels = [sentinel, *others]
                return state["ip"], state["port"]
        # In a failover, those that can be asked name no master for a while.
        if len(problems) == len(asked):
            for problem in problems:
                if not passes(problem):
                    raise problem
        told = ", ".join(map(str, problems))
        raise MasterNotFoundError(f"No master found for {service_name!r}: {told}".rstrip(": "))


def _key(command: Command) -> bytes:
    return _bytes(command[3 if command[0] == "EVAL" else 1])


def _keys(command: Command) -> list[bytes]:
    """All keys of a command. The first of them decides which node it goes to."""
    keys = command[3 : 3 + int(command[2])] if command[0] == "EVAL" else command[1:2]
    return [_bytes(key) for key in keys]


def _bytes(key: Word) -> bytes:
    return key if isinstance(key, bytes) else str(key).encode()


def _send(connection: Any, commands: Sequence[Command]) -> None:
    """Write *commands* at once."""
    if _pack is not None:
        packed = b"".join([_pack(command) for command in commands])
    else:
        # redis-py's own packing, without hiredis, takes five times as long.
        packed = b"".join(connection.pack_commands(commands))
    connection.send_packed_command([packed])


def _read(connection: Any) -> Any:
    """A reply, or the error that stands in its place."""
    try:
        return connection.read_response()
    except redis.ResponseError as error:
        return error
