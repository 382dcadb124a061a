"""Postings as sorted numbers, and the pages that hold them.

An entry is a posting that was added or, where it is *gone*, taken out: a key of 59 bits (the number
of the table, how many bytes its buckets have, the bucket, the tag) and an ordinal of 32. Entries
are in ascending order of both. A page is the first key, the least ordinal, the number of entries,
then how much each key and each ordinal is over these, in as many bytes as the largest takes, then a
bit for each entry whether it is gone, unless none is.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.posting import MEMBER, TAG_BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PAGE = 512
"""Entries in a page, fewer in a run's last one."""
MAX_BUCKET_BYTES = 5
LAST_KEY = (1 << 59) - 1

_HEAD = struct.Struct("<QIHBBH")
_BUCKET_BITS = 32
_WIDTH_BITS = 3
TABLE_SHIFT = TAG_BITS + _BUCKET_BITS + _WIDTH_BITS
"""Above these bits of a key is the number of its table."""
START = (-1, 0)
"""The key and ordinal before those of all entries."""


class Entries(NamedTuple):
    """Some entries, in parallel arrays."""

    keys: NDArray[np.uint64]
    ordinals: NDArray[np.uint32]
    gone: NDArray[np.bool_]

    @classmethod
    def unpacked(cls, keys: bytes, ordinals: bytes, gone: bytes) -> Entries:
        """The arrays whose bytes these are."""
        return cls(
            np.frombuffer(keys, np.uint64),
            np.frombuffer(ordinals, np.uint32),
            np.frombuffer(gone, np.bool_),
        )

    def part(self, start: int, end: int) -> Entries:
        """Those from *start* to *end*."""
        return Entries(self.keys[start:end], self.ordinals[start:end], self.gone[start:end])

    def where(self, chosen: NDArray[np.bool_]) -> Entries:
        """The *chosen* ones."""
        return Entries(self.keys[chosen], self.ordinals[chosen], self.gone[chosen])

    def last(self) -> tuple[int, int]:
        """The key and ordinal of the last one."""
        return int(self.keys[-1]), int(self.ordinals[-1])

    def sorted(self) -> Entries:
        """In ascending order, those for one posting as they were."""
        order = np.argsort(self.keys, kind="stable")
        keys, ordinals = self.keys[order], self.ordinals[order]
        # Documents come in the order of their ordinals, as a rule.
        if ((keys[1:] == keys[:-1]) & (ordinals[1:] < ordinals[:-1])).any():
            order = np.lexsort((self.ordinals, self.keys))
            keys, ordinals = self.keys[order], self.ordinals[order]
        return Entries(keys, ordinals, self.gone[order])

    def latest(self) -> Entries:
        """In ascending order, the last of those for one posting."""
        ordered = self.sorted()
        return ordered.where(np.append(_changes(ordered), True)[: len(self.keys)])


def size_of(bucket: bytes) -> int:
    """How many bytes a *bucket* has. Raises ValueError unless they are 1 to 5."""
    if not 1 <= len(bucket) <= MAX_BUCKET_BYTES:
        raise ValueError(f"a bucket of {len(bucket)} bytes")
    return len(bucket)


def bucket_key(bucket: bytes) -> int:
    """The key of a *bucket*'s first possible member. Raises ValueError as :func:`size_of`."""
    width = size_of(bucket) - 1
    table = bucket[0] << _WIDTH_BITS | width
    return (table << _BUCKET_BITS | int.from_bytes(bucket[1:], "big")) << TAG_BITS


def bucket_at(key: int) -> bytes:
    """The bucket that the member of this *key* is in."""
    number = key >> TAG_BITS & (1 << _BUCKET_BITS) - 1
    table = key >> TAG_BITS + _BUCKET_BITS
    width = table & (1 << _WIDTH_BITS) - 1
    return bytes((table >> _WIDTH_BITS,)) + number.to_bytes(width, "big")


def entries_of(pairs: Sequence[tuple[bytes, bytes]], gone: Sequence[bool]) -> Entries:
    """These (bucket, member) pairs in ascending order, the last of several alike."""
    members = np.frombuffer(b"".join([member for _, member in pairs]), MEMBER)
    keys = np.array([bucket_key(bucket) for bucket, _ in pairs], np.uint64) | members["tag"]
    ordinals = members["ordinal"].astype(np.uint32)
    return Entries(keys, ordinals, np.array(gone, np.bool_)).latest()


def members_of(entries: Entries) -> bytes:
    """The packed members that these entries are."""
    members = np.empty(len(entries.keys), MEMBER)
    members["tag"] = entries.keys.astype(np.uint16)
    members["ordinal"] = entries.ordinals
    return members.tobytes()


