"""Crawls that are repeated, resumed or replayed; and what they write to the log."""

from __future__ import annotations

import json
import logging
import re

import pytest
from scrapy.exceptions import DropItem

from scrapy_neardup import NearDupIndex
from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.stores.engines import default_engine
from scrapy_neardup.escaping import escaped
from scrapy_neardup.plugin.exceptions import SettingsError
from scrapy_neardup.plugin.log import printable

from .articles import CLOCK, FERRY, LIGHTHOUSE, ORCHARD, blog_page, morning_page, portal_page
from .crawling import PageSpider


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://qinghe.example/deng", portal_page("灯塔", LIGHTHOUSE)),
        site.put("http://gull.example/pears", morning_page("Pears", ORCHARD)),
        site.put("http://gull.example/clock", morning_page("Clock", CLOCK)),
    ]


class AllAtOnce(PageSpider):
    custom_settings = {"CONCURRENT_REQUESTS": 1}  # noqa: RUF012

    async def start(self):
        while self.left:
            yield self.request(self.left.pop(0))


def test_a_replay_from_the_http_cache_drops_nothing(site, crawl, pages, tmp_path):
    cached = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path / "cache")}
    copy = site.put("http://attic.example/read", blog_page("The story again", FERRY))
    assert crawl(pages, cached).urls == pages
    site.asked.clear()
    replay = crawl([*pages, copy], cached)
    assert site.asked == [copy]
    assert replay.kinds == [*["unchanged"] * 4, "exact"]
    assert replay.urls == pages


# Old versions of Scrapy leave a file of a resumed queue open.
@pytest.mark.filterwarnings("ignore:Exception ignored in.*FileIO")
def test_a_resumed_crawl_goes_on_where_it_was(site, crawl, pages, tmp_path):
    job = {"JOBDIR": str(tmp_path / "job")}
    copy = site.put("http://attic.example/read", blog_page("The story again", FERRY))
    tagged = [{"url": url, "meta": {"neardup": {"action": "tag"}}} for url in (*pages, copy)]
    slowly = {"CLOSESPIDER_ITEMCOUNT": 2, "DOWNLOAD_DELAY": 0.2}
    first = crawl(tagged, {**job, **slowly}, spidercls=AllAtOnce)
    assert first.reason == "closespider_itemcount"
    assert 2 <= len(first.items) < 5
    second = crawl([], job, spidercls=AllAtOnce)
    assert second.reason == "finished"
    assert sorted(first.urls + second.urls) == sorted([*pages, copy])
    tags = [item["neardup"] for item in first.items + second.items]
    assert sorted(tag["verdict"] for tag in tags) == ["exact", "new", "new", "new", "new"]


def test_a_request_that_is_delivered_twice_is_no_copy_of_itself(crawl, pages):
    outcome = crawl([*pages, *pages], spidercls=AllAtOnce)
    assert outcome.copies == []
    assert sorted(outcome.kinds) == ["new"] * 4 + ["unchanged"] * 4


def test_control_characters_of_a_url_are_escaped_in_the_log(crawl, pages):
    forged = "http://gull.example/\x1b[2J\r\n2024-01-01 [root] CRITICAL: all is lost\u202e\x07"

    def make_items(response):
        yield {"url": f"{forged}{response.url}", "text": "\n".join(FERRY)}

    outcome = crawl(pages[:2], make_items=make_items)
    (line,) = [line for line in outcome.lines() if "copies http" in line]
    assert re.search(r"[\x00-\x1f\x7f-\x9f\u202e]", line) is None
    assert line.count(r"\x1b[2J\r\n2024") == 2
    tagged = crawl(pages[:2], {"NEARDUP_ACTION": "tag"}, make_items=make_items)
    lines = tagged.lines(logger="scrapy_neardup")
    assert sum("all is lost" in line for line in lines) == 1
    assert not any("\n" in line or "\x1b" in line for line in lines)


def test_the_log_and_the_commands_escape_the_same_characters():
    shown = "港口　№ 5\u00a0\ue000 👍🏽"
    unseen = "\x1b\u202e\u2028\ud800\u200d\x9b"
    assert printable(shown) == escaped(shown) == shown
    assert printable(unseen) == escaped(unseen) == r"\x1b\u202e\u2028\ud800\u200d\x9b"
    assert len(printable(unseen * 1000)) == 500


