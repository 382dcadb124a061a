"""The English words from million on that multiply the figures before them, as in 1.234 million.

Words of one number stand beside each other, with a space, a hyphen or the end of a line between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, LETTER

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALES = {
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "mn": 10**6,
    "mln": 10**6,
    "bn": 10**9,
    "tn": 10**12,
}
_HYPHEN, _LINE_END = map(ord, "-\n")
_BLANKS = frozenset(map(ord, " \t\r\n"))


def is_before_scale(points: Sequence[int], kinds: Sequence[int], end: int) -> bool:
    """Whether such a word stands behind figures that end at *end*."""
    at = next_at(points, end)
    return "".join(map(chr, points[at : word_end(kinds, at)])) in SCALES


def word_end(kinds: Sequence[int], at: int) -> int:
    """Where the letters and digits that begin there end."""
    while at < len(kinds) and kinds[at] in (LETTER, DIGIT):
        at += 1
    return at


def next_at(points: Sequence[int], end: int) -> int:
    """Where the word after the one that ends at *end* begins, or the end of the text if none is
    near. A near word stands behind a hyphen, white space, or both, in the next line at most.
    """
    at = end + (end < len(points) and points[end] == _HYPHEN)
    line_ends = 0
    while at < len(points) and points[at] in _BLANKS:
        line_ends += points[at] == _LINE_END
        at += 1
    return at if at > end and line_ends <= 1 else len(points)
