"""The skeleton of function words: what is left of a text when other words take the place of its own."""

from __future__ import annotations

import hashlib

import pytest

from scrapy_neardup.core.fingerprints import versions
from scrapy_neardup.core.fingerprints.features import word_hash
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.function_words import CHINESE, function_words
from scrapy_neardup.core.scheme import Scheme

fingerprint = Fingerprinter(Scheme(min_features=1))

ENGLISH = (
    "The old library was closed for years, and this is the day that it opens with 1,250 books. "
    "All of them are from the harbour, and none has been read."
)
SPUN = (
    "The former archive was shut for decades, and this is the morning that it starts with 17 "
    "volumes! All of them are from the port, and none has been touched."
)
SIMPLIFIED = "他们把旧书还给了图书馆，因为这里要重新开门，所以我们也来了。你说的书都在楼上。"
TRADITIONAL = "他們把舊書還給了圖書館，因為這裡要重新開門，所以我們也來了。你說的書都在樓上。"


def skeleton(text: str) -> list[int]:
    profile = fingerprint(text).profile
    assert profile is not None
    return profile.skeleton.tolist()


@pytest.mark.parametrize(
    ("text", "count", "first"),
    [(ENGLISH, 24, 2472093773382071668), (SIMPLIFIED, 13, 790873359758610046)],
)
def test_skeletons_are_pinned(text, count, first):
    found = skeleton(text)

    assert (len(found), found[0]) == (count, first)


def test_function_words_are_pinned():
    """With one more or less, other skeletons are stored: a language that gets a list, or marks of its own,
    raises PROFILE.
    """
    words = function_words()
    digest = hashlib.sha256(words.astype("<u4").tobytes()).hexdigest()[:16]
    assert (versions.PROFILE, len(words), digest) == (7, 1521, "fb09b3fd4d614d19")


def test_other_words_and_numbers_leave_the_skeleton_alone():
    assert skeleton(SPUN) == skeleton(ENGLISH)
    assert skeleton(TRADITIONAL) == skeleton(SIMPLIFIED)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("三百二十人", "320人"),
        ("约三百多名学生", "约300多名学生"),
        ("百分之五的人", "5%的人"),
        ("早上七点二十分，", "早上7:20，"),
        ("全长7.4公里", "全长7.4km"),
    ],
)
def test_a_number_is_one_unit_however_it_is_written(one, other):
    framed = "他们把旧书还给了图书馆，因为{}要重新开门，所以我们也来了。你说的书都在楼上。"
    assert skeleton(framed.format(one)) == skeleton(framed.format(other))
    assert skeleton(framed.format(one)) != skeleton(framed.format("这里"))


@pytest.mark.parametrize(("comma", "stop"), ["،۔", "،؟", ",।", "፣።", "၊။", "՝։"])
def test_commas_and_ends_of_sentences_are_those_of_every_script(comma, stop):
    other = ENGLISH.replace("1,250", "1250").replace(",", comma).replace(".", stop)

    assert skeleton(other) == skeleton(ENGLISH)


def test_another_function_word_changes_the_grams_around_it_only():
    changed = skeleton(ENGLISH.replace("from the", "at the"))

    assert changed != skeleton(ENGLISH)
    assert set(changed) & set(skeleton(ENGLISH))


def test_numbers_and_commas_alone_are_no_skeleton():
    assert skeleton(", ".join(f"Team{n} {n}" for n in range(40))) == []


def test_function_words_are_those_of_every_language():
    known = set(function_words().tolist())

    assert all(
        word_hash(word) >> 32 in known for word in ["the", "und", "que", "и", "我们", *CHINESE]
    )
    assert word_hash("图书馆") >> 32 not in known
    assert len(set(CHINESE)) == len(CHINESE)
