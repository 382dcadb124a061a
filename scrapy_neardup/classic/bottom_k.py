"""MinHash with one hash function: the k smallest hashes of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.classic.hashing import seeds, token_hashes
from scrapy_neardup.core.fingerprints.splitmix64 import mix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from scrapy_neardup.classic.hashing import Token


class BottomK:
    """Sketches of the *k* smallest hashes (Broder 1997, section 4; Cohen and Kaplan, PODC 2007;
    Thorup, STOC 2013, on why one weak hash function is enough).

    It takes one hash for each token, not one for each of many functions, and samples without
    replacement: the standard error of the Jaccard estimate is at most sqrt(J (1 - J) / k), and 0
    for unions of at most k tokens. Only sketches of equal *k* and *seed* can be compared.
    """

    def __init__(self, k: int = 128, *, seed: int = 1) -> None:
        if k < 1:
            raise ValueError(f"k is {k}: use 1 or more")
        self.k = k
        self._seed = seeds(1, seed)[0]

    def sketch(self, tokens: Iterable[Token] | NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The smallest hashes of the set of *tokens*, ascending, at most k."""
        hashes: NDArray[np.uint64] = np.sort(mix(token_hashes(tokens) ^ self._seed))
        return hashes[: self.k]

    def estimate(self, a: NDArray[np.uint64], b: NDArray[np.uint64]) -> float:
        """The unbiased estimate of the Jaccard of the sets behind two sketches.

        That is the share of the union's k smallest hashes that are in both sketches, and 0 for two
        empty sketches.
        """
        union = np.union1d(a, b)[: self.k]
        if not len(union):
            return 0.0
        both = np.intersect1d(a, b, assume_unique=True)
        return float(np.isin(union, both, assume_unique=True).mean())

    def estimate_containment(self, a: NDArray[np.uint64], b: NDArray[np.uint64]) -> float:
        """The estimated share of the set behind *a* that is in the set behind *b*.

        The hashes up to the smaller reach of the two sketches are a sample of both sets. The
        estimate is the share of *a*'s hashes in that sample that *b* has too; 0 if there are none.
        """
        reach = min(self._reach(a), self._reach(b))
        sample = a[a <= reach]
        if not len(sample):
            return 0.0
        return float(np.isin(sample, b, assume_unique=True).mean())

    def _reach(self, sketch: NDArray[np.uint64]) -> int:
        """The largest hash up to which the sketch holds every hash of its set."""
        return int(sketch[-1]) if len(sketch) == self.k else 2**64 - 1
