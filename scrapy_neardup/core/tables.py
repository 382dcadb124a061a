"""The tables of an index: from what is known of a document to its postings, and back.

Three families. Ids and digests lead to equal ones. Permuted tables (:mod:`.permuted_tables`) lead
to SimHashes within k bits. One table of phrases (:mod:`.sketch`) leads to texts that share some.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.permuted_tables import PermutedTables
from scrapy_neardup.core.posting import KEY_BITS, MEMBER, TAG_BITS, Posting, posting
from scrapy_neardup.core.sketch import phrase_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scrapy_neardup.core.scheme import Scheme

WHOLE = 2
"""Weight of a hit in a permuted table, and the least weight of a candidate: two phrases, or a
SimHash within k bits. Texts that share a single phrase are many and hardly ever copies."""

_ID_TABLE, _DIGEST_TABLE, _FIRST_SIMHASH_TABLE = 0, 1, 2
_PHRASE_SHIFT = KEY_BITS - 32
_BITS_SET = np.array([(value).bit_count() for value in range(1 << TAG_BITS)], np.uint8)


class Tables:
    """Every table of an index.

    All give a document sortable keys of 64 bits; they differ in where a key comes from, in how
    far a member's tag may be from the query's (k bits in the permuted tables, else none), and in
    what a hit weighs.
    """

    def __init__(self, scheme: Scheme, bucket_bits: int) -> None:
        self._bucket_bits = bucket_bits
        self._permuted = PermutedTables(scheme.max_distance, scheme.simhash_tables)
        self._simhash_bits = [
            min(bucket_bits, permutation.prefix_bits)
            for permutation in self._permuted.permutations
        ]

    @property
    def phrase_table(self) -> int:
        """The number of the one table in which a document stands many times."""
        return _FIRST_SIMHASH_TABLE + self._permuted.tables

    def of_id(self, document_id: str) -> Posting:
        """The posting that finds a document by its id."""
        digest = hashlib.blake2b(
            document_id.encode("utf-8", "surrogatepass"), digest_size=8, person=b"neardup-id"
        ).digest()
        return posting(_ID_TABLE, int.from_bytes(digest, "big"), self._bucket_bits)

    def of_digest(self, digest: bytes) -> Posting:
        """The posting that finds documents of equal text."""
        return posting(_DIGEST_TABLE, int.from_bytes(digest[:8], "big"), self._bucket_bits)

    def of_likeness(self, simhash: int | None, sketch: bytes | None) -> list[Posting]:
        """The postings that find documents of similar text, none without a fingerprint."""
        if simhash is None:
            return []
        postings = [
            posting(_FIRST_SIMHASH_TABLE + number, key, bits)
            for number, (key, bits) in enumerate(
                zip(self._permuted.permute(simhash), self._simhash_bits, strict=True)
            )
        ]
        if sketch is not None:
            postings += (
                posting(self.phrase_table, key << _PHRASE_SHIFT, self._bucket_bits)
                for key in phrase_keys(sketch)
            )
        return postings

    def hits(
        self, postings: Sequence[Posting], members: Iterable[bytes]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The ordinals among *members* whose tags agree, ascending, and the weight of each.

        *members* are the packed members of each posting's bucket. A hit in a permuted table
        weighs WHOLE, as it speaks for the whole text, any other 1.
        """
        packed = list(members)
        rows = np.frombuffer(b"".join(packed), MEMBER)
        sizes = [len(bucket) // MEMBER.itemsize for bucket in packed]
        tags = np.repeat(np.array([entry.tag for entry in postings], np.uint16), sizes)
        permuted = np.repeat(np.array([self._is_permuted(entry) for entry in postings]), sizes)
        radii = np.where(permuted, self._permuted.max_distance, 0)
        near = _BITS_SET[rows["tag"] ^ tags] <= radii
        ordinals, places = np.unique(rows["ordinal"][near].astype(np.uint32), return_inverse=True)
        weights = np.where(permuted[near], WHOLE, 1)
        return ordinals, np.bincount(places, weights, len(ordinals)).astype(np.int64)

    def _is_permuted(self, entry: Posting) -> bool:
        first = _FIRST_SIMHASH_TABLE
        return first <= entry.bucket[0] < first + self._permuted.tables
