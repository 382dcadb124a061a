"""`tune`: thresholds from labelled pairs."""

from __future__ import annotations

import codecs
import gzip
import itertools
import json
import random
import sys

import pytest

from scrapy_neardup import NearDupIndex
from scrapy_neardup.commands.labelled import Article, Pair, read_pairs
from scrapy_neardup.commands.tuning import Curve, Judge
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.evidence import judge
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from scrapy_neardup.core.verdict.verify import conclude
from tests.core.index.articles import OBITUARY, QUOTING, SPUN_OBITUARY
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import (
    OTHER_REPORT,
    REWRITTEN,
    SOURCE,
)

from .running import article, neardup


def spun(text, share, seed):
    """*text* with a *share* of its words replaced."""
    source = random.Random(seed)
    other = article(1000 + seed, len(text.split())).split()
    return " ".join(
        new if source.random() < share else word
        for word, new in zip(text.split(), other, strict=True)
    )


def examples():
    for seed in range(60):
        text = article(seed, 150)
        yield {"a": text, "b": spun(text, seed / 200, seed), "label": "copy"}
        # Half of the words, in one piece and in many: another article with a shared passage.
        half = article(500 + seed, 75)
        yield {"a": text, "b": f"{half} {' '.join(text.split()[:75])}", "label": "different"}
        yield {"a": text, "b": spun(text, 0.2 + seed / 200, 100 + seed), "label": "different"}
        yield {"a": text, "b": article(2000 + seed, 150), "label": "different"}


def test_a_pair_meets_by_a_single_phrase_if_it_is_alike():
    tuned = Judge(Scheme())
    source, spun_by_hand, quoting = (
        Article(text, text) for text in (OBITUARY, SPUN_OBITUARY, QUOTING)
    )
    assert tuned(Pair(source, spun_by_hand, is_copy=True)) > (90, 0)
    assert tuned(Pair(source, quoting, is_copy=False)) == (0, 0)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    path = tmp_path_factory.mktemp("tune") / "pairs.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in examples()))
    return path


@pytest.fixture(scope="module")
def curve(pairs):
    return Curve(read_pairs(str(pairs), None), Judge(Scheme()))


def test_the_curve_counts_what_each_pair_of_thresholds_concludes(pairs, curve):
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter

    fingerprint = Fingerprinter(Scheme())
    sides = [
        (fingerprint(pair.earlier.text), fingerprint(pair.later.text), pair.is_copy)
        for pair in read_pairs(str(pairs), None)
    ]
    apart = 0
    for thresholds in (*PRESETS.values(), Thresholds(0.05, 0.9), Thresholds(0.9, 0.05)):
        counted = {True: 0, False: 0}
        for earlier, later, is_copy in sides:
            evidence = judge(later, earlier.simhash, earlier.sketch)
            equal = earlier.digest == later.digest
            counted[is_copy] += equal or bool(conclude([evidence], thresholds))
        outcome = curve.at(thresholds)
        # What the tables don't bring together is judged here and not in the curve.
        assert counted[False] - 8 <= outcome.wrong <= counted[False]
        assert counted[True] - 3 <= outcome.found <= counted[True]
        apart += counted[False] - outcome.wrong
    assert apart > 0


def test_the_frontier_rises_and_nothing_is_above_it(curve):
    frontier = curve.frontier()
    assert len(frontier) > 3
    for worse, better in itertools.pairwise(frontier):
        assert worse.wrong < better.wrong
        assert worse.found < better.found
    for whole in range(1, 100, 7):
        for part in range(1, 100, 7):
            one = curve.at(Thresholds(whole / 100, part / 100))
            assert any(best.wrong <= one.wrong and best.found >= one.found for best in frontier)


def test_suggestions_are_no_worse_than_the_defaults(pairs, capsys):
    assert neardup("tune", pairs, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["copies"], told["different"]) == (60, 180)
    default = told["presets"]["balanced"]
    assert default["recall"] == round(default["found"] / 60, 5)
    assert default["false_positives"] == round(default["wrong"] / 180, 5)
    most, fewest = (told["suggested"][name] for name in ("most_copies", "fewest_false_positives"))
    assert most["wrong"] <= default["wrong"]
    assert most["found"] >= default["found"]
    assert fewest["wrong"] <= default["wrong"]
    assert fewest["found"] >= default["found"]
    assert len(told["curve"]) > 3


def test_a_limit_of_false_positives_is_kept(pairs, capsys):
    found = []
    for percent in (0, 5, 100):
        assert neardup("tune", pairs, "--max-false-positives", percent, "--json") == 0
        best = json.loads(capsys.readouterr().out)["suggested"]["most_copies"]
        assert best["false_positives"] <= percent / 100
        found.append(best["found"])
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_as_many_false_positives_are_allowed_as_the_percentage_makes(tmp_path, capsys):
    text = article(1, 150)
    same = {"a": text, "b": spun(text, 0.1, 1)}
    rows = [{**same, "label": "copy"}]
    rows += [{**same, "label": "different"}] * 69
    rows += [{"a": text, "b": article(2, 150), "label": "different"}] * 306
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    found = []
    for percent in ("18.3", "18.4"):
        assert neardup("tune", path, "--max-false-positives", percent, "--json") == 0
        found.append(json.loads(capsys.readouterr().out)["suggested"]["most_copies"]["found"])
    assert 375 * 18.4 / 100 < 69
    assert found == [0, 1]


