from __future__ import annotations

import copy
import json
import pickle
import time
from dataclasses import replace
from datetime import date, datetime

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme, open_index
from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    NearDupError,
    SchemeMismatch,
)
from scrapy_neardup.core.format import FORMAT, FORMAT_KEY
from scrapy_neardup.core.index.documents import Documents
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.postings.posting import MAX_ORDINAL
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import Change
from tests.faults.stories import story

ONE = Record("one", Kind.NEW, 1000, b"revision", b"digest of one...", simhash=0x1234)
OTHER = replace(ONE, revision=b"anotherr", digest=b"another digest..", simhash=0xFFFF0000)


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def documents(store):
    return Documents(store, Scheme())


def members(store) -> int:
    return sum(1 for _ in store.postings())


def test_what_is_kept_is_counted_and_can_be_taken_out_without_a_trace(store, documents):
    before = dict(store.items(b""))
    documents.keep(documents.allot(), ONE)
    assert (documents.articles, documents.copies) == (1, 0)
    assert members(store) == len(documents.posts(0, ONE))
    documents.take_out([(0, ONE)])
    assert members(store) == 0
    assert (documents.articles, documents.copies) == (0, 0)
    left = dict(store.items(b""))
    left.pop(b"counts")
    assert left == before


def test_a_date_without_a_zone_is_in_utc_whatever_the_machines_zone(monkeypatch):
    with monkeypatch.context() as elsewhere, NearDupIndex.in_memory() as index:
        elsewhere.setenv("TZ", "EST+5")
        time.tzset()
        index.check_and_add(Document("a", "text " * 40, published=datetime(2024, 1, 31)))
        kept = index.get("a")
    time.tzset()
    assert kept is not None
    assert kept.published == 1_706_659_200


def test_a_document_in_anothers_place_leaves_none_of_its_postings(store, documents):
    documents.keep(documents.allot(), ONE)
    documents.keep(0, OTHER)
    assert members(store) == len(documents.posts(0, OTHER))
    assert documents.articles == 1
    copy = replace(OTHER, kind=Kind.EXACT, simhash=None)
    documents.keep(0, copy)
    assert (documents.articles, documents.copies) == (0, 1)
    assert members(store) == len(documents.posts(0, copy)) == 1


def test_what_is_held_is_seen_and_not_kept(store, documents):
    ordinal = documents.allot()
    documents.hold(ordinal, ONE)
    assert documents.find("one") == (ordinal, ONE)
    assert documents.kept(ordinal) is None
    assert list(documents.stored()) == []
    documents.release(ordinal)
    assert documents.find("one") is None
    assert members(store) == 0


def test_what_is_held_hides_what_is_kept_until_it_is_released(documents):
    documents.keep(documents.allot(), ONE)
    documents.hold(0, OTHER)
    assert documents.find("one") == (0, OTHER)
    assert documents.kept(0) == ONE
    documents.release(0)
    assert documents.find("one") == (0, ONE)


def test_counts_and_ordinals_survive(store, documents):
    documents.keep(documents.allot(), ONE)
    again = Documents(store, None)
    assert (again.articles, again.copies, again.next_ordinal) == (1, 0, 1)


def test_a_full_index_says_so(documents):
    documents.next_ordinal = MAX_ORDINAL
    assert documents.allot() == MAX_ORDINAL
    with pytest.raises(NearDupError, match="full at 4294967295 documents"):
        documents.allot()


def test_another_scheme_is_refused_by_what_differs(store, documents):
    with pytest.raises(SchemeMismatch, match=r"max_distance.*rebuild"):
        Documents(store, Scheme(max_distance=4))


def form_with(**fields: object) -> bytes:
    """The format value of an index whose scheme has *fields* that no scheme has."""
    return json.dumps({"format": FORMAT, "scheme": {**Scheme().to_dict(), **fields}}).encode()


