"""The runs that have written an index: crawls, scans and imports.

Each has a number, which the records that it writes carry, and an id for people. Runs are kept in
the index's notes: ``runs`` is how many there were, as decimal digits, and ``run/`` with a number
of eight digits or more is one of them, as JSON.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from itertools import islice
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.note import read_note

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from typing_extensions import Self

    from scrapy_neardup.core.index.records import Notes

COUNT_NOTE = "runs"
_RUN_NOTE = "run/"
_MAX_NAME = 200
_LOOKED_BACK = 1000
"""The most runs that are looked through: each takes a read of its own, on servers a round trip."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of *by*, the name of a spider or of a command, on an index.

    *number* counts the runs of the index from 1 on. *id* is made of the time of its start, UTC, and
    six random hex digits. Times are seconds since 1970; *finished* is None for a run that is under
    way, or was killed. *counts* are what it reports at its end.
    """

    number: int
    id: str
    by: str
    started: int
    finished: int | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def begun(cls, number: int, by: str, now: float) -> Self:
        """A new run."""
        started = datetime.fromtimestamp(int(now), timezone.utc)
        name = f"{started:%Y%m%d-%H%M%S}-{os.urandom(3).hex()}"
        return cls(number, name, by[:_MAX_NAME], int(now))

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return {**asdict(self), "counts": dict(self.counts)}

    def to_bytes(self) -> bytes:
        """The stored form."""
        return json.dumps(self.to_dict()).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The run that :meth:`to_bytes` wrote. Raises IndexCorrupt for anything else."""
        return read_note(cls, data)


def note_of(number: int) -> str:
    """The name of the note that keeps the run of this *number*."""
    return f"{_RUN_NOTE}{number:08}"


class Runs:
    """The runs of an index, in its *notes*."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def begin(self, by: str, now: float) -> Run:
        """A new run of *by*, kept."""
        number = self._notes.count_up(COUNT_NOTE)
        while self._notes.read(note_of(number)) is not None:
            # The count is lost, or servers went back to older data. Two runs of one number would be
            # undone as one.
            number = self._notes.count_up(COUNT_NOTE)
        run = Run.begun(number, by, now)
        self._notes.write([(note_of(run.number), run.to_bytes())])
        return run

    def finish(self, run: Run, now: float, counts: Mapping[str, int]) -> Run:
        """Keep when *run* ended, and its *counts*."""
        done = replace(run, finished=int(now), counts=dict(counts))
        self._notes.write([(note_of(run.number), done.to_bytes())])
        return done

    def __iter__(self) -> Iterator[Run]:
        """Every run, the oldest first, but for those that died before they were kept."""
        for number in range(1, self._notes.number(COUNT_NOTE) + 1):
            if (stored := self._notes.read(note_of(number))) is not None:
                yield Run.from_bytes(stored)

    def latest_of(self, by: str, most: int) -> list[Run]:
        """At most *most* runs of *by* among the last thousand runs of the index, the last first."""
        last = self._notes.number(COUNT_NOTE)
        numbers = range(last, max(last - _LOOKED_BACK, 0), -1)
        stored = (self._notes.read(note_of(number)) for number in numbers)
        runs = (Run.from_bytes(one) for one in stored if one is not None)
        return list(islice((run for run in runs if run.by == by[:_MAX_NAME]), most))

    def problem(self) -> str | None:
        """What is wrong with the count of the runs, in words; None for nothing."""
        # The last one is looked for first, as a crawl may begin meanwhile.
        last = self._last_kept()
        try:
            counted = self._notes.number(COUNT_NOTE)
        except IndexCorrupt as error:
            return str(error)
        return f"{counted} runs are counted, there is a run {last}" if counted < last else None

    def count_again(self) -> None:
        """Have the count go on behind the last run that is kept, if something is wrong with it."""
        if self.problem() is not None:
            self._notes.write([(COUNT_NOTE, str(self._last_kept()).encode())])

    def _last_kept(self) -> int:
        """The highest number of a run that is kept, 0 if none is."""
        numbers = (
            name.removeprefix(_RUN_NOTE) for name, _ in self._notes if name.startswith(_RUN_NOTE)
        )
        return max((int(number) for number in numbers if number.isdecimal()), default=0)

    def find(self, name: str) -> Run | None:
        """The run of this id or number, None if there is none."""
        if name.isdecimal():
            stored = self._notes.read(note_of(int(name)))
            return None if stored is None else Run.from_bytes(stored)
        return next((run for run in self if run.id == name), None)
