"""Headings of what follows an article, in many languages."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import body
from scrapy_neardup.extract.body import is_section
from scrapy_neardup.extract.body.sections import AUTHOR_HEADINGS, COMMENT_HEADINGS, OTHER_HEADINGS
from scrapy_neardup.extract.lines import Block


@pytest.mark.parametrize("form", ["{}", "{}:", "» {} (3)"])
def test_each_heading_is_found(form: str):
    for heading in (*OTHER_HEADINGS, *AUTHOR_HEADINGS, *COMMENT_HEADINGS):
        text = form.format(heading)
        for shown in (text, text.upper() if "ı" not in text and "i" not in text else text):
            assert is_section(Block(shown, 20, 0, 0, "h3", 2, 1, False)), shown


@pytest.mark.parametrize("text", ["Similar articles", "Sign our guestbook", "Más información"])
def test_headings_of_many_forms_are_found(text: str):
    assert is_section(Block(text, 20, 0, 0, "h3", 2, 1, False))


@pytest.mark.parametrize(
    "text", ["About the bridge", "Noticias de la tarde", "Kommentare lesen", "作者"]
)
def test_a_heading_that_only_begins_so_is_none(text: str):
    assert not is_section(Block(text, 20, 0, 0, "h3", 2, 1, False))


@pytest.mark.parametrize(
    "line", ["Reply", "2 days ago · Like · Reply", "3 Likes", "回复", "12 赞"]
)
def test_what_stands_below_a_comment_is_known(line):
    assert body._is_reply(line)


@pytest.mark.parametrize("line", ["Like us on Facebook", "Reply to this article", "Report this"])
def test_what_a_site_asks_for_below_its_article_is_no_comment(line):
    assert not body._is_reply(line)
