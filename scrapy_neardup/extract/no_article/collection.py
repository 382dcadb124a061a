"""Recognizes pages that list other pages or goods, with a text that only introduces them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.lines import unlinked_weight
from scrapy_neardup.extract.links import path_of
from scrapy_neardup.extract.no_article.entries import Entries, least_introduced
from scrapy_neardup.extract.no_article.goods import awaits_goods, count_goods, prices
from scrapy_neardup.extract.no_article.records import are_teasers, find_records, have_dates

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.metadata import Metadata
    from scrapy_neardup.extract.no_article.records import Record
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

_MANY_CARDS = 5
_INDEX = 40  # from this many links in a row on, the text above is their introduction ...
_INDEX_SHARE = 4  # ... if they have this many times its weight


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
    signs = _Signs(page, root, url, metadata, body, weight, dated)
    for is_list, has_sign in _DECIDING:
        if has_sign(signs):
            return is_list
    return False


@dataclass(eq=False)
class _Signs:
    """What a page tells of whether it is a list, each read when it is asked for."""

    page: Page
    root: _Element
    url: str
    metadata: Metadata
    body: Body
    weight: int
    dated: bool

    # What the page says of itself.

    @cached_property
    def declares_list(self) -> bool:
        return self.metadata.declared == "product.group" or any(
            name in script for script in self.page.json_ld for name in _LISTS
        )

    @property
    def declares_article(self) -> bool:
        return self.metadata.declares_article

    @cached_property
    def _described(self) -> list[str | None]:
        """An entry for each article and each product that JSON-LD describes."""
        scripts = self.page.json_ld
        return [kind.lastgroup for script in scripts for kind in _TYPE.finditer(script)]

    @property
    def describes_article(self) -> bool:
        return "article" in self._described

    @property
    def describes_one_article(self) -> bool:
        return self._described.count("article") == 1

    @property
    def is_product(self) -> bool:
        return self.metadata.declared == "product" or self._described.count("product") == 1

    @cached_property
    def is_home(self) -> bool:
        return self.url.rstrip("/").count("/") == 2  # as in https://host/

    @cached_property
    def has_list_template(self) -> bool:
        """Whether the classes of its `<body>` name the template of a list."""
        body = next(self.root.iterchildren("body"), None)
        return body is not None and _TEMPLATE.search(body.get("class") or "") is not None

    @cached_property
    def has_list_path(self) -> bool:
        return _LIST_PATH.search(path_of(self.url, self.url)) is not None

    @property
    def is_headed(self) -> bool:
        """Whether the text stands under its title and near a date, as home pages have teasers, too."""
        return self.body.titled and self.dated and not self.is_home

    @cached_property
    def is_published(self) -> bool:
        """Whether its head has a date, be it only that of the page."""
        return self.metadata.date is not None and not (self.declares_list or self.is_home)

    @cached_property
    def is_signed(self) -> bool:
        """Whether it calls itself an article, and tells of no list.

        On many sites, archives of posts have the `og:type` of a post, and so do pages that a blog's
        software calls a post; the date of such pages is no sign of an article either.
        """
        is_told = self.declares_article or self.describes_one_article
        of_list = (
            self.declares_list or self.is_home or self.has_list_template or self.has_list_path
        )
        return is_told and not of_list

    # What it lists.

    @property
    def introduces_index(self) -> bool:
        """Whether a long list of links follows the text in the text's own element."""
        blocks = self.page.blocks
        border = blocks[self.body.stop - 1].depth - 1
        items = linked = 0
        for block in islice(blocks, self.body.stop, None):
            if block.low < border:
                break
            if block.is_linked:
                items += 1
                linked += block.link_weight
        return items >= _INDEX and linked >= _INDEX_SHARE * self.weight

    @cached_property
    def _records(self) -> list[list[Record]]:
        return find_records(self.page, self.url, self.body, least_introduced(self.weight))

    @cached_property
    def _entries(self) -> Entries:
        return Entries(self.page, self.body, self.url, self._records)

    @property
    def has_teasers(self) -> bool:
        """Whether the text is made of teasers, or introduces some."""
        kinds = self._records
        if self.is_signed and not self.metadata.of_page:
            kinds = [kind for kind in kinds if have_dates(self.page, kind)]
        return any(are_teasers(self.page, self.body, kind) for kind in kinds) or any(
            self._entries.are_told_of(kind, self.weight) for kind in kinds
        )

    @property
    def has_posts(self) -> bool:
        return (not self.is_signed and self._entries.are_posts()) or self._entries.are_dated()

    @property
    def introduces_entries(self) -> bool:
        return self._entries.are_introduced(self.weight)

    # What it sells.

    @cached_property
    def _prices(self) -> list[int]:
        return prices(self.page)

    @property
    def has_prices_around(self) -> bool:
        run = range(self.body.start, self.body.stop)
        return sum(place not in run for place in self._prices) >= _PRICES

    @property
    def has_prices(self) -> bool:
        """Whether it has many prices. Those of a table in the text do not count, unless the text is
        little more than the table.
        """
        blocks, run = self.page.blocks, range(self.body.start, self.body.stop)
        cells = sum(blocks[place].weight for place in run if blocks[place].tag in _CELLS)
        is_table = 2 * cells > sum(blocks[place].weight for place in run)
        counted = [
            place
            for place in self._prices
            if is_table or place not in run or blocks[place].tag not in _CELLS
        ]
        return len(counted) >= _PRICES

    @property
    def sells_several(self) -> bool:
        """Whether it has more prices than a product's own, those of its variants and accessories."""
        above = sum(place < self.body.start for place in self._prices)
        return above >= _PRICES or (
            len(self._prices) >= _GRID and 2 * self.weight < self._unlinked
        )

    @property
    def awaits_goods(self) -> bool:
        """Whether the text is all that it has besides goods that a script shows."""
        is_all = _HALF * self._unlinked <= self.weight <= _BRIEF
        return is_all and awaits_goods(self.root)

    @property
    def links_goods(self) -> bool:
        least = max(_PRICES, least_introduced(self.weight))
        return count_goods(self.page, self.url, self.body.start) >= least

    # How much of it the text is.

    @cached_property
    def _unlinked(self) -> float:
        return unlinked_weight(self.page.blocks)

    @cached_property
    def is_mostly_text(self) -> bool:
        return self.weight >= _MOST * sum([block.weight for block in self.page.blocks])

    @property
    def is_all_text(self) -> bool:
        return self.is_mostly_text and self.weight >= _WHOLE * self._unlinked

    @property
    def is_of_many_texts(self) -> bool:
        is_own = (self.body.titled or self.declares_article) and self.body.cards < _MANY_CARDS
        return self.weight <= _PART * self._unlinked and not is_own


