"""The default extractor: one pass over the tree Scrapy has parsed, no second parse."""

from __future__ import annotations

import enum
import re
from bisect import bisect_left
from datetime import timedelta, timezone
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree
from parsel import Selector

from scrapy_neardup.extract.article import SHORT_WEIGHT, Article
from scrapy_neardup.extract.attempts import Attempts, body_of, lacks_heading
from scrapy_neardup.extract.blocks import PageTooLarge, read_page
from scrapy_neardup.extract.body import ENOUGH, HEADINGS, Body
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.bylines import (
    NEAR,
    byline,
    linked_origins,
    read_source,
    without_place,
)
from scrapy_neardup.extract.clean import blocks_of, clean, sift
from scrapy_neardup.extract.dated_line import has_time
from scrapy_neardup.extract.lines import unlinked_weight, weigh
from scrapy_neardup.extract.links import LONGEST, absolute
from scrapy_neardup.extract.metadata import read_metadata
from scrapy_neardup.extract.no_article.collection import is_collection
from scrapy_neardup.extract.no_article.forms import is_account_page, is_form
from scrapy_neardup.extract.no_article.notices import is_aside, is_terms
from scrapy_neardup.extract.no_article.prose import is_caption_list, is_figures, is_machine_made
from scrapy_neardup.extract.no_article.refusals import is_refusal
from scrapy_neardup.extract.no_article.stand_ins import (
    STAND_IN_LIMIT,
    is_named_error,
    is_stand_in,
    is_unindexed,
)
from scrapy_neardup.extract.no_article.teasers import is_list_page, is_teasers
from scrapy_neardup.extract.page_state import body_in_scripts
from scrapy_neardup.extract.paging import amp_of, part_of
from scrapy_neardup.extract.react_rows import Rows, elements_in
from scrapy_neardup.extract.shown_date import date_above, is_dated, names_day, shown_date
from scrapy_neardup.extract.time_zones import zone_of
from scrapy_neardup.extract.titles import choose_title, site_in_title, title_parts
from scrapy_neardup.extract.tree import tree_of, whole_tree_of
from scrapy_neardup.extract.truncated import is_beside, rest_of
from scrapy_neardup.extract.wechat import is_message, with_what_scripts_tell
from scrapy_neardup.extract.written_dates import date_in_address

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from lxml.etree import _Element

    from scrapy_neardup.extract.article import ResponseLike
    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.metadata import Metadata
    from scrapy_neardup.extract.walk.page import Page

_NAME = 8  # characters, from which on a part of a title is known behind a label
_MUCH = 1000  # a text of this weight is hardly that of a header
_DAY = timedelta(days=1)
_ZONES = timedelta(minutes=15)  # what zones differ by, or a multiple
_ANOTHER_ZONE = timezone(timedelta(hours=1))
# Drupal's themes put the byline above a text into a `<footer>`.
_has_byline_in_footer = etree.XPath(
    "boolean(descendant::*[contains(@class, 'meta')][self::footer or @role='contentinfo'])"
)
_MARKUP = re.compile(
    r"</?(?:p|div|br|span|h[1-6]|ul|ol|li|a|b|strong|em|i|section)\b[^<>]*>", re.IGNORECASE
)
_PARTED = re.compile(r"</?(?:p|div|br|h[1-6]|ul|ol|li|section)\b", re.IGNORECASE)
_DATA = re.compile(
    r"data:[\w+./\-]{1,100}(?:;[\w\-=]{1,100})?;base64,[\w+/=%\-]+", re.ASCII | re.IGNORECASE
)
_MOST_LINKS = 2000  # links of one article that are read; long addresses take long to join
_DATA_FACTOR = 10  # so many times the most characters may a page have with what is inlined
_WHOLE = 1.5  # times the weight of a text that is the beginning of another one, at least
_BELOW = 4  # lines at the end of a text and below it in which a page may ask to subscribe
_SURROGATE = re.compile(r"[\ud800-\udfff]")  # half a character, which can't be encoded


