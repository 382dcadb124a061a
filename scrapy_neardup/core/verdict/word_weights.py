"""What each rare word of a query proves, by how rare it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from scrapy_neardup.core.fingerprints.profile import NAME, SHORT_NUMBER
from scrapy_neardup.core.rarity.cells import CELLS
from scrapy_neardup.core.rarity.word_lists import word_lists
from scrapy_neardup.core.sequential_sum import sequential_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.profile import Profile

RAREST = 1e-4
"""A word that at most this share of the stories have weighs 1, a word that all have weighs 0. In
between, the weight follows the logarithm of the share."""
_LOG_RAREST = math.log10(RAREST)
_SHORT = 0.5
"""A number of one or two digits agrees by chance: it weighs half."""
_DOUBT = 1.0
_WEIGHT_OF_NAME, _WEIGHT_OF_NUMBER = 0.7, 0.5
"""The mean weight of names and of numbers before any is known: as if one more had this weight."""


class Shares(Protocol):
    """A source of the share of the stories in a language that have a word, such as
    :class:`~scrapy_neardup.core.rarity.frequencies.Frequencies`.
    """

    def shares(self, language: str, words: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The share of the stories that have each of the *words*, in (0, 1]."""
        ...


_NO_STORIES = np.zeros(CELLS, np.uint16)


class ListedShares:
    """The shares that the word lists know: those of an index without a story."""

    def shares(self, language: str, words: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The share of the stories that have each of the *words*, in (0, 1]."""
        return word_lists().of(language).shares(words, _NO_STORIES, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights in [0, 1] of a query's rare words.

    ``asked``: the weight of each, in the order of the profile. ``name``, ``number``,
    ``short_number``: the weight of a word of that kind that is not a rare word of the query, which
    is the mean of the query's own.
    """

    asked: NDArray[np.float64]
    name: float
    number: float
    short_number: float


def weigh(query: Profile, shares: Shares) -> Weights:
    """The weights of the rare words of *query* by the *shares* of the stories that have them."""
    # Without arrays, as there are some 40 words: one operation on an array costs as much as this.
    full = [
        min(math.log10(share) / _LOG_RAREST, 1.0)
        for share in shares.shares(query.language, query.rare).tolist()
    ]
    kinds = query.rare_kinds.tolist()
    names = [weight for weight, kind in zip(full, kinds, strict=True) if kind == NAME]
    numbers = [weight for weight, kind in zip(full, kinds, strict=True) if kind != NAME]
    asked = [
        _SHORT * weight if kind == SHORT_NUMBER else weight
        for weight, kind in zip(full, kinds, strict=True)
    ]
    number = _mean(numbers, _WEIGHT_OF_NUMBER)
    return Weights(
        asked=np.array(asked, np.float64),
        name=_mean(names, _WEIGHT_OF_NAME),
        number=number,
        short_number=_SHORT * number,
    )


def _mean(weights: list[float], usual: float) -> float:
    return (sequential_sum(weights) + _DOUBT * usual) / (len(weights) + _DOUBT)
