"""`scrapy neardup check`: whether an index is whole."""

from __future__ import annotations

import sys
from shlex import quote
from typing import TYPE_CHECKING

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    write_json,
    write_line,
    write_table,
)
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

SUMMARY = "read a whole index and look for damage"
DESCRIPTION = (
    "Read a whole index: every record needs all the postings that find it, a kept text has to be\n"
    "readable, and the counts right. Nothing is changed. Exit code 1 if something is wrong. A posting\n"
    "that leads to no record is counted only: readers pass it over, and `scrapy neardup compact`\n"
    "removes it."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import existing
    from scrapy_neardup.core.locations import is_shared

    index = existing(where)
    if is_shared(index):
        from scrapy_neardup.core.redis.maintenance import check_servers

        report = check_servers(index)
    else:
        from scrapy_neardup.core.index.maintenance import check_index

        with Progress("records", None) as progress:
            report = check_index(index, lambda done: progress.update(done, 0))
    # A URL may hold a password.
    shown = "INDEX" if is_shared(index) else where
    figures = report.to_dict()
    if options.json:
        write_json(figures)
    else:
        counts = ((n.replace("_", " "), f"{v:,}") for n, v in figures.items() if type(v) is int)
        write_table(counts, right=(1,))
        for problem in report.problems:
            write_line(problem, sys.stderr)
        if report.dangling_postings:
            lead = counted(report.dangling_postings, "posting leads", "postings lead")
            write_line(
                f"{lead} to no record, which loses nothing; `scrapy neardup compact {quote(shown)}` removes them"
            )
        if report.clean:
            write_line("nothing is damaged or missing")
    if not report.clean:
        write_line(
            f"scrapy neardup: {shown} is damaged; save what can be read with "
            f"`scrapy neardup repair {quote(shown)}`",
            sys.stderr,
        )
    return 0 if report.clean else 1
