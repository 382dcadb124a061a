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

from scrapy_neardup.extract.blocks import kernel, searcher, squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.blocks import Block

__all__ = ["ENOUGH", "HEADINGS", "Body", "find_body", "is_section"]

# Prices and values are in half-width characters of text. Tuned by F1 on the even half of 281
# labelled pages and checked on the odd half. None is sharp: halving or doubling any one of them
# moves the mean F1 of all pages by .006 at most (benchmarks/extraction/sensitivity.py).
_MARK = 6  # what a sentence mark adds
_BASE = 10  # what a line costs, so that many short ones need to say something
_LINK = 1.8  # what a character of link text costs
_FLOOR = -200  # what one block may cost at most
_UNMARKED = 90  # up to here a line without a sentence mark is a caption, a byline, an item ...
_ITEM = 20  # ... worth half of what it has above this
_SCRAP = 40
_SCRAP_COST = 10
_VERSE = 2  # the least value of unlinked short lines in a row: verse, chat, dialogue
_BORDER = 20  # for each border of a block element between two texts
_SECTION_COST = 200  # for a line such as "related stories" between them
_LINKED_HEADING_COST = 150
_OTHER_H1_COST = 150
_INSERTED = 0.25  # the part to pay for what is only inserted between two neighbours
_CARD_TITLE = 16  # a linked line from here on may be the title of a teaser
_OTHER_SECTION = 0.4  # what text is worth in a section that follows the titled article
_ENOUGH_TITLED = 60  # a run after the title is taken from here on, if it is not much less ...
_TITLED_SHARE = 0.3  # ... than the best elsewhere,
_CLEARLY_ENOUGH = 250  # and from here on in any case
_TITLE_LENGTH = 4  # in characters
_TITLE_LIMIT = 240
_APART = 3  # borders between an article and the next one on an endless page