def test_people_get_a_table_and_lines_to_paste(pairs, capsys):
    assert neardup("tune", pairs) == 0
    told = capsys.readouterr().out
    assert "60 copies and 180 different pairs" in told
    assert "These are few" not in told
    lines = [line for line in told.splitlines() if line.startswith("NEARDUP_THRESHOLDS = ")]
    assert len(lines) == 2
    Thresholds(**json.loads(lines[0].partition("= ")[2]))
    rows = [line for line in told.splitlines() if line.endswith("%") or '"balanced"' in line]
    assert len({row.index("%") for row in rows}) == 1


def test_pairs_may_name_documents_and_groups_are_pairs_too(tmp_path, capsys):
    documents = [
        {"id": "one", "text": article(1), "group": "one"},
        {"id": "two", "text": article(2), "title": "Two", "group": None},
        {"id": "one again", "text": article(1).upper(), "group": "one"},
    ]
    labels = [("two", "one", "hardneg"), ("one again", "two", "ignore")]
    with gzip.open(tmp_path / "docs.gz", "wt") as out:
        out.writelines(json.dumps(one) + "\n" for one in documents)
    (tmp_path / "pairs").write_text(
        "".join(json.dumps({"a": a, "b": b, "label": label}) + "\n" for a, b, label in labels)
    )
    read = list(read_pairs(str(tmp_path / "pairs"), str(tmp_path / "docs.gz")))
    assert [(one.earlier.name, one.later.name, one.is_copy) for one in read] == [
        ("one", "one again", True),
        ("one", "two", False),
    ]
    arguments = (tmp_path / "pairs", "--documents", tmp_path / "docs.gz")
    assert neardup("tune", *arguments, "--json") == 0
    assert json.loads(capsys.readouterr().out)["copies"] == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nothing", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"a": "x", "b": "y", "label": "same"}', "label 'same'"),
        ('{"a": "x", "label": "copy"}', "field 'b'"),
        ("\xff", "not JSON in UTF-8"),
    ],
)
def test_a_bad_line_is_named(line, told, tmp_path, capsys):
    good = '{"a": "x", "b": "y", "label": "copy"}'
    (tmp_path / "pairs").write_bytes(f"{good}\n{line}\n".encode("latin-1"))
    assert neardup("tune", tmp_path / "pairs") == 1
    error = capsys.readouterr().err
    assert "line 2" in error
    assert told in error
    assert "use 'copy'" in error or "give " in error


def test_standard_input_is_called_that(monkeypatch, tmp_path, capsys):
    (tmp_path / "pairs").write_text("nothing")
    with (tmp_path / "pairs").open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert neardup("tune", "-") == 1
    assert "standard input, line 1: not JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "x"}', "line 1: no string"),
        ('{"id": "x", "text": "t", "group": "y"}', "no document before it"),
        ('{"id": "x", "text": "t"}', "has no document a"),
    ],
)
def test_a_bad_document_is_named(line, told, tmp_path, capsys):
    (tmp_path / "pairs").write_text('{"a": "a", "b": "b", "label": "copy"}\n')
    (tmp_path / "docs").write_text(line)
    assert neardup("tune", tmp_path / "pairs", "--documents", tmp_path / "docs") == 1
    assert told in capsys.readouterr().err


def test_both_labels_are_needed(tmp_path, capsys):
    (tmp_path / "pairs").write_text('{"a": "x", "b": "y", "label": "copy"}\n')
    assert neardup("tune", tmp_path / "pairs") == 1
    assert "'different'" in capsys.readouterr().err
    assert neardup("tune", tmp_path / "missing") == 1
    assert neardup("tune", tmp_path / "pairs", "--segmenter", "scissors") == 1
    assert neardup("tune", tmp_path / "pairs", "--max-false-positives", 101) == 2


