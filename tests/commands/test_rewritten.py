"""Rewritten copies in `scan`, `query` and `clusters`, on directories and on servers."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import replace

import pytest

from scrapy_neardup import Document, Kind, Scheme, open_index
from scrapy_neardup.core.errors import IndexFormatError
from scrapy_neardup.core.rarity.frequencies import table_of_terms
from scrapy_neardup.core.rewriting.layout import HEAD
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.index.earlier_format import date_back_to
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import OTHER_REPORT, REWRITTEN, SOURCE, press

from .running import follow, neardup
from .test_rebuild import change_form

ON, OFF = ({"NEARDUP_REWRITTEN": looking} for looking in (True, False))
SAME_WORDS = Thresholds(rewriting=False)


@pytest.fixture(params=["leveldb", "sqlite", "redis"])
def known(request, tmp_path, shared_url):
    """Where an index is that knows a press of other articles."""
    location = (
        shared_url("redis") if request.param == "redis" else f"{request.param}://{tmp_path}/i"
    )
    with open_index(location, thresholds=Thresholds(rewriting=True)) as index:
        add_press(index)
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
    assert neardup("query", known, "--text", REWRITTEN, settings=OFF) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("new\n")
    assert "sentence by sentence" not in shown


@pytest.mark.parametrize("keep_text", [False, True])
def test_that_known_articles_can_be_no_sources_is_told(keep_text, tmp_path, capsys):
    with open_index(tmp_path / "index", thresholds=SAME_WORDS) as index:
        index.add(Document("first", SOURCE, keep_text=keep_text))
    (tmp_path / "in").write_text(json.dumps({"id": "again", "text": REWRITTEN}) + "\n")
    scan = ("scan", tmp_path / "in", "-o", tmp_path / "out", "-q", "--index", tmp_path / "index")
    query = ("query", tmp_path / "index", "--text", REWRITTEN)
    for command in (query, (*scan, "--no-add"), scan):
        assert neardup(*command, settings=OFF) == 0
        assert "rewritten" not in capsys.readouterr().err
        (tmp_path / "out").unlink(missing_ok=True)
        assert neardup(*command, settings=ON) == 0
        told = "of articles kept from now on only: [12] articles? (was|were) kept without NEARDUP_REWRITTEN"
        err = capsys.readouterr().err
        assert re.search(told, err)
        # Only where it would make a source.
        assert (
            "make a new index of it with `scrapy neardup rebuild OLD NEW --rewritten`" in err
        ) == keep_text
        (tmp_path / "out").unlink(missing_ok=True)
        neardup("remove", tmp_path / "index", "again")
        capsys.readouterr()


def test_the_commands_that_make_known_articles_sources_are_told_for_servers(
    tmp_path, shared_url, capsys
):
    url = shared_url("redis")
    with open_index(url, thresholds=SAME_WORDS) as index:
        index.add(Document("first", SOURCE, keep_text=True))
    assert neardup("query", url, "--text", REWRITTEN, settings=ON) == 0
    told = capsys.readouterr()
    assert told.out.startswith("new\n")
    places = {"URL": url, "OTHER_URL": f"{url}-other"}
    places |= {name: tmp_path / name for name in ("OLD", "NEW")}
    assert follow(told.err, places) == ["copy", "rebuild", "copy"]
    capsys.readouterr()
    assert neardup("query", f"{url}-other", "--text", REWRITTEN, settings=ON) == 0
    told = capsys.readouterr()
    assert (told.out.splitlines()[0], told.err) == ("rewritten", "")


def test_of_an_imported_index_no_articles_are_said_to_be_no_sources(known, tmp_path, capsys):
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        index.add(Document("first", SOURCE))
    export = tmp_path / "export.jsonl"
    assert neardup("export", known, "-o", export) == 0
    assert neardup("import", tmp_path / "imported", export) == 0
    capsys.readouterr()
    query = ("query", tmp_path / "imported", "--text", REWRITTEN)
    assert neardup(*query, settings=ON) == 0
    told = capsys.readouterr()
    assert (told.out.splitlines()[0], told.err) == ("rewritten", "")


@pytest.mark.parametrize("keep", [False, True])
def test_why_tells_that_a_score_is_that_of_a_rewritten_copy(known, keep, capsys):
    def why(copy):
        assert neardup("why", known, copy, "first", "--json", settings=ON) == 0
        return json.loads(capsys.readouterr().out)["relation"]

    edited = " Our correspondent has more on this."
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        index.check_and_add(Document("first", SOURCE))
        early = Document("early", SOURCE + edited, keep_text=keep)
        assert index.check_and_add(early).kind is Kind.REPOST
    assert why("early") == "A is a copy of B (repost)"
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        assert index.check_and_add(Document("again", REWRITTEN)).kind is Kind.REWRITTEN
        verdict = index.check_and_add(Document("late", REWRITTEN + edited, keep_text=keep))
        assert (verdict.kind, verdict.match.id, verdict.match.through) == (
            Kind.REPOST,
            "first",
            "again",
        )
    assert why("late") == "A is a copy of a rewritten copy of B (repost)"
    assert why("again") == "A is a copy of B (rewritten)"
    assert why("early") == "A is a copy of B (repost)"


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
    # Without an index, by the list of the language; one that has none has no rare words then.
    assert neardup("compare", *files, "--json", settings=ON) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"]["verdict"] == "rewritten"
    for file in files:
        file.write_text(codecs.encode(file.read_text(), "rot13"))
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


def test_a_query_tells_that_a_text_is_too_short_to_be_looked_up(known, capsys):
    short = ". ".join(SOURCE.split(". ")[:3])
    assert neardup("query", known, "--text", short, settings=ON) == 0
    shown = capsys.readouterr().out
    assert "not looked up as a rewritten copy: it has fewer than 5 sentences" in shown
    assert neardup("query", known, "--text", short, "--json", settings=ON) == 0
    told = json.loads(capsys.readouterr().out)["not_looked_up_as_rewritten"]
    assert told.startswith("it has fewer than 5 sentences")
    assert neardup("query", known, "--text", short, settings=OFF) == 0
    assert "rewritten" not in capsys.readouterr().out
    assert neardup("query", known, "--text", OTHER_REPORT, settings=ON) == 0
    assert "not looked up" not in capsys.readouterr().out
    assert neardup("query", known, "--text", OTHER_REPORT, "--json", settings=ON) == 0
    assert json.loads(capsys.readouterr().out)["not_looked_up_as_rewritten"] is None


def test_a_query_tells_that_too_little_is_known_of_a_language(known, capsys):
    text = codecs.encode(SOURCE, "rot13")
    assert neardup("query", known, "--text", text, settings=ON) == 0
    shown = capsys.readouterr().out
    assert "the index has counted 0 articles of its language" in shown
    assert "200 are needed" in shown


def test_a_rewritten_copy_is_marked_and_restored(known, tmp_path, capsys):
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        index.add(Document("source", SOURCE))
        assert index.check_and_add(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN
    assert neardup("mark", known, "--right", "copy") == 0
    assert "right: copy copies source" in capsys.readouterr().out
    assert neardup("restore", known, "copy") == 0
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        record = index.get("copy")
        assert record is not None
        assert (record.kind, record.sources) == (Kind.NEW, ())
        repost = index.check(Document("repost", f"From our wire. {REWRITTEN}"))
        assert repost.match is not None
        assert repost.match.id == "copy"
        assert index.check_and_add(Document("copy", REWRITTEN)).kind is Kind.UPDATED
    assert neardup("check", known) == 0


@pytest.mark.parametrize(("kept", "settings"), [(True, None), (False, None), (False, OFF)])
def test_a_rebuilt_index_finds_rewritten_copies_and_what_copies_them(
    kept, settings, tmp_path, capsys
):
    old, new = tmp_path / "old", tmp_path / "new"
    with open_index(old, thresholds=Thresholds(rewriting=True)) as index:
        add_press(index, keep_text=True)
        index.add(Document("source", SOURCE, keep_text=True))
        index.check_and_add(Document("copy", REWRITTEN, keep_text=kept))
    assert neardup("rebuild", old, new, "--segmenter", "jieba", settings=settings) == 0
    with open_index(
        new, Scheme(segmenter="jieba"), thresholds=Thresholds(rewriting=True)
    ) as index:
        assert index.check(Document("same", REWRITTEN)).kind is Kind.EXACT
        repost = index.check(Document("repost", f"From our wire. {REWRITTEN}"))
        # Without its text nothing leads to its words any more, but the source's terms do.
        assert repost.kind is (Kind.REPOST if kept else Kind.REWRITTEN)
        assert repost.match is not None
        assert repost.match.id == "source"
    assert neardup("check", new) == 0


def test_a_rebuilt_index_has_the_terms_of_its_own_version(tmp_path, capsys):
    old, new = tmp_path / "old", tmp_path / "new"
    with open_index(old, thresholds=Thresholds(rewriting=True)) as index:
        add_press(index, keep_text=True)
        index.add(Document("source", SOURCE, keep_text=True))
        record = index.get("source")
        assert record is not None
        assert record.telling is not None
        # As an earlier version hashed terms: other characteristic ones.
        first, last = HEAD.size, HEAD.size + 4 * record.telling[0]
        other = record.telling[:first] + bytes(last - first) + record.telling[last:]
        found = index.find("source")
        assert found is not None
        index.put_record(replace(record, telling=other), index.kept_text(found[0]))
        # Nobody can tell what words these counts of words are of.
        index.frequencies.save()
        counts = b"another version's"
        table = f"frequencies/{table_of_terms('en')}"
        index.write_notes([(table, counts)])
    change_form(old, lambda form: form["scheme"].update(terms=1))
    assert neardup("rebuild", old, new) == 0
    with open_index(new, thresholds=Thresholds(rewriting=True)) as index:
        rebuilt = index.get("source")
        assert rebuilt is not None
        assert rebuilt.telling not in (None, other)
        assert index.read_note(table) not in (None, counts)
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN


def test_a_rebuilt_index_without_tellings_gets_none(tmp_path, capsys):
    old, new = tmp_path / "old", tmp_path / "new"
    with open_index(old, thresholds=SAME_WORDS) as index:
        index.add(Document("source", SOURCE, keep_text=True))
    assert neardup("rebuild", old, new, "--segmenter", "jieba", settings=OFF) == 0
    assert "rewritten" not in capsys.readouterr().out
    with open_index(new, Scheme(segmenter="jieba"), thresholds=SAME_WORDS) as index:
        record = index.get("source")
        assert record is not None
        assert record.telling is None
        assert not index.frequencies.counts_terms()


def test_an_index_of_an_earlier_version_has_sources_after_one_rebuild(tmp_path, capsys):
    old, new = tmp_path / "old", tmp_path / "new"
    with open_index(old, thresholds=SAME_WORDS) as index:
        index.add(Document("source", SOURCE, keep_text=True))
    change_form(old, lambda form: form["scheme"].update(features=0))
    date_back_to(old, 5)
    with pytest.raises(IndexFormatError, match="format 5") as refused:
        open_index(old)
    assert follow(str(refused.value), {"OLD": old, "NEW": new}, ON) == ["rebuild"]
    told = capsys.readouterr()
    assert "1 document more can be found by a rewritten copy" in told.out
    assert told.err == ""
    with open_index(new, thresholds=Thresholds(rewriting=True)) as index:
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN


def test_a_repost_of_a_rewritten_copy_names_both_articles(known, capsys):
    with open_index(known, thresholds=Thresholds(rewriting=True)) as index:
        for name, text in (("first", SOURCE), ("again", REWRITTEN), ("repost", REWRITTEN)):
            verdict = index.check_and_add(Document(name, text))
        assert (verdict.kind, verdict.match.id) == (Kind.EXACT, "first")
        assert verdict.match.through == verdict.to_dict()["match_through"] == "again"
    assert neardup("query", known, "--text", REWRITTEN) == 0
    assert "first (compared with again)" in capsys.readouterr().out
    assert neardup("why", known, "repost", "first") == 0
    (relation, *_) = capsys.readouterr().out.splitlines()
    assert "A is a copy of a rewritten copy of B (exact)" in relation
    assert neardup("why", known, "again", "first") == 0
    assert "A is a copy of B (rewritten)" in capsys.readouterr().out


def test_why_tells_by_how_much_a_text_is_not_rewritten(known, capsys):
    with open_index(known, thresholds=Thresholds(rewriting=True, rewritten=1.0)) as index:
        for name, text in (("first", SOURCE), ("again", REWRITTEN)):
            assert index.check_and_add(Document(name, text, keep_text=True)).kind == "new"
    settings = {**ON, "NEARDUP_THRESHOLDS": {"rewritten": 1.0}}
    assert neardup("why", known, "again", "first", "--json", settings=settings) == 0
    retold = json.loads(capsys.readouterr().out)["retold"]
    assert retold["missed_by"] == pytest.approx(1 - retold["score"])
    assert neardup("why", known, "first", "again", settings=settings) == 0
    shown = capsys.readouterr().out
    assert "9 of 9 numbers agree, 9 of 9 sentences have a counterpart" in shown
    assert "of 1.00" in shown
    assert neardup("why", known, "again", "first", "--json", settings=OFF) == 0
    assert json.loads(capsys.readouterr().out)["retold"] is None


@pytest.mark.parametrize(
    ("engine", "segmenter", "jobs"),
    [("leveldb", None, 1), ("sqlite", None, 0), ("leveldb", "jieba", 0)],
)
def test_older_articles_with_a_text_can_be_made_sources(engine, segmenter, jobs, tmp_path, capsys):
    old, new = tmp_path / "old", tmp_path / "new"
    options = ("--segmenter", segmenter) if segmenter else ()
    scheme = Scheme(segmenter=segmenter) if segmenter else Scheme()
    with open_index(f"{engine}://{old}", thresholds=SAME_WORDS) as index:
        for number, text in enumerate(press(320)):
            index.add(Document(f"press-{number}", text, keep_text=True))
        index.add(Document("source", SOURCE, title="Its title", keep_text=True))
        index.check_and_add(Document("same", SOURCE, keep_text=True))
        index.add(Document("short", "Too short to be judged by its likeness.", keep_text=True))
        before = {record.id: record for record in index.records()}
    with open_index(old, thresholds=Thresholds(rewriting=True)) as index:
        index.add(Document("told already", OTHER_REPORT, keep_text=True))
        told_already = index.get("told already")
    rebuild = ("rebuild", old, new, *options, "--rewritten", "--jobs", jobs)
    assert neardup(*rebuild) == 0
    assert "321 documents more can be found by a rewritten copy" in capsys.readouterr().out
    assert neardup("check", new) == 0
    with open_index(new, scheme, thresholds=Thresholds(rewriting=True)) as index:
        assert not index.knows_no_terms
        assert index.frequencies.counts_terms()
        found = index.check(Document("copy", REWRITTEN))
        assert (found.kind, found.match and found.match.id) == (Kind.REWRITTEN, "source")
        after = {record.id: record for record in index.records()}
        assert after["same"].telling is after["short"].telling is None
        if segmenter is None:
            assert after["told already"] == told_already
            for name, record in before.items():
                assert replace(after[name], telling=None) == record
            assert all(index.kept_text(index.find(name)[0]) is not None for name in before)


def test_a_rebuilt_index_counts_terms_as_a_crawl_that_looked_for_rewritten_copies(tmp_path):
    for name, looking in (("without", False), ("with", True)):
        with open_index(tmp_path / name, thresholds=Thresholds(rewriting=looking)) as index:
            for number, text in enumerate(press(320)):
                index.add(Document(f"press-{number}", text, keep_text=True))
    assert neardup("rebuild", tmp_path / "without", tmp_path / "new", "--rewritten") == 0
    stories = []
    for name in ("with", "new"):
        with open_index(tmp_path / name, thresholds=Thresholds(rewriting=True)) as index:
            stories.append(index.frequencies.stories(table_of_terms("en")))
            stories.append({record.id: record.telling for record in index.records()})
    assert stories[:2] == stories[2:]


def test_articles_whose_text_was_not_kept_stay_as_they_are(tmp_path, capsys):
    old, new = tmp_path / "old", tmp_path / "new"
    with open_index(old, thresholds=SAME_WORDS) as index:
        index.add(Document("source", SOURCE))
        index.add(Document("other", OTHER_REPORT))
    assert neardup("rebuild", old, new, "--rewritten") == 1
    assert "no text was kept of 2 documents" in capsys.readouterr().err
    assert not new.exists()
    with open_index(old, thresholds=SAME_WORDS) as index:
        index.add(Document("third", REWRITTEN, keep_text=True))
    assert neardup("rebuild", old, new, "--rewritten", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "articles": 3,
        "copies": 0,
        "left_out": 0,
        "judged_anew": 0,
        "told": 1,
        "without_text": 2,
    }


def test_an_export_gives_the_sources_their_tellings_too(tmp_path, capsys):
    old, new, export = tmp_path / "old", tmp_path / "new", tmp_path / "export.jsonl"
    with open_index(old, thresholds=SAME_WORDS) as index:
        for number, text in enumerate(press(320)):
            index.add(Document(f"press-{number}", text, keep_text=True))
        index.add(Document("source", SOURCE, keep_text=True))
    assert neardup("export", old, "-o", export) == 0
    capsys.readouterr()
    assert neardup("rebuild", export, new, "--rewritten", "--json") == 0
    assert json.loads(capsys.readouterr().out)["told"] == 321
    with open_index(new, thresholds=Thresholds(rewriting=True)) as index:
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN


def in_no_listed_language(text):
    """A text of which no word list knows anything: what is known of its terms is what was counted."""
    return codecs.encode(text, "rot13")


def asked(path):
    """How many stories count in an index, and what it makes of a rewritten copy, in no listed language."""
    with open_index(path, thresholds=Thresholds(rewriting=True)) as index:
        copy = Document("copy", in_no_listed_language(REWRITTEN))
        return index.frequencies.stories(table_of_terms("")), index.check(copy).kind


def fill(path, visits, texts):
    """Articles that are visited several times, each time with or without a search for rewritten copies, and
    with another last line.
    """
    for looking, line in visits:
        with open_index(path, thresholds=Thresholds(rewriting=looking)) as index:
            for number, text in enumerate([*texts, SOURCE]):
                whole = in_no_listed_language(f"{text}{line}")
                index.check_and_add(Document(f"press-{number}", whole, keep_text=True))


def test_articles_too_short_for_a_telling_count_as_in_a_crawl(tmp_path):
    short = [f"{'. '.join(text.split('. ')[:3])}." for text in press(300)]
    for looking in (False, True):
        fill(tmp_path / str(looking), [(looking, "")], short)
    assert neardup("rebuild", tmp_path / "False", tmp_path / "new", "--rewritten") == 0
    assert asked(tmp_path / "new") == asked(tmp_path / "True") == (301, Kind.REWRITTEN)


@pytest.mark.parametrize("first", [False, True])
def test_articles_that_were_updated_with_or_without_the_setting_count_once(first, tmp_path):
    edit = " The editors added a line."
    fill(tmp_path / "on", [(True, ""), (True, edit)], press(320))
    fill(tmp_path / "half", [(first, ""), (not first, edit)], press(320))
    assert neardup("rebuild", tmp_path / "half", tmp_path / "new", "--rewritten") == 0
    assert asked(tmp_path / "new") == asked(tmp_path / "on") == (321, Kind.REWRITTEN)
    # Nothing is left to give.
    assert neardup("rebuild", tmp_path / "new", tmp_path / "again", "--rewritten") == 0
    assert asked(tmp_path / "again") == asked(tmp_path / "new")


def test_counts_of_articles_without_a_text_stay(tmp_path, capsys):
    with open_index(tmp_path / "old", thresholds=Thresholds(rewriting=True)) as index:
        for number, text in enumerate(press(320)):
            index.add(Document(f"press-{number}", in_no_listed_language(text)))
    with open_index(tmp_path / "old", thresholds=SAME_WORDS) as index:
        index.add(Document("source", in_no_listed_language(SOURCE), keep_text=True))
        index.add(Document("other", in_no_listed_language(OTHER_REPORT)))
    assert neardup("rebuild", tmp_path / "old", tmp_path / "new", "--rewritten") == 0
    assert "1 document more can be found" in capsys.readouterr().out
    assert asked(tmp_path / "new") == (320, Kind.REWRITTEN)
    assert neardup("rebuild", tmp_path / "new", tmp_path / "again", "--rewritten") == 0
    told = capsys.readouterr().out
    assert "0 documents more can be found by a rewritten copy; 1 can't" in told


@pytest.mark.parametrize("way", ["index", "segmenter", "export"])
def test_what_is_compared_for_equality_alone_is_no_source(way, tmp_path):
    with open_index(tmp_path / "old", thresholds=SAME_WORDS) as index:
        index.add(Document("source", SOURCE, keep_text=True, equality_only=True))
    options = ("--segmenter", "jieba") if way == "segmenter" else ()
    old = tmp_path / ("export.jsonl" if way == "export" else "old")
    if way == "export":
        assert neardup("export", tmp_path / "old", "-o", old) == 0
    assert neardup("rebuild", old, tmp_path / "new", "--rewritten", *options) == 0
    scheme = Scheme(segmenter="jieba") if options else Scheme()
    with open_index(tmp_path / "new", scheme, thresholds=Thresholds(rewriting=True)) as index:
        record = index.get("source")
        assert record is not None
        assert record.telling is record.simhash is None
        assert index.frequencies.stories("en") == 0
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.NEW
        assert index.check(Document("same", SOURCE)).kind is Kind.EXACT


@pytest.mark.parametrize(
    ("keep_text", "settings", "options", "told"),
    [
        (True, ON, (), True),
        (True, ON, ("--segmenter", "jieba"), False),
        (True, OFF, (), False),
        (False, ON, (), False),
        (True, ON, ("--rewritten",), False),
    ],
)
def test_that_rebuilt_articles_could_be_sources_is_told(
    keep_text, settings, options, told, tmp_path, capsys
):
    with open_index(tmp_path / "old", thresholds=SAME_WORDS) as index:
        index.add(Document("source", SOURCE, keep_text=keep_text))
    rebuild = ("rebuild", tmp_path / "old", tmp_path / "new", *options)
    assert neardup(*rebuild, settings=settings) == 0
    assert ("`scrapy neardup rebuild OLD NEW --rewritten`" in capsys.readouterr().err) == told


@pytest.mark.parametrize("options", [(), ("--segmenter", "jieba")])
def test_an_article_that_begins_like_a_page_is_an_article(options, tmp_path):
    with open_index(tmp_path / "old", thresholds=SAME_WORDS) as index:
        index.add(Document("source", f"<body> is a tag. {SOURCE}", keep_text=True))
    assert neardup("rebuild", tmp_path / "old", tmp_path / "new", "--rewritten", *options) == 0


def test_copies_that_get_no_telling_for_want_of_a_text_are_counted(tmp_path, capsys):
    with open_index(tmp_path / "old", thresholds=SAME_WORDS) as index:
        index.add(Document("press", press(2)[1], keep_text=True))
        index.add(Document("source", SOURCE[:400], url="https://a.example/", keep_text=True))
        longer = Document(
            "longer", f"{SOURCE[:400]} {OTHER_REPORT} {press(1)[0]}", "https://b.example/"
        )
        assert index.check_and_add(longer).kind is Kind.EXTENDED
    rebuild = ("rebuild", tmp_path / "old", tmp_path / "new", "--rewritten", "--json")
    assert neardup(*rebuild) == 0
    assert json.loads(capsys.readouterr().out)["without_text"] == 1


def test_copies_that_lose_their_telling_for_want_of_a_text_are_counted(tmp_path, capsys):
    with open_index(tmp_path / "old", thresholds=Thresholds(rewriting=True)) as index:
        add_press(index)
        index.add(Document("source", SOURCE, keep_text=True))
        assert index.check_and_add(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN
    rebuild = ("rebuild", tmp_path / "old", tmp_path / "new", "--rewritten", "--json")
    assert neardup(*rebuild, "--segmenter", "jieba", "--skip-textless") == 0
    assert json.loads(capsys.readouterr().out)["without_text"] == 1
