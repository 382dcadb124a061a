"""Full articles in the commands, of which another host had a flash before."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from scrapy_neardup import Document, open_index
from scrapy_neardup.commands.report_data import ReportData
from scrapy_neardup.core.scheme import Scheme
from tests.core.index.test_extended import FRAME, FULL, REST, E, F, on

from .running import neardup

REPOST, COPY = on("c", f"{FRAME} {FULL}"), on("d", REST)


@pytest.fixture
def known(tmp_path):
    with open_index(tmp_path / "index") as index:
        for document in (F, E, REPOST, COPY):
            index.check_and_add(replace(document, keep_text=document is not COPY))
    return tmp_path / "index"


def through(index, copy: Document) -> str | None:
    """The id of what *copy* was compared with."""
    record = index.get(copy.id)
    found = index.stories.compared(record, record.sources[0])
    return found and found[1].id


def test_why_tells_of_a_copy_of_an_extended_text(known, capsys) -> None:
    assert neardup("why", known, E.id, F.id) == 0
    assert "A is a copy of B (extended)" in capsys.readouterr().out
    assert neardup("why", known, COPY.id, F.id) == 0
    told = capsys.readouterr().out
    assert "A is a copy of an extended copy of B (" in told
    assert re.search(rf"compared with +{re.escape(E.id)}", told)
    with open_index(known) as index:
        index.remove(E.id)
    assert neardup("why", known, COPY.id, F.id) == 0
    assert "A is a copy of an article that tells the story of B (" in capsys.readouterr().out


def test_why_tells_of_a_copy_of_an_extended_text_whose_flash_is_gone(known, capsys) -> None:
    with open_index(known) as index:
        index.remove(F.id)
    for a, b, told in (
        (
            COPY,
            E,
            "A is a copy of B (partial), of whose story the first article was removed since",
        ),
        (
            E,
            REPOST,
            "B is a copy of A (repost), of whose story the first article was removed since",
        ),
        (COPY, REPOST, f"A and B are copies of {E.id}"),
    ):
        assert neardup("why", known, a.id, b.id) == 0
        assert told in capsys.readouterr().out
    # Now E's address has another article.
    with open_index(known) as index:
        index.add(replace(E, text="A lamp " * 80))
    assert neardup("why", known, COPY.id, E.id) == 0
    assert "Neither was judged a copy of the other" in capsys.readouterr().out


def test_a_mark_pairs_a_copy_with_the_text_that_it_is_like(known, capsys) -> None:
    assert neardup("mark", known, "--right", REPOST.id) == 0
    capsys.readouterr()
    assert neardup("mark", known, "--pairs") == 0
    pair = json.loads(capsys.readouterr().out)
    assert (pair["a_id"], pair["a"], pair["b_id"]) == (E.id, FULL, REPOST.id)
    with open_index(known) as index:
        index.remove(E.id)
    # Then there is no text to mark the pair of.
    assert neardup("mark", known, "--right", REPOST.id) == 0
    capsys.readouterr()
    assert neardup("mark", known, "--pairs") == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "1 of 1 marks are left out: a text was not kept" in told.err


def test_a_report_puts_a_copy_beside_the_text_that_it_is_like(known) -> None:
    with open_index(known) as index:
        (cluster,) = ReportData(index, "known", 1 << 20).values["clusters"]
        source, copies, _ = cluster
        beside = {row[0]: row[9] if len(row) > 9 else None for row in copies}
        assert source[0] == F.id
        assert copies[beside[REPOST.id]][0] == copies[beside[COPY.id]][0] == E.id
        assert beside[E.id] is None
        index.remove(E.id)
        (cluster,) = ReportData(index, "known", 1 << 20).values["clusters"]
        assert [row[9] for row in cluster[1]] == [-1, -1]


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
            assert index.check(on("e", FULL)).matches[0].through == E.id
            assert through(index, COPY) == through(index, REPOST) == E.id
            assert through(index, E) == F.id
    assert all(found == kinds[known] for found in kinds.values())
    assert kinds[known].count("extended") == 1


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
    assert "B has all of A, which is short, and much more" in capsys.readouterr().out
