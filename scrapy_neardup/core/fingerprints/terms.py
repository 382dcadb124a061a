"""The terms of a text by sentence: what a rewriter keeps, where a spinner's table ends.

A term is a word of two or more characters, letters beyond the sixth left off, so that inflected
forms meet; a number, in figures or as :mod:`.numerals` has them in words; or two characters of a
Japanese or Korean run that are no hiragana. Whoever writes an article again in other words keeps its
numbers, its names and most of its rarer words, and moves them with their sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEM = 6
"""Letters of a word that count."""
FEWEST = 4
"""Terms of a sentence; a shorter one goes with the next: headings, and what an abbreviation cuts
off.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The terms of a text in *language* (a code, "" where it is not known).

    ``different``: the hashes of its different terms, 64 bits each, in order of first occurrence;
    ``is_number``: whether each has a digit. ``places``: where each stands, as indices of
    ``different`` in the order of the text, each once a sentence; ``sentences``: the number of the
    sentence of each place, ascending from 0.
    """

    different: NDArray[np.uint64]
    is_number: NDArray[np.bool_]
    places: NDArray[np.int64]
    sentences: NDArray[np.int64]
    language: str = ""
