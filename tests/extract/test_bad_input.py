"""Whatever a server sends, extraction answers, and soon. The work is bounded."""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest
from scrapy.http import HtmlResponse

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle, explain, extract
from scrapy_neardup.extract.blocks import PageTooLarge, read_page
from scrapy_neardup.extract.no_article.goods import count_goods
from scrapy_neardup.extract.walk.page import Page

from .pages import CHINESE, Response, portal

URL = "https://news.example/a/1.html"
BYTES = random.Random(7).randbytes(60_000)
JSON = '{"items": [' + ",".join(f'{{"id": {i}, "name": "entry {i}"}}' for i in range(3000)) + "]}"


def response(body: str | bytes, encoding: str | None = "utf-8") -> HtmlResponse:
    raw = body.encode(encoding or "utf-8") if isinstance(body, str) else body
    return HtmlResponse(URL, body=raw, encoding=encoding)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="empty"),
        pytest.param("   \n\t ", id="whitespace"),
        pytest.param("<html></html>", id="no body"),
        pytest.param("<!-- only a comment -->", id="comment"),
        pytest.param("<?xml version='1.0' encoding='utf-8'?>", id="xml declaration"),
        pytest.param(JSON, id="json"),
        pytest.param("[1, 2, 3]", id="json list"),
        pytest.param(BYTES, id="binary"),
        pytest.param(b"\x00" * 5000, id="zeros"),
        pytest.param(b"\xff\xfe\xfd<p>\xed\xa0\x80</p>", id="broken utf-8"),
        pytest.param("<div>" * 50_000, id="unclosed div"),
        pytest.param("<b>" * 20_000 + "x", id="unclosed b"),
        pytest.param("<table><tr><td>" * 3000, id="nested tables"),
        pytest.param("<a href='http://[bad'>x</a>" * 100, id="bad addresses"),
        pytest.param("<ruby>" * 5000 + "<rt>" * 5000, id="ruby"),
        pytest.param("&#0;&#x110000;&#xD800;" * 1000, id="impossible characters"),
    ],
)
def test_nothing_to_read_gives_no_article_and_no_error(body: str | bytes):
    assert extract(response(body, None if isinstance(body, bytes) else "utf-8")) is None


@pytest.mark.parametrize(
    "cell", ["<a href='/{i}'>link {i}</a> ", "<tr><td>{i}</td><td>x</td></tr>"]
)
def test_five_megabytes_of_small_elements_are_refused_before_they_are_read(cell: str):
    count = 5_000_000 // len(cell)
    body = "<table>" + "".join(cell.format(i=i) for i in range(count)) + "</table>"
    page = response(body)
    assert DefaultExtractor().read(page) is NoArticle.TOO_LARGE
    assert extract(page) is None


def test_reading_stops_at_the_element_limit():
    root = Response("<p>x</p>" * 1000).selector.root
    with pytest.raises(PageTooLarge, match="more than 500 elements"):
        read_page(root, max_elements=500)


def test_a_text_of_megabytes_in_one_node_is_read():
    article = extract(
        Response("<html><body><h1>t</h1><p>" + CHINESE[0] * 20_000 + "</p></body></html>")
    )
    assert article is not None
    assert len(article.text) == len(CHINESE[0]) * 20_000


def test_an_article_whose_body_is_made_visible_by_a_script_is_read():
    html = portal(CHINESE).replace('class="text"', 'class="text" style="visibility: hidden"')
    article = extract(Response(html))
    assert article is not None
    assert article.text.split("\n") == CHINESE


def test_text_that_is_not_shown_is_not_the_article():
    ghost = '<div style="display:none"><p>这一段文字并不显示在页面上，只是留给程序看的。</p></div>'
    article = extract(Response(portal([CHINESE[0], ghost, *CHINESE[1:]])))
    assert article is not None
    assert article.text.split("\n") == CHINESE


def test_a_json_response_with_a_json_selector_is_no_html():
    class JsonResponse(Response):
        def __init__(self) -> None:
            from parsel import Selector

            super().__init__("<p>x</p>")
            self.selector = Selector('{"a": 1}', type="json")

    assert DefaultExtractor().read(JsonResponse()) is NoArticle.NOT_HTML


