from __future__ import annotations

import hashlib
import warnings

import numpy as np
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
    hashes = np.array([hash_of(word.encode()) for word in weights], np.uint64)

    assert simhash(hashes, np.array([*weights.values()])) == (
        Simhash(weights, hashfunc=hash_of).value
    )


@given(st.sets(st.text(min_size=1, max_size=8), min_size=1))
def test_without_weights_every_feature_counts_once(features):
    hashes = np.array([hash_of(word.encode()) for word in features], np.uint64)

    assert simhash(hashes) == Simhash([*features], hashfunc=hash_of).value


def test_the_order_of_features_is_nothing():
    hashes = np.arange(1, 100, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)

    assert simhash(hashes) == simhash(hashes[::-1])


def test_ties_are_zeros():
    assert simhash(np.array([0b01, 0b10], np.uint64)) == 0


def test_distance_counts_bits():
    assert distance(0, 2**64 - 1) == 64
    assert distance(5, 5) == 0
