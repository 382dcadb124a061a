"""Let many copies of one story be under way at once, and count how many survive.

    python -m benchmarks.crash.flight --rounds 10000 --copies 100

In each round, as many coroutines as copies have the same story under different URLs, through two
sessions that share an index. How long each takes and whether its storage fails is random. Exactly one
of the copies that don't fail must survive. A round that hangs ends the run after a minute.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from tests.faults.flight import Flight
from tests.plugin.crawling import run_coroutines

_AT_ONCE = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        flight = Flight(Path(directory), random.Random(options.seed), options.copies)
        for _ in range(options.rounds // _AT_ONCE):
            run_coroutines(flight.run(_AT_ONCE))
    print(
        f"{options.rounds} rounds of {options.copies} copies, one survivor in each that had one; "
        f"{flight.stats['neardup/waited']} waits, {flight.stats['neardup/rolled_back']} originals "
        f"failed, {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
