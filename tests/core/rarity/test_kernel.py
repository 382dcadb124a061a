"""The kernel of rarity computes what its reference defines, value for value."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.rarity import reference, word_lists
from scrapy_neardup.core.rarity.cells import CELLS
from scrapy_neardup.core.rarity.reference import START_BITS

PACKAGE = "scrapy_neardup.core.rarity"
compiled = pytest.mark.skipif(not is_compiled(PACKAGE), reason="installed without a compiler")
kernel = importlib.import_module(f"{PACKAGE}.{'kernel' if is_compiled(PACKAGE) else 'reference'}")
both = pytest.mark.parametrize(
    "code", [pytest.param(kernel, id="kernel", marks=compiled), pytest.param(reference)]
)

# Of few upper halves, at both ends and around where searches begin, so that many are in the tables.
around = [(place << 32 - START_BITS) + step for place in (1, 2, 2048, 4095) for step in (-1, 0, 1)]
halves = st.integers(0, 20) | st.sampled_from([*around, 2**32 - 1])
hashes = st.builds(lambda upper, lower: upper << 32 | lower, halves, st.integers(0, 2**32 - 1))
words = st.lists(hashes, max_size=30).map(lambda found: np.array(found, np.uint64))
tables = st.sets(halves, max_size=15).map(lambda found: np.array(sorted(found), np.uint32))


@compiled
@given(words, tables, st.integers(0, 4), st.data())
def test_the_language(words, marks, languages, data):
    row = st.lists(st.integers(0, 1), min_size=languages, max_size=languages)
    rows = data.draw(st.lists(row, min_size=len(marks), max_size=len(marks)))
    owners = np.array(rows, np.uint8).reshape(len(marks), languages)
    words.sort()
    assert kernel.language(words, marks, owners) == reference.language(words, marks, owners)


@compiled
@given(words, tables, st.integers(0, 9), st.data())
def test_the_shares(words, listed, most, data):
    count = len(listed)
    expected = np.array(
        data.draw(st.lists(st.floats(0, 200), min_size=count, max_size=count)), np.float64
    )
    counts = np.arange(CELLS).astype(np.uint16) % (most + 1)
    starts = word_lists.WordList.of(listed, expected).starts
    asked = (
        words,
        listed,
        starts,
        expected,
        data.draw(st.floats(0, 1)),
        counts,
        200.0 + most,
        most // 2,
    )
    assert kernel.shares(*asked).tolist() == reference.shares(*asked).tolist()


NO_WORDS, NO_NUMBERS = np.zeros(0, np.uint64), np.zeros(0)


@both
def test_the_first_of_two_languages_with_as_many_marks(code):
    marks = np.array([1, 2, 3], np.uint32)
    owners = np.array([[0, 0, 1], [0, 1, 1], [0, 1, 0]], np.uint8)
    assert code.language(np.array([1, 2, 3], np.uint64) << np.uint64(32), marks, owners) == (1, 2)


@both
def test_tables_that_do_not_fit_are_refused(code):
    two, cells = np.array([1, 2], np.uint32), np.zeros(CELLS, np.uint16)
    with pytest.raises(ValueError, match="1 rows for 2 marks"):
        code.language(NO_WORDS, two, np.zeros((1, 2), np.uint8))
    starts = word_lists.NO_WORDS.starts
    with pytest.raises(ValueError, match="0 numbers and 4096 starts of 2 words"):
        code.shares(NO_WORDS, two, starts, NO_NUMBERS, 0.5, cells, 1.0, 0)
    with pytest.raises(ValueError, match="9 starts of 0 words"):
        code.shares(NO_WORDS, two[:0], starts[:9], NO_NUMBERS, 0.5, cells, 1.0, 0)
    with pytest.raises(ValueError, match="9 cells"):
        code.shares(NO_WORDS, two[:0], starts, NO_NUMBERS, 0.5, cells[:9], 1.0, 0)
