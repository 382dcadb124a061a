"""Recognizes what a site says on each of its pages: a shop's terms, a notice beside the content."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.languages import alternatives, words
from scrapy_neardup.extract.lines import WordSearch
from scrapy_neardup.extract.no_article.goods import prices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.walk.page import Page

# What a shop says about every order.
_TERMS = re.compile(alternatives("SHOP_TERMS"), re.VERBOSE | re.IGNORECASE)
# Every match of `_TERMS` has one of these in it.
_may_be_terms = WordSearch(words("SHOP_TERMS_WORDS")).matches
_TERM = 20  # the least number of characters of a line that counts
_LIMIT = 2000  # the greatest weight of terms
_LINES = 3  # the least number of such lines, ...
_MOST = 0.75  # ... and their least share of those lines of a text that count
_PART = 0.2  # up to this share of its page, a text is one among many


def is_terms(page: Page, lines: Sequence[str], weight: int) -> bool:
    """Whether *lines*, on a page with a price, are a shop's terms, mostly on shipping and returns.

    Lines of a few words do not count, and a longer text is never taken for terms.
    """
    if weight > _LIMIT:
        return False
    long = [line for line in lines if len(line) >= _TERM]
    told = sum([_may_be_terms(line) and _TERMS.search(line) is not None for line in long])
    return told >= _LINES and told >= _MOST * len(long) and bool(prices(page))


def is_aside(body: Body, coverage: float) -> bool:
    """Whether a short text of this *coverage* is a notice of the page's own: what a shop says about
    itself below each product, the hint about browsers above each thread of a forum.

    Such a notice stands under no name of the page, and the page has much more text.
    """
    return not body.headed and coverage <= _PART
