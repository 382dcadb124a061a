"""Articles and indexes made by a script: for measuring speed where no data set is at hand."""

from __future__ import annotations

import struct
import time
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
from scrapy_neardup.core.fingerprints.sketch import GRAMS, HASH_BITS, PHRASES, RARE
from scrapy_neardup.core.index.archive import record_key
from scrapy_neardup.core.index.ledger import _COUNTS, _COUNTS_KEY, PHRASE_BITS_MORE, Ledger
from scrapy_neardup.core.index.permuted_tables import PermutedTables
from scrapy_neardup.core.index.posting import MAX_BUCKET_BITS
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.store import Change, contains
from scrapy_neardup.core.leveldb.page import Entries, bucket_key
from scrapy_neardup.core.leveldb.runs import RUN
from scrapy_neardup.core.leveldb.store import _VALUE, LevelDBStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from scrapy_neardup.core.index.posting import Postings

_Name = TypeVar("_Name")
_LOOK_SECONDS = 0.2
_NOW = 1_700_000_000
_SKETCH_HEAD = struct.pack("<BBHH", PHRASES, GRAMS + RARE, 9000, 30000)
_SKETCH_SIZE = len(_SKETCH_HEAD) + 4 * PHRASES + 2 * (GRAMS + RARE)


def articles(count: int, characters: int = 1000, seed: int = 0) -> Iterator[str]:
    """Chinese texts of about so many characters: jieba's words, as often as its dictionary says."""
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
    """The *names* in the order of turn *number*, in which each comes first as often as the others.

    The first meets caches that do not hold the words of a text yet, or the text.
    """
    first = number % len(names)
    return names[first:] + names[:first]


def url(number: int) -> str:
    """The id of the *number*-th article."""
    return f"https://news.example.com/articles/2026/{number:010d}.html"


