from __future__ import annotations

import hashlib
import random
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.fingerprints import characters
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter, kernel
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.profile import NAME, SHORT_NUMBER
from scrapy_neardup.core.fingerprints.segment import cutter
from scrapy_neardup.core.fingerprints.terms import terms_of
from scrapy_neardup.core.rarity import frequencies as module
from scrapy_neardup.core.rarity.cells import CELLS
from scrapy_neardup.core.rarity.frequencies import MOST_STORIES, Counted, Frequencies
from scrapy_neardup.core.rarity.word_lists import (
    UNSEEN,
    WEIGHT_OF_LIST,
    WordLists,
    packed,
    word_lists,
)
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.word_weights import ListedShares, weigh
from tests.core.index.articles import article

fingerprint = Fingerprinter(Scheme())


HUGE = b"\x01\x13\xff\xff\xff\xff" + zlib.compress(bytes(2 * CELLS))
MORE_THAN_ALL = b"\x01\x13\x02\x00\x00\x00" + zlib.compress(bytes(2 * CELLS - 2) + b"\xff\xff")
BOMB = b"\x01\x13\x00\x00\x00\x00" + zlib.compress(bytes(64 * CELLS))


class Notes(dict):
    def frequencies(self):
        return Frequencies(self.get, self.update)


def words(*numbers):
    # A word's cell is chosen by bits 20 and up.
    return np.array([number << 20 for number in numbers], np.uint64)


def teach(frequencies, *articles, language="en"):
    for number, known in enumerate(articles):
        frequencies.learn(Counted(language, f"host{number % 50}", words(*known)))


def test_what_was_gathered_tells_only_when_it_is_merged():
    frequencies = Notes().frequencies()
    before = frequencies.shares("xx", words(7)).tolist()
    teach(frequencies, *[[7]] * 63, language="xx")
    assert frequencies.shares("xx", words(7)).tolist() == before
    assert frequencies.stories("xx") == 0
    teach(frequencies, [7], language="xx")
    assert frequencies.stories("xx") == 64
    assert frequencies.shares("xx", words(7))[0] == (64 + UNSEEN) / (64 + WEIGHT_OF_LIST)
    assert frequencies.shares("xx", words(8))[0] == UNSEEN / (64 + WEIGHT_OF_LIST)
    assert frequencies.shares("yy", words(7))[0] == UNSEEN / WEIGHT_OF_LIST


def test_saved_counts_are_read_again():
    notes = Notes()
    frequencies = notes.frequencies()
    teach(frequencies, [1, 2], [2, 3])
    frequencies.save()
    again = notes.frequencies()
    assert again.stories("en") == 2
    asked = words(1, 2, 3, 4)
    assert again.shares("en", asked).tolist() == frequencies.shares("en", asked).tolist()


def test_two_writers_add_up():
    notes = Notes()
    one, other = notes.frequencies(), notes.frequencies()
    one.stories("en")
    other.stories("en")
    teach(one, [1], [2])
    teach(other, [1], [3])
    one.save()
    other.save()
    assert notes.frequencies().stories("en") == 4


@pytest.mark.parametrize(
    "damaged", [b"", b"\x02", b"\x01\x13\x00\x00\x00\x00no zlib", HUGE, BOMB, MORE_THAN_ALL]
)
def test_damaged_counts_are_learned_anew_with_a_word(damaged, caplog):
    notes = Notes({"frequencies/en": damaged})
    assert notes.frequencies().stories("en") == 0
    assert "'en' are learned anew" in caplog.text


def test_a_host_gives_no_more_than_all_others_together():
    frequencies = Notes().frequencies()
    for number in range(64):
        floods = number % 4 > 0
        host = "flood.example" if floods else f"host{number}"
        frequencies.learn(Counted("en", host, words(1 if floods else 2)))
    assert frequencies.stories("en") == 16 + 16
    shares = frequencies.shares("en", words(1, 2)).tolist()
    assert shares[0] == shares[1]


def test_a_merge_that_fails_is_made_later():
    notes = Notes()
    frequencies = Frequencies(notes.get, failing := Failing(notes))
    with pytest.raises(NearDupError):
        teach(frequencies, *[[7]] * 64)
    assert frequencies.stories("en") == 0
    failing.fails = False
    teach(frequencies, [7])
    assert frequencies.stories("en") == notes.frequencies().stories("en") == 65


class Failing:
    def __init__(self, notes):
        self.notes, self.fails = notes, True

    def __call__(self, written):
        if self.fails:
            raise NearDupError("disk full")
        self.notes.update(written)


def test_an_article_of_numbers_alone_counts_with_its_first_thousand():
    frequencies = Notes().frequencies()
    frequencies.learn(Counted("xx", "", words(*range(2000))))
    frequencies.save()
    shares = frequencies.shares("xx", words(*range(2000)))
    assert (shares > UNSEEN / (1 + WEIGHT_OF_LIST) * 1.01).sum() == 1000


