"""One crawl's use of its index: open, judge, settle, close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.plugin.index_handle import IndexHandle
from scrapy_neardup.plugin.judging import Judging
from scrapy_neardup.plugin.settling import Settling

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.plugin.guard import Guard
    from scrapy_neardup.plugin.queries import Query
    from scrapy_neardup.plugin.settings import NearDupSettings


class IndexSession:
    """One crawl's use of its index. Methods are coroutines of the crawl's loop.

    The index is opened by :meth:`open`, before the first request, or else by the first query.
    """

    def __init__(self, settings: NearDupSettings, crawler: Crawler, guard: Guard) -> None:
        # Looked up once: each look at a collector of stats takes it a while.
        add = crawler.stats.inc_value
        self._handle = IndexHandle(settings, crawler, guard)
        self._settling = Settling(settings, self._handle, add)
        self._judging = Judging(settings, self._handle, self._settling, add)

    @property
    def index(self) -> Index | None:
        """The open index, None before it is open and after the crawl."""
        return self._handle.index

    @property
    def failed(self) -> bool:
        """Whether the index was given up, or closed: nothing is judged any more."""
        return self._handle.failed

    async def open(self) -> None:
        """Open the index before the first request: see :meth:`.IndexHandle.open`."""
        await self._handle.open()

    async def count(self) -> int | None:
        """The number of articles in the index, None if it is not open or does not answer."""
        return await self._handle.count()

    async def check(self, query: Query) -> Verdict | None:
        """The verdict alone, None if the index can't be used."""
        return await self._judging.check(query)

    async def reserve(self, query: Query) -> Reservation | None:
        """A verdict and a place for the document: see :meth:`.Judging.reserve`."""
        return await self._judging.reserve(query)

    async def let_through(self, reservation: Reservation) -> bool:
        """Whether a copy is among those of its story that NEARDUP_KEEP_COPIES keeps."""
        return await self._judging.let_through(reservation)

    async def settle(self, reservation: Reservation, query: Query, *, keep: bool) -> bool:
        """Commit or roll back; whether the document is in the index now."""
        return await self._settling.settle(reservation, query, keep=keep)

    async def close(self) -> None:
        """Roll back what is still held, and close the index."""
        await self._settling.roll_back_all()
        await self._handle.close()
