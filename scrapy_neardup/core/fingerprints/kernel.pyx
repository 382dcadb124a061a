# cython: language_level=3, boundscheck=True, initializedcheck=False, wraparound=False, cdivision=True
"""From a normal form to all that is kept of it and judged by, in a few passes over its characters.

What :mod:`.features`, :mod:`.profile`, :mod:`.simhash` and :mod:`.sketch` define in array code,
value for value; those calls take longer to begin than to do their work on a few hundred values.
All indices are checked. Nothing here takes more than n log n steps, whatever the text.
"""

import numpy as np

from cpython.unicode cimport PyUnicode_FromKindAndData, PyUnicode_4BYTE_KIND
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from scrapy_neardup.core.fingerprints.features import folded

VERSIONS = (2, 2, 2)
"""Of the features, the profile and the sketch that these are the values of."""

cdef enum:
    OTHER, LETTER, DIGIT, HAN, KANA, HANGUL, UNSPACED

cdef enum:
    NAME = 1
    NUMBER = 2
    SHORT_NUMBER = 3

cdef enum:
    GRAM_WEIGHT = 6
    ANCHOR_SHARE = 4
    PHRASE_GAP = 12
    SHORT = 2
    BITS = 20
    HASH_BITS = 14
    HASH_MASK = 0x3FFF
    NO_LIMIT = 0xFFFF

cdef enum:
    SPACE = 0x20
    COMMA = 0x2C
    HYPHEN = 0x2D
    FULL_STOP = 0x2E
    SLASH = 0x2F
    LAST_DIGIT = 0x39
    FIRST_CAPITAL = 0x41
    LAST_CAPITAL = 0x5A
    LAST_ASCII = 0x7F

cdef uint64_t FIRST = 0x9E3779B97F4A7C15
cdef uint64_t SECOND = 0xC2B2AE3D27D4EB4F
cdef uint64_t THIRD = 0x165667B19E3779F9


cdef inline uint64_t mix(uint64_t value) noexcept nogil:
    value += <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


cdef inline uint64_t zobrist(uint32_t point, uint64_t rank) noexcept nogil:
    return mix((rank << 21) + point)


