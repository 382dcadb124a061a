"""Articles and indexes made by a script, to measure speed without a data set."""

from __future__ import annotations

import struct
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from scrapy_neardup import Kind, NearDupIndex
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
from scrapy_neardup.core.fingerprints.sketch import GRAMS, HASH_BITS, PHRASES, RARE, SKELETON
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.postings.posting import member_bytes
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change
from scrapy_neardup.core.verdict.thresholds import Thresholds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scrapy_neardup.core.stores.store import Store

SAME_WORDS = Thresholds(rewriting=False)
"""Made-up articles tell no story that could be told in other words; ``benchmarks.rewritten`` measures what
looking for that takes."""

_Name = TypeVar("_Name")
_BATCH = 500
_POSTINGS = 20_000
_NOW = 1_700_000_000
_SKETCH_HEAD = struct.pack("<BBHH", PHRASES, 1 + SKELETON + GRAMS + RARE, 9000, 30000)


def articles(count: int, characters: int = 1000, seed: int = 0) -> Iterator[str]:
    """Chinese texts of about *characters* characters: jieba's words, as often as in its dictionary."""
    words, weights = [], []
    for line in resources.files("jieba").joinpath("dict.txt").read_text("utf-8").splitlines():
        word, frequency, *_ = line.split()
        words.append(word)
        weights.append(int(frequency))
    vocabulary = np.array(words, object)
    limits = np.cumsum(weights) / sum(weights)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        chosen = vocabulary[np.searchsorted(limits, rng.random(characters))].tolist()
        marks = rng.choice(
            ["", "，", "。", "\n"], characters, p=[0.88, 0.08, 0.035, 0.005]
        ).tolist()
        text = "".join(word + mark for word, mark in zip(chosen, marks, strict=True))
        yield text[:characters]


def in_turn(names: list[_Name], number: int) -> list[_Name]:
    """The *names* in the order of turn *number*. Over all turns each name comes first equally often.

    The first one meets caches that do not yet hold a text or its words.
    """
    first = number % len(names)
    return names[first:] + names[:first]


def url(number: int) -> str:
    """The id of the *number*-th article."""
    return f"https://news.example.com/articles/2026/{number:010d}.html"


def fingerprints(count: int, seed: int = 0) -> Iterator[Fingerprint]:
    """Random fingerprints, each of a different article: 24 phrases and a full sample."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        phrases = np.sort(rng.integers(0, 2**32, PHRASES, dtype=np.uint32))
        items = rng.integers(0, 1 << HASH_BITS, GRAMS + RARE, dtype=np.uint16)
        items[::3] |= np.uint16(1 << HASH_BITS)
        skeleton = rng.integers(0, 1 << 16, SKELETON, dtype=np.uint16)
        values = np.concatenate((np.array([SKELETON], np.uint16), skeleton, items))
        parts = (phrases.astype("<u4"), values.astype("<u2"))
        yield Fingerprint(
            digest=rng.bytes(16),
            length=2000,
            simhash=int(rng.integers(0, 2**64, dtype=np.uint64)),
            sketch=b"".join((_SKETCH_HEAD, *(part.tobytes() for part in parts))),
        )


class _SortedPostings:
    """A store that gets all postings at its close, in order.

    So a database writes each posting once and does not merge them again and again: ten million
    articles take half an hour instead of two hours. It takes 12 bytes of memory for each posting.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[tuple[int, int], bytearray] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def apply(self, change: Change) -> None:
        for bucket, member in change.post:
            # By table and length, so that their order is that of their bytes.
            rows = self._rows.setdefault((bucket[0], len(bucket)), bytearray())
            rows += bucket + member
        change.post = []
        self._store.apply(change)

    def close(self) -> None:
        for table, width in sorted(self._rows):
            rows = self._rows.pop((table, width))
            size = width + member_bytes(bytes([table]))
            ordered = np.frombuffer(rows, dtype=f"S{size}")
            ordered.sort()
            for start in range(0, len(rows), _POSTINGS * size):
                part = bytes(rows[start : start + _POSTINGS * size])
                posts = [
                    (part[place : place + width], part[place + width : place + size])
                    for place in range(0, len(part), size)
                ]
                self._store.apply(Change(post=posts))
        self._store.close()


def bulk_load(path: Path, documents: int, *, engine: str = "leveldb") -> None:
    """Make an index of *documents* random articles, 24 phrases and a full sample each."""
    made = enumerate(fingerprints(documents, seed=1))
    store = _SortedPostings(open_store(path.resolve(), engine, sync="never"))
    with NearDupIndex(store) as index:
        for batch in batched(made, _BATCH):
            index.put_records([(record_of(number, found), None) for number, found in batch])


def record_of(number: int, fingerprint: Fingerprint, telling: bytes | None = None) -> Record:
    """The record of the *number*-th article."""
    return Record(
        url(number),
        Kind.NEW,
        _NOW,
        fingerprint.digest[:8],
        fingerprint.digest,
        url=url(number),
        simhash=fingerprint.simhash,
        sketch=fingerprint.sketch,
        telling=telling,
    )
