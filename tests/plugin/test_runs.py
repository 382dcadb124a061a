"""Crawls are runs of their index: each is listed, and can be undone."""

from __future__ import annotations

import json
from pathlib import Path

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.index.record import story_named_after
from tests.commands.running import neardup

from .articles import CLOCK, FERRY, ORCHARD, blog_page, morning_page
from .crawling import Crawl, run_crawls


def put(site):
    """Three articles, and a copy of the first."""
    return [
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD)),
        site.put("http://gull.example/clock", morning_page("Clock", CLOCK)),
        site.put("http://attic.example/ferry", blog_page("Ferry", FERRY)),
    ]


def listed(index, capsys):
    capsys.readouterr()
    assert neardup("stats", index, "--runs", "--json") == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_crawl_is_a_run_that_tells_what_it_did(site, settings, crawl, capsys):
    ferry, orchard, clock, copy = put(site)
    index = Path(settings["NEARDUP_DIR"], "pages")
    crawl([ferry, orchard])
    crawl([clock, copy, ferry])
    first, second = listed(index, capsys)
    assert (first["by"], first["articles"], first["copies"]) == ("pages", 2, 0)
    assert (second["articles"], second["copies"]) == (1, 1)
    assert second["counts"] == {"checked": 3, "dropped": 1}
    assert first["finished"] >= first["started"] > 1_700_000_000
    assert first["id"] != second["id"]
    assert neardup("stats", index, "--runs") == 0
    table = capsys.readouterr().out
    assert first["id"] in table
    assert "checked 3, dropped 1" in table


def test_a_crawl_that_only_reads_is_no_run(site, settings, crawl, capsys):
    ferry, *_ = put(site)
    index = Path(settings["NEARDUP_DIR"], "pages")
    crawl([ferry])
    assert crawl([ferry], {"NEARDUP_READONLY": True}).kinds == ["unchanged"]
    assert len(listed(index, capsys)) == 1


def test_two_crawls_at_once_in_one_process_are_two_runs(site, settings, capsys):
    ferry, orchard, *_ = put(site)
    shared = {**settings, "NEARDUP_SCOPE": "all"}
    run_crawls(*(Crawl(shared, arguments={"pages": [page]}) for page in (ferry, orchard)))
    runs = listed(Path(settings["NEARDUP_DIR"], "all"), capsys)
    assert [run["articles"] for run in runs] == [1, 1]


def test_a_bad_crawl_is_undone_and_the_next_one_finds_its_articles_new(
    site, settings, crawl, capsys
):
    ferry, orchard, clock, copy = put(site)
    index = Path(settings["NEARDUP_DIR"], "pages")
    crawl([ferry])
    # The site answers with another page than was asked for.
    site.put(ferry, morning_page("Orchard", ORCHARD))
    assert crawl([ferry, orchard, clock]).kinds == ["updated", "exact", "new"]
    _, bad = listed(index, capsys)
    for words, held in ((["--dry-run"], 3), ([], 0)):
        assert neardup("remove", index, "--run", bad["id"], *words) == 0
        told = capsys.readouterr().out
        assert f"run {bad['id']} of pages: 2 articles and 1 copy" in told
        assert "not restored: 1 of them was changed" in told
        assert "not restored: 1 item was dropped" in told
        with NearDupIndex.open(index) as opened:
            assert sum(record.run == bad["number"] for record in opened.records()) == held
    assert neardup("check", index) == 0
    put(site)
    assert crawl([ferry, orchard, clock, copy]).kinds == ["new", "new", "new", "exact"]


def test_a_run_that_is_not_there_is_an_error_that_tells_how_to_find_one(
    site, settings, crawl, capsys
):
    crawl(put(site)[:1])
    index = Path(settings["NEARDUP_DIR"], "pages")
    assert neardup("remove", index, "--run", "nowhere") == 1
    assert "no run nowhere; `scrapy neardup stats INDEX --runs` lists" in capsys.readouterr().err
    assert neardup("remove", index) == 2
    assert neardup("remove", index, "a", "--run", "nowhere") == 2


def test_an_article_and_its_copies_are_tagged_with_one_story(site, crawl):
    ferry, orchard, _, copy = put(site)
    outcome = crawl([ferry, orchard, copy, ferry], {"NEARDUP_ACTION": "tag"})
    stories = [item["neardup"]["story"] for item in outcome.items]
    of_ferry, of_orchard = (story_named_after(url).hex() for url in (ferry, orchard))
    assert stories == [of_ferry, of_orchard, of_ferry, of_ferry]


def test_texts_that_are_wanted_later_are_kept_at_the_next_visit_and_a_rebuild_works(
    site, settings, crawl, tmp_path, capsys
):
    pages = put(site)
    index, new = Path(settings["NEARDUP_DIR"], "pages"), tmp_path / "new"
    crawl(pages)
    assert neardup("rebuild", index, new, "--segmenter", "jieba") == 1
    outcome = crawl(pages, {"NEARDUP_KEEP_TEXT": True})
    assert outcome.kinds == ["unchanged"] * 4
    assert (outcome.stat("texts_added"), outcome.stat("committed")) == (4, None)
    assert crawl(pages, {"NEARDUP_KEEP_TEXT": True}).stat("texts_added") is None
    assert neardup("rebuild", index, new, "--segmenter", "jieba") == 0
    assert "3 articles and 1 copy; 0 documents left out" in capsys.readouterr().out
    jieba = {"NEARDUP_SEGMENTER": "jieba", "NEARDUP_INDEX": str(tmp_path), "NEARDUP_SCOPE": "new"}
    assert crawl(pages, jieba).kinds == ["unchanged"] * 4