def fingerprints(count: int, seed: int = 0) -> Iterator[Fingerprint]:
    """Random ones, each of an article of its own: 24 phrases and a full sample."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        phrases = np.sort(rng.integers(0, 2**32, PHRASES, dtype=np.uint32))
        items = rng.integers(0, 1 << HASH_BITS, GRAMS + RARE, dtype=np.uint16)
        items[::3] |= np.uint16(1 << HASH_BITS)
        yield Fingerprint(
            digest=rng.bytes(16),
            length=2000,
            simhash=int(rng.integers(0, 2**64, dtype=np.uint64)),
            sketch=_SKETCH_HEAD + phrases.astype("<u4").tobytes() + items.astype("<u2").tobytes(),
        )


def bulk_load(path: Path, documents: int, seed: int = 1) -> None:
    """Make an index of so many random articles, 24 phrases and a full sample each.

    It holds what adding them one by one would have written: the same records, and runs of postings
    that were made and merged in the same steps. LevelDB has done all its own merging when this
    returns.
    """
    rng = np.random.default_rng(seed)
    store = LevelDBStore(path, sync="never")
    ledger = Ledger(store, None, documents)
    tables, bits = ledger.tables, ledger.bucket_bits
    phrase_bits = min(bits + PHRASE_BITS_MORE, MAX_BUCKET_BITS)
    design = PermutedTables(ledger.scheme.max_distance, ledger.scheme.simhash_tables)
    batch_size = RUN // (2 + len(design.permutations) + PHRASES)
    for start in range(0, documents, batch_size):
        count = min(batch_size, documents - start)
        simhashes = rng.integers(0, 2**64, count, dtype=np.uint64)
        digests = rng.integers(0, 256, (count, 16), dtype=np.uint8)
        phrases = np.sort(rng.integers(0, 2**32, (count, PHRASES), dtype=np.uint32), axis=1)
        batch = store._db.write_batch()
        for number, row in enumerate(_records(rng, start, simhashes, digests, phrases), start):
            batch.put(_VALUE + record_key(number), row)
        batch.write()
        ids = [_key(tables.of_id(url(number)), bits) for number in range(start, start + count)]
        keys = [
            _posted(0, np.array(ids, np.uint64), bits),
            _posted(1, digests[:, :8].copy().view(">u8").ravel().astype(np.uint64), bits),
        ]
        for number, permutation in enumerate(design.permutations):
            permuted = np.zeros(count, np.uint64)
            for right, mask, left in permutation.moves:
                permuted |= (simhashes >> np.uint64(right) & np.uint64(mask)) << np.uint64(left)
            keys.append(_posted(2 + number, permuted, min(bits, permutation.prefix_bits)))
        keys += [
            _posted(tables.phrase_table, column << np.uint64(32), phrase_bits)
            for column in phrases.T.astype(np.uint64)
        ]
        ordinals = np.tile(np.arange(start, start + count, dtype=np.uint32), len(keys))
        posted = np.concatenate(keys)
        entries = Entries(posted, ordinals, np.zeros(len(posted), np.bool_))
        store._runs.add(entries.latest(), {})
        for _ in range(count):
            store._tidy(len(keys))
    counts = _COUNTS.pack(documents, documents, 0)
    store.apply(Change(values={_COUNTS_KEY: counts}))
    for ordinal, record in ledger.records([0, documents // 2, documents - 1]):
        assert record.id == url(ordinal)
        pairs = ledger.posts(ordinal, record)
        found = store.members([bucket for bucket, _ in pairs])
        assert all(contains(packed, one) for (_, one), packed in zip(pairs, found, strict=True))
    while _has_to_merge(store):
        time.sleep(_LOOK_SECONDS)
    store.close()


def _has_to_merge(store: LevelDBStore) -> bool:
    # Levels from 1 on may have ten times as much as the one before, from 10 MB; level 0 3 files.
    lines = store._db.get_property(b"leveldb.stats").decode().splitlines()[3:]
    levels = [
        (int(level), int(files), int(size)) for level, files, size, *_ in map(str.split, lines)
    ]
    return any(size > 10**level if level else files > 3 for level, files, size in levels)


def _records(
    rng: np.random.Generator,
    first: int,
    simhashes: NDArray[np.uint64],
    digests: NDArray[np.uint8],
    phrases: NDArray[np.uint32],
) -> list[bytes]:
    """The stored records of articles from number *first* on."""
    count = len(simhashes)
    items = rng.integers(0, 1 << HASH_BITS, (count, GRAMS + RARE), dtype=np.uint16)
    items[:, ::3] |= np.uint16(1 << HASH_BITS)
    head = np.tile(np.frombuffer(_SKETCH_HEAD, np.uint8), (count, 1))
    numbers = b"".join(b"%010d" % number for number in range(first, first + count))
    parts = {
        b"\x01" * 8: digests[:, :8],
        b"\x02" * 16: digests,
        b"\x03" * 8: _bytes(simhashes.astype(">u8")),
        b"9" * 10: np.frombuffer(numbers, np.uint8).reshape(count, 10),
        b"\x04" * _SKETCH_SIZE: np.hstack((head, _bytes(phrases), _bytes(items))),
    }
    revision, digest, simhash, _, sketch = parts
    record = Record(
        url(9_999_999_999),
        Kind.NEW,
        _NOW,
        revision,
        digest,
        url=url(9_999_999_999),
        simhash=int.from_bytes(simhash, "big"),
        sketch=sketch,
    ).to_bytes()
    rows = np.tile(np.frombuffer(record, np.uint8), (count, 1))
    for mark, values in parts.items():
        at = record.index(mark)
        rows[:, at : at + len(mark)] = values
    size = len(record)
    packed = rows.tobytes()
    return [packed[at : at + size] for at in range(0, len(packed), size)]


def _bytes(values: NDArray[Any]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)


def _key(postings: Postings, bits: int) -> int:
    prefix = int.from_bytes(postings.buckets[0][1:], "big")
    return (prefix << 16 | int(postings.tags[0])) << (48 - bits)


def _posted(table: int, keys: NDArray[np.uint64], bits: int) -> NDArray[np.uint64]:
    """What entries have for these *keys* of a table."""
    first = bucket_key(bytes((table,)) + bytes((bits + 7) // 8))
    posted: NDArray[np.uint64] = np.uint64(first) | keys >> np.uint64(48 - bits)
    return posted
