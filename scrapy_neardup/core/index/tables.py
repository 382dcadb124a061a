"""The tables of an index: from what is known of a document to its postings, and back.

Three families. Ids and digests lead to equal ones. Permuted tables (:mod:`.permuted_tables`) lead
to SimHashes within k bits. One table of phrases (:mod:`.sketch`) leads to texts that share some.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_neardup.compiled import require_version
from scrapy_neardup.core.fingerprints.sketch import MAX_PHRASES, phrase_keys
from scrapy_neardup.core.index.archive import FORMAT
from scrapy_neardup.core.index.permuted_tables import PermutedTables
from scrapy_neardup.core.index.posting import KEY_BITS, MEMBER, TAG_BITS, Layout, Postings, posting

try:
    import scrapy_neardup.core.index.kernel as kernel  # noqa: PLR0402 - tells missing from broken
except ModuleNotFoundError:
    # Installed without a compiler: the same values in more time.
    kernel = None  # type: ignore[assignment]
else:
    require_version(kernel, FORMAT)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.scheme import Scheme

WHOLE = 2
"""Weight of a hit in a permuted table, and the least weight of a candidate: two phrases, or a
SimHash within k bits. Texts that share a single phrase are many and hardly ever copies."""

_ID_TABLE, _DIGEST_TABLE, _FIRST_SIMHASH_TABLE = 0, 1, 2
_REMEMBERED = 256
_PHRASE_SHIFT = np.uint64(KEY_BITS - 32)
_NO_PHRASES = np.zeros(0, np.uint32)
_BITS_SET = np.array([(value).bit_count() for value in range(1 << TAG_BITS)], np.uint8)


class Hits(NamedTuple):
    """Where postings lead: by ordinal, what the hits weigh, and how many of them are phrases."""

    weights: dict[int, int]
    phrases: dict[int, int]

    def likeliest(self, most: int, least: int = 0) -> list[int]:
        """At most so many ordinals, those of most weight first, then the oldest; none whose weight
        is under *least*.
        """
        likely = [ordinal for ordinal, weight in self.weights.items() if weight >= least]
        return nsmallest(most, likely, lambda ordinal: (-self.weights[ordinal], ordinal))


class Tables:
    """Every table of an index.

    All give a document sortable keys of 64 bits; they differ in where a key comes from, in how
    far a member's tag may be from the query's (k bits behind the prefix of a permuted table, else
    none), and in what a hit weighs. Buckets have *bucket_bits* bits, those of the phrases
    *phrase_bits*, as a document has many.
    """

    def __init__(self, scheme: Scheme, bucket_bits: int, phrase_bits: int) -> None:
        self._permuted = PermutedTables(scheme.max_distance, scheme.simhash_tables)
        self.phrase_table = _FIRST_SIMHASH_TABLE + self._permuted.tables
        """The number of the one table in which a document stands many times."""
        simhash_tables = range(_FIRST_SIMHASH_TABLE, self.phrase_table)
        bits = [min(bucket_bits, table.prefix_bits) for table in self._permuted.permutations]
        self._bucket_bits = bucket_bits
        # By the number of a document's phrases, which are all in one table.
        self._likeness = [
            Layout([*simhash_tables, *[self.phrase_table] * count], bits + [phrase_bits] * count)
            for count in range(MAX_PHRASES + 1)
        ]
        # Which bits of a tag have to agree in each table, in how many bits the others may differ,
        # and what a hit weighs.
        loose = bytearray(256)
        self._strict = np.full(256, (1 << TAG_BITS) - 1, np.uint16)
        for table, permutation, width in zip(
            simhash_tables, self._permuted.permutations, bits, strict=True
        ):
            free = TAG_BITS - min(permutation.prefix_bits - width, TAG_BITS)
            self._strict[table] = (1 << TAG_BITS) - (1 << free)
            loose[table] = free
        self.loose_bits = bytes(loose)
        """For each of 256 tables, in how many low bits of the tag a hit may differ."""
        self._radii = np.zeros(256, np.uint8)
        self._radii[simhash_tables] = self._permuted.max_distance
        self._packed_strict = self._strict.astype("<u2").tobytes()
        self._packed_radii = self._radii.tobytes()
        self._weights = bytes(WHOLE if table in simhash_tables else 1 for table in range(256))
        # A document is queried, held, released and kept, mostly soon after another.
        self.of_id = lru_cache(maxsize=_REMEMBERED)(self._of_id)
        self.of_digest = lru_cache(maxsize=_REMEMBERED)(self._of_digest)
        self.of_likeness = lru_cache(maxsize=_REMEMBERED)(self._of_likeness)

    def _of_id(self, document_id: str) -> Postings:
        """The posting that finds a document by its id."""
        digest = hashlib.blake2b(
            document_id.encode("utf-8", "surrogatepass"), digest_size=8, person=b"neardup-id"
        ).digest()
        return posting(_ID_TABLE, int.from_bytes(digest, "big"), self._bucket_bits)

    def _of_digest(self, digest: bytes) -> Postings:
        """The posting that finds documents of equal text."""
        return posting(_DIGEST_TABLE, int.from_bytes(digest[:8], "big"), self._bucket_bits)

    def _of_likeness(self, simhash: int | None, sketch: bytes | None) -> Postings:
        """The postings that find documents of similar text, none without a fingerprint."""
        if simhash is None:
            return Postings([], np.zeros(0, np.uint16))
        phrases = _NO_PHRASES if sketch is None else phrase_keys(sketch)
        layout = self._likeness[len(phrases)]
        if kernel is None:
            keys = phrases.astype(np.uint64) << _PHRASE_SHIFT
            return layout.postings(np.concatenate((self._permuted.permute(simhash), keys)))
        buckets, tags = kernel.likeness(
            simhash, *self._permuted.packed_moves, phrases.tobytes(), layout.tables, layout.bits
        )
        return Postings(buckets, np.frombuffer(tags, "<u2"))

    def hits(self, postings: Postings, members: Sequence[bytes]) -> Hits:
        """The ordinals among *members* whose tags agree.

        *members* are the packed members of each posting's bucket. A hit in a permuted table
        weighs WHOLE, as it speaks for the whole text, any other 1. Of the documents that permuted
        tables lead to, some are farther than k bits: a tag is but a part of the SimHash.
        """
        if kernel is not None:
            of_tables = self._packed_strict, self._packed_radii, self._weights
            found = kernel.hits(
                postings.buckets, postings.packed_tags(), members, *of_tables, self.phrase_table
            )
            return Hits(*found)
        rows = np.frombuffer(b"".join(members), MEMBER)
        sizes = [len(bucket) // MEMBER.itemsize for bucket in members]
        tables = np.frombuffer(bytes([bucket[0] for bucket in postings.buckets]), np.uint8)
        tables = np.repeat(tables, sizes)
        differing = rows["tag"] ^ np.repeat(postings.tags, sizes)
        near = (differing & self._strict[tables] == 0).nonzero()[0]
        near = near[_BITS_SET[differing[near]] <= self._radii[tables[near]]]
        hits = Hits({}, {})
        for ordinal, table in zip(
            rows["ordinal"][near].tolist(), tables[near].tolist(), strict=True
        ):
            hits.weights[ordinal] = hits.weights.get(ordinal, 0) + self._weights[table]
            if table == self.phrase_table:
                hits.phrases[ordinal] = hits.phrases.get(ordinal, 0) + 1
        return hits