_PLAIN = frozenset(("p", "div", "article", "section", "td", "blockquote"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

# A short line that starts another section: what follows is not the article.
_SECTION = re.compile(
    r"""^[\W_]*(?:
    (?:相关|相關|推荐|推薦|热门|熱門|最新|更多|延伸|精彩|猜你)(?:\w{0,4})?
      (?:阅读|閱讀|新闻|新聞|文章|报道|報導|資訊|资讯|推荐|推薦|内容|評論|评论|链接|連結|专题
        |喜欢|喜歡)
    |其他人也在看|看过本文的人还|大家都在看|猜你喜欢|(?:网友|用户|全部|最新|热门|發表
      |发表)?(?:评论|評論|留言)
    |関連(?:記事|リンク|ニュース|キーワード)|あわせて読みたい|おすすめ記事|コメント|ランキング
    |관련\s?(?:기사|뉴스)|많이\s?본|댓글
    |(?:you\s(?:may|might)\s(?:also\s)?(?:like|enjoy|be\sinterested))|(?:related|more
      |recommended|popular|latest|trending|most\sread)
      (?:\s(?:articles?|stories|story|news|posts?|content|reading|coverage|from|on|in|for\syou
        |now|by)\b.*)?
    |(?:leave\sa\s(?:reply|comment)|(?:\d+\s)?comments?|what\sto\sread\snext|read\s(?:more|next
      |also))
    |читайте\sтакже|(?:другие\s)?новости\sпо\sтеме|комментари[ий]
    )[\W_\d]*$""",
    re.VERBOSE | re.IGNORECASE,
)


_Found = tuple[int, int, float]
"""Start, stop and value of a run."""


# One of these is in every such line.
_SECTION_HINTS = (
    "相关", "相關", "推荐", "推薦", "热门", "熱門", "最新", "更多", "延伸", "精彩", "猜你", "也在看",
    "看过", "都在看", "评论", "評論", "留言", "関連", "読みたい", "おすすめ", "コメント",
    "ランキング", "관련", "많이", "댓글", "you m", "related", "more", "recommended", "popular",
    "latest", "trending", "read", "leave", "comment", "читайте", "новости", "комментари",
)  # fmt: skip
_may_be_section = searcher(_SECTION_HINTS)


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
    blocks: list[Block], titles: Sequence[str] = (), *, beside: bool = False
) -> Body | None:
    """The run `blocks[start:stop]` that reads like the article, None when nothing does.

    *titles* are the page's own names for itself. Where one of them stands as a line, the run
    that follows it is preferred to a better one elsewhere. Blocks marked as `Block.beside` the
    article count only when *beside* is true.
    """
    names = [name for name in map(squeeze, titles) if name]
    runs = _runs if _search is None else _search.runs
    titled, anywhere, cards = runs(blocks, names, beside)
    best = titled[2]
    if best >= min(_CLEARLY_ENOUGH, max(_ENOUGH_TITLED, _TITLED_SHARE * anywhere[2])):
        return Body(*titled, True, cards)
    return Body(*anywhere, False, cards) if anywhere[2] > 0 else None


def is_title(block: Block, names: Sequence[str]) -> bool:
    """Whether *block* is one of *names*, or most of one that has the site's name at its end."""
    if block.weight > _TITLE_LIMIT or block.link_weight * 2 > block.weight:
        return False
    bare = squeeze(block.text)
    length = len(bare)
    if length < _TITLE_LENGTH:
        return block.tag == "h1" and bare in names
    share = 3 if block.tag == "h1" else 2
    return any(length * share > len(name) and bare in name for name in names)


def is_section(block: Block) -> bool:
    """Whether *block* heads another part of the page: related stories, comments."""
    text = block.text
    return block.weight <= _SCRAP and _may_be_section(text) and _SECTION.match(text) is not None


def _value(block: Block) -> float:
    """What *block* adds to a run; above 0 only for text that reads like an article's."""
    weight, link_weight = block.weight, block.link_weight
    if weight <= _UNMARKED and not block.marks:
        if link_weight:
            return min(-_SCRAP_COST, weight - _LINK * link_weight - _BASE)
        return max(-_SCRAP_COST, (weight - _ITEM) / 2)
    value = weight - _LINK * link_weight + _MARK * block.marks - _BASE
    if block.tag in HEADINGS:
        return min(value, 0)
    return max(value, _FLOOR)


class _Run:
    """The best run so far, and the one being added to."""

    __slots__ = ("best", "best_start", "best_stop", "restarts", "start", "value")

    def __init__(self, value: float, *, restarts: bool) -> None:
        self.value = value
        self.restarts = restarts
        """Whether a run that is worth nothing may begin anew at any block."""
        self.start = self.best_start = self.best_stop = 0
        self.best = 0.0

    def begin(self, index: int) -> None:
        self.value, self.start = 0.0, index

    def pay(self, price: float, index: int) -> None:
        self.value -= price
        if self.restarts and self.value < 0:
            self.begin(index)

    def add(self, gain: float, index: int) -> None:
        if self.restarts and self.value == 0:
            self.start = index
        self.value += gain
        if self.value > self.best:
            self.best, self.best_start, self.best_stop = self.value, self.start, index + 1
        elif self.restarts and self.value < 0:
            self.value = 0.0


def _runs(
    blocks: Sequence[Block],
    names: Sequence[str],
    beside: bool,
) -> tuple[_Found, _Found, int]:
    """The best run after the last title, the best one anywhere, and the number of cards."""
    anywhere = _Run(0.0, restarts=True)
    titled = _Run(-math.inf, restarts=False)  # from the last title line
    depth = low = 0  # of the last text, and the smallest since: together they give the borders
    last = 0  # depth of the last block
    toll = 0.0  # for what was passed since the last text
    section = False  # under a heading of another section
    card = False  # after a title with a link of its own: its teaser may follow
    cards = 0
    for i, block in enumerate(blocks):
        low = min(low, block.low)
        if block.beside and not beside:
            continue
        low = min(low, block.depth)
        if names and (block.tag == "h1" or titled.best < ENOUGH) and is_title(block, names):
            anywhere.begin(i + 1)
            titled.begin(i + 1)
            depth = low = 0
            toll = 0.0
            card = section = False
            continue
        gap = depth + block.depth - 2 * low - 2 if depth else 0
        if block.tag in HEADINGS:
            if block.link_weight * 2 > block.weight:
                toll += _LINKED_HEADING_COST
                card = True
                continue
            if block.tag == "h1" and titled.value > -math.inf:
                toll += _OTHER_H1_COST
                if gap >= _APART:  # endless scrolling: the next article begins
                    titled.value = -math.inf
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
        if not block.marks and block.weight <= _UNMARKED:
            in_row = last + block.depth - 2 * block.low == 2
            if gain < _VERSE and in_row and not block.link_weight and block.tag in _PLAIN:
                gain = _VERSE
            prose = False
        else:
            prose = gain > 0
        last = block.depth
        if prose:
            if gap == 0:
                toll *= _INSERTED
                section = False
            elif section and titled.start:
                gain *= _OTHER_SECTION
            price = _BORDER * gap + toll
            anywhere.pay(price, i)
            titled.pay(price, i)
            toll = 0.0
            depth = low = block.depth
        elif gap > 0:
            toll -= min(gain, 0)
            continue
        elif gain < 0 and not depth:
            continue
        titled.add(gain, i)
        anywhere.add(gain, i)
    return (
        (titled.best_start, titled.best_stop, titled.best),
        (anywhere.best_start, anywhere.best_stop, anywhere.best),
        cards,
    )


_search = (
    None
    if kernel is None
    else kernel.BodySearch(
        kernel.Hints(_SECTION_HINTS), _SECTION.match, HEADINGS, _PLAIN, globals()
    )
)
