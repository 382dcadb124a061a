"""Recognizes pages whose text is made of teasers of other pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.links import path_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.walk.page import Page

_CARDS = 3
_BROKEN = 40  # the least number of characters of a line that may be a teaser that breaks off
# A teaser breaks off amid a sentence, in one ellipsis. Posts end whole paragraphs in dots as well, in any number, and
# sites draw lines of dots.
_BREAK = re.compile(r"[^.…。！？!?\s]\s?(?:\.{3}|\.{6}|…{1,2})$")
_HEADING_NEAR = 8


def is_list_page(page: Page, body: Body, titles: Sequence[str], url: str) -> bool:
    """Whether the best text is a teaser among others: its heading links to another page."""
    if body.cards < _CARDS:
        return False
    if path_of(url, url) in ("", "/"):
        return True
    if body.titled:
        return False
    for index in range(body.best - 1, max(-1, body.best - _HEADING_NEAR), -1):
        block = page.blocks[index]
        if block.weight < PRICES.card_title and body.best - index > PRICES.teaser:
            continue  # perhaps the name of a post's author
        teaser = index == body.best - 1 and body.value < PRICES.teaser_weight
        if block.tag in HEADINGS or (teaser and block.link_weight >= block.weight):
            linked = [href for i, href in page.links if i == index]
            return (
                block.is_linked
                and not any(block.text in title for title in titles)
                and all(path_of(url, href) != path_of(url, url) for href in linked)
            )
    return False


def is_teasers(lines: Sequence[str]) -> bool:
    """Whether half of the *lines* of a text break off, as teasers of other pages do; short lines do
    not count.
    """
    broken = sum([_BREAK.search(line) is not None for line in lines if len(line) >= _BROKEN])
    return broken >= _CARDS and 2 * broken >= sum([len(line) >= _BROKEN for line in lines])
