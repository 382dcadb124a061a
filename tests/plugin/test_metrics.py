"""Metrics with labels, and the recipes of docs/recipes.md in real crawls."""

from __future__ import annotations

import re
import socket
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from scrapy_neardup.plugin.metrics import _LABELS, Sample, samples
from tests.markdown import DOCS, code_blocks, tables_of

from .articles import CLOCK, FERRY, blog_page, morning_page

BLOCKS = code_blocks(DOCS / "recipes.md", "python")


def recipe(name):
    """The class *name* that a recipe defines."""
    (code,) = (block for block in BLOCKS if f"class {name}" in block)
    namespace = {"__name__": "recipe"}
    exec(compile(code, f"recipe of {name}", "exec"), namespace)  # noqa: S102 - it is in our docs
    return namespace[name]


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://attic.example/ferry", blog_page("Ferry", FERRY)),
        site.put("http://gull.example/clock", morning_page("Clock", CLOCK)),
    ]


def test_stats_are_metrics_with_labels():
    stats = {
        "neardup/checked": 7,
        "neardup/verdict/exact": 2,
        "neardup/copies/a.example/b.example": 2,
        "neardup/copies/other": 1,
        "neardup/copies_on/other": 1,
        "neardup/pages_without_article": 3,
        "neardup/pages_without_article/no_text": 3,
        "neardup/judge_seconds": 0.5,
        "neardup/item_error/Pair": 4,
        "neardup/judge_error/ValueError": 1,
        "neardup/note": "a text",
        "downloader/request_count": 9,
    }
    assert sorted(samples(stats), key=lambda one: (one.name, one.value)) == [
        Sample("neardup_checked", {}, 7),
        Sample("neardup_copies", {"host": "other", "source_host": "other"}, 1),
        Sample("neardup_copies", {"host": "a.example", "source_host": "b.example"}, 2),
        Sample("neardup_copies_on", {"host": "other"}, 1),
        Sample("neardup_item_error", {"item_class": "Pair"}, 4),
        Sample("neardup_judge_error", {"exception": "ValueError"}, 1),
        Sample("neardup_judge_seconds", {}, 0.5),
        Sample("neardup_pages_without_article", {}, 3),
        Sample("neardup_pages_without_article_by_reason", {"reason": "no_text"}, 3),
        Sample("neardup_verdict", {"verdict": "exact"}, 2),
    ]


def documented_stats():
    """The stats in the table of the docs, such as ``neardup/verdict/<verdict>``."""
    rows = tables_of(DOCS / "reference" / "settings.md")["stat"]
    return [name for row in rows for name in re.findall(r"`(neardup/.+?)`", row[0])]


PARTED = [name for name in documented_stats() if "<" in name]


@pytest.mark.parametrize("stat", PARTED)
def test_each_documented_part_of_a_stat_is_a_label(stat):
    name, *parts = stat.removeprefix("neardup/").split("/")
    (found,) = samples({stat: 1})
    assert found.name == f"neardup_{name}"
    assert [*found.labels.values()] == parts


def test_labels_are_those_of_documented_stats_alone():
    assert {name.split("/")[1] for name in PARTED} == {*_LABELS}


def test_every_stat_of_a_crawl_has_a_name_and_one_set_of_labels(pages, crawl):
    outcome = crawl(pages, {"NEARDUP_AUDIT": 1})
    labels = {}
    found = [*samples(outcome.stats)]
    assert len(found) == sum(name.startswith("neardup/") for name in outcome.stats)
    for one in found:
        assert re.fullmatch(r"neardup_[a-z0-9_]+", one.name)
        assert labels.setdefault(one.name, [*one.labels]) == [*one.labels]


def test_the_documented_stats_of_savings_and_hosts_are_counted(pages, crawl):
    outcome = crawl(pages)
    assert outcome.stat("copies_on/attic.example") == 1
    assert outcome.stat("dropped_bytes") == len("\n".join(FERRY).encode())


def test_the_recipe_for_prometheus_writes_what_prometheus_reads(pages, crawl, tmp_path):
    parser = pytest.importorskip("prometheus_client.parser")
    crawl(
        pages,
        {"EXTENSIONS": {recipe("PrometheusFile"): 500}, "PROMETHEUS_DIR": str(tmp_path)},
    )
    text = Path(tmp_path, "pages.prom").read_text()
    found = {
        (sample.name, sample.labels.get("verdict")): sample.value
        for family in parser.text_string_to_metric_families(text)
        for sample in family.samples
        if sample.labels["spider"] == "pages"
    }
    assert found["neardup_checked", None] == 3
    assert found["neardup_verdict", "exact"] == 1
    assert found["neardup_verdict", "new"] == 2


