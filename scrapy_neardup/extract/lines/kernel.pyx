# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The functions of :mod:`.reference`, value for value."""

import re

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND,
    PyUnicode_2BYTE_KIND,
    PyUnicode_DATA,
    PyUnicode_FromKindAndData,
    PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 character) noexcept nogil
    uint32_t Py_UNICODE_TOLOWER(uint32_t character) noexcept nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISDECIMAL(Py_UCS4 character) noexcept nogil

from scrapy_neardup.extract.lines.reference import MOSTLY_LINKS

VERSION = 5

_DIGITS = re.compile(r"\d+")


cdef class Block:
    """See :class:`.reference.Block`; the fields are declared in ``kernel.pxd``."""


    def __init__(
        self,
        str text not None,
        int weight,
        int link_weight,
        int marks,
        str tag not None,
        int depth,
        int low,
        bint beside,
    ):
        self.text = text
        self.weight = weight
        self.link_weight = link_weight
        self.marks = marks
        self.tag = tag
        self.depth = depth
        self.low = low
        self.beside = beside

    @property
    def is_linked(self):
        return is_linked(self)

    def _values(self):
        return (
            self.text, self.weight, self.link_weight, self.marks, self.tag, self.depth, self.low,
            self.beside,
        )  # fmt: skip

    def __eq__(self, other):
        return isinstance(other, Block) and self._values() == (<Block>other)._values()

    __hash__ = None

    def __repr__(self):
        return f"Block{self._values()!r}"


ctypedef fused Letters:  # of a text, as they are stored
    const uint8_t
    const uint16_t
    const uint32_t


cdef enum:
    MOST_CHARACTERS = 8192
    MOST_WORDS = 1024
    SLOTS = 1024
    DOTTED_I = 0x130
    FIRST_CASELESS = 0x2E80

cdef enum:
    LINE_ROOM = 256  # for longer lines the room on the stack is too small

cdef enum:  # instead of the place of a word
    NOWHERE = -1
    UNKNOWN = -2


cdef inline uint32_t small(uint32_t character) noexcept nogil:
    if character < 0x80:
        return character + 32 if c"A" <= character <= c"Z" else character
    return character if character >= FIRST_CASELESS else Py_UNICODE_TOLOWER(character)


cdef inline uint32_t slot_of(uint32_t letter, uint32_t second) noexcept nogil:
    return (letter * 37 + second) & (SLOTS - 1)


cdef inline uint64_t bit_of(uint32_t letter) noexcept nogil:
    return <uint64_t>1 << (letter & 63)


cdef class WordSearch:
    """See :class:`.reference.WordSearch`."""

    def __init__(self, tuple words not None):
        cdef int number, at = 0, slot
        if len(words) > MOST_WORDS or sum(map(len, words)) > MOST_CHARACTERS or "" in words:
            raise ValueError("an empty word, or too many words to search for")
        self.words = words
        for slot in range(SLOTS):
            self.first[slot] = -1
            self.third[slot] = 0
        for at in range(256):
            self.alone[at] = False
        at = 0
        for number, word in enumerate(words):
            self.starts[number] = at
            for letter in word:
                if letter != letter.lower() or (ord(letter) >= FIRST_CASELESS and letter != letter.upper()):
                    raise ValueError(f"{letter!r} in {word!r} is not in small letters")
                self.characters[at] = ord(letter)
                at += 1
            letter_count = len(word)
            slot = slot_of(
                self.characters[self.starts[number]],
                self.characters[self.starts[number] + 1] if letter_count > 1 else 0,
            )
            if letter_count == 1:
                self.alone[self.characters[self.starts[number]] & 255] = True
            elif letter_count == 2:
                self.third[slot] = ~<uint64_t>0
            else:
                self.third[slot] |= bit_of(self.characters[self.starts[number] + 2])
            self.following[number] = self.first[slot]
            self.first[slot] = number
        self.starts[len(words)] = at

    cpdef bint matches(self, str text) except -1:
        if text is None:
            raise TypeError("a text is wanted, not None")
        cdef Py_ssize_t size = len(text), found
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        if kind == PyUnicode_1BYTE_KIND:
            found = place_of_word(self, <const uint8_t*>data, size)
        elif kind == PyUnicode_2BYTE_KIND:
            found = place_of_word(self, <const uint16_t*>data, size)
        else:
            found = place_of_word(self, <const uint32_t*>data, size)
        if found == UNKNOWN:
            low = text.lower()
            return any([word in low for word in self.words])
        return found != NOWHERE


