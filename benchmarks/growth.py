"""What an addition costs, and what an index takes, as it grows.

    python -m benchmarks.growth [--sizes 10000 100000 1000000] [--keep DIR] [--additions 400]
        [--grown 200000] [--output FILE]

Indexes of so many random articles are written by a script (24 phrases, full samples, as the index
itself would have written them); then new articles, made by a script and fingerprinted before, are
checked and added in turns over all sizes. Microseconds are CPU time of the calling thread. Bytes
are of the closed index's files. Memory is what a process takes, anonymous pages, over one that
has imported Scrapy only, after as many additions; pages of LevelDB's files that the kernel maps
are told apart. --keep uses and keeps the indexes in DIR; ten million take 7 GB and a quarter of
an hour.

At last one index grows by additions alone, of random fingerprints. Beside the calling thread
LevelDB's own one merges its tables, which costs CPU and, until it is done, disk.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from benchmarks.synthetic import articles, bulk_load, fingerprints, in_turn, url
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.leveldb.page import bucket_key
from scrapy_neardup.core.leveldb.runs import _page
from scrapy_neardup.core.leveldb.sorted_run import GROUP_PAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

_Name = TypeVar("_Name")

_MEMORY = """\
import json, sys, time
import scrapy.crawler
def pages():
    rows = dict(line.split(":") for line in open("/proc/self/status") if ":" in line)
    return [int(rows[name].split()[0]) / 1000 for name in ("RssAnon", "RssFile")]
before = pages()
from scrapy_neardup import Document, NearDupIndex
with NearDupIndex.open(sys.argv[1]) as index:
    seed = time.time_ns()
    for number, line in enumerate(open(sys.argv[2], encoding="utf-8")):
        url = f"https://memory.example.com/{seed}/{number}"
        index.check_and_add(Document(url, json.loads(line)))
    after = pages()
    print(*(b - a for a, b in zip(before, after)))
"""


def run(
    sizes: tuple[int, ...] = (10_000, 100_000, 1_000_000),
    *,
    keep: Path | None = None,
    additions: int = 400,
    grown: int = 200_000,
) -> dict[str, Any]:
    """One row a size, and what an index costs that has grown to *grown* documents by additions."""
    with tempfile.TemporaryDirectory() as temporary:
        directory = keep or Path(temporary)
        paths = {size: directory / str(size) for size in sizes}
        for size, path in paths.items():
            if not path.is_dir():
                bulk_load(path, size)
        rows = {size: _at_rest(path) for size, path in paths.items()}
        opened = {size: NearDupIndex.open(path) for size, path in paths.items()}
        spent = add_in_turns(opened, additions)
        for size, index in opened.items():
            quantiles = np.quantile(spent[size][additions // 4 :], [0.1, 0.5, 0.9]) * 1e6
            rows[size]["microseconds"] = [round(float(value)) for value in quantiles]
            index.close()
        for size, path in paths.items():
            rows[size]["memory_mb"] = _memory(path, additions)
        by_additions = grow(Path(temporary, "grown"), grown)
    return {
        "sizes": [{"documents": size, **row} for size, row in rows.items()],
        "grown": {"documents": grown, **by_additions},
    }


def add_in_turns(opened: Mapping[_Name, NearDupIndex], additions: int) -> dict[_Name, list[float]]:
    """What each of so many additions costs each index, in seconds of CPU of this thread."""
    names = list(opened)
    spent: dict[_Name, list[float]] = {name: [] for name in names}
    seed = time.time_ns()
    for number, text in enumerate(articles(additions, seed=seed)):
        document = Document(f"https://other.example.com/{seed}/{number}", text)
        fingerprint = opened[names[0]].fingerprinter(text)
        for name in in_turn(names, number):
            start = time.thread_time()
            opened[name].check_and_add(document, fingerprint)
            spent[name].append(time.thread_time() - start)
    return spent


def grow(path: Path, documents: int) -> dict[str, float]:
    """What an index costs that grows to so many *documents* by additions alone."""
    with NearDupIndex.open(path, expected_documents=documents) as index:
        calling = 0.0
        before = time.process_time() - time.thread_time()
        for number, fingerprint in enumerate(fingerprints(documents)):
            document = Document(url(number), "known by its fingerprint")
            start = time.thread_time()
            index.check_and_add(document, fingerprint)
            calling += time.thread_time() - start
        aside = time.process_time() - time.thread_time() - before
    lying = size_of(path)
    with NearDupIndex.open(path) as index:
        index.compact()
    return {
        "microseconds_of_calls": round(calling / documents * 1e6),
        "microseconds_aside": round(aside / documents * 1e6),
        "bytes_a_document": round(lying / documents),
        "bytes_a_document_compacted": round(size_of(path) / documents),
    }


def size_of(path: Path) -> int:
    """Bytes of all files in the folder *path*."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def _at_rest(path: Path) -> dict[str, Any]:
    size = size_of(path)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        index = NearDupIndex.open(path)
        times.append(time.perf_counter() - start)
        count = len(index)
        of_simhash = _simhash_bytes(index)
        index.close()
    return {
        "bytes_a_document": round(size / count),
        "simhash_bytes_a_document": round(of_simhash / count, 1),
        "open_seconds": round(statistics.median(times), 3),
    }


