"""Crawl throughput, CPU and loop stalls with the plugin and without.

    python -m benchmarks.crawl PAGES [--rounds 4] [--repeat 5] [--output FILE]

PAGES is a folder of ``*.html.gz``. Crawls with and without the plugin take turns; medians, and
ratios of each pair of neighbours.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from typing import Any


def crawl(port: str, variant: str) -> dict[str, Any]:
    """The figures of one crawl over a new index."""
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.crawl.one", port, variant, directory],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.crawl.server", args.pages, str(args.rounds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        runs: dict[str, list[dict[str, Any]]] = {"without": [], "plugin": []}
        for _ in range(args.repeat):
            for variant, found in runs.items():
                found.append(crawl(port, variant))
                print(variant, found[-1], file=sys.stderr)
    finally:
        server.communicate()
    pairs = list(zip(runs["plugin"], runs["without"], strict=True))
    result = {
        "median": {
            variant: {
                name: statistics.median(run[name] for run in found)
                for name in ("pages_per_second", "cpu_ms_per_page", "stall_ms_p99", "rss_mb")
            }
            for variant, found in runs.items()
        },
        "ratio": {
            name: {
                "median": statistics.median(ratios),
                "spread": [min(ratios), max(ratios)],
            }
            for name in ("pages_per_second", "cpu_ms_per_page")
            for ratios in [[with_it[name] / without[name] for with_it, without in pairs]]
        },
        "runs": runs,
    }
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
