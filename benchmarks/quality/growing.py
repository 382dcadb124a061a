"""What the rule finds in an index of few articles: on its first day, and later.

    python -m benchmarks.quality.growing DIRECTORY [--sizes 0 100 1000 10000] [--json FILE]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. An index gets so many unrelated articles, of all
languages by turns. Each source is put into it alone, reserved and not kept. Then the copies that were
made of the source are judged, and the articles that labels call no copies of it. So nothing but the
size of the index differs. Prints the percentage of copies found, by kind, of look-alikes taken for
copies, and of other unrelated articles, which are not in the index but resemble an article there.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import BASE_KINDS, Dataset
from benchmarks.quality.scores import NEWS
from scrapy_neardup import Document, NearDupIndex

if TYPE_CHECKING:
    from benchmarks.quality.dataset import Item

KINDS = ("repost", "truncated", "spun_20", "spun_30", "spun_mix")
UNRELATED = 300
"""The number of unrelated articles that are judged; no index has them."""


def background(dataset: Dataset) -> list[Item]:
    """Return the unrelated articles, shuffled, the languages taking turns as long as they last."""
    by_language: defaultdict[str, list[Item]] = defaultdict(list)
    for item in dataset.items.values():
        if item.kind == "unrelated":
            by_language[item.lang].append(item)
    for items in by_language.values():
        random.Random(1).shuffle(items)
    turns = chain.from_iterable(zip_longest(*by_language.values()))
    return [item for item in turns if item is not None]


def questions(dataset: Dataset) -> dict[str, list[tuple[str, Item]]]:
    """Return, by the id of a source, the articles that are judged beside it, each with its kind."""
    asked: defaultdict[str, list[tuple[str, Item]]] = defaultdict(list)
    for item in dataset.items.values():
        if item.kind in KINDS and item.kind not in BASE_KINDS:
            asked[item.group].append((item.kind, item))
    for a, b, label, type_ in dataset.pairs:
        if (label, type_) in NEWS:
            asked[a].append(("hard negatives", dataset.items[b]))
        elif label == "natural":
            asked[a].append((f"natural, {type_}", dataset.items[b]))
    return asked


def run(dataset: Dataset, size: int) -> dict[str, tuple[int, int]]:
    """Return for each kind how many articles were taken for copies in an index of *size* articles,
    and how many were judged.
    """
    known = background(dataset)
    index = NearDupIndex.in_memory()
    for item in known[UNRELATED : UNRELATED + size]:
        index.check_and_add(_document(item))
    counts: defaultdict[str, list[bool]] = defaultdict(list)
    for item in known[:UNRELATED]:
        counts["unrelated"].append(bool(index.check(_document(item)).matches))
    for source, asked in questions(dataset).items():
        reservation = index.reserve(_document(dataset.items[source]))
        for kind, item in asked:
            matches = index.check(_document(item)).matches
            counts[kind].append(any(match.id == source for match in matches))
        reservation.rollback()
    return {kind: (sum(found), len(found)) for kind, found in counts.items()}


def _document(item: Item) -> Document:
    return Document(item.id, item.text, title=item.title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 100, 1000, 10000])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    results = {}
    for size in options.sizes:
        results[size] = run(dataset, size)
        shares = (f"{kind} {100 * hits / of:.2f}" for kind, (hits, of) in results[size].items())
        print(f"{size} articles: {', '.join(shares)}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
