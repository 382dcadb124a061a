"""Ctrl-C at any place of a call: other threads go on, and so does the index."""

from __future__ import annotations

import linecache
import sys
import threading

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.index.maintenance import check_index
from tests.faults.stories import story

_WATCHED = (
    "contextlib.py",
    "core/index/local.py",
    "core/index/documents.py",
    "core/stores/sqlite.py",
)


class _Interrupt:
    """Raises KeyboardInterrupt at the line or return with this number, of those that are watched."""

    def __init__(self, number):
        self._left = number

    def __call__(self, frame, event, arg):
        if not frame.f_code.co_filename.endswith(_WATCHED):
            return None
        code = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
        # Python lets no interrupt in between the end of a block and the release of its lock.
        if event in ("line", "return") and code != "with self._lock:":
            self._left -= 1
            if self._left == 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


def _interrupted(number, call):
    """The interrupt of *call*, kept with all frames as by a notebook; None once it has no such place."""
    former = sys.gettrace()
    sys.settrace(_Interrupt(number))
    try:
        call()
    except KeyboardInterrupt as error:
        return error
    finally:
        sys.settrace(former)
    return None


@pytest.fixture(params=["memory", "leveldb", "sqlite"])
def location(request, tmp_path):
    return None if request.param == "memory" else f"{request.param}://{tmp_path / 'index'}"


@pytest.fixture
def opened(location):
    return lambda: NearDupIndex.open(location) if location else NearDupIndex.in_memory()


def _add(index):
    return lambda: index.check_and_add(Document("b", story(5), keep_text=True))


def _remove(index):
    return lambda: index.remove("b")


def _commit(index):
    return index.reserve(Document("b", story(5))).commit


@pytest.mark.parametrize("call", [_add, _remove, _commit])
def test_another_thread_goes_on_wherever_a_call_was_interrupted(opened, call):
    found = []
    with opened() as index:
        number = 1
        while True:
            index.remove("b")
            if call is _remove:
                index.add(Document("b", story(5)))
            error = _interrupted(number, call(index))
            if error is None:
                break
            thread = threading.Thread(target=lambda: found.append(index.stats()), daemon=True)
            thread.start()
            thread.join(5)
            assert not thread.is_alive()
            assert found[-1]["articles"] == sum(1 for _ in index.records())
            assert found[-1]["reserved"] == 0
            number += 1
        assert number > 20


def test_closing_writes_what_was_interrupted(opened, location, tmp_path):
    if location is None:
        pytest.skip("nothing is left of it")
    number = 1
    while True:
        with opened() as index:
            index.add(Document("a", story(3)))
            error = _interrupted(number, lambda: index.check_and_add(Document("a", story(5))))
            written = index._documents._unfinished is not None or error is None
        assert check_index(tmp_path / "index").clean
        with opened() as index:
            kind = index.check(Document("a", story(5))).kind
            assert kind is (Kind.UNCHANGED if written else kind)
            index.remove("a")
        if error is None:
            break
        number += 29
