"""`scrapy neardup compact`: give the space of removed documents back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.commands.terminal import add_json_option, write_json, write_line

if TYPE_CHECKING:
    import argparse

SUMMARY = "give the space of removed documents back"
DESCRIPTION = (
    "Rewrite the files of an index without what was removed or replaced.\n"
    "It needs as much free space as the index has, while it runs."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("index", metavar="INDEX", help="directory of the index")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.indexes import existing_index, open_existing, size_of

    directory = existing_index(options.index)
    before = size_of(directory)
    with open_existing(options.index, holder="scrapy neardup compact") as index:
        index.compact()
    after = size_of(directory)
    if options.json:
        write_json({"bytes_before": before, "bytes": after})
    else:
        write_line(f"{before:,} bytes before, {after:,} after")
    return 0
