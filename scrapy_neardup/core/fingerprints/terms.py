"""The terms of a text by sentence: the part of it that a rewriter keeps.

A term is a word of two or more characters, without the letters beyond the sixth, so that inflected
forms are equal; a number, in figures or in words as :mod:`.numerals` and :mod:`.number_words` read
it; or two characters of a Japanese or Korean run, none of them hiragana. The number before an item
of a list is no term. Whoever writes an article again in other words keeps its numbers, its names and
most of its rarer words, and moves them with their sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Columns = tuple[
        NDArray[np.uint64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        NDArray[np.float64],
        NDArray[np.int64],
        NDArray[np.int64],
    ]
    """The arrays of :class:`Terms`, in its order."""

STEM = 6
"""The most letters of a word that count."""
MOST_DIGITS = 15
"""The most digits of a number whose value is told: as many as a float holds exactly."""
FEWEST = 4
"""The fewest terms of a sentence. A shorter sentence is part of the next: headings, and what an
abbreviation cuts off.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The terms of a text in *language* (a code, "" where it is not known).

    ``different``: the hashes of its different terms, 64 bits each, in order of first occurrence;
    ``is_number``: whether each has a digit; ``is_rough``: whether the text says of a number, wherever
    it stands, that it is a rough one (:mod:`.approximators`); ``values``: what each number is, 0 for
    a word, for figures with letters and for a number of more than MOST_DIGITS digits. ``places``:
    where each stands, as indices of ``different`` in the order of the text, each once a sentence;
    ``sentences``: the number of the sentence of each place, ascending from 0.
    """

    different: NDArray[np.uint64]
    is_number: NDArray[np.bool_]
    is_rough: NDArray[np.bool_]
    values: NDArray[np.float64]
    places: NDArray[np.int64]
    sentences: NDArray[np.int64]
    language: str = ""
