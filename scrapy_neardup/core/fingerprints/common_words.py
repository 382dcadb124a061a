"""Which Chinese words are common: those that a spinner's synonym table can know.

The table is a bitmap of :data:`BITS` bits of word hash, made from the dictionary of jieba 0.42.1
(MIT licence): its words of two or more characters with a frequency over :data:`MIN_FREQUENCY`.
What is not in it are names, new words and terms of a trade, a thesaurus's blind spot. A rare word
whose place is taken passes for common, which costs evidence but makes no error.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints import features

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

BITS = 20
MIN_FREQUENCY = 20
"""Lower, and few words of an article are rare; higher, and a thesaurus knows some of them."""

_FILE = "common_words.bin"


def is_common(hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return of each word hash (see :class:`.features.Tokens`) whether the word is common."""
    places = (hashes >> np.uint64(64 - BITS)).astype(np.intp)
    bits: NDArray[np.uint8] = table()[places >> 3] >> (7 - (places & 7)).astype(np.uint8)
    known: NDArray[np.bool_] = (bits & 1).astype(np.bool_)
    return known


def bitmap(words: Iterable[str]) -> bytes:
    """Return the table of the common *words*; how the file was made."""
    words = list(words)
    text = features.read("".join(words))
    lengths = np.array([len(word) for word in words])
    hashes = features.span_hashes(text.points, np.cumsum(lengths) - lengths, lengths)
    bits = np.zeros(1 << BITS, np.bool_)
    bits[(hashes >> np.uint64(64 - BITS)).astype(np.intp)] = True
    return np.packbits(bits).tobytes()


@lru_cache(maxsize=1)
def table() -> NDArray[np.uint8]:
    """Return the bitmap, eight words a byte, the first in the highest bit."""
    data = resources.files(__package__).joinpath(_FILE).read_bytes()
    return np.frombuffer(data, np.uint8)
