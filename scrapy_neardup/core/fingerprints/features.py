"""A text as arrays: its characters, its words, and their 64-bit hashes.

Nothing here is a Python string per word: 500 words cost as much as 5. Hashes are Zobrist sums:
a word is the sum over its characters of a mixed (character, position), so that one pass over the
characters serves words and n-grams of any length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints import characters
from scrapy_neardup.core.fingerprints.characters import (
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

VERSION = 2
"""Raised with every change that gives some text other features."""

NUMBER = DIGIT
"""Kind of a token of digits; ``LETTER`` is the kind of a word that has a letter."""

_FULL_STOP, _COMMA, _SPACE = ord("."), ord(","), ord(" ")
_LINE_BREAK = ord("\n")
_FIRST_CAPITAL, _CAPITALS, _LAST_ASCII = ord("A"), 26, 127
# Letters and digits side by side are one word: 5g, b2b, mp3.
_CLASSES = np.arange(UNSPACED + 1, dtype=np.uint8)
_CLASSES[DIGIT] = LETTER
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
    :mod:`~scrapy_neardup.core.fingerprints.characters`; Chinese characters in a run with kana
    count as ``KANA``, because they are Japanese words. ``upper``: which were capital letters.
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
    cased = _points(text)
    points = _folded(text, cased)
    upper = cased != points
    kinds = characters.kinds(points)
    points = characters.ascii_digits(points, kinds)
    points, kinds, upper = _join_numbers(points, kinds, upper)
    points, kinds, upper = _without_gaps(points, kinds, upper)
    kana = kinds == KANA
    if kana.any():
        runs, of_run = _runs(((kinds == HAN) | kana).astype(np.uint8))
        japanese = np.maximum.reduceat(kana, runs)[of_run]
        kinds = np.where(japanese & (kinds == HAN), np.uint8(KANA), kinds)
    return Text(points, kinds, upper)


def _folded(text: str, points: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the code points of *text*, which are *points*, without the difference of case."""
    if not ((points > _LAST_ASCII) & (characters.kinds(points) == LETTER)).any():
        # str.casefold is slow on Chinese, where nothing but ASCII has a case.
        capital = points - np.uint32(_FIRST_CAPITAL) < _CAPITALS
        return points + (capital.astype(np.uint32) << np.uint32(5))
    return _points(folded(text))


def folded(text: str) -> str:
    """Return *text* without the difference of case, of the same length."""
    low = text.casefold()
    if len(low) == len(text):
        return low
    # A handful of letters fold to two (İ): left as they are.
    return "".join(low if len(low := c.casefold()) == 1 else c for c in text)


def tokens(text: Text, cut: Callable[[str], list[str]]) -> Tokens:
    """Return the words of *text*; *cut* finds them in Chinese (see :mod:`.segment`)."""
    kinds = text.kinds
    if not len(kinds):
        empty = np.zeros(0, np.intp)
        return Tokens(empty.astype(np.uint64), empty, empty, kinds)
    classes = _CLASSES[kinds]
    begins = np.empty(len(kinds), np.bool_)
    begins[0] = True
    np.not_equal(classes[1:], classes[:-1], out=begins[1:])
    chinese = kinds == HAN
    if chinese.any():
        masked = np.where(chinese, text.points, np.uint32(_SPACE))
        words = cut(masked.astype("<u4", copy=False).tobytes().decode("utf-32-le"))
        # Words have no line break in them; counting characters one word at a time is slow.
        breaks = (_points("\n".join(words)) == _LINE_BREAK).nonzero()[0]
        inner = breaks - np.arange(len(breaks))
        begins[inner[chinese[inner]]] = True
    starts = begins.nonzero()[0]
    lengths = np.empty_like(starts)
    np.subtract(starts[1:], starts[:-1], out=lengths[:-1])
    lengths[-1] = len(kinds) - starts[-1]
    of_token = kinds[starts]
    mixed = (of_token == DIGIT).nonzero()[0]
    if len(mixed):
        # A word of letters and digits is a word, whichever comes first.
        letters = np.cumsum(kinds == LETTER)
        first = starts[mixed]
        lettered = letters[first + lengths[mixed] - 1] > letters[first]
        of_token[mixed[lettered]] = LETTER
    grams = of_token > HAN
    whole = ((of_token != OTHER) & ~grams).nonzero()[0]
    ranks = np.arange(len(kinds)) - np.repeat(starts, lengths)
    sums = np.add.reduceat(_zobrist(text.points, ranks.view(np.uint64)), starts)
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


