"""What the plugin costs a crawl: pages per second, CPU, stalls of the loop, memory.

    python -m benchmarks.crawl PAGES [--rounds 3] [--repeat 5] [--pace 25] [--output FILE]

PAGES is a folder of ``*.html.gz``. Crawls without the plugin and with it take turns. Figures are
medians, and ratios of each crawl to the one without the plugin before it. Stalls tell how much too
late a task of the loop wakes up that sleeps 2 ms at a time. They are measured in crawls that ask for
PACE pages a second, because a crawl at full speed is late by its own work.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from typing import Any

VARIANTS = ("without", "with")
FIGURES = ("pages_per_second", "cpu_ms_per_page", "rss_mb")
STALLS = ("stall_ms_p99", "stall_ms_max")


def crawl(port: str, variant: str, *pace: str) -> dict[str, Any]:
    """The figures of one crawl over a new index."""
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.crawl.one", port, variant, directory, *pace],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(variant, *pace, {name: figures[name] for name in FIGURES + STALLS}, file=sys.stderr)
    return figures


def spread(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "least": min(values), "most": max(values)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--pace", default="25")
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.crawl.server", args.pages, str(args.rounds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    runs: dict[str, list[dict[str, Any]]] = {variant: [] for variant in VARIANTS}
    paced: dict[str, list[dict[str, Any]]] = {variant: [] for variant in VARIANTS}
    try:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        for _ in range(args.repeat):
            for variant in VARIANTS:
                runs[variant].append(crawl(port, variant))
        for _ in range(args.repeat):
            for variant in VARIANTS:
                paced[variant].append(crawl(port, variant, args.pace))
    finally:
        server.communicate()
    result = {
        "figures": {
            variant: {
                **{name: spread([run[name] for run in runs[variant]]) for name in FIGURES},
                **{name: spread([run[name] for run in paced[variant]]) for name in STALLS},
            }
            for variant in VARIANTS
        },
        "ratios": {
            name: spread(
                [
                    run[name] / bare[name]
                    for run, bare in zip(runs["with"], runs["without"], strict=True)
                ]
            )
            for name in FIGURES[:2]
        },
        "verdicts": runs["with"][0]["verdicts"],
    }
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
