"""The article in the data of a page's scripts, where the page shows none."""

from __future__ import annotations

import json
import time

import pytest

from scrapy_neardup.extract import DefaultExtractor, NoArticle, extract

from .pages import CHINESE, ENGLISH, Response, portal

TEXT = CHINESE * 2
HTML = "".join(f"<p>{line[:9]}<b>{line[9:12]}</b>{line[12:]}</p>" for line in TEXT)
POST = {"title": "老渡口重新开放", "content": HTML, "id": 7}


def shell(script: str, title: str = "老渡口重新开放_河湾新闻网") -> Response:
    return Response(
        f"<html><head><title>{title}</title></head><body><div id=app></div>{script}</body></html>"
    )


def state(data: object, before: str = "window.__INITIAL_STATE__ = ", after: str = ";f();") -> str:
    return f"<script>{before}{json.dumps(data, ensure_ascii=False)}{after}</script>"


@pytest.mark.parametrize(
    "script",
    [
        state({"props": {"pageProps": {"post": POST}}}).replace(
            "<script>window.__INITIAL_STATE__ = ",
            "<script id=__NEXT_DATA__ type=application/json>",
        )[: -len(";f();</script>")]
        + "</script>",
        state({"article": {"detail": POST}}),
        state(json.dumps({"post": POST}), "window['__DATA__'] = JSON.parse(", ");"),
        state({"post": {**POST, "content": [{"type": "p", "text": line} for line in TEXT]}}),
        "<script>window.a = {b: undefined};</script>" + state({"post": POST}),
    ],
)
def test_an_article_in_script_data_is_read_where_none_is_shown(script: str):
    article = extract(shell(script))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_other_articles_in_the_data_are_not_the_pages_own():
    other = {"title": "别的事情", "content": HTML.replace("渡", "桥")}
    article = extract(shell(state({"more": [other, other], "post": POST})))
    assert article is not None
    assert list(article.lines) == CHINESE
    two = [other, {"title": "第三件事", "content": HTML.replace("渡", "船")}]
    assert DefaultExtractor().read(shell(state({"list": two}))) is NoArticle.NO_TEXT


def test_script_data_never_replaces_the_text_that_is_shown():
    page = portal(ENGLISH, title="老渡口重新开放") + state({"post": POST})
    article = extract(Response(page))
    assert article is not None
    assert list(article.lines) == ENGLISH


@pytest.mark.parametrize(
    "script",
    [
        "<script>window.__STATE__ = {a: function() { return 1 }}</script>",
        "<script type=application/json>{</script>",
        "<script type=application/json>" + "[" * 5000 + "</script>",
        state({"post": {**POST, "content": 7}}),
        state({"post": {**POST, "content": "Too short."}}),
        state([[[]], None, "text", 3]),
    ],
)
def test_data_without_an_article_gives_none(script: str):
    assert DefaultExtractor().read(shell(script)) is NoArticle.NO_TEXT


def test_many_assignments_take_no_longer_than_a_few():
    script = "<script>" + "window.a={" * 50_000 + "</script>"
    began = time.process_time()
    assert DefaultExtractor().read(shell(script)) is NoArticle.NO_TEXT
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "body",
    [
        {"json": {"content": [{"content": [{"value": line}]} for line in ENGLISH]}},
        {"root": {"children": [{"children": [{"text": line}]} for line in ENGLISH]}},
        {"blocks": [{"type": "paragraph", "data": {"text": line}} for line in ENGLISH]},
        {"nodes": [{"nodes": [{"textData": {"text": line}}]} for line in ENGLISH]},
    ],
)
def test_a_body_in_the_formats_of_editors_is_read(body: object):
    data = json.dumps({"props": {"post": {"title": "Ferry", "content": body}}})
    head = "<title>Ferry</title>"
    script = f"<script id=__NEXT_DATA__ type=application/json>{data}</script>"
    article = DefaultExtractor()(Response(f"<html>{head}<body>{script}</body></html>"))
    assert article is not None
    assert list(article.lines) == ENGLISH
