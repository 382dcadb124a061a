"""Ctrl-C in a notebook: the index that a call was interrupted on goes on being used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.index.maintenance import check_index
from tests.faults.stories import story


@pytest.fixture(params=["memory", "leveldb", "sqlite"])
def location(request, tmp_path):
    return None if request.param == "memory" else f"{request.param}://{tmp_path / 'index'}"


@pytest.fixture
def index(location):
    with NearDupIndex.open(location) if location else NearDupIndex.in_memory() as made:
        for seed in range(3):
            made.check_and_add(Document(f"a{seed}", story(seed), keep_text=True))
        yield made


@pytest.fixture(params=["before", "half", "after"])
def interrupted(request, index, monkeypatch):
    """Ctrl-C before, in or after the next write."""
    store = index._documents.store
    apply = store.apply

    def stopping(change):
        if request.param == "half":
            apply(replace(change, values={}))
        elif request.param == "after":
            apply(change)
        raise KeyboardInterrupt

    def at(call, *arguments):
        # What an earlier interrupt has left undone is done first.
        index.get("any")
        with monkeypatch.context() as patch:
            patch.setattr(store, "apply", stopping)
            with pytest.raises(KeyboardInterrupt):
                call(*arguments)

    return at


def test_an_index_that_was_interrupted_stays_whole(index, interrupted, location, tmp_path):
    interrupted(index.check_and_add, Document("b", story(5), keep_text=True))
    interrupted(index.check_and_add, Document("a0", story(6), keep_text=True))
    interrupted(index.remove, "a1")
    interrupted(index.reserve(Document("c", story(7))).commit)
    assert index.check(Document("q", story(1))).kind is Kind.NEW
    assert [index.check(Document("q", story(seed))).match.id for seed in (2, 5, 6, 7)] == [
        "a2",
        "b",
        "a0",
        "c",
    ]
    for text in (story(8), story(9)):
        index.check_and_add(Document("b", text))
        index.check_and_add(Document("c", text))
    assert {record.id for record in index.records()} == {"a0", "a2", "b", "c"}
    counts = index.stats()
    assert (counts["articles"], counts["copies"], counts["kept_texts"]) == (3, 1, 2)
    for record in [*index.records()]:
        index.remove(record.id)
    assert not [*index._documents.store.postings()]
    index.check_and_add(Document("d", story(1)))
    if location:
        report = check_index(tmp_path / "index")
        assert (report.records, report.clean) == (1, True)


def _put_copy_of_a0(index):
    index.put_record(replace(index._documents.kept(0), id="d"))


def _put_copies_of_a0(index):
    index.put_records([(replace(index._documents.kept(0), id=name), None) for name in ("d", "e")])


@pytest.mark.parametrize(
    "call",
    [
        lambda index: index.check_and_add(Document("d", story(8))),
        lambda index: index.add(Document("d", story(8))),
        lambda index: index.reserve(Document("d", story(8))).commit(),
        lambda index: index.remove("a2"),
        lambda index: index.prune(2**32, limit=1),
        lambda index: index.amend(0, lambda record: replace(record, copies_let_through=1)),
        _put_copy_of_a0,
        _put_copies_of_a0,
    ],
    ids=["check_and_add", "add", "reserve", "remove", "prune", "amend", "put_one", "put_several"],
)
def test_whatever_is_written_next_loses_nothing_that_was_interrupted(index, interrupted, call):
    interrupted(index.remove, "a1")
    call(index)
    interrupted(index.check_and_add, Document("b", story(5)))
    call(index)
    names = [record.id for record in index.records()]
    assert "a1" not in names
    assert "b" in names
    assert index.stats()["articles"] == len(names) == len(index)


def test_a_commit_loses_nothing_that_was_interrupted_since_its_reservation(index, interrupted):
    index.check_and_add(Document("c", story(6)))
    held = index.reserve(Document("d", story(8)))
    late = index.reserve(Document("c", story(6), keep_text=True))
    interrupted(index.remove, "a1")
    held.commit()
    interrupted(index.check_and_add, Document("b", story(5)))
    late.commit()
    assert {record.id for record in index.records()} == {"a0", "a2", "b", "c", "d"}
    counts = index.stats()
    assert (counts["articles"], counts["kept_texts"]) == (5, 3)


def test_a_write_that_failed_is_not_written_later(index, monkeypatch):
    store = index._documents.store

    def failing(change):
        raise OSError("full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "apply", failing)
        with pytest.raises(OSError, match="full"):
            index.check_and_add(Document("b", story(5)))
    assert index.check(Document("q", story(5))).kind is Kind.NEW
    assert "b" not in index


def test_a_reservation_that_was_interrupted_holds_no_place(index, monkeypatch):
    hold = index._documents.hold

    def stopping(ordinal, record):
        hold(ordinal, record)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(index._documents, "hold", stopping)
        with pytest.raises(KeyboardInterrupt):
            index.reserve(Document("b", story(5)))
    assert index.check(Document("q", story(5))).kind is Kind.NEW
    assert index.check_and_add(Document("b", story(5))).kind is Kind.NEW
