"""Item pipeline: drop, tag or keep."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy import signals

from scrapy_neardup.core.addresses import host_of
from scrapy_neardup.core.document import Document, Kind, Verdict
from scrapy_neardup.plugin.articles import ArticleMiddleware
from scrapy_neardup.plugin.binding import Origin, origin_of
from scrapy_neardup.plugin.exceptions import NearDuplicateItem
from scrapy_neardup.plugin.items import ItemReader, document_id
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.options import options_of
from scrapy_neardup.plugin.reading import reader_of
from scrapy_neardup.plugin.session import IndexSession, Judged
from scrapy_neardup.plugin.settings import Action, NearDupSettings
from scrapy_neardup.plugin.signals import neardup_judged
from scrapy_neardup.plugin.switch import require_enabled

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.core.fingerprint import Fingerprint
    from scrapy_neardup.core.index import Reservation
    from scrapy_neardup.extract.article import Article

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Ticket:
    """An item's reservation, from this pipeline until all pipelines have had the item."""

    reservation: Reservation
    judged: Judged


# A pipeline is not told what became of an item, and the item that Scrapy's signals carry may be
# another object by then. The item's coroutine and its signal handlers share one context.
_ticket: ContextVar[_Ticket | None] = ContextVar("neardup_ticket", default=None)


