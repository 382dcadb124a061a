"""What the kernel computes for the search of an article's body, in plain Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.extract.lines import squeeze

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.extract.body.prices import Prices
    from scrapy_neardup.extract.lines import Block, WordSearch

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

    __slots__ = ("best", "best_start", "best_stop", "ended", "restarts", "start", "value")

    def __init__(self, value: float, *, restarts: bool) -> None:
        self.value = value
        self.restarts = restarts
        """Whether a run that is worth nothing may begin anew at any block."""
        self.ended = False
        """Whether nothing more is added, because comments have begun."""
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
        if self.ended:
            return
        if self.restarts and self.value == 0:
            self.start = index
        self.value += gain
        if self.value > self.best:
            self.best, self.best_start, self.best_stop = self.value, self.start, index + 1
        elif self.restarts and self.value < 0:
            self.value = 0.0


@dataclass(slots=True)
class Way:
    """The way from the last text, a line that reads like an article's, to the block looked at."""

    depth: int = 0
    """Depth of the last text, 0 if there is none below the title."""
    tag: str = ""
    """Tag of the last text."""
    low: int = 0
    """The smallest depth since the last text."""
    borders: int = 0
    """Number of borders from the last text to the block, less the two between neighbours: so 0 for
    paragraphs of one element, and less for lines of one paragraph."""
    step: int = 0
    """The *borders* between paragraphs that stand in a wrapper each: 0 before two paragraphs were
    seen, less than 0 if they are neighbours in one element."""
    trunk: int = 0
    """Depth of the first text in an element that was not left since, 0 without one."""
    last: int = 0
    """Depth of the last line, which may be no text."""
    toll: float = 0.0
    """The price of the blocks that were passed, which the next text pays."""
    scraps: float = 0.0
    """The part of the toll that is for short lines."""
    section: bool = False
    """Whether the heading of another section was passed."""

    def begin(self) -> None:
        """Begin anew at a title, above which there is no text."""
        self.depth = self.low = self.step = self.trunk = 0
        self.toll = self.scraps = 0.0
        self.section = False

    def lead_to(self, block: Block) -> None:
        self.low = min(self.low, block.low, block.depth)
        self.borders = self.depth + block.depth - 2 * self.low - 2 if self.depth else 0
        if self.low < self.trunk - 1:
            self.trunk = 0

    def pass_scrap(self, gain: float, most: float) -> None:
        """Charge for a short line of the value *gain*, but *most* for all such lines together."""
        cost = min(-min(gain, 0), most - self.scraps)
        self.scraps += cost
        self.toll += cost

    def learn_step(self) -> None:
        """Learn the step from a text of the last one's tag and depth."""
        if self.step == 0 or 0 < self.borders < self.step:
            self.step = self.borders or -1

    def arrive_at(self, text: Block, *, plain: bool) -> None:
        """Begin anew at *text*; only one with a *plain* tag can be the first of its element."""
        self.toll = self.scraps = 0.0
        self.depth = self.low = text.depth
        self.tag = text.tag
        if plain and not self.trunk:
            self.trunk = text.depth


class Card(NamedTuple):
    """A title with a link of its own, as in a list of articles, below which a teaser may follow."""

    name: int = -1
    """Number of the title's block if it may be the name of a post's author, else -1."""
    chapter: bool = False
    """Whether it is a heading of some length: a text longer than teasers may follow, too."""
    site: bool = False
    """Whether it is an `<h1>`: if another heading follows, it is the site's name."""


