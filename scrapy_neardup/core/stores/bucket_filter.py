"""A filter that tells which buckets may have members: most buckets that a new article looks up
have none, and are not read.

The filter may say "maybe" of an empty bucket, but misses none that has members. Between a clean
close and the next opening it is kept in a file beside the database, with a token that the database
has too. The first change after the opening deletes the token from the database in its own batch,
so a filter that lacks a change is never believed, whatever crashes. Without a filter that can be
believed, all buckets are read, and a filter is made from the postings, some at each change.
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.stores.reference import BLOCK_BYTES, bucket_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from scrapy_neardup.core.stores import reference as kernel

    Read = Callable[[bytes, int], list[bytes]]

VERSION = 2
"""The version of the hash, of the file, and of a kernel's arguments."""
if not TYPE_CHECKING:
    kernel = kernel_of("scrapy_neardup.core.stores", VERSION)

FILE = "filter.bin"
"""Its name in the directory of an index."""
TOKEN_BYTES = 16
_BITS = 8
"""Bits of a filter for each posting. A full filter seems to hold 2.3 % of all other buckets."""
_LEAST = 216_000
"""The least number of postings that a filter has room for: those of 6,000 articles."""
_MOST = 1 << 27
"""The most postings that a further part has room for. A filter with more is not made again as it
grows, because it would then take its memory twice."""
_PARTS = 3
"""The number of parts. When all are full, the filter is made again, with room for as many postings
again. Each full part takes 2.3 % of the buckets without postings for buckets that have some, and
each of them costs a look at the database. While an index grows, 0.3 postings are read again for
each new one. With room for only a third more it would be 0.5, with more parts on average and no
less memory at the peak."""
_FASTER = 8
"""Postings that are read for each new one while the filter is made again. This takes until the
index has grown by a seventh, and each article costs some 0.1 ms more until then. With 2 it would
cost 0.03 ms more while the index grows by two thirds, and buckets would be looked up in one part
more all that time."""
_SLICE, _SLICE_AFTER_CRASH = 100, 2000
"""Postings that are read for each change while the filter is made again: the first number while
the old filter is in use, the second while there is none and every bucket is looked up."""
_LEAST_READ = 1000
"""The least number of postings that are read at once, in some 0.3 ms: finding the place to go on
from costs as much as reading 60."""
_HEAD = struct.Struct("<8s16sQQI")
_PART = struct.Struct("<QQQ")
_BEHIND = b"\xff" * 7
_MAGIC = b"nd-filt" + bytes((VERSION,))