def counted(hashes: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return the different *hashes*, ascending, and how often each occurs."""
    ordered = np.sort(hashes)
    last = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=last[:-1])
    ends = last.nonzero()[0]
    counts = ends + 1
    counts[1:] -= ends[:-1] + 1
    return ordered[ends], counts


def distinct(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the different *hashes*, ascending."""
    # As numpy.unique, at a fraction of its cost for a few hundred values.
    return counted(hashes)[0]


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
    return begins.nonzero()[0], np.cumsum(begins) - 1


def _without_gaps(
    points: NDArray[np.uint32], kinds: NDArray[np.uint8], upper: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.bool_]]:
    """Leave out white space that means nothing in Chinese and Japanese.

    Between two of their characters: wrapped lines, or a trick to hide words from a filter. In
    texts that are mostly of them, a space between a letter and a digit: RTX 5090 and RTX5090 are
    the habits of two sites.
    """
    blank = points <= _SPACE
    solid = (~blank).nonzero()[0]
    if len(solid) == len(points) or len(solid) < 2:
        return points[solid], kinds[solid], upper[solid]
    blanks = blank.nonzero()[0]
    # Of each blank, the number of the last solid character before it.
    last = np.maximum(np.searchsorted(solid, blanks) - 1, 0)
    around = solid[last], solid[np.minimum(last + 1, len(solid) - 1)]
    before, after = kinds[around[0]], kinds[around[1]]
    dense = (kinds == HAN) | (kinds == KANA)
    gone = dense[around[0]] & dense[around[1]]
    if 2 * np.count_nonzero(dense) > np.count_nonzero(kinds == LETTER):
        alone = (points[blanks] == _SPACE) & (around[1] - around[0] == 2)
        gone |= alone & (
            ((before == LETTER) & (after == DIGIT)) | ((before == DIGIT) & (after == LETTER))
        )
    return _less(blanks[gone], points, kinds, upper)


def _less(
    gone: NDArray[np.intp],
    points: NDArray[np.uint32],
    kinds: NDArray[np.uint8],
    upper: NDArray[np.bool_],
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.bool_]]:
    keep = np.ones(len(points), np.bool_)
    keep[gone] = False
    return points[keep], kinds[keep], upper[keep]


def _join_numbers(
    points: NDArray[np.uint32], kinds: NDArray[np.uint8], upper: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.bool_]]:
    """Make 3.5 one number, and 1,234 the number 1234."""
    if len(points) < 4:
        return points, kinds, upper
    marks, digit = _marks_after_digits(points, kinds)
    if not len(marks):
        return points, kinds, upper
    if (kinds == HAN).any():
        # Where punctuation is turned from Chinese to Western, 3.5 becomes 3. 5.
        torn = marks[digit[marks + 2]] + 1
        torn = torn[points[torn] == _SPACE]
        if len(torn):
            points, kinds, upper = _less(torn, points, kinds, upper)
            marks, digit = _marks_after_digits(points, kinds)
    marks = marks[digit[marks + 1]]
    is_point = points[marks] == _FULL_STOP
    if is_point.any():
        kinds = kinds.copy()
        kinds[marks[is_point]] = DIGIT
    commas = marks[~is_point]
    thousands = commas[digit[commas + 2] & digit[commas + 3] & ~digit[commas + 4]]
    if len(thousands):
        points, kinds, upper = _less(thousands, points, kinds, upper)
    return points, kinds, upper


def _marks_after_digits(
    points: NDArray[np.uint32], kinds: NDArray[np.uint8]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return where a digit is followed by a full stop or comma, and which characters are digits.

    The latter goes on behind the text's end, where there are none.
    """
    digit = np.zeros(len(points) + 4, np.bool_)
    np.equal(kinds, DIGIT, out=digit[:-4])
    marks = ((points == _FULL_STOP) | (points == _COMMA)).nonzero()[0]
    return marks[digit[marks - 1]], digit
