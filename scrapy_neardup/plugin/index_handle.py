"""The index of one crawl: opened once, given up when it fails, closed at the end."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Any

from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred

from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.criteria import Compare
from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexLocked,
    IndexUnreachable,
    NearDupError,
)
from scrapy_neardup.core.format import rebuild
from scrapy_neardup.counting import counted, last_days
from scrapy_neardup.plugin.host_rules import scores_in_words
from scrapy_neardup.plugin.in_thread import in_thread
from scrapy_neardup.plugin.log import MESSAGE_LIMIT, error_logged, printable
from scrapy_neardup.plugin.opening import open_index
from scrapy_neardup.plugin.refusal import refuse_to_start
from scrapy_neardup.plugin.settings import with_settings
from scrapy_neardup.plugin.sharing import SharedParts, shared_parts

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.runs import Run
    from scrapy_neardup.plugin.guard import Guard
    from scrapy_neardup.plugin.opening import OpenIndex
    from scrapy_neardup.plugin.settings import NearDupSettings

logger = logging.getLogger(__name__)

_LOCK_RETRY_SECONDS = 0.5
_RUNS_BEFORE = 20
COUNTS_OF_RUN = ("checked", "dropped", "guarded", "responses_dropped", "tagged", "unjudged")
"""Stats of a crawl that the index keeps with its run, named without ``neardup/``."""
_TOLD_OF_INDEX = ("stale_postings", "candidates_passed_over", "lapsed", "unacknowledged")
"""Counts of the open index that become stats of the crawl at its end, named without
``neardup/``."""


class IndexHandle:
    """One crawl's hold on its index. Methods are coroutines of the crawl's loop."""

    def __init__(self, settings: NearDupSettings, crawler: Crawler, guard: Guard) -> None:
        self._settings = settings
        self._crawler = crawler
        self._add = crawler.stats.inc_value
        self._guard = guard
        self._opening = threading.Lock()
        self.index: Index | None = None
        """The open index, None before it is open and after the crawl."""
        self.shared = SharedParts()
        """What the crawls of this process on the index share, once it is open."""
        self.run: Run | None = None
        """The index's record of this crawl; None before the index is open, and if it is only read."""
        self.failed = False
        """Whether the index was given up, or closed: nothing is judged any more."""
        self.unreachable = False
        """Whether it was given up because its servers were waited for in vain."""

    async def open(self) -> None:
        """Open the index before the crawl's first request, and wait for its lock if that is wanted.

        If it can't be used, and the settings say to close the crawl then, no request is sent.
        """
        try:
            await self._opened()
        except Exception as error:  # noqa: BLE001 - whatever it is, NEARDUP_ON_ERROR decides
            if isinstance(error, IndexLocked) and self._settings.on_locked == "wait":
                # The crawl was stopped while it waited.
                self.failed = True
                refuse_to_start(self._crawler, "shutdown")
            elif self._fail(
                error,
                closing="The crawl is not started",
                going_on="The near-duplicate filter is off, items pass unjudged; the crawl goes on",
            ):
                refuse_to_start(self._crawler, _finish_reason(error))

    async def ready(self) -> Index | None:
        """The index, opened if it is not open yet; None if it can't be used, which is logged."""
        if self.index is not None:
            return self.index
        try:
            return await self._opened()
        except Exception as error:  # noqa: BLE001 - whatever it is, NEARDUP_ON_ERROR decides
            self.give_up(error)
            return None

    def give_up(self, error: Exception) -> None:
        """Judge nothing any more because of *error*, and close the crawl if the settings say so."""
        if self.failed:
            return
        told = "Near-duplicates are no longer looked for, items pass unjudged; the crawl "
        if self._fail(error, closing=f"{told}is closed", going_on=f"{told}goes on"):
            engine = self._crawler.engine
            if engine is not None:
                reason = _finish_reason(error)
                closing = deferred_from_coro(engine.close_spider_async(reason=reason))
                closing.addErrback(lambda failure: logger.error("Closing failed: %s", failure))

    async def count(self) -> int | None:
        """The number of articles in the index, None if it is not open or does not answer."""
        if self.index is None:
            return None
        try:
            return await self.shared.executor.call(len, self.index)
        except NearDupError:
            return None

    async def close(self) -> None:
        """Save what was learned of the sites, and close the index."""
        # `scrapy parse --pipelines` does not wait for its items, which may come after this, or be
        # opening the index right now.
        failed, self.failed = self.failed, True
        index = await in_thread(self._take)
        if index is None:
            return
        try:
            # An index that failed would only fail again.
            if not failed:
                await self._end_run(index)
        finally:
            with error_logged(logger, "The index is not closed in order"):
                await self.shared.executor.call_in_thread(index.close)

    async def _end_run(self, index: Index) -> None:
        call = self.shared.executor.call_in_thread
        with error_logged(logger, "What the index has counted is not among the stats"):
            self._tell(await call(index.stats))
        if self._settings.readonly:
            return
        with error_logged(logger, "What was learned of the sites is not saved"):
            await call(self.shared.sites.save, index)
        if self.run is not None:
            with error_logged(logger, "The end of this run is not recorded in the index"):
                await call(index.runs.finish, self.run, time.time(), self._counts())

    def _begin_run(self, index: Index, spider_name: str) -> None:
        try:
            self._guard.learn_usual(index.runs.latest_of(spider_name, _RUNS_BEFORE))
        except IndexCorrupt as error:
            # Nothing else is read of earlier runs, so it stops no crawl.
            logger.error(
                "NEARDUP_GUARD does not know how much is usually dropped: %s",
                printable(error, MESSAGE_LIMIT),
            )
        if not self._settings.readonly:
            self.run = index.runs.begin(spider_name, time.time())

    def _tell(self, figures: dict[str, Any]) -> None:
        """Add to the crawl's stats what the index has counted since it was opened, if anything."""
        for name in _TOLD_OF_INDEX:
            if figures.get(name):
                self._crawler.stats.set_value(f"neardup/{name}", figures[name])

    def _counts(self) -> dict[str, int]:
        """The crawl's stats that the index keeps with its run, by name, without zeros."""
        counted = self._crawler.stats.get_stats()
        return {
            name: int(counted[f"neardup/{name}"])
            for name in COUNTS_OF_RUN
            if counted.get(f"neardup/{name}")
        }

    def _take(self) -> Index | None:
        """Hand over the open index, None if there is none; this handle no longer has it."""
        with self._opening:
            index, self.index = self.index, None
            return index

    async def _opened(self) -> Index | None:
        waiting = False
        while self.index is None and not self.failed:
            try:
                await in_thread(self._open)
            except IndexLocked as error:
                if self._settings.on_locked != "wait" or not self._crawler.crawling:
                    raise
                if not waiting:
                    waiting = True
                    logger.warning("Waiting: %s", printable(error, MESSAGE_LIMIT))
                retry: Deferred[None] = Deferred()
                call_later(_LOCK_RETRY_SECONDS, retry.callback, None)
                await maybe_deferred_to_future(retry)
        return self.index

    def _open(self) -> None:
        # After a Scrapy command has closed its spider, several items may try to open the index at once.
        with self._opening:
            if self.index is not None or self.failed:
                return
            assert self._crawler.spider is not None
            opened = open_index(self._settings, self._crawler.spider.name)
            if opened.snapshot_of is not None:
                logger.warning(
                    "Working on a copy of the index, what this crawl finds is not kept: %s",
                    printable(opened.snapshot_of, MESSAGE_LIMIT),
                )
            self.shared = shared_parts(opened.index)
            try:
                self._begin_run(opened.index, self._crawler.spider.name)
                _announce(opened, self._settings)
            except BaseException:
                opened.index.close()
                raise
            self.index = opened.index

    def _fail(self, error: Exception, *, closing: str, going_on: str) -> bool:
        """Note and log that the index can't be used, and return whether that ends the crawl.

        The log line begins with *closing* if it does, else with *going_on*.
        """
        self.failed = True
        self.unreachable = isinstance(error, IndexUnreachable)
        locked = isinstance(error, IndexLocked)
        policy = self._settings.on_locked if locked else self._settings.on_error
        setting = "NEARDUP_ON_LOCKED" if locked else "NEARDUP_ON_ERROR"
        self._add("neardup/index_locked" if locked else "neardup/index_error")
        closes = policy == "close"
        expected = isinstance(error, (NearDupError, OSError))
        logger.error(
            "%s (%s = %r): %s",
            closing if closes else going_on,
            setting,
            policy,
            printable(
                with_settings(error) if isinstance(error, NearDupError) else repr(error),
                MESSAGE_LIMIT,
            ),
            exc_info=None if expected else error,
        )
        return closes


