"""One crawl in a process of its own; writes its figures as JSON when it ends.

    python -m benchmarks.peers.one PORT PEER STATE

STATE is a directory with what the peer keeps, ``stories.jsonl``, and the figures. A story is
stored 25 to 75 ms after it has passed the peer's pipeline, as in a database over a network.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.exceptions import DontCloseSpider

from benchmarks.peers.pipelines import PEERS

_FASTEST, _SPREAD = 0.025, 0.05


class Arrivals:
    """Notes the order in which items meet the peer."""

    def process_item(self, item: dict[str, Any], spider: Any = None) -> dict[str, Any]:
        arrivals.append(item["url"])
        return item


class Stories:
    """Stores stories, slowly."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def from_crawler(cls, crawler: Any) -> Stories:
        return cls(Path(crawler.settings["PEER_STATE"]) / "stories.jsonl")

    def open_spider(self) -> None:
        self._file = self._path.open("a", buffering=1)

    def close_spider(self) -> None:
        self._file.close()

    async def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        # The delay of a story is the same in each crawl.
        luck = zlib.crc32(item["url"].rpartition("/")[2].encode()) / 2**32
        await asyncio.sleep(_FASTEST + luck * _SPREAD)
        self._file.write(json.dumps({"url": item["url"]}) + "\n")
        return item


arrivals: list[str] = []
dropped: dict[str, list[list[str]]] = {}


class NewsSpider(scrapy.Spider):
    name = "news"
    root: str

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> NewsSpider:
        spider: NewsSpider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.item_dropped, signals.item_dropped)
        crawler.signals.connect(spider.idle, signals.spider_idle)
        return spider

    async def start(self) -> Any:
        yield scrapy.Request(f"{self.root}/", self.parse_list, meta={"neardup": False})

    def parse_list(self, response: Any) -> Any:
        self.began = time.perf_counter()
        paths = response.text.split()
        self.copies = [path for path in paths if path.startswith("/0/")]
        for path in paths:
            if path.startswith("/1/"):
                yield scrapy.Request(self.root + path, self.parse)

    def idle(self) -> None:
        """Ask for the copies when all originals are done."""
        if self.copies:
            for path in self.copies:
                self.crawler.engine.crawl(scrapy.Request(self.root + path, self.parse))
            self.copies = []
            raise DontCloseSpider

    def parse(self, response: Any) -> Any:
        yield {
            "url": response.url,
            "title": response.css("h1::text").get(),
            "content": "\n".join(response.css("article p::text").getall()),
        }

    def item_dropped(self, item: dict[str, Any], exception: Any) -> None:
        verdict = getattr(exception, "verdict", None)
        if verdict is None:
            dropped[item["url"]] = [[source, "copy"] for source in exception.sources]
        else:
            dropped[item["url"]] = [[match.url, match.kind.value] for match in verdict.matches]

    def closed(self, reason: str) -> None:
        pages = self.crawler.stats.get_value("response_received_count") - 1
        figures = {
            "pages": pages,
            "pages_per_second": pages / (time.perf_counter() - self.began),
            "reason": reason,
            "errors": self.crawler.stats.get_value("log_count/ERROR", 0),
            "arrivals": arrivals,
            "dropped": dropped,
        }
        target = Path(self.settings["PEER_STATE"]) / "figures.json"
        target.write_text(json.dumps(figures))


def main() -> None:
    port, peer, state = sys.argv[1:]
    settings: dict[str, Any] = {
        "LOG_LEVEL": "ERROR",
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        # One after the other, as in the list.
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "PEER_STATE": state,
        "PEER_REDIS": int(os.environ["PEER_REDIS"]),
        "ITEM_PIPELINES": {Arrivals: 100, Stories: 800},
    }
    pipeline = PEERS[peer]
    if pipeline is not None:
        import jieba

        jieba.setLogLevel("WARNING")
        jieba.initialize()
        settings["ITEM_PIPELINES"][pipeline] = 300
    elif peer == "scrapy-neardup":
        settings["ADDONS"] = {"scrapy_neardup.Addon": 500}
        settings["NEARDUP_DIR"] = f"{state}/index"
        # A story that is met again is dropped by every peer.
        kinds = ("exact", "repost", "spun", "partial", "unchanged")
        settings["NEARDUP_ACTION"] = dict.fromkeys(kinds, "drop")
    process = AsyncCrawlerProcess(settings)
    process.crawl(NewsSpider, root=f"http://127.0.0.1:{port}")
    process.start()


if __name__ == "__main__":
    main()
