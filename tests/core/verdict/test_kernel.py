"""The kernel of verdicts measures what its reference defines, value for value."""

from __future__ import annotations

import importlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.fingerprints import reference as fingerprints
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.profile import NAME, NUMBER, SHORT_NUMBER, Profile
from scrapy_neardup.core.fingerprints.sketch import encode
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict import evidence, reference
from scrapy_neardup.core.verdict.overlap import NOTHING
from scrapy_neardup.core.verdict.word_weights import ListedShares, Weights, weigh
from tests.core.test_verify import OTHER, article, refilled, respun
from tests.faults.stories import story

PACKAGE = "scrapy_neardup.core.verdict"
compiled = pytest.mark.skipif(not is_compiled(PACKAGE), reason="installed without a compiler")
kernel = importlib.import_module(f"{PACKAGE}.{'kernel' if is_compiled(PACKAGE) else 'reference'}")
both = pytest.mark.parametrize(
    "code", [pytest.param(kernel, id="kernel", marks=compiled), pytest.param(reference)]
)
fingerprint = Fingerprinter(Scheme())

# Few hashes of 14 bits, so that texts have many in common, and some twice.
hashes = st.builds(
    lambda rank, low: rank << 48 | low,
    st.sampled_from([0, 1, 0x8000, 0xFFFF]) | st.integers(0, 0xFFFF),
    st.integers(0, 30),
)


@st.composite
def profiles(draw):
    def of(*columns, size):
        rows = draw(st.lists(st.tuples(*columns), max_size=size))
        return [np.array(column) for column in zip(*rows, strict=True)] or [np.zeros(0)] * 2

    grams, gram_starts = of(hashes, st.integers(0, 90), size=60)
    rare, rare_starts = of(hashes, st.integers(0, 90), size=30)
    kinds = draw(st.lists(st.integers(NAME, SHORT_NUMBER), min_size=len(rare), max_size=len(rare)))
    return Profile(
        grams.astype(np.uint64),
        np.sort(gram_starts).astype(np.int64),
        rare.astype(np.uint64),
        np.sort(rare_starts).astype(np.int64),
        np.array(kinds, np.uint8),
        np.array(draw(st.lists(hashes, max_size=8)), np.uint64),
        np.zeros(0, np.uint64),
        np.array(draw(st.lists(hashes, max_size=20)), np.uint64),
        np.array(
            draw(st.lists(st.integers(0, 3), min_size=len(grams), max_size=len(grams))), np.uint8
        ),
    )


def sketched(profile, most_grams=64, most_rare=32):
    of = (profile.grams, profile.gram_starts)
    rare = (profile.rare, profile.rare_starts, profile.rare_kinds)
    return encode(profile, fingerprints.sample(*of, *rare, most_grams, most_rare))


shares = st.floats(0, 1)


@compiled
@settings(max_examples=400)
@given(profiles(), profiles(), st.integers(0, 70), st.integers(0, 32), st.data())
def test_any_two_texts(query, other, most_grams, most_rare, data):
    count = len(query.rare)
    asked = data.draw(st.lists(shares, min_size=count, max_size=count))
    weights = Weights(np.array(asked, np.float64), *data.draw(st.tuples(*[shares] * 3)))
    found, wanted = (each.Query(query, weights) for each in (kernel, reference))
    # One after the other by the same query, which keeps nothing of the one before.
    for text in (other, query, other):
        document = sketched(text, most_grams, most_rare)
        assert found.overlap(document) == wanted.overlap(document)


@compiled
@pytest.mark.parametrize("seed", range(6))
def test_articles(seed):
    lines = article(seed)
    texts = [
        lines,
        respun(lines, seed),
        refilled(lines, seed),
        lines[: 4 + seed],
        lines[:12] + OTHER[:12],
        [story(number) for number in range(seed, seed + 2)],
        [story(number) for number in range(seed, seed + 30)],
    ]
    stored = [fingerprint(" ".join(text)) for text in texts]
    for query in stored:
        prepared = evidence.prepare(query.profile, ListedShares())
        defined = reference.Query(query.profile, weigh(query.profile, ListedShares()))
        for document in stored:
            assert prepared.overlap(document.sketch) == defined.overlap(document.sketch)


