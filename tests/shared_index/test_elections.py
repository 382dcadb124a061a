"""A few of the crawls of :mod:`benchmarks.shared_index.elections`, which runs hundreds by command."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.shared_index.elections import run


@pytest.mark.parametrize(("backend", "seeds"), [("memory", 60), ("redis", 20), ("cluster", 8)])
def test_nothing_is_lost_and_nobody_wrongly_named_however_many_elect_at_once(
    shared_url, backend, seeds
):
    met: Counter[str] = Counter()
    for seed in range(seeds):
        met.update(run(seed, "" if backend == "memory" else shared_url(backend)))
    assert {"new", "exact", "partial", "repost", "original", "failed", "waits"} <= met.keys()


# A merger that came again named what it has nothing in common with (287, 671), and who met an equal
# text before all of that one's postings were there rested on it without waiting for its end.
@pytest.mark.parametrize("seed", [287, 671, 5870, 7561, 31030])
def test_crawls_that_went_wrong_before(shared_url, seed):
    run(seed, shared_url("redis"))


@pytest.mark.parametrize(("backend", "seeds"), [("memory", 60), ("redis", 20), ("cluster", 8)])
def test_nothing_is_lost_where_articles_are_replaced_while_others_copy_them(
    shared_url, backend, seeds
):
    met: Counter[str] = Counter()
    for seed in range(seeds):
        met.update(run(seed, "" if backend == "memory" else shared_url(backend), changing=True))
    assert {
        "updated",
        "unchanged",
        "exact",
        "partial",
        "original",
        "failed",
        "waits",
    } <= met.keys()


# An update that had written its record took postings away that the next update had just made.
@pytest.mark.parametrize("seed", [26])
def test_changing_addresses_that_went_wrong_before(shared_url, seed):
    run(seed, shared_url("redis"), changing=True)


@pytest.mark.parametrize(("backend", "seeds"), [("redis", 20), ("cluster", 8)])
def test_an_address_has_one_record_though_crawlers_stand_still(shared_url, backend, seeds):
    for seed in range(seeds):
        run(seed, shared_url(backend), lapsing=True)
