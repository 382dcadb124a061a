"""What looking for rewritten copies adds to the way from a text to its verdict.

    python -m benchmarks.rewritten DIRECTORY [--documents 100000] [--copies REWRITTEN]

Two indexes on LevelDB, one with the search and one without, get the articles of DIRECTORY
(docs.jsonl.gz of a labelled set) that were not made from others, shuffled: first half of them, then so
many random records, then the others. These are timed in turns, text in, verdict out and kept: CPU
times of the thread, with all that is done now and then, as making the filter of postings again.
Prints means and their ratio, by fifths of the articles, and what an index takes on disk.

With the docs.jsonl.gz of rewritten copies REWRITTEN, prints how many of them are found in the end, by
level: those of the first half of the articles, which are the oldest of the index, and of the other
half, which are the newest.

The random records have nothing in common with an article but characteristic terms. Half of the terms
of each are those of one article of the first half, the others of any, as often as they stand there; and
a term that stands in few of those articles gives way to a new one as often as it would in as many
other articles (Good, Biometrika 40, 1953). So terms are as frequent, and subjects have as much in
common, as in an index of so many real articles.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.quality.dataset import BASE_KINDS, Dataset, lines_file, read_lines
from benchmarks.quality.rewriting import interval
from benchmarks.synthetic import fingerprints, in_turn, record_of
from scrapy_neardup import Document, open_index
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.rarity.frequencies import MOST_STORIES, Counted, table_of_terms
from scrapy_neardup.core.rewriting.layout import HEAD
from scrapy_neardup.core.rewriting.telling import posted_keys
from scrapy_neardup.core.verdict.verify import Thresholds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from scrapy_neardup import NearDupIndex
    from scrapy_neardup.core.index.record import Record

NAMES = ["without", "with"]
PARTS = 5
HOSTS = 100
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Known:
    """An article by which random ones are made: its telling as it is stored, and the words that
    count: its rare ones, and its terms.
    """

    telling: bytes
    language: str
    rare: NDArray[np.uint64]
    terms: NDArray[np.uint64]


class Made:
    """Random records and their words, made by *known* articles."""

    def __init__(self, known: Sequence[Known]) -> None:
        self._known = known
        self._keys = [posted_keys(one.telling) for one in known]
        self._pool = np.concatenate(self._keys)
        self._kept_keys = _Kept(self._keys)
        self._kept_rare = _Kept([one.rare for one in known])
        self._kept_terms = _Kept([one.terms for one in known])

    def records(self, count: int, *, telling: bool) -> Iterator[Record]:
        """So many, the same with and without a telling."""
        rng = np.random.default_rng(1)
        for number, fingerprint in enumerate(fingerprints(count)):
            if not telling:
                yield record_of(number, fingerprint)
                continue
            place = int(rng.integers(len(self._known)))
            own, stored = self._keys[place], self._known[place].telling
            others = self._pool[rng.integers(len(self._pool), size=len(own))]
            keys = np.where(rng.random(len(own)) < 0.5, own, others)
            keys = self._kept_keys.renewed(keys, rng)
            made = stored[: HEAD.size] + keys.astype("<u4").tobytes()
            yield record_of(number, fingerprint, made + stored[len(made) :])

    def learn(self, index: NearDupIndex, count: int, *, terms: bool) -> None:
        """Count the words of so many articles."""
        rng = np.random.default_rng(2)
        for number in range(count):
            one = self._known[int(rng.integers(len(self._known)))]
            host = f"site-{number % HOSTS}.example.com"
            rare = self._kept_rare.renewed(one.rare, rng)
            index.frequencies.learn(Counted(one.language, host, rare))
            if terms:
                words = self._kept_terms.renewed(one.terms, rng)
                index.frequencies.learn(Counted(table_of_terms(one.language), host, words))
        index.frequencies.save()


class _Kept:
    """How many of the articles that have a value would have it again in as many other articles."""

    def __init__(self, values: Sequence[NDArray[np.unsignedinteger]]) -> None:
        different, counts = np.unique(np.concatenate(values), return_counts=True)
        self._different = different
        of = Counter(counts.tolist())
        share = {
            times: min((times + 1) * of[times + 1] / (times * of[times]), 1.0)
            if of[times + 1]
            else 1.0
            for times in of
        }
        self._share = np.array([share[times] for times in counts.tolist()])

    def renewed(self, values: NDArray, rng: np.random.Generator) -> NDArray:
        """Return *values*, random ones in the place of those that would not be there again."""
        share = self._share[self._different.searchsorted(values)]
        fresh = rng.integers(np.iinfo(values.dtype).max, size=len(values), dtype=values.dtype)
        return np.where(rng.random(len(values)) < share, values, fresh)


def known_of(index: NearDupIndex, documents: Sequence[Document]) -> list[Known]:
    """What random articles are made by, of those *documents* that are kept with a telling."""
    known = []
    for document in documents:
        record = index.get(document.id)
        fingerprint = index.fingerprinter(document.text, document.title)
        if record is None or record.telling is None or fingerprint.profile is None:
            continue
        profile, terms = fingerprint.profile, fingerprint.terms
        if terms is not None:
            known.append(Known(record.telling, profile.language, profile.rare, terms.different))
    return known


def main() -> None:
    """Fill both indexes, time the other half of the articles and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--documents", type=int, default=0, help="random records before")
    parser.add_argument("--copies", type=lines_file, help="docs.jsonl.gz of rewritten copies")
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    items = dataset.items.values()
    real = [Document(one.id, one.text, title=one.title) for one in items if one.kind in BASE_KINDS]
    random.Random(1).shuffle(real)
    first, second = real[: len(real) // 2], real[len(real) // 2 :]
    with tempfile.TemporaryDirectory() as temporary:
        paths = {name: Path(temporary, name) for name in NAMES}
        with ExitStack() as stack:
            indexes = {
                name: stack.enter_context(
                    open_index(
                        f"leveldb://{paths[name]}", thresholds=Thresholds(rewriting=name == "with")
                    )
                )
                for name in NAMES
            }
            for document in first:
                for index in indexes.values():
                    index.check_and_add(document)
            fill(indexes, first, options.documents)
            print(f"{len(first)} articles, {options.documents} random records, and then")
            for part in batched(second, len(second) // PARTS + 1):
                spent = dict.fromkeys(NAMES, 0.0)
                for number, document in enumerate(part):
                    for name in in_turn(NAMES, number):
                        started = time.thread_time()
                        indexes[name].check_and_add(document)
                        spent[name] += time.thread_time() - started
                times = {name: 1000 * spent[name] / len(part) for name in NAMES}
                told = ", ".join(f"{took:.3f} ms {name}" for name, took in times.items())
                print(f"    {told}: {times['with'] / times['without']:.2f} times", flush=True)
            if options.copies:
                print_found(indexes["with"], options.copies, dataset, {one.id for one in first})
        for name, path in paths.items():
            size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
            count = options.documents + len(real)
            print(f"    {name}: {size / count:.0f} bytes a document on disk")


def print_found(index: NearDupIndex, copies: Path, dataset: Dataset, oldest: set[str]) -> None:
    """Print how many of the *copies* name their source, or another article of its story, by whether
    the source is one of the *oldest* articles.
    """
    asked: Counter[tuple[str, bool]] = Counter()
    found: Counter[tuple[str, bool]] = Counter()
    for copy in read_lines(copies):
        kind = copy["level"], copy["of"] in oldest
        verdict = index.check(Document(copy["id"], copy["text"], title=copy["title"]))
        asked[kind] += 1
        source = dataset.items[copy["of"]]
        named = [dataset.items[one.id] for one in verdict.matches if one.id in dataset.items]
        found[kind] += any(dataset.relation(source, one) == "right" for one in named)
    for level, old in sorted(asked):
        age = "oldest" if old else "newest"
        share = interval(found[level, old], asked[level, old])
        print(f"    {level} found, of the {age} articles: {share}", flush=True)


def fill(indexes: dict[str, NearDupIndex], documents: Sequence[Document], count: int) -> None:
    """Add so many random records, made by the *documents*, to both indexes."""
    if not count:
        return
    made = Made(known_of(indexes["with"], documents))
    for name, index in indexes.items():
        records = made.records(count, telling=name == "with")
        for batch in batched(records, _BATCH):
            index.put_records([(record, None) for record in batch])
        made.learn(index, min(count, MOST_STORIES), terms=name == "with")


if __name__ == "__main__":
    main()
