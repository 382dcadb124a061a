"""Makes calls in a thread, one at a time and in order."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scrapy.utils.asyncio import call_later, run_in_thread
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")

logger = logging.getLogger(__name__)


class OneThread:
    """One thread at a time, and the coroutines that wait until none runs. To be used from one loop."""

    def __init__(self) -> None:
        self._runs = False
        self._waiting = 0
        self._turns: list[Deferred[None]] = []

    @property
    def is_awaited(self) -> bool:
        """Whether any wait for the thread to end, or did so and are next."""
        return self._waiting > 0

    async def turn(self) -> None:
        """Wait until no thread runs, behind all that have waited longer.

        All that wait are woken after each thread, in their order, and the first that needs a thread
        makes the others wait again, in the same order. So a turn is never handed to one of them, with
        which it could be cancelled, and none that comes later makes the others wait longer.
        """
        if not (self._runs or self._waiting):
            return
        self._waiting += 1
        try:
            while True:
                turn: Deferred[None] = Deferred()
                if self._runs:
                    self._turns.append(turn)
                else:
                    # Others have just been woken, and have not run yet.
                    call_later(0, fire, turn)
                await maybe_deferred_to_future(turn)
                if not self._runs:
                    return
        finally:
            self._waiting -= 1

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*, called in a thread. To be called when :meth:`turn` has returned."""
        self._runs = True
        answer: Deferred[_T] = Deferred()

        def end(result: _T | Failure) -> None:
            self._runs = False
            turns, self._turns = self._turns, []
            for turn in turns:
                call_later(0, fire, turn)
            # Already called if the coroutine that awaits it was cancelled. An error is logged then.
            if not answer.called:
                answer.callback(result)
            elif isinstance(result, Failure):
                logger.error("A call in a thread failed: %s", result.value)

        # On its own, because a thread goes on when what awaits it is cancelled.
        deferred_from_coro(run_in_thread(function, *args, **kwargs)).addBoth(end)
        return await maybe_deferred_to_future(answer)


def fire(turn: Deferred[None]) -> None:
    """Let the coroutine that awaits *turn* go on, unless *turn* has been fired before."""
    if not turn.called:
        turn.callback(None)