# The first of these that is true decides. Of two signs of one line, the one that takes less time to find is
# asked for first: the second is not looked for on most pages.
_LIST, _NO_LIST = True, False
_DECIDING: tuple[tuple[bool, Callable[[_Signs], bool]], ...] = (
    (_LIST, lambda it: it.introduces_index),
    (_NO_LIST, lambda it: it.is_published and not it.metadata.of_page),
    (_LIST, lambda it: not it.describes_one_article and it.has_teasers),
    (_NO_LIST, lambda it: it.is_published and it.describes_one_article),
    (_LIST, lambda it: it.is_published and (it.introduces_entries or it.has_prices_around)),
    (_NO_LIST, lambda it: it.is_published),
    (_LIST, lambda it: it.has_posts),
    (_LIST, lambda it: it.has_list_template and not it.is_all_text),
    (_NO_LIST, lambda it: it.is_headed and it.is_mostly_text and not it.declares_list),
    (_NO_LIST, lambda it: it.describes_article),
    (_LIST, lambda it: it.declares_list),
    (_LIST, lambda it: it.is_product and it.sells_several),
    (_NO_LIST, lambda it: it.is_product),
    (_LIST, lambda it: it.has_list_path and not it.is_mostly_text),
    (_LIST, lambda it: not it.declares_article and it.introduces_entries),
    (_NO_LIST, lambda it: it.is_headed),
    (_LIST, lambda it: not it.declares_article and it.awaits_goods),
    (_LIST, lambda it: not it.dated and it.is_of_many_texts),
    (_NO_LIST, lambda it: it.declares_article or it.is_all_text),
    (_LIST, lambda it: it.has_prices or it.links_goods),
)
