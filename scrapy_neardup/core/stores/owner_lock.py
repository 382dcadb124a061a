"""One owner of a directory at a time."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
from contextlib import contextmanager
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from scrapy_neardup.core.errors import IndexLocked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

LOCK_FILE = "owner.lock"


class OwnerLock:
    """An exclusive claim on a directory, held by this process until ``release``.

    *holder* names the owner to other processes. LevelDB's own lock is lost when the owning process
    opens and closes the lock file again, as a second open or a backup does (POSIX ``fcntl`` locks
    belong to the process). This one is ``flock``, which belongs to the open file.

    Raises IndexLocked when another process has it, OSError where no file can be made or a link
    stands in its place.
    """

    def __init__(self, directory: Path, holder: str) -> None:
        self._path = directory / LOCK_FILE
        # A link may lead to any file, and what is locked is emptied.
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            raise IndexLocked(
                f"the index {directory} is in use by {self._describe_holder()}; "
                "wait until it ends, or stop it"
            ) from None
        self._descriptor: int | None = descriptor
        claimed = os.fstat(descriptor)
        self._file = claimed.st_dev, claimed.st_ino
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, json.dumps(_holder_record(holder)).encode(), 0)
        except OSError:
            os.close(descriptor)
            raise
        _held.add(self)

    def _describe_holder(self) -> str:
        try:
            record = json.loads(self._path.read_text("utf-8"))
            return (
                f"process {record['pid']} on {record['host']} ({record['holder']}, "
                f"since {record['since']})"
            )
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"

    def in_place(self) -> bool:
        """Whether the directory that was claimed still has its name."""
        try:
            named = os.stat(self._path)
        except OSError:
            return False
        return (named.st_dev, named.st_ino) == self._file

    def release(self) -> None:
        """Let others have the directory."""
        if self._descriptor is not None:
            try:
                os.ftruncate(self._descriptor, 0)
            finally:
                os.close(self._descriptor)
                self._descriptor = None

    def leave_to_parent(self) -> None:
        """Close a forked child's descriptor, which would keep the claim after the parent's
        release.
        """
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def repairing(
    directory: Path, explained: Callable[[Path], AbstractContextManager[object]]
) -> Iterator[None]:
    """A context in which this process owns *directory* for a repair. Errors inside are
    translated by *explained*. Raises IndexLocked while another process has it.
    """
    with explained(directory):
        lock = OwnerLock(directory, "repair")
    try:
        with explained(directory):
            yield
    finally:
        lock.release()


_held: WeakSet[OwnerLock] = WeakSet()


def _in_child() -> None:
    for lock in list(_held):
        lock.leave_to_parent()


os.register_at_fork(after_in_child=_in_child)


def _holder_record(holder: str) -> dict[str, Any]:
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "holder": holder,
        "since": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