class _Part:
    """A Bloom filter with room for *capacity* postings."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.used = 0
        self.bits = bytearray(-(-capacity * _BITS // (8 * BLOCK_BYTES)) * BLOCK_BYTES)


class _Parts:
    """Bloom filters with room for any number of postings together, the first for *capacity*."""

    def __init__(self, capacity: int = 0) -> None:
        self.parts = [_Part(max(capacity, _LEAST))]

    @property
    def used(self) -> int:
        return sum(part.used for part in self.parts)

    @property
    def _is_full(self) -> bool:
        return self.parts[-1].used >= self.parts[-1].capacity

    @property
    def needs_part(self) -> bool:
        """Whether the next posting needs one part more than _PARTS."""
        return len(self.parts) >= _PARTS and self._is_full

    def add(self, keys: list[bytes], front: int | None = None) -> None:
        if self._is_full:
            self.parts.append(_Part(max(min(self.used // 2, _MOST), _LEAST)))
        newest = self.parts[-1]
        kernel.add(keys, newest.bits, front)
        newest.used += len(keys)

    def may_hold(self, buckets: list[bytes]) -> list[int]:
        return kernel.may_hold(buckets, [part.bits for part in self.parts])


def _room_for(postings: int) -> int:
    """Room for *postings* and for as many again, but for no more than _MOST again."""
    return postings + min(postings, _MOST)


class BucketFilter:
    """The filter of one database. ``read(bucket, n)`` returns the keys of its first *n* postings
    from *bucket* on, in order. A key is the bucket alone; with *front*, it is *front* bytes, the
    bucket and its member.

    *file* keeps the filter between two openings. *token* is the filter's token in the database,
    None if there is none. *postings* is the approximate number of postings; it has to be 0 if, and
    only if, there are none.
    """

    def __init__(
        self,
        file: Path,
        read: Read,
        token: bytes | None,
        postings: int,
        *,
        front: int | None = None,
    ) -> None:
        self._file = file
        self._front = front
        self._read_postings = read
        self._removed = 0
        self._ready: _Parts | None = None
        self._coming: _Parts | None = None
        self._cursor = b""
        self._due = 0
        self.token = token
        """The token in the database, to be deleted with the first change."""
        if postings == 0:
            self._ready = _Parts()
        elif token is not None:
            self._read(token)
        if self._ready is None:
            self._coming = _Parts(_room_for(postings))

    @property
    def is_ready(self) -> bool:
        """Whether the filter is complete. Until then, any bucket may have members."""
        return self._ready is not None

    def may_hold(self, buckets: Sequence[bytes]) -> Sequence[int]:
        """The positions, ascending, of the *buckets* that may have members."""
        if self._ready is None:
            return range(len(buckets))
        return self._ready.may_hold(list(buckets))

    def add(self, buckets: list[bytes]) -> None:
        """Tell of postings that are about to be added, one for each of *buckets*.

        When all parts are full, the filter is made again, with room for as many postings again.
        """
        ready = self._ready
        if ready is not None and self._coming is None and ready.needs_part and ready.used < _MOST:
            self._start_again(ready.used - self._removed)
        if ready is not None and buckets:
            ready.add(buckets)
        if self._coming is not None:
            # The others are still to be read: counted twice, they would take room twice.
            passed = [bucket for bucket in buckets if bucket < self._cursor]
            if passed:
                self._coming.add(passed)

    def removed(self, postings: int) -> None:
        """Tell how many *postings* were removed. Once most are, the filter is made again."""
        self._removed += postings
        ready = self._ready
        if ready is not None and self._coming is None and self._removed > _LEAST:
            left = ready.used - self._removed
            if self._removed > left:
                self._start_again(left)

    def advance(self, coming: int = 0) -> None:
        """Read some more postings if the filter is being made again; *coming* are to be added."""
        if self._coming is None:
            return
        postings = _SLICE_AFTER_CRASH if self._ready is None else _SLICE
        # More are read than come, so that the new filter is complete before its second part is
        # full. Postings that could not be read are not made up for all at once.
        self._due = min(self._due, _LEAST_READ) + max(postings, _FASTER * coming)
        if self._due < _LEAST_READ:
            return
        postings = self._due
        # If this fails, the next change reads, and fails, again.
        keys = self._read_postings(self._cursor, postings)
        self._due = 0
        if keys:
            self._coming.add(keys, self._front)
        if len(keys) == postings:
            # Behind all members of that bucket, however many it has.
            self._cursor = bucket_of(keys[-1], self._front) + _BEHIND
        else:
            self._ready, self._coming, self._cursor = self._coming, None, b""

    def make_again(self) -> None:
        """Make the filter again from all postings, at once."""
        left = self._ready.used - self._removed if self._ready is not None else 0
        self._start_again(left)
        while self._coming is not None:
            self.advance()

    def _start_again(self, postings: int) -> None:
        self._coming, self._cursor = _Parts(_room_for(postings)), b""
        self._removed = self._due = 0

    def save(self) -> bytes | None:
        """Write the filter to its file, and return the token that the database has to store.

        Returns None if the filter is not complete. Raises OSError.
        """
        if self._ready is None:
            return None
        token = os.urandom(TOKEN_BYTES)
        parts = self._ready.parts
        checksum = 0
        written = self._file.with_name(self._file.name + ".new")
        with written.open("wb") as file:
            file.write(bytes(_HEAD.size))
            for part in parts:
                head = _PART.pack(part.capacity, part.used, len(part.bits))
                checksum = zlib.crc32(part.bits, zlib.crc32(head, checksum))
                file.write(head)
                file.write(part.bits)
            file.seek(0)
            file.write(_HEAD.pack(_MAGIC, token, len(parts), self._removed, checksum))
            file.flush()
            os.fsync(file.fileno())
        written.replace(self._file)
        return token

    def _read(self, token: bytes) -> None:
        """Take the filter from the file if it is whole and has this *token*."""
        with (
            suppress(OSError, struct.error, ValueError, MemoryError),
            self._file.open("rb") as file,
        ):
            magic, found, count, removed, checksum = _HEAD.unpack(file.read(_HEAD.size))
            if magic != _MAGIC or found != token:
                return
            left = os.fstat(file.fileno()).st_size - _HEAD.size
            parts, actual = [], 0
            for _ in range(count):
                head = file.read(_PART.size)
                capacity, used, size = _PART.unpack(head)
                left -= _PART.size + size
                if left < 0 or not size or size % BLOCK_BYTES:
                    return
                part = _Part.__new__(_Part)
                part.capacity, part.used, part.bits = capacity, used, bytearray(size)
                file.readinto(part.bits)
                actual = zlib.crc32(part.bits, zlib.crc32(head, actual))
                parts.append(part)
            if left or actual != checksum or not parts:
                return
            self._ready = _Parts.__new__(_Parts)
            self._ready.parts = parts
            self._removed = removed
