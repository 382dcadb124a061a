"""What is known of a host from its pages so far: which dates to believe, how often it was first."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from typing_extensions import Self

logger = logging.getLogger(__name__)

DAY = 86_400
_RECENT = 16
_ENOUGH_ALIKE = 5
_ALIKE = 0.8
_OLD_NEWS = 2 * DAY
_ENOUGH_DATED = 10
_SKEW = DAY
"""Seconds by which a page's date may lie ahead: its time zone may be guessed wrongly."""
_FIRST_YEAR = 1995
_NOTE = "host/"
_SAVE_SECONDS = 60.0
_MOST_HOSTS = 10_000
_MIDNIGHTS = tuple(int(hours * 3600) for hours in (0, 4, 5.5, 6.5, 7, 8, 9))
"""Offsets from UTC, in seconds, at which a date without a time is read as midnight (see
extract.time_zones)."""


class DateFault(str, Enum):
    """Why a page's date is not believed."""

    FUTURE = "future"
    """After the page was seen."""
    TOO_OLD = "too_old"
    """Before 1995, such as the first day of a computer's calendar."""
    TEMPLATE = "template"
    """The same on nearly all of the host's pages."""
    BEFORE_HOST = "before_host"
    """More than a year before all other pages of the host."""

    def __str__(self) -> str:
        return self.value


def is_day(published: int) -> bool:
    """Whether a date has no time of day, as far as can be told."""
    return any((published + offset) % DAY == 0 for offset in _MIDNIGHTS)


@dataclass(slots=True)
class HostRecord:
    """A host's dates and results. *won* and *lost* count elections that evidence decided."""

    won: int = 0
    lost: int = 0
    years: Counter[int] = field(default_factory=Counter)
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=_RECENT))

    @property
    def decided(self) -> int:
        """The number of elections of its pages that evidence decided."""
        return self.won + self.lost

    @property
    def share_of_originals(self) -> float | None:
        """The share of the :attr:`decided` elections that its pages won, None if there are none."""
        return self.won / self.decided if self.decided else None

    def learn_date(self, published: int) -> None:
        """Take note of the date on one of its pages."""
        year = _year(published)
        if year is not None:
            self.years[year] += 1
            self.recent.append(published)

    def date_fault(self, published: int, seen: float) -> DateFault | None:
        """What is wrong with the date of a page that was first seen at *seen*."""
        if published > seen + _SKEW:
            return DateFault.FUTURE
        year = _year(published)
        if year is None or year < _FIRST_YEAR:
            return DateFault.TOO_OLD
        alike = self.recent.count(published)
        if (
            alike >= _ENOUGH_ALIKE
            and alike >= _ALIKE * len(self.recent)
            # Many articles of one paper bear one day's date, on that day.
            and not (is_day(published) and seen - published < _OLD_NEWS)
        ):
            return DateFault.TEMPLATE
        # The page itself may have been learned already.
        near = sum(count for other, count in self.years.items() if other <= year + 1)
        if near <= 1 and self.years.total() - near >= _ENOUGH_DATED:
            return DateFault.BEFORE_HOST
        return None

    def add(self, other: HostRecord) -> None:
        """Add what *other* has learned."""
        self.won += other.won
        self.lost += other.lost
        self.years.update(other.years)
        self.recent.extend(other.recent)

    def to_bytes(self) -> bytes:
        """As JSON."""
        years = {str(year): count for year, count in sorted(self.years.items())}
        values = {"won": self.won, "lost": self.lost, "years": years, "recent": [*self.recent]}
        return json.dumps(values).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """What :meth:`to_bytes` wrote. Raises ValueError for anything else."""
        try:
            values = json.loads(data)
            years = Counter({int(year): int(count) for year, count in values["years"].items()})
            recent = deque(map(int, values["recent"]), maxlen=_RECENT)
            return cls(int(values["won"]), int(values["lost"]), years, recent)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no record of a host: {error!r}") from error


class HostRecords:
    """The records of all hosts of an index, in its notes. Methods may be called from any thread.

    What is learned is added to the notes every minute and by :meth:`save`. What a crash loses is
    learned again. A *lock* that *read_note* and *write_notes* take is to be given, re-entrant: with
    two locks, two threads could wait for each other.
    """

    def __init__(
        self,
        read_note: Callable[[str], bytes | None],
        write_notes: Callable[[Iterable[tuple[str, bytes]]], None],
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        self._read_note = read_note
        self._write_notes = write_notes
        self._kept: dict[str, HostRecord] = {}
        self._learned: dict[str, HostRecord] = {}
        self._next_save = time.monotonic() + _SAVE_SECONDS
        self._lock = lock or threading.Lock()

    def of(self, host: str) -> HostRecord:
        """What is known of *host* by now."""
        with self._lock:
            record = HostRecord()
            if host not in self._kept:
                if len(self._kept) >= _MOST_HOSTS:
                    self._kept.clear()
                self._kept[host] = self._read(host)
            record.add(self._kept[host])
            if host in self._learned:
                record.add(self._learned[host])
            return record

    def learn_date(self, host: str, published: int) -> None:
        """Take note of the date on one of the pages of *host*."""
        with self._lock:
            self._learned.setdefault(host, HostRecord()).learn_date(published)

    def learn_result(self, winner: str, loser: str) -> None:
        """Take note of which of two hosts won an election that evidence decided."""
        with self._lock:
            self._learned.setdefault(winner, HostRecord()).won += 1
            self._learned.setdefault(loser, HostRecord()).lost += 1

    def save_now_and_then(self) -> None:
        """Save if the last save was a minute ago, or if much was learned since."""
        if time.monotonic() >= self._next_save or len(self._learned) >= _MOST_HOSTS:
            self.save()

    def save(self) -> None:
        """Write what was learned."""
        with self._lock:
            self._next_save = time.monotonic() + _SAVE_SECONDS
            saved = {host: self._read(host) for host in self._learned}
            for host, record in saved.items():
                record.add(self._learned[host])
            if saved:
                # If this fails, nothing is forgotten, and the next save writes it.
                self._write_notes(
                    [(_NOTE + host, record.to_bytes()) for host, record in saved.items()]
                )
            # Hosts that are not in memory are read on demand: a crawl may meet millions of them.
            self._kept.update((host, saved[host]) for host in saved.keys() & self._kept.keys())
            self._learned.clear()

    def _read(self, host: str) -> HostRecord:
        kept = self._read_note(_NOTE + host)
        if kept is None:
            return HostRecord()
        try:
            return HostRecord.from_bytes(kept)
        except ValueError as error:
            logger.warning("%r is learned anew: %s", host, error)
            return HostRecord()


def _year(moment: int) -> int | None:
    try:
        return datetime.fromtimestamp(moment, timezone.utc).year
    except (ValueError, OverflowError, OSError):
        return None
