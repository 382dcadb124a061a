"""Many copies of one story under way at the same time, in sessions that share an index."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from scrapy.settings import Settings
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred

from scrapy_neardup import Document, Kind
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.plugin.guard import Guard
from scrapy_neardup.plugin.queries import Query
from scrapy_neardup.plugin.session import IndexSession
from scrapy_neardup.plugin.settings import NearDupSettings

from .stories import story

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint


_STORIES = 50
_COPIES = frozenset({Kind.EXACT, Kind.REPOST, Kind.SPUN, Kind.PARTIAL})


class Stats(Counter[str]):
    """A crawl's stats, as far as a session uses them."""

    def inc_value(self, name: str, count: int = 1) -> None:
        self[name] += count

    def set_value(self, name: str, value: float) -> None:
        self[name] = value  # type: ignore[assignment]

    def get_value(self, name: str, default: float = 0) -> float:
        return self.get(name, default)

    def get_stats(self) -> dict[str, Any]:
        return dict(self)


async def pause(seconds: float) -> None:
    """Sleep, on whatever loop the crawl runs."""
    over: Deferred[None] = Deferred()
    call_later(seconds, over.callback, None)
    await maybe_deferred_to_future(over)


def make_session(directory: Path, stats: Stats, **settings: Any) -> IndexSession:
    """A session of an index that all sessions of *directory* share."""
    checked = NearDupSettings.from_settings(
        Settings({"NEARDUP_DIR": str(directory), "NEARDUP_SCOPE": "shared", **settings})
    )
    spider = SimpleNamespace(name="flight")
    crawler: Any = SimpleNamespace(stats=stats, spider=spider, crawling=True, engine=None)
    session = IndexSession(checked, crawler, Guard(checked.guard, crawler))
    session._fingerprint = _fingerprint  # type: ignore[assignment]
    return session


# The same few texts come again and again.
_known = lru_cache(maxsize=None)(Fingerprinter(Scheme()))


async def _fingerprint(fingerprinter: Fingerprinter, document: Document) -> Fingerprint:
    return _known(document.text, document.title)


@dataclass
class Flight:
    """Rounds of *copies* items with one story each, all under way at once.

    How long each item takes, and whether storing it fails, is random; what is asserted is not:
    one of those that don't fail is stored, all others are found to be copies.
    """

    directory: Path
    random: random.Random
    copies: int
    sessions: int = 2
    stats: Stats = field(default_factory=Stats)

    async def run(self, rounds: int) -> None:
        sessions = [make_session(self.directory, self.stats) for _ in range(self.sessions)]
        try:
            for number in range(rounds):
                await self._round(sessions, number)
        finally:
            for session in sessions:
                await session.close()

    async def _round(self, sessions: list[IndexSession], number: int) -> None:
        text = story(number % _STORIES)
        share = self.random.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        fails = [self.random.random() < share for _ in range(self.copies)]
        stored: list[int] = []
        over: Deferred[None] = Deferred()
        left = self.copies
        errors: list[BaseException] = []

        async def item(copy: int) -> None:
            nonlocal left
            try:
                session = self.random.choice(sessions)
                await self._stay()
                query = Query(Document(f"http://{copy}.test/{number}", text))
                reservation = await session.reserve(query)
                assert reservation is not None
                if reservation.verdict.kind in _COPIES:
                    assert stored, "a copy of an item that is not stored"
                    await session.settle(reservation, query, keep=True)
                    return
                await self._stay()
                if not fails[copy]:
                    stored.append(copy)
                await session.settle(reservation, query, keep=not fails[copy])
            except BaseException as error:  # noqa: BLE001 - raised below
                errors.append(error)
            finally:
                left -= 1
                if not left:
                    call_later(0, over.callback, None)

        for copy in range(self.copies):
            deferred_from_coro(item(copy))
        await maybe_deferred_to_future(over)
        if errors:
            raise errors[0]
        assert len(stored) == (not all(fails)), f"round {number}: {len(stored)} items stored"
        # The index is opened with a session's first item.
        index = next(session.index for session in sessions if session.index is not None)
        assert index.stats()["reserved"] == 0
        for copy in range(self.copies):
            index.remove(f"http://{copy}.test/{number}")

    async def _stay(self) -> None:
        for _ in range(self.random.randrange(4)):
            await pause(self.random.choice([0, 0, 0, 0.0005, 0.002]))
