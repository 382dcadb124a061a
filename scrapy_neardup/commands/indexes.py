"""Opening the index that an argument names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    from scrapy_neardup.core.index import NearDupIndex


def existing_index(path: str) -> Path:
    """The directory *path* if it holds an index. Raises CommandError if not."""
    directory = Path(path)
    if (directory / "leveldb").is_dir():
        return directory
    problem = "holds no index" if directory.is_dir() else "is no directory"
    raise CommandError(
        f"{path} {problem}; name the directory of an index that a crawl or scan made"
    )


def open_existing(path: str, *, holder: str) -> NearDupIndex:
    """The index in the directory *path*, which is not made if it is missing.

    *holder* is what other processes are told while it is open. Raises CommandError where there
    is none, NearDupError where it can't be opened.
    """
    directory = existing_index(path)
    from scrapy_neardup.core.index import NearDupIndex

    return NearDupIndex.open(directory, holder=holder)
