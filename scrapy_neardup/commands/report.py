"""`scrapy neardup report`: an index as one page to look at."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from base64 import b64encode
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.commands.new_file import new_file, require_folder, unwritable
from scrapy_neardup.commands.terminal import (
    add_json_option,
    stream_beside,
    write_bytes,
    write_json,
    write_line,
)
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

    from scrapy_neardup.core.index.index import Index

SUMMARY = "write an HTML page that shows who copied whom"
DESCRIPTION = """\
Write one HTML file that needs no network: counts, unique share by day and host, a map of who
reposts whom, and every article with its copies, searchable and sortable. It proposes
patterns of addresses that a crawl could leave out, as nearly all of their pages are exact copies.
If texts were kept (NEARDUP_KEEP_TEXT, scan --keep-text), copy and source stand side by side with
what was changed marked, and a rewritten copy with the counterparts of its sentences. What was
crawled is shown as text and never run."""

_GENERATOR = b'<meta name="generator" content="scrapy-neardup">'
"""What tells a report from a file of the user's."""
_HEAD_BYTES = 2048
_ELSEWHERE = "name another file with --output"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument(
        "--output",
        "-o",
        metavar="OUT",
        default="report.html",
        help="file, or - for standard output (default: report.html)",
    )
    parser.add_argument(
        "--max-text-mb",
        metavar="N",
        type=int,
        default=32,
        help="megabytes of compressed texts that go into the file at most (default: 32)",
    )
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    if options.max_text_mb < 0:
        options.parser.error("--max-text-mb: use 0 or more")
    where = options.project.locate(options.index)
    if options.output != STANDARD:
        _check_output(options.output)
    from scrapy_neardup.commands.indexes import directory_of, open_to_read
    from scrapy_neardup.core.locations import is_shared

    with open_to_read(where, holder="scrapy neardup report") as index:
        # A URL may hold a password.
        name = "Redis" if is_shared(where) else directory_of(where).name
        meta = write_report(index, options.output, name, options.max_text_mb << 20)
    stream = stream_beside(options.output)
    if options.json:
        write_json({"output": options.output, **meta}, stream)
    else:
        name = "standard output" if options.output == STANDARD else options.output
        write_line(
            f"{name}: {counted(meta['articles'], 'article')}, "
            f"{counted(meta['copies'], 'copy', 'copies')}, {counted(meta['clusters'], 'cluster')}",
            stream,
        )
    if left_out := meta["texts_left_out"]:
        write_line(
            f"{counted(left_out, 'text')} left out of it, as they take more than --max-text-mb "
            f"{options.max_text_mb}",
            sys.stderr,
        )
    return 0


def write_report(
    index: Index,
    output: str | os.PathLike[str],
    name: str,
    most_text_bytes: int = 32 << 20,
) -> dict[str, Any]:
    """Write a report on *index*, titled *name*, to the file *output*, "-" for standard output;
    returns its counts, those of texts that had no room, and the patterns that it proposes to leave out.

    At most *most_text_bytes* of compressed texts go into it. Raises CommandError where it can't
    be written.
    """
    from scrapy_neardup.commands.report_data import ReportData

    data = ReportData(index, name, most_text_bytes)
    written = page(data.values, data.texts).encode("utf-8")
    if output == STANDARD:
        write_bytes(written)
    else:
        try:
            with new_file(output) as stream:
                stream.write(written)
        except OSError as error:
            raise unwritable(output, error, _ELSEWHERE) from error
    return {
        **data.values["meta"],
        "texts_left_out": data.left_out,
        "deny": [one for one, *_ in data.values["patterns"]],
    }


def _check_output(output: str) -> None:
    """Refuse, before an index is read, to write a report in no folder or over a file that is none."""
    require_folder(output, _ELSEWHERE)
    if not os.path.isfile(output):
        return
    try:
        with open(output, "rb") as stream:
            begin = stream.read(_HEAD_BYTES)
    except OSError as error:
        raise CommandError(f"{output} can't be read: {error.strerror}; {_ELSEWHERE}") from error
    if begin and _GENERATOR not in begin:
        raise CommandError(
            f"{output} is there already and no report of this command; move it away, or name another "
            "file with --output"
        )


def page(values: dict[str, Any], texts: list[str]) -> str:
    """The whole page. Its policy allows this style and this script and nothing else."""
    parts = files("scrapy_neardup.commands") / "report_page"
    html, style, script = (
        (parts / f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")
    )
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return Template(html).substitute(
        policy=policy,
        style=style,
        script=script,
        data=_inert(values),
        texts=_inert(texts),
    )


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(source.encode('utf-8')).digest()).decode()}'"


def _inert(values: object) -> str:
    """JSON in ASCII that can't end its script element."""
    data = json.dumps(values, separators=(",", ":"))
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
