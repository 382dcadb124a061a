"""NEARDUP_DROPPED_FEED: what is dropped as a copy is kept aside."""

from __future__ import annotations

import csv
import json

import pytest
from scrapy.exceptions import DropItem

from scrapy_neardup.plugin.exceptions import SettingsError
from tests.markdown import DOCS, code_blocks

from .articles import CLOCK, FERRY, ORCHARD, blog_page, morning_page


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://attic.example/ferry", blog_page("Ferry", FERRY)),
        site.put("http://gull.example/clock", morning_page("Clock", CLOCK)),
    ]


class DropClocks:
    """Drops for a reason of its own."""

    def process_item(self, item):
        if "clock" in item["url"]:
            raise DropItem("a clock")
        return item


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_dropped_copies_go_to_a_feed_of_their_own_with_their_tag(pages, crawl, tmp_path):
    kept, aside = tmp_path / "kept.jsonl", tmp_path / "dropped.jsonl"
    outcome = crawl(
        pages,
        {
            "FEEDS": {str(kept): {"format": "jsonlines"}},
            "NEARDUP_DROPPED_FEED": str(aside),
            "ITEM_PIPELINES": {DropClocks: 400},
        },
    )
    assert len(outcome.dropped) == 2
    (dropped,) = lines(aside)
    assert dropped["url"] == pages[1]
    assert (dropped["neardup"]["verdict"], dropped["neardup"]["match"]) == ("exact", pages[0])
    assert [item["url"] for item in lines(kept)] == [pages[0]]


@pytest.mark.parametrize(
    "fields", [["url"], {"url": "url"}, "url", {"neardup": "tag", "url": "url"}]
)
def test_the_fields_that_the_project_exports_leave_the_tag_in(pages, crawl, tmp_path, fields):
    aside = tmp_path / "dropped.jsonl"
    crawl(
        pages[:2],
        {"NEARDUP_DROPPED_FEED": str(aside), "FEED_EXPORT_FIELDS": fields},
        make_items=lambda response: [{"url": response.url, "title": "Ferry"}],
    )
    (dropped,) = lines(aside)
    tag = "tag" if "neardup" in fields else "neardup"
    assert dropped.keys() == {"url", tag}
    assert dropped[tag]["match"] == pages[0]


class MakeItem:
    """Makes an item of what the spider yields."""

    def process_item(self, item):
        return {"url": item["address"], "made": "yes"}


def test_a_dropped_copy_is_in_the_feed_as_pipelines_made_it(pages, crawl, tmp_path):
    def make_items(response):
        yield {"address": response.url}

    crawl(
        pages,
        {
            "NEARDUP_DROPPED_FEED": str(tmp_path / "dropped.jsonl"),
            "ITEM_PIPELINES": {MakeItem: 100},
        },
        make_items=make_items,
    )
    (dropped,) = lines(tmp_path / "dropped.jsonl")
    assert (dropped["url"], dropped["made"]) == (pages[1], "yes")


def test_a_format_may_follow_the_uri_or_stand_in_a_dict(pages, crawl, tmp_path):
    crawl(pages, {"NEARDUP_DROPPED_FEED": f"file://{tmp_path}/a:csv"})
    with (tmp_path / "a").open(newline="") as file:
        assert [row["url"] for row in csv.DictReader(file)] == [pages[1]]
    feeds = {str(tmp_path / "b.xml"): {"format": "json", "fields": ["url"]}}
    crawl(pages, {"NEARDUP_DROPPED_FEED": feeds, "NEARDUP_DIR": str(tmp_path / "another")})
    assert json.loads((tmp_path / "b.xml").read_text()) == [{"url": pages[1]}]


def test_a_crawl_that_drops_nothing_leaves_an_empty_feed(site, crawl, tmp_path):
    page = site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD))
    crawl([page], {"NEARDUP_DROPPED_FEED": str(tmp_path / "dropped.jsonl")})
    assert (tmp_path / "dropped.jsonl").read_text() == ""


def test_a_feed_that_is_not_to_be_empty_is_not_made_by_a_crawl_that_drops_nothing(
    site, crawl, tmp_path
):
    page = site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD))
    feed = {str(tmp_path / "dropped.jl"): {"format": "jsonl", "store_empty": False}}
    crawl([page], {"NEARDUP_DROPPED_FEED": feed})
    assert not (tmp_path / "dropped.jl").exists()


