"""A user's dictionary of synonyms: words of one class become one word before they are compared.

A spinner that draws on the same dictionary then changes nothing. A file has a class on each line,
its words separated by white space. A file may also have the lines of Cilin (同义词词林), as
``Aa01A01= 人 士 人物``: ``=`` marks a class, ``#`` and ``@`` mark related and single words, which are
left out.
A word in several classes counts for the first. Words that the segmenter cuts in two don't match.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints import features
from scrapy_neardup.core.fingerprints.characters import HAN, LETTER
from scrapy_neardup.core.fingerprints.normalize import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup.core.fingerprints.reference import Text

_CODE = re.compile(r"[a-z]{2}\d\d[a-z]\d\d([=#@])")


@dataclass(frozen=True, slots=True, eq=False)
class Synonyms:
    """A dictionary of synonyms.

    ``leaders``: the word that stands for its class, by the hash of each other word of the class.
    ``digest``: equal for equal classes, 16 hex digits.
    """

    leaders: dict[int, Text]
    digest: str


def load(files: tuple[str, ...]) -> Synonyms:
    """The dictionary in *files*, as they are now.

    Raises :exc:`ValueError` that names the file and what is wrong with it.
    """
    return _parsed(files, tuple(map(_content, files)))


@lru_cache(maxsize=4)
def _parsed(files: tuple[str, ...], contents: tuple[str, ...]) -> Synonyms:
    """The dictionary in *files* of these *contents*, parsed once in a process."""
    known: set[str] = set()
    classes: list[list[str]] = []
    for file, content in zip(files, contents, strict=True):
        before = len(classes)
        for line in _lines(content):
            words = [word for word in line if word not in known]
            known.update(words)
            if len(words) > 1:
                classes.append(words)
        if len(classes) == before:
            raise ValueError(
                f"{file} holds no class of synonyms: write the words of a class on one line, "
                "separated by spaces"
            )
    leaders: dict[int, Text] = {}
    for leader, *others in classes:
        form = features.read(leader)
        for word in others:
            leaders.setdefault(features.word_hash(word), form)
    told = "\n".join(" ".join(words) for words in classes)
    return Synonyms(leaders, hashlib.blake2b(told.encode(), digest_size=8).hexdigest())


def _content(file: str) -> str:
    try:
        return Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} can't be read as a UTF-8 file of synonyms: {error}") from error


def _lines(content: str) -> Iterator[list[str]]:
    """The words of each class in their normal form, words of one script only."""
    for line in normalize(content).lower().splitlines():
        words = line.split()
        if words and (code := _CODE.fullmatch(words[0])):
            if code[1] != "=":
                continue
            words = words[1:]
        yield list(dict.fromkeys(word for word in words if _is_word(word)))


def _is_word(word: str) -> bool:
    kinds = features.read(word).kinds
    return len(kinds) == len(word) and set(kinds) in ({LETTER}, {HAN})
