"""`query`, `why` and `clusters`."""

from __future__ import annotations

import csv
import http.server
import json
import re
import threading
from contextlib import contextmanager

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands.clusters import COLUMNS
from scrapy_neardup.core.verdict.thresholds import Thresholds
from scrapy_neardup.counting import counted
from tests.core.index.test_notices import LOTS as NOTICES
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import REWRITTEN, SOURCE
from tests.forking import held_by_another_process

from .running import article, neardup, told

URL = "http://one.example/"


@pytest.fixture
def index(engine, tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        made.check_and_add(Document(f"{URL}a", article(1), url=f"{URL}a", keep_text=True))
        made.check_and_add(Document("b", article(2), url="http://two.example/b"))
        made.check_and_add(Document("copy", article(1).upper(), url="http://two.example/copy"))
        longer = f"{article(1)}. {article(9, 8)}"
        made.check_and_add(
            Document("later", longer, url="http://three.example/later", keep_text=True)
        )
    return path


def test_query_judges_a_text_and_adds_nothing(index, capsys):
    assert neardup("query", index, "--text", article(1), "--json") == 0
    answer = told(capsys)
    assert (answer["verdict"], answer["match"]) == ("exact", f"{URL}a")
    assert answer["matches"][0]["score"] == 1
    assert neardup("query", index, "--text", article(5)) == 0
    assert neardup("query", index, "--text", article(5)) == 0
    short = "not looked up as a rewritten copy: it has fewer than 5 sentences, or than 20 terms"
    assert capsys.readouterr().out == f"new\n{short}\n" * 2


NEAR = (
    "The harbour museum opened its new wing on {day} with a show of {many} ship models. They were "
    "built over three decades by a retired pilot from the northern pier, who gave them to the "
    "town in {year}. Visitors can see 12 of them under sail in a basin of 30 metres."
)


def test_query_tells_by_how_much_a_text_misses_being_a_copy(index, capsys):
    with NearDupIndex.open(index) as opened:
        text = NEAR.format(day="Saturday", many="forty", year=2019)
        opened.check_and_add(Document("museum", text))
    text = NEAR.format(day="Sunday", many="fifty", year=1987)
    assert neardup("query", index, "--text", text, "--json") == 0
    answer = told(capsys)
    assert answer["verdict"] == "new"
    (near,) = answer["nearest"]
    assert near["id"] == "museum"
    scores = near["scores"]
    least = min(0.5 - scores["whole"], 0.4 - scores["part"])
    assert near["missed_by"] == pytest.approx(least, abs=1e-3)
    assert near["evidence"]["density"] > 0.8
    assert neardup("query", index, "--text", text) == 0
    head, title, columns, row, _ = capsys.readouterr().out.splitlines()
    assert (head, title) == ("new", "compared, and no copy of:")
    assert columns.split() == ["as", "a", "whole", "in", "part", "missed", "by", "source"]
    assert row.split()[-2:] == [f"{near['missed_by']:.2f}", "museum"]
    with NearDupIndex.open(index) as opened:
        assert "museum" in [one.record.id for one in opened.nearest(Document("x", text))]


def test_query_of_a_copy_has_matches_and_nothing_near(index, capsys):
    assert neardup("query", index, "--text", article(1), "--json") == 0
    assert told(capsys)["nearest"] == []


def test_query_reads_a_file(index, tmp_path, capsys):
    path = tmp_path / "text.txt"
    path.write_text(article(2))
    assert neardup("query", index, path) == 0
    assert "http://two.example/b" in capsys.readouterr().out


@contextmanager
def serving(status, body, **headers):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/page"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_query_fetches_a_page_and_reads_its_article(index, capsys):
    words = article(2)
    sentences = [words[start : start + 120] for start in range(0, len(words), 120)]
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    page = f"<html><body><h1>Title</h1><article>{text}</article></body></html>".encode()
    with serving(200, page, Content_Type="text/html; charset=utf-8") as address:
        assert neardup("query", index, address, "--json") == 0
    assert told(capsys)["match"] == "b"


@pytest.mark.parametrize("engine", ["sqlite"])
@pytest.mark.parametrize(
    ("status", "headers", "problem"),
    [
        (404, {}, "404"),
        (302, {"Location": "ftp://127.0.0.1/x"}, "ftp"),
        (302, {"Location": "file:///etc/hostname"}, "302"),
    ],
)
def test_query_tells_of_a_page_that_can_not_be_fetched(index, status, headers, problem, capsys):
    with serving(status, b"", **headers) as address:
        assert neardup("query", index, address) == 1
    assert problem in capsys.readouterr().err


def test_query_refuses_a_missing_file_and_an_empty_text(index, capsys):
    for name in ("nowhere.txt", "ftp://x/"):
        assert neardup("query", index, name) == 1
        error = capsys.readouterr().err
        assert f"{name}: no such file; name a file, an http or https address" in error
        assert "--index" not in error
    assert neardup("query", index, "--text", " ") == 1
    assert "--text is empty; give a text to look for" in capsys.readouterr().err
    assert neardup("query", index) == 2


def test_query_reads_an_index_that_another_process_owns(index, capsys):
    with held_by_another_process(index):
        assert neardup("query", index, "--text", article(1), "--json") == 0
    answer = capsys.readouterr()
    assert json.loads(answer.out)["verdict"] == "exact"
    assert answer.err == ""


def test_why_says_how_two_documents_are_related(index, capsys):
    assert neardup("why", index, "later", f"{URL}a", "--json") == 0
    answer = told(capsys)
    assert answer["relation"].startswith("A is a copy of B")
    assert answer["a"]["text_kept"] is True
    assert answer["evidence"]["density"] > 0.9
    assert answer["evidence"]["judged_alone"] in ("repost", "partial")


def test_why_has_the_evidence_of_the_verdict_without_any_text(tmp_path, capsys):
    index = tmp_path / "index"
    with NearDupIndex.open(index) as made:
        made.check_and_add(Document("a", article(1)))
        match = made.check_and_add(Document("b", f"{article(1)}. {article(9, 8)}")).match
        made.check_and_add(Document("c", article(2)))
    for names in (("a", "b"), ("b", "a")):
        assert neardup("why", index, *names, "--json") == 0
        evidence = told(capsys)["evidence"]
        assert evidence["evidence_of"] == "the verdict"
        assert evidence["distance"] == match.distance
        for name, value in match.evidence:
            assert evidence[name] == pytest.approx(value, abs=0.003)
    assert neardup("why", index, "b", "c", "--json") == 0
    assert "evidence_of" not in told(capsys)["evidence"]
    assert neardup("why", index, "b", "a") == 0
    out = capsys.readouterr().out
    assert "covered source" in out
    assert re.search(r"^  text kept +no$", out, re.MULTILINE)
    # A count looks like one.
    assert re.search(rf"^  distance +{match.distance}$", out, re.MULTILINE)


def test_why_judges_by_the_words_of_the_index_and_the_projects_thresholds(tmp_path, capsys):
    names = "Aldermoor, Birkwhistle, Corvendale, Drummock and Eskerfold"
    text = f"{article(1)} In {names} they said so."
    with NearDupIndex.open(tmp_path / "index") as made:
        for number in range(100, 180):
            made.check_and_add(Document(f"other{number}", f"{names} {article(number)}"))
        made.check_and_add(Document("a", text))
    # Counted now, so that these names are not rare.
    with NearDupIndex.open(tmp_path / "index") as made:
        longer = Document("b", f"{text} {article(9, 8)}", keep_text=True)
        match = made.check_and_add(longer).match
        assert match is not None
    kept = dict(match.evidence)
    asked = ("why", tmp_path / "index", "b", "a", "--json")
    assert neardup(*asked) == 0
    evidence = told(capsys)["evidence"]
    assert evidence["evidence_of"] == "the kept text"
    assert evidence["agreement"] == pytest.approx(kept["agreement"], abs=1e-4)
    assert evidence["judged_alone"] != "no copy"
    strictest = {"NEARDUP_THRESHOLDS": {"whole": 1, "part": 1}}
    assert neardup(*asked, settings=strictest) == 0
    assert told(capsys)["evidence"]["judged_alone"] == "no copy"


def test_why_tells_by_how_much_a_text_misses_being_a_copy(index, capsys):
    with NearDupIndex.open(index) as opened:
        for id, day, many, year in (
            ("first", "Saturday", "forty", 2019),
            ("x", "Sunday", 50, 1987),
        ):
            text = NEAR.format(day=day, many=many, year=year)
            url = f"http://{id}.example/"
            assert opened.check_and_add(Document(id, text, url=url, keep_text=True)).kind == "new"
    assert neardup("why", index, "x", "first", "--json") == 0
    evidence = told(capsys)["evidence"]
    scores = evidence["scores"]
    assert evidence["judged_alone"] == "no copy"
    assert evidence["missed_by"] == pytest.approx(
        min(0.5 - scores["whole"], 0.4 - scores["part"]), abs=1e-3
    )
    assert neardup("why", index, "first", "x") == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "as a whole" in line)
    assert line.endswith(f"of 0.50  missed by {0.5 - scores['whole']:.2f}")
    rules = {"x.example": {"thresholds": {"whole": 0.001, "part": 1}}}
    asked = ("why", index, "x", "first", "--json")
    assert neardup(*asked, settings={"NEARDUP_HOST_RULES": rules}) == 0
    evidence = told(capsys)["evidence"]
    assert evidence["judged_alone"] == "spun"
    assert evidence["missed_by"] == 0


