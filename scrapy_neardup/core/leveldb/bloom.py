"""Bloom filters: which pages need not be read?

A filter in blocks of 512 bits, six of them set for a value, all in one block, so that a look costs
one miss of the processor's cache (Putze, Sanders and Singler, "Cache-, hash- and space-efficient
Bloom filters", 2007). With 8 bits a value some 3 % of all others seem to be there, with 16 bits
0.2 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_BYTES = 64
_PROBES = 6
_BLOCK_SHIFT = np.uint64(32)
_PLACES = np.arange(10, 10 + 9 * _PROBES, 9).astype(np.uint64)
_PLACE = np.uint64(8 * BLOCK_BYTES - 1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """64 bits of hash for each of *values* (the finalizer of SplitMix64; Steele, Lea and Flood,
    OOPSLA 2014).
    """
    mixed = values + _GOLDEN
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)


def filter_of(values: NDArray[np.uint64], bits: int) -> bytes:
    """The filter of these *values*, with so many *bits* for each."""
    blocks = max(-(-len(values) * bits // (8 * BLOCK_BYTES)), 1)
    marks = np.zeros(8 * BLOCK_BYTES * blocks, np.bool_)
    marks[_places(values, blocks)] = True
    return np.packbits(marks, bitorder="little").tobytes()


def may_hold(packed: NDArray[np.uint8], value: int) -> bool:
    """Whether a filter was made of this *value*, or seems to have been."""
    places = _places(np.array([value], np.uint64), len(packed) // BLOCK_BYTES)[0].astype(np.intp)
    return bool((packed[places >> 3] >> (places & 7).astype(np.uint8) & 1).all())


def _places(values: NDArray[np.uint64], blocks: int) -> NDArray[np.uint64]:
    # Shape n, 6: bits of the filter.
    hashes = mixed(values)
    block = (hashes >> _BLOCK_SHIFT) * np.uint64(blocks) >> _BLOCK_SHIFT
    inside = (hashes * _GOLDEN)[:, None] >> _PLACES & _PLACE
    places: NDArray[np.uint64] = block[:, None] * np.uint64(8 * BLOCK_BYTES) + inside
    return places
