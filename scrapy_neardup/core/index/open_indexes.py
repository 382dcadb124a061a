"""The indexes that are open in this process: one object for each, however many have opened it."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.agreed_scheme import require_scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.thresholds import Thresholds

_T = TypeVar("_T", bound="Index")


class Place(Generic[_T]):
    """Where an index is: the object that has it open, and how many openings that has."""

    def __init__(self) -> None:
        self._index: _T | None = None
        self._openings = 0
        # Each place has its own lock: connecting to servers and closing a store may take long.
        self._lock = threading.RLock()

    def open(
        self,
        make: Callable[[], _T],
        scheme: Scheme | None,
        thresholds: Thresholds,
        sync: str | None = None,
    ) -> _T:
        """The index here, opened by *make* unless it is open.

        Raises SchemeMismatch or NearDupError where it is open with another *scheme*, other
        *thresholds* or another *sync*.
        """
        with self._lock:
            index = self._index
            if index is None:
                index = self._index = make()
            else:
                require_scheme(index.scheme, scheme)
                differences = index.thresholds.differences(thresholds)
                about = index.thresholds.differing(thresholds)
                if sync != index.sync:
                    differences.append(f"sync: {index.sync!r} against {sync!r}")
                    about.append("sync")
                if differences:
                    raise NearDupError(
                        f"the index {index.shown} is open in this process with other options "
                        f"(there against here): {'; '.join(differences)}; give all the same",
                        about=about,
                    )
            self._openings += 1
            return index

    @contextmanager
    def closing(self, index: _T) -> Iterator[bool]:
        """A context that gives up one opening of *index*; yields whether no opening is left.

        Within it, nobody opens the index again.
        """
        with self._lock:
            if self._index is index:
                self._openings -= 1
                if self._openings == 0:
                    self._index = None
            yield self._index is not index


_places: dict[tuple[int, Hashable], Place[Any]] = {}
_lock = threading.Lock()


def place_of(key: Hashable) -> Place[Any]:
    """The place of this *key*, the same for all of this process."""
    # A forked child has its parent's places, with locks that nobody there may ever release.
    with _lock:
        return _places.setdefault((os.getpid(), key), Place())


def _in_child() -> None:
    # A thread that held the lock when the process forked is not there to release it.
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_in_child)
