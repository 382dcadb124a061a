"""What the commands tell and keep of stories whose original was elected."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.commands.report_data import ReportData
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.verdict.election import BY_EVIDENCE
from scrapy_neardup.core.verdict.provenance import Provenance
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.rewriting.stories import REWRITTEN, SOURCE

from .running import article, neardup

NOON = datetime(2024, 5, 10, 12, 1, tzinfo=timezone.utc)
FIRST, ORIGINAL, COPY = (f"http://{name}.example/" for name in ("first", "original", "copy"))


def document(url, text, hours, **says):
    return Document(
        url,
        text,
        url=url,
        published=NOON + timedelta(hours=hours),
        provenance=Provenance.of_page(url, **says) if says else None,
        keep_text=True,
    )


def fill(path, policy=BY_EVIDENCE):
    longer = f"{article(1)}. {article(9, 8)}"
    with NearDupIndex.open(path) as index:
        for one in (
            document(FIRST, article(1), 0),
            document(ORIGINAL, longer, -2, site_name="The Original"),
            document(COPY, article(1).upper(), 3, credit="The Original"),
            document("http://other.example/", article(2), 3),
        ):
            reservation = index.reserve(one, policy=policy)
            if one.url == COPY:
                assert reservation.let_through(5)
            reservation.commit()
    return path


@pytest.fixture
def index(tmp_path):
    return fill(tmp_path / "index")


def story(path):
    """What an index knows of the story, without its own numbers."""
    with NearDupIndex.open(path) as index:
        names = {ordinal: record.id for ordinal, record in index.numbered_records()}
        return {
            record.id: (
                record.kind,
                record.elected,
                record.let_through,
                record.copies_let_through,
                names.get(record.original),
                [names[source.ordinal] for source in record.sources],
                record.provenance,
                index.check(document("http://new.example/", article(1), 9)).match.id,
            )
            for record in index.records()
        }


def told(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_clusters_name_the_original_and_why(index, capsys):
    assert neardup("clusters", index, "--json") == 0
    (cluster,) = told(capsys)
    assert cluster["source"]["id"] == cluster["original"] == ORIGINAL
    assert cluster["original_by"] == ["credit", "published"]
    assert [(copy["id"], copy["kind"]) for copy in cluster["copies"]] == [
        (FIRST, "repost"),
        (COPY, "exact"),
    ]
    assert neardup("clusters", index) == 0
    assert f"original by credit, published: {ORIGINAL}" in capsys.readouterr().out


def test_clusters_tell_whoever_was_kept(tmp_path, capsys):
    from scrapy_neardup.core.verdict.election import FIRST_SEEN

    index = fill(tmp_path / "index", FIRST_SEEN)
    assert neardup("clusters", index, "--json") == 0
    (cluster,) = told(capsys)
    assert (cluster["source"]["id"], cluster["original"]) == (FIRST, ORIGINAL)


def test_clusters_tell_the_original_that_came_after_its_rewritten_copy(tmp_path, capsys):
    with NearDupIndex.open(tmp_path / "index", thresholds=Thresholds(rewriting=True)) as index:
        for one in (document(FIRST, REWRITTEN, 2), document(ORIGINAL, SOURCE, 0)):
            reservation = index.reserve(one, policy=BY_EVIDENCE)
            reservation.commit()
    assert reservation.verdict.kind is Kind.REWRITTEN
    assert neardup("clusters", tmp_path / "index", "--json") == 0
    (cluster,) = told(capsys)
    assert cluster["source"]["id"] == FIRST
    assert (cluster["original"], cluster["original_by"]) == (ORIGINAL, ["published"])


@pytest.mark.parametrize(
    ("a", "b", "relation", "original"),
    [
        (FIRST, ORIGINAL, "B is the original of A", ORIGINAL),
        (ORIGINAL, COPY, "A is the original of B", ORIGINAL),
        (COPY, FIRST, "A is a copy of B (exact)", FIRST),
    ],
)
def test_why_tells_who_is_the_original(index, capsys, a, b, relation, original):
    assert neardup("why", index, a, b, "--json") == 0
    (answer,) = told(capsys)
    assert answer["relation"] == relation
    assert answer["original"]["id"] == original
    assert neardup("why", index, a, b) == 0
    assert "Original, by what the pages say" in capsys.readouterr().out


def test_why_tells_whom_a_page_names_as_its_source(index, capsys):
    assert neardup("why", index, ORIGINAL, COPY) == 0
    assert capsys.readouterr().out.count("source named  The Original") == 1


def test_why_says_nothing_of_pages_where_the_first_seen_is_the_original(tmp_path, capsys):
    with NearDupIndex.open(tmp_path / "index") as index:
        for name in (FIRST, COPY):
            index.check_and_add(Document(name, article(1), name))
    assert neardup("why", tmp_path / "index", FIRST, COPY) == 0
    lines = capsys.readouterr().out.splitlines()
    place = lines.index("Original")
    assert lines[place + 1].split() == ["id", FIRST]
    assert lines[place + 2].split() == ["by", "first_seen"]


def test_why_tells_which_dates_are_not_believed(tmp_path, capsys):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as index:
        index.check_and_add(document(FIRST, article(1), 0))
        index.check_and_add(document(COPY, article(1), 24 * 365 * 90))
    assert neardup("why", path, FIRST, COPY, "--json") == 0
    (answer,) = told(capsys)
    assert answer["original"]["faults"] == {"b": "future"}


def test_an_export_takes_the_election_along(index, tmp_path, capsys):
    lines = tmp_path / "lines.jsonl"
    assert neardup("export", index, "-o", lines) == 0
    other = tmp_path / "other"
    assert neardup("import", other, lines) == 0
    assert story(other) == story(index)
    assert check_index(other).clean


def test_a_copy_takes_the_election_along(index, tmp_path):
    with NearDupIndex.open(index) as old, NearDupIndex.open(tmp_path / "new") as new:
        report = copy_index(old, new)
        assert report.differing == 0
    assert story(tmp_path / "new") == story(index)
    assert check_index(tmp_path / "new").clean


def test_a_rebuilt_index_has_the_election_still(index, tmp_path):
    assert neardup("rebuild", index, tmp_path / "new", "--max-distance", "4") == 0
    assert story(tmp_path / "new") == story(index)


def test_an_import_of_a_broken_provenance_is_refused(index, tmp_path, capsys):
    lines = tmp_path / "lines.jsonl"
    assert neardup("export", index, "-o", lines) == 0
    text = lines.read_text()
    for wrong in ('"links": [-1]', '"links": ["x"]', '"links": 3', '"more": 3, "links": []'):
        lines.write_text(text.replace('"links": []', wrong, 1))
        assert neardup("import", tmp_path / "other", lines) == 1
        assert "lines.jsonl, line" in capsys.readouterr().err


def test_a_report_counts_the_original_for_its_host(index):
    with NearDupIndex.open(index) as opened:
        values = ReportData(opened, "x", 0).values
    hosts = {values["hosts"][row[0]]: row[1:3] for row in values["hostRows"]}
    assert hosts == {
        "original.example": [1, 0],
        "other.example": [1, 0],
        "first.example": [0, 1],
        "copy.example": [0, 1],
    }
    ((source, copies, original),) = values["clusters"]
    assert (source[0], original) == (ORIGINAL, [ORIGINAL, ["credit", "published"]])
    assert [copy[0] for copy in copies] == [FIRST, COPY]
    assert (values["meta"]["articles"], values["meta"]["copies"]) == (2, 2)


def test_a_dry_prune_counts_an_elected_original_as_prune_does(index, capsys):
    for how in ([], ["--dry-run"]):
        assert neardup("prune", index, "--older", "1d", "--json", *how) == 0
    done, dry = told(capsys)
    assert dry == {**done, "dry_run": True}
    assert (done["articles"], done["copies"]) == (2, 2)