@both
def test_a_word_stands_after_the_gram_that_begins_with_it(code):
    """A number that changed at the beginning of a gram stands between the same two grams in both texts."""
    before, gram, after, number, other = np.arange(1, 6, dtype=np.uint64)
    stored, query = (
        Profile(
            np.array([before, gram, after], np.uint64),
            np.array([0, 5, 9], np.int64),
            np.array([rare], np.uint64),
            np.array([5], np.int64),
            np.array([NUMBER], np.uint8),
            *(np.zeros(0, np.uint64) for _ in range(3)),
            np.zeros(3, np.uint8),
        )
        for rare in (number, other)
    )
    for asked, kept, changed in ((stored, 1, 0), (query, 0, 1)):
        found = code.Query(asked, Weights(np.ones(1), 1.0, 1.0, 1.0)).overlap(sketched(stored))
        assert (found.kept_numbers, found.changed_numbers) == (kept, changed)


ASKED = fingerprint(" ".join(OTHER))
WEIGHTS = weigh(ASKED.profile, ListedShares())


@both
def test_a_stranger_weighs_as_the_query_s_own_do(code):
    """Words that only the document has, by kind."""
    stored = replace(ASKED.profile, rare=ASKED.profile.rare ^ np.uint64(0x1FFF))
    weights = Weights(0 * WEIGHTS.asked, 0.5, 0.25, 0.125)
    found = code.Query(ASKED.profile, weights).overlap(sketched(stored)).rare
    assert found.names
    assert found.numbers
    assert found.name_weight == 0.5 * found.names
    assert found.number_weight == 0.25 * found.numbers + 0.125 * found.short_numbers


@both
def test_texts_without_a_gram_have_nothing_in_common(code):
    empty = replace(
        ASKED.profile,
        grams=np.zeros(0, np.uint64),
        gram_starts=np.zeros(0, np.int64),
        subjects=np.zeros(0, np.uint8),
    )
    assert code.Query(empty, WEIGHTS).overlap(ASKED.sketch) == NOTHING
    assert code.Query(ASKED.profile, WEIGHTS).overlap(sketched(empty)) == NOTHING


@both
@pytest.mark.parametrize(
    "damaged", [b"", ASKED.sketch[:5], ASKED.sketch[:-1], ASKED.sketch + b"0"]
)
def test_a_damaged_sketch_is_refused(code, damaged):
    with pytest.raises(ValueError, match=r"a sketch of \d+ bytes.* rebuild it"):
        code.Query(ASKED.profile, WEIGHTS).overlap(damaged)


@both
@pytest.mark.parametrize("skeleton", [96, 0xFFFF])
def test_a_skeleton_longer_than_its_sketch_is_refused(code, skeleton):
    damaged = bytearray(ASKED.sketch)
    at = 6 + 4 * damaged[0]
    damaged[at : at + 2] = max(skeleton, damaged[1]).to_bytes(2, "little")
    with pytest.raises(ValueError, match="too long a skeleton"):
        code.Query(ASKED.profile, WEIGHTS).overlap(bytes(damaged))


@both
def test_the_skeleton_that_both_have_is_counted(code):
    found = code.Query(ASKED.profile, WEIGHTS).overlap(ASKED.sketch)
    assert found.same_skeleton == found.skeleton == min(len(ASKED.profile.skeleton), 16)
    without = replace(ASKED.profile, skeleton=np.zeros(0, np.uint64))
    assert code.Query(without, WEIGHTS).overlap(ASKED.sketch).same_skeleton == 0


@both
@pytest.mark.parametrize("name", ["gram_starts", "subjects", "rare", "rare_starts", "rare_kinds"])
def test_arrays_that_do_not_fit_are_refused(code, name):
    short = replace(ASKED.profile, **{name: getattr(ASKED.profile, name)[1:]})
    with pytest.raises(ValueError, match="differ in length"):
        code.Query(short, WEIGHTS)


@both
def test_a_rare_word_of_no_kind_is_refused(code):
    for kind in (0, 4):
        kinds = np.full(len(ASKED.profile.rare), kind, np.uint8)
        with pytest.raises(ValueError, match=f"a rare word of kind {kind}"):
            code.Query(replace(ASKED.profile, rare_kinds=kinds), WEIGHTS)
