"""The date of publication that a page shows, for a page whose head has none.

The date decides which article of a story is the original, so a wrong one is worse than none. A date
counts only in a short line that is no sentence and says of no other thing that this is its date.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import datetime, time, timedelta, timezone
from functools import cache
from itertools import chain, islice
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, cast

from scrapy_neardup.bounded_cache import bounded_cache
from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.bylines import NEAR, byline
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.walk import kernel as walk
from scrapy_neardup.extract.written_dates import dates_in, is_credible, parse_date, tells_when

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

_LINE = 120  # the greatest weight of a line with a date
_LINKED = 60  # the greatest weight of one or two links in it; more links are tags
_PROSE = 40  # from this weight on, a line with a sentence's mark is a sentence
_NAMED = 40  # the greatest weight of a label in a line of its own
_MOMENT = 60  # the greatest weight of a line that tells when, and perhaps by whom
_OVER = 4  # so many lines above the title may have its date
_MANY = 20  # lines in which more dates make a list of entries
_ENTRIES = frozenset((*HEADINGS, "p", "li", "td", "th", "dt", "dd", "tr"))
_UNDER = 4  # so many lines below the first paragraph, which may be a standfirst
_FEW_LINKS = 2
_AUTHOR = 30  # the most lines about the author between the title of a thread and its first post
_LONGEST = 3 * _LINE  # with its links
_FIRST_OF_MINGUO = 1911
_SAME = timedelta(hours=38)  # a day and the greatest offset of a zone
_WORDS = 2  # the most words in small letters in a line that only tells who and when ...
_LABELLED = 8  # ... and in one with a label, which may tell more about the people
_LETTERS = 18  # the most Han characters in a row in such a line, ...
_KANA = 10  # ... the most hiragana ...
_TERMS = 12  # ... and the most words of a script without small letters
_APART_TEXT = 300  # the most characters of a part that is set apart from the text
_APART_PIECES = 200
_MOST_PLACES = 100  # elements in which a line is looked for
_DEPTH = 10  # the most elements around a line that may set it apart

_WEEKDAY = rf"(?:{alternatives('WEEKDAY')})"
# What may stand between a label and its date.
_LINK = rf"""
    [\s:：(（\[【,\-–—]*
    (?:{_WEEKDAY}[.,]?\s+)?
    (?:\d{{1,2}}[:.]\d{{2}}\s?(?:[ap]\.?m\.?)?(?:\s[A-Z]{{2,4}})?,?\s+)?
    (?:(?:{alternatives("ON_DAY")}|{alternatives("BEFORE_DATE")})[\s:：]+)?
    (?:{_WEEKDAY}[.,]?\s+)?$
"""
_START = r"(?:^|(?<=[^\w])|(?<=\d))"
_PUBLISHED = re.compile(
    rf"""(?:{_START}(?:{alternatives("PUBLISHED")})
      |(?<=[:：])\s?[^\s:：]{{1,20}}(?:{alternatives("PUBLISHED_ANYWHERE")})(?=[:：])
    ){_LINK}""",
    re.VERBOSE | re.IGNORECASE,
)
_NEUTRAL = re.compile(
    rf"""(?:
      (?:^|\W)(?:{alternatives("DATE_LABEL_ANYWHERE")})
      |(?:^|[^\w\s]\s*)(?:{alternatives("DATE_LABEL")})
    )\s*[:：]\s*(?:{_WEEKDAY}[.,]?\s+)?$""",
    re.VERBOSE | re.IGNORECASE,
)
_DAY = re.compile(
    rf"(?<!\w){_WEEKDAY}(?!\w)|{alternatives('WEEKDAY_ANYWHERE')}", re.VERBOSE | re.IGNORECASE
)
_PRINTED = re.compile(alternatives("PRINTED"), re.VERBOSE)
# What the date behind or before it is the date of, if it is not that of the publication. Any other
# word with a colon behind it is a label, too.
_UPDATED = re.compile(alternatives("UPDATED"), re.VERBOSE | re.IGNORECASE)
_OTHER = re.compile(
    rf"""(?:{alternatives("UPDATED")}|{alternatives("OTHER_DATE")})
      (?:{alternatives("DATE_ENDING")})?{_LINK}
    |[:：]\s*(?:{_WEEKDAY}[.,]?\s*)?$
    |\d(?:日|st|nd|rd|th)?\s?[\-–—~～至到]\s?$""",
    re.VERBOSE | re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"\s*[)\]）】]?\s*(?:{alternatives('UPDATED')}|{alternatives('BEHIND_DATE')})",
    re.VERBOSE | re.IGNORECASE,
)
_TO = rf"(?:[\-–—~～]|{alternatives('UNTIL')})"
_UP_TO = re.compile(
    rf"\s*{_TO}\s*\d{{1,2}}(?:[:：.时]\d{{2}}|\s?[ap]\.?m)", re.VERBOSE | re.IGNORECASE
)
_YEAR = re.compile(r"\d{2}|年")  # in every line with a date
# A label that ends with the word for a date, of which kind it may be, as in "Meeting date".
_DATE_OF = re.compile(rf"(?:{alternatives('DATE_OF')})\s*$", re.VERBOSE | re.IGNORECASE)
_SPACED = re.compile(r"(?<=[时時日])\s+(?=[间間期])")  # a label drawn out to the width of others
# A year of 民國 that is not named as one, in a label of official sites.
_MINGUO = re.compile(
    r"(?<=[期間][:：])\s*(1\d\d)(?:\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日|([-./])(\d{1,2})\4(\d{1,2}))(?!\d)"
)
_CLOCK = re.compile(r"\d[:：时]\d{2}")
_BETWEEN = re.compile(rf"\s*{_TO}\s*", re.VERBOSE)
_SPAN = re.compile(r"\s\d{1,2}:\d{2}-\d{2}:\d{2}$")  # a clock and a clock; no offset of a zone
# A line with these is about a picture or a film, the site, or the answers to a post.
_OF_OTHERS = re.compile(alternatives("OF_OTHERS"), re.VERBOSE | re.IGNORECASE)
# The end of a sentence in Indian scripts, Urdu, Burmese and Amharic, and a full stop behind a word of a
# script without small letters. Thai abbreviations have one, too.
_SENTENCE = re.compile(r"[。！？，；]|[।۔؟။።]\s*$|[\u0590-\u08ff\u0900-\u0dff]{2,}\.\s*$")
_HAN_OR_KANA = re.compile(r"[一-鿿぀-ヿ]")
_MAY_FOLLOW = re.compile(alternatives("AFTER_DAY"), re.VERBOSE)
_ALONE = re.compile(
    rf"(?:[\s|·•,，.()（）\[\]【】\-–—:：]|{_WEEKDAY}(?!\w))*", re.VERBOSE | re.IGNORECASE
)
_HAN_RUN = re.compile(rf"[一-鿿]{{{_LETTERS},}}")
_HIRAGANA = re.compile(r"[ぁ-ゖ]")
_TAG = re.compile(r"#\w+")
# A word has signs that are no letters, too, in Indian scripts, Thai, Burmese and Khmer.
_WORD = re.compile(
    r"(?:[^\W\d_]|(?<=\w)[\u0900-\u0903\u093a-\u0963\u0981-\u09e3\u0b82-\u0bd7\u0e31-\u0e4e\u102b-\u103e"
    r"\u17b6-\u17d3\u200c]|(?<=[\u0900-\u17d3])[\u0900-\u0963\u0980-\u0bd7\u0e31-\u0e4e\u102b-\u17d3])+"
)
_NO_CASE = re.compile(r"[\u0590-\u08ff\u0900-\u0e7f\u1000-\u109f\u1200-\u139f\u1780-\u17ff가-힯]")
# A word before a label that makes it the verb of a sentence.
_VERB = re.compile(
    rf"(?!(?:{alternatives('BEFORE_PUBLISHED')})\s)\b[a-zà-ÿа-џґά-ώ]{{3,}}\s+$", re.VERBOSE
)
_THREAD = re.compile(r"thread\sstarter\s", re.IGNORECASE)
_NO_BARE_LABEL = re.compile(
    rf"[:：]|{alternatives('DATE_ENDING')}|[a-z]", re.VERBOSE | re.IGNORECASE
)
# The date of an official notice, perhaps behind the office, and what newspaper printed the text when.
_NOTICE = re.compile(
    r"(?:[一-鿿]{2,20}[局府会會厅廳院办辦室部委处處司]\s+)?"
    r"(?:\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日|[一二][〇○零一二三四五六七八九]{3}年[一二三四五六七八九十]+月[一二三四五六七八九十]+日)"
    r"(?:印发)?"
)
_IN_PRINT = re.compile(r"[(（]?(?:原载)?《[^》]+[报報]》.*\d版[)）]?|[(（]?原载《[^》]+》.*")
_ON = re.compile(rf"([^\W\d_]+)\s+(?:{alternatives('ON_DAY')})\s+(?:[^\W\d_]+,?\s+)?$", re.VERBOSE)
_BY = re.compile(
    rf"(?:^|[\s|·•])(?:{alternatives('BY')})\s|{alternatives('BYLINE_LABEL')}",
    re.VERBOSE | re.IGNORECASE,
)
# Words in small letters of bylines.
_BYLINE_WORD = re.compile(alternatives("BYLINE_WORD"), re.VERBOSE)
_APART = re.compile(
    r"(?:^|[\s_\-])(?:videos?|player|figure|gallery"
    r"|(?:fig|image|img|photo|picture|video|media|wp)-?captions?|related|recommend\w*|teasers?"
    r"|comments?|repl(?:y|ies)|event-?(?:date|time|info|details?|meta|list))(?=$|[\s_\-\d])"
    r"|(?:^|\s)captions?(?=$|\s)"
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PICTURES = ("img", "picture", "video", "iframe", "figcaption")


class _Told(NamedTuple):
    """What a line tells of dates."""

    place: int
    date: datetime
    """The date of publication, or a date of which nothing is said."""
    labelled: bool
    """Whether the line says that it is the date of publication."""
    alone: bool
    """Whether the line has nothing else."""
    timed: bool
    """Whether the line has a `<time>`."""

    @property
    def bare(self) -> bool:
        """Whether the line stands for nothing but its date."""
        return self.alone or self.timed


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
        self._root = root
        self._titles = titles
        self._zone = zone
        self._texts = _Texts()
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
            named = _BY.search(block.text) or _UPDATED.search(block.text)
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
            if _BY.search(text) or _IN_PRINT.fullmatch(text):
                return line.date
            if not any(map(_is_prose, blocks[line.place : stop])) and (
                (line.alone and line.place < stop) or _NOTICE.fullmatch(text)
            ):
                return line.date
        return None

    def _lines(self, places: Iterable[int]) -> Iterator[_Told]:
        """What the lines at *places* tell of dates."""
        for place in places:
            if 0 <= place < len(self._blocks):
                times = self._times.get(place, ())
                line = _told(self._page, self._titles, place, times, self._zone)
                if line is not None:
                    yield line

    def _counts(self, line: _Told) -> bool:
        """Whether *line* is not about a picture, a film or another article."""
        return not _is_apart(self._root, self._blocks[line.place].text, self._texts)


def _is_title(block: Block, titles: Sequence[str]) -> bool:
    """Whether *block* has one of *titles*, or most of it."""
    return any(block.text in title and 2 * len(block.text) > len(title) for title in titles)


def _earlier_first(lines: list[_Told]) -> list[_Told]:
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
        if block.weight <= _LINE
    )


def has_time(moment: datetime, zone: timezone) -> bool:
    """Whether a date that was read in this *zone* has a time of day, and not midnight for want of one."""
    return moment.astimezone(zone).time() != time()


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


def _is_of_site(blocks: Sequence[Block], line: _Told, title: int, first: int) -> bool:
    """Whether *line* stands above the *title* outside of the element that has the title and the text,
    whose *first* paragraph is given, and has nothing but a date: in a site's header, that of today.
    """
    block = blocks[line.place]
    if (
        line.place >= title
        or block.tag in HEADINGS
        or _BY.search(block.text)
        or _PRINTED.search(block.text)
    ):
        return False
    around = min((block.low for block in blocks[title + 1 : first + 1]), default=0)
    return min(block.low for block in blocks[line.place + 1 : title + 1]) < around


def _is_prose(block: Block) -> bool:
    """Whether *block* reads like a paragraph."""
    if block.beside or block.tag in HEADINGS or block.tag == "figcaption":
        return False
    if block.weight - block.link_weight > _LINE:
        return True
    return bool(block.marks) and block.weight >= _PROSE and not parse_date(block.text)


def _below(blocks: Sequence[Block], start: int, stop: int) -> Iterable[int]:
    """The places of the lines at the end of the text and below it, up to the next heading."""
    for place in range(start, min(len(blocks), stop + 4)):
        if place >= stop and blocks[place].tag in HEADINGS:
            return
        yield place


def _told(
    page: Page, titles: Sequence[str], place: int, times: Sequence[datetime], zone: timezone
) -> _Told | None:
    """What the line at *place* tells, which has the `<time>` elements *times*."""
    blocks = page.blocks
    block = blocks[place]
    if block.weight > _LONGEST or block.weight - block.link_weight > _LINE:
        return None
    if block.tag == "figcaption" or not (times or _YEAR.search(block.text)):
        return None
    if block.link_weight > _LINKED and _count_links(page, place) <= _FEW_LINKS:
        return None
    line = _SPACED.sub("", _HUMP.sub(" ", block.text))  # NorrisPublished: two elements that touch
    line = _MINGUO.sub(_minguo_in_figures, line)
    text, found = dates_in(line, zone)
    if not found and not times:
        return None
    before = blocks[place - 1].text[-_LONGEST:] if place else ""
    label = text[: found[0][0]].strip() if found else ""
    if found and (
        _is_label(before) if not label else label == "Start date" and _THREAD.match(before)
    ):
        text, found = dates_in(f"{before} {line}", zone)
    elif found and not label and place and _labels(blocks[place - 1]):
        text, found = dates_in(f"{before}: {line}", zone)
    rest = _TAG.sub("", _without(text, found))
    if _OF_OTHERS.search(rest):
        return None
    if not found:
        moments = sorted(filter(is_credible, times))
        if not moments or _OTHER.search(rest) or _UPDATED.search(rest):
            return None
        if _tells_more(rest, _LABELLED):
            return None
        return _Told(place, moments[0], labelled=False, alone=False, timed=True)
    labelled, plain = _sorted_out(text, found)
    limit = _LABELLED if labelled or block.beside or _BY.search(text) else _WORDS
    dates = [date for date in labelled or sorted(plain) if is_credible(date)]
    if not dates or _tells_more(rest, limit):
        return None
    alone = _ALONE.fullmatch(rest) is not None
    if not (alone or labelled) and any(
        text[start:end] in title for start, end, _ in found for title in titles
    ):
        return None
    # Behind a `<br>` in a heading, a byline with a time of day may stand.
    is_named = block.low < block.depth or not has_time(dates[0], zone)
    if block.tag in HEADINGS and is_named and not (alone or labelled):
        return None
    # The same date is more exact there, unless it is only a day.
    near = (moment for moment in sorted(times) if abs(moment - dates[0]) <= _SAME)
    date = next(near, dates[0])
    if has_time(dates[0], zone) and not has_time(date, zone):
        date = dates[0]
    return _Told(place, date, labelled=bool(labelled), alone=alone, timed=bool(times))


def _count_links(page: Page, place: int) -> int:
    """The number of links in the line at *place*."""
    first, end = (bisect_left(page.links, (line, "")) for line in (place, place + 1))
    return end - first


def _minguo_in_figures(date: re.Match[str]) -> str:
    year, month, day = filter(str.isdigit, filter(None, date.groups()))
    return f" {int(year) + _FIRST_OF_MINGUO}-{month}-{day}"


def _is_label(text: str) -> bool:
    """Whether *text* is a label, whose date may be in the next line."""
    return _PUBLISHED.match(text) is not None or (
        text.endswith((":", "：")) and not _BY.search(f" {text.rstrip(':：')} ")
    )


def _labels(block: Block) -> bool:
    """Whether *block*, above a line that begins with a date, says whose date it is, without a colon."""
    text = block.text
    if block.weight > _NAMED or block.tag in HEADINGS or block.marks:
        return False
    return (
        block.tag in ("dt", "th")
        or _UPDATED.fullmatch(text.removeprefix("Last ")) is not None
        or _DATE_OF.search(text) is not None
    )


def _without(text: str, found: Sequence[tuple[int, int, datetime]]) -> str:
    """*text* without the dates *found* in it."""
    ends = [0, *(end for _, end, _ in found)]
    starts = [*(start for start, _, _ in found), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _sorted_out(
    text: str, found: Sequence[tuple[int, int, datetime]]
) -> tuple[list[datetime], list[datetime]]:
    """The dates of those *found* in *text* that are labelled as dates of publication, and those of
    which nothing is said.
    """
    labelled: list[datetime] = []
    plain: list[datetime] = []
    ends = [0, *(end for _, end, _ in found)]
    starts = [*(start for start, _, _ in found[1:]), len(text)]
    previous = False
    for (start, end, date), last, following in zip(found, ends, starts, strict=False):
        before, after = text[last:start], text[end:following]
        ranged, previous = previous, following < len(text) and bool(_BETWEEN.fullmatch(after))
        # A label between two dates speaks of the date behind it, if nothing stands between them.
        # Nor does it if it tells how long ago the update was.
        behind = (
            _BEHIND.match(after)
            and not (following < len(text) and _OTHER.search(after))
            and not tells_when(after)
        )
        ranged = ranged or previous or _SPAN.search(text[start:end]) is not None
        if _CLOCK.search(text, start, end) and _UP_TO.match(after):
            ranged = True
        if ranged or behind:
            continue
        label = _PUBLISHED.search(before)
        verb = _VERB.search(before, 0, label.start()) if label else None
        # A name may stand alone before it, or a name or an address in Latin letters before a word of a
        # script without small letters.
        has_case = label and not (_HAN_OR_KANA.match(label[0]) or _NO_CASE.match(label[0]))
        if label and verb and verb.start() and has_case:
            continue  # someone published something else
        if label and not (last and _is_bare(before)):
            labelled.append(date)
        elif (last or not _UPDATED.match(text)) and (
            _NEUTRAL.search(before)
            or not (
                _DATE_OF.search(before)
                or _OTHER.search(before)
                or _is_in_sentence(before, text[start:end], after)
            )
        ):
            plain.append(date)
    return labelled, plain


def _is_bare(label: str) -> bool:
    """Whether *label*, between two dates, may as well speak of the date before it."""
    return _NO_BARE_LABEL.search(label) is None


def _is_in_sentence(before: str, date: str, after: str) -> bool:
    """Whether the words beside a *date* make it a part of a sentence."""
    if (on := _ON.search(before)) and on[1].islower() and not _BY.search(before):
        return True
    return (
        date.endswith(("日", "号", "號"))
        and _HAN_OR_KANA.match(after) is not None
        and not _MAY_FOLLOW.match(after)
    )


def _tells_more(rest: str, limit: int) -> bool:
    """Whether a line is more than a byline, by what it has beside its dates; *limit* is the most words
    in small letters.
    """
    if _SENTENCE.search(rest) or _HAN_RUN.search(rest) or len(_HIRAGANA.findall(rest)) > _KANA:
        return True
    words = _WORD.findall(rest)
    if sum(word.islower() and not _BYLINE_WORD.fullmatch(word) for word in words) > limit:
        return True
    return sum(_NO_CASE.match(word) is not None for word in words) > _TERMS


class _Texts:
    """The texts of elements, each read once: many lines may stand in one element."""

    def __init__(self) -> None:
        self.small = cache(_small_text)
        self.pieces = cache(_pieces)


def _is_apart(root: _Element, line: str, texts: _Texts) -> bool:
    """Whether *line* only stands in small parts under *root* about a picture, a film or another
    article.
    """
    found = False
    for element in islice(walk.holders(root, max(line.split(), key=len)), _MOST_PLACES):
        apart = _sets_apart(element, _squeezed(line), texts)
        if apart is False:
            return False
        found = found or apart is True
    return found


def _sets_apart(element: _Element, line: str, texts: _Texts) -> bool | None:
    """Whether *element* or one around it sets *line* apart, which has a piece in *element*, or None if
    the line is another one.
    """
    has_line = False
    for part in islice(chain((element,), element.iterancestors()), _DEPTH):
        may_be = _may_be_apart(part)
        if has_line and not may_be:
            continue
        if (content := texts.small(part)) is None:
            # A line may stand between other ones, without an element of its own.
            return False if has_line or line in texts.pieces(part) else None
        has_line = has_line or line in content
        if has_line and may_be:
            return True
    return False if has_line else None


def _may_be_apart(element: _Element) -> bool:
    """Whether the names of *element*, or the picture in it, tell that it is no part of the text."""
    if element.tag == "figure":
        return next(element.iter(*_PICTURES), None) is not None
    if element.tag in ("aside", "video"):
        return True
    return any(_names_apart(name) for name in (element.get("class"), element.get("id")) if name)


@bounded_cache(1024)
def _names_apart(name: str) -> bool:
    return _APART.search(_HUMP.sub("-", name).lower()) is not None


def _small_text(element: _Element) -> str | None:
    """The text in *element* without white space, None if there is much of it."""
    pieces: list[str] = []
    size = 0
    for piece in islice(element.itertext(), _APART_PIECES):
        pieces.append(str(piece))
        size += len(pieces[-1].strip())
        if size > _APART_TEXT:
            return None
    text = "".join(pieces)
    few = len(pieces) < _APART_PIECES and len(text.strip()) <= _APART_TEXT
    return _squeezed(text) if few else None


def _pieces(element: _Element) -> frozenset[str]:
    """The texts right in *element* without white space."""
    return frozenset(map(_squeezed, cast("list[str]", element.xpath("text()"))))


def _squeezed(text: str) -> str:
    return "".join(text.split())
