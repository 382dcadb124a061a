"""`scrapy neardup compact`: return the space of removed documents to the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line

if TYPE_CHECKING:
    import argparse

SUMMARY = "return the space of removed documents to the system"
DESCRIPTION = (
    "Rewrite the files of an index without what was removed or replaced, and without postings\n"
    "that lead to no record.\n"
    "It needs as much free space as the index has, while it runs."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import directory_of, documents_in, open_to_change, size_of

    directory = directory_of(where)
    before = size_of(directory)
    with open_to_change(where, holder="scrapy neardup compact") as index:
        documents = Progress("documents", documents_in(index))
        postings: Progress | None = None

        def tell(read: int, found: int) -> None:
            nonlocal postings
            if not found:
                documents.update(read)
                return
            if postings is None:
                documents.clear()
                postings = Progress("postings", None)
            postings.update(found)

        index.compact(tell)
        (postings or documents).clear()
    after = size_of(directory)
    if options.json:
        write_json({"bytes_before": before, "bytes": after})
    else:
        write_line(f"{before:,} bytes before, {after:,} after")
    return 0
