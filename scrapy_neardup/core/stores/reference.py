"""What the kernel of stores computes, in plain Python.

A filter is an array of blocks of 512 bits. A bucket sets six bits, all in one block, so that a
look costs one miss of the processor's cache (Putze, Sanders and Singler, "Cache-, hash- and
space-efficient Bloom filters", WEA 2007).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.splitmix64 import MASK, mix
from scrapy_neardup.core.postings.posting import parted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BLOCK_BYTES = 64
_PROBES = 6
LONGEST_BUCKET = 7
_GOLDEN = 0x9E3779B97F4A7C15


def add(keys: list[bytes], bits: bytearray, front: int | None = None) -> None:
    """Set the bits of the buckets of *keys* in the filter *bits*. A bucket has 7 bytes at most. A
    key is a bucket alone; with *front*, it is *front* bytes, a bucket and its member.

    Raises ValueError for a longer bucket, for a key without a bucket, and for a filter that is not
    a whole number of blocks.
    """
    for key in keys:
        for place in _places(bucket_of(key, front), bits):
            bits[place >> 3] |= 1 << (place & 7)


def members(keys: Iterator[bytes], prefix: bytes, size: int, most: int) -> tuple[bytes, bool]:
    """The members that follow *prefix* in the ascending *keys*, packed one after another, and
    whether the keys came to their end.

    At most *most* members of *size* bytes are taken; keys of another length are skipped. The first
    key that does not begin with *prefix* is the last one read.

    Raises ValueError for a negative *size* or *most*.
    """
    if size < 0 or most < 0:
        raise ValueError(f"{most} members of {size} bytes")
    found: list[bytes] = []
    while len(found) < most:
        key = next(keys, None)
        if key is None:
            return b"".join(found), True
        if not key.startswith(prefix):
            break
        if len(key) == len(prefix) + size:
            found.append(key[len(prefix) :])
    return b"".join(found), False


def may_hold(buckets: list[bytes], filters: Sequence[bytearray]) -> list[int]:
    """The positions, ascending, of those *buckets* that are, or seem to be, in one of *filters*.

    Raises ValueError as :func:`add`.
    """
    return [
        at
        for at, bucket in enumerate(buckets)
        if any(
            all(bits[place >> 3] >> (place & 7) & 1 for place in _places(bucket, bits))
            for bits in filters
        )
    ]


def bucket_of(key: bytes, front: int | None) -> bytes:
    """The bucket of *key*: the whole key, or, with *front*, what stands between the first *front*
    bytes and the member.

    Raises ValueError for a key without a bucket.
    """
    if front is None:
        return key
    pair = key[front:] if front >= 0 else b""
    bucket = parted(pair)[0] if pair else b""
    if not bucket:
        raise ValueError(f"a key of {len(key)} bytes has no posting behind {front}")
    return bucket


def _places(bucket: bytes, bits: bytearray) -> Iterator[int]:
    """The positions of a bucket's bits in a filter."""
    blocks, rest = divmod(len(bits), BLOCK_BYTES)
    if not blocks or rest:
        raise ValueError(f"a filter of {len(bits)} bytes")
    value = _hashed(bucket)
    start = ((value >> 32) * blocks >> 32) * BLOCK_BYTES * 8
    spread = value * _GOLDEN & MASK
    for probe in range(_PROBES):
        yield start + (spread >> (10 + 9 * probe) & (8 * BLOCK_BYTES - 1))


def _hashed(bucket: bytes) -> int:
    """The 64-bit hash of a bucket."""
    if len(bucket) > LONGEST_BUCKET:
        raise ValueError(f"a bucket of {len(bucket)} bytes")
    return mix(len(bucket) << 8 * len(bucket) | int.from_bytes(bucket, "big"))
