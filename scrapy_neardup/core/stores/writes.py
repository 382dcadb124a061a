"""Whether a store in a directory may write: not behind a write that failed, which might be torn, and not to files
that have no name any more.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scrapy_neardup.core.stores.directory import deleted

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy_neardup.core.errors import NearDupError
    from scrapy_neardup.core.stores.owner_lock import OwnerLock


class Writes:
    """The writes of a store to the directory *path*, which *lock* claims. *file* is there as long as its
    database is.
    """

    def __init__(self, path: Path, lock: OwnerLock, file: str) -> None:
        self._path = path
        self._lock = lock
        self._file = file
        self._ended_by: NearDupError | None = None

    @property
    def have_ended(self) -> bool:
        """Whether nothing is written any more."""
        return self._ended_by is not None

    def require(self) -> None:
        """Raise NearDupError if nothing may be written any more."""
        if self._ended_by is None and not (self._lock.in_place() and os.path.exists(self._file)):
            self._ended_by = deleted(self._path)
        if self._ended_by is not None:
            raise self._ended_by

    def end(self, error: NearDupError) -> NearDupError:
        """Let nothing more be written, as a write failed by *error*, which is returned."""
        self._ended_by = error
        return error
