"""How should postings lie in LevelDB: in sorted runs, packed into buckets, or one key each?

    python -m benchmarks.posting_layout [--documents 100000] [--tables 40] [--output FILE]

Every document posts one random 64-bit key in each table; before it does, it looks up who shares
the first bits of its key, as the index does. Layouts take turns in slices of documents, so that
noise of the machine meets all alike. Times are means over the last slice, in microseconds of CPU a
document, first of the calling thread, then of LevelDB's own; bytes are those of the closed and
compacted database, a posting.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import plyvel

from scrapy_neardup.core.index.store import Change
from scrapy_neardup.core.leveldb import store

_MEMBER = 6
_SLICES = 10


class SortedRuns:
    """As the index keeps them: :mod:`scrapy_neardup.core.leveldb.runs`."""

    def __init__(self, path: Path, bits: int) -> None:
        self.bits, self.width = bits, (bits + 7) // 8
        self.store = store.LevelDBStore(path, sync="never")
        self.store.loose_bits = bytes(256)

    def look_up(self, keys: list[int]) -> list[bytes]:
        shift = 64 - self.bits
        buckets = [
            bytes((table,)) + (key >> shift).to_bytes(self.width, "big")
            for table, key in enumerate(keys)
        ]
        tags = [(key >> shift - 16 & 0xFFFF).to_bytes(2, "little") for key in keys]
        return self.store.members(buckets, b"".join(tags))

    def insert(self, keys: list[int], ordinal: int, found: list[bytes]) -> None:
        shift = 64 - self.bits
        tail = ordinal.to_bytes(4, "big")
        post = [
            (
                bytes((table,)) + (key >> shift).to_bytes(self.width, "big"),
                (key >> shift - 16 & 0xFFFF).to_bytes(2, "big") + tail,
            )
            for table, key in enumerate(keys)
        ]
        self.store.apply(Change(post=post))

    def close(self) -> None:
        self.store.compact()
        self.store.close()


class Packed:
    """A bucket is one key; its members are appended to the value."""

    def __init__(self, path: Path, bits: int) -> None:
        self.bits, self.width = bits, (bits + 7) // 8
        self.db = _open(path)

    def look_up(self, keys: list[int]) -> list[bytes]:
        get, shift = self.db.get, 64 - self.bits
        return [
            get(bytes((table,)) + (key >> shift).to_bytes(self.width, "big"), b"")
            for table, key in enumerate(keys)
        ]

    def insert(self, keys: list[int], ordinal: int, found: list[bytes]) -> None:
        shift = 64 - self.bits
        tail = ordinal.to_bytes(4, "big")
        with self.db.write_batch() as batch:
            for table, (key, old) in enumerate(zip(keys, found, strict=True)):
                tag = (key >> (shift - 16) & 0xFFFF).to_bytes(2, "big")
                name = bytes((table,)) + (key >> shift).to_bytes(self.width, "big")
                batch.put(name, old + tag + tail)

    def close(self) -> None:
        _compact(self.db)


class KeyPerPosting:
    """A posting is one key: table, bucket bits and tag, ordinal; no value."""

    def __init__(self, path: Path, bits: int) -> None:
        self.bits = bits
        self.db = _open(path)

    def look_up(self, keys: list[int]) -> list[bytes]:
        shift = 64 - self.bits
        found = []
        with self.db.raw_iterator() as iterator:
            for table, key in enumerate(keys):
                low = key >> shift << shift
                members = []
                iterator.seek(bytes((table,)) + low.to_bytes(8, "big")[:5])
                while iterator.valid():
                    name = iterator.key()
                    bucket = int.from_bytes(name[1:6] + b"\0\0\0", "big") >> shift
                    if name[0] != table or bucket != low >> shift:
                        break
                    members.append(name)
                    iterator.next()
                found.append(b"".join(members))
        return found

    def insert(self, keys: list[int], ordinal: int, found: list[bytes]) -> None:
        tail = ordinal.to_bytes(4, "big")
        with self.db.write_batch() as batch:
            for table, key in enumerate(keys):
                batch.put(bytes((table,)) + key.to_bytes(8, "big")[:5] + tail, b"")

    def close(self) -> None:
        _compact(self.db)


def _open(path: Path) -> Any:
    return plyvel.DB(
        str(path), create_if_missing=True, write_buffer_size=store._WRITE_BUFFER, **store._LAYOUT
    )


def _compact(db: Any) -> None:
    db.compact_range(start=b"\x00", stop=b"\xff" * 16)
    name = db.name
    db.close()
    plyvel.DB(name).close()  # drops the files that compaction left


def measure(documents: int, tables: int) -> list[dict[str, Any]]:
    """One row a layout."""
    fill = (documents - 1).bit_length()
    rng = np.random.default_rng(7)
    with tempfile.TemporaryDirectory() as directory:
        layouts: dict[str, SortedRuns | Packed | KeyPerPosting] = {
            "sorted runs": SortedRuns(Path(directory, "sorted runs"), fill - 4)
        }
        for extra in (-4, -2, 0, 4):
            name = f"packed, {2.0**-extra:g} members a bucket"
            layouts[name] = Packed(Path(directory, name), fill + extra)
        name = "a key a posting"
        layouts[name] = KeyPerPosting(Path(directory, name), fill + 4)
        # Looking up, inserting, and LevelDB's thread meanwhile.
        times: dict[str, list[tuple[float, float, float]]] = {name: [] for name in layouts}
        size = documents // _SLICES
        for number in range(_SLICES):
            rows = rng.integers(0, 2**64, (size, tables), dtype=np.uint64).tolist()
            for name, layout in layouts.items():
                spent = times[name] = []
                for offset, keys in enumerate(rows):
                    aside = time.process_time() - time.thread_time()
                    start = time.thread_time()
                    found = layout.look_up(keys)
                    middle = time.thread_time()
                    layout.insert(keys, number * size + offset, found)
                    end = time.thread_time()
                    aside = time.process_time() - time.thread_time() - aside
                    spent.append((middle - start, end - middle, aside))
            print(f"{(number + 1) * size} documents", file=sys.stderr)
        results = []
        for name, layout in layouts.items():
            layout.close()
            look_up, insert, aside = np.mean(np.array(times[name]), axis=0) * 1e6
            files = (file for file in Path(directory, name).rglob("*") if file.is_file())
            on_disk = sum(file.stat().st_size for file in files)
            results.append(
                {
                    "layout": name,
                    "look_up_us": round(float(look_up)),
                    "insert_us": round(float(insert)),
                    "leveldb_us": round(float(aside)),
                    "bytes_per_posting": round(on_disk / documents / tables, 1),
                }
            )
        return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    results = measure(args.documents, args.tables)
    for row in results:
        print(row, file=sys.stderr)
    json.dump(
        {"documents": args.documents, "tables": args.tables, "layouts": results},
        args.output,
        indent=1,
    )
    args.output.write("\n")


if __name__ == "__main__":
    main()
