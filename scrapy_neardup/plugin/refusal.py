"""A crawl that can't start: no request is sent, and the command ends with an exit code of 1."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

from scrapy import signals

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

_refused: WeakSet[Crawler] = WeakSet()


def refuse_to_start(crawler: Crawler, reason: str) -> None:
    """Close the spider, which is being opened, before its first request, with *reason* as finish
    reason.

    From Scrapy 2.18 on, raising CloseSpider would do the same; earlier versions end with a
    traceback for it. Scrapy's commands exit with 0 for any finish reason, but with 1 if a crawler
    has no spider at its end, which for them means that the crawl did not start: so the closed
    crawler is left without a spider. Of several refusals only the first counts.
    """
    if crawler in _refused:
        return
    _refused.add(crawler)

    async def close() -> None:
        await crawler.engine.close_spider_async(reason=reason)
        await crawler.engine.stop_async()
        crawler.spider = None

    crawler.signals.connect(close, signals.engine_started, weak=False)
