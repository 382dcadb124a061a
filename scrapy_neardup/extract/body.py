"""Which run of a page's blocks is the article.

Each block gets a value: text with sentences is worth its length, link lists and scraps cost.
The article is the run of neighbouring blocks with the largest sum (Bentley's maximum
subsequence, linear), where stepping from one block to the next also costs the tree borders
crossed on the way: paragraphs of one article are siblings, a comment box or a footer is not.
A run may cross wrappers, tables and `<br>` alike, so the same article comes out of different
templates; a best subtree would depend on where a template puts its `<div>`.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.blocks import Block

__all__ = ["ENOUGH", "HEADINGS", "Body", "find_body", "is_section"]

# Tuned on the even half of 281 pages (benchmarks/extraction), by F1; none is sharp: halving or
# doubling any of them moves F1 by less than .01.
_MARK = 6
_BASE = 10
_LINK = 1.8
_SCRAP = 40
_UNMARKED = 90
_SCRAP_COST = 10
_LIST_ITEM = 20
_VERSE = 2
_NEAR_TOLL = 0.25
_CARD_TITLE = 16
_OTHER_SECTION = 0.4
_LINKED_HEADING_COST = 150
_NEXT_ARTICLE_COST = 150
_ENOUGH_TITLED = 60
_CLEARLY_ENOUGH = 250
_TITLED_SHARE = 0.3
_TITLE_LENGTH = 4
_TITLE_LIMIT = 240
_SECTION_COST = 200
_FLOOR = -200
_BORDER = 20
_APART = 3

_PLAIN = frozenset(("p", "div", "article", "section", "td", "blockquote"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

# A short line that starts another section: what follows is not the article.
_SECTION = re.compile(
    r"""^[\W_]*(?:
    (?:相关|相關|推荐|推薦|热门|熱門|最新|更多|延伸|精彩|猜你)(?:\w{0,4})?
      (?:阅读|閱讀|新闻|新聞|文章|报道|報導|資訊|资讯|推荐|推薦|内容|評論|评论|链接|連結|专题|喜欢|喜歡)
    |其他人也在看|看过本文的人还|大家都在看|猜你喜欢|(?:网友|用户|全部|最新|热门|發表|发表)?(?:评论|評論|留言)
    |関連(?:記事|リンク|ニュース|キーワード)|あわせて読みたい|おすすめ記事|コメント|ランキング
    |관련\s?(?:기사|뉴스)|많이\s?본|댓글
    |(?:you\s(?:may|might)\s(?:also\s)?(?:like|enjoy|be\sinterested))|(?:related|more|recommended|popular|latest|trending|most\sread)
      (?:\s(?:articles?|stories|story|news|posts?|content|reading|coverage|from|on|in|for\syou|now|by)\b.*)?
    |(?:leave\sa\s(?:reply|comment)|(?:\d+\s)?comments?|what\sto\sread\snext|read\s(?:more|next|also))
    |читайте\sтакже|(?:другие\s)?новости\sпо\sтеме|комментари[ий]
    )[\W_\d]*$""",
    re.VERBOSE | re.IGNORECASE,
)


class Body(NamedTuple):
    start: int
    stop: int
    value: float
    """Roughly the article's length in half-width characters."""
    titled: bool
    """It follows a line that is the page's title."""
    cards: int
    """Texts on the page that stand under a link of their own, as teasers do."""


ENOUGH = 150
"""A body of less value may be something else, with the article in an unlikely place."""


def find_body(
    blocks: Sequence[Block], titles: Sequence[str] = (), *, beside: bool = False
) -> Body | None:
    """The run `blocks[start:stop]` that reads like the article, None when nothing does.

    *titles* are the page's own names for itself. Where one of them stands as a line, the run
    that follows it is preferred to a better one elsewhere. Blocks marked as `Block.beside` the
    article count only when *beside* is true.
    """
    names = [name for name in (_bare(title) for title in titles) if len(name) >= _TITLE_LENGTH]
    return _best_run(blocks, names, beside=beside)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def is_title(block: Block, names: Sequence[str]) -> bool:
    """Whether *block* is one of *names*, or most of one that has the site's name at its end."""
    if block.weight > _TITLE_LIMIT or block.link_weight * 2 > block.weight:
        return False
    bare = _bare(block.text)
    length = len(bare)
    if length < _TITLE_LENGTH:
        return False
    share = 3 if block.tag == "h1" else 2
    return any(bare in name and length * share > len(name) for name in names)


