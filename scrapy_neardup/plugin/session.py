"""The index during one crawl: opened late, closed in order."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy.utils.asyncio import call_later, run_in_thread
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.errors import IndexLocked, NearDupError
from scrapy_neardup.core.index.index import NearDupIndex, Reservation
from scrapy_neardup.extract.article import SHORT_WEIGHT
from scrapy_neardup.extract.blocks import weigh
from scrapy_neardup.plugin.lane import Lane, ThreadLane
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.sites import SiteTemplates
from scrapy_neardup.plugin.timing import timed
from scrapy_neardup.plugin.waiting import Waiter, Waiters

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scrapy.crawler import Crawler

    from scrapy_neardup.core.document import Document, Verdict
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.plugin.reading import Reader
    from scrapy_neardup.plugin.settings import NearDupSettings

logger = logging.getLogger(__name__)

_LOCK_RETRY = 0.5
_FIRST_POLL, _LONGEST_POLL = 0.05, 1.0
_PRUNE_SLICE = 20
_PRUNE_PAUSE = 60.0
_UNWRITTEN = frozenset({Kind.UNCHANGED, Kind.NO_TEXT})


@dataclass(frozen=True, slots=True)
class Judged:
    """A page's or an item's text on its way through the index.

    *page_lines* are the lines of a text that was read from a page of *host*: those that the host
    repeats on page after page are left out of the fingerprint. None for an item's own text.
    """

    document: Document
    host: str = ""
    page_lines: tuple[str, ...] | None = None
    fingerprint: Fingerprint | None = None
    """Of the document's text as it is, where it is known already."""


@dataclass(eq=False)
class _Shared:
    """What all crawls of one process on one index share."""

    sites: SiteTemplates = field(default_factory=SiteTemplates)
    waiters: Waiters = field(default_factory=Waiters)
    lane: Lane | ThreadLane = field(default_factory=Lane)


_shared: WeakKeyDictionary[NearDupIndex, _Shared] = WeakKeyDictionary()
_sharing = threading.Lock()


def _share(index: NearDupIndex, *, remote: bool) -> _Shared:
    # Crawls that start together open the index in a thread each.
    with _sharing:
        shared = _shared.get(index)
        if shared is None:
            shared = _shared[index] = _Shared(lane=ThreadLane() if remote else Lane())
        return shared


