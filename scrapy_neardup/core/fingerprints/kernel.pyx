# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The steps from a normal form to its fingerprint, in a few passes over its characters.

:mod:`.reference` defines the same functions in plain Python; both give the same values. No step
takes more than n log n operations, whatever the text. ``kernel.pxd`` declares what the kernels of
numbers and terms use, too.
"""

import os

import numpy as np

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memchr, memcpy, memset

from scrapy_neardup.core.fingerprints import korean, measures, scales, surnames
from scrapy_neardup.core.fingerprints.characters import folded

cdef extern from "Python.h":
    Py_UCS4* PyUnicode_AsUCS4(object text, Py_UCS4* room, Py_ssize_t size, bint ends) except NULL

cdef extern from *:
    """
    #define NEARDUP_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
    """
    const bint BIG_ENDIAN "NEARDUP_BIG_ENDIAN"
    uint32_t swapped "__builtin_bswap32" (uint32_t) noexcept nogil

VERSION = (6, 8, 7, 5, 6)
"""The values of :data:`.versions.KERNEL` for which this was compiled."""

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
    LONGEST_MEASURE = 3
    SKELETON_GRAM = 8
    FEWEST_FUNCTION_WORDS = 3
    BITS = 20
    HASH_BITS = 14
    HASH_MASK = 0x3FFF
    NO_LIMIT = 0xFFFF
    NUMBER_SHIFT = 2
    SYLLABLES = 3
    LONGEST_LISTED = 6
    FEWER = 10
    SCALES = 7

cdef enum:
    NUMBER_SIGN = 0x23
    APOSTROPHE = 0x27
    PLUS = 0x2B
    ZERO = 0x30
    LAST_DIGIT = 0x39
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
    """See :func:`.reference.found`."""
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


cdef uint64_t hash_of_word(str word) noexcept:
    """The hash of a word wherever it stands."""
    cdef uint64_t total = 0
    for rank, letter in enumerate(word):
        total += zobrist(<uint32_t>ord(letter), <uint64_t>rank)
    return mix(total)


cdef void* room_for(Py_ssize_t count, size_t size) except NULL:
    """Memory for *count* values of *size* bytes, and one more."""
    cdef void* room = PyMem_Malloc((count + 1) * size)
    if room == NULL:
        raise MemoryError
    return room


cdef class Text:
    """The characters of a normal form: see :class:`.reference.Text`."""

    def __cinit__(self, Py_ssize_t room):
        """A text of no character yet, with memory for *room* of them."""
        self.point = <uint32_t*>room_for(room, sizeof(uint32_t))
        self.kind = <uint8_t*>room_for(4 * room, 1)
        self.capital = self.kind + room
        self.broken = self.capital + room
        self.gone = self.broken + room
        memset(self.broken, 0, 2 * room)
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

    @property
    def breaks(self):
        return [bool(self.broken[at]) for at in range(self.size)]


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
    memcpy(text.broken + text.size, other.broken + start, length)
    text.size += length
    return text.size


cdef void leave_out(Text text) noexcept:
    """Leave out what is marked as gone."""
    cdef Py_ssize_t at, kept = 0
    cdef uint32_t* points = text.point
    cdef uint8_t* kinds = text.kind
    cdef uint8_t* upper = text.capital
    cdef uint8_t* broken = text.broken
    cdef uint8_t* gone = text.gone
    for at in range(text.size):
        if gone[at]:
            gone[at] = False
            continue
        points[kept] = points[at]
        kinds[kept] = kinds[at]
        upper[kept] = upper[at]
        broken[kept] = broken[at]
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


# The hashes of :data:`.scales.SCALES`.
cdef uint64_t[SCALES] scale
if len(scales.SCALES) != SCALES:
    raise ImportError("other words for large numbers than were compiled")
for _place, _word in enumerate(scales.SCALES):
    scale[<int>_place] = hash_of_word(_word)


cdef bint is_thousand(Text text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Whether figures with a full stop before three others may be thousands."""
    cdef Py_ssize_t at
    cdef uint64_t word
    cdef int place
    if (start and text.kind[start - 1] == LETTER) or (
        end < text.size and text.kind[end] == LETTER
    ):
        return False
    at = next_at(text, end)
    word = hash_of(text, at, word_end(text, at) - at)
    for place in range(SCALES):
        if scale[place] == word:
            return False
    return True


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
    cdef bint is_unit = False
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
            if kinds[at] == LETTER and (at == 0 or kinds[at - 1] != LETTER):
                is_unit = follows_figure(text, at)
            continue
        if solids < 2:
            text.gone[at] = True
            continue
        after = min(before + 1, solids - 1)
        left, right = kinds[solid[before]], kinds[solid[after]]
        if (left == HAN or left == KANA) and (right == HAN or right == KANA):
            text.gone[at] = True
            if points[at] == LINE_END and solid[before] < at < solid[after]:
                text.broken[solid[after]] = True
        elif (
            2 * dense > letters
            and points[at] == SPACE
            and solid[after] - solid[before] == 2
            and (left == DIGIT or right == DIGIT)
        ):
            if left == LETTER and is_unit:
                continue
            # The other side of a digit.
            if left == DIGIT:
                left = right
            text.gone[at] = left == HAN or left == KANA or (left == LETTER and few[at])
    PyMem_Free(solid)
    PyMem_Free(few)
    if solids < size:
        leave_out(text)
    return 0


