"""What reads like text and is no article: lists of teasers, captions, error pages, machine code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.lines import CharacterSet
from scrapy_neardup.extract.metadata import absolute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.metadata import Metadata
    from scrapy_neardup.extract.walk.page import Page

__all__ = ["is_caption_list", "is_collection", "is_failure", "is_list_page", "is_machine_made"]

_count_machine_signs = CharacterSet(
    '{}[]"\\<>=;|~^\ufffd' + "".join(map(chr, (*range(9), *range(14, 32), *range(127, 160))))
).count


# What a server says instead of an article, in its title or a short text.
_FAILURE = re.compile(
    r"""\b(?:404|403|500|502|503)\b.{0,20}(?:error|not\sfound|forbidden|错误|頁|页)
    |(?:page|file|article)\s(?:\w+\s){0,4}(?:not\s(?:be\s)?found|no\slonger\s(?:exists?
      |available))|^\W*404\W*$
    |not\sfound|access\sdenied|just\sa\smoment|verify\s(?:that\s)?you\sare\s(?:a\s)?human
      |enable\sjavascript|captcha
    |forgot(?:ten)?\s(?:your\s)?password|(?:log|sign)\s?in\sto\s(?:your|continue|view|read)
    |(?:页面|頁面|网页|網頁|内容|文章|帖子|链接).{0,12}(?:不存在|找不到|未找到|已(?:被)?删除
      |已失效|無法|无法|走丢)|页面出错|访问出错|抱歉.{0,8}(?:找不到|没有找到|出错)
    |安全验证|请(?:先)?登录|登录后(?:查看|继续|才能)|忘记密码|请输入验证码
      |ページが見つかりません|찾을\s?수\s?없""",
    re.VERBOSE | re.IGNORECASE,
)
# In half-width characters.
_FAILURE_LIMIT = 400
_FAILURE_HEAD = 80
_TEASER_LIMIT = 400
_CAPTION = 60

# Types in JSON-LD.
_LISTS = ('"CollectionPage"', '"SearchResultsPage"')
_TYPE = re.compile(
    r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?'
    r"(?:(?P<article>\w*Article|\w*Posting|Recipe|HowTo|Review|QAPage|Report)|(?P<product>Product))"
    r'"'
)
_PRICE = re.compile(
    r"(?:[$€£¥￥₹₩]|\b(?:USD|EUR|GBP|RMB)|R\$) ?\d|\d ?(?:[€£元円₽]|(?:EUR|USD|zł|kr|руб)\b)"
)
_PRICES = 10  # lines with a price from which on a page sells
_PRICE_LIMIT = 60  # the greatest weight of such a line
_PART = 0.15  # up to this share of a page's text, a text is one among many
_WHOLE = 0.95  # from this share on, all that is on a page is its text

_CARDS = 3
_HEADING_NEAR = 8


def is_list_page(page: Page, body: Body, titles: Sequence[str], url: str) -> bool:
    """Whether the best text is a teaser among others: its heading links to another page."""
    if body.cards < _CARDS:
        return False
    if _path(url, url) in ("", "/"):
        return True
    if body.titled:
        return False
    for index in range(body.start - 1, max(-1, body.start - _HEADING_NEAR), -1):
        block = page.blocks[index]
        teaser = index == body.start - 1 and body.value < _TEASER_LIMIT
        if block.tag in HEADINGS or (teaser and block.link_weight >= block.weight):
            linked = [href for i, href in page.links if i == index]
            return (
                block.link_weight * 2 > block.weight
                and not any(block.text in title for title in titles)
                and all(_path(url, href) != _path(url, url) for href in linked)
            )
    return False


def is_collection(
    page: Page, metadata: Metadata, coverage: float, *, titled: bool, dated: bool
) -> bool:
    """Whether the text stands on a page of products, services or links.

    *coverage* is the share that the text has of the page's text, *titled* whether it stands below
    the page's title, *dated* whether it stands near a date.
    """
    declared = metadata.declared
    # Archives of posts have the `og:type` of a post on many sites.
    lists = declared == "product.group" or any(
        name in script for script in page.json_ld for name in _LISTS
    )
    article = metadata.published or (titled and dated) or coverage >= _WHOLE
    if not lists and (article or declared.startswith(("article", "news", "blog"))):
        return False
    types = [match.lastgroup for script in page.json_ld for match in _TYPE.finditer(script)]
    if "article" in types:
        return False
    if lists:
        return True
    if declared == "product" or types.count("product") == 1:
        return False
    if coverage <= _PART and not (titled or dated):
        return True
    short = [block.text for block in page.blocks if block.weight < _PRICE_LIMIT]
    if len(_PRICE.findall("\n".join(short))) < _PRICES:
        return False
    return sum(_PRICE.search(text) is not None for text in short) >= _PRICES


def _path(url: str, href: str) -> str:
    link = absolute(url, href)
    return urlsplit(link).path if link else ""


def is_caption_list(run: Sequence[Block]) -> bool:
    """Whether *run* has no sentence, only short lines: pictures, a timetable, tags."""
    return not any(block.marks for block in run) and sum(b.weight for b in run) < _CAPTION * len(
        run
    )


def is_failure(text: str, weight: int, titles: Sequence[str]) -> bool:
    """Whether a short *text* says that the article is missing, locked or behind a check."""
    return weight < _FAILURE_LIMIT and (
        _FAILURE.search(text[:_FAILURE_HEAD]) is not None
        or any(_FAILURE.search(title) for title in titles)
    )


def is_machine_made(text: str) -> bool:
    """JSON, code or bytes read as text, judged by the share of signs that prose does not use."""
    sample = text[:4000]
    return _count_machine_signs(sample) * 12 > len(sample)