cdef Py_ssize_t place_of_word(WordSearch search, Letters* text, Py_ssize_t size) noexcept nogil:
    """Where a word stands in *text*, else `NOWHERE`; `UNKNOWN` if *text* has a letter whose small form
    is two letters."""
    cdef Py_ssize_t at
    cdef uint32_t letter, before, slot
    if not size:
        return NOWHERE
    before = small(text[0])
    for at in range(size):
        if text[at] == DOTTED_I:
            return UNKNOWN
        if search.alone[before & 255] and stands(search, text, at, size, search.first[slot_of(before, 0)]):
            return at
        if at + 1 == size:
            break
        letter = small(text[at + 1])
        slot = slot_of(before, letter)
        # Most pairs of letters begin no word, and most others go on with another letter.
        if search.third[slot] and (
            at + 2 == size or search.third[slot] & bit_of(small(text[at + 2]))
        ) and stands(search, text, at, size, search.first[slot]):
            return at
        before = letter
    return NOWHERE


cdef bint stands(
    WordSearch search, Letters* text, Py_ssize_t at, Py_ssize_t size, int number
) noexcept nogil:
    """Whether the word *number*, or one that follows it in its slot, is in *text* from *at*."""
    cdef Py_ssize_t place
    cdef int letter, last
    while number >= 0:
        letter, last, place = search.starts[number], search.starts[number + 1], at
        while letter < last and place < size:
            if small(text[place]) != search.characters[letter]:
                break
            letter += 1
            place += 1
        if letter == last:
            return True
        number = search.following[number]
    return False


cdef class CharacterSet:
    """See :class:`.reference.CharacterSet`."""

    cdef uint8_t[256] narrow  # by code point
    cdef uint32_t[32] wide
    cdef int wide_count

    def __init__(self, str characters not None):
        cdef int point
        for point in range(256):
            self.narrow[point] = 0
        self.wide_count = 0
        for one in characters:
            if ord(one) < 256:
                self.narrow[ord(one)] = 1
            elif self.wide_count == 32:
                raise ValueError("too many characters beyond U+00FF to count")
            else:
                self.wide[self.wide_count] = ord(one)
                self.wide_count += 1

    def count(self, str text not None) -> int:
        cdef Py_ssize_t size = len(text)
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        if kind == PyUnicode_1BYTE_KIND:
            return count_in(self, <const uint8_t*>data, size)
        if kind == PyUnicode_2BYTE_KIND:
            return count_in(self, <const uint16_t*>data, size)
        return count_in(self, <const uint32_t*>data, size)


