"""Ctrl-C at any place of a call: other threads go on, and so does the index."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.index.maintenance import check_index
from tests.faults.stories import story
from tests.interrupts import interrupted

_WATCHED = (
    "contextlib.py",
    "core/index/local.py",
    "core/index/documents.py",
    "core/postings/packed_buckets.py",
    "core/stores/memory.py",
    "core/stores/sqlite.py",
)


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
            error = interrupted(number, call(index), _WATCHED)
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


def test_a_removal_takes_no_other_document_wherever_it_was_interrupted(opened):
    """In memory, the others of a bucket were taken out and put back in two steps."""
    with opened() as index:
        index.add(Document("a", story(3)))
        number = 1
        while True:
            index.add(Document("b", story(3)))
            error = interrupted(number, partial(index.remove, "b"), _WATCHED)
            index.remove("b")
            assert index.check(Document("q", story(3))).match.id == "a"
            assert index.differing([index.find("a")]) == 0
            if error is None:
                break
            number += 1
        assert number > 20


def test_closing_writes_what_was_interrupted(opened, location, tmp_path):
    if location is None:
        pytest.skip("nothing is left of it")
    number = 1
    while True:
        with opened() as index:
            index.add(Document("a", story(3)))
            update = partial(index.check_and_add, Document("a", story(5)))
            error = interrupted(number, update, _WATCHED)
            written = index._documents._unfinished is not None or error is None
        assert check_index(tmp_path / "index").clean
        with opened() as index:
            kind = index.check(Document("a", story(5))).kind
            assert kind is (Kind.UNCHANGED if written else kind)
            index.remove("a")
        if error is None:
            break
        number += 29
