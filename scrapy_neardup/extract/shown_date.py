"""The date of publication that a page shows, for a page whose head has none.

The date decides which article of a story is the original, so a wrong one is worse than none. A date
counts only in a short line that is no sentence and says of no other thing that this is its date.
"""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.bylines import NEAR, byline
from scrapy_neardup.extract.dated_line import BY, LINE, UPDATED, WEEKDAY, DatedLine, dated_line
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.set_apart import SetApart
from scrapy_neardup.extract.written_dates import parse_date, tells_when

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime, timezone

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

_PROSE = 40  # from this weight on, a line with a sentence's mark is a sentence
_MOMENT = 60  # the greatest weight of a line that tells when, and perhaps by whom
_OVER = 4  # so many lines above the title may have its date
_MANY = 20  # lines in which more dates make a list of entries
_ENTRIES = frozenset((*HEADINGS, "p", "li", "td", "th", "dt", "dd", "tr"))
_UNDER = 4  # so many lines below the first paragraph, which may be a standfirst
_AUTHOR = 30  # the most lines about the author between the title of a thread and its first post
_DAY = re.compile(
    rf"(?<!\w){WEEKDAY}(?!\w)|{alternatives('WEEKDAY_ANYWHERE')}", re.VERBOSE | re.IGNORECASE
)
_PRINTED = re.compile(alternatives("PRINTED"), re.VERBOSE)
# The date of an official notice, perhaps behind the office, and what newspaper printed the text when.
_NOTICE = re.compile(
    r"(?:[一-鿿]{2,20}[局府会會厅廳院办辦室部委处處司]\s+)?"
    r"(?:\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日|[一二][〇○零一二三四五六七八九]{3}年[一二三四五六七八九十]+月[一二三四五六七八九十]+日)"
    r"(?:印发)?"
)
_IN_PRINT = re.compile(r"[(（]?(?:原载)?《[^》]+[报報]》.*\d版[)）]?|[(（]?原载《[^》]+》.*")


def shown_date(
    page: Page,
    root: _Element,
    titles: Sequence[str],
    start: int,
    stop: int,
    zone: timezone,
) -> datetime | None:
    """The date of publication that *page* shows beside its article, `blocks[start:stop]`, in UTC.

    Above the first paragraph, the nearest date labelled as that of publication counts, or else the
    nearest one without a label, first below the title, then above it. The first paragraph may be a
    standfirst, with the date below it. At the end of the text and below it, a date needs a label or
    a name beside it, or stands alone in the text's last lines, as in an official notice. *root* is
    the page's root element, *titles* are its names.
    """
    search = _Search(page, root, titles, zone)
    first = search.first_paragraph(start, stop)
    return search.above(start, first) or search.under(first, stop) or search.below(first, stop)


def date_above(
    page: Page, root: _Element, titles: Sequence[str], start: int, zone: timezone
) -> datetime | None:
    """The date of publication that *page* shows above `blocks[start]`, as `shown_date` finds it."""
    return _Search(page, root, titles, zone).above(start, start)


