"""The tables of an index: they turn what is known of a document into postings, and lead from
postings to documents.

There are five families. Tables of ids and digests lead to equal ids and digests. One table leads to
the copies of a story that a host has, if they are verbatim. Permuted tables
(:mod:`.permuted_tables`) lead to SimHashes within k bits. One table of phrases
(:mod:`scrapy_neardup.core.fingerprints.sketch`) leads to texts that share some phrases, and one
table of characteristic terms leads to texts that may tell the same story.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints.sketch import MAX_PHRASES, phrase_keys
from scrapy_neardup.core.format import FORMAT
from scrapy_neardup.core.postings.permuted_tables import PermutedTables
from scrapy_neardup.core.postings.posting import (
    MAX_BUCKET_BITS,
    TAG_BITS,
    UNTAGGED,
    Postings,
    posting,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from scrapy_neardup.core.postings import reference as kernel
    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.scheme import Scheme

else:
    kernel = kernel_of("scrapy_neardup.core.postings", FORMAT)

WHOLE = 2
"""Weight of a hit by id, by digest or in a permuted table, and the least weight of a candidate. So
a candidate shares two phrases, or one that no other document has, or is within k bits by its
SimHash. Texts that share a single phrase with several others are many, and hardly ever copies.
"""
_NEAR_BY_PHRASE = 16
"""A text that shares a single phrase is compared if its SimHash is within so many bits. Most
copies that share no other phrase (short ones, or with half of the words replaced) are that near;
few other articles are."""

_ID_TABLE, _DIGEST_TABLE, _FIRST_SIMHASH_TABLE = 0, 1, 2
_REMEMBERED = 256
_TERM_BITS = 32
_AGE_SHIFT, _LATE, _LATE_SHIFT = 12, 1 << 27, 17
"""4,096 documents in a row have the same age, or 131,072 after the first 2^27 documents: so 16
bits are enough for the age of every ordinal."""


def _exact(table: int, bucket_bits: int) -> int:
    """The number of a *table* that leads to equal things. The table has no tags if its buckets
    have the most bits: a phrase has no more bits, and few ids or digests that share so many bits
    differ.
    """
    return table | UNTAGGED if bucket_bits == MAX_BUCKET_BITS else table


class Hits(NamedTuple):
    """Where postings lead: the weight of the hits of each ordinal, and how many are phrases."""

    weights: dict[int, int]
    phrases: dict[int, int]

    def likeliest(self, most: int) -> list[int]:
        """At most *most* ordinals, those of most weight first, then the oldest."""
        return nsmallest(most, self.weights, lambda ordinal: (-self.weights[ordinal], ordinal))

    def may_be_copied(self, ordinal: int, distance: int | None, max_distance: int) -> bool:
        """Whether the document of *ordinal*, whose hits weigh WHOLE or more, is worth a
        comparison.

        Its SimHash is *distance* bits from the query's, None if either has none. SimHashes within
        *max_distance* are near.
        """
        phrases = self.phrases.get(ordinal, 0)
        if phrases >= WHOLE:
            return True
        near = max(_NEAR_BY_PHRASE, max_distance) if phrases else max_distance
        return distance is not None and distance <= near


class Tables:
    """Every table of an index.

    All tables give a document sortable keys of 64 bits. They differ in where a key comes from, in
    how far a member's tag may be from the query's (k bits behind the prefix of a permuted table,
    else none), and in what a hit weighs. Buckets have *bucket_bits* bits; a bucket of a permuted
    table has no more bits than the table's prefix. A store that keeps postings in order uses the
    most bits, which make its ranges the shortest. Each characteristic term has a bucket of its own,
    of which only the first members are read. These are the newest, as the tag of a member there
    tells the document's age.
    """

    def __init__(self, scheme: Scheme, bucket_bits: int = MAX_BUCKET_BITS) -> None:
        permuted = PermutedTables(scheme.max_distance, scheme.simhash_tables)
        simhash_tables = range(_FIRST_SIMHASH_TABLE, _FIRST_SIMHASH_TABLE + permuted.tables)
        self._id_table = _exact(_ID_TABLE, bucket_bits)
        self._digest_table = _exact(_DIGEST_TABLE, bucket_bits)
        self.phrase_table = _exact(simhash_tables.stop, bucket_bits)
        """The number of the one table in which a document stands many times."""
        self.term_table = simhash_tables.stop + 1
        """The number of the table of characteristic terms."""
        bits = [min(bucket_bits, table.prefix_bits) for table in permuted.permutations]
        self._copy_table = _exact(self.term_table + 1, bucket_bits)
        self._moves = permuted.packed_moves
        self._bucket_bits = bucket_bits
        # Table number and bucket width of each posting, by the number of a document's phrases.
        self._likeness = [
            (
                bytes([*simhash_tables, *[self.phrase_table] * count]),
                bytes(bits + [bucket_bits] * count),
            )
            for count in range(MAX_PHRASES + 1)
        ]
        masks = [(1 << TAG_BITS) - 1] * 256
        radii = bytearray(256)
        for table, permutation, width in zip(
            simhash_tables, permuted.permutations, bits, strict=True
        ):
            # Bits of the tag that still belong to the prefix have to agree.
            free = TAG_BITS - min(permutation.prefix_bits - width, TAG_BITS)
            masks[table] = (1 << TAG_BITS) - (1 << free)
            radii[table] = permuted.max_distance
        masks[self.term_table], radii[self.term_table] = 0, TAG_BITS
        self._masks = b"".join([mask.to_bytes(2, "big") for mask in masks])
        self._radii = bytes(radii)
        parts = self.phrase_table, self.term_table
        self._weights = bytes(1 if table in parts else WHOLE for table in range(256))
        # A document is queried, held, released and kept, mostly in quick succession.
        self.of_id = lru_cache(maxsize=_REMEMBERED)(self._of_id)
        self.of_digest = lru_cache(maxsize=_REMEMBERED)(self._of_digest)
        self.of_likeness = lru_cache(maxsize=_REMEMBERED)(self._of_likeness)
        self._of_packed_terms = lru_cache(maxsize=_REMEMBERED)(self._of_packed_keys)

    def _of_id(self, document_id: str) -> Postings:
        """The posting that finds a document by its id."""
        digest = hashlib.blake2b(
            document_id.encode("utf-8", "surrogatepass"), digest_size=8, person=b"neardup-id"
        ).digest()
        return posting(self._id_table, int.from_bytes(digest, "big"), self._bucket_bits)

    def _of_digest(self, digest: bytes) -> Postings:
        """The posting that finds documents of equal text."""
        return posting(self._digest_table, int.from_bytes(digest[:8], "big"), self._bucket_bits)

    def of_copy(self, story: bytes, host: str) -> Postings:
        """The posting that finds verbatim copies of the articles of a *story* on a *host*, in the form of
        :func:`~scrapy_neardup.addresses.main_host`.
        """
        name = host.encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(story + name, digest_size=8, person=b"neardup-copy").digest()
        return posting(self._copy_table, int.from_bytes(digest, "big"), self._bucket_bits)

    def _of_likeness(self, simhash: int | None, sketch: bytes | None) -> Postings:
        """The postings that find documents of similar text, none without a fingerprint."""
        if simhash is None:
            return Postings([], [])
        phrases = b"" if sketch is None else phrase_keys(sketch).tobytes()
        tables, bits = self._likeness[len(phrases) // 4]
        return Postings(*kernel.likeness(simhash, *self._moves, phrases, tables, bits))

    def of_terms(self, keys: NDArray[np.uint32]) -> Postings:
        """The postings of characteristic terms, of 32 bits each
        (:mod:`scrapy_neardup.core.rewriting.telling`).
        """
        return self._of_packed_terms(keys.astype("<u4").tobytes())

    def term_posts(self, keys: NDArray[np.uint32], ordinal: int) -> list[Pair]:
        """Each bucket of characteristic terms, and what it holds for the document of *ordinal*."""
        later = (min(ordinal, _LATE) >> _AGE_SHIFT) + (max(ordinal - _LATE, 0) >> _LATE_SHIFT)
        age = (1 << TAG_BITS) - 1 - later
        member = age.to_bytes(2, "big") + ordinal.to_bytes(4, "big")
        return [(bucket, member) for bucket in self.of_terms(keys).buckets]

    def _of_packed_keys(self, keys: bytes) -> Postings:
        """The postings of characteristic terms, packed in 4 bytes each, little-endian."""
        count = len(keys) // 4
        tables, bits = bytes([self.term_table]) * count, bytes([_TERM_BITS]) * count
        return Postings(*kernel.likeness(0, b"", 1, keys, tables, bits))

    def hits(self, postings: Postings, members: Sequence[bytes], least: int = 0) -> Hits:
        """The ordinals among *members* whose tags agree, if they weigh *least* or more.

        *members* are the packed members of each posting's bucket. A hit of a phrase or a term
        weighs 1, a hit of a phrase that no other member has weighs 2, and any other hit weighs
        WHOLE, as it speaks for the whole text. Permuted tables also lead to some documents that
        are farther than k bits: a tag is only a part of the SimHash.
        """
        return Hits(
            *kernel.hits(
                postings.buckets,
                postings.tags,
                members,
                self._masks,
                self._radii,
                self._weights,
                self.phrase_table,
                least,
            )
        )
