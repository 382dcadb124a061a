"""`scrapy neardup stats`: what an index holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.terminal import add_json_option, table, write_json, write_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

SUMMARY = "counts and parameters of an index"
DESCRIPTION = "Print how many articles and copies an index holds, its size and its parameters."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("index", metavar="INDEX", help="directory or Redis URL of the index")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands.indexes import existing_index, open_to_read, size_of

    with open_to_read(options.index, holder="scrapy neardup stats") as index:
        figures = index.stats()
    if "://" not in options.index:
        directory = existing_index(options.index)
        figures |= {"path": str(directory.resolve()), "bytes": size_of(directory)}
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
