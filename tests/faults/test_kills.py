from __future__ import annotations

import random
import time

import pytest

from .killing import KILLS, Ordeal, Victim

CRAWLS = 20
ENOUGH = 8
PATIENCE = 45
"""Seconds after which a busy machine is content with ENOUGH kills."""


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_a_crawl_that_is_killed_again_and_again_loses_nothing(engine, site, tmp_path):
    started = time.monotonic()
    with Victim() as victim:
        ordeal = Ordeal(tmp_path, site, victim, random.Random(5), engine)
        for _ in range(CRAWLS):
            ordeal.run(kill=True)
            if time.monotonic() - started > PATIENCE and ordeal.kills.total() >= ENOUGH:
                break
        ordeal.finish()
    assert ordeal.kills.total() >= ENOUGH, ordeal.kills
    assert len(ordeal.kills) >= len(KILLS)
    # Pruning went on while crawls were killed.
    assert ordeal.pruned > ENOUGH