def test_why_says_that_no_query_leads_from_one_text_to_the_other(index, capsys):
    names = ("first", "other")
    texts = (NEAR.format(day="Saturday", many="forty", year=2019), article(50))
    with NearDupIndex.open(index) as opened:
        for name, text in zip(names, texts, strict=True):
            assert opened.check_and_add(Document(name, text, keep_text=True)).kind == "new"
    assert neardup("why", index, *names, "--json") == 0
    assert told(capsys)["evidence"]["meet"] is False
    assert neardup("why", index, *names) == 0
    line = "  but no query leads from B to A: too few bits of SimHash and phrases are the same"
    assert line in capsys.readouterr().out.splitlines()
    assert neardup("why", index, "later", f"{URL}a", "--json") == 0
    assert told(capsys)["evidence"]["meet"] is True
    assert neardup("why", index, "later", f"{URL}a") == 0
    assert "no query leads" not in capsys.readouterr().out


LOT = (
    " ".join(f"{article(seed, 8)} {seed * 1117}." for seed in range(20, 30))
    + " Lot {number} is on offer by {firm} of this town. "
    + article(6, 8)
)
LOTS = [
    LOT.format(number=number, firm=firm)
    for number, firm in ((31267, "Harbour Estates"), (48913, "Millstone Partners"))
]


