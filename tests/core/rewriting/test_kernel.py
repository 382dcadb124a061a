"""The compiled kernel gives what the reference defines, and refuses what it can't read."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints.terms import Terms
from scrapy_neardup.core.rewriting import layout, reference
from scrapy_neardup.core.rewriting.layout import HEAD
from tests.core.rewriting.test_rewriting import drawn_terms

kernel = pytest.importorskip("scrapy_neardup.core.rewriting.kernel", reason="not compiled")


def weights_of(terms: Terms, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.where(
        random.random(len(terms.different)) < 0.3, 0.0, random.random(len(terms.different)) * 7
    )


def sketched(module, terms: Terms, weights: np.ndarray) -> bytes:
    keys = (terms.different[:32] & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    return module.sketch(terms.different, weights, terms.places, terms.sentences, keys)


def compared(module, terms: Terms, weights: np.ndarray, stored: bytes, apart: int = 1):
    return module.compare(
        terms.different,
        terms.is_number,
        terms.is_rough,
        weights,
        terms.places,
        terms.sentences,
        stored,
        apart,
    )


def test_the_versions_agree() -> None:
    assert kernel.VERSION == layout.VERSION


@pytest.mark.parametrize("module", [kernel, reference])
def test_what_is_stored_stays_what_it_is(module) -> None:
    different = np.arange(1, 9, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    places, sentences = np.arange(24) % 8, np.arange(24) // 6
    terms = Terms(different, different > 7, different > 8, places, sentences)
    assert sketched(module, terms, np.full(8, 1.25)).hex() == (
        "0804ffff0000204130466240"
        "157c4a7f2af894fe3f74df7d54f029fd696c747c7ee8befb9364097ba8e053fa"
        "0608060806080608" + 3 * "4a7f94fedf7d29fd747cbefb097b53fa"
    )


@settings(max_examples=60)
@given(
    drawn_terms(),
    st.integers(0, 99),
    st.sampled_from([0.0, 0.001, 0.1, 1.0]),
    st.integers(0, layout.MOST_POSTED),
)
def test_terms_weigh_the_same_and_are_as_characteristic(
    terms: Terms, seed: int, most: float, posted: int
) -> None:
    # Some shares are equal, so that hashes decide.
    shares = 10.0 ** -np.random.default_rng(seed).integers(0, 5, len(terms.different))
    found = [
        module.weigh(terms.different, shares, terms.places, most, posted)
        for module in (kernel, reference)
    ]
    for one, other in zip(*found, strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()
    weights, keys = found[0]
    rare, others = (shares <= most).sum(), ((shares > most) & (shares <= layout.WIDEST)).sum()
    assert len(keys) == min(max(rare, min(rare + others, layout.FEWEST_POSTED)), posted)
    assert weights.max(initial=0) <= layout.MOST_WEIGHT


def test_a_term_of_many_sentences_is_more_characteristic_than_one_as_rare() -> None:
    different = np.arange(1, 4, dtype=np.uint64)
    for module in (kernel, reference):
        weights, keys = module.weigh(
            different, np.array([0.01, 0.01, 0.5]), np.array([0, 1, 1, 2, 2, 2]), 0.4, 20
        )
        assert keys.tolist() == [2, 1]
        assert weights.tolist() == [-math.log(0.01), -math.log(0.01), math.log(2)]


@pytest.mark.parametrize("module", [kernel, reference])
def test_where_few_terms_are_rare_enough_the_next_rarest_follow(module) -> None:
    different = np.arange(1, 31, dtype=np.uint64)
    # One is rare, the rarest of the others stand in one place only.
    shares = np.array([1e-4, *np.linspace(0.02, 0.001, 29)])
    places = np.concatenate([np.arange(30), np.arange(10)])
    _, keys = module.weigh(different, shares, places, 5e-4, 20)
    assert keys.tolist() == [1, *range(30, 30 - layout.FEWEST_POSTED + 1, -1)]
    # None of them is one that more than one in a hundred has.
    _, keys = module.weigh(different[:16], shares[:16], np.arange(16), 5e-4, 20)
    assert keys.tolist() == [1, *[at + 1 for at in range(15, 0, -1) if shares[at] <= 0.01]]


def test_a_kernel_refuses_what_does_not_fit_together() -> None:
    different, places = np.arange(3, dtype=np.uint64), np.array([0, 1, 2])
    with pytest.raises(ValueError, match="3 terms, 2 shares"):
        kernel.weigh(different, np.ones(2), places, 1.0, 20)
    with pytest.raises(ValueError, match="place 3 of 3 terms"):
        kernel.weigh(different, np.ones(3), np.array([3]), 1.0, 20)
    for module in (kernel, reference):
        for posted in (-1, layout.MOST_POSTED + 1):
            with pytest.raises(ValueError, match=f"{posted} terms to post"):
                module.weigh(different, np.ones(3), places, 1.0, posted)


@settings(max_examples=60)
@given(drawn_terms(), st.integers(0, 99))
def test_the_same_is_stored(terms: Terms, seed: int) -> None:
    assume(len(terms.places))
    weights = weights_of(terms, seed)
    assert sketched(kernel, terms, weights) == sketched(reference, terms, weights)


@settings(max_examples=60)
@given(drawn_terms(), drawn_terms(), st.integers(0, 99), st.floats(0.3, 2), st.integers(1, 4))
def test_two_have_the_same_in_common(
    terms: Terms, other: Terms, seed: int, relative: float, apart: int
) -> None:
    assume(len(terms.places) and len(other.places))
    # Nearly half of the one's terms are the other's.
    half = min(len(terms.different), len(other.different)) // 2
    different = other.different.copy()
    different[:half] = terms.different[:half]
    other = Terms(different, other.is_number, other.is_rough, other.places, other.sentences)
    weights = weights_of(terms, seed)
    stored = sketched(reference, other, weights_of(other, seed + 1))
    # As if they were about as long.
    weight = float(weights[np.unique(terms.places)].sum()) * relative
    stored = stored[:4] + struct.pack("<f", weight) + stored[8:]
    for one in (stored, sketched(reference, terms, weights)):
        wanted = compared(reference, terms, weights, one, apart)
        # The second time finds the workspace as the first one leaves it.
        for _ in range(2):
            found = compared(kernel, terms, weights, one, apart)
            assert (found is None) == (wanted is None)
            if found is not None and wanted is not None:
                assert found[:4] == wanted[:4]
                assert found[4:] == pytest.approx(wanted[4:], rel=1e-12)
                assert all(math.isfinite(value) for value in found)


def test_some_have_something_in_common() -> None:
    # Else the test above would compare nothing with nothing.
    different = np.arange(1, 200, dtype=np.uint64) << np.uint64(16)
    places = np.arange(199)
    terms = Terms(different, different > 0, different == 0, places, places // 20)
    weights = np.full(199, 2.0)
    stored = sketched(reference, terms, weights)
    found = compared(kernel, terms, weights, stored)
    assert found == compared(reference, terms, weights, stored)
    assert found is not None
    assert found[:4] == (199, 199, 10, 10)
    # Terms of this weight are no rare ones.
    # All but what the sums of sentences are smoothed by is of one sentence only.
    assert found[11:] == (
        pytest.approx(41 / 42),
        0,
        10,
        10,
        pytest.approx((9 * 40 / 42 + 38 / 40) / 10),
    )


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_rough_number_that_the_source_lacks_weighs_nothing(module) -> None:
    different = np.arange(1, 101, dtype=np.uint64) << np.uint64(16)
    places = np.arange(50)
    none, all_ = np.zeros(100, np.bool_), np.ones(100, np.bool_)
    source = Terms(different, all_, none, places, places // 10)
    stored = sketched(module, source, np.ones(100))
    own = places.copy()
    own[:6] += 60
    for rough, weight in ((none, 50), (different > different[61], 46), (all_, 44)):
        copy = Terms(different, all_, rough, own, places // 10)
        found = compared(module, copy, np.ones(100), stored)
        assert found[:2] == (50, 44)
        assert found[9:11] == (weight, 44)


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_sentence_is_tied_by_two_rare_terms_that_stand_together_in_the_source(module) -> None:
    different = np.arange(1, 301, dtype=np.uint64) << np.uint64(16)
    places = np.arange(75)
    is_number = np.zeros(300, np.bool_)
    stored = sketched(
        module,
        Terms(different, is_number, is_number, places, places // 15),
        np.full(300, layout.RARE),
    )
    own = places + 150
    own[[0, 1]] = 3, 9  # two of one sentence
    own[[15, 16]] = 20, 40  # two of two sentences
    own[30] = 21  # a single one
    own[[45, 46, 47]] = 50, 51, 52
    copy = Terms(different, is_number, is_number, own, places // 15)
    for weight, tied in ((layout.RARE, 2), (layout.RARE - 0.1, 0)):
        found = compared(module, copy, np.full(300, weight), stored)
        shares = sorted((same * weight + 1) / (15 * weight + 2) for same in (2, 2, 1, 3, 0))
        assert found[11:14] == (pytest.approx(shares[2]), tied, 5)


@pytest.mark.parametrize("module", [kernel, reference])
@pytest.mark.parametrize(
    ("order", "in_order"),
    [
        ([0, 1, 2, 3, 4, 5], 6),
        ([5, 4, 3, 2, 1, 0], 1),
        ([3, 4, 0, 5, 1, 2], 3),
        ([1, 0, 3, 2, 5, 4], 3),
    ],
)
def test_so_many_sentences_stand_in_order(module, order: list[int], in_order: int) -> None:
    different = np.arange(1, 61, dtype=np.uint64) << np.uint64(16)
    places = np.arange(60)
    source = Terms(different, np.zeros(60, np.bool_), np.zeros(60, np.bool_), places, places // 10)
    own = np.concatenate([np.arange(10 * number, 10 * number + 10) for number in order])
    copy = Terms(different, np.zeros(60, np.bool_), np.zeros(60, np.bool_), own, places // 10)
    stored = sketched(module, source, np.ones(60))
    found = compared(module, copy, np.ones(60), stored)
    assert (found[3], found[14]) == (6, in_order)


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_sentence_that_two_of_the_source_are_like_is_less_distinct(module) -> None:
    different = np.arange(1, 101, dtype=np.uint64) << np.uint64(16)
    places = np.arange(50)
    own = places.copy()
    copy = Terms(different, np.zeros(100, np.bool_), np.zeros(100, np.bool_), own, own // 10)
    told = np.concatenate([places, [0, 1, 2, 3], np.arange(60, 66)])
    twice = Terms(
        different, np.zeros(100, np.bool_), np.zeros(100, np.bool_), told, np.arange(60) // 10
    )
    once = Terms(different, np.zeros(100, np.bool_), np.zeros(100, np.bool_), places, places // 10)
    by = [
        compared(module, copy, np.ones(100), sketched(module, one, np.ones(100)))
        for one in (once, twice)
    ]
    assert by[0][15] == pytest.approx(10 / 12)
    assert by[1][15] == pytest.approx((4 * 10 + 6) / 12 / 5)


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_word_of_three_terms_is_no_phrase_of_terms_that_stand_farther_apart(module) -> None:
    different = np.arange(1, 121, dtype=np.uint64) << np.uint64(16)
    places = np.arange(60)
    source = Terms(
        different[:60], np.zeros(60, np.bool_), np.zeros(60, np.bool_), places, places // 12
    )
    # Three of seven terms are the source's, those between are others.
    words = np.where(places % 7 < 3, different[:60], different[60:])
    copy = Terms(words, np.zeros(60, np.bool_), np.zeros(60, np.bool_), places, places // 12)
    stored = sketched(module, source, np.ones(60))
    phrases = [compared(module, copy, np.ones(60), stored, apart)[8] for apart in (1, 2, 3)]
    assert phrases[0] > phrases[1] > phrases[2] == 0


@given(st.binary(max_size=80))
@example(b"\0\xff\xff\xff" + bytes(8))
@example(HEAD.pack(0, 5, 0xFFFF, 1.0, 1.0) + b"\x08\1" * 5 + bytes(80))
@example(HEAD.pack(0, 5, 0xFFFF, math.nan, math.inf) + b"\x08\1" * 5 + bytes(80))
def test_bytes_of_any_kind_are_read_or_refused(stored: bytes) -> None:
    different = np.arange(60, dtype=np.uint64) << np.uint64(16)
    terms = Terms(different, different > 30, different > 90, np.arange(60), np.arange(60) // 12)
    outcomes = []
    for module in (kernel, reference):
        try:
            outcomes.append(repr(compared(module, terms, np.ones(60), stored)))
        except ValueError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_arrays_that_do_not_fit_are_refused() -> None:
    different, ones = np.arange(9, dtype=np.uint64), np.ones(9)
    far = np.full(9, 40)
    keys = np.zeros(3, np.uint32)
    stored = HEAD.pack(0, 5, 0xFFFF, 1.0, 1.0) + b"\x08\1" * 5 + bytes(80)
    with pytest.raises(ValueError, match="place 40 of 9 terms"):
        kernel.sketch(different, ones, far, far, keys)
    with pytest.raises(ValueError, match="9 terms, 2 weights"):
        kernel.sketch(different, ones[:2], far, far, keys)
    with pytest.raises(ValueError, match="9 places, 3 sentences"):
        kernel.compare(different, different > 3, different > 5, ones, far, far[:3], stored, 1)
    with pytest.raises(ValueError, match="9 terms, 2 weights, 9 and 9 kinds"):
        kernel.compare(different, different > 3, different > 5, ones[:2], far, far, stored, 1)
    with pytest.raises(ValueError, match="9 terms, 9 weights, 9 and 3 kinds"):
        kernel.compare(different, different > 3, different[:3] > 5, ones, far, far, stored, 1)
    with pytest.raises(ValueError, match="terms 0 places apart"):
        kernel.compare(different, different > 3, different > 5, ones, far, far, stored, 0)
