"""Redis servers as one: a single server, a Sentinel's master, a Cluster.

Redis Cluster spreads keys over 16,384 slots and slots over nodes (Redis Cluster specification).
Commands go out in batches, each node's share in one write and one read, all nodes at once: a
batch takes one round trip. What fails for a reason that passes (a failover, slots on the move, a
slow or restarting server) is tried again until the patience runs out; so every command has to be
one that may run twice.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from scrapy_neardup.core.errors import IndexUnreachable, NearDupError

try:
    import redis
    from redis.backoff import NoBackoff
    from redis.connection import Connection, SSLConnection, parse_url
    from redis.crc import key_slot
    from redis.retry import Retry
    from redis.sentinel import Sentinel
except ImportError as error:
    raise NearDupError(
        "an index on Redis needs the package redis; install scrapy-neardup[redis]"
    ) from error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Word = bytes | str | int
Command = tuple[Word, ...]
"""A command's words. The key comes second, but in EVAL, where it is the fourth."""

MODES = ("", "cluster", "sentinel")
_PREFIX = "neardup"
_NOT_IN_PREFIX = frozenset("{}*?[]\\#")
_CONNECTIONS = 32
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
_ACKNOWLEDGE_MS = 500
_UNACKNOWLEDGED_PAUSE = 5.0
_PORT, _SENTINEL_PORT = 6379, 26379
_BAD_CERTIFICATE = "CERTIFICATE_VERIFY_FAILED"

Address = tuple[str, int]


def is_redis_url(location: object) -> bool:
    """Whether *location* names Redis servers rather than a directory."""
    scheme = str(location).partition("://")[0] if "://" in str(location) else ""
    base, _, mode = scheme.partition("+")
    return base in ("redis", "rediss") and mode in MODES


@dataclass(frozen=True)
class RedisLocation:
    """An index's place, read from a URL.

    ``redis://[user:password@]host:port/db``, ``rediss://`` for TLS, ``redis+cluster://`` with one
    or more of its nodes (``host:port,host:port``), ``redis+sentinel://`` with its sentinels and
    ``/service/db`` as path. Of the query, ``prefix`` starts all keys, ``lease`` and ``patience``
    are seconds (see :class:`~scrapy_neardup.core.redis.index.RedisIndex`), and the rest are
    redis-py's connection options such as ``socket_timeout``. Raises ValueError.
    """

    mode: str
    hosts: tuple[Address, ...]
    service: str
    options: dict[str, Any]
    shown: str
    """The URL without its password."""
    prefix: str = _PREFIX
    lease: float = 30.0
    patience: float = 20.0

    @classmethod
    def parse(cls, url: str) -> RedisLocation:
        scheme, _, _ = url.partition("://")
        base, _, mode = scheme.partition("+")
        parts = urlsplit(url)
        account, _, hosts = parts.netloc.rpartition("@")
        query = dict(parse_qsl(parts.query))
        prefix = query.pop("prefix", _PREFIX)
        if not prefix or _NOT_IN_PREFIX.intersection(prefix):
            raise ValueError(f"prefix {prefix!r}: use letters, digits and - _ . : /")
        seconds = {
            name: _seconds(name, query.pop(name, str(default)))
            for name, default in (("lease", cls.lease), ("patience", cls.patience))
        }
        default_port = _SENTINEL_PORT if mode == "sentinel" else _PORT
        addresses = tuple(_address(host, default_port) for host in hosts.split(","))
        service, path = "", parts.path
        if mode == "sentinel":
            service, _, database = parts.path.strip("/").partition("/")
            path = f"/{database}"
            if not service:
                raise ValueError("name the service that the sentinels watch: .../service/0")
        elif len(addresses) > 1 and not mode:
            raise ValueError("several servers are a cluster: use redis+cluster://")
        login = f"{account}@" if account else ""
        host, port = addresses[0]
        plain = f"{base}://{login}{quote(host)}:{port}{path}?{urlencode(query)}"
        options = parse_url(plain)
        masked = f"{account.partition(':')[0]}:***@" if account else ""
        shown = urlunsplit((scheme, masked + hosts, parts.path, "", ""))
        if prefix != _PREFIX:
            shown += f"?prefix={prefix}"
        return cls(mode, addresses, service, options, shown, prefix, **seconds)


def with_prefix(url: str, prefix: str) -> str:
    """*url* with another *prefix* in its query."""
    parts = urlsplit(url)
    query = [(name, value) for name, value in parse_qsl(parts.query) if name != "prefix"]
    options = [urlencode(query)] if query else []
    return urlunsplit(parts._replace(query="&".join([*options, prefix_option(prefix)])))


def has_prefix(url: str) -> bool:
    """Whether the query of *url* gives a prefix."""
    return any(name == "prefix" for name, _ in parse_qsl(urlsplit(url).query))


