from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_neardup.classic import BottomK, MinHash, containment, jaccard

OVERLAPS = st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(1, 300))


def sets(only_a: int, both: int, only_b: int, start: int = 0) -> tuple[set[int], set[int]]:
    a = set(range(start, start + only_a + both))
    b = set(range(start + only_a, start + only_a + both + only_b))
    return a, b


@given(OVERLAPS, st.integers(0, 2**60))
@settings(max_examples=50)
def test_minhash_estimates_jaccard_within_its_error(sizes, start):
    a, b = sets(*sizes, start)
    method = MinHash(512)
    exact = jaccard(a, b)
    estimate = method.estimate(method.signature(a), method.signature(b))
    # Five standard errors: one in two million by chance.
    assert abs(estimate - exact) <= 5 * math.sqrt(exact * (1 - exact) / 512) + 1e-9


def test_minhash_is_unbiased_over_seeds():
    a, b = sets(40, 60, 20)
    estimates = []
    for seed in range(60):
        method = MinHash(64, seed=seed)
        estimates.append(method.estimate(method.signature(a), method.signature(b)))
    assert np.mean(estimates) == pytest.approx(0.5, abs=4 * math.sqrt(0.25 / 64 / 60))
    assert np.std(estimates) == pytest.approx(math.sqrt(0.25 / 64), rel=0.35)


def test_minhash_is_the_same_in_blocks():
    hashes = np.arange(10_000, dtype=np.uint64)
    method = MinHash(8)
    parts = [method.signature(part) for part in np.array_split(hashes, 7)]
    assert np.minimum.reduce(parts).tolist() == method.signature(hashes).tolist()


@given(OVERLAPS)
@settings(max_examples=50)
def test_bottom_k_is_exact_for_small_unions(sizes):
    a, b = sets(*sizes)
    method = BottomK(1000)
    sketch_a, sketch_b = method.sketch(a), method.sketch(b)
    assert method.estimate(sketch_a, sketch_b) == pytest.approx(jaccard(a, b))
    assert method.estimate_containment(sketch_a, sketch_b) == pytest.approx(containment(a, b))


def test_bottom_k_is_unbiased_over_seeds():
    a, b = sets(100, 300, 200)
    jaccards, containments = [], []
    for seed in range(200):
        method = BottomK(64, seed=seed)
        sketch_a, sketch_b = method.sketch(a), method.sketch(b)
        jaccards.append(method.estimate(sketch_a, sketch_b))
        containments.append(method.estimate_containment(sketch_a, sketch_b))
    assert np.mean(jaccards) == pytest.approx(0.5, abs=4 * math.sqrt(0.25 / 64 / 200))
    assert np.mean(containments) == pytest.approx(0.75, abs=0.02)


def test_bottom_k_sees_a_small_set_in_a_large_one():
    a, b = sets(0, 50, 5000)
    method = BottomK(256)
    assert method.estimate_containment(method.sketch(a), method.sketch(b)) == 1
    assert method.estimate_containment(method.sketch(b), method.sketch(a)) < 0.05


@pytest.mark.parametrize("method", [MinHash(16), BottomK(16)])
def test_order_and_repetition_do_not_matter(method):
    tokens = [f"word{number}" for number in range(40)]
    shuffled = [*tokens, *tokens[:7]]
    random.Random(1).shuffle(shuffled)
    sketch = method.signature if isinstance(method, MinHash) else method.sketch
    assert sketch(tokens).tolist() == sketch(shuffled).tolist()


def test_empty_texts_are_alike_to_nothing():
    for tokens in ([], ["a"]):
        many, one = MinHash(8), BottomK(8)
        assert many.estimate(many.signature([]), many.signature(tokens)) == 0
        assert one.estimate(one.sketch([]), one.sketch(tokens)) == 0
        assert one.estimate_containment(one.sketch([]), one.sketch(tokens)) == 0


def test_signatures_of_different_length_are_refused():
    with pytest.raises(ValueError, match="8 and 4"):
        MinHash.estimate(MinHash(8).signature("ab"), MinHash(4).signature("ab"))


@pytest.mark.parametrize("make", [MinHash, BottomK])
def test_a_sketch_of_nothing_is_refused(make):
    with pytest.raises(ValueError, match="is 0: use 1 or more"):
        make(0)
