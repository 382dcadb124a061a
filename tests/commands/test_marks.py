"""`mark`, `restore`, and `tune` by what was marked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scrapy_neardup import Document, NearDupIndex
from tests.core.index.test_extended import FRAME, FULL, E, F, on

from .running import article, neardup


@pytest.fixture
def index(tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as index:
        for number in range(4):
            index.check_and_add(Document(f"a{number}", article(number), keep_text=True))
            text = f"{article(number)} {article(90 + number, 6)}"
            url = f"http://copy.example/{number}"
            verdict = index.check_and_add(
                Document(f"c{number}", text, url=url, keep_text=number < 3)
            )
            assert verdict.kind.is_copy
    return path


def marks(index, capsys):
    capsys.readouterr()
    assert neardup("mark", index, "--json") == 0
    return {
        one["id"]: one["right"] for one in map(json.loads, capsys.readouterr().out.splitlines())
    }


def test_verdicts_are_marked_by_id_or_url_and_listed(index, capsys):
    assert neardup("mark", index, "--right", "c0", "http://copy.example/1", "--wrong", "c2") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("right: c0 copies a0 (")
    assert told[2].startswith("wrong: c2 copies a2 (")
    assert marks(index, capsys) == {"c0": True, "c1": True, "c2": False}
    assert neardup("mark", index) == 0
    assert capsys.readouterr().out.splitlines()[3].split()[0] == "wrong"


def test_marks_are_listed_in_the_order_in_which_they_were_set(index, capsys, monkeypatch):
    for at, name in enumerate(("c2", "c0", "c1")):
        monkeypatch.setattr("scrapy_neardup.commands.mark.time.time", lambda at=at: 1e9 + at)
        assert neardup("mark", index, "--right", name) == 0
    assert [*marks(index, capsys)] == ["c2", "c0", "c1"]


@pytest.mark.parametrize("form", [(), ("--pairs",), ("--json",)])
def test_where_there_are_no_marks_this_is_said(index, form, capsys):
    assert neardup("mark", index, *form) == 0
    told = f"{index}: there are no marks; make some with --right, --wrong or --from\n"
    assert capsys.readouterr().err == told


def test_marks_are_read_from_a_file(index, tmp_path, capsys):
    file = tmp_path / "marks.jsonl"
    file.write_text('{"id": "c0", "right": true}\n\n{"id": "c1", "right": false}\n \n')
    assert neardup("mark", index, "--from", file) == 0
    assert marks(index, capsys) == {"c0": True, "c1": False}


def test_a_file_without_marks_is_told(index, tmp_path, capsys):
    (tmp_path / "marks.jsonl").write_text("\n")
    assert neardup("mark", index, "--from", tmp_path / "marks.jsonl") == 0
    assert f"{tmp_path}/marks.jsonl: there are no marks in it\n" == capsys.readouterr().err


def test_a_verdict_can_not_be_both_right_and_wrong(index, capsys):
    assert neardup("mark", index, "--right", "c0", "c1", "--wrong", "c1") == 2
    assert "--right and --wrong both have c1" in capsys.readouterr().err
    assert marks(index, capsys) == {}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("not JSON", "line 2: "),
        ('{"id": "c1"}', "line 2: no mark; give"),
        ('["c1", true]', "line 2: no mark; give"),
        ("[" * 100_000, "line 2: no mark; give"),
        ('{"id": "c1", "right": "yes"}', "line 2: give a string as id, and true or false"),
        ('{"id": "c0", "right": false}', "c0 is marked both as right and as wrong"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_lost(index, tmp_path, capsys, line, problem):
    file = tmp_path / "marks.jsonl"
    file.write_text('{"id": "c0", "right": true}\n' + line)
    assert neardup("mark", index, "--from", file) == 1
    assert problem in capsys.readouterr().err
    assert marks(index, capsys) == {}


def test_what_is_no_copy_any_more_is_left_out_and_named(index, tmp_path, capsys):
    with NearDupIndex.open(index) as opened:
        opened.remove("a1")
    file = tmp_path / "marks.jsonl"
    names = ("c0", "c1", "nowhere", "a3", "http://copy.example/2")
    file.write_text("".join(json.dumps({"id": one, "right": True}) + "\n" for one in names))
    assert neardup("mark", index, "--from", file, "--json") == 1
    told = capsys.readouterr()
    assert [one["id"] for one in json.loads(told.out)["left_out"]] == ["c1", "nowhere", "a3"]
    assert [line.split(":")[:3] for line in told.err.splitlines()] == [
        ["left out", " c1", " its article is no longer in the index, or has changed since"],
        ["left out", " nowhere", " neither the id nor the URL of a document in the index"],
        ["left out", " a3", " an article, no copy"],
    ]
    assert marks(index, capsys) == {"c0": True, "c2": True}


def test_tune_takes_the_marks(index, tmp_path, capsys):
    assert neardup("mark", index, "--right", "c0", "c1", "c3", "--wrong", "c2") == 0
    capsys.readouterr()
    assert neardup("mark", index, "--pairs") == 0
    told = capsys.readouterr()
    assert "1 of 4 marks are left out: a text was not kept" in told.err
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(told.out)
    assert neardup("tune", pairs, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["copies"], figures["different"], len(figures["mistaken"])) == (2, 1, 1)
    (mistaken,) = figures["mistaken"]
    assert mistaken["earlier"].endswith(", line 3, a (a2)")
    assert mistaken["later"].endswith(", line 3, b (c2)")


def test_a_copy_makes_a_pair_with_the_text_by_which_it_was_found_unless_that_is_gone(
    tmp_path, capsys
):
    with NearDupIndex.open(tmp_path) as index:
        for document in (F, E):
            index.check_and_add(replace(document, keep_text=True))
        repost = on("c", f"{FULL} {FRAME}", keep_text=True)
        assert index.check_and_add(repost).match.id == E.id
    assert neardup("mark", tmp_path, "--wrong", repost.id) == 0
    capsys.readouterr()
    assert neardup("mark", tmp_path, "--pairs") == 0
    pair = json.loads(capsys.readouterr().out)
    assert (pair["a_id"], pair["a"], pair["b"]) == (E.id, FULL, repost.text)
    with NearDupIndex.open(tmp_path) as index:
        index.remove(E.id)
    assert neardup("mark", tmp_path, "--right", repost.id) == 1
    assert (
        f"left out: {repost.id}: its article is no longer in the index" in capsys.readouterr().err
    )
    assert neardup("mark", tmp_path, "--pairs") == 0
    told = capsys.readouterr()
    assert (told.out, told.err[:24]) == ("", "1 of 1 marks are left ou")


def test_a_wrongly_dropped_article_gets_its_place_and_its_mark(index, capsys):
    assert neardup("restore", index, "http://copy.example/0") == 0
    assert capsys.readouterr().out == "restored c0\n"
    assert marks(index, capsys) == {"c0": False}
    with NearDupIndex.open(index) as opened:
        assert opened.get("c0").is_head
        assert opened.kept_text(opened.find("c0")[0]) is not None
    assert neardup("check", index) == 0
    capsys.readouterr()
    assert neardup("restore", index, "c1", "c0") == 1
    assert "c0: an article, no copy; " in capsys.readouterr().err
    with NearDupIndex.open(index) as opened:
        assert not opened.get("c1").is_head


def ticker(index, *flashes):
    """Documents of one page, of which the first has its URL as id, as a crawl keeps them; the page."""
    page = "http://ticker.example/"
    with NearDupIndex.open(index) as opened:
        for place, text in enumerate(flashes):
            opened.check_and_add(Document(f"{page}#{place}" if place else page, text, url=page))
    return page


@pytest.mark.parametrize(
    ("command", "told"), [(("mark", "--wrong"), "wrong:"), (("restore",), "restored")]
)
def test_the_url_of_a_page_of_flashes_means_the_one_that_was_dropped(index, command, told, capsys):
    page = ticker(index, article(20), article(21), f"{article(1)} {article(91, 6)}")
    name, *option = command
    assert neardup(name, index, *option, page) == 0
    assert capsys.readouterr().out.startswith(f"{told} {page}#2")
    assert marks(index, capsys) == {f"{page}#2": False}


@pytest.mark.parametrize("command", [("mark", "--wrong"), ("restore",)])
def test_of_several_dropped_flashes_of_a_page_one_has_to_be_named(index, command, capsys):
    copies = [f"{article(number)} {article(90 + number, 6)}" for number in (1, 2)]
    page = ticker(index, article(20), *copies)
    name, *option = command
    assert neardup(name, index, *option, page) == 1
    told = f"{page}: the URL of 2 copies; give the id of one: {page}#1, {page}#2"
    assert told in capsys.readouterr().err
    assert marks(index, capsys) == {}
    assert neardup(name, index, *option, f"{page}#2") == 0
    assert marks(index, capsys) == {f"{page}#2": False}


def test_marks_that_are_listed_are_not_set_at_once(index):
    assert neardup("mark", index, "--pairs", "--right", "c0") == 2
    assert neardup("mark", index, "--pairs", "--from", "-") == 2
