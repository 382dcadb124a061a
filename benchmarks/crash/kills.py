"""Kill a real crawl at random points, again and again, and look for what is lost.

    python -m benchmarks.crash.kills --kills 200

The crawl goes over loopback HTTP and prunes expired articles. A pipeline behind the judging one stores
items and fails for a quarter of them. The crawl is killed with SIGKILL: by itself at a random step
between verdict and commit, in the middle of a write to the index's files, or from outside at a random
time. After each kill the index must check clean and hold nothing that was not stored. In the end every
story must be stored, and twice only if a kill came between its storage and its commit.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from tests.faults.killing import Ordeal, Victim
from tests.plugin.site import Site

_EXPIRED = 30
"""The number of articles for each kill that are in the index and have expired."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", choices=("leveldb", "sqlite"), default="leveldb")
    options = parser.parse_args()
    site = Site()
    started = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as directory, Victim() as victim:
            expired = _EXPIRED * options.kills
            chosen = random.Random(options.seed)
            ordeal = Ordeal(Path(directory), site, victim, chosen, options.engine, expired=expired)
            while ordeal.kills.total() < options.kills:
                ordeal.run(kill=True)
            ordeal.finish()
    finally:
        site.stop()
    print(f"{ordeal.kills.total()} kills in {ordeal.runs} crawls: {dict(ordeal.kills)}")
    print(
        f"{ordeal.runs * ordeal.fresh} stories, none lost; {ordeal.excused.total()} items were "
        f"killed between storage and commit, {len(ordeal.stored)} items stored in all; "
        f"{ordeal.pruned} expired articles pruned"
    )
    print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
