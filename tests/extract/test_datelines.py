from __future__ import annotations

import pytest

from scrapy_neardup.extract.datelines import agency_in

DATELINES = [
    ("新华社北京11月24日电（记者张三）老城的图书馆昨天开门。", "新华社"),
    ("据新华社北京11月24日电 老城的图书馆昨天开门。", "新华社"),
    ("新华社北京11月24日综合电 老城的图书馆昨天开门。", "新华社"),
    ("中新网兰州11月24日电 (记者 王五) 老城的图书馆昨天开门。", "中新网"),
    ("（中央社記者黃小明台北24日電）老城的圖書館昨天開門。", "中央社"),
    ("中国青年报客户端北京11月24日电 老城的图书馆昨天开门。", "中国青年报"),
    ("人民网讯 11月24日，老城的图书馆开门。", "人民网"),
    ("新京报讯（记者 张三）老城的图书馆昨天开门。", "新京报"),
    ("央视网消息：老城的图书馆昨天开门。", "央视网"),
    ("央视新闻消息：老城的图书馆昨天开门。", "央视新闻"),
    ("本报北京11月24日电 老城的图书馆昨天开门。", None),
    ("本报讯（记者 张三）老城的图书馆昨天开门。", None),
    ("据央视新闻消息，老城的图书馆昨天开门。", None),
    ("老城的图书馆11月24日开门，新华社北京分社的记者到场。", None),
    ("记者从市政府网站消息栏看到，图书馆昨天开门。", None),
    ("市文化局24日通报说，图书馆昨天开门。", None),
    ("LONDON (AP) — The library opened its doors.", "AP"),
    ("LONDON, Nov. 24 (Xinhua) -- The library opened its doors.", "Xinhua"),
    ("PARIS (Reuters) - The library opened its doors.", "Reuters"),
    ("Berlin (dpa/bb) - Die Bibliothek hat geöffnet.", "dpa"),
    ("Madrid, 24 nov (EFE).- La biblioteca ha abierto.", "EFE"),
    ("(ANSA) - ROMA, 24 NOV - La biblioteca ha aperto.", "ANSA"),
    ("ANKARA (AA) - Kütüphane kapılarını açtı.", "AA"),
    ("Apple (AAPL) – the maker of phones – opened a library.", None),
    ("The library (Reuters was told) opened its doors.", None),
    ("МОСКВА, 24 ноября. /ТАСС/. Библиотека открылась.", "ТАСС"),
    ("МОСКВА, 24 ноя — РИА Новости. Библиотека открылась.", "РИА Новости"),
    ("【ロンドン共同】図書館が開館した。", "共同"),
    ("[東京 24日 ロイター] - 図書館が開館した。", "ロイター"),
    ("【AFP=時事】図書館が開館した。", "AFP"),
    ("【11月24日 AFP】図書館が開館した。", "AFP"),
    ("【図書館】図書館が開館した。", None),
    ("(서울=연합뉴스) 홍길동 기자 = 도서관이 문을 열었다.", "연합뉴스"),
    ("[서울=뉴시스]홍길동 기자 = 도서관이 문을 열었다.", "뉴시스"),
    ("", None),
]


@pytest.mark.parametrize(("line", "name"), DATELINES)
def test_a_dateline_names_its_agency(line, name):
    assert agency_in([line]) == name


def test_a_dateline_may_stand_below_a_summary():
    assert agency_in(["The library is open.", "LONDON (AP) — It opened its doors."]) == "AP"
