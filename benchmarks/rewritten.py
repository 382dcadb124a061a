"""What looking for rewritten copies adds to the way from a text to its verdict.

    python -m benchmarks.rewritten DIRECTORY [--documents 100000]

Two indexes on LevelDB, one with the search and one without, get the same articles: so many made-up
ones first, then those of DIRECTORY (docs.jsonl.gz of a labelled set) that were not made from
others, shuffled. The latter are timed in turns, text in, verdict out and kept: CPU times of the
thread, with all that is done now and then, as making the filter of postings again. Prints means and
their ratio, by fifths of the articles, and what an index takes on disk.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.quality.dataset import BASE_KINDS, Dataset
from benchmarks.synthetic import articles, in_turn
from scrapy_neardup import Document, open_index
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.verdict.verify import Thresholds

NAMES = ["without", "with"]
PARTS = 5


def main() -> None:
    """Fill both indexes, time the real articles and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--documents", type=int, default=0, help="made-up articles before")
    options = parser.parse_args()
    items = Dataset.read(options.directory).items.values()
    real = [Document(one.id, one.text, title=one.title) for one in items if one.kind in BASE_KINDS]
    random.Random(1).shuffle(real)
    with tempfile.TemporaryDirectory() as temporary:
        paths = {name: Path(temporary, name) for name in NAMES}
        with ExitStack() as stack:
            indexes = {
                name: stack.enter_context(
                    open_index(
                        f"leveldb://{paths[name]}", thresholds=Thresholds(rewriting=name == "with")
                    )
                )
                for name in NAMES
            }
            for number, text in enumerate(articles(options.documents)):
                for index in indexes.values():
                    index.add(Document(f"made-{number}", text))
            print(f"{options.documents} made-up articles, then {len(real)} real ones")
            for part in batched(real, len(real) // PARTS + 1):
                spent = dict.fromkeys(NAMES, 0.0)
                for number, document in enumerate(part):
                    for name in in_turn(NAMES, number):
                        started = time.thread_time()
                        indexes[name].check_and_add(document)
                        spent[name] += time.thread_time() - started
                times = {name: 1000 * spent[name] / len(part) for name in NAMES}
                told = ", ".join(f"{took:.3f} ms {name}" for name, took in times.items())
                print(f"    {told}: {times['with'] / times['without']:.2f} times", flush=True)
        for name, path in paths.items():
            size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
            count = options.documents + len(real)
            print(f"    {name}: {size / count:.0f} bytes a document on disk")


if __name__ == "__main__":
    main()