def test_the_curve_is_drawn_if_matplotlib_is_there(pairs, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert neardup("tune", pairs, "--plot", tmp_path / "curve.png") == 1
    assert "pip install matplotlib" in capsys.readouterr().err
    monkeypatch.undo()
    pytest.importorskip("matplotlib")
    assert neardup("tune", pairs, "--plot", tmp_path / "curve.png") == 0
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_the_pairs_that_are_misjudged_are_named(tmp_path, capsys):
    text, passage = article(1, 150), " ".join(article(1, 150).split()[:75])
    documents = {
        "a": text,
        "same": text.upper(),
        "rewritten": article(2, 150),
        "quoting": f"{article(3, 75)} {passage}",
        "other": article(4, 150),
    }
    labelled = [("same", "copy"), ("rewritten", "copy"), ("quoting", "different")]
    labelled.append(("other", "different"))
    (tmp_path / "documents").write_text(
        "".join(json.dumps({"id": name, "text": one}) + "\n" for name, one in documents.items())
    )
    (tmp_path / "pairs").write_text(
        "".join(json.dumps({"a": "a", "b": b, "label": label}) + "\n" for b, label in labelled)
    )
    command = ("tune", tmp_path / "pairs", "--documents", tmp_path / "documents")
    eager = {"NEARDUP_THRESHOLDS": {"whole": 0.01, "part": 0.01}}
    assert neardup(*command, "--json", settings=eager) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["missed"] == [{"earlier": "a", "later": "rewritten", "met": False}]
    assert told["mistaken"] == [{"earlier": "a", "later": "quoting", "met": True}]
    assert neardup(*command, settings=eager) == 0
    out = capsys.readouterr().out
    missed, mistaken = out[out.index("Copies missed") :].split("\n\n")
    assert missed.splitlines()[1].split() == ["a", "rewritten", "at", "any", "thresholds"]
    assert mistaken.splitlines()[1].split() == ["a", "quoting"]
    strict = {"NEARDUP_THRESHOLDS": {"whole": 1, "part": 1}}
    assert neardup(*command, "--json", settings=strict) == 0
    assert json.loads(capsys.readouterr().out)["mistaken"] == []


@pytest.fixture
def crawled(tmp_path):
    """Where an index is that knows a press of other articles."""
    with NearDupIndex.open(tmp_path / "index", thresholds=Thresholds(rewriting=True)) as made:
        add_press(made)
    return tmp_path / "index"


def written(path, *labelled):
    lines = (json.dumps({"a": a, "b": b, "label": label}) + "\n" for a, b, label in labelled)
    path.write_text("".join(lines))
    return path


def test_the_least_score_of_rewritten_copies_is_chosen(crawled, tmp_path, capsys):
    pairs = written(
        tmp_path / "pairs",
        (SOURCE, REWRITTEN, "copy"),
        (SOURCE, OTHER_REPORT, "different"),
        # Other thresholds find it, so it is never asked whether it was rewritten.
        (SOURCE, SOURCE.replace("Saturday", "Sunday"), "copy"),
    )
    command = ("tune", pairs, "--rewritten", crawled)
    assert neardup(*command, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["copies"], told["different"]) == (1, 1)
    assert (told["presets"]["balanced"]["found"], told["presets"]["balanced"]["wrong"]) == (1, 0)
    assert told["suggested"]["most_copies"]["rewritten"] == 0.5
    assert told["missed"] == told["mistaken"] == []
    settings = {"NEARDUP_THRESHOLDS": {"rewritten": 1}}
    assert neardup(*command, settings=settings) == 0
    out = capsys.readouterr().out
    assert 'NEARDUP_THRESHOLDS = {"whole": 0.5, "part": 0.4, "rewritten": 0.5}' in out
    assert "Copies missed with the project's thresholds: 1" in out


def test_pairs_in_a_language_without_a_list_are_left_out_while_few_articles_are_known(
    crawled, tmp_path, capsys
):
    pairs = written(
        tmp_path / "pairs",
        (SOURCE, REWRITTEN, "copy"),
        (SOURCE, OTHER_REPORT, "different"),
        (codecs.encode(SOURCE, "rot13"), codecs.encode(REWRITTEN, "rot13"), "copy"),
    )
    assert neardup("tune", pairs, "--rewritten", crawled) == 0
    shown = capsys.readouterr()
    assert "1 copy and 1 different pair" in shown.out
    assert "These are few: label 50 of each kind, or more" in shown.out
    assert "1 pair is left out: the index knows too few articles" in shown.out + shown.err


def test_a_text_that_is_too_short_to_tell_is_no_rewritten_copy(crawled, tmp_path, capsys):
    short, short_copy = (". ".join(text.split(". ")[:3]) for text in (SOURCE, REWRITTEN))
    pairs = written(
        tmp_path / "pairs",
        (SOURCE, REWRITTEN, "copy"),
        (SOURCE, short_copy, "copy"),
        (short, REWRITTEN, "copy"),
        (SOURCE, OTHER_REPORT, "different"),
    )
    assert neardup("tune", pairs, "--rewritten", crawled, "--json") == 0
    shown = capsys.readouterr()
    assert "left out" not in shown.err
    told = json.loads(shown.out)
    assert told["copies"] == 3
    assert [pair["met"] for pair in told["missed"]] == [False, False]


def test_an_index_without_rewritten_copies_is_refused(pairs, tmp_path, capsys):
    NearDupIndex.open(tmp_path / "index").close()
    assert neardup("tune", pairs, "--rewritten", tmp_path / "index") == 1
    assert "no crawl with NEARDUP_REWRITTEN has written" in capsys.readouterr().err
