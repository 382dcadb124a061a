"""Kill crawls at random points, and compare what they stored with what they count as seen."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup import Kind, NearDupIndex
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.stores import sqlite

from .stories import story_page
from .victim import POINTS, Run

if TYPE_CHECKING:
    import random

    from typing_extensions import Self

    from tests.plugin.site import Site

CONCURRENCY = 16
_OLD = "http://old.test/"
KILLS = ("inside", "torn", "outside")


@dataclass
class Ordeal:
    """A crawl that is killed and started again. *kills* counts the kills by kind and point.

    Each run asks for all *copies* of *fresh* new stories and of those of the two runs before.
    *excused* counts, by story, the items that a kill caught between their storage and their
    commit: these alone may be stored once more. *expired* articles are in the index from the
    beginning, which crawls prune.
    """

    directory: Path
    site: Site
    victim: Victim
    random: random.Random
    engine: str = "leveldb"
    fresh: int = 8
    copies: int = 3
    expired: int = 400
    kills: Counter[str] = field(default_factory=Counter)
    excused: Counter[str] = field(default_factory=Counter)
    stored: list[str] = field(default_factory=list)
    runs: int = 0
    pruned: int = 0

    def __post_init__(self) -> None:
        with NearDupIndex.open(f"{self.engine}://{self._index}") as index:
            index.put_records(
                [
                    (
                        Record(
                            f"{_OLD}{number}", Kind.NEW, 1, bytes(8), number.to_bytes(16, "big")
                        ),
                        None,
                    )
                    for number in range(self.expired)
                ]
            )

    @property
    def _index(self) -> Path:
        return self.directory / "index" / "stories"

    def _urls(self, first: int) -> list[str]:
        return [
            self.site.put(f"http://paper{copy}.test/{number}", story_page(number))
            for number in range(max(first, 0), self.runs * self.fresh)
            for copy in range(self.copies)
        ]

    def run(self, *, kill: bool) -> None:
        """One crawl, killed or not, and all checks after it."""
        self.runs += 1
        urls = self._urls((self.runs - 3) * self.fresh if kill else 0)
        run = Run(str(self.directory), self.site.address, urls, self.runs, engine=self.engine)
        delay = None
        if kill:
            kind = self.random.choice(KILLS)
            if kind == "inside":
                run.point = self.random.choice(POINTS)
                run.count = self.random.randint(1, self.fresh)
            elif kind == "torn":
                run.torn = self.random.randint(100, 40_000)
            else:
                delay = self.random.uniform(0.05, 0.6)
        else:
            run.failing = 0.0
        status = self.victim.crawl(run, delay)
        assert status in (0, signal.SIGKILL, signal.SIGXFSZ), f"the crawl ended with {status}"
        if status:
            self.kills[run.point or ("torn" if run.torn else "outside")] += 1
        self._check(run, killed=status != 0)

    def _check(self, run: Run, *, killed: bool) -> None:
        new = _whole_lines(run.stored)
        self.stored += new
        report = check_index(self._index)
        assert report.clean, report.problems
        if self.engine == "leveldb":
            # SQLite's postings are written later than their records, and so are their removals.
            assert report.dangling_postings == 0, report.problems
        with NearDupIndex.open(self._index) as index:
            sources = {record.id for record in index.records() if record.is_source}
        committed = {name for name in sources if not name.startswith(_OLD)}
        left = len(sources) - len(committed)
        self.pruned += self.expired - left
        self.expired = left
        assert committed <= set(self.stored), "seen, but not stored"
        caught = set(new) - committed
        assert len(caught) <= (CONCURRENCY if killed else 0), "stored, but not seen"
        self.excused.update(_story_of(url) for url in caught)

    def finish(self) -> None:
        """A last crawl, neither killed nor failing: no story is lost, none kept twice."""
        self.run(kill=False)
        times = Counter(map(_story_of, self.stored))
        stories = self.runs * self.fresh
        assert len(times) == stories, "a story is lost"
        for story, count in times.items():
            assert count <= 1 + self.excused[story], f"story {story} was stored {count} times"
        with NearDupIndex.open(self._index) as index:
            assert len(index) == stories + self.expired


def _is_made(path: Path) -> bool:
    database = path / sqlite.DATABASE
    return (path / "leveldb" / "CURRENT").exists() or (
        database.exists() and database.stat().st_size > 0
    )


def _whole_lines(path: Path) -> list[str]:
    """A line that a kill cut short was not stored."""
    if not path.exists():
        return []
    return [
        line.strip() for line in path.read_text().splitlines(keepends=True) if line[-1] == "\n"
    ]


def _story_of(url: str) -> str:
    return url.rsplit("/", 1)[1]


class Victim:
    """The program whose crawls are killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.victim"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.communicate(timeout=30)

    def crawl(self, run: Run, kill_after: float | None) -> int:
        """The wait status of one crawl, killed after some seconds if it is not over by then."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(asdict(run)) + "\n")
        stdin.flush()
        child = int(stdout.readline())
        if kill_after is not None:
            time.sleep(kill_after)
            # Until its status is asked for, the process keeps its id even when it is over.
            os.kill(child, signal.SIGKILL)
        stdin.write("\n")
        stdin.flush()
        return int(stdout.readline())
