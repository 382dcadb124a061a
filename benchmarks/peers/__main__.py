"""The plugin beside what one would write instead, on the same crawl.

    python -m benchmarks.peers DIRECTORY [--share 0.25] [--kill-share 0.1] [--repeat 1]
        [--only PEER ...] [--json FILE] [--table FILE]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. Each peer crawls the same site on loopback with
a new state of its own; peers take turns. Then each is killed in the middle of a crawl and crawls
the site again. Results are added to those in the JSON file, so that peers may run one by one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import redis

from benchmarks.peers.pipelines import PEERS
from benchmarks.peers.site import choose
from benchmarks.quality.dataset import BASE_KINDS, Dataset, Item
from benchmarks.quality.scores import pooled, score

if TYPE_CHECKING:
    from collections.abc import Iterator

sys.path.append(str(Path(__file__).parents[2] / "example_project"))

from cluster import Server

_BEGIN, _END = "<!-- table -->\n", "<!-- end of table -->\n"
_KINDS = {
    "exact": ("exact", "translated_punct"),
    "repost": ("repost", "repost_trad"),
    "spun": ("spun_10", "spun_20", "spun_30", "spun_mix"),
    "partial": ("truncated", "extended"),
    "merged": ("merged, one of both",),
    "real reprints": ("natural, copy",),
}


@contextmanager
def site(directory: Path, share: float) -> Iterator[str]:
    """The port of the site."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.peers.site", str(directory), str(share)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.communicate()


@contextmanager
def state() -> Iterator[tuple[Path, Server]]:
    """An empty directory and an empty Redis server."""
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as directory:
            yield Path(directory), server
    finally:
        server.stop()


def start(port: str, peer: str, directory: Path, server: Server) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.peers.one", port, peer, str(directory)],
        env={**os.environ, "PEER_REDIS": str(server.port)},
    )


def crawl(port: str, peer: str, directory: Path, server: Server) -> dict[str, Any]:
    """The figures of a crawl to its end.

    CPU is the time of the crawler, of its child processes and of Redis from start to end. Memory is
    the most that crawler and children had together.
    """
    before = _redis_seconds(server)
    running = start(port, peer, directory, server)
    peak = 0.0
    while True:
        done, status, usage = os.wait4(running.pid, os.WNOHANG)
        if done:
            break
        peak = max(peak, _resident_mb(running.pid))
        time.sleep(0.1)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode != 0:
        raise SystemExit(f"the crawl with {peer!r} failed")
    figures: dict[str, Any] = json.loads((directory / "figures.json").read_text())
    seconds = usage.ru_utime + usage.ru_stime + _redis_seconds(server) - before
    figures["cpu_ms_per_page"] = seconds / figures["pages"] * 1000
    figures["peak_mb"] = peak
    figures["redis_mb"] = _redis(server).info("memory")["used_memory_peak"] / 2**20
    return figures


def _resident_mb(pid: int) -> float:
    total = 0
    try:
        main = psutil.Process(pid)
        for process in (main, *main.children(recursive=True)):
            total += process.memory_info().rss
    except psutil.NoSuchProcess:
        pass
    return total / 2**20


def _redis(server: Server) -> Any:
    return redis.Redis(port=server.port)


def _redis_seconds(server: Server) -> float:
    info = _redis(server).info("cpu")
    return float(info["used_cpu_user"] + info["used_cpu_sys"])


def accuracy(dataset: Dataset, items: list[Item], figures: dict[str, Any]) -> dict[str, Any]:
    """Recall and false positives of a crawl, by what it dropped."""
    ids = {item.id for item in items}
    part = Dataset(
        {item.id: item for item in items},
        dataset.labels,
        [pair for pair in dataset.pairs if pair[0] in ids and pair[1] in ids],
    )
    dropped = figures["dropped"]
    # Dropped articles come last, so that the earlier one of a pair is an article that was kept.
    reports = {
        _id(url): [(_id(source), kind) for source, kind in dropped.get(url, ())]
        for url in sorted(figures["arrivals"], key=dropped.__contains__)
    }
    found = score(part, reports)
    recall = {}
    for name, kinds in _KINDS.items():
        weights = {
            kind: sum(row["of"] for row in found["recall"].get(kind, {}).values())
            for kind in kinds
        }
        hits = sum(pooled(found, kind) * weight for kind, weight in weights.items())
        recall[name] = {"share": hits / max(sum(weights.values()), 1), "of": sum(weights.values())}
    base = [item.id for item in items if item.kind in ("original", "unrelated")]
    return {
        "recall": recall,
        "false_positives": {
            "look-alikes": found["hard_negatives"],
            "unrelated": found["unrelated"],
        },
        "base_dropped": sum(bool(reports.get(id_)) for id_ in base) / max(len(base), 1),
    }


