"""A crawler that is killed: run as a program, it forks a fresh crawl for every line it reads.

A line is a JSON object with the fields of :class:`Run`; the answer is a line with the crawl's
process id and, after an empty line is read, one with its wait status. Forking saves the imports,
two thirds of a small crawl's time, and a forked crawl dies by SIGKILL like any other. The crawl
asks for all pages, in an order of its own; its storing pipeline comes after the judging one, fails
at random, and writes a line for each item that it stores.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.exceptions import DropItem

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.fingerprints import fingerprint
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.engines import module_of
from scrapy_neardup.plugin import pipeline, settling

POINTS = (
    "reserved",
    "judged",
    "before_store",
    "after_store",
    "before_commit",
    "before_write",
    "after_write",
    "after_commit",
)
"""Where a crawl may kill itself: around every step from the verdict to the commit."""


@dataclass
class Run:
    """One crawl. *point* and *count*: it kills itself when it is there for the *count*-th time;
    *torn*: it is killed in the middle of the write that would make a file longer than that;
    *failing*: the share of items that the storing pipeline refuses.
    """

    directory: str
    proxy: str
    urls: list[str]
    seed: int
    point: str | None = None
    count: int = 0
    torn: int | None = None
    engine: str = "leveldb"
    failing: float = 0.25

    @property
    def stored(self) -> Path:
        return Path(self.directory, f"stored-{self.seed:06}")


class Killer:
    """Kills this process on its way through one of the points."""

    def __init__(self, point: str | None, count: int) -> None:
        self._point = point
        self._left = count

    def pass_by(self, point: str) -> None:
        if point == self._point:
            self._left -= 1
            if self._left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def around(self, owner: Any, name: str, before: str | None, after: str | None) -> None:
        whole = getattr(owner, name)

        def passing(*args: Any, **kwargs: Any) -> Any:
            if before:
                self.pass_by(before)
            result = whole(*args, **kwargs)
            if after:
                self.pass_by(after)
            return result

        setattr(owner, name, passing)


class StorySpider(Spider):
    name = "stories"

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.urls = list(run.urls)
        random.Random(run.seed).shuffle(self.urls)

    async def start(self):
        for url in self.urls:
            yield Request(url, dont_filter=True)

    def parse(self, response):
        yield {"url": response.url, "text": "\n".join(response.css("p::text").getall())}


class StoringPipeline:
    """Stores at once or not at all, as a database would."""

    def __init__(self, run: Run, killer: Killer) -> None:
        self._random = random.Random(run.seed)
        self._failing = run.failing
        self._killer = killer
        self._file = os.open(run.stored, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler.settings["RUN"], crawler.settings["KILLER"])

    def process_item(self, item):
        self._killer.pass_by("before_store")
        if self._random.random() < self._failing:
            raise self._random.choice([DropItem("refused"), OSError("the database is down")])
        os.write(self._file, f"{item['url']}\n".encode())
        self._killer.pass_by("after_store")
        return item


def crawl(run: Run) -> None:
    killer = Killer(run.point, run.count)
    killer.around(NearDupIndex, "reserve", None, "reserved")
    killer.around(pipeline.NearDupPipeline, "_act", None, "judged")
    killer.around(settling.Settling, "_commit", "before_commit", "after_commit")
    store, writing = {"leveldb": ("LevelDBStore", "_write"), "sqlite": ("SQLiteStore", "apply")}[
        run.engine
    ]
    stores = module_of(run.engine, Path(run.directory))
    killer.around(getattr(stores, store), writing, "before_write", "after_write")
    if run.torn is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (run.torn, run.torn))
    os.environ["http_proxy"] = run.proxy
    # Few at a time, so that pruning goes on through all crawls.
    settling._PRUNE_SLICE = 2
    process = AsyncCrawlerProcess(
        {
            "ADDONS": {"scrapy_neardup.Addon": 500},
            "ITEM_PIPELINES": {StoringPipeline: 900},
            "NEARDUP_INDEX": f"{run.engine}://{Path(run.directory, 'index')}",
            "NEARDUP_ACTION": dict.fromkeys(
                ("exact", "repost", "spun", "partial", "unchanged"), "drop"
            ),
            "NEARDUP_TTL": "1d",
            "RUN": run,
            "KILLER": killer,
            "CONCURRENT_REQUESTS": 16,
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "RETRY_ENABLED": False,
        }
    )
    process.crawl(StorySpider, run=run)
    process.start()


def main() -> None:
    # The dictionaries are loaded once, for all crawls.
    fingerprint.Fingerprinter(Scheme())("Words, 一些词语, 這些詞語。")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            crawl(Run(**json.loads(line)))
            os._exit(0)
        print(child, flush=True)  # noqa: T201
        sys.stdin.readline()
        _, status = os.waitpid(child, 0)
        print(status, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
