# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The terms of a text by sentence, as :mod:`.reference` defines them, value for value."""

import numpy as np

from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memchr, memset

from scrapy_neardup.core.fingerprints.kernel cimport (
    COLON,
    DIGIT,
    FIRST_KANA,
    FULL_STOP,
    HAN,
    HANGUL,
    HYPHEN,
    KANA,
    LETTER,
    LINE_END,
    OTHER,
    SLASH,
    SPACE,
    SPREADER,
    Text,
    Tokens,
    ends_in_other_script,
    hash_of,
    hash_of_word,
    is_among,
    room_for,
)
from scrapy_neardup.core.fingerprints.numbers.kernel cimport (
    GERMAN,
    NO_LANGUAGE,
    Number,
    hash_of_figure,
    is_sign,
    language_of,
    may_begin_number,
    may_have_number,
    number_within,
    number_words_at,
)

from scrapy_neardup.core.fingerprints.terms import approximators, sentences

VERSION = (13, 6)
"""The values of :data:`~scrapy_neardup.core.fingerprints.versions.TERMS_KERNEL` for which this was
compiled."""

cdef enum:
    STEM = 6
    FEWEST = 4
    FRAME_LINES = 4
    LEAST_IN_FRAME = 5
    LAST_HIRAGANA = 0x309F