cdef class Text:
    """The characters of a normal form: see :class:`.features.Text`."""

    cdef uint32_t[::1] points
    cdef uint8_t[::1] kinds
    cdef uint8_t[::1] upper
    cdef Py_ssize_t size

    def __init__(self, str text not None, const uint8_t[::1] kinds, const uint32_t[::1] digits):
        cdef Py_ssize_t size = len(text), at
        cdef Py_ssize_t last_kind = kinds.shape[0] - 1
        cdef uint32_t cased, point
        cdef uint8_t kind
        cdef bint has_kana = False, has_number_mark = False, has_blank = False
        cdef str low = text
        for at in range(size):
            point = <Py_UCS4>text[at]
            if point > LAST_ASCII and kinds[min(<Py_ssize_t>point, last_kind)] == LETTER:
                low = folded(text)
                break
        cdef uint32_t[::1] points = np.empty(size, np.uint32)
        cdef uint8_t[::1] own_kinds = np.empty(size, np.uint8)
        cdef uint8_t[::1] upper = np.empty(size, np.uint8)
        cdef bint ascii_case = low is text
        self.size = size
        self.points, self.kinds, self.upper = points, own_kinds, upper
        for at in range(size):
            cased = <Py_UCS4>text[at]
            if ascii_case:
                point = cased + 32 if FIRST_CAPITAL <= cased <= LAST_CAPITAL else cased
            else:
                point = <Py_UCS4>low[at]
            upper[at] = cased != point
            kind = kinds[min(<Py_ssize_t>point, last_kind)]
            own_kinds[at] = kind
            if kind == DIGIT and point > LAST_DIGIT:
                point = digits[min(<Py_ssize_t>point, digits.shape[0] - 1)]
            points[at] = point
            if kind == KANA:
                has_kana = True
            elif kind == OTHER:
                if point <= SPACE:
                    has_blank = True
                elif point == FULL_STOP or point == COMMA:
                    has_number_mark = True
        if has_number_mark and size >= 4:
            self.join_numbers()
        if has_blank:
            self.close_gaps()
        if has_kana:
            self.tell_japanese()

    cdef bint is_digit(self, Py_ssize_t at) except -1:
        return 0 <= at < self.size and self.kinds[at] == DIGIT

    cdef int leave_out(self, const uint8_t[::1] gone) except -1:
        cdef Py_ssize_t at, kept = 0
        for at in range(self.size):
            if not gone[at]:
                self.points[kept] = self.points[at]
                self.kinds[kept] = self.kinds[at]
                self.upper[kept] = self.upper[at]
                kept += 1
        self.size = kept
        return 0

    cdef int join_numbers(self) except -1:
        """Make 3.5 one number, and 1,234 the number 1234."""
        cdef Py_ssize_t at
        cdef uint8_t[::1] gone = np.zeros(self.size, np.uint8)
        cdef uint8_t[::1] points_at
        cdef bint any_gone = False, chinese = False
        for at in range(self.size):
            if self.kinds[at] == HAN:
                chinese = True
                break
        if chinese:
            for at in range(1, self.size - 2):
                if (
                    (self.points[at] == FULL_STOP or self.points[at] == COMMA)
                    and self.points[at + 1] == SPACE
                    and self.is_digit(at - 1)
                    and self.is_digit(at + 2)
                ):
                    gone[at + 1] = any_gone = True
            if any_gone:
                self.leave_out(gone)
                gone = np.zeros(self.size, np.uint8)
                any_gone = False
        points_at = np.zeros(self.size, np.uint8)
        for at in range(1, self.size - 1):
            if self.points[at] == FULL_STOP:
                points_at[at] = self.is_digit(at - 1) and self.is_digit(at + 1)
            elif (
                self.points[at] == COMMA
                and self.is_digit(at - 1)
                and self.is_digit(at + 1)
                and self.is_digit(at + 2)
                and self.is_digit(at + 3)
                and not self.is_digit(at + 4)
            ):
                gone[at] = any_gone = True
        for at in range(self.size):
            if points_at[at]:
                self.kinds[at] = DIGIT
        if any_gone:
            self.leave_out(gone)
        return 0

    cdef int close_gaps(self) except -1:
        """Leave out white space that means nothing in Chinese and Japanese."""
        cdef Py_ssize_t at, dense = 0, letters = 0, solids = 0, before, after
        cdef int32_t[::1] solid = np.empty(self.size, np.int32)
        cdef uint8_t[::1] gone = np.zeros(self.size, np.uint8)
        cdef uint8_t left, right
        for at in range(self.size):
            if self.points[at] > SPACE:
                solid[solids] = at
                solids += 1
            if self.kinds[at] == HAN or self.kinds[at] == KANA:
                dense += 1
            elif self.kinds[at] == LETTER:
                letters += 1
        if solids == self.size:
            return 0
        before = 0
        for at in range(self.size):
            if self.points[at] > SPACE:
                if before + 1 < solids and solid[before] < at:
                    before += 1
                continue
            if solids < 2:
                gone[at] = True
                continue
            after = min(before + 1, solids - 1)
            left, right = self.kinds[solid[before]], self.kinds[solid[after]]
            if (left == HAN or left == KANA) and (right == HAN or right == KANA):
                gone[at] = True
            elif (
                2 * dense > letters
                and self.points[at] == SPACE
                and solid[after] - solid[before] == 2
                and ((left == LETTER and right == DIGIT) or (left == DIGIT and right == LETTER))
            ):
                gone[at] = True
        self.leave_out(gone)
        return 0

    cdef int tell_japanese(self) except -1:
        """Chinese characters in a run with kana are Japanese words."""
        cdef Py_ssize_t at = 0, start
        cdef bint japanese
        while at < self.size:
            start, japanese = at, False
            while at < self.size and (self.kinds[at] == HAN or self.kinds[at] == KANA):
                japanese = japanese or self.kinds[at] == KANA
                at += 1
            if japanese:
                self.kinds[start:at] = KANA
            at = max(at, start + 1)
        return 0

    cdef str chinese(self):
        """The text with a space for whatever is not Chinese, None for one without any."""
        cdef uint32_t[::1] masked = np.full(self.size, SPACE, np.uint32)
        cdef Py_ssize_t at
        cdef bint found = False
        for at in range(self.size):
            if self.kinds[at] == HAN:
                masked[at] = self.points[at]
                found = True
        if not found:
            return None
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &masked[0], self.size)


