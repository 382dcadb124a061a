"""64-bit SimHash (Charikar, STOC 2002, section 3) in array code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def simhash(hashes: NDArray[np.uint64], weights: NDArray[Any] | None = None) -> int:
    """Return the SimHash of features given by their 64-bit *hashes*.

    Bit *i* is set when the weights of the features whose hash has bit *i* set exceed half of all
    weights: bit for bit ``simhash.Simhash`` of the same features, weights (1 if None) and hash
    function. *hashes* and *weights* have the same length; no feature at all gives 0, so callers
    must refuse such texts.
    """
    if weights is None:
        weights = np.ones(len(hashes))
    bits = np.unpackbits(hashes.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1)
    # unpackbits: most significant bit of each byte first, bytes from the least significant.
    sums = np.asarray(weights, dtype=np.float64) @ bits
    value = np.packbits(sums > np.sum(weights, dtype=np.float64) / 2)
    return int.from_bytes(value.tobytes(), "little")


def distance(a: int, b: int) -> int:
    """Return the number of bits in which two SimHashes differ, 0 to 64."""
    return (a ^ b).bit_count()
