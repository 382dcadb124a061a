"""Texts of documents that came before texts were kept, on every index."""

from __future__ import annotations

from scrapy_neardup import Document, Kind
from scrapy_neardup.core.index.kept_text import KeptText
from tests.core.index.articles import article


def kept(index, name):
    return index.kept_text(index.find(name)[0])


def test_an_unchanged_document_gets_its_text_kept(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("copy", article(1)))
    before = [*index.records()]
    for name in ("a", "copy"):
        document = Document(name, article(1), title="A title", keep_text=True)
        reservation = index.reserve(document)
        assert reservation.verdict.kind is Kind.UNCHANGED
        assert reservation.writes
        assert kept(index, name) is None
        reservation.commit()
        assert reservation.settled
        assert kept(index, name) == KeptText(article(1), "A title")
        assert not index.reserve(document).writes
    assert [*index.records()] == before
    assert index.check(Document("b", article(1))).match.id == "a"


def test_a_text_is_kept_at_once_where_nothing_is_reserved(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("a", article(1), keep_text=True))
    assert kept(index, "a") == KeptText(article(1))


def test_what_is_rolled_back_keeps_no_text(index):
    index.check_and_add(Document("a", article(1)))
    reservation = index.reserve(Document("a", article(1), keep_text=True))
    reservation.rollback()
    reservation.commit()
    assert kept(index, "a") is None


def test_a_text_that_is_kept_already_stays(index):
    index.check_and_add(Document("a", article(1), revision="r", keep_text=True))
    index.check_and_add(Document("a", article(2), revision="r", keep_text=True))
    assert kept(index, "a") == KeptText(article(1))


def test_a_document_that_was_changed_or_removed_meanwhile_gets_no_old_text(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("b", article(2)))
    late = [
        index.reserve(Document("a", article(1), keep_text=True)),
        index.reserve(Document("b", article(2), keep_text=True)),
    ]
    index.check_and_add(Document("a", article(3)))
    index.remove("b")
    for reservation in late:
        reservation.commit()
    assert kept(index, "a") is None
    assert "b" not in index
    assert index.check_and_add(Document("b", article(2))).kind is Kind.NEW
    assert kept(index, "b") is None
