"""Ctrl-C in the middle of long work: exit code 130, one line, and nothing damaged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands import registry
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change

from .running import article, neardup

DOCUMENTS = 12
PAST_THE_CHECK = DOCUMENTS + 3
"""A record that a repair reads, which has a check before it."""


@pytest.fixture
def index(engine, tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        for seed in range(DOCUMENTS):
            made.check_and_add(Document(f"article {seed}", article(seed), keep_text=True))
    return path


@pytest.fixture
def damaged(index):
    store = open_store(index)
    store.apply(Change(values={b"counts": None}))
    store.close()
    return index


@pytest.fixture
def interrupt(monkeypatch):
    """Ctrl-C at some later call of a function."""

    def at(owner, name, call):
        function = getattr(owner, name)
        calls = iter(range(1, call))

        def interrupted(*args, **options):
            if next(calls, None) is None:
                raise KeyboardInterrupt
            return function(*args, **options)

        monkeypatch.setattr(owner, name, interrupted)

    yield at
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("check", ()),
        ("clusters", ()),
        ("copy", ("OUT",)),
        ("export", ("-o", "OUT")),
        ("prune", ("--older", "1s")),
        ("rebuild", ("OUT",)),
        ("report", ("-o", "OUT")),
        ("why", ("http://a.example/", "http://b.example/")),
    ],
)
def test_an_interrupted_command_damages_nothing(
    command, options, index, interrupt, monkeypatch, tmp_path, capsys
):
    interrupt(Record, "from_bytes", DOCUMENTS // 2)
    words = [tmp_path / "out" if word == "OUT" else word for word in options]
    assert neardup(command, index, *words) == 130
    monkeypatch.undo()
    error = capsys.readouterr().err
    assert "interrupted" in error
    assert "Traceback" not in error
    assert neardup("check", index) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_an_interrupted_import_is_finished_by_another(
    index, interrupt, monkeypatch, tmp_path, capsys
):
    out, other = tmp_path / "out.jsonl", tmp_path / "other"
    assert neardup("export", index, "-o", out) == 0
    interrupt(NearDupIndex, "put_record", 5)
    assert neardup("import", other, out) == 130
    monkeypatch.undo()
    told = "stopped: 4 documents added; import again to add the rest\n"
    assert capsys.readouterr().err.startswith(told)
    assert neardup("check", other) == 0
    capsys.readouterr()
    assert neardup("import", other, out, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"added": DOCUMENTS - 4, "known": 4}


def test_an_interrupted_compaction_damages_nothing(index, interrupt, monkeypatch):
    interrupt(NearDupIndex, "compact", 1)
    assert neardup("compact", index) == 130
    monkeypatch.undo()
    assert neardup("check", index) == 0


def test_an_interrupted_prune_tells_what_it_has_taken_out(
    engine, interrupt, monkeypatch, tmp_path, capsys
):
    index = tmp_path / "old"
    with NearDupIndex.open(f"{engine}://{index}") as made:
        made._clock = lambda: 1_000_000_000
        for seed in range(DOCUMENTS):
            made.check_and_add(Document(f"article {seed}", article(seed)))
    interrupt(Record, "from_bytes", DOCUMENTS // 2)
    assert neardup("prune", index, "--older", "1d") == 130
    monkeypatch.undo()
    assert capsys.readouterr().err.startswith("stopped: 5 documents taken out\n")
    assert neardup("check", index) == 0
    with NearDupIndex.open(index) as opened:
        assert len(opened) == DOCUMENTS - 5


def test_an_interrupted_removal_has_removed_whole_documents(index, interrupt, monkeypatch, capsys):
    interrupt(NearDupIndex, "remove", 3)
    assert neardup("remove", index, *(f"article {seed}" for seed in range(5))) == 130
    monkeypatch.undo()
    assert capsys.readouterr().err.startswith("stopped: 2 documents removed\n")
    assert neardup("check", index) == 0
    with NearDupIndex.open(index) as opened:
        assert len(opened) == DOCUMENTS - 2


def test_an_interrupted_repair_leaves_the_damaged_files(damaged, interrupt, monkeypatch, capsys):
    interrupt(Record, "from_bytes", PAST_THE_CHECK)
    assert neardup("repair", damaged) == 130
    monkeypatch.undo()
    assert list(damaged.glob("*.damaged-*"))
    assert neardup("repair", damaged, "--json") == 0
    assert neardup("check", damaged) == 0


def test_a_repair_that_is_interrupted_at_any_move_leaves_the_index_in_its_place(
    damaged, monkeypatch
):
    rename, moves = Path.rename, 0

    def interrupted(path, target):
        nonlocal moves
        moves += 1
        if moves == last:
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    last, code = 0, 130
    while code == 130:
        last, moves = last + 1, 0
        code = neardup("repair", damaged)
        assert check_index(damaged).records == DOCUMENTS
    assert code == 0
    assert last > 2


def test_an_interrupted_repair_names_the_files_that_it_has_copied_aside(
    damaged, interrupt, monkeypatch, capsys
):
    interrupt(Record, "from_bytes", PAST_THE_CHECK)
    assert neardup("repair", damaged) == 130
    monkeypatch.undo()
    (aside,) = damaged.glob("*.damaged-*")
    told = f"stopped: repair it again; the files as they were are in {aside}\n"
    assert capsys.readouterr().err.startswith(told)
    interrupt(Path, "rename", 1)
    assert neardup("repair", damaged) == 130
    assert capsys.readouterr().err.startswith("stopped: repair it again\n")


def test_interrupted_tuning_says_so(interrupt, tmp_path, capsys):
    line = json.dumps({"a": article(1), "b": article(2), "label": "different"})
    (tmp_path / "pairs").write_text(f"{line}\n" * 5)
    from scrapy_neardup.commands.tuning import Judge

    interrupt(Judge, "__call__", 3)
    assert neardup("tune", tmp_path / "pairs") == 130
    assert "interrupted" in capsys.readouterr().err


def test_an_interrupt_while_the_subcommands_are_loaded_is_told_alike(interrupt, capsys):
    interrupt(registry, "load", 3)
    assert neardup("stats", "nowhere") == 130
    assert capsys.readouterr().err == "\ninterrupted\n"


def test_an_interrupt_during_an_import_has_the_same_exit_code(tmp_path):
    # The decorator of a dataclass executes a string.
    (tmp_path / "program.py").write_text(
        "import sys\n"
        "from scrapy_neardup.commands.neardup import run_guarded\n"
        "sys.exit(run_guarded(lambda options: exec('raise KeyboardInterrupt'), None))\n"
    )
    command = [sys.executable, "-m", "program"]
    done = subprocess.run(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "\ninterrupted\n")
