# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""Numbers in Chinese, Japanese and Korean characters, and in English and German words, as
:mod:`.numerals` and :mod:`.number_words` define them, value for value.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

from scrapy_neardup.core.fingerprints.kernel cimport (
    COLON,
    COMMA,
    DIGIT,
    FIRST_KANA,
    FULL_STOP,
    HAN,
    HANGUL,
    HYPHEN,
    KANA,
    LAST_KANA,
    LETTER,
    SPACE,
    Text,
    Tokens,
    hash_of,
    hash_of_word,
    is_among,
    next_at,
    with_unit,
    word_end,
)

from scrapy_neardup.core.fingerprints import profile
from scrapy_neardup.core.fingerprints.numbers import clock_times, number_words, numerals

VERSION = (13, 6)
"""The values of :data:`~scrapy_neardup.core.fingerprints.versions.TERMS_KERNEL` for which this was
compiled."""


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
    LONGEST_NAME = 5
    MOST_NAMES = 40

cdef int64_t LARGEST = 10**17

# What a numeral is, by its code point from FIRST_NUMERAL on: 0 for none, else a digit + 1, or a
# value below, to which flags are added, such as COUNTER for characters that a single numeral
# counts.
cdef enum:
    TWO = 11
    TWENTY = 12
    THIRTY = 13
    TEN = 14
    THOUSAND = 16
    MYRIAD = 17
    GREAT_MYRIAD = 18
    TRILLION = 19
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

cdef enum:
    # Of :mod:`.profile`.
    A_NUMBER = 2
    A_SHORT_NUMBER = 3
    SHORT = 2
    # Of :mod:`.clock_times`.
    CLOCK_FIGURES = 2
    LAST_HOUR = 24
    LAST_MINUTE = 59
    HALF_HOUR = 30

if (A_NUMBER, A_SHORT_NUMBER, SHORT) != (profile.NUMBER, profile.SHORT_NUMBER, profile.SHORT):
    raise ValueError("other kinds of rare words than were compiled")


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
        and text.point[end + 1] == HUNDRED
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


cdef struct Points:
    uint32_t[32] point
    int count


cdef int fill(Points* points, object ones) except -1:
    """Keep the code points that are *ones*."""
    cdef int rank = 0
    if len(ones) > 32:
        raise ValueError("more code points than there is room for")
    for one in sorted(ones):
        points.point[rank] = <uint32_t>one
        rank += 1
    points.count = rank
    return 0


cdef inline bint is_one(uint32_t point, const Points* points) noexcept nogil:
    return is_among(point, points.point, points.count)


cdef Points korean_counters
fill(&korean_counters, numerals.KOREAN_COUNTERS)


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
    if is_one(text.point[at + 1], &korean_counters):
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


cdef bint may_begin_number(Text text, Tokens tokens, Py_ssize_t token, int language) noexcept nogil:
    """Whether a number of :mod:`.number_words` may begin with a token of letters or digits."""
    if language == GERMAN or text.kind[tokens.start[token]] == DIGIT:
        return True
    return known_of(tokens.hashed[token], language).role != 0


cdef bint is_share(Text text, Number* number) noexcept nogil:
    """Whether a number was read as a share."""
    cdef Py_ssize_t start = number.begin, at
    for at in range(start, number.end):
        if text.point[at] == TENTH or text.point[at] == TENTH_JA:
            return True
    return (
        number.end > start + 2
        and text.point[start] == HUNDRED
        and text.point[start + 1] == PART
        and text.point[start + 2] == OF
    )


cdef Points hour_signs, full_hours, no_hour, behind_hour, minute_signs, halves, no_half, behind_half
fill(&hour_signs, clock_times.HOURS)
fill(&full_hours, clock_times.FULL_HOURS)
fill(&no_hour, clock_times.NO_HOUR)
fill(&behind_hour, clock_times.BEHIND_HOUR)
fill(&minute_signs, clock_times.MINUTES)
fill(&halves, clock_times.HALVES)
fill(&no_half, clock_times.NO_HALF)
fill(&behind_half, clock_times.BEHIND_HALF)


cdef bint read_clock_figures(Text text, Py_ssize_t start, Number* number) noexcept nogil:
    """Read a number of one or two figures; False for one with more."""
    cdef Py_ssize_t at = start
    number.value = 0
    while at < text.size and text.kind[at] == DIGIT:
        if at - start == CLOCK_FIGURES or text.point[at] == FULL_STOP:
            return False
        number.value = 10 * number.value + text.point[at] - 0x30
        at += 1
    number.end = at
    return at > start


cdef bint ends_half(Text text, Py_ssize_t end) noexcept nogil:
    """Whether what follows leaves the character before *end* half an hour."""
    if end == text.size or is_one(text.point[end], &behind_half):
        return True
    return text.kind[end] != HANGUL and not is_one(text.point[end], &no_half)


cdef bint read_minutes(Text text, Py_ssize_t start, Number* number) noexcept nogil:
    """Read a number that has the sign of minutes behind it, or half an hour."""
    cdef int rank
    if start < text.size and text.point[start] == SPACE:
        start += 1
    if start >= text.size:
        return False
    if is_one(text.point[start], &halves):
        number.value, number.end = HALF_HOUR, start + 1
        return ends_half(text, start + 1)
    if not read_clock_figures(text, start, number):
        if text.kind[start] != HAN and text.kind[start] != KANA:
            return False
        if not read_number(text, start, number) or number.size > CLOCK_FIGURES:
            return False
        number.value = 0
        for rank in range(number.size):
            number.value = 10 * number.value + number.figure[rank] - 0x30
    if number.end == text.size or not is_one(text.point[number.end], &minute_signs):
        return False
    number.end += 1
    return True