def _finish_reason(error: Exception) -> str:
    return "neardup_locked" if isinstance(error, IndexLocked) else "neardup_error"


def _announce(opened: OpenIndex, settings: NearDupSettings) -> None:
    logger.info(
        "Near-duplicate index %s: %s, %s%s, %s; %s, thresholds %s%s",
        printable(opened.place),
        counted(len(opened.index), "article", commas=False),
        opened.index.engine,
        ", read only" if settings.readonly else "",
        "compiled" if is_compiled("scrapy_neardup.core.fingerprints") else "not compiled",
        settings.actions,
        scores_in_words(settings.thresholds, rewritten=settings.rewritten),
        _limits(settings) + (_retold(opened.index, settings) if settings.rewritten else ""),
    )
    scheme = opened.index.scheme.to_dict()
    logger.debug(
        "Scheme of the index: %s", ", ".join(f"{name} {value}" for name, value in scheme.items())
    )


def _retold(index: Index, settings: NearDupSettings) -> str:
    """The articles whose rewritten copies are looked for, as text."""
    told = "; rewritten copies looked for"
    if settings.rewritten_window is not None:
        told += f", of articles first seen in {last_days(settings.rewritten_window)}"
    if index.knows_no_terms:
        told += (
            ", but no article there can be their source"
            if settings.readonly
            else ", of articles kept from now on"
        )
        if index.may_keep_texts:
            remedy = rebuild(shared=index.is_shared, options=" --rewritten")
            told += f" (to have older ones whose texts were kept as sources, {remedy})"
    return told


def _limits(settings: NearDupSettings) -> str:
    """The limits on what is compared, and the rules for single hosts, as text."""
    told = {
        Compare.ALL: "",
        Compare.OTHER_HOSTS: "; compared with other hosts only",
        Compare.SAME_HOST: "; compared within a host only",
    }[Compare(settings.compare)]
    if settings.window is not None:
        told += f"; compared with {last_days(settings.window)}"
    if settings.host_rules:
        told += f"; by host: {settings.host_rules.in_words(rewritten=settings.rewritten)}"
    return told
