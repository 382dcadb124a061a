"""Ids and URLs as hostile pages and JSON APIs give them, in the output of every command."""

from __future__ import annotations

import json

import pytest

from scrapy_neardup import Document, NearDupIndex

from .running import article, neardup

NAMES = {
    "half a surrogate pair": "\ud800",
    "the other way round": "\u202e/lmth.elcitra\u2066",
    "another line": "\r\nremoved everything\u2028\x85",
    "a command to the terminal": "\x1b[2J\x9b31m",
}
COMMANDS = {
    "check": (),
    "clusters": (),
    "compare": ("FILE", "ID", "--index", "INDEX"),
    "query": ("--text", article(1)),
    "remove": ("ID",),
    "report": ("-o", "OUT"),
    "stats": (),
    "why": ("ID", "COPY"),
}


@pytest.mark.parametrize("what", NAMES)
@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_name_ends_a_command_or_forges_its_output(command, as_json, what, tmp_path, capfd):
    hosts = ("\ud800.example", "b.example")
    url, copy = (f"http://{host}/{NAMES[what]}" for host in hosts)
    index = tmp_path / "index"
    with NearDupIndex.open(index) as made:
        for name in (url, copy):
            made.check_and_add(Document(name, article(1), name, NAMES[what], keep_text=True))
    (tmp_path / "file").write_text(article(1))
    words = {"ID": url, "COPY": copy, "FILE": tmp_path / "file", "OUT": tmp_path / "out"}
    words["INDEX"] = index
    arguments = [words.get(word, word) for word in COMMANDS[command]]
    if command != "compare":
        arguments.insert(0, index)
    assert neardup(command, *arguments, *["--json"] * as_json) == 0
    told, error = capfd.readouterr()
    assert "Traceback" not in error
    for line in (told + error).split("\n"):
        assert line.isprintable(), line
    if as_json:
        for line in told.splitlines():
            json.loads(line)


def test_a_scan_escapes_them_in_its_verdicts(tmp_path, capfd):
    rows = [{"id": f"{n}{name}", "text": article(1)} for n, name in enumerate(NAMES.values())]
    (tmp_path / "in").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert neardup("scan", tmp_path / "in", "--jobs", 0, "-q") == 0
    lines = capfd.readouterr().out.removesuffix("\n").split("\n")
    assert all(line.isprintable() for line in lines)
    assert [json.loads(line)["id"] for line in lines] == [row["id"] for row in rows]


def test_an_error_names_an_unknown_document_on_one_line(tmp_path, capfd):
    with NearDupIndex.open(tmp_path / "index"):
        pass
    assert neardup("why", tmp_path / "index", "a\nscrapy neardup: all is well\u202e", "b") == 1
    (line,) = capfd.readouterr().err.removesuffix("\n").split("\n")
    assert line.isprintable()