class NoArticle(enum.Enum):
    """Why a page has no article."""

    NOT_HTML = "not_html"
    TOO_LARGE = "too_large"
    NO_TEXT = "no_text"
    """No run of sentences: a gallery, a login form, an error page."""
    LIST_PAGE = "list_page"
    """It lists other pages or products: its sentences are teasers, or only introduce the list."""


class Reading(NamedTuple):
    """A page in which the article has been looked for, but not yet cleaned and judged."""

    root: _Element
    url: str
    page: Page
    metadata: Metadata
    body: Body | None
    """Where the article stands among the page's blocks, None if nothing reads like one."""
    run: Sequence[Block]
    """The blocks of the body, without what stands beside the article."""
    title: str | None
    """The article's own title."""

    @property
    def headings(self) -> list[str]:
        """The page's headings of the first order."""
        return [block.text for block in self.page.blocks if block.tag == "h1"]

    @property
    def heading(self) -> str:
        """The heading right above the first sentence of the text, or that line itself; "" without one."""
        if self.body is None:
            return ""
        first = self._first_sentence
        near = self.page.blocks[max(0, first - 2) : first + 1]
        return next((block.text for block in reversed(near) if block.tag in HEADINGS), "")

    @property
    def other_names(self) -> list[str]:
        """The heading right above the text, and the heading of the first order nearest above it, if no
        line of the page is its title.

        Else such a heading may be that of a dialog, as for logging in.
        """
        names = {part for title in self.metadata.titles for part in (title, *title_parts(title))}
        if self.body is None or any(block.text in names for block in self.page.blocks):
            return []
        above = self.page.blocks[self._first_sentence :: -1]
        heading = self.heading
        return [block.text for block in above if block.tag == "h1"][:1] + [heading] * bool(heading)

    @property
    def is_named(self) -> bool:
        """Whether the text stands under a name of the page, perhaps behind a label or a topic. A line that is
        no heading may be the name of the site, if a heading stands between it and the text.
        """
        titles = self.metadata.titles
        parts = [part for title in titles for part in title_parts(title) if len(part) >= _NAME]
        headed = False
        for block in self.page.blocks[self._first_sentence :: -1] if self.body else ():
            is_heading = block.tag in HEADINGS
            may_name = is_heading or not (headed or block.link_weight)
            if may_name and (
                any(block.text in title for title in titles)
                or (not is_heading and any(part in block.text for part in parts))
                or any(block.text.endswith(p) and 2 * len(p) > len(block.text) for p in parts)
            ):
                return True
            headed = headed or is_heading
        return False

    @property
    def _first_sentence(self) -> int:
        """The place of the first line of the body with a sentence, else of its first line."""
        start, stop = (self.body.start, self.body.stop) if self.body else (0, 0)
        return next((at for at in range(start, stop) if self.page.blocks[at].marks), start)

    @property
    def titles(self) -> list[str]:
        """All names of the page and its article, which are no lines of the text."""
        return [*self.metadata.titles, *([self.title] if self.title else [])]

    def names(self) -> Iterator[str]:
        """All names and headings that may say what the page is."""
        yield from self.titles
        yield from self.other_names  # found only for the few short texts that are looked at so far


