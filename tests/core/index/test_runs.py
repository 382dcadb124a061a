"""Which run has written a document, on every index."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.index.runs import Run
from scrapy_neardup.core.index.undoing import Undone, remove_run, survey_run
from scrapy_neardup.core.redis.maintenance import check_servers, repair_servers
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.provenance import Provenance
from tests.core.index.articles import article

NOW = 1_790_000_000.9
MAINTENANCE = {False: (check_index, repair_index), True: (check_servers, repair_servers)}


@pytest.fixture(params=["leveldb", "sqlite", "redis", "cluster"])
def url(request, tmp_path, shared_url):
    if request.param in ("redis", "cluster"):
        return shared_url(request.param)
    return f"{request.param}://{tmp_path}/index"


def test_runs_are_numbered_from_one_and_listed_in_order(index):
    assert [*index.runs] == []
    first = index.runs.begin("news", NOW)
    second = index.runs.begin("blogs", NOW + 60)
    assert [*index.runs] == [first, second]
    assert (first.number, second.number) == (1, 2)
    assert (first.by, first.started, first.finished) == ("news", 1_790_000_000, None)
    assert re.fullmatch(r"20260921-141320-[0-9a-f]{6}", first.id)


def test_a_run_that_has_finished_tells_when_and_what_it_counted(index):
    run = index.runs.begin("news", NOW)
    index.runs.finish(run, NOW + 60, {"checked": 7})
    (kept,) = index.runs
    assert (kept.id, kept.finished, kept.counts) == (run.id, 1_790_000_060, {"checked": 7})


def test_a_run_is_found_by_its_id_and_by_its_number(index):
    run = index.runs.begin("news", NOW)
    assert index.runs.find(run.id) == run
    assert index.runs.find("1") == run
    assert index.runs.find("2") is None
    assert index.runs.find("20260921-141320-zzzzzz") is None


def test_the_last_runs_of_one_are_found_among_those_of_others(index):
    long_name = "n" * 300
    for number in range(4):
        index.runs.begin("news", NOW)
        index.runs.begin(long_name, NOW)
        index.runs.begin(f"blog {number}", NOW)
    assert [run.number for run in index.runs.latest_of("news", 3)] == [10, 7, 4]
    assert [run.number for run in index.runs.latest_of(long_name, 9)] == [11, 8, 5, 2]
    assert index.runs.latest_of("new", 3) == []


def test_a_record_carries_the_run_that_wrote_it(index):
    index.check_and_add(Document("a", article(1), run=3))
    index.check_and_add(Document("b", article(1), run=300))
    index.reserve(Document("c", article(3), run=70_000)).commit()
    index.add(Document("d", article(4)))
    assert [index.get(name).run for name in "abcd"] == [3, 300, 70_000, 0]
    assert not any(index.get(name).overwrote for name in "abcd")


def test_a_run_that_changes_what_another_wrote_is_told_from_one_that_adds(index):
    index.check_and_add(Document("a", article(1), run=1))
    index.check_and_add(Document("a", article(2), run=1))
    assert not index.get("a").overwrote
    index.check_and_add(Document("a", article(3), run=2))
    assert (index.get("a").run, index.get("a").overwrote) == (2, True)
    index.check_and_add(Document("a", article(4), run=2))
    assert (index.get("a").run, index.get("a").overwrote) == (2, True)


def test_an_unchanged_document_stays_of_its_run(index):
    index.check_and_add(Document("a", article(1), run=1))
    index.check_and_add(Document("a", article(1), run=2))
    assert index.get("a").run == 1


def test_a_copied_index_goes_on_counting_its_runs(index):
    index.runs.begin("news", NOW)
    index.check_and_add(Document("a", article(1), run=1))
    with NearDupIndex.in_memory() as target:
        copy_index(index, target)
        assert [run.by for run in target.runs] == ["news"]
        assert target.runs.begin("blogs", NOW).number == 2
        assert target.get("a").run == 1


def test_an_index_that_was_copied_from_another_goes_on_counting_its_runs(index):
    with NearDupIndex.in_memory() as source:
        source.runs.begin("news", NOW)
        source.runs.begin("news", NOW)
        copy_index(source, index)
    assert index.runs.begin("blogs", NOW).number == 3
    assert [run.by for run in index.runs] == ["news", "news", "blogs"]


def test_a_run_comes_back_as_it_was_stored():
    run = Run.begun(7, "news", NOW)
    assert Run.from_bytes(run.to_bytes()) == run


def test_a_run_that_a_later_version_wrote_is_read_as_far_as_it_is_known():
    run = Run.begun(7, "news", NOW)
    later = json.dumps({**run.to_dict(), "host": "a"}).encode()
    assert Run.from_bytes(later) == run


@pytest.mark.parametrize("count", [b"xx", b"", b"-5", b"9" * 30])
def test_a_count_of_runs_that_is_no_number_is_named_and_counted_anew(url, count):
    """It was a bare ValueError, which no repair mended; one below zero could not be written to a record."""
    with open_index(url) as index:
        first = index.runs.begin("news", NOW)
        index.write_notes([("runs", count)])
        named = rf"the note 'runs' of {re.escape(index.shown)} is no number, but .*neardup repair"
        for read in (
            lambda: index.runs.begin("news", NOW),
            lambda: [*index.runs],
            lambda: index.runs.latest_of("news", 3),
        ):
            with pytest.raises(IndexCorrupt, match=named):
                read()
    check, repair = MAINTENANCE[url.startswith("redis")]
    assert (check(url).clean, check(url).wrong_counts) == (False, 1)
    repair(url)
    assert check(url).clean
    with open_index(url) as index:
        assert [*index.runs] == [first]
        assert index.runs.begin("news", NOW).number == 2


def test_no_run_gets_the_number_of_another_when_the_count_is_lost(url):
    """`scrapy neardup remove --run` removed the documents of both."""
    with open_index(url) as index:
        runs = [index.runs.begin("news", NOW) for _ in range(3)]
        index.write_notes([("runs", b"1")])
    check, _ = MAINTENANCE[url.startswith("redis")]
    assert "1 runs are counted, there is a run 3" in check(url).problems
    with open_index(url) as index:
        runs.append(index.runs.begin("news", NOW))
        assert [*index.runs] == runs
        assert runs[-1].number == 4
    assert check(url).clean


@pytest.mark.parametrize("note", [b"{", b"[]", b"{}", b'"text"', b"7", b"\xff"])
def test_what_is_no_run_is_told(note):
    with pytest.raises(IndexCorrupt, match="the index's note of a run can't be read"):
        Run.from_bytes(note)


def test_the_stored_form_of_a_run_is_pinned():
    run = Run(7, "20260921-141320-0a1b2c", "news", 1_790_000_000, 1_790_000_060, {"checked": 9})
    assert run.to_bytes() == (
        b'{"number": 7, "id": "20260921-141320-0a1b2c", "by": "news", "started": 1790000000, '
        b'"finished": 1790000060, "counts": {"checked": 9}}'
    )


def fill(index):
    """Three runs: the second changes what the first wrote, and finds an original."""
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    origin = Provenance(canonical="http://origin.example/")

    def add(name, text, run, **more):
        document = Document(name, text, url=f"http://{name}.example/", run=run, **more)
        return index.check_and_add(document, policy=policy)

    add("kept", article(1), 1)
    add("changed", article(2), 1)
    add("head", article(3), 1, provenance=origin)
    add("changed", article(4), 2)
    add("origin", article(3), 2)
    add("new", article(5), 2)
    add("copy", article(5), 2)
    add("of-new", article(5), 3)
    add("of-kept", article(1), 3)


def test_what_a_run_wrote_is_taken_out_and_what_stays_undone_is_told(index):
    fill(index)
    undone = survey_run(index, 2)
    assert len([*index.records()]) == 8
    assert remove_run(index, 2) == undone
    assert sorted(undone.articles) == ["changed", "new"]
    assert sorted(undone.copies) == ["copy", "origin"]
    assert (undone.overwritten, undone.orphans) == (["changed"], ["of-new"])
    assert undone.elections == ["head"]
    assert undone.hosts == [f"{name}.example" for name in ("changed", "copy", "new", "origin")]
    assert sorted(record.id for record in index.records()) == ["head", "kept", "of-kept", "of-new"]
    assert index.check(Document("x", article(3))).match.id == "head"
    assert index.check(Document("x", article(4))).kind is Kind.NEW
    assert index.check(Document("of-new", article(5))).kind is Kind.UPDATED
    assert survey_run(index, 2) == Undone()


def test_a_copy_is_told_that_had_lost_its_other_source_before(index):
    for run, number in enumerate((1, 2), 1):
        index.check_and_add(Document(f"source {number}", article(number), run=run))
    merged = Document("merged", f"{article(1)} {article(2)}", run=3)
    assert len(index.check_and_add(merged).matches) == 2
    assert survey_run(index, 2).orphans == []
    index.remove("source 1")
    assert survey_run(index, 2).orphans == ["merged"]
    index.remove("source 2")
    assert survey_run(index, 2) == Undone()


def test_a_copy_is_not_told_whose_source_had_another_article_before(index):
    for run, name, number in ((1, "source", 1), (1, "copy", 1), (2, "source", 2)):
        index.check_and_add(Document(name, article(number), run=run))
    assert survey_run(index, 2) == Undone(articles=["source"], overwritten=["source"])


def test_a_document_that_is_under_way_stays_and_is_not_told_as_removed(index):
    for host in ("www.gull.example", "attic.example"):
        url = f"http://{host}/"
        index.check_and_add(Document(url, article(len(host)), url=url, run=1))
    held = index.reserve(Document("http://attic.example/", article(3), run=2))
    undone = remove_run(index, 1)
    assert undone.articles == ["http://www.gull.example/"]
    assert undone.hosts == ["attic.example", "www.gull.example"]
    held.commit()
    assert [record.id for record in index.records()] == ["http://attic.example/"]


def test_runs_that_begin_at_the_same_moment_have_numbers_of_their_own(index):
    with ThreadPoolExecutor(8) as threads:
        runs = [*threads.map(lambda n: index.runs.begin(f"spider {n}", NOW), range(32))]
    assert sorted(run.number for run in runs) == [*range(1, 33)]
    assert len({run.id for run in runs}) == 32
    assert sorted(index.runs, key=lambda run: run.by) == sorted(runs, key=lambda run: run.by)
