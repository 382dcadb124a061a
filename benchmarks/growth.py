"""What an addition costs, and what an index takes, as it grows.

    python -m benchmarks.growth [--sizes 10000 100000 1000000] [--keep DIR] [--additions 400]
        [--grown 200000] [--engine leveldb] [--output FILE]

Indexes of these sizes are filled with records of random articles (24 phrases, full samples). Then new
articles, made by a script and fingerprinted before, are checked and added in turns over all sizes,
and then as many whose fingerprint is made, too. Rewritten copies are not looked for. Microseconds are CPU time of the calling thread. Bytes are those of the closed index's files. Memory
is the anonymous pages that a process takes after these additions, less those of a process that has
only imported Scrapy; pages of LevelDB's files that the kernel maps are listed apart. --keep uses and
keeps the indexes in DIR; ten million take 10 GB and half an hour.

In the end one index grows by additions of random fingerprints alone. Beside the calling thread,
LevelDB's own thread merges its tables, which costs CPU and, until it is done, disk.
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

from benchmarks.synthetic import SAME_WORDS, articles, bulk_load, fingerprints, in_turn, url
from scrapy_neardup import Document, NearDupIndex

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
from scrapy_neardup.core.verdict.thresholds import Thresholds
with NearDupIndex.open(sys.argv[1], thresholds=Thresholds(rewriting=sys.argv[3] == "with")) as index:
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
    engine: str = "leveldb",
) -> dict[str, Any]:
    """A row for each size, and the costs of an index that grew to *grown* documents by additions."""
    with tempfile.TemporaryDirectory() as temporary:
        directory = keep or Path(temporary)
        paths = {size: directory / str(size) for size in sizes}
        for size, path in paths.items():
            if not path.is_dir():
                bulk_load(path, size, engine=engine)
        rows = {size: at_rest(path) for size, path in paths.items()}
        opened = {
            size: NearDupIndex.open(path, thresholds=SAME_WORDS) for size, path in paths.items()
        }
        for name, from_text in (("microseconds", False), ("microseconds_from_text", True)):
            spent = add_in_turns(opened, additions, from_text=from_text)
            for size, times in spent.items():
                quantiles = np.quantile(times[additions // 4 :], [0.1, 0.5, 0.9]) * 1e6
                rows[size][name] = [round(float(value)) for value in quantiles]
        for index in opened.values():
            index.close()
        for size, path in paths.items():
            rows[size]["memory_mb"] = memory(path, additions)
        by_additions = grow(f"{engine}://{temporary}/grown", grown)
    return {
        "sizes": [{"documents": size, **row} for size, row in rows.items()],
        "grown": {"documents": grown, **by_additions},
    }


def add_in_turns(
    opened: Mapping[_Name, NearDupIndex], additions: int, *, from_text: bool
) -> dict[_Name, list[float]]:
    """The cost of each of *additions* additions to each index, in seconds of CPU of this thread. With
    *from_text*, an addition makes the fingerprint, too.
    """
    names = list(opened)
    spent: dict[_Name, list[float]] = {name: [] for name in names}
    seed = time.time_ns()
    for number, text in enumerate(articles(additions, seed=seed)):
        document = Document(f"https://other.example.com/{seed}/{number}", text)
        fingerprint = None if from_text else opened[names[0]].fingerprinter(text).complete()
        for name in in_turn(names, number):
            start = time.thread_time()
            opened[name].check_and_add(document, fingerprint)
            spent[name].append(time.thread_time() - start)
    return spent


def grow(location: str, documents: int) -> dict[str, float]:
    """The costs of an index that grows to *documents* documents by additions alone."""
    with NearDupIndex.open(location, thresholds=SAME_WORDS) as index:
        path = index.path
        assert path is not None
        calling = 0.0
        walls = np.zeros(documents)
        before = time.process_time() - time.thread_time()
        for number, fingerprint in enumerate(fingerprints(documents)):
            document = Document(url(number), "known by its fingerprint")
            start, wall = time.thread_time(), time.perf_counter()
            index.check_and_add(document, fingerprint)
            calling += time.thread_time() - start
            walls[number] = time.perf_counter() - wall
        aside = time.process_time() - time.thread_time() - before
    lying = size_of(path)
    with NearDupIndex.open(location) as index:
        index.compact()
    return {
        "microseconds_of_calls": round(calling / documents * 1e6),
        "microseconds_aside": round(aside / documents * 1e6),
        "milliseconds_at_p999": round(float(np.quantile(walls, 0.999)) * 1e3, 1),
        "milliseconds_at_most": round(float(walls.max()) * 1e3, 1),
        "bytes_a_document": round(lying / documents),
        "bytes_a_document_compacted": round(size_of(path) / documents),
    }


def size_of(path: Path) -> int:
    """Bytes of all files in the folder *path*."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def at_rest(path: Path) -> dict[str, Any]:
    """Bytes a document of the closed index at *path*, and the median time of three openings."""
    size = size_of(path)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        index = NearDupIndex.open(path)
        times.append(time.perf_counter() - start)
        count = len(index)
        index.close()
    return {
        "bytes_a_document": round(size / count),
        "open_seconds": round(statistics.median(times), 3),
    }


def memory(path: Path, additions: int, *, rewriting: bool = False) -> dict[str, float]:
    """Megabytes that a process takes after *additions* to the index at *path*."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as texts:
        # The code that makes the texts takes memory of its own.
        for text in articles(additions, seed=time.time_ns()):
            texts.write(json.dumps(text) + "\n")
        texts.flush()
        search = "with" if rewriting else "without"
        command = [sys.executable, "-c", _MEMORY, str(path), texts.name, search]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return {"anonymous": round(float(answer[0])), "mapped_files": round(float(answer[1]))}


def markdown(result: dict[str, Any]) -> str:
    """The result as a Markdown table."""
    head = (
        "| documents | check and add, µs of CPU: median (10th to 90th percentile) "
        "| from the text, µs | bytes a document | open, s | memory, MB | mapped files, MB |"
    )
    lines = [head, "|---:|---:|---:|---:|---:|---:|---:|"]
    for row in result["sizes"]:
        alone, from_text = (
            f"{median} ({low} to {high})"
            for low, median, high in (row["microseconds"], row["microseconds_from_text"])
        )
        lines.append(
            f"| {row['documents']:,} | {alone} | {from_text} | {row['bytes_a_document']} "
            f"| {row['open_seconds']} "
            f"| {row['memory_mb']['anonymous']:.0f} | {row['memory_mb']['mapped_files']:.0f} |"
        )
    grown = result["grown"]
    about = (
        f"An index that grew to {grown['documents']:,} documents by additions of fingerprints: "
        f"{grown['microseconds_of_calls']} µs of CPU a call and {grown['microseconds_aside']} µs "
        f"in the database's own thread; by the clock {grown['milliseconds_at_p999']} ms for one in "
        f"a thousand, {grown['milliseconds_at_most']} ms at most; {grown['bytes_a_document']} bytes a document when it is closed, "
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
    parser.add_argument("--engine", choices=("leveldb", "sqlite"), default="leveldb")
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    result = run(
        tuple(args.sizes),
        keep=args.keep,
        additions=args.additions,
        grown=args.grown,
        engine=args.engine,
    )
    print(markdown(result), file=sys.stderr)
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
