from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future

from scrapy_neardup import Document, Kind
from scrapy_neardup.plugin import sharing
from scrapy_neardup.plugin.queries import Query
from tests.plugin.crawling import run_coroutines

from .flight import Flight, Stats, make_session, pause
from .stories import story

if TYPE_CHECKING:
    from scrapy_neardup.plugin.session import IndexSession


@pytest.mark.parametrize(("copies", "rounds"), [(2, 200), (5, 150), (100, 5)])
def test_one_of_all_copies_under_way_survives(tmp_path, copies, rounds):
    flight = Flight(tmp_path, random.Random(copies), copies)
    run_coroutines(flight.run(rounds))
    assert flight.stats["neardup/waited"] > rounds / 4
    assert flight.stats["neardup/rolled_back"] > 0
    assert flight.stats["neardup/wait_timeout"] == 0


def test_a_copy_waits_for_its_original_no_longer_than_it_is_told(tmp_path):
    stats = Stats()
    waited = []

    async def run() -> None:
        session = make_session(tmp_path, stats, NEARDUP_WAIT=0.3)
        queries = [Query(Document(name, story(1))) for name in ("original", "copy", "late copy")]
        original = await session.reserve(queries[0])
        assert original.verdict.kind is Kind.NEW
        start = time.monotonic()
        assert await session.reserve(queries[1]) is None
        waited.append(time.monotonic() - start)
        await session.settle(original, queries[0], keep=True)
        late = await session.reserve(queries[2])
        assert late.verdict.kind is Kind.EXACT
        await session.close()

    run_coroutines(run())
    assert waited[0] >= 0.29
    assert stats["neardup/wait_timeout"] == 1


def test_no_wait_at_all_may_be_asked_for(tmp_path):
    stats = Stats()

    async def run() -> None:
        session = make_session(tmp_path, stats, NEARDUP_WAIT=0)
        await session.reserve(Query(Document("original", story(1))))
        assert await session.reserve(Query(Document("copy", story(1)))) is None
        await session.close()

    run_coroutines(run())
    assert stats["neardup/wait_timeout"] == 1


def test_a_crawl_that_ends_sets_those_free_that_wait_for_its_items(tmp_path):
    verdicts = []

    async def run() -> None:
        first, second = (make_session(tmp_path, Stats()) for _ in range(2))
        await first.reserve(Query(Document("original", story(1))))

        async def wait() -> None:
            reservation = await second.reserve(Query(Document("copy", story(1))))
            verdicts.append(reservation.verdict.kind)
            await second.close()

        waiting = deferred_from_coro(wait())
        await pause(0.1)
        assert verdicts == []
        await first.close()
        await maybe_deferred_to_future(waiting)

    run_coroutines(run())
    assert verdicts == [Kind.NEW]


def test_crawls_that_start_at_the_same_moment_wait_for_each_other(tmp_path, monkeypatch):
    both_make_one = threading.Barrier(2)

    def make_shared(**arguments):
        with suppress(threading.BrokenBarrierError):
            both_make_one.wait(0.5)
        return shared_type(**arguments)

    shared_type = sharing.SharedParts
    monkeypatch.setattr(sharing, "SharedParts", make_shared)
    verdicts = []

    async def run() -> None:
        sessions = [make_session(tmp_path, Stats()) for _ in range(2)]

        async def item(session: IndexSession) -> None:
            query = Query(Document(str(id(session)), story(1)))
            reservation = await session.reserve(query)
            verdicts.append(reservation.verdict.kind)
            await pause(0.1)
            await session.settle(reservation, query, keep=True)

        for under_way in [deferred_from_coro(item(session)) for session in sessions]:
            await maybe_deferred_to_future(under_way)
        for session in sessions:
            await session.close()

    run_coroutines(run())
    assert verdicts == [Kind.NEW, Kind.EXACT]
