"""A text as arrays: its characters, its words, and their 64-bit hashes.

Nothing here is a Python string per word: 500 words cost as much as 5. Hashes are Zobrist sums:
a word is the sum over its characters of a mixed (character, position), so that one pass over the
characters serves words and n-grams of any length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core import characters
from scrapy_neardup.core.characters import (
    DIGIT,
    HAN,
    KANA,
    LETTER,
    OTHER,
    UNSPACED,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

VERSION = 1
"""Raised with every change that gives some text other features."""

NUMBER = DIGIT
"""Kind of a token of digits; ``LETTER`` is the kind of a word that has a letter."""

_FULL_STOP, _COMMA, _SPACE = ord("."), ord(","), ord(" ")
# splitmix64, Steele, Lea and Flood, OOPSLA 2014.
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLY_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLY_2 = np.uint64(0x94D049BB133111EB)


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return splitmix64's finaliser of each value: a bijection whose every bit depends on all."""
    mixed = values + _GAMMA
    mixed ^= mixed >> np.uint64(30)
    mixed *= _MULTIPLY_1
    mixed ^= mixed >> np.uint64(27)
    mixed *= _MULTIPLY_2
    mixed ^= mixed >> np.uint64(31)
    return mixed


@dataclass(frozen=True, slots=True)
class Text:
    """The characters of a normal form, as arrays of one shape.

    ``points``: code points in lower case, digits as 0-9. ``kinds``: see
    :mod:`~scrapy_neardup.core.characters`; Chinese characters in a run with kana count as
    ``KANA``, because they are Japanese words. ``upper``: which were capital letters.
    """

    points: NDArray[np.uint32]
    kinds: NDArray[np.uint8]
    upper: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text in order, as arrays of one shape.

    Runs in scripts without spaces that no dictionary covers give overlapping n-grams.
    ``hashes``: 64 bits each. ``starts``: index of the first character in the text.
    ``kinds``: kind of the first character, ``LETTER`` for a mix of letters and digits.
    """

    hashes: NDArray[np.uint64]
    starts: NDArray[np.intp]
    lengths: NDArray[np.intp]
    kinds: NDArray[np.uint8]


def read(text: str) -> Text:
    """Return the arrays of *text*, a normal form as of :func:`~.normalize.normalize`."""
    folded = text.casefold()
    if len(folded) != len(text):
        # A handful of letters fold to two (İ): left as they are.
        folded = "".join(low if len(low := c.casefold()) == 1 else c for c in text)
    cased = _points(text)
    points = _points(folded)
    upper = cased != points
    kinds = characters.kinds(points)
    points = characters.ascii_digits(points, kinds)
    points, kinds, upper = _join_numbers(points, kinds, upper)
    keep = _outside_gaps(points, kinds)
    points, kinds, upper = points[keep], kinds[keep], upper[keep]
    runs, of_run = _runs(((kinds == HAN) | (kinds == KANA)).astype(np.uint8))
    if len(runs) and (kinds == KANA).any():
        japanese = np.maximum.reduceat(kinds == KANA, runs)[of_run]
        kinds = np.where(japanese & (kinds == HAN), np.uint8(KANA), kinds)
    return Text(points, kinds, upper)


def tokens(text: Text, cut: Callable[[str], list[str]]) -> Tokens:
    """Return the words of *text*; *cut* finds them in Chinese (see :mod:`.segment`)."""
    kinds = text.kinds
    if not len(kinds):
        empty = np.zeros(0, np.intp)
        return Tokens(empty.astype(np.uint64), empty, empty, kinds)
    # Letters and digits side by side are one word: 5g, b2b, mp3.
    classes = np.where(kinds == DIGIT, np.uint8(LETTER), kinds)
    begins = np.zeros(len(kinds), np.bool_)
    begins[0] = True
    begins[1:] = classes[1:] != classes[:-1]
    chinese = kinds == HAN
    if chinese.any():
        masked = np.where(chinese, text.points, np.uint32(_SPACE))
        words = cut(masked.astype("<u4").tobytes().decode("utf-32-le"))
        ends = np.cumsum(np.fromiter(map(len, words), np.intp, len(words)))
        inner = ends[:-1]
        begins[inner[chinese[inner]]] = True
    starts = np.flatnonzero(begins)
    lengths = np.diff(starts, append=len(kinds))
    of_token = kinds[starts]
    if (kinds == LETTER).any():
        # A word of letters and digits is a word, whichever comes first.
        lettered = np.maximum.reduceat(kinds == LETTER, starts)
        of_token = np.where(lettered, np.uint8(LETTER), of_token)
    grams = of_token > HAN
    whole = (of_token != OTHER) & ~grams
    ranks = np.arange(len(kinds), dtype=np.uint64) - np.repeat(starts, lengths).astype(np.uint64)
    sums = np.add.reduceat(_zobrist(text.points, ranks), starts)
    found = Tokens(mix(sums[whole]), starts[whole], lengths[whole], of_token[whole])
    if not grams.any():
        return found
    extra = _gram_tokens(text, starts[grams], lengths[grams], of_token[grams])
    starts = np.concatenate((found.starts, extra.starts))
    order = np.argsort(starts, kind="stable")
    return Tokens(
        np.concatenate((found.hashes, extra.hashes))[order],
        starts[order],
        np.concatenate((found.lengths, extra.lengths))[order],
        np.concatenate((found.kinds, extra.kinds))[order],
    )


def span_hashes(
    points: NDArray[np.uint32], starts: NDArray[np.intp], lengths: NDArray[np.intp]
) -> NDArray[np.uint64]:
    """Return the hashes of some spans of *points*, each of one character or more.

    A word has this hash wherever it stands.
    """
    if not len(starts):
        return np.zeros(0, np.uint64)
    firsts = np.cumsum(lengths) - lengths
    ranks = np.arange(lengths.sum()) - np.repeat(firsts, lengths)
    at = np.repeat(starts, lengths) + ranks
    return mix(np.add.reduceat(_zobrist(points[at], ranks.astype(np.uint64)), firsts))


def _gram_tokens(
    text: Text, starts: NDArray[np.intp], lengths: NDArray[np.intp], kinds: NDArray[np.uint8]
) -> Tokens:
    """Return the n-grams of some runs; a run shorter than n is a gram itself.

    Three characters in unspaced scripts, where vowel marks count as characters, else two.
    """
    n = np.minimum(np.where(kinds == UNSPACED, 3, 2), lengths)
    counts = lengths - n + 1
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    starts = np.repeat(starts, counts) + offsets
    n = np.repeat(n, counts)
    sums = np.zeros(len(starts), np.uint64)
    for place in range(3):
        within = place < n
        at = np.minimum(starts + place, len(text.points) - 1)
        sums += np.where(within, _zobrist(text.points[at], np.uint64(place)), np.uint64(0))
    return Tokens(mix(sums), starts, n, np.repeat(kinds, counts))


def _zobrist(
    points: NDArray[np.uint32], rank: NDArray[np.uint64] | np.uint64
) -> NDArray[np.uint64]:
    """Return the hash of each character as the *rank*-th of its word."""
    return mix((rank << np.uint64(21)) + points)


def _points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "replace"), "<u4").astype(np.uint32)


def _runs(labels: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the starts of the runs of equal labels, and of each element its run's number."""
    begins = np.ones(len(labels), np.bool_)
    begins[1:] = labels[1:] != labels[:-1]
    return np.flatnonzero(begins), np.cumsum(begins) - 1


