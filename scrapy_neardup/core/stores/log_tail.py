"""Tells whether the end of a LevelDB log was cut short by a crash or has a flipped bit in a
length.

LevelDB takes a record that is longer than the rest of its file for a write that a crash cut short,
and drops it, with all that follows. A flipped bit in a length looks the same, but then the record
is whole: its checksum fits the length that results when that bit is flipped back.

The format is that of `doc/log_format.md` in LevelDB's sources: blocks of 32 KiB; in them records
of a masked CRC-32C over type and data (4 bytes), the length of the data (2), the type (1) and the
data, little-endian. LevelDB itself finds all other damage, and a flipped length in any block but
the last.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexCorrupt

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = 32 * 1024
HEAD = struct.Struct("<IHB")
_LENGTH = struct.Struct("<H")
_LENGTH_AT = 4
_LENGTH_BITS = 16
_POLYNOMIAL = 0x82F63B78
_MASK = 0xA282EAD8


def refuse_flipped_lengths(database: Path) -> None:
    """Raise IndexCorrupt if a log of *database* ends in a record with a flipped length."""
    for pattern in ("*.log", "MANIFEST-*"):
        for log in sorted(database.glob(pattern)):
            if _find(log) is not None:
                raise IndexCorrupt(f"a length in {log.name} has changed")


def mend_flipped_lengths(log: Path) -> None:
    """Correct the lengths in *log* that :func:`refuse_flipped_lengths` refuses."""
    while (found := _find(log)) is not None:
        offset, length = found
        with log.open("r+b") as file:
            file.seek(offset + _LENGTH_AT)
            file.write(_LENGTH.pack(length))


def _find(log: Path) -> tuple[int, int] | None:
    """The offset of the record whose length has changed and the right length, None if there is
    none.
    """
    size = log.stat().st_size
    start = size - size % BLOCK
    with log.open("rb") as file:
        file.seek(start)
        block = file.read(BLOCK)
    place = 0
    while place + HEAD.size <= len(block):
        checksum, length, kind = HEAD.unpack_from(block, place)
        data = memoryview(block)[place + HEAD.size :]
        if length > len(data):
            right = _right_length(checksum, length, kind, data)
            return None if right is None else (start + place, right)
        place += HEAD.size + length
    return None


def _right_length(checksum: int, length: int, kind: int, data: memoryview) -> int | None:
    rotated = (checksum - _MASK) & 0xFFFFFFFF
    wanted = (rotated >> 17 | rotated << 15) & 0xFFFFFFFF
    candidates = sorted(
        candidate
        for candidate in (length ^ 1 << bit for bit in range(_LENGTH_BITS))
        if candidate <= len(data)
    )
    crc = _extended(0xFFFFFFFF, bytes((kind,)))
    done = 0
    for candidate in candidates:
        crc = _extended(crc, data[done:candidate])
        done = candidate
        if crc ^ 0xFFFFFFFF == wanted:
            return candidate
    return None


def _table_entry(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
    return byte


_TABLE = [_table_entry(byte) for byte in range(256)]


def _extended(crc: int, data: bytes | memoryview) -> int:
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc
