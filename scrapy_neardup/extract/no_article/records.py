"""Recognizes pages that list other pages, by repeated records: each leads to another page.

A record is a title with a link, or a text above a button, in an element of its own.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import linked_places
from scrapy_neardup.extract.links import leads_elsewhere
from scrapy_neardup.extract.no_article.goods import is_price
from scrapy_neardup.extract.written_dates import parse_date, tells_when

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

_LEAST = 5  # the least number of records in a list, and of the pages to which they lead
_KINDS = 12  # the most kinds of records that are looked at: those with the most links
_LONGEST = 40  # the most lines of the first record above its link, and of the last one below it
_MOST = 0.8  # the least share of a list's records that have something, if its records have it
_SCRAP = int(PRICES.scrap)
_HALF = 0.5  # the least share of a text that stands in records
_TITLE = int(PRICES.card_title)
_LINE = PRICES.unmarked / 2  # half of the greatest weight of a title and its date together
_DATE = 36  # the greatest weight of a date
_NAME = PRICES.unmarked  # the greatest weight of a title that is no heading
_ABOVE = 12  # lines above the first record, or the text, in which the date of an article stands
_NO_PAGE = re.compile(r"(?!https?:)[a-z][a-z0-9+.\-]*:", re.IGNORECASE)
_PAGE_STARTS = ("/", "https://", "http://")
_BUTTONED = 0.5  # of a teaser's limit, if it has a button: sections of a guide may have one, too
# As in "1. Rope", "#1", "§ 1", 第1条, "Step 1", "No. 1" and "Q1", and in 第1期 of a broadcast.
_NUMBER = re.compile(
    r"\W*(?:第\s*(\d{1,4})\s*([期集回话話])?|(?:([^\W\d_]{1,12})[\W_]{0,3})?(\d{1,4})(?!\d))"
)
_HAN_NUMBER = re.compile(r"\W*第?([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)")
# The text of a link from an entry to its own page: "Read more", "Details", "Tickets". Or ...
_ONWARD = re.compile(alternatives("ONWARD"), re.VERBOSE | re.IGNORECASE)
# ... the number of the entry's comments.
_COUNTED = re.compile(alternatives("COMMENT_COUNT"), re.VERBOSE | re.IGNORECASE)
_TITLE_START = 40  # characters, among which a title's number is
_HAN_DIGITS = " 一二三四五六七八九"


class Record(NamedTuple):
    """The lines of a page that belong to one link: `blocks[start:stop]`."""

    start: int
    stop: int
    link: int
    """The place of the line with the link."""
    path: str
    """The address of the page that the link leads to, as written, with the query."""
    lines: int
    """How many lines the record has besides that line and lines of links to other pages."""
    weight: int
    """The weight of the record's text."""


def find_records(page: Page, url: str, body: Body, introduced: int) -> list[list[Record]]:
    """The records on *page*, in a list for each kind: the lines with the links of records of one kind
    have the same tag at the same depth.

    Only kinds that stand where the text does, or that have at least *introduced* links, are returned.
    """
    first = _own_links(page)
    kinds = [
        (tag, places)
        for (tag, _), places in _kinds(page.blocks, first).items()
        if len(places) >= introduced
        or (
            len(places) >= _LEAST
            and places[0] - _LONGEST < body.stop
            and places[-1] + _LONGEST > body.start
        )
    ]
    if not kinds:
        return []
    texts = [place for place, block in enumerate(page.blocks) if _is_text(block)]
    chosen = sorted(
        (kind for kind in kinds if len(kind[1]) >= introduced or _are_among(kind[1], texts)),
        key=lambda kind: -len(kind[1]),
    )
    own = _page_of(url)
    found = []
    here = ("", own, "/" + own.partition("://")[2].partition("/")[2])
    for tag, places in chosen[:_KINDS]:
        led = [
            (place, path)
            for place in places
            if (path := _page_of(first[place])) not in here
            and ("//" not in first[place] or not leads_elsewhere(page.links, url, place))
            and not _links_date(page.blocks[place])  # as a link to a single post of a thread is
        ]
        if len({path for _, path in led}) < _LEAST:
            continue
        records = list(_records(page, first, led, alone=tag not in HEADINGS))
        if _are_few(records):
            # Perhaps a date, a title and a text follow one another in one element.
            records = list(_records(page, first, led, alone=False))
            if _are_few(records) or not have_dates(page, records):
                continue
        found.append(records)
    return found


def _are_few(records: Sequence[Record]) -> bool:
    return len({record.path for record in records}) < _LEAST


def _own_links(page: Page) -> dict[int, str]:
    """For each line with links, the link that is rarest on the page, the first one of several. It is
    the title's: the category before a title is linked from many lines.
    """
    own = dict(reversed(page.links))
    if len(own) < len(page.links):
        counts = Counter([href for _, href in page.links])
        for place, href in page.links:
            if counts[href] < counts[own[place]]:
                own[place] = href
    return own


