"""Pages that are a form are no articles, whatever their language; articles beside forms are."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle
from scrapy_neardup.extract.blocks import read_page

from .pages import CHINESE, ENGLISH, Response

MENU = "".join(f'<li><a href="/{i}">Section number {i}</a></li>' for i in range(12))
NAME = "<input name=a>"
PASSWORD = "<input type=password name=b>"
LOGIN = f"<form><label>User</label> {NAME}<br><label>Key</label> {PASSWORD}<br><button>Go</button></form>"
COMMENT = (
    f"<form><p>Leave a reply. Your address will not be shown.</p><p>Name {NAME}</p><p>Mail {NAME}</p>"
    "<p>Site <input></p><p>Comment <textarea></textarea></p><input type=submit></form>"
)


def read(body: str, url: str = "https://news.example/a/1.html", head: str = "") -> object:
    page = f"<html><head><title>River Bend</title>{head}</head><body><ul>{MENU}</ul>{body}</body></html>"
    return DefaultExtractor().read(Response(page, url))


def paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)


WELSH = "Mae'r dudalen hon ar gyfer aelodau. Rhowch eich enw a'ch cyfrinair i barhau, neu ymunwch heddiw."
LABELS = [
    "Ainm agus sloinne, mar atá siad ar do phas.",
    "Seoladh ríomhphoist. Seolfar deimhniú chuige.",
    "Uimhir ghutháin, agus an cód ceantair leis.",
    "Cad is mian leat a rá linn? Léimid gach litir.",
]
FORMS = {
    "a password within the text": f"<div><p>{WELSH}</p>{LOGIN}<p>{WELSH}</p></div>",
    "a password below the text": f"<div><p>{WELSH}</p>{LOGIN}</div>",
    "a password above the text": f"<div>{LOGIN}<p>{WELSH}</p></div>",
    "fields to write to the site": "<div>"
    + "".join(f"<p>{line}</p>{NAME}" for line in LABELS)
    + "</div>",
}


@pytest.mark.parametrize("body", FORMS.values(), ids=FORMS.keys())
def test_a_form_in_a_language_without_any_rule_is_no_article(body: str):
    assert read(body) is NoArticle.NO_TEXT
    without = body.replace("<input", "<img")
    assert isinstance(read(without), Article)


DATE = '<meta property="article:published_time" content="2026-03-05T09:12:00Z">'


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE])
@pytest.mark.parametrize(
    "page",
    [
        "{text}<h3>Comments</h3>" + COMMENT,
        "<table><tr><td>" + LOGIN + "<a href=/lost>Lost?</a><br><a href=/new>New?</a></td>"
        "<td><h1>The ferry is back</h1>{text}</td></tr></table>",
        "<div class=login>" + LOGIN + "</div>{text}",
        "{text}<div>"
        + LOGIN
        + "<p>You have no account yet? Make one, and your name stands under what you say.</p></div>",
        "{text}" + COMMENT + "<p>What readers say here is their own opinion, and not ours.</p>",
        COMMENT + "{text}",
        "{text}<p>Search <input type=search></p>",
        "{text}<p>Was this of use? <input type=radio> <input type=radio> <input type=radio></p>",
    ],
    ids=[
        "comments",
        "login beside it",
        "login above it",
        "login and a sentence below it",
        "comments and a sentence below it",
        "a form above it",
        "search",
        "opinion",
    ],
)
def test_an_article_without_a_date_beside_a_form_is_read(page: str, lines: list[str]):
    found = read(page.replace("{text}", paragraphs(lines)))
    assert isinstance(found, Article)
    assert found.text.startswith(lines[0])


@pytest.mark.parametrize("body", FORMS.values(), ids=FORMS.keys())
def test_what_the_page_calls_an_article_with_a_date_is_one(body: str):
    assert isinstance(read(body, head=DATE), Article)


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/login",
        "https://a.example/en/log-in/?next=/story/5",
        "https://a.example/Customer/SignIn",
        "https://a.example/wp-login.php?action=lostpassword",
        "https://a.example/user/register?destination=node/7",
        "https://a.example/customer/account/create/",
        "https://a.example/user/password",
        "https://a.example/forgotPassword.jsp",
        "https://a.example/index.php?page=Register&s=1",
        "https://a.example/ucp.php?mode=register",
        "https://a.example/index.php?route=account/login",
    ],
)
def test_addresses_of_accounts(url: str):
    form = paragraphs(ENGLISH) + f"<form><p>Mail {NAME}</p></form>"
    assert read(form, url) is NoArticle.NO_TEXT
    assert isinstance(read(form, url, DATE), Article)
    # Perhaps it is about such a page.
    assert isinstance(read(paragraphs(ENGLISH), url), Article)
    search = "<form>Search <input type=search></form>"
    assert isinstance(read(search + paragraphs(ENGLISH), url), Article)
    away = f"<div class=login>{LOGIN}</div>"
    assert read(paragraphs(ENGLISH) + away, url) is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/",
        "https://a.example/news/how-to-log-in",
        "https://a.example/news/login-page-redesigned.html",
        "https://a.example/2026/03/05/lost-passwords/",
        "https://a.example/register/2026/ferry",
        "https://a.example/accounts/annual-report",
        "https://a.example/a/password-reset-scam-hits-town",
        "https://a.example/a?from=login",
        "https://a.example/a?next=/user/login",
    ],
)
def test_addresses_of_articles(url: str):
    form = paragraphs(ENGLISH) + f"<form><p>Mail {NAME}</p></form>"
    assert isinstance(read(form, url), Article)


def test_a_note_with_a_visible_date_above_comments_is_an_article():
    form = "".join(f"<p>{line}</p>{NAME}" for line in LABELS)
    assert read(f"<div>{form}</div>") is NoArticle.NO_TEXT
    assert isinstance(
        read(f"<h1>River Bend</h1><p>2026-03-05 09:12</p><div>{form}</div>"), Article
    )


def test_fields_that_a_reader_fills_in():
    page = read_page(
        Response(
            f"<p>One</p>{NAME}<p>Two {PASSWORD}</p><input type=hidden><input type=SUBMIT><select></select>"
            "<textarea></textarea><nav><input></nav>"
        ).selector.root
    )
    assert page.fields == [(1, "text"), (1, "password"), (2, "select"), (2, "textarea")]
