"""`scrapy neardup stats`: what an index holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import add_json_option, write_json, write_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from scrapy_neardup.core.index.index import Index

SUMMARY = "counts and parameters of an index"
DESCRIPTION = """\
Print how many articles and copies an index holds, its size and its parameters. With --runs, the
crawls, scans and imports that have written it, the last one last, and how many of its documents
were written last by each; the counts after that are those which the run told at its end. With
--json, one line of JSON a run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("--runs", action="store_true", help="list the runs that have written it")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import directory_of, open_to_read, size_of
    from scrapy_neardup.core.index.index import COUNTED_SINCE_OPENED
    from scrapy_neardup.core.locations import is_shared

    with open_to_read(where, holder="scrapy neardup stats") as index:
        if options.runs:
            _write_runs(index, as_json=options.json)
            return 0
        # What is counted since an index was opened says nothing here: it was opened just now.
        figures = {
            name: value
            for name, value in index.stats().items()
            if name not in COUNTED_SINCE_OPENED
        }
    if not is_shared(where):
        directory = directory_of(where)
        figures |= {"path": str(directory), "bytes": size_of(directory)}
    if options.json:
        write_json(figures)
    else:
        write_table(_rows(figures))
    return 0


def _write_runs(index: Index, *, as_json: bool) -> None:
    from scrapy_neardup.commands.moments import moment

    articles: Counter[int] = Counter()
    copies: Counter[int] = Counter()
    for record in index.records():
        (articles if record.is_head else copies)[record.run] += 1
    rows = [("run", "by", "started", "finished", "articles", "copies", "counts")]
    for run in index.runs:
        if as_json:
            held = {"articles": articles[run.number], "copies": copies[run.number]}
            write_json({**run.to_dict(), **held})
            continue
        rows.append(
            (
                run.id,
                run.by,
                moment(run.started),
                "" if run.finished is None else moment(run.finished),
                f"{articles[run.number]:,}",
                f"{copies[run.number]:,}",
                ", ".join(f"{name} {count:,}" for name, count in run.counts.items()),
            )
        )
    if not as_json:
        write_table(rows, right=(4, 5))


def _rows(figures: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _rows(value, f"{prefix}{name}.")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield f"{prefix}{name}", f"{value:,}"
        else:
            yield f"{prefix}{name}", "" if value is None else str(value)
