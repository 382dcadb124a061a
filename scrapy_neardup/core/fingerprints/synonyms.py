"""A user's dictionary of synonyms: words of one class become one word before they are compared.

A spinner that draws on the same dictionary then changes nothing. A file has a class on each line,
its words apart by white space, or the lines of Cilin (同义词词林), ``Aa01A01= 人 士 人物``, of which
those with ``=`` are classes; ``#`` and ``@`` mark related and single words there, and are left out.
A word in several classes counts for the first. Words that the segmenter cuts in two don't match.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints import features
from scrapy_neardup.core.fingerprints.characters import HAN, LETTER
from scrapy_neardup.core.fingerprints.features import Text, Tokens
from scrapy_neardup.core.fingerprints.normalize import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_CODE = re.compile(r"[a-z]{2}\d\d[a-z]\d\d([=#@])")


@dataclass(frozen=True, slots=True, eq=False)
class Synonyms:
    """A dictionary as arrays.

    ``words``: sorted hashes of the words that are replaced. ``classes``: of each, the number of
    the word that stands for its class. ``hashes``, ``kinds``, ``starts``, ``lengths``: of those
    words, whose characters are ``points``. ``digest``: equal for equal classes, 16 hex digits.
    """

    words: NDArray[np.uint64]
    classes: NDArray[np.intp]
    hashes: NDArray[np.uint64]
    kinds: NDArray[np.uint8]
    starts: NDArray[np.intp]
    lengths: NDArray[np.intp]
    points: NDArray[np.uint32]
    digest: str

    def replaced(self, text: Text, tokens: Tokens) -> tuple[Text, Tokens]:
        """Return *text* and its words with the first word of its class in place of each."""
        places = np.minimum(np.searchsorted(self.words, tokens.hashes), len(self.words) - 1)
        found = self.words[places] == tokens.hashes
        found &= (tokens.kinds == LETTER) | (tokens.kinds == HAN)
        if not found.any():
            return text, tokens
        class_ = self.classes[places[found]]
        starts, lengths = tokens.starts[found], tokens.lengths[found]
        # Spans of the text that stay and of the dictionary that come in, by turns.
        ends = starts + lengths
        size = len(text.points)
        span_starts = np.empty(2 * len(starts) + 1, np.intp)
        span_lengths = np.empty_like(span_starts)
        span_starts[::2] = np.append(0, ends)
        span_lengths[::2] = np.append(starts, size) - span_starts[::2]
        span_starts[1::2] = size + self.starts[class_]
        span_lengths[1::2] = self.lengths[class_]
        firsts = np.cumsum(span_lengths) - span_lengths
        at = np.arange(span_lengths.sum()) + np.repeat(span_starts - firsts, span_lengths)
        kinds = np.repeat(self.kinds, self.lengths)
        upper = np.zeros(len(self.points), np.bool_)
        form = Text(
            np.concatenate((text.points, self.points))[at],
            np.concatenate((text.kinds, kinds))[at],
            np.concatenate((text.upper, upper))[at],
        )
        # A name stays a name: the capital passes to the new word.
        form.upper[firsts[1::2]] = text.upper[starts]
        hashes, new_lengths, new_kinds = (
            tokens.hashes.copy(),
            tokens.lengths.copy(),
            tokens.kinds.copy(),
        )
        hashes[found] = self.hashes[class_]
        new_lengths[found] = self.lengths[class_]
        new_kinds[found] = self.kinds[class_]
        shift = np.append(0, np.cumsum(self.lengths[class_] - lengths))
        moved = tokens.starts + shift[np.searchsorted(starts, tokens.starts)]
        return form, Tokens(hashes, moved, new_lengths, new_kinds)


@lru_cache(maxsize=4)
def load(files: tuple[str, ...]) -> Synonyms:
    """Return the dictionary in *files*, read once in a process.

    Raises :exc:`ValueError` that names the file and what is wrong with it.
    """
    known: set[str] = set()
    classes: list[list[str]] = []
    for file in files:
        before = len(classes)
        for line in _lines(file):
            words = [word for word in line if word not in known]
            known.update(words)
            if len(words) > 1:
                classes.append(words)
        if len(classes) == before:
            raise ValueError(
                f"{file} holds no class of synonyms: write the words of a class on one line, "
                "apart by spaces"
            )
    lists = [words[1:] for words in classes]
    others = _hashes([word for words in lists for word in words])
    order = np.argsort(others)
    numbers = np.repeat(np.arange(len(classes)), [len(words) for words in lists])
    text = features.read("".join(words[0] for words in classes))
    lengths = np.array([len(words[0]) for words in classes])
    starts = np.cumsum(lengths) - lengths
    content = "\n".join(" ".join(words) for words in classes)
    return Synonyms(
        others[order],
        numbers[order],
        features.span_hashes(text.points, starts, lengths),
        text.kinds[starts],
        starts,
        lengths,
        text.points,
        hashlib.blake2b(content.encode(), digest_size=8).hexdigest(),
    )


def _hashes(words: list[str]) -> NDArray[np.uint64]:
    points = features.read("".join(words)).points
    lengths = np.array([len(word) for word in words])
    return features.span_hashes(points, np.cumsum(lengths) - lengths, lengths)


def _lines(file: str) -> Iterator[list[str]]:
    """Yield the words of each class in their normal form, words of one script only."""
    try:
        content = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} can't be read as a UTF-8 file of synonyms: {error}") from error
    for line in normalize(content).lower().splitlines():
        words = line.split()
        if words and (code := _CODE.fullmatch(words[0])):
            if code[1] != "=":
                continue
            words = words[1:]
        yield list(dict.fromkeys(word for word in words if _is_word(word)))


def _is_word(word: str) -> bool:
    kinds = features.read(word).kinds
    return len(kinds) == len(word) and bool((kinds == LETTER).all() or (kinds == HAN).all())
