"""`scrapy neardup scan`: the verdict on every document of a file."""

from __future__ import annotations

import os
import resource
import stat
import sys
import tempfile
from contextlib import ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TextIO

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    stream_beside,
    telling_if_stopped,
    write_json,
    write_line,
    write_table,
)
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from scrapy_neardup.commands.scanning import Scan
    from scrapy_neardup.core.index.index import Index

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
    from scrapy_neardup.commands.scanning import Scan

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

        def told() -> str:
            return f"{counted(scan.written, 'line')} written; go on with --resume"

        may_go_on = options.output != STANDARD
        try:
            with (
                telling_if_stopped(told) if may_go_on else nullcontext(),
                nullcontext() if options.quiet else Progress("documents", lines.total) as progress,
            ):
                for count in scan.judge(lines):
                    if progress is not None:
                        progress.update(count, lines.position, before=scan.before)
        except CommandError:
            if may_go_on and scan.has_judged:
                write_line(f"stopped: {told()}", sys.stderr)
            raise
    _report(scan, options, index.shown if options.index else None)
    return 1 if scan.verdicts["error"] else 0


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


def _report(scan: Scan, options: argparse.Namespace, index: str | None) -> None:
    from scrapy_neardup.commands.scanning import example_of, hint_on

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
            write_line(f"  {count:,} such as {example_of(number, error)}", sys.stderr)
        # The last object of an array stands on a line of its own, without a comma.
        if 2 * errors > scan.written and (hint := hint_on(reasons[0][2])):
            write_line(hint.removeprefix(". "), sys.stderr)


def _peak_megabytes() -> dict[str, float]:
    """Peak resident memory of this process and of the largest of its workers, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        name: round(resource.getrusage(who).ru_maxrss * unit / 1e6, 1)
        for name, who in (("main", resource.RUSAGE_SELF), ("worker", resource.RUSAGE_CHILDREN))
    }