@pytest.mark.parametrize("front", ["", "www.", "m."])
def test_why_judges_two_notices_of_one_host_as_a_crawl_does(index, capsys, front):
    ids = []
    with NearDupIndex.open(index) as opened:
        for number, (text, own) in enumerate(zip(LOTS, ("", front), strict=True)):
            url = f"http://{own}land.example/{number}"
            document = Document(url, text, url=url, keep_text=True)
            assert opened.check_and_add(document).kind == "new"
            ids.append(url)
    assert neardup("why", index, ids[1], ids[0], "--json") == 0
    evidence = told(capsys)["evidence"]
    assert evidence["judged_alone"] == "no copy"
    assert evidence["filled_in"] >= 0.5


def test_why_knows_of_a_notice_that_another_host_had_first(index, capsys):
    first, home, following, elsewhere = (
        f"http://{host}.example/{number}"
        for number, host in enumerate(("reposts", "www.land", "m.land", "third"))
    )
    texts = (NOTICES[0], *NOTICES, NOTICES[1])
    with NearDupIndex.open(index) as opened:
        for url, text in zip((first, home, following, elsewhere), texts, strict=True):
            opened.check_and_add(Document(url, text, url=url, keep_text=url != first))
        assert opened.get(following).kind == "new"
    for one, judged in ((following, "no copy"), (elsewhere, "repost")):
        assert neardup("why", index, one, first, "--json") == 0
        evidence = told(capsys)["evidence"]
        assert evidence["judged_alone"] == judged
        assert ("filled_in" in evidence) is (judged == "no copy")
        held = (
            "the texts of this host differ in what is filled in" if judged == "no copy" else None
        )
        assert evidence["held"] == held
        assert neardup("why", index, one, first) == 0
        line = f"  held at 0.20 at most: {held}"
        assert (line in capsys.readouterr().out.splitlines()) is (held is not None)


