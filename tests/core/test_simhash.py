from __future__ import annotations

import hashlib
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints.simhash import distance, simhash

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # an invalid escape sequence in its docstring
    from simhash import Simhash

words = st.dictionaries(st.text(min_size=1, max_size=8), st.integers(1, 200), min_size=1)


def hash_of(word: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(word, digest_size=8).digest(), "big")


@given(words)
def test_equals_the_simhash_package_bit_for_bit(weights):
    features = [(hash_of(word.encode()), weight) for word, weight in weights.items()]

    assert simhash(features) == Simhash(weights, hashfunc=hash_of).value


@given(st.sets(st.text(min_size=1, max_size=8), min_size=1))
def test_with_weights_of_1_every_feature_counts_once(features):
    hashes = [hash_of(word.encode()) for word in features]

    assert simhash((hashed, 1) for hashed in hashes) == (
        Simhash([*features], hashfunc=hash_of).value
    )


def test_the_order_of_features_is_nothing():
    features = [(number * 0x9E3779B97F4A7C15 % 2**64, number) for number in range(1, 100)]

    assert simhash(features) == simhash(features[::-1])


def test_ties_are_zeros():
    assert simhash([(0b01, 1), (0b10, 1)]) == 0


def test_distance_counts_bits():
    assert distance(0, 2**64 - 1) == 64
    assert distance(5, 5) == 0


@pytest.mark.parametrize("weight", [49, 51, 255, 256, 300, 70_000, 2.5])
def test_a_large_weight_weighs_as_much_as_so_many_features(weight):
    assert simhash([(0b01, weight), (0b10, weight + 1)]) == 0b10
    assert simhash([(0b01, weight), (0b10, weight)]) == 0
    assert simhash([(0b01, 1)] * 300 + [(0b10, 301)]) == 0b10


def test_no_feature_gives_0():
    assert simhash([]) == 0