@pytest.mark.filterwarnings("ignore:The `FEED_URI` and `FEED_FORMAT` settings")
def test_the_older_setting_of_the_feed_of_the_items_names_another_feed(pages, crawl, tmp_path):
    kept, aside = tmp_path / "pages.jl", tmp_path / "dropped.jl"
    older = {"FEED_URI": str(kept), "FEED_FORMAT": "jsonl"}
    crawl(pages, {**older, "NEARDUP_DROPPED_FEED": str(aside)})
    assert [one["url"] for one in lines(kept)] == [pages[0], pages[2]]
    assert [one["url"] for one in lines(aside)] == [pages[1]]
    with pytest.raises(SettingsError, match=r"NEARDUP_DROPPED_FEED is wrong.* a feed of FEEDS"):
        crawl(pages, {**older, "NEARDUP_DROPPED_FEED": str(kept)})


@pytest.mark.parametrize(
    ("feed", "problem"),
    [
        ("dropped.docx", "Unrecognized output format 'docx'"),
        ("gopher://host/dropped.jsonl", "no storage or exporter"),
        (["a", "b"], "use a feed's URI such as 'dropped.jsonl'"),
        ({"dropped.jsonl": 5}, "use a feed's URI such as 'dropped.jsonl'"),
    ],
)
def test_a_feed_that_can_not_be_written_stops_the_crawl_before_it_starts(
    pages, crawl, site, feed, problem
):
    with pytest.raises(SettingsError, match="NEARDUP_DROPPED_FEED is wrong") as error:
        crawl(pages, {"NEARDUP_DROPPED_FEED": feed})
    assert problem in str(error.value)
    assert site.asked == []


@pytest.mark.parametrize(
    "spelled",
    ["{}/pages.jl", "file://{}/%(name)s.jl", "{}/../{name}/pages.jl", "{}/link/pages.jl"],
)
def test_the_feed_of_the_items_is_refused_before_the_crawl_starts(
    pages, crawl, site, tmp_path, spelled
):
    kept = tmp_path / "pages.jl"
    (tmp_path / "link").symlink_to(tmp_path)
    feed = spelled.format(tmp_path, name=tmp_path.name)
    with pytest.raises(SettingsError, match=r"NEARDUP_DROPPED_FEED is wrong.* a feed of FEEDS"):
        crawl(pages, {"FEEDS": {kept: {"format": "jsonl"}}, "NEARDUP_DROPPED_FEED": feed})
    assert site.asked == []


@pytest.mark.parametrize("name", ["file/dropped.jsonl", "%(edition)s.jsonl"])
def test_a_feed_whose_file_can_not_be_opened_stops_the_crawl_before_it_starts(
    pages, crawl, site, tmp_path, name
):
    (tmp_path / "file").write_text("no directory")
    outcome = crawl(pages, {"NEARDUP_DROPPED_FEED": str(tmp_path / name)})
    assert site.asked == []
    assert outcome.stats["finish_reason"] == "neardup_error"
    (problem,) = outcome.errors()
    assert problem.startswith("The crawl is not started: NEARDUP_DROPPED_FEED is wrong")
    assert name in problem


def test_a_crawl_may_have_several_reasons_not_to_start(pages, crawl, site, tmp_path, caplog):
    (tmp_path / "file").write_text("no directory")
    below = str(tmp_path / "file" / "below")
    outcome = crawl(pages, {"NEARDUP_DROPPED_FEED": f"{below}.jsonl", "NEARDUP_DIR": below})
    assert site.asked == []
    assert outcome.stats["finish_reason"] == "neardup_error"
    assert "NEARDUP_ON_ERROR = 'close'" in caplog.text
    assert "NEARDUP_DROPPED_FEED is wrong" in caplog.text
    assert "Engine not running" not in caplog.text


def test_tagged_copies_go_to_a_feed_of_their_own_by_the_filters_of_the_recipes(
    pages, crawl, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (code,) = [one for one in code_blocks(DOCS / "recipes.md", "python") if "item_filter" in one]
    manual = {}
    exec(code, manual)  # noqa: S102
    outcome = crawl(pages, {name: manual[name] for name in ("NEARDUP_ACTION", "FEEDS")})
    assert outcome.dropped == []
    assert {one["url"] for one in lines(tmp_path / "stories.jsonl")} == {pages[0], pages[2]}
    (copy,) = lines(tmp_path / "copies.jsonl")
    assert (copy["url"], copy["neardup"]["match_url"]) == (pages[1], pages[0])
