"""The compact bytes by which a stored document is found and judged.

A sketch holds samples of its text's :class:`~.profile.Profile`. Its *phrases* with the smallest
hashes (bottom-k MinHash: Broder, SEQUENCES 1997; Cohen and Kaplan, PODC 2007) are the document's
postings. Its *items*, grams and rare words with the smallest ranks in the order of the text, are
what a query is compared with: the query has its whole text, so it applies the sketch's own limits
to itself, and both sides are sampled alike whatever their lengths. A rank is the upper 16 bits of
a hash, or a quarter of these for a number of three digits or more. The grams of the *skeleton*
with the smallest hashes are looked for in the query's whole skeleton.

Layout, little-endian: the numbers of phrases and of values, 1 byte each; the limits of grams and of
rare words, 2 bytes each; 4 bytes a phrase, ascending; 2 bytes a value. The first value is the number
of grams of the skeleton, which come next, 16 bits of each; the others are the items, their kinds in
the two top bits and a hash of 14. 376 bytes for an article of 1,000 Chinese characters. Version 2
had items only, so its length is told in the same way: `scrapy neardup rebuild` reads its records.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.profile import NUMBER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.profile import Profile

    Sampled = tuple[NDArray[np.uint16], int, int]

PHRASES = 24
"""The fewest phrases that are kept of a text that has so many."""
GRAMS_PER_PHRASE = 40
MAX_PHRASES = 64
"""A text of more than 960 grams keeps one phrase for each 40, up to 64: a short article pasted
into a long one is found by the share of the long one's phrases that come from it."""
GRAMS = 88
RARE = 32
"""Most grams and rare words kept."""
NUMBER_SHIFT = 2
"""A number loses so many bits of its rank, so that four times as many numbers are kept: two forms
that were filled in differ in numbers, and have most other rare words in common."""
SKELETON = 16
"""Most grams of the skeleton kept: eight tell less, and 32 hardly more."""

HASH_BITS = 14
GRAM = 0
"""Kind of an item that is a gram; the others are the kinds of rare words."""
HASH_MASK = (1 << HASH_BITS) - 1
NO_LIMIT = 0xFFFF
"""The limit of a sample that has all: the largest rank, which is a hash's upper 16 bits."""
_HEAD = struct.Struct("<BBHH")


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """A sketch, decoded: ``phrases`` of 32 bits, ``items`` of 14 bits, the items' ``kinds``, and
    the ``skeleton`` of 16 bits.
    """

    phrases: NDArray[np.uint32]
    gram_limit: int
    rare_limit: int
    items: NDArray[np.uint16]
    kinds: NDArray[np.uint16]
    skeleton: NDArray[np.uint16]

    @property
    def grams(self) -> NDArray[np.uint16]:
        """The items that are grams."""
        grams: NDArray[np.uint16] = self.items[self.kinds == GRAM]
        return grams


def encode(profile: Profile, sampled: Sampled) -> bytes:
    """The sketch of a text, at most 6 + 4 x 64 + 2 x 137 bytes.

    *sampled* are the items and the limits of the grams and of the rare words.
    """
    size = min(MAX_PHRASES, max(PHRASES, len(profile.grams) // GRAMS_PER_PHRASE))
    # Sorted by all 64 bits, kept by the low 32, which are uniform whatever was chosen.
    phrases = profile.phrases[:size].astype("<u4")
    phrases.sort()
    items, gram_limit, rare_limit = sampled
    skeleton = profile.skeleton[:SKELETON].astype("<u2")
    values = skeleton.tobytes() + items.astype("<u2").tobytes()
    head = _HEAD.pack(len(phrases), 1 + len(values) // 2, gram_limit, rare_limit)
    return head + phrases.tobytes() + len(skeleton).to_bytes(2, "little") + values


def decode(data: bytes) -> Sketch:
    """The parts of a sketch. Raises ValueError for bytes of another length."""
    phrases, count, gram_limit, rare_limit = _head(data)
    first = behind_skeleton(data)
    values = np.frombuffer(data, "<u2", count, _HEAD.size + 4 * phrases)
    packed = values[first:]
    return Sketch(
        np.frombuffer(data, "<u4", phrases, _HEAD.size),
        gram_limit,
        rare_limit,
        packed & np.uint16(HASH_MASK),
        packed >> np.uint16(HASH_BITS),
        values[1:first],
    )


def encoded_size(data: bytes, start: int = 0) -> int:
    """The length of the sketch that begins at *start* of *data*, by its head.

    Raises struct.error if *data* ends before the head does.
    """
    phrases, values, _, _ = _HEAD.unpack_from(data, start)
    return _HEAD.size + 4 * int(phrases) + 2 * int(values)


def behind_skeleton(data: bytes) -> int:
    """The number of values of a sketch up to the end of its skeleton. Raises ValueError if it has fewer."""
    phrases, count, *_ = _HEAD.unpack_from(data)
    at = _HEAD.size + 4 * int(phrases)
    first = 1 + int.from_bytes(data[at : at + 2], "little")
    if first > count:
        raise ValueError(f"a sketch of {count} values has too long a skeleton")
    return first


def phrase_keys(data: bytes) -> NDArray[np.uint32]:
    """The phrases of a sketch as 32-bit keys, different and uniform: its postings."""
    return np.frombuffer(data, "<u4", _head(data)[0], _HEAD.size)


def _head(data: bytes) -> tuple[int, int, int, int]:
    if len(data) < _HEAD.size:
        raise ValueError(f"a sketch of {len(data)} bytes: the index is damaged, rebuild it")
    head: tuple[int, int, int, int] = _HEAD.unpack_from(data)
    expected = encoded_size(data)
    if len(data) != expected:
        raise ValueError(
            f"a sketch of {len(data)} bytes where its head says {expected}: "
            "the index is damaged, rebuild it"
        )
    return head


def under(ranks: NDArray[np.uint64], limit: int) -> NDArray[np.intp]:
    """The places of the *ranks* that a sketch with this *limit* would have sampled."""
    return (ranks <= np.uint64(limit)).nonzero()[0]


def ranks(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The rank of each gram by its hash: the smallest are sampled."""
    return hashes >> np.uint64(48)


def rare_ranks(hashes: NDArray[np.uint64], kinds: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The rank of each rare word by its hash and kind: the smallest are sampled."""
    return ranks(hashes) >> np.where(kinds == NUMBER, NUMBER_SHIFT, 0).astype(np.uint64)


def short(hashes: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The 14 bits of each hash that an item keeps."""
    return (hashes & np.uint64(HASH_MASK)).astype(np.uint16)
