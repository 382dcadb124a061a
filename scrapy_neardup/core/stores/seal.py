"""The seal: a list of files that shows that a database is as its owner left it.

LevelDB takes a file that is cut short or missing for the work of a crash: it goes on from the
state before, and deletes the files which that state does not know. An owner that closes cleanly
therefore leaves a list of the files. The next owner checks and deletes the list before LevelDB
sees the files; after a crash there is no list.
"""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexCorrupt

if TYPE_CHECKING:
    from pathlib import Path

TABLES = (".ldb", ".sst")
NO_DATA = ("LOCK", "LOG", "LOG.old")
"""Files of LevelDB that hold no data."""


def seal(database: Path, mark: Path) -> None:
    """List the files of *database*, which nobody writes any more, in the file *mark*."""
    written = mark.with_name(mark.name + ".new")
    with written.open("w", encoding="utf-8") as file:
        json.dump(_describe(database), file)
        file.flush()
        os.fsync(file.fileno())
    written.replace(mark)
    _sync_directory(mark.parent)


def break_seal(database: Path, mark: Path) -> bool:
    """Check *database* against *mark* and, if they agree, delete the mark durably.

    Returns whether there was a mark. If files differ, raises IndexCorrupt and keeps the mark.
    """
    try:
        sealed = dict(json.loads(mark.read_text("utf-8")))
    except FileNotFoundError:
        return False
    except (ValueError, TypeError) as error:
        raise IndexCorrupt(f"{mark.name} can't be read: {error}") from error
    found = _describe(database)
    names = sorted(found.keys() | sealed.keys())
    differing = [name for name in names if found.get(name) != sealed.get(name)]
    if differing:
        missing = [name for name in differing if name not in found]
        what = f"{missing[0]} is missing" if missing else f"{differing[0]} has changed"
        raise IndexCorrupt(f"{what} since the index was closed")
    mark.unlink()
    # Else a power cut could bring the mark back beside a database that has changed since.
    _sync_directory(mark.parent)
    return True


def _describe(database: Path) -> dict[str, list[int | str]]:
    """Size and digest of each file by name; size alone for tables, whose blocks LevelDB checks."""
    described: dict[str, list[int | str]] = {}
    for file in database.iterdir():
        if file.name in NO_DATA or not file.is_file():
            continue
        described[file.name] = [file.stat().st_size]
        if file.suffix not in TABLES:
            digest = blake2b(file.read_bytes(), digest_size=16).hexdigest()
            described[file.name].append(digest)
    return described


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
