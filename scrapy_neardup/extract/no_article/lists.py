"""Recognizes pages that list other pages or goods, with a text that only introduces them."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.lines import unlinked_weight
from scrapy_neardup.extract.links import path_of
from scrapy_neardup.extract.no_article.entries import Entries, least_introduced
from scrapy_neardup.extract.no_article.goods import awaits_goods, count_goods, prices
from scrapy_neardup.extract.no_article.records import are_teasers, find_records, have_dates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.metadata import Metadata
    from scrapy_neardup.extract.walk.page import Page

# Types in JSON-LD.
_LISTS = ('"CollectionPage"', '"SearchResultsPage"')
_TYPE = re.compile(
    r'"@type"\s*:\s*(?:\[\s*)?"(?:https?://schema\.org/)?'
    r"(?:(?P<article>\w*Article|\w*Posting|Recipe|HowTo|Review|QAPage|Report)|(?P<product>Product))"
    r'"'
)
_PRICES = 10  # the least number of lines with a price, or links to goods, on a page that sells
_GRID = 20  # the least number of lines with a price on a page of several products
_CELLS = ("td", "th")
_BRIEF = 1000  # the greatest weight of a text above goods that a script shows

# What shops, blogs and wikis call the template of a list, as a class of their `<body>`.
_TEMPLATE = re.compile(
    r"""(?:^|\s)(?:
    archive|search-results  # WordPress, WooCommerce
    |template-(?:collection|list-collections|search)  # Shopify
    |catalog-category-view|catalogsearch-[\w\-]+  # Magento
    |page-category|product-category-\d+  # PrestaShop, OpenCart
    |(?:tag|author|home)-template|hs-blog-listing|view-list  # Ghost, HubSpot, Squarespace
    |(?:page|path)-taxonomy[\w\-]*|ns-14  # Drupal, MediaWiki
    )(?=$|\s)""",
    re.VERBOSE,
)
# The ends of the addresses of lists. Posts may stand below a number (/archives/12, /topics/12). Figures are
# read one by one: in runs, a number of 30 figures could be parted in a billion ways.
_LIST_PATH = re.compile(
    r"""/(?:categor(?:y|ies)|tags?|collections)(?:/[^/.]+)?/?$
    |/(?:topics|shop|catalogs?|authors?)(?:/[^/.\d][^/.]*)?/?$
    |/(?:search|archives?)/?$
    |/list(?:[_\-]?\d)*(?:\.\w+|/)?$""",
    re.VERBOSE | re.IGNORECASE,
)

# Shares of a page's text.
_PART = 0.2  # up to this share of the text without links, a text is one among many
_WHOLE = 0.95  # from this share of the text without links on, and _MOST, a text is the whole page
_HALF = 0.5  # from this share of the text without links on, it is all besides goods of a script
_MOST = 0.75  # from this share of the text with links on, a text is most of its page

_CARDS = 3
_BROKEN = 40  # the least number of characters of a line that may be a teaser that breaks off
_BREAKS = ("…", "...")
_MANY_CARDS = 5
_HEADING_NEAR = 8
_INDEX = 40  # from this many links in a row on, the text above is their introduction ...
_INDEX_SHARE = 4  # ... if they have this many times its weight


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


def is_collection(
    page: Page,
    root: _Element,
    url: str,
    metadata: Metadata,
    body: Body,
    weight: int,
    *,
    dated: bool,
) -> bool:
    """Whether the text stands on a page of products, services, posts or links.

    *root* is the page's root element, *weight* that of the text, *dated* whether the text stands
    near a date.
    """
    if _introduces_index(page, body, weight):
        return True
    lists = metadata.declared == "product.group" or any(
        name in script for script in page.json_ld for name in _LISTS
    )
    home = url.rstrip("/").count("/") == 2  # as in https://host/
    published = metadata.date is not None and not (lists or home)
    if published and not metadata.of_page:
        return False
    template = _template_of(root)
    of_list = _TEMPLATE.search(template) is not None
    of_path = _LIST_PATH.search(path_of(url, url)) is not None
    types = [match.lastgroup for script in page.json_ld for match in _TYPE.finditer(script)]
    described = types.count("article") == 1
    declared = metadata.declares_article
    # On many sites, archives of posts have the `og:type` of a post, and so do pages that a blog's
    # software calls a post; the date of such pages is no sign of an article either.
    signed = not (lists or home or of_list or of_path) and (declared or described)
    records = find_records(page, url, body, least_introduced(weight))
    entries = Entries(page, body, url, records)
    if signed and not metadata.of_page:
        records = [kind for kind in records if have_dates(page, kind)]
    if not described and (
        any(are_teasers(page, body, kind) for kind in records)
        or any(entries.are_told_of(kind, weight) for kind in records)
    ):
        return True
    if published:
        return not described and (
            entries.are_introduced(weight)
            or sum(not body.start <= place < body.stop for place in prices(page)) >= _PRICES
        )
    if (not signed and entries.are_posts()) or entries.are_dated():
        return True
    unlinked = unlinked_weight(page.blocks)
    most = weight >= _MOST * sum([block.weight for block in page.blocks])
    whole = most and weight >= _WHOLE * unlinked
    if of_list and not whole:
        return True
    if body.titled and dated and most and not (lists or home):
        return False
    if lists or "article" in types:
        return "article" not in types
    if metadata.declared == "product" or types.count("product") == 1:
        # The product's own price is among these, and the prices of its variants and accessories.
        told = prices(page)
        above = sum(place < body.start for place in told)
        return above >= _PRICES or (len(told) >= _GRID and 2 * weight < unlinked)
    if not most and of_path:
        return True
    if not declared and entries.are_introduced(weight):
        return True
    if body.titled and dated and not home:
        return False
    if not declared and _HALF * unlinked <= weight <= _BRIEF and awaits_goods(root):
        return True
    own = (body.titled or declared) and body.cards < _MANY_CARDS
    if not dated and weight <= _PART * unlinked and not own:
        return True
    if declared or whole:
        return False
    return _lists_prices(page, body) or (
        count_goods(page, url, body.start) >= max(_PRICES, least_introduced(weight))
    )


def _lists_prices(page: Page, body: Body) -> bool:
    """Whether the page has many prices. Prices of a table in the text do not count, unless the text
    is little more than the table.
    """
    told = prices(page)
    if len(told) < _PRICES:
        return False
    run = page.blocks[body.start : body.stop]
    cells = sum(block.weight for block in run if block.tag in _CELLS)
    if 2 * cells > sum(block.weight for block in run):
        return True
    others = [
        place
        for place in told
        if not (body.start <= place < body.stop and page.blocks[place].tag in _CELLS)
    ]
    return len(others) >= _PRICES


def _template_of(root: _Element) -> str:
    """The classes of the page's `<body>`."""
    body = next(root.iterchildren("body"), None)
    return (body.get("class") or "") if body is not None else ""


def _introduces_index(page: Page, body: Body, weight: int) -> bool:
    """Whether a long list of links follows the text in the text's own element."""
    blocks = page.blocks
    border = blocks[body.stop - 1].depth - 1
    items = linked = 0
    for block in islice(blocks, body.stop, None):
        if block.low < border:
            break
        if block.is_linked:
            items += 1
            linked += block.link_weight
    return items >= _INDEX and linked >= _INDEX_SHARE * weight


def is_teasers(lines: Sequence[str]) -> bool:
    """Whether half of the *lines* of a text break off, as teasers of other pages do; short lines do
    not count.
    """
    broken = sum([line.endswith(_BREAKS) for line in lines if len(line) >= _BROKEN])
    return broken >= _CARDS and 2 * broken >= sum([len(line) >= _BROKEN for line in lines])
