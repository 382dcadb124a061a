"""Function words and endings that benchmarks/quality/particles.py changes."""

from __future__ import annotations

import random

import pytest

from benchmarks.quality import particles

TEXTS = {
    "zh": "他的计划已经得到批准，并将于下周和新设备一起投入使用，但是费用还没有公布。",
    "ja": "市は12日、古い橋を改修する計画を発表した。工事は来年に始まるため、船は隣の港を使います。",
    "ko": "시는 다리를 새로 짓겠다고 밝혔다. 공사는 내년에 시작됩니다. 그러나 비용은 공개하지 않았다.",
    "en": "The plan was approved and the work will begin in May, but nobody knows what it is for.",
    "de": "Der Plan wurde genehmigt und die Arbeiten werden im Mai beginnen, aber nicht mit dem Geld.",
}


def changed(lang: str, share: float) -> str:
    return particles.changed(TEXTS[lang], lang, share, random.Random(1))


@pytest.mark.parametrize("lang", TEXTS)
def test_a_share_of_the_spots_is_changed(lang: str) -> None:
    assert changed(lang, 0) == TEXTS[lang]
    assert changed(lang, 0.5) == changed(lang, 0.5)
    assert changed(lang, 1) not in (TEXTS[lang], changed(lang, 0.5))


@pytest.mark.parametrize(
    ("lang", "word"),
    [("zh", "计划"), ("ja", "改修"), ("ko", "공사"), ("en", "plan"), ("de", "Plan")],
)
def test_other_words_are_left_alone(lang: str, word: str) -> None:
    assert word in changed(lang, 1)


def test_a_capital_stays_one() -> None:
    assert changed("en", 1).startswith(("This ", "That ", "Its "))


@pytest.mark.parametrize("lang", TEXTS)
def test_every_entry_of_a_table_has_another_word(lang: str) -> None:
    for word, choices in particles._table(lang).items():
        assert choices, word
        assert word not in choices, word
