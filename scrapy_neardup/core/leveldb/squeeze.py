"""Having LevelDB give back what was deleted, beside the work."""

from __future__ import annotations

import threading
import time
from typing import Any

_LOOK_SECONDS = 0.01


def tables_at(db: Any, level: int) -> int:
    """How many tables LevelDB has at *level*."""
    return int(db.get_property(b"leveldb.num-files-at-level%d" % level))


class Squeeze:
    """A compaction of the keys from *start* to *stop*, in a thread.

    LevelDB begins with level 0, and with each table that comes there meanwhile it begins again:
    it writes all of level 1 anew, and nothing goes on to level 2 until it is through. Who writes
    faster than that would keep it there for good, and level 1 would grow and grow. So before each
    change the writer calls :meth:`give_way`; *room* bytes make no table yet.
    """

    def __init__(self, db: Any, start: bytes, stop: bytes, room: int) -> None:
        self._db = db
        self._room = room
        self._has_begun = self._is_through = False  # with level 0
        self._thread = threading.Thread(
            target=db.compact_range, kwargs={"start": start, "stop": stop}, daemon=True
        )
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether it is not done yet."""
        return self._thread.is_alive()

    def give_way(self, size: int) -> None:
        """Make way before so many bytes are written: wait, but for level 0 alone."""
        if self._is_through:
            return
        self._room -= size
        while not self._looks_through() and self._room < 0 and self._thread.is_alive():
            time.sleep(_LOOK_SECONDS)

    def wait(self) -> None:
        """Wait until it is done."""
        self._thread.join()

    def _looks_through(self) -> bool:
        # It has begun once it has made a table of what was in memory.
        tables = tables_at(self._db, 0)
        self._is_through = self._has_begun and not tables
        self._has_begun |= tables > 0
        return self._is_through
