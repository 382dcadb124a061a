"""Commands that take long tell how far they are."""

from __future__ import annotations

import re
import sys

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands import terminal

from .running import article, neardup


@pytest.fixture
def index(tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as made:
        for number in range(3):
            name = f"http://one.example/{number}"
            made.check_and_add(Document(name, article(number), keep_text=True))
        made.check_and_add(Document("http://two.example/", article(0).upper()))
    return path


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("clusters",), ["4 documents"]),
        (("compact",), ["4 documents"]),
        (("copy", "OUT"), ["4 documents"]),
        (("export", "-o", "OUT"), ["4 documents"]),
        (("prune", "--older", "9d"), ["4 documents"]),
        (("prune", "--older", "9d", "--dry-run"), ["4 documents"]),
        (("rebuild", "OUT"), ["4 documents"]),
        (("remove", "--host", "one.example"), ["4 documents", "3 documents removed"]),
        (
            ("report", "-o", "OUT"),
            ["4 documents counted", "4 documents put into clusters", "1 clusters written"],
        ),
    ],
)
def test_long_commands_tell_how_far_they_are(command, told, index, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(terminal, "_IN_LOG_SECONDS", 0)
    name, *options = (tmp_path / "out" if word == "OUT" else word for word in command)
    assert neardup(name, index, *options) == 0
    lines = capsys.readouterr().err.splitlines()
    ends = [line for line in lines if "100%" in line]
    assert [re.split(r"  +", line)[0] for line in ends] == told
    assert any("postings" in line for line in lines) == (name == "compact")


@pytest.mark.parametrize("command", ["check", "repair"])
def test_commands_that_do_not_know_the_number_of_records_tell_how_many_are_read(
    command, index, monkeypatch, capsys
):
    monkeypatch.setattr(terminal, "_IN_LOG_SECONDS", 0)
    assert neardup(command, index) == 0
    assert "4 records  " in capsys.readouterr().err


def test_an_error_has_a_line_of_its_own_on_a_terminal(index, tmp_path, monkeypatch, capsys):
    export = tmp_path / "export.jsonl"
    assert neardup("export", index, "-o", export) == 0
    with export.open("a") as lines:
        lines.write('{"id": "no record"}\n')
    capsys.readouterr()
    monkeypatch.setattr(terminal, "_ON_TERMINAL_SECONDS", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert neardup("rebuild", export, tmp_path / "new") == 1
    shown, _, told = capsys.readouterr().err.partition("\x1b[K\n")
    assert "4 documents" in shown
    assert told.startswith(f"scrapy neardup: {export}, line 6: not a whole record")


def test_a_line_on_a_terminal_goes_before_the_next_one_comes(index, monkeypatch, capsys):
    monkeypatch.setattr(terminal, "_ON_TERMINAL_SECONDS", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert neardup("compact", index) == 0
    documents, _, postings = capsys.readouterr().err.partition("\r\x1b[K")
    assert "documents" in documents
    assert "postings" in postings
    assert "documents" not in postings
    # Else an interrupt would leave an empty line, too.
    assert postings.count("\r\x1b[K") == 1
