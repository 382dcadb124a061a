"""How a text tells its story: which terms stand in which sentence, what each of them tells, and
which are the most characteristic of it.

What is stored of it is at most 900 bytes, little-endian: number of characteristic terms, 1 byte;
number of sentences, 1 byte; the limit of the sample, 2 bytes; the sum of the weights of its different
terms and the length of their vector, floats of 4 bytes; the characteristic terms, 4 bytes each; the sentences, 2 bytes each:
how many terms are kept of it, and what it weighs; the terms, a hash of 2 bytes each, in order. Of
a long text those terms are kept whose hashes have the smallest ranks, and a query leaves out of
itself what that left out.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.terms import Terms
    from scrapy_neardup.core.rewriting.frequencies import Frequencies

POSTED = 24
"""Characteristic terms by which a document is found."""
ASKED = 32
"""Characteristic terms by which a query looks for documents."""
MOST_SENTENCES = 48
MOST_TERMS = 348
MOST_BYTES = 12 + 4 * POSTED + 2 * MOST_SENTENCES + 2 * MOST_TERMS
NO_LIMIT = 0xFFFF
_HEAD = struct.Struct("<BBHff")


@dataclass(frozen=True, eq=False)
class Telling:
    """The telling terms of a text in order, each once a sentence: ``hashes`` of 64 bits, their
    ``sentences``, ascending, their ``weights``, and whether each ``is_number``. ``keys`` are its
    most characteristic terms as 32 bits, the most characteristic first.
    """

    hashes: NDArray[np.uint64]
    sentences: NDArray[np.int64]
    weights: NDArray[np.float64]
    is_number: NDArray[np.bool_]
    keys: NDArray[np.uint32]

    @classmethod
    def of(cls, terms: Terms, frequencies: Frequencies) -> Telling:
        """The telling terms among all *terms* of a text."""
        weights = frequencies.weights(terms)
        hashes, sentences = terms.hashes, terms.sentences
        # By sentence and term, then by place: the first of each counts.
        order = np.lexsort((hashes, sentences))
        again = (np.diff(hashes[order]) == 0) & (np.diff(sentences[order]) == 0)
        chosen = np.sort(order[np.concatenate(([True], ~again))[: len(order)]])
        hashes, weights = hashes[chosen], weights[chosen]
        different, first, counts = np.unique(hashes, return_index=True, return_counts=True)
        # A term of many sentences is what the article is about.
        telling = -np.sqrt(counts) * weights[first]
        best = different[np.lexsort((different, telling))[:ASKED]]
        keys = (best & np.uint64(0xFFFFFFFF)).astype(np.uint32)
        return cls(hashes, terms.sentences[chosen], weights, terms.is_number[chosen], keys)

    @cached_property
    def ranks(self) -> NDArray[np.uint16]:
        """What decides which terms are sampled."""
        return (self.hashes >> np.uint64(32)).astype(np.uint16)

    @cached_property
    def items(self) -> NDArray[np.uint16]:
        """The hashes of 16 bits by which terms of two texts are compared."""
        return (self.hashes >> np.uint64(16)).astype(np.uint16)

    def sketch(self) -> bytes | None:
        """What is stored; None of a text without terms."""
        if not len(self.hashes):
            return None
        limit = NO_LIMIT
        if len(self.hashes) > MOST_TERMS:
            limit = max(int(np.partition(self.ranks, MOST_TERMS)[MOST_TERMS]) - 1, 0)
        kept = self.ranks <= limit
        items, weights = self.items[kept][:MOST_TERMS], self.weights[kept][:MOST_TERMS]
        sentences = self.sentences[kept][:MOST_TERMS]
        sentences = numbered(sentences)
        sizes = np.bincount(sentences)
        while len(sizes) and sizes.max() > 255:
            # A sentence of so many terms is a table.
            sentences = np.arange(len(items)) // 255
            sizes = np.bincount(sentences)
        sums = np.ceil(np.bincount(sentences, weights)).clip(0, 255)
        keys = self.keys[:POSTED].astype("<u4")
        heads = np.column_stack((sizes, sums)).astype(np.uint8)
        weight, length = weight_and_length(items, weights)
        return b"".join(
            (
                _HEAD.pack(len(keys), len(sizes), limit, weight, length),
                keys.tobytes(),
                heads.tobytes(),
                items.astype("<u2").tobytes(),
            )
        )


@dataclass(frozen=True, eq=False)
class Told:
    """What is stored of a telling, decoded: ``items`` of 16 bits, the ``sentences`` in which they
    stand, the ``sums`` of the sentences' weights, the ``weight`` of all different terms, and the
    ``length`` of their vector.
    """

    limit: int
    weight: float
    length: float
    items: NDArray[np.uint16]
    sentences: NDArray[np.int64]
    sums: NDArray[np.float64]


def decode(data: bytes) -> Told:
    """The parts of a stored telling. Raises ValueError for bytes of another length."""
    keys, count, limit, weight, length = _head(data)
    heads = np.frombuffer(data, np.uint8, 2 * count, _HEAD.size + 4 * keys).reshape(-1, 2)
    items = np.frombuffer(data, "<u2", -1, _HEAD.size + 4 * keys + 2 * count)
    sentences = np.repeat(np.arange(count), heads[:, 0])
    return Told(limit, weight, length, items, sentences, heads[:, 1].astype(np.float64))


def posted_keys(data: bytes) -> NDArray[np.uint32]:
    """The characteristic terms of a stored telling: its postings. Raises as :func:`decode`."""
    return np.frombuffer(data, "<u4", _head(data)[0], _HEAD.size)


def encoded_size(data: bytes, start: int = 0) -> int:
    """The length of the stored telling that begins at *start* of *data*, by its head.

    Raises struct.error or IndexError if *data* ends before that.
    """
    keys, count, *_ = _HEAD.unpack_from(data, start)
    at = start + _HEAD.size + 4 * keys
    sizes = [data[at + 2 * number] for number in range(count)]
    return int(_HEAD.size + 4 * keys + 2 * count + 2 * sum(sizes))


def numbered(sentences: NDArray[np.int64]) -> NDArray[np.int64]:
    """The *sentences* numbered from 0 without gaps; of a text with too many, neighbours are taken
    together.
    """
    _, sentences = np.unique(sentences, return_inverse=True)
    if len(sentences) and sentences[-1] >= MOST_SENTENCES:
        sentences = sentences * MOST_SENTENCES // (int(sentences[-1]) + 1)
    return sentences


def weight_and_length(
    items: NDArray[np.uint16], weights: NDArray[np.float64]
) -> tuple[float, float]:
    """The sum of the weights of all different *items*, and the length of their vector."""
    _, first = np.unique(items, return_index=True)
    return float(weights[first].sum()), float(np.sqrt(np.square(weights[first]).sum()))


def _head(data: bytes) -> tuple[int, int, int, float, float]:
    try:
        expected = encoded_size(data)
    except (struct.error, IndexError):
        expected = -1
    if len(data) != expected:
        raise ValueError(
            f"a telling of {len(data)} bytes that its head says otherwise of: the index is "
            "damaged, rebuild it"
        )
    head: tuple[int, int, int, float, float] = _HEAD.unpack_from(data)
    return head
