# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The steps from a normal form to its fingerprint, in a few passes over its characters.

:mod:`.reference` defines the same functions in plain Python; both give the same values. No step
takes more than n log n operations, whatever the text.
"""

import os

import numpy as np

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memchr, memcpy, memset

from scrapy_neardup.core.fingerprints import (
    approximators,
    korean,
    number_words,
    numerals,
    sentences,
    surnames,
)
from scrapy_neardup.core.fingerprints.characters import folded

cdef extern from "Python.h":
    Py_UCS4* PyUnicode_AsUCS4(object text, Py_UCS4* room, Py_ssize_t size, bint ends) except NULL

cdef extern from *:
    """
    #define NEARDUP_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
    """
    const bint BIG_ENDIAN "NEARDUP_BIG_ENDIAN"
    uint32_t swapped "__builtin_bswap32" (uint32_t) noexcept nogil

VERSION = (3, 7, 5, 5, 11, 4)
"""The values of :data:`.versions.KERNEL` for which this was compiled."""

cdef enum:
    OTHER, LETTER, DIGIT, HAN, KANA, HANGUL, UNSPACED

cdef enum:
    FIRST_KANA = 0x3041
    LAST_KANA = 0x30FF

cdef enum:
    NAME = 1
    NUMBER = 2
    SHORT_NUMBER = 3

cdef enum:
    GRAM_WEIGHT = 6
    ANCHOR_SHARE = 4
    PHRASE_GAP = 12
    SHORT = 2
    TERM_WORDS = 7
    LONGEST_PHONE_NUMBER = 24
    SKELETON_GRAM = 8
    FEWEST_FUNCTION_WORDS = 3
    BITS = 20
    HASH_BITS = 14
    HASH_MASK = 0x3FFF
    NO_LIMIT = 0xFFFF
    NUMBER_SHIFT = 2
    STEM = 6
    SYLLABLES = 3
    LONGEST_LISTED = 6
    FEWEST = 4
    FEWER = 10

cdef enum:
    LINE_END = 0x0A
    SPACE = 0x20
    NUMBER_SIGN = 0x23
    APOSTROPHE = 0x27
    PLUS = 0x2B
    COMMA = 0x2C
    HYPHEN = 0x2D
    FULL_STOP = 0x2E
    SLASH = 0x2F
    ZERO = 0x30
    LAST_DIGIT = 0x39
    COLON = 0x3A
    FIRST_CAPITAL = 0x41
    LAST_CAPITAL = 0x5A
    LAST_ASCII = 0x7F
    QUOTATION = 0x2019

cdef uint64_t FIRST = 0x9E3779B97F4A7C15
cdef uint64_t SECOND = 0xC2B2AE3D27D4EB4F
cdef uint64_t THIRD = 0x165667B19E3779F9


cdef enum:
    WIDE_SPACE = 0x3000
    FIRST_WIDE = 0xFF01
    LAST_WIDE = 0xFF5E
    TO_HALF_WIDTH = 0xFEE0


def found(str text not None, const uint8_t[::1] flags not None):
    """All flags that some character of *text* has; the last of *flags* holds for all code points
    beyond the table.
    """
    cdef Py_ssize_t at, last = flags.shape[0] - 1
    cdef int seen = 0
    if last < 0:
        raise ValueError("no flags")
    for at in range(len(text)):
        seen |= flags[min(<Py_ssize_t><Py_UCS4>text[at], last)]
    return seen


def half_width(str text not None):
    """*text* with ASCII characters and spaces in place of their full-width forms."""
    cdef Py_ssize_t at, size = len(text)
    cdef uint32_t point
    cdef uint32_t* points = <uint32_t*>room_for(size, sizeof(uint32_t))
    for at in range(size):
        point = <Py_UCS4>text[at]
        if FIRST_WIDE <= point <= LAST_WIDE:
            point -= TO_HALF_WIDTH
        elif point == WIDE_SPACE:
            point = SPACE
        points[at] = point
    try:
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, points, size)
    finally:
        PyMem_Free(points)


cdef inline uint64_t mix(uint64_t value) noexcept nogil:
    value += <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


cdef inline uint64_t zobrist(uint32_t point, uint64_t rank) noexcept nogil:
    return mix((rank << 21) + point)


cdef uint64_t hash_of_word(str word) noexcept:
    """The hash of a word wherever it stands."""
    cdef uint64_t total = 0
    for rank, letter in enumerate(word):
        total += zobrist(<uint32_t>ord(letter), <uint64_t>rank)
    return mix(total)


cdef inline bint is_among(uint32_t point, const uint32_t* points, int count) noexcept nogil:
    cdef int place
    for place in range(count):
        if points[place] == point:
            return True
    return False


cdef void* room_for(Py_ssize_t count, size_t size) except NULL:
    """Memory for *count* values of *size* bytes, and one more."""
    cdef void* room = PyMem_Malloc((count + 1) * size)
    if room == NULL:
        raise MemoryError
    return room


cdef class Text:
    """The characters of a normal form: see :class:`.reference.Text`."""

    cdef uint32_t* point
    cdef uint8_t* kind
    cdef uint8_t* capital
    cdef uint8_t* gone  # to be left out; 0 between the steps
    cdef Py_ssize_t size

    def __cinit__(self, Py_ssize_t room):
        """A text of no character yet, with memory for *room* of them."""
        self.point = <uint32_t*>room_for(room, sizeof(uint32_t))
        self.kind = <uint8_t*>room_for(3 * room, 1)
        self.capital = self.kind + room
        self.gone = self.capital + room
        memset(self.gone, 0, room)
        self.size = 0

    def __dealloc__(self):
        PyMem_Free(self.point)
        PyMem_Free(self.kind)

    @property
    def points(self):
        return [self.point[at] for at in range(self.size)]

    @property
    def kinds(self):
        return [self.kind[at] for at in range(self.size)]

    @property
    def upper(self):
        return [bool(self.capital[at]) for at in range(self.size)]


def read(str text not None, const uint8_t[::1] kinds, const uint32_t[::1] digits):
    """The characters of *text*, by the tables of :func:`.characters.tables`."""
    cdef Py_ssize_t size = len(text), at
    cdef Text form = Text(size)
    cdef Py_ssize_t last_kind = kinds.shape[0] - 1, last_digit = digits.shape[0] - 1
    cdef const uint8_t* kind_of = &kinds[0] if kinds.shape[0] else NULL
    cdef uint32_t* points = form.point
    cdef uint8_t* own_kinds = form.kind
    cdef uint8_t* upper = form.capital
    cdef uint32_t point
    cdef uint8_t kind, highest = 0
    cdef bint has_han = False, has_kana = False, has_number_mark = False, ascii_case = True
    cdef Py_ssize_t solids = 0
    cdef str low
    if last_kind < 0 or last_digit < 0:
        raise ValueError("an empty table of characters")
    form.size = size
    PyUnicode_AsUCS4(text, <Py_UCS4*>points, size, False)
    for at in range(size):
        point = points[at]
        if point > LAST_ASCII and kind_of[min(<Py_ssize_t>point, last_kind)] == LETTER:
            ascii_case = False
            break
    if not ascii_case:
        low = folded(text)
        if len(low) != size:
            raise ValueError(f"{size} characters make {len(low)} small ones")
        PyUnicode_AsUCS4(low, <Py_UCS4*>points, size, False)
    for at in range(size):
        point = points[at]
        if ascii_case:
            upper[at] = FIRST_CAPITAL <= point <= LAST_CAPITAL
            point += 32 * upper[at]
        else:
            upper[at] = <Py_UCS4>text[at] != point
        kind = kind_of[min(<Py_ssize_t>point, last_kind)]
        own_kinds[at] = kind
        if kind == DIGIT and point > LAST_DIGIT:
            point = digits[min(<Py_ssize_t>point, last_digit)]
        points[at] = point
        solids += point > SPACE
        has_han |= kind == HAN
        has_kana |= kind == KANA
        highest = max(highest, kind)
        has_number_mark |= point == FULL_STOP or point == COMMA
    if size >= 4:
        join_numbers(form, highest < HAN or is_western(form), has_number_mark)
    # Elsewhere every space has a meaning.
    if solids < size and (has_han or has_kana or solids < 2):
        close_gaps(form)
    if has_kana:
        tell_japanese(form)
    return form


cdef Py_ssize_t append(Text text, Text other, Py_ssize_t start, Py_ssize_t length) noexcept:
    """Add characters of *other*, for which there is room; returns the new size."""
    memcpy(text.point + text.size, other.point + start, length * sizeof(uint32_t))
    memcpy(text.kind + text.size, other.kind + start, length)
    memcpy(text.capital + text.size, other.capital + start, length)
    text.size += length
    return text.size


cdef void leave_out(Text text) noexcept:
    """Leave out what is marked as gone."""
    cdef Py_ssize_t at, kept = 0
    cdef uint32_t* points = text.point
    cdef uint8_t* kinds = text.kind
    cdef uint8_t* upper = text.capital
    cdef uint8_t* gone = text.gone
    for at in range(text.size):
        if gone[at]:
            gone[at] = False
            continue
        points[kept] = points[at]
        kinds[kept] = kinds[at]
        upper[kept] = upper[at]
        kept += 1
    text.size = kept


cdef bint is_western(Text text) noexcept:
    """Whether a text has next to no Chinese, Japanese, Korean or Thai."""
    cdef Py_ssize_t at, wide = 0, letters = 0
    for at in range(text.size):
        wide += text.kind[at] >= HAN
        letters += text.kind[at] == LETTER
    return FEWER * wide <= letters


cdef void join_numbers(Text text, bint western, bint has_number_mark) noexcept:
    """Make 3.5 one number, and 1,234 the number 1234: see :mod:`.separators`."""
    cdef Py_ssize_t at, start
    cdef const uint32_t* points = text.point
    cdef const uint8_t* kinds = text.kind
    cdef const uint8_t* digit
    cdef bint any_gone = False, spaced = False, commas = False
    if has_number_mark and not western and memchr(kinds, HAN, text.size) != NULL:
        for at in range(1, text.size - 2):
            if (
                (points[at] == FULL_STOP or points[at] == COMMA)
                and points[at + 1] == SPACE
                and kinds[at - 1] == DIGIT
                and kinds[at + 2] == DIGIT
            ):
                text.gone[at + 1] = any_gone = True
        if any_gone:
            leave_out(text)
            any_gone = False
    at = 0
    while True:
        digit = <uint8_t*>memchr(kinds + at, DIGIT, text.size - at)
        if digit == NULL:
            break
        start = digit - kinds
        at = figures_end(text, start)
        if at + 1 < text.size and kinds[at + 1] == DIGIT:
            if points[at] == SPACE:
                spaced = True
            elif is_mark(text, at):
                at = join_number(text, start, at, western, &commas, &any_gone)
    if spaced and western:
        join_spaced(text, commas, &any_gone)
    if any_gone:
        leave_out(text)


cdef inline bint is_mark(Text text, Py_ssize_t at) noexcept:
    cdef uint32_t point = text.point[at]
    return point == FULL_STOP or point == COMMA or point == APOSTROPHE or point == QUOTATION


cdef inline bint is_of_pairs(Text text, Py_ssize_t at) noexcept:
    cdef uint32_t point = text.point[at]
    return point == HYPHEN or point == SLASH or point == COLON


cdef inline Py_ssize_t figures_end(Text text, Py_ssize_t at) noexcept:
    """Where the digits that begin there end; a full stop ends them, too."""
    while at < text.size and text.kind[at] == DIGIT and text.point[at] != FULL_STOP:
        at += 1
    return at


cdef Py_ssize_t groups_end(Text text, Py_ssize_t at, uint32_t mark, Py_ssize_t width) noexcept:
    """Where the groups that begin there end, each a *mark* and *width* digits."""
    cdef Py_ssize_t end
    while at < text.size and text.point[at] == mark:
        end = figures_end(text, at + 1)
        if end != at + 1 + width:
            break
        at = end
    return at


cdef Py_ssize_t join_number(
    Text text, Py_ssize_t start, Py_ssize_t first, bint western, bint* commas, bint* any_gone
) noexcept:
    """Join the figures with marks that begin at *start*, as :func:`.separators.marks` tells;
    returns where they end. The first mark is at *first*.
    """
    cdef const uint32_t* points = text.point
    cdef Py_ssize_t at = first, end = first, grouped, behind
    cdef uint32_t mark = points[first]
    while end + 1 < text.size and text.kind[end + 1] == DIGIT and is_mark(text, end):
        end = figures_end(text, end + 1)
    grouped = thousands_end(text, start, first)
    if grouped > first:
        behind = end - grouped - 1
        if grouped == end:
            if mark == FULL_STOP and end == first + 4:
                if not western or not is_thousand(text, start, end):
                    grouped = first
        elif figures_end(text, grouped + 1) != end or points[grouped] == mark:
            grouped = first
        elif points[grouped] == COMMA:
            if not western or behind == 3 or behind == 4:
                grouped = first
        elif points[grouped] != FULL_STOP:
            grouped = first
    if grouped > first:
        any_gone[0] = True
        commas[0] = commas[0] or mark == COMMA
        while at < grouped:
            text.gone[at] = points[at] == mark
            at += 1
        if at < end:
            put_point(text, at)
    elif mark == COMMA and precedes_decimals(text, start, first, end, western):
        put_point(text, first)
    else:
        while at < end:
            if points[at] == FULL_STOP:
                put_point(text, at)
            elif points[at] == COMMA and figures_end(text, at + 1) == at + 4:
                text.gone[at] = any_gone[0] = commas[0] = True
            at = figures_end(text, at + 1)
    return end


cdef inline void put_point(Text text, Py_ssize_t at) noexcept:
    text.point[at] = FULL_STOP
    text.kind[at] = DIGIT


cdef Py_ssize_t thousands_end(Text text, Py_ssize_t start, Py_ssize_t first) noexcept:
    """Where thousands that begin at *start* end, by their mark at *first*; *first* for none."""
    cdef uint32_t mark = text.point[first]
    cdef Py_ssize_t end
    if text.point[start] == ZERO or first > start + 3:
        return first
    if mark != COMMA:
        return groups_end(text, first, mark, 3)
    if first > start + 2:
        return first
    end = groups_end(text, first, mark, 2)
    if (
        end == first or end + 1 >= text.size or text.point[end] != mark
        or figures_end(text, end + 1) != end + 4
    ):
        return first
    return end + 4


cdef bint is_thousand(Text text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Whether figures with a full stop before three others may be thousands."""
    cdef Word word
    if (start and text.kind[start - 1] == LETTER) or (
        end < text.size and text.kind[end] == LETTER
    ):
        return False
    word = next_word(text, end, ENGLISH)
    return word.role != SCALE_WORD or word.value <= 1000


