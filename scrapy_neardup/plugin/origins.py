"""Where items come from, handed from the spider middleware to the pipelines."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy_neardup.extract.article import Article
    from scrapy_neardup.plugin.options import RequestOptions

_MOST_BINDINGS = 10_000


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


class Origins:
    """The origins of the items that are on their way from the spider to the pipelines.

    Pipelines are given an item without its page, so its origin is found by the item's identity,
    which works for every item type. At most 10,000 items wait at a time. If more do, the oldest are
    forgotten: items that never reach a pipeline end in this way.
    """

    def __init__(self) -> None:
        self._by_identity: OrderedDict[int, tuple[Any, Origin]] = OrderedDict()

    def bind(self, item: Any, origin: Origin) -> None:
        """Remember *origin* until a pipeline asks for it."""
        self._by_identity[id(item)] = (item, origin)
        if len(self._by_identity) > _MOST_BINDINGS:
            self._by_identity.popitem(last=False)

    def take(self, item: Any) -> Origin | None:
        """The origin of *item*, which is not given again. None for an item that comes from no page."""
        bound = self._by_identity.get(id(item))
        if bound is None or bound[0] is not item:
            return None
        del self._by_identity[id(item)]
        return bound[1]
