"""What becomes of reservations: committed once an item has passed all pipelines, else undone."""

from __future__ import annotations

import logging
import math
import time
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.plugin.log import error_logged
from scrapy_neardup.plugin.timing import timed

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.plugin.index_handle import IndexHandle
    from scrapy_neardup.plugin.queries import Query
    from scrapy_neardup.plugin.settings import NearDupSettings

logger = logging.getLogger(__name__)

_PRUNE_SLICE = 20
"""Old documents that are forgotten at a time."""
_PRUNE_AFTER = 10
"""Settled items after which a slice is due even while calls wait, as on a slow disk they always do: so
more is forgotten than comes."""
_PRUNE_PAUSE_SECONDS = 10.0
"""Between two looks for old documents, when the last slice was not full: each reads some part of the
index only."""


class Settling:
    """Settles the reservations of one crawl. Methods are coroutines of the crawl's loop."""

    def __init__(
        self, settings: NearDupSettings, handle: IndexHandle, add: Callable[..., None]
    ) -> None:
        self._settings = settings
        self._handle = handle
        self._add = add
        self._held: set[Reservation] = set()
        self._next_prune = 0.0
        self._settled_since_slice = 0

    def hold(self, reservation: Reservation) -> None:
        """Take charge of a reservation until it is settled."""
        self._held.add(reservation)

    async def settle(self, reservation: Reservation, query: Query, *, keep: bool) -> bool:
        """Commit or roll back; whether the document is in the index now.

        A failure of the index is logged and counted, and never the item's loss. Any other error is raised:
        Scrapy logs it, as that of a signal's handler.
        """
        if reservation not in self._held:
            return False
        self._held.discard(reservation)
        try:
            return await self._settle(reservation, query, keep=keep)
        except BaseException:
            # Cancelled before its turn came: the end of the crawl gives its place up.
            if not reservation.settled:
                self._held.add(reservation)
            raise

    async def _settle(self, reservation: Reservation, query: Query, *, keep: bool) -> bool:
        executor = self._handle.shared.executor
        if self._settings.readonly or not reservation.writes:
            await executor.call(reservation.rollback)
            # A crawl that finds nothing new has to forget what is old, too.
            if not self._settings.readonly:
                await self._look_after()
            return False
        kept = False
        try:
            # Each commit to servers that are away would wait as long again, and hold its item.
            if keep and not self._handle.unreachable:
                with timed(self._add, "commit"):
                    await self._committed(reservation, query)
                kept = True
                unchanged = reservation.verdict.kind is Kind.UNCHANGED
                self._add("neardup/texts_added" if unchanged else "neardup/committed")
            else:
                await executor.call(reservation.rollback)
                self._add("neardup/rolled_back")
        except NearDupError as error:
            self._handle.give_up(error)
        finally:
            self._handle.shared.waiters.settled(reservation, kept=kept)
        await self._look_after()
        return kept

    async def roll_back_all(self) -> int:
        """Give up whatever is still held, and return how many documents that were."""
        given_up = 0
        # More may come while this waits.
        while self._held:
            reservation = self._held.pop()
            # It may be committed in a thread that goes on when what awaited it was cancelled.
            was_open = await self._handle.shared.executor.call(reservation.rollback)
            self._handle.shared.waiters.settled(reservation, kept=False)
            if was_open and reservation.writes:
                given_up += 1
                self._add("neardup/rolled_back")
        return given_up

    async def _committed(self, reservation: Reservation, query: Query) -> None:
        index, executor = self._handle.index, self._handle.shared.executor
        slow = index is None or index.waits_for_disk
        call = executor.call_in_thread if slow else executor.call
        await call(self._commit, reservation, query)

    def _commit(self, reservation: Reservation, query: Query) -> None:
        reservation.commit()
        index = self._handle.index
        # An article that is posted again would make its text look like a template.
        if index is not None and query.page_lines and reservation.verdict.kind is Kind.NEW:
            with error_logged(logger, "A page's lines are not learned"):
                self._handle.shared.sites.learn(index, query.host, query.page_lines)

    async def _look_after(self) -> None:
        """Save what was learned of the sites, and prune, when it is time.

        An article that was committed before is kept, whatever comes of it.
        """
        index, shared = self._handle.index, self._handle.shared
        if index is None:
            return
        if shared.sites.save_due:
            with error_logged(logger, "What was learned of the sites is not saved"):
                await shared.executor.call_in_thread(shared.sites.save, index)
        self._settled_since_slice += 1
        ttl = self._settings.ttl
        if (
            ttl is not None
            and time.monotonic() >= self._next_prune
            and (self._settled_since_slice >= _PRUNE_AFTER or not shared.executor.is_awaited)
        ):
            await self._prune_slice(index, time.time() - ttl)

    async def _prune_slice(self, index: Index, before: float) -> None:
        """Take some of what was first seen before the time *before* out of *index*, and set when the next
        slice is due.

        A slice now and then, and never the next one before the items that wait for the last, nor for one
        that fails: else each of many items would wait for a slice of each other's.
        """
        self._settled_since_slice = 0
        self._next_prune = math.inf
        gone = 0

        def count(_: int, taken_out: int) -> None:
            nonlocal gone
            gone = taken_out

        try:
            with error_logged(logger, "Articles that have expired are not pruned"):
                # On a quick disk not in a thread: beside a busy loop a slice takes many times as long there.
                await self._handle.shared.executor.call(
                    index.prune, before, limit=_PRUNE_SLICE, progress=count
                )
        finally:
            # Some may be gone before an error.
            self._add("neardup/expired", gone)
            pause = 0.0 if gone >= _PRUNE_SLICE else _PRUNE_PAUSE_SECONDS
            self._next_prune = time.monotonic() + pause
