"""`scrapy neardup scan`: the verdict on every document of a file."""

from __future__ import annotations

import json
import os
import resource
import stat
import sys
import tempfile
import time
from collections import Counter, deque
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from scrapy_neardup.addresses import host_of
from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.commands.scan_output import Errors
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    stream_beside,
    write_json,
    write_line,
    write_table,
)
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from scrapy_neardup.commands.lines import Input
    from scrapy_neardup.commands.rows import Raw, Row, RowReader
    from scrapy_neardup.commands.scan_output import LineWriter, Progressed
    from scrapy_neardup.core.document import Document, Verdict
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.runs import Run

SUMMARY = "judge every document of a file"
DESCRIPTION = """\
Judge the documents of INPUT one after the other, as a crawl would: each against those
before it, and against those of a kept index.

INPUT is JSON lines or a web archive, plain or gzipped, or - for standard input; or a table in
Parquet, whose columns are the fields. Of a web archive the HTML pages are read as a crawl reads
them, by the project's NEARDUP_EXTRACTOR, without the lines that a site repeats on page after page,
and of WET the plain texts; their ids are those that a crawl gives. Archives need warcio, tables
pyarrow (pip install 'scrapy-neardup[warc,parquet]').

OUT gets one line of JSON for each line that is not blank, page, text or row of INPUT, in order:
  id           the document's id, as a string
  verdict      new, exact, repost, spun, partial, extended, rewritten (unless NEARDUP_REWRITTEN is
               off), original (by its NEARDUP_KEEP), unchanged, updated, too_short, no_text, error;
               of a later page of an article, part, which is not judged
  match        id of the best source, of a part that of the first page, or null
  matches      ids of all sources that count, best first
  score        confidence in the verdict, 0 to 1
  distance     differing SimHash bits
  jaccard, containment    likeness of the two texts, 0 to 1
  original_of  of an "original" only: the URL, or else the id, of what counted as it before
A line that can't be judged gets the verdict "error", the reason under "error", and under "line"
its number in INPUT, blank lines counted, or that of the page or row; the scan goes on, and the exit
code is 1 at the end. If none of the first 1,000 can be judged, the scan stops. A document without
text is no error (no_text).

--index keeps the documents in an index, made if missing; scanned again, they come out as
unchanged. A URL of servers needs the prefix by which a crawl finds the index. All NEARDUP_*
settings of the project that say how a crawl judges hold here, too; elections of an original
(NEARDUP_KEEP) are kept in the index as well. Without --index the documents go into a temporary one
(under TMPDIR), removed at the end.

--resume goes on where an interrupted scan with the same INPUT, OUT and --index stopped. Every
line is written before its document is kept, so nothing is judged twice, but perhaps for one that
waited for a document of a crawl beside the scan: this comes out as unchanged. Documents that a
crash kept out of the index are added first. Without --index the earlier part is read again to fill
the temporary one; its lines stay as they are."""

_PARTS = {
    "id": "id, or else the id that a crawl gives to the URL",
    "text": "text, or the first of the default NEARDUP_TEXT_FIELDS",
    "url": "the first of the default NEARDUP_URL_FIELDS",
    "title": "title",
    "date": "the first of datePublished, published, date that holds one",
}
"""The parts of a document, and where each is found by default."""
_HOPELESS = 1000
"""A file whose first lines can't be judged, as many as these, is not what it is taken for."""
_REASONS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "input", metavar="INPUT", help="file of JSON lines, WARC, WET or Parquet, or -"
    )
    parser.add_argument(
        "--output",
        "-o",
        metavar="OUT",
        default=STANDARD,
        help="file for the verdict lines; written anew (default: -, standard output)",
    )
    parser.add_argument(
        "--index",
        metavar="INDEX",
        help="the index to use and keep: a directory, a URL, or a spider's name",
    )
    parser.add_argument(
        "--no-add", action="store_true", help="only query the index, which stays as it is"
    )
    parser.add_argument(
        "--keep-text",
        action="store_true",
        help="keep the texts in the index, compressed, for reports (needs --index)",
    )
    parser.add_argument(
        "--synonyms",
        metavar="FILE",
        action="append",
        help="dictionary of synonyms, see NEARDUP_SYNONYMS; may be given several times",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the OUT of an interrupted scan"
    )
    for part, default in _PARTS.items():
        parser.add_argument(
            f"--{part}-field",
            metavar="NAME",
            help=f"field with the document's {part} (default: {default})",
        )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        default=_cores(),
        help="processes that compute fingerprints beside the main one, 0 for none "
        "(default: the number of cores)",
    )
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress on standard error")
    add_json_option(parser)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        # Only Linux tells which cores this process may use.
        return os.cpu_count() or 1


