"""What the kernel of rarity computes, in array code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.rarity.cells import CELLS, cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

START_BITS = 12
STARTS = 1 << START_BITS
"""Places of a word list at which a search begins, by the upper bits of the word: a handful of words
apart."""


def language(
    words: NDArray[np.uint64], marks: NDArray[np.uint32], owners: NDArray[np.uint8]
) -> tuple[int, int]:
    """The language, a column of *owners*, that has the most marks among the *words*, and how many;
    if several languages have as many, the first of them.

    *words* are ascending hashes; *marks* are upper halves of hashes, ascending; *owners* has a row
    for each mark, with 1 for the languages that have it. Returns (0, 0) if no word is a mark.
    Raises ValueError if there is not a row for each mark.
    """
    if len(owners) != len(marks):
        raise ValueError(f"{len(owners)} rows for {len(marks)} marks")
    place, is_mark = _found(words, marks)
    found = owners[place[is_mark]].sum(axis=0)
    if not found.any():
        return 0, 0
    best = int(found.argmax())
    return best, int(found[best])


def shares(
    words: NDArray[np.uint64],
    listed: NDArray[np.uint32],
    starts: NDArray[np.uint16],
    expected: NDArray[np.float64],
    unseen: float,
    counts: NDArray[np.uint16],
    stories: float,
    few: int,
) -> NDArray[np.float64]:
    """The share of the *stories* that have each of the *words*, at most 1.

    A word stands in as many stories as its cell of *counts* says, less *few*, plus an expected
    number: *expected* has that number for each of the *listed* words (the upper halves of their
    hashes, ascending); for all other words, it is *unseen*. *starts* tells where to look for a
    word in that list, as :class:`.word_lists.WordList` has it; here it is not needed. Raises
    ValueError where lengths do not fit.
    """
    if len(expected) != len(listed) or len(starts) != STARTS or len(counts) != CELLS:
        raise ValueError(
            f"{len(expected)} numbers and {len(starts)} starts of {len(listed)} words, "
            f"{len(counts)} cells"
        )
    place, is_listed = _found(words, listed)
    known = np.full(len(words), unseen)
    known[is_listed] = expected[place[is_listed]]
    counted = np.maximum(counts[cells(words)].astype(np.int64) - few, 0)
    found: NDArray[np.float64] = np.minimum((counted + known) / stories, 1.0)
    return found


def _found(
    words: NDArray[np.uint64], table: NDArray[np.uint32]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The place of the upper half of each word in a *table*, ascending, and whether it is there.

    A word whose upper half is that of another passes for it: one in half a million.
    """
    asked = (words >> np.uint64(32)).astype(np.uint32)
    place = table.searchsorted(asked)
    there = place < len(table)
    there[there] = table[place[there]] == asked[there]
    return place, there
