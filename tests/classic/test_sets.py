from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.classic import containment, jaccard, shingles, weighted_jaccard

SETS = st.frozensets(st.integers(0, 30), max_size=20)
BAGS = st.dictionaries(st.integers(0, 10), st.floats(0, 100))


@given(SETS, SETS)
def test_jaccard_is_symmetric_and_one_only_for_equal_sets(a, b):
    value = jaccard(a, b)
    assert value == jaccard(b, a)
    assert 0 <= value <= 1
    assert (value == 1) == (a == b and bool(a))


@given(SETS, SETS)
def test_containment_is_one_only_for_subsets(a, b):
    assert (containment(a, b) == 1) == (a <= b and bool(a))


@given(SETS, SETS)
def test_jaccard_follows_from_the_two_containments(a, b):
    shared = containment(a, b) * len(a)
    assert jaccard(a, b) * (len(a) + len(b) - shared) == pytest.approx(shared)


@given(SETS, SETS)
def test_weighted_jaccard_of_equal_weights_is_jaccard(a, b):
    assert weighted_jaccard(dict.fromkeys(a, 1.0), dict.fromkeys(b, 1.0)) == jaccard(a, b)


@given(BAGS, BAGS)
def test_weighted_jaccard_is_symmetric_and_bounded(a, b):
    value = weighted_jaccard(a, b)
    assert 0 <= value <= 1
    assert value == pytest.approx(weighted_jaccard(b, a))


def test_weighted_jaccard_counts_occurrences():
    assert weighted_jaccard(Counter("aab"), Counter("ab")) == pytest.approx(2 / 3)


def test_nothing_is_like_nothing():
    assert jaccard([], []) == containment([], []) == weighted_jaccard({}, {}) == 0


@given(st.lists(st.integers(0, 3), max_size=30), st.integers(1, 6))
def test_shingles_are_the_windows_of_the_text(tokens, w):
    found = shingles(tokens, w)
    assert all(len(shingle) == w for shingle in found)
    assert len(found) <= max(0, len(tokens) - w + 1)
    assert bool(found) == (len(tokens) >= w)
    for start in range(len(tokens) - w + 1):
        assert tuple(tokens[start : start + w]) in found


def test_a_shingle_of_no_token_is_refused():
    with pytest.raises(ValueError, match="w is 0"):
        shingles("abc", 0)
