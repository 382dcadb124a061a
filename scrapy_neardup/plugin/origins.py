"""Where items come from, handed from the spider middleware to the pipelines."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary, ref

if TYPE_CHECKING:
    from scrapy.http import Response

    from scrapy_neardup.extract.article import Article
    from scrapy_neardup.plugin.options import RequestOptions


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item comes from: its page's URL and article, its request's options, and the document
    id that follows from these.

    *aside* is the id to use if the index has a different article under *document_id*; None if this
    text may replace that article. The item is no copy of what has the id *apart_from*, nor of what else
    is known by that: these are items of the same page; None if it may be one of any.
    """

    url: str
    article: Article | None
    options: RequestOptions
    document_id: str
    aside: str | None = None
    apart_from: str | None = None


def address_of(url: str, page_url: str, article: Article | None) -> str:
    """*url*, or the canonical page's address if *url* is that of an AMP page with this *article*."""
    if article is not None and article.amp_of is not None and url == page_url:
        return article.amp_of
    return url


@dataclass(eq=False)
class _Waiting:
    """An item that no pipeline has asked for yet. Where a spider yields one object several times, it
    has as many origins, each with its page.
    """

    item: Any
    origins: deque[tuple[ref[Response], Origin]] = field(default_factory=deque)


class Origins:
    """The origins of the items that are on their way from the spider to the pipelines.

    Pipelines are given an item without its page, so its origin is found by the item's identity,
    which works for every item type. Scrapy holds a page until all of its items have been through the
    pipelines. So what nobody has asked for when the page is gone never reaches a pipeline, and is
    forgotten with the page.
    """

    def __init__(self) -> None:
        self._by_page: WeakKeyDictionary[Response, Counter[_Waiting]] = WeakKeyDictionary()
        # An item is held by its pages alone.
        self._by_identity: WeakValueDictionary[int, _Waiting] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many items no pipeline has asked for yet."""
        return len(self._by_identity)

    def bind(self, item: Any, origin: Origin, page: Response) -> None:
        """Remember *origin*, of an item of *page*, until a pipeline asks for it."""
        waiting = self._by_identity.setdefault(id(item), _Waiting(item))
        waiting.origins.append((ref(page), origin))
        self._by_page.setdefault(page, Counter())[waiting] += 1

    def take(self, item: Any) -> Origin | None:
        """The origin of *item*, which is not given again. None for an item that comes from no page."""
        waiting = self._by_identity.get(id(item))
        while waiting is not None and waiting.origins:
            to_page, origin = waiting.origins.popleft()
            page = to_page()
            if page is not None:
                of_page = self._by_page[page]
                of_page[waiting] -= 1
                if not of_page[waiting]:
                    del of_page[waiting]
                return origin
        return None