def test_a_dropped_copy_is_one_line_of_the_log(site, crawl, pages):
    copy = site.put("http://attic.example/read", blog_page("The story again", FERRY))
    outcome = crawl([pages[0], copy])
    expected = f"Near-duplicate (exact, score 1.00, distance 0): {copy} copies {pages[0]}"
    (record,) = [record for record in outcome.log if "copies http" in record.getMessage()]
    assert record.getMessage() == expected
    assert (record.name, record.levelname) == ("scrapy.core.scraper", "INFO")
    assert not any("Dropped" in line for line in outcome.lines())
    assert outcome.lines().count(f"Scraped from <200 {pages[0]}>\n{{'url': '{pages[0]}'}}") == 1


def test_dropped_copies_can_be_kept_out_of_the_log(site, crawl, pages):
    copy = site.put("http://attic.example/read", blog_page("The story again", FERRY))
    outcome = crawl([pages[0], copy], {"NEARDUP_LOG_LEVEL": "DEBUG"})
    assert len(outcome.copies) == 1
    assert not any("copies http" in line for line in outcome.lines(logging.INFO))


def test_a_drop_by_another_pipeline_is_logged_as_ever(crawl, pages):
    class Dropping:
        def process_item(self, item):
            raise DropItem("no gulls")

    outcome = crawl(pages[:1], {"ITEM_PIPELINES": {Dropping: 900}})
    (line,) = [line for line in outcome.lines() if "no gulls" in line]
    assert line.startswith("Dropped: no gulls")


def test_a_very_long_url_does_not_fill_the_log(crawl, pages):
    def make_items(response):
        yield {"url": response.url + "?" + "q" * 100_000, "text": "\n".join(FERRY)}

    outcome = crawl(pages[:2], make_items=make_items)
    (line,) = [line for line in outcome.lines() if "copies http" in line]
    assert len(line) < 1200


def test_the_opening_and_the_closing_of_the_index_are_one_line_each(crawl, pages, tmp_path):
    crawl(pages)
    outcome = crawl(pages)
    opened, scheme, closed = outcome.lines(logger="scrapy_neardup")
    engine = {"leveldb": "LevelDB", "sqlite": "SQLite"}[default_engine()]
    compiled = "compiled" if is_compiled("scrapy_neardup.core.fingerprints") else "not compiled"
    assert opened == (
        f"Near-duplicate index {tmp_path}/index/pages: 4 articles, {engine}, {compiled}; "
        "copies are dropped, thresholds balanced (whole 0.5, part 0.4, rewritten 0.5); rewritten "
        "copies looked for"
    )
    assert "max_distance 3" in scheme
    assert opened in outcome.lines(logging.INFO)
    assert scheme not in outcome.lines(logging.INFO)
    assert closed == (
        "Near-duplicates: 4 items judged (unchanged 4), 0 dropped, 0 tagged, 4 articles known"
    )


def test_tagged_items_are_exported(site, crawl, pages, tmp_path):
    copy = site.put("http://attic.example/read", blog_page("The story again", FERRY))
    feed = tmp_path / "items.jsonl"
    crawl([pages[0], copy], {"NEARDUP_ACTION": "tag", "FEEDS": {feed: {"format": "jsonlines"}}})
    original, repost = (json.loads(line) for line in feed.read_text("utf-8").splitlines())
    assert original["neardup"]["verdict"] == "new"
    assert repost["neardup"]["match_url"] == pages[0]


def test_outside_a_project_the_index_is_below_the_current_directory(
    crawl, pages, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    crawl(pages[:1], {"NEARDUP_DIR": "seen"})
    with NearDupIndex.open(tmp_path / ".scrapy" / "seen" / "pages") as index:
        assert len(index) == 1


def test_without_a_scrapy_cfg_a_relative_directory_is_refused_by_name(
    crawl, pages, tmp_path, monkeypatch
):
    """As under scrapyd, where the project is an egg on the path."""
    (tmp_path / "gullsettings.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "gullsettings")
    with pytest.raises(SettingsError) as caught:
        crawl(pages[:1], {"NEARDUP_DIR": "neardup"})
    assert "NEARDUP_DIR is wrong: 'neardup' is below the project's data dir" in str(caught.value)
    assert "use an absolute path" in str(caught.value)
    assert crawl(pages[:1]).kinds == ["new"]
