"""The way to an index: on the loop while that takes no time, else in a thread."""

from __future__ import annotations

import resource
import time
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scrapy.utils.asyncio import call_later, run_in_thread
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")

_QUICK = 0.01
_WEIGHT = 0.05
"""Of the last call in the mean."""
# Of the whole process where threads are not told apart.
_WHOSE = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)
_CALLS = 200
"""So many calls are made in threads before the loop is tried again."""


class Lane:
    """Makes the calls to one index. To be used from one loop.

    Most calls take less than a millisecond. In a thread they would take many: LevelDB gives up
    the interpreter at every look-up, and a busy loop gives it back after 5 ms. So they are made
    on the loop, but for those that are known to wait for the disk, and for all while they wait
    10 ms and more for a slow disk with an index that is not in memory. One thread at a
    time: the others would only wait for the index.
    """

    def __init__(self) -> None:
        self._in_thread = False
        self._mean = 0.0
        self._slow_calls = 0
        self._turns: list[Deferred[None]] = []

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*."""
        if self._in_thread:
            await self._turn()
        if self._slow_calls:
            self._slow_calls -= 1
            return await self._call_in_thread(function, *args, **kwargs)
        start, waits = time.perf_counter(), _waits()
        try:
            return function(*args, **kwargs)
        finally:
            # A busy machine makes calls slow as well, without their waiting for anything.
            waited = time.perf_counter() - start if _waits() > waits else 0.0
            self._mean += _WEIGHT * (waited - self._mean)
            if self._mean > _QUICK:
                self._mean, self._slow_calls = 0.0, _CALLS

    async def call_in_thread(
        self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """The same, of a *function* that waits for the disk."""
        await self._turn()
        return await self._call_in_thread(function, *args, **kwargs)

    async def _turn(self) -> None:
        while self._in_thread:
            turn: Deferred[None] = Deferred()
            self._turns.append(turn)
            await maybe_deferred_to_future(turn)

    async def _call_in_thread(
        self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        self._in_thread = True
        try:
            return await run_in_thread(function, *args, **kwargs)
        finally:
            self._in_thread = False
            turns, self._turns = self._turns, []
            for turn in turns:
                call_later(0, _fire, turn)


class ThreadLane:
    """The same for an index that other processes answer for: every call in a thread of its own."""

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*."""
        return await run_in_thread(function, *args, **kwargs)

    call_in_thread = call


def _waits() -> int:
    """How often this thread has waited for anything but its turn on a processor."""
    return resource.getrusage(_WHOSE).ru_nvcsw


def _fire(turn: Deferred[None]) -> None:
    if not turn.called:
        turn.callback(None)
