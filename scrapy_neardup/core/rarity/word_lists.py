"""How often the common words of a language stand in an article, before any article is known.

The table is made from the word lists of wordfreq 3.1.1 (Robyn Speer, 2022; its data is under
CC BY-SA 4.0, and so is this table) by ``python -m benchmarks.quality.word_lists``. It has the
commonest words of each language, with the share of articles of 300 words that have them if words
occur independently of each other.

Layout, little-endian: for each language its code, 2 bytes; the numbers of its words, of its terms
(:mod:`scrapy_neardup.core.fingerprints.terms`) and of its marks, 2 bytes each; the upper 32 bits
of each word's hash, ascending; 1 byte a word, its share in steps of a fiftieth of a decade; the
same for the terms; the upper 32 bits of the hash of each mark. *Marks* are the words (in Japanese
and Korean, the pairs of characters) that nearly every text of the language has.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.rarity.cells import VERSION
from scrapy_neardup.core.rarity.reference import START_BITS, STARTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.rarity import reference as kernel
else:
    kernel = kernel_of("scrapy_neardup.core.rarity", VERSION)

WEIGHT_OF_LIST = 200
"""A language's list counts as so many stories of an index."""
UNSEEN = 0.3
"""The number of stories that is assumed for a word that is in no story and in no list."""

_FILE = "word_lists.bin"
_HEAD = struct.Struct("<2sHHH")
_STEPS = 50
"""Steps of a share in one decade."""
_FEWEST_MARKS = 3
"""The language of a text with fewer marks of every language is not known."""


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """The common words, or terms, of one language: ``words``, the upper halves of their hashes,
    ascending, and in how many of WEIGHT_OF_LIST stories each is ``expected``, UNSEEN or more.
    ``starts``: by the upper START_BITS of a hash, the place of the first word that is not below them.
    """

    words: NDArray[np.uint32]
    expected: NDArray[np.float64]
    starts: NDArray[np.uint16]

    @classmethod
    def of(cls, words: NDArray[np.uint32], expected: NDArray[np.float64]) -> WordList:
        """The list of these *words*, 65,535 at most, by the upper halves of their hashes, ascending."""
        first = np.arange(STARTS, dtype=np.uint32) << np.uint32(32 - START_BITS)
        return cls(words, expected, words.searchsorted(first).astype(np.uint16))

    def shares(
        self, words: NDArray[np.uint64], counts: NDArray[np.uint16], stories: int, few: int = 0
    ) -> NDArray[np.float64]:
        """The share of stories that have each of the *words*, in (0, 1], if *counts* are the
        cells of so many *stories*. *few* is taken off each count, down to 0.
        """
        total = float(stories + WEIGHT_OF_LIST)
        return kernel.shares(
            words, self.words, self.starts, self.expected, UNSEEN, counts, total, few
        )


NO_WORDS = WordList.of(np.zeros(0, np.uint32), np.zeros(0))


def _read(data: bytes, at: int, count: int) -> tuple[WordList, int]:
    """The list of so many words that begins there, and where it ends."""
    # Aligned, or each search would copy it.
    hashes = np.frombuffer(data, "<u4", count, at).astype(np.uint32)
    at += hashes.nbytes
    steps = np.frombuffer(data, np.uint8, count, at)
    shares = 10.0 ** (steps / -_STEPS)
    return WordList.of(hashes, np.maximum(WEIGHT_OF_LIST * shares, UNSEEN)), at + count


class WordLists:
    """The word lists of all languages, and the marks by which a text's language is told.

    ``marks``: the upper halves of their hashes, of all languages, ascending.
    """

    def __init__(self, data: bytes) -> None:
        self.languages: list[str] = []
        self._words: dict[str, WordList] = {}
        self._terms: dict[str, WordList] = {}
        marks, owners = [], []
        at = 0
        while at < len(data):
            code, words, terms, own = _HEAD.unpack_from(data, at)
            language = code.decode("ascii")
            at += _HEAD.size
            self._words[language], at = _read(data, at, words)
            self._terms[language], at = _read(data, at, terms)
            marks.append(np.frombuffer(data, "<u4", own, at))
            at += 4 * own
            owners.append(np.full(own, len(self.languages)))
            self.languages.append(language)
        all_marks = np.concatenate([np.zeros(0, np.uint32), *marks])
        self.marks, row = np.unique(all_marks, return_inverse=True)
        # By mark, which languages have it.
        self._owners = np.zeros((len(self.marks), len(self.languages)), np.uint8)
        self._owners[row, np.concatenate([np.zeros(0, np.intp), *owners])] = 1

    def of(self, language: str) -> WordList:
        """The words of a language; none where there is no list."""
        return self._words.get(language, NO_WORDS)

    def terms_of(self, language: str) -> WordList:
        """The terms of a language; none where there is no list."""
        return self._terms.get(language, NO_WORDS)

    def language_of(self, words: NDArray[np.uint64]) -> str:
        """The language with the most marks among the *words* (ascending hashes); "" for too few."""
        best, marks = kernel.language(words, self.marks, self._owners)
        return self.languages[best] if marks >= _FEWEST_MARKS else ""


@lru_cache(maxsize=1)
def word_lists() -> WordLists:
    """The lists that come with the package."""
    return WordLists(resources.files(__package__).joinpath(_FILE).read_bytes())


def packed(
    language: str, words: dict[int, float], terms: dict[int, float], marks: list[int]
) -> bytes:
    """The part of the table of one *language*: the shares of its *words* and *terms*, and its
    *marks*, all by 64-bit hash. ``benchmarks.quality.word_lists`` makes the file with it.
    """
    ends = np.array(sorted({hashed >> 32 for hashed in marks}), "<u4")
    lists = [
        sorted({hashed >> 32: share for hashed, share in shares.items()}.items())
        for shares in (words, terms)
    ]
    parts = [_HEAD.pack(language.encode("ascii"), *map(len, lists), len(ends))]
    for rows in lists:
        steps = np.clip(np.rint(-_STEPS * np.log10([share for _, share in rows])), 0, 255)
        words_of_rows = np.array([word for word, _ in rows], "<u4")
        parts += [words_of_rows.tobytes(), steps.astype(np.uint8).tobytes()]
    return b"".join((*parts, ends.tobytes()))
