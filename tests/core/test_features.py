from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints import features
from scrapy_neardup.core.fingerprints.characters import DIGIT, OTHER
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.segment import cutter

CHINESE = (
    "昨天下午，县里的老图书馆重新开门，三百多名读者排队借书，馆长林若水说新书有1,250册，"
    "其中儿童读物占四成。"
)


def words_of(text, segmenter="rjieba"):
    form = features.read(normalize(text))
    return features.spelled(form, features.tokens(form, segmenter))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't stop: it's 3.5 km.", ["don", "t", "stop", "it", "s", "3.5", "km"]),
        ("1,234,567 and 1,23 of 1.2.3", ["1234567", "and", "1.23", "of", "1.2.3"]),
        ("涨3. 5点，共1, 200人", ["涨", "3.5", "点", "共", "1200", "人"]),
        ("In 1999. 20 of them", ["in", "1999", "20", "of", "them"]),
        ("5G mp3", ["5g", "mp3"]),
        ("老图书馆重新开门", ["老", "图书馆", "重新", "开门"]),
        ("图 书\n馆 a b 图", ["图书馆", "a", "b", "图"]),
        ("新显卡 RTX 5090 和 S 9 Pro 都", ["新", "显卡", "rtx5090", "和", "s9pro", "都"]),
        ("新显卡 RTX\n5090  S", ["新", "显卡", "rtx", "5090", "s"]),
        ("the RTX 5090 (显卡)", ["the", "rtx", "5090", "显卡"]),
        # A unit is not the name of the next figure's model.
        ("每袋500g 12.8元", ["每袋", "500g", "12.8", "元"]),
        ("每袋 500 g 12.8 元", ["每袋", "500g", "12.8", "元"]),
        ("新显卡都 A 15 Pro 16 GB 都", ["新", "显卡", "都", "a15pro", "16gb", "都"]),
        (
            "新显卡都很贵吗？" * 3 + "In May 5 of us bought one that is up to 2 times too dear",
            [
                *(("新", "显卡", "都", "很", "贵", "吗") * 3),
                *[
                    "in",
                    "may",
                    "5",
                    "of",
                    "us",
                    "bought",
                    "one",
                    "that",
                    "is",
                    "up",
                    "to",
                    "2",
                    "times",
                    "too",
                    "dear",
                ],
            ],
        ),
        ("穿T恤的人", ["穿", "t", "恤", "的", "人"]),
        ("古い図書館", ["古い", "い図", "図书", "书馆"]),
        ("안녕하세요 책", ["안녕", "녕하", "하세", "세요", "책"]),
        ("สวัสดี", ["สวั", "วัส", "ัสด", "สดี"]),
        ("٣٤ ९", ["34", "9"]),
        ("بـ44 مليونا و٢٠ ב5 5G", ["ب", "44", "مليونا", "و", "20", "ב", "5", "5g"]),
        ("", []),
        ("。", []),
    ],
)
def test_words_of_a_run_follow_its_script(text, words):
    assert words_of(text) == words


def test_both_segmenters_give_the_same_words():
    assert words_of(CHINESE, "jieba") == words_of(CHINESE, "rjieba")


def test_warnings_and_errors_of_jieba_are_no_concern_of_users(tmp_path):
    code = "from scrapy_neardup.core.fingerprints.segment import cutter; cutter('jieba')('图书馆')"
    # Nothing can be written where its cache would be.
    (tmp_path / "jieba.cache").mkdir()
    # Compiled anew, as where the installer has not done it.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path), "TMPDIR": str(tmp_path)}
    script = [sys.executable, "-W", "default", "-c", code]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=True)
    assert "jieba" not in done.stderr
    assert "Traceback" not in done.stderr


def test_the_segmenter_is_checked():
    with pytest.raises(ValueError, match=r"'spacy'.*'rjieba' or 'jieba'"):
        cutter("spacy")


def test_word_hashes_are_pinned():
    form = features.read(normalize(CHINESE))
    tokens = features.tokens(form)

    assert len(tokens.hashes) == 22
    assert [hex(h) for h in tokens.hashes[:3]] == [
        "0x2fe4c15d8f6baa1d",
        "0xed830af3f92f1f4b",
        "0x39765b3ad7a205cd",
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a sum of 1,234,567 in all", "1234567"),
        ("una suma de 1.234.567 en total", "1234567"),
        ("eine Summe von 1'234'567 ist da", "1234567"),
        ("eine Summe von 1’234’567 ist da", "1234567"),
        ("une somme de 1 234 567 en tout", "1234567"),
        ("une somme de 1\u202f234\u202f567 en tout", "1234567"),
        ("сумма в 1\xa0234\xa0567 рублей", "1234567"),
        ("a sum of 12,34,567 in all", "1234567"),
        ("一共1.234.567元", "1234567"),
        ("około 10 000", "10000"),
        ("10 000 Schweden sahen zu", "10000"),
        ("около 12 345 человек", "12345"),
        ("près de 12 345. Et puis", "12345"),
        ("près de 1 622€ par an", "1622"),
        ("sie zahlten 1.234,50 Euro", "1234.50"),
        ("ils ont payé 1 234,50 euros", "1234.50"),
        ("ils ont payé 10 000,50 euros", "10000.50"),
        ("sie zahlten 1'234.50 Franken", "1234.50"),
        ("they paid 1,234.50 dollars", "1234.50"),
        ("they paid 12,34,567.50 rupees", "1234567.50"),
        ("um 3,5 Prozent", "3.5"),
        ("um 0,25 Prozent", "0.25"),
        ("um 0,125 Prozent", "0.125"),
        ("上涨0,125", "0.125"),
        ("Pi ist 3,14159 und mehr", "3.14159"),
        ("3,500 of them", "3500"),
        ("in einer Stadt mit 1.350 Leuten", "1350"),
        ("de 1.350 millones", "1350"),
        ("um 3.125%", "3125"),
        ("the 1.275 million of them", "1.275"),
        ("the 1.275-billion deal", "1.275"),
        ("1.275\nmn", "1.275"),
        ("12 500 Français sont là", "12500"),
    ],
)
def test_a_number_is_the_same_whatever_marks_it_has(text, number):
    assert [word for word in words_of(text) if word[0].isdigit()] == [number]


