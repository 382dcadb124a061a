"""The cells of a table of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

VERSION = 1
"""Raised with every change of what counts in which cell; the notes and the kernel carry it."""
CELL_BITS = 19
CELLS = 1 << CELL_BITS
"""Cells of a table: one megabyte in memory."""


def cells(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The cell in which each of the *words*, by 64-bit hash, counts."""
    # The upper bits choose samples and buckets, the lowest are kept in sketches.
    return (words >> np.uint64(20)) & np.uint64(CELLS - 1)
