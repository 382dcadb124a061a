"""One crawl in a process of its own; prints a line of JSON.

python -m benchmarks.crawl.one PORT plugin|without DIRECTORY
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from typing import Any

import psutil
import scrapy
from scrapy.crawler import AsyncCrawlerProcess

_BEAT = 0.005


class PagesSpider(scrapy.Spider):
    name = "pages"

    def __init__(self, port: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.root = f"http://127.0.0.1:{port}"
        self.started = 0.0
        self.cpu = 0.0
        self.late: list[float] = []
        self.beating: asyncio.Task[None] | None = None

    async def start(self) -> Any:
        yield scrapy.Request(self.root + "/", self.parse_list, meta={"neardup": False})

    def parse_list(self, response: Any) -> Any:
        self.beating = asyncio.ensure_future(self._beat())
        self.started, self.cpu = time.perf_counter(), _cpu()
        for path in response.text.split("\n"):
            yield scrapy.Request(self.root + path, self.parse)

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "title": response.css("title::text").get()}

    async def _beat(self) -> None:
        while True:
            due = time.perf_counter() + _BEAT
            await asyncio.sleep(_BEAT)
            self.late.append(time.perf_counter() - due)

    def closed(self, reason: str) -> None:
        seconds, cpu = time.perf_counter() - self.started, _cpu() - self.cpu
        if self.beating is not None:
            self.beating.cancel()
        late = sorted(self.late) or [0.0]
        stats = self.crawler.stats.get_stats()
        pages = stats.get("response_received_count", 1) - 1
        print(
            json.dumps(
                {
                    "pages": pages,
                    "pages_per_second": pages / seconds,
                    "cpu_ms_per_page": cpu / pages * 1000,
                    "stall_ms_p99": late[int(len(late) * 0.99)] * 1000,
                    "stall_ms_max": late[-1] * 1000,
                    "scraped": stats.get("item_scraped_count", 0),
                    "verdicts": {k: v for k, v in stats.items() if "/verdict/" in k},
                    "seconds": {k: v for k, v in stats.items() if k.endswith("_seconds")},
                    "rss_mb": _rss_mb(),
                    "reason": reason,
                }
            ),
            flush=True,
        )


def _cpu() -> float:
    """Seconds of this process and of its children, those that are gone included."""
    processes = [psutil.Process(), *psutil.Process().children()]
    return sum(sum(process.cpu_times()[:4]) for process in processes)


def _rss_mb() -> float:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    port, variant, directory = sys.argv[1:]
    settings: dict[str, Any] = {
        "LOG_LEVEL": "ERROR",
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
    }
    if variant == "plugin":
        settings |= {"ADDONS": {"scrapy_neardup.Addon": 500}, "NEARDUP_DIR": directory}
    process = AsyncCrawlerProcess(settings)
    process.crawl(PagesSpider, port=port)
    process.start()


if __name__ == "__main__":
    main()
