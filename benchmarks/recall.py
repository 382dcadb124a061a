"""Does the index find every fingerprint that a linear scan finds?

    python -m benchmarks.recall [--fingerprints 100000] [--queries 200] [--output FILE]

Random fingerprints and neighbours of the queries at 0 to k + 2 bits go into a LevelDB store, for
each k from 1 to 6 with its three smallest numbers of tables. Exit code 1 if a fingerprint is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from scrapy_neardup.core.postings.permuted_tables import PermutedTables, table_counts
from scrapy_neardup.core.postings.posting import bucket_bits_for
from scrapy_neardup.core.postings.tables import Tables
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change, Store

_BATCH = 2000


def recall(
    k: int, tables: int, fingerprints: int, queries: int, members: float = 16
) -> dict[str, Any]:
    """Index against scan for one design: {k, tables, within, found, candidates_per_query}."""
    rng = np.random.default_rng(k * 1000 + tables)
    asked = rng.integers(0, 2**64, queries, dtype=np.uint64)
    near = np.concatenate([_neighbours(rng, int(query), k + 2) for query in asked])
    random = rng.integers(0, 2**64, max(fingerprints - len(near), 0), dtype=np.uint64)
    collection = rng.permutation(np.concatenate([near, random]))
    bits = bucket_bits_for(len(collection), members)
    layout = Tables(Scheme(max_distance=k, simhash_tables=tables), bits)
    within = found = candidates = 0
    with tempfile.TemporaryDirectory() as directory:
        store = open_store(Path(directory))
        _fill(store, layout, collection.tolist())
        for query in asked.tolist():
            postings = layout.of_likeness(query, None)
            in_buckets = store.members(postings.buckets)
            hits = np.array(list(layout.hits(postings, in_buckets).weights), np.intp)
            distances = _distances(collection, query)
            expected = np.flatnonzero(distances <= k)
            within += len(expected)
            candidates += len(hits)
            found += len(np.intersect1d(expected, hits[distances[hits] <= k]))
        store.close()
    return {
        "k": k,
        "tables": tables,
        "prefix_bits": sorted({p.prefix_bits for p in PermutedTables(k, tables).permutations}),
        "within": within,
        "found": found,
        "candidates_per_query": round(candidates / queries, 2),
    }


def _fill(store: Store, layout: Tables, collection: list[int]) -> None:
    for start in range(0, len(collection), _BATCH):
        change = Change()
        for ordinal, fingerprint in enumerate(collection[start : start + _BATCH], start):
            change.post += layout.of_likeness(fingerprint, None).of(ordinal)
        store.apply(change)


def _neighbours(rng: np.random.Generator, centre: int, most: int) -> np.ndarray:
    near = []
    for distance in range(most + 1):
        for _ in range(3):
            value = centre
            for bit in rng.choice(64, distance, replace=False):
                value ^= 1 << int(bit)
            near.append(value)
    return np.array(near, np.uint64)


def _distances(collection: np.ndarray, fingerprint: int) -> np.ndarray:
    differing = (collection ^ np.uint64(fingerprint)).view(np.uint8)
    bits = np.unpackbits(differing).reshape(len(collection), 64)
    return np.asarray(bits.sum(axis=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fingerprints", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    results = []
    for k in range(1, 7):
        for tables in list(table_counts(k))[:3]:
            results.append(recall(k, tables, args.fingerprints, args.queries))
            print(results[-1], file=sys.stderr)
    json.dump(
        {"fingerprints": args.fingerprints, "queries": args.queries, "designs": results},
        args.output,
        indent=1,
    )
    args.output.write("\n")
    sys.exit(any(result["found"] < result["within"] for result in results))


if __name__ == "__main__":
    main()