def pack(entries: Entries) -> bytes:
    """The page of these *entries*, PAGE at most and at least one."""
    first, least = int(entries.keys[0]), int(entries.ordinals.min())
    keys, key_bytes = _column(entries.keys - np.uint64(first))
    ordinals, ordinal_bytes = _column(entries.ordinals - np.uint32(least))
    gone = int(entries.gone.sum())
    head = _HEAD.pack(first, least, len(entries.keys), key_bytes, ordinal_bytes, gone)
    marks = np.packbits(entries.gone, bitorder="little").tobytes() if gone else b""
    return head + keys + ordinals + marks


def unpack(page: bytes) -> Entries:
    """The entries of a *page*. Raises IndexCorrupt for what is none."""
    if len(page) < _HEAD.size:
        raise IndexCorrupt(f"a page of {len(page)} bytes")
    first, least, count, key_bytes, ordinal_bytes, gone = _HEAD.unpack_from(page)
    marks = (count + 7) // 8 if gone else 0
    size = _HEAD.size + count * (key_bytes + ordinal_bytes) + marks
    if len(page) != size or not 1 <= key_bytes <= 8 or not 1 <= ordinal_bytes <= 4 or not count:
        raise IndexCorrupt(f"a page of {len(page)} bytes for {count} postings")
    keys = np.zeros((count, 8), np.uint8)
    at = _HEAD.size
    keys[:, :key_bytes] = np.frombuffer(page, np.uint8, count * key_bytes, at).reshape(count, -1)
    at += count * key_bytes
    ordinals = np.zeros((count, 4), np.uint8)
    columns = np.frombuffer(page, np.uint8, count * ordinal_bytes, at).reshape(count, -1)
    ordinals[:, :ordinal_bytes] = columns
    away = np.zeros(count, np.bool_)
    if gone:
        packed = np.frombuffer(page, np.uint8, marks, at + count * ordinal_bytes)
        away = np.unpackbits(packed, count=count, bitorder="little").astype(np.bool_)
    return Entries(
        keys.view("<u8").ravel().astype(np.uint64) + np.uint64(first),
        ordinals.view("<u4").ravel().astype(np.uint32) + np.uint32(least),
        away,
    )


def within(
    page: bytes, low: int, high: int, above_key: int, above_ordinal: int
) -> tuple[bytes, bytes]:
    """The packed members of a *page* with keys from *low* to *high*, there and gone.

    Only those count that come after (*above_key*, *above_ordinal*). Raises IndexCorrupt.
    """
    entries = unpack(page)
    keys = entries.keys
    chosen = (keys >= np.uint64(low)) & (keys <= np.uint64(high))
    chosen &= after(entries, above_key, above_ordinal)
    found = entries.where(chosen)
    return members_of(found.where(~found.gone)), members_of(found.where(found.gone))


def after(entries: Entries, key: int, ordinal: int) -> NDArray[np.bool_]:
    """Which *entries* come after the one of this *key* and *ordinal*; all after START."""
    if (key, ordinal) == START:
        return np.ones(len(entries.keys), np.bool_)
    same, later = entries.keys == np.uint64(key), entries.keys > np.uint64(key)
    following: NDArray[np.bool_] = later | same & (entries.ordinals > np.uint32(ordinal))
    return following


def merge(
    sources: Sequence[tuple[Sequence[bytes], int, int]], below: int, most: int, *, final: bool
) -> Entries:
    """The first *most* entries of some pages with keys under *below*, one of each posting.

    Each of the *sources*, the newest first, is successive pages, and the key and ordinal after
    which they count. Of entries for one posting the newest stands. With *final*, for nothing older
    is left, those that are gone are left out. Raises IndexCorrupt.
    """
    parts = [
        entries.where(after(entries, key, ordinal) & (entries.keys < np.uint64(below)))
        for pages, key, ordinal in sources
        for entries in map(unpack, pages)
    ]
    if not parts:
        return Entries(np.zeros(0, np.uint64), np.zeros(0, np.uint32), np.zeros(0, np.bool_))
    merged = Entries(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.ordinals for part in parts]),
        np.concatenate([part.gone for part in parts]),
    ).sorted()
    merged = merged.where(np.append(True, _changes(merged))[: len(merged.keys)])
    if final:
        merged = merged.where(~merged.gone)
    return merged.part(0, most)


def _changes(entries: Entries) -> NDArray[np.bool_]:
    """Whether each of sorted entries but the first is of another posting than the one before."""
    keys, ordinals, _ = entries
    changes: NDArray[np.bool_] = (keys[1:] != keys[:-1]) | (ordinals[1:] != ordinals[:-1])
    return changes


def _column(values: NDArray[np.unsignedinteger]) -> tuple[bytes, int]:
    width = max((int(values.max()).bit_length() + 7) // 8, 1)
    size = values.dtype.itemsize
    packed = values.astype(f"<u{size}").view(np.uint8).reshape(-1, size)[:, :width]
    return packed.tobytes(), width
