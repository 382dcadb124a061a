"""Articles and indexes made by a script: for measuring speed where no data set is at hand."""

from __future__ import annotations

import struct
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.archive import record_key
from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.ledger import _COUNTS, _COUNTS_KEY, PHRASE_BITS_MORE, Ledger
from scrapy_neardup.core.leveldb import _BUCKET, _VALUE, LevelDBStore
from scrapy_neardup.core.permuted_tables import PermutedTables
from scrapy_neardup.core.posting import MAX_BUCKET_BITS, MEMBER
from scrapy_neardup.core.record import Record
from scrapy_neardup.core.sketch import GRAMS, NAME, PHRASES, RARE
from scrapy_neardup.core.store import Change, contains

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from scrapy_neardup.core.posting import Postings

_BATCH = 10_000
_PART_BITS = 4
_PARTS = 1 << _PART_BITS
_NOW = 1_700_000_000


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


def url(number: int) -> str:
    """The id of the *number*-th article."""
    return f"https://news.example.com/articles/2026/{number:010d}.html"


def bulk_load(path: Path, documents: int, seed: int = 1) -> None:
    """Make an index of so many random articles, 24 phrases and a full sample each.

    It holds what adding them one by one would have written, and is written in the order of keys.
    """
    rng = np.random.default_rng(seed)
    simhashes = rng.integers(0, 2**64, documents, dtype=np.uint64)
    digests = rng.integers(0, 256, (documents, 16), dtype=np.uint8)
    phrases = np.sort(rng.integers(0, 2**32, (documents, PHRASES), dtype=np.uint32), axis=1)
    ids = np.empty(documents, np.uint64)
    store = LevelDBStore(path, sync="never")
    ledger = Ledger(store, None, documents)
    tables, bits = ledger.tables, ledger.bucket_bits
    items = rng.integers(0, 2**14, (_BATCH, GRAMS + RARE), dtype=np.uint16)
    items[:, ::3] |= np.uint16(NAME << 14)
    checked = None
    for start in range(0, documents, _BATCH):
        batch = store._db.write_batch()
        for number in range(start, min(start + _BATCH, documents)):
            head = struct.pack("<BBHH", PHRASES, GRAMS + RARE, 9000, 30000)
            sketch = head + phrases[number].tobytes() + items[number - start].tobytes()
            digest = digests[number].tobytes()
            record = Record(
                url(number),
                Kind.NEW,
                _NOW + number,
                digest[:8],
                digest,
                url=url(number),
                simhash=int(simhashes[number]),
                sketch=sketch,
            )
            batch.put(_VALUE + record_key(number), record.to_bytes())
            ids[number] = _key(tables.of_id(record.id), bits)
            checked = number, record
        batch.write()
    ordinals = np.arange(documents, dtype=np.uint32)
    _load(store, 0, ids, ordinals, bits)
    _load(store, 1, digests[:, :8].copy().view(">u8").ravel().astype(np.uint64), ordinals, bits)
    design = PermutedTables(ledger.scheme.max_distance, ledger.scheme.simhash_tables)
    for number, permutation in enumerate(design.permutations):
        keys = np.zeros(documents, np.uint64)
        for right, mask, left in permutation.moves:
            keys |= (simhashes >> np.uint64(right) & np.uint64(mask)) << np.uint64(left)
        _load(store, 2 + number, keys, ordinals, min(bits, permutation.prefix_bits))
    phrase_bits = min(bits + PHRASE_BITS_MORE, MAX_BUCKET_BITS)
    # In slices, as the phrases of ten million documents take gigabytes.
    for part in range(_PARTS):
        rows, columns = np.nonzero(phrases >> np.uint32(32 - _PART_BITS) == part)
        keys = phrases[rows, columns].astype(np.uint64) << np.uint64(32)
        _load(store, tables.phrase_table, keys, rows.astype(np.uint32), phrase_bits)
    counts = _COUNTS.pack(documents, documents, 0)
    store.apply(Change(values={_COUNTS_KEY: counts}))
    assert checked is not None
    pairs = ledger.posts(*checked)
    found = store.members([bucket for bucket, _ in pairs])
    assert all(contains(packed, member) for (_, member), packed in zip(pairs, found, strict=True))
    store.compact()
    store.close()


def _key(postings: Postings, bits: int) -> int:
    prefix = int.from_bytes(postings.buckets[0][1:], "big")
    return (prefix << 16 | int(postings.tags[0])) << (48 - bits)


def _load(
    store: LevelDBStore,
    table: int,
    keys: NDArray[np.uint64],
    ordinals: NDArray[np.uint32],
    bits: int,
) -> None:
    order = np.argsort(keys)
    keys, ordinals = keys[order], ordinals[order]
    buckets = keys >> np.uint64(64 - bits)
    members = np.empty(len(keys), MEMBER)
    members["tag"] = (keys >> np.uint64(48 - bits)).astype(np.uint16)
    members["ordinal"] = ordinals
    packed = members.tobytes()
    starts = np.flatnonzero(np.append(True, buckets[1:] != buckets[:-1])) if len(keys) else keys
    ends = np.append(starts[1:], len(keys)) * MEMBER.itemsize
    width = (bits + 7) // 8
    prefix = _BUCKET + bytes((table,))
    batch = store._db.write_batch()
    rows = zip(
        buckets[starts].tolist(), (starts * MEMBER.itemsize).tolist(), ends.tolist(), strict=True
    )
    for number, (bucket, start, end) in enumerate(rows):
        batch.put(prefix + bucket.to_bytes(width, "big"), packed[start:end])
        if number % _BATCH == _BATCH - 1:
            batch.write()
            batch.clear()
    batch.write()
