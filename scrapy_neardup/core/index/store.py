"""What the index needs of a database, and the one that lives in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

BUCKET_CAP = 4096
"""Members that a bucket takes at most. Without a cap, pages made to collide could fill one bucket
until each query reads megabytes; ordinary buckets hold fewer than ten."""
ALL_LOOSE = bytes([16] * 256)
"""No bit of a tag has to agree, in any table."""


@dataclass(slots=True)
class Change:
    """A set of changes that is applied whole or not at all.

    *post* and *unpost* are (bucket, member) pairs to add to and take out of buckets; *values*
    are plain keys with their new value, None to delete.
    """

    post: list[tuple[bytes, bytes]] = field(default_factory=list)
    unpost: list[tuple[bytes, bytes]] = field(default_factory=list)
    values: dict[bytes, bytes | None] = field(default_factory=dict)


class Store(Protocol):
    """A database of buckets (a key with a set of fixed-size members) and plain values."""

    loose_bits: bytes
    """For each of 256 tables, in how many low bits a member's tag may differ from the one that is
    looked for: all 16 until the index says so."""

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next :meth:`apply` returns only once it is on a disk."""
        ...

    def members(self, buckets: Sequence[bytes], tags: bytes = b"") -> list[bytes]:
        """The packed members of each bucket, ``b""`` for one that has none.

        With *tags*, 16 bits for each bucket, little-endian, those may be left out whose tag
        differs from these in more than the loose bits.
        """
        ...

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The value of each key, None where there is none."""
        ...

    def buckets(self) -> Iterator[tuple[bytes, bytes]]:
        """Every bucket with its packed members, ascending."""
        ...

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        """Plain keys with this *prefix*, ascending, with their values.

        *start* is what has to follow the prefix at least.
        """
        ...

    def apply(self, change: Change) -> int:
        """Apply *change* atomically; a repeated addition or removal changes nothing.

        Returns how many additions found their bucket full (BUCKET_CAP) and were left out.
        """
        ...

    def compact(self) -> None:
        """Give the space of what was removed back to the system."""
        ...

    def close(self) -> None:
        """Release the database. Closing twice is allowed."""
        ...


def split(packed: bytes, size: int) -> list[bytes]:
    """The members of *packed*, each *size* bytes long."""
    return [packed[start : start + size] for start in range(0, len(packed), size)]


def contains(packed: bytes, member: bytes) -> bool:
    """Whether *member* stands in *packed* at a member boundary."""
    found = packed.find(member)
    while found >= 0 and found % len(member):
        found = packed.find(member, found + 1)
    return found >= 0


def without_members(packed: bytes, removed: Sequence[bytes]) -> bytes:
    """*packed* less the *removed* members."""
    if len(removed) == 1 and packed == removed[0]:
        return b""
    gone = set(removed)
    if not gone or not packed:
        return packed
    size = len(next(iter(gone)))
    return b"".join(member for member in split(packed, size) if member not in gone)


def by_bucket(pairs: Iterable[tuple[bytes, bytes]]) -> dict[bytes, list[bytes]]:
    """Group (bucket, member) pairs by bucket."""
    grouped: dict[bytes, list[bytes]] = {}
    for bucket, member in pairs:
        grouped.setdefault(bucket, []).append(member)
    return grouped


class MemoryStore:
    """A store that is gone with its process: tests, one-off scans."""

    waits_for_disk = False

    def __init__(self) -> None:
        self.loose_bits = ALL_LOOSE
        self._buckets: dict[bytes, bytes] = {}
        self._values: dict[bytes, bytes] = {}

    def members(self, buckets: Sequence[bytes], tags: bytes = b"") -> list[bytes]:
        return [self._buckets.get(bucket, b"") for bucket in buckets]

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        return [self._values.get(key) for key in keys]

    def buckets(self) -> Iterator[tuple[bytes, bytes]]:
        yield from sorted(self._buckets.items())

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        for key in sorted(self._values):
            if key.startswith(prefix) and key >= prefix + start:
                yield key, self._values[key]

    def apply(self, change: Change) -> int:
        refused = 0
        buckets = self._buckets
        for bucket, removed in by_bucket(change.unpost).items():
            left = without_members(buckets.get(bucket, b""), removed)
            if left:
                buckets[bucket] = left
            else:
                buckets.pop(bucket, None)
        for bucket, member in change.post:
            packed = buckets.get(bucket, b"")
            if packed and contains(packed, member):
                continue
            if len(packed) >= BUCKET_CAP * len(member):
                refused += 1
            else:
                buckets[bucket] = packed + member
        for key, value in change.values.items():
            if value is None:
                self._values.pop(key, None)
            else:
                self._values[key] = value
        return refused

    def compact(self) -> None:
        pass

    def close(self) -> None:
        self._buckets.clear()
        self._values.clear()
