"""Pages that hold no article, or that no one should send."""

from __future__ import annotations

import asyncio
import concurrent.futures
import gzip
import json
import logging

import pytest
from opencc import OpenCC
from scrapy.http import Response, TextResponse
from scrapy.selector import Selector

from .articles import CLOCK, FERRY, LIGHTHOUSE, ORCHARD, blog_page, morning_page, portal_page
from .crawling import PageSpider

TITLED = morning_page("A story", FERRY)


def with_filler(paragraphs, filler):
    page = morning_page("A story", paragraphs)
    return page.replace("</aside>", f"{filler}</aside>")


PASSED_OVER = {
    "empty": (b"", "text/html"),
    "white_space": (b"   \n\t  ", "text/html"),
    "json": (b'{"article": "%s"}' % " ".join(FERRY).encode(), "application/json"),
    "text": ("\n".join(FERRY).encode(), "text/plain"),
    "xml": (b"<?xml version='1.0'?><rss><item>A story</item></rss>", "application/rss+xml"),
    "binary": (bytes(range(256)) * 200, "application/octet-stream"),
    "image": (b"\x89PNG\r\n\x1a\n" + bytes(2000), "image/png"),
    "binary_called_html": (bytes(range(256)) * 200, "text/html; charset=utf-8"),
    "zeros_called_html": (bytes(10_000), "text/html"),
    "json_called_html": (b'{"a": [1, 2, {"b": "c"}]}' * 300, "text/html"),
    "gallery": (b"<html><body>" + b"<img src=a.png>" * 500 + b"</body></html>", "text/html"),
    "frames": (b"<html><frameset><frame src=/a></frameset></html>", "text/html"),
    "unclosed": (b"<div>" * 50_000, "text/html"),
    "half_a_tag": (b"<html><body><p", "text/html"),
    "script": (
        b"<html><body><script>" + b"var a = 'b';" * 900 + b"</script></body></html>",
        "text/html",
    ),
}


@pytest.mark.parametrize("name", PASSED_OVER)
def test_a_page_without_article_passes(site, crawl, name):
    body, content_type = PASSED_OVER[name]
    odd = site.put(f"http://odd.example/{name}", body, content_type=content_type)
    twin = site.put(f"http://odd.example/{name}/again", body, content_type=content_type)
    good = site.put("http://gull.example/story", TITLED)
    outcome = crawl([odd, twin, good])
    assert outcome.urls == [odd, twin, good]
    assert outcome.kinds == ["no_text", "no_text", "new"]
    assert outcome.errors() == []
    assert outcome.reason == "finished"


def test_a_page_of_ten_megabytes_passes_and_the_next_is_judged(site, crawl):
    filler = "<p>" + "<a href='/x'>link</a> " * 500_000 + "</p>"
    assert len(filler) > 10_000_000
    pages = [
        site.put("http://gull.example/story", TITLED),
        site.put("http://heavy.example/story", with_filler(FERRY, filler)),
        site.put("http://attic.example/story", blog_page("Again", FERRY)),
    ]
    outcome = crawl(pages)
    assert outcome.urls[:1] == pages[:1]
    assert outcome.copy_urls[-1:] == pages[2:]
    assert len(outcome.items) + len(outcome.copies) == 3
    assert outcome.errors() == []


def test_an_article_below_50_000_open_elements_costs_no_item(site, crawl):
    deep = "<div>" * 50_000 + blog_page("A story", FERRY)
    pages = [
        site.put("http://deep.example/story", deep),
        site.put("http://gull.example/s", TITLED),
    ]
    outcome = crawl(pages)
    assert len(outcome.items) + len(outcome.copies) == 2
    assert outcome.errors() == []
    assert outcome.reason == "finished"


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("gb18030", "text/html; charset=gb2312"),
        ("gb18030", "text/html; charset=gbk"),
        ("big5", "text/html; charset=big5"),
    ],
)
def test_a_page_in_an_older_encoding_is_recognised(site, crawl, encoding, declared):
    page = portal_page("灯塔", LIGHTHOUSE)
    if encoding == "big5":
        page = OpenCC("s2tw").convert(page)
    older = page.replace("charset=utf-8", f"charset={encoding}").encode(encoding)
    pages = [
        site.put("http://qinghe.example/deng", page),
        site.put("http://jiu.example/deng", older, content_type=declared),
    ]
    outcome = crawl(pages)
    assert outcome.urls == pages[:1]
    assert outcome.errors() == []


