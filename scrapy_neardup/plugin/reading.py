"""Reads pages and fingerprints texts for one crawl: on the loop, in a thread or in a process."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy import signals
from scrapy.utils.asyncio import is_asyncio_available, run_in_thread

from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.extract.default import DefaultExtractor
from scrapy_neardup.extract.trafilatura_engine import TrafilaturaExtractor
from scrapy_neardup.plugin.settings import NearDupSettings
from scrapy_neardup.plugin.worker import PageTask, Reading, TextTask, pack, read_page
from scrapy_neardup.plugin.workers import WorkersUnavailable, give_back, take_pool

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import HtmlResponse

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.plugin.workers import WorkerPool

logger = logging.getLogger(__name__)

# What takes some milliseconds at most, like most of what a crawl's loop does: Scrapy parses pages
# of any size there. A thread would take longer to get its turn from a busy loop, and makes the
# whole crawl slower (benchmarks.crawl).
_SMALL_PAGE = 1_000_000
"""Bytes."""
_SMALL_TEXT = 20_000
"""Characters."""
_HAN = re.compile("[\u3400-\u9fff]")


class Reader:
    """Articles of pages and fingerprints of texts. Methods are coroutines of the crawl's loop.

    They are the same whether ``NEARDUP_WORKERS`` processes find them or, with 0, without asyncio
    and when the processes fail, the crawl's own: on its loop, large ones in a thread. A user's own
    extractor always runs in a thread of the crawl's process, where it was made.
    """

    def __init__(self, settings: NearDupSettings) -> None:
        self._settings = settings
        self._fingerprint = Fingerprinter(settings.scheme)
        self._pool: WorkerPool | None = None
        # Only these are known to work on less than a whole response.
        self._can_send_pages = type(settings.extractor) in (DefaultExtractor, TrafilaturaExtractor)
        self._is_quick = type(settings.extractor) is DefaultExtractor
        self._has_dictionary = False
        self.ahead = True
        """Whether it is worth to fingerprint a page's text with reading it. True while items are
        judged by the whole text of their page."""

    def start(self) -> None:
        """Start the worker processes; nothing waits for them."""
        if self._settings.workers and self._pool is None and is_asyncio_available():
            extractor = self._settings.extractor if self._can_send_pages else None
            self._pool = take_pool(
                self._settings.workers, pack((extractor, self._settings.scheme))
            )

    def close(self) -> None:
        """End them. Whatever comes after is done in threads."""
        pool, self._pool = self._pool, None
        if pool is not None:
            give_back(pool)

    async def read(self, response: HtmlResponse) -> Reading:
        """The article of *response*, and with :attr:`ahead` its text's fingerprint.

        Raises what the extractor raises, or TaskFailed or WorkerDied for it.
        """
        if self._pool is not None and self._can_send_pages:
            kind = response.headers.get("Content-Type")
            if kind is not None and b"charset" in kind.lower():
                encoding = response.encoding
            else:
                # Without a declaration the whole body is looked at.
                encoding = await run_in_thread(lambda: response.encoding)
            task = PageTask(response.url, encoding, kind, self.ahead)
            try:
                return await self._pool.do(task, response.url, response.body)
            except WorkersUnavailable:
                pass
        if self._is_quick and len(response.body) <= _SMALL_PAGE:
            return self._read(response)
        return await run_in_thread(self._read, response)

    async def fingerprint(self, text: str, title: str | None, about: str) -> Fingerprint:
        """The fingerprint of *text*. Raises WorkerDied if that cost a worker process its life."""
        if self._pool is not None:
            try:
                reading = await self._pool.do(TextTask(text, title), about)
            except WorkersUnavailable:
                pass
            else:
                assert reading.fingerprint is not None
                return reading.fingerprint
        loads = not self._has_dictionary and _HAN.search(text) is not None
        if len(text) <= _SMALL_TEXT and not loads:
            return self._fingerprint(text, title)
        fingerprint = await run_in_thread(self._fingerprint, text, title)
        self._has_dictionary |= loads
        return fingerprint

    def _read(self, response: HtmlResponse) -> Reading:
        return Reading(read_page(self._settings.extractor, response), None)


_readers: WeakKeyDictionary[Crawler, Reader] = WeakKeyDictionary()


def reader_of(crawler: Crawler) -> Reader:
    """The one reader that all parts of *crawler* use."""
    reader = _readers.get(crawler)
    if reader is None:
        reader = _readers[crawler] = Reader(NearDupSettings.from_settings(crawler.settings))
        crawler.signals.connect(reader.start, signals.spider_opened)
        crawler.signals.connect(reader.close, signals.spider_closed)
    return reader
