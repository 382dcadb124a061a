"""How results look: aligned tables for people, JSON for programs, progress on standard error.

Ids, URLs and titles come from crawled pages, so unseen characters are written as escapes.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import time
import unicodedata
from contextlib import (
    ExitStack,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from scrapy_neardup.commands.errors import OutputError
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.escaping import escaped, replace_unseen

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from typing_extensions import Self

    T = TypeVar("T")

_ON_TERMINAL_SECONDS = 0.2
_IN_LOG_SECONDS = 10.0


@contextmanager
def sound_output() -> Iterator[None]:
    """Let standard output and standard error take what is written, or fail, in the ``with`` block.

    One that is closed leads nowhere. Standard output without a buffer, as under PYTHONUNBUFFERED,
    gets one that is flushed after each line: without it, Python takes for done what a full disk has
    cut short.
    """
    with ExitStack() as stack:
        if sys.stderr is None:
            stack.enter_context(redirect_stderr(stack.enter_context(open(os.devnull, "w"))))
        if sys.stdout is None:
            stack.enter_context(redirect_stdout(stack.enter_context(open(os.devnull, "w"))))
        elif isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
            whole = open(  # noqa: SIM115 - closed below
                sys.stdout.fileno(),
                "w",
                buffering=1,
                encoding=sys.stdout.encoding,
                errors=sys.stdout.errors,
                closefd=False,
            )
            stack.callback(_close, whole)
            stack.enter_context(redirect_stdout(whole))
        yield


def _close(stream: TextIO) -> None:
    # Who had to know of a failure has flushed it before.
    with suppress(OSError):
        stream.close()


def add_json_option(parser: argparse._ActionsContainer) -> None:
    """Declare the ``--json`` that every subcommand has."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def json_line(value: Any, *, ascii_only: bool = False) -> str:
    """*value* as JSON on one line, with escapes for all unseen characters, or with *ascii_only* for
    all characters beyond ASCII.
    """
    line = json.dumps(value, ensure_ascii=ascii_only)
    # JSON's own syntax is printable, so all unseen characters are in strings.
    return replace_unseen(line, lambda character: json.dumps(character)[1:-1])


def stream_beside(output: str) -> TextIO:
    """Where to tell of what is written to *output*: standard error if that is standard output."""
    return sys.stderr if output == STANDARD else sys.stdout


def write_json(value: Any, stream: TextIO | None = None) -> None:
    """Print *value* as one line of JSON, to standard output if no *stream* is given."""
    stream = stream or sys.stdout
    _write(stream, f"{json_line(value, ascii_only=not _speaks_unicode(stream))}\n")


def write_line(text: str = "", stream: TextIO | None = None) -> None:
    """Print a line. Characters that are unseen, or not in the terminal's encoding, become escapes."""
    stream = stream or sys.stdout
    encoding = stream.encoding or "utf-8"
    line = text if isinstance(text, _Safe) else escaped(text)
    _write(stream, line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def write_bytes(data: bytes) -> None:
    """Write *data* to standard output as it is. Raises OutputError."""
    with _output_errors():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def flush_output() -> None:
    """Flush standard output while an error can still be reported. Raises OutputError."""
    with _output_errors():
        sys.stdout.flush()


@contextmanager
def _output_errors() -> Iterator[None]:
    """Raise OutputError if standard output can't be written. A BrokenPipeError is passed on: that
    the reader has gone is no such error.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            f"standard output can't be written: {error.strerror}; make room, or name a file elsewhere"
        ) from error


def _write(stream: TextIO, text: str) -> None:
    with _output_errors() if stream is sys.stdout else nullcontext():
        stream.write(text)


class _Safe(str):
    """A line that is escaped already, with commands to the terminal that this module has added."""

    __slots__ = ()


def bold(text: str, stream: TextIO | None = None) -> str:
    """*text* in bold on a terminal, unless NO_COLOR is set."""
    stream = stream or sys.stdout
    if stream.isatty() and not os.environ.get("NO_COLOR"):
        return _Safe(f"\x1b[1m{escaped(text)}\x1b[0m")
    return text


def table(rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Lines of *rows* in columns two spaces apart; the columns numbered in *right* end flush.

    Chinese, Japanese and Korean characters are two cells wide.
    """
    rows = [[escaped(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        padded = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cells(cell))
            padded.append(space + cell if number in right else cell + space)
        lines.append("  ".join(padded).rstrip())
    return lines


def write_table(
    rows: Iterable[Sequence[str]],
    *,
    right: Sequence[int] = (),
    indent: str = "",
    stream: TextIO | None = None,
) -> None:
    """Print the lines of a :func:`table`, each behind *indent*."""
    for line in table(rows, right=right):
        write_line(f"{indent}{line}", stream)


def cells(text: str) -> int:
    """The width of *text* on a terminal."""
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def width_or(otherwise: int) -> int:
    """The width of the terminal, or, if standard output is none, *otherwise*."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else otherwise


def clip(text: str, width: int) -> str:
    """*text* on one line in at most *width* cells."""
    text = escaped(" ".join(text.split()))
    if cells(text) <= width:
        return text
    kept, used = [], 1
    for character in text:
        used += cells(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept) + "…"


class Progress:
    """A line on standard error that tells how far long work is: redrawn on a terminal, where it goes at
    the end of the ``with`` block but stays if that fails or is stopped, else written anew every ten
    seconds. *total* is the size of the whole, None if unknown.
    """

    def __init__(self, noun: str, total: int | None, stream: TextIO | None = None) -> None:
        self._noun = noun
        self._total = total
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._start = self._last = time.monotonic()
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, raised: type[BaseException] | None, *details: object) -> None:
        # What is told next, as of an error, is to have a line of its own.
        if self._live and self._shown:
            # The terminal may have been closed, which is why the block ends.
            with suppress(OSError):
                self._stream.write("\r\x1b[K" if raised is None else "\n")
                self._stream.flush()

    def update(self, count: int, position: int | None = None, *, before: int = 0) -> None:
        """Tell that *count* are done, *before* of them by an earlier process, and *position* of the
        total, which is *count* if that is not given.
        """
        now = time.monotonic()
        if now - self._last < (_ON_TERMINAL_SECONDS if self._live else _IN_LOG_SECONDS):
            return
        self._last = now
        position = count if position is None else position
        share = f"  {min(1.0, position / self._total):4.0%}" if self._total else ""
        rate = (count - before) / (now - self._start)
        line = f"{count:,} {self._noun}{share}  {rate:,.0f}/s"
        # Before it is: an interrupt may come between the two.
        self._shown = True
        self._stream.write(f"\r{line}\x1b[K" if self._live else f"{line}\n")
        self._stream.flush()

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """Yield the *things* and show how many have been yielded."""
        with self:
            for count, thing in enumerate(things, 1):
                yield thing
                self.update(count)


@contextmanager
def telling_if_stopped(what: Callable[[], str]) -> Iterator[None]:
    """Say *what* is done if the ``with`` block is interrupted or the process terminated."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        with suppress(OSError):  # see Progress.__exit__
            write_line(f"stopped: {what()}", sys.stderr)
        raise


def _speaks_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
