"""Marks on verdicts, and copies that become articles again, on every index."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.marks import Mark, mark, read_marks, restore
from scrapy_neardup.core.verdict.election import BY_EVIDENCE
from tests.core.index.articles import article

NOW = 1_790_000_000.5


def fill(index, **more):
    index.check_and_add(Document("a", article(1), **more))
    index.check_and_add(Document("copy", f"From our wire desk. {article(1)}", **more))
    return index.get("copy")


def test_a_verdict_is_marked_and_marked_anew(index):
    record = fill(index)
    score = round(record.sources[0].score, 4)
    wrong = Mark("copy", "a", "repost", score, right=False, at=1_790_000_000, compared_with="a")
    assert mark(index, [(record, False)], now=NOW) == [wrong]
    assert [*read_marks(index)] == [wrong]
    mark(index, [(record, True)], now=NOW + 60)
    (right,) = read_marks(index)
    assert (right.id, right.right, right.at) == ("copy", True, 1_790_000_060)


def test_a_mark_that_does_not_tell_what_was_compared_is_one_of_the_source(index):
    (one,) = mark(index, [(fill(index), True)], now=NOW)
    values = one.to_dict()
    del values["compared_with"]
    assert Mark.from_bytes(json.dumps(values).encode()) == one
    with pytest.raises(IndexCorrupt):
        Mark.from_bytes(b"{}")


def test_marks_go_with_a_copied_index(index):
    made = mark(index, [(fill(index), True)], now=NOW)
    with NearDupIndex.in_memory() as target:
        copy_index(index, target)
        assert [*read_marks(target)] == made


def test_only_copies_are_marked_and_restored(index):
    copy = fill(index)
    for function in (
        lambda one: mark(index, [(copy, True), (one, True)], now=NOW),
        lambda o: restore(index, o),
    ):
        with pytest.raises(ValueError, match="a is no copy"):
            function(index.get("a"))
    assert [*read_marks(index)] == []


def test_a_copy_that_has_lost_its_article_is_not_marked(index):
    copy = fill(index)
    index.remove("a")
    with pytest.raises(ValueError, match="copy is no copy of an article"):
        mark(index, [(copy, True)], now=NOW)


def test_a_copy_that_was_elected_is_not_marked(index):
    noon = datetime(2024, 5, 10, 12, tzinfo=timezone.utc)
    first, late = "http://copy.example/1", "http://origin.example/1"
    index.check_and_add(Document(first, article(1), published=noon))
    original = Document(late, article(1), published=noon - timedelta(hours=1))
    assert index.check_and_add(original, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    with pytest.raises(ValueError, match="is no copy of an article"):
        mark(index, [(index.get(late), True)], now=NOW)


def test_a_restored_copy_is_an_article_of_its_own(index):
    record = fill(index, keep_text=True)
    assert len(index) == 1
    restored = restore(index, record)
    assert index.get("copy") == restored
    assert (len(index), index.stats()["copies"]) == (2, 0)
    assert restored.first_seen == record.first_seen
    # By its kept text it is found by likeness, too.
    near = index.check(Document("b", f"From our wire desk today. {article(1)}"))
    assert {match.id for match in near.matches} == {"a", "copy"}
    again = Document("copy", f"From our wire desk. {article(1)}")
    verdict = index.check_and_add(again)
    assert (verdict.kind, verdict.matches) == (Kind.UPDATED, ())
    assert index.check_and_add(again).kind is Kind.UNCHANGED


def test_a_copy_is_restored_without_its_text_and_found_by_equal_texts_until_its_next_visit(index):
    text = f"From our wire desk. {article(1)}"
    restore(index, fill(index))
    assert index.check(Document("b", text)).match.id == "copy"
    assert index.check_and_add(Document("copy", text)).kind is Kind.UPDATED
    near = index.check(Document("b", f"From our wire desk today. {article(1)}"))
    assert "copy" in {match.id for match in near.matches}
