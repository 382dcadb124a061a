"""The store in memory, which ends with its process: for tests and one-off scans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.postings.packed_buckets import PackedBuckets, contains
from scrapy_neardup.core.postings.posting import split
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change, first_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_neardup.core.postings.posting import Pair


class MemoryStore:
    """A store in two dictionaries."""

    engine = "memory"
    shown = "memory"
    waits_for_disk = False

    def __init__(self) -> None:
        self._buckets = PackedBuckets()
        self._values: dict[bytes, bytes] = {}
        self._closed = False

    def members(
        self, buckets: Sequence[bytes], *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        self._require_open()
        found = first_of([self._buckets.get(bucket, b"") for bucket in buckets], most)
        return [
            b"".join(sorted(split(bucket, packed))[:cap]) if packed else packed
            for bucket, packed in zip(buckets, found, strict=True)
        ]

    def holds(self, pairs: Sequence[Pair]) -> list[bool]:
        self._require_open()
        return [contains(self._buckets.get(bucket, b""), member) for bucket, member in pairs]

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        self._require_open()
        return [self._values.get(key) for key in keys]

    def postings(self) -> Iterator[Pair]:
        self._require_open()
        for bucket, packed in sorted(self._buckets.items()):
            for member in sorted(split(bucket, packed)):
                yield bucket, member

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        self._require_open()
        least = prefix + start
        # The copy is made in one step of the interpreter: other threads may write meanwhile.
        found = [
            item
            for item in self._values.copy().items()
            if item[0].startswith(prefix) and item[0] >= least
        ]
        yield from sorted(found)

    def apply(self, change: Change) -> None:
        self._require_open()
        self._buckets.remove(change.unpost)
        self._buckets.add(change.post)
        for key, value in change.values.items():
            if value is None:
                self._values.pop(key, None)
            else:
                self._values[key] = value

    def unposted(self) -> list[int]:
        return []

    def compact(self) -> None:
        pass

    def close(self) -> None:
        self._closed = True
        self._buckets.clear()
        self._values.clear()

    def _require_open(self) -> None:
        if self._closed:
            raise NearDupError("the index in memory is closed")
