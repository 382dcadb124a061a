"""`scrapy neardup remove`: take documents out of an index."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.runs import Run
    from scrapy_neardup.core.index.undoing import Undone

SUMMARY = "take documents out of an index"
DESCRIPTION = """\
Take documents out of an index by their ids, with all that could find them. Copies of a removed
article stay; later ones are new, as if it had never been seen. Exit code 1 if an id is not in the
index; the others are removed all the same.

With --run, take out all that one crawl, scan or import has written, as `scrapy neardup stats
--runs` names it, and tell what can't be restored: documents that it had changed, copies that
other runs found of its articles, elections, and what was learned of its hosts. With --json, the
documents are named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("ids", metavar="ID", nargs="*", help="document id, as verdicts show it")
    parser.add_argument("--run", metavar="RUN", dest="undo", help="id or number of a run")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what --run would take out"
    )
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    if bool(options.ids) == bool(options.undo):
        options.parser.error("give either ids of documents or --run")
    if options.dry_run and not options.undo:
        options.parser.error("--dry-run goes with --run")
    return _undo(options) if options.undo else _remove(options)


def _remove(options: argparse.Namespace) -> int:
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


def _undo(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import open_existing, open_to_read
    from scrapy_neardup.core.index.undoing import remove_run, survey_run

    opened = open_to_read if options.dry_run else open_existing
    with opened(where, holder="scrapy neardup remove") as index:
        chosen = _run_of(index, options.undo)
        if options.dry_run:
            undone = survey_run(index, chosen.number)
        else:
            progress = Progress("documents", None)
            undone = remove_run(index, chosen.number, lambda done: progress.update(done, done))
            progress.clear()
    if options.json:
        from dataclasses import asdict

        write_json({"run": chosen.to_dict(), "removed": not options.dry_run, **asdict(undone)})
    else:
        _tell(chosen, undone, dry=options.dry_run)
    return 0


def _run_of(index: Index, name: str) -> Run:
    found = index.runs.find(name)
    if found is None:
        raise CommandError(
            f"{index.shown}: no run {name}; `scrapy neardup stats --runs` lists those there are"
        )
    return found


def _tell(chosen: Run, undone: Undone, *, dry: bool) -> None:
    done = "would be removed" if dry else "removed"
    write_line(
        f"run {chosen.id} of {chosen.by}: {counted(len(undone.articles), 'article')} and "
        f"{counted(len(undone.copies), 'copy', 'copies')} {done}"
    )
    dropped = chosen.counts.get("dropped", 0)
    for count, one, more, what in (
        (
            len(undone.overwritten),
            "of them was changed",
            "of them were changed",
            "from what an earlier run had written",
        ),
        (
            len(undone.orphans),
            "copy",
            "copies",
            f"that other runs found {_loses(len(undone.orphans), dry)} the article that was copied",
        ),
        (
            len(undone.elections),
            "story",
            "stories",
            f"{_loses(len(undone.elections), dry)} the original that was elected",
        ),
        (len(undone.hosts), "host stays", "hosts stay", "as the run has learned"),
        (dropped, "item was dropped", "items were dropped", "in the run: crawl the pages again"),
    ):
        if count:
            write_line(f"  not restored: {counted(count, one, more)} {what}")


def _loses(number: int, dry: bool) -> str:
    if dry:
        return "would lose"
    return "has lost" if number == 1 else "have lost"