def prefix_option(prefix: str) -> str:
    """The option of a URL's query that gives *prefix*."""
    return urlencode({"prefix": prefix}, safe=":/")


def _seconds(name: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ValueError(f"{name} {text!r}: use seconds, more than 0")
    return seconds


def _address(text: str, default_port: int) -> Address:
    split = urlsplit(f"//{text}")
    return split.hostname or "localhost", split.port or default_port


@dataclass
class _Share:
    """What goes to one node in a round trip."""

    pool: redis.ConnectionPool
    places: list[int] = field(default_factory=list)
    connection: Any = None


class Servers:
    """The servers of *location*, used by any number of threads.

    *round_trips* counts batches, for measuring.
    """

    def __init__(self, location: RedisLocation) -> None:
        self.location = location
        self.round_trips = 0
        self.unacknowledged = 0
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
        self._slots: list[Address] = []
        self._with_replicas: set[Address] = set()
        self._acknowledge_from = 0.0
        self._refreshed = 0.0
        self._lock = threading.Lock()
        self._master_pool: redis.ConnectionPool | None = None
        if location.mode == "sentinel":
            self._master_pool = self._through_sentinel()

    def run(self, commands: Sequence[Command], *, replicated: bool = False) -> list[Any]:
        """The raw replies of *commands*, in their order, in one round trip as a rule.

        With *replicated*, waits for a replica of each node to have the writes, where it has one,
        so that a failover keeps them. Raises IndexUnreachable once the patience has run out, and
        NearDupError for what trying again does not mend.
        """
        replies: list[Any] = [None] * len(commands)
        todo = list(range(len(commands)))
        give_up = time.monotonic() + self.location.patience
        pause = _FIRST_PAUSE
        while todo:
            todo, problem = self._attempt(commands, todo, replies, replicated=replicated)
            if not todo:
                break
            if not isinstance(problem, redis.exceptions.MovedError):
                if time.monotonic() + pause > give_up:
                    raise self._unreachable(problem) from problem
                # Not all crawlers at once.
                time.sleep(pause * random.uniform(0.5, 1.5))
                pause = min(pause * 2, _LONGEST_PAUSE)
            elif time.monotonic() > give_up:
                raise self._unreachable(problem) from problem
            self._forget_slots()
        return replies

    def on_each_master(self, *words: Word) -> list[Any]:
        """The reply of every master to one command without a key, all but lost ones tried once."""
        replies = []
        for pool in self._masters():
            connection = None
            try:
                connection = pool.get_connection()
                connection.send_command(*words)
                replies.append(connection.read_response())
            except redis.RedisError as error:
                raise self._explained(error) from error
            finally:
                if connection is not None:
                    pool.release(connection)
        return replies

    def scan(self, pattern: str) -> Iterator[bytes]:
        """Every key of this pattern, once, in no order; takes a walk over all keys."""
        seen: set[bytes] = set()
        for pool in self._masters():
            cursor = b"0"
            while True:
                connection = pool.get_connection()
                try:
                    connection.send_command("SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
                    cursor, keys = connection.read_response()
                except redis.RedisError as error:
                    raise self._explained(error) from error
                finally:
                    pool.release(connection)
                yield from (key for key in keys if key not in seen)
                if self.location.mode == "cluster":
                    seen.update(keys)
                if cursor == b"0":
                    break

    def close(self) -> None:
        with self._lock:
            pools = [*self._pools.values()]
            if self._master_pool is not None:
                pools.append(self._master_pool)
            for pool in pools:
                pool.disconnect()
            self._pools.clear()

    def _masters(self) -> list[redis.ConnectionPool]:
        if self.location.mode != "cluster":
            return [self._pool_of(self.location.hosts[0])]
        try:
            self._slot_table()
        except (redis.RedisError, OSError) as error:
            raise self._explained(error) from error
        return [self._pool_of(address) for address in dict.fromkeys(self._slots)]

    def _attempt(
        self,
        commands: Sequence[Command],
        places: list[int],
        replies: list[Any],
        *,
        replicated: bool,
    ) -> tuple[list[int], Exception | None]:
        """Send these commands once; the places of those to send again, and one of the reasons."""
        self.round_trips += 1
        try:
            shares = self._shares(commands, places)
        except redis.RedisError as error:
            if not _passes(error):
                raise self._explained(error) from error
            return places, error
        again: list[int] = []
        problem: Exception | None = None
        asked: list[tuple[int, redis.exceptions.AskError]] = []
        try:
            written = []
            for address, share in shares.items():
                acknowledge = replicated and self._acknowledges(address)
                words = [commands[place] for place in share.places]
                if acknowledge:
                    words.append(("WAIT", 1, _ACKNOWLEDGE_MS))
                try:
                    share.connection = share.pool.get_connection()
                    share.connection.send_packed_command([_pack(words)])
                    written.append((share, acknowledge))
                except (redis.RedisError, OSError) as error:
                    problem = self._note(error)
                    again += share.places
                    self._drop(share)
            for share, acknowledge in written:
                pending = list(share.places)
                try:
                    while pending:
                        reply = _read(share.connection)
                        place = pending.pop(0)
                        if isinstance(reply, redis.exceptions.MovedError):
                            again.append(place)
                            problem = problem or reply
                        elif isinstance(reply, redis.exceptions.AskError):
                            asked.append((place, reply))
                        elif isinstance(reply, Exception):
                            again.append(place)
                            problem = self._note(reply)
                        else:
                            replies[place] = reply
                    if acknowledge and _read(share.connection) == 0:
                        self.unacknowledged += 1
                        # A replica that is gone must not slow every document.
                        self._acknowledge_from = time.monotonic() + _UNACKNOWLEDGED_PAUSE
                except (redis.ConnectionError, redis.TimeoutError, OSError) as error:
                    problem = self._note(error)
                    again += pending
                    self._drop(share)
        except BaseException:
            for share in shares.values():
                self._drop(share)
            raise
        finally:
            for share in shares.values():
                if share.connection is not None:
                    share.pool.release(share.connection)
        for place, redirection in asked:
            reply = self._ask(redirection.node_addr, commands[place])
            if isinstance(reply, Exception):
                again.append(place)
                problem = self._note(reply)
            else:
                replies[place] = reply
        return sorted(again), problem

    @staticmethod
    def _drop(share: _Share) -> None:
        if share.connection is not None:
            share.connection.disconnect()

    def _ask(self, address: Address, command: Command) -> Any:
        """Send one command to the node that is taking its slot over."""
        self.round_trips += 1
        pool = self._pool_of(address)
        connection = None
        try:
            connection = pool.get_connection()
            connection.send_packed_command([_pack([("ASKING",), command])])
            _read(connection)
            return _read(connection)
        except (redis.RedisError, OSError) as error:
            if connection is not None:
                connection.disconnect()
            return error
        finally:
            if connection is not None:
                pool.release(connection)

    def _note(self, error: Exception) -> Exception:
        """*error*, if it passes; else raise what the user is to know."""
        if not _passes(error):
            raise self._explained(error) from error
        return error

    def _shares(self, commands: Sequence[Command], places: list[int]) -> dict[Address, _Share]:
        if self.location.mode != "cluster":
            address = self.location.hosts[0]
            return {address: _Share(self._pool_of(address), list(places))}
        slots = self._slot_table()
        shares: dict[Address, _Share] = {}
        for place in places:
            address = slots[key_slot(_key(commands[place]))]
            share = shares.get(address)
            if share is None:
                share = shares[address] = _Share(self._pool_of(address))
            share.places.append(place)
        return shares

    def _pool_of(self, address: Address) -> redis.ConnectionPool:
        if self._master_pool is not None:
            return self._master_pool
        with self._lock:
            pool = self._pools.get(address)
            if pool is None:
                host, port = address
                endpoint = {} if "path" in self._options else {"host": host, "port": port}
                pool = self._pools[address] = redis.BlockingConnectionPool(
                    max_connections=_CONNECTIONS,
                    timeout=self.location.patience,
                    connection_class=self._class,
                    **endpoint,
                    **self._options,
                )
            return pool

    def _through_sentinel(self) -> redis.ConnectionPool:
        options = {
            name: value for name, value in self._options.items() if name not in ("retry", "db")
        }
        # The sentinels take their own password, which redis-py reads from sentinel_kwargs.
        password = options.pop("sentinel_password", None)
        plain = {
            name: options[name]
            for name in ("socket_timeout", "socket_connect_timeout", "protocol")
        }
        sentinel = Sentinel(
            list(self.location.hosts),
            sentinel_kwargs={**plain, **({"password": password} if password else {})},
            ssl=issubclass(self._class, SSLConnection),
            **options,
        )
        database = self._options.get("db", 0)
        pool: redis.ConnectionPool = sentinel.master_for(
            self.location.service, db=database, retry=Retry(NoBackoff(), 0)
        ).connection_pool
        return pool

    def _forget_slots(self) -> None:
        self._refreshed = 0.0

    def _slot_table(self) -> list[Address]:
        """The master of every slot, asked for anew after a redirection or a fault."""
        with self._lock:
            if self._slots and self._refreshed:
                return self._slots
            known = [*dict.fromkeys(self._slots), *self.location.hosts]
        problem: Exception | None = None
        for address in dict.fromkeys(known):
            try:
                slots, with_replicas = self._read_slots(address)
            except redis.exceptions.AuthenticationError:
                raise
            except (redis.RedisError, OSError) as error:
                problem = error
                continue
            if None in slots:
                problem = redis.exceptions.ClusterDownError("some slots have no node")
                continue
            with self._lock:
                self._slots = [one for one in slots if one is not None]
                self._with_replicas = with_replicas
                self._refreshed = time.monotonic()
                return self._slots
        assert problem is not None
        raise problem

    def _read_slots(self, address: Address) -> tuple[list[Address | None], set[Address]]:
        pool = self._pool_of(address)
        connection = pool.get_connection()
        try:
            connection.send_command("CLUSTER", "SLOTS")
            ranges = connection.read_response()
        finally:
            pool.release(connection)
        slots: list[Address | None] = [None] * 16384
        with_replicas = set()
        for first, last, master, *replicas in ranges:
            # A node that does not know its own name means the address that we reached it by.
            name = master[0].decode() if master[0] else ""
            node = (name if name not in ("", "?") else address[0], int(master[1]))
            slots[first : last + 1] = [node] * (last + 1 - first)
            if replicas:
                with_replicas.add(node)
        return slots, with_replicas

    def _acknowledges(self, address: Address) -> bool:
        has_replicas = self.location.mode == "sentinel" or address in self._with_replicas
        return has_replicas and time.monotonic() >= self._acknowledge_from

    def _unreachable(self, error: Exception | None, *, tried: bool = True) -> NearDupError:
        trying = f" after trying for {self.location.patience:g} s" if tried else ""
        secure = ", speaks TLS" if issubclass(self._class, SSLConnection) else ""
        return IndexUnreachable(
            f"the index {self.location.shown} can't be reached{trying}: {_told(error)}; see that "
            f"the server runs{secure} and answers in time, then start the crawl again"
        )

    def _explained(self, error: Exception) -> NearDupError:
        shown, text = self.location.shown, _told(error)
        low = text.lower()
        if isinstance(error, (redis.AuthenticationError, redis.exceptions.NoPermissionError)) or (
            "authentication" in low or "noauth" in low
        ):
            return IndexUnreachable(
                f"the server of the index {shown} refuses this user or password ({text}); "
                "correct them in the URL, and allow the user all that the docs list"
            )
        if isinstance(error, redis.exceptions.OutOfMemoryError) or "oom command" in low:
            return NearDupError(
                f"the server of the index {shown} is out of memory ({text}); raise its maxmemory "
                "or let documents expire (NEARDUP_TTL)"
            )
        if _BAD_CERTIFICATE in text:
            return IndexUnreachable(
                f"the certificate of the server of the index {shown} is not trusted ({text}); "
                "give the URL ?ssl_ca_certs=FILE with the authority's certificate, and the name "
                "that the certificate is for"
            )
        if "cluster support disabled" in low:
            return NearDupError(f"the server of {shown} is no cluster; use redis:// for it")
        if isinstance(error, (redis.ConnectionError, redis.TimeoutError, OSError)):
            return self._unreachable(error, tried=False)
        return NearDupError(f"the index {shown} failed: {text}")


def _key(command: Command) -> bytes:
    key = command[3 if command[0] == "EVAL" else 1]
    return key if isinstance(key, bytes) else str(key).encode()


def _pack(commands: Sequence[Command]) -> bytes:
    """*commands* as the protocol writes them; redis-py's own takes several times as long."""
    parts = []
    for command in commands:
        parts.append(b"*%d\r\n" % len(command))
        for word in command:
            packed = word if type(word) is bytes else str(word).encode()
            parts.append(b"$%d\r\n%b\r\n" % (len(packed), packed))
    return b"".join(parts)


def _read(connection: Any) -> Any:
    """A reply, or the error that stands in its place."""
    try:
        return connection.read_response()
    except redis.ResponseError as error:
        return error


def _passes(error: Exception) -> bool:
    """Whether trying again may help."""
    if isinstance(error, (redis.AuthenticationError, redis.exceptions.AuthorizationError)):
        return False
    if _BAD_CERTIFICATE in str(error):
        return False
    if isinstance(
        error,
        (
            OSError,
            redis.ConnectionError,
            redis.TimeoutError,
            redis.exceptions.AskError,
            redis.exceptions.TryAgainError,
            redis.exceptions.ClusterDownError,
            redis.exceptions.ReadOnlyError,
            redis.exceptions.MasterDownError,
        ),
    ):
        return True
    text = str(error)
    return text.startswith(("BUSY ", "NOREPLICAS", "UNBLOCKED")) or "BUSY" in text[:6]


def _told(error: Exception | None) -> str:
    text = " ".join(str(error).split())
    return text or type(error).__name__
