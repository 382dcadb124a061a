from __future__ import annotations

import pytest

from scrapy_neardup.extract import extract

from .pages import CHINESE, Response, portal

HOST = "https://news.example"


def read(url: str, *, head: str = "", tail: str = "", html: str = "<html>"):
    page = portal([*CHINESE, tail], head=head).replace("<html>", html, 1)
    article = extract(Response(page, url))
    assert article is not None
    return article


@pytest.mark.parametrize(
    ("url", "first"),
    [
        ("/a/ferry_2.html", "/a/ferry.html"),
        ("/a/ferry-p3.shtml", "/a/ferry.shtml"),
        ("/a/ferry/page/2/", "/a/ferry"),
        ("/a/ferry/page/2/", "/a/ferry/"),
        ("/a/ferry?page=2", "/a/ferry"),
        ("/a/ferry?id=7&p=12", "/a/ferry?id=7"),
        ("/a/ferry?id=7&PAGE=2", "/a/ferry?id=7"),
        ("/?id=7&page=2", "/?id=7"),
        ("/a/ferry?print=&page=2", "/a/ferry?print="),
    ],
)
def test_a_later_page_that_links_to_the_first_is_a_part_of_it(url: str, first: str):
    article = read(HOST + url, tail=f"<a href='{first}'>上一页</a> 这里还有一句话没有说完。")
    assert article.part_of == HOST + first
    assert read(HOST + url, head=f"<link rel=canonical href='{first}'>").part_of == HOST + first


@pytest.mark.parametrize("label", ["1", " « 上一页", "首页", "Previous page", "‹", "<b>1</b>"])
@pytest.mark.parametrize("pager", ["<div class=pagination>{}</div>", "<nav>{}</nav>"])
def test_a_pager_is_seen_wherever_it_stands(label: str, pager: str):
    tail = "</p>" + pager.format(f"<a href='/a/ferry.html'>{label}</a>") + "<p>"
    assert read(f"{HOST}/a/ferry_2.html", tail=tail).part_of == f"{HOST}/a/ferry.html"


@pytest.mark.parametrize(
    ("label", "is_part"), [("上一页", True), ("4", True), ("Previous", False), ("上一篇", False)]
)
def test_a_pager_may_lead_to_the_page_before_only(label: str, is_part: bool):
    tail = f"<a href='/a/ferry_4.html'>{label}</a> 这里还有一句话没有说完。"
    assert (read(f"{HOST}/a/ferry_5.html", tail=tail).part_of is not None) is is_part


@pytest.mark.parametrize(
    ("url", "first", "label"),
    [
        ("/thread-13001-2-1.html", "/thread-13001-1-1.html", "1"),
        ("/thread-13001-120-3.html", "/thread-13001-1-3.html", "1 ..."),
        ("/thread-13001-2-123.html", "/thread-13001-1-123.html", "1"),
        ("/forum/thread-13001-2-1.html", "/forum/thread-13001-1-1.html", "上一页"),
        ("/thread-13001-3-1.html", "/thread-13001-2-1.html", "上一页"),
    ],
)
def test_a_later_page_of_a_thread_of_discuz_is_a_part_of_it(url: str, first: str, label: str):
    tail = f"<a href='{first}'>{label}</a> 这里还有一句话没有说完。"
    part_of = read(f"{HOST}{url}", tail=tail).part_of
    assert part_of == HOST + first.replace("-2-1", "-1-1")


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("/thread-13001-1-1.html", "/thread-13001-1-1.html"),
        ("/thread-13001-2-1.html", "/thread-13002-1-1.html"),
        ("/thread-13001-2.html", "/thread-13001-1.html"),
    ],
)
def test_other_threads_are_no_pages_of_one(url: str, link: str):
    tail = f"<a href='{link}'>1</a> 这里还有一句话没有说完。"
    assert read(f"{HOST}{url}", tail=tail).part_of is None


@pytest.mark.parametrize(
    ("url", "head", "tail"),
    [
        ("/?p=45", "", "<a href='/'>首页</a>"),
        ("/index.php?p=45", "", "<a href='/index.php'>首页</a>"),
        ("/p45", "", "<a href='/'>1</a>"),
        ("/archives/45", "<link rel=prev href='/archives/44'>", "<a href='/'>首页</a>"),
        ("/?p=45", "<link rel=prev href='/?p=44'>", ""),
        ("/news_45.html", "", "<a href='/news_44.html'>上一页</a>"),
    ],
)
def test_an_identifier_is_no_page_number(url: str, head: str, tail: str):
    tail += " 这里还有一句话没有说完。"
    assert read(f"{HOST}{url}", head=head, tail=tail).part_of is None


def test_a_number_between_slashes_is_that_of_a_page_if_the_pager_has_the_first_one():
    pager = (
        "<p>Pages: <a href='{}'><span>1</span></a> <span>2</span> <a href='/a/ferry/3/'>3</a></p>"
    )
    head = "<link rel=canonical href='/a/ferry/2/'>"
    tail = "</p>" + pager.format("/a/ferry/") + "<p>"
    assert read(f"{HOST}/a/ferry/2/", head=head, tail=tail).part_of == f"{HOST}/a/ferry/"
    for other in ("/a/ferry/1/", "/a/bridge/"):
        tail = "</p>" + pager.format(other) + "<p>"
        assert read(f"{HOST}/a/ferry/2/", head=head, tail=tail).part_of is None


