"""The articles that wait for items which other pages complete: no more than a certain number."""

from __future__ import annotations

import logging

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from scrapy_neardup.extract import Article
from scrapy_neardup.plugin import page_readings
from scrapy_neardup.plugin.page_readings import PageReadings

from .articles import ADVICE, CLOCK, FERRY, MUSEUM, ORCHARD, blog_page, morning_page
from .crawling import run_coroutines

AUTHOR = "http://gull.example/authors/marsh"
TEXTS = (FERRY, ORCHARD, MUSEUM, ADVICE)


@pytest.mark.parametrize("most", [3, 10])
def test_an_item_whose_article_is_pushed_out_is_kept_without_a_text(
    site, crawl, monkeypatch, most
):
    monkeypatch.setattr(page_readings, "_MOST_WAITING", most)
    site.put(AUTHOR, blog_page("Tilda Marsh", CLOCK))
    pages = [
        site.put(f"http://gull.example/news/{number}.html", morning_page("A story", text))
        for number, text in enumerate(TEXTS)
    ]
    begun = []

    def begin(response):
        begun.append(response.url)
        # The author's page is read when all others have been.
        if begun == pages:
            for url in pages:
                yield Request(AUTHOR, complete, dont_filter=True, cb_kwargs={"url": url})

    def complete(response, url):
        yield {"url": url}

    outcome = crawl(pages, make_items=begin)

    assert begun == pages
    assert {item["url"] for item in outcome.items} == {*pages}
    kinds = {one["item"]["url"]: one["verdict"].kind.value for one in outcome.judged}
    # The author's page has an article, too, which waits.
    gone = pages[: max(len(pages) + 1 - most, 0)]
    assert [url for url in pages if kinds[url] == "no_text"] == gone
    assert [url for url in pages if kinds[url] == "new"] == pages[len(gone) :]
    assert (outcome.stat("other_page") or 0) == len(gone)
    told = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert len(told) == bool(gone)
    assert all(any(f"the URL {url}, but comes from" in one for url in gone) for one in told)
    assert outcome.errors() == []


def test_articles_that_wait_have_no_more_than_so_many_characters(monkeypatch):
    monkeypatch.setattr(page_readings, "_MOST_WAITING_CHARACTERS", 3500)
    home = "http://gull.example/"

    def extractor(response):
        number = int(response.url.rsplit("/", 1)[1])
        length = 5000 if number == 9 else 1000
        return Article("x" * length, title=response.url, canonical=f"{home}story/{number}")

    readings = PageReadings(extractor, lambda name, count=1: None)

    def read(*numbers):
        async def one_after_the_other():
            for number in numbers:
                url = f"{home}{number}"
                await readings.read(Request(url), HtmlResponse(url, body=b""))

        run_coroutines(one_after_the_other())

    def waits(number):
        article = readings.claim(f"{home}story/{number}")
        return article is not None and article.title == f"{home}{number}"

    read(1, 2, 3, 4)
    # The first is pushed out, and what an item has taken pushes out no other.
    assert [waits(number) for number in (1, 2, 2)] == [False, True, False]
    read(5)
    assert [waits(number) for number in (3, 4, 5)] == [True, True, True]
    # It stands for one item, by whichever of its addresses that asks for it.
    assert readings.claim(f"{home}5") is None
    # The same page again and again counts once.
    read(6, 7, 7, 7, 7, 8)
    assert [waits(number) for number in (6, 7, 8)] == [True, True, True]
    # One that has too many of its own waits for nothing.
    read(1, 9)
    assert not waits(9)
    read(2, 3, 4)
    assert [waits(number) for number in (2, 3, 4)] == [True, True, True]
