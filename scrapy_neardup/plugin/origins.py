"""Where items come from, handed from the spider middleware to the pipelines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary

if TYPE_CHECKING:
    from scrapy.http import Response

    from scrapy_neardup.extract.article import Article
    from scrapy_neardup.plugin.options import RequestOptions


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item comes from: its page's URL and article, its request's options, and the document
    id that follows from these.

    *aside* is the id to use if the index has a different article under *document_id*; None if this
    text may replace that article.
    """

    url: str
    article: Article | None
    options: RequestOptions
    document_id: str
    aside: str | None = None


def address_of(url: str, page_url: str, article: Article | None) -> str:
    """*url*, or the canonical page's address if *url* is that of an AMP page with this *article*."""
    if article is not None and article.amp_of is not None and url == page_url:
        return article.amp_of
    return url


class _Bound(dict[int, tuple[Any, list[Origin]]]):
    """The items of one page that no pipeline has asked for yet, by identity. Where a spider yields
    one object several times, it has as many origins.
    """


class Origins:
    """The origins of the items that are on their way from the spider to the pipelines.

    Pipelines are given an item without its page, so its origin is found by the item's identity,
    which works for every item type. Scrapy holds a page until all of its items have been through the
    pipelines. So what nobody has asked for when the page is gone never reaches a pipeline, and is
    forgotten with the page.
    """

    def __init__(self) -> None:
        self._by_page: WeakKeyDictionary[Response, _Bound] = WeakKeyDictionary()
        self._by_identity: WeakValueDictionary[int, _Bound] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many items no pipeline has asked for yet."""
        return len(self._by_identity)

    def bind(self, item: Any, origin: Origin, page: Response) -> None:
        """Remember *origin*, of an item of *page*, until a pipeline asks for it."""
        bound = self._by_page.setdefault(page, _Bound())
        bound.setdefault(id(item), (item, []))[1].append(origin)
        self._by_identity[id(item)] = bound

    def take(self, item: Any) -> Origin | None:
        """The origin of *item*, which is not given again. None for an item that comes from no page."""
        bound = self._by_identity.get(id(item))
        if bound is None:
            return None
        origins = bound[id(item)][1]
        if len(origins) == 1:
            del bound[id(item)], self._by_identity[id(item)]
        return origins.pop(0)