def run(options: argparse.Namespace) -> int:
    _check_usage(options)
    from scrapy_neardup.commands.inputs import WarcReader, open_input
    from scrapy_neardup.commands.new_file import require_folder
    from scrapy_neardup.commands.rows import Fields, RowReader

    if options.output != STANDARD:
        require_folder(options.output)
    given = {
        part: (name,) for part in _PARTS if (name := getattr(options, f"{part}_field")) is not None
    }
    fields = Fields(**given)
    with ExitStack() as stack:
        lines = stack.enter_context(open_input(options.input, fields))
        index = stack.enter_context(_open_index(options, stack))
        extractor = options.project.extractor if isinstance(lines, WarcReader) else None
        scan = Scan(index, RowReader(fields, index.fingerprinter, extractor), options)
        shown = nullcontext() if options.quiet else Progress("documents", lines.total)
        try:
            with shown as progress:
                for count in scan.judge(lines):
                    if progress is not None:
                        progress.update(count, lines.position, before=scan.before)
        except (KeyboardInterrupt, SystemExit):
            if options.output != STANDARD:
                write_line(stream=sys.stderr)
                _tell_where_it_stopped(scan)
            raise
        except CommandError:
            if options.output != STANDARD and scan.has_judged:
                _tell_where_it_stopped(scan)
            raise
    _report(scan, options, index.shown if options.index else None)
    return 1 if scan.verdicts["error"] else 0


def _tell_where_it_stopped(scan: Scan) -> None:
    write_line(f"stopped after {scan.written:,} lines; go on with --resume", sys.stderr)


def _check_usage(options: argparse.Namespace) -> None:
    if options.no_add and options.index is None:
        options.parser.error("--no-add needs --index: there is nothing else to query")
    if options.keep_text and (options.index is None or options.no_add):
        options.parser.error("--keep-text needs --index, and no --no-add: there texts are kept")
    if options.resume and options.output == STANDARD:
        options.parser.error("--resume needs --output: standard output can't be read back")
    if options.jobs < 0:
        options.parser.error("--jobs: use 0 or more")
    if options.output.endswith(".gz"):
        options.parser.error(
            "--output: OUT is plain JSON lines; use --output - and pipe it to gzip"
        )
    source, output = _file(options.input, sys.stdin), _file(options.output, sys.stdout)
    if source is not None and output is not None and os.path.samestat(source, output):
        options.parser.error("--output: OUT is INPUT, which would be lost; name another file")


def _file(name: str, stream: TextIO | None) -> os.stat_result | None:
    """What tells the file *name* from others, or, of "-", the one that *stream* is; None if it is none."""
    try:
        if name != STANDARD:
            status = os.stat(name)
        elif stream is None:
            return None
        else:
            status = os.fstat(stream.fileno())
    except OSError:
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _open_index(options: argparse.Namespace, stack: ExitStack) -> Index:
    from scrapy_neardup.commands.indexes import tell_of_terms, to_fill, to_judge_by
    from scrapy_neardup.core.opening import open_index

    holder, project = "scrapy neardup scan", options.project
    if options.no_add:
        return to_judge_by(project.locate(options.index), project, holder=holder)
    if options.index is None:
        where = stack.enter_context(_temporary_directory())
    else:
        where = project.locate_to_fill(options.index)
    scheme = project.wanted_scheme
    if options.synonyms:
        try:
            scheme = project.scheme.with_synonyms(options.synonyms)
        except ValueError as error:
            raise CommandError(f"--synonyms: {error}") from error
    index = open_index(
        to_fill(where),
        scheme,
        holder=holder,
        expected_documents=project.expected_documents,
        thresholds=project.thresholds,
    )
    tell_of_terms(index)
    return index


