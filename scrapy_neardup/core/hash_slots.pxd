# cython: language_level=3
"""A hash table of the kernels: 2^width slots of 64 bits, all 0 at first. The lower bits of a slot
are its key, the upper bits say something of the key and are never all 0.
"""

from libc.stdint cimport uint64_t

cdef enum:
    LEAST_WIDTH = 4


cdef inline int width_for(Py_ssize_t keys) noexcept nogil:
    """The width of a table that is at most half full with so many *keys*."""
    cdef int width = LEAST_WIDTH
    while (<Py_ssize_t>1 << width) < 2 * keys:
        width += 1
    return width


cdef inline uint64_t* slot_of(
    uint64_t* slots, int width, uint64_t key, int bits
) noexcept nogil:
    """The slot of *key*, which has so many *bits*, or the empty slot that is to hold it."""
    cdef uint64_t at = key * <uint64_t>0x9E3779B97F4A7C15ULL >> (64 - width)
    cdef uint64_t lower = (<uint64_t>1 << bits) - 1
    while slots[at] and slots[at] & lower != key:
        at = at + 1 & (<uint64_t>1 << width) - 1
    return slots + at