def test_scripts_and_styles_are_never_text():
    junk = "<script>var a = '一句话。';</script><style>p{content:'又一句话。'}</style>" * 5
    article = extract(Response(portal([CHINESE[0] + junk, *CHINESE[1:]])))
    assert article is not None
    assert article.text.split("\n") == CHINESE


@pytest.mark.parametrize(
    "header",
    [
        "<html><head><title>老渡口重新开放</title></head><body><div>{menu}</div></body></html>",
        "<HTML><BODY><P>{menu}</P></BODY></HTML >",
        "<html><body><script>var page = '<p></p></html>';</script><div>{menu}</div></body></html>",
        "<html><body><script>'</html>'</script><div>{menu}</div><p>河湾</p></body></html>",
    ],
)
def test_an_article_behind_a_header_that_ends_the_page_is_read(header: str):
    menu = "<a href=/n>河湾新闻</a>" * 9
    body = portal(CHINESE).partition("<body>")[2].partition("</body>")[0]
    found = explain(response(f"{header.format(menu=menu)}{body}")).found
    assert isinstance(found, Article)
    assert list(found.lines) == CHINESE


def test_a_tree_that_goes_on_behind_such_a_tag_is_not_built_again(monkeypatch):
    pages = [
        response(portal(CHINESE).replace("<h1>", f"{part}<h1>", 1))
        for part in (
            "<script>'<p></html>'</script>",
            "<div><html><body><p>x</p></body></html></div>",
        )
    ]
    pages.append(response(portal(CHINESE) + f"<script>{'count(); ' * 99}</script>"))
    for page in pages:
        assert page.selector.root is not None
    monkeypatch.setattr("scrapy_neardup.extract.tree.Selector", None)
    for page in pages:
        assert extract(page).text.split("\n") == CHINESE


def test_what_follows_an_embedded_film_is_read():
    film = "<embed src='/film.swf' width=480><noembed>请安装插件。</noembed>"
    article = extract(
        response(portal([CHINESE[0] + film, *CHINESE[1:]]).replace("</h1>", f"</h1>{film}"))
    )
    assert article is not None
    assert list(article.lines) == CHINESE


def test_spaces_after_a_type_in_json_ld_are_read_once():
    script = '{"@type":' + " " * 100_000 + "}"
    head = f"<script type='application/ld+json'>{script}</script>"
    began = time.process_time()
    read = DefaultExtractor().read(Response(portal(CHINESE).replace("</head>", f"{head}</head>")))
    assert isinstance(read, Article)
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "bad", ["http://[x", "//[x", "http://[::1", "http://[x]/a", "http://x:y/"]
)
def test_an_address_that_is_none_is_passed_over(bad: str):
    head = "".join(f"<link rel={rel} href='{bad}'>" for rel in ("canonical", "prev", "next"))
    html = portal(CHINESE, head=f"{head}<meta property='og:url' content='{bad}'>")
    html = html.replace("来源：河湾日报", f"来源：<a href='{bad}'>河湾日报</a>")
    html = html.replace("</h1>", f"</h1><p><a href='{bad}'>2</a></p>")
    for page in (html, html.replace("<html>", "<html amp>")):
        article = extract(Response(page))
        assert article is not None
        assert list(article.lines) == CHINESE
        assert extract(Response(page, url=bad)) is not None


SENTENCE = (
    "The ferry to the island resumed its service on Monday after the storm had passed the coast."
)
ARTICLE = "".join(f"<p>{SENTENCE} {number} {SENTENCE}</p>" for number in range(12))
MORE = "<button aria-controls=x>Read more</button>"


def hostile(
    body: str, title: str = "The ferry resumes its service", **attributes: str
) -> Response:
    return Response(
        f"<html><head><title>{title}</title></head><body>{body}</body></html>", **attributes
    )


