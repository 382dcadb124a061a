from __future__ import annotations

import json
from datetime import datetime, timezone

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle, extract

from .pages import CHINESE, ENGLISH, Response, portal


def test_the_article_is_read_without_the_page_around_it():
    article = extract(Response(portal(CHINESE)))
    assert article is not None
    assert article.text.split("\n") == CHINESE


def test_an_english_article_comes_out_of_a_table_layout_with_breaks():
    cells = "<br><br>".join(ENGLISH)
    links = "".join(f'<a href="{i}">Section {i}</a><br>' for i in range(20))
    html = (
        "<html><body><table><tr><td>"
        + links
        + "</td><td><b>Ferry is back</b><br>"
        + cells
        + "</td></tr></table><center>Copyright 1999 River Bend Gazette. All rights reserved."
        "</center></body></html>"
    )
    article = extract(Response(html))
    assert article is not None
    assert article.text.split("\n") == ENGLISH


def test_title_date_source_site_and_links_come_with_the_text():
    head = (
        '<meta property="og:site_name" content="河湾新闻网">'
        '<link rel="canonical" href="/a/ferry.html">'
    )
    paragraphs = [*CHINESE[:3], CHINESE[3] + '<a href="/tags/river">河道</a>管理处也作了说明。']
    article = extract(Response(portal(paragraphs, head=head)))
    assert article is not None
    assert article.title == "老渡口重新开放"
    assert article.published == datetime(2024, 3, 5, 1, 12, tzinfo=timezone.utc)
    assert article.source == "河湾日报"
    assert article.site_name == "河湾新闻网"
    assert article.canonical == "https://news.example/a/ferry.html"
    assert article.links == ("https://news.example/tags/river",)


def test_the_lines_of_an_article_are_those_of_its_text():
    article = extract(Response(portal(CHINESE)))
    assert article is not None
    assert list(article.lines) == CHINESE
    assert Article("").lines == ()


def test_reading_leaves_the_tree_as_it_was():
    response = Response(portal(CHINESE))
    before = response.selector.get()
    extract(response)
    assert response.selector.get() == before


def test_a_page_of_links_has_no_article():
    links = "".join(
        f'<li><a href="/{i}">今天的第{i}条新闻标题写在这里</a></li>' for i in range(200)
    )
    page = f"<html><body><h1>新闻列表</h1><ul>{links}</ul></body></html>"
    assert extract(Response(page)) is None
    assert DefaultExtractor().read(Response(page)) is NoArticle.NO_TEXT


def test_a_page_over_a_limit_is_named_too_large():
    page = Response(portal(CHINESE))
    assert DefaultExtractor(max_characters=100).read(page) is NoArticle.TOO_LARGE
    assert DefaultExtractor(max_elements=10).read(page) is NoArticle.TOO_LARGE


def test_an_image_that_is_written_into_a_page_makes_it_no_larger():
    page = portal(CHINESE)
    most = len(page) + 100

    def with_image(size):
        return Response(page.replace("<h1", f'<img src="data:image/png;base64,{"iV" * size}"><h1'))

    for limits in ({"max_characters": most}, {"max_characters": len(page) * 20}):
        article = DefaultExtractor(**limits).read(with_image(most * 4))
        assert isinstance(article, Article)
        assert CHINESE[0] in article.text
    reader = DefaultExtractor(max_characters=most)
    assert reader.read(with_image(most * 5)) is NoArticle.TOO_LARGE
    assert reader.read(Response(page + "x" * 200)) is NoArticle.TOO_LARGE


def test_a_flash_of_one_sentence_is_marked_short():
    article = extract(Response(portal(CHINESE[:1])))
    assert article is not None
    assert article.short
    assert not extract(Response(portal(CHINESE * 3))).short


def test_a_page_built_by_a_script_is_read_from_its_description():
    body = json.dumps("<p>" + "</p><p>".join(CHINESE * 2) + "</p>", ensure_ascii=False)
    head = f'<script type="application/ld+json">{{"headline": "老渡口", "articleBody": {body}}}</script>'
    shell = f"<html><head><title>老渡口</title>{head}</head><body><div id=app></div></body></html>"
    article = extract(Response(shell))
    assert article is not None
    assert article.text.split("\n") == CHINESE
    assert article.title == "老渡口"


def test_a_description_never_replaces_the_text_that_is_shown():
    head = '<script type="application/ld+json">{"headline": "x", "articleBody": "%s"}</script>'
    article = extract(Response(portal(CHINESE, head=head % ("另一段文字在这里。" * 60))))
    assert article is not None
    assert article.text.split("\n") == CHINESE