cdef bint read_full_hour(Text text, Py_ssize_t sign, Number* number) noexcept nogil:
    """Read no minutes behind the *sign* of an hour."""
    if not is_one(text.point[sign], &full_hours):
        return False
    number.value, number.end = 0, sign + 1
    if number.end == text.size:
        return True
    if text.kind[number.end] == HANGUL:
        return is_one(text.point[number.end], &behind_hour)
    return not is_one(text.point[number.end], &no_hour)


cdef bint read_clock_time(
    Text text, Py_ssize_t start, int64_t hour, Py_ssize_t end, Number* number
) noexcept nogil:
    """Read the time of day of which *hour* is the first number, from *start* to *end*."""
    if hour > LAST_HOUR or end == text.size:
        return False
    if text.point[end] == COLON:
        if not read_clock_figures(text, end + 1, number) or number.end != end + 1 + CLOCK_FIGURES:
            return False
        if start > 1 and text.point[start - 1] == COLON and text.kind[start - 2] == DIGIT:
            return False
        if (
            number.end + 1 < text.size
            and text.point[number.end] == COLON
            and text.kind[number.end + 1] == DIGIT
        ):
            return False
    elif not is_one(text.point[end], &hour_signs):
        return False
    elif not read_minutes(text, end + 1, number) and not read_full_hour(text, end, number):
        return False
    if number.value > LAST_MINUTE:
        return False
    number.begin = start
    write_figure(number, 100 * hour + number.value, 2)
    return True


cdef void add_last_figures(Text text, Number* number) noexcept nogil:
    """Read on if figures stand behind the 万 of a number."""
    cdef Py_ssize_t end = number.end, at = end
    cdef int64_t total = 0, last = 0
    cdef int rank
    if numeral_at(text, end - 1) != MYRIAD or text.kind[end - 2] != DIGIT:
        return
    for rank in range(number.size):
        if number.figure[rank] == FULL_STOP:
            return
        total = 10 * total + number.figure[rank] - 0x30
    while at < text.size and text.kind[at] == DIGIT and text.point[at] != FULL_STOP:
        if at - end == 4:
            return
        last = 10 * last + text.point[at] - 0x30
        at += 1
    if at - end < 3 or text.point[end] == 0x30 or total % 10000:
        return
    if at == text.size or (text.kind[at] != HAN and text.kind[at] != KANA):
        return
    if text.point[at] == YEAR or numeral_at(text, at):
        return
    write_figure(number, total + last, 0)
    number.end = at


cdef bint number_or_time(
    Text text,
    Py_ssize_t start,
    Py_ssize_t end,
    uint8_t kind,
    bint japanese,
    Number* number,
    bint* is_time,
) noexcept nogil:
    """Read the number or the time of day that begins within a word and is not in figures alone."""
    cdef Number time
    cdef int64_t hour = 0
    cdef int rank
    is_time[0] = False
    if number_within(text, start, end, kind, japanese, number):
        add_last_figures(text, number)
        if number.size <= CLOCK_FIGURES:
            for rank in range(number.size):
                hour = 10 * hour + number.figure[rank] - 0x30
            if read_clock_time(text, number.begin, hour, number.end, &time):
                number[0], is_time[0] = time, True
        return True
    if kind != DIGIT or not read_clock_figures(text, start, &time):
        return False
    is_time[0] = read_clock_time(text, start, time.value, end, number)
    return is_time[0]


def numbers_of(Text text not None, Tokens tokens not None, *, bint japanese):
    """See :func:`.reference.numbers_of`."""
    cdef Py_ssize_t token, start, end, reached = 0, count = 0
    cdef Number number
    cdef bint is_time
    cdef uint64_t[::1] hashed
    cdef int64_t[::1] begin, behind
    cdef uint8_t[::1] kind
    begins = np.empty(tokens.size, np.int64)
    ends = np.empty(tokens.size, np.int64)
    hashes = np.empty(tokens.size, np.uint64)
    kinds = np.empty(tokens.size, np.uint8)
    begin, behind, hashed, kind = begins, ends, hashes, kinds
    for token in range(tokens.size):
        start = tokens.start[token]
        end = start + tokens.length[token]
        if start < reached or not may_have_number(text, start, end, tokens.kind[token]):
            continue
        if not number_or_time(text, start, end, tokens.kind[token], japanese, &number, &is_time):
            continue
        if number.begin < reached:
            continue
        reached = number.end
        begin[count], behind[count] = number.begin, number.end
        hashed[count], kind[count] = hash_of_figure(&number), A_NUMBER
        # Times of day are few, and agree by chance as short numbers do.
        if is_time or number.size <= SHORT:
            kind[count] = A_SHORT_NUMBER
            if not is_time and not is_share(text, &number):
                hashed[count] = with_unit(text, hashed[count], number.end)
        count += 1
    return begins[:count], ends[:count], hashes[:count], kinds[:count]


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
