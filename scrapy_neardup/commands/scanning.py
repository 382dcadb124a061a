"""A scan: the verdicts on the documents of a file, one after the other, in order."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of
from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.row_workers import RowWorkers
from scrapy_neardup.commands.scan_output import (
    Errors,
    LineWriter,
    Progressed,
    error_line,
    read_progress,
    verdict_line,
)
from scrapy_neardup.core.document import Kind
from scrapy_neardup.plugin.queries import part_verdict
from scrapy_neardup.plugin.sites import SiteTemplates

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from scrapy_neardup.commands.lines import Input
    from scrapy_neardup.commands.rows import Raw, Row, RowReader
    from scrapy_neardup.core.document import Document, Verdict
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.runs import Run

_HOPELESS = 1000
"""A file whose first lines can't be judged, as many as these, is not what it is taken for."""


class Scan:
    """One scan: *reader* makes its rows, *options* are the subcommand's.

    ``written`` counts the lines of OUT, ``verdicts`` what they say, ``errors`` those that could not
    be judged by reason, ``seconds`` the time taken. ``before`` are the lines whose documents an
    earlier scan has judged and kept, see --resume.
    """

    def __init__(self, index: Index, reader: RowReader, options: argparse.Namespace) -> None:
        self._index = index
        self._reader = reader
        self._options = options
        self._policy = options.project.policy
        self._sites = SiteTemplates()
        self.written = self.before = 0
        self.verdicts: Counter[str] = Counter()
        self.errors = Errors()
        self.judged = 0
        self.seconds = 0.0
        self._run: Run | None = None

    @property
    def has_judged(self) -> bool:
        """Whether there is a verdict on any document of INPUT."""
        return self.judged > 0 and self.written > self.verdicts["error"]

    def judge(self, source: Input[Raw]) -> Iterator[int]:
        """Judge all of *source* and write the verdicts; yield the number of lines written after each.

        Raises CommandError if none of the first lines can be judged.
        """
        options = self._options
        begin = time.monotonic()
        done = self._progress()
        if options.index is not None and not options.no_add:
            self._run = self._index.runs.begin("scrapy neardup scan", time.time())
        self.written, self.verdicts, self.errors = done.written, done.verdicts, done.errors
        self.before = done.start
        earlier = Counter(done.verdicts)
        lines = iter(source)
        skipped = sum(1 for _ in islice(lines, done.start))
        if skipped < done.start:
            raise self._other_input(skipped)
        with (
            LineWriter(options.output, keep=done.end) as writer,
            RowWorkers(self._reader, options.jobs) as workers,
        ):
            numbers: deque[int] = deque()
            rows = workers.rows(_noting(source, lines, numbers))
            try:
                for count in self._replay(rows, done):
                    numbers.popleft()
                    yield count
                for row in rows:
                    self._judge(row, numbers.popleft(), writer)
                    if self.written == self.verdicts["error"] == _HOPELESS:
                        raise self._hopeless()
                    yield self.written
            finally:
                self._sites.save(self._index)
        if self._run is not None:
            self._index.runs.finish(self._run, time.time(), self.verdicts - earlier)
        self.seconds = time.monotonic() - begin

    def _progress(self) -> Progressed:
        options = self._options
        if not options.resume:
            return Progressed()
        holds = self._index.__contains__ if options.index else None
        done = read_progress(Path(options.output), holds)
        if options.no_add:
            done.start, done.start_at = done.written, done.end
        return done

    def _replay(self, rows: Iterator[Row], done: Progressed) -> Iterator[int]:
        """Add the documents whose lines are written but that may be missing from the index. Yield
        the number of lines read after each.
        """
        if done.start == done.written:
            return
        with Path(self._options.output).open("rb") as lines:
            lines.seek(done.start_at)
            for number in range(done.start, done.written):
                row = next(rows, None)
                if row is None or row.id != json.loads(lines.readline())["id"]:
                    raise self._other_input(number)
                if row.document is not None:
                    asked, fingerprint = self._asked(row, row.document)
                    verdict = self._index.check_and_add(asked, fingerprint, policy=self._policy)
                    self._learn(row, verdict)
                yield number + 1

    def _other_input(self, number: int) -> CommandError:
        options = self._options
        return CommandError(
            f"{options.output}, line {number + 1}: not from the same line of {options.input}; "
            "give --resume the input that the scan began with, or leave it out to begin anew"
        )

    def _hopeless(self) -> CommandError:
        _, number, error = self.errors.most_common()[0]
        return CommandError(
            f"none of the first {_HOPELESS:,} lines of {self._options.input} could be judged, such as "
            f"{example_of(number, error)}{hint_on(error)}"
        )

    def _asked(self, row: Row, document: Document) -> tuple[Document, Fingerprint | None]:
        """The *document* of *row* and its fingerprint, without the lines that its site repeats on page after
        page.
        """
        fingerprint, query = row.fingerprint, row.query
        if query is not None:
            document = self._sites.document_of(self._index, query)
            if document.text != query.document.text:
                fingerprint = self._index.fingerprinter(document.text, document.title)
        asked = replace(
            document,
            criteria=self._options.project.criteria_on(host_of(document.url or "")),
            keep_text=self._options.keep_text,
            run=0 if self._run is None else self._run.number,
        )
        return asked, fingerprint

    def _learn(self, row: Row, verdict: Verdict) -> None:
        """Remember the lines of a page that was kept as new, as a crawl does."""
        query = row.query
        if query is not None and query.page_lines and verdict.kind is Kind.NEW:
            self._sites.learn(self._index, query.host, query.page_lines)
            if self._sites.save_due:
                self._sites.save(self._index)

    def _judge(self, row: Row, number: int, writer: LineWriter) -> None:
        reservation = verdict = None
        if row.part_of is not None:
            line = verdict_line(row.id, part_verdict(row.part_of))
        elif row.document is None:
            line = error_line(row, number)
            self.errors.add(line["error"], number)
        else:
            (asked, fingerprint), policy = self._asked(row, row.document), self._policy
            if self._options.no_add:
                verdict = self._index.check(asked, fingerprint, policy=policy)
            else:
                reservation = self._index.reserve(asked, fingerprint, policy=policy)
                verdict = reservation.verdict
                if reservation.blockers:
                    # It may copy an article that another crawler is about to keep: wait for that one.
                    reservation = None
                    verdict = self._index.check_and_add(asked, fingerprint, policy=policy)
            line = verdict_line(row.id, verdict)
        writer.write(line)
        if reservation is not None:
            reservation.commit()
        if verdict is not None and not self._options.no_add:
            self._learn(row, verdict)
        self.written += 1
        self.judged += 1
        self.verdicts[line["verdict"]] += 1


def _noting(source: Input[Raw], lines: Iterator[Raw], numbers: deque[int]) -> Iterator[Raw]:
    """Yield the *lines* of *source* and note their numbers, for they are read ahead of their rows."""
    for line in lines:
        numbers.append(source.number)
        yield line


def example_of(number: int | None, error: str) -> str:
    """An *error*, with the *number* of the line that has it, if that is known."""
    return error if number is None else f"line {number}: {error}"


def hint_on(error: str) -> str:
    """What to do about a file most of whose lines have such an *error*, if the error does not say."""
    if not error.startswith(("not JSON", "not a JSON")):
        return ""
    return (
        ". INPUT needs an object of JSON on each line: convert a table in CSV, and write an array, or "
        "objects over several lines, as lines (`jq -c '.[]'` or `jq -c .`)"
    )
