# cython: language_level=3
"""What the kernel of terms asks of the one of numbers."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from scrapy_neardup.core.fingerprints.kernel cimport DIGIT, HAN, KANA, Text, Tokens, mix, zobrist

cdef enum:
    # The languages of :data:`.number_words.LANGUAGES`.
    ENGLISH = 0
    GERMAN = 1
    NO_LANGUAGE = -1

cdef enum:
    FIRST_NUMERAL = 0x3007
    LAST_NUMERAL = 0x9FFF  # of the block of Chinese characters
    NUMERAL = 31  # the bits of a kind that tell which numeral it is

cdef uint16_t[LAST_NUMERAL - FIRST_NUMERAL + 1] numeral_kind

cdef struct Number:
    int64_t value  # its digits as one number
    int places  # how many of these follow the point
    Py_ssize_t begin
    Py_ssize_t end
    int size  # characters of the figure
    uint32_t[48] figure

cdef bint may_begin_number(Text text, Tokens tokens, Py_ssize_t token, int language) noexcept nogil
cdef bint number_words_at(Text text, Py_ssize_t start, int language, Number* number) noexcept
cdef bint number_within(
    Text text, Py_ssize_t start, Py_ssize_t end, uint8_t kind, bint japanese, Number* number
) noexcept nogil


cdef inline int kind_at(Text text, Py_ssize_t at) noexcept nogil:
    """What a character is in a number in characters; 0 for none, and beyond the end."""
    if at >= text.size or not FIRST_NUMERAL <= text.point[at] <= LAST_NUMERAL:
        return 0
    return numeral_kind[text.point[at] - FIRST_NUMERAL]


cdef inline int numeral_at(Text text, Py_ssize_t at) noexcept nogil:
    return kind_at(text, at) & NUMERAL


cdef inline bint may_have_number(
    Text text, Py_ssize_t start, Py_ssize_t end, uint8_t kind
) noexcept nogil:
    """Whether the word from *start* to *end* is in figures, or has a numeral."""
    cdef Py_ssize_t at
    if kind == HAN or kind == KANA:
        for at in range(start, end):
            if numeral_at(text, at):
                return True
    return kind == DIGIT


cdef inline int language_of(str language):
    if language == "en":
        return ENGLISH
    return GERMAN if language == "de" else NO_LANGUAGE


cdef inline bint is_sign(uint32_t point) noexcept nogil:
    """Whether it is the sign of a currency."""
    return point == 0x24 or point == 0xA3 or point == 0xA5 or point == 0x20AC


cdef inline uint64_t hash_of_figure(Number* number) noexcept nogil:
    cdef uint64_t total = 0
    cdef Py_ssize_t rank
    for rank in range(number.size):
        total += zobrist(number.figure[rank], rank)
    return mix(total)