cdef bint precedes_decimals(
    Text text, Py_ssize_t start, Py_ssize_t comma, Py_ssize_t end, bint western
) noexcept:
    """Whether the comma in figures stands before decimals."""
    cdef const uint8_t* kinds = text.kind
    cdef Py_ssize_t behind = end - comma - 1
    cdef bint zero = text.point[start] == ZERO and comma == start + 1
    if figures_end(text, comma + 1) != end or (start and kinds[start - 1] == LETTER):
        return False
    if zero and behind >= 3:
        return True
    if not western or behind == 3 or behind == 4 or comma > start + 3:
        return False
    if text.point[start] == ZERO and not zero and not (
        comma == start + 3
        and start > 1
        and text.point[start - 1] == SPACE
        and kinds[start - 2] == DIGIT
    ):
        return False
    return not (
        start > 1 and is_of_pairs(text, start - 1) and kinds[start - 2] == DIGIT
        and end + 1 < text.size and is_of_pairs(text, end) and kinds[end + 1] == DIGIT
    )


cdef void join_spaced(Text text, bint commas, bint* any_gone) noexcept:
    """Leave out the spaces between thousands; *commas* tells that some thousands have commas."""
    cdef const uint8_t* kinds = text.kind
    cdef const uint32_t* points = text.point
    cdef const uint8_t* digit
    cdef Py_ssize_t at = 0, start, first, end, groups, after
    while True:
        digit = <uint8_t*>memchr(kinds + at, DIGIT, text.size - at)
        if digit == NULL:
            break
        start = digit - kinds
        if points[start] == FULL_STOP:
            at = start + 1
            continue
        first = at = figures_end(text, start)
        while at + 1 < text.size and points[at] == SPACE and figures_end(text, at + 1) > at + 1:
            at = figures_end(text, at + 1)
        if at == first or first > start + 3 or points[start] == ZERO:
            continue
        end = groups_end(text, first, SPACE, 3)
        if end != at or end > first + 16:
            continue
        after = end
        if after < text.size and kinds[after] == DIGIT:
            after = figures_end(text, after + 1)
            if after < text.size and kinds[after] == DIGIT:
                continue
        if not may_be_spaced(text, start, after):
            continue
        if (
            points[end - 1] == ZERO and points[end - 2] == ZERO and points[end - 3] == ZERO
        ) or (not commas and is_of_prose(text, after)):
            any_gone[0] = True
            for groups in range(first, end, 4):
                text.gone[groups] = True


