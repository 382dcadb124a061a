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
from scrapy_neardup.extract.body.sections import AUTHOR, COMMENTS, HEADING_WORDS, OTHER, bare
from scrapy_neardup.extract.languages import alternatives, words
from scrapy_neardup.extract.lines import WordSearch, squeeze
from scrapy_neardup.extract.titles import title_parts
from scrapy_neardup.extract.written_dates import MOMENT, parse_date

_VERSION = 11
"""Raised with every change to the search, with `VERSION` in the kernel."""

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy_neardup.extract.body import reference as kernel
    from scrapy_neardup.extract.body.reference import Found
    from scrapy_neardup.extract.lines import Block
else:
    kernel = kernel_of(__name__, _VERSION)

# In half-width characters.
_ENOUGH_TITLED = 60  # from this value on, a run after the title is taken, if it is not less ...
_TITLED_SHARE = 0.3  # ... than this share of the best run elsewhere,
_CLEARLY_ENOUGH = 250  # and from this value on in any case
ENOUGH = PRICES.enough
"""A body of less value may be something else, with the article in an unlikely place."""

_ITEMS = 3  # the least number of items in a list that ends an article
_ITEM = 20  # and their least mean weight
_PART_ITEM = 8  # the same under a heading of their own, or a line that leads to them

_KICKED = 10  # the least length of a title by which a heading is known that has more words
_LIST_TAGS = frozenset(("li", "dt", "dd", "td", "th"))
_PARAGRAPHS = frozenset(("p", "div", "li"))
_COLONS = (":", "：")
_PLAIN = frozenset(("p", "div", "article", "section", "td", "blockquote"))
_FIRST = frozenset(("h1", "h2"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

# A short line that starts another section: what follows is not the article.
_SECTION = re.compile(
    rf"^[\W_]*(?:{alternatives('SECTION')})[\W_\d]*$", re.VERBOSE | re.IGNORECASE
)
# A short line above comments.
_COMMENTS = re.compile(
    rf"""^[\W_]*(?:\d+\s*[条條则則个個件]?\s*)?
    (?:{alternatives("COMMENTS")})
    [\W_\d]*(?:[条條])?[\W_]*$""",
    re.VERBOSE | re.IGNORECASE,
)
# What stands below each comment.
_REPLY = re.compile(
    rf"""^(?:[\W\d_]|{alternatives("REPLY_TIME")})*
    (?:{alternatives("REPLY")})(?!\W*(?:to|us|this)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
# Who wrote a comment, above or below it.
_NAMED = re.compile(alternatives("COMMENTER"), re.VERBOSE | re.IGNORECASE)
# When a comment was written, perhaps behind a name and a sign.
_DAY = re.compile(
    rf"(?:^|\W\s)\W*(?:{alternatives('COMMENT_DAY')})\W*$", re.VERBOSE | re.IGNORECASE
)
# Every match of `_NAMED`, `_DAY` or `MOMENT` has one of these in it.
_may_be_signed = WordSearch((*"0123456789", *words("COMMENTER_WORDS"))).matches
# One of these is in every heading of a section or of comments.
_own_words = WordSearch(words("SECTION_WORDS", "COMMENTS_WORDS"))
section_words = WordSearch((*words("SECTION_WORDS", "COMMENTS_WORDS"), *HEADING_WORDS))


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


def find_body(
    blocks: list[Block],
    titles: Sequence[str],
    *,
    beside: bool,
    leads_elsewhere: Callable[[int], bool],
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
    heading = (_below_kicker(blocks, titles) or _only_h1(blocks)) if not titled[2] else ""
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


def _below_kicker(blocks: list[Block], titles: Sequence[str]) -> str:
    """The text of the page's heading that ends with one of *titles*, below the word for its topic that
    stands in the same heading, as German sites have it; "" without one.
    """
    headings = [b.text for b in blocks if b.tag in _FIRST and not (b.beside or b.link_weight)]
    if not (headings and titles):
        return ""
    # Only the first title usually has the name of the site behind it.
    names = map(squeeze, (title_parts(titles[0])[0], *titles))
    ends = tuple([name for name in names if len(name) >= _KICKED])
    return next((heading for heading in headings if squeeze(heading).endswith(ends)), "")


def _only_h1(blocks: list[Block]) -> str:
    """The text of the page's `<h1>` if it has one only and that is no link, else ""."""
    found = ""
    for block in blocks:
        if block.tag == "h1" and not block.beside and not block.is_linked:
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


def heads_comments(block: Block) -> bool:
    """Whether *block* heads comments."""
    return is_section(block) and _section_of(block.text) == kernel.COMMENTS


def _section_of(text: str) -> int:
    """The kind of section that a short line heads."""
    name = bare(text)
    if name in COMMENTS:
        return kernel.COMMENTS
    if name in OTHER or name in AUTHOR:
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
