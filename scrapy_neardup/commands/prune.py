"""`scrapy neardup prune`: take old documents out of an index."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import UsageProblem
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    telling_if_stopped,
    write_json,
    write_line,
)
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

SUMMARY = "take old documents out of an index"
DESCRIPTION = (
    "Take out every document first seen longer ago than an age. Later copies of those are new.\n"
    "Their space is used again; `scrapy neardup compact` gives it back to the system."
)
_HOLDER = "scrapy neardup prune"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument(
        "--older",
        metavar="AGE",
        required=True,
        help="by first seen, more than 0: 90d (days), 12h (hours), 30m (minutes), 45s (seconds)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell how many would be taken out"
    )
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.moments import read_age

    try:
        age = read_age(options.older)
    except UsageProblem as error:
        raise UsageProblem(f"--older: {error}") from error
    if not age:
        # NEARDUP_TTL takes 0 for "for ever"; here it would empty the index.
        raise UsageProblem(
            f"--older {options.older}: that is all documents; use an age of more than 0"
        )
    before = time.time() - age
    where = options.project.locate(options.index)
    pruned, articles, copies = _count(where, before) if options.dry_run else _prune(where, before)
    if options.json:
        result = {"pruned": pruned, "articles": articles, "copies": copies}
        write_json({**result, "dry_run": options.dry_run})
    else:
        done = "would be taken out" if options.dry_run else "taken out"
        write_line(
            f"{counted(pruned, 'document')} {done}; left: {counted(articles, 'article')} and "
            f"{counted(copies, 'copy', 'copies')}"
        )
    return 0


def _prune(where: str, before: float) -> tuple[int, int, int]:
    """How many documents were taken out of the index, and how many articles and copies are left."""
    from scrapy_neardup.commands.indexes import documents_in, open_to_change

    with open_to_change(where, holder=_HOLDER) as index:
        pruned = 0

        def tell(read: int, gone: int) -> None:
            nonlocal pruned
            pruned = gone
            progress.update(read)

        with (
            telling_if_stopped(lambda: f"{counted(pruned, 'document')} taken out"),
            Progress("documents", documents_in(index)) as progress,
        ):
            pruned = index.prune(before, progress=tell)
        figures = index.stats()
    return pruned, figures["articles"], figures["copies"]


def _count(where: str, before: float) -> tuple[int, int, int]:
    """What :func:`_prune` would return."""
    from scrapy_neardup.commands.indexes import documents_in, open_to_read

    pruned, left = 0, {True: 0, False: 0}
    with open_to_read(where, holder=_HOLDER) as index:
        progress = Progress("documents", documents_in(index))
        for record in progress.over(index.records()):
            if record.first_seen < before:
                pruned += 1
            else:
                left[record.is_head] += 1
    return pruned, left[True], left[False]
