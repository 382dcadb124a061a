"""`scrapy neardup import`: the documents of an export into an index."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    telling_if_stopped,
    write_json,
    write_line,
)
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

SUMMARY = "add the documents of an export to an index"
DESCRIPTION = """\
Add the documents that `scrapy neardup export` wrote to an index, made if missing. They keep
what was found of them: nothing is judged anew. Ids that the index has already are passed over,
so an import that was interrupted is finished by running it again. A URL of servers needs the
prefix by which a crawl finds the index."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("input", metavar="INPUT", help="JSON lines, plain or gzipped, or -")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.indexes import to_fill
    from scrapy_neardup.commands.inputs import is_archive
    from scrapy_neardup.commands.lines import LineReader, open_stream
    from scrapy_neardup.commands.transfer import bad_line, import_values, read_header, read_line
    from scrapy_neardup.core.opening import open_index
    from scrapy_neardup.core.scheme import Scheme

    where = to_fill(options.project.locate_to_fill(options.index))
    added = known = 0
    with open_stream(options.input) as (shown, stream):
        if is_archive(stream):
            raise CommandError(
                f"{shown} is no export but a web archive or a table of texts, which have to be "
                "judged; use `scrapy neardup scan INPUT --index INDEX`"
            )
        reader = LineReader(shown, stream)
        lines = iter(reader)
        try:
            header = read_header(next(lines, None))
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f"{options.input}, line 1: {error}; give the output of `scrapy neardup export INDEX`"
            ) from error
        try:
            scheme = Scheme.from_dict(header)
        except (ValueError, TypeError) as error:
            raise CommandError(
                f"{options.input}, line 1: {error}; if it comes from another version of this package, make an "
                "index of it with `scrapy neardup rebuild EXPORT NEW`"
            ) from error
        if outdated := scheme.other_versions():
            raise CommandError(
                f"{options.input} comes from another version of this package (export against "
                f"this one): {'; '.join(outdated)}; make an index of it with "
                "`scrapy neardup rebuild EXPORT NEW`"
            )
        with open_index(
            where,
            scheme,
            holder="scrapy neardup import",
            expected_documents=options.project.expected_documents,
        ) as index:
            run = index.runs.begin("scrapy neardup import", time.time())
            with (
                telling_if_stopped(
                    lambda: f"{counted(added, 'document')} added; import again to add the rest"
                ),
                Progress("documents", reader.total) as progress,
            ):
                for number, line in enumerate(lines, 2):
                    try:
                        if import_values(index, read_line(line), run.number):
                            added += 1
                        else:
                            known += 1
                    except (ValueError, RecursionError) as error:
                        raise bad_line(options.input, number, error) from error
                    progress.update(added + known, reader.position)
            index.runs.finish(run, time.time(), {"added": added, "known": known})
    if options.json:
        write_json({"added": added, "known": known})
    else:
        write_line(f"{counted(added, 'document')} added, {known:,} known before")
    return 0
