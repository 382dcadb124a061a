"""A few of the random lives of :mod:`benchmarks.crash.model`, which runs hundreds by command."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.crash.model import REACHED, SMALL, run

# They take a quarter of a minute on a machine that has nothing else to do.
pytestmark = pytest.mark.timeout(900)

RARE = {"kill while tables were written"}


# Of lives of half the usual length, these reach all; seed 1 looks for rewritten copies.
DOCUMENTS = SMALL // 2


@pytest.mark.parametrize(
    ("engine", "seeds"), [("leveldb", (1, 5)), ("sqlite", (1, 3)), ("memory", (1,))]
)
def test_nothing_is_lost_and_every_branch_is_reached(engine, seeds):
    reached: Counter[str] = Counter()
    for seed in seeds:
        reached.update(run(seed, engine, DOCUMENTS))
    assert REACHED[engine] - RARE - reached.keys() == set()
    # Ten times what is live in the end.
    assert reached["remove"] > 10 * DOCUMENTS // 15 * len(seeds)


def test_nothing_is_lost_on_redis(shared_url):
    reached = run(2, "redis", 600, shared_url("redis"))
    assert REACHED["redis"] - reached.keys() == set()
