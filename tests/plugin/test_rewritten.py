"""Rewritten copies in a crawl."""

from __future__ import annotations

import ast
import logging
import re
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scrapy_neardup import Kind, open_index
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import REWRITTEN, SOURCE

from .articles import blog_page, morning_page

REBUILD = "make a new index of it with `scrapy neardup rebuild OLD NEW --rewritten`"
ON, OFF = ({"NEARDUP_REWRITTEN": looking, "NEARDUP_SCOPE": "all"} for looking in (True, False))


def items(response):
    """The page's story as an item."""
    yield {"url": response.url, "title": "", "text": STORIES[response.url]}


@dataclass(frozen=True)
class FrozenItem:
    url: str
    text: str
    neardup: dict[str, Any] | None = None


FIRST, AGAIN = "http://gull.example/story", "http://attic.example/read"
STORIES = {FIRST: SOURCE, AGAIN: REWRITTEN}


@pytest.fixture
def pages(site):
    return [
        site.put(FIRST, morning_page("A story", [SOURCE])),
        site.put(AGAIN, blog_page("The story again", [REWRITTEN])),
    ]


@pytest.fixture
def known(tmp_path):
    """Where an index is that knows a press of other articles."""
    with open_index(tmp_path / "index" / "all", thresholds=Thresholds(rewriting=True)) as index:
        add_press(index)
    return tmp_path / "index"


def test_a_rewritten_copy_is_tagged_with_the_reasons_and_kept(pages, crawl, known, caplog) -> None:
    with caplog.at_level(logging.INFO):
        outcome = crawl(pages, {"NEARDUP_INDEX": str(known), **ON}, make_items=items)
    assert outcome.urls == [FIRST, AGAIN]
    tag = outcome.items[1]["neardup"]
    assert (tag["verdict"], tag["match"]) == ("rewritten", FIRST)
    assert tag["evidence"]["counterparts"] >= 7
    assert "neardup" not in outcome.items[0]
    assert outcome.stats["neardup/verdict/rewritten"] == 1
    assert any("9 of 9 numbers agree" in line for line in caplog.messages)
    begins = ", rewritten 0.5); rewritten copies looked for"
    assert any(line.endswith(begins) for line in caplog.messages)


@pytest.mark.parametrize(("window", "verdicts"), [("7d", []), ("90d", ["rewritten"])])
def test_older_sources_are_left_out_if_the_setting_says_so(
    pages, crawl, known, window, verdicts
) -> None:
    settings = {"NEARDUP_INDEX": str(known), **ON}
    crawl(pages[:1], settings, make_items=items)
    with open_index(known / "all") as index:
        record = index.get(FIRST)
        index.put_record(replace(record, first_seen=record.first_seen - 40 * 86400))
    outcome = crawl(pages[1:], settings | {"NEARDUP_REWRITTEN_WINDOW": window}, make_items=items)
    tags = [item["neardup"]["verdict"] for item in outcome.items if "neardup" in item]
    assert tags == verdicts
    told = f"looked for, of articles first seen in the last {window[:-1]} days"
    assert any(line.endswith(told) for line in outcome.lines())


def test_a_window_without_the_search_is_remarked_on(pages, crawl) -> None:
    outcome = crawl(pages[:1], {"NEARDUP_REWRITTEN_WINDOW": "7d", **OFF}, make_items=items)
    assert any("NEARDUP_REWRITTEN_WINDOW has no effect" in line for line in outcome.lines())


def test_a_rewritten_copy_is_dropped_if_the_action_says_so(pages, crawl, known) -> None:
    settings = {"NEARDUP_INDEX": str(known), "NEARDUP_ACTION": {"rewritten": "drop"}, **ON}
    outcome = crawl(pages, settings, make_items=items)
    assert outcome.urls == [FIRST]
    assert [copy.verdict.kind for copy in outcome.copies] == [Kind.REWRITTEN]


def test_the_action_that_tags_no_kind_is_told_where_items_cant_be_tagged(
    pages, crawl, known
) -> None:
    def frozen(response):
        yield FrozenItem(response.url, STORIES[response.url])

    settings = {"NEARDUP_INDEX": str(known), **ON}
    outcome = crawl(pages, settings, make_items=frozen)
    (problem,) = outcome.errors()
    told = re.search(r"\{'exact'.*?\}", problem)
    assert told is not None
    settings["NEARDUP_ACTION"] = ast.literal_eval(told[0])
    other = {"NEARDUP_SCOPE": "other"}
    outcome = crawl(pages, {**settings, **other}, make_items=frozen)
    assert outcome.errors() == []
    assert outcome.kinds == ["new", "rewritten"]
    assert [item.url for item in outcome.items] == pages


def test_without_the_setting_the_action_goes_by_the_copies_that_are_known(
    pages, crawl, known
) -> None:
    settings = {"NEARDUP_INDEX": str(known)}
    crawl(pages, {**settings, **ON}, make_items=items)
    settings = {**settings, **OFF, "NEARDUP_ACTION": {"rewritten": "drop"}}
    outcome = crawl(pages, settings, make_items=items)
    assert (outcome.kinds, outcome.copy_urls) == (["unchanged", "unchanged"], [AGAIN])
    assert any(
        "'rewritten' has no effect on copies that are not known" in line
        for line in outcome.lines()
    )


@pytest.mark.parametrize(
    ("older", "newer", "told"),
    [
        ({}, {}, "looked for, of articles kept from now on"),
        (
            {"NEARDUP_KEEP_TEXT": True},
            {},
            f"looked for, of articles kept from now on (to have older ones whose texts were kept as sources, {REBUILD})",
        ),
        ({}, {"NEARDUP_READONLY": True}, "looked for, but no article there can be their source"),
    ],
)
def test_on_an_index_from_before_the_crawl_says_whose_copies_it_finds(
    pages, crawl, tmp_path, caplog, older, newer, told
) -> None:
    settings = {"NEARDUP_INDEX": str(tmp_path / "older")}
    crawl(pages[:1], {**settings, **OFF, **older}, make_items=items)
    with caplog.at_level(logging.INFO):
        crawl(pages[:1], {**settings, **ON, **newer}, make_items=items)
    assert any(line.endswith(f"rewritten copies {told}") for line in caplog.messages)


def test_without_the_setting_a_rewritten_copy_is_new(pages, crawl, known) -> None:
    outcome = crawl(pages, {"NEARDUP_INDEX": str(known), **OFF}, make_items=items)
    assert outcome.kinds == ["new", "new"]


@pytest.mark.parametrize("backend", ["leveldb", "redis"])
def test_stats_and_signals_tell_of_them_by_every_backend(
    pages, crawl, tmp_path, shared_url, backend
) -> None:
    location = shared_url("redis") if backend == "redis" else f"leveldb://{tmp_path}/i"
    settings = {"NEARDUP_INDEX": location, **ON}
    with open_index(location, name="all", thresholds=Thresholds(rewriting=True)) as index:
        add_press(index)
    outcome = crawl(pages, settings, make_items=items)
    assert outcome.kinds == ["new", "rewritten"]
    assert outcome.urls == [FIRST, AGAIN]
    assert outcome.stat("verdict/rewritten") == 1
    assert outcome.stat("copies/attic.example/gull.example") == 1
    assert outcome.stat("copies_on/attic.example") == 1
    assert outcome.stat("index_size") == 321
    assert [one["verdict"].kind for one in outcome.judged] == [Kind.NEW, Kind.REWRITTEN]
