"""`scrapy neardup compact`: return the space of removed documents to the system."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

SUMMARY = "return the space of removed documents to the system"
DESCRIPTION = (
    "Take out postings that lead to no record, and rewrite the files of an index without what was\n"
    "removed or replaced. It needs as much free space as the index has, while it runs.\n"
    "On Redis, only such postings are taken out, and crawls may go on meanwhile.\n"
    "The postings of a record that can't be read stay; such a record is named at the end."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import directory_of, documents_in, open_to_change, size_of
    from scrapy_neardup.core.locations import is_shared

    directory = None if is_shared(where) else directory_of(where)
    before = size_of(directory) if directory else None
    with open_to_change(where, holder="scrapy neardup compact") as index:
        total = documents_in(index)
        with ExitStack() as stack:
            documents = stack.enter_context(Progress("documents", total))
            postings: Progress | None = None

            def tell(read: int, found: int) -> None:
                nonlocal postings
                if not found:
                    documents.update(read)
                    return
                if postings is None:
                    stack.close()
                    postings = stack.enter_context(Progress("postings", None))
                postings.update(found)

            swept = index.compact(tell)
    after = size_of(directory) if directory else None
    if options.json:
        write_json({"swept": swept, "bytes_before": before, "bytes": after})
        return 0
    write_line(f"{counted(swept, 'posting')} that led nowhere taken out")
    if directory:
        write_line(f"{before:,} bytes before, {after:,} after")
    return 0