class DefaultExtractor:
    """Reads articles out of HTML responses.

    *max_characters* and *max_elements* bound the work on one page (the largest of 281 news pages
    measured have 1.3 million characters and 3,300 elements). Images that are written into the page
    (``data:``) do not count, up to ten times as many characters. *short_weight* is the length in
    half-width characters below which an article is marked `Article.short`, *min_weight* the one
    below which the page has none.
    """

    def __init__(
        self,
        *,
        max_characters: int = 4_000_000,
        max_elements: int = 50_000,
        short_weight: int = SHORT_WEIGHT,
        min_weight: int = 60,
    ) -> None:
        self.max_characters = max_characters
        self.max_elements = max_elements
        self.short_weight = short_weight
        self.min_weight = min_weight

    def __call__(self, response: ResponseLike) -> Article | None:
        """The article of *response* (`.selector`, `.text`, `.url`), None when it has none."""
        found = self.read(response)
        return found if isinstance(found, Article) else None

    def read(self, response: ResponseLike) -> Article | NoArticle:
        """The article of *response*, or why it has none."""
        return self.read_tree(response)[0]

    def read_tree(self, response: ResponseLike) -> tuple[Article | NoArticle, _Element | None]:
        """The article of *response*, or why it has none, and the root of the tree in which it was looked for,
        if it was.
        """
        if self._is_too_large(response.text):
            return NoArticle.TOO_LARGE, None
        root = tree_of(response)
        if root is None:
            return NoArticle.NOT_HTML, None
        try:
            found = self.judge(self.find(root, response.url))
            if isinstance(found, Article) and found.weight >= _MUCH:
                return found, root
            # Perhaps the article stands where the tree has ended before the page did.
            whole = whole_tree_of(response, root)
            if whole is not None:
                found, root = self.judge(self.find(whole, response.url)), whole
        except PageTooLarge:
            return NoArticle.TOO_LARGE, None
        return found, root

    def _is_too_large(self, text: str) -> bool:
        """Whether a page has too many characters, without the images in it, which are not looked at."""
        size = len(text)
        if not self.max_characters < size <= _DATA_FACTOR * self.max_characters:
            return size > self.max_characters
        inlined = sum(found.end() - found.start() for found in _DATA.finditer(text))
        return size - inlined > self.max_characters

    def find(self, root: _Element, url: str) -> Reading:
        """The first step of reading: the page's lines, and the run of them that holds its article.

        Raises `PageTooLarge` for more than *max_elements* elements.
        """
        page = read_page(root, max_elements=self.max_elements)
        metadata = with_what_scripts_tell(read_metadata(page, url), root, url)
        attempts = Attempts(root, url, metadata.titles, max_elements=self.max_elements)
        found = attempts.best(page)
        run = found.run if found.beside else [block for block in found.run if not block.beside]
        title = _title_of(found.page, metadata, found.body, run)
        return Reading(root, url, found.page, metadata, found.body, run, title)

    def judge(self, reading: Reading) -> Article | NoArticle:
        """The second step of reading: the article without the page's own lines, or why it is none."""
        if is_message(reading.root, reading.url):
            return NoArticle.NO_TEXT
        if reading.body is None:
            return self._described(reading)
        if is_list_page(reading.page, reading.body, reading.metadata.titles, reading.url):
            # Or it is a page whose article is shown by a script, above teasers of other articles.
            described = self._described(reading) if reading.body.value < ENOUGH else None
            return described if isinstance(described, Article) else NoArticle.LIST_PAGE
        return self._judge(reading, reading.body)

    def _described(self, reading: Reading) -> Article | NoArticle:
        """The article that a page without text has in JSON-LD or in its scripts' data."""
        metadata = reading.metadata
        if metadata.body:
            lines, least = _lines_of(metadata.body), self.short_weight
        else:
            lines, whole = _lines_in_scripts(reading)
            least = self.min_weight if whole else self.short_weight
        text = "\n".join(clean(lines, metadata.titles))
        weight = weigh(text)
        dated = metadata.date is not None
        if (
            weight < least
            or is_machine_made(text)
            or is_refusal(text, weight, metadata.titles, titled=True, dated=dated)
        ):
            return NoArticle.NO_TEXT
        title = choose_title(metadata.titles, (), metadata.site_name)
        zone = zone_of(text)
        return Article(
            text=text,
            title=title,
            published=metadata.published(zone) or date_in_address(reading.url, zone),
            canonical=metadata.canonical,
            source=metadata.source,
            site_name=metadata.site_name or site_in_title(metadata.titles, title),
            origins=metadata.origins,
            weight=weight,
            short=weight < self.short_weight,
        )

    def _whole_text(self, reading: Reading, lines: Sequence[str], left_out: Sequence[str]) -> str:
        """The text in JSON-LD of which the page shows only the beginning, *lines*, as before a paywall; ""
        if there is none. *left_out* tells for each block of the run why it is none of them.
        """
        told = reading.metadata.body
        if not (told and lines) or weigh(told) < _WHOLE * sum(map(weigh, lines)):
            return ""
        text = clean(_lines_of(told), reading.metadata.titles)
        cut = [block.text for block, why in zip(reading.run, left_out, strict=True) if why]
        stop = reading.body.stop if reading.body else 0
        below = [block.text for block in reading.page.blocks[stop : stop + _BELOW]]
        rest = rest_of(text, lines, cut[-_BELOW:] + below)
        if not rest:
            return ""
        page = read_page(reading.root, everything=True, max_elements=self.max_elements)
        return "" if is_beside(rest, page.blocks, reading.page.blocks) else "\n".join(text)

    def _why_none(
        self, reading: Reading, body: Body, lines: Sequence[str], weight: int, coverage: float
    ) -> NoArticle | None:
        """Why the *lines* of a body, which have this *weight* and *coverage*, are no article; None if they
        are one.
        """
        root, url, page, metadata, _, run, _ = reading
        text = "\n".join(lines)
        if (
            weight < self.min_weight
            or is_machine_made(text)
            or is_figures(text)
            or (not body.verse and is_caption_list(run))
        ):
            return NoArticle.NO_TEXT
        dated = metadata.date is not None or is_dated(page, body.start, body.stop)
        names, heading = reading.names(), reading.heading
        if (
            is_refusal(text, weight, names, heading, titled=body.titled, dated=dated)
            or (weight < self.short_weight and is_aside(body, coverage))
            or (metadata.date is None and is_terms(page, lines, weight))
        ):
            return NoArticle.NO_TEXT
        if is_teasers(lines) or is_collection(
            page, root, url, metadata, body, weight, dated=dated
        ):
            return NoArticle.LIST_PAGE
        if metadata.declares_article:
            return None
        is_stand_in_for_it = (
            weight < STAND_IN_LIMIT
            and not (dated or names_day(text))
            and (
                is_unindexed(page)
                or is_named_error(root, text)
                or (metadata.titles and not reading.is_named and is_stand_in(root, run, text, url))
            )
        )
        is_of_site = (metadata.date is None or metadata.of_page) and (
            is_account_page(page, root, body, url) or (not dated and is_form(page, body, weight))
        )
        return NoArticle.NO_TEXT if is_stand_in_for_it or is_of_site else None

    def _judge(self, reading: Reading, body: Body) -> Article | NoArticle:
        root, url, page, metadata, _, run, title = reading
        lines, left_out = sift(run, reading.titles)
        text = "\n".join(lines)
        weight = weigh(text)
        shown = unlinked_weight(page.blocks)
        coverage = min(1.0, weight / shown) if shown else 1.0
        none = self._why_none(reading, body, lines, weight, coverage)
        if none is not None:
            return self._described(reading) if none is NoArticle.NO_TEXT else none
        zone = zone_of(text)
        if whole := self._whole_text(reading, lines, left_out):
            text, weight = whole, weigh(whole)
        # The source may be named among several labels, as below the texts of public accounts.
        below = min(NEAR, max(2, len(list(takewhile(bool, reversed(left_out))))))
        near = byline(page, body.start, body.stop, below)
        source = metadata.source or read_source(near)
        if source and not metadata.source:
            source = without_place(source, root, near)
        return Article(
            text=text,
            title=title,
            published=self._published(reading, body, zone),
            canonical=metadata.canonical,
            source=source,
            site_name=metadata.site_name or site_in_title(metadata.titles, title),
            links=_links(page, body.start, body.stop, url),
            origins=(
                *metadata.origins,
                *linked_origins(page, body.start, body.stop, url, below),
            ),
            weight=weight,
            coverage=coverage,
            short=weight < self.short_weight,
            part_of=part_of(page, root, url),
            amp_of=amp_of(page, root.getroottree().getroot(), url),
        )

    def _published(self, reading: Reading, body: Body, zone: timezone) -> datetime | None:
        """The date of the page's head, with the time of day if only the page shows it and the language tells
        its *zone*, or in the zone that only the page shows, or else the date that the page shows, or that of
        its address.
        """
        metadata = reading.metadata
        told = metadata.published(zone)
        utc = zone is timezone.utc
        is_timed = told is not None and has_time(told, zone)
        # Of a language that is spoken in many zones.
        unzoned = utc and is_timed and told != metadata.published(_ANOTHER_ZONE)
        if told is not None and (utc or is_timed) and not unzoned:
            return told
        where = (reading.page, reading.root, metadata.titles, body.start, body.stop)
        shown = shown_date(*where, zone)
        if told is None:
            shown = shown or self._date_by_heading(reading, zone)
            return shown or date_in_address(reading.url, zone)
        if shown is None:
            return told
        if unzoned:
            is_same = abs(shown - told) < _DAY and not (shown - told) % _ZONES
            is_same = is_same and _shows_clock(reading.page, body, told)
            return shown if is_same and shown == shown_date(*where, _ANOTHER_ZONE) else told
        return shown if told <= shown < told + _DAY else told

    def _date_by_heading(self, reading: Reading, zone: timezone) -> datetime | None:
        """The date beside the heading of a page if it stands in an element that was left unread."""
        root, page, titles = reading.root, reading.page, reading.metadata.titles
        if not (lacks_heading(page, root) or _has_byline_in_footer(root)):
            return None
        whole = read_page(root, everything=True, max_elements=self.max_elements)
        first = reading.run[0].text
        start = next((at for at, block in enumerate(whole.blocks) if block.text == first), 0)
        return date_above(whole, root, titles, start, zone)


