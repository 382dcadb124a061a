"""Documents under way: they are seen like the others, but not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.postings.posting import split

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.postings.posting import Pair


class Pending:
    """Some documents by ordinal; *posts* tells the (bucket, member) pairs of one.

    They are few, as many as a crawl has under way, and stay for milliseconds.
    """

    def __init__(self, posts: Callable[[int, Record], list[Pair]]) -> None:
        self._posts = posts
        self._records: dict[int, Record] = {}
        # Postings are made when somebody looks: some documents are released before.
        self._placed: dict[int, list[Pair]] = {}
        self._buckets: dict[bytes, bytes] = {}

    def __len__(self) -> int:
        return len(self._records)

    def hold(self, ordinal: int, record: Record) -> None:
        """Let a document be seen."""
        self._records[ordinal] = record

    def release(self, ordinal: int) -> None:
        """Undo :meth:`hold`."""
        self._records.pop(ordinal, None)
        buckets = self._buckets
        for bucket, member in self._placed.pop(ordinal, ()):
            packed = buckets.pop(bucket, b"")
            # As a rule, a member is alone in its bucket.
            if packed != member:
                left = [one for one in split(bucket, packed) if one != member]
                if left:
                    buckets[bucket] = b"".join(left)

    def record(self, ordinal: int) -> Record | None:
        """The document of this *ordinal*."""
        return self._records.get(ordinal)

    def members(self, buckets: Sequence[bytes]) -> list[bytes]:
        """The packed members of each bucket, in order, empty where there are none."""
        for ordinal, record in self._records.items():
            if ordinal not in self._placed:
                self._place(ordinal, record)
        return [self._buckets.get(bucket, b"") for bucket in buckets]

    def _place(self, ordinal: int, record: Record) -> None:
        posts = self._placed[ordinal] = self._posts(ordinal, record)
        for bucket, member in posts:
            packed = self._buckets.get(bucket)
            if packed is None:
                self._buckets[bucket] = member
            elif member not in split(bucket, packed):
                # Two phrases may have one bucket and tag.
                self._buckets[bucket] = packed + member