cdef bint may_be_spaced(Text text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Whether figures with spaces may be one number, by what stands beside them."""
    cdef const uint8_t* kinds = text.kind
    cdef uint32_t before = text.point[start - 1] if start else 0
    if start and (
        kinds[start - 1] == LETTER or before == PLUS or before == NUMBER_SIGN
        or is_mark(text, start - 1) or is_of_pairs(text, start - 1)
        or (before == SPACE and start > 1 and kinds[start - 2] == DIGIT)
    ):
        return False
    if end == text.size:
        return True
    if is_mark(text, end) and end + 1 < text.size and kinds[end + 1] == DIGIT:
        return False
    return (
        kinds[end] == OTHER and not is_of_pairs(text, end)
        and text.point[end] != APOSTROPHE and text.point[end] != QUOTATION
    )


cdef bint is_of_prose(Text text, Py_ssize_t end) noexcept:
    """Whether punctuation, a sign or a word follows, which follows in no row of figures."""
    if end < text.size and text.point[end] == SPACE:
        end += 1
        if end < text.size and text.kind[end] == LETTER:
            return True
    return end < text.size and text.kind[end] == OTHER and text.point[end] > SPACE


cdef int close_gaps(Text text) except -1:
    """Leave out white space that means nothing in Chinese and Japanese."""
    cdef Py_ssize_t size = text.size, at, dense = 0, letters = 0, solids = 0, before, after
    cdef const uint32_t* points = text.point
    cdef const uint8_t* kinds = text.kind
    cdef Py_ssize_t start = 0, words = 0
    cdef uint8_t left, right
    cdef uint8_t* few = <uint8_t*>room_for(size, 1)
    cdef int32_t* solid = <int32_t*>room_for(size, sizeof(int32_t))
    for at in range(size):
        solid[solids] = <int32_t>at
        solids += points[at] > SPACE
        dense += (kinds[at] == HAN) + (kinds[at] == KANA)
        letters += kinds[at] == LETTER
        # Whether it stands in a stretch of few words between Chinese or Japanese.
        if kinds[at] == HAN or kinds[at] == KANA:
            memset(few + start, words <= TERM_WORDS, at - start)
            few[at], start, words = True, at + 1, 0
        elif kinds[at] == LETTER and (at == start or kinds[at - 1] != LETTER):
            words += 1
    memset(few + start, words <= TERM_WORDS, size - start)
    before = 0
    for at in range(size):
        if points[at] > SPACE:
            if before + 1 < solids and solid[before] < at:
                before += 1
            continue
        if solids < 2:
            text.gone[at] = True
            continue
        after = min(before + 1, solids - 1)
        left, right = kinds[solid[before]], kinds[solid[after]]
        if (left == HAN or left == KANA) and (right == HAN or right == KANA):
            text.gone[at] = True
        elif (
            2 * dense > letters
            and points[at] == SPACE
            and solid[after] - solid[before] == 2
            and (left == DIGIT or right == DIGIT)
        ):
            # The other side of a digit.
            if left == DIGIT:
                left = right
            text.gone[at] = left == HAN or left == KANA or (left == LETTER and few[at])
    PyMem_Free(solid)
    PyMem_Free(few)
    if solids < size:
        leave_out(text)
    return 0


cdef void tell_japanese(Text text) noexcept:
    """Chinese characters in a run with kana are Japanese words."""
    cdef Py_ssize_t at = 0, start
    cdef uint8_t* kinds = text.kind
    cdef bint japanese
    while at < text.size:
        start, japanese = at, False
        while at < text.size and (kinds[at] == HAN or kinds[at] == KANA):
            japanese = japanese or kinds[at] == KANA
            at += 1
        if japanese:
            memset(kinds + start, KANA, at - start)
        at = max(at, start + 1)


cdef str chinese(Text text):
    """The text with spaces in place of all that is not Chinese; None if it has no Chinese."""
    cdef uint32_t* masked
    cdef Py_ssize_t at
    if memchr(text.kind, HAN, text.size) == NULL:
        return None
    masked = <uint32_t*>room_for(text.size, sizeof(uint32_t))
    for at in range(text.size):
        masked[at] = text.point[at] if text.kind[at] == HAN else SPACE
    try:
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, masked, text.size)
    finally:
        PyMem_Free(masked)


cdef inline bint is_prefixing(Text text, Py_ssize_t at) noexcept:
    """Whether a letter is of a script that puts prepositions before a number without a space."""
    return 0x590 <= text.point[at] < 0x900 and text.kind[at] == LETTER


cdef class Tokens:
    """The words of a text: see :class:`.reference.Tokens`."""

    cdef uint64_t* hashed
    cdef int32_t* start
    cdef int32_t* length
    cdef uint8_t* kind
    cdef Py_ssize_t size

    def __cinit__(self, Py_ssize_t room):
        """No word yet, with memory for *room* of them."""
        self.hashed = <uint64_t*>room_for(room, sizeof(uint64_t))
        self.start = <int32_t*>room_for(2 * room, sizeof(int32_t))
        self.length = self.start + room
        self.kind = <uint8_t*>room_for(room, 1)
        self.size = 0

    def __dealloc__(self):
        PyMem_Free(self.hashed)
        PyMem_Free(self.start)
        PyMem_Free(self.kind)

    @property
    def hashes(self):
        return [self.hashed[at] for at in range(self.size)]

    @property
    def starts(self):
        return [self.start[at] for at in range(self.size)]

    @property
    def lengths(self):
        return [self.length[at] for at in range(self.size)]

    @property
    def kinds(self):
        return [self.kind[at] for at in range(self.size)]


def tokens(Text text not None, cut):
    """The words of *text*; *cut* finds those in Chinese."""
    # A word has a character at least.
    cdef Tokens words = Tokens(text.size)
    cdef Py_ssize_t size = text.size, at = 0, end, inner, width
    cdef const uint8_t* kinds = text.kind
    cdef uint8_t* begins = text.gone
    cdef uint8_t kind
    cdef bint prefixing
    cdef str masked = chinese(text)
    if masked is not None:
        for word in <list?>cut(masked):
            if at < size and kinds[at] == HAN:
                begins[at] = True
            at += len(<str?>word)
    at = 0
    while at < size:
        kind = kinds[at]
        end = at + 1
        if kind == LETTER or kind == DIGIT:
            prefixing = is_prefixing(text, at)
            while (
                end < size
                and (kinds[end] == LETTER or kinds[end] == DIGIT)
                and is_prefixing(text, end) == prefixing
            ):
                # A word of letters and digits is a word, whichever comes first.
                if kinds[end] == LETTER:
                    kind = LETTER
                end += 1
        else:
            while end < size and kinds[end] == kind and not begins[end]:
                end += 1
        if kind > HAN:
            width = min(3 if kind == UNSPACED else 2, end - at)
            for inner in range(at, end - width + 1):
                add(words, text, inner, width, kind)
        elif kind != OTHER:
            add(words, text, at, end - at, kind)
        at = end
    memset(begins, False, size)
    return words


cdef inline void add(
    Tokens words, Text text, Py_ssize_t start, Py_ssize_t length, uint8_t kind
) noexcept:
    put(words, hash_of(text, start, length), start, length, kind)


cdef inline void put(
    Tokens words, uint64_t hashed, Py_ssize_t start, Py_ssize_t length, uint8_t kind
) noexcept:
    words.hashed[words.size] = hashed
    words.start[words.size] = <int32_t>start
    words.length[words.size] = <int32_t>length
    words.kind[words.size] = kind
    words.size += 1


cdef inline uint64_t hash_of(Text text, Py_ssize_t start, Py_ssize_t length) noexcept nogil:
    cdef uint64_t total = 0
    cdef Py_ssize_t rank
    for rank in range(length):
        total += zobrist(text.point[start + rank], rank)
    return mix(total)


def span_hash(Text text not None, Py_ssize_t start, Py_ssize_t length):
    """The 64-bit hash of the word of *length* characters that begins at *start*."""
    if not 0 <= start < start + length <= text.size:
        raise IndexError(f"characters {start} to {start + length} of {text.size}")
    return hash_of(text, start, length)


def spoken(Text text not None):
    """The bytes of which the digest is made, and the length: see
    :class:`.fingerprint.Fingerprint`.
    """
    cdef Py_ssize_t at = 0, start, size = 0, wide = 0, letters
    cdef const uint8_t* kinds = text.kind
    cdef const uint8_t* digit
    cdef bint is_number
    cdef uint32_t* points = <uint32_t*>room_for(2 * text.size, sizeof(uint32_t))
    for at in range(text.size):
        points[size] = text.point[at]
        size += kinds[at] != OTHER
        wide += HAN <= kinds[at] <= HANGUL
    letters = size
    # 1 2 and 12 have the same characters, so the lengths of numbers follow.
    at = 0
    while True:
        digit = <const uint8_t*>memchr(kinds + at, DIGIT, text.size - at)
        if digit == NULL:
            break
        start, at = digit - kinds, digit - kinds + 1
        is_number = start == 0 or kinds[start - 1] != LETTER
        while at < text.size and (kinds[at] == LETTER or kinds[at] == DIGIT):
            is_number = is_number and kinds[at] == DIGIT
            at += 1
        if is_number:
            points[size] = <uint32_t>(at - start)
            size += 1
    if BIG_ENDIAN:
        for at in range(size):
            points[at] = swapped(points[at])
    try:
        return PyBytes_FromStringAndSize(<char*>points, 4 * size), letters + wide
    finally:
        PyMem_Free(points)


def replaced(Text text not None, Tokens tokens not None, dict leaders not None):
    """*text* and its *tokens*, with words replaced by *leaders*, which are by the words' hashes."""
    cdef Py_ssize_t number, change = 0, copied = 0, placed = 0, start, length
    cdef bint any_found = False
    cdef Text leader, form
    cdef Tokens words
    cdef list found = [None] * tokens.size
    for number in range(tokens.size):
        if tokens.kind[number] == LETTER or tokens.kind[number] == HAN:
            leader = leaders.get(tokens.hashed[number])
            if leader is not None:
                found[number] = leader
                any_found = True
                change += leader.size - tokens.length[number]
    if not any_found:
        return text, tokens
    form, words = Text(text.size + change), Tokens(tokens.size)
    for number in range(tokens.size):
        start, length = tokens.start[number], tokens.length[number]
        leader = found[number]
        if leader is None:
            put(
                words, tokens.hashed[number], placed + start - copied, length, tokens.kind[number]
            )
            continue
        placed = append(form, text, copied, start - copied)
        copied = start + length
        put(words, hash_of(leader, 0, leader.size), placed, leader.size, leader.kind[0])
        append(form, leader, 0, leader.size)
        # A name stays a name: the capital passes to the new word.
        form.capital[placed] = text.capital[start]
        placed = form.size
    append(form, text, copied, text.size - copied)
    return form, words


def words(Tokens tokens not None):
    """The different words, ascending, and the SimHash of all: 64 bits."""
    cdef uint64_t[::1] ordered
    cdef Py_ssize_t at, size = 0
    array = np.empty(tokens.size, np.uint64)
    if tokens.size:
        ordered = array
        memcpy(&ordered[0], tokens.hashed, tokens.size * sizeof(uint64_t))
        array.sort()
        for at in range(tokens.size):
            if not size or ordered[at] != ordered[size - 1]:
                ordered[size] = ordered[at]
                size += 1
    return array[:size], simhash(tokens.hashed, tokens.size)


cdef uint64_t simhash(const uint64_t* hashes, Py_ssize_t size) noexcept:
    """The bits that are set in more than half of *hashes*."""
    cdef uint64_t[8] lanes  # of a byte for each bit, counts up to 255
    cdef Py_ssize_t[64] counts
    cdef Py_ssize_t at
    cdef int byte, bit
    cdef uint64_t found = 0
    for byte in range(8):
        lanes[byte] = 0
    for bit in range(64):
        counts[bit] = 0
    for at in range(size):
        for byte in range(8):
            lanes[byte] += spread[(hashes[at] >> (8 * byte)) & 0xFF]
        if at % 255 == 254 or at == size - 1:
            for bit in range(64):
                counts[bit] += (lanes[bit >> 3] >> (8 * (bit & 7))) & 0xFF
            for byte in range(8):
                lanes[byte] = 0
    for bit in range(64):
        if 2 * counts[bit] > size:
            found |= <uint64_t>1 << bit
    return found


cdef uint64_t[256] spread  # the bits of a byte, in a byte each


cdef void fill_spread() noexcept:
    cdef uint64_t value, bit
    for value in range(256):
        spread[value] = 0
        for bit in range(8):
            spread[value] |= ((value >> bit) & 1) << (8 * bit)


fill_spread()


cdef uint8_t* first_occurrences(const uint64_t* values, Py_ssize_t count) except NULL:
    """For each value, 1 if no equal one stands before it, else 0; to be freed by the caller."""
    cdef Py_ssize_t at, doubtful = 0, low, high, middle
    cdef uint64_t[::1] ordered
    cdef uint8_t* taken
    cdef uint8_t* first = <uint8_t*>room_for(count, 1)
    # Most values differ from all others in 16 bits already. A bit for each 16 bits: met, met
    # again.
    cdef uint8_t[8192] met
    cdef uint8_t[8192] again
    cdef uint32_t low_bits
    memset(met, 0, sizeof(met))
    memset(again, 0, sizeof(again))
    memset(first, 1, count)
    for at in range(count):
        low_bits = values[at] & 0xFFFF
        again[low_bits >> 3] |= met[low_bits >> 3] & (1 << (low_bits & 7))
        met[low_bits >> 3] |= 1 << (low_bits & 7)
    for at in range(count):
        low_bits = values[at] & 0xFFFF
        doubtful += (again[low_bits >> 3] >> (low_bits & 7)) & 1
    if not doubtful:
        return first
    try:
        array = np.empty(doubtful, np.uint64)
        ordered = array
        doubtful = 0
        for at in range(count):
            low_bits = values[at] & 0xFFFF
            if (again[low_bits >> 3] >> (low_bits & 7)) & 1:
                ordered[doubtful] = values[at]
                doubtful += 1
        array.sort()
        taken = <uint8_t*>room_for(doubtful, 1)
    except BaseException:
        PyMem_Free(first)
        raise
    memset(taken, 0, doubtful)
    for at in range(count):
        low_bits = values[at] & 0xFFFF
        if not (again[low_bits >> 3] >> (low_bits & 7)) & 1:
            continue
        # The first place of the value among the sorted ones stands for it.
        low, high = 0, doubtful
        while low < high:
            middle = (low + high) >> 1
            if ordered[middle] < values[at]:
                low = middle + 1
            else:
                high = middle
        first[at] = not taken[low]
        taken[low] = True
    PyMem_Free(taken)
    return first


cdef Py_ssize_t keep_different(uint64_t[::1] hashes, Py_ssize_t size) noexcept:
    """Move the different ones of the first *size* ascending hashes to the front; returns how many."""
    cdef Py_ssize_t at, kept = 0
    for at in range(size):
        if not kept or hashes[at] != hashes[kept - 1]:
            hashes[kept] = hashes[at]
            kept += 1
    return kept


def grams(Text text not None, Tokens tokens not None):
    """The different grams in order of first occurrence, their starts, and the different phrases,
    ascending: see :class:`.profile.Profile`.
    """
    cdef Py_ssize_t size = text.size
    cdef Py_ssize_t at, token = 0, count = 0, whole, anchors = 0, following = 0
    cdef Py_ssize_t pairs = 0
    cdef uint64_t* units = <uint64_t*>room_for(2 * size, sizeof(uint64_t))
    cdef uint64_t* anchor = units + size
    cdef int32_t* starts = NULL
    cdef int32_t* place = NULL
    cdef uint8_t* weights = NULL
    cdef uint8_t* first = NULL
    cdef uint64_t[::1] phrase, gram
    cdef int64_t[::1] gram_start
    cdef int32_t reached = 0
    cdef uint64_t found
    try:
        starts = <int32_t*>room_for(2 * size, sizeof(int32_t))
        weights = <uint8_t*>room_for(size, 1)
        place = starts + size
        for at in range(size):
            if text.kind[at] >= HAN:
                units[count] = mix(text.point[at])
                weights[count] = 2
            else:
                while token < tokens.size and tokens.start[token] < at:
                    token += 1
                if token == tokens.size or tokens.start[token] != at:
                    continue
                units[count] = tokens.hashed[token]
                weights[count] = 4
            starts[count] = <int32_t>at
            count += 1
        # Two light units want a third, which the last pair doesn't have.
        whole = 0 if count < 2 else count - 1
        if whole and weights[count - 2] + weights[count - 1] < GRAM_WEIGHT:
            whole -= 1
        for at in range(whole):
            found = units[at] * FIRST + units[at + 1] * SECOND
            if weights[at] + weights[at + 1] < GRAM_WEIGHT:
                found += units[at + 2] * THIRD
            # The unit itself is not needed any more.
            units[at] = found = mix(found)
            if (found >> 20) & (ANCHOR_SHARE - 1) == 0:
                anchor[anchors] = found
                place[anchors] = reached
                anchors += 1
            reached += weights[at]
        phrases = np.empty(anchors, np.uint64)
        phrase = phrases
        for at in range(anchors):
            while following < anchors and place[following] < place[at] + PHRASE_GAP:
                following += 1
            if following == anchors:
                break
            phrase[pairs] = mix(anchor[at] * FIRST + anchor[following] * SECOND)
            pairs += 1
        phrases = phrases[:pairs]
        phrases.sort()
        pairs = keep_different(phrase, pairs)
        first = first_occurrences(units, whole)
        different = np.empty(whole, np.uint64)
        different_starts = np.empty(whole, np.int64)
        gram, gram_start = different, different_starts
        count = 0
        for at in range(whole):
            if first[at]:
                gram[count] = units[at]
                gram_start[count] = starts[at]
                count += 1
        return different[:count], different_starts[:count], phrases[:pairs]
    finally:
        PyMem_Free(units)
        PyMem_Free(starts)
        PyMem_Free(weights)
        PyMem_Free(first)


cdef inline bint is_common(uint64_t hashed, const uint8_t[::1] table) noexcept:
    cdef Py_ssize_t at = hashed >> (64 - BITS)
    return (table[at >> 3] >> (7 - (at & 7))) & 1


cdef bint is_name(Text text, Py_ssize_t start, Py_ssize_t length, bint capitals_tell) noexcept:
    """Whether a word has a digit, or a capital after a word of the same sentence."""
    cdef Py_ssize_t at
    cdef uint32_t before
    for at in range(start, start + length):
        if text.kind[at] == DIGIT:
            return True
    if not capitals_tell or not text.capital[start] or start < 2 or length < 2:
        return False
    before = text.point[start - 1]
    if before == SPACE:
        return (
            text.kind[start - 2] == LETTER
            or text.kind[start - 2] == DIGIT
            or text.point[start - 2] == COMMA
        )
    if before == 0x27 or before == 0x2019:
        return text.kind[start - 2] == LETTER and not text.capital[start - 2]
    return before == HYPHEN or before == SLASH


cdef uint64_t with_unit(Text text, uint64_t number, Py_ssize_t after) noexcept:
    """The hash of a *number* with the counting character that stands *after* it, as in 3级."""
    if after >= text.size:
        return number
    if text.point[after] == SPACE and after + 1 < text.size:
        after += 1
    if text.kind[after] < HAN:
        return number
    return mix(number * FIRST + mix(text.point[after]) * SECOND)


cdef inline int script(Text text, Py_ssize_t at) noexcept:
    """1 for katakana and 2 for kanji in Japanese, else 0."""
    if at < 0 or at >= text.size or text.kind[at] != KANA:
        return 0
    if 0x30A1 <= text.point[at] <= 0x30FF:
        return 1
    return 2 if 0x3400 <= text.point[at] <= 0x9FFF else 0


cdef inline bint is_listed(uint64_t hashed, const uint32_t* listed, Py_ssize_t count) noexcept:
    """Whether the upper half of a hash is among *count* ascending ones."""
    cdef uint32_t asked = hashed >> 32
    cdef Py_ssize_t low = 0, size = count, half
    # Without a branch, which would be guessed wrongly every other time.
    while size:
        half = (size + 1) >> 1
        low += half if listed[low + half - 1] < asked else 0
        size -= half
    return low < count and listed[low] == asked


cdef struct Particle:
    Py_ssize_t size
    uint32_t[3] point


cdef Particle[64] particles
cdef int particle_count
cdef uint32_t[16] endings
cdef int ending_count


cdef int fill_korean() except -1:
    global particle_count, ending_count
    cdef str one
    cdef Py_ssize_t at
    if (
        len(korean.PARTICLES) > 64 or len(korean.ENDINGS) > 16
        or (korean.STEM, korean.LONGEST) != (SYLLABLES, LONGEST_LISTED)
    ):
        raise ValueError("more Korean than was compiled")
    for one in korean.PARTICLES:
        particles[particle_count].size = len(one)
        for at in range(len(one)):
            particles[particle_count].point[at] = <Py_UCS4>one[at]
        particle_count += 1
    for one in korean.ENDINGS:
        endings[ending_count] = <Py_UCS4>one[0]
        ending_count += 1
    return 0


fill_korean()


cdef Py_ssize_t before_particle(Text text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Where the particle at the end of a Korean word begins; the word's end if it has none."""
    cdef Py_ssize_t at, size
    cdef int number
    cdef const Particle* one
    for number in range(particle_count):
        one = &particles[number]
        if one.size > end - start:
            continue
        size = 0
        while size < one.size and text.point[end - one.size + size] == one.point[size]:
            size += 1
        if size == one.size:
            return end - size
    return end


cdef bint is_korean_name(
    Text text, Py_ssize_t start, const uint32_t* listed, Py_ssize_t count
) noexcept:
    """Whether a Korean word that is a name begins there: see :mod:`.korean`."""
    cdef Py_ssize_t end = start, size
    cdef int number
    if start and (text.kind[start - 1] == HANGUL or text.kind[start - 1] == DIGIT):
        return False
    while end < text.size and text.kind[end] == HANGUL:
        end += 1
    end = before_particle(text, start, end)
    if end - start < SYLLABLES:
        return False
    for number in range(ending_count):
        if text.point[end - 1] == endings[number]:
            return False
    for size in range(2, min(end - start, <Py_ssize_t>LONGEST_LISTED) + 1):
        if is_listed(hash_of(text, start, size), listed, count):
            return False
    return True


cdef inline bint joins_figures(Text text, Py_ssize_t at) noexcept:
    """Whether a hyphen between two figures stands at a place."""
    return (
        0 < at < text.size - 1
        and text.point[at] == HYPHEN
        and text.kind[at - 1] == DIGIT
        and text.kind[at + 1] == DIGIT
    )


cdef bint continues_phone_number(Text text, Py_ssize_t start) noexcept:
    """Whether the figures at *start* are a later group of figures of a phone number: three groups or more,
    joined by hyphens, of nine figures or more together, in LONGEST_PHONE_NUMBER characters at most.
    """
    cdef Py_ssize_t first = start, last = start
    cdef int hyphens = 0
    if not joins_figures(text, start - 1):
        return False
    while first > 0 and (text.kind[first - 1] == DIGIT or joins_figures(text, first - 1)):
        first -= 1
        hyphens += text.kind[first] != DIGIT
        if last - first > LONGEST_PHONE_NUMBER:
            return False
    while last < text.size and (text.kind[last] == DIGIT or joins_figures(text, last)):
        hyphens += text.kind[last] != DIGIT
        last += 1
        if last - first > LONGEST_PHONE_NUMBER:
            return False
    return hyphens >= 2 and last - first - hyphens >= 9


def rare_words(
    Text text not None,
    Tokens tokens not None,
    const uint8_t[::1] common,
    const uint32_t[::1] listed,
):
    """The different rare words in order of first occurrence, their starts, and their kinds: see
    :class:`.profile.Profile`. *common* is the bitmap of :mod:`.common_words`, *listed* the words
    of the text's language in :mod:`~scrapy_neardup.core.rarity.word_lists`, ascending.
    """
    cdef Py_ssize_t at, end, token = 0, count = 0, kept = 0, capitals = 0, spaced = 0
    cdef Py_ssize_t length, letters, place, hangul = 0, of_words = 0
    cdef bint capitals_tell, tells_list, is_korean
    cdef uint8_t[::1] amid
    cdef uint8_t kind
    cdef uint64_t hashed
    cdef uint8_t* first
    cdef uint64_t[::1] word
    cdef int64_t[::1] start
    cdef uint8_t[::1] sort
    if common.shape[0] != 1 << (BITS - 3):
        raise ValueError(f"a bitmap of {common.shape[0]} bytes")
    # Which words are terms amid a script without spaces.
    amid = np.zeros(tokens.size, np.uint8)
    at = 0
    while at < tokens.size:
        end, letters = at, 0
        while end < tokens.size and tokens.kind[end] < HAN:
            letters += tokens.kind[end] == LETTER
            end += 1
        if letters <= TERM_WORDS and end - at < tokens.size:
            for place in range(at, end):
                amid[place] = True
        else:
            for place in range(at, end):
                if tokens.kind[place] == LETTER:
                    spaced += 1
                    capitals += text.capital[tokens.start[place]]
        at = end + 1
    capitals_tell = 0 < 2 * capitals <= spaced
    tells_list = not capitals_tell and listed.shape[0]
    hashes = np.empty(text.size, np.uint64)
    starts = np.empty(text.size, np.int64)
    sorts = np.empty(text.size, np.uint8)
    word, start, sort = hashes, starts, sorts
    for at in range(text.size):
        hangul += text.kind[at] == HANGUL
        of_words += text.kind[at] != OTHER and text.kind[at] != DIGIT
    is_korean = listed.shape[0] and 2 * hangul > of_words
    for at in range(text.size):
        if text.kind[at] == OTHER:
            continue
        if text.kind[at] == HANGUL:
            if is_korean and is_korean_name(text, at, &listed[0], listed.shape[0]):
                word[count], start[count] = hash_of(text, at, SYLLABLES), at
                sort[count] = NAME
                count += 1
            continue
        if text.kind[at] >= KANA:
            # Japanese terms, which are no tokens.
            if script(text, at) and script(text, at) != script(text, at - 1):
                end = at + 1
                while script(text, end) == script(text, at):
                    end += 1
                if end - at >= 3:
                    word[count], start[count] = hash_of(text, at, end - at), at
                    sort[count] = NAME
                    count += 1
            continue
        while token < tokens.size and tokens.start[token] < at:
            token += 1
        if token == tokens.size or tokens.start[token] != at:
            continue
        kind, length, hashed = tokens.kind[token], tokens.length[token], tokens.hashed[token]
        if kind == DIGIT:
            if continues_phone_number(text, at):
                continue
            sort[count] = NUMBER
            if length <= SHORT:
                sort[count] = SHORT_NUMBER
                hashed = with_unit(text, hashed, at + length)
        elif kind == HAN:
            if length < 2 or is_common(hashed, common):
                continue
            sort[count] = NAME
        elif kind == LETTER and (
            amid[token]
            or is_name(text, at, length, capitals_tell)
            or (tells_list and length > SHORT and not is_listed(hashed, &listed[0], listed.shape[0]))
        ):
            sort[count] = NAME
        else:
            continue
        word[count], start[count] = hashed, at
        count += 1
    if not count:
        return hashes[:0].copy(), starts[:0].copy(), sorts[:0].copy()
    first = first_occurrences(&word[0], count)
    for at in range(count):
        if first[at]:
            word[kept], start[kept], sort[kept] = word[at], start[at], sort[at]
            kept += 1
    PyMem_Free(first)
    return hashes[:kept].copy(), starts[:kept].copy(), sorts[:kept].copy()


cdef enum:
    GAP = 1
    A_NUMBER = 2
    PAUSE = 3
    STOP = 4

cdef uint64_t WORD = <uint64_t>1 << 32
# The factor by which a unit has been multiplied when it leaves a gram.
cdef uint64_t LEAVING = pow(0x9E3779B97F4A7C15, SKELETON_GRAM, 1 << 64)


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


cdef inline uint64_t mark_of(uint32_t point) noexcept nogil:
    """The unit of a skeleton for a character that is no part of a word, 0 for none."""
    if (
        point == COMMA or point == 0x3001 or point == 0xFF0C
        or point == 0x55D or point == 0x60C or point == 0x104A or point == 0x1363
    ):
        return PAUSE
    if (
        point == FULL_STOP or point == 0x3002 or point == 0x21 or point == 0x3F or point == 0x3B
        or point == 0x2026 or point == 0xFF01 or point == 0xFF1F or point == 0xFF1B
        or ends_in_other_script(point)
    ):
        return STOP
    return 0


def skeleton(Text text not None, Tokens tokens not None, const uint32_t[::1] known):
    """The hashes of the different grams of the skeleton, ascending: see :class:`.profile.Profile`.
    *known* are the function words, the upper halves of their hashes, ascending.
    """
    cdef Py_ssize_t token, at = 0, count = 0, grams = 0, words = 0
    cdef uint64_t unit, total = 0
    cdef const uint32_t* function_words = &known[0] if known.shape[0] else NULL
    # Each character is one unit at most, and so is each word.
    cdef uint64_t* units = <uint64_t*>room_for(text.size + tokens.size, sizeof(uint64_t))
    cdef uint64_t[::1] gram
    try:
        for token in range(tokens.size):
            while at < tokens.start[token]:
                unit = mark_of(text.point[at]) if text.kind[at] == OTHER else 0
                if unit:
                    units[count] = unit
                    count += 1
                at += 1
            if tokens.kind[token] == DIGIT:
                unit = A_NUMBER
            elif is_listed(tokens.hashed[token], function_words, known.shape[0]):
                unit = WORD + (tokens.hashed[token] >> 32)
            elif count and units[count - 1] == GAP:
                continue
            else:
                unit = GAP
            units[count] = unit
            count += 1
        hashes = np.empty(max(count - SKELETON_GRAM + 1, 0), np.uint64)
        gram = hashes
        # The sum of a gram is made from that of the gram before: a unit comes in, and one leaves.
        for at in range(count):
            words += units[at] >= WORD
            total = total * FIRST + mix(units[at])
            if at >= SKELETON_GRAM:
                words -= units[at - SKELETON_GRAM] >= WORD
                total -= LEAVING * mix(units[at - SKELETON_GRAM])
            if at >= SKELETON_GRAM - 1 and words >= FEWEST_FUNCTION_WORDS:
                gram[grams] = mix(total)
                grams += 1
    finally:
        PyMem_Free(units)
    hashes = hashes[:grams]
    hashes.sort()
    return hashes[: keep_different(gram, grams)].copy()


cdef inline int rank_of(uint64_t hashed, uint8_t kind) noexcept nogil:
    """The rank of a rare word, or of a gram: see :func:`.sketch.rare_ranks`."""
    return <int>(hashed >> 48) >> (NUMBER_SHIFT if kind == NUMBER else 0)


cdef int sample_limit(
    const uint64_t[::1] hashes, const uint8_t[::1] kinds, Py_ssize_t size
) except -2:
    """The limit of a sample of at most *size* hashes, -1 for an empty sample; without *kinds* they
    are grams: see :func:`.reference.sample`.
    """
    cdef Py_ssize_t at, under = 0
    cdef int high = 0, low = 0, rank
    cdef bint ranks_by_kind = kinds is not None
    cdef int32_t[256] counts
    if hashes.shape[0] <= size:
        return NO_LIMIT
    # The rank of the first hash that is left out: its upper byte, then its lower one.
    memset(counts, 0, sizeof(counts))
    for at in range(hashes.shape[0]):
        counts[rank_of(hashes[at], kinds[at] if ranks_by_kind else NAME) >> 8] += 1
    while under + counts[high] <= size:
        under += counts[high]
        high += 1
    memset(counts, 0, sizeof(counts))
    for at in range(hashes.shape[0]):
        rank = rank_of(hashes[at], kinds[at] if ranks_by_kind else NAME)
        if rank >> 8 == high:
            counts[rank & 0xFF] += 1
    while under + counts[low] <= size:
        under += counts[low]
        low += 1
    return (high << 8) + low - 1


def sample(
    const uint64_t[::1] grams,
    const int64_t[::1] gram_starts,
    const uint64_t[::1] rare,
    const int64_t[::1] rare_starts,
    const uint8_t[::1] rare_kinds,
    Py_ssize_t most_grams,
    Py_ssize_t most_rare,
):
    """The items of a sketch in the order of the text, and the limits of both kinds: see
    :mod:`.sketch`.
    """
    cdef int gram_limit = sample_limit(grams, None, most_grams)
    cdef int rare_limit = sample_limit(rare, rare_kinds, most_rare)
    cdef Py_ssize_t gram = 0, word = 0, count = 0
    items = np.empty(most_grams + most_rare, np.uint16)
    cdef uint16_t[::1] item = items
    while True:
        while gram < grams.shape[0] and <int>(grams[gram] >> 48) > gram_limit:
            gram += 1
        while word < rare.shape[0] and rank_of(rare[word], rare_kinds[word]) > rare_limit:
            word += 1
        if gram < grams.shape[0] and (
            word == rare.shape[0] or gram_starts[gram] <= rare_starts[word]
        ):
            item[count] = grams[gram] & HASH_MASK
            gram += 1
        elif word < rare.shape[0]:
            item[count] = (rare[word] & HASH_MASK) | (<uint64_t>rare_kinds[word] << HASH_BITS)
            word += 1
        else:
            return items[:count], max(gram_limit, 0), max(rare_limit, 0)
        count += 1


# The first slot of a word is chosen anew in each process, so that nobody can make a text whose
# words all have the same one.
cdef uint64_t SPREADER = int.from_bytes(os.urandom(8), "little") | 1


cdef enum:
    NEWLINE = 0x0A
    ABBREVIATION_SLOTS = 512
    MOST_CLOSING = 32
    # Of :mod:`.sentences`.
    BEFORE_NAME = 1
    BEFORE_FIGURE = 2
    AS_TITLE = 4
    LONGEST_ORDINAL = 2
    BETWEEN = 3
    LAST_CASED = 0x58F
    DANDA = 0x964
    FIRST_INDIAN = 0x900
    LAST_INDIAN = 0xDFF
    EN_DASH = 0x2013

# Abbreviations by hash; an empty slot has role 0.
cdef uint64_t[ABBREVIATION_SLOTS] abbreviation
cdef int[ABBREVIATION_SLOTS] abbreviation_role
cdef int longest_abbreviation
cdef uint32_t[MOST_CLOSING] closing
cdef int closing_count


cdef inline Py_ssize_t abbreviation_slot(uint64_t hashed) noexcept nogil:
    """Where the word of this hash stands, or would."""
    cdef Py_ssize_t slot = hashed & (ABBREVIATION_SLOTS - 1)
    while abbreviation_role[slot] and abbreviation[slot] != hashed:
        slot = (slot + 1) & (ABBREVIATION_SLOTS - 1)
    return slot


cdef int fill_abbreviations() except -1:
    global longest_abbreviation, closing_count
    cdef Py_ssize_t slot
    cdef uint64_t hashed
    if 2 * len(sentences.ABBREVIATIONS) > ABBREVIATION_SLOTS or len(sentences.CLOSING) > MOST_CLOSING:
        raise ImportError("no room for so many abbreviations, or closing marks")
    closing_count = 0
    longest_abbreviation = sentences.LONGEST
    memset(abbreviation_role, 0, sizeof(abbreviation_role))
    for word, role in sentences.ABBREVIATIONS.items():
        hashed = hash_of_word(word)
        slot = abbreviation_slot(hashed)
        abbreviation[slot], abbreviation_role[slot] = hashed, role
    for point in sentences.CLOSING:
        closing[closing_count] = point
        closing_count += 1
    return 0


fill_abbreviations()


cdef inline bint carries_on(Text text, Py_ssize_t at) noexcept nogil:
    """Whether a small letter of a script that has capitals follows the mark *at*."""
    cdef Py_ssize_t after
    for after in range(at + 1, min(at + BETWEEN + 2, text.size)):
        if text.point[after] == NEWLINE:
            return False
        if text.kind[after] != OTHER:
            return (
                text.kind[after] == LETTER
                and text.point[after] <= LAST_CASED
                and not text.capital[after]
            )
    return False


cdef inline bint is_second(Text text, Py_ssize_t last) noexcept nogil:
    """Whether the number with its *last* figure there stands behind a number or a currency."""
    cdef Py_ssize_t before = last - 1
    cdef uint32_t point
    while before > 0 and before > last - LONGEST_ORDINAL and text.kind[before] == DIGIT:
        before -= 1
    point = text.point[before]
    if is_sign(point):
        return True
    return before > 0 and text.kind[before - 1] == DIGIT and (
        point == HYPHEN or point == SLASH or point == COLON or point == EN_DASH
    )


cdef bint has_dandas(Text text) noexcept nogil:
    """Whether the *text* has dandas."""
    cdef Py_ssize_t at
    for at in range(text.size):
        if text.point[at] == DANDA:
            return True
    return False


cdef inline bint is_ordinal(Text text, Py_ssize_t last) noexcept nogil:
    """Whether the number with its *last* figure there may be an ordinal."""
    cdef Py_ssize_t before = last
    while before >= 0 and before > last - LONGEST_ORDINAL and text.kind[before] == DIGIT:
        before -= 1
    return before < 0 or text.kind[before] == OTHER


cdef bint shortens(Text text, Py_ssize_t last) noexcept nogil:
    """Whether a full stop behind the word with its *last* letter there shortens the word."""
    cdef Py_ssize_t start = last + 1, after
    cdef int role
    while start > 0 and last - start < longest_abbreviation and text.kind[start - 1] == LETTER:
        start -= 1
    if start > last or last - start >= longest_abbreviation:
        return False
    role = abbreviation_role[abbreviation_slot(hash_of(text, start, last + 1 - start))]
    if role & BEFORE_NAME or (role & AS_TITLE and text.capital[start]):
        return True
    if role & BEFORE_FIGURE:
        for after in range(last + 2, min(last + BETWEEN + 3, text.size)):
            if text.kind[after] != OTHER:
                return text.kind[after] == DIGIT
    return False


cdef inline bint is_thai_or_lao(uint32_t point) noexcept nogil:
    return 0xE01 <= point < 0xEE0


cdef inline bint ends_sentence(
    Text text, Py_ssize_t at, bint cased, bint german, bint dandas
) noexcept nogil:
    """Whether a sentence ends with the character *at*: see :func:`.reference._ends_sentence`."""
    cdef const uint32_t* points = text.point
    cdef const uint8_t* kinds = text.kind
    cdef uint32_t point = points[at]
    cdef Py_ssize_t last
    cdef bint is_end, closed
    if kinds[at] != OTHER:
        return False
    if point == SPACE:
        return (
            0 < at < text.size - 1
            and is_thai_or_lao(points[at - 1])
            and is_thai_or_lao(points[at + 1])
        )
    is_end = (
        point == 0x3002 or point == 0x21 or point == 0x3F or point == 0x3B or point == NEWLINE
        or point == 0xFF01 or point == 0xFF1F or point == 0xFF1B or ends_in_other_script(point)
    )
    if is_end or at + 1 >= text.size:
        return is_end and not (
            cased and (point == 0x21 or point == 0x3F) and carries_on(text, at)
        )
    if point != FULL_STOP or at < 2:
        return False
    if kinds[at + 1] != OTHER:
        return kinds[at + 1] >= HAN and kinds[at - 1] >= HAN
    last = at - 1
    while last > 0 and is_among(points[last], closing, closing_count):
        last -= 1
    closed = last < at - 1
    last -= closed and last > 0 and points[last] == SPACE
    if (
        points[at + 1] == FULL_STOP or kinds[last] == OTHER or (cased and carries_on(text, at))
    ):
        return False
    if dandas and FIRST_INDIAN <= points[last] <= LAST_INDIAN and kinds[last] == LETTER:
        return False
    if closed or (kinds[last] == DIGIT and is_second(text, last)):
        return True
    if kinds[last - 1] == OTHER:
        return False
    if kinds[last] == DIGIT and german:
        return not is_ordinal(text, last)
    return not shortens(text, last)


cdef enum:
    # The numerals of :mod:`.numerals`.
    MOST_PLACES = 6
    YEAR = 0x5E74
    PART = 0x5206
    OF = 0x4E4B
    MONTH = 0x6708
    DAY = 0x65E5
    HUNDRED = 0x767E
    TENTH = 0x6210
    TENTH_JA = 0x5272
    TEN_KO = 0xC2ED
    HUNDRED_KO = 0xBC31
    YEN = 0x5186
    NOT = 0x4E0D
    METRE = 0x7C73
    COIN = 0x5757
    DIME = 0x89D2
    ORDINAL_MARK = 0x7B2C
    QUARTER = 0x523B
    SOME = 0x51E0
    ONE_OF = 0x4E2A
    ONE_OF_TRADITIONAL = 0x500B
    HUNDRED_SIGN = 0x767E
    LONGEST_NAME = 5
    MOST_NAMES = 40

cdef int64_t LARGEST = 10**17

# What a numeral is, by its code point from FIRST_NUMERAL on: 0 for none, else a digit + 1, or a
# value below, to which flags are added, such as COUNTER for characters that a single numeral
# counts.
cdef enum:
    FIRST_NUMERAL = 0x3007
    LAST_NUMERAL = 0x9FFF  # of the block of Chinese characters
    TWO = 11
    TWENTY = 12
    THIRTY = 13
    TEN = 14
    THOUSAND = 16
    MYRIAD = 17
    GREAT_MYRIAD = 18
    TRILLION = 19
    NUMERAL = 31
    POINT = 32
    COUNTER = 64
    NO_SHARE = 128
    MEASURE = 256
    PLACE = 512
    OF_PLACE = 1024
    NO_THOUSAND = 2048
    UNKNOWN = 4096
    WEIGHED = 8192

cdef struct Name:
    int size
    bint japanese  # whether it is one in Japanese only
    uint32_t[LONGEST_NAME] points

cdef Name[MOST_NAMES] names
cdef int name_count

cdef uint16_t[LAST_NUMERAL - FIRST_NUMERAL + 1] numeral_kind


cdef void fill_numerals():
    global name_count
    cdef int power
    name_count = 0
    for name in (*numerals.NAMES, *numerals.NAMES_JA):
        names[name_count].size = len(name)
        names[name_count].japanese = name in numerals.NAMES_JA
        for rank, character in enumerate(name):
            names[name_count].points[<int>rank] = <uint32_t>ord(character)
        name_count += 1
    memset(numeral_kind, 0, sizeof(numeral_kind))
    for point, value in numerals.DIGITS.items():
        numeral_kind[<int>point - FIRST_NUMERAL] = <uint16_t>(value + 1)
    for point in numerals.TWO:
        numeral_kind[<int>point - FIRST_NUMERAL] = TWO
    for point, value in numerals.UNITS.items():
        numeral_kind[<int>point - FIRST_NUMERAL] = TEN + <int>{10: 0, 100: 1, 1000: 2}[value]
    for point, value in numerals.SCALES.items():
        power = {10**4: 0, 10**8: 1, 10**12: 2}[value]
        numeral_kind[<int>point - FIRST_NUMERAL] = <uint16_t>(MYRIAD + power)
    for point, value in numerals.TENS.items():
        numeral_kind[<int>point - FIRST_NUMERAL] = TWENTY if value == 20 else THIRTY
    for flag, points in (
        (POINT, numerals.POINTS),
        (COUNTER, numerals.COUNTERS),
        (NO_SHARE, numerals.NO_SHARE),
        (MEASURE, numerals.MEASURES),
        (PLACE, numerals.PLACES),
        (OF_PLACE, numerals.OF_PLACES),
        (NO_THOUSAND, numerals.NO_THOUSAND),
        (UNKNOWN, numerals.UNKNOWN),
        (WEIGHED, numerals.WEIGHED),
    ):
        for point in points:
            numeral_kind[<int>point - FIRST_NUMERAL] |= <uint16_t>flag


fill_numerals()


cdef inline int kind_at(Text text, Py_ssize_t at) noexcept nogil:
    """What a character is in a number in characters; 0 for none, and beyond the end."""
    if at >= text.size or not FIRST_NUMERAL <= text.point[at] <= LAST_NUMERAL:
        return 0
    return numeral_kind[text.point[at] - FIRST_NUMERAL]


cdef inline int numeral_at(Text text, Py_ssize_t at) noexcept nogil:
    return kind_at(text, at) & NUMERAL


cdef inline int digit_at(Text text, Py_ssize_t at) noexcept nogil:
    """The digit that a character is, -1 for none."""
    cdef int numeral = numeral_at(text, at)
    return numeral - 1 if 0 < numeral < TWO else -1


cdef inline bint is_unit(Text text, Py_ssize_t at) noexcept nogil:
    return TEN <= numeral_at(text, at) <= THOUSAND


cdef inline bint is_multiplied(Text text, Py_ssize_t at) noexcept nogil:
    """Whether the character *at* multiplies the figures before it and the result counts: 2千万, 5千人."""
    if not is_unit(text, at):
        return False
    return numeral_at(text, at + 1) >= MYRIAD or (
        kind_at(text, at + 1) & COUNTER and not kind_at(text, at + 1) & NO_THOUSAND
    )


cdef inline bint is_tenth(Text text, Py_ssize_t at) noexcept nogil:
    return at < text.size and (text.point[at] == TENTH or text.point[at] == TENTH_JA)


cdef struct Number:
    int64_t value  # its digits as one number
    int places  # how many of these follow the point
    Py_ssize_t begin
    Py_ssize_t end
    int size  # characters of the figure
    uint32_t[48] figure


cdef inline void shorten(int64_t* total, int* places) noexcept nogil:
    """Take the last zeros behind the point off a number with so many *places* there."""
    while places[0] and total[0] % 10 == 0:
        total[0] //= 10
        places[0] -= 1


cdef void write_figure(Number* number, int64_t total, int places) noexcept nogil:
    """Write the figures of a number with so many *places* behind the point."""
    cdef uint32_t[24] reversed
    cdef int end = 0, at, least = places + 2 if places else 1
    while total or end < least:
        if places and end == places:
            reversed[end] = FULL_STOP
        else:
            reversed[end] = <uint32_t>(0x30 + total % 10)
            total //= 10
        end += 1
    number.size = end
    for at in range(end):
        number.figure[at] = reversed[end - 1 - at]


cdef inline Py_ssize_t row_end(Text text, Py_ssize_t at) noexcept nogil:
    """Where the digits that stand in a row from there on end."""
    while digit_at(text, at) >= 0:
        at += 1
    return at


cdef bint read_figures(Text text, Py_ssize_t at, Number* number) noexcept nogil:
    """Read a number in figures; False for one that is too long."""
    cdef bint pointed = False
    number.value = number.places = 0
    while at < text.size and text.kind[at] == DIGIT:
        if text.point[at] == FULL_STOP:
            if pointed:
                return False
            pointed = True
        else:
            number.value = 10 * number.value + text.point[at] - 0x30
            number.places += pointed
        if number.value >= LARGEST or number.places > MOST_PLACES:
            return False
        at += 1
    number.end = at
    return True


cdef bint is_decimal(Text text, Py_ssize_t start, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Whether the row from *at* to *end* are the decimals of the number that begins at *start*."""
    if start and text.point[start - 1] == ORDINAL_MARK:
        return False
    if end < text.size and text.point[end] == QUARTER:
        return False
    if end - at > 1 or digit_at(text, at) != 1 or end == text.size:
        return True
    if text.kind[end] != HAN and text.kind[end] != KANA:
        return True
    if (
        (text.point[end] == ONE_OF or text.point[end] == ONE_OF_TRADITIONAL)
        and end + 1 < text.size
        and text.point[end + 1] == HUNDRED_SIGN
    ):
        return True
    return kind_at(text, end) & WEIGHED or FIRST_KANA <= text.point[end] <= LAST_KANA


cdef inline bint is_unknown(Text text, Py_ssize_t at) noexcept nogil:
    """Whether a character for an unknown digit follows."""
    if not kind_at(text, at) & UNKNOWN:
        return False
    return text.point[at] == SOME or numeral_at(text, at + 1) >= TEN


cdef bint begins_name(Text text, Py_ssize_t at, bint japanese) noexcept nogil:
    """Whether a name that begins like a number begins at *at*."""
    cdef int place, rank
    cdef Name* name
    for place in range(name_count):
        name = &names[place]
        if name.points[0] != text.point[at] or name.size > text.size - at:
            continue
        rank = 1
        while rank < name.size and name.points[rank] == text.point[at + rank]:
            rank += 1
        if rank == name.size and (japanese or not name.japanese):
            return True
    return False


cdef bint read_section(
    Text text, Py_ssize_t start, int64_t bound, bint leads, bint share, Number* number
) noexcept nogil:
    """Read a number in characters below 10,000, after one of scale *bound*; False for none."""
    cdef Py_ssize_t at = start, end
    cdef int64_t value = 0, digit = -1, unit = 10_000, own
    cdef int numeral
    cdef bint zero = False
    while True:
        numeral = numeral_at(text, at)
        if 0 < numeral <= TWO:
            if digit >= 0:
                return False
            if numeral == 1:
                zero = True
            else:
                digit = 2 if numeral == TWO else numeral - 1
        elif TWENTY <= numeral <= THOUSAND:
            own = 10 if numeral <= TEN else 1000 if numeral == THOUSAND else 100
            if numeral < TEN:
                if digit >= 0:
                    return False
                digit = 2 if numeral == TWENTY else 3
            elif digit < 0:
                if text.kind[at] != KANA and (at > start or (own > 10 and not leads)):
                    return False
                digit = 1
            if own >= unit:
                return False
            unit = own
            value += digit * unit
            digit, zero = -1, False
        else:
            break
        at += 1
    if at == start or (zero and digit < 0 and (value or at - start > 1)):
        return False
    if digit >= 0:
        zero = zero or text.kind[start] == KANA
        if not zero and 100 <= unit <= 1000:
            digit *= unit // 10
        elif not zero and at - start == 1 and bound < LARGEST:
            digit *= bound // 10
        value += digit
    number.value, number.places, number.end = value, 0, at
    if bound == LARGEST and kind_at(text, at) & POINT:
        end = row_end(text, at + 1)
        if (
            end > at + 1
            and not is_unit(text, end)
            and not (end < text.size and text.point[end] == PART)
            and (share or is_decimal(text, start, at + 1, end))
        ):
            if end - at - 1 > MOST_PLACES:
                return False
            number.places = <int>(end - at - 1)
            for at in range(at + 1, end):
                number.value = 10 * number.value + digit_at(text, at)
            number.end = end
    return True


cdef bint counts(Text text, Py_ssize_t at) noexcept nogil:
    """Whether the numeral *at* is surely a number, by what follows it."""
    cdef uint32_t follows = text.point[at + 1] if at + 1 < text.size else 0
    if numeral_at(text, at) == 2:
        return follows == MONTH or follows == DAY
    if follows == PART:
        return not is_unit(text, at) and not (at + 2 < text.size and text.point[at + 2] == OF)
    if is_unit(text, at) and numeral_at(text, at) != TEN:
        return follows == YEN
    if not kind_at(text, at + 1) & COUNTER:
        return False
    # 三条市 and 六本木 are towns.
    return not (kind_at(text, at + 1) & OF_PLACE and kind_at(text, at + 2) & PLACE)


cdef bint ends_as_number(Text text, Py_ssize_t at) noexcept nogil:
    """Whether the numerals before *at* are surely a number, by what follows."""
    if at >= text.size or (text.kind[at] != HAN and text.kind[at] != KANA):
        return True
    if FIRST_KANA <= text.point[at] <= LAST_KANA:
        return True
    return kind_at(text, at) & (COUNTER | MEASURE) != 0


cdef bint leads_number(Text text, Py_ssize_t at, Py_ssize_t start) noexcept nogil:
    """Whether 百 or 千 is one hundred or thousand there, without a digit before it."""
    if not is_unit(text, at) or numeral_at(text, at) == TEN:
        return False
    if at > start or text.kind[at] == KANA:
        return True
    if numeral_at(text, at + 1) >= MYRIAD:
        return kind_at(text, at + 2) & (COUNTER | MEASURE) != 0
    return 0 < numeral_at(text, at + 1) <= TWO and is_unit(text, at + 2)


cdef inline bint goes_on(Text text, Py_ssize_t at) noexcept nogil:
    """Whether what stands behind a scale may be part of its number."""
    if text.kind[at] == DIGIT or 0 < numeral_at(text, at) <= TWO:
        return True
    return text.kind[at] == KANA and is_unit(text, at)


cdef bint read_tenths(Text text, Number* number) noexcept nogil:
    """Read the share that the figures of *number* make with what follows them."""
    cdef Py_ssize_t end = number.end + 1
    cdef int64_t value = number.value
    if number.places > 1 or not value or value > 100:
        return False
    if text.point[number.end] == TENTH and kind_at(text, end) & NO_SHARE:
        return False
    if number.places:
        write_figure(number, value, 0)
    elif (
        end + 1 < text.size
        and text.kind[end] == DIGIT
        and text.kind[end + 1] != DIGIT
        and text.point[end + 1] == PART
    ):
        write_figure(number, 10 * value + text.point[end] - 0x30, 0)
        end += 2
    else:
        write_figure(number, 10 * value, 0)
    number.end = end
    return True


cdef bint read_with_less(Text text, Py_ssize_t at, Number* number) noexcept nogil:
    """Read the number that a digit makes with its unit and a lesser part."""
    cdef int numeral = numeral_at(text, at), size = 1
    cdef Py_ssize_t end = row_end(text, at + 2), inner
    cdef uint32_t unit = text.point[at + 1] if at + 1 < text.size else 0
    if numeral > TWO:
        return False
    number.figure[0] = 0x30 + (2 if numeral == TWO else numeral - 1)
    if unit == TENTH_JA:
        number.figure[1], number.size, number.end = 0x30, 2, at + 2
        if end == at + 3 and end < text.size and text.point[end] == PART:
            number.figure[1], number.end = 0x30 + digit_at(text, at + 2), end + 1
        return numeral != 2 or text.kind[at] == KANA
    if numeral_at(text, end) > TWO:
        return False
    if unit == TENTH:
        if end > at + 3 or (end == at + 2 and kind_at(text, end) & NO_SHARE):
            return False
        if end == at + 2 < text.size and numeral == 2 and text.point[end] == NOT:
            return False
        if end == at + 2:
            number.figure[1] = 0x30
            size = 2
    elif unit == METRE or unit == COIN:
        if not at + 2 < end <= at + 4:
            return False
        if kind_at(text, end) & COUNTER and text.point[end] != DIME:
            return False
        number.figure[1] = FULL_STOP
        size = 2
    else:
        return False
    for inner in range(at + 2, end):
        number.figure[size] = 0x30 + digit_at(text, inner)
        size += 1
    number.size, number.end = size, end
    return True


cdef uint32_t[16] korean_counters
cdef int korean_counter_count


cdef void fill_korean_counters():
    global korean_counter_count
    korean_counter_count = 0
    for point in sorted(numerals.KOREAN_COUNTERS):
        korean_counters[korean_counter_count] = <uint32_t>point
        korean_counter_count += 1


fill_korean_counters()


cdef inline int64_t korean_scale(Text text, Py_ssize_t at) noexcept nogil:
    """The factor by which a Korean character multiplies the figures before it, 1 for none."""
    if at >= text.size:
        return 1
    if text.point[at] == TEN_KO:
        return 10
    if text.point[at] == HUNDRED_KO:
        return 100
    if text.point[at] == 0xCC9C:
        return 1000
    if text.point[at] == 0xB9CC:
        return 10**4
    if text.point[at] == 0xC5B5:
        return 10**8
    return 10**12 if text.point[at] == 0xC870 else 1


cdef int64_t korean_unit(Text text, Py_ssize_t at) noexcept nogil:
    """The factor, below 만, by which a Korean character surely multiplies the figures before it, 1
    for none.
    """
    cdef int64_t unit = korean_scale(text, at)
    if unit > 1000:
        return 1
    if unit == 1 or unit == 1000 or at + 1 == text.size or text.kind[at + 1] != HANGUL:
        return unit
    if korean_scale(text, at + 1) > 1000:
        return unit
    if is_among(text.point[at + 1], korean_counters, korean_counter_count):
        return unit
    return 1


cdef bint read_korean_section(
    Text text, Py_ssize_t start, Number* number, bint* alone
) noexcept nogil:
    """Read figures with Korean units below 만, *alone* where they have none; False for too many."""
    cdef Py_ssize_t at = start, end = start
    cdef int64_t total = 0, bound = LARGEST, unit
    cdef int places = 0
    alone[0] = False
    while True:
        if not read_figures(text, at, number) or (number.places and end > start):
            break
        unit = korean_unit(text, number.end)
        if unit >= bound or number.value >= bound // unit:
            break
        if unit == 1 and at > end and korean_scale(text, number.end) <= 1000:
            break
        alone[0] = unit == 1 and end == start
        total, places = total + number.value * unit, number.places
        end = number.end + (unit > 1)
        bound = unit
        at = end + (end < text.size and text.point[end] == SPACE)
        if unit == 1 or places or at >= text.size or text.kind[at] != DIGIT:
            break
    number.value, number.places, number.end = total, places, end
    return end > start


cdef bint read_korean(Text text, Py_ssize_t start, Number* number) noexcept nogil:
    """Read the number in figures with Korean scales that begins there; False for one too large."""
    cdef Py_ssize_t at = start, end = start, after
    cdef int64_t total = 0, bound = LARGEST, scale
    cdef int places = 0
    cdef bint alone
    while True:
        if not read_korean_section(text, at, number, &alone) or (number.places and end > start):
            break
        after, scale = number.end, korean_scale(text, number.end)
        if scale <= 1000:
            scale = 1
        after += scale > 1
        if scale >= bound or number.value >= bound // scale:
            break
        if scale == 1 and alone and (end == start or (at > end and number.value < 1000)):
            break
        total, places, end = total + number.value * scale, number.places, after
        bound = scale
        at = end + (end < text.size and text.point[end] == SPACE)
        if scale == 1 or places or at >= text.size or text.kind[at] != DIGIT:
            break
    if end == start:
        return False
    shorten(&total, &places)
    number.end = end
    write_figure(number, total, places)
    return True


cdef bint read_number(Text text, Py_ssize_t start, Number* number) noexcept nogil:
    """Read the number that begins there, as :func:`.numerals.figure` does; False where none does."""
    cdef Py_ssize_t at = start, begin, end, size = text.size
    cdef int64_t total = 0, bound = LARGEST, scale, unit
    cdef int places = 0, numeral
    cdef bint in_figures, zero = False
    while at < size and text.kind[at] == DIGIT:
        at += 1
    if at > start and korean_scale(text, at) > 1:
        return read_korean(text, start, number)
    at = start
    if (
        at + 2 < size and text.point[at] == HUNDRED and text.point[at + 1] == PART
        and text.point[at + 2] == OF
    ):
        at += 3
    begin = at
    if begin == size:
        return False
    if text.kind[begin] == HAN or text.kind[begin] == KANA:
        end = row_end(text, begin)
        if end - begin > 1:
            if TEN <= numeral_at(text, end) <= TRILLION or end - begin > 3 * MOST_PLACES:
                return False
            for at in range(begin, end):
                number.figure[at - begin] = 0x30 + digit_at(text, at)
                zero = zero or digit_at(text, at) == 0
            number.size, number.end = <int>(end - begin), end
            return end - begin >= 4 or zero or (end < size and text.point[end] == YEAR)
    elif text.kind[begin] != DIGIT or begin > start:
        return False
    if begin and kind_at(text, begin - 1) & UNKNOWN and is_unit(text, begin):
        return False
    while True:
        in_figures = text.kind[at] == DIGIT
        if in_figures:
            if not read_figures(text, at, number):
                return False
        elif not read_section(
            text, at, bound, at == begin and leads_number(text, at, start), begin > start, number
        ):
            return False
        places = number.places
        end = number.end
        scale = unit = 1
        if in_figures and is_multiplied(text, end):
            numeral = numeral_at(text, end)
            unit = 10 if numeral == TEN else 1000 if numeral == THOUSAND else 100
            end += 1
        numeral = numeral_at(text, end)
        if numeral >= MYRIAD:
            scale = 10**4 if numeral == MYRIAD else 10**8 if numeral == GREAT_MYRIAD else 10**12
            end += 1
            if numeral == MYRIAD and numeral_at(text, end) == GREAT_MYRIAD:
                scale = 10**12
                end += 1
        if in_figures and scale == 1 and unit == 1:
            if bound == LARGEST:
                return is_tenth(text, end) and read_tenths(text, number)
            places = 0
            break
        if scale >= bound or (places and bound < LARGEST) or number.value > LARGEST // (unit * scale):
            return False
        if not number.value and not (places and scale == 1):
            return False
        total += number.value * unit * scale
        at, bound = end, scale
        if scale == 1 or places or at == size:
            break
        if not goes_on(text, at):
            break
    if text.kind[begin] != DIGIT and at - begin == 1 and begin == start:
        if read_with_less(text, begin, number):
            return True
        if not counts(text, begin):
            return False
    elif text.kind[begin] != DIGIT and begin == start and bound == 1 and not places:
        # 五十嵐 is a name.
        if at - begin < 4 and not ends_as_number(text, at):
            return False
    if text.kind[begin] != DIGIT and not places and is_unknown(text, at):
        return False
    if bound > 1 or text.kind[begin] == DIGIT:
        shorten(&total, &places)
    number.end = at
    write_figure(number, total, places)
    return True


cdef bint number_within(
    Text text, Py_ssize_t start, Py_ssize_t end, uint8_t kind, bint japanese, Number* number
) noexcept nogil:
    """Read the number that begins within a word; False if there is none, or if it is in figures
    already.
    """
    cdef Py_ssize_t at
    number.begin = start
    if kind == DIGIT:
        if (
            numeral_at(text, end) < MYRIAD
            and korean_scale(text, end) == 1
            and not is_multiplied(text, end)
            and not is_tenth(text, end)
        ):
            return False
        return read_number(text, start, number)
    if kind != HAN and kind != KANA:
        return False
    for at in range(start, end):
        if not numeral_at(text, at):
            continue
        if at and (numeral_at(text, at - 1) or text.kind[at - 1] == DIGIT):
            continue
        if begins_name(text, at, japanese or text.kind[at] == KANA):
            continue
        if read_number(text, at, number) and (
            number.end - at > 1 or kind == KANA or (at == start and end - start <= 2)
        ):
            number.begin = at
            return True
    return False


cdef enum:
    # The parts of :mod:`.number_words`.
    UNIT = 1
    TEEN = 2
    TENS = 3
    HUNDRED_WORD = 4
    SCALE_WORD = 5
    DOZEN = 6
    AND = 7
    ARTICLE = 8
    HALF = 9
    ORDINAL = 10
    COIN_WORD = 11
    ENDING = 12
    AND_HALF = 13
    LAST = 14
    MIXED = 15
    HEED = 16
    FIRST_YEAR = 1900
    LAST_YEAR = 2099
    # The languages of :data:`.number_words.LANGUAGES`.
    ENGLISH = 0
    GERMAN = 1
    NO_LANGUAGE = -1
    WORD_SLOTS = 256
    LONGEST_PART = 10
    MOST_PARTS = 40


cdef struct Known:
    uint64_t hashed
    int64_t value
    int role  # 0 for no word

cdef struct Part:
    int size
    uint32_t[LONGEST_PART] letters
    int64_t value
    int role

cdef struct Word:
    int role  # 0 for no word of a number
    int64_t value
    Py_ssize_t end

cdef struct Read:
    int64_t value  # its digits as one number
    int places  # how many of these follow the point
    Py_ssize_t end
    bint alone  # whether it is one without a scale

cdef Known[2][WORD_SLOTS] known_words
cdef Part[MOST_PARTS] parts  # the longest first
cdef int part_count


cdef void fill_words():
    global part_count
    cdef Py_ssize_t slot
    cdef uint64_t hashed
    memset(known_words, 0, sizeof(known_words))
    for place, language in enumerate(number_words.LANGUAGES):
        for word, (role, value) in number_words.WORDS[language].items():
            hashed = hash_of_word(word)
            slot = hashed & (WORD_SLOTS - 1)
            while known_words[<int>place][slot].role:
                slot = (slot + 1) & (WORD_SLOTS - 1)
            known_words[<int>place][slot] = Known(hashed, value, role)
    part_count = 0
    for part in sorted(number_words.GERMAN_PARTS, key=len, reverse=True):
        parts[part_count].role, parts[part_count].value = number_words.GERMAN_PARTS[part]
        parts[part_count].size = len(part)
        for rank, letter in enumerate(part):
            parts[part_count].letters[<int>rank] = <uint32_t>ord(letter)
        part_count += 1


fill_words()


cdef inline int language_of(str language):
    if language == "en":
        return ENGLISH
    return GERMAN if language == "de" else NO_LANGUAGE


cdef inline Known* known_of(uint64_t hashed, int language) noexcept nogil:
    """The word of a number that has this hash, one of role 0 for none."""
    cdef Py_ssize_t slot = hashed & (WORD_SLOTS - 1)
    while known_words[language][slot].role and known_words[language][slot].hashed != hashed:
        slot = (slot + 1) & (WORD_SLOTS - 1)
    return &known_words[language][slot]


cdef Word word_at(Text text, Py_ssize_t at, int language) noexcept nogil:
    """The word that begins there, if it is one of a number."""
    cdef Word word = Word(0, 0, 0)
    cdef Known* known
    if at < text.size and text.kind[at] == LETTER:
        word.end = word_end(text, at)
        known = known_of(hash_of(text, at, word.end - at), language)
        word.role, word.value = known.role, known.value
    return word


cdef inline Py_ssize_t word_end(Text text, Py_ssize_t at) noexcept nogil:
    while at < text.size and (text.kind[at] == LETTER or text.kind[at] == DIGIT):
        at += 1
    return at


cdef inline Py_ssize_t next_at(Text text, Py_ssize_t end) noexcept nogil:
    """Where the word after the one that ends at *end* begins, or the end of the text if none is
    near. A near word stands behind a hyphen, white space, or both, in the next line at most.
    """
    cdef Py_ssize_t at = end
    cdef int line_ends = 0
    if at < text.size and text.point[at] == HYPHEN:
        at += 1
    while at < text.size and is_blank(text.point[at]):
        line_ends += text.point[at] == 0x0A
        at += 1
    return at if at > end and line_ends <= 1 else text.size


cdef inline bint is_blank(uint32_t point) noexcept nogil:
    return point == SPACE or point == 0x0A or point == 0x0D or point == 0x09


cdef inline Word next_word(Text text, Py_ssize_t end, int language) noexcept nogil:
    return word_at(text, next_at(text, end), language)


cdef inline bint is_comma(Text text, Py_ssize_t at) noexcept nogil:
    """Whether a comma with a digit behind it stands there."""
    return at + 1 < text.size and text.point[at] == COMMA and text.kind[at + 1] == DIGIT


cdef bint figures_before_words(Text text, Py_ssize_t at, int language, Read* read) noexcept nogil:
    """Read a number in figures; in German with a comma for the point, and points between thousands."""
    cdef Py_ssize_t start = at
    cdef int64_t value = 0
    cdef int places = 0, marks = 0, since = 0
    cdef bint grouped = language == GERMAN
    while at < text.size and text.kind[at] == DIGIT:
        if text.point[at] == FULL_STOP:
            grouped = grouped and (since == 3 if marks else 1 <= since <= 3)
            marks += 1
            since = 0
        else:
            value = 10 * value + text.point[at] - 0x30
            since += 1
        if value >= LARGEST:
            return False
        at += 1
    grouped = grouped and marks > 0 and since == 3 and text.point[start] != 0x30
    if marks and not grouped:
        if marks > 1 or since > MOST_PLACES:
            return False
        places = since
    read.alone = grouped
    if language == GERMAN and not places and is_comma(text, at):
        at += 1
        while at < text.size and text.kind[at] == DIGIT:
            if text.point[at] == FULL_STOP:
                return False
            value = 10 * value + text.point[at] - 0x30
            places += 1
            if value >= LARGEST or places > MOST_PLACES:
                return False
            at += 1
        if is_comma(text, at):
            return False
        read.alone = True
    read.value, read.places, read.end = value, places, at
    return True


cdef bint read_small(Text text, Py_ssize_t start, Read* read) noexcept:
    """Read an English number below a hundred; False for an ordinal one."""
    cdef Word word = word_at(text, start, ENGLISH), follows
    read.value, read.places, read.end, read.alone = word.value, 0, word.end, True
    if word.role == UNIT or word.role == TEEN:
        return True
    if word.role != TENS:
        return False
    follows = next_word(text, word.end, ENGLISH)
    if follows.role == ORDINAL and text.point[word.end] == HYPHEN:
        return False
    if follows.role == UNIT:
        read.value += follows.value
        read.end = follows.end
    return True


cdef void read_with_hundreds(Text text, int64_t hundreds, Py_ssize_t end, Read* read) noexcept:
    """Read English *hundreds* that end at *end*, with the number below a hundred that follows."""
    cdef Py_ssize_t at = next_at(text, end)
    cdef Word word = word_at(text, at, ENGLISH)
    cdef Read less
    read.value, read.places, read.end, read.alone = hundreds, 0, end, True
    if word.role == AND:
        at = next_at(text, word.end)
    if not read_small(text, at, &less):
        return
    if next_word(text, less.end, ENGLISH).role != HUNDRED_WORD:
        read.value += less.value
        read.end = less.end


cdef inline bint is_noun(Text text, Py_ssize_t start) noexcept nogil:
    """Whether a German word within a sentence has one capital, its first letter, as a noun has: in
    Acht, die Elf.
    """
    if start < 2 or not text.capital[start]:
        return False
    if start + 1 < text.size and text.capital[start + 1]:
        return False
    if text.point[start - 1] != SPACE:
        return False
    return (
        text.point[start - 2] == COMMA
        or text.kind[start - 2] == LETTER
        or text.kind[start - 2] == DIGIT
    )


cdef bint is_heed(Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Whether a German acht from *start* to *end* means attention by the words beside it."""
    cdef Word beside = next_word(text, end, GERMAN)
    cdef Py_ssize_t begin = start - 1
    if beside.role == HEED and beside.value > 1:
        return True
    if begin < 1 or text.point[begin] != SPACE:
        return False
    while begin and (text.kind[begin - 1] == LETTER or text.kind[begin - 1] == DIGIT):
        begin -= 1
    beside = word_at(text, begin, GERMAN)
    return beside.role == HEED and beside.value == 1 and beside.end == start - 1


cdef bint read_compound(Text text, Py_ssize_t start, Read* read) noexcept nogil:
    """Read a German number in one word."""
    cdef Py_ssize_t at = start, end
    cdef int64_t thousands = 0, hundreds = 0, small = -1
    cdef int before = 0, place, rank, role
    cdef bint sure = False, last
    cdef Part* part
    if start >= text.size or text.kind[start] != LETTER:
        return False
    end = word_end(text, start)
    if is_noun(text, start):
        return False
    read.end, read.places = end, 0
    while at < end:
        part = NULL
        for place in range(part_count):
            if parts[place].letters[0] == text.point[at] and parts[place].size <= end - at:
                rank = 1
                while rank < parts[place].size and parts[place].letters[rank] == text.point[at + rank]:
                    rank += 1
                if rank == parts[place].size:
                    part = &parts[place]
                    break
        if part == NULL:
            return False
        role = part.role
        at += part.size
        last = at == end
        if role == UNIT or role == TEEN or role == LAST:
            if small >= 0 or (role == LAST) != (last and part.value == 1):
                return False
            small = part.value
        elif role == TENS:
            if small >= 0 and before != AND:
                return False
            small = max(small, 0) + part.value
        elif role == AND:
            if last or (before != UNIT and before != HUNDRED_WORD and before != SCALE_WORD):
                return False
        elif role == HUNDRED_WORD:
            if hundreds or small >= 20 or before == AND:
                return False
            hundreds, small = 100 * (small if small > 0 else 1), -1
        elif role == SCALE_WORD:
            if thousands or before == AND:
                return False
            thousands = hundreds + max(small, 0)
            thousands = 1000 * (thousands if thousands else 1)
            hundreds, small = 0, -1
        elif role == AND_HALF:
            if before != UNIT or thousands or hundreds or not last:
                return False
            read.value, read.places, read.alone = 10 * small + 5, 1, True
            return True
        else:
            read.value, read.places, read.alone = part.value, 1, True
            return last and before == 0
        sure = sure or role == UNIT or role == TEEN or role == TENS or role == LAST
        before = role
    read.value = thousands + hundreds + max(small, 0)
    read.alone = read.value > 1
    if read.value == 8 and is_heed(text, start, end):
        return False
    return sure


cdef bint read_part(Text text, Py_ssize_t start, int language, Read* read) noexcept:
    """Read a number in words below a thousand; in German below a million."""
    cdef Word follows
    if language == GERMAN:
        return read_compound(text, start, read)
    if not read_small(text, start, read):
        return False
    follows = next_word(text, read.end, language)
    if follows.role == HUNDRED_WORD:
        read_with_hundreds(text, 100 * read.value, follows.end, read)
    else:
        read.alone = read.value > 1
    return True


cdef bint read_first(Text text, Py_ssize_t start, int language, Read* read) noexcept:
    """Read what a number in words begins with, up to its first scale."""
    cdef Word word = word_at(text, start, language), follows
    if word.role != ARTICLE and word.role != HALF:
        return read_part(text, start, language, read)
    follows = next_word(text, word.end, language)
    if word.role == ARTICLE and follows.role == HUNDRED_WORD:
        read_with_hundreds(text, 100, follows.end, read)
        return True
    read.places, read.alone = word.role == HALF or follows.role == HALF, False
    read.value, read.end = 5 if read.places else 1, word.end
    if follows.role == word.role:
        return word.role == ARTICLE
    if follows.role == ARTICLE or follows.role == HALF:
        read.end = follows.end
    return True


cdef void read_half(Text text, int language, Read* read) noexcept:
    """Read the half that follows a number in English words."""
    cdef Word word
    if language == GERMAN or read.places or read.value >= 1000:
        return
    word = next_word(text, read.end, language)
    if word.role != AND:
        return
    word = next_word(text, word.end, language)
    if word.role != ARTICLE:
        return
    word = next_word(text, word.end, language)
    if word.role == HALF:
        read.value = 10 * read.value + 5
        read.places, read.end, read.alone = 1, word.end, True


cdef Word scale_of(
    Text text, Py_ssize_t at, int language, bint is_sum, bint may_be_year
) noexcept nogil:
    """The scale of a number that ends there; if it is in figures, the scale may follow without a
    space.
    """
    cdef Word word = word_at(text, at, language)
    if word.role == SCALE_WORD or word.role == ENDING or (is_sum and word.role == COIN_WORD):
        return word
    if may_be_year and at < text.size and text.point[at] != HYPHEN:
        word.role = 0
        return word
    word = next_word(text, at, language)
    if word.role != HUNDRED_WORD and word.role != SCALE_WORD and word.role != DOZEN:
        word.role = 0
    return word


cdef int64_t read_more(Text text, Py_ssize_t end, int64_t bound, int language, Read* read) noexcept:
    """Read the part of a number that follows a scale of *bound*, and return its own scale; a part
    that ends at 0 if nothing follows.
    """
    cdef Py_ssize_t at = next_at(text, end)
    cdef Word word = word_at(text, at, language)
    cdef bint added = word.role == AND
    if added:
        at = next_at(text, word.end)
    if not read_part(text, at, language, read) or read.places:
        read.end = 0
        return 1
    word = next_word(text, read.end, language)
    if added and (word.role == SCALE_WORD or bound > 1000 or read.value >= 100):
        read.end = 0
        return 1
    if word.role == SCALE_WORD:
        read.value *= word.value
        read.end = word.end
    if word.role == HUNDRED_WORD or word.role == DOZEN or read.value >= bound:
        read.end = 0
        return 1
    return word.value if word.role == SCALE_WORD else 1


cdef bint number_words_at(Text text, Py_ssize_t start, int language, Number* number) noexcept:
    """Read the number that begins at *start*, with a word or with figures before a word, as
    :func:`.number_words.figure` does.
    """
    cdef Read read, more
    cdef Word scale
    cdef int64_t bound
    cdef bint in_figures = text.kind[start] == DIGIT, is_sum, may_be_year
    if not (
        figures_before_words(text, start, language, &read) if in_figures
        else read_first(text, start, language, &read)
    ):
        return False
    read_half(text, language, &read)
    is_sum = in_figures and start > 0 and is_sign(text.point[start - 1])
    may_be_year = (
        in_figures
        and not (is_sum or read.alone or read.places)
        and FIRST_YEAR <= read.value <= LAST_YEAR
    )
    scale = scale_of(text, read.end, language, is_sum, may_be_year)
    if not scale.role and not read.alone:
        return False
    if scale.role:
        if read.value > LARGEST // scale.value:
            return False
        read.value *= scale.value
        read.end = scale.end
        bound = scale.value
        while not read.places and bound >= 1000:
            bound = read_more(text, read.end, bound, language, &more)
            if more.end:
                read.value += more.value
                read.end = more.end
        shorten(&read.value, &read.places)
    number.begin, number.end = start, read.end
    write_figure(number, read.value, read.places)
    return True


cdef inline bint is_sign(uint32_t point) noexcept nogil:
    """Whether it is the sign of a currency."""
    return point == 0x24 or point == 0xA3 or point == 0xA5 or point == 0x20AC


cdef bint may_be_number(Text text, Tokens tokens, Py_ssize_t token, int language) noexcept:
    """Whether a number of :mod:`.number_words` may begin with a token."""
    if language == NO_LANGUAGE or tokens.kind[token] > DIGIT:
        return False
    if language == GERMAN or text.kind[tokens.start[token]] == DIGIT:
        return True
    return known_of(tokens.hashed[token], language).role != 0


cdef inline uint64_t hash_of_figure(Number* number) noexcept nogil:
    cdef uint64_t total = 0
    cdef Py_ssize_t rank
    for rank in range(number.size):
        total += zobrist(number.figure[rank], rank)
    return mix(total)


def figure(Text text not None, Py_ssize_t start):
    """See :func:`.numerals.figure`."""
    cdef Number number
    if not 0 <= start < text.size or not read_number(text, start, &number):
        return None
    return "".join([chr(number.figure[at]) for at in range(number.size)]), number.end


def word_figure(Text text not None, Py_ssize_t start, str language not None):
    """See :func:`.number_words.figure`."""
    cdef Number number
    cdef int spoken = language_of(language)
    if not 0 <= start < text.size or spoken == NO_LANGUAGE:
        return None
    if not number_words_at(text, start, spoken, &number):
        return None
    return "".join([chr(number.figure[at]) for at in range(number.size)]), number.end


cdef enum:
    LONGEST_UNIT = 3
    MOST_BETWEEN = 3
    LONGEST_MARKER = 2
    MOST_DIGITS = 15


cdef double[MOST_DIGITS + 1] POWERS
for _places in range(MOST_DIGITS + 1):
    POWERS[_places] = 10.0**_places


cdef double value_of(const uint32_t* figures, Py_ssize_t size) noexcept nogil:
    """What a number in *figures* is; 0 if they have two points, or more than MOST_DIGITS digits."""
    cdef Py_ssize_t at, point = size - 1
    cdef int64_t value = 0
    cdef int digits = 0
    for at in range(size):
        if figures[at] != FULL_STOP:
            value = 10 * value + figures[at] - 0x30
            digits += 1
        else:
            point = at
        if digits > MOST_DIGITS or at + 1 - digits > 1:
            return 0
    return value / POWERS[size - 1 - point]


cdef bint is_marker(Text text, Py_ssize_t start, Py_ssize_t end, bint german) noexcept nogil:
    """Whether the figures from *start* to *end* number an item of a list: they begin a line, and a
    mark follows. A full stop follows an ordinal number in German, and 3、5 are two numbers.
    """
    if end - start > LONGEST_MARKER or end == text.size or not (
        text.point[end] == FULL_STOP or text.point[end] == 0x29 or text.point[end] == 0x3001
    ):
        return False
    if text.point[end] == FULL_STOP and german:
        return False
    if end + 1 < text.size and text.kind[end + 1] == DIGIT:
        return False
    while start and (text.point[start - 1] == SPACE or text.point[start - 1] == 0x28):
        start -= 1
    return not start or text.point[start - 1] == LINE_END


cdef bint stands(Text text, Py_ssize_t at, str word):
    cdef Py_ssize_t rank, size = len(word)
    if at < 0 or at + size > text.size:
        return False
    for rank in range(size):
        if text.point[at + rank] != <uint32_t>word[rank]:
            return False
    return True


cdef bint is_rough(
    Text text, Py_ssize_t begin, Py_ssize_t end, tuple before, tuple after, tuple behind, bint english
):
    """See :func:`.approximators.is_rough`; the words are those of the language."""
    cdef Py_ssize_t at = begin, first, last, gap
    cdef str word
    while at > 0 and begin - at < MOST_BETWEEN and (
        text.point[at - 1] == SPACE or is_sign(text.point[at - 1])
    ):
        at -= 1
    for word in before:
        first = at - len(word)
        if stands(text, first, word) and (
            first == 0
            or (text.kind[first] != LETTER and text.kind[first] != HANGUL)
            or text.kind[first - 1] != text.kind[first]
        ):
            return True
    at = end
    if at < text.size and (text.point[at] == SPACE or text.point[at] == HYPHEN):
        at += 1
    for word in after:
        last = at + len(word)
        if stands(text, at, word) and not (
            english and last < text.size and (text.kind[last] == LETTER or text.kind[last] == DIGIT)
        ):
            return True
    for gap in range(LONGEST_UNIT + 1):
        at = end + gap
        for word in behind:
            if stands(text, at, word):
                return True
        if at >= text.size or (text.kind[at] == OTHER and text.point[at] != SPACE):
            return False
    return False


cdef enum:
    NOBODY = 0x67D0
    FIRST_HAN = 0x4E00
    LAST_HAN = 0x9FFF
    LEAST_TIMES = 3
    MOST_SUBJECTS = 255


cdef uint8_t[LAST_HAN - FIRST_HAN + 1] IS_SURNAME
memset(IS_SURNAME, 0, sizeof(IS_SURNAME))
for _surname in surnames.SURNAMES:
    IS_SURNAME[ord(_surname) - FIRST_HAN] = True


cdef struct Repeated:
    uint64_t name
    int32_t times
    int32_t number  # of the subject, 0 before it has one
    uint32_t before, after  # characters beside its first place
    bint several_before, several_after


cdef uint64_t name_at(Text text, Py_ssize_t at, int size, const uint8_t[::1] common) noexcept:
    """The characters of what may be a name of this *size*, as one number; 0 if none begins there."""
    cdef int rank
    cdef uint64_t name = 0
    if at + size > text.size:
        return 0
    for rank in range(size):
        if text.kind[at + rank] != HAN or text.point[at + rank] == NOBODY:
            return 0
        name = name << 21 | text.point[at + rank]
    for rank in range(2, size + 1):
        if is_common(hash_of(text, at, rank), common):
            return 0
    return name


def subjects(Text text not None, const uint8_t[::1] common, const int64_t[::1] gram_starts):
    """See :func:`.surnames.subjects`; *common* is the bitmap of :mod:`.common_words`."""
    cdef Py_ssize_t at, rank, start, slot, count = 0, room = 16
    cdef int size, width = 4, numbers = 0
    cdef uint64_t name
    cdef uint32_t before, after
    cdef int32_t* place = NULL
    cdef Repeated* table = NULL
    cdef uint8_t* of_start = NULL
    if common.shape[0] != 1 << (BITS - 3):
        raise ValueError(f"a bitmap of {common.shape[0]} bytes")
    found = np.zeros(gram_starts.shape[0], np.uint8)
    cdef uint8_t[::1] of_gram = found
    for at in range(gram_starts.shape[0]):
        if not 0 <= gram_starts[at] < text.size:
            raise ValueError(f"a gram at {gram_starts[at]} of {text.size} characters")
    try:
        # Where a name may begin, of which every name of three characters has two.
        place = <int32_t*>room_for(text.size, sizeof(int32_t))
        for at in range(text.size):
            if (
                FIRST_HAN <= text.point[at] <= LAST_HAN
                and IS_SURNAME[text.point[at] - FIRST_HAN]
                and name_at(text, at, 2, common)
            ):
                place[count] = <int32_t>at
                count += 1
        if count < LEAST_TIMES:
            return found
        while room < 2 * count:
            room, width = room * 2, width + 1
        table = <Repeated*>room_for(room, sizeof(Repeated))
        of_start = <uint8_t*>room_for(text.size, 1)
        memset(of_start, 0, text.size)
        for size in (3, 2):
            memset(table, 0, room * sizeof(Repeated))
            for rank in range(count):
                at = place[rank]
                name = name_at(text, at, size, common)
                if not name:
                    continue
                before = text.point[at - 1] if at else 0
                after = text.point[at + size] if at + size < text.size else 0
                slot = (name * SPREADER) >> (64 - width)
                while table[slot].times and table[slot].name != name:
                    slot = (slot + 1) & (room - 1)
                if not table[slot].times:
                    table[slot].name = name
                    table[slot].before, table[slot].after = before, after
                table[slot].times += 1
                table[slot].several_before |= table[slot].before != before
                table[slot].several_after |= table[slot].after != after
            for rank in range(count):
                at = place[rank]
                name = name_at(text, at, size, common)
                if not name:
                    continue
                slot = (name * SPREADER) >> (64 - width)
                while table[slot].name != name:
                    slot = (slot + 1) & (room - 1)
                if not (
                    table[slot].times >= LEAST_TIMES
                    and table[slot].several_before
                    and table[slot].several_after
                ):
                    continue
                if not table[slot].number:
                    if numbers == MOST_SUBJECTS:
                        continue
                    numbers += 1
                    table[slot].number = numbers
                for start in range(max(at - 1, 0), at + size - 1):
                    of_start[start] = of_start[start] or <uint8_t>table[slot].number
        for at in range(gram_starts.shape[0]):
            of_gram[at] = of_start[gram_starts[at]]
    finally:
        PyMem_Free(place)
        PyMem_Free(table)
        PyMem_Free(of_start)
    return found


def terms(Text text not None, Tokens tokens not None, *, str language not None):
    """The different terms in order of first occurrence, which of them have a digit, which are rough
    numbers, and what each number is; where they stand, each once a sentence, and in which sentence:
    see :class:`.terms.Terms`. *language* tells how to read numbers in words.
    """
    cdef Py_ssize_t token, at = 0, inner, count = 0, distinct = 0, kept = 0, slot
    cdef Py_ssize_t room = 16, start, end
    cdef int64_t raw = 0, before = -1, number = 0, size = 0
    cdef int width = 4
    cdef uint64_t hashed
    cdef uint8_t kind
    cdef bint has_digit, left_out, rough
    cdef double value
    cdef Py_ssize_t reached = 0
    cdef tuple before_it = approximators.BEFORE.get(language, ())
    cdef tuple after_it = approximators.AFTER.get(language, ())
    cdef tuple behind_unit = approximators.BEHIND_UNIT.get(language, ())
    cdef Number figures
    cdef int spoken = language_of(language)
    cdef bint japanese = language == "ja"
    cdef bint cased = text.size > 0 and memchr(text.capital, 1, text.size) != NULL
    cdef bint dandas = has_dandas(text)
    cdef int32_t* slots = NULL
    hashes = np.empty(tokens.size, np.uint64)
    digits = np.empty(tokens.size, np.uint8)
    roughs = np.empty(tokens.size, np.uint8)
    told = np.empty(tokens.size, np.float64)
    where = np.empty(tokens.size, np.int64)
    numbers = np.empty(tokens.size, np.int64)
    cdef uint64_t[::1] word = hashes
    cdef uint8_t[::1] digit = digits
    cdef uint8_t[::1] is_about = roughs
    cdef double[::1] values = told
    cdef int64_t[::1] place = where
    cdef int64_t[::1] sentence = numbers
    cdef int64_t[::1] last
    for token in range(tokens.size):
        start, end = tokens.start[token], tokens.start[token] + tokens.length[token]
        while at < start:
            raw += ends_sentence(text, at, cased, spoken == GERMAN, dandas)
            at += 1
        # A number is one term, however many words it has.
        if start < reached:
            continue
        kind, hashed = tokens.kind[token], tokens.hashed[token]
        if (
            may_be_number(text, tokens, token, spoken)
            and number_words_at(text, start, spoken, &figures)
        ) or (kind != LETTER and number_within(text, start, end, kind, japanese, &figures)):
            hashed, has_digit, reached = hash_of_figure(&figures), True, figures.end
            start, end = figures.begin, figures.end
            value = value_of(figures.figure, figures.size)
        elif kind == DIGIT and is_marker(text, start, end, spoken == GERMAN):
            continue
        else:
            value = value_of(&text.point[start], end - start) if kind == DIGIT else 0
            if kind != DIGIT and end - start < 2:
                continue
            has_digit = left_out = False
            for inner in range(start, end):
                has_digit = has_digit or text.kind[inner] == DIGIT
                left_out = left_out or (
                    kind == KANA and 0x3041 <= text.point[inner] <= 0x309F
                )
            if left_out:
                continue
            if kind == LETTER and end - start > STEM and not has_digit:
                hashed = hash_of(text, start, STEM)
        rough = has_digit and is_rough(
            text, start, end, before_it, after_it, behind_unit, spoken == ENGLISH
        )
        # A short sentence is part of the next.
        if raw != before and size >= FEWEST:
            number += 1
            size = 0
        before = raw
        word[count], digit[count], sentence[count] = hashed, has_digit, number
        is_about[count], values[count] = rough, value
        count += 1
        size += 1
    if number and size < FEWEST:
        for inner in range(count - size, count):
            sentence[inner] = number - 1
    while room < 2 * count:
        room, width = room * 2, width + 1
    latest = np.empty(count, np.int64)
    last = latest
    slots = <int32_t*>room_for(room, sizeof(int32_t))
    memset(slots, 0xFF, room * sizeof(int32_t))
    # What is kept takes the place of what was read before.
    for inner in range(count):
        hashed = word[inner]
        slot = (hashed * SPREADER) >> (64 - width)
        while slots[slot] >= 0 and word[slots[slot]] != hashed:
            slot = (slot + 1) & (room - 1)
        if slots[slot] < 0:
            slots[slot] = <int32_t>distinct
            word[distinct], digit[distinct] = hashed, digit[inner]
            is_about[distinct], values[distinct] = is_about[inner], values[inner]
            last[distinct] = -1
            distinct += 1
        at = slots[slot]
        is_about[at] = is_about[at] and is_about[inner]
        if last[at] != sentence[inner]:
            last[at] = sentence[inner]
            place[kept], sentence[kept] = at, sentence[inner]
            kept += 1
    PyMem_Free(slots)
    return (
        hashes[:distinct].copy(),
        digits[:distinct].astype(np.bool_),
        roughs[:distinct].astype(np.bool_),
        told[:distinct].copy(),
        where[:kept].copy(),
        numbers[:kept].copy(),
    )
