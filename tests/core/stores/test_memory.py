"""The store in memory."""

from __future__ import annotations

import sys
import threading

from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import Change


def test_values_are_read_while_another_thread_writes() -> None:
    store, done = MemoryStore(), threading.Event()

    def write() -> None:
        try:
            for number in range(60_000):
                key = b"k%d" % (number % 3000)
                store.apply(Change(values={key: None if number % 2 else b""}))
        finally:
            done.set()

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    writing = threading.Thread(target=write)
    writing.start()
    try:
        while not done.is_set():
            found = list(store.items(b"k"))
            assert found == sorted(found)
    finally:
        writing.join()
        sys.setswitchinterval(before)
    assert len(list(store.items(b"k"))) == 1500
