from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme

CHINESE = (
    "昨天下午，县里的老图书馆重新开门，三百多名读者排队借书，馆长林若水说新书有1,250册，"
    "其中儿童读物占四成。"
)
ENGLISH = (
    "The old harbour library reopened on Tuesday with 1,250 new books, and more than three "
    "hundred readers queued along the quay to borrow them."
)
JAPANESE = "古い図書館が昨日ふたたび開き、三百人を超える読者が列をつくって新しい本を借りた。"


@pytest.fixture(scope="module")
def fingerprint():
    return Fingerprinter(Scheme())


@pytest.mark.parametrize(
    ("text", "digest", "simhash", "length"),
    [
        (CHINESE, "5db060e51074ce898124fd28c8551815", 0x25C0B0CA23AC07C7, 92),
        (ENGLISH, "7912efa96ec7a1057f057a30ff77d0e2", 0xEDB19159A941444C, 113),
        (JAPANESE, "c84d01c381d9fb9e13344e8776873bbe", 0xAFD02281FC7F9997, 76),
    ],
)
def test_fingerprints_are_pinned(fingerprint, text, digest, simhash, length):
    found = fingerprint(text)

    assert (found.digest.hex(), found.simhash, found.length) == (digest, simhash, length)


@pytest.mark.filterwarnings("ignore")  # jieba: escape sequences, pkg_resources
def test_both_segmenters_give_the_same_fingerprint(fingerprint):
    assert Fingerprinter(Scheme(segmenter="jieba"))(CHINESE) == fingerprint(CHINESE)


@pytest.mark.parametrize(
    "copy",
    [
        CHINESE.replace("，", ", ").replace("。", "."),
        CHINESE.replace("读者", "讀者").replace("图书馆", "圖書館"),
        "\u200b".join(CHINESE),
        CHINESE.replace("1,250", "１２５０"),
        CHINESE.replace("图书馆", "图\n书馆").replace("读者", "读 者"),
    ],
)
def test_punctuation_script_and_white_space_leave_the_digest(fingerprint, copy):
    assert fingerprint(copy).digest == fingerprint(CHINESE).digest


@pytest.mark.parametrize("other", ["1,251", "12.50", "1 250"])
def test_another_number_is_another_digest(fingerprint, other):
    assert fingerprint(CHINESE.replace("1,250", other)).digest != fingerprint(CHINESE).digest


@pytest.mark.parametrize(
    "text", ["", "...", "。。。", "短文", "a b c d e", "哈" * 500, "ok " * 500]
)
def test_too_few_features_give_no_fingerprint(fingerprint, text):
    assert fingerprint(text).simhash is None
    assert fingerprint(text).sketch is None


def test_a_fingerprinter_is_picklable_and_shared_by_threads(fingerprint):
    again = pickle.loads(pickle.dumps(fingerprint))

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(again, [CHINESE] * 20)) == {fingerprint(CHINESE)}


@given(st.text(st.characters(), max_size=300))
def test_any_text_has_a_fingerprint(text):
    Fingerprinter(Scheme())(text)
