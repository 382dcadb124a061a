"""The Chinese words that are common enough to stand in a spinner's table of synonyms.

The table is a bitmap of :data:`BITS` bits of word hash, made from the dictionary of jieba 0.42.1
(MIT licence): its words of two or more characters with a frequency over :data:`MIN_FREQUENCY`.
Names, new words and terms of a trade are not in it, as they are in no thesaurus. A rare word whose
bit is set by a common one passes for common, which costs evidence but makes no error.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

BITS = 20
MIN_FREQUENCY = 20
"""If it were lower, few words of an article would be rare; if higher, a thesaurus would know
some."""

_FILE = "common_words.bin"


@lru_cache(maxsize=1)
def table() -> bytes:
    """The bitmap, eight words a byte, the first in the highest bit."""
    return resources.files(__package__).joinpath(_FILE).read_bytes()


def contains(table: bytes, hashed: int) -> bool:
    """Whether the *table* has the word with this hash."""
    place = hashed >> (64 - BITS)
    return bool(table[place >> 3] >> (7 - (place & 7)) & 1)


def bitmap(hashes: Iterable[int]) -> bytes:
    """The table of the common words with these *hashes*: ``benchmarks.quality.common_words`` makes
    the file with it.
    """
    table = bytearray(1 << (BITS - 3))
    for hashed in hashes:
        place = hashed >> (64 - BITS)
        table[place >> 3] |= 0x80 >> (place & 7)
    return bytes(table)