def test_why_takes_urls_and_tells_of_copies_of_one_article(index, capsys):
    assert neardup("why", index, "http://two.example/copy", "http://three.example/later") == 0
    assert f"A and B are copies of {URL}a" in capsys.readouterr().out


def test_why_compares_the_sketches_of_two_articles(index, capsys):
    assert neardup("why", index, f"{URL}a", "b", "--json") == 0
    answer = told(capsys)
    assert answer["relation"] == "Neither was judged a copy of the other"
    assert answer["evidence"]["shared_phrases"] == 0
    assert answer["evidence"]["distance"] > 3


def test_why_refuses_an_unknown_document(index, capsys):
    assert neardup("why", index, f"{URL}a", "nowhere") == 1
    told = capsys.readouterr().err
    assert "nowhere is neither the id nor the URL of a document in the index" in told
    assert "neardup read" not in told


def test_why_says_what_shows_whether_a_page_that_it_does_not_know_has_an_article(index, capsys):
    page = "http://nowhere.example/?a=1&b=2"
    assert neardup("why", index, f"{URL}a", page) == 1
    told = capsys.readouterr().err
    assert f"{page} is neither the id nor the URL of a document in the index" in told
    assert f"`scrapy neardup read '{page}'` shows whether the page has an article" in told


def test_clusters_list_a_source_with_its_copies(index, capsys):
    assert neardup("clusters", index, "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    cluster = json.loads(line)
    assert cluster["source"]["id"] == f"{URL}a"
    assert [copy["id"] for copy in cluster["copies"]] == ["copy", "later"]
    assert cluster["copies"][0]["kind"] == "exact"
    assert cluster["copies"][0]["score"] == 1
    assert cluster["copies"][0]["first_seen"].endswith("Z")


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (("--min-size", 3), 1),
        (("--min-size", 4), 0),
        (("--host", "THREE.example"), 1),
        (("--host", "four.example"), 0),
    ],
)
def test_clusters_are_chosen_by_size_and_host(index, options, count, capsys):
    assert neardup("clusters", index, *options) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(counted(count, "cluster"))


def test_a_cluster_keeps_its_copies_when_the_source_is_removed(index, capsys):
    assert neardup("remove", index, f"{URL}a") == 0
    capsys.readouterr()
    assert neardup("clusters", index, "--json") == 0
    cluster = told(capsys)
    assert cluster["source"] is None
    assert len(cluster["copies"]) == 2


@pytest.fixture
def titled(tmp_path):
    """An index of a story with titles, one of them hostile."""
    path = tmp_path / "titled"
    with NearDupIndex.open(path) as made:
        for number, title in enumerate(
            ('=HYPERLINK("http://x.example")', "A pier, \u202eagain", "", "\uff0b1")
        ):
            url = f"http://paper{number}.example/a"
            document = Document(url, article(1), url=url, title=title or None, keep_text=True)
            made.check_and_add(document)
    return path


