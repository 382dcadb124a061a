from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.http import HtmlResponse

from newsdemo.items import Story

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response


@dataclass(frozen=True)
class Rules:
    """How to read a site: which links are articles, where the headline and the text are."""

    article: str
    title: str
    content: str | None = None


# In order of trust: a site further up is read first, so that its own story is the one that stays.
SITES = {
    "www.lanzhou-gov.example": Rules(r"/art/", ".xl_tit"),
    "lanzhou-daily.example": Rules(r"/2026/", "h1", ".article-content p"),
    "harbour-post.example": Rules(r"/2026/", "h1", ".story-body p"),
    "nanshan-info.example": Rules(r"/news/show\.asp", "font.bt", "td.zw"),
    "lanwan.example": Rules(r"/a/\d+/", "h1"),
    "valley-ledger.example": Rules(r"/stories/", ".headline b", ".story"),
    "newsmill.example": Rules(r"/articles/", "h1"),
    "nanyu-times.example": Rules(r"/post/\d+", "h2.post__title"),
    "bbs.liangjiang.example": Rules(r"/thread-", "#thread_subject"),
    "dailybuzz.example": Rules(r"/2026/\d\d/[a-z]", "h1"),
}


class NewsSpider(Spider):
    """Reads the front page of every site and each article that it links to.

    ``-a edition=2`` makes the sites publish their second edition: two articles have changed.
    """

    name = "news"

    def __init__(self, edition: str = "1", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.edition = int(edition)

    async def start(self) -> AsyncIterator[Request]:
        for rank, host in enumerate(SITES):
            yield Request(f"http://{host}/", priority=-rank)

    def parse(self, response: Response) -> Iterator[Request]:
        rules = SITES[urlsplit(response.url).netloc]
        priority = response.request.priority if response.request else 0
        for link in response.css("a::attr(href)").getall():
            if re.match(rules.article, link):
                yield response.follow(link, self.parse_article, priority=priority)

    def parse_article(self, response: Response) -> Iterator[Story]:
        host = urlsplit(response.url).netloc
        if not isinstance(response, HtmlResponse):
            yield Story(response.url, host, title=None)
            return
        rules = SITES[host]
        title = response.css(f"{rules.title}::text").get()
        content = None
        if rules.content:
            lines = (text.strip() for text in response.css(f"{rules.content} ::text").getall())
            content = "\n".join(line for line in lines if line)
        yield Story(response.url, host, title, content)