def survive(port: str, peer: str, whole: set[str], groups: dict[str, str]) -> dict[str, Any]:
    """Kill the crawler when half of the stories are stored, and crawl the site again.

    *whole* are the stories of a crawl that was left alone.
    """
    with state() as (directory, server):
        stories = directory / "stories.jsonl"
        running = start(port, peer, directory, server)
        while running.poll() is None:
            if stories.exists() and stories.read_bytes().count(b"\n") >= len(whole) // 2:
                running.kill()
            time.sleep(0.005)
        if running.returncode != -9:
            raise SystemExit(f"the crawl with {peer!r} ended before it was killed")
        before = _stories(directory)
        crawl(port, peer, directory, server)
        after = _stories(directory)[len(before) :]
    kept = {groups[_id(url)] for url in (*before, *after)}
    lost = {groups[_id(url)] for url in whole} - kept
    again = set(before) & set(after)
    return {
        "stored_when_killed": len(before),
        "known_again": 1 - len(again) / len(set(before)),
        "stored_twice": len(again),
        "lost": len(lost),
    }


def _stories(directory: Path) -> list[str]:
    lines = (directory / "stories.jsonl").read_text().splitlines()
    return [json.loads(line)["url"] for line in lines]


def _id(url: str) -> str:
    return url.rpartition("/")[2]


def measure(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """Add the peers' results to *results*."""
    dataset = Dataset.read(options.directory)
    items = choose(dataset, options.share)
    peers = options.only or list(PEERS)
    runs: dict[str, list[dict[str, Any]]] = {peer: [] for peer in peers}
    with site(options.directory, options.share) as port:
        for _ in range(options.repeat):
            for peer in peers:
                with state() as (directory, server):
                    runs[peer].append(crawl(port, peer, directory, server))
                print(peer, {k: v for k, v in runs[peer][-1].items() if type(v) is float})
    results["machine"] = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    results["pages"] = len(items)
    results["originals"] = sum(item.kind in BASE_KINDS for item in items)
    for peer, found in runs.items():
        results.setdefault("peers", {})[peer] = {
            **{
                name: {
                    "median": statistics.median(run[name] for run in found),
                    "spread": [min(run[name] for run in found), max(run[name] for run in found)],
                }
                for name in ("pages_per_second", "cpu_ms_per_page", "peak_mb", "redis_mb")
            },
            "errors": sum(run["errors"] for run in found),
            **(accuracy(dataset, items, found[-1]) if peer != "no filter" else {}),
        }
    _save(results, options.json)
    groups = {item.id: item.group for item in dataset.items.values()}
    with site(options.directory, options.kill_share) as port:
        results["kill_pages"] = len(choose(dataset, options.kill_share))
        for peer in peers:
            if peer == "no filter":
                continue
            with state() as (directory, server):
                crawl(port, peer, directory, server)
                whole = set(_stories(directory))
            results["peers"][peer]["kill"] = survive(port, peer, whole, groups)
            print(peer, results["peers"][peer]["kill"])
            _save(results, options.json)


def _save(results: dict[str, Any], target: Path | None) -> None:
    if target:
        target.write_text(json.dumps(results, indent=1) + "\n")


def table(results: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    head = ["", *_KINDS, "wrong: look-alikes", "wrong: unrelated"]
    accuracy_rows = [head, ["---"] * len(head)]
    cost_rows = [
        ["", "pages/s", "CPU, ms a page", "peak memory, MB", "Redis, MB", "stored twice", "lost"],
        ["---"] * 7,
    ]
    for peer in PEERS:
        found = results["peers"].get(peer)
        if found is None:
            continue
        if "recall" in found:
            wrong = found["false_positives"]
            accuracy_rows.append(
                [
                    peer,
                    *(f"{100 * one['share']:.1f}" for one in found["recall"].values()),
                    f"{100 * wrong['look-alikes']['share']:.1f}",
                    f"{100 * wrong['unrelated']['share']:.2f}",
                ]
            )
        uses_redis = "Redis" in peer
        kill = found.get("kill")
        cost_rows.append(
            [
                peer,
                f"{found['pages_per_second']['median']:.0f}",
                f"{found['cpu_ms_per_page']['median']:.1f}",
                f"{found['peak_mb']['median']:.0f}",
                f"{found['redis_mb']['median']:.0f}" if uses_redis else "",
                f"{kill['stored_twice']} of {kill['stored_when_killed']}" if kill else "",
                f"{kill['lost']}" if kill else "",
            ]
        )
    parts = [
        "\n".join("| " + " | ".join(row) + " |" for row in rows)
        for rows in (accuracy_rows, cost_rows)
    ]
    about = (
        f"{results['pages']:,} pages, {results['originals']:,} of them not made from others; "
        f"{results['kill_pages']:,} pages for `kill -9`. {results['machine']}."
    )
    return "\n\n".join((about, *parts)) + "\n"


def write_table(results: dict[str, Any], target: Path) -> None:
    """Put the tables between their marks in *target*."""
    text = target.read_text()
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    target.write_text(f"{before}{_BEGIN}\n{table(results)}\n{_END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--share", type=float, default=0.25, help="share of the articles to crawl")
    parser.add_argument("--kill-share", type=float, default=0.1, help="the same when killed")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=list(PEERS), metavar="PEER")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--table", type=Path)
    options = parser.parse_args()
    results: dict[str, Any] = {}
    if options.json and options.json.exists():
        results = json.loads(options.json.read_text())
    measure(options, results)
    print(table(results))
    if options.table:
        write_table(results, options.table)


if __name__ == "__main__":
    main()
