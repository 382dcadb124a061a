"""Makes calls in a thread that end whatever they raise."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scrapy.utils.asyncio import run_in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")


async def in_thread(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """The result of *function*, called in a thread.

    A StopIteration that it raises becomes a RuntimeError, as in a coroutine: up to Python 3.11, asyncio
    can't hand it over, so what awaits it would never go on.
    """

    def call() -> _T:
        try:
            return function(*args, **kwargs)
        except StopIteration as error:
            raise RuntimeError("a call in a thread raised StopIteration") from error

    return await run_in_thread(call)
