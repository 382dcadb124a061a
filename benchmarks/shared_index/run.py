"""One index, many processes: throughput by their number, and a long run with faults.

    python -m benchmarks.shared_index.run [--documents N] [--json FILE] [--plot FILE]
    python -m benchmarks.shared_index.run --soak [--processes P] [--documents N] [--json FILE]

Both start a cluster of three masters and three replicas on this machine, so servers and crawlers
share its cores. The texts are made up; three of ten documents are copies that all processes add
at about the same moment. The soak kills a master after a third of the documents, moves 500 slots
once its replica has taken over, and tells how many stories have one survivor, none, or two.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks.shared_index.crawlers import ROOT, Crawl, run_crawlers, survivors

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
        "round_trips_per_document": round(
            sum(crawled.round_trips for crawled in crawls) / (processes * documents), 2
        ),
        "waits": sum(crawled.waits for crawled in crawls),
        "stories": survivors(crawls, processes, documents),
    }


def used_memory(servers: list[Server]) -> int:
    return sum(int(server.client().info("memory")["used_memory"]) for server in servers)


def throughput(documents: int) -> list[dict[str, Any]]:
    results = []
    for processes in PROCESSES:
        cluster = LocalCluster()
        try:
            masters = cluster.servers[:3]
            before = used_memory(masters)
            crawls = run_crawlers(cluster.url, processes, documents)
            result = figures(crawls, documents)
            added = used_memory(masters) - before
            result["bytes_per_document"] = round(added / (processes * documents))
        finally:
            cluster.stop()
        print(json.dumps(result), flush=True)
        results.append(result)
    return results


def soak(processes: int, documents: int) -> dict[str, Any]:
    cluster = LocalCluster()
    done: dict[str, float] = {}

    def disturb() -> None:
        start = time.monotonic()
        cluster.servers[1].kill()
        done["master_killed_at"] = 0.0
        replica = cluster.servers[4].client()
        while replica.info("replication")["role"] != "master":
            time.sleep(0.05)
        done["replaced_after_seconds"] = round(time.monotonic() - start, 1)
        time.sleep(5)
        for slot in range(MOVED_SLOTS):
            cluster.move_slot(slot, cluster.servers[0], cluster.servers[2])
        done["moved_slots"] = MOVED_SLOTS

    thread = threading.Thread(target=disturb)
    try:
        crawls = run_crawlers(
            cluster.url, processes, documents, during=thread.start, during_at=documents // 3
        )
        thread.join()
    finally:
        cluster.stop()
    return {**figures(crawls, documents), "faults": done}


def plot(results: list[dict[str, Any]], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 3.2))
    processes = [result["processes"] for result in results]
    axes.plot(processes, [result["documents_per_second"] for result in results], marker="o")
    axes.set_xticks(processes)
    axes.set_xlabel("crawler processes")
    axes.set_ylabel("documents per second")
    axes.set_ylim(0)
    axes.set_title(f"One index on a local cluster, {os.cpu_count()} cores for all")
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soak", action="store_true")
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    if options.soak:
        results: Any = soak(options.processes, options.documents)
        print(json.dumps(results))
    else:
        results = throughput(options.documents)
        if options.plot:
            plot(results, options.plot)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
