"""Files that a command writes whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, BinaryIO

from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator


def require_folder(name: str, remedy: str = "name another file") -> None:
    """Raise CommandError if the folder that is to hold the file *name* is missing."""
    folder = os.path.dirname(os.path.realpath(name))
    if not os.path.isdir(folder):
        raise CommandError(
            f"{name} can't be written: there is no folder {folder}; make it, or {remedy}"
        )


def unwritable(
    name: str | os.PathLike[str],
    error: OSError,
    elsewhere: str = "name another file",
    *,
    again: str = "",
    done: str = "written",
) -> CommandError:
    """The error for a file or directory *name* that can't be *done*, as *error* says.

    *elsewhere* is the remedy; on a full disk it is also to make room, and then to do *again*.
    """
    is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    room = f"make room{again}, or " if is_full else ""
    return CommandError(f"{os.fspath(name)} can't be {done}: {error.strerror}; {room}{elsewhere}")


@contextmanager
def new_file(name: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of *name* at the end, or goes if that is an error.

    Of a link, the file that it leads to is replaced. What is no file, as /dev/null or a pipe, is
    written as it is. Raises OSError.
    """
    if os.path.exists(name) and not os.path.isfile(name):
        with open(name, "wb") as stream:
            yield stream
        return
    # Beside the file, as no other place can be renamed to it for certain; and nobody else's.
    target = os.path.realpath(name)
    partial = Path(target).with_name(f".neardup-{token_hex(8)}.partial")
    try:
        with partial.open("xb") as stream:
            with suppress(FileNotFoundError):
                # Who may read the file that it replaces may read it, and nobody else.
                os.fchmod(stream.fileno(), stat.S_IMODE(os.stat(target).st_mode))
            yield stream
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)
