"""`copy` between directories; tests/shared_index has it between servers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.stores.engines import engine_in

from .running import article, neardup
from .test_originals import fill


@pytest.fixture
def index(engine, tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        made.check_and_add(Document("a", article(1), keep_text=True))
        made.check_and_add(Document("copy", article(1).upper()))
        made.write_notes([("site/a", b"learned")])
    return path


def test_a_copy_finds_what_the_index_finds(index, tmp_path, capsys):
    assert neardup("copy", index, tmp_path / "other", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["articles"], told["copies"], told["notes"], told["differing"]) == (1, 1, 2, 0)
    with NearDupIndex.open(tmp_path / "other") as other:
        assert other.check(Document("b", article(1))).match.id == "a"
        assert other.kept_text(0).text == article(1)
    assert neardup("copy", index, tmp_path / "third") == 0
    assert "1 articles, 1 copies and 2 notes" in capsys.readouterr().out


def everything(path):
    """All that an index holds: records with the ids of those they name, texts and notes."""
    with NearDupIndex.open(path) as index:
        names = {ordinal: record.id for ordinal, record in index.numbered_records()}
        records = {}
        for ordinal, record in index.numbered_records():
            sources = [(names[one.ordinal], one.score) for one in record.sources]
            original = None if record.original is None else names[record.original]
            bare = replace(record, sources=(), original=None)
            records[record.id] = (bare, sources, original, index.kept_text(ordinal))
        return records, sorted(index.notes())


@pytest.mark.leveldb
def test_an_index_goes_to_the_other_engine_and_back_with_all_it_holds(engine, tmp_path, capsys):
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    other = "sqlite" if engine == "leveldb" else "leveldb"
    fill(f"{engine}://{first}")
    assert neardup("copy", first, f"{other}://{second}", "--json") == 0
    assert json.loads(capsys.readouterr().out)["differing"] == 0
    assert neardup("copy", f"{other}://{second}", f"{engine}://{third}", "--json") == 0
    assert json.loads(capsys.readouterr().out)["differing"] == 0
    assert (engine_in(second), engine_in(third)) == (other, engine)
    records, notes = everything(first)
    assert any(original is not None for _, _, original, _ in records.values())
    assert any(text is not None for _, _, _, text in records.values())
    assert notes
    assert everything(second) == everything(third) == (records, notes)
    for path in (first, second, third):
        assert neardup("check", path) == 0


def test_only_an_empty_index_is_copied_to(index, tmp_path, capsys):
    assert neardup("copy", index, tmp_path / "other") == 0
    assert neardup("copy", index, tmp_path / "other") == 1
    assert "not empty" in capsys.readouterr().err
    assert neardup("copy", tmp_path / "missing", tmp_path / "new") == 1
    assert "missing" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
