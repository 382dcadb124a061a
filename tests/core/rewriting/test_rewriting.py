"""What is kept of a telling, what two have in common, and what is a rewritten copy."""

from __future__ import annotations

import hashlib
import pickle
import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.terms import Terms
from scrapy_neardup.core.rarity.frequencies import Counted, Frequencies, table_of_terms
from scrapy_neardup.core.rarity.word_lists import WEIGHT_OF_LIST
from scrapy_neardup.core.rewriting.evidence import Evidence, in_words
from scrapy_neardup.core.rewriting.layout import (
    LEAST_SENTENCES,
    LEAST_TERMS,
    encoded_size,
)
from scrapy_neardup.core.rewriting.rule import CURVES, score
from scrapy_neardup.core.rewriting.search import can_judge
from scrapy_neardup.core.rewriting.telling import Telling, compare, posted_by, posted_keys
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.scorecard import falls
from scrapy_neardup.core.verdict.thresholds import PRESETS
from tests.core.rewriting import stories

if TYPE_CHECKING:
    from collections.abc import Iterable


fingerprint = Fingerprinter(Scheme(min_features=1), terms=True)


def terms_of(text: str, language: str | None = None) -> Terms:
    found = fingerprint(text).terms
    assert found is not None
    return found if language is None else replace(found, language=language)


class Notes(dict[str, bytes]):
    def write(self, notes: Iterable[tuple[str, bytes]]) -> None:
        self.update(notes)


def learned(articles: list[str], notes: Notes | None = None) -> Frequencies:
    notes = Notes() if notes is None else notes
    frequencies = Frequencies(notes.get, notes.write)
    for article in articles:
        learn(frequencies, terms_of(article))
    frequencies.save()
    return frequencies


def learn(frequencies: Frequencies, terms: Terms) -> None:
    frequencies.learn(Counted(table_of_terms(terms.language), "", terms.different))


_VALUES = (0, 1, 2.5, 19, 20, 104, 1200, 1249, 2000000, 1234567890)