@pytest.mark.parametrize(
    "shown",
    [
        ENGLISH[:1],
        [*ENGLISH[:1], ENGLISH[1][:120] + " …"],
        [ENGLISH[1], ENGLISH[0], ENGLISH[2][:60] + "..."],
    ],
)
def test_the_text_in_the_description_is_read_if_the_page_shows_only_its_beginning(
    shown: list[str],
):
    body = json.dumps("\n\n".join(ENGLISH))
    head = (
        f'<script type="application/ld+json">{{"headline": "x", "articleBody": {body}}}</script>'
    )
    article = extract(Response(portal(shown, head=head)))
    assert article is not None
    assert list(article.lines) == ENGLISH
    assert not article.short
    assert article.source == "河湾日报"


def described(text: str) -> str:
    body = json.dumps(text)
    return (
        f'<script type="application/ld+json">{{"headline": "x", "articleBody": {body}}}</script>'
    )


BESIDE = [
    "I took that boat to school each day, and nobody ever asked me for a ticket.",
    "The new landing stage on the other side is far too low for the spring floods.",
    "Somebody should name the boat for the pilot who rebuilt it, and soon.",
]
OWN = [
    "The Gazette has been the paper of the valley since 1871, and is printed six days a week.",
    "Tell the newsroom by phone or by mail what we have missed, or what we got wrong.",
]
CAPTIONS = [
    "Passengers wait at the old landing stage on Monday morning, many of them with bicycles.",
    "The engine comes from a tractor that had stood behind the boatyard for eleven years.",
]
STYLE = ".box_16{margin-top: 20px !important; padding-bottom: 12px !important; color: red}"


@pytest.mark.parametrize(
    "told",
    [
        "\n".join([*ENGLISH[:2], "Comments", *BESIDE]),
        " ".join(["Home", *ENGLISH[:2], "Comments", *BESIDE]),
        "\n".join([*ENGLISH[:2], *OWN]),
        "\n".join([ENGLISH[0], *CAPTIONS, ENGLISH[1]]),
        f'[row][col css="{STYLE}"]{ENGLISH[0]}[/col][col css="{STYLE}"]{ENGLISH[1]}[/col][/row]',
        json.dumps([{"type": "p", "id": "a8f1", "data": {"text": text}} for text in ENGLISH]),
        "\n".join([*ENGLISH[2:], *ENGLISH[2:], *ENGLISH[:2]]),
    ],
    ids=[
        "comments",
        "one line",
        "the site",
        "captions",
        "shortcodes",
        "data",
        "not the beginning",
    ],
)
def test_a_description_that_goes_on_with_something_else_does_not_replace_the_text(told: str):
    comments = "".join(f"<div class=comment><b>boat</b><p>{said}</p></div>" for said in BESIDE)
    page = portal(ENGLISH[:2], head=described(told))
    comments = f"<div id=comments><h3>Comments</h3>{comments}</div>"
    article = extract(Response(page.replace('<div class="rel">', f'{comments}<div class="rel">')))
    assert article is not None
    assert list(article.lines) == ENGLISH[:2]


@pytest.mark.parametrize(
    "below", ["<p>Subscribe to continue reading.</p>", f"<div hidden><p>{ENGLISH[3]}</p></div>"]
)
def test_the_rest_of_a_described_text_may_be_locked_or_hidden(below: str):
    shown = ENGLISH[:2] if "Subscribe" in below else ENGLISH[:1]
    page = portal(shown, head=described("\n\n".join(ENGLISH)))
    article = extract(Response(page.replace('<div class="rel">', f'{below}<div class="rel">')))
    assert article is not None
    assert list(article.lines) == ENGLISH


def test_the_captions_that_a_page_shows_are_no_rest_of_its_text():
    captions = [f"{line} Number {number} of nine." for number in range(1, 4) for line in CAPTIONS]
    figures = "".join(f"<figure><figcaption>{line}</figcaption></figure>" for line in captions)
    page = portal(ENGLISH[:2], head=described("\n".join([*ENGLISH[:2], *captions])))
    article = extract(Response(page.replace("<p>（责任编辑", f"{figures}<p>（责任编辑")))
    assert article is not None
    assert list(article.lines) == ENGLISH[:2]


def test_a_description_that_tells_little_more_than_the_page_does_not_replace_its_text():
    body = json.dumps(
        "\n\n".join([*ENGLISH, "More on the ferry in tomorrow's paper, on page four."])
    )
    head = (
        f'<script type="application/ld+json">{{"headline": "x", "articleBody": {body}}}</script>'
    )
    article = extract(Response(portal(ENGLISH, head=head)))
    assert article is not None
    assert list(article.lines) == ENGLISH
