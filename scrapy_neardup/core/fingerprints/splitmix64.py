"""SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), whose finaliser is the hash of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T", int, "NDArray[np.uint64]")

MASK = 2**64 - 1
"""The 64 bits in which sums and products of hashes are kept."""


def mix(value: T) -> T:
    """SplitMix64's output for a state of *value*: a bijection of 64 bits, every bit of which
    depends on all bits of *value*.

    *value* is an integer from 0 to 2^64 - 1, or an array of them.
    """
    mixed: Any = (value + 0x9E3779B97F4A7C15) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return mixed ^ (mixed >> 31)  # type: ignore[no-any-return]
