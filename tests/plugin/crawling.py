"""Real crawls in the tests' own process, or in one of their own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import os
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.settings import Settings
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.reactor import install_reactor

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from pathlib import Path

    from scrapy_neardup import NearDuplicateItem

REACTOR = os.environ.get("NEARDUP_TEST_REACTOR", "asyncio")
"""What the crawls in this process run on: ``asyncio``, ``select`` or ``none``."""
_REACTORS = {
    "asyncio": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
    "select": "twisted.internet.selectreactor.SelectReactor",
}
TIMEOUT = 110
"""Less than that of pytest, after which nothing is told of a coroutine that hangs."""
QUIET = {"TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False, "RETRY_ENABLED": False}


def reactor_settings(reactor: str = REACTOR) -> dict[str, Any]:
    if reactor == "none":
        return {"TWISTED_REACTOR_ENABLED": False}
    return {"TWISTED_REACTOR": _REACTORS[reactor]}


class PageSpider(Spider):
    """Asks for its pages one after the other: the next once all items of the last are through.

    A page is a URL or keyword arguments of a request. ``make_items`` may be given as an argument.
    """

    name = "pages"

    def __init__(
        self,
        pages: Iterable[str | dict[str, Any]] = (),
        make_items: Callable[[Any], Iterable[Any]] | None = None,
        **arguments: Any,
    ) -> None:
        super().__init__(**arguments)
        self.left = list(pages)
        if make_items is not None:
            self.make_items = make_items

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PageSpider:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.next_page, signals.spider_idle)
        return spider

    async def start(self):
        if self.left:
            yield self.request(self.left.pop(0))

    def request(self, page: str | dict[str, Any]) -> Request:
        arguments = {"url": page} if isinstance(page, str) else page
        return Request(callback=self.parse, dont_filter=True, **arguments)

    def next_page(self) -> None:
        if self.left:
            self.crawler.engine.crawl(self.request(self.left.pop(0)))
            raise DontCloseSpider

    def parse(self, response: Any) -> Any:
        yield from self.make_items(response)

    @staticmethod
    def make_items(response: Any) -> Iterable[Any]:
        yield {"url": response.url}


@dataclass
class Outcome:
    """What became of a crawl."""

    items: list[Any] = field(default_factory=list)
    dropped: list[tuple[Any, Exception]] = field(default_factory=list)
    failed: list[Any] = field(default_factory=list)
    judged: list[dict[str, Any]] = field(default_factory=list)
    log: list[logging.LogRecord] = field(default_factory=list)
    reason: str | None = None
    crawler: Any = None

    @property
    def stats(self) -> dict[str, Any]:
        return self.crawler.stats.get_stats()

    def stat(self, name: str) -> Any:
        return self.stats.get(f"neardup/{name}")

    @property
    def urls(self) -> list[str]:
        """The URLs of the items that passed all pipelines."""
        return [_field(item, "url") for item in self.items]

    @property
    def copies(self) -> list[NearDuplicateItem]:
        from scrapy_neardup import NearDuplicateItem

        return [error for _, error in self.dropped if isinstance(error, NearDuplicateItem)]

    @property
    def copy_urls(self) -> list[str]:
        """The URLs of the items that were dropped as copies."""
        from scrapy_neardup import NearDuplicateItem

        return [
            _field(item, "url")
            for item, error in self.dropped
            if isinstance(error, NearDuplicateItem)
        ]

    @property
    def kinds(self) -> list[str]:
        """The verdicts in the order in which they were reached."""
        return [judged["verdict"].kind.value for judged in self.judged]

    def lines(self, level: int = logging.DEBUG, logger: str = "") -> list[str]:
        return [
            record.getMessage()
            for record in self.log
            if record.levelno >= level and record.name.startswith(logger)
        ]

    def errors(self) -> list[str]:
        return self.lines(logging.ERROR)


def _field(item: Any, name: str) -> Any:
    from itemadapter import ItemAdapter

    return ItemAdapter(item).get(name)


class _Recorder(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.DEBUG)
        self.records = records

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@dataclass
class Crawl:
    """A crawl to be run: a spider class, its settings and its arguments."""

    settings: dict[str, Any]
    spidercls: type[Spider] = PageSpider
    arguments: dict[str, Any] = field(default_factory=dict)

    def prepare(self) -> Outcome:
        outcome = Outcome()
        settings = Settings({**QUIET, **reactor_settings(), **self.settings})
        crawler = outcome.crawler = Crawler(self.spidercls, settings)

        def scraped(item: Any) -> None:
            outcome.items.append(item)

        def dropped(item: Any, exception: Exception) -> None:
            outcome.dropped.append((item, exception))

        def failed(item: Any) -> None:
            outcome.failed.append(item)

        def judged(**about: Any) -> None:
            outcome.judged.append(about)

        def closed(reason: str) -> None:
            outcome.reason = reason

        from scrapy_neardup.plugin.signals import neardup_judged

        for handler, signal in (
            (scraped, signals.item_scraped),
            (dropped, signals.item_dropped),
            (failed, signals.item_error),
            (judged, neardup_judged),
            (closed, signals.spider_closed),
        ):
            # A weak reference would be gone with this frame.
            crawler.signals.connect(handler, signal, weak=False)
        return outcome

    async def run(self, outcome: Outcome) -> None:
        await outcome.crawler.crawl_async(**self.arguments)


def run_crawls(*crawls: Crawl) -> list[Outcome]:
    """Run crawls at the same time, on one loop; errors of starting one are raised."""
    outcomes = [crawl.prepare() for crawl in crawls]
    root = logging.getLogger()
    recorder = _Recorder(outcomes[0].log)
    for outcome in outcomes[1:]:
        outcome.log = outcomes[0].log
    level = root.level
    root.addHandler(recorder)
    root.setLevel(logging.DEBUG)
    try:
        run_coroutines(
            *(crawl.run(outcome) for crawl, outcome in zip(crawls, outcomes, strict=True))
        )
    finally:
        root.setLevel(level)
        root.removeHandler(recorder)
    return outcomes


def run_coroutines(*coroutines: Coroutine[Any, Any, None]) -> None:
    if REACTOR == "none":
        asyncio.run(_gather(coroutines))
        return
    reactor = _running_reactor()
    results = [concurrent.futures.Future[None]() for _ in coroutines]

    def start() -> None:
        for coroutine, result in zip(coroutines, results, strict=True):
            deferred = deferred_from_coro(coroutine)
            deferred.addCallbacks(
                result.set_result,
                lambda failure, result=result: result.set_exception(failure.value),
            )

    reactor.callFromThread(start)
    for result in results:
        result.result(TIMEOUT)


async def _gather(coroutines: tuple[Coroutine[Any, Any, None], ...]) -> None:
    await asyncio.wait_for(asyncio.gather(*coroutines), TIMEOUT)


_started: list[Any] = []


def _running_reactor() -> Any:
    """The one reactor of this process, which can't be started twice, on a thread of its own."""
    if not _started:
        install_reactor(_REACTORS[REACTOR])
        from twisted.internet import reactor

        up = threading.Event()
        reactor.callWhenRunning(up.set)
        threading.Thread(
            target=reactor.run, kwargs={"installSignalHandlers": False}, daemon=True
        ).start()
        assert up.wait(10)
        _started.append(reactor)
    return _started[0]


def scrapy_command(
    *arguments: str, cwd: Path, env: dict[str, str] | None = None, options: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Run ``scrapy …`` in *cwd* to its end; *options* are the interpreter's."""
    return subprocess.run(
        [sys.executable, *options, "-m", "scrapy", *arguments],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )
