"""What is kept of a telling, what two have in common, and what is a rewritten copy."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints.features import read, tokens
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.terms import Terms, terms
from scrapy_neardup.core.rewriting import telling as telling_module
from scrapy_neardup.core.rewriting.evidence import Evidence, compare
from scrapy_neardup.core.rewriting.frequencies import LEAST_ARTICLES, Frequencies
from scrapy_neardup.core.rewriting.rule import CURVES, score
from scrapy_neardup.core.rewriting.telling import (
    MOST_BYTES,
    Telling,
    decode,
    encoded_size,
    posted_keys,
)
from tests.core.rewriting import stories

if TYPE_CHECKING:
    from collections.abc import Iterable


def terms_of(text: str) -> Terms:
    form = read(normalize(text))
    return terms(form, tokens(form))


class Notes(dict[str, bytes]):
    def write(self, notes: Iterable[tuple[str, bytes]]) -> None:
        self.update(notes)


def learned(articles: list[str], notes: Notes | None = None) -> Frequencies:
    notes = Notes() if notes is None else notes
    frequencies = Frequencies(notes.get, notes.write)
    for article in articles:
        frequencies.learn(terms_of(article))
    return frequencies


@pytest.fixture(scope="module")
def english() -> Frequencies:
    return learned(stories.press())


@pytest.fixture(scope="module")
def chinese() -> Frequencies:
    return learned(stories.press(chinese=True))


def evidence_of(copy: str, source: str, frequencies: Frequencies) -> Evidence | None:
    told = Telling.of(terms_of(source), frequencies).sketch()
    assert told is not None
    return compare(Telling.of(terms_of(copy), frequencies), decode(told))


def score_of(copy: str, source: str, frequencies: Frequencies) -> float:
    found = evidence_of(copy, source, frequencies)
    assert found is not None
    return score(found)


def test_a_rewritten_article_is_told_from_another_report_of_the_same_event(
    english: Frequencies,
) -> None:
    assert score_of(stories.REWRITTEN, stories.SOURCE, english) > 0.8
    assert score_of(stories.OTHER_REPORT, stories.SOURCE, english) < 0.05


def test_a_rewritten_chinese_article_is_found_too(chinese: Frequencies) -> None:
    assert score_of(stories.REWRITTEN_ZH, stories.SOURCE_ZH, chinese) > 0.8


def test_sentences_in_another_order_are_still_the_same_story(english: Frequencies) -> None:
    sentences = stories.REWRITTEN.split(". ")
    moved = ". ".join([*sentences[5:], *sentences[:5]])
    assert score_of(moved, stories.SOURCE, english) > 0.8


def test_the_same_words_with_other_numbers_are_another_story(english: Frequencies) -> None:
    other = stories.REWRITTEN
    for number, instead in (
        ("41", "67"), ("32", "19"), ("650,000", "920,000"), ("3.4", "5.1"), ("2019", "2011"),
        ("8.7", "12.3"), ("90,000", "71,000"), ("54,000", "38,000"),
    ):  # fmt: skip
        other = other.replace(number, instead)
    assert score_of(other, stories.SOURCE, english) < 0.2


def test_a_note_that_a_long_article_has_too_is_not_judged(english: Frequencies) -> None:
    note = " ".join(stories.REWRITTEN.split(". ")[:2])
    assert evidence_of(note, stories.SOURCE, english) is None


def test_the_characteristic_terms_of_a_rewritten_copy_lead_to_its_source(
    english: Frequencies,
) -> None:
    source, copy = (
        Telling.of(terms_of(text), english) for text in (stories.SOURCE, stories.REWRITTEN)
    )
    told = source.sketch()
    assert told is not None
    assert len({*posted_keys(told).tolist()} & {*copy.keys.tolist()}) >= 8


def test_every_curve_only_rises() -> None:
    for curve in CURVES.values():
        assert list(curve) == sorted(curve)
        assert [gained for _, gained in curve] == sorted(gained for _, gained in curve)


@given(
    numbers=st.integers(0, 30),
    same=st.integers(0, 30),
    shares=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    wording=st.floats(-6, 6),
)
def test_more_of_the_source_never_makes_a_copy_less_likely(
    numbers: int, same: int, shares: tuple[float, float], wording: float
) -> None:
    same = min(same, numbers)
    less = Evidence(numbers, same, 9, 5, shares[0], shares[1], wording)
    more = Evidence(
        numbers, numbers, 9, 9, min(1, shares[0] + 0.1), min(1, shares[1] + 0.1), wording + 0.1
    )
    assert 0 <= score(less) <= score(more) <= 1


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 90)), max_size=1200))
def test_what_is_stored_is_bounded_and_has_the_terms_back(
    drawn: list[tuple[int, int]],
) -> None:
    hashes = np.array([one for one, _ in drawn], np.uint64)
    sentences = np.array(sorted(sentence for _, sentence in drawn), np.int64)
    given_terms = Terms(hashes, sentences, np.zeros(len(drawn), np.bool_), np.zeros(0, np.uint64))
    telling = Telling.of(given_terms, learned([]))
    stored = telling.sketch()
    if not drawn:
        assert stored is None
        return
    assert stored is not None
    assert len(stored) <= MOST_BYTES <= 900
    assert encoded_size(b"front" + stored, 5) == len(stored)
    told = decode(stored)
    kept = telling.items[telling.ranks <= told.limit].tolist()
    assert told.items.tolist() == kept
    assert len(told.sentences) == len(told.items)
    assert {*posted_keys(stored).tolist()} <= {*telling.keys.tolist()}


@pytest.mark.parametrize("damaged", [b"", b"\1\1", b"\0\0\0\0" + bytes(9), b"\2\0" + bytes(12)])
def test_a_damaged_telling_is_refused(damaged: bytes) -> None:
    with pytest.raises(ValueError, match="rebuild it"):
        decode(damaged)


def test_a_long_article_is_sampled_alike_on_both_sides(english: Frequencies) -> None:
    press = stories.press(30)
    long_source = " ".join([*press, stories.SOURCE])
    found = evidence_of(long_source, long_source, english)
    assert found is not None
    assert found.same_numbers == found.numbers
    assert found.pairing > 0.9


def test_common_words_weigh_less_than_rare_ones(english: Frequencies) -> None:
    found = terms_of("The Akkerman of the city and the museum were for the people in it.")
    weights = dict(zip(found.hashes.tolist(), english.weights(found).tolist(), strict=True))
    (rare,) = terms_of("Akkerman").hashes.tolist()
    (common,) = terms_of("the").hashes.tolist()
    assert weights[rare] > weights[common] + 3


def test_a_language_is_known_by_its_own_articles_only(english: Frequencies) -> None:
    assert english.known_like(terms_of(stories.SOURCE)) >= LEAST_ARTICLES
    assert english.known_like(terms_of(stories.SOURCE_ZH)) == 0


def test_a_few_articles_are_not_enough_to_tell_which_words_are_rare() -> None:
    few = learned(stories.press(100))
    assert few.known_like(terms_of(stories.SOURCE)) < LEAST_ARTICLES


def test_frequencies_are_kept_with_the_index() -> None:
    notes = Notes()
    first = learned(stories.press(60), notes)
    assert not notes
    first.save()
    again = Frequencies(notes.get, notes.write)
    found = terms_of(stories.SOURCE)
    assert again.articles == 60
    assert again.weights(found).tolist() == first.weights(found).tolist()


def test_damaged_frequencies_are_refused() -> None:
    with pytest.raises(Exception, match="term frequencies"):
        Frequencies({"term frequencies": b"\1\2\3\4\5"}.get, Notes().write)


def test_counts_are_halved_before_they_overflow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_neardup.core.rewriting.frequencies.MOST_ARTICLES", 50)
    frequencies = learned(stories.press(60))
    assert frequencies.articles == 35


def test_terms_survive_the_way_from_a_worker() -> None:
    found = terms_of(stories.SOURCE)
    again = pickle.loads(pickle.dumps(found))
    assert again.hashes.tolist() == found.hashes.tolist()
    assert again.sentences.tolist() == found.sentences.tolist()


def test_sentences_end_at_full_stops_but_not_after_initials() -> None:
    text = "Mr J. R. Smith of Leeds met nine other people. They spoke about tunnels at 3.5 km."
    assert set(terms_of(text).sentences.tolist()) == {0, 1}
    chinese = "第一句话说的是今天上海的天气预报情况。第二句话说的是昨天北京的股票市场行情。"
    assert set(terms_of(chinese).sentences.tolist()) == {0, 1}


def test_inflected_forms_are_one_term() -> None:
    assert terms_of("announced").hashes.tolist() == terms_of("announcing").hashes.tolist()


def test_the_bounds_of_what_is_stored_add_up() -> None:
    parts = 12 + 4 * telling_module.POSTED + 2 * telling_module.MOST_SENTENCES
    assert parts + 2 * telling_module.MOST_TERMS == MOST_BYTES


def test_what_two_processes_learn_adds_up() -> None:
    notes = Notes()
    one, other = (Frequencies(notes.get, notes.write) for _ in range(2))
    text = terms_of("The ferry of Harrowgate left the pier at 7 with 41 passengers and one dog.")
    for frequencies in (one, other):
        frequencies.learn(text)
        frequencies.save()
    assert Frequencies(notes.get, notes.write).articles == other.articles == 2
    one.learn(text)
    one.save()
    assert one.articles == 3
