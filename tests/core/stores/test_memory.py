"""The store in memory."""

from __future__ import annotations

import sys
import threading

from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import Change


def test_values_are_read_while_another_thread_writes() -> None:
    store, done = MemoryStore(), threading.Event()

    def write() -> None:
        number = 0
        while not done.is_set():
            number += 1
            store.apply(Change(values={b"k%d" % (number % 3000): b"" if number % 2 else None}))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    writing = threading.Thread(target=write)
    writing.start()
    try:
        read = sum(len(list(store.items(b"k"))) for _ in range(500))
    finally:
        done.set()
        writing.join()
        sys.setswitchinterval(before)
    assert read > 0
