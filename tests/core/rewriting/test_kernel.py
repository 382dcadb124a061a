"""The compiled kernel gives what the reference defines, and refuses what it can't read."""

from __future__ import annotations

import math
import struct
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints.terms import Terms
from scrapy_neardup.core.rewriting import layout, reference
from scrapy_neardup.core.rewriting.layout import HEAD
from tests.core.rewriting.test_rewriting import drawn_terms, words_only

if TYPE_CHECKING:
    from collections.abc import Iterator

kernel = pytest.importorskip("scrapy_neardup.core.rewriting.kernel", reason="not compiled")


def weights_of(terms: Terms, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.where(
        random.random(len(terms.different)) < 0.3, 0.0, random.random(len(terms.different)) * 7
    )


def sketched(module, terms: Terms, weights: np.ndarray) -> bytes:
    keys = (terms.different[:32] & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    return module.sketch(
        terms.different,
        terms.is_number,
        terms.values,
        weights,
        terms.places,
        terms.sentences,
        keys,
    )


def compared(module, terms: Terms, weights: np.ndarray, stored: bytes, apart: int = 1):
    """What the text has in common with the stored one."""
    return compared_with_run(module, terms, weights, stored, apart)[0]


def compared_with_run(module, terms: Terms, weights: np.ndarray, stored: bytes, apart: int = 1):
    return module.compare(
        terms.different,
        terms.is_number,
        terms.is_rough,
        terms.values,
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
    is_number = np.arange(8) >= 6
    values = np.where(is_number, 1234.5, 0)
    terms = Terms(different, is_number, is_number, values, places, sentences, places < 0)
    assert sketched(module, terms, np.full(8, 1.25)).hex() == (
        "080406ffff0000204130466240"
        "157c4a7f2af894fe3f74df7d54f029fd696c747c7ee8befb9364097ba8e053fa"
        "0608060806080608" + 3 * "4a7f941edf7d291d747cbe1b09fb53fa" + 6 * "9a44"
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
    is_number = other.is_number.copy()
    is_number[:half] = terms.is_number[:half]
    other = replace(other, different=different, is_number=is_number)
    weights = weights_of(terms, seed)
    stored = sketched(reference, other, weights_of(other, seed + 1))
    # As if they were about as long.
    weight = float(weights[np.unique(terms.places)].sum()) * relative
    stored = stored[:5] + struct.pack("<f", weight) + stored[9:]
    for one in (stored, sketched(reference, terms, weights)):
        wanted, *run = compared_with_run(reference, terms, weights, one, apart)
        # The second time finds the workspace as the first one leaves it.
        for _ in range(2):
            found, *found_run = compared_with_run(kernel, terms, weights, one, apart)
            assert found_run == run
            assert (found is None) == (wanted is None)
            if found is not None and wanted is not None:
                values, wanted_values = asdict(found), asdict(wanted)
                assert values == pytest.approx(wanted_values, rel=1e-12, abs=1e-12)
                assert all(map(math.isfinite, values.values()))


def found_in_order(count: int, odds: float) -> Iterator[float]:
    """How much likelier each of so many sentences is, in nats, if it has one counterpart, which is so
    much likelier than any other sentence, and these stand in order.
    """
    places = [1 / count] * count
    for at in range(count):
        if at:
            places = [
                0.2 / count + 0.8 / 3 * sum(places[max(place - 2, 0) : place + 1])
                for place in range(count)
            ]
        likely = [one * (odds if place == at else 1) for place, one in enumerate(places)]
        yield math.log(sum(likely) / ((odds + count - 1) / count))
        places = [one / sum(likely) for one in likely]


def test_some_have_something_in_common() -> None:
    # Else the test above would compare nothing with nothing.
    different = np.arange(1, 161, dtype=np.uint64) << np.uint64(16)
    places = np.arange(160)
    terms = replace(words_only(different, places, places // 20), is_number=different > 0)
    weights = np.full(160, 2.0)
    stored = sketched(reference, terms, weights)
    found = compared(kernel, terms, weights, stored)
    assert found == compared(reference, terms, weights, stored)
    assert found is not None
    assert (found.numbers, found.same_numbers) == (160, 160)
    assert (found.sentences, found.paired, found.told_sentences, found.in_order) == (8, 8, 8, 8)
    # Two equal sentences have 20 terms of weight 2 in common, of which 10 count.
    aligned = sum(found_in_order(8, math.exp(5)))
    assert found.aligned == pytest.approx(aligned)
    # Terms of this weight are no rare ones.
    assert found.tied == 0
    # All but what the sums of sentences are smoothed by is of one sentence only.
    assert (found.same_words, found.distinct) == pytest.approx((41 / 42, 40 / 42))


@pytest.mark.parametrize("module", [kernel, reference])
@pytest.mark.parametrize("behind", [5, 30])
@pytest.mark.parametrize("before", [0, 5, 30])
def test_the_run_of_sentences_is_found_that_a_source_has(module, before: int, behind: int) -> None:
    """Sentences of ten terms: *before* of the text's own, twelve of the source, *behind* of its own.
    The run is found beyond the length up to which the whole text is compared, and where so many sentences
    are told apart two at a time.
    """
    different = np.arange(1, 10 * (before + 12 + behind) + 1, dtype=np.uint64) << np.uint64(16)
    weights = np.full(len(different), 3.0)
    here = np.arange(10 * before, 10 * (before + 12))
    stored = sketched(module, words_only(different, here, (here - 10 * before) // 10), weights)
    places = np.arange(len(different))
    terms = words_only(different, places, places // 10)
    common, *run = compared_with_run(module, terms, weights, stored)
    assert (common is None) == (before + behind >= 10)
    slack = 10 * (before + 12 + behind > layout.MOST_SENTENCES)
    assert run == [pytest.approx(10 * before, abs=slack), pytest.approx(here[-1] + 1, abs=slack)]


@pytest.mark.parametrize("weight", [0.1, 0.7, 2.3, 6.1])
@pytest.mark.parametrize("shared", [4, 9, 14])
def test_a_sentence_that_adds_nothing_to_a_run_is_in_both_or_in_none(
    weight: float, shared: int
) -> None:
    # Of 25 terms of a sentence, 3 are what a counterpart has to have.
    different = np.arange(1, 1001, dtype=np.uint64) << np.uint64(16)
    weights = np.full(1000, weight)
    stored = sketched(
        reference, words_only(different, np.arange(150), np.arange(150) // 25), weights
    )
    places = np.arange(200) + 200
    for sentence, count in enumerate((shared, 3, 3, 0, 0, 3)):
        places[25 * sentence : 25 * sentence + count] = 25 * sentence + np.arange(count)
    terms = words_only(different, places, np.arange(200) // 25)
    runs = [
        compared_with_run(module, terms, weights, stored)[1:] for module in (kernel, reference)
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("module", [kernel, reference])
def test_without_anything_in_common_there_is_no_run(module) -> None:
    different = np.arange(1, 121, dtype=np.uint64) << np.uint64(16)
    weights = np.full(120, 3.0)
    places = np.arange(60)
    stored = sketched(module, words_only(different, places, places // 10), weights)
    terms = words_only(different, places + 60, places // 10)
    assert compared_with_run(module, terms, weights, stored)[1:] == (0, 0)


def weight_of_numbers(module, told: list[float], own: list[float], *, rough: bool) -> float:
    """What the numbers of a text weigh that has forty words of its source and its *own* numbers, each
    of which weighs one, beside a source with the numbers *told*. Equal numbers are one term.
    """
    values = [*dict.fromkeys([*told, *own])]
    different = np.arange(1, 41 + len(values), dtype=np.uint64) << np.uint64(16)
    is_number = np.arange(len(different)) >= 40
    both = [
        Terms(
            different,
            is_number,
            is_number & rough,
            np.array([0.0] * 40 + values),
            np.array([*range(40), *(40 + values.index(one) for one in numbers)]),
            np.array([place // 8 for place in range(40)] + [4] * len(numbers)),
            np.zeros(40 + len(numbers), np.bool_),
        )
        for numbers in (told, own)
    ]
    weights = np.ones(len(different))
    found = compared(module, both[1], weights, sketched(module, both[0], weights))
    assert (found.numbers, found.same_numbers) == (len({*own}), len({*own} & {*told}))
    return found.number_weight


@pytest.mark.parametrize("module", [kernel, reference])
@pytest.mark.parametrize(
    ("told", "own", "weight"),
    [
        # 14 is not "nearly 20", and 20 not "about 14".
        ([14], [20], 1),
        ([20], [14], 1),
        ([19], [20], 0),
        ([24], [20], 0),
        ([812, 45], [800], 0),
        ([187], [200], 0),
        ([175], [200], 1),
        ([180], [200], 0),
        ([45], [50], 0),
        ([13], [14], 1),
        ([15], [14], 1),
        ([125], [100], 0),
        ([379], [370], 0),
        ([499], [400], 0),
        ([18_643], [18_640], 0),
        ([9_651_234], [9_650_000], 0),
        ([2_349_000], [2_000_000], 0),
        ([2_600_000], [2_000_000], 1),
        ([1.46], [1.5], 0),
        ([1.7], [1.5], 1),
        # Each number of the source is told once by a rough number, and exactly beside that.
        ([812], [800, 810], 1),
        ([812, 806], [800, 810], 0),
        ([812, 800], [800], 1),
        ([812], [812, 800], 1),
        ([0], [0.0001], 1),
        ([7], [0], 1),
        ([9e14 + 1], [9e14], 0),
    ],
)
def test_a_rough_number_that_stands_for_one_of_the_source_weighs_nothing(
    module, told: list[float], own: list[float], weight: int
) -> None:
    assert weight_of_numbers(module, told, own, rough=True) == weight
    assert weight_of_numbers(module, told, own, rough=False) == len({*own})


@pytest.mark.parametrize("module", [kernel, reference])
def test_of_a_long_text_numbers_are_stored_before_words(module) -> None:
    random = np.random.default_rng(5)
    different = random.integers(0, 2**63, 1000, dtype=np.uint64)
    is_number = np.arange(1000) % 8 == 0
    terms = replace(
        words_only(different, np.arange(1000), np.arange(1000) // 25),
        is_number=is_number,
        values=np.where(is_number, 3.0, 0),
    )
    stored = sketched(module, terms, np.ones(1000))
    _, sentences, numbers, *_ = HEAD.unpack_from(stored)
    words = (len(stored) - HEAD.size - 4 * layout.MOST_POSTED - 2 * sentences) // 2 - 2 * numbers
    # Of 125 numbers and 875 words.
    assert numbers / 125 > 3 * words / 875 > 0.3
    assert layout.MOST_TERMS - 8 < 2 * numbers + words <= layout.MOST_TERMS
    assert len(stored) <= 900


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_sentence_is_tied_by_two_rare_terms_that_stand_together_in_the_source(module) -> None:
    different = np.arange(1, 301, dtype=np.uint64) << np.uint64(16)
    places = np.arange(75)
    stored = sketched(
        module,
        words_only(different, places, places // 15),
        np.full(300, layout.RARE),
    )
    own = places + 150
    own[[0, 1]] = 3, 9  # two of one sentence
    own[[15, 16]] = 20, 40  # two of two sentences
    own[30] = 21  # a single one
    own[[45, 46, 47]] = 50, 51, 52
    copy = words_only(different, own, places // 15)
    for weight, tied in ((layout.RARE, 2), (layout.RARE - 0.1, 0)):
        found = compared(module, copy, np.full(300, weight), stored)
        shares = sorted((same * weight + 1) / (15 * weight + 2) for same in (2, 2, 1, 3, 0))
        assert found.same_words == pytest.approx(shares[2])
        assert (found.tied, found.told_sentences) == (tied, 5)


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
    source = words_only(different, places, places // 10)
    own = np.concatenate([np.arange(10 * number, 10 * number + 10) for number in order])
    copy = words_only(different, own, places // 10)
    stored = sketched(module, source, np.ones(60))
    found = compared(module, copy, np.ones(60), stored)
    assert (found.paired, found.in_order) == (6, in_order)


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_sentence_that_two_of_the_source_are_like_is_less_distinct(module) -> None:
    different = np.arange(1, 101, dtype=np.uint64) << np.uint64(16)
    places = np.arange(50)
    own = places.copy()
    copy = words_only(different, own, own // 10)
    told = np.concatenate([places, [0, 1, 2, 3], np.arange(60, 66)])
    twice = words_only(different, told, np.arange(60) // 10)
    once = words_only(different, places, places // 10)
    by = [
        compared(module, copy, np.ones(100), sketched(module, one, np.ones(100)))
        for one in (once, twice)
    ]
    assert by[0].distinct == pytest.approx(10 / 12)
    assert by[1].distinct == pytest.approx((4 * 10 + 6) / 12 / 5)


@pytest.mark.parametrize("module", [kernel, reference])
def test_a_word_of_three_terms_is_no_phrase_of_terms_that_stand_farther_apart(module) -> None:
    different = np.arange(1, 121, dtype=np.uint64) << np.uint64(16)
    places = np.arange(60)
    source = words_only(different[:60], places, places // 12)
    # Three of seven terms are the source's, those between are others.
    words = np.where(places % 7 < 3, different[:60], different[60:])
    copy = words_only(words, places, places // 12)
    stored = sketched(module, source, np.ones(60))
    by = [compared(module, copy, np.ones(60), stored, apart) for apart in (1, 2, 3)]
    # All other readings are the same. Without a phrase in common, nothing but the words tells.
    assert by[0].wording < by[1].wording < by[2].wording
    assert by[2].wording == compared(module, copy, np.ones(60), stored, 60).wording


@given(st.binary(max_size=80))
@example(b"\0\xff\xff\xff" + bytes(8))
@example(HEAD.pack(0, 5, 0, 0xFFFF, 1.0, 1.0) + b"\x08\1" * 5 + bytes(80))
@example(HEAD.pack(0, 5, 0, 0xFFFF, math.nan, math.inf) + b"\x08\1" * 5 + bytes(80))
def test_bytes_of_any_kind_are_read_or_refused(stored: bytes) -> None:
    different = np.arange(60, dtype=np.uint64) << np.uint64(16)
    terms = Terms(
        different,
        different > 30 << 16,
        different > 40 << 16,
        np.arange(60) * 1.5,
        np.arange(60),
        np.arange(60) // 12,
        np.zeros(60, np.bool_),
    )
    outcomes = []
    for module in (kernel, reference):
        try:
            outcomes.append(repr(compared(module, terms, np.ones(60), stored)))
        except ValueError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_arrays_that_do_not_fit_are_refused() -> None:
    different, ones = np.arange(9, dtype=np.uint64), np.ones(9)
    far, none = np.full(9, 40), np.zeros(9, np.bool_)
    keys = np.zeros(3, np.uint32)
    stored = HEAD.pack(0, 5, 0, 0xFFFF, 1.0, 1.0) + b"\x08\1" * 5 + bytes(80)
    with pytest.raises(ValueError, match="place 40 of 9 terms"):
        kernel.sketch(different, none, ones, ones, far, far, keys)
    for columns, message in (
        ((none, ones, ones[:2]), "9 terms, 2 weights, 9 kinds, 9 values"),
        ((none[:3], ones, ones), "9 terms, 9 weights, 3 kinds, 9 values"),
        ((none, ones[:4], ones), "9 terms, 9 weights, 9 kinds, 4 values"),
    ):
        with pytest.raises(ValueError, match=message):
            kernel.sketch(different, *columns, far, far, keys)
    with pytest.raises(ValueError, match="9 places, 3 sentences"):
        kernel.compare(different, none, none, ones, ones, far, far[:3], stored, 1)
    for columns, message in (
        ((none, none, ones, ones[:2]), "9 terms, 2 weights, 9 and 9 kinds, 9 values"),
        ((none, none[:3], ones, ones), "9 terms, 9 weights, 9 and 3 kinds, 9 values"),
        ((none, none, ones[:5], ones), "9 terms, 9 weights, 9 and 9 kinds, 5 values"),
    ):
        with pytest.raises(ValueError, match=message):
            kernel.compare(different, *columns, far, far, stored, 1)
    with pytest.raises(ValueError, match="terms 0 places apart"):
        kernel.compare(different, none, none, ones, ones, far, far, stored, 0)
