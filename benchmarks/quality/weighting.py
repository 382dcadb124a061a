"""Which weights of words make the best SimHash?

    python -m benchmarks.quality.weighting DIRECTORY [--distance 3] [--output FILE]

DIRECTORY holds docs.jsonl.gz. For each language and weighting: the share of copies within the
distance of their original, by kind, and the share of unrelated articles that have another
unrelated article within it. Document frequencies are those of the originals and unrelated
articles.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_neardup.core.fingerprints import features
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.simhash import simhash
from scrapy_neardup.core.scheme import Scheme

Weighting = Callable[[NDArray[np.int64], NDArray[np.float64]], NDArray[Any]]
WEIGHTINGS: dict[str, Weighting] = {
    "set": lambda tf, idf: np.ones(len(tf)),
    "tf": lambda tf, idf: tf,
    "sqrt tf": lambda tf, idf: np.sqrt(tf),
    "1 + ln tf": lambda tf, idf: 1 + np.log(tf),
    "idf": lambda tf, idf: idf,
    "tf x idf": lambda tf, idf: tf * idf,
    "tf of words in under 10 % of articles": lambda tf, idf: tf * (idf > np.log(10)),
}
KINDS = ("repost", "truncated", "extended", "spun_10", "spun_20", "spun_30", "spun_mix")


def words_of(text: str) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    scheme = Scheme()
    form = features.read(normalize(text, simplify=scheme.simplify))
    hashes = features.tokens(form, scheme.segmenter).hashes
    return np.unique(np.array(hashes, np.uint64), return_counts=True)


def compare(documents: list[dict[str, Any]], distance: int) -> list[dict[str, Any]]:
    words = {document["id"]: words_of(document["text"]) for document in documents}
    unrelated = [d["id"] for d in documents if d["kind"] in ("original", "unrelated")]
    seen, counts = np.unique(np.concatenate([words[i][0] for i in unrelated]), return_counts=True)
    rows = []
    for name, weighting in WEIGHTINGS.items():
        hashes = {}
        for document_id, (hashed, tf) in words.items():
            place = np.minimum(np.searchsorted(seen, hashed), len(seen) - 1)
            frequency = np.where(seen[place] == hashed, counts[place], 1)
            idf = np.log(len(unrelated) / frequency)
            weights = weighting(tf, idf).tolist()
            hashes[document_id] = simhash(zip(hashed.tolist(), weights, strict=True))
        within = defaultdict(list)
        for document in documents:
            if document["kind"] in KINDS:
                bits = (hashes[document["id"]] ^ hashes[document["group"]]).bit_count()
                within[document["kind"]].append(bits <= distance)
        alone = np.array([hashes[i] for i in unrelated], np.uint64)
        rows.append(
            {
                "weighting": name,
                **{kind: round(float(np.mean(within[kind])), 3) for kind in within},
                "unrelated_hit": round(_share_with_neighbour(alone, distance), 4),
            }
        )
    return rows


def _share_with_neighbour(hashes: NDArray[np.uint64], distance: int) -> float:
    hit = np.zeros(len(hashes), bool)
    bits = np.array([value.bit_count() for value in range(1 << 16)], np.uint8)
    for start in range(0, len(hashes), 200):
        differing = hashes[start : start + 200, None] ^ hashes[None, :]
        apart = bits[differing.view(np.uint16)].reshape(*differing.shape, 4).sum(axis=2)
        near = apart <= distance
        near[np.arange(len(near)), np.arange(start, start + len(near))] = False
        hit[start : start + 200] = near.any(axis=1)
    return float(hit.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--distance", type=int, default=3)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    by_language = defaultdict(list)
    with gzip.open(args.directory / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            document = json.loads(line)
            # Rulings of one form are near-duplicates by words alone, whatever the weights.
            if document["source"] != "court":
                by_language[document["lang"]].append(document)
    results = {}
    for language, documents in sorted(by_language.items()):
        results[language] = compare(documents, args.distance)
        for row in results[language]:
            print(language, row, file=sys.stderr)
    json.dump({"distance": args.distance, "languages": results}, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
