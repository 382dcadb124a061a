"""A crawl that can't start: no request is sent, and the command ends with an exit code of 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import CloseSpider
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


def refusal(crawler: Crawler, reason: str) -> CloseSpider:
    """The exception that ends a crawl while its spider opens, with *reason* as finish reason.

    Scrapy 2.18 and later close the spider in order; earlier ones end with the exception. Scrapy's
    commands exit with 1 if a crawler had no spider at its end, their sign of a crawl that did not
    start, and with 0 for any finish reason: so the closed crawler is left without its spider.
    """

    async def forget_spider() -> None:
        # The other handlers of the signal, which were called in the same moment, may ask for it.
        turn: Deferred[None] = Deferred()
        call_later(0, turn.callback, None)
        await maybe_deferred_to_future(turn)
        crawler.spider = None

    crawler.signals.connect(forget_spider, signals.spider_closed, weak=False)
    return CloseSpider(reason)
