"""Runs calls to an index: on the crawl's loop while they are quick, else in a thread."""

from __future__ import annotations

import logging
import resource
import time
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

_QUICK_SECONDS = 0.01
_LAST_CALL_WEIGHT = 0.05
"""The weight of the last call in the running mean of waits."""
_CALLS_IN_THREADS = 200
"""The number of calls made in threads before the loop is tried again."""
# Platforms that don't count by thread count for the whole process.
_COUNTED = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)


class IndexExecutor:
    """Runs the calls to one index in this process, from one loop.

    Most calls take less than a millisecond. In a thread they would take many milliseconds: LevelDB
    releases the interpreter lock at every look-up, and a busy loop takes 5 ms to hand it back. So
    calls run on the loop. Calls that are known to wait for the disk run in a thread. All calls do so
    for a while if calls on the loop have lately waited 10 ms on average for a slow disk. There is
    one thread at a time: others would only wait for the index.
    """

    def __init__(self) -> None:
        self._in_thread = False
        self._waiting = 0
        self._mean = 0.0
        self._slow_calls = 0
        self._turns: list[Deferred[None]] = []

    @property
    def is_awaited(self) -> bool:
        """Whether calls wait for one that runs in a thread, or did so and are next."""
        return self._waiting > 0

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*, called on the loop or, while the disk is slow, in a thread."""
        await self._turn()
        if self._slow_calls:
            self._slow_calls -= 1
            return await self._call_in_thread(function, *args, **kwargs)
        start, waits = _idle_seconds(), _waits()
        try:
            return function(*args, **kwargs)
        finally:
            # A call that idles without waiting is slowed down by a busy machine.
            waited = _idle_seconds() - start if _waits() > waits else 0.0
            self._mean += _LAST_CALL_WEIGHT * (waited - self._mean)
            if self._mean > _QUICK_SECONDS:
                self._mean, self._slow_calls = 0.0, _CALLS_IN_THREADS

    async def call_in_thread(
        self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """The result of *function*, which waits for the disk, called in a thread."""
        await self._turn()
        return await self._call_in_thread(function, *args, **kwargs)

    async def _turn(self) -> None:
        """Wait until no call runs in a thread, behind all that have waited longer.

        All that wait are woken after each call in a thread, in their order, and the first that needs a
        thread makes the others wait again, in the same order. So a turn is never handed to one call,
        with which it could be cancelled.
        """
        if not (self._in_thread or self._waiting):
            return
        self._waiting += 1
        try:
            while True:
                turn: Deferred[None] = Deferred()
                if self._in_thread:
                    self._turns.append(turn)
                else:
                    # Others have just been woken, and have not run yet.
                    call_later(0, fire, turn)
                await maybe_deferred_to_future(turn)
                if not self._in_thread:
                    return
        finally:
            self._waiting -= 1

    async def _call_in_thread(
        self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        self._in_thread = True
        answer: Deferred[_T] = Deferred()

        def end(result: _T | Failure) -> None:
            self._in_thread = False
            turns, self._turns = self._turns, []
            for turn in turns:
                call_later(0, fire, turn)
            # Already called if the coroutine that awaits it was cancelled. An error is logged then.
            if not answer.called:
                answer.callback(result)
            elif isinstance(result, Failure):
                logger.error("A call to the index failed: %s", result.value)

        # On its own, because a thread goes on when what awaits it is cancelled.
        deferred_from_coro(run_in_thread(function, *args, **kwargs)).addBoth(end)
        return await maybe_deferred_to_future(answer)


class RemoteIndexExecutor:
    """Runs the calls to an index on servers: each in a thread, any number at a time."""

    is_awaited = False

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*, called in a thread."""
        return await run_in_thread(function, *args, **kwargs)

    call_in_thread = call


def _idle_seconds() -> float:
    """A clock that stands still while this thread computes, as when it loads a dictionary."""
    return time.perf_counter() - time.thread_time()


def _waits() -> int:
    """How many times this thread has waited for anything but its turn on a processor."""
    return resource.getrusage(_COUNTED).ru_nvcsw


def fire(turn: Deferred[None]) -> None:
    """Let the coroutine that awaits *turn* go on, unless *turn* has been fired before."""
    if not turn.called:
        turn.callback(None)
