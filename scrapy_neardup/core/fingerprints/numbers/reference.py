"""Where a number begins in a text, and the number in figures, in plain Python.

This is the definition that :mod:`.kernel` has to match, value for value. It runs where no kernel
was compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, KANA
from scrapy_neardup.core.fingerprints.numbers import number_words, numerals

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.reference import Text


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