def _simhash_bytes(index: NearDupIndex) -> int:
    """Bytes of pages that start in a SimHash table, and their share of the filters."""
    ledger = index._ledger
    store = ledger.store
    first, end = (bucket_key(bytes((table,))) for table in (2, ledger.tables.phrase_table))
    size = 0
    for run in store._runs:
        firsts = np.frombuffer(run.firsts, "<u8")
        start = run.first_group * GROUP_PAGES
        chosen = np.flatnonzero((firsts >= np.uint64(first)) & (firsts < np.uint64(end)))
        numbers = (chosen + start).tolist()
        size += sum(len(_page(store._get, run.number, number)) for number in numbers)
        size += len(run.filters) * len(chosen) // max(run.pages, 1)
    return size


def _memory(path: Path, additions: int) -> dict[str, float]:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as texts:
        # What makes the texts takes memory of its own.
        for text in articles(additions, seed=time.time_ns()):
            texts.write(json.dumps(text) + "\n")
        texts.flush()
        command = [sys.executable, "-c", _MEMORY, str(path), texts.name]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return {"anonymous": round(float(answer[0])), "mapped_files": round(float(answer[1]))}


def markdown(result: dict[str, Any]) -> str:
    """The result as a Markdown table."""
    head = (
        "| documents | check and add, µs of CPU: median (10th to 90th percentile) "
        "| bytes a document | of those SimHash tables | open, s | memory, MB | mapped files, MB |"
    )
    lines = [head, "|---:|---:|---:|---:|---:|---:|---:|"]
    for row in result["sizes"]:
        low, median, high = row["microseconds"]
        lines.append(
            f"| {row['documents']:,} | {median} ({low} to {high}) | {row['bytes_a_document']} "
            f"| {row['simhash_bytes_a_document']} | {row['open_seconds']} "
            f"| {row['memory_mb']['anonymous']:.0f} | {row['memory_mb']['mapped_files']:.0f} |"
        )
    grown = result["grown"]
    about = (
        f"An index that grew to {grown['documents']:,} documents by additions of fingerprints: "
        f"{grown['microseconds_of_calls']} µs of CPU a call and {grown['microseconds_aside']} µs "
        f"in LevelDB's own thread, {grown['bytes_a_document']} bytes a document when it is closed, "
        f"{grown['bytes_a_document_compacted']} after `scrapy neardup compact`."
    )
    lines += ["", about]
    return "\n".join(lines) + "\n"


def plot(result: dict[str, Any], target: Path) -> None:
    """Draw the cost of an addition over the number of documents."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    rows = result["sizes"]
    low, median, high = np.array([row["microseconds"] for row in rows]).T
    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    sizes = [row["documents"] for row in rows]
    axes.plot(sizes, median, marker="o")
    axes.fill_between(sizes, low, high, alpha=0.2)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("documents in the index")
    axes.set_ylabel("check and add, µs of CPU")
    axes.grid(alpha=0.3)
    figure.savefig(target, bbox_inches="tight", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--additions", type=int, default=400)
    parser.add_argument("--grown", type=int, default=200_000)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    result = run(tuple(args.sizes), keep=args.keep, additions=args.additions, grown=args.grown)
    print(markdown(result), file=sys.stderr)
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
