# cython: language_level=3
"""How a member of a bucket is laid out, as :mod:`.posting` defines it."""

cdef enum:
    TAG = 2
    ORDINAL = 4
    UNTAGGED = 0x80


cdef inline Py_ssize_t tag_bytes(unsigned char table) noexcept nogil:
    """The length of the tag of each member in the *table* of this number."""
    return 0 if table & UNTAGGED else TAG
