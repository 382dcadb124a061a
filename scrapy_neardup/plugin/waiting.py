"""Items that wait for the outcome of other items that are still under way.

A waiter *runs* (it is being judged, or is about to be), or it *queues* for an unsettled
reservation of this process, or it *follows* a waiter that runs. When a reservation is committed,
all waiters that queue for it run: each is a copy now, or is judged without it. When it is rolled
back, only the first waiter runs, and the others follow it. As soon as a waiter has been judged, or
ends for whatever reason, it gives up its followers. A follower that would rest on the reservation
that the waiter got, or on one that the waiter has to wait for itself, queues for that reservation.
Of the other followers the first runs, again, and the rest follow it.

So no waiter is forgotten: one that does not run depends on a reservation, which is settled when its
item ends, or on a waiter that runs, which ends or is judged in finite time. Two waiters never wait
for each other, because a waiter holds no reservation. And if n copies queue, each failure of an
original causes one judging, not n.

To look up what a follower would rest on is only a shortcut: a waiter gets its verdict from a judging
of its own. At worst it waits for one more outcome, and never longer than it was told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from scrapy_neardup.plugin.one_thread import fire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.reservation import Reservation


@dataclass(eq=False)
class Waiter:
    """An item on its way to a reservation, and what it was last judged by."""

    document: Document | None = None
    fingerprint: Fingerprint | None = None
    followers: set[Waiter] = field(default_factory=set)
    _number: int = field(default_factory=count().__next__)
    _place: set[Waiter] | None = None
    _turn: Deferred[None] | None = None


class Waiters:
    """All waiters of one index in this process. To be used from one loop."""

    def __init__(self) -> None:
        self._queues: dict[Reservation, set[Waiter]] = {}

    async def wait(self, waiter: Waiter, blockers: Sequence[Reservation], seconds: float) -> None:
        """Return when one of *blockers* may no longer be in the way, or after *seconds*.

        Nothing tells the outcome of a foreign blocker: for one, the wait takes all *seconds*.
        """
        blocker = next((one for one in blockers if one.foreign or not one.settled), None)
        if blocker is None:
            return
        if not blocker.foreign:
            self._queue(waiter, blocker)
        waiter._turn = Deferred()
        timeout = call_later(seconds, fire, waiter._turn)
        try:
            await maybe_deferred_to_future(waiter._turn)
        finally:
            timeout.cancel()
            _leave(waiter)

    def settled(self, reservation: Reservation, *, kept: bool) -> None:
        """Let the waiters that queue for *reservation* go on: all if it was *kept*, else the first."""
        queue = self._queues.pop(reservation, set())
        if kept:
            for waiter in sorted(queue, key=_age):
                _run(waiter)
        else:
            _run_first(queue)

    def place_followers(self, waiter: Waiter, places: Mapping[Waiter, Reservation]) -> None:
        """Let each follower of *waiter* queue for its reservation in *places*. Of the followers that
        have none, the first runs and the others follow it.
        """
        followers, waiter.followers = waiter.followers, set()
        for follower in [*followers]:
            reservation = places.get(follower)
            if reservation is not None and not reservation.settled:
                _leave(follower)
                self._queue(follower, reservation)
        _run_first(followers)

    def _queue(self, waiter: Waiter, reservation: Reservation) -> None:
        waiter._place = self._queues.setdefault(reservation, set())
        waiter._place.add(waiter)


def _run_first(queue: set[Waiter]) -> None:
    if queue:
        first = min(queue, key=_age)
        _run(first)
        first.followers = queue


def _age(waiter: Waiter) -> int:
    return waiter._number


def _run(waiter: Waiter) -> None:
    _leave(waiter)
    assert waiter._turn is not None
    # Not at once: each waiter that ends without being judged runs the next, which would nest n calls.
    call_later(0, fire, waiter._turn)


def _leave(waiter: Waiter) -> None:
    if waiter._place is not None:
        waiter._place.remove(waiter)
        waiter._place = None
