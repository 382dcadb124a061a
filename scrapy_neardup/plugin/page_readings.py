"""The articles of a crawl's pages: read once, kept as long as the page."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy_neardup.extract.default import DefaultExtractor, NoArticle
from scrapy_neardup.plugin.in_thread import in_thread
from scrapy_neardup.plugin.items import document_id
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.timing import timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy import Request
    from scrapy.http import HtmlResponse, Response

    from scrapy_neardup.extract import Extractor
    from scrapy_neardup.extract.article import Article

logger = logging.getLogger(__name__)

_LOOP_BYTES = 1_000_000
"""Pages up to this size are read on the loop. That takes some milliseconds at most, like most of
what a crawl's loop does: Scrapy parses pages of any size there. A thread would take longer to get
its turn from a busy loop, and makes the whole crawl slower (benchmarks.crawl)."""


_MOST_WAITING = 2000
"""The most addresses whose articles wait for an item that another page completes."""
_MOST_WAITING_CHARACTERS = 20_000_000
"""The most characters of all texts that wait: 2,000 articles of usual length have less."""


@dataclass(slots=True)
class _Waiting:
    """An article, until it stands for an item, and the number of addresses that lead to it."""

    article: Article | None
    addresses: int = 0


class PageReadings:
    """Reads the articles of pages, and keeps each until its response and request are gone.

    The spider middleware, which needs the article, is given the response only, and a middleware
    in between may have replaced the response: so articles are found by the response or by its
    request. Both are kept weakly, and not in ``meta``, which is copied to other requests and
    written to disk.

    The articles of the last pages, up to a number and a total length, are found by their addresses
    as well, because an item that is begun on its page may be completed on others, and come when the
    page is gone.

    The default extractor runs on the crawl's loop, or in a thread for a large page. An extractor of
    the user's always runs in a thread, because nothing is known of it.
    """

    def __init__(self, extractor: Extractor, add: Callable[..., None]) -> None:
        self._extractor = extractor
        self._is_quick = type(extractor) is DefaultExtractor
        self._add = add
        self._articles: WeakKeyDictionary[Response | Request, Article] = WeakKeyDictionary()
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._characters = 0

    def article_of(self, response: Response) -> Article | None:
        """The article of a response that has been read, None if it holds none."""
        article = self._articles.get(response)
        if article is None and response.request is not None:
            article = self._articles.get(response.request)
        return article

    def claim(self, url: str) -> Article | None:
        """The article that was read lately under this address, None if there is none. It stands for
        one item, and is not given again.
        """
        waiting = self._waiting.get(document_id(url))
        if waiting is None:
            return None
        article = self._taken_from(waiting)
        self._drop(document_id(url))
        return article

    def forget(self, request: Request) -> None:
        """Forget the article of an earlier response to *request*, which may be sent again."""
        self._articles.pop(request, None)

    async def read(self, request: Request, response: HtmlResponse) -> Article | None:
        """The article of *response*, None if it has none or can't be read; never fails."""
        self._add("neardup/pages")
        try:
            with timed(self._add, "extract"):
                if self._is_quick and len(response.body) <= _LOOP_BYTES:
                    found = self._read(response)
                else:
                    found = await in_thread(self._read, response)
        except Exception as error:  # noqa: BLE001 - an extractor is the user's, or meets any page
            self._add(f"neardup/extract_error/{type(error).__name__}")
            logger.warning(
                "No article read from %s%s, its items are judged by their own text only: %s",
                printable(response.url),
                "" if self._is_quick else " by NEARDUP_EXTRACTOR",
                printable(repr(error)),
            )
            return None
        if isinstance(found, NoArticle):
            self._add("neardup/pages_without_article")
            self._add(f"neardup/pages_without_article/{found.value}")
            return None
        self._articles[response] = self._articles[request] = found
        self._keep_waiting(found, (request.url, response.url, found.canonical))
        return found

    def _keep_waiting(self, article: Article, urls: Iterable[str | None]) -> None:
        waiting = _Waiting(article)
        self._characters += len(article.text)
        for address in dict.fromkeys(document_id(url) for url in urls if url is not None):
            self._drop(address)
            self._waiting[address] = waiting
            waiting.addresses += 1
        while len(self._waiting) > _MOST_WAITING or self._characters > _MOST_WAITING_CHARACTERS:
            self._drop(next(iter(self._waiting)))

    def _drop(self, address: str) -> None:
        waiting = self._waiting.pop(address, None)
        if waiting is not None:
            waiting.addresses -= 1
            if not waiting.addresses:
                self._taken_from(waiting)

    def _taken_from(self, waiting: _Waiting) -> Article | None:
        """The article of *waiting*, which has none from now on."""
        article, waiting.article = waiting.article, None
        if article is not None:
            self._characters -= len(article.text)
        return article

    def _read(self, response: HtmlResponse) -> Article | NoArticle:
        return read_article(self._extractor, response)


def read_article(extractor: Extractor, response: HtmlResponse) -> Article | NoArticle:
    """What *extractor* reads on a page. If an extractor of the user's finds nothing, the reason
    counts as no text, because such an extractor gives no reason.
    """
    if isinstance(extractor, DefaultExtractor):
        return extractor.read(response)
    article = extractor(response)
    return article if article is not None and article.text else NoArticle.NO_TEXT
