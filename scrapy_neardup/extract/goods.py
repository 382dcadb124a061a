"""What a page sells: the lines with a price."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.lines import WordSearch

if TYPE_CHECKING:
    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

__all__ = ["is_price", "prices"]

_PRICE = re.compile(
    r"(?:[$€£¥￥₹₩]|\b(?:USD|EUR|GBP|RMB)|R\$) ?\d|\d ?(?:[€£元円₽]|(?:EUR|USD|zł|kr|руб)\b)"
)
# One of these is in all that `_PRICE` finds.
_may_be_price = WordSearch(
    ("$", "€", "£", "¥", "￥", "₹", "₩", "usd", "eur", "gbp", "rmb", "元", "円", "₽", "zł", "kr",
     "руб")
).matches  # fmt: skip
_LIMIT = 60  # the greatest weight of a line with a price


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
