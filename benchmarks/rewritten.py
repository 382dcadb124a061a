"""What looking for rewritten copies adds to the way from a text to its verdict.

    python -m benchmarks.rewritten DIRECTORY [--documents 100000] [--copies REWRITTEN] [--likeness]

Two indexes on LevelDB, one with the search and one without, get the articles of DIRECTORY
(docs.jsonl.gz of a labelled set) that were not made from others, shuffled: first half of them, then
the random articles (--documents of them), then the other half. The articles of this other half are
judged, kept and timed in turns, except the first 500, while LevelDB opens its files. Times are CPU
times of the thread, with all that is done only now and then, such as making the filter of postings
again. Prints means and their ratio, by fifths of the articles, how many of these articles pass for
rewritten copies of random articles, how long an article takes by the clock, what an index takes on disk
and in memory (the anonymous pages of ``benchmarks.growth``), and how long it takes to open.

With the docs.jsonl.gz of rewritten copies REWRITTEN, prints how many of them are found in the end, by
level: first the copies of the first half of the articles, which are the oldest of the index, then the
copies of the other half, which are the newest.

The random articles are terms in sentences. As of any article, the index keeps the terms that are most
characteristic by then. Three tenths of an article's terms are those of one article of the set. The
others are any terms that articles of its language have, in any order, each as often as it would stand
in so many other articles.

With --likeness, shows instead whether random articles hide sources as real articles do. A quarter of
the articles, with all sources of copies, are added to two indexes. Then one index gets the other
articles, and the other one as many random articles. Prints how many copies are found in each.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.growth import at_rest, memory
from benchmarks.quality.dataset import Dataset, lines_file, read_lines
from benchmarks.quality.rewriting import interval
from benchmarks.synthetic import fingerprints, in_turn, record_of
from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.rarity.frequencies import Counted, table_of_terms
from scrapy_neardup.core.rewriting.telling import Telling
from scrapy_neardup.core.verdict.thresholds import Thresholds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from scrapy_neardup import Index
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
    from scrapy_neardup.core.fingerprints.terms import Terms

NAMES = ["without", "with"]
PARTS = 5
WARM = 500
HOSTS = 100
ADDITIONS = 400
"""As many articles are added before memory is read."""
OWN = 0.3
"""The share of terms that a random article has of one article of the set."""
_BATCH = 500


class Article(NamedTuple):
    """The part of an article that is needed to make others like it: its terms and rare words."""

    terms: Terms
    rare: NDArray[np.uint64]


class Made:
    """Random articles, made from *known* articles: some words of each are those of one known article,
    the others are words of any of them, in any order.
    """

    def __init__(self, known: Sequence[Article]) -> None:
        self._known = known
        self._rng = np.random.default_rng(1)
        self._terms: dict[str, _Vocabulary] = {}
        self._rare: dict[str, _Vocabulary] = {}
        for language in sorted({one.terms.language for one in known}):
            some = [one for one in known if one.terms.language == language]
            terms = [one.terms.different for one in some]
            self._terms[language] = _Vocabulary(terms, self._rng)
            self._rare[language] = _Vocabulary([one.rare for one in some], self._rng)

    def articles(self, count: int) -> Iterator[Article]:
        """Yield *count* of them."""
        for _ in range(count):
            terms, rare = self._known[int(self._rng.integers(len(self._known)))]
            words = self._terms[terms.language].renewed(terms.different)
            others = self._rare[terms.language].renewed(rare)
            places = self._rng.permutation(terms.places)
            yield Article(replace(terms, different=words, places=places), others)


class _Vocabulary:
    """The words of some articles, and how often each word stands in as many other articles.

    This number is drawn, once for each word, from a gamma distribution, as in R. A. Fisher (J. Animal
    Ecology 12, 1943). Its mean is Good's estimate for words that stand in the same number of articles
    (Biometrika 40, 1953).
    """

    def __init__(self, articles: Sequence[NDArray[np.uint64]], rng: np.random.Generator) -> None:
        self._rng = rng
        self._words, counts = np.unique(np.concatenate(articles), return_counts=True)
        of = Counter(counts.tolist())
        mean = {
            times: min((times + 1) * of[times + 1] / of[times], times) if of[times + 1] else times
            for times in of
        }
        expected = rng.gamma([mean[times] for times in counts.tolist()])
        # A word that is expected more often than it was seen is drawn more often to make up for it.
        self._kept = np.minimum(expected / counts, 1.0)
        drawn = (expected - OWN * self._kept * counts) / (1 - OWN)
        self._limits = np.cumsum(drawn / max(counts.sum(), 1))

    def renewed(self, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return as many different words as an article's *words*: some of *words*, and any others, each
        as often as it stands in other articles. New words take the place of words that would not be
        there again.
        """
        rng, count = self._rng, len(words)
        fresh = rng.integers(np.iinfo(np.uint64).max, size=count, dtype=np.uint64)
        if not count:
            return fresh
        drawn = self._limits.searchsorted(rng.random(count), side="right")
        places = np.where(rng.random(count) < OWN, self._words.searchsorted(words), drawn)
        is_own = places != drawn
        known = places < len(self._words)
        kept = self._kept[np.where(known, places, 0)]
        known &= ~is_own | (rng.random(count) < kept)
        fresh[known] = self._words[places[known]]
        _, first = np.unique(fresh, return_index=True)
        repeated = np.ones(count, bool)
        repeated[first] = False
        fresh[repeated] = rng.integers(
            np.iinfo(np.uint64).max, size=int(repeated.sum()), dtype=np.uint64
        )
        return fresh