cdef class Tokens:
    """The words of a text: see :class:`.features.Tokens`."""

    cdef object hashes_array
    cdef uint64_t[::1] hashes
    cdef int64_t[::1] starts
    cdef int32_t[::1] lengths
    cdef uint8_t[::1] kinds
    cdef Py_ssize_t size

    def __init__(self, Text text not None, cut):
        cdef Py_ssize_t size = text.size, at, end, inner, width
        cdef uint8_t kind
        cdef uint8_t[::1] begins = np.zeros(size, np.uint8)
        cdef str masked = text.chinese()
        if masked is not None:
            at = 0
            for word in cut(masked):
                if at < size and text.kinds[at] == HAN:
                    begins[at] = True
                at += len(<str?>word)
        self.hashes_array = np.empty(size, np.uint64)
        self.hashes = self.hashes_array
        self.starts = np.empty(size, np.int64)
        self.lengths = np.empty(size, np.int32)
        self.kinds = np.empty(size, np.uint8)
        self.size = 0
        at = 0
        while at < size:
            kind = text.kinds[at]
            end = at + 1
            if kind == LETTER or kind == DIGIT:
                while end < size and (text.kinds[end] == LETTER or text.kinds[end] == DIGIT):
                    # A word of letters and digits is a word, whichever comes first.
                    if text.kinds[end] == LETTER:
                        kind = LETTER
                    end += 1
            else:
                while end < size and text.kinds[end] == kind and not begins[end]:
                    end += 1
            if kind > HAN:
                width = min(3 if kind == UNSPACED else 2, end - at)
                for inner in range(at, end - width + 1):
                    self.add(text, inner, width, kind)
            elif kind != OTHER:
                self.add(text, at, end - at, kind)
            at = end

    cdef int add(
        self, Text text, Py_ssize_t start, Py_ssize_t length, uint8_t kind
    ) except -1:
        self.hashes[self.size] = span_hash(text, start, length)
        self.starts[self.size] = start
        self.lengths[self.size] = length
        self.kinds[self.size] = kind
        self.size += 1
        return 0


cdef uint64_t span_hash(Text text, Py_ssize_t start, Py_ssize_t length) except? 0:
    cdef uint64_t total = 0
    cdef Py_ssize_t rank
    for rank in range(length):
        total += zobrist(text.points[start + rank], rank)
    return mix(total)


def read(str text, cut, const uint8_t[::1] kinds, const uint32_t[::1] digits):
    """The text and its words; *cut* finds those in Chinese."""
    form = Text(text, kinds, digits)
    return form, Tokens(form, cut)


def spoken(Text text not None, Tokens tokens not None):
    """What the digest is of, and the text's length: see :class:`.fingerprint.Fingerprint`."""
    cdef uint32_t[::1] points = np.empty(text.size + tokens.size, np.uint32)
    cdef Py_ssize_t at, size = 0, wide = 0, letters
    for at in range(text.size):
        if text.kinds[at] != OTHER:
            points[size] = text.points[at]
            size += 1
            wide += HAN <= text.kinds[at] <= HANGUL
    letters = size
    for at in range(tokens.size):
        if tokens.kinds[at] == DIGIT:
            points[size] = tokens.lengths[at]
            size += 1
    return np.asarray(points[:size]).astype("<u4", copy=False).tobytes(), letters + wide


def words(Tokens tokens not None):
    """The different words, ascending, and the SimHash of all: 64 bits."""
    cdef const uint64_t[::1] hashes = tokens.hashes_array
    cdef uint64_t[::1] ordered
    cdef Py_ssize_t at, size = 0
    array = tokens.hashes_array[: tokens.size].copy()
    array.sort()
    ordered = array
    for at in range(tokens.size):
        if not size or ordered[at] != ordered[size - 1]:
            ordered[size] = ordered[at]
            size += 1
    return array[:size], simhash(hashes[: tokens.size])


cdef uint64_t simhash(const uint64_t[::1] hashes) except? 0:
    """The bits that are set in more than half of *hashes*."""
    cdef uint64_t[8] lanes  # of a byte for each bit, counts up to 255
    cdef Py_ssize_t[64] counts
    cdef Py_ssize_t at, size = hashes.shape[0]
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


