from __future__ import annotations

from scrapy_neardup import Scheme
from scrapy_neardup.classic import characters, words


def test_chinese_is_cut_into_words_whatever_its_script():
    assert words("港口博物馆，於星期六開放") == words("港口博物馆于星期六开放")
    assert words("博物馆开放") == ["博物馆", "开放"]


def test_traditional_script_stays_where_the_scheme_leaves_it():
    assert words("開放", Scheme(simplify=False)) != words("开放", Scheme(simplify=False))


def test_other_scripts_without_spaces_give_overlapping_runs():
    assert words("みなと") == ["みな", "なと"]


def test_characters_leave_punctuation_and_spaces_out():
    assert characters("Pier 39 — 『港口』!") == "pier39港口"
    assert characters("") == characters("…") == ""
    assert words("") == []
