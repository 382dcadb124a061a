"""A million identical pages, and pages made to collide: what do they cost the index?

    python -m benchmarks.crash.crowd --pages 1000000

Prints, for each tenth of the pages, the CPU time an addition takes and the most memory that the
process has had, and what is in the tables in the end. The cost must not grow with the number of
copies, and no table may hold more than their ids. A hundred other articles, half of them added
before the crowd and half after it, must all be found again, each by an exact copy and by an edited
one.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.index.maintenance import check_index
from tests.faults.stories import story

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint

_MOST_COLLIDING = 10_000
_OTHERS = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1_000_000)
    options = parser.parse_args()
    colliding_pages = min(options.pages, _MOST_COLLIDING)
    for name, pages, colliding in (
        ("identical pages", options.pages, False),
        ("pages of one SimHash", colliding_pages, True),
    ):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory)
            with NearDupIndex.open(path, sync="never") as index:
                one = index.fingerprinter(story(1))
                fingerprints = _fingerprints(one, pages, colliding=colliding)
                _add_others(index, range(0, _OTHERS, 2))
                steps = _add(index, fingerprints, pages)
                _add_others(index, range(1, _OTHERS, 2))
                found = _found(index)
                stats = index.stats()
            size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
            report = check_index(path)
        print(
            f"{pages} {name}: {stats['articles']} articles, {stats['copies']} copies, "
            f"{report.postings} postings, "
            f"{size / pages:.0f} bytes a page, clean: {report.clean}"
        )
        print(f"  others found: {found} of {2 * _OTHERS}")
        print(
            "  CPU ms an addition, by tenths:", *(f"{1000 * seconds:.3f}" for seconds, _ in steps)
        )
        print("  peak MB, by tenths:", *(f"{megabytes:.0f}" for _, megabytes in steps))


def _fingerprints(one: Fingerprint, pages: int, *, colliding: bool) -> Iterator[Fingerprint]:
    for number in range(pages):
        if colliding:
            yield replace(one, digest=number.to_bytes(16, "little"), sketch=None)
        else:
            yield one


def _add(
    index: NearDupIndex, fingerprints: Iterator[Fingerprint], pages: int
) -> list[tuple[float, float]]:
    """Seconds an addition and peak megabytes, for each tenth of the pages."""
    steps = []
    for tenth in range(10):
        started = time.process_time()
        for number in range(tenth * pages // 10, (tenth + 1) * pages // 10):
            document = Document(f"http://{number % 1000}.test/{number}", "")
            index.check_and_add(document, next(fingerprints))
        seconds = (time.process_time() - started) / max(pages // 10, 1)
        steps.append((seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
    return steps


def _add_others(index: NearDupIndex, numbers: range) -> None:
    for number in numbers:
        index.check_and_add(Document(f"http://other.test/{number}", story(f"other {number}")))


def _found(index: NearDupIndex) -> int:
    found = 0
    for number in range(_OTHERS):
        text = story(f"other {number}")
        for copy in (text, f"{text}\n{story(number, 1)}"):
            match = index.check(Document("http://copy.test/", copy)).match
            found += match is not None and match.id == f"http://other.test/{number}"
    return found


if __name__ == "__main__":
    main()
