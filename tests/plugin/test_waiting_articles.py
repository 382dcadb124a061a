"""The articles that wait for items which other pages complete: no more than a certain number."""

from __future__ import annotations

import logging

import pytest
from scrapy import Request

from scrapy_neardup.plugin import page_readings

from .articles import ADVICE, CLOCK, FERRY, MUSEUM, ORCHARD, blog_page, morning_page

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
