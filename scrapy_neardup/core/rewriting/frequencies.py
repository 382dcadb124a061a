"""In how many articles a term occurs, learned from those that an index keeps.

A table of counters by hash, of one size for any number of articles: the counts are halved
whenever enough articles were counted, so that they follow what is written about. A term whose
counter others share passes for more frequent than it is, which costs evidence and makes no error.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.errors import IndexCorrupt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.terms import Terms

BITS = 18
MOST_ARTICLES = 1 << 14
"""Articles after which all counts are halved. Terms rarer than one article in 1,100 need not be
told apart."""
LEAST_ARTICLES = 200
"""Articles of a text's own language that have to be known before its rare terms are."""
MOST_WEIGHT = 7.0
"""The weight of a term that one article in 1,100 has, or fewer."""
_COMMONEST = 8
"""Among so many of a text's commonest words, some are of no other language."""
_FEW = 3
"""A term of so few articles is as rare as one that nobody has used yet: else the words of a copy
that are its own would come before those of its source, which one article has.
"""
TERMS_NOTE = "term frequencies"
"""The note that keeps them in an index."""
_HEAD = struct.Struct("<I")
_SAVE_ARTICLES = 1000


class Frequencies:
    """The document frequencies of an index, whose notes are read and written by the functions
    given. Not thread-safe.
    """

    def __init__(
        self,
        read: Callable[[str], bytes | None],
        write: Callable[[Iterable[tuple[str, bytes]]], None],
    ) -> None:
        self._read = read
        self._write = write
        self._learned = 0
        self._new = np.zeros(1 << BITS, np.uint16)
        """The counts of what was learned and is not written."""
        self.articles = 0
        """How many articles the counts are of, after halving."""
        self._counts = np.zeros(1 << BITS, np.uint16)
        self._load()

    def learn(self, terms: Terms) -> None:
        """Count an article that has these *terms*."""
        places = np.unique(_places(np.concatenate((terms.hashes, terms.others))))
        self._counts[places] += 1
        self._new[places] += 1
        self.articles += 1
        self._learned += 1
        self._halve()
        if self._learned >= _SAVE_ARTICLES:
            self.save()

    def known_like(self, terms: Terms) -> int:
        """How many articles are known in the language of a text with these *terms*.

        Its commonest words tell: what hardly any article of a language lacks counts its articles,
        and of eight such words, some are of no other language.
        """
        words = np.unique(_places(np.concatenate((terms.hashes[~terms.is_number], terms.others))))
        if len(words) < _COMMONEST:
            return 0
        return int(np.partition(self._counts[words], -_COMMONEST)[-_COMMONEST])

    def weights(self, terms: Terms) -> NDArray[np.float64]:
        """How much each term tells, from 0 to 7: the logarithm of one over the share of the
        articles of its language that have it.
        """
        counts = self._counts[_places(terms.hashes)].astype(np.float64)
        weights = np.log((self.known_like(terms) + 1) / (np.maximum(counts, _FEW) + 0.5))
        return np.clip(weights, 0, MOST_WEIGHT)

    def save(self) -> None:
        """Write what was learned, if anything, added to what other processes have written."""
        if self._learned:
            self._load()
            self._counts += self._new
            self.articles += self._learned
            self._halve()
            self._new[:] = 0
            self._learned = 0
            packed = zlib.compress(self._counts.astype("<u2").tobytes(), 1)
            self._write([(TERMS_NOTE, _HEAD.pack(self.articles) + packed)])

    def _halve(self) -> None:
        if self.articles >= MOST_ARTICLES:
            self._counts >>= 1
            self.articles >>= 1

    def _load(self) -> None:
        """Read what was written last; before that, nothing is known."""
        stored = self._read(TERMS_NOTE)
        if stored is None:
            self.articles = 0
            self._counts[:] = 0
            return
        try:
            (self.articles,) = _HEAD.unpack_from(stored)
            counts = np.frombuffer(zlib.decompress(stored[_HEAD.size :]), "<u2")
        except (struct.error, zlib.error, ValueError) as error:
            raise IndexCorrupt(f"the note {TERMS_NOTE!r} can't be read: {error!r}") from error
        if len(counts) != 1 << BITS:
            raise IndexCorrupt(f"the note {TERMS_NOTE!r} has {len(counts)} counts")
        self._counts = counts.astype(np.uint16)


def _places(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return hashes >> np.uint64(64 - BITS)
