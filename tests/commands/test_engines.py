"""Every command on an index of SQLite, by its URL."""

from __future__ import annotations

import json

import pytest

from scrapy_neardup import NearDupIndex

from .running import article, neardup, told


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "in.jsonl"
    documents = [{"id": f"http://a.test/{n}", "text": article(n)} for n in range(5)]
    documents.append({"id": "http://b.test/copy", "text": article(1).upper()})
    path.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return path


@pytest.fixture
def index(lines, tmp_path, capsys):
    url = f"sqlite://{tmp_path}/index"
    options = ("--index", url, "--keep-text", "--jobs", 0, "-q")
    assert neardup("scan", lines, "-o", tmp_path / "out", *options) == 0
    capsys.readouterr()
    return url


def test_scan_makes_an_index_of_sqlite_and_knows_its_documents_again(
    lines, index, tmp_path, capsys
):
    assert (tmp_path / "index" / "index.sqlite3").is_file()
    again = ("-o", tmp_path / "again", "--index", index, "--jobs", 0, "--json")
    for more in ((), ("--no-add",)):
        assert neardup("scan", lines, *again, *more) == 0
        assert told(capsys)["verdicts"] == {"unchanged": 6}


def test_reading_commands_read_it(index, tmp_path, capsys):
    assert neardup("stats", index, "--json") == 0
    figures = told(capsys)
    assert (figures["engine"], figures["articles"], figures["copies"]) == ("SQLite", 5, 1)
    assert figures["bytes"] > 0
    assert neardup("query", index, "--text", article(2), "--json") == 0
    assert told(capsys)["match"] == "http://a.test/2"
    assert neardup("clusters", index, "--json") == 0
    assert told(capsys)["source"]["id"] == "http://a.test/1"
    assert neardup("why", index, "http://b.test/copy", "http://a.test/1", "--json") == 0
    assert told(capsys)["relation"] == "A is a copy of B (exact)"
    files = (tmp_path / "a.txt", tmp_path / "b.txt")
    for path in files:
        path.write_text(article(1))
    assert neardup("compare", *files, "--index", index, "--json") == 0
    assert told(capsys)["verdict"]["verdict"] == "exact"
    assert neardup("report", index, "-o", tmp_path / "report.html", "--json") == 0
    assert told(capsys)["articles"] == 5
    assert neardup("check", index, "--json") == 0
    assert told(capsys)["records"] == 6


def test_changing_commands_change_it(index, tmp_path, capsys):
    assert neardup("export", index, "-o", tmp_path / "export.gz") == 0
    assert neardup("remove", index, "http://a.test/2") == 0
    assert neardup("import", index, tmp_path / "export.gz", "--json") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == {"added": 1, "known": 5}
    assert neardup("repair", index, "--json") == 0
    assert told(capsys)["kept"] == 6
    assert neardup("prune", index, "--older", "1s", "--json") == 0
    capsys.readouterr()
    assert neardup("compact", index) == 0
    assert neardup("check", index) == 0


def test_rebuild_takes_it_over(index, tmp_path, capsys):
    assert neardup("rebuild", index, tmp_path / "new", "--json") == 0
    assert told(capsys) == {"articles": 5, "copies": 1, "left_out": 0, "judged_anew": 0}
    with NearDupIndex.open(tmp_path / "new") as new:
        assert "http://b.test/copy" in new
    assert neardup("rebuild", index, f"sqlite://{tmp_path}/other") == 0
    assert (tmp_path / "other" / "index.sqlite3").is_file()
