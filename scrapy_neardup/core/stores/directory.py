"""The directory of an index: what may be one, and errors of its files in words."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    IndexReadOnly,
    NearDupError,
)
from scrapy_neardup.core.stores.owner_lock import LOCK_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

ASIDE = ".damaged-"
"""Follows the engine in the name of what a repair has moved aside."""
_REMEDY = "restore a backup, or salvage what is readable with `scrapy neardup repair INDEX`"


class Explained:
    """A context manager that turns errors of a database and of the system into errors that name
    *path* and the remedy.

    *raised* are the error types of the database. *explain* makes the new error of one of them, or
    returns None for an error that it does not know.
    """

    def __init__(
        self,
        path: Path,
        raised: tuple[type[Exception], ...],
        explain: Callable[[Path, Exception], NearDupError | None],
    ) -> None:
        self._path = path
        self._raised = (*raised, OSError)
        self._explain = explain

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        if isinstance(error, IndexCorrupt) and _REMEDY not in str(error):
            raise damaged(self._path, error) from error
        if isinstance(error, Exception) and isinstance(error, self._raised):
            raise self.of(error) from error

    def of(self, error: Exception) -> NearDupError:
        """The error to raise in place of *error*."""
        return self._explain(self._path, error) or explain(self._path, error)


def damaged(path: Path, problem: object) -> IndexCorrupt:
    """The error for a damaged index."""
    return IndexCorrupt(f"the index {path} is damaged ({problem}); nothing was changed: {_REMEDY}")


def no_index(path: Path) -> IndexFormatError:
    """The error for a directory that holds no index."""
    return IndexFormatError(f"{path} holds no index; name the directory of one")


def log_is_missing(name: str) -> str:
    """The problem of an index whose database lacks its log, the file *name*."""
    return f"{name} is missing, and with it the last changes; put it back if you can"


def deleted(path: Path) -> NearDupError:
    """The error for an index whose files were deleted or moved: further writes would be lost."""
    return NearDupError(
        f"the index {path} was deleted or moved while it was in use; "
        "what it held is as safe as its files"
    )


def words_of(error: Exception) -> str:
    """The message of an exception. plyvel passes LevelDB's messages on as bytes, and a directory that
    is copied has a list of all files that it failed for, of which the first is named.
    """
    reason = error.args[0] if error.args else ""
    if isinstance(error, shutil.Error) and isinstance(reason, list) and reason:
        source, _, why = reason[0]
        # What follows are the two whole paths.
        return f"{Path(source).name} can't be copied: {why.partition(': ')[0]}"
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(error)


def explain(path: Path, error: Exception) -> NearDupError:
    """The error for a failure of the system, which *error* reports itself or in a database's
    words.
    """
    text, number = words_of(error), None
    if isinstance(error, OSError) and error.strerror:
        number, text = error.errno, error.strerror
    low = text.lower()
    if number in (errno.EACCES, errno.EROFS) or "permission denied" in low or "read-only" in low:
        return IndexReadOnly(
            f"the index {path} can't be written: {text}; "
            "give this process the right to write there, or name another directory"
        )
    if number in (errno.ENOSPC, errno.EDQUOT) or "no space" in low or "quota" in low:
        return NearDupError(f"the index {path} failed: {text}; make room on its disk")
    if number in (errno.EMFILE, errno.ENFILE) or "too many open files" in low:
        return NearDupError(
            f"the index {path} failed: {text}; raise the limit of open files (ulimit -n)"
        )
    if number == errno.EFBIG or "file too large" in low:
        return NearDupError(
            f"the index {path} failed: {text}; raise the limit of file sizes (ulimit -f)"
        )
    if number == errno.ENAMETOOLONG:
        return _impossible(path, text)
    if number == errno.ELOOP:
        named = getattr(error, "filename", None) or path
        return NearDupError(
            f"the index {path} failed: {named}: {text}; remove the link, or name another directory"
        )
    return NearDupError(f"the index {path} failed: {text}")


def _impossible(path: Path, problem: str) -> NearDupError:
    """The error for a *path* at which there can be no index."""
    return NearDupError(f"the index {path} can't be made: {problem}; name another directory")


def is_there(path: Path) -> bool:
    """Whether there is a file or directory *path*.

    Raises NearDupError if this process may not look, for which Python's own answer differs from
    version to version.
    """
    try:
        path.stat()
    except ValueError:
        return False
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG):
            return False
        raise NearDupError(
            f"{path} can't be looked at: {error.strerror}; give this process the right to enter the "
            "directories above it, or name another place"
        ) from error
    return True


def backups_in(directory: Path) -> set[Path]:
    """The copies that repairs have made of the files of the index in *directory*."""
    return set(directory.glob(f"*{ASIDE}*"))


def require_moved_back(path: Path) -> None:
    """Raise IndexFormatError if the directory *path*, which holds no index, has the files of one that
    a repair moved aside and was killed before it put others in their place.
    """
    aside = max(backups_in(path), default=None)
    if aside is None:
        return
    database = aside.name.partition(ASIDE)[0]
    back = (
        f"rename {aside} to {path / database}"
        if database == "leveldb"
        else f"move all that is in {aside} to {path}"
    )
    raise IndexFormatError(
        f"{path} holds no index, but files that a repair moved aside; if it was "
        f"killed, {back}, and repair it again"
    )


def prepare(path: Path, *, holds_index: bool, create: bool) -> None:
    """Make the directory *path* if it is missing and *create* allows it.

    Raises IndexFormatError for a directory that holds something else than its owner's lock and, without
    *create*, for one that holds no index.
    """
    try:
        if not holds_index:
            require_moved_back(path)
        if not create and not holds_index:
            raise no_index(path)
        path.mkdir(parents=True, exist_ok=True)
        if not holds_index and any(entry != LOCK_FILE for entry in os.listdir(path)):
            raise IndexFormatError(
                f"{path} holds files but no index; name an empty or a new directory"
            )
    except (FileExistsError, NotADirectoryError) as error:
        raise IndexFormatError(
            f"{path} can't be an index: {error.strerror}; name a directory"
        ) from error
    except OSError as error:
        if error.errno == errno.ENOENT:
            # The directories above it could not be made either.
            raise _impossible(path, os.strerror(errno.ENOENT)) from error
        raise explain(path, error) from error
