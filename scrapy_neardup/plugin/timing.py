"""Where the time goes, as stats."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


# Read as a word of the statement that it stands in.
class timed:
    """Adds the wall-clock seconds of a block, waits for a thread included, to
    ``neardup/<stage>_seconds``; *add* is the ``inc_value`` of a crawl's stats.
    """

    __slots__ = ("_add", "_name", "_start")

    def __init__(self, add: Callable[..., None], stage: str) -> None:
        self._add = add
        self._name = f"neardup/{stage}_seconds"

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *error: object) -> None:
        self._add(self._name, time.perf_counter() - self._start)
