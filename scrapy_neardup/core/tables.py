"""The tables of an index: from what is known of a document to its postings, and back."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.permuted_tables import PermutedTables
from scrapy_neardup.core.posting import MEMBER, TAG_BITS, Posting, posting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scrapy_neardup.core.scheme import Scheme

_ID_TABLE, _DIGEST_TABLE, _FIRST_SIMHASH_TABLE = 0, 1, 2
_BITS_SET = np.array([(value).bit_count() for value in range(1 << TAG_BITS)], np.uint8)


class Tables:
    """Every table of an index: document ids, digests, permuted SimHashes.

    All give a document one sortable key of 64 bits; they differ in where the key comes from and
    in how far a member's tag may be from the query's: the permuted tables allow k bits, the
    others none.
    """

    def __init__(self, scheme: Scheme, bucket_bits: int) -> None:
        self._bucket_bits = bucket_bits
        self._permuted = PermutedTables(scheme.max_distance, scheme.simhash_tables)
        self._simhash_bits = [
            min(bucket_bits, permutation.prefix_bits)
            for permutation in self._permuted.permutations
        ]

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
        return [
            posting(_FIRST_SIMHASH_TABLE + number, key, bits)
            for number, (key, bits) in enumerate(
                zip(self._permuted.permute(simhash), self._simhash_bits, strict=True)
            )
        ]

    def hits(
        self, postings: Sequence[Posting], members: Iterable[bytes]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The ordinals among *members* whose tags agree, ascending, and in how many tables.

        *members* are the packed members of each posting's bucket.
        """
        packed = list(members)
        rows = np.frombuffer(b"".join(packed), MEMBER)
        sizes = [len(bucket) // MEMBER.itemsize for bucket in packed]
        tags = np.repeat(np.array([entry.tag for entry in postings], np.uint16), sizes)
        radii = np.repeat(np.array([self._radius(entry) for entry in postings], np.uint8), sizes)
        near = _BITS_SET[rows["tag"] ^ tags] <= radii
        return np.unique(rows["ordinal"][near].astype(np.uint32), return_counts=True)

    def _radius(self, entry: Posting) -> int:
        first = _FIRST_SIMHASH_TABLE
        permuted = first <= entry.bucket[0] < first + self._permuted.tables
        return self._permuted.max_distance if permuted else 0
