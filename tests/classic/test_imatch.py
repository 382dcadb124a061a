from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.classic import CollectionStatistics, IMatch

WORDS = st.lists(st.sampled_from([f"w{n}" for n in range(60)]), min_size=5)


def collection() -> CollectionStatistics:
    """100 documents: "every" in all, "half" in 50, "tenth" in 10, "once" in one."""
    statistics = CollectionStatistics()
    for number in range(100):
        tokens = ["every", "every"]
        tokens += ["half"] * (number < 50) + ["tenth"] * (number < 10) + ["once"] * (number < 1)
        statistics.add(tokens)
    return statistics


def test_a_document_counts_a_word_once():
    statistics = collection()
    assert statistics.documents == 100
    assert statistics.idf("every") == 0
    assert statistics.idf("tenth") == pytest.approx(math.log(10))
    assert statistics.normalized_idf("tenth") == pytest.approx(0.5)
    assert statistics.normalized_idf("once") == 1
    assert statistics.idf("unknown") == math.inf


def test_the_lexicon_leaves_out_frequent_unique_and_unknown_words():
    imatch = IMatch(collection(), low=0.1, high=0.8)
    assert imatch.lexicon(["every", "half", "tenth", "once", "unknown"]) == {"half", "tenth"}


@given(WORDS, st.randoms(use_true_random=False))
def test_signatures_do_not_depend_on_the_order(tokens, shuffler):
    shuffled = list(tokens)
    shuffler.shuffle(shuffled)
    imatch = IMatch(min_tokens=1)
    assert imatch.signatures(tokens) == imatch.signatures(shuffled)


@given(WORDS)
def test_words_outside_the_lexicon_change_nothing(tokens):
    statistics = CollectionStatistics()
    for number in range(60):
        statistics.add([f"w{number}", f"w{(number + 1) % 60}", "filler"])
    imatch = IMatch(statistics, low=0.1, high=1, min_tokens=1)
    assert imatch.signatures(tokens) == imatch.signatures([*tokens, "filler", "unheard of"])


def test_random_lexica_bear_a_changed_word():
    words = [f"word{number}" for number in range(120)]
    single, several = IMatch(lexica=0), IMatch(lexica=10)
    found = {"single": 0, "several": 0}
    for seed in range(50):
        changed = list(words)
        changed[random.Random(seed).randrange(len(words))] = "another"
        for name, method in (("single", single), ("several", several)):
            agree = method.matches(method.signatures(words), method.signatures(changed))
            found[name] += agree > 0
    assert found["single"] == 0
    # Both words are out of one lexicon with probability 0.33², of one in ten with 0.69.
    assert found["several"] >= 20


def test_too_few_words_have_no_signature_and_match_nothing():
    signatures = IMatch(min_tokens=5).signatures(["a", "b", "c", "d"])
    assert set(signatures) == {None}
    assert IMatch.matches(signatures, signatures) == 0


def test_signatures_by_other_numbers_of_lexica_are_refused():
    with pytest.raises(ValueError, match="1 and 3 lexica"):
        IMatch.matches(IMatch(lexica=0).signatures("abcde"), IMatch(lexica=2).signatures("abcde"))


@pytest.mark.parametrize("wrong", [{"low": 0.9}, {"low": -1}, {"drop": 1.0}, {"lexica": -1}])
def test_wrong_parameters_are_named(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        IMatch(**wrong)
