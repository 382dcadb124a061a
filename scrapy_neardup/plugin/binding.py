"""Which page does this item come from? A spider middleware knows, the pipelines ask."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from scrapy.spidermiddlewares.base import BaseSpiderMiddleware
from scrapy.utils.python import to_unicode

from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.items import document_id, has_fields
from scrapy_neardup.plugin.options import options_of
from scrapy_neardup.plugin.origins import Origin, address_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.extract.article import Article


class BindingMiddleware(BaseSpiderMiddleware):
    """Binds each item to its page, because pipelines are not given pages.

    A page's article stands for the first item of the page that has no text of its own, and for no
    other item: an author or a teaser that comes with the article is no copy of it.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._context = context_of(crawler)
        self._read_for: WeakSet[Response] = WeakSet()
        self._ids_of: WeakKeyDictionary[Response, Counter[str]] = WeakKeyDictionary()

    def get_processed_item(self, item: Any, response: Response | None) -> Any:
        """Called by Scrapy for every item of a callback. *response* is None for start items."""
        if response is not None and has_fields(item):
            url = self._context.items.url(item, response.url)
            article = self._article_for(url, response)
            options = options_of(response.request)
            if article is not None and not self._context.items.has_text(item):
                if response in self._read_for:
                    article = None
                self._read_for.add(response)
            name = options.key or document_id(address_of(url, response.url, article))
            name = self._unlike_others(name, response, item)
            self._context.origins.bind(item, Origin(response.url, article, options, name))
        return item

    def _article_for(self, url: str, response: Response) -> Article | None:
        """The article of *response*. None for an item whose *url* is the address of the page that
        led here: the spider began the item on that page and only completes it here.
        """
        article = self._context.readings.article_of(response)
        if article is None or response.request is None or url == response.url:
            return article
        led_by = response.request.headers.get("Referer")
        name = document_id(url)
        if led_by is None or document_id(to_unicode(led_by)) != name:
            return article
        # A print view or a later page belongs to the article with that name all the same.
        own = (response.url, article.canonical, article.part_of)
        return article if name in {document_id(one) for one in own if one} else None

    def _unlike_others(self, name: str, response: Response, item: Any) -> str:
        """An id for *item*, one that no other item of the page has.

        A second item under the same *name* is another document, and no update. It is known by its
        own text, because a page such as a news ticker moves its items down.
        """
        names = self._ids_of.setdefault(response, Counter())
        names[name] += 1
        if names[name] == 1:
            return name
        text = self._context.items.own_text(item)
        if text is not None:
            self._context.items.report_without_url(item, response.url)
            name += f"#{blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"
            names[name] += 1
        return name if names[name] == 1 else f"{name}#{names[name]}"


class OriginPipeline:
    """The first pipeline: notes an item's origin, before another can replace the item."""

    def __init__(self, crawler: Crawler) -> None:
        self._context = context_of(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy."""
        self._context.origins.note(item)
        return item
