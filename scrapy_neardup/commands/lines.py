"""Files and standard input, and the lines in them, plain or gzipped, in bounded memory."""

from __future__ import annotations

import codecs
import gzip
import os
import stat
import sys
import zlib
from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar, cast

from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

T = TypeVar("T")

STANDARD = "-"
MAX_LINE_BYTES = 16 << 20
"""A longer line is skipped and reported. An article is judged by the first million characters of
its text, which take at most 12 bytes each in JSON's escapes."""

GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_PACKERS = {b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip"}
"""Those whose files are not unpacked, by how the files begin."""


class Input(ABC, Generic[T]):
    """The parts of *name*, read from *stream* one after the other.

    ``total`` is a file's size in bytes, None for pipes. ``number`` counts the lines, pages or rows
    read so far: it is that of the part yielded last. Iterating raises CommandError for damaged data.
    """

    def __init__(self, name: str, stream: io.BufferedReader) -> None:
        self.name = name
        self.number = 0
        self._raw = stream.raw
        status = os.fstat(stream.fileno())
        self.total = status.st_size if stat.S_ISREG(status.st_mode) else None

    @property
    def position(self) -> int:
        """How many bytes of a file have been read, 0 for pipes."""
        return 0 if self.total is None else self._raw.tell()

    @abstractmethod
    def __iter__(self) -> Iterator[T]: ...


class LineReader(Input["bytes | None"]):
    """The lines of *name*; gzip is recognized by content, not by name. Raises CommandError for a file
    of another packer, and for one in UTF-16, whose lines end otherwise.
    """

    def __init__(self, name: str, stream: io.BufferedReader) -> None:
        super().__init__(name, stream)
        self._lines: BinaryIO = stream
        head = stream.peek(8)
        for magic, packer in _PACKERS.items():
            if head.startswith(magic):
                raise CommandError(
                    f"{name} is packed with {packer}: unpack it, or pack it with gzip instead"
                )
        begin = head[:2]
        if begin in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            raise CommandError(f"{name} is in UTF-16: save it in UTF-8")
        if begin == GZIP:
            self._lines = cast("BinaryIO", gzip.GzipFile(fileobj=stream))

    def __iter__(self) -> Iterator[bytes | None]:
        """Yield each line without its end; None for one of more than MAX_LINE_BYTES."""
        first = True
        while line := self._read():
            whole: bytes | None = line
            if len(line) > MAX_LINE_BYTES:
                whole = None
                while line and not line.endswith(b"\n"):
                    line = self._read()
            elif first and line.startswith(_BOM):
                whole = line[len(_BOM) :]
            first = False
            self.number += 1
            yield whole.rstrip(b"\r\n") if whole is not None else None

    def _read(self) -> bytes:
        try:
            return self._lines.readline(MAX_LINE_BYTES + 1)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise CommandError(
                f"{self.name}: the gzip data is damaged or cut off ({error}); "
                "get a whole copy of the file"
            ) from error
        except OSError as error:
            raise CommandError(f"{self.name} can't be read: {error.strerror}") from error


@contextmanager
def open_lines(name: str) -> Iterator[LineReader]:
    """Open *name*, "-" for standard input. Raises CommandError where it can't be read."""
    with open_stream(name) as (shown, stream):
        yield LineReader(shown, stream)


@contextmanager
def open_stream(name: str) -> Iterator[tuple[str, io.BufferedReader]]:
    """The bytes of *name*, "-" for standard input, and what to call it.

    Raises CommandError where it can't be read.
    """
    if name == STANDARD:
        if sys.stdin is None:
            raise CommandError("standard input is closed; name a file")
        yield "standard input", cast("io.BufferedReader", sys.stdin.buffer)
        return
    try:
        stream = open(name, "rb")  # noqa: SIM115
    except IsADirectoryError:
        raise CommandError(
            f"{name} is a directory; name a file, or - for standard input"
        ) from None
    except OSError as error:
        raise _unreadable(name, error) from error
    with stream:
        try:
            # Some files can be opened but not read.
            stream.peek(1)
        except OSError as error:
            raise _unreadable(name, error) from error
        yield name, stream


def _unreadable(name: str, error: OSError) -> CommandError:
    return CommandError(
        f"{name} can't be read: {error.strerror}; name another file, or - for standard input"
    )