def _shows_clock(page: Page, body: Body, moment: datetime) -> bool:
    """Whether hour and minute of *moment* are near the text of *page*, or in its `<time>` elements."""
    clock = re.compile(rf"(?<!\d)(?:0?{moment.hour}|0?{moment.hour % 12 or 12})[:.]{moment:%M}")
    lines = (block.text for block in byline(page, body.start, body.stop))
    return any(map(clock.search, chain(lines, (written for _, written in page.times))))


def _title_of(
    page: Page, metadata: Metadata, body: Body | None, run: Sequence[Block]
) -> str | None:
    start = body.start if body else 0
    before = page.blocks[max(0, start - 30) : start]
    headings = [
        b.text
        for b in (*reversed(before), *run[:3])
        if b.tag in ("h1", "h2") and (not b.link_weight or _is_most(b.text, metadata.titles))
    ]
    # Another one may be the name of the site.
    headings.sort(key=lambda heading: not _is_most(heading, metadata.titles))
    lines = [b.text for b in before if b.weight >= PRICES.card_title and not b.link_weight]
    return choose_title(metadata.titles, headings, metadata.site_name, lines)


def _is_most(text: str, titles: Sequence[str]) -> bool:
    """Whether *text* begins one of *titles*, and is most of it."""
    return any(title.startswith(text) and 2 * weigh(text) > weigh(title) for title in titles)