def test_a_page_of_mixed_and_broken_encodings_costs_no_item(site, crawl):
    body = portal_page("灯塔", LIGHTHOUSE).encode("gb18030")[:-40] + b"\xff\xfe\x80" * 40
    pages = [
        site.put("http://mixed.example/a", body, content_type="text/html; charset=utf-8"),
        site.put("http://mixed.example/b", body, content_type="text/html; charset=nonsense-9"),
        site.put("http://gull.example/story", TITLED),
    ]
    outcome = crawl(pages)
    assert len(outcome.items) + len(outcome.copies) == 3
    assert pages[2] in outcome.urls
    assert outcome.errors() == []


@pytest.mark.parametrize("text", ["\ud800 alone", "\0" * 500, "\x1b[31m" * 99, "😀" * 5000, " "])
def test_items_with_odd_text_pass(site, crawl, text):
    page = site.put("http://gull.example/story", TITLED)

    def make_items(response):
        yield {"url": response.url, "text": text}

    outcome = crawl([page], make_items=make_items)
    assert outcome.urls == [page]
    assert outcome.errors() == []
    assert outcome.stat("unjudged") is None


def test_items_with_other_types_in_their_text_field_are_judged_by_their_page(site, crawl):
    page = site.put("http://gull.example/story", TITLED)

    def make_items(response):
        yield {"url": response.url, "text": 7, "content": {"a": 1}, "body": [1, "b"]}

    assert crawl([page], make_items=make_items).kinds == ["new"]


def test_error_pages_are_no_articles(site, crawl):
    pages = []
    for status in (404, 500, 403):
        url = site.put(f"http://gull.example/{status}", TITLED, status=status)
        pages.append({"url": url, "meta": {"handle_httpstatus_list": [status]}})
    outcome = crawl(pages)
    assert outcome.kinds == ["no_text"] * 3
    assert len(outcome.items) == 3
    assert outcome.stat("pages") is None


def test_an_article_behind_a_redirect_is_judged_once(site, crawl):
    target = site.put("http://gull.example/story", TITLED)
    moved = site.put(
        "http://old.example/story", TITLED, status=301, headers=(("Location", target),)
    )
    outcome = crawl([moved, target])
    assert outcome.stat("pages") == 2
    assert outcome.kinds == ["new", "unchanged"]


def test_compressed_pages_are_read(site, crawl):
    pages = [
        site.put("http://gull.example/story", TITLED),
        site.put(
            "http://zip.example/story",
            gzip.compress(blog_page("Again", FERRY).encode()),
            headers=(("Content-Encoding", "gzip"),),
        ),
    ]
    assert crawl(pages).copy_urls == pages[1:]


def test_robots_txt_is_no_article(site, crawl):
    site.put("http://gull.example/robots.txt", TITLED)
    page = site.put("http://gull.example/pears", morning_page("Pears", ORCHARD))
    outcome = crawl([page], {"ROBOTSTXT_OBEY": True})
    assert site.asked == ["http://gull.example/robots.txt", page]
    assert outcome.stat("pages") == 1
    assert outcome.urls == [page]


def test_responses_that_are_dropped_are_articles_only(site, crawl):
    """Robots.txt, error pages and list pages that look like known articles get through."""
    first = site.put("http://gull.example/story", TITLED)
    crawl([first])
    site.put("http://attic.example/robots.txt", TITLED)
    error = site.put("http://attic.example/gone", TITLED, status=404)
    text = site.put("http://attic.example/text", "\n".join(FERRY), content_type="text/plain")
    copy = site.put("http://attic.example/copy", blog_page("Again", FERRY))
    seen = []

    def make_items(response):
        seen.append(response.url)
        return []

    pages = [{"url": error, "meta": {"handle_httpstatus_list": [404]}}, text, copy]
    more = {"NEARDUP_DROP_RESPONSES": True, "ROBOTSTXT_OBEY": True}
    outcome = crawl(pages, more, make_items=make_items)
    assert seen == [error, text]
    assert outcome.stat("responses_dropped") == 1


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (ZeroDivisionError("no quarter"), "ZeroDivisionError"),
        (StopIteration(), "RuntimeError"),
        (GeneratorExit(), "RuntimeError"),
        (asyncio.CancelledError(), "RuntimeError"),
        (concurrent.futures.CancelledError(), "RuntimeError"),
    ],
)
def test_an_extractor_that_fails_costs_no_item(site, crawl, raised, told):
    def failing(response):
        raise raised

    pages = [site.put(f"http://gull.example/{n}", TITLED) for n in "ab"]
    outcome = crawl(pages, {"NEARDUP_EXTRACTOR": failing})
    assert outcome.urls == pages
    assert outcome.stat(f"extract_error/{told}") == 2
    assert outcome.errors() == []
    first, _ = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert first.startswith(f"No article read from {pages[0]} by NEARDUP_EXTRACTOR, ")


