"""One index, many processes: throughput by their number, and a long run with faults.

    python -m benchmarks.shared_index.run [--documents N] [--rounds R] [--json FILE] [--plot FILE]
    python -m benchmarks.shared_index.run --soak [--processes P] [--documents N] [--json FILE]
    python -m benchmarks.shared_index.run --memory [--documents N] [--without-rewritten] [--json FILE]
    python -m benchmarks.shared_index.run --copy [--documents N] [--json FILE]

The first two start a cluster of three masters and three replicas on this machine, so servers and
crawlers share its cores. The texts are made up; three of ten documents are copies that all processes
add at about the same moment. The soak kills a master after a quarter of the documents, moves 500 slots
once its replica has taken over, then kills another master. It ends with an error unless every crawler
reached its end, every story has one survivor, and both failovers and the moves were complete while
every crawler was still at work.
The third tells how much memory articles take on one server, in an index that was laid out for as many
articles, and without a search for rewritten copies if you say so. The last tells how fast an index is copied from LevelDB to servers and back.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.shared_index.crawlers import ROOT, Crawl, run_crawlers, story, survivors
from scrapy_neardup import Document, open_index
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.verdict.thresholds import PRESETS

sys.path.append(str(ROOT / "example_project"))

from cluster import LocalCluster, Server

PROCESSES = (1, 2, 4, 8)
MOVED_SLOTS = 500


def figures(crawls: list[Crawl], documents: int) -> dict[str, Any]:
    processes = len(crawls)
    seconds = max(crawled.seconds for crawled in crawls)
    return {
        "processes": processes,
        "documents_each": documents,
        "documents_per_second": round(processes * documents / seconds, 1),
        "crawler_cpu_ms_per_document": round(
            1000 * sum(crawled.cpu_seconds for crawled in crawls) / (processes * documents), 2
        ),
        "round_trips_per_document": round(
            sum(crawled.round_trips for crawled in crawls) / (processes * documents), 2
        ),
        "waits": sum(crawled.waits for crawled in crawls),
        "stories": survivors(crawls, processes, documents),
    }


def memory(documents: int, *, rewriting: bool) -> dict[str, Any]:
    server = Server()
    thresholds = replace(PRESETS["balanced"], rewriting=rewriting)
    try:
        with open_index(server.url, thresholds=thresholds, expected_documents=documents) as index:
            client = server.client()
            before = client.info()
            for number in range(documents):
                document = Document(f"http://site.example/story/{number}", story(str(number)))
                index.reserve(document).commit()
            after = client.info()
            used, sent, received = (
                after[name] - before[name]
                for name in ("used_memory", "total_net_input_bytes", "total_net_output_bytes")
            )
            keys = client.scan_iter("neardup#t*", count=10_000)
            postings = sum(client.zcard(key) for key in keys)
            records = sum(len(record.to_bytes()) for record in index.records())
        return {
            "documents": documents,
            "bytes_per_document": round(used / documents),
            "bytes_sent_per_document": round(sent / documents),
            "bytes_received_per_document": round(received / documents),
            "postings_per_document": round(postings / documents, 1),
            "record_bytes": round(records / documents),
        }
    finally:
        server.stop()


def copying(documents: int, folder: Path) -> list[dict[str, Any]]:
    """Documents a second of copies to and from one server and a cluster."""
    server, cluster = Server(), LocalCluster()
    results = []
    try:
        with open_index(folder / "source", expected_documents=documents) as index:
            for number in range(documents):
                index.add(Document(f"http://site.example/story/{number}", story(str(number))))
        hops = ["source", server.url, "from-server", cluster.url, "from-cluster"]
        for here, there in itertools.pairwise(hops):
            paths = [one if "://" in one else folder / one for one in (here, there)]
            with (
                open_index(paths[0]) as source,
                open_index(paths[1], expected_documents=documents) as target,
            ):
                start, cpu = time.perf_counter(), time.process_time()
                report = copy_index(source, target)
                seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
            names = [
                one.partition("://")[0] if "://" in one else "leveldb" for one in (here, there)
            ]
            results.append(
                {
                    "from": names[0],
                    "to": names[1],
                    "documents": documents,
                    "documents_per_second": round(documents / seconds),
                    "documents_per_cpu_second": round(documents / cpu),
                    "differing": report.differing,
                }
            )
            print(json.dumps(results[-1]), flush=True)
    finally:
        server.stop()
        cluster.stop()
    return results


def throughput(documents: int, rounds: int) -> list[dict[str, Any]]:
    """The number of processes changes within each round, so that all have the same disturbances."""
    results = []
    for _ in range(rounds):
        for processes in PROCESSES:
            cluster = LocalCluster()
            try:
                before = server_cpu(cluster)
                crawls = run_crawlers(cluster.url, processes, documents)
                used = server_cpu(cluster) - before
            finally:
                cluster.stop()
            result = figures(crawls, documents)
            result["server_cpu_ms_per_document"] = round(1000 * used / (processes * documents), 2)
            print(json.dumps(result), flush=True)
            results.append(result)
    return results


def server_cpu(cluster: LocalCluster) -> float:
    """Seconds of CPU time that the servers have used, the replicas among them."""
    facts = [server.client().info("cpu") for server in cluster.servers]
    used: float = sum(one["used_cpu_user"] + one["used_cpu_sys"] for one in facts)
    return used


def by_processes(results: list[dict[str, Any]], name: str) -> list[list[float]]:
    """The figures called *name*, ascending, for each number of processes."""
    return [
        sorted(result[name] for result in results if result["processes"] == processes)
        for processes in PROCESSES
    ]


def soak(processes: int, documents: int) -> dict[str, Any]:
    """The outcome of a crawl through two failovers and a reshard, and what is wrong with it."""
    cluster = LocalCluster()
    start = time.monotonic()
    failovers: list[float] = []
    moves: list[float] = []

    def now() -> float:
        return round(time.monotonic() - start, 1)

    def fail_over(master: int, replica: int) -> None:
        cluster.servers[master].kill()
        follower = cluster.servers[replica].client()
        while follower.info("replication")["role"] != "master":
            time.sleep(0.05)
        failovers.append(now())

    def disturb() -> None:
        fail_over(1, 4)
        time.sleep(2)
        for slot in range(MOVED_SLOTS):
            cluster.move_slot(slot, cluster.servers[0], cluster.servers[2])
            moves.append(now())
        time.sleep(2)
        fail_over(0, 3)

    with ThreadPoolExecutor(1) as pool:
        disturbing: list[Future[None]] = []
        try:
            crawls = run_crawlers(
                cluster.url,
                processes,
                documents,
                during=lambda: disturbing.append(pool.submit(disturb)),
                during_at=documents // 4,
            )
            for each in disturbing:
                each.result()
        finally:
            cluster.stop()
    result = figures(crawls, documents)
    first_end = min(crawled.finished_at for crawled in crawls) - start
    under_way = [sum(at < first_end for at in times) for times in (failovers, moves)]
    result |= {
        "crawlers_ended": len(crawls),
        "seconds_to_first_end": round(first_end, 1),
        "failovers_at": failovers,
        "failovers_under_way": under_way[0],
        "slots_moved_at": [moves[0], moves[-1]],
        "slots_moved_under_way": under_way[1],
    }
    problems = []
    if result["stories"]["lost"] or result["stories"]["double"]:
        problems.append("not every story has one survivor")
    if under_way != [2, MOVED_SLOTS]:
        problems.append("a crawler was at its end too early: give more --documents")
    result["problems"] = problems
    return result


def plot(results: list[dict[str, Any]], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 3.2))
    rates = by_processes(results, "documents_per_second")
    middle = [statistics.median(each) for each in rates]
    below = [mid - each[0] for mid, each in zip(middle, rates, strict=True)]
    above = [each[-1] - mid for mid, each in zip(middle, rates, strict=True)]
    axes.errorbar(PROCESSES, middle, yerr=[below, above], marker="o", capsize=3)
    axes.set_xticks(PROCESSES)
    axes.set_xlabel("crawler processes")
    axes.set_ylabel("documents per second")
    axes.set_ylim(0)
    axes.set_title(f"One index on a local cluster, {os.cpu_count()} cores for all")
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soak", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--without-rewritten", action="store_true", help="only for --memory")
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--documents", type=int, help="of each process; 3000 for --soak, else 500")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    if options.documents is None:
        options.documents = 3000 if options.soak else 500
    results: Any
    if options.soak:
        results = soak(options.processes, options.documents)
        print(json.dumps(results))
        if results["problems"]:
            sys.exit("; ".join(results["problems"]))
    elif options.memory:
        results = memory(options.documents, rewriting=not options.without_rewritten)
        print(json.dumps(results))
    elif options.copy:
        with tempfile.TemporaryDirectory() as folder:
            results = copying(options.documents, Path(folder))
    else:
        results = throughput(options.documents, options.rounds)
        for name in results[0].keys() - {"processes", "documents_each", "stories", "waits"}:
            for processes, each in zip(PROCESSES, by_processes(results, name), strict=True):
                print(f"{name}, {processes}: {each[0]} {statistics.median(each)} {each[-1]}")
        if options.plot:
            plot(results, options.plot)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
