"""The terms of a text by sentence: the part of it that a rewriter keeps.

A term is a word of two or more characters, without the letters beyond the sixth, so that inflected
forms are equal; a number, in figures or in words as :mod:`~scrapy_neardup.core.fingerprints.numbers`
reads it; or two characters of a Japanese or Korean run, none of them hiragana. The number before an
item of a list is no term. Whoever writes an article again in other words keeps its numbers, its names
and most of its rarer words, and moves them with their sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints import versions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.reference import Text, Tokens
    from scrapy_neardup.core.fingerprints.terms import reference as kernel
else:
    # A kernel does not load beside other versions of those that it uses, so these are checked first.
    kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)
    kernel_of("scrapy_neardup.core.fingerprints.numbers", versions.TERMS_KERNEL)
    kernel = kernel_of(__name__, versions.TERMS_KERNEL)


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The terms of a text in *language* (a code, "" where it is not known).

    ``different``: the hashes of its different terms, 64 bits each, in order of first occurrence;
    ``is_number``: whether each has a digit; ``is_rough``: whether the text says of a number, wherever
    it stands, that it is a rough one (:mod:`.approximators`); ``values``: what each number is, 0 for
    a word, for figures with letters and for a number of more than 15 digits. ``places``: where each
    stands, as indices of ``different`` in the order of the text, each once a sentence; ``sentences``:
    the number of the sentence of each place, ascending from 0; ``framed``: whether a number stands at
    each place that is in the frame of the text, the lines at either end in which no sentence ends.
    """

    different: NDArray[np.uint64]
    is_number: NDArray[np.bool_]
    is_rough: NDArray[np.bool_]
    values: NDArray[np.float64]
    places: NDArray[np.int64]
    sentences: NDArray[np.int64]
    framed: NDArray[np.bool_]
    language: str = ""


def terms_of(text: Text, tokens: Tokens, *, language: str) -> Terms:
    """The terms of *text*, whose words are *tokens*. *language* tells how to read numbers in words."""
    return Terms(*kernel.terms(text, tokens, language=language), language)