@st.composite
def drawn_terms(draw: st.DrawFn) -> Terms:
    """Terms of no text: few or very many, of which some share what they are compared by."""
    count = draw(st.integers(0, 500))
    # Some thousand draws of hypothesis's own are more than its older versions allow.
    random = Random(draw(st.integers(0, 2**32 - 1)))
    mask = draw(st.sampled_from([2**64 - 1, 0x3F << 16 | 7 << 32, 0xFFFF << 16]))
    different = [*dict.fromkeys(random.getrandbits(64) & mask for _ in range(count))]
    of_sentence = draw(st.integers(1, 400))
    places = random.choices(range(len(different)), k=random.randrange(1500)) if different else []
    pairs = [*dict.fromkeys((at // of_sentence, place) for at, place in enumerate(places))]
    return Terms(
        np.array(different, np.uint64),
        np.array([random.random() < 0.2 for _ in different], np.bool_),
        np.array([random.random() < 0.5 for _ in different], np.bool_),
        np.array([random.choice(_VALUES) * random.choice((0.1, 1.0, 1.1)) for _ in different]),
        np.array([place for _, place in pairs], np.int64),
        np.array([sentence for sentence, _ in pairs], np.int64),
        np.array([random.random() < 0.1 for _ in pairs], np.bool_),
    )


@pytest.fixture(scope="module")
def english() -> Frequencies:
    return learned(stories.press())


@pytest.fixture(scope="module")
def chinese() -> Frequencies:
    return learned(stories.press(chinese=True))


def words_only(
    different: np.ndarray, places: np.ndarray, sentences: np.ndarray, language: str = ""
) -> Terms:
    """Terms without a number."""
    none = np.zeros(len(different), np.bool_)
    framed = np.zeros(len(places), np.bool_)
    values = np.zeros(len(different))
    return Terms(different, none, none, values, places, sentences, framed, language)


def telling_of(text: str, frequencies: Frequencies) -> Telling:
    found = Telling.of(terms_of(text), frequencies)
    assert found is not None
    return found


def evidence_of(copy: str, source: str, frequencies: Frequencies) -> Evidence | None:
    told = telling_of(source, frequencies).sketch()
    return of_the_whole(compare(telling_of(copy, frequencies), told))


def of_the_whole(found: list[Evidence]) -> Evidence | None:
    return next((one for one in found if one.part == 1), None)


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
    assert score_of(other, stories.SOURCE, english) < 0.4


def test_a_note_that_a_long_article_has_too_is_not_judged(english: Frequencies) -> None:
    long = " ".join([stories.SOURCE, *stories.press(12)])
    assert evidence_of(stories.REWRITTEN, long, english) is None


@pytest.mark.parametrize("count", [1, LEAST_SENTENCES - 1, LEAST_SENTENCES])
def test_a_text_of_few_sentences_is_too_short_to_tell(count: int, english: Frequencies) -> None:
    text = ". ".join(stories.REWRITTEN.split(". ")[:count])
    found = Telling.of(terms_of(text), english)
    assert (found is None) == (count < LEAST_SENTENCES)
    few = " ".join(f"Akkerman {number} {number + 1} {number + 2}." for number in range(4))
    assert Telling.of(terms_of(few), english) is None


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_a_word_in_common_is_no_phrase_where_terms_are_two_characters(language) -> None:
    different = np.arange(1, 121, dtype=np.uint64) << np.uint64(16)
    places = np.arange(60)
    words = np.where(places % 7 < 3, different[:60], different[60:])
    wordings = {}
    for name in (language, "zh"):
        source, copy = (
            words_only(found, places, places // 12, name) for found in (different[:60], words)
        )
        keys = np.zeros(0, np.uint32)
        stored = Telling(source, np.ones(60), 1000, keys).sketch()
        evidence = of_the_whole(compare(Telling(copy, np.ones(60), 1000, keys), stored))
        assert evidence is not None
        wordings[name] = evidence.wording
    assert wordings[language] > wordings["zh"] + 1


def test_the_characteristic_terms_of_a_rewritten_copy_lead_to_its_source(
    english: Frequencies,
) -> None:
    source, copy = (telling_of(text, english) for text in (stories.SOURCE, stories.REWRITTEN))
    told = source.sketch()
    assert len({*posted_keys(told).tolist()} & {*copy.keys.tolist()}) >= 6


def test_every_curve_only_rises_or_falls() -> None:
    for curve in CURVES.values():
        assert [reading for reading, _ in curve] == sorted(reading for reading, _ in curve)
        gained = [gained for _, gained in curve]
        assert gained == sorted(gained, reverse=falls(curve))


@given(
    numbers=st.integers(2, 30),
    sentences=st.integers(3, 48),
    shares=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    wording=st.floats(-6, 6),
)
def test_a_text_with_other_numbers_alone_is_no_copy(
    numbers: int, sentences: int, shares: tuple[float, float], wording: float
) -> None:
    other = Evidence(
        numbers,
        0,
        sentences,
        sentences,
        *shares,
        wording,
        2.0 * numbers,
        0,
        0.4,
        3,
        12,
        4,
        0.1,
        14,
    )
    assert score(other) < PRESETS["balanced"].rewritten


def test_numbers_that_every_article_has_are_little_evidence() -> None:
    common, telling = (
        Evidence(4, 4, 9, 7, 0.7, 0.7, 0.9, weight, weight, 0.5, 5, 12, 5, 0.15, 0)
        for weight in (2.0, 25.0)
    )
    assert score(common) < 0.5 < score(telling)


def test_few_sentences_are_little_evidence() -> None:
    few, many = (
        Evidence(4, 4, count, count, 0.7, 0.7, 1.2, 20, 20, 0.5, count // 2, 12, count, 0.15, 0)
        for count in (3, 12)
    )
    assert score(few) < 0.5 < score(many)


def test_numbers_of_its_own_speak_against_a_copy_by_what_they_weigh() -> None:
    # Of both, three quarters of the numbers agree.
    few, many = (
        Evidence(
            4 * size, 3 * size, 9, 7, 0.7, 0.7, 1.2, 20 * size, 15 * size, 0.5, 5, 12, 5, 0.15, 0
        )
        for size in (1, 5)
    )
    assert score(few) > score(many)


def test_who_rewrites_changes_words_of_every_sentence() -> None:
    changed, kept = (
        Evidence(4, 4, 9, 7, 0.7, 0.7, 1, 20, 20, same, 5, 12, 5, 0.15, 0) for same in (0.4, 0.8)
    )
    assert score(changed) > score(kept)


def test_a_long_source_has_more_of_anything_by_chance() -> None:
    short, long = (
        Evidence(4, 4, 9, 7, 0.7, 0.7, 1, 20, 20, 0.4, 5, told, 5, 0.15, 0) for told in (12, 45)
    )
    assert score(short) > score(long)


def test_sentences_of_which_each_has_two_rare_words_of_one_are_evidence() -> None:
    none, most = (
        Evidence(4, 4, 9, 7, 0.7, 0.7, 1, 20, 20, 0.4, tied, 12, 5, 0.15, 0) for tied in (0, 6)
    )
    assert score(none) < score(most)


def test_a_text_without_numbers_needs_sentences_that_are_tied_or_in_order() -> None:
    # All else is as of a copy.
    told = (1.0, 1.0, 2.2, 0, 0, 0.2)
    neither, tied, in_order = (
        Evidence(0, 0, 10, 10, *told, tied, 12, 10, 0.3, aligned)
        for tied, aligned in ((1, 3.9), (2, 0), (1, 4))
    )
    assert score(neither) <= 0.25
    assert score(tied) > 0.5
    assert score(in_order) > 0.5
    assert score(Evidence(1, 1, 10, 10, 1.0, 1.0, 2.2, 5, 5, 0.2, 1, 12, 10, 0.3, 0)) > 0.5


def test_other_numbers_that_say_nothing_do_not_rule_a_copy_out() -> None:
    told = (10, 10, 1.0, 1.0, 2.2)
    small, telling = (
        Evidence(2, 0, *told, weight, 0, 0.2, 5, 12, 10, 0.3, 10) for weight in (1.5, 4.0)
    )
    assert score(telling) <= 0.25
    assert score(small) > 0.5


def test_sentences_aligned_with_those_of_the_source_count_where_numbers_tell_little() -> None:
    def of(weight: float, aligned: float) -> float:
        return score(
            Evidence(2, 2, 12, 6, 0.4, 0.4, 1.2, weight, weight, 0.2, 3, 12, 6, 0.1, aligned)
        )

    assert of(1, 0) < 0.5 < of(1, 14)
    assert of(8, 0) < of(8, 14)
    assert of(16, 0) == of(16, 14)


def test_a_text_that_follows_its_source_is_said_to() -> None:
    def told(weight: float, aligned: float) -> str:
        evidence = Evidence(
            1, 1, 20, 8, 0.4, 0.4, 1.3, weight, weight, 0.2, 3, 20, 6, 0.1, aligned
        )
        return in_words(dict(evidence.items()))

    counted = "1 of 1 numbers agree, 8 of 20 sentences have a counterpart"
    assert told(0, 4) == f"{counted}, the sentences follow the source's order"
    assert told(0, 3.9) == told(16, 14) == counted


def test_counterparts_in_the_order_of_the_source_are_evidence() -> None:
    shuffled, kept = (
        Evidence(4, 4, 12, 11, 0.7, 0.7, 1, 20, 20, 0.4, 5, 12, order, 0.15, 0)
        for order in (4, 11)
    )
    assert score(shuffled) < score(kept)


def test_sentences_that_are_like_one_of_the_source_and_no_other_are_evidence() -> None:
    any_one, one = (
        Evidence(4, 4, 12, 11, 0.7, 0.7, 1, 20, 20, 0.4, 5, 12, 5, more, 0) for more in (0.05, 0.3)
    )
    assert score(any_one) < score(one)


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
    less = Evidence(
        numbers, same, 9, 5, *shares, wording, 3.0 * numbers, 3.0 * same, 0.5, 2, 12, 3, 0.1, 1
    )
    more = Evidence(
        numbers,
        numbers,
        9,
        9,
        min(1, shares[0] + 0.1),
        min(1, shares[1] + 0.1),
        wording + 0.1,
        3.0 * numbers,
        3.0 * numbers,
        0.5,
        9,
        12,
        9,
        0.2,
        3,
    )
    assert 0 <= score(less) <= score(more) <= 1


@given(drawn_terms())
def test_what_is_stored_is_bounded_and_says_how_long_it_is(drawn: Terms) -> None:
    telling = Telling.of(drawn, learned([]))
    if telling is None:
        assert len(drawn.places) < LEAST_TERMS or drawn.sentences[-1] + 1 < LEAST_SENTENCES
        return
    stored = telling.sketch()
    assert len(stored) <= 900
    assert encoded_size(b"front" + stored, 5) == len(stored)
    assert {*posted_keys(stored).tolist()} <= {*telling.keys.tolist()}


@pytest.mark.parametrize("damaged", [b"", b"\1\1", b"\0\0\0\0" + bytes(10), b"\2\0" + bytes(12)])
def test_a_damaged_telling_is_refused(damaged: bytes, english: Frequencies) -> None:
    with pytest.raises(ValueError, match="rebuild it"):
        compare(telling_of(stories.SOURCE, english), damaged)
    with pytest.raises(ValueError, match="rebuild it"):
        posted_keys(damaged)


def test_a_long_article_is_sampled_alike_on_both_sides(english: Frequencies) -> None:
    press = stories.press(30)
    long_source = " ".join([*press, stories.SOURCE])
    found = evidence_of(long_source, long_source, english)
    assert found is not None
    assert found.same_numbers == found.numbers
    assert found.pairing > 0.9


def test_common_words_weigh_less_than_rare_ones(english: Frequencies) -> None:
    telling = telling_of(stories.SOURCE, english)
    weights = dict(zip(telling.terms.different.tolist(), telling.weights.tolist(), strict=True))
    (rare,) = terms_of("Akkerman").different.tolist()
    (common,) = terms_of("the").different.tolist()
    assert weights[rare] > weights[common] + 3


def test_a_language_is_known_by_its_list_and_its_own_articles(english: Frequencies) -> None:
    assert telling_of(stories.SOURCE, english).known == WEIGHT_OF_LIST + english.stories(
        table_of_terms("en")
    )
    assert telling_of(stories.SOURCE_ZH, english).known == WEIGHT_OF_LIST
    assert can_judge(telling_of(stories.SOURCE_ZH, english))


def test_a_language_without_a_list_needs_256_articles_as_they_are_counted_64_at_a_time() -> None:
    notes = Notes()
    frequencies = Frequencies(notes.get, notes.write)
    found = terms_of(stories.SOURCE, "xx")
    enough = []
    for _ in range(257):
        telling = Telling.of(found, frequencies)
        assert telling is not None
        enough.append(can_judge(telling))
        learn(frequencies, found)
    assert enough.index(True) == 256


@pytest.mark.parametrize(
    ("stories", "posted"), [(0, 32), (1, 32), (500, 32), (640, 25), (800, 20), (10**6, 20)]
)
def test_the_fewer_articles_are_known_the_more_terms_of_one_are_posted(
    stories: int, posted: int
) -> None:
    assert posted_by(stories) == posted


def test_a_source_of_a_young_index_is_found_by_more_terms() -> None:
    notes = Notes()
    text = " ".join([stories.SOURCE, *stories.press(4)])
    young = telling_of(text, Frequencies(notes.get, notes.write))
    grown = telling_of(text, learned(stories.press(832)))
    for telling, posted in ((young, 32), (grown, 20)):
        assert len(telling.keys) == 32
        assert posted_keys(telling.sketch()).tolist() == telling.keys[:posted].tolist()


def test_the_counts_are_kept_with_the_index_once_they_are_written() -> None:
    notes = Notes()
    frequencies = Frequencies(notes.get, notes.write)
    found = terms_of(stories.SOURCE)
    learn(frequencies, found)
    assert not notes
    assert not frequencies.counts_terms()
    frequencies.save()
    assert frequencies.counts_terms()
    again = Frequencies(notes.get, notes.write)
    assert again.stories(table_of_terms("en")) == 1
    (seen, unseen) = again.shares(
        table_of_terms("en"), np.array([found.different[0], 0], np.uint64)
    )
    assert seen > unseen


def test_terms_survive_the_way_from_a_worker() -> None:
    found = terms_of(stories.SOURCE)
    again = pickle.loads(pickle.dumps(found))
    assert again.different.tolist() == found.different.tolist()
    assert again.sentences.tolist() == found.sentences.tolist()
    assert again.language == found.language == "en"


@pytest.mark.parametrize("end", "؟۔؛।॥።։།။។!?;")
def test_sentences_end_as_each_script_ends_them(end: str) -> None:
    text = f"abcd efgh ijkl mnop{end} " * 3
    assert set(terms_of(text).sentences.tolist()) == {0, 1, 2}


def test_sentences_end_at_full_stops_but_not_after_initials() -> None:
    text = "Mr J. R. Smith of Leeds met nine other people. They spoke about tunnels at 3.5 km."
    assert set(terms_of(text).sentences.tolist()) == {0, 1}
    chinese = "第一句话说的是今天上海的天气预报情况。第二句话说的是昨天北京的股票市场行情。"
    assert set(terms_of(chinese).sentences.tolist()) == {0, 1}


BEFORE = {
    "en": "The harbour wall fell down in the storm. The engineers have found that it was old.",
    "de": "Die Mauer ist in der Nacht gefallen. Die Arbeiter haben gesagt, dass sie alt war.",
    "ru": "Стена порта упала вчера вечером. Рабочие сказали, что она была очень старая.",
}


def sentences_of(text: str, language: str = "en") -> int:
    """How many sentences the terms of *text* are of, behind two others."""
    found = terms_of(f"{BEFORE[language]} {text}")
    assert found.language == language
    return int(found.sentences.max()) + 1 - 2


@pytest.mark.parametrize(
    "text",
    [
        "Repair costs rose nearly 40 %. Traders closed shops before noon.",
        "Repair costs rose nearly 40%.\nTraders closed shops before noon.",
        "Repair costs rose (nobody knows why). Traders closed shops before noon.",
        "Repair costs “rose far too high”. Traders closed shops before noon.",
        "Repair costs rose after Monday then. “Traders closed shops before noon.”",
        "Repair costs rose and nobody says no. Traders closed shops before noon.",
        "Repair costs rose during last December. Traders closed shops before noon.",
        "Repair costs rose: who paid this? Traders closed shops before noon.",
        "Repair costs were like Leeds winning 3-2. Traders closed shops before noon.",
        "Repair costs rose above $5. Traders closed shops before noon.",
    ],
)
def test_a_sentence_ends_behind_closing_marks_too(text: str) -> None:
    assert sentences_of(text) == 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Repair costs were told by Sen. Traders closed shops before noon.", "en"),
        ("Repair costs were told by Mrs. Traders closed shops before noon.", "en"),
        ("Repair costs stand under No. 45 traders closed shops before noon.", "en"),
        ("Repair costs doubled there, Smith et al. 2019 says, before traders closed.", "en"),
        ("Repair costs in EE. UU. rose before traders closed their shops.", "en"),
        ("Repair costs rose across TP. Hồ before traders closed their shops.", "en"),
        ("Die Kosten stiegen gestern um 2 Mio. Euro, sagten die Läden damals.", "de"),
        ("Repair costs rose approx. twofold before traders closed their shops.", "en"),
        ("“Who pays this damage now?” said traders behind closed shops.", "en"),
        ("Die Kosten stiegen gestern am 13. Oktober schlossen viele Läden früher.", "de"),
        ("Die Kosten stiegen gestern bzw. Läden schlossen damals viele Türen.", "de"),
        ("Расходы выросли вчера на ул. Гоголя закрылись многие магазины.", "ru"),
    ],
)
def test_no_sentence_ends_behind_a_shortened_word(text: str, language: str) -> None:
    assert sentences_of(text, language) == 1


def test_a_german_score_ends_a_sentence_where_an_ordinal_number_does_not() -> None:
    after = "Viele Läden schlossen damals ihre Türen."
    assert sentences_of(f"Die Mannschaft siegte gestern mit 3:2. {after}", "de") == 2
    assert sentences_of(f"Die Mannschaft siegte gestern am 1./2. {after}", "de") == 1


def test_a_full_stop_ends_no_sentence_where_dandas_do() -> None:
    text = "समारोह में एम. एस. धोनी और डॉ. राजेंद्र प्रसाद मौजूद थे{} बोर्ड की बैठक अगले सप्ताह दिल्ली में होगी{}"
    assert set(terms_of(text.format("।", "।")).sentences.tolist()) == {0, 1}
    assert set(terms_of(text.format(".", ".")).sentences.tolist()) == {0, 1, 2}


def test_small_letters_begin_sentences_where_there_are_no_capitals() -> None:
    text = "repair costs rose nearly twice. traders closed shops before noon. nobody knows why that is."
    assert set(terms_of(text).sentences.tolist()) == {0, 1, 2}


def test_a_word_that_is_a_title_with_a_capital_only_ends_a_sentence_without() -> None:
    assert sentences_of("Hän odotti siitä kauan sitä sen. Traders closed shops before noon.") == 2


def test_thai_and_lao_clauses_end_at_a_space() -> None:
    clause = "รัฐบาลประกาศมาตรการช่วยเหลือ"
    assert set(terms_of(" ".join([clause] * 3)).sentences.tolist()) == {0, 1, 2}


@pytest.mark.parametrize(
    ("spaced", "closed"),
    [
        (
            "设备超过 1000 万台，一年 2.4 亿台，制裁 6 年多。",
            "设备超过1000万台，一年2.4亿台，制裁6年多。",
        ),
        ("登録者は 3 万 8 千人で、第 12 回を迎えた。", "登録者は3万8千人で、第12回を迎えた。"),
    ],
)
def test_a_space_beside_a_figure_means_nothing_in_chinese_and_japanese(
    spaced: str, closed: str
) -> None:
    assert terms_of(spaced).different.tolist() == terms_of(closed).different.tolist()


def test_inflected_forms_are_one_term() -> None:
    assert terms_of("announced").different.tolist() == terms_of("announcing").different.tolist()


def test_a_term_stands_once_in_a_sentence() -> None:
    found = terms_of("The harbour of the old harbour was shut. The harbour of the city is open.")
    (harbour,) = terms_of("harbour").different.tolist()
    place = found.different.tolist().index(harbour)
    assert found.places.tolist().count(place) == 2


def number_values(text: str) -> list[float]:
    found = terms_of(text)
    return found.values[found.is_number].tolist()


def test_zeros_before_a_number_make_no_other_number() -> None:
    for plain, padded in (
        ("On 2022-11-4 at 8:12 it fell by 3.", "On 2022-11-04 at 08:12 it fell by 003."),
        ("他在4月5日8时离开", "他在04月05日08时离开"),
    ):
        found, wanted = terms_of(padded), terms_of(plain)
        assert found.different.tolist() == wanted.different.tolist()
        assert found.values.tolist() == wanted.values.tolist()
    assert number_values("It fell by 0.5 and 00.7, by 0 and 00, by 5.05 and 000000000000000000123.") == [
        0.5, 0.7, 0, 5.05, 123
    ]  # fmt: skip


def own_numbers(text: str) -> int:
    """How many different numbers a text has outside its frame."""
    found = terms_of(text)
    return int(found.is_number[np.unique(found.places[~found.framed])].sum())


BEFORE_TEXT = "Museum opens with 12 rooms\nHome > News\n2026-05-20 08:12\nRead 3421 times"
BEHIND_TEXT = "Hotline 0571-88235519\nICP 14028862-3"
FIVE = "A1 is here. B2 is here! C3 is here?\n{}D4 is here. E5 is here."


def test_numbers_in_lines_without_a_sentence_around_a_text_are_none_of_its_numbers() -> None:
    framed = f"{BEFORE_TEXT}\n{FIVE.format('')}\n{BEHIND_TEXT}"
    assert own_numbers(framed) == own_numbers(FIVE.format("")) == 5
    found = terms_of(framed)
    (rooms,) = terms_of("rooms").different.tolist()
    assert not found.framed[found.places == found.different.tolist().index(rooms)].any()
    # A number of the text that the frame has too is one of the text.
    assert own_numbers(f"{framed} A1") == 5
    chinese = "甲1在这里，乙2也在这里。丙3在。丁4在这里。戊5在这里。己6在这里。"
    assert own_numbers(f"2026年5月20日\n来源：江南晚报第7版\n{chinese}\n电话 0571") == 6


@pytest.mark.parametrize("line", ["Tickets cost $12", "Shares lost 12 %", "票价12元起"])
def test_amounts_and_shares_are_no_site_s(line: str) -> None:
    assert own_numbers(f"2026-05-20\n{line}\n{FIVE.format('')}\nHotline 0571") == 6


def test_a_long_line_around_a_text_is_looked_at_once() -> None:
    # It was looked at for each of its words.
    line = " ".join(f"word{number} {number}" for number in range(60_000))
    assert own_numbers(f"{FIVE.format('')}\n{line}") == 5
    assert own_numbers(f"{FIVE.format('')}\n{line} 7 %") > 60_000


def test_numbers_in_a_line_between_sentences_are_those_of_the_text() -> None:
    assert own_numbers(FIVE.format("2026-05-20\n")) == 8
    # A last line that ends with a full stop is a sentence.
    assert own_numbers(f"{FIVE.format('')}\nF6 is here.") == 6


@pytest.mark.parametrize(
    "text",
    [
        # A table, and a table with notes.
        "\n".join(f"Town {number}" for number in range(20, 30)),
        "A is here. B is here. C is here. D is here.\nTown 20\nTown 21",
        # A text with a table.
        "\n".join([FIVE.format(""), *(f"Town {number}" for number in range(20, 25))]),
        "\n".join([*(f"Town {number}" for number in range(20, 25)), FIVE.format("")]),
    ],
)
def test_a_table_keeps_its_numbers(text: str) -> None:
    assert own_numbers(text) == len(re.findall(r"\d+", text))


def test_the_lines_of_a_site_around_a_rewritten_article_do_not_hide_it(
    english: Frequencies, chinese: Frequencies
) -> None:
    framed = f"2022-11-04 08:12 Read 3421 times\n{stories.REWRITTEN}\n{BEHIND_TEXT}"
    bare = score_of(stories.REWRITTEN, stories.SOURCE, english)
    assert score_of(framed, stories.SOURCE, english) > bare - 0.05
    framed = f"来源：2026江南晚报 2022-11-04 08:12 编辑\n{stories.REWRITTEN_ZH}\n热线 0571-88235519 京ICP备14028862号"
    bare = score_of(stories.REWRITTEN_ZH, stories.SOURCE_ZH, chinese)
    assert score_of(framed, stories.SOURCE_ZH, chinese) > bare - 0.05


def test_kilo_is_part_of_a_measure() -> None:
    kilometres, metres = (terms_of(text) for text in ("全长3千米", "全长3米"))
    assert kilometres.is_number.sum() == 1
    assert np.isin(
        kilometres.different[kilometres.is_number], metres.different[metres.is_number]
    ).all()


def test_the_hashes_of_terms_stay_what_they_are() -> None:
    # What an index keeps of them is found by no others: a change raises versions.TERMS.
    words = "Grace Hopper taught 40 computers. 格蕾丝教会了40台电脑。 コンピュータ"
    assert digest_of(terms_of(words)) == "72c5c3fac80519bd"
    numbers = "二十三人花费4.1万元，占百分之五。三分之二是七月三十日的。三億二千万円です。"
    assert digest_of(terms_of(numbers)) == "2e519bc7e94af76b"
    english = "It was one of the 3.2 million that they had, and not the two hundred and five."
    assert digest_of(terms_of(english)) == "51311e9b1b5131fe"
    german = "Das ist eine von den 1,5 Mrd., die nicht auch zweiundzwanzig oder 18.400 sind."
    assert digest_of(terms_of(german)) == "70efe52fbf9040d5"

    marked = "It was one of the 1.350 and 1.275 million that they had in a 3-2. Nobody of 12 500 Danes is there."
    assert digest_of(terms_of(marked)) == "92d38a693d21aef8"
    padded = "On 04.05.2026 at 08:12 it was 00.5. A 1. B 2. C 3. D 4.\nOn 2026-05-04"
    assert digest_of(terms_of(padded)) == "2fa54fcc3f6e2799"
    korean = "관객 1만2천명이 2천500억 원을, 5백만 명이 3만 8000원을 썼다고 했다."
    assert digest_of(terms_of(korean)) == "f77a2b59d6105ca1"

    lines = "It was one of the three\nhundred that they had in 2020 and a half-million of it."
    assert digest_of(terms_of(lines)) == "e1a8ec3db5ab32e4"
    told = "下午三点一刻，几十万人，三元桥。東京五輪の三点五億円と数十人です。"
    assert digest_of(terms_of(told)) == "b3e01d21cc6bf430"


def digest_of(found: Terms) -> str:
    digest = hashlib.sha256()
    for part in (found.different, found.is_number, found.places, found.sentences):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("全县二十三个村", "全县23个村"),
        ("三百二十亿元", "320亿元"),
        ("四万一千斤", "4.1万斤"),
        ("四万一千斤", "41,000斤"),
        ("三亿二千万人", "3.2亿人"),
        ("3亿2000万人", "3.2亿人"),
        ("3亿2千万人", "3.2亿人"),
        ("관객 3만8000명", "관객 38,000명"),
        ("관객 3만 8천명", "관객 38,000명"),
        ("예산 3억 1,200만 원", "예산 312,000,000 원"),
        ("예산 1.5조 원", "예산 1조 5천억 원"),
        ("예산 2천500억 원", "예산 250,000,000,000 원"),
        ("예산 1억2천500만 원", "예산 125,000,000 원"),
        ("예산 1억 2천 500만 원", "예산 1.25억 원"),
        ("예산 3조5천억 원", "예산 3.5조 원"),
        ("관객 1만2천명", "관객 12,000명"),
        ("관객 1천2백3십4만 명", "관객 12,340,000 명"),
        ("관객 2천500명", "관객 2,500명"),
        ("관객 5백만 명", "관객 500만 명"),
        ("관객 2십만 명", "관객 20만 명"),
        ("관객 5백여 명", "관객 500여 명"),
        ("관객 3만 2천 5명", "관객 32,000 5명"),
        ("백화점 3백화점", "백화점 3화점"),
        ("5千万元", "5000万元"),
        ("1.5百万人", "150万人"),
        ("占百分之四十三", "占43%"),
        ("存活率为八成五", "存活率为85%"),
        ("每条重三点六斤", "每条重3.6斤"),
        ("一九五三年三月十日", "1953年3月10日"),
        ("二〇二六年", "2026年"),
        ("两百多人", "200多人"),
        ("三条支流", "3条支流"),
        ("一米七的主轴", "1.7米的主轴"),
        ("三千円の本", "3000円の本"),
        ("二億五千万円を", "2.5億円を"),
        ("2億5千万円を", "2.5億円を"),
        ("all of the twenty-three towns in it", "all of the 23 towns in it"),
        ("it was seven of the forty boats", "it was 7 of the 40 boats"),
        ("占百分之百", "占100%"),
        ("腊月廿四", "腊月24"),
        ("百二十億円の", "120億円の"),
        ("千五百人が", "1500人が"),
        ("5千人が", "5000人が"),
        ("三割の人", "30%の人"),
        ("三割五分の人", "35%の人"),
        ("3割の人", "30%の人"),
        ("价值百万元", "价值100万元"),
        ("五十名の人", "50名の人"),
        ("all of the three hundred towns in it", "all of the 300 towns in it"),
        ("it is all of ten thousand boats", "it is all of 10,000 boats"),
        ("it was twenty one of the boats", "it was 21 of the boats"),
        ("it was a hundred and five of the boats", "it was 105 of the boats"),
        ("half a million of the boats were in it", "500,000 of the boats were in it"),
        ("it was one and a half of the boats", "it was 1.5 of the boats"),
        ("it was the 31ST of the boats, and the 2nd", "it was the 31 of the boats, and the 2"),
        ("it is 3.2 million of the boats", "it is 3,200,000 of the boats"),
        ("it is the 3-million boat", "it is the 3,000,000 boat"),
        ("it is $3bn of the boats", "it is $3,000,000,000 of the boats"),
        ("it is $3m of the boats", "it is $3,000,000 of the boats"),
        ("es sind zwanzig von diesen und nicht mehr", "es sind 20 von diesen und nicht mehr"),
        (
            "es ist der dreihundertste von zwei Millionen",
            "es ist der dreihundertste von 2.000.000",
        ),
        ("es ist nicht die eine halbe Million", "es ist nicht die 500.000"),
        ("das sind 1,5 Mrd. und nicht mehr", "das sind 1.500.000.000 und nicht mehr"),
        ("das ist auch in zweieinhalb Wochen", "das ist auch in 2,5 Wochen"),
        ("das ist auch nicht 3.2 Millionen", "das ist auch nicht 3200000"),
        ("it is one of the three\nhundred boats", "it is one of the 300 boats"),
        ("it is one of the 3.2\r\n  million boats", "it is one of the 3,200,000 boats"),
        ("it is one of the twenty-\nthree boats", "it is one of the 23 boats"),
        ("das ist auch nicht drei\nMillionen", "das ist auch nicht 3.000.000"),
        ("in 2025 and a half-million of them", "in 2025 and 500,000 of them"),
        ("In 2020 million-dollar boats were in it", "In 2020 they were in it"),
        ("it was $2020 million of the boats", "it was $2,020,000,000 of the boats"),
        ("Im Jahr 2020 Millionen von diesen und", "Im Jahr 2020 und"),
        (
            "it was five million and two children in the boats",
            "it was 5,000,000 and 2 children in the boats",
        ),
        (
            "it was two thousand and three hundred of the boats",
            "it was 2,000 and 300 of the boats",
        ),
        ("it was a thousand and one of the boats", "it was 1,001 of the boats"),
        ("das sind acht von diesen, und acht sind auch da", "das sind 8 von diesen"),
        ("下午三点一刻开会", "下午3时开会"),
        ("下午三点三刻开会", "下午3时开会"),
        ("重三点一斤", "重3.1斤"),
        ("发生六点一级地震", "发生6.1级地震"),
        ("提高三点一个百分点", "提高3.1个百分点"),
        ("值三点一美元", "值3.1美元"),
        ("占百分之三点一的人", "占3.1%的人"),
        ("打了五轮比赛", "打了5轮比赛"),
    ],
)
def test_a_number_in_words_is_the_number_in_figures(words: str, figures: str) -> None:
    spelled, written = (terms_of(text) for text in (words, figures))
    numbers = [one.different[one.is_number].tolist() for one in (spelled, written)]
    assert numbers[0] == numbers[1] != []


@pytest.mark.parametrize(
    "text",
    [
        "万一下雨，千万别去",
        "三三两两的人",
        "一些人和一个人",
        "十分重要",
        "三分之二的人",
        "五花八门，七上八下",
        "二三十人",
        "十三五规划",
        "规矩一成不变",
        "三星的手机",
        "五十嵐の本",
        "三条市の人",
        "六本木の人",
        "北京十三陵",
        "千万别去百货公司，老百姓说",
        "千葉の人",
        "It is the twenty-first of a few hundred of the boats, and of several thousand",
        "Das ist eine von mehreren hundert und einigen tausend, die auch nicht da sind",
        "One of them did it again, and none of the others knew the one",
        "来了几十万人，数十人，好几百人，数千万元，十几个人，二十几个人，三百几个，一万几千人",
        "数十人の何百人もの、十数人の数億円の",
        "東京五輪の後、三重県と四日市市、九州の五十嵐の四万十市の九十九里の",
        "三日月の五月雨の二人三脚の",
        "这两点一定要记住，第三点一般来说，这两点一样重要",
        "坐车去三元桥和八里庄，还有五家渠",
        "Das darf man nicht außer Acht lassen, und ihr sollt euch in Acht nehmen",
        "Es ist nicht die Elf von gestern, und nicht außer acht zu lassen, gib acht auf sie",
        "1. It is one of them.\n2) They did it.\n (3) So it was.\n 14. That was all",
        "1、他们来了。\n（2）他们走了。",
    ],
)
def test_what_is_surely_no_number_is_none(text: str) -> None:
    assert not terms_of(text).is_number.any()


def test_figures_are_the_number_of_an_item_only_at_the_beginning_of_a_line() -> None:
    text = "14, 3.5 and (2) of 7.\n120. It\n4 of\n1.5 of\n9\n6"
    found = terms_of(text, "en")
    assert found.values[found.is_number].tolist() == [14, 3.5, 2, 7, 120, 4, 1.5, 9, 6]


def test_the_value_of_a_number_is_told() -> None:
    found = terms_of(
        "十二万三千人，3.2亿元的B2B，0.05人，1234567890123456人，1.2.3人，123456789012345人", "zh"
    )
    told = found.values[found.is_number].tolist()
    assert told == [123_000, 320_000_000, 0, 0.05, 0, 0, 123_456_789_012_345]
    assert not found.values[~found.is_number].any()


BELOW_TWENTY = {
    "en": [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ],
    "de": [
        "ein",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
        "dreizehn",
        "vierzehn",
        "fünfzehn",
        "sechzehn",
        "siebzehn",
        "achtzehn",
        "neunzehn",
    ],
}
TENS = {
    "en": ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
    "de": ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"],
}


def in_english(number: int) -> str:
    for scale, name in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
    ):
        if number >= scale:
            rest = number % scale
            return f"{in_english(number // scale)} {name}" + (
                f" {in_english(rest)}" if rest else ""
            )
    if number >= 100:
        rest = number % 100
        return f"{in_english(number // 100)} hundred" + (
            f" and {in_english(rest)}" if rest else ""
        )
    if number < 20:
        return BELOW_TWENTY["en"][number - 1]
    unit = number % 10
    return TENS["en"][number // 10 - 2] + (f"-{in_english(unit)}" if unit else "")


def in_german(number: int) -> str:
    for scale, one, more in (
        (10**9, "eine Milliarde", "Milliarden"),
        (10**6, "eine Million", "Millionen"),
    ):
        if number >= scale:
            count, rest = divmod(number, scale)
            told = one if count == 1 else f"{in_german(count)} {more}"
            return told + (f" {in_german(rest)}" if rest else "")
    if number >= 1000:
        count, rest = divmod(number, 1000)
        # Eintausend, and not einstausend.
        told = in_german(count).removesuffix("s") if count % 100 == 1 else in_german(count)
        return f"{told}tausend" + (in_german(rest) if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{BELOW_TWENTY['de'][number // 100 - 1]}hundert" + (
            in_german(rest) if rest else ""
        )
    if number < 20:
        return "eins" if number == 1 else BELOW_TWENTY["de"][number - 1]
    unit = number % 10
    return (f"{BELOW_TWENTY['de'][unit - 1]}und" if unit else "") + TENS["de"][number // 10 - 2]


def in_chinese(number: int) -> str:
    for scale, name in ((10**8, "亿"), (10**4, "万")):
        if number >= scale:
            count, rest = divmod(number, scale)
            gap = "零" if rest and rest < scale // 10 else ""
            return in_chinese(count) + name + gap + (in_chinese(rest) if rest else "")
    told = ""
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, scale)
        if digit:
            told += "一二三四五六七八九"[digit - 1] + name
        elif told and number and not told.endswith("零"):
            told += "零"
    return told


def in_japanese(number: int) -> str:
    for scale, name in ((10**8, "億"), (10**4, "万")):
        if number >= scale:
            count, rest = divmod(number, scale)
            return in_japanese(count) + name + (in_japanese(rest) if rest else "")
    told = ""
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, scale)
        if digit:
            told += ("" if digit == 1 and name else "一二三四五六七八九"[digit - 1]) + name
    return told


amounts = st.one_of(
    st.integers(2, 10**12 - 1),
    st.integers(2, 9999),
    st.tuples(st.integers(1, 999), st.integers(1, 8)).map(lambda pair: pair[0] * 10 ** pair[1]),
).filter(lambda number: number < 10**12)


def numbers_of(text: str) -> list[int]:
    found = terms_of(text)
    return [*found.different[found.is_number].tolist()]


@given(amounts)
@example(101)
@example(1_000_001)
@example(21_021_021)
@example(3_001_000_000)
def test_any_number_in_words_is_the_number_in_figures(number: int) -> None:
    german = in_german(number)
    if " eine Million" in german:
        # Eine is an article behind another number, and may be one here.
        german = str(number)
    for words, between in (
        (in_english(number), "all of the {} of them that were in the city"),
        (german, "das sind die {} und nicht die von der anderen Stadt"),
        (in_chinese(number), "这里一共有{}个人在城里"),
        (in_japanese(number), "この町には{}円のものがある"),
    ):
        assert numbers_of(between.format(words)) == numbers_of(between.format(number)), words


def test_number_words_are_those_of_english_texts() -> None:
    assert terms_of("all of the ten towns were on the coast").is_number.any()
    polish = terms_of("ten dom nie jest na sprzedaż, bo jest w nim muzeum")
    assert polish.language == "pl"
    assert not polish.is_number.any()