class _Search:
    """The search for the date of publication among the lines of a page."""

    def __init__(self, page: Page, root: _Element, titles: Sequence[str], zone: timezone) -> None:
        self._page = page
        self._blocks = page.blocks
        self._titles = titles
        self._zone = zone
        self._apart = SetApart(root)
        self._times: dict[int, list[datetime]] = {}
        for place, written in page.times:
            if moment := parse_date(written, zone):
                self._times.setdefault(place, []).append(moment)

    def first_paragraph(self, start: int, stop: int) -> int:
        """The place of the first paragraph of `blocks[start:stop]`, or a place near its start."""
        for place in range(start, min(stop, start + _AUTHOR)):
            if _is_prose(self._blocks[place]):
                return place
        return min(stop, start + _UNDER)

    def above(self, start: int, first: int) -> datetime | None:
        """The date above the first paragraph of the text that begins at *start*."""
        blocks = self._blocks
        least = max(0, start - NEAR)
        above_text = range(least, first)
        headings = [place for place in above_text if blocks[place].tag == "h1"]
        titled = headings or [
            place for place in above_text if _is_title(blocks[place], self._titles)
        ]
        title = titled[-1] if titled else least
        least = max(least, headings[0] - _OVER if headings else 0)
        below_title = _earlier_first(list(self._lines(range(first - 1, title, -1))))
        over_title = [
            line
            for line in self._lines(range(title, least - 1, -1))
            if line.labelled
            or not (_is_today(blocks[line.place]) or _is_of_site(blocks, line, title, first))
        ]
        lines = (*below_title, *over_title)
        labelled = [line for line in lines if line.labelled]
        timed = [line for line in below_title if line.timed]
        ranked = dict.fromkeys((*labelled, *timed, *lines))
        return next((line.date for line in ranked if self._counts(line)), None)

    def under(self, first: int, stop: int) -> datetime | None:
        """The date under the first paragraph, which may be a standfirst."""
        listed = range(first + 1 + _UNDER, min(stop, first + _MANY))
        lines = self._lines(range(first + 1, min(stop, first + 1 + _UNDER)))
        for line in filter(self._counts, lines):
            block = self._blocks[line.place]
            named = BY.search(block.text) or UPDATED.search(block.text)
            linked = block.link_weight and not line.alone
            if line.labelled or named:
                return line.date
            if (line.timed or linked or block.tag not in _ENTRIES) and not any(
                map(self._counts, self._lines(listed))
            ):
                return line.date
        return None

    def below(self, first: int, stop: int) -> datetime | None:
        """The date at the end of the text, or below it."""
        blocks = self._blocks
        lines = self._lines(_below(blocks, max(first + 1, stop - _UNDER), stop))
        for line in filter(self._counts, lines):
            below = blocks[stop : line.place + 1]
            if line.labelled:
                return line.date
            if any(block.is_linked for block in below):
                continue  # perhaps that of another article
            text = blocks[line.place].text
            if BY.search(text) or _IN_PRINT.fullmatch(text):
                return line.date
            if not any(map(_is_prose, blocks[line.place : stop])) and (
                (line.alone and line.place < stop) or _NOTICE.fullmatch(text)
            ):
                return line.date
        return None

    def _lines(self, places: Iterable[int]) -> Iterator[DatedLine]:
        """What the lines at *places* tell of dates."""
        for place in places:
            if 0 <= place < len(self._blocks):
                times = self._times.get(place, ())
                line = dated_line(self._page, self._titles, place, times, self._zone)
                if line is not None:
                    yield line

    def _counts(self, line: DatedLine) -> bool:
        """Whether *line* is not about a picture, a film or another article."""
        return self._blocks[line.place].text not in self._apart


def _is_title(block: Block, titles: Sequence[str]) -> bool:
    """Whether *block* has one of *titles*, or most of it."""
    return any(block.text in title and 2 * len(block.text) > len(title) for title in titles)


def _earlier_first(lines: list[DatedLine]) -> list[DatedLine]:
    """*lines* in their order, but of two dates that follow one another, the later one is that of an
    update.
    """
    if len(lines) > 1:
        first, second = lines[:2]
        if first.place - second.place == 1 and first.bare and second.bare:
            return sorted(lines[:2], key=attrgetter("date")) + lines[2:]
    return lines


def is_dated(page: Page, start: int, stop: int) -> bool:
    """Whether the page tells beside its article when something was written, be it a date or not."""
    return any(
        parse_date(written) is not None
        for place, written in page.times
        if start - NEAR <= place <= start + 3 or stop - 2 <= place <= stop + 2
    ) or any(
        tells_when(block.text) if block.weight <= _MOMENT else parse_date(block.text) is not None
        for block in byline(page, start, stop)
        if block.weight <= LINE
    )


def names_day(text: str) -> bool:
    """Whether *text* names a day of the week or a date."""
    return _DAY.search(text) is not None or parse_date(text) is not None


def _is_today(block: Block) -> bool:
    """Whether *block*, above a title, may tell what day it is, and not when the article was written."""
    return (
        block.tag not in HEADINGS
        and _DAY.search(block.text) is not None
        and not _PRINTED.search(block.text)
    )


def _is_of_site(blocks: Sequence[Block], line: DatedLine, title: int, first: int) -> bool:
    """Whether *line* stands above the *title* outside of the element that has the title and the text,
    whose *first* paragraph is given, and has nothing but a date: in a site's header, that of today.
    """
    block = blocks[line.place]
    if (
        line.place >= title
        or block.tag in HEADINGS
        or BY.search(block.text)
        or _PRINTED.search(block.text)
    ):
        return False
    around = min((block.low for block in blocks[title + 1 : first + 1]), default=0)
    return min(block.low for block in blocks[line.place + 1 : title + 1]) < around


def _is_prose(block: Block) -> bool:
    """Whether *block* reads like a paragraph."""
    if block.beside or block.tag in HEADINGS or block.tag == "figcaption":
        return False
    if block.weight - block.link_weight > LINE:
        return True
    return bool(block.marks) and block.weight >= _PROSE and not parse_date(block.text)


def _below(blocks: Sequence[Block], start: int, stop: int) -> Iterable[int]:
    """The places of the lines at the end of the text and below it, up to the next heading."""
    for place in range(start, min(len(blocks), stop + 4)):
        if place >= stop and blocks[place].tag in HEADINGS:
            return
        yield place
