"""Makes calls in a thread that end whatever they raise."""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scrapy.utils.asyncio import run_in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")


async def in_thread(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """The result of *function*, called in a thread.

    What would end, or look like the end of, the coroutine that awaits it becomes a RuntimeError: a
    StopIteration, as in a coroutine (up to Python 3.11, asyncio can't hand it over at all), a GeneratorExit,
    or that something within *function* was cancelled. Else the crawl would wait for that coroutine for ever.
    A KeyboardInterrupt or SystemExit ends the process.
    """

    def call() -> _T:
        try:
            return function(*args, **kwargs)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            # asyncio takes a CancelledError of concurrent.futures, which is an Exception, for its own.
            if isinstance(error, Exception) and not isinstance(
                error, (StopIteration, CancelledError)
            ):
                raise
            raise RuntimeError(f"a call in a thread raised {type(error).__name__}") from error

    return await run_in_thread(call)