cdef object first_occurrences(object array):
    """Of each value 1 if it is the first of its kind, else 0."""
    cdef const uint64_t[::1] values = array
    cdef Py_ssize_t count = values.shape[0], at, doubtful = 0, low, high, middle
    cdef uint8_t[::1] first, met, taken
    cdef uint64_t[::1] ordered
    cdef bint any_doubtful = False
    result = np.ones(count, np.uint8)
    first = result
    # Most differ from all others in 16 bits already.
    met = np.zeros(1 << 16, np.uint8)
    for at in range(count):
        if met[values[at] & 0xFFFF]:
            met[values[at] & 0xFFFF] = 2
            any_doubtful = True
        else:
            met[values[at] & 0xFFFF] = 1
    if not any_doubtful:
        return result
    array = np.empty(count, np.uint64)
    ordered = array
    for at in range(count):
        if met[values[at] & 0xFFFF] == 2:
            ordered[doubtful] = values[at]
            doubtful += 1
    array[:doubtful].sort()
    taken = np.zeros(doubtful, np.uint8)
    for at in range(count):
        if met[values[at] & 0xFFFF] != 2:
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
    return result


def grams(Text text not None, Tokens tokens not None):
    """The different grams in order of first occurrence, their starts, and the different phrases,
    ascending: see :class:`.profile.Profile`.
    """
    cdef Py_ssize_t at, token = 0, count = 0, whole, anchors = 0, following = 0, kept = 0
    cdef Py_ssize_t pairs = 0
    cdef uint64_t[::1] units = np.empty(text.size, np.uint64)
    cdef uint8_t[::1] weights = np.empty(text.size, np.uint8)
    cdef int64_t[::1] starts = np.empty(text.size, np.int64)
    cdef uint64_t[::1] found, anchor, phrase, gram
    cdef int64_t[::1] place, gram_start
    cdef int64_t reached = 0
    cdef const uint8_t[::1] first
    for at in range(text.size):
        if text.kinds[at] >= HAN:
            units[count] = mix(text.points[at])
            weights[count] = 2
        else:
            while token < tokens.size and tokens.starts[token] < at:
                token += 1
            if token == tokens.size or tokens.starts[token] != at:
                continue
            units[count] = tokens.hashes[token]
            weights[count] = 4
        starts[count] = at
        count += 1
    # Two light units want a third, which the last pair doesn't have.
    whole = 0 if count < 2 else count - 1
    if whole and weights[count - 2] + weights[count - 1] < GRAM_WEIGHT:
        whole -= 1
    hashes = np.empty(whole, np.uint64)
    found = hashes
    anchor = np.empty(whole, np.uint64)
    place = np.empty(whole, np.int64)
    for at in range(whole):
        found[at] = units[at] * FIRST + units[at + 1] * SECOND
        if weights[at] + weights[at + 1] < GRAM_WEIGHT:
            found[at] += units[at + 2] * THIRD
        found[at] = mix(found[at])
        if (found[at] >> 20) & (ANCHOR_SHARE - 1) == 0:
            anchor[anchors] = found[at]
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
    phrase = phrases
    for at in range(pairs):
        if not kept or phrase[at] != phrase[kept - 1]:
            phrase[kept] = phrase[at]
            kept += 1
    first = first_occurrences(hashes)
    different = np.empty(whole, np.uint64)
    gram = different
    different_starts = np.empty(whole, np.int64)
    gram_start = different_starts
    count = 0
    for at in range(whole):
        if first[at]:
            gram[count] = found[at]
            gram_start[count] = starts[at]
            count += 1
    return different[:count], different_starts[:count], phrases[:kept]


cdef bint is_common(uint64_t hashed, const uint8_t[::1] table) except -1:
    cdef Py_ssize_t at = hashed >> (64 - BITS)
    return (table[at >> 3] >> (7 - (at & 7))) & 1


cdef bint is_name(Text text, Py_ssize_t start, Py_ssize_t length, bint capitals_tell) except -1:
    """Whether a word has a digit, or a capital after a word of the same sentence."""
    cdef Py_ssize_t at
    cdef uint32_t before
    for at in range(start, start + length):
        if text.kinds[at] == DIGIT:
            return True
    if not capitals_tell or not text.upper[start] or start < 2 or length < 2:
        return False
    before = text.points[start - 1]
    if before == SPACE:
        return (
            text.kinds[start - 2] == LETTER
            or text.kinds[start - 2] == DIGIT
            or text.points[start - 2] == COMMA
        )
    return before == HYPHEN or before == SLASH


cdef uint64_t with_unit(Text text, uint64_t number, Py_ssize_t after) except? 0:
    """The hash of a number with the character that counts, as in 3级, after it."""
    if after >= text.size:
        return number
    if text.points[after] == SPACE and after + 1 < text.size:
        after += 1
    if text.kinds[after] < HAN:
        return number
    return mix(number * FIRST + mix(text.points[after]) * SECOND)


