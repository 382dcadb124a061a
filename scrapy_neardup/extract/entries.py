"""Pages that list others, told by their entries: what leads to another page each."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.lines import squeeze
from scrapy_neardup.extract.metadata import leads_elsewhere, parse_date, path_of

if TYPE_CHECKING:
    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.walk.page import Page

__all__ = ["Entries"]

_ABOVE = 12  # lines above a text in which its heading or date stands
_POSTS = 3  # the least number of headings of posts
_ITEMS = 8  # as many headings from which on a text may introduce them,
_EACH = 100  # if there is less than this of it for each, in half-width characters
_BUTTONS = 5  # lines such as "read more", of which ...
_DATES = 3  # ... so many entries with a date have one
_INTRODUCTION = 1000  # the greatest weight of a text above ...
_TEASERS = 5  # ... so many linked ones, that have ...
_TEASERS_SHARE = 2  # ... this many times its weight


class Entries:
    """The headings of one rank that link to other pages of the site, and the text among them."""

    def __init__(self, page: Page, body: Body, url: str) -> None:
        self._page = page
        self._body = body
        self._url = url
        self._own = path_of(url, url)
        self._links: dict[int, str] = {}
        for place, href in page.links:
            self._links.setdefault(place, href)
        ranks: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for place, block in enumerate(page.blocks):
            if block.tag in HEADINGS and self._leads_on(place):
                ranks[block.tag, block.depth].append(place)
        self.places = max(ranks.values(), key=len, default=[])

    def _leads_on(self, place: int) -> bool:
        """Whether a line is a link to another page of the site."""
        block = self._page.blocks[place]
        if block.link_weight * 2 <= block.weight or place not in self._links:
            return False
        path = path_of(self._url, self._links[place])
        return path not in ("", self._own) and not leads_elsewhere(
            self._page.links, self._url, place
        )

    def are_posts(self) -> bool:
        """Whether the text is that of several pages, under their linked headings."""
        if self._heading() not in self.places:
            return False
        places = set(self.places)
        posts = 0
        begun = True  # the first text may be in the run without its heading
        for place in range(self._body.start, self._body.stop):
            if place in places:
                begun = True
            elif begun and self._is_text(place):
                posts += 1
                begun = False
        return posts >= _POSTS

    def _is_text(self, place: int) -> bool:
        block = self._page.blocks[place]
        return block.weight > PRICES.scrap and block.link_weight * 2 <= block.weight

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
        """Whether the text is of teasers: with a heading, a date and a line as "read more" each."""
        buttons: defaultdict[str, set[str]] = defaultdict(set)
        dates = headings = 0
        for place in range(self._body.start, self._body.stop):
            block = self._page.blocks[place]
            if block.tag in HEADINGS:
                headings += 1
            elif block.weight <= PRICES.scrap:
                if self._leads_on(place):
                    link = path_of(self._url, self._links[place])
                    buttons[squeeze(block.text)].add(link)
                else:
                    dates += parse_date(block.text) is not None
        return (
            dates >= _DATES and headings >= max(map(len, buttons.values()), default=0) >= _BUTTONS
        )

    def are_introduced(self, weight: int) -> bool:
        """Whether a text of this *weight* without a date is an introduction to what is listed."""
        return not self._is_dated() and (
            len(self.places) >= max(_ITEMS, weight // _EACH + 1)
            or (weight <= _INTRODUCTION and self._are_linked(weight))
        )

    def _is_dated(self) -> bool:
        """Whether a date stands above the text, and not in an entry."""
        if self._heading() in self.places:
            return False
        first, stop = max(0, self._body.start - _ABOVE), self._text() + 1
        return any(
            first <= place < stop and parse_date(moment) for place, moment in self._page.times
        ) or any(
            block.weight <= PRICES.title_limit / 2 and parse_date(block.text)
            for block in self._page.blocks[first:stop]
        )

    def _are_linked(self, weight: int) -> bool:
        """Whether linked teasers follow the text, and have much more weight."""
        teasers = [
            block.weight
            for block in islice(self._page.blocks, self._body.stop, None)
            if block.marks and block.link_weight >= block.weight > PRICES.scrap
        ]
        return len(teasers) >= _TEASERS and sum(teasers) >= _TEASERS_SHARE * weight
