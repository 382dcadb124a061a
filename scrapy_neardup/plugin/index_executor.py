"""Runs calls to an index: on the crawl's loop while they are quick, else in a thread."""

from __future__ import annotations

import resource
import time
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scrapy_neardup.plugin.in_thread import in_thread
from scrapy_neardup.plugin.one_thread import OneThread

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")

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
        self._thread = OneThread()
        self._mean = 0.0
        self._slow_calls = 0

    @property
    def is_awaited(self) -> bool:
        """Whether calls wait for one that runs in a thread, or did so and are next."""
        return self._thread.is_awaited

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*, called on the loop or, while the disk is slow, in a thread."""
        await self._thread.turn()
        if self._slow_calls:
            self._slow_calls -= 1
            return await self._thread.call(function, *args, **kwargs)
        idle, (waits, preempted) = _idle_seconds(), _switches()
        try:
            return function(*args, **kwargs)
        finally:
            now_waits, now_preempted = _switches()
            # A call that a busy machine interrupts would be no faster in a thread.
            waited = now_waits > waits and now_preempted == preempted
            seconds = _idle_seconds() - idle if waited else 0.0
            self._mean += _LAST_CALL_WEIGHT * (seconds - self._mean)
            if self._mean > _QUICK_SECONDS:
                self._mean, self._slow_calls = 0.0, _CALLS_IN_THREADS

    async def call_in_thread(
        self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """The result of *function*, which waits for the disk, called in a thread."""
        await self._thread.turn()
        return await self._thread.call(function, *args, **kwargs)


class RemoteIndexExecutor:
    """Runs the calls to an index on servers: each in a thread, any number at a time."""

    is_awaited = False

    async def call(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of *function*, called in a thread."""
        return await in_thread(function, *args, **kwargs)

    call_in_thread = call


def _idle_seconds() -> float:
    """A clock that stands still while this thread computes, as when it loads a dictionary."""
    return time.perf_counter() - time.thread_time()


def _switches() -> tuple[int, int]:
    """How many times this thread has left its processor: to wait for something, and because others
    had to run.
    """
    used = resource.getrusage(_COUNTED)
    return used.ru_nvcsw, used.ru_nivcsw
