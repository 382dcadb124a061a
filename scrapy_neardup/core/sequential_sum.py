"""A sum of floats that is the same in every version of Python, and in the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def sequential_sum(values: Iterable[float]) -> float:
    """The sum of *values*, added one after the other. From CPython 3.12 on, :func:`sum` makes up for
    rounding, so its last digits are others there.

    >>> sequential_sum([0.1] * 10)
    0.9999999999999999
    """
    total = 0.0
    for value in values:
        total += value
    return total
