"""What a scan reads: lines of JSON, a web archive (WARC, WET), or a table in Parquet.

The kind of input is recognized by its content. Each part of an input is a :data:`~.rows.Raw`.
"""

from __future__ import annotations

import json
import zlib
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.lines import GZIP, MAX_LINE_BYTES, Input, LineReader, open_stream
from scrapy_neardup.commands.rows import ArchivedPage

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

    from scrapy_neardup.commands.rows import Fields, Raw

_WARC, _PARQUET = b"WARC/", b"PAR1"
_BLOCK = 64 << 10
_ROWS = 256
"""Rows of a table in memory at a time: a row may be an article of some megabytes."""
_CODINGS = ("", "identity", "gzip", "x-gzip", "deflate")
"""The HTTP content codings that warcio decodes. It passes on others undecoded, and fails at brotli."""
_HTML = ("text/html", "application/xhtml+xml")


@contextmanager
def open_input(name: str, fields: Fields) -> Iterator[Input[Raw]]:
    """Open *name*, "-" for standard input; *fields* are the columns of a table.

    Raises CommandError if it can't be read, or needs a package that is not installed.
    """
    with open_stream(name) as (shown, stream):
        yield _reader_of(stream)(shown, stream, fields)


def is_archive(stream: io.BufferedReader) -> bool:
    """Whether *stream* begins like a web archive or a table, and not like lines."""
    return _reader_of(stream) is not _lines


def _reader_of(stream: io.BufferedReader) -> Any:
    head = stream.peek(1024)
    if head.startswith(_PARQUET):
        return ParquetReader
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, len(_WARC))
        except zlib.error:
            return _lines
    return WarcReader if head.startswith(_WARC) else _lines


def _lines(name: str, stream: io.BufferedReader, fields: Fields) -> LineReader:
    return _Documents(name, stream)


class _Documents(LineReader):
    """The lines of a file of documents but blank ones, which hold none."""

    def __iter__(self) -> Iterator[bytes | None]:
        return (line for line in super().__iter__() if line is None or line.strip())


class WarcReader(Input["Raw"]):
    """The HTML pages and the plain texts (WET) of a web archive, gzipped or not.

    Pages are those that a server sent with status 200, or that were saved as resources. All other
    records are passed over.
    """

    def __init__(self, name: str, stream: io.BufferedReader, fields: Fields) -> None:
        super().__init__(name, stream)
        try:
            from warcio.archiveiterator import ArchiveIterator
        except ImportError as error:
            raise CommandError(
                f"{name} is a web archive, and warcio is not installed: "
                "pip install 'scrapy-neardup[warc]'"
            ) from error
        # warcio unpacks gzip as well, but tells neither of a wrong checksum nor of an early end.
        packed = stream.peek(2).startswith(GZIP)
        self._records = ArchiveIterator(_Unpacked(stream) if packed else stream)
        self._first = True
        self._fields = fields

    def __iter__(self) -> Iterator[Raw]:
        """Raises CommandError for damaged data."""
        try:
            while (record := self._next()) is not None:
                for one in record:
                    self.number += 1
                    yield one
        except OSError as error:
            raise CommandError(f"{self.name} can't be read: {error.strerror}") from error

    def _next(self) -> list[Raw] | None:
        """What the next record holds, None at the end. Raises CommandError, OSError."""
        try:
            self._records.read_to_end()
            begun = self._first or bool(self._records.next_line)
            self._first = False
            record = next(self._records, None)
            if record is None:
                # If a record ends before its content, warcio takes that for the end of the archive.
                if begun:
                    raise ValueError("the last record ends early")
                return None
            units = [*self._read(record)]
            _require_whole(record)
        except OSError:
            raise
        except Exception as error:
            # For damaged headers warcio raises whatever its parsers raise.
            raise self._damaged(error) from error
        return units

    def _damaged(self, error: Exception) -> CommandError:
        return CommandError(
            f"{self.name}: the web archive is damaged or cut off ({error}); get a whole "
            "copy of the file"
        )

    def _read(self, record: Any) -> Iterator[Raw]:
        from scrapy_neardup.plugin.items import document_id

        url = record.rec_headers.get_header("WARC-Target-URI")
        if not url:
            return
        if record.rec_type == "conversion":
            text = record.content_stream().read(MAX_LINE_BYTES + 1)
            if len(text) > MAX_LINE_BYTES:
                yield None
                return
            names = self._fields
            row = {
                names.needed["id"][0]: document_id(url),
                names.text[0]: text.decode("utf-8", "replace"),
            }
            yield json.dumps({**row, names.url[0]: url}).encode()
        elif _is_page(record):
            headers = record.http_headers or record.rec_headers
            coding = (headers.get_header("Content-Encoding") or "").strip().lower()
            if coding not in _CODINGS:
                problem = f"the page is compressed with {coding!r}: save archives of plain or gzip"
                yield ArchivedPage(url, b"", "", problem)
                return
            body = record.content_stream().read(MAX_LINE_BYTES + 1)
            yield ArchivedPage(url, body, headers.get_header("Content-Type") or "")


