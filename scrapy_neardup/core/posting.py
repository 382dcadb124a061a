"""Postings: where a document stands in the tables.

Every table, whatever its family, gives a document one sortable 64-bit key. Documents whose keys
share their first *bucket_bits* stand in one bucket; a member of a bucket is the next 16 bits of
its key (the tag) and the document's ordinal. Tags let nearly all chance members be passed over
without a look at their records: a band wants an equal tag, a permuted table one within k bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

KEY_BITS = 64
TAG_BITS = 16
MEMBER = np.dtype([("tag", ">u2"), ("ordinal", ">u4")])
MAX_ORDINAL = 2**32 - 1

MIN_BUCKET_BITS = 8
MAX_BUCKET_BITS = 32


@dataclass(frozen=True, slots=True)
class Posting:
    """*bucket* is the bucket's stored key, *tag* the 16 key bits that follow."""

    bucket: bytes
    tag: int

    def member(self, ordinal: int) -> bytes:
        """What the bucket holds for the document of this *ordinal*, 6 bytes."""
        return self.tag.to_bytes(2, "big") + ordinal.to_bytes(4, "big")


def posting(table: int, key: int, bucket_bits: int) -> Posting:
    """The posting of a 64-bit *key* in table number *table* (0 to 255)."""
    width = (bucket_bits + 7) // 8
    prefix = key >> (KEY_BITS - bucket_bits)
    tag = (key >> (KEY_BITS - bucket_bits - TAG_BITS)) & (2**TAG_BITS - 1)
    return Posting(bytes((table,)) + prefix.to_bytes(width, "big"), tag)


def bucket_bits_for(documents: int) -> int:
    """Bucket width for an expected number of documents: about sixteen buckets a document.

    So most lookups find no bucket, which LevelDB's Bloom filters answer without reading a block,
    and most insertions rewrite nothing (benchmarks/posting_layout.py compares widths).
    """
    return min(max((documents - 1).bit_length() + 4, MIN_BUCKET_BITS), MAX_BUCKET_BITS)
