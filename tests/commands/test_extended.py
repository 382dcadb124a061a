"""Full articles in the commands, of which another host had a flash before."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.commands.report_data import ReportData
from scrapy_neardup.core.scheme import Scheme
from tests.core.index.earlier_format import date_back_to
from tests.core.index.test_extended import FRAME, FULL, REST, E, F, on, text_of

from .running import neardup

REPOST, COPY = on("c", f"{FRAME} {FULL}"), on("d", REST)


@pytest.fixture
def known(tmp_path):
    with open_index(tmp_path / "index") as index:
        for document in (F, E, REPOST, COPY):
            index.check_and_add(replace(document, keep_text=document is not COPY))
    return tmp_path / "index"


def source_of(index, copy: Document) -> str | None:
    """The id of what *copy* was found to copy, None if that is gone."""
    return next((source.id for _, source in index.stories.sources_of(index.get(copy.id))), None)


def test_why_tells_of_an_extended_text_and_its_copies(known, capsys) -> None:
    for a, b, told in (
        (E, F, "A is an article that has the text of B among its own (extended)"),
        (E, F, "an article that has another's text among its own (extended)"),
        (F, E, "B is an article that has the text of A among its own (extended)"),
        (COPY, E, "A is a copy of B (partial)"),
        (COPY, F, "Neither was judged a copy of the other"),
    ):
        assert neardup("why", known, a.id, b.id) == 0
        assert told in capsys.readouterr().out


def test_why_tells_of_a_copy_of_an_extended_text_whose_flash_is_gone(known, capsys) -> None:
    with open_index(known) as index:
        index.remove(F.id)
    for a, b, told in (
        (COPY, E, "A is a copy of B (partial)"),
        (E, REPOST, "B is a copy of A (repost)"),
        (COPY, REPOST, f"A and B are copies of {E.id}"),
    ):
        assert neardup("why", known, a.id, b.id) == 0
        assert told in capsys.readouterr().out
    # Now E's address has another article.
    with open_index(known) as index:
        index.add(replace(E, text=text_of("another", 16)))
    assert neardup("why", known, COPY.id, E.id) == 0
    assert "Neither was judged a copy of the other" in capsys.readouterr().out


def test_a_mark_pairs_a_copy_with_the_text_that_it_is_like(known, capsys) -> None:
    assert neardup("mark", known, "--right", REPOST.id) == 0
    capsys.readouterr()
    assert neardup("mark", known, "--pairs") == 0
    pair = json.loads(capsys.readouterr().out)
    assert (pair["a_id"], pair["a"], pair["b_id"]) == (E.id, FULL, REPOST.id)


@pytest.mark.parametrize("right", ["--right", "--wrong"])
def test_what_was_found_to_extend_another_is_marked_and_gets_its_place_without_it(
    known, right, capsys
) -> None:
    assert neardup("mark", known, right, E.id) == 0
    assert f"{E.id} copies {F.id} (extended" in capsys.readouterr().out
    assert neardup("restore", known, E.id) == 0
    with open_index(known) as index:
        assert index.get(E.id).kind is Kind.NEW
        assert index.check(E).kind is Kind.UPDATED
        assert index.check(on("e", FULL)).matches[0].id == E.id


def test_a_report_shows_an_extended_text_with_its_flash_and_with_its_own_copies(known) -> None:
    with open_index(known) as index:
        data = ReportData(index, "known", 1 << 20).values
    shown = {
        source[0]: {row[0]: data["kinds"][row[3]] for row in copies}
        for source, copies, _ in data["clusters"]
    }
    assert shown == {
        F.id: {E.id: "extended"},
        E.id: {REPOST.id: "repost", COPY.id: "partial"},
    }
    assert (data["meta"]["articles"], data["meta"]["copies"]) == (2, 2)
    assert neardup("clusters", known, "--json") == 0


def test_an_index_with_an_extended_text_is_exported_imported_and_rebuilt(known, tmp_path) -> None:
    kinds = {}
    assert neardup("export", known, "-o", tmp_path / "out.gz") == 0
    assert neardup("import", tmp_path / "again", tmp_path / "out.gz") == 0
    assert neardup("rebuild", known, tmp_path / "anew") == 0
    assert neardup("rebuild", known, tmp_path / "words", "--segmenter", "jieba") == 0
    for path in (known, tmp_path / "again", tmp_path / "anew", tmp_path / "words"):
        with open_index(
            path, Scheme(segmenter="jieba") if path.name == "words" else None
        ) as index:
            kinds[path] = sorted(record.kind for _, record in index.numbered_records())
            assert index.check(on("e", FULL)).matches[0].id == E.id
            assert source_of(index, COPY) == source_of(index, REPOST) == E.id
            assert source_of(index, E) == F.id
    assert all(found == kinds[known] for found in kinds.values())
    assert kinds[known].count("extended") == 1


def test_an_extended_text_that_was_not_kept_is_an_article_without_text(tmp_path, capsys) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    with open_index(old) as index:
        for document in (F, E, REPOST):
            index.check_and_add(replace(document, keep_text=document is not E))
    rebuild = ("rebuild", old, new, "--segmenter", "jieba")
    assert neardup(*rebuild) == 1
    assert f"1 of 2 articles have no kept text (the first: {E.id})" in capsys.readouterr().err
    assert neardup(*rebuild, "--skip-textless") == 0
    assert "1 document left out" in capsys.readouterr().out
    with open_index(new, Scheme(segmenter="jieba")) as index:
        assert [record.id for record in index.records()] == [F.id, REPOST.id]
        assert index.check(on("e", FULL)).matches[0].id == REPOST.id


def test_a_copy_of_an_article_without_text_is_one_of_what_extends_that(tmp_path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    longer = on("e", f"{FULL} {text_of('longer', 40)}")
    with open_index(old) as index:
        for document in (F, E, longer, REPOST):
            index.check_and_add(replace(document, keep_text=document is not E))
    assert neardup("rebuild", old, new, "--segmenter", "jieba", "--skip-textless") == 0
    with open_index(new, Scheme(segmenter="jieba")) as index:
        assert source_of(index, longer) == F.id
        assert source_of(index, REPOST) == longer.id
        assert index.check(REPOST).kind is Kind.UNCHANGED


@pytest.mark.parametrize("way", ["rebuild", "import"])
def test_an_extended_text_of_an_earlier_format_heads_a_new_story(tmp_path, way) -> None:
    # Its address had another article, which had a copy.
    former = text_of("former", 12)
    copy, again = on("c", f"{FRAME} {former}"), on("d", former)
    with open_index(tmp_path / "old") as index:
        for document in (on("b", former), copy, again, F, E):
            index.check_and_add(document)
        story = index.get(F.id).story_id
        index.put_record(replace(index.get(E.id), story=story))
    new = tmp_path / "new"
    if way == "rebuild":
        date_back_to(tmp_path / "old", 12)
        assert neardup("rebuild", tmp_path / "old", new) == 0
    else:
        assert neardup("export", tmp_path / "old", "-o", tmp_path / "lines") == 0
        assert neardup("import", new, tmp_path / "lines") == 0
    with open_index(new) as index:
        stories = {record.story_id for record in index.records() if record.is_head}
        assert len(stories) == len(index) == 2
        assert story in stories
        assert source_of(index, E) == F.id
        assert [index.check(one).match for one in (copy, again)] == [None, None]
        assert index.check(E).kind is Kind.UNCHANGED


def test_a_scan_and_a_comparison_name_an_extended_text(tmp_path, capsys) -> None:
    lines = [json.dumps({"id": one.id, "text": one.text}) for one in (F, E)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), "utf-8")
    assert neardup("scan", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl") == 0
    told = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [one["verdict"] for one in told] == ["new", "extended"]
    for name, document in (("a", F), ("b", E)):
        (tmp_path / name).write_text(document.text, "utf-8")
    capsys.readouterr()
    assert neardup("compare", tmp_path / "a", tmp_path / "b") == 0
    assert "B has A, or most of it, and as much or more of its own" in capsys.readouterr().out