def test_a_crawl_of_one_host_counts_all_of_it():
    frequencies = Notes().frequencies()
    for _ in range(64):
        frequencies.learn(Counted("en", "only.example", words(1)))
    assert frequencies.stories("en") == 64


def test_counts_are_halved_when_they_are_many(monkeypatch):
    monkeypatch.setattr(module, "MOST_STORIES", 100)
    frequencies = Notes().frequencies()
    teach(frequencies, *[[1, 2] if number % 2 else [1] for number in range(128)])
    assert frequencies.stories("en") == 64
    share = frequencies.shares("en", words(2))[0]
    assert share == pytest.approx((32 + UNSEEN) / (64 + WEIGHT_OF_LIST))
    assert MOST_STORIES <= 0xFFFF


def test_a_word_of_all_stories_is_counted_beyond_16_bits_before_counts_are_halved():
    full = module._Table(MOST_STORIES, np.full(CELLS, MOST_STORIES, np.uint16))
    merged = full.merged_with([Counted("en", "a.example", words(1))] * 1000)
    assert merged.stories == (MOST_STORIES + 1000) // 2
    assert merged.counts[:2].tolist() == [MOST_STORIES // 2, (MOST_STORIES + 1000) // 2]


@given(st.lists(st.lists(st.integers(0, 30), max_size=8), max_size=200), st.data())
def test_shares_are_those_of_a_plain_count(articles, data):
    notes = Notes()
    frequencies = notes.frequencies()
    for number, known in enumerate(articles):
        frequencies.learn(Counted("xx", f"{number}", words(*known)))
        if data.draw(st.booleans()) and number % 40 == 0:
            frequencies.save()
            frequencies = notes.frequencies()
    frequencies.save()
    expected = [
        (sum(number in known for known in articles) + UNSEEN) / (len(articles) + WEIGHT_OF_LIST)
        for number in range(32)
    ]
    assert frequencies.shares("xx", words(*range(32))).tolist() == pytest.approx(expected)


def test_words_that_share_a_cell_count_once_a_story():
    frequencies = Notes().frequencies()
    frequencies.learn(Counted("xx", "", words(5, 5 + CELLS)))
    frequencies.save()
    assert frequencies.shares("xx", words(5))[0] == (1 + UNSEEN) / (1 + WEIGHT_OF_LIST)


TEXTS = {
    "zh": "他在会议上说，我们的工作还没有完成，这是一个新的开始，大家都要为此努力，也要看到不少问题。",
    "en": "The minister said that it was not the end of the matter, and that they would have to wait.",
    "de": "Der Minister sagte, dass es nicht das Ende der Sache sei und dass sie noch warten müssten.",
    "ja": "会議では、これからの計画について説明があり、参加した人たちは新しい方法を考えていると述べました。",
    "ko": "회의에서는 앞으로의 계획에 대한 설명이 있었고 참석한 사람들은 새로운 방법을 찾고 있다고 했다.",
    "ru": "Министр сказал, что это не конец дела и что они будут ждать, как и все, кто был на встрече.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_of_a_text_is_told(language):
    assert (
        fingerprint(
            TEXTS[language] + " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17"
        ).profile.language
        == language
    )


def test_a_text_without_common_words_has_no_language():
    assert (
        fingerprint(" ".join("qwzx" + chr(97 + n % 26) + "vk" for n in range(90))).profile.language
        == ""
    )


def test_vocabulary_of_a_form_weighs_less_than_a_name():
    text = (
        "The board met in September with the Chairman of the Committee, the President of the "
        "University and Zorvendel Quixtrum of Harbourmouth to speak about it and about Monday. "
    )
    profile = fingerprint(text * 2).profile
    weights = weigh(profile, ListedShares()).asked[profile.rare_kinds == NAME]
    assert weights.max() > 0.68
    assert weights.min() < 0.5


def test_a_word_that_every_story_has_weighs_nothing():
    notes = Notes()
    frequencies = notes.frequencies()
    text = (
        "In the report the Zorvendel of 5417 said that the Quixtrum was with the Grumbold and 31."
    )
    profile = fingerprint(f"{text} Then they all went home to eat, and the Harmatan blew.").profile
    for number in range(6400):
        frequencies.learn(Counted(profile.language, f"h{number % 97}", profile.rare[:2]))
    weights = weigh(profile, frequencies)
    assert (weights.asked[:2] < 0.01).all()
    full = weights.asked[2:][profile.rare_kinds[2:] != SHORT_NUMBER]
    assert (full == 1).all()
    short = weights.asked[profile.rare_kinds == SHORT_NUMBER]
    assert (short == 0.5).all()


def test_a_stranger_weighs_as_the_query_s_own_do():
    profile = fingerprint(
        "The Zorvendel and the Quixtrum of the Grumbold met in 5417 and in 9911 with it, and they did not go home."
    ).profile
    weights = weigh(profile, ListedShares())
    is_name = profile.rare_kinds == NAME
    assert 0 < is_name.sum() < len(is_name)
    assert weights.name == pytest.approx(
        (weights.asked[is_name].sum() + 0.7) / (is_name.sum() + 1)
    )
    numbers = weights.asked[~is_name]
    assert weights.number == pytest.approx((numbers.sum() + 0.5) / (len(numbers) + 1))
    assert weights.short_number == weights.number / 2


def test_a_table_of_words_round_trips():
    chance = random.Random(3)
    shares = {chance.getrandbits(64): 10 ** -chance.uniform(0, 2.8) for _ in range(500)}
    marks = [*shares][:20]
    terms = {chance.getrandbits(64): 0.1 for _ in range(30)}
    others = packed("bb", {1 << 40: 0.5}, {}, [1 << 40])
    lists = WordLists(packed("aa", shares, terms, marks) + others)
    asked = np.array([*shares], np.uint64)
    cells = np.zeros(CELLS, np.uint16)
    found = lists.of("aa").shares(asked, cells, 0)
    assert np.abs(np.log10(found) - np.log10([*shares.values()])).max() <= 0.011
    for other in ("bb", "cc"):
        assert set(lists.of(other).shares(asked, cells, 0)) == {UNSEEN / WEIGHT_OF_LIST}
    asked_terms = np.array([*terms], np.uint64)
    assert np.allclose(lists.terms_of("aa").shares(asked_terms, cells, 0), 0.1, rtol=0.03)
    for other in ("bb", "cc"):
        found = lists.terms_of(other).shares(asked_terms, cells, 0)
        assert set(found) == {UNSEEN / WEIGHT_OF_LIST}
    assert lists.language_of(np.sort(asked)) == "aa"
    assert lists.language_of(np.sort(asked[:2])) == ""
    assert lists.language_of(asked[:0]) == ""


def test_the_table_is_the_one_that_was_made():
    lists = word_lists()
    assert len(lists.languages) == len(set(lists.languages)) == 32
    digest = hashlib.sha256()
    for language in sorted(lists.languages):
        digest.update(lists.of(language).words.tobytes())
    assert digest.hexdigest()[:16] == "f496ca282e8ca905"
    assert min(len(lists.terms_of(language).words) for language in lists.languages) > 2000
    digest = hashlib.sha256()
    for language in sorted(lists.languages):
        digest.update(lists.terms_of(language).words.tobytes())
    assert digest.hexdigest()[:16] == "d444acb1923b7cbf"


@pytest.mark.parametrize(
    ("language", "common", "rare"),
    [
        ("zh", "我们的政府发展经济。", "赑屃鼋鼍饕餮魍魉。"),
        # Longer words count by their first six letters.
        ("en", "including governments, companies, important", "zorvendelish quixtrumming"),
        ("en", "10 20 30", "183 8417 6093"),
        ("de", "verschiedene Unternehmen, Regierungen", "Zorvendelei Quixtrummung"),
        ("ja", "日本の経済と政府の発表", "薔薇の憂鬱と魑魅魍魎"),
    ],
)
def test_terms_of_common_words_are_known_as_common_before_any_article(language, common, rare):
    frequencies = Notes().frequencies()
    table = module.table_of_terms(language)
    for text, is_common in ((common, True), (rare, False)):
        form = kernel.read(normalize(text), *characters.tables())
        tokens = kernel.tokens(form, cutter(Scheme().segmenter))
        different = terms_of(form, tokens, language=language).different
        assert len(different) >= 2
        assert ((frequencies.shares(table, different) > 0.03) == is_common).all()


@pytest.mark.parametrize("engine", ["memory", "leveldb", "sqlite"])
def test_an_index_counts_new_stories_and_no_copies(engine, tmp_path):
    def article(number):
        chance = random.Random(number)
        filler = " ".join(
            f"{chance.choice('bdgk')}a{chance.choice('lmnr')}o{chance.randrange(40)}x"
            for _ in range(60)
        )
        return (
            f"The {'Zorvendel' if number % 2 else 'Quixtrum'} of it was in the {filler} and that."
        )

    place = f"{engine}://{tmp_path}/index"
    opened = NearDupIndex.in_memory() if engine == "memory" else NearDupIndex.open(place)
    with opened as index:
        for number in range(64):
            text = article(number)
            assert index.check_and_add(Document(f"http://a{number}.test/", text)).kind == "new"
            index.check_and_add(Document(f"http://b{number}.test/", text))
            index.check_and_add(Document(f"http://a{number}.test/", text + " Changed."))
        language = fingerprint(article(1)).profile.language
        assert index.frequencies.stories(language) == 64
    if engine != "memory":
        with NearDupIndex.open(place) as index:
            assert index.frequencies.stories(language) == 64


def test_hosts_of_an_index_are_those_of_urls_whatever_the_ids_are():
    with NearDupIndex.in_memory() as index:
        hosts = ["flood.example"] * 9 + ["a.example", "b.example"]
        for number, host in enumerate(hosts):
            index.add(Document(str(number), article(number), url=f"http://{host}/{number}"))
        index.frequencies.save()
        # No more of a host than of all others.
        assert index.frequencies.stories(fingerprint(article(0)).profile.language) == 4
