"""The terms of a text by sentence: what a rewriter keeps, where a spinner's table ends.

A term is a word of two or more characters, letters beyond the sixth left off, so that inflected
forms meet; a number; or two characters of a Japanese or Korean run that are no hiragana. Whoever
writes an article again in other words keeps its numbers, its names and most of its rarer words,
and moves them with their sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints import versions
from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, KANA, LETTER, OTHER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints import kernel
else:
    kernel = kernel_of("scrapy_neardup.core.fingerprints", versions.ALL)

STEM = 6
"""Letters of a word that count."""
FEWEST = 4
"""Terms of a sentence; a shorter one goes with the next: headings, and what an abbreviation cuts
off.
"""
_FULL_STOP = ord(".")
_ENDS = np.array([ord(mark) for mark in "。!?;\n！？；"], np.uint32)
_HIRAGANA = (0x3041, 0x309F)


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The terms of a text in order: their ``hashes`` of 64 bits, the number of the sentence in
    which each stands, ascending from 0, and whether each ``is_number`` (has a digit). ``others``
    are the different words that are no terms: by those, a text's language is known.
    """

    hashes: NDArray[np.uint64]
    sentences: NDArray[np.int64]
    is_number: NDArray[np.bool_]
    others: NDArray[np.uint64]

    def __reduce__(self) -> tuple[type[Terms], tuple[object, ...]]:
        return type(self), (self.hashes, self.sentences, self.is_number, self.others)


def terms(text: kernel.Text, tokens: kernel.Tokens) -> Terms:
    """The terms of *text*, whose words are *tokens*."""
    points = np.array(text.points, np.uint32)
    kinds = np.array(text.kinds, np.uint8)
    hashes = np.array(tokens.hashes, np.uint64)
    starts = np.array(tokens.starts, np.int64)
    lengths = np.array(tokens.lengths, np.int64)
    token_kinds = np.array(tokens.kinds, np.uint8)
    digits = np.concatenate(([0], np.cumsum(kinds == DIGIT)))
    is_number = digits[starts + lengths] > digits[starts]
    chosen = (token_kinds == DIGIT) | (lengths >= 2)
    hiragana = (points >= _HIRAGANA[0]) & (points <= _HIRAGANA[1])
    kana_before = np.concatenate(([0], np.cumsum(hiragana)))
    is_kana = token_kinds == KANA
    chosen &= ~is_kana | (kana_before[starts + lengths] == kana_before[starts])
    for at in np.flatnonzero((token_kinds == LETTER) & (lengths > STEM) & ~is_number).tolist():
        hashes[at] = kernel.span_hash(text, int(starts[at]), STEM)
    ends = _sentence_ends(points, kinds)
    sentences = np.searchsorted(ends, starts, side="right")[chosen]
    return Terms(hashes[chosen], _joined(sentences), is_number[chosen], np.unique(hashes[~chosen]))


def _sentence_ends(points: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The places after the marks that end a sentence."""
    marks = kinds == OTHER
    ends = marks & np.isin(points, _ENDS)
    # A full stop ends one if white space or a quotation mark follows, and a word of more than one
    # character stands before: J. Smith, U. S.
    stops = np.flatnonzero(marks & (points == _FULL_STOP))
    stops = stops[(stops >= 2) & (stops + 1 < len(points))]
    follows = marks[stops + 1] & (points[stops + 1] != _FULL_STOP)
    ends[stops[follows & ~marks[stops - 1] & ~marks[stops - 2]]] = True
    # A Chinese or Japanese text has no white space there.
    dense = stops[(kinds[stops + 1] >= HAN) & (kinds[stops - 1] >= HAN)]
    ends[dense] = True
    return np.flatnonzero(ends) + 1


def _joined(sentences: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of the sentences from 0 on, short ones as part of the next, the last as part of
    the one before it.
    """
    if not len(sentences):
        return sentences
    _, sizes = np.unique(sentences, return_counts=True)
    numbers = []
    number = size = 0
    for count in sizes.tolist():
        numbers.append(number)
        size += count
        if size >= FEWEST:
            number, size = number + 1, 0
    last = max(number - 1, 0)
    joined: NDArray[np.int64] = np.minimum(np.repeat(np.array(numbers), sizes), last)
    return joined