cdef Py_ssize_t count_in(CharacterSet wanted, Letters* text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t count = 0, at
    cdef int one
    for at in range(size):
        if text[at] < 256:
            count += wanted.narrow[text[at]]
            continue
        for one in range(wanted.wide_count):
            count += wanted.wide[one] == text[at]
    return count


cdef inline bint is_white(uint32_t character) noexcept nogil:
    """Whether ``str.split`` takes *character* for white space; the last such one is U+3000."""
    if character < 0x80:
        return character == c" " or 9 <= character <= 13 or 28 <= character <= 31
    return character <= 0x3000 and Py_UNICODE_ISSPACE(character)


cdef inline bint is_caseless(uint32_t character) noexcept nogil:
    """Whether *character* is its own folded form and no decimal digit: true for what Chinese is
    written in and for punctuation, false for everything below U+2010."""
    return (
        0x2E80 <= character < 0xA620
        or 0x2010 <= character <= 0x205E
        or 0xAC00 <= character < 0xD7A4
        or 0xFF01 <= character <= 0xFF0F
        or 0xFF1A <= character <= 0xFF20
        or 0xFF3B <= character <= 0xFF40
        or 0xFF5B <= character <= 0xFF65
    )


cdef inline bint folds_to_small(uint32_t character) noexcept nogil:
    """Whether the folded form of *character* is its small form: true for Latin and Cyrillic letters
    except a few."""
    return (
        character < 0xB5
        or 0xB5 < character < 0xDF
        or 0xDF < character <= 0xFF
        or 0x400 <= character < 0x530
    )


cdef str folded(Letters* text, Py_ssize_t size, int kind, bint digits):
    """What `squeeze` returns, None if *text* has letters whose folded form is not known here."""
    cdef Py_ssize_t written = 0, at
    cdef uint32_t character
    cdef bint in_number = False
    cdef uint32_t[LINE_ROOM] line
    # A letter is stored in as many bytes as before.
    cdef char* out = <char*>line
    if size * kind > <Py_ssize_t>sizeof(line):
        out = <char*>PyMem_Malloc(size * kind)
        if out == NULL:
            raise MemoryError
    try:
        for at in range(size):
            character = text[at]
            if digits and c"0" <= character <= c"9":
                if in_number:
                    continue
                in_number = True
                character = c"0"
            else:
                in_number = False
                if is_white(character):
                    continue
                if folds_to_small(character):
                    character = small(character)
                elif not is_caseless(character):
                    return None
            if kind == 1:
                (<uint8_t*>out)[written] = <uint8_t>character
            elif kind == 2:
                (<uint16_t*>out)[written] = <uint16_t>character
            else:
                (<uint32_t*>out)[written] = character
            written += 1
        return PyUnicode_FromKindAndData(kind, out, written)
    finally:
        if out != <char*>line:
            PyMem_Free(out)


cpdef str squeeze(str text, bint digits=False):
    """See :func:`.reference.squeeze`."""
    cdef str found
    if text is None:
        raise TypeError("a text is wanted, not None")
    cdef Py_ssize_t size = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    if kind == PyUnicode_1BYTE_KIND:
        found = folded(<const uint8_t*>data, size, kind, digits)
    elif kind == PyUnicode_2BYTE_KIND:
        found = folded(<const uint16_t*>data, size, kind, digits)
    else:
        found = folded(<const uint32_t*>data, size, kind, digits)
    if found is not None:
        return found
    return "".join((_DIGITS.sub("0", text) if digits else text).split()).casefold()


def unlinked_weight(list blocks not None):
    """See :func:`.reference.unlinked_weight`."""
    cdef Py_ssize_t weight = 0
    cdef Block block
    for block in blocks:
        weight += max(0, block.weight - block.link_weight)
    return weight


def linked_places(list blocks not None) -> list:
    """See :func:`.reference.linked_places`."""
    cdef Py_ssize_t place = 0
    cdef Block block
    cdef list found = []
    for block in blocks:
        if is_linked(block):
            found.append(place)
        place += 1
    return found


def is_listed(list blocks not None, Py_ssize_t place, int most) -> bool:
    """See :func:`.reference.is_listed`."""
    cdef Py_ssize_t at, left
    cdef Py_ssize_t count = len(blocks)
    cdef int step, text = 0
    cdef Block item, block
    if not 0 <= place < count:
        raise IndexError("no such line")
    item = blocks[place]
    for step in (-1, 1):
        at = place + step
        left = most
        while left > 0 and 0 <= at < count:
            block = blocks[at]
            if block.depth != item.depth or block.tag != item.tag:
                break
            text += -1 if is_linked(block) else 1
            at += step
            left -= 1
    return text > 0


def weigh(str text not None):
    """See :func:`.reference.weigh`."""
    cdef Py_ssize_t more = 0
    cdef Py_UCS4 character
    if text.isascii():
        return len(text)
    for character in text:
        if character >= 0x80 and not 0xD800 <= character < 0xE000:
            more += 1 + (character >= 0x800) + (character >= 0x10000)
    return (2 * len(text) + more) >> 1


cdef bint has_digit(str text) noexcept:
    cdef Py_UCS4 character
    for character in text:
        if Py_UNICODE_ISDECIMAL(character):
            return True
    return False


cdef bint has_word(str text) noexcept:
    cdef Py_UCS4 character
    for character in text:
        if character == c"_" or Py_UNICODE_ISALNUM(character):
            return True
    return False


cdef class LineRules:
    """See :class:`.reference.LineRules`."""

    cdef int notice_limit
    cdef int label_limit
    cdef int date_limit
    cdef int section_limit
    cdef int short
    cdef frozenset headings
    cdef frozenset label_starts
    cdef WordSearch label_signs
    cdef object is_label
    cdef object is_date
    cdef WordSearch credit_words
    cdef object is_credit
    cdef WordSearch notice_words
    cdef object is_notice
    cdef WordSearch section_words
    cdef object is_section

    def __init__(self, told not None):
        (
            self.notice_limit, self.label_limit, self.date_limit, self.section_limit, self.short,
            self.headings, self.label_starts, self.label_signs, self.is_label, self.is_date,
            self.credit_words, self.is_credit, self.notice_words, self.is_notice,
            self.section_words, self.is_section,
        ) = told  # fmt: skip

    def reasons(self, list blocks not None, frozenset names not None) -> list:
        cdef frozenset starts = frozenset([name[0] for name in names])
        return [self.reason(block, names, starts) for block in blocks]

    cdef str reason(self, Block block, frozenset names, frozenset starts):
        cdef str text = block.text, first
        cdef int weight = block.weight
        cdef bint begins_with_word
        if weight > self.notice_limit:
            return ""
        if not text:
            raise IndexError("a line without text")
        first = text[0]
        begins_with_word = Py_UNICODE_ISALNUM(<Py_UCS4>first[0])
        if weight <= self.label_limit:
            if (
                (not begins_with_word or first in self.label_starts)
                and (not text.isascii() or self.label_signs.matches(text))
                and self.is_label(block)
            ):
                return "a label"
            if weight <= self.date_limit and has_digit(text) and self.is_date(text):
                return "a date"
            if first.casefold()[0] in starts and squeeze(text) in names:
                return "the title"
            if (
                block.marks == 0
                and weight < self.short
                and block.tag not in self.headings
                and self.credit_words.matches(text)
                and self.is_credit(text)
            ):
                return "a picture's credit"
        if self.notice_words.matches(text) and self.is_notice(text):
            return "a notice"
        if is_linked(block):
            return MOSTLY_LINKS
        if (
            weight <= self.section_limit
            and self.section_words.matches(text)
            and self.is_section(block)
        ):
            return "the heading of another section"
        if not begins_with_word and not has_word(text):
            return "no word"
        return ""


def alike(list lines not None, Py_ssize_t head, Py_ssize_t least) -> set:
    """See :func:`.reference.alike`."""
    cdef dict heads = {}
    cdef set found = set()
    cdef bint unknown = False
    cdef Py_ssize_t place
    cdef str line, start
    for place, line in enumerate(lines):
        start = squeeze(line[:head])
        if len(start) >= least:
            before = heads.setdefault(start[:least], place)
            if before != place:
                found.update((before, place))
        elif len(line) > head or not start.rstrip(".…"):
            found.add(place)
            unknown |= len(line) > head
    return set(range(len(lines))) if unknown else found
