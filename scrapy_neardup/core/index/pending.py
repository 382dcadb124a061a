"""Documents under way: they are seen like the others, but not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.postings.packed_buckets import PackedBuckets

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
        self._buckets = PackedBuckets()

    def __len__(self) -> int:
        return len(self._records)

    def hold(self, ordinal: int, record: Record) -> None:
        """Let a document be seen."""
        self._records[ordinal] = record

    def release(self, ordinal: int) -> None:
        """Undo :meth:`hold`."""
        self._records.pop(ordinal, None)
        self._buckets.remove(self._placed.pop(ordinal, ()))

    def record(self, ordinal: int) -> Record | None:
        """The document of this *ordinal*."""
        return self._records.get(ordinal)

    def members(self, buckets: Sequence[bytes]) -> list[bytes]:
        """The packed members of each bucket, in order, empty where there are none."""
        for ordinal, record in self._records.items():
            if ordinal not in self._placed:
                posts = self._placed[ordinal] = self._posts(ordinal, record)
                self._buckets.add(posts)
        return [self._buckets.get(bucket, b"") for bucket in buckets]
