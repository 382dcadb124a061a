"""What the index needs of a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_neardup.core.postings.posting import Pair

BUCKET_CAP = 4096
"""The most members of a bucket that are read, in ascending order. Without a cap, pages made to
collide could fill one bucket until each query reads megabytes; ordinary buckets hold fewer than
ten."""


@dataclass(slots=True)
class Change:
    """A set of changes that is applied whole or not at all.

    *unpost* and *post* are (bucket, member) pairs to take out of buckets and then to add to them;
    *values* are plain keys with their new value, None to delete. *ordinals* are the documents that
    *post* leads to.
    """

    post: list[Pair] = field(default_factory=list)
    unpost: list[Pair] = field(default_factory=list)
    values: dict[bytes, bytes | None] = field(default_factory=dict)
    ordinals: Sequence[int] = ()


def first_of(members: list[bytes], most: int | None) -> list[bytes]:
    """The packed *members* of buckets. Once *most* buckets with members are passed, ``b""`` stands
    for the members of each further bucket; None passes all of them.
    """
    left = len(members) if most is None else most
    kept = []
    for packed in members:
        kept.append(packed if left else b"")
        left -= 1 if left and packed else 0
    return kept


class Store(Protocol):
    """A database of buckets and plain values. A bucket is a key with a set of members, whose
    length :func:`.posting.member_bytes` tells.

    Not thread-safe: the index calls it under its own lock.
    """

    engine: str
    """The engine's name, for people."""

    @property
    def shown(self) -> str:
        """Where it is, for people."""
        ...

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next :meth:`apply` may take long: it is to reach a disk, or writes more than its
        own change.
        """
        ...

    def members(
        self, buckets: Sequence[bytes], *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        """The packed members of each bucket, ascending, at most *cap*; ``b""`` for none. With
        *most*, members are read for the first *most* buckets that have any, and all further
        buckets get ``b""``.
        """
        ...

    def holds(self, pairs: Sequence[Pair]) -> list[bool]:
        """For each (bucket, member) pair, whether the bucket has the member, at whatever place."""
        ...

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The value of each key, None where there is none."""
        ...

    def postings(self) -> Iterator[Pair]:
        """Every (bucket, member) pair, in ascending order of the buckets.

        What is changed meanwhile may or may not show.
        """
        ...

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        """Plain keys with this *prefix*, ascending, with their values.

        Only keys whose part after the prefix is *start* or greater. What is changed meanwhile may
        or may not show.
        """
        ...

    def apply(self, change: Change) -> None:
        """Apply *change*; a repeated addition or removal changes nothing.

        A local store applies it atomically. The docstring of ``RedisStore`` says what a reader
        may see of half a change on servers.
        """
        ...

    def unposted(self) -> list[int]:
        """The documents whose postings a crash has lost: they are to be posted again."""
        ...

    def compact(self) -> None:
        """Give the space of what was removed back to the system."""
        ...

    def close(self) -> None:
        """Release the database. Closing twice is allowed."""
        ...