@contextmanager
def _temporary_directory() -> Iterator[str]:
    """A directory for an index that is not kept. Errors of making it, and of an index in it, tell how
    to have it elsewhere.
    """
    elsewhere = "set TMPDIR to a directory with room, or keep the index in one with --index"
    try:
        made = tempfile.TemporaryDirectory(prefix="neardup-")
    except OSError as error:
        raise CommandError(
            f"no directory can be made for a temporary index: {error.strerror}; {elsewhere}"
        ) from error
    with made as where:
        try:
            yield where
        except NearDupError as error:
            if where not in str(error):
                raise
            raise CommandError(f"{error}, {elsewhere}") from error


class Scan:
    """One scan: *reader* makes its rows, *options* are the subcommand's.

    ``written`` counts the lines of OUT, ``verdicts`` what they say, ``errors`` those that could not
    be judged by reason, ``seconds`` the time taken. ``before`` are the lines whose documents an
    earlier scan has judged and kept, see --resume.
    """

    def __init__(self, index: Index, reader: RowReader, options: argparse.Namespace) -> None:
        from scrapy_neardup.plugin.sites import SiteTemplates

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
        from scrapy_neardup.commands.row_workers import RowWorkers
        from scrapy_neardup.commands.scan_output import LineWriter

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
        from scrapy_neardup.commands.scan_output import Progressed, read_progress

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
            f"{_example(number, error)}{_hint(error)}"
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
        from scrapy_neardup.core.document import Kind

        query = row.query
        if query is not None and query.page_lines and verdict.kind is Kind.NEW:
            self._sites.learn(self._index, query.host, query.page_lines)
            if self._sites.save_due:
                self._sites.save(self._index)

    def _judge(self, row: Row, number: int, writer: LineWriter) -> None:
        from scrapy_neardup.commands.scan_output import error_line, verdict_line
        from scrapy_neardup.plugin.queries import part_verdict

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


def _example(number: int | None, error: str) -> str:
    return error if number is None else f"line {number}: {error}"


def _hint(error: str) -> str:
    """What to do about a file most of whose lines have such an *error*, if the error does not say."""
    if not error.startswith(("not JSON", "not a JSON")):
        return ""
    return (
        ". INPUT needs an object of JSON on each line: convert a table in CSV, and write an array, or "
        "objects over several lines, as lines (`jq -c '.[]'` or `jq -c .`)"
    )


def _report(scan: Scan, options: argparse.Namespace, index: str | None) -> None:
    stream = stream_beside(options.output)
    figures: dict[str, Any] = {
        "documents": scan.written,
        "verdicts": dict(scan.verdicts.most_common()),
        "seconds": round(scan.seconds, 3),
        "documents_per_second": round(scan.judged / scan.seconds, 1) if scan.seconds else None,
        "peak_megabytes": _peak_megabytes(),
    }
    if index is not None:
        figures["index"] = index
    reasons = scan.errors.most_common()
    if reasons:
        figures["errors"] = [
            {"count": count, "line": number, "error": error} for count, number, error in reasons
        ]
    if options.json:
        write_json(figures, stream)
    elif not options.quiet:
        rows = [(f"{count:,}", verdict) for verdict, count in scan.verdicts.most_common()]
        rows.append((f"{scan.written:,}", f"documents in {scan.seconds:,.1f} s"))
        write_table(rows, right=(0,), stream=sys.stderr)
        if index is not None:
            asked = "judged by" if options.no_add else "kept in"
            write_line(f"{asked} the index {index}", sys.stderr)
    if errors := scan.verdicts["error"]:
        where = "" if options.output == STANDARD else f" in {options.output}"
        write_line(
            f"scrapy neardup: {counted(errors, 'line')} of {options.input} could not be judged; "
            f'look for "verdict": "error"{where}',
            sys.stderr,
        )
        for count, number, error in reasons[:_REASONS]:
            write_line(f"  {count:,} such as {_example(number, error)}", sys.stderr)
        # The last object of an array stands on a line of its own, without a comma.
        if 2 * errors > scan.written and (hint := _hint(reasons[0][2])):
            write_line(hint.removeprefix(". "), sys.stderr)


def _peak_megabytes() -> dict[str, float]:
    """Peak resident memory of this process and of the largest of its workers, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        name: round(resource.getrusage(who).ru_maxrss * unit / 1e6, 1)
        for name, who in (("main", resource.RUSAGE_SELF), ("worker", resource.RUSAGE_CHILDREN))
    }
