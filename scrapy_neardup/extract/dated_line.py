"""What a line of a page tells of dates, and whether it says that one is the date of publication."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import datetime, time, timedelta, timezone
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.extract.blocks import HUMP
from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.written_dates import dates_in, is_credible, tells_when

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

LINE = 120  # the greatest weight of a line with a date
_LINKED = 60  # the greatest weight of one or two links in it; more links are tags
_NAMED = 40  # the greatest weight of a label in a line of its own
_FEW_LINKS = 2
_LONGEST = 3 * LINE  # with its links
_FIRST_OF_MINGUO = 1911
_SAME = timedelta(hours=38)  # a day and the greatest offset of a zone
_WORDS = 2  # the most words in small letters in a line that only tells who and when ...
_LABELLED = 8  # ... and in one with a label, which may tell more about the people
_LETTERS = 18  # the most Han characters in a row in such a line, ...
_KANA = 10  # ... the most hiragana ...
_TERMS = 12  # ... and the most words of a script without small letters
WEEKDAY = rf"(?:{alternatives('WEEKDAY')})"
# What may stand between a label and its date.
_LINK = rf"""
    [\s:：(（\[【,\-–—]*
    (?:{WEEKDAY}[.,]?\s+)?
    (?:\d{{1,2}}[:.]\d{{2}}\s?(?:[ap]\.?m\.?)?(?:\s[A-Z]{{2,4}})?,?\s+)?
    (?:(?:{alternatives("ON_DAY")}|{alternatives("BEFORE_DATE")})[\s:：]+)?
    (?:{WEEKDAY}[.,]?\s+)?$
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
    )\s*[:：]\s*(?:{WEEKDAY}[.,]?\s+)?$""",
    re.VERBOSE | re.IGNORECASE,
)
# What the date behind or before it is the date of, if it is not that of the publication. Any other
# word with a colon behind it is a label, too.
UPDATED = re.compile(alternatives("UPDATED"), re.VERBOSE | re.IGNORECASE)
_OTHER = re.compile(
    rf"""(?:{alternatives("UPDATED")}|{alternatives("OTHER_DATE")})
      (?:{alternatives("DATE_ENDING")})?{_LINK}
    |[:：]\s*(?:{WEEKDAY}[.,]?\s*)?$
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
    rf"(?:[\s|·•,，.()（）\[\]【】\-–—:：]|{WEEKDAY}(?!\w))*", re.VERBOSE | re.IGNORECASE
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
_ON = re.compile(rf"([^\W\d_]+)\s+(?:{alternatives('ON_DAY')})\s+(?:[^\W\d_]+,?\s+)?$", re.VERBOSE)
BY = re.compile(
    rf"(?:^|[\s|·•])(?:{alternatives('BY')})\s|{alternatives('BYLINE_LABEL')}",
    re.VERBOSE | re.IGNORECASE,
)
# Words in small letters of bylines.
_BYLINE_WORD = re.compile(alternatives("BYLINE_WORD"), re.VERBOSE)


class DatedLine(NamedTuple):
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


def has_time(moment: datetime, zone: timezone) -> bool:
    """Whether a date that was read in this *zone* has a time of day, and not midnight for want of one."""
    return moment.astimezone(zone).time() != time()


def dated_line(
    page: Page, titles: Sequence[str], place: int, times: Sequence[datetime], zone: timezone
) -> DatedLine | None:
    """What the line at *place* tells, which has the `<time>` elements *times*."""
    block = page.blocks[place]
    if not _may_be_dated(page, place) or not (times or _YEAR.search(block.text)):
        return None
    text, found = _dates_with_label(page.blocks, place, zone)
    rest = _TAG.sub("", _without(text, found))
    if not (found or times) or _OF_OTHERS.search(rest):
        return None
    if not found:
        moment = min(filter(is_credible, times), default=None)
        if moment is None or _OTHER.search(rest) or UPDATED.search(rest):
            return None
        if _tells_more(rest, _LABELLED):
            return None
        return DatedLine(place, moment, labelled=False, alone=False, timed=True)
    labelled, plain = _sorted_out(text, found)
    limit = _LABELLED if labelled or block.beside or BY.search(text) else _WORDS
    date = next(filter(is_credible, labelled or sorted(plain)), None)
    if date is None or _tells_more(rest, limit):
        return None
    alone = _ALONE.fullmatch(rest) is not None
    if not (alone or labelled):
        is_in_title = any(text[start:end] in title for start, end, _ in found for title in titles)
        # Behind a `<br>` in a heading, a byline with a time of day may stand.
        is_byline = block.low >= block.depth and has_time(date, zone)
        if is_in_title or (block.tag in HEADINGS and not is_byline):
            return None
    date = _most_exact(date, times, zone)
    return DatedLine(place, date, labelled=bool(labelled), alone=alone, timed=bool(times))


def _may_be_dated(page: Page, place: int) -> bool:
    """Whether the line at *place* is short, is no caption, and has no long link or very many."""
    block = page.blocks[place]
    is_short = block.weight <= _LONGEST and block.weight - block.link_weight <= LINE
    if not is_short or block.tag == "figcaption":
        return False
    return block.link_weight <= _LINKED or _count_links(page, place) > _FEW_LINKS


def _dates_with_label(
    blocks: Sequence[Block], place: int, zone: timezone
) -> tuple[str, list[tuple[int, int, datetime]]]:
    """The text of the line at *place*, behind that of the line before if it is the label of a date, and the
    dates in it.
    """
    line = HUMP.sub(" ", blocks[place].text)  # NorrisPublished: two elements that touch
    line = _MINGUO.sub(_minguo_in_figures, _SPACED.sub("", line))
    text, found = dates_in(line, zone)
    if not (found and place):
        return text, found
    before = blocks[place - 1].text[-_LONGEST:]
    label = text[: found[0][0]].strip()
    if _is_label(before) if not label else label == "Start date" and _THREAD.match(before):
        return dates_in(f"{before} {line}", zone)
    if not label and _labels(blocks[place - 1]):
        return dates_in(f"{before}: {line}", zone)
    return text, found


def _most_exact(date: datetime, times: Sequence[datetime], zone: timezone) -> datetime:
    """*date*, or the same one in a `<time>`, where it is more exact unless it is only a day."""
    same = min((moment for moment in times if abs(moment - date) <= _SAME), default=date)
    return date if has_time(date, zone) and not has_time(same, zone) else same


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
        text.endswith((":", "：")) and not BY.search(f" {text.rstrip(':：')} ")
    )


def _labels(block: Block) -> bool:
    """Whether *block*, above a line that begins with a date, says whose date it is, without a colon."""
    text = block.text
    if block.weight > _NAMED or block.tag in HEADINGS or block.marks:
        return False
    return (
        block.tag in ("dt", "th")
        or UPDATED.fullmatch(text.removeprefix("Last ")) is not None
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
        elif (last or not UPDATED.match(text)) and (
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
    if (on := _ON.search(before)) and on[1].islower() and not BY.search(before):
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
