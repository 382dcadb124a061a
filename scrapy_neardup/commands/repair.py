"""`scrapy neardup repair`: save what can be read of a damaged index."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from scrapy_neardup.commands.terminal import add_json_option, table, write_json, write_line

if TYPE_CHECKING:
    import argparse

SUMMARY = "save what can be read of a damaged index"
DESCRIPTION = (
    "Copy the files of a damaged index aside, drop what can't be read, and make everything anew\n"
    "that finds the rest. It says where the copy is: remove that once you are content.\n"
    "Of an index on Redis nothing is copied aside; no crawl may use it meanwhile."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("index", metavar="INDEX", help="directory or URL of the index")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.indexes import existing_index, existing_url
    from scrapy_neardup.core.index.maintenance import repair_index

    if "://" in options.index:
        from scrapy_neardup.core.redis.maintenance import repair_servers

        figures = asdict(repair_servers(existing_url(options.index)))
        del figures["backup"]
    else:
        figures = asdict(repair_index(existing_index(options.index)))
        figures["backup"] = str(figures["backup"])
    if options.json:
        write_json(figures)
        return 0
    for line in table((name.replace("_", " "), str(value)) for name, value in figures.items()):
        write_line(line)
    return 0
