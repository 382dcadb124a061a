"""Where a number begins in a text, and the number in figures, in plain Python.

This is the definition that :mod:`.kernel` has to match, value for value. It runs where no kernel
was compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, KANA
from scrapy_neardup.core.fingerprints.numbers import number_words, numerals
from scrapy_neardup.core.fingerprints.numbers.clock_times import clock_time
from scrapy_neardup.core.fingerprints.profile import NUMBER, SHORT, SHORT_NUMBER
from scrapy_neardup.core.fingerprints.reference import hash_of_word, with_unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.reference import Text, Tokens


def figure(text: Text, start: int) -> tuple[str, int] | None:
    """The number that begins at *start*: see :func:`.numerals.figure`."""
    if not 0 <= start < len(text.points):
        return None
    return numerals.figure(text.points, text.kinds, start)


def word_figure(text: Text, start: int, language: str) -> tuple[str, int] | None:
    """The number in words that begins at *start*: see :func:`.number_words.figure`."""
    if not 0 <= start < len(text.points) or language not in number_words.WORDS:
        return None
    return number_words.figure(text.points, text.kinds, text.upper, start, language)


def numbers_of(
    text: Text, tokens: Tokens, *, japanese: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint8]]:
    """The numbers of *text* that are not written in figures alone, those of :mod:`.numerals` and
    :mod:`.clock_times`: their starts, ascending, and their ends; the hash of each as a rare word, which
    is the same as if it stood there in figures; and its kind, see :data:`.profile.NAME`.
    """
    found = []
    reached = 0
    for start, length, kind in zip(tokens.starts, tokens.lengths, tokens.kinds, strict=True):
        if start < reached:
            continue
        begin, told, is_time = _number_or_time(text, start, length, kind, japanese=japanese)
        if told is None or begin < reached:
            continue
        figures, reached = told
        hashed = hash_of_word(figures)
        # Times of day are few, and agree by chance as short numbers do.
        if len(figures) > SHORT and not is_time:
            found.append((begin, reached, hashed, NUMBER))
            continue
        if not is_time and not numerals.is_share(text.points, begin, reached):
            hashed = with_unit(text, hashed, reached)
        found.append((begin, reached, hashed, SHORT_NUMBER))
    return (
        np.array([begin for begin, *_ in found], np.int64),
        np.array([end for _, end, *_ in found], np.int64),
        np.array([hashed for *_, hashed, _ in found], np.uint64),
        np.array([kind for *_, kind in found], np.uint8),
    )


def _number_or_time(
    text: Text, start: int, length: int, kind: int, *, japanese: bool
) -> tuple[int, tuple[str, int] | None, bool]:
    """The same as :func:`number_within`, but for a number that begins a time of day: then the time, and
    True.
    """
    begin, told = number_within(text, start, length, kind, japanese=japanese)
    if told is not None:
        told = numerals.with_last_figures(text.points, text.kinds, *told)
    hour = told
    if told is None and kind == DIGIT:
        hour = "".join(map(chr, text.points[start : start + length])), start + length
    time = None if hour is None else clock_time(text.points, text.kinds, begin, *hour)
    return begin, time or told, time is not None


def number_within(
    text: Text, start: int, length: int, kind: int, *, japanese: bool
) -> tuple[int, tuple[str, int] | None]:
    """Where a number begins within a word, and the number in figures, with the place where it ends;
    None for that if there is none, or if it is in figures already.
    """
    points, kinds = text.points, text.kinds
    if kind == DIGIT:
        return start, numerals.figure(points, kinds, start)
    if kind not in (HAN, KANA):
        return start, None
    for at in range(start, start + length):
        if not numerals.is_numeral(points[at]):
            continue
        if at and (numerals.is_numeral(points[at - 1]) or kinds[at - 1] == DIGIT):
            continue
        if numerals.begins_name(points, at, japanese=japanese or kinds[at] == KANA):
            continue
        told = numerals.figure(points, kinds, at)
        # A single numeral in a Chinese word is part of an idiom, or of a name.
        if told is not None and (
            told[1] - at > 1 or kind == KANA or (at == start and length <= 2)
        ):
            return at, told
    return start, None