@pytest.mark.parametrize(
    "pager",
    [
        # Of a list.
        "<a href='/news/'>1</a> <a href='/news/page/2/'>2</a> <a href='/news/page/3/'>3</a>",
        "<ul><li><a href='/news/'>1</a></li><li><a href='/news/?page=7'>7</a></li></ul>",
        # Of new letters, and of comments.
        "<a href='/news/'>1</a> <a href='/inbox/'>letter</a>",
        "<a href='/news/#comments'>1</a>",
        "<a href='/news/'>上一页</a> 7 条评论，12 人喜欢",
        # Of another list.
        "<a href='/news/'>[1]</a> <a href='/letters/7/'>[7]</a>",
        # Of a page that has more than a pager does: pictures, and a text.
        f"<p><a href='/news/'>1</a></p><p>7</p>{'<img>' * 200}",
        f"<p><a href='/news/'>1</a></p><p>{'这里还有一句话没有说完。' * 20}7</p>",
    ],
)
def test_an_article_with_a_number_is_no_page_of_the_list_that_it_links_to(pager: str):
    tail = f"</p><div>{pager}</div><p>"
    assert read(f"{HOST}/news/7/", tail=tail).part_of is None


@pytest.mark.parametrize(
    "pager",
    [
        "<ul><li><a href='/news/'>1</a></li><li class=now>{0}</li></ul>",
        "<a href='/news/'>1</a> <a href='/news/{0}/'>{0}</a>",
        "<a href='/news/'>1</a> <a href='#'>{0}</a>",
        "<span><a href='/news/'>1</a></span> {0} / 19",
    ],
)
@pytest.mark.parametrize("number", [2, 12])
def test_a_pager_has_the_number_of_the_page_that_it_is_on(pager: str, number: int):
    tail = f"</p><div>{pager.format(number)}</div><p>"
    assert read(f"{HOST}/news/{number}/", tail=tail).part_of == f"{HOST}/news/"


def test_a_link_in_the_text_is_no_pager():
    tail = "<a href='/a/ferry.html'>The ferry of last year</a> 这里还有一句话没有说完。"
    assert read(f"{HOST}/a/ferry_2.html", tail=tail).part_of is None


def test_the_page_before_a_third_page_is_the_second():
    head = "<link rel=prev href='/a/ferry/2'>"
    assert read(f"{HOST}/a/ferry/3", head=head).part_of == f"{HOST}/a/ferry"
    head = "<link rel=prev href='/a/ferry/2/'>"
    assert read(f"{HOST}/a/ferry/3/", head=head).part_of == f"{HOST}/a/ferry/"


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("/a/ferry.html", "/a/ferry_2.html"),  # the first page
        ("/a/ferry_2.html", "/a/bridge.html"),
        ("/news/2/", "/news/"),  # an identifier below a section
        ("/a/story-2024.html", "/a/story.html"),
        ("/notes/advent-12", "/notes/advent"),  # one of a series
        ("/a/ferry?page=1", "/a/ferry"),
        ("/a/ferry?page=two", "/a/ferry"),
        ("/a/ferry?page=2024", "/a/ferry"),
    ],
)
def test_other_numbers_make_no_part(url: str, link: str):
    article = read(HOST + url, tail=f"<a href='{link}'>上一页</a> 这里还有一句话没有说完。")
    assert article.part_of is None


def test_the_post_before_is_no_page_before():
    head = "<link rel=prev href='/2024/03/bridge/'>"
    assert read(f"{HOST}/2024/03/ferry/", head=head).part_of is None


@pytest.mark.parametrize(
    ("canonical", "amp", "stands"),
    [
        ("www.gull.example", "amp.gull.example", True),
        ("gull.example", "m.gull.example", True),
        ("my-gull.example", "my--gull-example.cdn.ampproject.org", True),
        ("gull.example", "other-example.cdn.ampproject.org", False),
        ("gull.example", "attic.example", False),
        ("gull.example", "amp.attic.example", False),
        ("m.example", "amp.example", False),
        ("gull.blogs.example", "attic.blogs.example", False),
    ],
)
def test_an_amp_page_stands_for_a_page_of_its_own_site_only(canonical, amp, stands):
    head = f"<link rel=canonical href='https://{canonical}/ferry'>"
    article = read(f"https://{amp}/c/ferry", head=head, html="<html amp>")
    assert article.amp_of == (f"https://{canonical}/ferry" if stands else None)


@pytest.mark.parametrize("html", ["<html amp>", "<html ⚡>"])
def test_an_amp_page_names_its_canonical_page(html: str):
    head = "<link rel=canonical href='/a/ferry.html'>"
    article = read(f"{HOST}/amp/ferry.html", head=head, html=html)
    assert article.amp_of == f"{HOST}/a/ferry.html"
    assert read(f"{HOST}/amp/ferry.html", html=html).amp_of is None
    assert read(f"{HOST}/a/ferry.html", head=head, html=html).amp_of is None
    assert read(f"{HOST}/amp/ferry.html", head=head).amp_of is None