def _lines_of(body: str) -> list[Block]:
    """The lines of *body*, which is text or HTML."""
    body = _SURROGATE.sub("\ufffd", body)
    if _MARKUP.search(body):
        if not _PARTED.search(body):
            body = body.replace("\n", "<br>")
        return read_page(Selector(body, type="html").root, everything=True).blocks
    return blocks_of(body)


def _lines_in_scripts(reading: Reading) -> tuple[list[Block], bool]:
    """The lines of the article in the data of the page's scripts, or else in the elements there, and
    whether they are a body from that data.
    """
    rows = Rows.under(reading.root)
    names = (*reading.metadata.titles, *reading.headings)
    body = body_in_scripts(reading.root, rows, names)
    if body:
        return _lines_of(body), True
    html = _SURROGATE.sub("\ufffd", elements_in(rows))
    if not html:
        return [], False
    page = read_page(Selector(html, type="html").root)
    found = body_of(page, reading.metadata.titles, reading.url)
    return (page.blocks[found.start : found.stop] if found else []), False


def _links(page: Page, start: int, stop: int, url: str) -> tuple[str, ...]:
    links: dict[str, None] = {}
    first, end = (bisect_left(page.links, (place, "")) for place in (start, stop))
    written = dict.fromkeys(href for _, href in page.links[first:end])
    for href in islice(written, _MOST_LINKS):
        if len(href) <= LONGEST and not href.startswith(("#", "javascript:", "mailto:")):
            link = href if href.startswith(("http://", "https://")) else absolute(url, href)
            if link:
                links[link] = None
    return tuple(links)
