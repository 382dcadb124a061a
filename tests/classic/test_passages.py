from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.classic import Passage, shared_passages

TEXTS = st.lists(st.integers(0, 3), max_size=40)


@given(TEXTS, TEXTS, st.integers(1, 5))
def test_passages_are_equal_runs_that_do_not_overlap(a, b, minimum):
    end = 0
    for passage in shared_passages(a, b, minimum=minimum):
        assert passage.length >= minimum
        assert passage.b >= end
        run = slice(passage.b, passage.b + passage.length)
        assert a[passage.a : passage.a + passage.length] == b[run]
        end = passage.b + passage.length


@given(TEXTS, st.integers(1, 5))
def test_a_text_is_one_passage_of_itself(a, minimum):
    expected = [Passage(0, 0, len(a))] if len(a) >= minimum else []
    assert shared_passages(a, a, minimum=minimum) == expected


def test_moved_passages_are_found():
    assert shared_passages("abcdefgh", "efghXabcd", minimum=3) == [
        Passage(4, 0, 4),
        Passage(0, 5, 4),
    ]


def test_a_repetitive_text_takes_no_quadratic_time():
    text = "ab" * 50_000
    assert sum(passage.length for passage in shared_passages(text, text, minimum=4)) == len(text)


def test_an_empty_passage_is_refused():
    with pytest.raises(ValueError, match="minimum is 0"):
        shared_passages("a", "a", minimum=0)
