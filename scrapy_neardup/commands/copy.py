"""`scrapy neardup copy`: move an index to another place or backend."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from scrapy_neardup.commands.new_index import new_index
from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager

    from scrapy_neardup.core.index.index import Index

SUMMARY = "copy an index to another directory or server"
DESCRIPTION = (
    "Copy all that the index SRC holds into the new index DST, then compare the two.\n"
    "Either is a directory or a URL: leveldb:///path and sqlite:///path name the engine,\n"
    "redis://, redis+cluster:// and redis+sentinel:// servers.\n"
    "Of a URL without a prefix as DST, the copy gets that of the spider or scope of SRC.\n"
    "A directory appears when it is complete. On servers, no crawl may use DST before the command ends.\n"
    "Of what is added to SRC meanwhile, some or all will be missing in DST."
)
_HOLDER = "scrapy neardup copy"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SRC", help="directory or URL of the index")
    parser.add_argument("target", metavar="DST", help="directory or URL of the copy")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.indexes import documents_in, existing, open_to_read, url_for
    from scrapy_neardup.core.index.copying import copy_index

    options.project.require_no_spider(options.target)
    where = existing(options.project.locate(options.source))
    target = url_for(options.target, where)
    with open_to_read(where, holder=_HOLDER) as source:
        documents = documents_in(source)
        expected = max(documents, source.laid_out_for or options.project.expected_documents)
        with (
            _new(target, source, expected) as index,
            # Each is copied, and then compared with its copy.
            Progress("documents", 2 * documents) as progress,
        ):
            report = copy_index(source, index, lambda done: progress.update(done // 2, done))
    if options.json:
        write_json(asdict(report))
    else:
        write_line(
            f"{_shown(target)}: {counted(report.articles, 'article')}, "
            f"{counted(report.copies, 'copy', 'copies')} and {counted(report.notes, 'note')} copied; "
            f"{report.differing:,} differ"
        )
    return 1 if report.differing else 0


def _shown(target: str) -> str:
    from scrapy_neardup.core.locations import is_shared, without_password
    from scrapy_neardup.core.stores.engines import read_location

    return without_password(target) if is_shared(target) else str(read_location(target)[0])


def _new(target: str, source: Index, expected: int) -> AbstractContextManager[Index]:
    """The new index at *target*, of the scheme of *source* and for the *expected* documents."""
    from scrapy_neardup.core.locations import is_shared
    from scrapy_neardup.core.opening import open_index
    from scrapy_neardup.core.stores.engines import read_location

    if not is_shared(target):
        return new_index(*read_location(target), source.scheme, holder=_HOLDER)
    return open_index(target, source.scheme, holder=_HOLDER, expected_documents=expected)
