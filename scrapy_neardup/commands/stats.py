"""`scrapy neardup stats`: what an index holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import add_json_option, table, write_json, write_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

SUMMARY = "counts and parameters of an index"
DESCRIPTION = "Print how many articles and copies an index holds, its size and its parameters."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands.indexes import directory_of, open_to_read, size_of
    from scrapy_neardup.core.opening import is_shared

    with open_to_read(where, holder="scrapy neardup stats") as index:
        figures = index.stats()
    if not is_shared(where):
        directory = directory_of(where)
        figures |= {"path": str(directory), "bytes": size_of(directory)}
    if options.json:
        write_json(figures)
    else:
        for line in table(_rows(figures), right=()):
            write_line(line)
    return 0


def _rows(figures: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _rows(value, f"{prefix}{name}.")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield f"{prefix}{name}", f"{value:,}"
        else:
            yield f"{prefix}{name}", "" if value is None else str(value)
