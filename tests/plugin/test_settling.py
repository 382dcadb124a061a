"""What becomes of a reservation whose settling is cancelled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from types import SimpleNamespace

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.plugin.index_executor import IndexExecutor, RemoteIndexExecutor
from scrapy_neardup.plugin.queries import Query
from scrapy_neardup.plugin.settling import Settling
from scrapy_neardup.plugin.sharing import SharedParts
from scrapy_neardup.plugin.waiting import Waiter

from .articles import FERRY

TEXT = "\n".join(FERRY)


@pytest.fixture
def index():
    return NearDupIndex.in_memory()


@pytest.fixture
def counted():
    """The stats of a crawl."""
    return Counter()


@pytest.fixture
def settling(index, counted):
    handle = SimpleNamespace(index=index, shared=SharedParts(), unreachable=False)

    def add(name, count=1):
        counted[name] += count

    return Settling(SimpleNamespace(readonly=False, ttl=None), handle, add)


def test_a_reservation_whose_settling_was_cancelled_is_given_up_at_the_end(index, settling):
    shared = settling._handle.shared
    document = Document("http://a.example/1", TEXT)
    release = threading.Event()

    async def run():
        reservation = index.reserve(document)
        settling.hold(reservation)
        disk = asyncio.ensure_future(shared.executor.call_in_thread(release.wait))
        await asyncio.sleep(0)
        settled = asyncio.ensure_future(settling.settle(reservation, Query(document), keep=True))
        await asyncio.sleep(0)
        settled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await settled
        release.set()
        await disk
        assert not reservation.settled
        return await settling.roll_back_all()

    assert asyncio.run(run()) == 1
    assert index.stats()["reserved"] == 0
    assert not index.reserve(Document("http://b.example/2", TEXT)).blockers


@pytest.mark.parametrize("executor", [IndexExecutor, RemoteIndexExecutor])
def test_what_a_thread_commits_after_its_settling_was_cancelled_is_not_given_up(
    index, settling, counted, monkeypatch, executor
):
    settling._handle.shared.executor = executor()
    document = Document("http://a.example/1", TEXT)
    release = threading.Event()
    keep = index._documents.keep

    def keep_slowly(*given):
        release.wait()
        keep(*given)

    monkeypatch.setattr(index._documents, "keep", keep_slowly)
    monkeypatch.setattr(type(index), "waits_for_disk", True)

    async def run():
        reservation = index.reserve(document)
        settling.hold(reservation)
        settled = asyncio.ensure_future(settling.settle(reservation, Query(document), keep=True))
        await asyncio.sleep(0.05)
        settled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await settled
        asyncio.get_running_loop().call_later(0.05, release.set)
        return await settling.roll_back_all()

    assert asyncio.run(run()) == 0
    assert counted["neardup/rolled_back"] == 0
    assert document.id in index


def test_an_item_that_waits_goes_on_if_the_place_is_given_up_at_the_end(index, settling):
    # Of another crawl of this process, which goes on.
    shared = settling._handle.shared

    async def run():
        settling.hold(reservation := index.reserve(Document("http://a.example/1", TEXT)))
        copy = index.reserve(Document("http://b.example/2", TEXT))
        assert copy.blockers == (reservation,)
        waiting = asyncio.ensure_future(shared.waiters.wait(Waiter(), copy.blockers, 60))
        await asyncio.sleep(0)
        assert await settling.roll_back_all() == 1
        await asyncio.wait_for(waiting, 5)

    asyncio.run(run())


def test_what_is_settled_once_is_settled(index, settling, counted):
    document = Document("http://a.example/1", TEXT)
    settling.hold(reservation := index.reserve(document))

    async def run():
        settled = [
            await settling.settle(reservation, Query(document), keep=keep)
            for keep in (True, True, False)
        ]
        return settled, await settling.roll_back_all()

    assert asyncio.run(run()) == ([True, False, False], 0)
    assert counted["neardup/committed"] == 1
    assert counted["neardup/rolled_back"] == 0
    assert document.id in index


def test_what_had_nothing_to_write_is_not_told_as_given_up(index, settling, counted):
    document = Document("http://a.example/1", TEXT)
    index.check_and_add(document)
    unchanged = index.reserve(document)
    assert not unchanged.writes
    settling.hold(unchanged)
    assert asyncio.run(settling.roll_back_all()) == 0
    assert not counted


def test_nothing_is_committed_to_servers_that_are_away(index, settling, counted):
    document = Document("http://a.example/1", TEXT)
    settling._handle.unreachable = True
    settling.hold(reservation := index.reserve(document))
    assert not asyncio.run(settling.settle(reservation, Query(document), keep=True))
    assert counted == {"neardup/rolled_back": 1}
    assert document.id not in index


def test_a_few_old_articles_at_a_time_are_forgotten_while_calls_wait_for_the_disk(
    index, settling, counted, monkeypatch
):
    settling._settings.ttl = 86_400
    monkeypatch.setattr(type(index), "waits_for_disk", True)
    index._clock = lambda: time.time() - 100_000
    for number in range(200):
        index.add(Document(f"http://old.example/{number}", f"An old story, number {number}."))
    index._clock = time.time

    async def settle_some(host):
        for number in range(20):
            document = Document(f"http://{host}.example/{number}", f"A {host} story, {number}.")
            settling.hold(reservation := index.reserve(document))
            assert await settling.settle(reservation, Query(document), keep=True)

    async def run():
        await asyncio.gather(*map(settle_some, ("barn", "gull", "mill")))

    asyncio.run(run())
    assert 40 < counted["neardup/expired"] <= 120
