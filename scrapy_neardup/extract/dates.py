"""When an article was published, on a page whose head does not say it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.lines import WordSearch
from scrapy_neardup.extract.metadata import NEAR, parse_date, spelt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

__all__ = ["date_in_scripts", "date_near"]

_LINE = 120  # the greatest weight of a line with a date
_LABEL_LINE = 30  # the greatest weight of a line that labels the date below it
_BEHIND_LABEL = 6  # the most characters behind a label at the end of its line, as in 发布时间：
_CAPTION = "figcaption"
_FIRST_YEAR = 1995
_AHEAD = timedelta(days=1)  # the zone of a date may be guessed wrongly
# What a date is the date of: the publication, or else something that is no date of the article.
_LABEL = re.compile(
    r"""(?P<published>发布|發布|發佈|发表|發表|刊发|刊登|公開|掲載|投稿|게시|등록|입력
      |\b(?:published|posted|publi[ée]|publicado|pubblicato|veröffentlicht|publiziert|gepubliceerd
        |опубликован\w{0,2})\b)
    |更新|修改|修订|有效|截止|今[天日]是|今[天日][:：]|[上下]一[篇条]|수정
    |\b(?:updated|modified|edited|reviewed|valid|expires|today\sis|joined|aktualisiert|mis\sà\sjour
      |actualizado|atualizado|aggiornato|bijgewerkt|обновлен\w{0,2})\b""",
    re.VERBOSE | re.IGNORECASE,
)
# A date of publication in the data of a script; `ct` is WeChat's name for it.
_IN_SCRIPT = re.compile(
    r"""(?:[pP]ub(?:lish(?:ed)?)?_?(?:[tT]ime|[dD]ate|[aA]t|[oO]n)|date_?[pP]ublished|var[ ]ct)
    \\?["']?\s?[:=]\s?\\?["']?((?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}[^"'\\<]{0,20}|1[0-9]{9}(?:[0-9]{3})?\b)""",
    re.VERBOSE,
)
# Every match has one of these in it.
_may_tell_date = WordSearch(
    ("publish", "pub_", "pubt", "pubd", "pubat", "pubon", "var ct")
).matches
_LIMIT = 2_000_000  # characters in all scripts together


class _Told(NamedTuple):
    """What a line tells of dates."""

    date: datetime | None
    """The date of publication, or a date of which nothing is said."""
    published: bool = False
    """Whether the line says that it is the date of publication."""
    updated: bool = False
    """Whether the line has only labels of other dates."""


def date_near(page: Page, start: int, stop: int, zone: timezone) -> datetime | None:
    """The date that *page* shows beside its article, `blocks[start:stop]`, in UTC.

    A date above the text that is labelled as that of publication comes first, then the one nearest to
    the first sentences, then the same below the text. Dates of updates, of the day and of the future
    do not count.
    """
    blocks = page.blocks
    text = start
    while text < min(stop, start + NEAR) and not _is_text(blocks[text]):
        text += 1
    text = max(text, start + 3)
    times: dict[int, list[datetime]] = {}
    for place, written in page.times:
        if moment := parse_date(written, zone):
            times.setdefault(place, []).append(moment)
    above = range(min(text, len(blocks) - 1), max(0, start - NEAR) - 1, -1)
    below = range(max(text + 1, stop - 2), min(len(blocks), stop + 4))
    for places in (above, below):
        told = [_told(blocks, place, times.get(place, ()), zone) for place in places]
        dates = [one.date for one in told if one.published] or _first_dates(told)
        if dates:
            return dates[0]
    return None


def date_in_scripts(root: _Element, zone: timezone) -> datetime | None:
    """The date of publication in the data of a page's scripts, if only one day is named there."""
    found: list[datetime] = []
    left = _LIMIT
    for script in root.iter("script"):
        if "ld+json" in (script.get("type") or ""):
            continue  # read with the head; what else is dated there is a comment or a review
        text = script.text or ""
        left -= len(text)
        if left < 0:
            break
        if not _may_tell_date(text):
            continue
        dates = (parse_date(spelt(match[1]), zone) for match in _IN_SCRIPT.finditer(text))
        found.extend(filter(None, dates))
    days = {moment.date() for moment in found}
    return found[0] if len(days) == 1 and _is_credible(found[0]) else None


def _first_dates(told: Iterable[_Told]) -> list[datetime]:
    """The first date of those that lines tell. If two lines with dates follow one another, the later
    date is that of an update.
    """
    dates: list[datetime] = []
    for one in told:
        if one.date:
            dates.append(one.date)
        elif dates:
            break
    return sorted(dates)


def _is_text(block: Block) -> bool:
    return block.weight > _LINE and block.tag != _CAPTION and block.tag not in HEADINGS


def _told(blocks: list[Block], place: int, times: Iterable[datetime], zone: timezone) -> _Told:
    """What the line at *place* tells, which has the `<time>` elements *times*."""
    block = blocks[place]
    told = _Told(None)
    if block.weight <= _LINE and block.tag != _CAPTION:
        label = blocks[place - 1] if place else block
        text = block.text
        if label.weight <= _LABEL_LINE and _labels(label.text):
            text = f"{label.text} {text}"
        told = _read(text, zone)
    moments = sorted(filter(_is_credible, times))
    if told.date is None:
        return told._replace(date=None if told.updated else next(iter(moments), None))
    # The same date is more exact there.
    near = (moment for moment in moments if abs(moment - told.date) <= _AHEAD)
    return told._replace(date=next(near, told.date))


def _labels(text: str) -> bool:
    """Whether a line without a date ends with a label, perhaps of a date in the next line."""
    labels = list(_LABEL.finditer(text))
    return (
        bool(labels)
        and len(text) - labels[-1].end() <= _BEHIND_LABEL
        and not any(map(str.isdigit, text))
    )


def _read(text: str, zone: timezone) -> _Told:
    """What *text* tells of dates. A label speaks of the date behind it, or else of the one before it."""
    labels = list(_LABEL.finditer(text))
    ends = [0, *(label.end() for label in labels)]
    starts = [*(label.start() for label in labels), len(text)]
    dates = [parse_date(text[end:start], zone) for end, start in zip(ends, starts, strict=True)]
    published = None
    for place in range(len(labels), 0, -1):
        told = place if dates[place] else place - 1
        if labels[place - 1]["published"]:
            published = dates[told] or published
        dates[told] = None
    if published and _is_credible(published):
        return _Told(published, published=True)
    date = next(filter(_is_credible, filter(None, dates)), None)
    updated = bool(labels) and not any(label["published"] for label in labels)
    return _Told(date, updated=updated)


def _is_credible(moment: datetime) -> bool:
    return moment.year >= _FIRST_YEAR and moment <= datetime.now(timezone.utc) + _AHEAD
