"""Item pipeline: drop, tag or keep."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pydispatch.dispatcher import getAllReceivers
from scrapy import signals

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import Document, Kind, Verdict
from scrapy_neardup.core.verdict.provenance import Provenance
from scrapy_neardup.plugin.articles import ArticleMiddleware
from scrapy_neardup.plugin.binding import Origin, origin_of
from scrapy_neardup.plugin.collector import spare_lasting_objects
from scrapy_neardup.plugin.exceptions import NearDuplicateItem
from scrapy_neardup.plugin.items import ItemReader, document_id
from scrapy_neardup.plugin.live import LiveView
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.options import options_of
from scrapy_neardup.plugin.reading import reader_of
from scrapy_neardup.plugin.session import IndexSession, Judged
from scrapy_neardup.plugin.settings import Action, Actions, NearDupSettings
from scrapy_neardup.plugin.signals import (
    neardup_found,
    neardup_judged,
    neardup_original_changed,
)
from scrapy_neardup.plugin.switch import require_enabled

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Reservation
    from scrapy_neardup.extract.article import Article

logger = logging.getLogger(__name__)

_MOST_HOST_PAIRS = 100


@dataclass(frozen=True, slots=True)
class _Ticket:
    """An item's reservation, from this pipeline until all pipelines have had the item."""

    reservation: Reservation
    judged: Judged
    verdict: Verdict


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
        # Looked up once: each look at a collector of stats takes it a while.
        self._add = crawler.stats.inc_value
        self._settings = NearDupSettings.from_settings(crawler.settings)
        if crawler.spider is not None:
            self._settings.index_name(crawler.spider.name)
        self._reader = ItemReader(self._settings, crawler.stats)
        self.session = IndexSession(self._settings, crawler, reader_of(crawler))
        self.live = LiveView(self.session, crawler.stats)
        """What the crawl has found so far, for Scrapy's remote control and telnet console."""
        self._host_pairs: set[str] = set()
        crawler.signals.connect(spare_lasting_objects, signals.spider_opened)
        crawler.signals.connect(self._item_scraped, signals.item_scraped)
        crawler.signals.connect(self._item_dropped, signals.item_dropped)
        crawler.signals.connect(self._item_error, signals.item_error)
        if crawler.settings.getbool("TELNETCONSOLE_ENABLED"):
            from scrapy.extensions.telnet import update_telnet_vars

            crawler.signals.connect(self._show_in_telnet, update_telnet_vars)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Called by Scrapy. Raises NearDuplicateItem for a copy that is to be dropped."""
        _ticket.set(None)
        origin = origin_of(self._crawler, item)
        if origin is not None and origin.options.skip:
            self._add("neardup/skipped")
            return item
        judged = self._judged(item, origin)
        if judged is None:
            return item
        reservation = await self.session.reserve(judged)
        if reservation is None:
            self._add("neardup/unjudged")
            return item
        # From here on the item's end settles the reservation, also if a handler is cancelled.
        _ticket.set(_Ticket(reservation, judged, reservation.verdict))
        actions = self._actions(origin)
        action = _action(reservation.verdict, actions)
        verdict = reservation.verdict
        if action is Action.DROP:
            verdict = await self._let_through(reservation, judged, actions)
        _ticket.set(_Ticket(reservation, judged, verdict))
        await self._send(neardup_judged, item, judged, verdict)
        if verdict.match is not None:
            await self._send(neardup_found, item, judged, verdict)
        self._count(judged, verdict)
        self._act(item, judged, verdict, action, tags=actions.tags)
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
        if self._settings.keep_copies or self._is_sample(name):
            # Only its item can tell whether it is kept.
            return None
        return _reason(response.url, verdict) if actions[match.kind] is Action.DROP else None

    def _judged(self, item: Any, origin: Origin | None) -> Judged | None:
        text = self._reader.text(item)
        url = self._reader.url(item, origin.url if origin else None)
        article = origin.article if origin else None
        if url is None:
            self._add("neardup/no_id")
            return None
        name = origin.document_id if origin else document_id(url)
        if text is not None:
            document = Document(name, text, url=url)
            if article is not None:
                document = replace(
                    document,
                    title=article.title,
                    published=article.published,
                    provenance=_provenance(url, article),
                )
            return Judged(document)
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
            revision=article.text.replace("\n", " "),
            equality_only=article.short,
            provenance=_provenance(url, article),
        )
        return Judged(document, host_of(url), tuple(article.text.split("\n")), fingerprint)

    def _actions(self, origin: Origin | None) -> Actions:
        return (origin.options.actions if origin else None) or self._settings.actions

    async def _let_through(
        self, reservation: Reservation, judged: Judged, actions: Actions
    ) -> Verdict:
        """The verdict, and with it whether a copy that would be dropped is kept all the same."""
        verdict = reservation.verdict
        if verdict.kind is Kind.UNCHANGED and Kind.UNCHANGED in actions.by_kind:
            return replace(verdict, let_through=None)
        if verdict.let_through is not None:
            return verdict
        if self._is_sample(judged.document.id):
            return replace(verdict, let_through="audit")
        if self._settings.keep_copies and await self.session.let_through(reservation):
            return replace(verdict, let_through="copy")
        return verdict

    def _is_sample(self, document_id: str) -> bool:
        # By the id, so that a crawl that goes on, or comes again, has the same samples.
        digest = blake2b(
            document_id.encode("utf-8", "surrogatepass"), digest_size=8, person=b"neardup-audit"
        ).digest()
        audit = self._settings.audit
        return audit > 0 and int.from_bytes(digest, "big") % audit == 0

    async def _send(self, signal: object, item: Any, judged: Judged, verdict: Verdict) -> None:
        if next(getAllReceivers(self._crawler, signal), None) is None:
            # As a rule nobody listens, and to find that out would take Scrapy longer.
            return
        await self._crawler.signals.send_catch_log_async(
            signal,
            item=item,
            verdict=verdict,
            document_id=judged.document.id,
            spider=self._crawler.spider,
        )

    def _count(self, judged: Judged, verdict: Verdict) -> None:
        self._add("neardup/checked")
        self._add(f"neardup/verdict/{verdict.kind.value}")
        if verdict.candidates:
            self._add("neardup/candidates", verdict.candidates)
            self._stats.max_value("neardup/candidates_max", verdict.candidates)
        if verdict.let_through is not None:
            self._add(f"neardup/let_through/{verdict.let_through}")
        match = verdict.match
        if match is None:
            return
        if match.distance is not None:
            self._add(f"neardup/distance/{match.distance}")
        hosts = (host_of(url or "") for url in (judged.document.url, match.url))
        pair = "/".join(host or "-" for host in hosts)
        if len(self._host_pairs) < _MOST_HOST_PAIRS:
            self._host_pairs.add(pair)
        known = pair if pair in self._host_pairs else "other"
        self._add(f"neardup/copies/{known}")

    def _act(
        self, item: Any, judged: Judged, verdict: Verdict, action: Action, *, tags: bool
    ) -> None:
        name = judged.document.url or judged.document.id
        if action is Action.DROP and verdict.let_through is None:
            self.live.note(judged.document, verdict, "dropped")
            self._add("neardup/dropped")
            level = logging.getLevelName(self._settings.log_level)
            raise NearDuplicateItem(_reason(name, verdict), verdict, log_level=level)
        telling = verdict.let_through is not None or verdict.kind is Kind.ORIGINAL
        tagged = (tags or telling) and self._reader.tag(item, verdict)
        if tagged:
            self._add("neardup/tagged")
        self.live.note(judged.document, verdict, "tagged" if tagged else "kept")
        if verdict.match is not None or verdict.original_of:
            logger.log(self._settings.log_level, "%s", _reason(name, verdict))

    def _show_in_telnet(self, telnet_vars: dict[str, Any]) -> None:
        telnet_vars["neardup"] = self.live

    async def _item_scraped(self, item: Any) -> None:
        ticket = _ticket.get()
        if not await self._settle(keep=True) or ticket is None:
            return
        verdict, former = ticket.verdict, ticket.reservation.former
        if former is not None and verdict.reason is not None:
            self._add(f"neardup/original_changed/{verdict.reason.value}")
            await self._crawler.signals.send_catch_log_async(
                neardup_original_changed,
                item=item,
                verdict=verdict,
                document_id=ticket.judged.document.id,
                former=former,
                spider=self._crawler.spider,
            )

    async def _item_dropped(self, exception: Exception) -> None:
        # A copy that was dropped here stays known as a copy; any other drop undoes the visit.
        await self._settle(keep=isinstance(exception, NearDuplicateItem))

    async def _item_error(self) -> None:
        await self._settle(keep=False)

    async def _settle(self, *, keep: bool) -> bool:
        ticket = _ticket.get()
        if ticket is None:
            return False
        _ticket.set(None)
        return await self.session.settle(ticket.reservation, ticket.judged, keep=keep)


def _provenance(url: str, article: Article) -> Provenance | None:
    says = Provenance.of_page(
        url,
        canonical=article.canonical,
        credit=article.source,
        site_name=article.site_name,
        links=(*article.origins, *article.links),
    )
    return says if says != Provenance() else None


def _action(verdict: Verdict, actions: Actions) -> Action:
    if verdict.kind is Kind.UNCHANGED and Kind.UNCHANGED in actions.by_kind:
        return actions[Kind.UNCHANGED]
    return actions[verdict.copy_kind]


def _reason(url: str, verdict: Verdict) -> str:
    match = verdict.match
    if match is None:
        if not verdict.original_of:
            return f"Near-duplicate ({verdict.kind}): {printable(url)}"
        former = " and ".join(printable(one.url or one.id) for one in verdict.original_of)
        return f"Near-duplicate ({verdict.reason}): {printable(url)} is the original of {former}"
    details = [f"score {match.score:.2f}"]
    if match.distance is not None:
        details.append(f"distance {match.distance}")
    if match.containment is not None and match.kind is Kind.PARTIAL:
        details.append(f"containment {match.containment:.2f}")
    if verdict.let_through is not None:
        details.append(
            {"copy": "kept as one of few", "audit": "kept as a sample"}[verdict.let_through]
        )
    known = "" if verdict.kind is match.kind else f"{verdict.kind}, "
    return (
        f"Near-duplicate ({known}{match.kind}, {', '.join(details)}): "
        f"{printable(url)} copies {printable(match.url or match.id)}"
    )
