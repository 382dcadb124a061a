"""What the kernel computes for lines, in plain Python."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Block", "CharacterSet", "WordSearch", "squeeze", "unlinked_weight", "weigh"]

_MOST_WORDS = 256
_MOST_CHARACTERS = 2048  # in all words together
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


class WordSearch:
    """A search for several words at once, which saves most tries of a regular expression.

    The words are in small letters. Raises ValueError for an empty word or one in other letters,
    and for more than 256 words or 2,048 characters together.
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
