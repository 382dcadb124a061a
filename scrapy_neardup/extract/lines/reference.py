"""What the kernel computes for lines, in plain Python."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOSTLY_LINKS = "mostly links"
"""The reason against a line of links, which the lines around it may outweigh."""
_MOST_WORDS = 1024
_MOST_CHARACTERS = 8192  # in all words together
_MOST_WIDE = 32  # characters beyond U+00FF
_FIRST_CASELESS = 0x2E80
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class Block:
    """One line of a page: the text between two borders of block elements."""

    text: str
    weight: int
    """Length in half-width characters (see `weigh`)."""
    link_weight: int
    """The part of the weight that is link text."""
    marks: int
    """Number of marks that end a sentence."""
    tag: str
    """Tag of the innermost block element around the text."""
    depth: int
    """Number of block elements around the text that are borders (see the walk)."""
    low: int
    """The smallest depth on the way from the block before to this one."""
    beside: bool
    """Whether it stands in an element whose name says that it stands beside the article."""

    @property
    def is_linked(self) -> bool:
        """Whether more than half of it is link text."""
        return self.link_weight * 2 > self.weight


def weigh(text: str) -> int:
    """Length of *text* in half-width characters: Latin letters 1, CJK 2, Cyrillic or Arabic 1.5.

    Computed as half of the characters plus half of the UTF-8 bytes, rounded down, which is exact
    for those scripts.
    """
    return (len(text) + len(text.encode("utf-8", "replace"))) >> 1


def squeeze(text: str, digits: bool = False) -> str:
    """*text* case-folded and without white space; with *digits*, each run of digits as "0"."""
    return "".join((_DIGITS.sub("0", text) if digits else text).split()).casefold()


def unlinked_weight(blocks: list[Block]) -> int:
    """Sum of the blocks' weights without their link text."""
    return sum(max(0, block.weight - block.link_weight) for block in blocks)


def linked_places(blocks: list[Block]) -> list[int]:
    """The places of the *blocks* that are mostly links."""
    return [place for place, block in enumerate(blocks) if block.is_linked]


def is_listed(blocks: Sequence[Block], place: int, most: int) -> bool:
    """Whether the line at *place* is an item of a list or table in which most items are no links.

    At most *most* items before it and as many after it are looked at.
    """
    item = blocks[place]
    text = 0
    for step in (-1, 1):
        for at in range(place + step, place + step * (most + 1), step):
            if not 0 <= at < len(blocks):
                break
            block = blocks[at]
            if block.tag != item.tag or block.depth != item.depth:
                break
            text += -1 if block.is_linked else 1
    return text > 0


class WordSearch:
    """A search for several words at once, which saves most tries of a regular expression.

    The words are in small letters. Raises ValueError for an empty word or one in other letters,
    and for more than 1,024 words or 8,192 characters together.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        if len(words) > _MOST_WORDS or sum(map(len, words)) > _MOST_CHARACTERS or "" in words:
            raise ValueError("an empty word, or too many words to search for")
        for word in words:
            for letter in word:
                if letter != letter.lower() or (
                    ord(letter) >= _FIRST_CASELESS and letter != letter.upper()
                ):
                    raise ValueError(f"{letter!r} in {word!r} is not in small letters")
        self._words = words

    def matches(self, text: str) -> bool:
        """Whether one of the words is in ``text.lower()``."""
        lowered = text.lower()
        return any(word in lowered for word in self._words)


class CharacterSet:
    """Characters to count in texts; at most 32 of them are beyond U+00FF (else ValueError)."""

    def __init__(self, characters: str) -> None:
        if sum(character > "\xff" for character in characters) > _MOST_WIDE:
            raise ValueError("too many characters beyond U+00FF to count")
        self._characters = frozenset(characters)

    def count(self, text: str) -> int:
        """How many characters of *text* are in the set."""
        return sum(character in self._characters for character in text)


class LineSigns(NamedTuple):
    """The signs of lines that are not the article's. Weights are in half-width characters."""

    notice_limit: int
    """A line of more weight is one of the article, whatever signs it has."""
    label_limit: int
    date_limit: int
    section_limit: int
    short: int
    """From this weight on a line is no credit of a picture."""
    headings: frozenset[str]
    """The tags of headings."""
    label_starts: frozenset[str]
    """The letters and digits with which a label may begin."""
    label_signs: WordSearch
    """Each label in ASCII has one of these in it."""
    is_label: Callable[[Block], bool]
    is_date: Callable[[str], bool]
    credit_words: WordSearch
    """Each credit has one of these in it. *notice_words* and *section_words* are the same for notices
    and sections."""
    is_credit: Callable[[str], bool]
    notice_words: WordSearch
    is_notice: Callable[[str], bool]
    section_words: WordSearch
    is_section: Callable[[Block], bool]


class LineRules:
    """Recognizes lines that are not the article's, each by itself, whatever stands around it."""

    def __init__(self, told: LineSigns) -> None:
        self._told = told

    def reasons(self, blocks: list[Block], names: frozenset[str]) -> list[str]:
        """Why each of *blocks* is no line of the article, "" if the line itself does not show that.

        *names* are what the page calls itself, as `squeeze` returns them.
        """
        starts = frozenset(name[0] for name in names)
        return [self._reason(block, names, starts) for block in blocks]

    def _reason(self, block: Block, names: frozenset[str], starts: frozenset[str]) -> str:
        told = self._told
        text, weight = block.text, block.weight
        if weight > told.notice_limit:
            return ""
        begins_with_word = text[0].isalnum()
        if weight <= told.label_limit:
            if (
                (not begins_with_word or text[0] in told.label_starts)
                and (not text.isascii() or told.label_signs.matches(text))
                and told.is_label(block)
            ):
                return "a label"
            if weight <= told.date_limit and any(map(str.isdecimal, text)) and told.is_date(text):
                return "a date"
            if text[0].casefold()[0] in starts and squeeze(text) in names:
                return "the title"
            if (
                block.marks == 0
                and weight < told.short
                and block.tag not in told.headings
                and told.credit_words.matches(text)
                and told.is_credit(text)
            ):
                return "a picture's credit"
        if told.notice_words.matches(text) and told.is_notice(text):
            return "a notice"
        if block.is_linked:
            return MOSTLY_LINKS
        if (
            weight <= told.section_limit
            and told.section_words.matches(text)
            and told.is_section(block)
        ):
            return "the heading of another section"
        if not begins_with_word and not any(sign.isalnum() or sign == "_" for sign in text):
            return "no word"
        return ""


def alike(lines: Sequence[str], head: int, least: int) -> set[int]:
    """The places of *lines* that are empty or begin like another line, as all repeated lines do. If a
    line has too much white space to tell, all places are returned.

    Only the first *head* characters of a line are looked at. They are compared by the first *least*
    of them that are no white space; shorter lines are not compared.
    """
    heads: dict[str, int] = {}
    found: set[int] = set()
    unknown = False
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