def is_section(block: Block) -> bool:
    """Whether *block* heads another part of the page: related stories, comments."""
    return block.weight <= _SCRAP and _SECTION.match(block.text) is not None


def _value(block: Block) -> float:
    """What *block* adds to a run; above 0 only for text that reads like an article's."""
    weight, link_weight = block.weight, block.link_weight
    if weight <= _UNMARKED and not block.marks:
        if link_weight:
            return min(-_SCRAP_COST, weight - _LINK * link_weight - _BASE)
        return max(-_SCRAP_COST, (weight - _LIST_ITEM) / 2)
    value = weight - _LINK * link_weight + _MARK * block.marks - _BASE
    if block.tag in HEADINGS:
        return min(value, 0)
    return max(value, _FLOOR)


def _best_run(blocks: Sequence[Block], names: Sequence[str], *, beside: bool) -> Body | None:
    value = best = 0.0
    start = best_start = best_stop = 0
    titled = -math.inf  # sum since the last title line
    titled_best = 0.0
    titled_start = titled_best_start = titled_best_stop = 0
    depth = low = last = 0  # of the last prose; the smallest since; of the last block
    toll = 0.0  # for the marks of a new section passed since
    anchored = section = False  # a title line was seen; another section began after it
    card = False  # after a linked heading: the next text may be its teaser
    cards = 0
    for i, block in enumerate(blocks):
        low = min(low, block.low)
        if block.beside and not beside:
            continue
        low = min(low, block.depth)
        if names and (block.tag == "h1" or titled_best < ENOUGH) and is_title(block, names):
            value = titled = toll = 0.0
            start = titled_start = i + 1
            depth = low = 0
            card = section = False
            anchored = True
            continue
        gap = depth + block.depth - 2 * low - 2 if depth else 0
        if block.tag in HEADINGS:
            if block.link_weight * 2 > block.weight:
                toll += _LINKED_HEADING_COST
                card = True
                continue
            if block.tag == "h1" and titled > -math.inf:
                if gap >= _APART:
                    titled = -math.inf  # endless scrolling: the next article begins
                toll += _NEXT_ARTICLE_COST
        elif card and block.weight > _SCRAP:
            card = False
            cards += 1
            if gap > 0:
                continue
        elif block.link_weight >= block.weight >= _CARD_TITLE and gap > 0:
            card = True
        if is_section(block):
            toll += _SECTION_COST
            section = True
            continue
        gain = _value(block)
        if not block.marks and block.weight <= _UNMARKED and gain < _VERSE:
            in_row = last + block.depth - 2 * block.low - 2 == 0
            if in_row and not block.link_weight and block.tag in _PLAIN:
                gain = _VERSE
        last = block.depth
        if gain > 0 and (block.marks or block.weight > _UNMARKED):
            if section:
                if gap == 0:
                    section = False  # a box inside the article
                elif anchored:
                    gain *= _OTHER_SECTION
            price = _BORDER * gap + toll if gap > 0 else toll * _NEAR_TOLL
            titled -= price
            value -= price
            if value < 0:
                value, start = 0.0, i
            toll = 0.0
            depth = low = block.depth
        elif gap > 0:
            toll -= min(gain, 0)
            continue
        elif gain < 0 and not depth:
            continue
        if value == 0:
            start = i
        titled += gain
        if titled > titled_best:
            titled_best, titled_best_start, titled_best_stop = titled, titled_start, i + 1
        value = max(0.0, value + gain)
        if value > best:
            best, best_start, best_stop = value, start, i + 1
    if titled_best >= min(_CLEARLY_ENOUGH, max(_ENOUGH_TITLED, _TITLED_SHARE * best)):
        return Body(titled_best_start, titled_best_stop, titled_best, True, cards)
    return Body(best_start, best_stop, best, False, cards) if best > 0 else None