class _Unpacked:
    """A reader of what the gzipped *stream* holds, one member after the other.

    Unlike the standard library's reader it gives all data before a damage, and raises no EOFError.
    """

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._packed = b""
        self._member: Any = None

    def read(self, size: int) -> bytes:
        """At most *size* bytes, none at the end.

        Raises zlib.error for damaged data, ValueError if the data ends early.
        """
        unpacked = b""
        while not unpacked:
            packed = self._packed or self._stream.read(_BLOCK)
            if self._member is None or self._member.eof:
                # Zeros may follow the last member.
                packed = packed.lstrip(b"\0")
                if not packed:
                    return b""
                self._member = zlib.decompressobj(wbits=31)
            unpacked = self._member.decompress(packed, size)
            self._packed = self._member.unused_data or self._member.unconsumed_tail
            if not packed and not unpacked:
                raise ValueError("the gzip data ends early")
        return unpacked


def _require_whole(record: Any) -> None:
    """Read what is left of *record*. Raises EOFError if it ends early, which warcio does not report,
    or if its header does not tell its length.
    """
    if not (record.rec_headers.get_header("Content-Length") or "").strip().isdecimal():
        raise EOFError("the header of a record has no Content-Length")
    while record.raw_stream.read(1 << 16):
        pass
    if getattr(record.raw_stream, "limit", 0) > 0:
        raise EOFError("the last record ends early")


def _is_page(record: Any) -> bool:
    if record.rec_type == "response" and record.http_headers is not None:
        headers, came = record.http_headers, record.http_headers.get_statuscode() == "200"
    else:
        headers, came = record.rec_headers, record.rec_type == "resource"
    content_type = (headers.get_header("Content-Type") or "").partition(";")[0]
    return came and content_type.strip().lower() in _HTML


class ParquetReader(Input["Raw"]):
    """The rows of a table in Parquet, as lines of JSON with the columns that hold documents."""

    def __init__(self, name: str, stream: io.BufferedReader, fields: Fields) -> None:
        super().__init__(name, stream)
        try:
            from pyarrow.parquet import ParquetFile
        except ImportError as error:
            raise CommandError(
                f"{name} is a table in Parquet, and pyarrow is not installed: "
                "pip install 'scrapy-neardup[parquet]'"
            ) from error
        if not stream.seekable():
            raise CommandError(
                f"{name} is a table in Parquet, whose end is read first: name a file"
            )
        try:
            self._table = ParquetFile(stream)
        except (OSError, ValueError) as error:
            raise self._damaged(error) from error
        there = self._table.schema_arrow.names
        for part, names in fields.needed.items():
            if not any(one in there for one in names):
                raise CommandError(
                    f"{name} has no column {' or '.join(map(repr, names))}: name the right one with "
                    f"{fields.option(part)}, one of {', '.join(there)}"
                )
        self._columns = [column for column in fields.all if column in there]
        self._dates = [column for column in fields.date if column in there]

    def __iter__(self) -> Iterator[Raw]:
        """Raises CommandError for damaged data."""
        try:
            for batch in self._table.iter_batches(_ROWS, columns=self._columns):
                for row in batch.to_pylist():
                    self.number += 1
                    for column in self._dates:
                        if isinstance(row[column], date):
                            row[column] = row[column].isoformat()
                    # A value of a type that JSON lacks can be neither a text nor an id.
                    line = json.dumps(row, default=lambda value: {}).encode()
                    yield line if len(line) <= MAX_LINE_BYTES else None
        except (OSError, ValueError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> CommandError:
        return CommandError(
            f"{self.name}: the table in Parquet is damaged or cut off ({error}); get a whole copy "
            "of the file"
        )
