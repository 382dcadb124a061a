from __future__ import annotations

import random

import pytest

from .killing import KILLS, Ordeal, Victim
from .victim import POINTS

CRAWLS = 20
ENOUGH = 8
"""Of CRAWLS, so many have to be killed. ``python -m benchmarks.crash.kills`` kills hundreds."""


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_a_crawl_that_is_killed_again_and_again_loses_nothing(engine, site, tmp_path):
    with Victim() as victim:
        ordeal = Ordeal(tmp_path, site, victim, random.Random(5), engine)
        for _ in range(CRAWLS):
            ordeal.run(kill=True)
            if has_enough(ordeal):
                break
        ordeal.finish()
    assert has_enough(ordeal), ordeal.kills
    # Pruning went on while crawls were killed.
    assert ordeal.pruned > ENOUGH


def has_enough(ordeal: Ordeal) -> bool:
    """Whether enough crawls were killed, from inside, from outside and in the middle of a write."""
    inside = ordeal.kills.keys() & {*POINTS}
    others = {*KILLS} - {"inside"}
    return ordeal.kills.total() >= ENOUGH and bool(inside) and others <= ordeal.kills.keys()