def known_of(fingerprinter: Fingerprinter, documents: Sequence[Document]) -> list[Article]:
    """The articles from which random ones are made: those of *documents* that have terms."""
    found = [fingerprinter(one.text, one.title) for one in documents]
    return [
        Article(one.terms, one.profile.rare)
        for one in found
        if one.terms is not None and one.profile is not None
    ]


def main() -> None:
    """Fill both indexes, time the other half of the articles and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--documents", type=int, default=0, help="random articles between")
    parser.add_argument("--copies", type=lines_file, help="docs.jsonl.gz of rewritten copies")
    parser.add_argument(
        "--likeness", action="store_true", help="compare random articles with real ones"
    )
    options = parser.parse_args()
    if options.likeness and not options.copies:
        parser.error("--likeness goes with --copies")
    dataset = Dataset.read(options.directory)
    real = [Document(one.id, one.text, title=one.title) for one in dataset.base()]
    random.Random(1).shuffle(real)
    if options.likeness:
        print_likeness(real, options.copies, dataset)
        return
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
            fill(indexes, real, options.documents)
            print(f"{len(first)} articles, {options.documents} random articles, and then")
            for document in second[:WARM]:
                for index in indexes.values():
                    index.check_and_add(document)
            taken = 0
            clock: dict[str, list[float]] = {name: [] for name in NAMES}
            timed = second[WARM:]
            for part in batched(timed, len(timed) // PARTS + 1):
                spent = dict.fromkeys(NAMES, 0.0)
                for number, document in enumerate(part):
                    for name in in_turn(NAMES, number):
                        started, shown = time.thread_time(), time.perf_counter()
                        verdict = indexes[name].check_and_add(document)
                        spent[name] += time.thread_time() - started
                        clock[name].append(time.perf_counter() - shown)
                        if verdict.kind is Kind.REWRITTEN and verdict.match is not None:
                            taken += verdict.match.id not in dataset.items
                times = {name: 1000 * spent[name] / len(part) for name in NAMES}
                told = ", ".join(f"{took:.3f} ms {name}" for name, took in times.items())
                print(f"    {told}: {times['with'] / times['without']:.2f} times", flush=True)
            print(f"    {taken} taken for rewritten copies of random articles")
            for name, waits in clock.items():
                median, rare, most = 1000 * np.quantile(waits, [0.5, 0.999, 1.0])
                print(
                    f"    {name}: by the clock {median:.2f} ms in the median, {rare:.1f} for one in a "
                    f"thousand, {most:.1f} at most"
                )
            if options.copies:
                print_found(indexes["with"], options.copies, dataset, {one.id for one in first})
        for name, path in paths.items():
            lying = at_rest(path)
            taken_up = memory(path, ADDITIONS, rewriting=name == "with")
            print(
                f"    {name}: {lying['bytes_a_document']} bytes a document on disk, opened in "
                f"{lying['open_seconds']} s, {taken_up['anonymous']} MB of memory"
            )


def print_likeness(real: list[Document], copies: Path, dataset: Dataset) -> None:
    """Print how many copies are found among real articles, and among as many random ones."""
    sources = {copy["of"] for copy in read_lines(copies)}
    ordered = sorted(real, key=lambda document: document.id not in sources)
    first, others = ordered[: len(real) // 4], ordered[len(real) // 4 :]
    for name in ("real", "random"):
        with (
            tempfile.TemporaryDirectory() as temporary,
            open_index(f"leveldb://{temporary}", thresholds=Thresholds(rewriting=True)) as index,
        ):
            for document in first if name == "random" else ordered:
                index.check_and_add(document)
            if name == "random":
                fill({"with": index}, real, len(others))
            print(f"{len(first)} articles, {len(others)} {name} ones, and then", flush=True)
            print_found(index, copies, dataset, {document.id for document in first})


def print_found(index: Index, copies: Path, dataset: Dataset, oldest: set[str]) -> None:
    """Print how many of the *copies* name their source, or another article of its story, apart for
    copies whose source is one of the *oldest* articles. Also prints how many name a random article
    instead, for which their source was taken before.
    """
    asked: Counter[tuple[str, bool]] = Counter()
    found: Counter[tuple[str, bool]] = Counter()
    astray: Counter[tuple[str, bool]] = Counter()
    for copy in read_lines(copies):
        kind = copy["level"], copy["of"] in oldest
        verdict = index.check(Document(copy["id"], copy["text"], title=copy["title"]))
        asked[kind] += 1
        source = dataset.items[copy["of"]]
        named = [dataset.items[one.id] for one in verdict.matches if one.id in dataset.items]
        found[kind] += any(dataset.relation(source, one) == "right" for one in named)
        astray[kind] += len(verdict.matches) > len(named)
    for level, old in sorted(asked):
        age = "oldest" if old else "newest"
        share = interval(found[level, old], asked[level, old])
        misled = f"{astray[level, old]} name a random one"
        print(f"    {level} found, of the {age} articles: {share}; {misled}", flush=True)


def fill(indexes: dict[str, Index], documents: Sequence[Document], count: int) -> None:
    """Add *count* random articles, made from *documents*, to all indexes."""
    if not count:
        return
    made = Made(known_of(indexes["with"].fingerprinter, documents)).articles(count)
    for batch in batched(zip(enumerate(fingerprints(count)), made, strict=True), _BATCH):
        for name, index in indexes.items():
            records = []
            for (number, fingerprint), article in batch:
                host, telling = f"site-{number % HOSTS}.example.com", None
                language = article.terms.language
                index.frequencies.learn(Counted(language, host, article.rare))
                if name == "with":
                    told = Telling.of(article.terms, index.frequencies)
                    telling = None if told is None else told.sketch()
                    counted = Counted(table_of_terms(language), host, article.terms.different)
                    index.frequencies.learn(counted)
                records.append((record_of(number, fingerprint, telling), None))
            index.put_records(records)
    for index in indexes.values():
        index.frequencies.save()


if __name__ == "__main__":
    main()
