"""Which page does this item come from? A spider middleware knows, a pipeline asks."""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from scrapy.spidermiddlewares.base import BaseSpiderMiddleware

from scrapy_neardup.plugin.articles import ArticleMiddleware
from scrapy_neardup.plugin.items import ItemReader, document_id
from scrapy_neardup.plugin.options import RequestOptions, options_of
from scrapy_neardup.plugin.settings import NearDupSettings
from scrapy_neardup.plugin.switch import require_enabled

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.extract.article import Article

_MOST_BINDINGS = 10_000


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item comes from: its page's URL and article, its request's options, the document
    id that it has for that, and the fingerprint of the article's text where it is known.
    """

    url: str
    article: Article | None
    options: RequestOptions
    document_id: str
    fingerprint: Fingerprint | None = None


# What the pipelines of one item do runs in one context.
_origin: ContextVar[Origin | None] = ContextVar("neardup_origin", default=None)


class BindingMiddleware(BaseSpiderMiddleware):
    """Keeps each item's page until the pipeline asks, as pipelines are not told of pages.

    A page's article stands for the first of its items that has no text of its own, and for no
    other: an author or a teaser that comes with it is no copy of it.

    Items are told apart by identity, which holds for every item type. At most 10,000 items wait
    at a time; those that never reach the pipeline are forgotten, the oldest first.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        require_enabled(crawler.settings)
        assert crawler.stats is not None
        settings = NearDupSettings.from_settings(crawler.settings)
        self._reader = ItemReader(settings, crawler.stats)
        self._bindings: OrderedDict[int, tuple[Any, Origin]] = OrderedDict()
        self._read_for: WeakSet[Response] = WeakSet()
        self._ids_of: WeakKeyDictionary[Response, Counter[str]] = WeakKeyDictionary()

    def get_processed_item(self, item: Any, response: Response | None) -> Any:
        """Called by Scrapy for every item of a callback, None as *response* for start items."""
        if response is not None:
            middleware = self.crawler.get_downloader_middleware(ArticleMiddleware)
            article, fingerprint = middleware.reading_of(response) if middleware else (None, None)
            options = options_of(response.request)
            if article is not None and not self._reader.has_text(item):
                if response in self._read_for:
                    article = None
                self._read_for.add(response)
            name = self._name(item, response, options)
            origin = Origin(response.url, article, options, name, fingerprint)
            self._bindings[id(item)] = (item, origin)
            if len(self._bindings) > _MOST_BINDINGS:
                self._bindings.popitem(last=False)
        return item

    def _name(self, item: Any, response: Response, options: RequestOptions) -> str:
        name = options.key or document_id(self._reader.url(item, response.url))
        # A second item of the page under the same name is another document, not an update.
        names = self._ids_of.setdefault(response, Counter())
        names[name] += 1
        return name if names[name] == 1 else f"{name}#{names[name]}"

    def take(self, item: Any) -> Origin | None:
        """The origin of *item*, once; None for an item that was not seen, or was replaced."""
        bound = self._bindings.get(id(item))
        if bound is None or bound[0] is not item:
            return None
        del self._bindings[id(item)]
        return bound[1]


class OriginPipeline:
    """The first pipeline: takes note of an item's origin.

    A pipeline that comes before the one that judges may hand on another object, as validation
    does, which can't be told by its identity any more.
    """

    def __init__(self, crawler: Crawler) -> None:
        require_enabled(crawler.settings)
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy."""
        _origin.set(_take(self._crawler, item))
        return item


def origin_of(crawler: Crawler, item: Any) -> Origin | None:
    """The origin of an item in the pipelines, None for one that comes from no page."""
    return _take(crawler, item) or _origin.get()


def _take(crawler: Crawler, item: Any) -> Origin | None:
    binding = crawler.get_spider_middleware(BindingMiddleware)
    return binding.take(item) if binding else None
