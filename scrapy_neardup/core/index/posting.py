"""Postings: where a document stands in the tables.

Every table, whatever its family, gives a document one sortable 64-bit key. Documents whose keys
share their first *bucket_bits* stand in one bucket; a member of a bucket is the next 16 bits of
its key (the tag) and the document's ordinal. Tags let nearly all chance members be passed over
without a look at their records.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import ceil, log2
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

KEY_BITS = 64
TAG_BITS = 16
MEMBER = np.dtype([("tag", ">u2"), ("ordinal", ">u4")])
_MEMBERS = struct.Struct(">HI")
_MEMBER = f"{MEMBER.itemsize}s"
MAX_ORDINAL = 2**32 - 2

MIN_BUCKET_BITS = 8
MAX_BUCKET_BITS = 32


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Some postings, in parallel sequences.

    *buckets* are the buckets' stored keys, whose first byte is the number of the table; *tags* the
    16 bits of each key that follow.
    """

    buckets: list[bytes]
    tags: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.buckets)

    def __add__(self, other: Postings) -> Postings:
        return Postings(self.buckets + other.buckets, np.concatenate((self.tags, other.tags)))

    def packed_tags(self) -> bytes:
        """The tags, 16 bits each, little-endian."""
        return self.tags.astype("<u2", copy=False).tobytes()

    def first(self, count: int) -> Postings:
        """The first *count* of them."""
        return Postings(self.buckets[:count], self.tags[:count])

    def of(self, ordinal: int) -> list[tuple[bytes, bytes]]:
        """Each bucket, and what it holds for the document of this *ordinal*: 6 bytes."""
        if len(self.buckets) == 1:
            return [(self.buckets[0], _MEMBERS.pack(int(self.tags[0]), ordinal))]
        members = np.empty(len(self.tags), MEMBER)
        members["tag"] = self.tags
        members["ordinal"] = ordinal
        packed = struct.unpack(_MEMBER * len(members), members.tobytes())
        return list(zip(self.buckets, packed, strict=True))


def posting(table: int, key: int, bucket_bits: int) -> Postings:
    """The one posting of a 64-bit *key* in table number *table*, whose buckets are so wide."""
    prefix = key >> (KEY_BITS - bucket_bits)
    tag = key >> (KEY_BITS - bucket_bits - TAG_BITS) & ((1 << TAG_BITS) - 1)
    bucket = bytes((table,)) + prefix.to_bytes((bucket_bits + 7) // 8, "big")
    return Postings([bucket], np.array([tag], np.uint16))


def equal(only: Postings, packed: bytes) -> list[int]:
    """The ordinals of the *packed* members of the *only* posting's bucket that have its tag.

    Ascending: the oldest of several equal documents is their source.
    """
    tag = int(only.tags[0])
    return sorted({ordinal for found, ordinal in _MEMBERS.iter_unpack(packed) if found == tag})


class Layout:
    """Where the keys of certain tables stand: in table number *tables[i]*, which has buckets of
    *bucket_bits[i]* bits, stands the i-th key.
    """

    def __init__(self, tables: Sequence[int], bucket_bits: Sequence[int]) -> None:
        self.tables, self.bits = bytes(tables), bytes(bucket_bits)
        bits = np.array(bucket_bits, np.uint64)
        widths = (bits + np.uint64(7)) >> np.uint64(3)
        self._prefix_shift = np.uint64(KEY_BITS) - bits
        self._tag_shift = self._prefix_shift - np.uint64(TAG_BITS)
        self._table = np.array(tables, np.uint64) << widths * np.uint64(8)
        ends = np.arange(8, 8 * len(bits) + 8, 8)
        starts = ends - 1 - widths.astype(np.intp)
        self._places = list(zip(starts.tolist(), ends.tolist(), strict=True))

    def postings(self, keys: NDArray[np.uint64]) -> Postings:
        """The postings of 64-bit *keys*, one for each table."""
        tags = (keys >> self._tag_shift).astype(np.uint16)
        cells = (self._table | keys >> self._prefix_shift).astype(">u8").tobytes()
        return Postings([cells[start:end] for start, end in self._places], tags)


def bucket_bits_for(documents: int, members: float) -> int:
    """Bucket width for an expected number of documents: so many *members* a bucket, or down to
    half as many. Widths are 8 to 32 bits.
    """
    bits = ceil(log2(max(documents, 1) / members))
    return min(max(bits, MIN_BUCKET_BITS), MAX_BUCKET_BITS)


def documents_for(bucket_bits: int, members: float) -> int:
    """The largest number of documents that :func:`bucket_bits_for` gives this width."""
    return int(members * 2**bucket_bits)
