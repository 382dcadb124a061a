"""Function words and endings that benchmarks/quality/particles.py changes."""

from __future__ import annotations

import random

import pytest

from benchmarks.quality import particles
from benchmarks.quality.spinning import updated
from scrapy_neardup import Document, Kind, NearDupIndex

TEXTS = {
    "zh": "他的计划已经得到批准，并将于下周和新设备一起投入使用，但是费用还没有公布。",
    "ja": "市は12日、古い橋を改修する計画を発表した。工事は来年に始まるため、船は隣の港を使います。",
    "ko": "시는 다리를 새로 짓겠다고 밝혔다. 공사는 내년에 시작됩니다. 그러나 비용은 공개하지 않았다.",
    "en": "The plan was approved and the work will begin in May, but nobody knows what it is for.",
    "de": "Der Plan wurde genehmigt und die Arbeiten werden im Mai beginnen, aber nicht mit dem Geld.",
}

ARTICLES = {
    "ja": (
        "青浜市は12日、老朽化が進む青浜港の第2岸壁を2027年度末までに全面改修する計画を発表"
        "した。総事業費は約48億円で、このうち19億円を国の補助金でまかなう。市港湾課によると、"
        "岸壁は1974年に造られ、海水による腐食で鋼材の厚さが当初の6割まで減っていた。工事の期"
        "間中、貨物船は隣の第3岸壁を使うが、週に5便あるフェリーは北原港に発着地を移す。地元の漁"
        "業協同組合の森田誠組合長は「魚市場への影響が心配だ。市には丁寧な説明を求めたい」と話した"
        "。市は来月8日に住民説明会を開く予定である。"
    ),
    "ko": (
        "해린시는 9일 노후한 해린대교를 철거하고 2029년까지 새 다리를 짓겠다고 밝혔"
        "다. 총사업비는 742억 원이며 이 가운데 310억 원은 국비로 충당한다. 19"
        "78년에 완공된 해린대교는 지난해 안전 진단에서 교각 14개 가운데 5개에 균열"
        "이 발견돼 D등급을 받았다. 공사 기간에는 하류 600미터 지점에 임시 다리를 "
        "놓아 하루 2만 3천 대의 차량을 통과시킬 계획이다. 상인회장 박도윤 씨는 손님"
        "이 줄어들까 걱정하는 상인이 많다고 말했다. 시는 오는 21일 주민 설명회를 열"
        "고 의견을 들을 예정이다."
    ),
    "zh": (
        "受持续降雨影响，白塔水库7日6时水位升至118.42米，超过汛限水位1.9米。泽川市水利"
        "局随即启动四级应急响应，并从当天上午9时起开启3孔闸门泄洪，下泄流量为每秒460立方米。"
        "下游的柳河、安平两镇已经转移群众1370人，安置在5所学校内。水利局副局长谢德明说，水库"
        "大坝的运行是安全的，但未来两天还将有中到大雨，请群众不要到河边停留。气象部门预计，本轮降"
        "雨会在10日前后结束。"
    ),
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


@pytest.mark.parametrize("lang", ARTICLES)
def test_an_article_in_other_function_words_is_a_copy(lang: str) -> None:
    index = NearDupIndex.in_memory()
    index.check_and_add(Document("first", ARTICLES[lang]))
    text = particles.changed(ARTICLES[lang], lang, 0.6, random.Random(1))
    [match] = index.check_and_add(Document("second", text)).matches
    assert match.kind is Kind.SPUN


def test_later_figures_stand_in_a_share_of_the_numbers() -> None:
    text = "In 2024, 31 of 1,200 boats, 4.5 km off, met 17 ships and 220 men in 1998."
    one, two = (updated(text, share, random.Random(3)).split() for share in (0.01, 1))
    assert [a == b for a, b in zip(one, text.split(), strict=True)].count(False) == 2
    assert two[1] == "2024,"
    assert two[-1] == "1998."
    assert updated("No. 7 in 2024", 1, random.Random(3)) == "No. 7 in 2024"
