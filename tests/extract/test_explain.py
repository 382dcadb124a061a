from __future__ import annotations

from scrapy_neardup.extract import Article, NoArticle, explain, extract

from .pages import CHINESE, ENGLISH, Response, portal

PAGE = Response(
    portal([*CHINESE, "<a href=/x>点这里看别的一篇</a>"]).replace(
        '<div class="rel">', '<div class="sidebar">侧栏里的一句话。</div><div class="rel">', 1
    )
)


def test_the_lines_taken_are_those_of_the_article():
    found = explain(PAGE)
    assert found.found == extract(PAGE)
    assert [line.text for line in found.lines if not line.left] == CHINESE


def test_each_line_left_has_its_reason():
    left = {line.text: line.left for line in explain(PAGE).lines if line.left}
    assert left["栏目导航第3项"] == "before the article"
    assert left["老渡口重新开放"] == "before the article"
    assert left["（责任编辑：周明）"] == "after the article"
    assert left["点这里看别的一篇"] in ("mostly links", "after the article")


def test_each_element_left_unread_has_its_name_and_reason():
    [unread] = explain(PAGE).unread
    assert unread.element == '<div class="sidebar">'
    assert unread.reason == "its name has 'sidebar'"
    assert unread.text == "侧栏里的一句话。"
    hidden = Response(PAGE.text.replace('<div class="sidebar">', "<nav>two</nav><div hidden>"))
    assert [part.reason for part in explain(hidden).unread] == ["its tag is nav", "it is hidden"]
    sheet = "<style>.Kbx312{display:none}</style><div class=Kbx312>"
    hidden = Response(PAGE.text.replace('<div class="sidebar">', sheet))
    assert [part.reason for part in explain(hidden).unread] == ["it is hidden"]


def test_an_element_that_was_read_whatever_its_name_is_not_unread():
    article = "".join(f"<p>{line}</p>" for line in ENGLISH * 3)
    found = explain(Response(f"<h1>Ferry</h1><div class=sidebar>{article}</div>"))
    assert isinstance(found.found, Article)
    assert found.unread == ()


def test_a_page_without_an_article_says_why_of_each_line():
    found = explain(Response("<h1>404</h1><p>The page was not found.</p>"))
    assert found.found is NoArticle.NO_TEXT
    assert all(line.left for line in found.lines)


def test_a_page_that_is_not_read_at_all_has_no_lines():
    image = Response("<svg></svg>")
    image.selector.type = "xml"
    assert explain(image).found is NoArticle.NOT_HTML
    assert explain(image).lines == ()


def test_the_report_marks_what_was_taken_left_and_not_read():
    rows = str(explain(PAGE)).split("\n")
    assert rows[0].startswith("https://news.example/a/1.html: an article of 4 lines")
    assert f"+ <p> {CHINESE[0]}" in rows
    assert "- <li> [before the article] 栏目导航第3项" in rows
    assert any(row.startswith('x <div class="sidebar"> [its name has') for row in rows)