def test_the_recipe_for_statsd_sends_gauges(pages, crawl):
    pytest.importorskip("statsd")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(10)
        crawl(
            pages,
            {
                "EXTENSIONS": {recipe("StatsD"): 500},
                "STATSD_HOST": "127.0.0.1",
                "STATSD_PORT": server.getsockname()[1],
            },
        )
        server.setblocking(False)
        sent = set()
        while True:
            try:
                sent.add(server.recv(4096).decode())
            except BlockingIOError:
                break
    assert {"pages.neardup_checked:3|g", "pages.neardup_verdict.exact:1|g"} <= sent
    assert "pages.neardup_copies.attic_example.gull_example:1|g" in sent


# Of Scrapy 2.19, which spidermon 1.27 does not know yet.
quiet = pytest.mark.filterwarnings("ignore:Spider.log")


def monitored(crawl, pages, more=None):
    """The results of the recipe's monitors by name."""
    settings = {}
    (code,) = (block for block in BLOCKS if "SPIDERMON_ENABLED" in block)
    exec(compile(code, "recipe of spidermon", "exec"), settings)  # noqa: S102 - it is in our docs
    settings.pop("__builtins__")
    outcome = crawl(pages, {**settings, **(more or {})})
    lines = outcome.lines(logger="pages")
    return {
        found[1]: found[2]
        for line in lines
        for found in re.finditer(r"Near-duplicates/([^.]+)\.\.\. (\w+)", line)
    }


@quiet
def test_the_monitor_passes_for_a_crawl_in_order(pages, crawl):
    pytest.importorskip("spidermon")
    assert monitored(crawl, pages) == {
        "the index was usable to the end": "OK",
        "items were judged": "OK",
        "no more was dropped than can be right": "OK",
        "articles were read": "OK",
    }


@quiet
def test_the_monitor_fails_for_a_crawl_whose_index_can_not_be_used(pages, crawl, settings):
    pytest.importorskip("spidermon")
    Path(settings["NEARDUP_DIR"]).write_text("no directory")
    found = monitored(crawl, pages, {"NEARDUP_ON_ERROR": "pass"})
    assert found["the index was usable to the end"] == "FAIL"
    assert found["items were judged"] == "FAIL"
    assert found["articles were read"] == "OK"


@quiet
def test_the_monitor_fails_where_pages_have_no_article(site, crawl):
    pytest.importorskip("spidermon")
    pages = [site.put(f"http://gull.example/{n}", "<p>Log in</p>") for n in range(3)]
    assert monitored(crawl, pages)["articles were read"] == "FAIL"


@pytest.mark.parametrize(
    ("stats", "enough"),
    [
        ({}, True),
        ({"checked": 1000, "unjudged": 10}, True),
        ({"checked": 990, "unjudged": 10}, True),
        ({"checked": 1000, "unjudged": 6, "no_id": 6}, False),
        ({"checked": 1000, "item_error/str": 6, "item_error/Pair": 6}, False),
        ({"unjudged": 1}, False),
        ({"no_id": 1000}, False),
        ({"item_error/str": 1000}, False),
    ],
)
def test_the_alarms_tell_of_items_unjudged_for_whatever_reason(stats, enough):
    pytest.importorskip("spidermon")
    from scrapy_neardup.plugin.monitors import NearDupMonitor

    stats = {f"neardup/{name}": count for name, count in stats.items()}
    monitor = NearDupMonitor("test_unjudged")
    monitor.data = SimpleNamespace(stats=stats)
    with nullcontext() if enough else pytest.raises(AssertionError, match="passed unjudged"):
        monitor.test_unjudged()

    (rules,) = code_blocks(DOCS / "recipes.md", "yaml")
    rule = rules.partition("ItemsUnjudged")[2].partition("- alert")[0]
    unjudged, items = (
        sum(one.value for one in samples(stats) if one.name in names.split("|"))
        for names in re.findall(r'__name__=~"(.+?)"', rule)
    )
    assert (unjudged > 0.01 * items) is not enough


def test_the_alarms_for_prometheus_name_metrics_that_there_are():
    (rules,) = code_blocks(DOCS / "recipes.md", "yaml")
    named = set(re.findall(r"neardup_\w+", rules))
    documented = {name.partition("/<")[0].replace("/", "_") for name in documented_stats()}
    assert named
    assert named <= documented
