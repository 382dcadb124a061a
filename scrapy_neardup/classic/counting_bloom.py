"""A Bloom filter from which tokens can be removed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.classic.hashing import token_hash

if TYPE_CHECKING:
    from scrapy_neardup.classic.hashing import Token

_FULL = 255


class CountingBloomFilter:
    """A set of tokens in fixed memory, with false positives but no false negatives (Fan, Cao,
    Almeida, Broder, "Summary cache", IEEE/ACM ToN 2000, section V).

    For n = *capacity* tokens and a false positive rate of *error* it has m = -n ln(error) / ln(2)²
    counters of one byte (10 for each token at 1 %) and k = m/n ln 2 positions for each token, by
    double hashing (Kirsch and Mitzenmacher, ESA 2006). A counter that reaches 255 stays there, so
    that removals can't make false negatives.

    The filter says whether a text was seen, but not in which document.
    """

    def __init__(self, capacity: int, error: float = 0.01) -> None:
        if capacity < 1:
            raise ValueError(f"capacity is {capacity}: use 1 or more")
        if not 0 < error < 1:
            raise ValueError(f"error is {error}: use a rate between 0 and 1")
        size = math.ceil(-capacity * math.log(error) / math.log(2) ** 2)
        self.positions = max(1, round(size / capacity * math.log(2)))
        self._counters = np.zeros(size, np.uint8)
        self._length = 0

    def __len__(self) -> int:
        """The number of additions less removals."""
        return self._length

    def __contains__(self, token: Token) -> bool:
        return bool(self._counters[self._places(token)].all())

    def add(self, token: Token) -> None:
        """Count *token* once more."""
        places = self._places(token)
        self._counters[places] += self._counters[places] < _FULL
        self._length += 1

    def remove(self, token: Token) -> None:
        """Take back one addition of *token*. Raises KeyError if it was surely never added.

        Remove only tokens that were added: a false positive's removal takes others away.
        """
        places = self._places(token)
        counters = self._counters[places]
        if not counters.all():
            raise KeyError(token)
        self._counters[places] -= counters < _FULL
        self._length -= 1

    def _places(self, token: Token) -> np.ndarray:
        """The different counters of *token*."""
        value = token_hash(token)
        first, step = value >> 32, (value & 0xFFFFFFFF) | 1
        size = len(self._counters)
        return np.unique([(first + number * step) % size for number in range(self.positions)])
