"""Postings: where a document stands in the tables.

Every table, whatever its family, gives a document one sortable 64-bit key. Documents whose keys
share their first *bucket_bits* stand in one bucket; a member of a bucket is the next 16 bits of
its key (the tag) and the document's ordinal. By their tags, nearly all chance members are passed
over without a look at their records. A table whose number has the bit UNTAGGED has no tags: its
buckets tell enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2

KEY_BITS = 64
TAG_BITS = 16
ORDINAL_BYTES = 4
MEMBER_BYTES = TAG_BITS // 8 + ORDINAL_BYTES
UNTAGGED = 0x80
"""Set in the number of a table whose members are ordinals alone."""
MAX_ORDINAL = 2**32 - 2

Pair = tuple[bytes, bytes]
"""A bucket, and the member of it that leads to one document."""

MIN_BUCKET_BITS = 8
MAX_BUCKET_BITS = 32


@dataclass(frozen=True, slots=True)
class Postings:
    """Some postings, in parallel sequences.

    *buckets* are the buckets' stored keys, whose first byte is the number of the table; *tags* the
    16 bits of each key that follow, big-endian, none in a table without tags.
    """

    buckets: list[bytes]
    tags: list[bytes]

    def __len__(self) -> int:
        return len(self.buckets)

    def __add__(self, other: Postings) -> Postings:
        return Postings(self.buckets + other.buckets, self.tags + other.tags)

    def first(self, count: int) -> Postings:
        """The first *count* postings."""
        return Postings(self.buckets[:count], self.tags[:count])

    def of(self, ordinal: int) -> list[Pair]:
        """Each bucket, and what it holds for the document of this *ordinal*."""
        packed = ordinal.to_bytes(ORDINAL_BYTES, "big")
        return [
            (bucket, tag + packed) for bucket, tag in zip(self.buckets, self.tags, strict=True)
        ]


def posting(table: int, key: int, bucket_bits: int) -> Postings:
    """The one posting of a 64-bit *key* in table number *table*, whose buckets have
    *bucket_bits* bits.
    """
    prefix = key >> (KEY_BITS - bucket_bits)
    bucket = bytes((table,)) + prefix.to_bytes((bucket_bits + 7) // 8, "big")
    if table & UNTAGGED:
        return Postings([bucket], [b""])
    tag = key >> (KEY_BITS - bucket_bits - TAG_BITS) & ((1 << TAG_BITS) - 1)
    return Postings([bucket], [tag.to_bytes(2, "big")])


def equal(only: Postings, packed: bytes) -> list[int]:
    """The ordinals of the *packed* members of the *only* posting's bucket that have its tag.

    Ascending: the lowest of several equal documents is their source. Where one process writes, it is the
    oldest.
    """
    (bucket,), (tag,) = only.buckets, only.tags
    found = {ordinal_of(member) for member in split(bucket, packed) if member.startswith(tag)}
    return sorted(found)


def ordinal_of(member: bytes) -> int:
    """The ordinal that a member leads to."""
    return int.from_bytes(member[-ORDINAL_BYTES:], "big")


def member_bytes(bucket: bytes) -> int:
    """The length of each member of a *bucket*, or of any bucket of its table."""
    return ORDINAL_BYTES if bucket[0] & UNTAGGED else MEMBER_BYTES


def split(bucket: bytes, packed: bytes) -> list[bytes]:
    """The members of *bucket*, from the bytes that have them *packed*."""
    size = member_bytes(bucket)
    return [packed[start : start + size] for start in range(0, len(packed), size)]


def parted(pair: bytes) -> Pair:
    """The bucket and the member of a *pair*, which has one behind the other."""
    size = member_bytes(pair)
    return pair[:-size], pair[-size:]


def bucket_bits_for(documents: int, members: float) -> int:
    """The bucket width, 8 to 32 bits, for an expected number of *documents*: a bucket then has
    *members* members on average, or down to half as many.
    """
    bits = ceil(log2(max(documents, 1) / members))
    return min(max(bits, MIN_BUCKET_BITS), MAX_BUCKET_BITS)


def documents_for(bucket_bits: int, members: float) -> int:
    """The largest number of documents that :func:`bucket_bits_for` gives this width."""
    return int(members * 2**bucket_bits)
