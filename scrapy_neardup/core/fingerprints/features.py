"""A text as characters and words, with a 64-bit hash for each word.

The hash of a word is a Zobrist sum over its characters: each is mixed with its place in the word
(Zobrist, Technical Report 88, University of Wisconsin, 1970), so that one pass over the
characters serves words and n-grams of any length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints import characters, segment, versions

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints import reference as kernel
else:
    kernel = kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)


def read(text: str) -> kernel.Text:
    """The characters of *text*, a normal form as of :func:`~.normalize.normalize`."""
    return kernel.read(text, *characters.tables())


def tokens(text: kernel.Text, segmenter: str = "rjieba") -> kernel.Tokens:
    """The words of *text*; *segmenter* finds those in Chinese (see :mod:`.segment`)."""
    return kernel.tokens(text, segment.cutter(segmenter))


def spelled(text: kernel.Text, tokens: kernel.Tokens) -> list[str]:
    """The *tokens* of *text* as strings, in order."""
    whole = "".join(map(chr, text.points))
    spans = zip(tokens.starts, tokens.lengths, strict=True)
    return [whole[start : start + length] for start, length in spans]


def word_hash(word: str) -> int:
    """The hash that *word*, of one character or more, has wherever it stands."""
    form = read(word)
    return kernel.span_hash(form, 0, len(form.points))
