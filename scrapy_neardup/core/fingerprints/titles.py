"""The subjects of a text by its title: words of the title that the text repeats.

Two pages of a manual, such as those on two switches of a phone, have nearly all words in common, and no
name or number that could differ. But the title says what a page is about, and so does its text, again and again.

This tells pages of one host apart. Another host may put its own name into what it reposts, and into the title.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN
from scrapy_neardup.core.fingerprints.surnames import LEAST_TIMES, MOST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.reference import Tokens

_SHORTEST = 2
"""The least characters of a word that is a subject. Numbers are none: a page has them by the score."""
_REACH = 2
"""The characters before a word with which it may share a gram, if those are of a script without spaces."""


def topics(
    subjects: NDArray[np.uint8], title: Tokens, tokens: Tokens, gram_starts: NDArray[np.int64]
) -> NDArray[np.uint8] | None:
    """The *subjects* of a text of these *tokens*, with each word of the *title* that the text repeats as one
    more: its number stands at each gram that has a part of it and is part of no other subject. None if
    the text repeats no such word.
    """
    repeated = [found for found in _places(title, tokens) if len(found) >= LEAST_TIMES]
    if not repeated:
        return None
    starts, kinds = tokens.starts, tokens.kinds
    first = int(subjects.max(initial=0)) + 1
    of_start = np.zeros(int(gram_starts.max(initial=0)) + 1, np.uint8)
    # What two words have in common is of the first.
    for number, found in reversed([*enumerate(repeated[: MOST + 1 - first], first)]):
        for place, length in found:
            of_start[max(starts[place] - _REACH, 0) : starts[place] + length] = number
            if place and kinds[place - 1] < HAN:
                # A gram of words set off by spaces begins with the word before.
                of_start[starts[place - 1] : starts[place - 1] + 1] = number
    return np.where(subjects, subjects, of_start[gram_starts])


def _places(title: Tokens, tokens: Tokens) -> list[list[tuple[int, int]]]:
    """For each word of the *title* where *tokens* have it, and its length. Two characters in a row that a
    dictionary leaves alone are a word.
    """
    words: dict[int, list[tuple[int, int]]] = {
        hashed: []
        for hashed, length, kind in zip(title.hashes, title.lengths, title.kinds, strict=True)
        if length >= _SHORTEST and kind != DIGIT
    }
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {
        (title.hashes[at], title.hashes[at + 1]): [] for at in _left_alone(title)
    }
    lengths, starts = tokens.lengths, tokens.starts
    for place, hashed in enumerate(tokens.hashes):
        if hashed in words:
            words[hashed].append((place, lengths[place]))
    for place, pair in enumerate(pairwise(tokens.hashes) if pairs else ()):
        if pair in pairs and starts[place] + 1 == starts[place + 1]:
            pairs[pair].append((place, 2))
    return [*words.values(), *pairs.values()]


def _left_alone(tokens: Tokens) -> list[int]:
    """Where two characters follow each other that are words of their own, of a script without spaces."""
    ones = [
        (length == 1 and kind >= HAN, start)
        for length, kind, start in zip(tokens.lengths, tokens.kinds, tokens.starts, strict=True)
    ]
    return [
        place
        for place, ((is_one, start), (is_next, following)) in enumerate(pairwise(ones))
        if is_one and is_next and start + 1 == following
    ]