def test_an_extractor_that_returns_something_else_costs_no_item(site, crawl):
    page = site.put("http://gull.example/a", TITLED)
    outcome = crawl([page], {"NEARDUP_EXTRACTOR": lambda response: 7})
    assert outcome.urls == [page]
    assert outcome.stat("extract_error/TypeError") == 1
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert "by NEARDUP_EXTRACTOR" in warning
    assert "returned int, expected Article, str or None" in warning


def test_a_page_that_a_later_middleware_replaces_is_read_once_it_has_passed(site, crawl):
    class Replacing:
        """Nearer to the engine than the reader, as a translation would be."""

        def process_response(self, request, response):
            return response.replace(body=response.body + b"<!-- seen -->")

    pages = [
        site.put("http://gull.example/story", TITLED),
        site.put("http://attic.example/read", blog_page("Again", FERRY)),
    ]
    outcome = crawl(pages, {"DOWNLOADER_MIDDLEWARES": {Replacing: 100}})
    assert outcome.kinds == ["new", "exact"]


class Following(PageSpider):
    """Takes items from a callback that another callback asked for."""

    def parse(self, response):
        yield response.follow("/story", self.parse_story)

    async def parse_story(self, response):
        yield {"url": response.url}


class PlainRendered(Response):
    """As scrapy-splash hands on what a script gives: no TextResponse."""

    @property
    def text(self):
        return self.body.decode()

    @property
    def selector(self):
        return Selector(text=self.text)


class Rendering:
    """Asks a renderer by POST, and hands on its pages by their own addresses, as scrapy-splash does."""

    rendered_class = TextResponse
    waits = 1

    def process_request(self, request):
        if request.method == "POST":
            return None
        body = json.dumps({"url": request.url, "wait": self.waits})
        page = request.url.rpartition("/")[2]
        return request.replace(url=f"http://renderer.example/{page}", method="POST", body=body)

    def process_response(self, request, response):
        url = json.loads(request.body)["url"]
        return self.rendered_class(url, headers=response.headers, body=response.body)


@pytest.mark.parametrize("rendered_class", [TextResponse, PlainRendered])
def test_pages_from_a_renderer_are_read_and_known_by_their_addresses(
    site, crawl, monkeypatch, rendered_class
):
    monkeypatch.setattr(Rendering, "rendered_class", rendered_class)
    site.put("http://renderer.example/story", TITLED)
    site.put("http://renderer.example/read", blog_page("Again", FERRY))
    site.put("http://renderer.example/list.json", "{}", content_type="application/json")
    pages = [
        "http://gull.example/story",
        "http://attic.example/read",
        "http://a.example/list.json",
    ]
    settings = {"DOWNLOADER_MIDDLEWARES": {Rendering: 725}}

    outcome = crawl(pages, settings)
    assert outcome.kinds == ["new", "exact", "no_text"]
    assert outcome.stat("pages") == 2
    monkeypatch.setattr(Rendering, "waits", 2)
    outcome = crawl(pages, settings)
    assert outcome.kinds == ["unchanged", "unchanged", "no_text"]
    assert [judged["document_id"] for judged in outcome.judged] == pages


def test_items_of_asynchronous_and_following_callbacks_keep_their_page(site, crawl):
    first = site.put("http://gull.example/story", TITLED)
    front = site.put("http://attic.example/", "<a href=/story>A story</a>")
    second = site.put("http://attic.example/story", blog_page("Again", FERRY))
    crawl([first])
    assert crawl([front], spidercls=Following).copy_urls == [second]


class Carrying(PageSpider):
    """Begins its items on one page, and completes them on the page of their author or print view."""

    def parse(self, response):
        item = {"url": response.url}
        for link in response.css("a.more"):
            yield response.follow(link, self.complete, cb_kwargs={"item": item}, dont_filter=True)

    def complete(self, response, item):
        yield {**item, "more": response.css("h1::text").get()}


def linking(page: str, url: str) -> str:
    return page.replace("</body>", f'<a class="more" href="{url}">More</a></body>')


def test_an_item_that_was_begun_on_the_page_before_has_the_text_of_that_page(site, crawl):
    author = site.put("http://gull.example/ned", morning_page("Ned Tarrant", CLOCK))
    pages = [
        site.put("http://gull.example/a", linking(morning_page("A story", FERRY), author)),
        site.put("http://gull.example/b", linking(morning_page("Pears", ORCHARD), author)),
    ]
    outcome = crawl(pages, spidercls=Carrying)
    assert outcome.urls == pages
    assert outcome.kinds == ["new", "new"]


def test_a_print_view_is_the_text_of_an_item_that_was_begun_on_its_article(site, crawl):
    story, view = "http://gull.example/a", "http://gull.example/print/a"
    page = morning_page("A story", FERRY, url=story)
    site.put(story, linking(page, view))
    site.put(view, page)
    outcome = crawl([story], spidercls=Carrying)
    assert (outcome.urls, outcome.kinds) == ([story], ["new"])
