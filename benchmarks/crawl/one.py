"""One crawl in a process of its own; prints a line of JSON.

    python -m benchmarks.crawl.one PORT without|with DIRECTORY [PACE] [--set NAME=VALUE]

Figures begin with page 101, when dictionaries are loaded. With a PACE, the crawl asks for so many
pages a second. --set gives a setting of Scrapy's another value.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from typing import Any

import psutil
import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess

_BEAT = 0.002
_WARM = 100


class PagesSpider(scrapy.Spider):
    name = "pages"

    def __init__(self, port: str, pace: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.root = f"http://127.0.0.1:{port}"
        self.pace = pace
        self.done = 0
        self.from_to: list[tuple[float, float]] = []
        self.last = 0.0
        self.late: list[float] = []
        self.beating: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> PagesSpider:
        spider = super().from_crawler(crawler, *args, **kwargs)
        for signal in (signals.item_scraped, signals.item_dropped):
            crawler.signals.connect(spider.item_done, signal)
        crawler.signals.connect(spider.idle, signals.spider_idle)
        return spider

    async def start(self) -> Any:
        yield scrapy.Request(self.root + "/", self.parse_list, meta={"neardup": False})

    async def parse_list(self, response: Any) -> Any:
        for path in response.text.split("\n"):
            yield scrapy.Request(self.root + path, self.parse)
            if self.pace:
                await asyncio.sleep(1 / self.pace)

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "title": response.css("title::text").get()}

    def item_done(self) -> None:
        self.done += 1
        self.last = time.perf_counter()
        if self.done == _WARM:
            self.from_to.append((self.last, _cpu()))
            self.beating = asyncio.ensure_future(self._beat())

    def idle(self) -> None:
        if self.beating is not None:
            self.beating.cancel()
            self.from_to.append((self.last, _cpu()))

    async def _beat(self) -> None:
        while True:
            due = time.perf_counter() + _BEAT
            await asyncio.sleep(_BEAT)
            self.late.append(time.perf_counter() - due)

    def closed(self, reason: str) -> None:
        (start, cpu_start), (end, cpu_end) = self.from_to[0], self.from_to[-1]
        late = sorted(self.late)
        stats = self.crawler.stats.get_stats()
        pages = self.done - _WARM
        print(
            json.dumps(
                {
                    "pages": pages,
                    "pages_per_second": pages / (end - start),
                    "cpu_ms_per_page": (cpu_end - cpu_start) / pages * 1000,
                    "stall_ms_p99": late[int(len(late) * 0.99)] * 1000,
                    "stall_ms_max": late[-1] * 1000,
                    "scraped": stats.get("item_scraped_count", 0),
                    "verdicts": {k: v for k, v in stats.items() if "/verdict/" in k},
                    "seconds": {k: v for k, v in stats.items() if k.endswith("_seconds")},
                    "rss_mb": psutil.Process().memory_info().rss / 2**20,
                    "reason": reason,
                }
            ),
            flush=True,
        )


def _cpu() -> float:
    """Seconds of CPU that this process has used."""
    times = psutil.Process().cpu_times()
    spent: float = times.user + times.system
    return spent


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port")
    parser.add_argument("variant", choices=("without", "with"))
    parser.add_argument("directory")
    parser.add_argument("pace", type=float, nargs="?", default=0.0)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    settings: dict[str, Any] = {
        "LOG_LEVEL": "ERROR",
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
    }
    settings |= dict(one.split("=", 1) for one in args.set)
    if args.variant != "without":
        settings |= {
            "ADDONS": {"scrapy_neardup.Addon": 500},
            "NEARDUP_DIR": os.path.abspath(args.directory),
        }
    process = AsyncCrawlerProcess(settings)
    process.crawl(PagesSpider, port=args.port, pace=args.pace)
    process.start()


if __name__ == "__main__":
    main()
