"""What happens while a test waits for it."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def later(seconds: float, action: Callable[[], object]) -> Iterator[None]:
    """A block in which *action* is run, in so many seconds; it has ended when the block ends."""
    timer = threading.Timer(seconds, action)
    timer.start()
    try:
        yield
    finally:
        timer.join()