def _are_among(places: Sequence[int], texts: Sequence[int]) -> bool:
    """Whether at least as many of *places* as a list has may have a text each."""
    return len({bisect_left(places, text) for text in texts}) >= _LEAST


def _kinds(blocks: list[Block], first: dict[int, str]) -> dict[tuple[str, int], list[int]]:
    """The places of lines of links by tag and depth, except lines that stand among links to other
    pages, as in a menu. *first* has the link of each line, as `_own_links` returns it.
    """
    kinds: dict[tuple[str, int], list[int]] = {}
    linked = [
        place
        for place in sorted((*linked_places(blocks), *dated_titles(blocks, first)))
        if place in first
    ]
    links = {place: first[place] for place in linked}
    for place in linked:
        link = first[place]
        if (place > 0 and links.get(place - 1, link) == link) or (
            place + 1 < len(blocks) and links.get(place + 1, link) == link
        ):
            kinds.setdefault((blocks[place].tag, blocks[place].depth), []).append(place)
    return kinds


def _page_of(link: str) -> str:
    """The page that *link* means, as written, "" if it is no page. Links are only compared with other
    links on one page, which are written alike.
    """
    page = link.partition("#")[0].strip()
    return page if page.startswith(_PAGE_STARTS) or not _NO_PAGE.match(page) else ""


def _records(
    page: Page, first: dict[int, str], led: Sequence[tuple[int, str]], *, alone: bool
) -> Iterator[Record]:
    """The records around the links *led*. With *alone*, only records that share their element with no
    other record.
    """
    blocks = page.blocks
    lows = [block.low for block in blocks]
    borders = _borders(lows, [place for place, _ in led])
    for (start, stop), (link, path) in zip(pairwise(borders), led, strict=True):
        if alone and stop - start > 1 and min(lows[start + 1 : stop]) <= lows[start]:
            continue
        lines = weight = 0
        for place in range(start, stop):
            block = blocks[place]
            if place != link and (not block.is_linked or _page_of(first.get(place, "")) == path):
                lines += 1
                weight += block.weight if _is_text(block) else 0
        yield Record(start, stop, link, path, lines, weight)


def _borders(lows: Sequence[int], places: Sequence[int]) -> list[int]:
    """The lines where records begin, and the line where the last record ends. *places* are the lines
    of their links, and ``lows[line]`` is the least depth before a line. One record ends and the next
    begins where this is least between two links.
    """
    cuts = []
    for place, after in pairwise(places):
        between = lows[after:place:-1]
        cuts.append(after - between.index(min(between)))
    border = median([lows[cut] for cut in cuts])
    start = places[0]
    first = max(0, start - _LONGEST)
    while start > first and lows[start] > border:
        start -= 1
    stop = places[-1] + 1
    end = min(len(lows), stop + _LONGEST)
    while stop < end and lows[stop] > border:
        stop += 1
    return [start, *cuts, stop]


def _is_text(block: Block) -> bool:
    return block.weight > _SCRAP and block.tag not in HEADINGS


def are_numbered(titles: Iterable[str]) -> bool:
    """Whether *titles* are numbered in steps of one: upwards, or down to one, as in rankings.

    The titles of a podcast are numbered downwards, too, but a page of them seldom ends with the
    first episode, and an episode is usually called one.
    """
    read = [_number_of(title) for title in titles]
    numbers = [one[0] for one in read if one]
    # A last part is often called something else.
    if not numbers or len(numbers) < _MOST * len(read):
        return False
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return True
    called = any(one[1] for one in read if one)
    return not called and numbers == list(range(len(numbers), 0, -1))


def are_counted_down(titles: Iterable[str]) -> bool:
    """Whether *titles* are the latest of many, as in "Episode 60", "Episode 59" and so on."""
    read = [_number_of(title) for title in titles]
    numbers = [number for number, called in filter(None, read) if called]
    return (
        len(numbers) >= max(_LEAST, _MOST * len(read))
        and numbers[-1] > 1
        and numbers == list(range(numbers[0], numbers[-1] - 1, -1))
    )


def _number_of(title: str) -> tuple[int, bool] | None:
    """The number at the start of *title*, and whether it has a name, as in "Step 1"; None without a
    number.
    """
    title = unicodedata.normalize("NFKC", title[:_TITLE_START])
    if match := _NUMBER.match(title):
        return int(match[1] or match[4]), bool(match[2] or match[3])
    match = _HAN_NUMBER.match(title)
    if match is None or not (match[1] or match[2]):
        return None
    first, ten, last = (match[group] for group in (1, 2, 3))
    if not ten:
        return _HAN_DIGITS.index(first), False
    tens = _HAN_DIGITS.index(first) if first else 1
    return 10 * tens + (_HAN_DIGITS.index(last) if last else 0), False


def _links_date(block: Block) -> bool:
    """Whether a line is little else than a link that is a date, as in March 5, 2024 at 10:20."""
    return block.weight * 0.75 <= block.link_weight <= _DATE and bool(parse_date(block.text))


