"""How long the stages of the work take, as stats."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def timed(add: Callable[..., None], stage: str) -> Iterator[None]:
    """Add the wall-clock seconds of a ``with`` block, waits for a thread included, to the stat
    ``neardup/<stage>_seconds``. *add* is the ``inc_value`` of a crawl's stats.
    """
    start = time.perf_counter()
    try:
        yield
    finally:
        add(f"neardup/{stage}_seconds", time.perf_counter() - start)
