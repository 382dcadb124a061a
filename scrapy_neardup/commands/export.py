"""`scrapy neardup export`: an index as JSON lines."""

from __future__ import annotations

import gzip
import json
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, cast

from scrapy_neardup.commands.errors import CommandError, UsageProblem
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.commands.new_file import new_file, require_folder, unwritable
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    flush_output,
    stream_beside,
    write_json,
    write_line,
)
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from types import TracebackType

    from typing_extensions import Self

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record

SUMMARY = "write an index as JSON lines"
DESCRIPTION = """\
Write every document of an index as a line of JSON: all that is needed to import it into another
index of the same scheme, with its text if that was kept. What was learned of sites stays behind.
OUT is compressed if its name ends in .gz, and appears when it is complete.

With --since, only documents that were added or changed since: an age such as 7d, a time such as
2026-11-01 or 2026-11-01T08:00:00Z, or a run, by its id or number (`scrapy neardup stats --runs`),
for those that later runs have written. What was removed is not told. `scrapy neardup import` passes
over ids that the other index has already."""

_LEVEL = 4
"""gzip's. Its default, 9, takes several times as long, for a file that is a little smaller."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument(
        "--output", "-o", metavar="OUT", default=STANDARD, help="file (default: standard output)"
    )
    parser.add_argument("--since", metavar="WHEN", help="only what was added or changed since")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import documents_in, open_to_read
    from scrapy_neardup.commands.transfer import export_lines, header_of

    count = 0
    with open_to_read(where, holder="scrapy neardup export") as index:
        # How many are chosen shows only at the end.
        total = None if options.since else documents_in(index)
        chosen = (lambda record: True) if options.since is None else _since(index, options.since)
        with Output(options.output) as output, Progress("documents", total) as progress:
            output.write(header_of(index))
            for count, line in enumerate(export_lines(index, chosen), 1):
                output.write(line)
                progress.update(count)
    stream = stream_beside(options.output)
    if options.json:
        write_json({"documents": count}, stream)
    else:
        write_line(f"{counted(count, 'document')} written", stream)
    return 0


def _since(index: Index, when: str) -> Callable[[Record], bool]:
    """The function that says whether a record was written since *when*. Raises CommandError."""
    run = index.runs.find(when)
    if run is not None:
        last = run.number
        return lambda record: record.run > last
    if when.strip().isdecimal():
        # A number of seconds is never meant, and would leave nearly all out of a backup.
        raise CommandError(
            f"--since: {index.shown} has no run {when}; `scrapy neardup stats INDEX --runs` lists "
            "those there are"
        )
    from scrapy_neardup.commands.moments import read_moment

    try:
        moment = read_moment(when, time.time())
    except UsageProblem as error:
        raise UsageProblem(f"--since: {error}, or the id or number of a run") from error
    begun = frozenset(one.number for one in index.runs if one.started >= moment)
    return lambda record: record.first_seen >= moment or record.run in begun


class Output:
    """Writes JSON lines to standard output, or to a file that gets its name when all are written."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stack = ExitStack()
        if name != STANDARD:
            require_folder(name)
        try:
            if name == STANDARD:
                self._stream = cast("BinaryIO", sys.stdout.buffer)
                # So that the command does not report success while lines are still held back.
                self._stack.callback(flush_output)
                return
            self._stream = self._stack.enter_context(new_file(name))
        except OSError as error:
            raise unwritable(name, error) from error
        if name.endswith(".gz"):
            zipped = gzip.GzipFile("", "wb", _LEVEL, fileobj=self._stream, mtime=0)
            self._stream = cast("BinaryIO", self._stack.enter_context(zipped))

    def __enter__(self) -> Self:
        return self

    def write(self, values: dict[str, object]) -> None:
        """Write one line. Raises CommandError, on a full disk for example."""
        try:
            self._stream.write(json.dumps(values).encode("ascii") + b"\n")
        except BrokenPipeError:
            raise
        except OSError as error:
            raise unwritable(self._name, error) from error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._stack.__exit__(kind, error, traceback)
        except BrokenPipeError:
            raise
        except OSError as failure:
            raise unwritable(self._name, failure) from failure
