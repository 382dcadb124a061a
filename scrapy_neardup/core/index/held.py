"""A reservation that holds the place of a document, for every index."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from scrapy_neardup.core.index.attribution import named
from scrapy_neardup.core.index.reservation import Reservation

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.document import Match, Verdict
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.index.stories import Amendment


class HasRecord(Protocol):
    """What an index holds of a document that is under way."""

    @property
    def record(self) -> Record:
        """What is to be kept."""
        ...


_T = TypeVar("_T", bound=HasRecord)


class Held(Reservation, Generic[_T]):
    """A reservation of *held*.

    *keep* keeps what is held, and returns what changed in the head of its story. *let_go* gives it up, also
    when *keep* has failed. *let_through* is given the most copies of a story that are let through. It
    counts this copy and returns what is held from then on, or None if there are that many already.
    """

    def __init__(
        self,
        verdict: Verdict,
        held: _T,
        *,
        keep: Callable[[_T], Amendment | None],
        let_go: Callable[[_T], None],
        let_through: Callable[[_T, int], _T | None],
    ) -> None:
        super().__init__(verdict)
        self.held = held
        self._keep = keep
        self._let_go = let_go
        self._let_through = let_through
        self._lock = threading.Lock()

    @property
    def record(self) -> Record | None:
        return self.held.record

    @property
    def writes(self) -> bool:
        return True

    def let_through(self, most: int) -> bool:
        with self._lock:
            changed = None if self._settled else self._let_through(self.held, most)
            self.held = changed or self.held
            return changed is not None

    def commit(self) -> None:
        self._end(keep=True)

    def rollback(self) -> bool:
        return self._end(keep=False)

    def withdraw(self) -> None:
        """For :meth:`.Index.close`: gives the place up, but leaves the reservation open, so that a later
        commit fails loudly instead of passing as settled.
        """
        with self._lock:
            if not self._settled:
                self._let_go(self.held)

    def _end(self, *, keep: bool) -> bool:
        """Settle it; returns False if it was settled before."""
        with self._lock:
            if self._settled:
                return False
            try:
                if keep:
                    self.former = _former(self.verdict, self._keep(self.held))
                else:
                    self._let_go(self.held)
            except BaseException:
                # An interrupt may have come before it began, and nobody settles it again.
                self._let_go(self.held)
                raise
            finally:
                self._settled = True
            return True


def _former(verdict: Verdict, amendment: Amendment | None) -> Match | None:
    """The original whose place a document took by *amendment*, as its *verdict* names it."""
    if amendment is None or amendment.original is None or amendment.over is None:
        return None
    (match,) = verdict.original_of
    return named(match, amendment.over[1])
