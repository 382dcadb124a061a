"""How long from a text to its verdict, and where the time goes.

    python -m benchmarks.core [--documents 1000000] [--index DIR] [--articles DIR]
        [--peer-documents 100000] [--queries 400] [--output FILE]

One thread judges and keeps Chinese articles of 1,000 characters that are new to an index of so many
documents on LevelDB, without looking for rewritten copies. Two peers take turns with it, in memory and without any verdict, texts or disk:
``datasketch.MinHashLSH`` with 24 bands of 4 rows and ``simhash.SimhashIndex`` with k = 3, both fed
with words by rjieba. The fingerprint alone is timed in array code, too, so the package has to be
installed where there is a C compiler. --index uses (and fills) an index that
``benchmarks.growth --keep`` left; --articles reads docs.jsonl.gz of a labelled set instead of making
texts. Times are CPU times of the thread, in milliseconds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np

from benchmarks.synthetic import SAME_WORDS, articles, bulk_load, in_turn
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints import (
    features,
    fingerprint,
    normalize,
    numbers,
    reference,
    segment,
    sketch,
    terms,
    versions,
)
from scrapy_neardup.core.fingerprints.numbers import reference as numbers_reference
from scrapy_neardup.core.fingerprints.segment import cutter
from scrapy_neardup.core.fingerprints.terms import reference as terms_reference
from scrapy_neardup.core.index import matcher
from scrapy_neardup.core.postings import tables
from scrapy_neardup.core.stores import leveldb

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from datasketch import MinHash, MinHashLSH
    from simhash import Simhash, SimhashIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter

kernel = kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)

_BANDS, _ROWS = 24, 4
STAGES: tuple[tuple[Any, str, str], ...] = (
    (fingerprint, "normalize", "normal form"),
    (kernel, "read", "characters"),
    (kernel, "tokens", "words"),
    (kernel, "words", "SimHash"),
    (kernel, "grams", "grams and phrases"),
    (fingerprint, "numbers_of", "numbers"),
    (kernel, "rare_words", "rare words"),
    (kernel, "skeleton", "skeleton"),
    (kernel, "subjects", "subjects"),
    (kernel, "sample", "sample"),
    (sketch, "encode", "sketch"),
    (leveldb.LevelDBStore, "members", "read postings"),
    (leveldb.LevelDBStore, "values", "read records"),
    (tables.Tables, "hits", "candidates"),
    (matcher, "judge", "judge candidates"),
    (leveldb.LevelDBStore, "apply", "write"),
)


class Stopwatch:
    """Sums the time that wrapped functions take, without the wrapped functions that they call."""

    def __init__(self) -> None:
        self.sums: defaultdict[str, float] = defaultdict(float)
        self._inner = [0.0]

    def wrap(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        @wraps(function)
        def timed(*args: Any, **options: Any) -> Any:
            self._inner.append(0.0)
            start = time.thread_time()
            try:
                return function(*args, **options)
            finally:
                spent = time.thread_time() - start
                self.sums[name] += spent - self._inner.pop()
                self._inner[-1] += spent

        return timed


def stages(opened: NearDupIndex, texts: list[str], first: int) -> dict[str, float]:
    """Mean milliseconds a document for each stage; the rest is "everything else"."""
    watch = Stopwatch()
    run = watch.wrap(opened.check_and_add, "everything else")
    cut = watch.wrap(cutter("rjieba"), "words: rjieba")
    patches: list[Any] = [
        mock.patch.object(owner, name, watch.wrap(getattr(owner, name), label))
        for owner, name, label in STAGES
    ]
    patches.append(mock.patch.object(segment, "cutter", return_value=cut))
    for patch in patches:
        patch.start()
    try:
        for number, text in enumerate(texts, first):
            run(Document(_url(number), text))
    finally:
        mock.patch.stopall()
    return {name: round(spent / len(texts) * 1e3, 3) for name, spent in watch.sums.items()}


def run(
    documents: int = 1_000_000,
    *,
    index_directory: Path | None = None,
    articles_directory: Path | None = None,
    peer_documents: int = 100_000,
    queries: int = 400,
) -> dict[str, Any]:
    """Median, 10th and 90th percentile of each contestant, and the stages of the index."""
    texts = _texts(articles_directory, 3 * queries)
    with tempfile.TemporaryDirectory() as temporary:
        if index_directory is None:
            index_directory = Path(temporary, "index")
            bulk_load(index_directory, documents)
        with NearDupIndex.open(index_directory, thresholds=SAME_WORDS) as opened:
            size = len(opened)
            contestants: dict[str, Callable[[int, str], object]] = {
                "scrapy-neardup": lambda number, text: opened.check_and_add(
                    Document(_url(number), text)
                ),
                "datasketch.MinHashLSH": _minhash(peer_documents),
                "simhash.SimhashIndex": _simhash(peer_documents),
            }
            names = list(contestants)
            first = time.time_ns()
            for number, text in enumerate(texts[:queries], first):
                for ask in contestants.values():
                    ask(number, text)
            spent: dict[str, list[float]] = {name: [] for name in contestants}
            walls: dict[str, list[float]] = {name: [] for name in contestants}
            for number, text in enumerate(texts[queries : 2 * queries], first + queries):
                for name in in_turn(names, number):
                    ask = contestants[name]
                    wall, start = time.perf_counter(), time.thread_time()
                    ask(number, text)
                    spent[name].append(time.thread_time() - start)
                    walls[name].append(time.perf_counter() - wall)
            alone = _fingerprints(opened.fingerprinter, texts[:queries])
            by_stage = stages(opened, texts[2 * queries :], first + 2 * queries)
    return {
        "documents": size,
        "peer_documents": peer_documents,
        "characters": round(statistics.median(map(len, texts))),
        "texts": "labelled set" if articles_directory else "synthetic",
        "sync": "interval",
        "milliseconds": {
            name: {
                "cpu": _quantiles(spent[name]),
                "wall": _quantiles(walls[name]),
            }
            for name in contestants
        },
        "fingerprint": alone,
        "stages": by_stage,
    }


def markdown(result: dict[str, Any]) -> str:
    """The result as Markdown tables."""
    about = (
        f"{result['texts'].capitalize()} Chinese articles of {result['characters']:,} characters; "
        f"{result['documents']:,} documents in the index, {result['peer_documents']:,} in the "
        "others; milliseconds of CPU from text to verdict, kept."
    )
    lines = [
        about,
        "",
        "| | median | 10th to 90th percentile |",
        "|---|---:|---:|",
    ]
    for name, times in result["milliseconds"].items():
        low, median, high = times["cpu"]
        lines.append(f"| {name} | {median:.2f} | {low:.2f} to {high:.2f} |")
    for name, (low, median, high) in result["fingerprint"].items():
        lines.append(f"| the fingerprint alone, {name} | {median:.2f} | {low:.2f} to {high:.2f} |")
    lines += ["", "| stage | ms, mean |", "|---|---:|"]
    lines += [f"| {name} | {spent:.3f} |" for name, spent in result["stages"].items()]
    lines.append(f"| together | {sum(result['stages'].values()):.3f} |")
    return "\n".join(lines) + "\n"


def _fingerprints(fingerprinter: Fingerprinter, texts: list[str]) -> dict[str, list[float]]:
    spent: dict[str, list[float]] = {"compiled": [], "by the reference": []}
    used = {
        "compiled": (kernel, numbers, terms.kernel),
        "by the reference": (reference, numbers_reference, terms_reference),
    }
    for text in texts:
        for name, times in spent.items():
            of_text, of_numbers, of_terms = used[name]
            with (
                mock.patch.object(fingerprint, "kernel", of_text),
                mock.patch.object(features, "kernel", of_text),
                mock.patch.object(normalize, "kernel", of_text),
                mock.patch.object(fingerprint, "numbers_of", of_numbers.numbers_of),
                mock.patch.object(terms, "kernel", of_terms),
            ):
                start = time.thread_time()
                fingerprinter(text).complete()
                times.append(time.thread_time() - start)
    return {name: _quantiles(times) for name, times in spent.items()}


def _quantiles(times: list[float]) -> list[float]:
    return [round(float(value) * 1e3, 3) for value in np.quantile(times, [0.1, 0.5, 0.9])]


def _url(number: int) -> str:
    return f"https://other.example.com/{number}"


def _texts(directory: Path | None, count: int) -> list[str]:
    if directory is None:
        return list(articles(count, seed=time.time_ns()))
    with gzip.open(directory / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    found = [
        row["text"][:1000]
        for row in rows
        if row["lang"] == "zh" and len(row["text"]) >= 900 and row["kind"] == "unrelated"
    ]
    return found[:count]


def _minhash(documents: int) -> Callable[[int, str], object]:
    lsh = MinHashLSH(num_perm=_BANDS * _ROWS, params=(_BANDS, _ROWS))
    rng = np.random.default_rng(3)
    seed = MinHash(num_perm=_BANDS * _ROWS)
    for number in range(documents):
        minhash = seed.copy()
        minhash.hashvalues = rng.integers(0, 2**32, _BANDS * _ROWS).astype(seed.hashvalues.dtype)
        lsh.insert(str(number), minhash)
    cut = cutter("rjieba")

    def ask(number: int, text: str) -> object:
        minhash = seed.copy()
        minhash.update_batch([word.encode() for word in set(cut(text))])
        found = lsh.query(minhash)
        lsh.insert(f"q{number}", minhash)
        return found

    return ask


def _simhash(documents: int) -> Callable[[int, str], object]:
    rng = np.random.default_rng(4)
    values = rng.integers(0, 2**63, documents).tolist()
    known = SimhashIndex([], k=3)
    for number, value in enumerate(values):
        known.add(str(number), Simhash(value))
    cut = cutter("rjieba")

    def ask(number: int, text: str) -> object:
        # Numpy 2 makes the package fail on a weight over 255.
        weights = {word: min(count, 255) for word, count in Counter(cut(text)).items()}
        simhash = Simhash(weights)
        found = known.get_near_dups(simhash)
        known.add(f"q{number}", simhash)
        return found

    return ask


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--articles", type=Path)
    parser.add_argument("--peer-documents", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=400)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    result = run(
        args.documents,
        index_directory=args.index,
        articles_directory=args.articles,
        peer_documents=args.peer_documents,
        queries=args.queries,
    )
    print(markdown(result), file=sys.stderr)
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
