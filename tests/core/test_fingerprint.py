from __future__ import annotations

import hashlib
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints import segment
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
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


GERMAN = (
    "Die alte Hafenbücherei öffnete am Dienstag wieder; mehr als 1.250 neue Bücher stehen bereit, "
    "sagte Frau Größmann, und 3,5 Stunden lang standen 300 Leser in der Straße am Kai."
)
MIXED = (
    "오래된 항구 도서관이 화요일에 다시 문을 열었고 ห้องสมุดเก่าเปิดอีกครั้ง, Москва и море; RTX 5090 和 "
    "新显卡, 共1, 200人 ٣٤ カタカナ図書館。"
)


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


@pytest.mark.parametrize(
    ("text", "synonyms", "simhash", "sketch"),
    [
        (GERMAN, "", 0xDE0FB7C2B84F65BE, "3e4db14687ce1838"),
        (MIXED, "", 0x7464FC70922DB783, "23a4e80c340ee1b6"),
        (
            GERMAN,
            "former alte\nBände Bücher\nzeit stunden",
            0xDE0FB1C6304F41BA,
            "e8c7591f60342eec",
        ),
        (MIXED, "画卡 显卡", 0x7465FC70922DB782, "fd2e8a4f67fed761"),
    ],
)
def test_fingerprints_of_other_scripts_and_by_synonyms_are_pinned(
    tmp_path, text, synonyms, simhash, sketch
):
    scheme = Scheme()
    if synonyms:
        path = tmp_path / "synonyms.txt"
        path.write_text(synonyms, "utf-8")
        scheme = scheme.with_synonyms([str(path)])

    found = Fingerprinter(scheme)(text)

    assert found.simhash == simhash
    assert hashlib.blake2b(found.sketch, digest_size=8).hexdigest() == sketch


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


@pytest.mark.parametrize(
    "copy",
    [
        "Die Mauer schützte 2340 Häuser; 6200 Blöcke „wiegen“ je 11,25 Tonnen.",
        "Die Mauer schützte 2'340 Häuser; 6’200 Blöcke „wiegen“ je 11.25 Tonnen.",
        "Die Mauer schützte 2\xa0340 Häuser; 6\u202f200 Blöcke «wiegen» je 11,25 Tonnen.",
        "Die Mauer sch&uuml;tzte 2.340 H&auml;user; 6.200&nbsp;Bl&ouml;cke &#8222;wiegen&amp;quot; je 11,25 Tonnen.",
    ],
)
def test_marks_of_numbers_and_entities_leave_the_digest(fingerprint, copy):
    text = "Die Mauer schützte 2.340 Häuser; 6.200 Blöcke „wiegen“ je 11,25 Tonnen."
    assert fingerprint(copy).digest == fingerprint(text).digest


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


@pytest.fixture
def cuts(monkeypatch):
    """The texts that were cut into words."""
    seen = []
    cut = segment.cutter("rjieba")
    monkeypatch.setattr(
        segment, "cutter", lambda name: lambda text: seen.append(text) or cut(text)
    )
    return seen


def test_equal_texts_are_told_before_anything_is_cut_into_words(fingerprint, cuts):
    one, other = fingerprint(CHINESE), fingerprint(CHINESE.replace("，", ", "))

    assert (one.digest, one.length) == (other.digest, other.length)
    assert one.digest != fingerprint(CHINESE + "了").digest
    assert one.by_equality_only() == Fingerprint(one.digest, one.length, None, None)
    assert cuts == []


def test_the_other_parts_are_computed_once(fingerprint, cuts):
    found = fingerprint(CHINESE)

    assert found.complete() is found
    assert len(cuts) == 1
    assert found.sketch is not None
    assert found.simhash is not None
    assert found.profile is found.profile
    assert found == fingerprint(CHINESE)
    assert len(cuts) == 2


def test_a_fingerprint_is_built_from_stored_values(fingerprint):
    found = fingerprint(CHINESE)
    stored = Fingerprint(
        digest=found.digest, length=found.length, simhash=found.simhash, sketch=found.sketch
    )

    assert stored == found
    assert hash(stored) == hash(found)
    assert stored.profile is None


def test_a_fingerprint_comes_whole_out_of_a_pickle(fingerprint, cuts):
    again = pickle.loads(pickle.dumps(fingerprint(CHINESE)))

    assert len(cuts) == 1
    assert again == fingerprint(CHINESE)
    assert again.profile is not None
    assert len(cuts) == 2


def test_a_fingerprint_stays_as_it_is(fingerprint):
    found = fingerprint(CHINESE)

    with pytest.raises(FrozenInstanceError):
        found.digest = b""
    with pytest.raises(AttributeError, match="no 'colour'"):
        found.colour  # noqa: B018
    assert replace(found, digest=b"other").sketch == found.sketch


def test_threads_that_ask_at_once_get_the_same_parts(fingerprint):
    found = [fingerprint(f"{CHINESE}{number}") for number in range(50)]

    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(lambda one: (one.sketch, one.profile, one.simhash), found * 8))
    assert [part[0] for part in asked] == [one.sketch for one in found] * 8
    assert None not in [part[1] for part in asked]


@given(st.text(st.characters(), max_size=300))
def test_any_text_has_a_fingerprint(text):
    found = Fingerprinter(Scheme())(text)

    assert len(found.digest) == 16
    assert (found.sketch is None) == (found.simhash is None) == (found.profile is None)
