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
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.extract.body.prices import PRICES, Prices
from scrapy_neardup.extract.body.sections import COMMENTS, FRAGMENTS, OTHER, bare
from scrapy_neardup.extract.lines import WordSearch, squeeze
from scrapy_neardup.extract.metadata import MOMENT, parse_date

_VERSION = 11
"""Raised with every change to the search, with `VERSION` in the kernel."""

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy_neardup.extract.body import kernel
    from scrapy_neardup.extract.body.reference import Found
    from scrapy_neardup.extract.lines import Block
else:
    kernel = kernel_of(__name__, _VERSION)

__all__ = ["ENOUGH", "HEADINGS", "Body", "find_body", "is_section", "list_after", "section_words"]

# In half-width characters.
_ENOUGH_TITLED = 60  # from this value on, a run after the title is taken, if it is not less ...
_TITLED_SHARE = 0.3  # ... than this share of the best run elsewhere,
_CLEARLY_ENOUGH = 250  # and from this value on in any case
ENOUGH = PRICES.enough
"""A body of less value may be something else, with the article in an unlikely place."""

_ITEMS = 3  # the least number of items in a list that ends an article
_ITEM = 20  # and their least mean weight
_PART_ITEM = 8  # the same under a heading of their own, or a line that leads to them

_LIST_TAGS = frozenset(("li", "dt", "dd", "td", "th"))
_PARAGRAPHS = frozenset(("p", "div", "li"))
_COLONS = (":", "：")
_PLAIN = frozenset(("p", "div", "article", "section", "td", "blockquote"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

# A short line that starts another section: what follows is not the article.
_SECTION = re.compile(
    r"""^[\W_]*(?:
    (?:相关|相關|推荐|推薦|热门|熱門|最新|更多|延伸|精彩|猜你)(?:\w{0,4})?
      (?:阅读|閱讀|新闻|新聞|文章|报道|報導|資訊|资讯|推荐|推薦|内容|評論|评论|链接|連結|专题
        |喜欢|喜歡|评测|测评|视频|作品|攻略|教程|案例|问答)
    |其他人也在看|看过本文的人还|大家都在看|猜你喜欢|往期(?:精选|精彩|推荐|回顾|文章|内容)
    |関連(?:記事|リンク|ニュース|キーワード)|あわせて読みたい|おすすめ記事|ランキング
    |관련\s?(?:기사|뉴스)|많이\s?본
    |(?:you\s(?:may|might)\s(?:also\s)?(?:like|enjoy|be\sinterested))|(?:related|more
      |recommended|popular|latest|trending|most\sread)
      (?:\s(?:articles?|stories|story|news|posts?|content|reading|coverage|from|on|in|for\syou
        |now|by)\b.*)?
    |(?:what\sto\sread\snext|read\s(?:more|next|also))
    |читайте\sтакже|(?:другие\s)?новости\sпо\sтеме
    )[\W_\d]*$""",
    re.VERBOSE | re.IGNORECASE,
)
# A short line above comments.
_COMMENTS = re.compile(
    r"""^[\W_]*(?:\d+\s*[条條则則个個件]?\s*)?(?:
    (?:网友|網友|用户|读者|讀者|全部|所有|最新|热门|熱門|精彩|文章|發表|发表|参与|查看)?(?:的)?
      (?:评论|評論|留言|跟帖|跟贴|热评|回复|回覆)
      (?:区|區|列表|板|专区|內容|内容|数|數)?
    |(?:我来|我來)(?:说|說)(?:两|兩)句|(?:说|說)(?:点|點)什(?:么|麼)|网友(?:热议|怎么说)
    |コメント(?:一覧|欄)?|(?:전체\s?)?댓글
    |leave\sa\s(?:reply|comment)|(?:(?:user|reader|all|latest|recent)\s)?comments?(?:\ssection)?
    |join\sthe\s(?:discussion|conversation)|\d+\s(?:responses?|replies|answers?|thoughts?\son\b.*)
    |комментари[ий]
    )[\W_\d]*(?:[条條])?[\W_]*$""",
    re.VERBOSE | re.IGNORECASE,
)
# What stands below each comment.
_REPLY = re.compile(
    r"""^(?:[\W\d_]|\b(?:hours?|days?|minutes?|weeks?|months?|years?|ago|at)\b|小时|小時|分钟|分鐘
      |天|周|月|年|日|前|刚刚)*
    (?:回复|回覆|点赞|點讚|赞|讚|顶|踩|举报|舉報|支持|反对|引用|repl(?:y|ies)|likes?|report|quote
      |返信|いいね|답글|ответить)(?!\w*(?:to|us|this)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
# Who wrote a comment, above or below it.
_NAMED = re.compile(
    r"""\bIP\s*(?:属地|屬地|归属地)|来自.{1,12}(?:网友|客户端|手机|iphone|android)
    |(?:^|\W)(?:匿名|热心|热情)?(?:网友|網友|用户|用戶|游客|访客|读者)[\w*]{0,12}\s*(?:[:：说]|$)
    |^\W*(?:第\s?)?[0-9]+\s?(?:楼|樓|层|\#)|^\W*(?:\#\s?[0-9]+|沙发|板凳|地板)\W*$
    |^(?:guest|anonymous|user|reader)[\s_\-]?[0-9]*$""",
    re.VERBOSE | re.IGNORECASE,
)
# When a comment was written, perhaps behind a name and a sign.
_DAY = re.compile(
    r"""(?:^|\W\s)\W*(?:just\snow|yesterday|today|昨天|前天|今天|昨日|今日|어제|오늘|방금|вчера|сегодня|только\sчто
      |gestern|heute|ayer|hoy|hier|aujourd['’]hui|ontem|hoje|ieri|oggi|أمس|اليوم|الآن)\W*$""",
    re.VERBOSE | re.IGNORECASE,
)
# Every match of `_NAMED`, `_DAY` or `MOMENT` has one of these in it.
_may_be_signed = WordSearch(
    (*"0123456789", "前", "刚刚", "ago", "назад", "just now", "yesterday", "today", "昨", "今", "어제",
     "오늘", "방금", "вчера", "сегодня", "только", "gestern", "heute", "ayer", "hoy", "hier", "aujourd",
     "ontem", "hoje", "ieri", "oggi", "أمس", "اليوم", "الآن", "منذ", "قبل", "ip", "来自", "网友", "網友", "用户", "用戶",
     "游客", "访客", "读者", "沙发", "板凳", "地板", "guest", "anonymous", "user", "reader")
).matches  # fmt: skip
# One of these is in every heading of a section.
_SECTION_WORDS = (
    "相关", "相關", "推荐", "推薦", "热门", "熱門", "最新", "更多", "延伸", "精彩", "猜你", "也在看",
    "看过", "往期", "都在看", "関連", "読みたい", "おすすめ", "ランキング", "관련", "많이", "you m", "related",
    "more", "recommended", "popular", "latest", "trending", "read", "читайте", "новости",
)  # fmt: skip
_COMMENT_WORDS = (
    "评论", "評論", "留言", "跟帖", "跟贴", "热评", "回复", "回覆", "我来",
    "我來", "说", "說", "热议", "コメント", "댓글", "leave", "comment", "discussion", "conversation",
    "response", "repl", "answer", "thought", "комментари",
)  # fmt: skip
_own_words = WordSearch(_SECTION_WORDS + _COMMENT_WORDS)
section_words = WordSearch((*_SECTION_WORDS, *_COMMENT_WORDS, *FRAGMENTS))


class Body(NamedTuple):
    """Where the article stands: `blocks[start:stop]`."""

    start: int
    stop: int
    value: float
    """Roughly the article's length in half-width characters."""
    titled: bool
    """Whether it follows a line that is the page's title."""
    headed: bool
    """Whether it follows such a line, or else the page's only `<h1>`."""
    best: int
    """Where the best text of the page starts. It is not *start* if the article is a text of less value
    after the only `<h1>`."""
    cards: int
    """Number of texts on the page that stand under a link of their own, as teasers do."""
    verse: bool = False
    """Whether it is a poem, of short lines without sentence marks."""


def _nowhere(_: int) -> bool:
    return False


def find_body(
    blocks: list[Block],
    titles: Sequence[str] = (),
    *,
    beside: bool = False,
    leads_elsewhere: Callable[[int], bool] = _nowhere,
) -> Body | None:
    """The run of *blocks* that reads like the article, None when nothing does.

    *titles* are the page's own names for itself. Where one of them stands as a line, the run
    that follows it is preferred to a better one elsewhere. Blocks marked as `Block.beside` the
    article count only when *beside* is true. *leads_elsewhere*, called with a block's number, says
    whether the block's links lead to other sites.
    """
    names = [name for name in map(squeeze, titles) if name]
    titled, anywhere, cards = _search.runs(blocks, names, beside, leads_elsewhere)
    is_titled = is_headed = _is_worth(titled, anywhere)
    start, stop, value = titled if is_titled else anywhere
    best = start
    heading = _only_h1(blocks) if not titled[2] else ""
    if heading:
        headed, other, _ = _search.runs(blocks, [squeeze(heading)], beside, leads_elsewhere)
        if _is_worth(headed, other):
            is_headed = True
            start, stop, value = headed
            best = start if value >= anywhere[2] else anywhere[0]
    if not is_titled and value <= 0:
        return None
    return Body(start, list_after(blocks, stop), value, is_titled, is_headed, best, cards)


def _is_worth(titled: Found, anywhere: Found) -> bool:
    """Whether the best run after the title is to be preferred to the best one anywhere."""
    return titled[2] >= min(_CLEARLY_ENOUGH, max(_ENOUGH_TITLED, _TITLED_SHARE * anywhere[2]))


def _only_h1(blocks: list[Block]) -> str:
    """The text of the page's `<h1>` if it has one only and that is no link, else ""."""
    found = ""
    for block in blocks:
        if block.tag == "h1" and not block.beside and block.link_weight * 2 <= block.weight:
            if found and block.text != found:
                return ""
            found = block.text
    return found


def list_after(blocks: Sequence[Block], start: int) -> int:
    """The end of the lists or the table that follow the text before `blocks[start]`; *start* if there
    are none.

    The items stand in an element beside that text, have no links, and say more than buttons do. They
    may be short under a heading that stands beside the text, as the heading of a recipe's ingredients
    does, and below a line that ends with a colon.
    """
    if not start:
        return start
    before = blocks[start - 1]
    least = _PART_ITEM if before.marks and before.text.endswith(_COLONS) else _ITEM
    stop = _items_after(blocks, start, before.depth - 1, least)
    # Where a heading stands beside the text.
    depth = before.depth - (before.tag == "li")
    while stop < len(blocks) and before.tag in _PARAGRAPHS:
        heading = blocks[stop]
        if (
            heading.tag not in HEADINGS
            or heading.link_weight
            or heading.beside
            or heading.depth != depth
            or heading.low != depth - 1
            or is_section(heading)
        ):
            break
        end = _items_after(blocks, stop + 1, depth - 1, _PART_ITEM)
        if end == stop + 1:
            break
        stop = end
    return stop


def _items_after(blocks: Sequence[Block], start: int, border: int, least: int) -> int:
    """The end of the items that begin at `blocks[start]`, before the depth falls below *border*;
    *start* if they are too few, or their mean weight is less than *least*.
    """
    stop, weight = start, 0
    for block in islice(blocks, start, None):
        if block.tag not in _LIST_TAGS or block.link_weight or block.beside or block.low < border:
            break
        if block.low == block.depth:  # a line after `<br>`
            break
        stop += 1
        weight += block.weight
    items = stop - start
    return stop if items >= _ITEMS and weight >= least * items else start


def is_section(block: Block) -> bool:
    """Whether *block* heads another part of the page, such as related stories or comments."""
    return (
        block.weight <= PRICES.scrap
        and section_words.matches(block.text)
        and _section_of(block.text) != kernel.NO_SECTION
    )


def _section_of(text: str) -> int:
    """The kind of section that a short line heads."""
    name = bare(text)
    if name in COMMENTS:
        return kernel.COMMENTS
    if name in OTHER:
        return kernel.OTHER_SECTION
    if not _own_words.matches(text):
        return kernel.NO_SECTION
    if _COMMENTS.match(text):
        return kernel.COMMENTS
    return kernel.OTHER_SECTION if _SECTION.match(text) else kernel.NO_SECTION


def _is_reply(text: str) -> bool:
    return _REPLY.match(text) is not None


def _signature_of(text: str) -> int:
    """What a short line tells of a comment: NAMED if it tells who wrote it, TIMED if only when it was
    written, else UNSIGNED.
    """
    if not _may_be_signed(text):
        return kernel.UNSIGNED
    if _NAMED.search(text):
        return kernel.NAMED
    time = MOMENT.search(text)
    if not time:
        return kernel.TIMED if _DAY.search(text) else kernel.UNSIGNED
    rest = text[: time.start()] + text[time.end() :]
    return kernel.NAMED if sum(map(str.isalpha, rest)) > 1 else kernel.TIMED


def _is_dated(text: str) -> bool:
    return parse_date(text) is not None


def make_search(prices: Prices) -> kernel.BodySearch:
    """The search with these *prices*."""
    return kernel.BodySearch(
        prices, section_words, _section_of, _is_reply, _signature_of, _is_dated, HEADINGS, _PLAIN
    )


_search = make_search(PRICES)