cdef int script(Text text, Py_ssize_t at) except -1:
    """1 for katakana and 2 for kanji in Japanese, else 0."""
    if at < 0 or at >= text.size or text.kinds[at] != KANA:
        return 0
    if 0x30A1 <= text.points[at] <= 0x30FF:
        return 1
    return 2 if 0x3400 <= text.points[at] <= 0x9FFF else 0


def rare_words(Text text not None, Tokens tokens not None, const uint8_t[::1] common):
    """The different rare words in order of first occurrence, their starts, and their kinds: see
    :class:`.profile.Profile`. *common* is the bitmap of :mod:`.common_words`.
    """
    cdef Py_ssize_t at, end, token = 0, count = 0, kept = 0, capitals = 0, spaced = 0
    cdef Py_ssize_t dense = 0, letters = 0, length
    cdef bint mostly_dense
    cdef uint8_t kind
    cdef uint64_t hashed
    cdef const uint8_t[::1] first
    cdef uint64_t[::1] word
    cdef int64_t[::1] start
    cdef uint8_t[::1] sort
    for at in range(text.size):
        if text.kinds[at] >= HAN:
            dense += 1
        elif text.kinds[at] == LETTER:
            letters += 1
    for at in range(tokens.size):
        if tokens.kinds[at] == LETTER:
            spaced += 1
            capitals += text.upper[tokens.starts[at]]
    mostly_dense = 2 * dense > letters
    hashes = np.empty(text.size, np.uint64)
    starts = np.empty(text.size, np.int64)
    sorts = np.empty(text.size, np.uint8)
    word, start, sort = hashes, starts, sorts
    for at in range(text.size):
        if text.kinds[at] == OTHER:
            continue
        if text.kinds[at] >= KANA:
            # Japanese terms, which are no tokens.
            if script(text, at) and script(text, at) != script(text, at - 1):
                end = at + 1
                while script(text, end) == script(text, at):
                    end += 1
                if end - at >= 3:
                    word[count], start[count] = span_hash(text, at, end - at), at
                    sort[count] = NAME
                    count += 1
            continue
        while token < tokens.size and tokens.starts[token] < at:
            token += 1
        if token == tokens.size or tokens.starts[token] != at:
            continue
        kind, length, hashed = tokens.kinds[token], tokens.lengths[token], tokens.hashes[token]
        if kind == DIGIT:
            sort[count] = NUMBER
            if length <= SHORT:
                sort[count] = SHORT_NUMBER
                hashed = with_unit(text, hashed, at + length)
        elif kind == HAN:
            if length < 2 or is_common(hashed, common):
                continue
            sort[count] = NAME
        elif mostly_dense or is_name(text, at, length, 2 * capitals <= spaced):
            sort[count] = NAME
        else:
            continue
        word[count], start[count] = hashed, at
        count += 1
    first = first_occurrences(hashes[:count])
    for at in range(count):
        if first[at]:
            word[kept], start[kept], sort[kept] = word[at], start[at], sort[at]
            kept += 1
    return hashes[:kept].copy(), starts[:kept].copy(), sorts[:kept].copy()


cdef int sample_limit(const uint64_t[::1] hashes, Py_ssize_t size) except -2:
    """The limit of a sample of at most *size* hashes, -1 for none: see :func:`.sketch.sample`."""
    cdef Py_ssize_t at, under
    cdef int low = 0, high = 0xFFFF, middle
    if hashes.shape[0] <= size:
        return NO_LIMIT
    # The rank of the first one left out, by bisection.
    while low < high:
        middle = (low + high) >> 1
        under = 0
        for at in range(hashes.shape[0]):
            under += (hashes[at] >> 48) <= <uint64_t>middle
        if under > size:
            high = middle
        else:
            low = middle + 1
    return low - 1


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
    cdef int gram_limit = sample_limit(grams, most_grams)
    cdef int rare_limit = sample_limit(rare, most_rare)
    cdef Py_ssize_t gram = 0, word = 0, count = 0
    items = np.empty(most_grams + most_rare, np.uint16)
    cdef uint16_t[::1] item = items
    while True:
        while gram < grams.shape[0] and <int>(grams[gram] >> 48) > gram_limit:
            gram += 1
        while word < rare.shape[0] and <int>(rare[word] >> 48) > rare_limit:
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
