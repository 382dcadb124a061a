"""`scrapy neardup restore`: give wrongly dropped articles their place."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import add_json_option, write_json, write_line

if TYPE_CHECKING:
    import argparse

    from scrapy_neardup.core.index.record import Record

SUMMARY = "give wrongly dropped articles their place"
DESCRIPTION = """\
Let copies be articles of their own, by their ids or URLs, and mark the verdicts on them as wrong.
Each is `updated`, and so kept, at its next visit. Its own copies are found from now on; until that
visit, only those with an equal text, unless its text was kept (NEARDUP_KEEP_TEXT).

What was dropped is not brought back: crawl its page again, or take the item from the feed of
NEARDUP_DROPPED_FEED."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("ids", metavar="ID", nargs="+", help="id or URL of a copy")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import copies_named, open_to_change
    from scrapy_neardup.core.index.marks import mark, restore

    with open_to_change(where, holder="scrapy neardup restore") as index:
        records: list[Record] = []
        for name, found in copies_named(index, options.ids).items():
            if isinstance(found, str):
                raise CommandError(
                    f"{name}: {found}; `scrapy neardup export INDEX` lists all documents"
                )
            records.append(found)
        linked = [one for one in records if index.stories.sources_of(one)]
        mark(index, [(record, False) for record in linked], now=time.time())
        for record in records:
            restore(index, record)
    restored = [record.id for record in records]
    if options.json:
        write_json({"restored": restored})
    else:
        for name in restored:
            write_line(f"restored {name}")
    return 0
