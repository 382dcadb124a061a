"""Recognizes pages that list other pages, by their entries: each leads to another page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from functools import cached_property
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS, is_section
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.lines import linked_places
from scrapy_neardup.extract.links import leads_elsewhere, path_of
from scrapy_neardup.extract.no_article.records import are_numbered, dated_titles
from scrapy_neardup.extract.written_dates import parse_date, tells_when

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.no_article.records import Record
    from scrapy_neardup.extract.walk.page import Page

_ABOVE = 12  # lines above a text in which its heading or date stands
_POSTS = 3  # the least number of headings of posts
_ITEMS = 8  # the least number of headings that a text may introduce,
_EACH = 100  # if it has less than this for each of them, in half-width characters
_PARTS = 2  # from this many headings in it on, a text is more than an introduction
_BUTTONS = 5  # the least number of lines such as "read more" among entries with a date ...
_DATES = 3  # ... and the least number of such dates
_INTRODUCTION = 1000  # the greatest weight of a text that introduces linked teasers, ...
_TEASERS = 5  # ... the least number of these teasers, ...
_TEASERS_SHARE = 2  # ... and how many times its weight they have at least


# The page of an author or a topic has such headings, too: "Latest posts".
_OF_LIST = re.compile(
    r"最新|热门|熱門|更多|精彩|往期|新着|\b(?:latest|more|popular|recent|trending|most)\b",
    re.IGNORECASE,
)


def _is_of_related(block: Block) -> bool:
    """Whether *block* is the heading of pages related to an article above it."""
    return is_section(block) and not _OF_LIST.search(block.text)


def least_introduced(weight: int) -> int:
    """The least number of pages that a text of this *weight* introduces, if it is an introduction."""
    return max(_ITEMS, weight // _EACH + 1)


class Entries:
    """The headings of one rank that link to other pages of the site, and the text among them."""

    def __init__(
        self, page: Page, body: Body, url: str, records: Sequence[Sequence[Record]]
    ) -> None:
        self._page = page
        self._records = records
        self._body = body
        self._url = url
        self._own = path_of(url, url)
        ranks: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for place in linked_places(page.blocks):
            block = page.blocks[place]
            if block.tag in HEADINGS:
                ranks[block.tag, block.depth].append(place)
        self._ranks = [places for places in ranks.values() if len(places) >= _POSTS]

    @cached_property
    def _places(self) -> list[int]:
        """The headings of the rank that has most. Found only when asked for: most pages have none, or
        no use for them.
        """
        return max(
            (list(filter(self._leads_on, places)) for places in self._ranks), key=len, default=[]
        )

    def _link(self, place: int) -> str:
        """The path of the first link in a line, "" if it has none or leads nowhere."""
        links = self._page.links
        first = bisect_left(links, (place, ""))
        if first == len(links) or links[first][0] != place:
            return ""
        return path_of(self._url, links[first][1])

    def _leads_on(self, place: int) -> bool:
        """Whether the first link in a line is to another page of the site."""
        return self._link(place) not in ("", self._own) and not leads_elsewhere(
            self._page.links, self._url, place
        )

    def are_posts(self) -> bool:
        """Whether the text is that of several pages, under their linked headings."""
        blocks = self._page.blocks
        # A shorter heading may be the name of a post's author, in a forum.
        heading = self._heading()
        if not any(heading in places for places in self._ranks):
            return False
        places = {at for at in self._places if blocks[at].weight >= PRICES.card_title}
        if heading not in places:
            return False
        run = range(min(heading, self._body.start), len(blocks))
        if are_numbered([blocks[place].text for place in run if place in places]):
            return False
        posts = 0
        begun = True  # the first text may be in the run without its heading
        # A link to the comments on the first post may end the run.
        for place in range(self._body.start, len(blocks)):
            if place in places:
                begun = True
            elif begun and self._is_text(place):
                posts += 1
                begun = False
        return posts >= _POSTS

    def _is_text(self, place: int) -> bool:
        block = self._page.blocks[place]
        return block.weight > PRICES.scrap and not block.is_linked

    def _text(self) -> int:
        """The place of the first text."""
        run = range(self._body.start, self._body.stop)
        return next(filter(self._is_text, run), self._body.start)

    def _heading(self) -> int:
        """The place of the heading above the first text, -1 if there is none."""
        text = self._text()
        above = range(text, max(-1, text - _ABOVE), -1)
        return next((at for at in above if self._page.blocks[at].tag in HEADINGS), -1)

    def are_dated(self) -> bool:
        """Whether the text is made of teasers, each with a heading, a date and a "read more"."""
        run = range(self._body.start, self._body.stop)
        blocks = self._page.blocks
        headings = sum([blocks[place].tag in HEADINGS for place in run])
        if headings < _BUTTONS:
            return False
        buttons: defaultdict[str, list[int]] = defaultdict(list)
        for place in run:
            block = blocks[place]
            if block.is_linked and block.weight <= PRICES.scrap:
                buttons[block.text].append(place)
        same = max(buttons.values(), key=len, default=[])
        if not _BUTTONS <= len(same) <= headings:
            return False
        if len(set(map(self._link, filter(self._leads_on, same)))) < _BUTTONS:
            return False
        dates = [
            place
            for place in run
            if blocks[place].weight <= PRICES.scrap and tells_when(blocks[place].text)
        ]
        return len(dates) >= _DATES

    def are_introduced(self, weight: int) -> bool:
        """Whether a text of this *weight* without a date is an introduction to what is listed."""
        least = least_introduced(weight)
        return (
            (
                any(len(places) >= least for places in self._ranks)
                and self._are_as_many(self._places, least)
            )
            or any(
                self._are_as_many([record.link for record in kind if record.lines], least)
                for kind in self._records
            )
            or (weight <= _INTRODUCTION and self._are_linked(weight))
            or self._are_as_many(self._dated_links(), least)
        ) and not self._is_dated()

    def are_told_of(self, records: Sequence[Record], weight: int) -> bool:
        """The same as :meth:`are_introduced` for those *records* that have a text, as teasers have."""
        told = [record.link for record in records if record.weight]
        least = least_introduced(weight)
        return self._are_as_many(told, least) and not self._is_dated()

    def _is_parted(self) -> bool:
        """Whether the text has parts with headings of their own, as a recipe above others has."""
        blocks = self._page.blocks
        parts = 0
        for place in range(self._body.start + 1, self._body.stop):
            block = blocks[place]
            if block.tag not in HEADINGS and blocks[place - 1].tag in HEADINGS:
                parts += not blocks[place - 1].link_weight
        return parts >= _PARTS

    def _are_as_many(self, places: Sequence[int], least: int) -> bool:
        """Whether *least* of these *places* are above the heading of another part of the page."""
        if len(places) < least:
            return False
        # Only the first *least* places have to stand above such a heading.
        last = places[least - 1]
        if last >= self._body.stop and self._is_parted():
            return False
        between = self._page.blocks[self._body.stop : last]
        headings = Counter(block.text for block in between if is_section(block))
        return all(count >= _BUTTONS for count in headings.values())

    def _is_dated(self) -> bool:
        """Whether a date stands above the text, and not in an entry."""
        if self._heading() in self._places:
            return False
        first, stop = max(0, self._body.start - _ABOVE), self._text() + 1
        return any(
            first <= place < stop and parse_date(moment) for place, moment in self._page.times
        ) or any(
            block.weight <= PRICES.title_limit / 2 and tells_when(block.text)
            for block in self._page.blocks[first:stop]
        )

    def _dated_links(self) -> list[int]:
        """The lines below the text that consist of a link to another page of the site, and a date."""
        blocks = self._page.blocks
        below = bisect_left(self._page.links, (self._body.stop, ""))
        others = dated_titles(blocks, {place for place, _ in self._page.links[below:]})
        return [
            place
            for place in sorted({*linked_places(blocks), *others})
            if place >= self._body.stop
            and blocks[place].link_weight < blocks[place].weight
            and parse_date(blocks[place].text) is not None
            and self._leads_on(place)
        ]

    def _are_linked(self, weight: int) -> bool:
        """Whether linked teasers follow the text and have much more weight than it. Teasers below a
        heading of related pages do not count.
        """
        after = islice(self._page.blocks, self._body.stop, None)
        teasers = [
            block.weight
            for block in takewhile(lambda block: not _is_of_related(block), after)
            if block.marks and block.link_weight >= block.weight > PRICES.scrap
        ]
        return len(teasers) >= _TEASERS and sum(teasers) >= _TEASERS_SHARE * weight
