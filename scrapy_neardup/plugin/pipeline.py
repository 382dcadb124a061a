"""Item pipeline: drop, tag or keep."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydispatch.dispatcher import getAllReceivers
from scrapy import signals
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import Document, Kind, Verdict
from scrapy_neardup.plugin.actions import Action
from scrapy_neardup.plugin.audit import is_sample
from scrapy_neardup.plugin.closing_report import tell_at_end, warn_of_given_up
from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.csv_feeds import CsvFeeds
from scrapy_neardup.plugin.exceptions import NearDuplicateItem
from scrapy_neardup.plugin.gc_freeze import freeze_imported_objects
from scrapy_neardup.plugin.guard import copied_from
from scrapy_neardup.plugin.items import document_id, has_fields
from scrapy_neardup.plugin.live import LiveView
from scrapy_neardup.plugin.log import verdict_line
from scrapy_neardup.plugin.origins import address_of
from scrapy_neardup.plugin.pipeline_order import tell_if_last
from scrapy_neardup.plugin.queries import Query, item_query, page_query, part_verdict
from scrapy_neardup.plugin.signals import (
    neardup_found,
    neardup_judged,
    neardup_original_changed,
)
from scrapy_neardup.plugin.under_way import Reserved

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from twisted.internet.defer import Deferred
    from typing_extensions import Self

    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.plugin.actions import Actions
    from scrapy_neardup.plugin.origins import Origin

logger = logging.getLogger(__name__)

_MOST_HOSTS = 100


class NearDupPipeline:
    """Judges every item that has text and an id, and drops or tags copies.

    An article counts as seen only once its item has passed all pipelines: until then its place
    is reserved, and given up if a later pipeline drops the item or fails.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._context = context_of(crawler)
        self._crawler = crawler
        self._add = self._context.add
        self._settings = self._context.settings
        self.session = self._context.start_session()
        self.live = LiveView(self.session, crawler.stats)
        """What the crawl has found so far, for Scrapy's remote control and telnet console."""
        self._under_way = self._context.under_way
        self._host_pairs: set[str] = set()
        self._hosts: set[str] = set()
        self._closing: Deferred[None] | None = None
        if self._settings.dropped_feed is not None:
            from scrapy_neardup.plugin.dropped_feed import export_dropped

            # Signals hold their receivers weakly.
            self._dropped_feed = export_dropped(
                crawler, self._settings.dropped_feed, self._settings.field_name
            )
        self._csv_feeds = CsvFeeds(crawler, self._settings.field_name)
        crawler.signals.connect(freeze_imported_objects, signals.spider_opened)
        crawler.signals.connect(self._tell_if_last, signals.spider_opened)
        crawler.signals.connect(self.close_spider, signals.spider_closed)
        crawler.signals.connect(self._item_scraped, signals.item_scraped)
        crawler.signals.connect(self._item_dropped, signals.item_dropped)
        crawler.signals.connect(self._item_error, signals.item_error)
        if crawler.settings.getbool("TELNETCONSOLE_ENABLED"):
            from scrapy.extensions.telnet import update_telnet_vars

            crawler.signals.connect(self._show_in_telnet, update_telnet_vars)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def open_spider(self) -> None:
        """Called by Scrapy, which waits for it before it sends the first request.

        Opens the index, unless a command of Scrapy's only looks at a page.
        """
        if self._context.is_crawl:
            await self.session.open()

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy. Raises NearDuplicateItem for a copy that is to be dropped."""
        self._under_way.reach(item)
        if not has_fields(item):
            self._context.items.report_no_fields(item)
            return item
        if self._context.items.is_left_alone(item):
            self._add("neardup/skipped")
            return item
        # What is still bound to the object may be for another item, if the spider yields it twice.
        origin = self._under_way.origin or self._context.origins.take(item)
        if origin is not None and origin.options.skip:
            self._add("neardup/skipped")
            return item
        query = self._query(item, origin)
        if query is None:
            return item
        if first := self._first_page(item, origin):
            await self._pass_part(item, query, origin, first)
            return item
        query = await self.session.placed(query)
        reservation = await self.session.reserve(query, self._under_way.awaiting)
        if reservation is None:
            self._add("neardup/unjudged")
            return item
        # From here on the item's end settles the reservation, also if a handler is cancelled.
        self._under_way.reserve(Reserved(reservation, query))
        actions = self._actions_on(query, origin)
        action = actions.of(reservation.verdict)
        verdict = reservation.verdict
        if action is Action.DROP:
            verdict = await self._let_through(reservation, query, actions)
        verdict = self._guarded(query, origin, verdict, actions)
        await self._send(neardup_judged, item, query, verdict)
        if verdict.match is not None:
            await self._send(neardup_found, item, query, verdict)
        self._count(query, verdict)
        self._act(item, query, verdict, action, tags=actions.tags_verbatim)
        return item

    async def close_spider(self) -> None:
        """Called by Scrapy once all items are done.

        Not called, or not awaited, if another pipeline's ``close_spider`` raises: so
        ``spider_closed`` calls it as well.
        """
        if self._closing is None:
            self._closing = deferred_from_coro(self._close())
        await maybe_deferred_to_future(self._closing)

    async def _close(self) -> None:
        try:
            articles = await self.session.count()
        finally:
            given_up = await self.session.close()
        if given_up and self._context.is_crawl:
            warn_of_given_up(given_up)
        if articles is not None:
            self._crawler.stats.set_value("neardup/index_size", articles)
        self._context.items.report_missing_fields()
        self._context.guard.look_back()
        tell_at_end(self._crawler.stats.get_stats(), articles, sorted(self._context.missing))

    def _first_page(self, item: Any, origin: Origin | None) -> str | None:
        """The URL of an article's first page if *item* comes from a later page of the article and
        stands for that page alone; else None.
        """
        if origin is None or origin.article is None or origin.options.key is not None:
            return None
        items = self._context.items
        if items.has_text(item):
            url = items.url(item, origin.url)
            if document_id(url) != document_id(origin.url):
                # A spider may have put the text of all pages together.
                return None
        return origin.article.part_of

    async def _pass_part(self, item: Any, query: Query, origin: Origin | None, first: str) -> None:
        """Tag *item* as a part of the article that begins on the page *first*."""
        verdict = part_verdict(first)
        self._add("neardup/parts")
        await self._send(neardup_judged, item, query, verdict)
        items = self._context.items
        # Where no tags are asked for, the class of the item need not have the field.
        tags = self._actions_on(query, origin).tags_verbatim or items.has_tag_field(item)
        tagged = tags and items.tag(item, verdict)
        if tagged:
            self._add("neardup/tagged")
        self.live.note(query.document, verdict, "tagged" if tagged else "kept")

    def _query(self, item: Any, origin: Origin | None) -> Query | None:
        """What to ask the index about *item*; None if it has no id."""
        text = self._context.items.text(item)
        url = self._context.items.url(item, origin.url if origin else None)
        article = origin.article if origin else None
        if url is None:
            self._add("neardup/no_id")
            return None
        url = address_of(url, origin.url if origin else url, article)
        name = origin.document_id if origin else document_id(url)
        if text is not None:
            query = item_query(name, url, text, article, origin.aside if origin else None)
        elif article is not None:
            query = page_query(name, url, article)
        else:
            query = Query(Document(name, "", url=url))
        return replace(query, apart_from=origin.apart_from) if origin else query

    def _actions_on(self, query: Query, origin: Origin | None) -> Actions:
        """What becomes of the item that *query* is about if it is a copy."""
        asked = origin.options.actions if origin else None
        return asked or self._settings.actions_on(host_of(query.document.url or ""))

    async def _let_through(
        self, reservation: Reservation, query: Query, actions: Actions
    ) -> Verdict:
        """The verdict on a copy that would be dropped. Its ``let_through`` is the reason why the
        copy is kept all the same, None if it is dropped.
        """
        verdict = reservation.verdict
        if actions.goes_by_unchanged(verdict):
            return replace(verdict, let_through=None)
        if verdict.let_through is not None:
            return verdict
        if is_sample(query.document.id, self._settings.audit):
            return replace(verdict, let_through="audit")
        if self._settings.keep_copies and await self.session.let_through(reservation, query):
            return replace(verdict, let_through="copy")
        return verdict

    def _guarded(
        self, query: Query, origin: Origin | None, verdict: Verdict, actions: Actions
    ) -> Verdict:
        """The verdict. Its ``let_through`` is "guard" if the item, a copy, is kept because far too
        many items are dropped.
        """
        match = verdict.match
        goes = actions.of(verdict) is Action.DROP and verdict.let_through is None
        if actions.goes_by_unchanged(verdict):
            # It goes because it is known, not because it is a copy.
            goes = False
        source = copied_from(match) if match is not None and goes else None
        url = query.document.url or ""
        if origin is not None and query.page_lines is not None:
            # The page's address, under which the page was counted: its item may have another one.
            url = address_of(origin.url, origin.url, origin.article)
        host = None if verdict.kind is Kind.NO_TEXT else host_of(url)
        is_known = verdict.kind is Kind.UNCHANGED
        name = query.document.id
        if self._context.guard.lets_through(host, name, source, is_known=is_known):
            self._add("neardup/guarded")
            return replace(verdict, let_through="guard")
        return verdict

    async def _send(self, signal: object, item: Any, query: Query, verdict: Verdict) -> None:
        if next(getAllReceivers(self._crawler, signal), None) is None:
            # As a rule nobody listens, and Scrapy would take longer to find that out.
            return
        await self._crawler.signals.send_catch_log_async(
            signal,
            item=item,
            verdict=verdict,
            document_id=query.document.id,
            spider=self._crawler.spider,
        )

    def _count(self, query: Query, verdict: Verdict) -> None:
        self._add("neardup/checked")
        self._add(f"neardup/verdict/{verdict.kind.value}")
        if verdict.candidates:
            self._add("neardup/candidates", verdict.candidates)
            self._crawler.stats.max_value("neardup/candidates_max", verdict.candidates)
        if verdict.let_through is not None:
            self._add(f"neardup/let_through/{verdict.let_through}")
        match = verdict.match
        if match is None:
            return
        if match.distance is not None:
            self._add(f"neardup/distance/{match.distance}")
        host, source = (host_of(url or "") or "-" for url in (query.document.url, match.url))
        self._add(f"neardup/copies/{_bounded(f'{host}/{source}', self._host_pairs)}")
        self._add(f"neardup/copies_on/{_bounded(host, self._hosts)}")

    def _act(
        self, item: Any, query: Query, verdict: Verdict, action: Action, *, tags: bool
    ) -> None:
        name = query.document.url or query.document.id
        if action is Action.DROP and verdict.let_through is None:
            self.live.note(query.document, verdict, "dropped")
            self._add("neardup/dropped")
            self._add("neardup/dropped_bytes", len(query.document.text.encode("utf-8", "replace")))
            level = self._settings.log_level
            raise NearDuplicateItem(verdict_line(name, verdict), verdict, item, log_level=level)
        telling = verdict.let_through is not None or verdict.kind is Kind.ORIGINAL
        tagged = (tags or telling or action is Action.TAG) and self._context.items.tag(
            item, verdict
        )
        if tagged:
            self._add("neardup/tagged")
        self.live.note(query.document, verdict, "tagged" if tagged else "kept")
        if verdict.match is not None or verdict.original_of:
            logger.log(self._settings.log_level, "%s", verdict_line(name, verdict))

    def _tell_if_last(self) -> None:
        if self._context.is_crawl:
            tell_if_last(self._crawler, type(self))

    def _show_in_telnet(self, telnet_vars: dict[str, Any]) -> None:
        telnet_vars["neardup"] = self.live

    async def _item_scraped(self, item: Any) -> None:
        reserved = self._under_way.end(item, may_be_replaced=True)
        if reserved is None or not await self._settle(reserved, keep=True):
            return
        verdict, former = reserved.reservation.verdict, reserved.reservation.former
        if former is not None and verdict.reason is not None:
            self._add(f"neardup/original_changed/{verdict.reason.value}")
            await self._crawler.signals.send_catch_log_async(
                neardup_original_changed,
                item=item,
                verdict=verdict,
                document_id=reserved.query.document.id,
                former=former,
                spider=self._crawler.spider,
            )

    async def _item_dropped(self, item: Any, exception: Exception) -> None:
        # A copy that was dropped here stays known as a copy; any other drop undoes the visit.
        keep = isinstance(exception, NearDuplicateItem)
        item = exception.item if isinstance(exception, NearDuplicateItem) else item
        reserved = self._under_way.end(item, may_be_replaced=False)
        if reserved is not None:
            await self._settle(reserved, keep=keep)

    async def _item_error(self, item: Any) -> None:
        reserved = self._under_way.end(item, may_be_replaced=False)
        if reserved is not None:
            await self._settle(reserved, keep=False)

    async def _settle(self, reserved: Reserved, *, keep: bool) -> bool:
        return await self.session.settle(reserved.reservation, reserved.query, keep=keep)


def _bounded(name: str, known: set[str]) -> str:
    """*name* if it is among the first 100 names, which are *known*, else "other"."""
    if len(known) < _MOST_HOSTS:
        known.add(name)
    return name if name in known else "other"
