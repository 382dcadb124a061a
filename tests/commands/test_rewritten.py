"""Rewritten copies in `scan`, `query` and `clusters`, on directories and on servers."""

from __future__ import annotations

import json

import pytest

from scrapy_neardup import Document, open_index
from scrapy_neardup.core.verdict.verify import Thresholds
from tests.core.rewriting.stories import OTHER_REPORT, REWRITTEN, SOURCE, press

from .running import neardup

ON = {"NEARDUP_REWRITTEN": True}


@pytest.fixture(params=["leveldb", "sqlite", "redis"])
def known(request, tmp_path, shared_url):
    """Where an index is that knows a press of other articles."""
    location = (
        shared_url("redis") if request.param == "redis" else f"{request.param}://{tmp_path}/i"
    )
    with open_index(location, thresholds=Thresholds(rewriting=True)) as index:
        for number, text in enumerate(press(320)):
            index.add(Document(f"press-{number}", text))
    return location


def test_a_scan_finds_them_and_a_query_tells_why(known, tmp_path, capsys):
    texts = {"first": SOURCE, "other": OTHER_REPORT, "again": REWRITTEN}
    lines = (json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items())
    (tmp_path / "in").write_text("".join(lines))
    scan = ("scan", tmp_path / "in", "-o", tmp_path / "out", "--jobs", 0, "-q", "--index", known)
    assert neardup(*scan, settings=ON) == 0
    out = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    verdicts = {line["id"]: (line["verdict"], line["match"]) for line in out}
    assert verdicts["again"] == ("rewritten", "first")
    assert verdicts["first"][0] == verdicts["other"][0] == "new"
    capsys.readouterr()
    assert neardup("clusters", known, "--json") == 0
    (cluster,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "rewritten" in json.dumps(cluster)
    assert neardup("remove", known, "again") == 0
    capsys.readouterr()
    assert neardup("query", known, "--text", REWRITTEN, settings=ON) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "rewritten"
    assert shown[-1] == "9 of 9 numbers agree, 9 of 9 sentences have a counterpart"
    assert neardup("query", known, "--text", REWRITTEN) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("new\n")
    assert "sentence by sentence" not in shown


def test_two_texts_are_compared_by_the_rare_words_of_an_index(known, tmp_path, capsys):
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file, text in zip(files, (SOURCE, REWRITTEN), strict=True):
        file.write_text(text)
    assert neardup("compare", *files, "--index", known, settings=ON) == 0
    shown = capsys.readouterr().out
    assert "B tells the story of A in other words" in shown
    assert "9 of 9 numbers agree, 9 of 9 sentences have a counterpart" in shown
    assert neardup("compare", *files, "--index", known, "--json", settings=ON) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"]["verdict"] == "rewritten"
    assert told["retold"]["missed_by"] == 0
    # Without articles no word is known to be rare.
    assert neardup("compare", *files, "--json", settings=ON) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"]["verdict"], told["retold"]) == ("new", None)


def test_a_query_tells_by_how_much_a_text_is_not_rewritten(known, capsys):
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        index.add(Document("first", SOURCE))
    settings = {**ON, "NEARDUP_THRESHOLDS": {"rewritten": 1.0}}
    assert neardup("query", known, "--text", REWRITTEN, settings=settings) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "new"
    head = shown.index("compared sentence by sentence, and not rewritten from:")
    assert shown[head + 1].split() == ["rewritten", "missed", "by", "why", "source"]
    assert "of 1.00" in shown[head + 2]
    assert "9 of 9 numbers agree" in shown[head + 2]
    assert shown[head + 2].endswith("first")
    assert neardup("query", known, "--text", REWRITTEN, "--json", settings=settings) == 0
    told = json.loads(capsys.readouterr().out)
    best = told["retellings"][0]
    assert best["id"] == "first"
    assert best["missed_by"] == pytest.approx(1 - best["score"])
    assert best["evidence"]["same_numbers"] == 9