def _outside_gaps(points: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which characters are no white space between two Chinese or Japanese characters.

    There it means nothing: wrapped lines, or a trick to hide words from a filter.
    """
    blank = points <= _SPACE
    solid = np.flatnonzero(~blank)
    if len(solid) == len(points) or len(solid) < 2:
        return ~blank
    dense = (kinds[solid] == HAN) | (kinds[solid] == KANA)
    # Of each character, blank or not, the number of the last solid one up to it.
    last = np.maximum(np.cumsum(~blank) - 1, 0)
    following = np.minimum(last + 1, len(solid) - 1)
    kept: NDArray[np.bool_] = ~(blank & dense[last] & dense[following])
    return kept


def _join_numbers(
    points: NDArray[np.uint32], kinds: NDArray[np.uint8], upper: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.bool_]]:
    """Make 3.5 one number, and 1,234 the number 1234."""
    if len(points) < 4:
        return points, kinds, upper
    if (kinds == HAN).any():
        # Where punctuation is turned from Chinese to Western, 3.5 becomes 3. 5.
        digit = kinds == DIGIT
        mark = (points == _FULL_STOP) | (points == _COMMA)
        torn = np.zeros(len(points), np.bool_)
        torn[2:-1] = digit[:-3] & mark[1:-2] & (points[2:-1] == _SPACE) & digit[3:]
        if torn.any():
            points, kinds, upper = points[~torn], kinds[~torn], upper[~torn]
    digit = np.pad(kinds == DIGIT, (1, 4))
    between = digit[:-5] & digit[2:-3]
    point = (points == _FULL_STOP) & between
    if point.any():
        kinds = np.where(point, np.uint8(DIGIT), kinds)
    thousands = (points == _COMMA) & between & digit[3:-2] & digit[4:-1] & ~digit[5:]
    if thousands.any():
        keep = ~thousands
        points, kinds, upper = points[keep], kinds[keep], upper[keep]
    return points, kinds, upper
