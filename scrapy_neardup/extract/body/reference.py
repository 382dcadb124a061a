"""What the kernel computes for the search of an article's body, in plain Python."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scrapy_neardup.extract.lines import squeeze

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.extract.body.prices import Prices
    from scrapy_neardup.extract.lines import Block, WordSearch

__all__ = ["BodySearch", "Found"]

# The sections that a short line may head.
NO_SECTION, OTHER_SECTION, COMMENTS = 0, 1, 2

# What a line beside a comment tells.
UNSIGNED, TIMED, NAMED = 0, 1, 2

_BYLINE = 8  # lines between a heading and its text in which a date stands
_APART = 1  # borders from a text to the first comment on it
_ABOVE = 3  # lines above a comment in which its author or time stands

_MARK = 8  # the colon of a line above an answer stands within so many characters
ANSWERS = frozenset(("re", "aw", "sv", "odp", "回复", "回覆", "答复", "ответ"))
"""What stands above each answer of a thread, before a colon and the thread's title."""

Found = tuple[int, int, float]
"""Start, stop and value of a run of blocks."""


def _begins(name: str, word: str) -> bool:
    """Whether *name* is *word*, or begins with it and a sign."""
    return name.startswith(word) and not name[len(word) : len(word) + 1].isalnum()


def _is_most_of_one(bare: str, names: list[str], share: int) -> bool:
    """Whether *bare* is in one of *names*, and more than one *share*-th of it."""
    return any(len(bare) * share > len(name) and bare in name for name in names)


class Run:
    """The best run so far, and the one being added to."""

    __slots__ = ("best", "best_start", "best_stop", "restarts", "start", "value")

    def __init__(self, value: float, *, restarts: bool) -> None:
        self.value = value
        self.restarts = restarts
        """Whether a run that is worth nothing may begin anew at any block."""
        self.start = self.best_start = self.best_stop = 0
        self.best = 0.0

    @property
    def found(self) -> Found:
        return self.best_start, self.best_stop, self.best

    @found.setter
    def found(self, found: Found) -> None:
        self.best_start, self.best_stop, self.best = found

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


