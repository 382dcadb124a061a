"""Crawler processes that add the same stories to one index at the same moment.

Each process goes through the same numbered documents. Three of ten are a story that all processes
have, half of the processes with one more sentence; the others are stories of one process only. The
processes reserve, hold a moment, then commit. For each common story one process fails and rolls back.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup import open_index
from scrapy_neardup.core.redis.index import RedisIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup import Index

ROOT = Path(__file__).parents[2]
COMMON_OF_TEN = 3
WORDS = 120
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "il")]


def story(name: str, words: int = WORDS) -> str:
    """A text of made-up words, always the same for one *name*, and unlike the text of other names."""
    rng = random.Random(name)
    made = [
        "".join(rng.choice(_SYLLABLES) for _ in range(rng.randrange(2, 5))) for _ in range(words)
    ]
    lines = [" ".join(made[start : start + 12]).capitalize() for start in range(0, words, 12)]
    return ". ".join(lines) + "."


def is_common(number: int) -> bool:
    return number % 10 < COMMON_OF_TEN


def fails(process: int, number: int, processes: int) -> bool:
    """Whether this process's item of a common story fails after it was judged."""
    return processes > 1 and process == number % processes


def document(process: int, number: int) -> tuple[str, str]:
    """The id and text of a process's document."""
    if not is_common(number):
        return f"own-{process}-{number}", story(f"own-{process}-{number}")
    text = story(f"common-{number}")
    if process % 2:
        text += " " + story(f"tail-{number}", 5)
    return f"common-{number}-{process}", text


@dataclass
class Crawl:
    """What one process did: *kept* names what it committed as a source."""

    kept: list[str] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    waits: int = 0
    seconds: float = 0.0
    round_trips: int = 0
    cpu_seconds: float = 0.0
    finished_at: float = 0.0
    """By the clock that all processes of a machine share (time.monotonic)."""


def crawl(index: Index, process: int, processes: int, documents: list[tuple[str, str]]) -> Crawl:
    """Go through the documents; each step of waiting is short, so that processes keep pace."""
    from scrapy_neardup import Document

    done = Crawl()
    start, cpu = time.monotonic(), time.process_time()
    for number, (name, text) in enumerate(documents):
        article = Document(name, text)
        fingerprint = index.fingerprinter(text)
        while True:
            reservation = index.reserve(article, fingerprint)
            if not reservation.blockers:
                break
            done.waits += 1
            time.sleep(0.01)
        done.verdicts[reservation.verdict.kind.value] += 1
        if is_common(number) and fails(process, number, processes):
            reservation.rollback()
            continue
        reservation.commit()
        if reservation.verdict.match is None:
            done.kept.append(name)
        if number % 50 == 49:
            print(json.dumps({"at": number + 1}), flush=True)
    done.finished_at = time.monotonic()
    done.seconds = done.finished_at - start
    done.cpu_seconds = time.process_time() - cpu
    return done


def run_crawlers(
    url: str,
    processes: int,
    documents: int,
    *,
    during: Callable[[], None] | None = None,
    during_at: int = 0,
) -> list[Crawl]:
    """Run that many processes; *during* is called once the first has done *during_at*."""
    words = [sys.executable, "-m", "benchmarks.shared_index.crawlers", url]
    running = [
        subprocess.Popen(
            [*words, str(number), str(processes), str(documents)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for number in range(processes)
    ]
    try:
        for process in running:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n", "a crawler failed to start"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        results = []
        for process in running:
            assert process.stdout is not None
            for line in process.stdout:
                news = json.loads(line)
                if during is not None and news.get("at", 0) >= during_at > 0:
                    during()
                    during = None
                if "kept" in news:
                    results.append(Crawl(**{**news, "verdicts": Counter(news["verdicts"])}))
        if len(results) != processes:
            raise RuntimeError(f"{processes - len(results)} of {processes} crawlers failed")
        return results
    finally:
        for process in running:
            process.kill()
            with process:
                pass


def survivors(crawls: list[Crawl], processes: int, documents: int) -> dict[str, int]:
    """Count stories that are *lost* (no survivor), *double*, and right (*one*)."""
    kept = Counter(
        name.rpartition("-")[0] if name.startswith("common-") else name
        for crawled in crawls
        for name in crawled.kept
    )
    expected = [f"common-{number}" for number in range(documents) if is_common(number)] + [
        f"own-{process}-{number}"
        for process in range(processes)
        for number in range(documents)
        if not is_common(number)
    ]
    counts = Counter(
        "lost" if kept[name] == 0 else "one" if kept[name] == 1 else "double" for name in expected
    )
    return {name: counts[name] for name in ("one", "lost", "double")}


def main() -> None:

    url, process, processes, count = sys.argv[1], *map(int, sys.argv[2:])
    documents = [document(process, number) for number in range(count)]
    with open_index(url) as index:
        print("ready", flush=True)
        sys.stdin.readline()
        assert isinstance(index, RedisIndex)
        before = index.servers.round_trips
        done = crawl(index, process, processes, documents)
        done.round_trips = index.servers.round_trips - before
    print(json.dumps({**done.__dict__, "verdicts": dict(done.verdicts)}), flush=True)


if __name__ == "__main__":
    main()
