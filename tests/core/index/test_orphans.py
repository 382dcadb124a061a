"""Stories whose first article was removed, and what was elected their original stands for them."""

from __future__ import annotations

import json
from datetime import datetime, timezone

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.commands.transfer import export_lines, import_values
from scrapy_neardup.core.index.clusters import read_clusters
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.commands.running import article, neardup
from tests.core.rewriting.stories import REWRITTEN, SOURCE, press

EARLIEST = Policy(Keep.EARLIEST_PUBLISHED)


def put_story(index: NearDupIndex) -> None:
    """A story of an article that is gone, its elected original, and a copy of that, which has an
    earlier ordinal, as its page was another's copy before.
    """

    def add(name: str, text: str, hour: int) -> Kind:
        published = datetime(2026, 3, 1, hour, tzinfo=timezone.utc)
        document = Document(name, text, published=published, keep_text=True)
        return index.check_and_add(document, policy=EARLIEST).kind

    assert add("other", article(2), 1) is Kind.NEW
    assert add("copy", article(2), 12) is Kind.EXACT
    assert add("first", article(1), 10) is Kind.NEW
    assert add("elected", article(1), 8) is Kind.ORIGINAL
    assert index.remove("first")
    assert add("copy", article(1), 12) is Kind.EXACT


@pytest.fixture
def orphaned(tmp_path):
    with open_index(tmp_path / "orphaned") as index:
        put_story(index)
    return tmp_path / "orphaned"


def sources(index: NearDupIndex) -> list[str]:
    record = index.get("copy")
    assert record is not None
    found = (index.record_at(one.ordinal) for one in record.sources)
    return [one.id for one in found if one is not None]


def test_what_stands_for_a_story_goes_along_with_its_copies(orphaned, tmp_path) -> None:
    with open_index(orphaned) as index, open_index(tmp_path / "copied") as target:
        report = copy_index(index, target)
        assert sources(index) == sources(target) == ["elected"]
        # The original's own link leads to what was removed.
        assert (report.differing, report.dropped_sources) == (0, 1)
    with open_index(orphaned) as index, open_index(tmp_path / "imported") as target:
        for line in export_lines(index):
            import_values(target, json.loads(json.dumps(line)))
        assert sources(target) == ["elected"]
    assert neardup("rebuild", orphaned, tmp_path / "tables", "--simhash-tables", 20) == 0
    assert neardup("rebuild", orphaned, tmp_path / "words", "--segmenter", "jieba") == 0
    with NearDupIndex.open(tmp_path / "tables") as target:
        assert sources(target) == ["elected"]


def test_it_is_the_source_of_its_cluster(orphaned, capsys) -> None:
    with open_index(orphaned) as index:
        assert index.find("copy")[0] < index.find("elected")[0]
        (cluster,) = read_clusters(index)
        assert cluster.source is not None
        assert cluster.source.record.id == "elected"
        assert [one.record.id for one in cluster.copies] == ["copy"]
    assert neardup("clusters", orphaned) == 0
    assert "removed" not in capsys.readouterr().out


def test_a_copy_without_a_source_is_explained_and_restored(tmp_path, capsys) -> None:
    path = tmp_path / "index"
    with open_index(path) as index:
        index.add(Document("first", article(1)))
        longer = f"{article(1)} {article(9, 6)}"
        assert index.check_and_add(Document("copy", longer)).kind.is_copy
        assert index.remove("first")
        index.add(Document("other", article(3)))
    moved = tmp_path / "moved"
    assert neardup("copy", path, moved) == 0
    with open_index(moved) as index:
        assert sources(index) == []
        record = index.get("copy")
        assert record is not None
        # Neither text is kept, so that the evidence of the verdict would be told.
        assert record.evidence is not None
    assert neardup("why", moved, "copy", "other") == 0
    assert neardup("restore", moved, "copy") == 0
    with open_index(moved) as index:
        record = index.get("copy")
        assert record is not None
        assert record.kind is Kind.NEW


@pytest.fixture
def rewritten(tmp_path):
    """An index with a story whose first article is gone, and a rewritten copy of its original."""
    path = tmp_path / "rewritten"
    texts = [("first", SOURCE, 10), ("elected", f"From our wire. {SOURCE}", 8)]
    with open_index(path, thresholds=Thresholds(rewriting=True)) as index:
        # The page of the rewritten copy was another's copy before: its ordinal comes first.
        for number, text in enumerate([*press(320), press(1)[0]]):
            name = "retold" if number == 320 else f"press-{number}"
            index.check_and_add(Document(name, text, keep_text=True))
        for name, text, hour in texts:
            published = datetime(2026, 3, 1, hour, tzinfo=timezone.utc)
            document = Document(name, text, published=published, keep_text=True)
            index.check_and_add(document, policy=EARLIEST)
        assert index.remove("first")
        retold = index.check_and_add(Document("retold", REWRITTEN, keep_text=True))
        assert retold.match is not None
        assert (retold.kind, retold.match.id) == (Kind.REWRITTEN, "elected")
        assert index.find("retold")[0] < index.find("elected")[0]
    return path


def test_a_rewritten_copy_leads_to_what_stands_for_its_story(rewritten) -> None:
    with open_index(rewritten, thresholds=Thresholds(rewriting=True)) as index:
        same = index.check(Document("same", REWRITTEN))
        assert same.match is not None
        assert (same.kind, same.match.id) == (Kind.EXACT, "elected")


def test_it_comes_along_after_that(rewritten, tmp_path) -> None:
    words, tables = tmp_path / "words", tmp_path / "tables"
    assert neardup("rebuild", rewritten, words, "--segmenter", "jieba") == 0
    assert neardup("rebuild", rewritten, tables, "--simhash-tables", 20) == 0
    assert neardup("copy", rewritten, tmp_path / "copied") == 0
    with open_index(rewritten) as index, open_index(tmp_path / "imported") as target:
        for line in export_lines(index):
            import_values(target, json.loads(json.dumps(line)))
    for made in (words, tables, tmp_path / "copied", tmp_path / "imported"):
        with NearDupIndex.open(made) as index:
            record, original = index.get("retold"), index.get("elected")
            assert record is not None
            assert original is not None
            assert original.is_article
            assert record.kind is Kind.REWRITTEN
            source = index.record_at(record.sources[0].ordinal)
            assert source is not None
            assert source.id == "elected"


def test_copies_whose_article_is_gone_stay_one_cluster_in_a_copy(tmp_path) -> None:
    with open_index(tmp_path / "index") as index, open_index(tmp_path / "copied") as target:
        for name in ("first", "copy", "another"):
            index.check_and_add(Document(name, article(1)))
        assert index.remove("first")
        copy_index(index, target)
        for one in (index, target):
            (cluster,) = read_clusters(one)
            assert cluster.source is None
            assert [member.record.id for member in cluster.copies] == ["copy", "another"]
            assert cluster.original is not None
            assert cluster.original.record.id == "copy"