class IndexSession:
    """One crawl's use of its index. Methods are coroutines of the crawl's loop."""

    def __init__(self, settings: NearDupSettings, crawler: Crawler, reader: Reader) -> None:
        assert crawler.stats is not None
        self._settings = settings
        self._crawler = crawler
        # Looked up once: each look at a collector of stats takes it a while.
        self._add = crawler.stats.inc_value
        self._index: NearDupIndex | None = None
        self._waiters = Waiters()
        self._lane: Lane | ThreadLane = Lane()
        self._reader = reader
        self._opening = threading.Lock()
        self._waiting_for_lock = False
        self._next_prune = 0.0
        self.failed = False
        """Whether the index was given up, or closed: nothing is judged any more, every item passes."""
        self._held: set[Reservation] = set()

    @property
    def index(self) -> NearDupIndex | None:
        """The open index, None before the first item and after the crawl."""
        return self._index

    async def count(self) -> int | None:
        """The number of articles in the index, None if it is not open or does not answer."""
        if self._index is None:
            return None
        try:
            return await self._lane.call(len, self._index)
        except NearDupError:
            return None

    async def check(self, judged: Judged) -> Verdict | None:
        """The verdict alone, None where the index can't be used."""
        try:
            index = await self._opened()
            document = await self._lane.call(self._prepare, index, judged)
            fingerprint = self._known(document, judged) or await self._fingerprint(document)
            return await self._lane.call(
                index.check, document, fingerprint, policy=self._settings.policy
            )
        except NearDupError as error:
            self._give_up(error)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, it is not lost
            self._pass(judged, error)
        return None

    async def reserve(self, judged: Judged) -> Reservation | None:
        """A verdict that rests on no pending item, and a place held for the document.

        Waits for the outcome of pending items that it would rest on, as long as NEARDUP_WAIT
        allows. None where the index can't be used or the wait was too long. With
        NEARDUP_READONLY nothing is held: the verdict rests on the index as it is.
        """
        waiter = Waiter()
        try:
            return await self._reserve_for(waiter, judged)
        finally:
            self._waiters.place_followers(waiter, {})

    async def _reserve_for(self, waiter: Waiter, judged: Judged) -> Reservation | None:
        deadline = time.monotonic() + self._settings.wait
        pause = _FIRST_POLL
        while not self.failed:
            try:
                index = self._index or await self._opened()
                if not await self._lane.call(self._prepare_for, waiter, index, judged):
                    assert waiter.document is not None
                    with timed(self._add, "fingerprint"):
                        waiter.fingerprint = await self._fingerprint(waiter.document)
                with timed(self._add, "judge"):
                    reservation, places = await self._lane.call(self._reserve, index, waiter)
            except NearDupError as error:
                self._give_up(error)
                break
            except Exception as error:  # noqa: BLE001 - whatever an item holds, it is not lost
                self._pass(judged, error)
                break
            self._waiters.place_followers(waiter, places)
            if not reservation.blockers:
                return reservation
            self._add("neardup/waited")
            left = deadline - time.monotonic()
            if left <= 0:
                self._add("neardup/wait_timeout")
                break
            if any(blocker.foreign for blocker in reservation.blockers):
                # Another process does not tell of its item's outcome: ask again.
                left, pause = min(left, pause), min(pause * 2, _LONGEST_POLL)
            await self._waiters.wait(waiter, reservation.blockers, left)
        return None

    async def let_through(self, reservation: Reservation) -> bool:
        """Whether a copy is among those of its story that NEARDUP_KEEP_COPIES keeps."""
        try:
            return await self._lane.call(reservation.let_through, self._settings.keep_copies)
        except NearDupError as error:
            self._give_up(error)
            return False

    async def settle(self, reservation: Reservation, judged: Judged, *, keep: bool) -> bool:
        """Commit or roll back, and tell whether the document is in the index now.

        A failure is logged and counted, and never the item's loss.
        """
        if reservation not in self._held:
            return False
        self._held.discard(reservation)
        if self._settings.readonly or reservation.verdict.kind in _UNWRITTEN:
            await self._lane.call(reservation.rollback)
            return False
        kept = False
        try:
            if keep:
                with timed(self._add, "commit"):
                    await self._committed(reservation, judged)
                kept = True
                self._add("neardup/committed")
            else:
                await self._lane.call(reservation.rollback)
                self._add("neardup/rolled_back")
        except NearDupError as error:
            self._give_up(error)
        finally:
            self._waiters.settled(reservation, kept=kept)
        return kept

    async def close(self) -> None:
        """Roll back what is still held, save what was learned of the sites, close the index."""
        # More may come while this waits.
        while self._held:
            reservation = self._held.pop()
            await self._lane.call(reservation.rollback)
            self._waiters.settled(reservation, kept=False)
        # `scrapy parse --pipelines` does not wait for its items, which may come after this.
        failed, self.failed = self.failed, True
        index, self._index = self._index, None
        if index is not None:
            try:
                # An index that failed would only fail again.
                if failed:
                    index.hosts.forget()
                elif not self._settings.readonly:
                    await self._lane.call_in_thread(_shared[index].sites.save, index)
            except NearDupError as error:
                logger.error("What was learned of the sites is not saved: %s", printable(error))
            try:
                await self._lane.call_in_thread(index.close)
            except NearDupError as error:
                logger.error("The index is not closed in order: %s", printable(error))

    async def _opened(self) -> NearDupIndex:
        while self._index is None:
            try:
                await run_in_thread(self._open)
            except IndexLocked as error:
                if self._settings.on_locked != "wait" or not self._crawler.crawling:
                    raise
                if not self._waiting_for_lock:
                    self._waiting_for_lock = True
                    logger.warning("Waiting: %s", printable(error))
                retry: Deferred[None] = Deferred()
                call_later(_LOCK_RETRY, retry.callback, None)
                await maybe_deferred_to_future(retry)
        return self._index

    def _open(self) -> None:
        with self._opening:
            if self._index is not None:
                return
            assert self._crawler.spider is not None
            name = self._crawler.spider.name
            place: Path | str
            index: NearDupIndex
            if self._settings.index_url is not None:
                index = self._connect(self._settings.index_url, self._settings.index_name(name))
                place = str(index.stats()["path"])
            else:
                place = self._settings.index_directory(name)
                if self._settings.readonly and not place.exists():
                    index = NearDupIndex.in_memory(self._settings.scheme)
                else:
                    index = self._open_in(place, holder=f"spider {name}")
            shared = _share(index, remote=self._settings.index_url is not None)
            self._waiters, self._lane = shared.waiters, shared.lane
            logger.info(
                "Near-duplicate index %s: %d articles, %s",
                printable(place),
                len(index),
                ", ".join(f"{name} {value}" for name, value in index.scheme.to_dict().items()),
            )
            self._index = index

    def _connect(self, url: str, name: str) -> NearDupIndex:
        from scrapy_neardup.core.redis.index import RedisIndex

        settings = self._settings
        return RedisIndex.connect(
            url,
            settings.scheme,
            name=name,
            expected_documents=settings.expected_documents,
            thresholds=settings.thresholds,
            ttl=settings.ttl,
        )

    def _open_in(self, directory: Path, holder: str) -> NearDupIndex:
        settings = self._settings
        try:
            return NearDupIndex.open(
                directory,
                settings.scheme,
                holder=holder,
                sync=settings.sync,
                expected_documents=settings.expected_documents,
                thresholds=settings.thresholds,
                ttl=settings.ttl,
            )
        except IndexLocked as error:
            if settings.on_locked != "snapshot":
                raise
            logger.warning(
                "Working on a copy of the index, what this crawl finds is not kept: %s",
                printable(error),
            )
            return NearDupIndex.snapshot(
                directory, settings.scheme, thresholds=settings.thresholds, ttl=settings.ttl
            )

    def _prepare(self, index: NearDupIndex, judged: Judged) -> Document:
        document = judged.document
        if self._settings.keep_text and not self._settings.readonly:
            document = replace(document, keep_text=True)
        if judged.page_lines is None:
            return document
        lines = _shared[index].sites.strip(index, judged.host, judged.page_lines)
        # What the template leaves of a page may be too little to trust a likeness.
        short = document.equality_only or sum(map(weigh, lines)) < SHORT_WEIGHT
        if len(lines) == len(judged.page_lines) and short == document.equality_only:
            return document
        return replace(document, text="\n".join(lines), equality_only=short)

    def _prepare_for(self, waiter: Waiter, index: NearDupIndex, judged: Judged) -> bool:
        """Let *waiter* be judged by what the site's template leaves; whether all is known of it."""
        document = self._prepare(index, judged)
        if document != waiter.document:
            waiter.document = document
            waiter.fingerprint = self._known(document, judged)
        return waiter.fingerprint is not None

    def _known(self, document: Document, judged: Judged) -> Fingerprint | None:
        whole = document.text == judged.document.text
        self._reader.ahead = whole and judged.page_lines is not None
        return judged.fingerprint if whole else None

    async def _fingerprint(self, document: Document) -> Fingerprint:
        return await self._reader.fingerprint(document.text, document.title, document.id)

    def _reserve(
        self, index: NearDupIndex, waiter: Waiter
    ) -> tuple[Reservation, dict[Waiter, Reservation]]:
        """A reservation or what blocks it, and on which of these each follower would rest."""
        assert waiter.document is not None
        if self._settings.readonly:
            verdict = index.check(
                waiter.document, waiter.fingerprint, policy=self._settings.policy
            )
            reservation = Reservation(index, verdict, None)
            self._held.add(reservation)
            return reservation, {}
        reservation = index.reserve(
            waiter.document, waiter.fingerprint, policy=self._settings.policy
        )
        if not reservation.blockers:
            # Here and not after the call: who waits for a thread may be cancelled.
            self._held.add(reservation)
        return reservation, _places(index, waiter, reservation.blockers or (reservation,))

    async def _committed(self, reservation: Reservation, judged: Judged) -> None:
        index = self._index
        slow = index is None or index.waits_for_disk
        call = self._lane.call_in_thread if slow else self._lane.call
        await call(self._commit, reservation, judged)
        if index is None:
            return
        if _shared[index].sites.save_due:
            await self._lane.call_in_thread(_shared[index].sites.save, index)
        if self._settings.ttl is not None and time.monotonic() >= self._next_prune:
            await self._lane.call_in_thread(self._prune, index, self._settings.ttl)

    def _commit(self, reservation: Reservation, judged: Judged) -> None:
        reservation.commit()
        index = self._index
        if index is not None and reservation.verdict.kind is Kind.NEW and judged.page_lines:
            _shared[index].sites.learn(index, judged.host, judged.page_lines)

    def _prune(self, index: NearDupIndex, ttl: float) -> None:
        # A slice now and then, so that no item waits long for it.
        gone = index.prune(time.time() - ttl, limit=_PRUNE_SLICE)
        self._add("neardup/expired", gone)
        if gone < _PRUNE_SLICE:
            self._next_prune = time.monotonic() + _PRUNE_PAUSE

    def _pass(self, judged: Judged, error: Exception) -> None:
        self._add(f"neardup/judge_error/{type(error).__name__}")
        logger.error("%s passes unjudged", printable(judged.document.id), exc_info=error)

    def _give_up(self, error: NearDupError) -> None:
        if self.failed:
            return
        self.failed = True
        locked = isinstance(error, IndexLocked)
        policy = self._settings.on_locked if locked else self._settings.on_error
        setting = "NEARDUP_ON_LOCKED" if locked else "NEARDUP_ON_ERROR"
        self._add("neardup/index_locked" if locked else "neardup/index_error")
        closing = policy == "close"
        logger.error(
            "Near-duplicates are no longer looked for, items pass unjudged; %s (%s = %r). %s",
            "the crawl is closed" if closing else "the crawl goes on",
            setting,
            policy,
            printable(error),
        )
        if closing and self._crawler.engine is not None:
            reason = "neardup_locked" if locked else "neardup_error"
            closed = deferred_from_coro(self._crawler.engine.close_spider_async(reason=reason))
            closed.addErrback(lambda failure: logger.error("Closing failed: %s", failure))


def _places(
    index: NearDupIndex, waiter: Waiter, reservations: Sequence[Reservation]
) -> dict[Waiter, Reservation]:
    places = {}
    for follower in [*waiter.followers]:
        assert follower.document is not None
        assert follower.fingerprint is not None
        for reservation in reservations:
            if index.would_rest_on(follower.document, follower.fingerprint, reservation):
                places[follower] = reservation
                break
    return places
