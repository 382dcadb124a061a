"""Makes calls in a thread, one at a time and in order."""

from __future__ import annotations

import logging
from itertools import islice
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from scrapy_neardup.plugin.in_thread import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.utils.asyncio import CallLaterResult

_P = ParamSpec("_P")
_T = TypeVar("_T")

logger = logging.getLogger(__name__)

_FIRST_WOKEN = 8
"""How many of those that wait are woken after a thread. If none of them needs a thread, twice as many
are woken in the loop's next round, so that however many come meanwhile, few wait in the end."""


class OneThread:
    """One thread at a time, and the coroutines that wait until none runs. To be used from one loop."""

    def __init__(self) -> None:
        self._runs = False
        self._turns: dict[object, Deferred[None]] = {}
        """Of those that wait, or are woken and have not run yet, in the order in which they came."""
        self._next_wake: CallLaterResult | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether any wait for the thread to end, or did so and are next."""
        return bool(self._turns)

    async def turn(self) -> None:
        """Wait until no thread runs, behind all that have waited longer.

        The first that needs a thread makes the others wait again, in the same order. So a turn is never
        handed to one of them, with which it could be cancelled.
        """
        if not (self._runs or self._turns):
            return
        waiter = object()
        try:
            while True:
                turn = self._turns[waiter] = Deferred()
                await maybe_deferred_to_future(turn)
                if not self._runs:
                    return
        finally:
            del self._turns[waiter]

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*, called in a thread. To be called when :meth:`turn` has returned."""
        self._runs = True
        answer: Deferred[_T] = Deferred()

        def end(result: _T | Failure) -> None:
            self._runs = False
            self._wake_later(_FIRST_WOKEN)
            # Already called if the coroutine that awaits it was cancelled. An error is logged then.
            if not answer.called:
                answer.callback(result)
            elif isinstance(result, Failure):
                logger.error("A call in a thread failed: %s", result.value)

        # On its own, because a thread goes on when what awaits it is cancelled.
        deferred_from_coro(in_thread(function, *args, **kwargs)).addBoth(end)
        return await maybe_deferred_to_future(answer)

    def _wake_later(self, most: int) -> None:
        """Wake the first in the loop's next round, and in no other way meanwhile: within a round, a thread
        may begin and end.
        """
        if self._next_wake is not None:
            self._next_wake.cancel()
        self._next_wake = call_later(0, self._wake, most)

    def _wake(self, most: int) -> None:
        """Wake the first that wait, and later the others, until none waits or a thread runs."""
        if self._runs or not self._turns:
            return
        woken = [*islice(self._turns.values(), most)]
        for turn in woken:
            fire(turn)
        self._wake_later(2 * len(woken))


def fire(turn: Deferred[None]) -> None:
    """Let the coroutine that awaits *turn* go on, unless *turn* has been fired before."""
    if not turn.called:
        turn.callback(None)
