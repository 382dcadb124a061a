from __future__ import annotations

import warnings

from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.classic import distance, simhash, token_hash

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # an invalid escape sequence in its docstring
    from simhash import Simhash


@given(
    st.dictionaries(
        st.text(max_size=5), st.integers(1, 9) | st.integers(45, 255), min_size=1, max_size=40
    )
)
def test_it_is_the_simhash_of_the_reference_package(weights):
    reference = Simhash(weights, hashfunc=lambda data: token_hash(data.decode()))
    assert simhash(weights) == reference.value


def test_a_token_weighs_as_often_as_it_occurs():
    assert simhash("aaab") == simhash({"a": 3, "b": 1})


def test_a_weight_may_be_large_or_broken():
    assert simhash({"a": 1000, "b": 999}) == simhash("a")
    assert simhash({"a": 0.5, "b": 0.25}) == simhash("a")


def test_no_token_has_no_simhash():
    assert simhash([]) is None


def test_distance_counts_bits():
    assert distance(0, 2**64 - 1) == 64
    assert distance(0b1011, 0b0010) == 2
