# cython: language_level=3
"""What the kernels of numbers and terms share with the one of fingerprints: texts, words, hashes."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef enum:
    OTHER, LETTER, DIGIT, HAN, KANA, HANGUL, UNSPACED

cdef enum:
    FIRST_KANA = 0x3041
    LAST_KANA = 0x30FF

cdef enum:
    TAB = 0x09
    LINE_END = 0x0A
    RETURN = 0x0D
    SPACE = 0x20
    COMMA = 0x2C
    HYPHEN = 0x2D
    FULL_STOP = 0x2E
    SLASH = 0x2F
    COLON = 0x3A

# The first slot of a word in a table is chosen anew in each process, so that nobody can make a text
# whose words all have the same one.
cdef uint64_t SPREADER

cdef class Text:
    cdef uint32_t* point
    cdef uint8_t* kind
    cdef uint8_t* capital
    cdef uint8_t* broken  # a line began there, whose end was left out
    cdef uint8_t* gone  # to be left out; 0 between the steps
    cdef Py_ssize_t size

cdef class Tokens:
    cdef uint64_t* hashed
    cdef int32_t* start
    cdef int32_t* length
    cdef uint8_t* kind
    cdef Py_ssize_t size

cdef void* room_for(Py_ssize_t count, size_t size) except NULL
cdef uint64_t hash_of_word(str word) noexcept
cdef uint64_t with_unit(Text text, uint64_t number, Py_ssize_t after) noexcept


cdef inline uint64_t mix(uint64_t value) noexcept nogil:
    value += <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


cdef inline uint64_t zobrist(uint32_t point, uint64_t rank) noexcept nogil:
    return mix((rank << 21) + point)


cdef inline uint64_t hash_of(Text text, Py_ssize_t start, Py_ssize_t length) noexcept nogil:
    cdef uint64_t total = 0
    cdef Py_ssize_t rank
    for rank in range(length):
        total += zobrist(text.point[start + rank], rank)
    return mix(total)


cdef inline bint is_among(uint32_t point, const uint32_t* points, int count) noexcept nogil:
    cdef int place
    for place in range(count):
        if points[place] == point:
            return True
    return False


cdef inline Py_ssize_t word_end(Text text, Py_ssize_t at) noexcept nogil:
    """See :func:`.scales.word_end`."""
    while at < text.size and (text.kind[at] == LETTER or text.kind[at] == DIGIT):
        at += 1
    return at


cdef inline bint is_blank(uint32_t point) noexcept nogil:
    return point == SPACE or point == LINE_END or point == RETURN or point == TAB


cdef inline Py_ssize_t next_at(Text text, Py_ssize_t end) noexcept nogil:
    """See :func:`.scales.next_at`."""
    cdef Py_ssize_t at = end
    cdef int line_ends = 0
    if at < text.size and text.point[at] == HYPHEN:
        at += 1
    while at < text.size and is_blank(text.point[at]):
        line_ends += text.point[at] == LINE_END
        at += 1
    return at if at > end and line_ends <= 1 else text.size


cdef inline bint ends_in_other_script(uint32_t point) noexcept nogil:
    """Whether a sentence ends with this character in Armenian, Arabic, Urdu, an Indian script,
    Tibetan, Burmese, Ethiopic or Khmer.
    """
    return 0x589 <= point <= 0x17D5 and (
        point == 0x589 or point == 0x61B or point == 0x61F or point == 0x6D4
        or point == 0x964 or point == 0x965 or point == 0xF0D or point == 0xF0E
        or point == 0x104B or point == 0x1362 or point == 0x1367 or point == 0x1368
        or point == 0x17D4 or point == 0x17D5
    )
