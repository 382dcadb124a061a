"""`scrapy neardup copy`: move an index to another place or backend."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line

if TYPE_CHECKING:
    import argparse

SUMMARY = "copy an index to another directory or server"
DESCRIPTION = (
    "Copy all that the index SRC holds into the new index DST, then compare the two.\n"
    "Either is a directory or a URL: redis://, redis+cluster://, redis+sentinel://.\n"
    "Of a URL without a prefix as DST, the copy gets that of the spider or scope of SRC.\n"
    "No crawl may use DST yet; what is added to SRC meanwhile may be missing there."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SRC", help="directory or URL of the index")
    parser.add_argument("target", metavar="DST", help="directory or URL of the copy")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.indexes import existing_url, open_existing, url_for
    from scrapy_neardup.core.index.copying import copy_index
    from scrapy_neardup.core.index.index import NearDupIndex

    holder = "scrapy neardup copy"
    where = options.source
    if "://" in where:
        where = existing_url(where)
    with open_existing(where, holder=holder) as source:
        figures = source.stats()
        documents = figures["articles"] + figures["copies"]
        with NearDupIndex.open(
            url_for(options.target, where),
            source.scheme,
            holder=holder,
            expected_documents=max(documents, source.laid_out_for),
        ) as target:
            progress = Progress("steps", 2 * documents)
            report = copy_index(source, target, lambda done: progress.update(done, done))
            progress.clear()
    if options.json:
        write_json(asdict(report))
    else:
        write_line(
            f"{report.articles:,} articles, {report.copies:,} copies and {report.notes:,} notes "
            f"copied; {report.differing:,} differ"
        )
    return 1 if report.differing else 0
