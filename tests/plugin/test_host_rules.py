"""NEARDUP_HOST_RULES, NEARDUP_COMPARE and NEARDUP_WINDOW: what counts where, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapy_neardup import NearDupIndex
from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.verdict.thresholds import PRESETS
from scrapy_neardup.plugin.host_rules import NO_RULE, HostRules
from scrapy_neardup.plugin.setting_values import thresholds

from .articles import FERRY, ORCHARD, blog_page, morning_page

EDITED = (FERRY[0].replace("Tuesday", "Wednesday"), *FERRY[1:])


@pytest.fixture
def pages(site):
    """An article, and its copies on an agency's, a mill's and another mill's site."""
    return [
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://agency.example/ferry", blog_page("Ferry", FERRY)),
        site.put("http://www.mill.example/ferry", blog_page("Ferry", EDITED)),
        site.put("http://attic.example/ferry", blog_page("Ferry", FERRY)),
    ]


def rules(**given):
    return HostRules.parse(
        {name.replace("_", "."): one for name, one in given.items()}, thresholds
    )


def test_copies_are_kept_tagged_or_dropped_by_their_host(pages, crawl):
    outcome = crawl(
        pages,
        {
            "NEARDUP_HOST_RULES": {
                "agency.example": "keep",
                "mill.example": {"action": {"exact": "drop", "repost": "tag"}},
            }
        },
    )
    assert outcome.urls == pages[:3]
    assert outcome.copy_urls == pages[3:]
    assert [item.get("neardup", {}).get("verdict") for item in outcome.items] == [
        None,
        None,
        "repost",
    ]


def test_rules_may_come_from_the_command_line_as_json(pages, crawl):
    outcome = crawl(pages, {"NEARDUP_HOST_RULES": '{"agency.example": "keep"}'})
    assert outcome.urls == pages[:2]


def test_thresholds_hold_for_their_host_alone(pages, crawl):
    none_is_a_copy = {"whole": 1.0, "part": 1.0}
    outcome = crawl(
        pages, {"NEARDUP_HOST_RULES": {"mill.example": {"thresholds": none_is_a_copy}}}
    )
    assert outcome.kinds == ["new", "exact", "new", "exact"]


def test_a_request_goes_before_the_rule_of_its_host(pages, crawl):
    first, second, *_ = pages
    again = {"url": second, "meta": {"neardup": {"action": "drop"}}}
    outcome = crawl([first, again], {"NEARDUP_HOST_RULES": {"agency.example": "keep"}})
    assert outcome.copy_urls == [second]


