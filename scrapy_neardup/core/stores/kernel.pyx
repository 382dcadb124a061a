# cython: language_level=3, cdivision=True
"""Blocked Bloom filters of buckets, and the members in keys: what :mod:`.reference` defines, bit for bit."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

from scrapy_neardup.core.postings.members cimport ORDINAL, tag_bytes

cdef extern from *:
    void prefetch "__builtin_prefetch" (const void*) noexcept nogil

VERSION = 2
"""The version of the hash, the layout and the arguments, as in :data:`.bucket_filter.VERSION`."""

cdef enum:
    BLOCK_BYTES = 64
    PROBES = 6
    LONGEST = 7

cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15ULL


cdef uint64_t hashed(const uint8_t* data, Py_ssize_t size) except? 0:
    cdef Py_ssize_t place
    cdef uint64_t value = size
    if size > LONGEST:
        raise ValueError(f"a bucket of {size} bytes")
    for place in range(size):
        value = value << 8 | data[place]
    value += GOLDEN
    value = (value ^ value >> 30) * <uint64_t>0xBF58476D1CE4E5B9ULL
    value = (value ^ value >> 27) * <uint64_t>0x94D049BB133111EBULL
    return value ^ value >> 31


cdef uint64_t hashed_bucket(bytes bucket) except? 0:
    return hashed(<const uint8_t*><const char*>bucket, len(bucket))


cdef uint64_t hashed_posting(bytes key, Py_ssize_t front) except? 0:
    """The hash of the bucket of a posting that stands behind a front."""
    cdef const uint8_t* data = <const uint8_t*><const char*>key
    cdef Py_ssize_t size = 0
    if 0 <= front < len(key):
        size = len(key) - front - tag_bytes(data[front]) - ORDINAL
    if size <= 0:
        raise ValueError(f"a key of {len(key)} bytes has no posting behind {front}")
    return hashed(data + front, size)


def add(list keys not None, unsigned char[::1] bits not None, front=None):
    """See :func:`.reference.add`."""
    cdef Py_ssize_t count = len(keys), at
    cdef uint64_t blocks = len(bits) // BLOCK_BYTES, spread
    cdef int probe
    cdef unsigned int place
    cdef uint8_t* block
    if not blocks or len(bits) % BLOCK_BYTES:
        raise ValueError(f"a filter of {len(bits)} bytes")
    cdef bint are_postings = front is not None
    cdef Py_ssize_t before = front if are_postings else 0
    cdef uint64_t* values = <uint64_t*>PyMem_Malloc(max(count, 1) * sizeof(uint64_t))
    if values == NULL:
        raise MemoryError
    try:
        for at in range(count):
            if are_postings:
                values[at] = hashed_posting(<bytes?>keys[at], before)
            else:
                values[at] = hashed_bucket(<bytes?>keys[at])
            prefetch(&bits[((values[at] >> 32) * blocks >> 32) * BLOCK_BYTES])
        for at in range(count):
            block = &bits[((values[at] >> 32) * blocks >> 32) * BLOCK_BYTES]
            spread = values[at] * GOLDEN
            for probe in range(PROBES):
                place = spread >> (10 + 9 * probe) & (8 * BLOCK_BYTES - 1)
                block[place >> 3] |= 1 << (place & 7)
    finally:
        PyMem_Free(values)


def members(keys not None, bytes prefix not None, Py_ssize_t size, Py_ssize_t most):
    """See :func:`.reference.members`."""
    cdef Py_ssize_t front = len(prefix), end = 0, room = most * size, left = most
    cdef const char* wanted = prefix
    cdef const char* key
    cdef bytes one
    if size < 0 or most < 0:
        raise ValueError(f"{most} members of {size} bytes")
    cdef char* packed = <char*>PyMem_Malloc(max(room, 1))
    if packed == NULL:
        raise MemoryError
    try:
        while left:
            following = next(keys, None)
            if following is None:
                return packed[:end], True
            one = <bytes?>following
            key = one
            if len(one) < front or memcmp(key, wanted, front):
                break
            if len(one) == front + size:
                memcpy(packed + end, key + front, size)
                end += size
                left -= 1
        return packed[:end], False
    finally:
        PyMem_Free(packed)


def may_hold(list buckets not None, list filters not None):
    """See :func:`.reference.may_hold`."""
    cdef Py_ssize_t count = len(buckets), at
    cdef uint64_t blocks, spread
    cdef int probe
    cdef unsigned int place
    cdef unsigned char[::1] bits
    cdef const uint8_t* block
    cdef bint held
    cdef uint64_t* values = <uint64_t*>PyMem_Malloc(max(count, 1) * sizeof(uint64_t))
    cdef char* found = <char*>PyMem_Malloc(max(count, 1))
    if values == NULL or found == NULL:
        PyMem_Free(values)
        PyMem_Free(found)
        raise MemoryError
    try:
        for at in range(count):
            values[at] = hashed_bucket(<bytes?>buckets[at])
            found[at] = False
        for one in filters:
            bits = one
            blocks = len(bits) // BLOCK_BYTES
            if not blocks or len(bits) % BLOCK_BYTES:
                raise ValueError(f"a filter of {len(bits)} bytes")
            # All blocks are prefetched before the first is read: they lie far apart in memory.
            for at in range(count):
                prefetch(&bits[((values[at] >> 32) * blocks >> 32) * BLOCK_BYTES])
            for at in range(count):
                if found[at]:
                    continue
                block = &bits[((values[at] >> 32) * blocks >> 32) * BLOCK_BYTES]
                spread = values[at] * GOLDEN
                held = True
                for probe in range(PROBES):
                    place = spread >> (10 + 9 * probe) & (8 * BLOCK_BYTES - 1)
                    if not block[place >> 3] >> (place & 7) & 1:
                        held = False
                        break
                found[at] = held
        return [at for at in range(count) if found[at]]
    finally:
        PyMem_Free(values)
        PyMem_Free(found)
