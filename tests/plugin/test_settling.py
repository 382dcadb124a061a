"""What becomes of a reservation whose settling is cancelled."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.plugin.queries import Query
from scrapy_neardup.plugin.settling import Settling
from scrapy_neardup.plugin.sharing import SharedParts

from .articles import FERRY

TEXT = "\n".join(FERRY)


def test_a_reservation_whose_settling_was_cancelled_is_given_up_at_the_end():
    index = NearDupIndex.in_memory()
    shared = SharedParts()
    handle = SimpleNamespace(index=index, shared=shared, unreachable=False)
    settling = Settling(SimpleNamespace(readonly=False, ttl=None), handle, lambda *counted: None)
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
