"""CSV feeds, which take their columns from their first item."""

from __future__ import annotations

import csv

import pytest

from .articles import FERRY, blog_page, morning_page


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://attic.example/ferry", blog_page("Ferry", FERRY)),
    ]


@pytest.mark.parametrize(
    ("options", "more", "is_left_out"),
    [
        ({}, {}, True),
        ({"fields": ["url", "neardup"]}, {}, False),
        ({}, {"FEED_EXPORT_FIELDS": ["url", "neardup"]}, False),
        # Each item has a tag.
        ({}, {"NEARDUP_ACTION": "tag"}, False),
    ],
)
def test_a_csv_feed_that_leaves_tags_out_is_named(
    pages, crawl, tmp_path, caplog, options, more, is_left_out
):
    """The documentation alone said so."""
    feed = tmp_path / "kept.csv"
    settings = {"FEEDS": {str(feed): {"format": "csv", **options}}, "NEARDUP_AUDIT": 1}
    crawl(pages, {**settings, **more}, make_items=lambda response: [{"url": response.url}])
    columns, *rows = csv.reader(feed.read_text().splitlines())
    assert len(rows) == 2
    assert ("neardup" not in columns) is is_left_out
    told = [record.message for record in caplog.records if "CSV feed" in record.message]
    assert len(told) == is_left_out
    if is_left_out:
        assert f"The CSV feed {feed} has no column 'neardup'" in told[0]
