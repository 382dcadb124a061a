"""A private copy of a store, as of now. Nobody waits for it: the owner goes on writing, and
another may open the store.

The copy has a directory of its own, ``.NAME-snapshot-…``. This is beside the directory of the
index, where LevelDB's tables can be linked, or, if that place can't be written, in the temporary
directory. The copy is one level down, so nothing takes the directory for an index. A lock tells
that it is in use: the next snapshot of the index removes copies that a killed process has left.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexLocked, NearDupError
from scrapy_neardup.core.stores.engines import copy_live, open_store, read_location
from scrapy_neardup.core.stores.owner_lock import LOCK_FILE, OwnerLock

if TYPE_CHECKING:
    from scrapy_neardup.core.stores.store import Store

_COPY = "index"
_LONGEST_NAME = 200
"""In bytes, of the 255 that file systems allow a name."""
_SECONDS_TO_LOCK = 60.0
"""A directory that is older than this, and was never locked, is no longer being made."""


class Snapshot:
    """A copy of the store at *location*, a directory or URL of an engine, as of now.

    What is written to its :attr:`store` is gone when it is closed. Raises as
    :func:`.engines.open_store`, but never IndexLocked or IndexReadOnly, and NearDupError if no
    directory can be written.
    """

    store: Store
    directory: Path
    """The directory of the index, not of the copy."""

    def __init__(self, location: str | os.PathLike[str]) -> None:
        self.directory, engine = read_location(location)
        remove_abandoned(self.directory)
        self._place = _new_place(self.directory)
        self._lock: OwnerLock | None = None
        try:
            self._lock = OwnerLock(self._place, "a snapshot")
            copy = self._place / _COPY
            copy.mkdir()
            copy_live(self.directory, copy)
            self.store = open_store(
                copy, engine, sync="never", create=False, shown=str(self.directory)
            )
        except OSError as error:
            self._remove()
            raise _uncopied(self.directory, error) from error
        except BaseException:
            self._remove()
            raise

    def close(self) -> None:
        """Close the copy and remove it. Closing twice is allowed."""
        try:
            self.store.close()
        finally:
            self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self._place, ignore_errors=True)
        if self._lock is not None:
            self._lock.release()


def remove_abandoned(directory: Path) -> None:
    """Remove the snapshots of the index in *directory* that nobody uses any more."""
    parents = {directory.parent}
    with suppress(OSError):
        # There is none where nothing can be written.
        parents.add(Path(tempfile.gettempdir()))
    for parent in parents:
        with suppress(OSError), os.scandir(parent) as entries:
            for entry in entries:
                if entry.name.startswith(_prefix(directory)) and _is_own(entry):
                    _remove_if_abandoned(Path(entry.path))


def _is_own(entry: os.DirEntry[str]) -> bool:
    """Whether *entry* is a directory of this user: anybody can make one in a temporary directory."""
    found = entry.stat(follow_symlinks=False)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()


def _remove_if_abandoned(place: Path) -> None:
    with suppress(OSError, IndexLocked):
        age = time.time() - place.stat().st_mtime
        if not (place / LOCK_FILE).exists() and age < _SECONDS_TO_LOCK:
            return
        lock = OwnerLock(place, "who removes it")
        shutil.rmtree(place, ignore_errors=True)
        lock.release()


def _new_place(directory: Path) -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix=_prefix(directory), dir=directory.parent))
    except OSError:
        pass
    try:
        return Path(tempfile.mkdtemp(prefix=_prefix(directory)))
    except OSError as error:
        raise _uncopied(directory, error) from error


def _uncopied(directory: Path, error: OSError) -> NearDupError:
    return NearDupError(
        f"the index {directory} can't be copied to be read: {error}; see that there is room in "
        f"{directory.parent}, or in the directory in TMPDIR, and that it can be written"
    )


def _prefix(directory: Path) -> str:
    name = os.fsencode(directory.name)[:_LONGEST_NAME].decode(errors="ignore")
    return f".{name}-snapshot-"