cdef inline bint follows_figure(Text text, Py_ssize_t at) noexcept:
    """Whether a digit stands before, with or without a space."""
    if at > 1 and text.point[at - 1] == SPACE:
        at -= 1
    return at > 0 and text.kind[at - 1] == DIGIT


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


def span_hash(Text text not None, Py_ssize_t start, Py_ssize_t length):
    """The 64-bit hash of the word of *length* characters that begins at *start*."""
    if not 0 <= start < start + length <= text.size:
        raise IndexError(f"characters {start} to {start + length} of {text.size}")
    return hash_of(text, start, length)


def spoken(Text text not None):
    """See :func:`.reference.spoken`."""
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
        form.broken[placed] = text.broken[start]
        placed = form.size
    append(form, text, copied, text.size - copied)
    return form, words


def words(Tokens tokens not None):
    """The different words, ascending, and the SimHash of all: 64 bits."""
    array = np.empty(tokens.size, np.uint64)
    cdef uint64_t[::1] ordered = array
    if tokens.size:
        memcpy(&ordered[0], tokens.hashed, tokens.size * sizeof(uint64_t))
        array.sort()
    return array[: keep_different(ordered, tokens.size)], simhash(tokens.hashed, tokens.size)


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
    """See :func:`.reference.grams`."""
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
    if before == APOSTROPHE or before == QUOTATION:
        return text.kind[start - 2] == LETTER and not text.capital[start - 2]
    return before == HYPHEN or before == SLASH


cdef inline uint64_t of_unit(uint64_t number, uint32_t unit) noexcept:
    return mix(number * FIRST + mix(unit) * SECOND)


cdef uint64_t with_unit(Text text, uint64_t number, Py_ssize_t after) noexcept:
    """The hash of a *number* with the counting character that stands *after* it, as in 3级."""
    if after >= text.size:
        return number
    if text.point[after] == SPACE and after + 1 < text.size:
        after += 1
    if text.kind[after] < HAN or FIRST_KANA <= text.point[after] <= LAST_KANA:
        return number
    return of_unit(number, text.point[after])


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
    cdef Py_ssize_t size
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


cdef inline Py_ssize_t leading_figures(Text text, Py_ssize_t start, Py_ssize_t length) noexcept:
    """How many figures a word begins with."""
    cdef Py_ssize_t count = 0
    while count < length and text.kind[start + count] == DIGIT:
        count += 1
    return count


cdef Py_ssize_t joined_figures(Text text, Py_ssize_t start, Py_ssize_t length) noexcept:
    """How many figures a word begins with that is a long number and letters; 0 if it is none."""
    cdef Py_ssize_t figures = leading_figures(text, start, length)
    cdef Py_ssize_t at = start + figures, end = start + length
    if figures <= SHORT:
        return 0
    if end - at > 1 and (text.point[end - 1] == 0x32 or text.point[end - 1] == 0x33):
        end -= 1
    while at < end and text.kind[at] != DIGIT:
        at += 1
    return figures if at == end else 0


