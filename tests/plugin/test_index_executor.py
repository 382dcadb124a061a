from __future__ import annotations

import asyncio
import threading

import pytest

from scrapy_neardup.plugin import index_executor as executor_module
from scrapy_neardup.plugin.index_executor import IndexExecutor, RemoteIndexExecutor


def thread():
    return threading.current_thread()


def test_quick_calls_are_made_on_the_loop_and_those_for_the_disk_are_not():
    async def run():
        executor = IndexExecutor()
        return (
            await executor.call(thread),
            await executor.call_in_thread(thread),
            await executor.call(thread),
        )

    on_loop, in_thread, after = asyncio.run(run())
    assert on_loop is after is thread()
    assert in_thread is not thread()


def test_calls_wait_for_the_one_in_a_thread_in_order():
    release = threading.Event()
    made = []

    async def run():
        executor = IndexExecutor()
        disk = asyncio.ensure_future(executor.call_in_thread(release.wait))
        await asyncio.sleep(0)
        waiting = [
            asyncio.ensure_future(executor.call(made.append, number)) for number in range(4)
        ]
        waiting[1].cancel()
        await asyncio.sleep(0.05)
        assert made == []
        release.set()
        await disk
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(run())
    assert made == [0, 2, 3]


def test_slow_calls_go_to_threads_for_a_while(monkeypatch):
    monkeypatch.setattr(executor_module, "_QUICK_SECONDS", -1.0)
    monkeypatch.setattr(executor_module, "_CALLS_IN_THREADS", 2)

    async def run():
        executor = IndexExecutor()
        return [await executor.call(thread) is thread() for _ in range(6)]

    assert asyncio.run(run()) == [True, False, False, True, False, False]


@pytest.mark.parametrize("executor", [IndexExecutor, RemoteIndexExecutor])
def test_errors_come_through_and_the_next_call_is_made(executor):
    async def run():
        way = executor()
        for call in (way.call, way.call_in_thread):
            with pytest.raises(ZeroDivisionError):
                await call(lambda: 1 // 0)
        return await way.call(lambda: 7)

    assert asyncio.run(run()) == 7
