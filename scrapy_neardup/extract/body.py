"""Which run of a page's blocks is the article.

Each block gets a value: text with sentences is worth its length, link lists and scraps cost.
The article is the run of neighbouring blocks with the largest sum (Bentley's maximum
subsequence, linear), where stepping from one block to the next also costs the tree borders
crossed on the way: paragraphs of one article are siblings, a comment box or a footer is not.
A run may cross wrappers, tables and `<br>` alike, so the same article comes out of different
templates; a best subtree would depend on where a template puts its `<div>`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.blocks import Block

__all__ = ["Body", "find_body"]

# Tuned on the even half of 281 pages (benchmarks/extraction), by F1; none is sharp: halving or
# doubling any of them moves F1 by less than .01.
_MARK = 6
_BASE = 10
_LINK = 2.0
_SCRAP = 40
_SCRAP_COST = 10
_LINKED_HEADING_COST = 40
_NEXT_ARTICLE_COST = 150
_TITLE_BONUS = 150
_SECTION_COST = 200
_FLOOR = -200
_BORDER = 10
_ENOUGH = 150

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

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
    pruned: bool
    """The run was found only among blocks that look like something else."""


def find_body(blocks: Sequence[Block], titles: Sequence[str] = ()) -> Body | None:
    """The run `blocks[start:stop]` that reads like the article, None when nothing does.

    *titles* are the page's own names for itself; a heading that is one of them starts the article.
    """
    names = [t for t in (_bare(title) for title in titles) if len(t) > 3]
    best = _best_run(blocks, names, pruned=False)
    if best is None or best.value < _ENOUGH:
        other = _best_run(blocks, names, pruned=True)
        if other is not None and (best is None or other.value > best.value):
            best = other
    return best


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def is_title(text: str, names: Sequence[str]) -> bool:
    bare = _bare(text)
    return len(bare) > 3 and any(bare in name or name in bare for name in names)


def _value(block: Block, names: Sequence[str]) -> float:
    weight, link_weight = block.weight, block.link_weight
    if block.tag in _HEADINGS:
        if link_weight * 2 > weight:
            return -_LINKED_HEADING_COST
        if block.tag == "h1" and names:
            return -_NEXT_ARTICLE_COST
    if weight <= _SCRAP:
        if _SECTION.match(block.text):
            return -_SECTION_COST
        if not block.marks:
            return min(-_SCRAP_COST, weight - _LINK * link_weight - _BASE)
    value = weight - _LINK * link_weight + _MARK * block.marks - _BASE
    if block.tag in _HEADINGS:
        return min(value, 0)
    return max(value, _FLOOR)


def _best_run(blocks: Sequence[Block], names: Sequence[str], *, pruned: bool) -> Body | None:
    best_value = best_bonus = value = bonus = 0.0
    best_start = best_stop = start = 0
    for i, block in enumerate(blocks):
        if block.pruned and not pruned:
            continue
        if block.tag == "h1" and names and is_title(block.text, names):
            value, bonus, start = _TITLE_BONUS, _TITLE_BONUS, i + 1
            continue
        gain = _value(block, names)
        carried = value - _BORDER * block.gap
        if carried > 0:
            value = carried + gain
        else:
            value, bonus, start = gain, 0.0, i
        if value > best_value:
            best_value, best_bonus, best_start, best_stop = value, bonus, start, i + 1
    if best_value <= 0:
        return None
    return Body(best_start, best_stop, best_value - best_bonus, pruned)
