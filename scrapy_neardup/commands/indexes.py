"""Opening the index that an argument names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    from scrapy_neardup.core.index import NearDupIndex


def open_existing(path: str, *, holder: str) -> NearDupIndex:
    """The index in the directory *path*, which is not made if it is missing.

    *holder* is what other processes are told while it is open. Raises CommandError where there
    is none, NearDupError where it can't be opened.
    """
    directory = Path(path)
    if not directory.is_dir():
        raise CommandError(f"{path}: no such index; name the directory that a crawl or scan made")
    if not (directory / "leveldb").is_dir():
        raise CommandError(f"{path} holds no index; name the directory that a crawl or scan made")
    from scrapy_neardup.core.index import NearDupIndex

    return NearDupIndex.open(directory, holder=holder)