def test_clusters_have_titles_and_the_id_of_their_story(titled, capsys):
    assert neardup("clusters", titled, "--json") == 0
    cluster = told(capsys)
    titles = [copy["title"] for copy in cluster["copies"]]
    assert titles == ["A pier, \u202eagain", None, "\uff0b1"]
    with NearDupIndex.open(titled) as index:
        stories = {index.check(Document(url, article(1))).story for url in ("a", "b")}
    assert stories == {cluster["story"]}
    assert neardup("clusters", titled) == 0
    assert capsys.readouterr().out.startswith("=HYPERLINK")


def test_clusters_are_a_table_that_is_safe_to_open(titled, capsys):
    assert neardup("clusters", titled, "--csv") == 0
    head, *rows = csv.reader(capsys.readouterr().out.splitlines())
    assert tuple(head) == COLUMNS
    rows = [dict(zip(head, row, strict=True)) for row in rows]
    assert [row["role"] for row in rows] == ["source", "copy", "copy", "copy"]
    assert [row["kind"] for row in rows] == ["", "exact", "exact", "exact"]
    assert [row["host"] for row in rows] == [f"paper{n}.example" for n in range(4)]
    assert len({row["story"] for row in rows}) == 1
    titles = [row["title"] for row in rows]
    assert titles == [
        '\'=HYPERLINK("http://x.example")',
        "A pier, \\u202eagain",
        "",
        "'\uff0b1",
    ]


@pytest.fixture
def merged(tmp_path):
    """An index of two articles, one of which is gone from it if asked, and one merged of both."""
    path = tmp_path / "merged"
    parts = {f"{URL}{seed}": article(seed) for seed in (31, 32)}
    with NearDupIndex.open(path) as made:
        for name, text in parts.items():
            made.check_and_add(Document(name, text, url=name))
        verdict = made.check_and_add(Document("merger", " ".join(parts.values())))
        assert {match.id for match in verdict.matches} == set(parts)
    return path, [match.id for match in verdict.matches]


def test_clusters_name_all_sources_of_a_merger(merged, capsys):
    path, (best, other) = merged
    assert neardup("clusters", path, "--json") == 0
    cluster = told(capsys)
    assert cluster["source"]["id"] == best
    assert cluster["copies"][0]["also_copies"] == [other]
    assert neardup("clusters", path) == 0
    lines = capsys.readouterr().out.splitlines()
    (place,) = (number for number, line in enumerate(lines) if "  partial" in line)
    assert lines[place + 1].split() == ["also", "of", other]
    assert neardup("clusters", path, "--csv") == 0
    head, source, copy = csv.reader(capsys.readouterr().out.splitlines())
    assert dict(zip(head, source, strict=True))["also_copies"] == ""
    assert dict(zip(head, copy, strict=True))["also_copies"] == other


def test_a_source_that_is_gone_is_not_named_beside_the_other(merged, capsys):
    path, (_, other) = merged
    assert neardup("remove", path, other) == 0
    capsys.readouterr()
    assert neardup("clusters", path, "--json") == 0
    assert told(capsys)["copies"][0]["also_copies"] == []


def test_clusters_are_in_json_or_a_table_not_both(titled, capsys):
    assert neardup("clusters", titled, "--csv", "--json") == 2
    assert "not allowed with" in capsys.readouterr().err


def test_clusters_of_less_than_one_document_are_wrong_usage(index, capsys):
    assert neardup("clusters", index, "--min-size", 0) == 2
    assert "--min-size" in capsys.readouterr().err


def test_why_tells_in_words_why_a_copy_is_a_rewritten_one(tmp_path, capsys):
    with NearDupIndex.open(tmp_path / "index", thresholds=Thresholds(rewriting=True)) as made:
        add_press(made)
        made.check_and_add(Document("first", SOURCE))
        made.check_and_add(Document("again", REWRITTEN))
    assert neardup("why", tmp_path / "index", "again", "first") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("A is a copy of B (rewritten) (score ")
    assert "  9 of 9 numbers agree, 9 of 9 sentences have a counterpart" in lines
    assert neardup("why", tmp_path / "index", "press-1", "first") == 0
    assert "counterpart" not in capsys.readouterr().out
