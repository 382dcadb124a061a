"""A cache of what was found for the last strings that were asked about, bounded in number and in their length."""

from __future__ import annotations

from functools import lru_cache, wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

LONGEST = 1000
"""The most characters of a string for which an answer is kept. Pages choose these strings, and some
thousand strings of a megabyte each would fill the memory."""


def bounded_cache(most: int) -> Callable[[Callable[[str], _T]], Callable[[str], _T]]:
    """A decorator for functions of one string: the answers for the last *most* strings are kept, except
    those for long strings.
    """

    def decorate(function: Callable[[str], _T]) -> Callable[[str], _T]:
        kept = lru_cache(maxsize=most)(function)

        @wraps(function)
        def found(text: str) -> _T:
            return kept(text) if len(text) <= LONGEST else function(text)

        return found

    return decorate
