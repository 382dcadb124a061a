"""Tells whether a LevelDB database lacks the log that its manifest names.

LevelDB opens a database without its log as if nothing had been in it. But no crash takes the log away:
LevelDB makes a log and syncs the directory before it writes the log's number into the manifest, and
deletes a log only after the manifest names a later one. A manifest that a repair has written, or the
making of a database that went no further, names the log 0, which stands for none.

The manifest has the format of a log (:mod:`.log_tail`). Its records are edits, as in `version_edit.cc` in
LevelDB's sources: fields of a tag and some values, each a varint or a string, whose length comes first.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.stores.directory import log_is_missing
from scrapy_neardup.core.stores.log_tail import BLOCK, HEAD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FULL, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
_LOG_NUMBER = 2
_FIELDS = {1: "s", _LOG_NUMBER: "n", 3: "n", 4: "n", 5: "ns", 6: "nn", 7: "nnnss", 9: "n"}
"""The values of a field by its tag: n is a number, s a string."""


def missing_log(database: Path) -> str | None:
    """The name of the log that *database* lacks, None if it lacks none or its manifest can't be read:
    that is for LevelDB to tell.
    """
    number = 0
    try:
        manifest = database / (database / "CURRENT").read_text("ascii").rstrip("\n")
        for edit in _edits(manifest.read_bytes()):
            number = _log_in(edit, number)
    except (OSError, ValueError, KeyError):
        return None
    name = f"{number:06}.log"
    return name if number and not (database / name).exists() else None


def refuse_missing_log(database: Path) -> None:
    """Raise IndexCorrupt if *database* lacks its log."""
    name = missing_log(database)
    if name is not None:
        raise IndexCorrupt(log_is_missing(name))


def _edits(manifest: bytes) -> Iterator[bytes]:
    """The records of a *manifest* up to one that a crash cut short."""
    place, edit = 0, b""
    while place + HEAD.size <= len(manifest):
        left = BLOCK - place % BLOCK
        if left < HEAD.size:
            place += left
            continue
        _, length, kind = HEAD.unpack_from(manifest, place)
        place += HEAD.size
        part = manifest[place : place + length]
        if len(part) < length or kind not in (_FULL, _FIRST, _MIDDLE, _LAST):
            return
        edit = part if kind in (_FULL, _FIRST) else edit + part
        if kind in (_FULL, _LAST):
            yield edit
        place += length


def _log_in(edit: bytes, number: int) -> int:
    """The number of the log that *edit* names, or *number* if it names none."""
    rest = iter(edit)
    for tag in rest:
        for kind in _FIELDS[tag]:
            value = _varint(rest)
            if kind == "s":
                deque(islice(rest, value), maxlen=0)
            elif tag == _LOG_NUMBER:
                number = value
    return number


def _varint(data: Iterator[int]) -> int:
    """The number at which *data* stands: seven bits a byte, the lowest first."""
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value
        shift += 7
    raise ValueError("a number ends too early")
