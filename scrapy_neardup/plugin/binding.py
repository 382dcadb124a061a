"""Spider middleware: notes which page each item comes from, for the pipelines, which are not told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.spidermiddlewares.base import BaseSpiderMiddleware

from scrapy_neardup.addresses import may_be_one_page
from scrapy_neardup.extract.lines import squeeze
from scrapy_neardup.plugin.beside import BesideArticles, is_text_of
from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.items import document_id, has_fields
from scrapy_neardup.plugin.options import options_of
from scrapy_neardup.plugin.origins import Origin, address_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.extract.article import Article


@dataclass(slots=True)
class _Seen:
    """What the items of one page have been so far."""

    has_article: bool = False
    """Whether the page's article stands for one of them, or is its text."""
    ids: Counter[str] = field(default_factory=Counter)
    """How many of them each document id would have stood for."""
    first_texts: dict[str, bytes] = field(default_factory=dict)
    """The digest of the text that came first under each id."""
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    """For each id, the numbers of later items that have the page's article as text, by that text."""


class BindingMiddleware(BaseSpiderMiddleware):
    """Binds each item to its page, because pipelines are not given pages.

    A page's article stands for the first item of the page that has no text of its own, and for no
    other item: an author or a teaser that comes with the article is no copy of it. If the article is
    short, an item without a URL also has to have something of the page, such as its title: a row of
    a list has not. It stands for no item with another page's address either: a spider may begin an
    item on one page and complete it on others. Then the article of the page that has this address
    stands for it.

    Several items may have one address and texts of their own, such as an article and its comments.
    Then the address stands for the first of them, or for what its own page brings: no comment is a
    new version of the article. None of them is a copy of another: a page may bring its article, the
    article's pictures and what a search engine is given of it as items of their own.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._context = context_of(crawler)
        self._context.missing.discard("BindingMiddleware")
        self._seen: WeakKeyDictionary[Response, _Seen] = WeakKeyDictionary()
        self._beside = BesideArticles()

    def get_processed_item(self, item: Any, response: Response | None) -> Any:
        """Called by Scrapy for every item of a callback. *response* is None for start items."""
        if response is None or not has_fields(item):
            return item
        options = options_of(response.request)
        if self._context.items.is_left_alone(item):
            # An earlier pipeline may make an object of another class of it.
            origin = Origin(response.url, None, replace(options, skip=True), response.url)
            self._context.origins.bind(item, origin, response)
            return item
        url = self._context.items.url(item, response.url)
        seen = self._seen.setdefault(response, _Seen())
        page_url, article = response.url, self._context.readings.article_of(response)
        has_text = self._context.items.has_text(item)
        is_beside = False
        if options.key is None and not _has_address(response, url, article):
            page_url, article = self._of_other_page(url, response, has_text=has_text)
        elif article is not None:
            # Its item has come, so it waits for no other.
            self._context.readings.claim(response.url)
            if not has_text:
                is_beside = options.key is None and self._is_beside(item, response, article)
                if is_beside or seen.has_article:
                    article = None
                if not is_beside:
                    seen.has_article = True
            elif not seen.has_article:
                seen.has_article = self._is_text_of(item, article)
        name = options.key or self._name_of(address_of(url, page_url, article), response)
        origin = Origin(page_url, article, options, name)
        if is_beside:
            origin = replace(origin, document_id=f"{name}#beside")
        origin = self._unlike_others(origin, url, response, item)
        if origin.aside is None and options.key is None:
            aside = self._aside(origin.document_id, url, response, item)
            origin = replace(origin, aside=aside)
        self._context.origins.bind(item, origin, response)
        return item

    def _of_other_page(
        self, url: str, response: Response, *, has_text: bool
    ) -> tuple[str, Article | None]:
        """The page of an item whose *url* is not that of *response*, and the article that stands for
        the item.
        """
        article = None if has_text else self._context.readings.claim(url)
        if article is not None:
            return url, article
        if not has_text and self._context.readings.article_of(response) is not None:
            self._context.add("neardup/other_page")
            # What comes after the article's item, such as its author, needs no text.
            if not self._seen[response].has_article:
                self._context.items.report_other_page(url, response.url)
        return response.url, None

    def _is_text_of(self, item: Any, article: Article) -> bool:
        """Whether the text of *item* is that of the *article* of its page."""
        text = self._context.items.own_text(item)
        return text is not None and is_text_of(text, article)

    def _is_beside(self, item: Any, response: Response, article: Article) -> bool:
        """Whether *item*, which has no text, is something beside the *article* of its page."""
        items = self._context.items
        # The introduction of a list is short. Fields of items name the title of a whole article in too
        # many ways.
        if not article.short or items.url(item, None) is not None:
            return False
        is_beside = self._beside.has(items.texts(item), response, article)
        if is_beside:
            self._context.add("neardup/beside")
            items.report_beside(response.url)
        return is_beside

    def _name_of(self, url: str, response: Response) -> str:
        """The document id of an item with this *url*: that of the address, and if the page was
        asked for by more than its address, of all that the request says. It was not if another
        address than its own was asked, such as that of a renderer.
        """
        name = document_id(url)
        request = response.request
        if request is None or request.method == "GET" or url != response.url:
            return name
        if document_id(request.url) != document_id(url):
            return name
        fingerprint = self.crawler.request_fingerprinter.fingerprint(request)
        return f"{name}#{fingerprint[:8].hex()}"

    def _unlike_others(self, origin: Origin, url: str, response: Response, item: Any) -> Origin:
        """The *origin* of *item*, which has the *url*, with an id that no other item of the page has, unless
        that has the same text and the same address.

        A second item under one name is another document, and no update. It is known by its text, because
        a page such as a news ticker moves its items down, but if that is the article of the page, which
        may change. If the spider has named an address, or the page's article stands for it, it is no copy
        of what has that name. The address of a list is none that the spider has named.
        """
        items, name, article = self._context.items, origin.document_id, origin.article
        seen = self._seen[response]
        names, first_texts = seen.ids, seen.first_texts
        names[name] += 1
        is_first = names[name] == 1
        text = items.own_text(item)
        digest = None if text is None else _digest_of(squeeze(text))
        is_article = article is not None and (text is None or is_text_of(text, article))
        if is_first:
            if digest is not None:
                first_texts[name] = digest
            # An earlier crawl may have kept another item with the article, and not this one.
            return replace(origin, apart_from=name) if is_article else origin
        if text is None:
            role = "page" if is_article else names[name]
            return replace(origin, document_id=f"{name}#{role}", apart_from=name)
        has_address = origin.options.key is not None or items.url(item, None) is not None
        if has_address and first_texts.get(name) == digest:
            return replace(origin, apart_from=name) if is_article else origin
        own_name = _by_text(name, text)
        if is_article and (has_address or name not in first_texts):
            # A teaser may come between a picture and the article.
            numbers = seen.numbers.setdefault(name, {})
            number = numbers.setdefault(own_name, len(numbers) + 1)
            own_role = f"{name}#text{number}" if number > 1 else f"{name}#text"
            return replace(origin, document_id=own_role, aside=own_name, apart_from=name)
        is_of_list = origin.options.key is None and article is None and url == response.url
        if has_address and not is_of_list:
            return replace(origin, document_id=own_name, apart_from=name)
        items.report_without_url(item, response.url)
        names[own_name] += 1
        if names[own_name] > 1:
            own_name = f"{own_name}#{names[own_name]}"
        return replace(origin, document_id=own_name)

    def _aside(self, name: str, url: str, response: Response, item: Any) -> str | None:
        """The id that *item* has if its text is no version of what is known under *name*; None if
        it may take that one's place, as what the page that has the *url* itself says may.
        """
        if url in _asked_for(response) or name == self._name_of(response.url, response):
            return None
        text = self._context.items.own_text(item)
        return None if text is None else _by_text(name, text)


def _by_text(name: str, text: str) -> str:
    """The id of a document that is known by its *text* among those of one *name*."""
    return f"{name}#{_digest_of(text).hex()}"


def _digest_of(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _asked_for(response: Response) -> list[str]:
    """The addresses of *response* itself: where it came from, and where that was asked for."""
    request = response.request
    asked = [request.url, *request.meta.get("redirect_urls", ())] if request else []
    return [response.url, *asked]


def _has_address(response: Response, url: str, article: Article | None) -> bool:
    """Whether *url* may be an address of the page *response*, which may have an *article*."""
    if url == response.url:
        return True
    said = (article.canonical, article.part_of, article.amp_of) if article is not None else ()
    own = (*_asked_for(response), *said)
    return any(one is not None and may_be_one_page(url, one) for one in own)


class OriginPipeline:
    """The first pipeline: notes an item and its origin, before another can replace or drop it."""

    def __init__(self, crawler: Crawler) -> None:
        self._context = context_of(crawler)
        self._context.under_way.begins_first = True

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy."""
        origin = self._context.origins.take(item)
        if self._context.session is not None:
            # Without the pipeline that judges, nobody would end it.
            self._context.under_way.begin(item, origin)
        return item
