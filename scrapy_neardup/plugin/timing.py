"""Where the time goes, as stats."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector


# Read as a word of the statement that it stands in.
class timed:
    """Adds the wall-clock seconds of a block, waits for a thread included, to
    ``neardup/<stage>_seconds``.
    """

    __slots__ = ("_name", "_start", "_stats")

    def __init__(self, stats: StatsCollector, stage: str) -> None:
        self._stats = stats
        self._name = f"neardup/{stage}_seconds"

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *error: object) -> None:
        # Typed as int, but it adds what it is given.
        seconds = time.perf_counter() - self._start
        self._stats.inc_value(self._name, seconds)  # type: ignore[arg-type]