class NearDupPipeline:
    """Judges every item that has text and an id, and drops or tags copies.

    An article counts as seen only once its item has passed all pipelines: until then its place
    is reserved, and given up if a later pipeline drops the item or fails.
    """

    def __init__(self, crawler: Crawler) -> None:
        require_enabled(crawler.settings)
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._settings = NearDupSettings.from_settings(crawler.settings)
        if crawler.spider is not None:
            self._settings.index_name(crawler.spider.name)
        self._reader = ItemReader(self._settings, crawler.stats)
        self.session = IndexSession(self._settings, crawler, reader_of(crawler))
        crawler.signals.connect(self._item_scraped, signals.item_scraped)
        crawler.signals.connect(self._item_dropped, signals.item_dropped)
        crawler.signals.connect(self._item_error, signals.item_error)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy. Raises NearDuplicateItem for a copy that is to be dropped."""
        _ticket.set(None)
        origin = origin_of(self._crawler, item)
        if origin is not None and origin.options.skip:
            self._stats.inc_value("neardup/skipped")
            return item
        judged = self._judged(item, origin)
        if judged is None:
            return item
        reservation = await self.session.reserve(judged)
        if reservation is None:
            self._stats.inc_value("neardup/unjudged")
            return item
        _ticket.set(_Ticket(reservation, judged))
        await self._crawler.signals.send_catch_log_async(
            neardup_judged,
            item=item,
            verdict=reservation.verdict,
            document_id=judged.document.id,
            spider=self._crawler.spider,
        )
        self._act(item, judged, reservation.verdict, origin)
        return item

    async def close_spider(self) -> None:
        """Called by Scrapy once all items are done."""
        articles = await self.session.count()
        await self.session.close()
        if articles is not None:
            self._stats.set_value("neardup/index_size", articles)
        counted = self._stats.get_stats()
        prefix = "neardup/verdict/"
        found = {
            key.removeprefix(prefix): value
            for key, value in sorted(counted.items())
            if key.startswith(prefix)
        }
        logger.info(
            "Near-duplicates: %d items judged (%s), %d dropped, %d tagged, %d articles known",
            counted.get("neardup/checked", 0),
            ", ".join(f"{kind} {count}" for kind, count in found.items()) or "none",
            counted.get("neardup/dropped", 0),
            counted.get("neardup/tagged", 0),
            articles or 0,
        )

    async def copy_on(self, request: Request, response: Response) -> str | None:
        """Why the page is a copy that NEARDUP_ACTION drops; None for any other page."""
        middleware = self._crawler.get_downloader_middleware(ArticleMiddleware)
        article, fingerprint = middleware.reading_of(response) if middleware else (None, None)
        if article is None or article.short or self.session.failed:
            return None
        options = options_of(request)
        name = options.key or document_id(response.url)
        verdict = await self.session.check(self._page(name, response.url, article, fingerprint))
        match = verdict.match if verdict else None
        actions = options.actions or self._settings.actions
        if verdict is None or match is None or match.pending:
            return None
        return _reason(response.url, verdict) if actions[match.kind] is Action.DROP else None

    def _judged(self, item: Any, origin: Origin | None) -> Judged | None:
        text = self._reader.text(item)
        url = self._reader.url(item, origin.url if origin else None)
        article = origin.article if origin else None
        if url is None:
            self._stats.inc_value("neardup/no_id")
            return None
        name = origin.document_id if origin else document_id(url)
        if text is not None:
            published = article.published if article else None
            title = article.title if article else None
            return Judged(Document(name, text, url=url, title=title, published=published))
        if article is not None:
            return self._page(name, url, article, origin.fingerprint if origin else None)
        return Judged(Document(name, "", url=url))

    @staticmethod
    def _page(name: str, url: str, article: Article, fingerprint: Fingerprint | None) -> Judged:
        document = Document(
            name,
            article.text,
            url=url,
            title=article.title,
            published=article.published,
            # What the site's template takes off changes as the site is learned; an unchanged
            # article has to stay unchanged all the same.
            revision=" ".join(article.text.split()),
            equality_only=article.short,
        )
        return Judged(document, host_of(url), tuple(article.text.split("\n")), fingerprint)

    def _act(self, item: Any, judged: Judged, verdict: Verdict, origin: Origin | None) -> None:
        self._stats.inc_value("neardup/checked")
        self._stats.inc_value(f"neardup/verdict/{verdict.kind.value}")
        if verdict.distance is not None:
            self._stats.inc_value(f"neardup/distance/{verdict.distance}")
        actions = (origin.options.actions if origin else None) or self._settings.actions
        action = actions[verdict.copy_kind]
        if verdict.kind is Kind.UNCHANGED and Kind.UNCHANGED in actions.by_kind:
            action = actions[Kind.UNCHANGED]
        if action is Action.DROP:
            self._stats.inc_value("neardup/dropped")
            reason = _reason(judged.document.url or judged.document.id, verdict)
            level = logging.getLevelName(self._settings.log_level)
            raise NearDuplicateItem(reason, verdict, log_level=level)
        if actions.tags and self._reader.tag(item, verdict):
            self._stats.inc_value("neardup/tagged")
        if verdict.match is not None:
            logger.log(
                self._settings.log_level,
                "%s",
                _reason(judged.document.url or judged.document.id, verdict),
            )

    async def _item_scraped(self) -> None:
        await self._settle(keep=True)

    async def _item_dropped(self, exception: Exception) -> None:
        # A copy that was dropped here stays known as a copy; any other drop undoes the visit.
        await self._settle(keep=isinstance(exception, NearDuplicateItem))

    async def _item_error(self) -> None:
        await self._settle(keep=False)

    async def _settle(self, *, keep: bool) -> None:
        ticket = _ticket.get()
        if ticket is not None:
            _ticket.set(None)
            await self.session.settle(ticket.reservation, ticket.judged, keep=keep)


def _reason(url: str, verdict: Verdict) -> str:
    match = verdict.match
    if match is None:
        return f"Near-duplicate ({verdict.kind}): {printable(url)}"
    details = [f"score {match.score:.2f}"]
    if match.distance is not None:
        details.append(f"distance {match.distance}")
    if match.containment is not None and match.kind is Kind.PARTIAL:
        details.append(f"containment {match.containment:.2f}")
    known = "" if verdict.kind is match.kind else f"{verdict.kind}, "
    return (
        f"Near-duplicate ({known}{match.kind}, {', '.join(details)}): "
        f"{printable(url)} copies {printable(match.url or match.id)}"
    )
