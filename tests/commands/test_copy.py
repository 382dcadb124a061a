"""`copy` between directories; tests/shared_index has it between servers."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

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
    assert (told["articles"], told["copies"], told["notes"], told["differing"]) == (1, 1, 3, 0)
    with NearDupIndex.open(tmp_path / "other") as other:
        assert other.check(Document("b", article(1))).match.id == "a"
        assert other.kept_text(0).text == article(1)
    assert neardup("copy", index, tmp_path / "third") == 0
    told = f"{tmp_path / 'third'}: 1 article, 1 copy and 3 notes copied; 0 differ\n"
    assert capsys.readouterr().out == told


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


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("copy",), "2 differ"),
        (("rebuild", "--simhash-tables", 20), "2 documents of the new index differ from"),
    ],
    ids=["copy", "rebuild"],
)
def test_a_copy_that_differs_is_told(index, tmp_path, capsys, monkeypatch, command, told):
    put = NearDupIndex.put_records

    def misdating(self, documents):
        return put(self, [(replace(record, published=0), text) for record, text in documents])

    monkeypatch.setattr(NearDupIndex, "put_records", misdating)
    name, *options = command
    assert neardup(name, index, tmp_path / "other", *options) == 1
    assert told in "".join(capsys.readouterr())
    # A rebuild leaves no new index that differs.
    assert (tmp_path / "other").exists() == (name == "copy")


def test_nothing_that_exists_is_copied_to(index, tmp_path, capsys):
    assert neardup("copy", index, tmp_path / "other") == 0
    before = everything(tmp_path / "other")
    assert neardup("copy", index, tmp_path / "other") == 1
    assert "other exists already; name a new directory" in capsys.readouterr().err
    assert everything(tmp_path / "other") == before
    assert neardup("copy", tmp_path / "missing", tmp_path / "new") == 1
    assert "missing" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("new", ["below", "below/that", "leveldb/below"])
@pytest.mark.parametrize("command", ["copy", "rebuild", "import", "scan"])
def test_no_index_is_made_in_another(index, tmp_path, capsys, command, new):
    rows, exported = tmp_path / "rows.jsonl", tmp_path / "export.jsonl"
    rows.write_text(json.dumps({"id": "b", "text": article(2)}), "utf-8")
    assert neardup("export", index, "-o", exported) == 0
    there = sorted(index.rglob("*"))
    arguments = {
        "copy": [index, index / new],
        "rebuild": [index, index / new],
        "import": [index / new, exported],
        "scan": [rows, "--index", index / new],
    }
    assert neardup(command, *arguments[command]) == 1
    assert f"{index} is an index itself; name a directory beside it" in capsys.readouterr().err
    assert sorted(index.rglob("*")) == there


def test_an_index_is_made_beside_a_folder_of_the_name_of_an_engine(index, tmp_path):
    (tmp_path / "leveldb").mkdir()
    assert neardup("copy", index, tmp_path / "other") == 0


def test_an_empty_directory_is_copied_to(index, tmp_path):
    (tmp_path / "other").mkdir()
    assert neardup("copy", index, tmp_path / "other") == 0
    assert everything(tmp_path / "other") == everything(index)


def test_a_directory_that_others_are_mounted_on_is_refused(index, capsys, monkeypatch, tmp_path):
    (tmp_path / "disk").mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda path: path.name == "disk")
    assert neardup("copy", index, tmp_path / "disk") == 1
    assert (
        "disk is a file system of its own; name a new directory in it" in capsys.readouterr().err
    )
    assert neardup("copy", index, tmp_path / "disk" / "news") == 0


@pytest.mark.parametrize("command", ["copy", "rebuild"])
def test_on_a_full_disk_nothing_is_left_but_what_was_there(
    command, engine, tmp_path, capsys, monkeypatch
):
    from scrapy_neardup.core.stores.engines import STORES, module_of

    path, beside = tmp_path / "index", tmp_path / "new.note"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        for number in range(200):
            made.check_and_add(Document(f"a{number}", article(number), keep_text=True))
    beside.write_text("mine")
    before = sorted(tmp_path.iterdir())
    store = getattr(module_of(engine, path), STORES[engine])
    apply, changes = store.apply, []

    def applied_while_there_is_room(self, change):
        changes.append(change)
        # The format, the first 128 documents, and no more.
        if len(changes) > 2:
            with self._explained:
                raise OSError(errno.ENOSPC, "No space left on device")
        apply(self, change)

    monkeypatch.setattr(store, "apply", applied_while_there_is_room)
    target = f"{engine}://{tmp_path / 'new'}"
    assert neardup(command, path, target) == 1
    assert len(changes[1].ordinals) == 128
    assert "No space left on device; make room on its disk" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before
    monkeypatch.undo()
    assert neardup(command, path, target) == 0
    assert everything(tmp_path / "new") == everything(path)


def test_a_copy_that_was_killed_is_no_index_of_that_name(index, tmp_path, capsys):
    (tmp_path / "other.partial").mkdir()
    assert neardup("copy", index, tmp_path / "other") == 1
    told = capsys.readouterr().err
    assert "other.partial is there from a `scrapy neardup copy` that runs, or was killed" in told
    assert (tmp_path / "other.partial").exists()
    assert not (tmp_path / "other").exists()