def test_a_name_or_link_in_chinese_leaves_numbers_as_they_are():
    text = "Die 1.350 Leute und 2 340 Kinder zahlten um 3,5 Prozent mehr am 3. 5 kamen nicht mit. "
    numbers = ["1350", "2340", "3.5", "3", "5"]
    for more in ("", "中文", "日本語", "한국어", "ไทย"):
        assert [word for word in words_of(text + more) if word[0].isdigit()] == numbers
    assert "3.5" not in words_of("um 3,5 Prozent " + "中文" * 3)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("in 2024 300 people came", ["2024", "300"]),
        ("in 2024 12 000 people came", ["2024", "12", "000"]),
        ("Smith 120 350 410\nJones 110 340 400", ["120", "350", "410", "110", "340", "400"]),
        ("lines 120 350 410 18 run", ["120", "350", "410", "18"]),
        ("tel. 020 123 000 or +44 123 000", ["020", "123", "000", "44", "123", "000"]),
        ("it has 47 767-300 and 15 747s", ["47", "767", "300", "15", "747s"]),
        ("at 104-3/8 104-7/8 today", ["104", "3", "8", "104", "7", "8"]),
        ("of 1,250, on page 12 345 words", ["1250", "12", "345"]),
        ("at line\n12\n000", ["12", "000"]),
        ("In 12 345\nBaltimore", ["12", "345"]),
        ("太阳130 123击败快船 10 000", ["130", "123", "10", "000"]),
        ("정원 10 000명", ["10", "000"]),
        ("select 1,2,3 or 1,2", ["1", "2", "3", "1.2"]),
        ("选1,2,3或4,5", ["1", "2", "3", "4", "5"]),
        ("중 2,3명", ["2", "3"]),
        ("(31.310,0.00,0.00%)", ["31.310", "0.00", "0.00"]),
        ("won 6-4,6-3 there", ["6", "4", "6", "3"]),
        ("at 2018-4-17,18:00 there", ["2018", "4", "17", "18", "00"]),
        ("on August 14,2005 there", ["14", "2005"]),
        ("of 5,800,00 dollars", ["5800", "00"]),
        ("of 05,06 there", ["05", "06"]),
        ("at 7,5,0,125 there", ["7", "5", "0125"]),
        ("v1.234 is 0.234 of 1.234bn", ["0.234", "1.234bn"]),
        ("上涨1.234%", ["1.234"]),
        ("at 121.33.203.124 there", ["121.33.203.124"]),
        ("in 1.23.456 there", ["1.23.456"]),
        ("he is 5'11 or 6’200’1", ["5", "11", "6", "200", "1"]),
        ("in '98 000 and 98' 000", ["98", "000", "98", "000"]),
    ],
)
def test_marks_that_join_no_number_are_left_alone(text, numbers):
    assert [word for word in words_of(text) if word[0].isdigit()] == numbers


def test_a_word_has_its_hash_wherever_it_stands():
    def hashes(text):
        return features.tokens(features.read(text)).hashes

    assert set(hashes("stop, harbour")) == set(hashes("a harbour stop")) - set(hashes("a"))


def test_a_span_has_the_hash_of_the_same_word():
    form = features.read("stop, harbour")
    spans = [features.kernel.span_hash(form, 0, 4), features.kernel.span_hash(form, 6, 7)]

    assert spans == features.tokens(form).hashes
    assert spans == [features.word_hash("stop"), features.word_hash("harbour")]


@pytest.mark.parametrize("span", [(-1, 2), (0, 0), (2, 3), (5, 1), (0, -1)])
def test_a_span_beyond_the_text_is_refused(span):
    with pytest.raises(IndexError):
        features.kernel.span_hash(features.read("stop"), *span)


@given(st.text(st.characters(), max_size=120))
def test_every_text_has_arrays_that_fit(text):
    form = features.read(normalize(text))
    tokens = features.tokens(form)

    assert len(form.points) == len(form.kinds) == len(form.upper)
    assert len(tokens.hashes) == len(tokens.starts) == len(tokens.lengths) == len(tokens.kinds)
    ends = [sum(span) for span in zip(tokens.starts, tokens.lengths, strict=True)]
    assert all(end <= len(form.points) for end in ends)
    assert tokens.starts == sorted(set(tokens.starts))


@given(
    st.lists(
        st.sampled_from(
            ["1", "2", "000", ".", ",", "'", " ", "a", "é", "字", "図", "か", "٣", "\n"]
        )
    )
)
@pytest.mark.parametrize(
    "cut", [cutter("rjieba"), list, lambda text: [text]], ids=["words", "characters", "none"]
)
def test_numbers_are_the_same_however_chinese_is_cut(cut, pieces):
    form = features.read(normalize("".join(pieces)))
    tokens = features.kernel.tokens(form, cut)
    numbers = [
        length for length, kind in zip(tokens.lengths, tokens.kinds, strict=True) if kind == DIGIT
    ]
    letters = sum(kind != OTHER for kind in form.kinds)

    data, _ = features.kernel.spoken(form)
    values = np.frombuffer(data, "<u4").tolist()
    assert values[letters:] == numbers