@pytest.mark.parametrize(
    ("form", "error", "message"),
    [
        (b"\xff", IndexCorrupt, "can't be read"),
        (b"[]", IndexCorrupt, "can't be read"),
        (b'{"format": 7}', IndexCorrupt, "scheme"),
        (
            form_with(simhash_tables=11),
            IndexCorrupt,
            r"of memory can't.* 11 tables .*neardup repair",
        ),
        (form_with(simhash_tables=None), IndexCorrupt, "None tables"),
        (form_with(max_distance=9), IndexCorrupt, "max_distance is 9"),
        (form_with(max_distance=3.0), IndexCorrupt, "can't be read: .*float"),
        (form_with(synonym_files=5), IndexCorrupt, "can't be read: .*int"),
        (b'{"format": 999, "scheme": {}}', IndexFormatError, "has format 999"),
        (None, IndexFormatError, "no format record"),
    ],
)
def test_a_format_record_that_is_none_is_refused(store, documents, form, error, message):
    documents.keep(documents.allot(), ONE)
    store.apply(Change(values={FORMAT_KEY: form}))
    with pytest.raises(error, match=message):
        Documents(store, Scheme())


def test_no_ordinal_is_remembered_longer_than_its_document_is_under_way(store):
    index = NearDupIndex(store)
    index.reserve(Document("a", story(1))).rollback()
    index.reserve(Document("a", story(1))).commit()
    index.check_and_add(Document("b", story(2)))
    index.add(Document("c", story(2)))
    assert index._documents._unused == set()


def test_a_document_that_is_refused_while_it_is_reserved_leaves_no_trace(store):
    index = NearDupIndex(store)
    reservation = index.reserve(Document("a", story(1)))
    with pytest.raises(NearDupError, match="is reserved"):
        index.check_and_add(Document("a", story(2)))
    assert len(index) == members(store) == 0
    reservation.commit()
    assert len(index) == 1
    assert index.check(Document("b", story(2))).kind is Kind.NEW
    assert index.check(Document("b", story(1))).match.id == "a"
    index.remove("a")
    assert members(store) == 0


@pytest.mark.parametrize("add", ["add", "check_and_add", "reserve"])
def test_a_document_that_is_none_is_named(add):
    with NearDupIndex.in_memory() as index:
        for document, named in (
            ("text", "str is no Document: give Document"),
            (Document("x", None), "Document.text is of type NoneType: give a str"),
            (Document("x", b"text"), "Document.text is of type bytes: give a str"),
            (Document(None, "text"), "Document.id is of type NoneType: give a str"),
            # A cell of a table without a value is a float.
            (Document("x", "text", url=float("nan")), "Document.url is of type float: give a str"),
            (Document("x", "text", title=float("nan")), "Document.title is of type float: give a"),
            (Document("x", "text", revision=3), "Document.revision is of type int: give a str or"),
            (
                Document("x", "text", published="2026-01-02"),
                "published is of type str: give a dat",
            ),
            (Document("x", "text", published=date(2026, 1, 2)), "type date: give a datetime or N"),
        ):
            with pytest.raises(TypeError, match=named):
                getattr(index, add)(document)
        with pytest.raises(ValueError, match=r"Document\.id is empty"):
            getattr(index, add)(Document("", "text"))
        assert len(index) == 0
        for ask in (index.get, index.find, index.remove, index.__contains__):
            with pytest.raises(TypeError, match="an id or URL is of type int: give a str"):
                ask(7)
        # A text that is only asked about needs no id.
        assert index.check(Document("", "text")).kind.value == "too_short"


@pytest.mark.parametrize("engine", ["memory", "leveldb", "sqlite"])
@pytest.mark.parametrize("take", [pickle.dumps, copy.copy, copy.deepcopy])
def test_an_index_that_is_pickled_or_copied_says_what_to_do(take, engine, tmp_path):
    made = (
        NearDupIndex.in_memory() if engine == "memory" else open_index(f"{engine}://{tmp_path}/i")
    )
    with (
        made as index,
        pytest.raises(TypeError, match="open it in the process that uses it"),
    ):
        take(index)