class BodySearch:
    """Search for the run of blocks that is the article (see the package).

    *prices* says what blocks and borders are worth. *section_of* gives the kind of section that a
    short line heads (NO_SECTION, OTHER_SECTION or COMMENTS) and is only asked about lines with one
    of *section_words*. *is_dated* says whether a line has a date, *is_reply* whether it is like the
    lines below each comment, and *signature_of* whether it tells when a comment was written, or
    who wrote it (UNSIGNED, TIMED or NAMED). *headings* are the tags of headings, and *plain* the
    tags in which lines of verse or dialogue stand.
    """

    def __init__(
        self,
        prices: Prices,
        section_words: WordSearch,
        section_of: Callable[[str], int],
        is_reply: Callable[[str], bool],
        signature_of: Callable[[str], int],
        is_dated: Callable[[str], bool],
        headings: frozenset[str],
        plain: frozenset[str],
    ) -> None:
        self._prices = prices
        self._section_words = section_words
        self._section_of = section_of
        self._is_reply = is_reply
        self._signature_of = signature_of
        self._is_dated = is_dated
        self._headings = headings
        self._plain = plain

    def _is_title(self, block: Block, names: list[str]) -> bool:
        """Whether *block* is one of *names*, or most of a name that ends with the site's name."""
        prices = self._prices
        linked = block.link_weight * 2 > block.weight
        if block.weight > prices.title_limit or (linked and block.tag != "h1"):
            return False
        bare = squeeze(block.text)
        if len(bare) < prices.title_length:
            return block.tag == "h1" and any(_begins(name, bare) for name in names)
        share = 3 if block.tag == "h1" and not linked else 2
        return _is_most_of_one(bare, names, share)

    def _answers(self, block: Block, names: list[str]) -> bool:
        """Whether *block* is one of *names* as it stands above an answer: "Re: Which rope?"."""
        if block.weight > self._prices.title_limit:
            return False
        mark, colon, title = block.text.replace("：", ":").partition(":")
        if not colon or len(mark) >= _MARK or squeeze(mark) not in ANSWERS:
            return False
        bare = squeeze(title)
        return len(bare) >= self._prices.title_length and _is_most_of_one(bare, names, 2)

    def _goes_on(self, blocks: list[Block], index: int) -> bool:
        """Whether more text follows the text at *index* in the same element: then it is no teaser."""
        if index + 1 >= len(blocks):
            return False
        block, after = blocks[index], blocks[index + 1]
        return (
            block.depth + after.depth - 2 * after.low == 2
            and after.tag == block.tag
            and after.weight > self._prices.unmarked
            and after.link_weight * 2 <= after.weight
        )

    def _begins_article(self, blocks: list[Block], index: int) -> bool:
        """Whether the heading at *index* has a byline: it is the next article of an endless page."""
        for after in blocks[index + 1 : index + 1 + _BYLINE]:
            if after.weight > self._prices.unmarked:
                return False
            if self._is_dated(after.text):
                return True
        return False

    def _is_comment(self, blocks: list[Block], index: int) -> bool:
        """Whether the text at *index* has such a line above or below it as comments have."""
        scrap = self._prices.scrap
        enough = NAMED if self._goes_on(blocks, index) else TIMED
        if index + 1 < len(blocks):
            after = blocks[index + 1]
            if after.weight <= scrap and (
                self._is_reply(after.text) or self._signature_of(after.text) >= enough
            ):
                return True
        for above in blocks[max(index - _ABOVE, 0) : index][::-1]:
            if above.weight > scrap or above.tag in self._headings:
                return False
            if self._signature_of(above.text) >= enough:
                return True
        return False

    def _value(self, block: Block) -> float:
        """What *block* adds to a run; above 0 only for text that reads like an article's."""
        prices = self._prices
        weight, link_weight = block.weight, block.link_weight
        if weight <= prices.unmarked and not block.marks:
            if link_weight:
                return min(-prices.scrap_cost, weight - prices.link * link_weight - prices.base)
            return max(-prices.scrap_cost, (weight - prices.item) / 2)
        value = weight - prices.link * link_weight + prices.mark * block.marks - prices.base
        if block.tag in self._headings:
            return min(value, 0)
        return max(value, prices.floor)

    def runs(
        self,
        blocks: list[Block],
        names: list[str],
        beside: bool,
        leads_elsewhere: Callable[[int], bool],
    ) -> tuple[Found, Found, int]:
        """The best run after the last title line, the best one anywhere, and the number of cards.

        *names* are the page's titles as `squeeze` gives them. Blocks marked as `Block.beside` the
        article count with *beside* only. A card is a text under a link of its own, as in a list.
        """
        prices = self._prices
        anywhere = Run(0.0, restarts=True)
        titled = Run(-math.inf, restarts=False)  # from the last title line
        depth = low = 0  # of the last text, and the smallest since: together they give the borders
        last = 0  # depth of the last block
        tag = ""  # of the last text
        step = 0  # borders between the paragraphs, -1 if they are neighbours in one element
        trunk = 0  # depth of the first text in an element that was not left since
        toll = 0.0  # for what was passed since the last text
        section = False  # under a heading of another section
        scraps = 0.0  # the part of the toll that is for short lines
        card = False  # after a title with a link of its own: its teaser may follow
        chapter = False  # ... and it is a heading: a text longer than teasers may follow, too
        site = False  # ... of the first rank: if another heading follows, it is the site's name
        name = -1  # number of the block with that title, if it may be the name of a post's author
        headed = False  # under a heading that is no link, before its text
        cards = 0
        ended = False  # the comments on the titled article have begun
        # The titled run, and the best one anywhere, before the first text that may be a comment.
        comment: tuple[Found, Found] | None = None
        replies = False  # comments follow
        for i, block in enumerate(blocks):
            low = min(low, block.low)
            if block.beside and not beside:
                continue
            low = min(low, block.depth)
            if low < trunk - 1:
                trunk = 0
            if (
                names
                and (block.tag == "h1" or titled.best < prices.enough)
                and self._is_title(block, names)
            ):
                anywhere.begin(i + 1)
                titled.begin(i + 1)
                depth = low = step = trunk = 0
                toll = scraps = 0.0
                card = headed = section = ended = replies = False
                comment = None
                continue
            if titled.best >= prices.enough and self._answers(block, names):
                ended = replies = True
            gap = depth + block.depth - 2 * low - 2 if depth else 0
            if block.tag in self._headings:
                if block.link_weight * 2 > block.weight:
                    # A short heading right below the title is the author's name.
                    if i != titled.start or block.weight >= prices.card_title:
                        toll += prices.linked_heading_cost
                    card, headed, site = True, False, block.tag == "h1"
                    chapter = block.weight >= prices.card_title
                    name = -1 if chapter else i
                    continue
                headed = True
                if site:
                    card = False
                if block.tag == "h1" and block.depth != trunk and titled.value > -math.inf:
                    toll += prices.other_h1_cost
                    if gap >= prices.apart and self._begins_article(blocks, i):
                        titled.value = -math.inf
            elif card and block.weight > prices.scrap:
                card = False
                below = name >= 0 and i - name > prices.teaser
                long = chapter and block.weight > prices.teaser_weight
                if not (gap > 0 and (below or long or self._goes_on(blocks, i))):
                    cards += 1
                    if gap > 0:
                        continue
            elif (
                block.link_weight >= block.weight >= prices.card_title
                and gap > 0
                and not (headed and leads_elsewhere(i))
            ):
                card, chapter, site, name = True, False, False, -1
            if block.tag not in self._headings and block.weight > prices.scrap:
                headed = False
            kind = NO_SECTION
            if block.weight <= prices.scrap and self._section_words.matches(block.text):
                kind = self._section_of(block.text)
            if kind != NO_SECTION:
                toll += prices.section_cost
                section = True
                # A line without a heading's tag may be a counter above the article.
                if kind == COMMENTS and titled.best >= (
                    prices.little if block.tag in self._headings else prices.enough
                ):
                    ended = ended or block.link_weight * 2 <= block.weight
                continue
            alike = block.depth == depth and block.tag == tag
            paragraph = alike and gap == step > 0  # each stands in a wrapper of its own
            if paragraph:
                gap = 0
            gain = self._value(block)
            if not block.marks and block.weight <= prices.unmarked:
                in_row = last + block.depth - 2 * block.low == 2
                if (
                    gain < prices.verse
                    and (in_row or paragraph)
                    and not block.link_weight
                    and block.tag in self._plain
                ):
                    gain = prices.verse
                prose = False
            else:
                prose = gain > 0
            last = block.depth
            if prose:
                if alike and not paragraph and (step == 0 or 0 < gap < step):
                    step = gap or -1
                if gap == 0:
                    toll *= prices.inserted
                    section = False
                elif section and titled.start:
                    gain *= prices.other_section
                if (
                    ((gap >= _APART and block.depth != trunk) or comment is not None)
                    and titled.best >= prices.enough
                    and self._is_comment(blocks, i)
                ):
                    if comment is None:
                        comment = titled.found, anywhere.found
                    elif not replies:
                        ended = replies = True
                        titled.found, anywhere.found = comment
                price = prices.border * gap + toll
                anywhere.pay(price, i)
                titled.pay(price, i)
                toll = scraps = 0.0
                depth = low = block.depth
                tag = block.tag
                if not trunk and tag in self._plain:
                    trunk = depth
            elif gap > 0:
                cost = min(-min(gain, 0), prices.scraps_cost - scraps)
                scraps += cost
                toll += cost
                continue
            elif gain < 0 and not depth:
                continue
            if not ended:
                titled.add(gain, i)
            if not replies:
                anywhere.add(gain, i)
        return titled.found, anywhere.found, cards
