# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The language of a text, and how rare its words are: what :mod:`.reference` defines."""

import numpy as np

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    void prefetch "__builtin_prefetch" (const void*) noexcept nogil

VERSION = 1
"""The version of what counts in which cell, as in :data:`.cells.VERSION`."""

cdef enum:
    CELLS = 1 << 19
    FIRST_BIT = 20
    STARTS = 1 << 12
    START_SHIFT = 20
    MOST_LANGUAGES = 256


def language(
    const uint64_t[::1] words, const uint32_t[::1] marks, const uint8_t[:, ::1] owners
):
    """See :func:`.reference.language`."""
    cdef Py_ssize_t word, mark = 0, column, best = 0
    cdef Py_ssize_t[MOST_LANGUAGES] found
    cdef uint32_t asked
    if owners.shape[0] != marks.shape[0] or owners.shape[1] > MOST_LANGUAGES:
        raise ValueError(f"{owners.shape[0]} rows for {marks.shape[0]} marks")
    memset(found, 0, sizeof(found))
    for word in range(words.shape[0]):
        asked = words[word] >> 32
        while mark < marks.shape[0] and marks[mark] < asked:
            mark += 1
        if mark < marks.shape[0] and marks[mark] == asked:
            for column in range(owners.shape[1]):
                found[column] += owners[mark, column]
    for column in range(owners.shape[1]):
        if found[column] > found[best]:
            best = column
    return best, found[best]


def shares(
    const uint64_t[::1] words,
    const uint32_t[::1] listed,
    const uint16_t[::1] starts,
    const double[::1] expected,
    double unseen,
    const uint16_t[::1] counts,
    double stories,
    int few,
):
    """See :func:`.reference.shares`."""
    cdef Py_ssize_t at, low, size = listed.shape[0]
    cdef uint32_t asked
    cdef double known
    found = np.empty(words.shape[0], np.float64)
    cdef double[::1] share = found
    if expected.shape[0] != size or starts.shape[0] != STARTS or counts.shape[0] != CELLS:
        raise ValueError(
            f"{expected.shape[0]} numbers and {starts.shape[0]} starts of {size} words, "
            f"{counts.shape[0]} cells"
        )
    # Cells are far apart in memory: all are prefetched before the first is read.
    for at in range(words.shape[0]):
        prefetch(&counts[words[at] >> FIRST_BIT & (CELLS - 1)])
    for at in range(words.shape[0]):
        asked = words[at] >> 32
        low = starts[asked >> START_SHIFT]
        while low < size and listed[low] < asked:
            low += 1
        known = unseen
        if low < size and listed[low] == asked:
            known = expected[low]
        known = (max(counts[words[at] >> FIRST_BIT & (CELLS - 1)] - few, 0) + known) / stories
        share[at] = min(known, 1.0)
    return found