@dataclass(slots=True)
class Scan:
    """What the search of one page has found so far."""

    blocks: list[Block]
    names: list[str]
    """The page's titles."""
    leads_elsewhere: Callable[[int], bool]
    anywhere: Run = field(default_factory=lambda: Run(0.0, restarts=True))
    titled: Run = field(default_factory=lambda: Run(-math.inf, restarts=False))
    """The run from the last title line."""
    way: Way = field(default_factory=Way)
    card: Card | None = None
    """The last title with a link of its own, while its teaser may follow."""
    cards: int = 0
    """Number of cards that had a text."""
    headed: bool = False
    """Whether the last heading is no link, and its text was not reached yet."""
    uncommented: tuple[Found, Found] | None = None
    """What *titled* and *anywhere* had found before the first text that may be a comment."""

    def begin(self, start: int) -> None:
        """Begin both runs anew at *start*, below a title."""
        for run in (self.anywhere, self.titled):
            run.begin(start)
            run.ended = False
        self.way.begin()
        self.card = self.uncommented = None
        self.headed = False

    def end(self) -> None:
        """End both runs, because comments follow."""
        self.titled.ended = self.anywhere.ended = True


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
        linked = block.is_linked
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
        """Whether more text follows the text at *index* in the same element, so it is no teaser."""
        if index + 1 >= len(blocks):
            return False
        block, after = blocks[index], blocks[index + 1]
        return (
            block.depth + after.depth - 2 * after.low == 2
            and after.tag == block.tag
            and after.weight > self._prices.unmarked
            and not after.is_linked
        )

    def _begins_article(self, blocks: list[Block], index: int) -> bool:
        """Whether the heading at *index* has a byline, as the next article of a page has."""
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

        Each title line begins both runs anew, and comments end them. Other titles that are links,
        the teasers below them and headings of other sections are passed. All other lines are added
        with their values if they are texts or stand with one. A text pays for what was passed since
        the last one, and for the borders between the two.
        """
        scan = Scan(blocks, names, leads_elsewhere)
        way, titled, enough = scan.way, scan.titled, self._prices.enough
        for index, block in enumerate(blocks):
            if block.beside and not beside:
                # The way leads past it all the same.
                way.low = min(way.low, block.low)
                continue
            way.lead_to(block)
            is_found = titled.best >= enough
            if names and (not is_found or block.tag == "h1") and self._is_title(block, names):
                scan.begin(index + 1)
                continue
            if is_found and self._answers(block, names):
                scan.end()
            if block.tag in self._headings:
                if block.is_linked:
                    self._pass_linked_heading(scan, index)
                    continue
                self._enter_part(scan, index)
            elif self._passes_teaser(scan, index):
                continue
            kind = self._section_at(block)
            if kind == NO_SECTION:
                self._add_line(scan, index)
            else:
                self._pass_section_heading(scan, block, kind)
        return titled.found, scan.anywhere.found, scan.cards

    def _pass_linked_heading(self, scan: Scan, index: int) -> None:
        """Pass the title of another article, or the name of an author."""
        prices = self._prices
        block = scan.blocks[index]
        chapter = block.weight >= prices.card_title
        # A short heading right below the title is the author's name.
        if chapter or index != scan.titled.start:
            scan.way.toll += prices.linked_heading_cost
        scan.card = Card(-1 if chapter else index, chapter, block.tag == "h1")
        scan.headed = False

    def _enter_part(self, scan: Scan, index: int) -> None:
        """Enter the part of the page under a heading that is no link, perhaps the next article."""
        prices = self._prices
        titled, way, block = scan.titled, scan.way, scan.blocks[index]
        scan.headed = True
        if scan.card is not None and scan.card.site:
            scan.card = None
        if block.tag == "h1" and block.depth != way.trunk and titled.value > -math.inf:
            way.toll += prices.other_h1_cost
            if way.borders >= prices.apart and self._begins_article(scan.blocks, index):
                titled.value = -math.inf

    def _passes_teaser(self, scan: Scan, index: int) -> bool:
        """Whether the line at *index* is a card's text, to be passed. Notes a card's title."""
        prices = self._prices
        block, card, borders = scan.blocks[index], scan.card, scan.way.borders
        if card is not None and block.weight > prices.scrap:
            scan.card = None
            if borders <= 0 or not self._is_more_than_teaser(card, scan.blocks, index):
                scan.cards += 1
                if borders > 0:
                    return True
        elif (
            block.link_weight >= block.weight >= prices.card_title
            and borders > 0
            and not (scan.headed and scan.leads_elsewhere(index))
        ):
            scan.card = Card()
        if block.weight > prices.scrap:
            scan.headed = False
        return False

    def _is_more_than_teaser(self, card: Card, blocks: list[Block], index: int) -> bool:
        """Whether the text at *index*, below a title like *card*, is a post or a chapter."""
        prices = self._prices
        return (
            (card.name >= 0 and index - card.name > prices.teaser)
            or (card.chapter and blocks[index].weight > prices.teaser_weight)
            or self._goes_on(blocks, index)
        )

    def _section_at(self, block: Block) -> int:
        """The kind of section that *block* heads."""
        if block.weight <= self._prices.scrap and self._section_words.matches(block.text):
            return self._section_of(block.text)
        return NO_SECTION

    def _pass_section_heading(self, scan: Scan, block: Block, kind: int) -> None:
        """Pass a line such as "related stories"; "comments" below a titled text ends that run."""
        prices, titled = self._prices, scan.titled
        scan.way.toll += prices.section_cost
        scan.way.section = True
        # A line without a heading's tag may be a counter above the article.
        enough = prices.little if block.tag in self._headings else prices.enough
        if kind == COMMENTS and titled.best >= enough and not block.is_linked:
            titled.ended = True

    def _add_line(self, scan: Scan, index: int) -> None:
        """Add a text to both runs, or another line that stands with one; pass other lines."""
        prices, way, block = self._prices, scan.way, scan.blocks[index]
        alike = block.depth == way.depth and block.tag == way.tag
        wrapped = alike and way.borders == way.step > 0  # as the paragraphs before it
        borders = 0 if wrapped else way.borders
        gain = self._value(block)
        short = not block.marks and block.weight <= prices.unmarked
        if short and gain < prices.verse and self._is_verse(block, way, wrapped):
            gain = prices.verse
        way.last = block.depth
        if gain > 0 and not short:
            if alike and not wrapped:
                way.learn_step()
            gain = self._reach_text(scan, index, borders, gain)
        elif borders > 0:
            way.pass_scrap(gain, prices.scraps_cost)
            return
        elif gain < 0 and not way.depth:
            return
        scan.titled.add(gain, index)
        scan.anywhere.add(gain, index)

    def _is_verse(self, block: Block, way: Way, wrapped: bool) -> bool:
        """Whether a short line stands in a row with the line before, or in a wrapper like it."""
        in_row = way.last + block.depth - 2 * block.low == 2
        return (in_row or wrapped) and not block.link_weight and block.tag in self._plain

    def _reach_text(self, scan: Scan, index: int, borders: int, gain: float) -> float:
        """Pay the way over *borders* to the text at *index*, and return its *gain* here."""
        prices, way, block = self._prices, scan.way, scan.blocks[index]
        if borders == 0:
            way.toll *= prices.inserted
            way.section = False
        elif way.section and scan.titled.start:
            gain *= prices.other_section
        if (borders >= _APART and block.depth != way.trunk) or scan.uncommented is not None:
            self._watch_for_comments(scan, index)
        price = prices.border * borders + way.toll
        scan.anywhere.pay(price, index)
        scan.titled.pay(price, index)
        way.arrive_at(block, plain=block.tag in self._plain)
        return gain

    def _watch_for_comments(self, scan: Scan, index: int) -> None:
        """End both runs before the first comment if the text at *index* is the second one."""
        titled, anywhere = scan.titled, scan.anywhere
        if titled.best < self._prices.enough or not self._is_comment(scan.blocks, index):
            return
        if scan.uncommented is None:
            scan.uncommented = titled.found, anywhere.found
        elif not anywhere.ended:
            scan.end()
            titled.found, anywhere.found = scan.uncommented
