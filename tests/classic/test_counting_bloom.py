from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.classic import CountingBloomFilter


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=200))
def test_what_was_added_and_not_removed_is_always_found(operations):
    filter_ = CountingBloomFilter(20, 0.2)
    held: Counter[int] = Counter()
    for adding, token in operations:
        if adding:
            filter_.add(token)
            held[token] += 1
        elif held[token]:
            filter_.remove(token)
            held[token] -= 1
        assert all(token in filter_ for token, count in held.items() if count)
    assert len(filter_) == held.total()


def test_removing_everything_leaves_nothing():
    filter_ = CountingBloomFilter(100)
    for token in range(100):
        filter_.add(token)
    for token in range(100):
        filter_.remove(token)
    assert not any(token in filter_ for token in range(1000))


def test_false_positives_stay_near_the_rate_asked_for():
    filter_ = CountingBloomFilter(2000, 0.01)
    for token in range(2000):
        filter_.add(token)
    wrong = sum(token in filter_ for token in range(2000, 22_000))
    assert 100 <= wrong <= 320


def test_a_full_counter_makes_no_false_negatives():
    filter_ = CountingBloomFilter(10)
    for _ in range(1000):
        filter_.add("often")
    for _ in range(999):
        filter_.remove("often")
    assert "often" in filter_


def test_removing_what_was_never_added_is_an_error():
    with pytest.raises(KeyError, match="stranger"):
        CountingBloomFilter(10).remove("stranger")


@pytest.mark.parametrize(("capacity", "error"), [(0, 0.1), (10, 0.0), (10, 1.0)])
def test_impossible_sizes_are_refused(capacity, error):
    with pytest.raises(ValueError, match="use"):
        CountingBloomFilter(capacity, error)
