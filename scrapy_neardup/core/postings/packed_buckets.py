"""Buckets in memory, each with its members packed: most buckets have one member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.postings.posting import split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup.core.postings.posting import Pair


class PackedBuckets(dict[bytes, bytes]):
    """The packed members of each bucket that has any, in the order in which they came."""

    def add(self, pairs: Iterable[Pair]) -> None:
        """Add each member to its bucket, which may have it."""
        get = self.get
        for bucket, member in pairs:
            packed = get(bucket)
            if packed is None:
                self[bucket] = member
            elif not contains(packed, member):
                # Two phrases may have one bucket and tag.
                self[bucket] = packed + member

    def remove(self, pairs: Iterable[Pair]) -> None:
        """Take each member out of its bucket, which may lack it."""
        get, pop = self.get, self.pop
        for bucket, member in pairs:
            packed = get(bucket, member)
            left: list[bytes] = []
            if packed != member:
                left = [one for one in split(bucket, packed) if one != member]
            # In one step: an interrupt between two would take the others of the bucket.
            if left:
                self[bucket] = b"".join(left)
            else:
                pop(bucket, None)


def contains(packed: bytes, member: bytes) -> bool:
    """Whether *member* stands in *packed* at the place of a member."""
    found = packed.find(member)
    while found >= 0 and found % len(member):
        found = packed.find(member, found + 1)
    return found >= 0
