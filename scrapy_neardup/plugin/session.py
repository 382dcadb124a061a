"""One crawl's use of its index: open, judge, settle, close."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.reservation import Reservation
from scrapy_neardup.plugin.fingerprinting import Fingerprinting
from scrapy_neardup.plugin.index_handle import IndexHandle
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.settling import Settling
from scrapy_neardup.plugin.timing import timed
from scrapy_neardup.plugin.waiting import Waiter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy.crawler import Crawler

    from scrapy_neardup.core.document import Document, Verdict
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.plugin.guard import Guard
    from scrapy_neardup.plugin.queries import Query
    from scrapy_neardup.plugin.settings import NearDupSettings

_T = TypeVar("_T")

logger = logging.getLogger(__name__)

_FIRST_POLL_SECONDS, _LONGEST_POLL_SECONDS = 0.05, 1.0


class IndexSession:
    """One crawl's use of its index. Methods are coroutines of the crawl's loop.

    The index is opened by :meth:`open`, before the first request, or else by the first query.
    """

    def __init__(self, settings: NearDupSettings, crawler: Crawler, guard: Guard) -> None:
        # Looked up once, because each look-up on a stats collector takes a while.
        self._add = crawler.stats.inc_value
        self._settings = settings
        self._handle = IndexHandle(settings, crawler, guard)
        self._settling = Settling(settings, self._handle, self._add)
        self._fingerprint = Fingerprinting()

    @property
    def index(self) -> Index | None:
        """The open index, None before it is open and after the crawl."""
        return self._handle.index

    def require_index(self) -> Index:
        """The open index. Raises NearDupError if there is none."""
        if self.index is None:
            raise NearDupError("no index is open: the crawl has ended, or goes on without one")
        return self.index

    @property
    def failed(self) -> bool:
        """Whether the index was given up, or closed: nothing is judged any more."""
        return self._handle.failed

    async def open(self) -> None:
        """Open the index before the first request: see :meth:`.IndexHandle.open`."""
        await self._handle.open()

    async def count(self) -> int | None:
        """The number of articles in the index, None if it is not open or does not answer."""
        return await self._handle.count()

    async def check(self, query: Query) -> Verdict | None:
        """The verdict, without a place held. None if the index can't be used or judging fails."""
        return await self._ask(query, lambda index: partial(self._checked, index))

    def check_now(self, query: Query) -> Verdict:
        """The verdict as :meth:`check` gives it, on the calling thread. Raises NearDupError while no
        index is open.
        """
        index = self.require_index()
        return self._checked(index, self._prepare(index, query))

    async def placed(self, query: Query) -> Query:
        """*query* under its own id, or under its *aside* if its own id belongs to another article.

        It takes the fingerprint along. A text that waited for a second one would be judged after
        texts that came later.
        """
        aside = query.aside
        if aside is None:
            return query
        answer = await self._ask(query, lambda index: partial(_other_article, index))
        if answer is None:
            return query
        has_other, fingerprint = answer
        document = replace(query.document, id=aside) if has_other else query.document
        return replace(query, document=document, aside=None, fingerprint=fingerprint)

    async def _ask(
        self, query: Query, question: Callable[[Index], Callable[[Document, Fingerprint], _T]]
    ) -> _T | None:
        """The index's answer to *question*, without a place held. None if the index can't be used or
        fails.
        """
        index = await self._handle.ready()
        if index is None:
            return None
        executor = self._handle.shared.executor
        try:
            document = await executor.call(self._prepare, index, query)
            with timed(self._add, "fingerprint"):
                fingerprint = await self._fingerprint(index.fingerprinter, document)
            return await executor.call(question(index), document, fingerprint)
        except NearDupError as error:
            self._handle.give_up(error)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, it is not lost
            self._pass_unjudged(query, error)
        return None

    async def reserve(
        self, query: Query, awaiting: Sequence[Reservation] = ()
    ) -> Reservation | None:
        """A verdict that rests on no pending item, and a place held for the document.

        Waits for the outcome of pending items that the verdict would rest on, as long as
        NEARDUP_WAIT allows. None if the index can't be used, judging fails or the wait was too
        long, or would be for *awaiting*: items that themselves wait for this one. With
        NEARDUP_READONLY no place is held: the verdict rests on the index as it is.
        """
        waiter = Waiter()
        try:
            return await self._reserve_for(waiter, query, awaiting)
        finally:
            self._handle.shared.waiters.place_followers(waiter, {})

    async def let_through(self, reservation: Reservation, query: Query) -> bool:
        """Whether a copy is one of the copies of its story that NEARDUP_KEEP_COPIES keeps. It is if
        that can't be told.
        """
        try:
            return await self._handle.shared.executor.call(
                reservation.let_through, self._settings.keep_copies
            )
        except NearDupError as error:
            self._handle.give_up(error)
            return True
        except Exception as error:
            # Whatever an item holds, it is not lost.
            self._add(f"neardup/judge_error/{type(error).__name__}")
            logger.error(
                "%s is kept: it is a copy, but how many of its story were kept can't be told",
                printable(query.document.id),
                exc_info=error,
            )
            return True

    async def settle(self, reservation: Reservation, query: Query, *, keep: bool) -> bool:
        """Commit *reservation* if *keep*, else roll it back. Return whether its document is in the
        index now.
        """
        return await self._settling.settle(reservation, query, keep=keep)

    async def close(self) -> int:
        """Roll back what is still held, and close the index. Return how many documents were given
        up.
        """
        try:
            return await self._settling.roll_back_all()
        finally:
            await self._handle.close()

    async def _reserve_for(
        self, waiter: Waiter, query: Query, awaiting: Sequence[Reservation]
    ) -> Reservation | None:
        deadline = time.monotonic() + self._settings.wait
        pause = _FIRST_POLL_SECONDS
        while not self._handle.failed:
            index = await self._handle.ready()
            if index is None:
                break
            shared = self._handle.shared
            try:
                await shared.executor.call(self._prepare_for, waiter, index, query)
                if waiter.fingerprint is None:
                    assert waiter.document is not None
                    with timed(self._add, "fingerprint"):
                        waiter.fingerprint = await self._fingerprint(
                            index.fingerprinter, waiter.document
                        )
                with timed(self._add, "judge"):
                    reservation, places = await shared.executor.call(self._reserve, index, waiter)
            except NearDupError as error:
                self._handle.give_up(error)
                break
            except Exception as error:  # noqa: BLE001 - whatever an item holds, it is not lost
                self._pass_unjudged(query, error)
                break
            shared.waiters.place_followers(waiter, places)
            if not reservation.blockers:
                return reservation
            if any(blocker in awaiting for blocker in reservation.blockers):
                break
            self._add("neardup/waited")
            left = deadline - time.monotonic()
            if left <= 0:
                self._add("neardup/wait_timeout")
                break
            if any(blocker.foreign for blocker in reservation.blockers):
                # Another process does not tell of its item's outcome: ask again.
                left, pause = min(left, pause), min(pause * 2, _LONGEST_POLL_SECONDS)
            with timed(self._add, "wait"):
                await shared.waiters.wait(waiter, reservation.blockers, left)
        return None

    def _prepare(self, index: Index, query: Query) -> Document:
        """The document without the lines that its site repeats on page after page."""
        document = self._handle.shared.sites.document_of(index, query)
        settings, run = self._settings, self._handle.run
        criteria = settings.criteria_on(host_of(document.url or ""))
        if query.apart_from is not None:
            # The first of the items that a page has under its address may have been a later one of them.
            may_have_moved_up = query.page_lines is None and document.id == query.apart_from
            criteria = replace(
                criteria, apart_from=query.apart_from, apart_unless_equal=may_have_moved_up
            )
        return replace(
            document,
            criteria=criteria,
            keep_text=settings.keep_text,
            run=run.number if run else 0,
        )

    def _prepare_for(self, waiter: Waiter, index: Index, query: Query) -> None:
        """Give *waiter* the document as it is to be judged now: meanwhile more of the lines that its
        site repeats may have been learned.
        """
        document = self._prepare(index, query)
        if document != waiter.document:
            waiter.document, waiter.fingerprint = document, query.fingerprint

    def _reserve(
        self, index: Index, waiter: Waiter
    ) -> tuple[Reservation, dict[Waiter, Reservation]]:
        """A reservation, perhaps with blockers, and for each follower of *waiter* the blocker, or
        else the reservation, on which it would rest.
        """
        assert waiter.document is not None
        if self._handle.unreachable:
            # Meanwhile, another item waited for the servers in vain.
            raise NearDupError("the index was given up")
        if self._settings.readonly:
            verdict = self._checked(index, waiter.document, waiter.fingerprint)
            reservation = Reservation(verdict)
            self._settling.hold(reservation)
            return reservation, {}
        reservation = index.reserve(
            waiter.document, waiter.fingerprint, policy=self._settings.policy
        )
        if not reservation.blockers:
            # Here and not after the call, because a coroutine that awaits a thread may be cancelled.
            self._settling.hold(reservation)
        return reservation, _places(index, waiter, reservation.blockers or (reservation,))

    def _checked(
        self, index: Index, document: Document, fingerprint: Fingerprint | None = None
    ) -> Verdict:
        return index.check(document, fingerprint, policy=self._settings.policy)

    def _pass_unjudged(self, query: Query, error: Exception) -> None:
        self._add(f"neardup/judge_error/{type(error).__name__}")
        logger.error("%s passes unjudged", printable(query.document.id), exc_info=error)


def _other_article(
    index: Index, document: Document, fingerprint: Fingerprint
) -> tuple[bool, Fingerprint]:
    """Whether the id of *document* belongs to another article, and the *fingerprint* to go on with."""
    return index.has_other_article(document, fingerprint), fingerprint


def _places(
    index: Index, waiter: Waiter, reservations: Sequence[Reservation]
) -> dict[Waiter, Reservation]:
    """The first of *reservations* that each follower of *waiter* would rest on, if any."""
    places = {}
    for follower in [*waiter.followers]:
        assert follower.document is not None
        assert follower.fingerprint is not None
        for reservation in reservations:
            if index.would_rest_on(follower.document, follower.fingerprint, reservation):
                places[follower] = reservation
                break
    return places
