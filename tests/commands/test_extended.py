"""Full articles in the commands, of which another host had a flash before."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scrapy_neardup import open_index
from tests.core.index.test_extended import FRAME, FULL, REST, E, F, on

from .running import neardup

COPY = on("d", REST)


@pytest.fixture
def known(tmp_path):
    with open_index(tmp_path / "index") as index:
        for document in (F, E, on("c", f"{FRAME} {FULL}"), COPY):
            index.check_and_add(replace(document, keep_text=document is not COPY))
    return tmp_path / "index"


def test_why_tells_of_a_copy_of_an_extended_text(known, capsys) -> None:
    assert neardup("why", known, E.id, F.id) == 0
    assert "A is a copy of B (extended)" in capsys.readouterr().out
    assert neardup("why", known, COPY.id, F.id) == 0
    assert "A is a copy of B, or of an extended copy of B (" in capsys.readouterr().out


def test_an_index_with_an_extended_text_is_exported_imported_and_rebuilt(known, tmp_path) -> None:
    kinds = {}
    assert neardup("export", known, "-o", tmp_path / "out.gz") == 0
    assert neardup("import", tmp_path / "again", tmp_path / "out.gz") == 0
    assert neardup("rebuild", known, tmp_path / "anew") == 0
    for path in (known, tmp_path / "again", tmp_path / "anew"):
        with open_index(path) as index:
            kinds[path] = sorted(record.kind for _, record in index.numbered_records())
            assert index.check(on("e", FULL)).matches[0].through == E.id
    assert kinds[known] == kinds[tmp_path / "again"] == kinds[tmp_path / "anew"]
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
