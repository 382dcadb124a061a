"""`scrapy neardup prune`: take old documents out of an index."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import add_json_option, write_json, write_line
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

SUMMARY = "take old documents out of an index"
DESCRIPTION = (
    "Take out every document first seen longer ago than an age. Later copies of those are new.\n"
    "Their space is used again; `scrapy neardup compact` gives it back to the system."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument(
        "--older", metavar="AGE", required=True, help="90d, 12h, 30m, or seconds, by first seen"
    )
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import open_existing
    from scrapy_neardup.commands.moments import read_age

    before = time.time() - read_age(options.older)
    with open_existing(where, holder="scrapy neardup prune") as index:
        pruned = index.prune(before)
        figures = index.stats()
    result = {"pruned": pruned, "articles": figures["articles"], "copies": figures["copies"]}
    if options.json:
        write_json(result)
    else:
        write_line(
            f"{counted(pruned, 'document')} taken out; left: "
            f"{counted(result['articles'], 'article')} and "
            f"{counted(result['copies'], 'copy', 'copies')}"
        )
    return 0
