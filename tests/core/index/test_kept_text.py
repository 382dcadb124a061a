from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.kept_text import MAX_TITLE, KeptText
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.records import text_key
from scrapy_neardup.core.stores.store import Change

TEXT = " ".join(f"word{number}" for number in range(80))


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text())
def test_a_kept_text_comes_back(text, title):
    back = KeptText.from_bytes(KeptText(text, title).to_bytes())
    assert back.text == text
    assert "\n" not in back.title
    assert len(back.title) <= MAX_TITLE


def test_half_a_surrogate_pair_is_kept_as_a_question_mark():
    assert KeptText.from_bytes(KeptText("a\ud800b").to_bytes()).text == "a?b"


@pytest.mark.parametrize(
    "data",
    [b"", b"nothing packed", zlib.compress(b"no title line"), zlib.compress(b"t\n\xff")],
)
def test_other_bytes_are_no_kept_text(data):
    with pytest.raises(IndexCorrupt, match="kept text"):
        KeptText.from_bytes(data)


def test_a_kept_text_cut_off_is_refused():
    with pytest.raises(IndexCorrupt, match="cut off"):
        KeptText.from_bytes(KeptText(TEXT).to_bytes()[:-6])


def test_a_kept_text_that_inflates_without_end_is_refused():
    with pytest.raises(IndexCorrupt, match="too long"):
        KeptText.from_bytes(zlib.compress(b"\n" + bytes(10_000_000)))


def test_texts_are_kept_only_if_asked_for_and_counted():
    with NearDupIndex.in_memory() as index:
        index.check_and_add(Document("asked", TEXT, title="Asked for", keep_text=True))
        index.check_and_add(Document("not asked", TEXT[::-1]))
        held = index.reserve(Document("copy", TEXT.upper(), keep_text=True))
        texts = {record.id: index.kept_text(number) for number, record in index.numbered_records()}
        assert texts == {"asked": KeptText(TEXT, "Asked for"), "not asked": None}
        held.commit()
        assert index.stats()["kept_texts"] == 2
        ordinal, _ = index.find("copy")
        assert index.kept_text(ordinal) == KeptText(TEXT.upper())


def test_a_rolled_back_text_is_not_kept():
    with NearDupIndex.in_memory() as index:
        index.reserve(Document("a", TEXT, keep_text=True)).rollback()
        assert index.stats()["kept_texts"] == 0
        assert list(index._documents.stored_texts()) == []


def test_a_text_goes_with_its_record():
    with NearDupIndex.in_memory() as index:
        for name in ("a", "b"):
            index.add(Document(name, f"{name} {TEXT}", keep_text=True))
        index.remove("a")
        assert index.stats()["kept_texts"] == 1
        assert index.prune(2**32) == 1
        assert index.stats()["kept_texts"] == 0
        assert list(index._documents.stored_texts()) == []


def test_an_update_without_its_text_leaves_no_old_text_behind():
    with NearDupIndex.in_memory() as index:
        index.check_and_add(Document("a", TEXT, keep_text=True))
        assert index.check_and_add(Document("a", TEXT[::-1])).kind == "updated"
        ordinal, _ = index.find("a")
        assert index.kept_text(ordinal) is None
        assert index.stats()["kept_texts"] == 0


def test_counts_of_texts_outlive_the_process_and_are_checked(tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as index:
        index.check_and_add(Document("a", TEXT, keep_text=True))
    with NearDupIndex.open(path) as index:
        assert index.stats()["kept_texts"] == 1
    assert check_index(path).clean


def test_repair_drops_texts_that_have_lost_their_record(tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as index:
        index.check_and_add(Document("a", TEXT, keep_text=True))
        index.check_and_add(Document("b", TEXT[::-1], keep_text=True))
        index._documents.drop_record(0)
    repair_index(path)
    with NearDupIndex.open(path) as index:
        assert index.stats()["kept_texts"] == 1
        assert [ordinal for ordinal, _ in index._documents.stored_texts()] == [1]
    assert check_index(path).clean


def test_a_damaged_text_is_found_and_dropped_and_kept_anew_at_the_next_visit(tmp_path):
    """A check read records only, and said that nothing was damaged."""
    path = tmp_path / "index"
    with NearDupIndex.open(path) as index:
        index.check_and_add(Document("a", TEXT, keep_text=True))
        index.check_and_add(Document("b", TEXT[::-1], keep_text=True))
        index._documents.store.apply(Change(values={text_key(1): b"no text"}))
    report = check_index(path)
    assert (report.clean, report.unreadable_texts, report.wrong_counts) == (False, 1, 0)
    assert report.problems[0].startswith("record 1: a kept text can't be read")
    repaired = repair_index(path)
    assert (repaired.unreadable_texts, repaired.kept, repaired.lost) == (1, 2, 0)
    assert check_index(path).clean
    with NearDupIndex.open(path) as index:
        assert index.stats()["kept_texts"] == 1
        assert index.check_and_add(Document("b", TEXT[::-1], keep_text=True)).kind == "unchanged"
        assert index.kept_text(1) == KeptText(TEXT[::-1])
    assert check_index(path).clean


def test_a_record_is_put_into_another_index_with_its_text():
    with NearDupIndex.in_memory() as first, NearDupIndex.in_memory() as second:
        first.check_and_add(Document("a", TEXT, title="A", keep_text=True))
        ((ordinal, record),) = first.numbered_records()
        assert isinstance(record, Record)
        put = second.put_record(record, first.kept_text(ordinal))
        assert second.record_at(put) == record
        assert second.kept_text(put) == KeptText(TEXT, "A")
        assert second.check(Document("b", TEXT)).kind == "exact"
