"""The Redis store: postings in small sorted tables, spread over all slots.

A bucket of the tables is too small for a key of its own, so 1024 neighbouring buckets share one
(other numbers in the dense tables of phrases and of terms). A key is a sorted set whose members
all have score 0, so that Redis keeps them in byte order and ZRANGEBYLEX reads one bucket out of it
(the sorted tables of Manku et al. 2007). Members are 8 bytes, or 6 in a table without tags: 2 for
the bucket within its key (up to 4 for a term in a small index), then the bucket's member. No
64-bit value is ever a score, which would round it to 53 bits. At the size that an index was laid
out for, a key has some 64 members and stays in Redis's compact encoding
(zset-max-listpack-entries, 128 by default).

Keys, after the index's prefix: ``#t`` table, width and group in hex, ``#v`` plain values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.postings.posting import member_bytes
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change, first_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.redis.servers import Command, Servers

LOW_BITS = 10
"""Bits of a bucket that tell it from its neighbours in one key. Of 6, 8, 10, 11 and 12, 10 takes
the fewest bytes a posting, 13.6 on Redis 6.2 and 13.4 on Valkey 9.1; with 11, many keys leave the
compact encoding for 55 and 40."""
DENSE_LOW_BITS = LOW_BITS - 6
"""The same for a table in which a document stands some 24 to 64 times."""
TERM_LOW_BITS = DENSE_LOW_BITS + 1
"""The same for characteristic terms, 20 of a document, if their buckets had as many bits as others. With
LOW_BITS their keys would leave the compact encoding."""
_LEAST_LOW_BYTES = 2
_GROUPS_AT_ONCE = 256
_VALUES_AT_ONCE = 64
"""Among them are tables of words, of 128 KB and more."""


class RedisStore:
    """A store whose keys start with *prefix*.

    A change is not applied atomically: values are set before members are posted, and deleted after
    members are unposted. So every member leads to a value, but a reader may meet a document
    without all of its postings. With *ttl*, in seconds, a key of members goes when none was added
    for so long.
    """

    engine = "Redis"

    def __init__(self, servers: Servers, prefix: str, ttl: float | None = None) -> None:
        self.servers = servers
        self.prefix = prefix
        self._table_start = prefix.replace("%", "%%").encode() + b"#t%02x%x"
        self._ttl = ttl
        self.low_bits: dict[int, int] = {}
        """How many bits tell a bucket from its neighbours in one key, by table, if not LOW_BITS."""

    @property
    def shown(self) -> str:
        return self.servers.location.shown

    @property
    def waits_for_disk(self) -> bool:
        """False: the servers decide when to write to their disks."""
        return False

    def members(
        self, buckets: Sequence[bytes], *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        # All in one round trip, whichever of them have any.
        replies = self.servers.run([self.reading(bucket, cap) for bucket in buckets])
        return first_of([*map(unpack, buckets, replies)], most)

    def holds(self, pairs: Sequence[Pair]) -> list[bool]:
        places = [(self._place(bucket), member) for bucket, member in pairs]
        replies = self.servers.run(
            [("ZSCORE", key, low + member) for (key, low), member in places]
        )
        return [score is not None for score in replies]

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        return self.servers.run([("GET", self.value_key(key)) for key in keys])

    def postings(self) -> Iterator[Pair]:
        for keys in batched(sorted(self._groups()), _GROUPS_AT_ONCE):
            yield from self._pairs(keys)

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        own = f"{self.prefix}#v".encode()
        found = sorted(self.servers.scan(f"{self.prefix}#v*"))
        wanted = (
            key for key in found if key.startswith(own + prefix) and key >= own + prefix + start
        )
        for keys in batched(wanted, _VALUES_AT_ONCE):
            replies = self.servers.run([("GET", key) for key in keys])
            for key, value in zip(keys, replies, strict=True):
                if value is not None:
                    yield key[len(own) :], value

    def apply(self, change: Change) -> None:
        put = [(key, value) for key, value in change.values.items() if value is not None]
        gone = [key for key, value in change.values.items() if value is None]
        if put:
            self.servers.run([("SET", self.value_key(key), value) for key, value in put])
        if change.unpost:
            self.unpost(change.unpost)
        if change.post:
            self.post(change.post)
        if gone:
            self.servers.run([("DEL", self.value_key(key)) for key in gone])

    def post(self, pairs: Sequence[Pair]) -> None:
        """Add members to buckets."""
        commands = [command for pair in pairs for command in self.posting(*pair)]
        self.servers.run(commands, replicated=True)

    def unpost(self, pairs: Sequence[Pair]) -> None:
        """Take members out."""
        self.servers.run([self.unposting(bucket, member) for bucket, member in pairs])

    def reading(self, bucket: bytes, cap: int = BUCKET_CAP) -> Command:
        """The command whose reply :func:`unpack` takes: *cap* members at most, in byte order."""
        key, low = self._place(bucket)
        return ("ZRANGEBYLEX", key, b"[" + low, b"(" + _after(low), "LIMIT", 0, cap)

    def posting(self, bucket: bytes, member: bytes) -> list[Command]:
        """The commands that add one member."""
        key, low = self._place(bucket)
        adding: list[Command] = [("ZADD", key, 0, low + member)]
        if self._ttl is not None:
            adding.append(("EXPIRE", key, int(self._ttl) + 1))
        return adding

    def unposting(self, bucket: bytes, member: bytes) -> Command:
        """The command that takes one member out."""
        key, low = self._place(bucket)
        return ("ZREM", key, low + member)

    def value_key(self, key: bytes) -> bytes:
        """Where a plain value is kept."""
        return f"{self.prefix}#v".encode() + key

    def unposted(self) -> list[int]:
        """No documents: a claim is kept only after it was posted."""
        return []

    def compact(self) -> None:
        """Nothing to do: the servers see to it."""

    def close(self) -> None:
        self.servers.close()

    def _groups(self) -> Iterator[bytes]:
        return self.servers.scan(f"{self.prefix}#t*")

    def _pairs(self, keys: Sequence[bytes]) -> list[Pair]:
        """What these groups hold, in the order of their members."""
        pairs = []
        replies = self.servers.run([("ZRANGE", key, 0, -1) for key in keys])
        for key, entries in zip(keys, replies, strict=True):
            table, width, group = _parse_group(key.rpartition(b"#t")[2].decode())
            first, size = group << self._low_bits(table[0]), member_bytes(table)
            for entry in entries:
                number = first | int.from_bytes(entry[:-size], "big")
                pairs.append((table + number.to_bytes(width, "big"), entry[-size:]))
        return pairs

    def _place(self, bucket: bytes) -> tuple[bytes, bytes]:
        """The key that holds a bucket, and what the bucket's members start with there."""
        number, low_bits = int.from_bytes(bucket[1:], "big"), self._low_bits(bucket[0])
        table = self._table_start % (bucket[0], len(bucket) - 1)
        low = number & ((1 << low_bits) - 1)
        # One bit more, for what comes behind the last bucket.
        low_bytes = max(low_bits // 8 + 1, _LEAST_LOW_BYTES)
        return b"%b%x" % (table, number >> low_bits), low.to_bytes(low_bytes, "big")

    def _low_bits(self, table: int) -> int:
        return self.low_bits.get(table, LOW_BITS)


def unpack(bucket: bytes, reply: list[bytes]) -> bytes:
    """The packed members of a *bucket*, from what the server replied."""
    size = member_bytes(bucket)
    return b"".join([entry[-size:] for entry in reply])


def _parse_group(text: str) -> tuple[bytes, int, int]:
    return bytes.fromhex(text[:2]), int(text[2], 16), int(text[3:], 16)


def _after(low: bytes) -> bytes:
    return (int.from_bytes(low, "big") + 1).to_bytes(len(low), "big")
