from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef class Block:
    cdef public str text
    cdef public int weight
    cdef public int link_weight
    cdef public int marks
    cdef public str tag
    cdef public int depth
    cdef public int low
    cdef public bint beside

cdef inline bint is_linked(Block block) noexcept:
    return block.link_weight * 2 > block.weight

cdef class WordSearch:
    cdef tuple words
    cdef uint32_t[8192] characters
    cdef int[1025] starts
    cdef int[1024] following  # the next word whose first letters have the same slot
    cdef int[1024] first  # the first word in this slot of two letters, or of a word of one letter
    cdef uint64_t[1024] third  # a bit for each third letter of such words; all if a word has two
    cdef uint8_t[256] alone  # whether some word is a single letter with this last byte

    cpdef bint matches(self, str text) except -1

cpdef str squeeze(str text, bint digits=*)
