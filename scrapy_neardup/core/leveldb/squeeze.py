"""Having LevelDB give back what was deleted, beside the work.

Asked to compact some keys, LevelDB begins at level 0, goes on behind the last key of the last
table that it took, and is done when no table reaches from there to the end that was asked for. Keys
grow, so every table that is made meanwhile does reach: LevelDB goes on for as long as somebody
writes, writes all of level 1 again each time, and lets nothing go on to level 2. Therefore each
table has a key behind all others that is before those of earlier tables.
"""

from __future__ import annotations

import threading
import time
from typing import Any

LAST_KEY = b"\xff"
"""Behind all keys of a store."""
_MARK = b"\xfe"
_MOST = 2**64 - 1


def mark(batch: Any) -> None:
    """Add a key behind all others and before the earlier marks to what is written.

    It is deleted, so that there is nothing to be found. A table has a mark if it has one of what
    was written with one.
    """
    batch.delete(_MARK + (_MOST - time.time_ns()).to_bytes(8, "big"))


def tables_at(db: Any, level: int) -> int:
    """How many tables LevelDB has at *level*."""
    return int(db.get_property(b"leveldb.num-files-at-level%d" % level))


def squeeze(db: Any, start: bytes, stop: bytes) -> threading.Thread:
    """Have the keys from *start* to *stop* compacted, in a thread that is under way."""
    thread = threading.Thread(
        target=db.compact_range, kwargs={"start": start, "stop": stop}, daemon=True
    )
    thread.start()
    return thread
