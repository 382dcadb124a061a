from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import count
from types import SimpleNamespace

import pytest

from scrapy_neardup.plugin import index_executor as executor_module
from scrapy_neardup.plugin import one_thread
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


def test_none_that_waits_is_overtaken_by_one_that_calls_again_at_once():
    served = Counter()
    end = 200

    async def again_and_again(executor, number, kind):
        while served.total() < end:
            await getattr(executor, kind)(served.update, [number])

    async def run():
        executor = IndexExecutor()
        await asyncio.gather(
            *(again_and_again(executor, number, "call_in_thread") for number in range(10)),
            *(again_and_again(executor, number, "call") for number in range(10, 20)),
        )

    asyncio.run(run())
    assert len(served) == 20
    assert max(served.values()) - min(served.values()) <= 2


def test_a_call_in_a_thread_wakes_few_of_many_that_wait(monkeypatch):
    woken = count()
    fire = one_thread.fire

    def counted(turn):
        next(woken)
        fire(turn)

    monkeypatch.setattr(one_thread, "fire", counted)
    made = []

    async def run():
        executor = IndexExecutor()
        await asyncio.gather(
            *(executor.call_in_thread(made.append, number) for number in range(300))
        )

    asyncio.run(run())
    assert made == [*range(300)]
    assert next(woken) < 300 * 20


MANY_CALLS_BESIDE_A_REACTOR = """
from twisted.internet import selectreactor
selectreactor.install()
from itertools import count
from scrapy.utils.defer import deferred_from_coro
from twisted.internet import reactor
from twisted.internet.defer import gatherResults
from scrapy_neardup.plugin import one_thread
from scrapy_neardup.plugin.index_executor import IndexExecutor

woken, fire, made = count(), one_thread.fire, []

def counted(turn):
    next(woken)
    fire(turn)

def call_often():
    executor = IndexExecutor()
    calls = (executor.call_in_thread(made.append, number) for number in range(1000))
    gatherResults(map(deferred_from_coro, calls)).addBoth(lambda _: reactor.stop())

one_thread.fire = counted
reactor.callWhenRunning(call_often)
reactor.run()
print(made == [*range(1000)], next(woken))
"""


def test_a_call_in_a_thread_wakes_few_where_coroutines_go_on_at_once():
    """As without asyncio, where a thread may begin and end within one round of the loop."""
    done = subprocess.run(
        [sys.executable, "-c", MANY_CALLS_BESIDE_A_REACTOR],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    in_order, woken = done.stdout.split()
    assert in_order == "True"
    assert int(woken) < 1000 * 10


def test_a_call_goes_behind_those_that_have_been_woken():
    """Between the end of a call in a thread and the turn of those that waited for it."""
    made = []

    async def run():
        executor = IndexExecutor()
        disk = asyncio.ensure_future(executor.call_in_thread(made.append, "disk"))
        await asyncio.sleep(0)
        waiting = [
            asyncio.ensure_future(executor.call_in_thread(made.append, number))
            for number in range(3)
        ]
        await asyncio.sleep(0)
        await disk
        await executor.call(made.append, "late")
        await asyncio.gather(*waiting)

    asyncio.run(run())
    assert made == ["disk", 0, 1, 2, "late"]


def test_a_thread_goes_on_alone_when_what_awaits_it_is_cancelled(caplog):
    release = threading.Event()
    ended = []

    def slow():
        release.wait()
        ended.append("slow")
        raise ZeroDivisionError("a pear tree")

    async def run():
        executor = IndexExecutor()
        disk = asyncio.ensure_future(executor.call_in_thread(slow))
        await asyncio.sleep(0.05)
        disk.cancel()
        with pytest.raises(asyncio.CancelledError):
            await disk
        following = asyncio.ensure_future(executor.call(ended.append, "following"))
        await asyncio.sleep(0.05)
        release.set()
        await following

    asyncio.run(run())
    assert ended == ["slow", "following"]
    assert [line.getMessage() for line in caplog.records] == [
        "A call in a thread failed: a pear tree"
    ]


def test_slow_calls_go_to_threads_for_a_while(monkeypatch):
    monkeypatch.setattr(executor_module, "_QUICK_SECONDS", -1.0)
    monkeypatch.setattr(executor_module, "_CALLS_IN_THREADS", 2)

    async def run():
        executor = IndexExecutor()
        return [await executor.call(thread) is thread() for _ in range(6)]

    assert asyncio.run(run()) == [True, False, False, True, False, False]


@pytest.mark.parametrize(
    ("computing", "waits", "preempted", "in_thread"),
    [
        (0.001, 1, 0, True),
        # On a busy machine, where a thread would only take longer.
        (0.001, 0, 1, False),
        (0.001, 1, 1, False),
        # The first Chinese article loads a dictionary.
        (0.3, 1, 0, False),
    ],
)
def test_only_a_call_that_waits_sends_others_to_threads(
    computing, waits, preempted, in_thread, monkeypatch
):
    clock = SimpleNamespace(wall=0.0, computing=0.0, waits=0, preempted=0)
    clock.perf_counter, clock.thread_time = lambda: clock.wall, lambda: clock.computing
    monkeypatch.setattr(executor_module, "time", clock)
    monkeypatch.setattr(executor_module, "_switches", lambda: (clock.waits, clock.preempted))

    def call():
        clock.wall += 0.301
        clock.computing += computing
        clock.waits += waits
        clock.preempted += preempted

    async def run():
        executor = IndexExecutor()
        await executor.call(call)
        return await executor.call(thread) is not thread()

    assert asyncio.run(run()) is in_thread


def test_a_call_that_sleeps_waits():
    def sleeps_in_peace():
        idle, (waits, preempted) = executor_module._idle_seconds(), executor_module._switches()
        time.sleep(0.002)
        now_waits, now_preempted = executor_module._switches()
        assert now_waits > waits
        assert executor_module._idle_seconds() - idle >= 0.001
        return now_preempted == preempted

    # A busy machine may interrupt some of them.
    assert any(sleeps_in_peace() for _ in range(1000))


@pytest.mark.parametrize("executor", [IndexExecutor, RemoteIndexExecutor])
def test_errors_come_through_and_the_next_call_is_made(executor):
    async def run():
        way = executor()
        for call in (way.call, way.call_in_thread):
            with pytest.raises(ZeroDivisionError):
                await call(lambda: 1 // 0)
        return await way.call(lambda: 7)

    assert asyncio.run(run()) == 7


@pytest.mark.parametrize("executor", [IndexExecutor, RemoteIndexExecutor])
def test_a_call_that_raises_stop_iteration_ends_and_the_next_is_made(executor):
    async def run():
        way = executor()
        for call in (way.call, way.call_in_thread):
            with pytest.raises(RuntimeError, match="raised StopIteration"):
                await asyncio.wait_for(call(next, iter(())), 10)
        return await way.call(lambda: 7)

    assert asyncio.run(run()) == 7
