"""How should LevelDB lay its tables out?

    python -m benchmarks.leveldb_layout [--documents 1000000] [--additions 400] [--grown 100000]
        [--variants NAME ...] [--output FILE]

For the layout as it is and for others that differ in one thing: what an addition costs in an index
of so many documents, in turns over all of them, its bytes and its tables; and for an index that
grows by additions alone, what its calls cost and what LevelDB's own thread costs beside them, by
merging. Microseconds of CPU a document: median, and means for the grown ones. With ten million
documents a variant takes 7 GB and five minutes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from benchmarks.growth import add_in_turns, grow, size_of
from benchmarks.synthetic import bulk_load
from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.leveldb import store

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "compressed": {"compression": "snappy"},
    "blocks of 4 KB": {"block_size": 4 << 10},
    "blocks of 1 KB": {"block_size": 1 << 10},
    "files of 2 MB": {"max_file_size": 2 << 20},
    "write buffer of 8 MB": {"write_buffer": 8 << 20},
    "LevelDB's own": {
        "compression": "snappy",
        "block_size": 4 << 10,
        "block_restart_interval": 16,
        "max_file_size": 2 << 20,
        "write_buffer": 4 << 20,
    },
}


@contextmanager
def laid_out(*, write_buffer: int = store._WRITE_BUFFER, **layout: object) -> Iterator[None]:
    """Open stores with these of LevelDB's options."""
    with (
        mock.patch.dict(store._LAYOUT, layout),
        mock.patch.object(store, "_WRITE_BUFFER", write_buffer),
    ):
        yield


def run(documents: int, additions: int, grown: int, names: list[str]) -> list[dict[str, Any]]:
    """One row a variant."""
    with tempfile.TemporaryDirectory() as temporary:
        rows: dict[str, dict[str, Any]] = {}
        opened: dict[str, NearDupIndex] = {}
        for number, name in enumerate(names):
            path = Path(temporary, str(number))
            with laid_out(**VARIANTS[name]):
                bulk_load(path, documents)
                rows[name] = {
                    "bytes_a_document": round(size_of(path) / documents),
                    "tables": len(list(path.rglob("*.ldb"))),
                }
                opened[name] = NearDupIndex.open(path)
            print(name, rows[name], file=sys.stderr)
        spent = add_in_turns(opened, additions)
        for name, index in opened.items():
            index.close()
            rows[name]["microseconds"] = round(
                statistics.median(spent[name][additions // 4 :]) * 1e6
            )
        for number, name in enumerate(names):
            with laid_out(**VARIANTS[name]):
                rows[name]["grown"] = grow(Path(temporary, f"grown{number}"), grown)
            print(name, rows[name], file=sys.stderr)
    return [{"layout": name, **row} for name, row in rows.items()]


def markdown(rows: list[dict[str, Any]]) -> str:
    """The rows as a Markdown table."""
    lines = [
        "| | check and add, µs | bytes | tables | grown: a call, µs | LevelDB's thread, µs | bytes |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        grown = row["grown"]
        lines.append(
            f"| {row['layout']} | {row['microseconds']} | {row['bytes_a_document']} "
            f"| {row['tables']} | {grown['microseconds_of_calls']} "
            f"| {grown['microseconds_aside']} | {grown['bytes_a_document']} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--additions", type=int, default=400)
    parser.add_argument("--grown", type=int, default=100_000)
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    rows = run(args.documents, args.additions, args.grown, args.variants)
    print(markdown(rows), file=sys.stderr)
    json.dump({"documents": args.documents, "grown": args.grown, "rows": rows}, args.output)
    args.output.write("\n")


if __name__ == "__main__":
    main()