def test_pages_are_dropped_before_the_spider_by_the_rule_of_their_host(pages, crawl):
    outcome = crawl(
        pages[:2],
        {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_HOST_RULES": {"agency.example": "keep"}},
    )
    assert outcome.urls == pages[:2]
    assert outcome.stat("responses_dropped") is None


def test_an_amp_page_goes_by_the_rule_of_the_host_that_it_is_of(site, crawl):
    first = site.put("http://mill.example/ferry", blog_page("Ferry", FERRY))
    cached = morning_page("Ferry", FERRY, url="http://agency.example/ferry")
    cached = site.put(
        "http://agency-example.cdn.ampproject.org/c/ferry", cached.replace("<html", "<html amp")
    )
    outcome = crawl(
        [first, cached],
        {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_HOST_RULES": {"agency.example": "keep"}},
    )
    assert outcome.kinds == ["new", "exact"]
    assert outcome.stat("responses_dropped") is None


@pytest.mark.parametrize(
    ("host", "fits"),
    [
        ("mill.example", True),
        ("www.mill.example", True),
        ("windmill.example", False),
        ("mill.example.org", False),
        ("", False),
    ],
)
def test_a_host_stands_for_its_subdomains(host, fits):
    assert (rules(mill_example="tag").of(host) is not NO_RULE) is fits


@pytest.mark.parametrize("pattern", ["新闻.example", "XN--EFVY88H.example."])
def test_a_host_is_known_however_it_is_written(pattern):
    found = HostRules.parse({pattern: "keep"}, thresholds)
    assert found.of(host_of("http://www.新闻.example./a")) is not NO_RULE


def test_of_several_rules_that_fit_the_first_counts():
    found = HostRules.parse(
        {"news.mill.example": {"thresholds": "strict"}, "*mill*": "keep"}, thresholds
    )
    assert found.of("news.mill.example").thresholds == PRESETS["strict"]
    assert found.of("news.mill.example").actions is None
    assert str(found.of("windmill.test").actions) == "copies are kept"


def test_one_site_may_repeat_itself(site, crawl):
    pages = [
        site.put("http://gull.example/1", morning_page("Ferry", FERRY)),
        site.put("http://gull.example/2", morning_page("Ferry", FERRY)),
        site.put("http://attic.example/1", blog_page("Ferry", FERRY)),
    ]
    outcome = crawl(pages, {"NEARDUP_COMPARE": "other_hosts"})
    assert outcome.kinds == ["new", "new", "exact"]


def test_sites_may_have_the_same(site, crawl):
    pages = [
        site.put("http://gull.example/1", morning_page("Ferry", FERRY)),
        site.put("http://attic.example/1", blog_page("Ferry", FERRY)),
        site.put("http://attic.example/2", blog_page("Ferry", EDITED)),
    ]
    outcome = crawl(pages, {"NEARDUP_COMPARE": "same_host"})
    assert outcome.kinds == ["new", "new", "repost"]
    assert outcome.copies[0].verdict.match.url == pages[1]


def test_older_articles_are_not_compared_and_not_forgotten(site, crawl, settings):
    ferry, orchard, copy = (
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD)),
        site.put("http://attic.example/ferry", blog_page("Ferry", FERRY)),
    )
    crawl([ferry, orchard])
    with NearDupIndex.open(Path(settings["NEARDUP_DIR"], "pages")) as index:
        record = index.get(ferry)
        index.put_record(_aged(record, 40 * 86400))
    window = {"NEARDUP_WINDOW": "30d"}
    assert crawl([ferry, copy], window).kinds == ["unchanged", "new"]
    again = site.put("http://blog.example/ferry", blog_page("Ferry", FERRY))
    assert crawl([again], window).copies[0].verdict.match.url == copy
    assert crawl([again], {"NEARDUP_ACTION": "tag"}).kinds == ["unchanged"]
    other = site.put("http://other.example/ferry", blog_page("Ferry", FERRY))
    assert crawl([other]).copies[0].verdict.match.url == ferry


def _aged(record, seconds):
    from dataclasses import replace

    return replace(record, first_seen=record.first_seen - seconds)


@pytest.mark.parametrize(
    ("window", "days"),
    [("30d", "the last 30 days"), ("1d", "the last day"), ("36h", "the last 1.5 days")],
)
def test_what_is_compared_is_told_at_the_start(pages, crawl, window, days):
    outcome = crawl(
        pages[:1],
        {
            "NEARDUP_COMPARE": "other_hosts",
            "NEARDUP_WINDOW": window,
            "NEARDUP_HOST_RULES": {"agency.example": "keep", "mill.example": "tag"},
        },
    )
    (line,) = [line for line in outcome.lines() if line.startswith("Near-duplicate index")]
    assert line.endswith(
        f"; compared with other hosts only; compared with {days}; by host: "
        "agency.example: copies are kept, mill.example: copies are tagged; rewritten copies looked for"
    )


@pytest.mark.parametrize("rewritten", [True, False])
def test_the_scores_of_a_host_are_told_at_the_start_as_those_of_all(pages, crawl, rewritten):
    rules = {
        "mill.example": {"action": "tag", "thresholds": {"rewritten": 0.9}},
        "agency.example": {"thresholds": "strict"},
    }
    settings = {"NEARDUP_REWRITTEN": rewritten, "NEARDUP_HOST_RULES": rules}
    outcome = crawl(pages[:1], settings)
    (line,) = [line for line in outcome.lines() if line.startswith("Near-duplicate index")]
    balanced, mill, strict = (
        f", rewritten {least}" if rewritten else "" for least in (0.5, 0.9, 0.65)
    )
    assert f"thresholds balanced (whole 0.5, part 0.4{balanced}); by host: " in line
    assert (
        f"by host: mill.example: copies are tagged; thresholds whole 0.5, part 0.4{mill}, "
        f"agency.example: thresholds strict (whole 0.7, part 0.8{strict})"
    ) in line
