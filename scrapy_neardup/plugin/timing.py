"""Where the time goes, as stats."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.statscollectors import StatsCollector


@contextmanager
def timed(stats: StatsCollector, stage: str) -> Iterator[None]:
    """Add the wall-clock seconds of the block, waits for a thread included, to
    ``neardup/<stage>_seconds``.
    """
    start = time.perf_counter()
    try:
        yield
    finally:
        name = f"neardup/{stage}_seconds"
        stats.set_value(name, stats.get_value(name, 0.0) + time.perf_counter() - start)