# Each takes a minute or more if some step takes a time that grows with the square of the page.
HOSTILE = {
    "a title of a hundred thousand sites": hostile(
        ARTICLE, title="渡轮恢复" + "-海湾网" * 100_000
    ),
    "a title that begins like a wall": hostile(
        f"<p>{SENTENCE}</p>", title="(aa)wykorzystał" + "ć" * 100_000
    ),
    "a title of a million characters": hostile(ARTICLE, title="中文" * 500_000),
    "a heading of a million characters": hostile(f"<h2>{'中文' * 500_000}</h2><p>{SENTENCE}</p>"),
    "lines that are all the title": hostile(
        f"<ul>{'<li>Chapter 12: 34 56</li>' * 15_000}</ul>", title="Chapter 12: 34 56"
    ),
    "titles above lines of verse": hostile(
        f"<div>{'The ferry resumes<br>x<br>y<br>' * 15_000}</div>"
    ),
    "headings beside titles in data": hostile(
        "".join(f"<h1>A title of number {number}</h1>" for number in range(10_000))
        + '<script type="application/json">['
        + ",".join(f'{{"title": "Quite another one {number}"}}' for number in range(30_000))
        + "]</script>"
    ),
    "dates in one element": hostile(
        "<h1>The ferry resumes its service</h1><div>"
        + "".join(f"<b>By</b> <i>2024-01-02</i> <u>x{number}</u><br>" for number in range(100))
        + f"{'x<br>' * 49_000}</div>{ARTICLE}"
    ),
    "dates before a date": hostile(
        f"<h1>The ferry resumes its service</h1><p>{'2024-01-02 ' * 90_000}:</p>"
        f"<p>2024-01-03</p>{ARTICLE * 90}"
    ),
    "lines above what a button opens": hostile(
        "<div>"
        + "".join(
            f"<p>{number} a line of the text, number {number}.</p>" for number in range(40_000)
        )
        + f"{MORE}<div id=x hidden><p>{SENTENCE * 30}</p></div></div>"
    ),
    "texts deep in sidebars": hostile(
        f"{'<div class=sidebar>' * 1900}{f'<p>{SENTENCE}</p>' * 20_000}"
    ),
    "links on a page with a long address": hostile(
        f"<p>{SENTENCE * 9}{''.join(f'<a href=x/../{n}>a</a> {SENTENCE[:20]}' for n in range(20_000))}</p>",
        url=f"https://news.example{'/a' * 4000}",
    ),
    "blanks before hidden parts": hostile(
        f"<p>{SENTENCE}</p><div>{' ' * 1_000_000}</div><span>"
        + f"{'<i></i>' * 20}<span hidden>{SENTENCE}</span><button>Read more</button>" * 2000
        + f"</span>{ARTICLE}"
    ),
    "links in each other": hostile(
        f"{'<a href=x><div>' * 900}{SENTENCE * 20_000}", url="https://news.example/story_2.html"
    ),
    "lines of a date and commas": hostile(f"<p>2024-01-01 {', ' * 22}x!</p>" * 30_000 + ARTICLE),
    "an address of a list with a long number": hostile(
        ARTICLE, url=f"https://news.example/list{'1' * 30}-a/x"
    ),
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_any_page_is_read_in_a_time_that_grows_no_faster_than_it(page: Response):
    began = time.process_time()
    DefaultExtractor().read(page)
    assert time.process_time() - began < 5


def test_links_in_one_line_are_judged_once_for_all():
    class Links(list):
        looked_at = 0

        def __getitem__(self, place):
            Links.looked_at += 1
            return super().__getitem__(place)

    page = Page()
    page.links = Links((0, f"https://other.example/products/{number}") for number in range(2000))
    assert count_goods(page, URL, 0) == 0
    assert Links.looked_at < 3 * 2000


def test_a_link_of_a_megabyte_is_no_address():
    link = f"http://a.example/{'x' * 1_000_000}"
    page = portal([f"{CHINESE[0]}<a href='{link}'>a</a><a href=b>b</a>", *CHINESE[1:]])
    article = extract(Response(page, url="http://news.example/"))
    assert article is not None
    assert article.links == ("http://news.example/b",)


def test_no_class_of_a_megabyte_is_remembered():
    def read(number: int) -> None:
        read_page(Response(f"<p class='{number} {'x' * 1_000_000}'>{SENTENCE}</p>").selector.root)

    read(0)
    tracemalloc.start()
    for number in range(1, 30):
        read(number)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 5_000_000