def dated_titles(blocks: Sequence[Block], links: Iterable[int]) -> list[int]:
    """The places of lines that have a title with a link, and beside it a date in text that weighs at
    least as much as the title.
    """
    return [
        place
        for place in links
        if place < len(blocks)
        and _TITLE <= (block := blocks[place]).link_weight <= block.weight / 2 <= _LINE
        and not block.marks
        and block.link_weight * 3 > block.weight
        and parse_date(block.text) is not None
    ]


def _is_dated(block: Block) -> bool:
    return block.weight <= PRICES.unmarked and tells_when(block.text)


def are_teasers(page: Page, body: Body, records: Sequence[Record]) -> bool:
    """Whether half of the text stands in *records* that are teasers, or posts with a date each."""
    blocks = page.blocks
    told = [record for record in records if record.weight]
    if _are_few(told):
        return False
    titled = _are_titled(blocks, told) or _have_prices(blocks, told)
    if not (titled or _have_buttons(page, told)):
        return False
    inside = {
        place
        for record in told
        for place in range(max(record.start, body.start), min(record.stop, body.stop))
    }
    whole = sum(block.weight for block in blocks[body.start : body.stop])
    if sum(blocks[place].weight for place in inside) < _HALF * whole:
        return False
    titles = [_title(blocks, record) for record in records]
    if are_numbered(titles):
        return False
    dated = have_dates(page, told)
    above = max(0, min(told[0].start, body.start) - _ABOVE)
    if not dated and any(map(_is_dated, blocks[above : told[0].start])):
        return False
    mean = sum(record.weight for record in told) / len(told)
    return (
        dated
        or mean <= PRICES.teaser_weight * (1 if titled else _BUTTONED)
        or are_counted_down(titles)
    )


def _are_titled(blocks: Sequence[Block], records: Sequence[Record]) -> bool:
    """Whether the links are titles; shorter ones may be names of a thread's authors."""
    return _are_titles([blocks[record.link] for record in records])


def _are_titles(lines: Sequence[Block]) -> bool:
    return (
        len({line.text for line in lines}) >= _LEAST
        and median([line.weight for line in lines]) >= PRICES.card_title
    )


def _have_prices(blocks: Sequence[Block], records: Sequence[Record]) -> bool:
    """Whether *records* have a price each, as goods with short names have."""
    return _most(records, lambda record: any(map(is_price, blocks[record.start : record.stop])))


def _have_buttons(page: Page, records: Sequence[Record]) -> bool:
    """Whether the links say the same, each under a heading, and lead to pages of different paths.

    The paths have to differ, because links to reply to a post say the same, too, under its author's
    name. Links that tell the number of comments need not say the same, if the headings are titles.
    Records with a date each need only a line for a title, if the link says that it leads to more.
    """
    blocks = page.blocks
    if len({record.path.partition("?")[0] for record in records}) < _LEAST:
        return False
    names = [blocks[record.link].text for record in records]
    same = _MOST * len(records)
    headings = [
        next((b for b in blocks[record.start : record.stop] if b.tag in HEADINGS), None)
        for record in records
    ]
    headed = [heading for heading in headings if heading]
    name, count = Counter(names).most_common(1)[0]
    if count >= same:
        if len(headed) >= same:
            return True
        lines = [line for record in records if (line := _first_line(blocks, record))]
        return (
            len(lines) >= same
            and _are_titles(lines)
            and _ONWARD.search(name) is not None
            and have_dates(page, records)
        )
    return (
        sum(_COUNTED.search(name) is not None for name in names) >= same
        and len(headed) >= same
        and _are_titles(headed)
    )


def _first_line(blocks: Sequence[Block], record: Record) -> Block | None:
    """The first line of a record above its link that is no date, if it may be a title; else None."""
    for place in range(record.start, record.link):
        block = blocks[place]
        if not _is_dated(block):
            is_title = not block.marks and not block.link_weight and block.weight <= _NAME
            return block if is_title else None
    return None


def _title(blocks: Sequence[Block], record: Record) -> str:
    """The heading of a record, if that is no date, or else the text of its link."""
    for block in blocks[record.start : record.stop]:
        if block.tag in HEADINGS:
            return blocks[record.link].text if _is_dated(block) else block.text
    return blocks[record.link].text


def _has_date(page: Page, record: Record) -> bool:
    return any(map(_is_dated, page.blocks[record.start : record.stop]))


def have_dates(page: Page, records: Sequence[Record]) -> bool:
    """Whether *records* have a date each."""
    return _most(records, lambda record: _has_date(page, record))


def _most(records: Sequence[Record], has: Callable[[Record], bool]) -> bool:
    """Whether most *records* have something. As a rule the first few tell that they do not: the
    search stops as soon as too many lack it.
    """
    lacking = 0
    for record in records:
        lacking += not has(record)
        if len(records) - lacking < _MOST * len(records):
            return False
    return True
