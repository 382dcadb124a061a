"""A document's place in the index before it is certain that the document is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.document import Match, Verdict
    from scrapy_neardup.core.index.record import Record


class Reservation:
    """A document's place in the index before it is certain that the document is kept.

    Later documents see it at once. ``commit`` makes it lasting, ``rollback`` takes it back;
    the first of the two counts. Where the verdict rests on documents that are themselves only
    reserved, nothing is reserved and *blockers* names them: wait for their outcome, then
    reserve again.

    This class holds no place, only a verdict. Indexes have subclasses that hold one.
    """

    def __init__(self, verdict: Verdict, blockers: tuple[Reservation, ...] = ()) -> None:
        self.verdict = verdict
        self.blockers = blockers
        self.former: Match | None = None
        """Once committed, the original whose place the document took. None if it took no place, or
        if it was elected but another document, elected at the same moment, won over it."""
        self._settled = False

    @property
    def record(self) -> Record | None:
        """What is held, None if nothing is."""
        return None

    @property
    def writes(self) -> bool:
        """Whether :meth:`commit` writes anything."""
        return False

    @property
    def foreign(self) -> bool:
        """Whether another process holds it; then its outcome is known only by asking."""
        return False

    @property
    def settled(self) -> bool:
        """Whether it has been committed or rolled back."""
        return self._settled

    def let_through(self, most: int) -> bool:
        """Count a copy among the copies of its story that are kept; False if there are *most*
        already.

        It takes effect with :meth:`commit`.
        """
        return False

    def commit(self) -> None:
        """Write the document to the index. Raises NearDupError, and rolls back, if that fails."""
        self._settled = True

    def rollback(self) -> bool:
        """Forget the document. Returns False if it was settled before, perhaps by a thread for which this
        call waited.
        """
        was_open, self._settled = not self._settled, True
        return was_open


class LateText(Reservation):
    """A reservation of an unchanged document whose text was not kept at its first visit: its commit
    calls *keep*, which stores the text.
    """

    def __init__(self, verdict: Verdict, keep: Callable[[], None]) -> None:
        super().__init__(verdict)
        self._keep = keep

    @property
    def writes(self) -> bool:
        return True

    def commit(self) -> None:
        if not self._settled:
            self._settled = True
            self._keep()