cdef uint64_t[32] measure_hash
cdef uint32_t[32] measure_unit
cdef int measure_count


cdef int fill_measures() except -1:
    global measure_count
    if len(measures.IN_CHINESE) > 32 or measures.LONGEST != LONGEST_MEASURE:
        raise ValueError("other units of measure than were compiled")
    measure_count = 0
    for letters, unit in measures.IN_CHINESE.items():
        measure_hash[measure_count] = hash_of_word(letters)
        measure_unit[measure_count] = <uint32_t>ord(unit)
        measure_count += 1
    return 0


fill_measures()


cdef uint32_t unit_of(Text text, Py_ssize_t start, Py_ssize_t length, Py_ssize_t* figures) noexcept:
    """The unit in Chinese of a word that is a short number and a unit of measure, and how many figures it
    has; 0 for other words: see :func:`.reference._measured`.
    """
    cdef Py_ssize_t at, end = start + length
    cdef uint64_t hashed
    cdef int place
    figures[0] = leading_figures(text, start, length)
    at = start + figures[0]
    if not 0 < figures[0] <= SHORT or not 0 < end - at <= LONGEST_MEASURE:
        return 0
    if end - at == 1 and text.capital[at]:
        return 0
    hashed = hash_of(text, at, end - at)
    for place in range(measure_count):
        if measure_hash[place] == hashed:
            return measure_unit[place]
    return 0


cdef inline bint joins_figures(Text text, Py_ssize_t at) noexcept:
    """Whether a hyphen between two figures stands at a place."""
    return (
        0 < at < text.size - 1
        and text.point[at] == HYPHEN
        and text.kind[at - 1] == DIGIT
        and text.kind[at + 1] == DIGIT
    )


cdef Py_ssize_t phone_number(Text text, Py_ssize_t start, Py_ssize_t* begin) noexcept:
    """The length of the phone number that the figures at *start* are part of, 0 if they are of none, and
    where it begins: see :func:`.reference._phone_number`.
    """
    cdef Py_ssize_t first = start, last = start
    cdef int hyphens = 0
    while first > 0 and (text.kind[first - 1] == DIGIT or joins_figures(text, first - 1)):
        first -= 1
        hyphens += text.kind[first] != DIGIT
        if last - first > LONGEST_PHONE_NUMBER:
            return 0
    while last < text.size and (text.kind[last] == DIGIT or joins_figures(text, last)):
        hyphens += text.kind[last] != DIGIT
        last += 1
        if last - first > LONGEST_PHONE_NUMBER:
            return 0
    begin[0] = first
    return last - first if hyphens >= 2 and last - first - hyphens >= 9 else 0


