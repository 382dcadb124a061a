"""Ctrl-C at any place of a call to a shared index: the index goes on, and nobody waits for a lease."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, open_index
from tests.interrupts import interrupted

_WATCHED = (
    "queue.py",
    "threading.py",
    "redis/connection.py",
    "core/index/held.py",
    "core/redis/claims.py",
    "core/redis/contender.py",
    "core/redis/index.py",
    "core/redis/servers.py",
)
DOCUMENT = Document("b", story("s"))


def _add(index):
    return partial(index.check_and_add, DOCUMENT)


def _commit(index):
    return index.reserve(DOCUMENT).commit


def _rollback(index):
    return index.reserve(DOCUMENT).rollback


def in_time(call):
    """The result of *call* in another thread, which is not waited for in vain."""
    results = []
    thread = threading.Thread(target=lambda: results.append(call()), daemon=True)
    thread.start()
    thread.join(10)
    assert results, "it hangs"
    return results[0]


@pytest.mark.parametrize(("call", "step"), [(_add, 53), (_commit, 3), (_rollback, 11)])
def test_the_next_call_waits_for_nothing_wherever_one_was_interrupted(shared_url, call, step):
    index = open_index(shared_url("redis", lease=600))
    number, settled = 1, 0
    while True:
        index.remove("b")
        made = call(index)
        error = interrupted(number, made, _WATCHED)
        kind = in_time(_add(index)).kind
        counts = in_time(index.stats)
        # One whose end had not begun is still to be settled.
        if counts["reserved"]:
            made()
        else:
            settled += 1
            assert kind is (Kind.NEW if call is _rollback else kind)
            assert counts["articles"] == 1
        if error is None:
            break
        number += step
    assert number > 100
    assert number // step + 1 - settled < 12
    in_time(lambda: index.close() or True)
