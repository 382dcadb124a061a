from __future__ import annotations

import random

from .killing import KILLS, Ordeal, Victim


def test_a_crawl_that_is_killed_again_and_again_loses_nothing(site, tmp_path):
    with Victim() as victim:
        ordeal = Ordeal(tmp_path, site, victim, random.Random(5))
        for _ in range(20):
            ordeal.run(kill=True)
        ordeal.finish()
    assert ordeal.kills.total() >= 8, ordeal.kills
    assert len(ordeal.kills) >= len(KILLS)