def rare_words(
    Text text not None,
    Tokens tokens not None,
    const uint8_t[::1] common,
    const uint32_t[::1] listed,
    const int64_t[::1] number_starts,
    const int64_t[::1] number_ends,
    const uint64_t[::1] number_hashes,
    const uint8_t[::1] number_kinds,
):
    """See :func:`.reference.rare_words`."""
    cdef Py_ssize_t at, end, token = 0, count = 0, kept = 0, capitals = 0, spaced = 0
    cdef Py_ssize_t length, letters, place, hangul = 0, of_words = 0
    cdef Py_ssize_t number = 0, numbers = number_starts.shape[0], next_number
    cdef bint capitals_tell, tells_list, is_korean, is_chinese
    cdef Py_ssize_t han = 0, kana = 0, figures
    cdef uint32_t unit
    cdef uint8_t[::1] amid
    cdef uint8_t kind
    cdef uint64_t hashed
    cdef uint8_t* first
    cdef uint64_t[::1] word
    cdef int64_t[::1] start
    cdef uint8_t[::1] sort
    if common.shape[0] != 1 << (BITS - 3):
        raise ValueError(f"a bitmap of {common.shape[0]} bytes")
    if not (
        number_ends.shape[0] == number_hashes.shape[0] == number_kinds.shape[0] == numbers
    ):
        raise ValueError("numbers of different counts")
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
        han += text.kind[at] == HAN
        kana += text.kind[at] == KANA
        of_words += text.kind[at] != OTHER and text.kind[at] != DIGIT
    is_chinese = han and not kana and not hangul
    is_korean = listed.shape[0] and 2 * hangul > of_words
    for at in range(text.size):
        while number < numbers and number_ends[number] <= at:
            number += 1
        next_number = number_starts[number] if number < numbers else text.size
        if at == next_number:
            word[count], start[count] = number_hashes[number], at
            sort[count] = number_kinds[number]
            count += 1
        if at >= next_number or text.kind[at] == OTHER:
            continue
        if text.kind[at] == HANGUL:
            if is_korean and is_korean_name(text, at, &listed[0], listed.shape[0]):
                word[count], start[count] = hash_of(text, at, SYLLABLES), at
                sort[count] = NAME
                count += 1
            continue
        if text.kind[at] >= KANA:
            # Japanese terms, which are no tokens.
            if script(text, at) and (
                script(text, at) != script(text, at - 1)
                or (number and number_ends[number - 1] == at)
            ):
                end = at + 1
                while end < next_number and script(text, end) == script(text, at):
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
        if at + length > next_number:
            continue
        if kind == DIGIT:
            sort[count] = NUMBER
            letters = phone_number(text, at, &place)
            if letters:
                if place != at:
                    continue
                hashed = hash_of(text, at, letters)
            elif length <= SHORT:
                sort[count] = SHORT_NUMBER
                hashed = with_unit(text, hashed, at + length)
        elif kind == HAN:
            if length < 2 or is_common(hashed, common):
                continue
            sort[count] = NAME
        else:
            figures = joined_figures(text, at, length)
            unit = 0 if figures else unit_of(text, at, length, &letters)
            if figures:
                sort[count] = NUMBER
                hashed = hash_of(text, at, figures)
            elif unit:
                sort[count] = SHORT_NUMBER
                hashed = hash_of(text, at, letters)
                if amid[token] and is_chinese:
                    hashed = of_unit(hashed, unit)
            elif (
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


def skeleton(
    Text text not None,
    Tokens tokens not None,
    const uint32_t[::1] known,
    const int64_t[::1] number_starts,
    const int64_t[::1] number_ends,
):
    """See :func:`.reference.skeleton`."""
    cdef Py_ssize_t token, at = 0, count = 0, grams = 0, words = 0
    cdef Py_ssize_t number = 0, numbers = number_starts.shape[0], reached = 0, start, end
    cdef bint from_number
    cdef uint64_t unit, total = 0
    cdef const uint32_t* function_words = &known[0] if known.shape[0] else NULL
    # Each character is one unit at most, and so is each word; a number may part a word in three.
    cdef uint64_t* units = NULL
    cdef uint64_t[::1] gram
    if number_ends.shape[0] != numbers:
        raise ValueError("numbers of different counts")
    try:
        units = <uint64_t*>room_for(text.size + 2 * tokens.size + 2 * numbers, sizeof(uint64_t))
        for token in range(tokens.size):
            while at < tokens.start[token]:
                unit = mark_of(text.point[at]) if text.kind[at] == OTHER else 0
                if unit:
                    units[count] = unit
                    count += 1
                at += 1
            start = tokens.start[token]
            end = start + tokens.length[token]
            from_number = start < reached
            while number < numbers and number_starts[number] < end:
                if number_starts[number] > max(start, reached) and not (
                    count and units[count - 1] == GAP
                ):
                    units[count] = GAP
                    count += 1
                units[count] = A_NUMBER
                count += 1
                reached, from_number = number_ends[number], True
                number += 1
            if from_number:
                if end <= reached or (count and units[count - 1] == GAP):
                    continue
                unit = GAP
            elif tokens.kind[token] == DIGIT:
                unit = A_NUMBER
            elif joined_figures(text, start, tokens.length[token]):
                units[count] = A_NUMBER
                count += 1
                unit = GAP
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
    """See :func:`.reference.sample`."""
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


SPREADER = int.from_bytes(os.urandom(8), "little") | 1


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


