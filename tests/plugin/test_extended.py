"""Full articles in a crawl, of which another host had a flash before."""

from __future__ import annotations

import logging

import pytest

from scrapy_neardup import Kind
from tests.core.index.test_extended import FLASH, FRAME, FULL

from .articles import blog_page

HOSTS = ("gull", "attic", "ferry")
TEXTS = dict(
    zip(
        (f"http://{host}.example/1" for host in HOSTS),
        (FLASH, FULL, f"{FRAME} {FULL}"),
        strict=True,
    )
)
FIRST, LATER, REPOST = TEXTS


def items(response):
    yield {"url": response.url, "title": "", "text": TEXTS[response.url]}


@pytest.fixture
def pages(site):
    return [site.put(url, blog_page("A story", [text])) for url, text in TEXTS.items()]


def test_a_full_article_is_kept_after_its_flash_and_its_repost_is_dropped(
    pages, crawl, caplog
) -> None:
    with caplog.at_level(logging.INFO):
        outcome = crawl(pages, make_items=items)
    assert outcome.urls == [FIRST, LATER]
    tag = outcome.items[1]["neardup"]
    assert (tag["verdict"], tag["match"]) == ("extended", FIRST)
    assert tag["evidence"]["covered"] < 0.2
    assert "neardup" not in outcome.items[0]
    assert any(f"{LATER} extends {FIRST}" in line for line in caplog.messages)
    (copy,) = outcome.copies
    assert copy.verdict.kind is Kind.REPOST
    assert (copy.verdict.match.id, copy.verdict.match.through) == (LATER, None)
    assert outcome.stats["neardup/verdict/extended"] == 1


def test_a_full_article_that_comes_again_is_kept_again(pages, crawl) -> None:
    crawl(pages, make_items=items)
    outcome = crawl(pages, make_items=items)
    # The flash is an article, the repost a copy.
    assert outcome.urls == [FIRST, LATER]
    assert outcome.items[1]["neardup"]["verdict"] == "unchanged"
    assert outcome.items[1]["neardup"]["match_kind"] == "extended"


@pytest.mark.parametrize(
    ("action", "kept", "tags"),
    [
        ("tag", 3, ["new", "extended", "repost"]),
        ("keep", 3, []),
        ({"extended": "drop"}, 2, []),
        ({"repost": "drop"}, 2, []),
        ({"repost": "drop", "extended": "tag"}, 2, ["extended"]),
    ],
)
def test_what_becomes_of_a_full_article_is_a_setting(pages, crawl, action, kept, tags) -> None:
    outcome = crawl(pages, {"NEARDUP_ACTION": action}, make_items=items)
    assert len(outcome.items) == kept
    assert [item["neardup"]["verdict"] for item in outcome.items if "neardup" in item] == tags
