"""`scrapy neardup remove`: take documents out of an index."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
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
    from collections.abc import Iterator

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.runs import Run
    from scrapy_neardup.core.index.undoing import Undone

SUMMARY = "take documents out of an index"
DESCRIPTION = """\
Take documents out of an index by their ids or URLs, with all that could find them, or with --host
all documents of a host. Copies of a removed article stay; later ones are new, as if it had never
been seen. Exit code 1 if an id is not in the index, or no document is of the host; the others are
removed all the same.

With --run, take out all that one crawl, scan or import has written, as `scrapy neardup stats
--runs` names it, and tell what can't be restored: documents that it had changed, copies that
other runs found of its articles, elections, and what was learned of its hosts. With --json, the
documents are named."""
_HOLDER = "scrapy neardup remove"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("ids", metavar="ID", nargs="*", help="id or URL of a document")
    parser.add_argument(
        "--from", metavar="FILE", dest="file", help="ids or URLs, one a line, or -"
    )
    parser.add_argument("--host", metavar="HOST", help="all documents of HOST")
    parser.add_argument("--run", metavar="RUN", dest="undo", help="id or number of a run")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be taken out")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    ways = (options.ids or options.file, options.host, options.undo)
    if sum(map(bool, ways)) != 1:
        options.parser.error("give ids of documents, --from or both, or else --host, or --run")
    return _undo(options) if options.undo else _remove(options)


def _remove(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.hosts import ids_on, read_host
    from scrapy_neardup.commands.indexes import open_to_change, open_to_read

    host = read_host(options.host) if options.host else None
    names = [*options.ids, *(_read(options.file) if options.file else ())]
    where = options.project.locate(options.index)
    opened = open_to_read if options.dry_run else open_to_change
    with opened(where, holder=_HOLDER) as index:
        shown = index.shown
        found, missing = ([*ids_on(index, host)], []) if host else _find(index, names)
        gone = found if options.dry_run else _take_out(index, found)
    missing += sorted({*found} - {*gone})
    if options.json:
        write_json({"removed": gone, "missing": missing, "dry_run": options.dry_run})
    else:
        for document_id in gone:
            write_line(f"{'would remove' if options.dry_run else 'removed'} {document_id}")
    for name in missing:
        write_line(f"{shown}: no document {name}", sys.stderr)
    if options.file and not names:
        write_line(f"{options.file}: there is no id or URL in it", sys.stderr)
    if host and not found:
        write_line(f"{shown}: no document is of the host {host}", sys.stderr)
    return 1 if missing or (host and not found) else 0


def _take_out(index: Index, ids: list[str]) -> list[str]:
    """Remove the documents of these *ids*; those that were there. Tell how many if interrupted."""
    gone: list[str] = []
    with telling_if_stopped(lambda: f"{counted(len(gone), 'document')} removed"):
        for one in Progress("documents removed", len(ids)).over(ids):
            if index.remove(one):
                gone.append(one)  # noqa: PERF401 - what is gone has to be known at an interrupt
    return gone


def _read(name: str) -> Iterator[str]:
    """The lines of the file *name*, "-" for standard input, but empty ones."""
    from scrapy_neardup.commands.lines import open_lines

    with open_lines(name) as lines:
        for number, line in enumerate(lines, 1):
            try:
                text = (line or b"").decode("utf-8").strip()
            except UnicodeDecodeError as error:
                raise CommandError(f"{name}, line {number}: not UTF-8; save it as that") from error
            if line is None:
                raise CommandError(f"{name}, line {number}: too long; give an id or URL a line")
            if text:
                yield text


def _find(index: Index, names: list[str]) -> tuple[list[str], list[str]]:
    """The ids of the documents that have one of the *names* as id or URL, and the names that none
    has.
    """
    from scrapy_neardup.commands.indexes import documents_named

    named = documents_named(index, names)
    ids = dict.fromkeys(record.id for found in named.values() for _, record in found)
    return [*ids], [name for name, found in named.items() if not found]


def _undo(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import open_to_change, open_to_read
    from scrapy_neardup.core.index.undoing import remove_run, survey_run

    opened = open_to_read if options.dry_run else open_to_change
    with opened(where, holder=_HOLDER) as index:
        chosen = _run_of(index, options.undo)
        if options.dry_run:
            undone = survey_run(index, chosen.number)
        else:
            with Progress("documents", None) as progress:
                undone = remove_run(index, chosen.number, progress.update)
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
            f"{index.shown}: no run {name}; `scrapy neardup stats INDEX --runs` lists those there are"
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
