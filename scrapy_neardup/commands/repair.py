"""`scrapy neardup repair`: save what can be read of a damaged index."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    telling_if_stopped,
    write_json,
    write_line,
    write_table,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from scrapy_neardup.core.index.maintenance import RepairReport

SUMMARY = "save what can be read of a damaged index"
DESCRIPTION = (
    "Copy the files of a damaged index aside, drop what can't be read, and rebuild the\n"
    "postings of what is left. It says where the copy is: remove that once you are content.\n"
    "An index in which `scrapy neardup check` finds no damage is left as it is.\n"
    "If the index has lost the record of its scheme, it gets the one of the project's settings.\n"
    "An index on Redis is not copied aside; no crawl may use it meanwhile."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import named
    from scrapy_neardup.core.locations import is_shared

    index = named(where)
    why_unknown = "the index has lost its count of documents, or the log of its last changes"
    if is_shared(index):
        from scrapy_neardup.core.redis.maintenance import repair_servers

        figures = asdict(repair_servers(index))
        del figures["backup"], figures["scheme_given"]
        why_unknown = (
            "the index has lost counts of documents, or a crawl has written to it meanwhile; if one runs, "
            "stop it and repair again"
        )
    else:
        from scrapy_neardup.commands.indexes import directory_of
        from scrapy_neardup.core.index.maintenance import repair_index
        from scrapy_neardup.core.stores.directory import backups_in

        directory = directory_of(index)
        before = backups_in(directory)

        def remedy() -> str:
            aside = (
                f"; the files as they were are in {made}"
                for made in backups_in(directory) - before
            )
            return f"repair it again{''.join(aside)}"

        def tell(done: int) -> None:
            progress.update(done, 0)

        with telling_if_stopped(remedy), Progress("records", None) as progress:
            scheme = options.project.known_scheme
            report = _if_sound(index, tell) or repair_index(index, scheme, tell)
        if report.backup is None and not options.json:
            write_line(f"nothing is damaged; {index} was left as it is")
            return 0
        figures = {**asdict(report), "backup": report.backup and str(report.backup)}
    if options.json:
        write_json(figures)
        return 0
    if figures.pop("scheme_given", False):
        write_line(
            "The record of the index's scheme was lost; it has the scheme of the settings now. If it "
            "was made with other settings, put its files back and repair it with those."
        )
    if figures["lost"] is None:
        figures["lost"] = f"not known: {why_unknown}"
    write_table((name.replace("_", " "), str(value)) for name, value in figures.items())
    return 0


def _if_sound(index: str, tell: Callable[[int], None]) -> RepairReport | None:
    """What there is to say of the *index* of a directory if a check finds no damage in it, else None.
    *tell* is called with the number of records read.
    """
    from scrapy_neardup.core.errors import NearDupError
    from scrapy_neardup.core.index.maintenance import RepairReport, check_index

    try:
        report = check_index(index, tell)
    except NearDupError:
        return None
    if not report.clean:
        return None
    return RepairReport(
        kept=report.records,
        unreadable_records=0,
        unreadable_texts=0,
        lost=0,
        postings_added=0,
        postings_dropped=0,
    )
