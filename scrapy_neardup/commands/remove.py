"""`scrapy neardup remove`: take documents out of an index."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import add_json_option, write_json, write_line

if TYPE_CHECKING:
    import argparse

SUMMARY = "take documents out of an index"
DESCRIPTION = (
    "Take documents out of an index by their ids, with all that could find them. Copies of a\n"
    "removed article stay; later ones are new, as if it had never been seen.\n"
    "Exit code 1 if an id is not in the index; the others are removed all the same."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("ids", metavar="ID", nargs="+", help="document id, as verdicts show it")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import open_existing

    with open_existing(where, holder="scrapy neardup remove") as index:
        shown = index.shown
        removed = {document_id: index.remove(document_id) for document_id in options.ids}
    missing = [document_id for document_id, found in removed.items() if not found]
    gone = [document_id for document_id, found in removed.items() if found]
    if options.json:
        write_json({"removed": gone, "missing": missing})
    else:
        for document_id in gone:
            write_line(f"removed {document_id}")
    for document_id in missing:
        write_line(f"{shown}: no document {document_id}", sys.stderr)
    return 1 if missing else 0
