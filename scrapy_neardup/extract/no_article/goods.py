"""What a page sells: the lines with a price, and the links to pages of goods."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.lines import WordSearch
from scrapy_neardup.extract.links import leads_elsewhere, path_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

_PRICE = re.compile(
    r"(?:[$€£¥￥₹₩]|\b(?:USD|EUR|GBP|RMB)|R\$) ?\d|\d ?(?:[€£元円₽]|(?:EUR|USD|zł|kr|руб)\b)"
)
# Every match of `_PRICE` has one of these in it.
_may_be_price = WordSearch(
    ("$", "€", "£", "¥", "￥", "₹", "₩", "usd", "eur", "gbp", "rmb", "元", "円", "₽", "zł", "kr",
     "руб")
).matches  # fmt: skip
_LIMIT = 60  # the greatest weight of a line with a price
# How shops name the pages of their goods, and nobody names other pages.
_GOODS = re.compile(
    r"/(?:dp|pdp|products?|goods|produkte?|produits?|productos?|prodotti)/[^/]", re.IGNORECASE
)
# How SAP Commerce names categories, and the pages of goods to which a category links. If another
# page links there, /p/ has posts.
_CATEGORY = re.compile(r"/c/[^/]+/?$")
_OF_CATEGORY = re.compile(r"/p/[^/]")
# How shops name the element of a list of goods, or such an element's class or id.
_LIST = re.compile(r"(?:products?|goods)[\-_]?(?:list(?:ing)?|grid|cards)\d*", re.IGNORECASE)
_LIST_TAGS = ("div", "ul", "ol", "section", "product-list", "product-grid", "goods-list")


def is_price(block: Block) -> bool:
    """Whether *block* is a line with a price."""
    return (
        block.weight < _LIMIT
        and _may_be_price(block.text)
        and _PRICE.search(block.text) is not None
    )


def prices(page: Page) -> list[int]:
    """The places of the lines with a price."""
    return [place for place, block in enumerate(page.blocks) if is_price(block)]


def count_goods(page: Page, url: str, start: int) -> int:
    """The number of pages of goods on its own site that the page at *url* links to, in
    `blocks[start:]`.
    """
    own = path_of(url, url)
    of_category = _CATEGORY.search(own) is not None
    found = set()
    foreign = cache(
        partial(leads_elsewhere, page.links, url)
    )  # a line may have thousands of links
    for place, href in islice(page.links, bisect_left(page.links, (start, "")), None):
        if (_GOODS.search(href) or (of_category and _OF_CATEGORY.search(href))) and not foreign(
            place
        ):
            found.add(path_of(url, href))
    return len(found - {own})


def awaits_goods(root: _Element) -> bool:
    """Whether the page below *root* has a list of goods that a script fills: an empty list, or one
    with only an element of the script's own.
    """
    return any(
        len(element) <= 1
        and any(map(_LIST.fullmatch, _names(element)))
        and not any(text.strip() for text in element.itertext())
        for element in root.iter(*_LIST_TAGS)
    )


def _names(element: _Element) -> list[str]:
    names = f"{element.tag} {element.get('class') or ''} {element.get('id') or ''}"
    return names.split()