cdef enum:
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
        if text.point[after] == LINE_END:
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
    """Whether a sentence ends with the character *at*, which is no part of a word: see
    :func:`.reference._ends_sentence`.
    """
    cdef const uint32_t* points = text.point
    cdef const uint8_t* kinds = text.kind
    cdef uint32_t point = points[at]
    cdef Py_ssize_t last
    cdef bint is_end, closed
    if point == SPACE:
        return (
            0 < at < text.size - 1
            and is_thai_or_lao(points[at - 1])
            and is_thai_or_lao(points[at + 1])
        )
    is_end = (
        point == 0x3002 or point == 0x21 or point == 0x3F or point == 0x3B or point == LINE_END
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


cdef inline bint is_mark(
    Text text, Py_ssize_t at, bint cased, bint german, bint dandas
) noexcept nogil:
    """Whether a sentence ends with the character *at*, which does not end a line."""
    if text.kind[at] != OTHER or text.point[at] == LINE_END:
        return False
    if at == text.size - 1 and text.point[at] == FULL_STOP:
        return True
    return ends_sentence(text, at, cased, german, dandas)


cdef inline bint is_of_the_story(uint32_t point) noexcept nogil:
    """Whether an amount or a share has this character: see :data:`.reference.OF_THE_STORY`."""
    return point in (
        0x25, 0xFF05, 0x2030, 0x24, 0xA3, 0x20AC, 0xA5, 0xFFE5,
        0x5143, 0x5186, 0x4E07, 0x842C, 0x4EBF, 0x5104,
    )


cdef (bint, Py_ssize_t) line_of(Text text, Py_ssize_t at) noexcept nogil:
    """Whether the line of the character *at* has an amount or a share, and where the line ends."""
    cdef Py_ssize_t first = at
    cdef bint tells = False
    while first > 0 and text.point[first - 1] != LINE_END and not text.broken[first]:
        first -= 1
    while True:
        tells = tells or is_of_the_story(text.point[first])
        first += 1
        if first == text.size or text.point[first] == LINE_END or text.broken[first]:
            if first > at:
                return tells, first


cdef (Py_ssize_t, Py_ssize_t) body_of(
    Text text, bint cased, bint german, bint dandas
) noexcept nogil:
    """Where the text without its frame begins and ends: see :func:`.reference._body`."""
    cdef Py_ssize_t first = 0, last = text.size - 1, at, begin = 0, end = text.size
    cdef int marks = 0, lines = 0
    while first < text.size and not is_mark(text, first, cased, german, dandas):
        if text.point[first] == LINE_END or text.broken[first]:
            begin = first + (not text.broken[first])
            lines += 1
        first += 1
    if lines > FRAME_LINES:
        begin = 0
    lines = 0
    while last > first and not is_mark(text, last, cased, german, dandas):
        if text.point[last] == LINE_END or text.broken[last]:
            end = last + (not text.broken[last])
            lines += 1
        last -= 1
    if lines > FRAME_LINES:
        end = text.size
    for at in range(first, last + 1):
        marks += is_mark(text, at, cased, german, dandas)
        if marks == LEAST_IN_FRAME:
            return begin, end
    return 0, text.size


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


cdef inline Py_ssize_t leading_zeros(const uint32_t* figures, Py_ssize_t size) noexcept nogil:
    """How many zeros *figures* begin with that change no number."""
    cdef Py_ssize_t zeros = 0
    while zeros + 1 < size and figures[zeros] == 0x30 and figures[zeros + 1] != FULL_STOP:
        zeros += 1
    return zeros


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
    Text text, Py_ssize_t begin, Py_ssize_t end, tuple before, tuple after, tuple behind
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
            text.kind[last - 1] == LETTER
            and last < text.size
            and (text.kind[last] == LETTER or text.kind[last] == DIGIT)
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


cdef inline bint has_digit_in(Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(start, end):
        if text.kind[at] == DIGIT:
            return True
    return False


cdef inline bint is_term(Text text, Py_ssize_t start, Py_ssize_t end, uint8_t kind) noexcept nogil:
    """Whether the word from *start* to *end* is a term."""
    cdef Py_ssize_t at
    if kind == KANA:
        for at in range(start, end):
            if FIRST_KANA <= text.point[at] <= LAST_HIRAGANA:
                return False
    return kind == DIGIT or end - start > 1


def terms(Text text not None, Tokens tokens not None, *, str language not None):
    """See :func:`.reference.terms`."""
    cdef Py_ssize_t token, at = 0, count = 0, start, end, reached = 0, zeros, first, behind
    cdef Py_ssize_t line_end = 0
    cdef bint line_tells = False
    cdef int64_t raw = 0, before = -1, number = 0, size = 0
    cdef uint64_t hashed
    cdef uint8_t kind
    cdef bint has_digit, in_frame
    cdef double value
    cdef Number figures
    cdef tuple before_it = approximators.BEFORE.get(language, ())
    cdef tuple after_it = approximators.AFTER.get(language, ())
    cdef tuple behind_unit = approximators.BEHIND_UNIT.get(language, ())
    cdef int spoken = language_of(language)
    cdef bint japanese = language == "ja"
    cdef bint cased = text.size > 0 and memchr(text.capital, 1, text.size) != NULL
    cdef bint dandas = has_dandas(text)
    hashes = np.empty(tokens.size, np.uint64)
    digits = np.empty(tokens.size, np.uint8)
    roughs = np.empty(tokens.size, np.uint8)
    told = np.empty(tokens.size, np.float64)
    where = np.empty(tokens.size, np.int64)
    numbers = np.empty(tokens.size, np.int64)
    around = np.empty(tokens.size, np.uint8)
    cdef uint64_t[::1] word = hashes
    cdef uint8_t[::1] digit = digits
    cdef uint8_t[::1] rough = roughs
    cdef double[::1] values = told
    cdef int64_t[::1] place = where
    cdef int64_t[::1] sentence = numbers
    cdef uint8_t[::1] framed = around
    first, behind = body_of(text, cased, spoken == GERMAN, dandas)
    for token in range(tokens.size):
        start, end = tokens.start[token], tokens.start[token] + tokens.length[token]
        while at < start:
            if text.kind[at] == OTHER:
                raw += ends_sentence(text, at, cased, spoken == GERMAN, dandas)
            at += 1
        # A number is one term, however many words it has.
        if start < reached:
            continue
        kind, hashed = tokens.kind[token], tokens.hashed[token]
        in_frame = not first <= start < behind
        if in_frame:
            # Once a line: it may be long.
            if start >= line_end:
                line_tells, line_end = line_of(text, start)
            in_frame = not line_tells
        if (
            spoken != NO_LANGUAGE
            and kind <= DIGIT
            and may_begin_number(text, tokens, token, spoken)
            and number_words_at(text, start, spoken, &figures)
        ) or (
            may_have_number(text, start, end, kind)
            and number_within(text, start, end, kind, japanese, &figures)
        ):
            hashed, has_digit, reached = hash_of_figure(&figures), True, figures.end
            start, end = figures.begin, figures.end
            value = value_of(figures.figure, figures.size)
        elif kind == DIGIT and is_marker(text, start, end, spoken == GERMAN):
            continue
        elif is_term(text, start, end, kind):
            has_digit = has_digit_in(text, start, end)
            value = 0
            if kind == DIGIT:
                zeros = leading_zeros(&text.point[start], end - start)
                hashed = hash_of(text, start + zeros, end - start - zeros)
                value = value_of(&text.point[start + zeros], end - start - zeros)
            elif kind == LETTER and end - start > STEM and not has_digit:
                hashed = hash_of(text, start, STEM)
        else:
            continue
        # A short sentence is part of the next.
        if raw != before and size >= FEWEST:
            number += 1
            size = 0
        before = raw
        word[count], digit[count], values[count] = hashed, has_digit, value
        sentence[count], framed[count] = number, has_digit and in_frame
        rough[count] = has_digit and is_rough(text, start, end, before_it, after_it, behind_unit)
        count += 1
        size += 1
    if number and size < FEWEST:
        for at in range(count - size, count):
            sentence[at] = number - 1
    count, at = keep_different(
        word, digit, rough, values, place, sentence, framed, count
    )
    return (
        hashes[:count].copy(),
        digits[:count].astype(np.bool_),
        roughs[:count].astype(np.bool_),
        told[:count].copy(),
        where[:at].copy(),
        numbers[:at].copy(),
        around[:at].astype(np.bool_),
    )


cdef (Py_ssize_t, Py_ssize_t) keep_different(
    uint64_t[::1] word,
    uint8_t[::1] digit,
    uint8_t[::1] rough,
    double[::1] value,
    int64_t[::1] place,
    int64_t[::1] sentence,
    uint8_t[::1] framed,
    Py_ssize_t count,
):
    """Move the different ones of the first *count* terms to the front, and where each stands, once
    a sentence, to the front of *place*, *sentence* and *framed*; returns the numbers of both.
    """
    cdef Py_ssize_t row, at, slot, room = 16, different = 0, places = 0
    cdef int width = 4
    cdef uint64_t hashed
    cdef int32_t* slots
    cdef int64_t[::1] last = np.empty(count, np.int64)
    while room < 2 * count:
        room, width = room * 2, width + 1
    slots = <int32_t*>room_for(room, sizeof(int32_t))
    memset(slots, 0xFF, room * sizeof(int32_t))
    # What is kept takes the place of what was read before.
    for row in range(count):
        hashed = word[row]
        slot = (hashed * SPREADER) >> (64 - width)
        while slots[slot] >= 0 and word[slots[slot]] != hashed:
            slot = (slot + 1) & (room - 1)
        if slots[slot] < 0:
            slots[slot] = <int32_t>different
            word[different], digit[different] = hashed, digit[row]
            rough[different], value[different] = rough[row], value[row]
            last[different] = -1
            different += 1
        at = slots[slot]
        rough[at] = rough[at] and rough[row]
        if last[at] >= 0 and sentence[last[at]] == sentence[row]:
            framed[last[at]] &= framed[row]
            continue
        last[at] = places
        place[places], sentence[places], framed[places] = at, sentence[row], framed[row]
        places += 1
    PyMem_Free(slots)
    return different, places
