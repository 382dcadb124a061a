"""What each rare word of a query proves, by how rare it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from scrapy_neardup.core.fingerprints.profile import NAME, SHORT_NUMBER
from scrapy_neardup.core.rarity.cells import CELLS
from scrapy_neardup.core.rarity.word_lists import word_lists

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.profile import Profile

RAREST = 1e-4
"""A word that fewer stories have than this share weighs 1; one that all have, 0; between, by the
logarithm."""
_SHORT = 0.5
"""A number of one or two digits agrees by chance: it weighs half."""
_DOUBT = 1.0
_WEIGHT_OF_NAME, _WEIGHT_OF_NUMBER = 0.7, 0.5
"""The mean weight of names and of numbers as if one more had it."""


class Shares(Protocol):
    """Which share of the stories in a language have a word: :class:`.frequencies.Frequencies`."""

    def shares(self, language: str, words: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The share that has each of the *words*, in (0, 1]."""
        ...


_NO_STORIES = np.zeros(CELLS, np.uint16)


class ListedShares:
    """The shares that the word lists know: those of an index without a story."""

    def shares(self, language: str, words: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The share that has each of the *words*, in (0, 1]."""
        return word_lists().of(language).shares(words, _NO_STORIES, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights in [0, 1] of a query's rare words.

    ``asked``: of each, in the order of its profile. ``name``, ``number``, ``short_number``: what a
    word weighs that is no rare word of the query, the mean of the query's own.
    """

    asked: NDArray[np.float64]
    name: float
    number: float
    short_number: float


def weigh(query: Profile, shares: Shares) -> Weights:
    """The weights of the rare words of *query* by the *shares* of the stories that have them."""
    found = shares.shares(query.language, query.rare)
    full = np.minimum(np.log10(found) / np.log10(RAREST), 1.0)
    is_name = query.rare_kinds == NAME
    number = _mean(full[~is_name], _WEIGHT_OF_NUMBER)
    return Weights(
        asked=np.where(query.rare_kinds == SHORT_NUMBER, _SHORT * full, full),
        name=_mean(full[is_name], _WEIGHT_OF_NAME),
        number=number,
        short_number=_SHORT * number,
    )


def _mean(weights: NDArray[np.float64], usual: float) -> float:
    return float((weights.sum() + _DOUBT * usual) / (len(weights) + _DOUBT))
