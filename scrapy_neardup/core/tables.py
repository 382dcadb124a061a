"""The tables of an index: from what is known of a document to its postings, and back.

Three families. Ids and digests lead to equal ones. Permuted tables (:mod:`.permuted_tables`) lead
to SimHashes within k bits. One table of phrases (:mod:`.sketch`) leads to texts that share some.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.permuted_tables import PermutedTables
from scrapy_neardup.core.posting import KEY_BITS, MEMBER, TAG_BITS, Layout, Postings
from scrapy_neardup.core.sketch import MAX_PHRASES, phrase_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scrapy_neardup.core.scheme import Scheme

WHOLE = 2
"""Weight of a hit in a permuted table, and the least weight of a candidate: two phrases, or a
SimHash within k bits. Texts that share a single phrase are many and hardly ever copies."""

_ID_TABLE, _DIGEST_TABLE, _FIRST_SIMHASH_TABLE = 0, 1, 2
_REMEMBERED = 256
_PHRASE_SHIFT = np.uint64(KEY_BITS - 32)
_BITS_SET = np.array([(value).bit_count() for value in range(1 << TAG_BITS)], np.uint8)


class Tables:
    """Every table of an index.

    All give a document sortable keys of 64 bits; they differ in where a key comes from, in how
    far a member's tag may be from the query's (k bits in the permuted tables, else none), and in
    what a hit weighs.
    """

    def __init__(self, scheme: Scheme, bucket_bits: int) -> None:
        self._permuted = PermutedTables(scheme.max_distance, scheme.simhash_tables)
        self.phrase_table = _FIRST_SIMHASH_TABLE + self._permuted.tables
        """The number of the one table in which a document stands many times."""
        simhash_tables = range(_FIRST_SIMHASH_TABLE, self.phrase_table)
        bits = [min(bucket_bits, table.prefix_bits) for table in self._permuted.permutations]
        self._ids = Layout([_ID_TABLE], [bucket_bits])
        self._digests = Layout([_DIGEST_TABLE], [bucket_bits])
        self._simhashes = Layout(simhash_tables, bits)
        # A document has at most so many phrases, which are all in one table.
        self._phrases = [
            Layout([self.phrase_table] * count, [bucket_bits] * count)
            for count in range(MAX_PHRASES + 1)
        ]
        # What a tag of each table may differ in, and what a hit there weighs.
        self._radii = np.zeros(256, np.uint8)
        self._radii[simhash_tables] = self._permuted.max_distance
        self._weights = np.ones(256, np.intp)
        self._weights[simhash_tables] = WHOLE
        # A document is queried, held, released and kept, mostly soon after another.
        self.of_likeness = lru_cache(maxsize=_REMEMBERED)(self._of_likeness)

    def of_id(self, document_id: str) -> Postings:
        """The posting that finds a document by its id."""
        digest = hashlib.blake2b(
            document_id.encode("utf-8", "surrogatepass"), digest_size=8, person=b"neardup-id"
        ).digest()
        return self._ids.postings(np.frombuffer(digest, ">u8").astype(np.uint64))

    def of_digest(self, digest: bytes) -> Postings:
        """The posting that finds documents of equal text."""
        return self._digests.postings(np.frombuffer(digest, ">u8", 1).astype(np.uint64))

    def _of_likeness(self, simhash: int | None, sketch: bytes | None) -> Postings:
        """The postings that find documents of similar text, none without a fingerprint."""
        if simhash is None:
            return Postings([], np.zeros(0, np.uint16))
        postings = self._simhashes.postings(self._permuted.permute(simhash))
        if sketch is None:
            return postings
        keys = phrase_keys(sketch).astype(np.uint64) << _PHRASE_SHIFT
        return postings + self._phrases[len(keys)].postings(keys)

    def hits(
        self, postings: Postings, members: Sequence[bytes]
    ) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
        """The ordinals among *members* whose tags agree, ascending, and the weight of each.

        *members* are the packed members of each posting's bucket. A hit in a permuted table
        weighs WHOLE, as it speaks for the whole text, any other 1.
        """
        rows = np.frombuffer(b"".join(members), MEMBER)
        if not len(rows):
            return np.zeros(0, np.uint32), np.zeros(0, np.intp)
        sizes = [len(bucket) // MEMBER.itemsize for bucket in members]
        tables = np.frombuffer(bytes([bucket[0] for bucket in postings.buckets]), np.uint8)
        tables = np.repeat(tables, sizes)
        differing = rows["tag"] ^ np.repeat(postings.tags, sizes)
        near = np.flatnonzero(_BITS_SET[differing] <= self._radii[tables])
        ordinals, places = np.unique(rows["ordinal"][near], return_inverse=True)
        weights = np.bincount(places, self._weights[tables[near]], len(ordinals))
        return ordinals.astype(np.uint32), weights.astype(np.intp)
