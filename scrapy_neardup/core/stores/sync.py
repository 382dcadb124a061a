"""When a change has to reach the disk before the next one."""

from __future__ import annotations

import time

SYNC_MODES = ("interval", "document", "never")
SYNC_SECONDS = 5.0


class SyncSchedule:
    """The times at which changes wait for the disk. They decide what a crash of the whole machine
    may cost; a crash of the process alone costs nothing.

    - ``"document"``: nothing, every change waits for the disk;
    - ``"interval"``: the changes of the last SYNC_SECONDS;
    - ``"never"``: what the system had not written back yet, some 30 seconds as a rule.

    Closing waits for the disk in any case. Raises ValueError for another *mode*.
    """

    def __init__(self, mode: str) -> None:
        if mode not in SYNC_MODES:
            raise ValueError(f"sync is {mode!r}; use one of {', '.join(SYNC_MODES)}")
        self._mode = mode
        self._done = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the next change is to wait for the disk."""
        if self._mode == "interval":
            return time.monotonic() - self._done >= SYNC_SECONDS
        return self._mode == "document"

    def done(self) -> None:
        """Tell that everything is on the disk now."""
        self._done = time.monotonic()
