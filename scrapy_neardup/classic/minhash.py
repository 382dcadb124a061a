"""MinHash with many hash functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.classic.hashing import seeds, token_hashes
from scrapy_neardup.core.fingerprints.splitmix64 import mix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from scrapy_neardup.classic.hashing import Token

_NONE = np.uint64(2**64 - 1)
_BLOCK = 4096


class MinHash:
    """Signatures whose share of equal places estimates Jaccard (Broder, Charikar, Frieze,
    Mitzenmacher, "Min-wise independent permutations", STOC 1998).

    *functions* is the number of hash functions: the estimate's standard error is
    sqrt(J (1 - J) / functions), 0.044 at J = 0.5 with 128. Only signatures of equal *functions*
    and *seed* can be compared. The functions are splitmix64's finaliser under different seeds.
    """

    def __init__(self, functions: int = 128, *, seed: int = 1) -> None:
        if functions < 1:
            raise ValueError(f"functions is {functions}: use 1 or more")
        self._seeds = seeds(functions, seed)

    def signature(self, tokens: Iterable[Token] | NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The smallest hash of the set of *tokens* under each function.

        Shape (functions,); a set without tokens gives a signature of all ones, whose
        estimate with any other is 0.
        """
        hashes = token_hashes(tokens)
        signature = np.full(len(self._seeds), _NONE)
        for start in range(0, len(hashes), _BLOCK):
            block = hashes[start : start + _BLOCK]
            smallest = mix(block[:, None] ^ self._seeds).min(axis=0)
            signature = np.minimum(signature, smallest)
        return signature

    @staticmethod
    def estimate(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> float:
        """The estimated Jaccard of the sets behind two signatures.

        Raises ValueError for signatures of different length.
        """
        if a.shape != b.shape:
            raise ValueError(f"signatures of {len(a)} and {len(b)} functions can't be compared")
        return float(np.mean((a == b) & (a != _NONE)))
