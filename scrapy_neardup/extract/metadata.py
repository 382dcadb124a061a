"""What a page says about its article besides the text: title, date, source, site, address."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urljoin, urlsplit

from scrapy_neardup.addresses import is_plain
from scrapy_neardup.extract.languages import alternatives, words
from scrapy_neardup.extract.lines import WordSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

_T = TypeVar("_T")

_TITLES = (
    "articletitle",
    "og:title",
    "twitter:title",
    "dc.title",
    "parsely-title",
    "citation_title",
)
# Without blanks, hyphens and underscores.
_DATES = (
    "article:publishedtime",
    "og:publishedtime",
    "og:article:publishedtime",
    "datepublished",
    "article.published",
    "article:published",
    "parselypubdate",
    "publishdate",
    "publisheddate",
    "publishedat",
    "published",
    "publicationdate",
    "citationpublicationdate",
    "citationonlinedate",
    "citationdate",
    "articledateoriginal",
    "firstpublishedtime",
    "pubdate",
    "pubtime",
    "og:publishdate",
    "og:releasedate",
    "og:regdate",
    "og:time",
    "bt:pubdate",
    "cxenseparse:recs:publishtime",
    "date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.issued",
    "dcterms.created",
    "sailthru.date",
    "weibo:article:createat",
    "apub:time",
    "bytedance:publishedtime",
)
_ZERO = datetime(1970, 1, 1, tzinfo=timezone.utc)
_DAY = timedelta(days=1)  # the date of this zero is that of the day before in the West
_UNIX_TIME = re.compile(r"\s*(1\d{9})(?:\d{3})?\s*")  # seconds or milliseconds since 1970
_SITES = ("og:site_name", "sitename", "application-name", "apple-mobile-web-app-title")
_SOURCES = ("contentsource", "source", "article:source", "mediaid", "original-source")

_ORIGINS = ("original-source", "syndication-source")

_JSON_LD_LIMIT = 500_000
_OF_ARTICLES = ("headline", "datePublished", "pubDate")
# The beginning of an object or a list, but not of `<![CDATA[`.
_JSON_START = re.compile(r"(?<!A)[\[{]\s{0,99}[\"\[{]")
_FIELD = re.compile(
    rf'"({"|".join(_OF_ARTICLES)})"\s{{0,9}}:\s{{0,9}}"((?:[^"\\\n]|\\.){{1,500}})"'
)
_decode = json.JSONDecoder(strict=False).raw_decode
NEAR = 12
"""Blocks around the article's start in which a byline is looked for."""

_MONTHS = {name: number for line in words("MONTHS") for number, name in enumerate(line.split(), 1)}
# Every date that the last two ways to read one understand has one of these in it.
_may_name_month = WordSearch(tuple({name[:3]: None for name in _MONTHS})).matches
# Names of the halves of a day that stand before the time; "am" and "pm" stand behind it.
_MORNING, _NOON, _AFTERNOON = map(words, ("MORNING", "NOON", "AFTERNOON"))
_HALF = "|".join(map(re.escape, (*_MORNING, *_NOON, *_AFTERNOON)))
# A clock behind a hyphen has seconds: "2024-01-31-05:00" is a date with an offset.
_CLOCK = (
    rf"(?:(?:[T\s,]*|-(?=\d\d:\d\d:\d\d))(?:(?:{alternatives('AT_CLOCK')})\s)?(?:({_HALF})\s*)?"
    r"(?P<hour>\d{1,2})[:：时時点點](\d{2})(?:[:：分](\d{2})(?:\.\d+)?)?[分秒]?"
    r"(?:\s*([AaPp])\.?[Mm](?![A-Za-z])\.?)?)?"
)
# Hours alone are an offset only after a time of day: "2024-01-31 -05" may be anything. What never
# matches is spelt (?!|), as tests draw from this and Hypothesis can't read (?!) on Python 3.13.
_ZONE = (
    r"\s*(Z\b|\(?(?:UTC|GMT)\b(?:\s?[+-](?:1[0-4]|0?\d)(?::?\d{2})?(?![\d:]))?|[+-]\d{2}:?\d{2}"
    r"|(?(hour)[+-](?:0\d|1[0-4])(?![\d:：/-])|(?!|)))?"
)
_CHINA = timezone(timedelta(hours=8))
_OFFSET = re.compile(r"([+-])(\d{1,2}):?(\d{2})?$")
# Of Arabic, Persian, Hindi, Bengali, Thai, Burmese and Khmer.
_OTHER_DIGIT = re.compile("[٠-٩۰-۹०-९০-৯๐-๙၀-၉០-៩]")
_DIGIT = re.compile(r"\d")  # one is in every date in figures
_NUMERIC_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d{2})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})"
    r"(?:(?!\d)|(?<=\d\d)(?=\d\d:\d\d))\s*[日일.]?"  # the time of day may touch it
    r"\s*(?:(?:星期|周|週|\()[一二三四五六日天月火水木金土월화수목금토일]\)?)?" + _CLOCK + _ZONE,
    re.VERBOSE,
)
_COMPACT_DATE = re.compile(
    r"^((?:19|20)\d{2})(\d{2})(\d{2})(?:[T\s]?(?P<hour>\d{2}):?(\d{2})(?::?(\d{2}))?)?" + _ZONE
)
# The first figure is the day if dots follow, as no language that puts the month first writes dots, or
# if a word of a language that puts the day first stands before it. Else it may be the month.
_YEAR_LAST_DATE = re.compile(
    rf"(?<![\d./\-])(?:\b({alternatives('DAY_FIRST')})\s)?"
    r"(\d{1,2})(?:(\.)\s?(\d{1,2})\.\s?|/(\d{1,2})/|-(\d{1,2})-)((?:19|20)\d{2})(?![\d.]\d)(?!\d)"
    + _CLOCK
    + _ZONE,
    re.VERBOSE | re.IGNORECASE,
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})(?:[a-z]{{0,6}}day|rs?|s)?\b", re.IGNORECASE)
# What follows the year may touch it: a time of day, or how long it takes to read the text.
_NAMED_DATE = re.compile(
    r"(?:(?:(?<![^\W\d_])([^\W\d_]{3,9})\.?(?:\s+|-)(\d{1,2})(?:st|nd|rd|th|\.)?"
    r"|\b(\d{1,2})(?:st|nd|rd|th|er|\.|º|°|-го)?(?:\s+|-|(?<=\.))(?:de\s+)?([^\W\d_]{3,12})\.?),?"
    r"(?:\s+|-|(?<=\.))(?:del?\s+)?((?:19|20)\d{2})"
    r"|\b((?:19|20)\d{2})[\s-]([^\W\d_]{3,12})\.?[\s-](\d{1,2}))"
    r"(?:(?!\d)|(?=\d{1,2}(?::\d{2}|\s?min)))" + _CLOCK + _ZONE,
    re.VERBOSE,
)
# Dates in other figures and other calendars.
_HAN_DIGITS = "〇一二三四五六七八九"
_HAN_ZEROS = str.maketrans("○零", "〇〇")
_HAN_DATE = re.compile(
    r"([一二][〇○零九][〇○零一二三四五六七八九]{2})年(十[一二]?|[一二三四五六七八九])月"
    r"([二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号號]"
)
_ERAS = {
    "民國": 1911,
    "民国": 1911,
    "平成": 1988,
    "令和": 2018,
}  # the years before their first ones
_ERA_YEAR = re.compile(rf"(?:中[華华])?({'|'.join(_ERAS)})\s?(\d{{1,3}}|元)\s?年")
_THAI_MONTHS = (
    ("ม.ค.", "มกราคม"), ("ก.พ.", "กุมภาพันธ์"), ("มี.ค.", "มีนาคม"), ("เม.ย.", "เมษายน"),
    ("พ.ค.", "พฤษภาคม"), ("มิ.ย.", "มิถุนายน"), ("ก.ค.", "กรกฎาคม"), ("ส.ค.", "สิงหาคม"),
    ("ก.ย.", "กันยายน"), ("ต.ค.", "ตุลาคม"), ("พ.ย.", "พฤศจิกายน"), ("ธ.ค.", "ธันวาคม"),
)  # fmt: skip
_THAI_NUMBERS = {name: number for number, names in enumerate(_THAI_MONTHS, 1) for name in names}
_THAI_DATE = re.compile(
    rf"(?<!\d)(\d{{1,2}})\s?({'|'.join(map(re.escape, _THAI_NUMBERS))})\s?(?:พ\.ศ\.\s?)?(25\d\d)(?!\d)"
)
# Names of months with signs that are no letters, as vowels of Indian scripts are.
_SIGNED_MONTHS = [name for name in _MONTHS if re.search(r"[^\w.]", name)]
_SIGNED_DATE = re.compile(
    rf"(?<!\d)(\d{{1,2}})[\s,]*(?:ခ?ရက်\s?|ខែ)?({'|'.join(sorted(_SIGNED_MONTHS, key=len, reverse=True))})"
    r"[\s,]*(?:ឆ្នាំ\s?)?((?:19|20)\d\d)(?!\d)"
)
_PERSIAN_NAMES = (
    "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
)  # fmt: skip
_PERSIAN_MONTHS = {name: number for number, name in enumerate(_PERSIAN_NAMES, 1)}
_PERSIAN_DATE = re.compile(
    rf"(?<!\d)(\d{{1,2}})\s?({'|'.join(_PERSIAN_MONTHS)})(?:\s?ماه)?[\s،]*(1[34]\d\d)(?!\d)"
    r"|(?<![\d/])(1[34]\d\d)/(\d{1,2})/(\d{1,2})(?![\d/])"
)
# Years of the Islamic calendar, which pages in Arabic have, are some forty more.
_MAY_BE_PERSIAN, _ARABIC_DIGIT = re.compile("[\u0600-\u06ff]"), re.compile("[٠-٩]")
_PERSIAN_LEAP = (1, 5, 9, 13, 17, 22, 26, 30)  # which of 33 years have a day more
_FIRST_OF_PERSIAN = 621  # the year before the first one
# The first day of the first year.
_PERSIAN_EPOCH = datetime(_FIRST_OF_PERSIAN + 1, 3, 21).toordinal()
# 14 tháng 10 năm 2025; 2025 оны 10 сарын 14
_DAY_AND_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})\s?tháng\s?(\d{1,2}),?\s?(?:năm\s?)?((?:19|20)\d\d)(?!\d)", re.IGNORECASE
)
_YEAR_OF = re.compile(
    r"((?:19|20)\d\d)\s?оны\s?(\d{1,2})\s?(?:-?р\s|дугаар\s|дүгээр\s)?\s?сарын\s?(\d{1,2})(?!\d)"
)
# With two figures for the year: only one order makes a date if the second figure is above 12.
_SHORT_DATE = re.compile(
    r"(?<![\d./\-])(0?[1-9]|1[0-2])/(1[3-9]|2\d|3[01])/(\d\d)(?=,?\s+\d{1,2}:\d{2}\s?[AaPp]\.?[Mm])"
)
_BUDDHIST = 543  # years before the first one of the usual calendar
# How a line tells when something was written without a whole date: a day and a time, or how long ago.
MOMENT = re.compile(
    rf"""{alternatives("AGO")}
    |[0-9]{{1,2}}[-/.月]\s?[0-9]{{1,2}}日?\s*(?:[ap]\.?m\.?\s*)?[0-9]{{1,2}}[:：][0-9]{{2}}
    |[0-9]{{4}},?\s(?:at\s|-\s|@\s)?[0-9]{{1,2}}:[0-9]{{2}}(?:\s?[ap]\.?m\b\.?)?
    |(?:{alternatives("DAY_WITH_CLOCK")})\s*[0-9]{{1,2}}[:：][0-9]{{2}}""",
    re.VERBOSE | re.IGNORECASE,
)
# Every match of `MOMENT` has one of these in it.
_may_be_moment = WordSearch((":", "：", *words("MOMENT_WORDS"))).matches
_SOURCE = re.compile(
    rf"""(?:(?:{alternatives("SOURCE_OF_ONE_WORD")})\s*[:：丨|｜∣]\s*[《“\"「]?
      |(?<![^\W图圖文])(?:{alternatives("SOURCE_OF_ONE_WORD")})\s*[/／]\s*[《“\"「]?
      |(?<!\w)(?:{alternatives("SOURCE_IN_QUOTES")})\s*[《“\"「])
    ([^\s|｜丨∣/／《》“”\"「」，,。;；:：（）()\[\]【】]{{2,24}})
    |(?:^|\s)(?:{alternatives("SOURCE")})\s*[:：]\s*
    ([^|｜，,。;；:：()\[\]]{{2,40}}?)\s*(?:$|[|｜,;(])""",
    re.VERBOSE | re.IGNORECASE,
)
_ORIGIN_LABEL = re.compile(alternatives("ORIGIN"), re.VERBOSE | re.IGNORECASE)
# Every match of `_SOURCE` or `_ORIGIN_LABEL` has one of these in it.
_may_name_origin = WordSearch(words("ORIGIN_WORDS")).matches
_SOURCE_LABEL = re.compile(
    rf"^\s*(?:{alternatives('SOURCE_FIELD')})\s*[:：]\s*", re.VERBOSE | re.IGNORECASE
)
_SOURCE_TAIL = re.compile(rf"(?:{alternatives('BEHIND_SOURCE')}|\d{{4}}[-年/]).*$", re.VERBOSE)
# White space is matched only from its beginning, so that the search takes linear time.
_TITLE_BREAK = re.compile(r"(?:(?<!\s)\s+)?[|｜_»«]+\s*|(?<!\s)\s+(?:[-–—]+|::|[·•])\s+|[-—–]{2,}")
_QUOTES = str.maketrans("‘’‚“”„«»「」", '\'\'\'"""""""')
_BROKEN_OFF = re.compile(r"(.{8,200}?)\s?(?:\.\.\.|…)")  # as search engines like titles to be
_SET_OFF = frozenset("-－—–_|｜·:：«»")  # what stands between a title and the name of the site
_SOFTWARE = re.compile(r"Powered by\s")  # the name of a forum's program follows
_SITE_BEHIND = re.compile(
    rf"[-－—·]{{1,2}}[^-－—·\s]{{1,10}}(?:{alternatives('SITE_KIND')})$", re.VERBOSE
)
"""The name of a Chinese site, set off without blanks."""
_SITE_NAME = re.compile(
    rf"(?!(?:{alternatives('SITE_PART')})$)\S{{1,10}}(?:{alternatives('SITE_KIND')})", re.VERBOSE
)


@dataclass(frozen=True, slots=True)
class Metadata:
    titles: tuple[str, ...]
    """All the names the page gives itself, as written."""
    date: str | None
    """The first date of the page's head that can be read, as written."""
    canonical: str | None
    source: str | None
    site_name: str | None
    origins: tuple[str, ...]
    """Addresses that the head describes as the text's origin (`isBasedOn`, `original-source`)."""
    body: str | None
    """The text that the description in JSON-LD gives (`articleBody`)."""
    declared: str
    """What the page says that it is (`og:type`), in small letters, "" for nothing."""
    of_page: bool
    """Whether the date is only that of a page (`WebPage`), which may be a list or an article."""

    @property
    def declares_article(self) -> bool:
        """Whether the page says that it is an article."""
        return self.declared.startswith(("article", "news", "blog"))

    def published(self, zone: timezone) -> datetime | None:
        """The date in UTC; if it names no zone, *zone* is meant. None without a date."""
        return parse_date(self.date, zone) if self.date is not None else None


# If a link matches `_PATH`, joining it to an address that begins like `_SITE` only replaces the path.
_SITE = re.compile(r"https?://[a-z0-9.\-]+(?::[0-9]+)?(?=[/?#]|$)")
_PATH = re.compile(
    r"(?:/[A-Za-z0-9_\-][A-Za-z0-9._\-]*)+/?(?:\?[A-Za-z0-9._=&%\-]+)?(?:#[A-Za-z0-9._\-]+)?"
)

_PATH_END = re.compile(r"[?#]")


def read_metadata(page: Page, url: str) -> Metadata:
    """Read the head of *page*, the JSON-LD included; *url* resolves a relative canonical link."""
    # Of several values the first counts.
    meta = dict(reversed(page.meta))
    linked = _article_object(page.json_ld) if page.json_ld else {}
    known = [meta[name] for name in _TITLES if name in meta]
    titles = [_line(_string(title)) for title in (page.title, *known, linked.get("headline"))]
    plain = {_joined(name): value for name, value in reversed(page.meta)}
    dates = [_published(linked), *[plain[name] for name in _DATES if name in plain]]
    page_date, *other_dates = map(_date, dates)
    sites: list[object] = [meta[name] for name in _SITES if name in meta]
    publisher = linked.get("publisher")
    if isinstance(publisher, Mapping):
        sites.append(publisher.get("name"))
    sources = [meta[name] for name in _SOURCES if name in meta]
    origins = [*_based_on(linked), *[meta[name] for name in _ORIGINS if name in meta]]
    return Metadata(
        titles=tuple(dict.fromkeys(filter(None, titles))),
        date=_first(date for date in (page_date, *other_dates) if _tells_date(date)),
        canonical=absolute(url, _with_host(page.canonical or meta.get("og:url"))),
        source=_first(map(_named, sources)),
        site_name=_first(map(_line, sites)),
        origins=_absolute_all(url, origins),
        body=_string(linked.get("articleBody")),
        declared=meta.get("og:type", "").lower(),
        of_page=linked.get("@type") == "WebPage" and not any(map(parse_date, other_dates)),
    )


@lru_cache(maxsize=1024)
def _joined(name: str) -> str:
    """A name as in `_DATES`."""
    return name.replace(" ", "").replace("_", "").replace("-", "")


def _first(found: Iterable[_T | None]) -> _T | None:
    return next(filter(None, found), None)


def _based_on(linked: Mapping[str, Any]) -> Iterator[str]:
    found = linked.get("isBasedOn")
    for one in found if isinstance(found, list) else [found]:
        address = one.get("url") or one.get("@id") if isinstance(one, Mapping) else one
        if isinstance(address, str):
            yield address


def _absolute_all(url: str, links: Iterable[str]) -> tuple[str, ...]:
    found = [absolute(url, link) for link in links if "/" in link]
    return tuple(dict.fromkeys(filter(None, found)))


def _with_host(link: str | None) -> str | None:
    """*link*, which begins with `//` if it was written from the host on: "www.news.example/1"."""
    return f"//{link.strip()}" if link and link.lstrip().startswith("www.") else link


def _line(value: object) -> str | None:
    return " ".join(value.split()) or None if isinstance(value, str) else None


def _string(value: object) -> str | None:
    """*value* if it is a string, without the character references that some sites leave in it."""
    return unescape(value) if isinstance(value, str) else None


def _date(value: object) -> str:
    """The date that a field of the head gives, as written if it is no number of seconds."""
    if not isinstance(value, (str, int)):
        return ""
    seconds = _UNIX_TIME.fullmatch(str(value))
    return (
        datetime.fromtimestamp(int(seconds[1]), timezone.utc).isoformat()
        if seconds
        else str(value)
    )


def _tells_date(text: str) -> bool:
    """Whether *text* is a date, and not the zero of a clock, which programs write where they know none."""
    date = parse_date(text)
    return date is not None and abs(date - _ZERO) > _DAY


def _named(value: str) -> str | None:
    """The name in a source field, which some sites fill with its label or an address."""
    name = _SOURCE_LABEL.sub("", " ".join(value.split()))
    return name if name and len(name) <= 40 and "://" not in name else None


def absolute(url: str, link: str | None) -> str | None:
    """The http(s) address that *link* means on the page *url*, None when it is none."""
    if not link:
        return None
    if is_plain(link):
        return link
    site = _SITE.match(url) if _PATH.fullmatch(link) else None
    if site:
        return site[0] + link
    try:
        absolute = urljoin(url, link.strip())
    except ValueError:
        return None
    return absolute if absolute.startswith(("http://", "https://")) else None


def path_of(url: str, link: str) -> str:
    """The path of the address that *link* means on the page *url*, "" when it is none."""
    # Most links are plain, and to join and split them would give the same path.
    if is_plain(link):
        return link[link.index("/", 8) :]
    if _PATH.fullmatch(link) and _SITE.match(url):
        return _PATH_END.split(link, maxsplit=1)[0]
    address = absolute(url, link)
    try:
        return urlsplit(address).path if address else ""
    except ValueError:  # a port or a host that is none
        return ""


def _article_object(scripts: Iterable[str]) -> Mapping[str, Any]:
    """The JSON-LD object that describes the article, {} when there is none."""
    for script in scripts:
        if len(script) > _JSON_LD_LIMIT or not any(name in script for name in _OF_ARTICLES):
            continue
        for item in _objects(_described(script)):
            if any(name in item for name in _OF_ARTICLES):
                return item
    return {}


def _described(script: str) -> object:
    """The value that a JSON-LD *script* gives, perhaps in a comment or with more behind it. If it is no
    JSON, what it says of an article once.
    """
    with suppress(ValueError, RecursionError):
        return json.loads(script, strict=False)
    if start := _JSON_START.search(script):
        with suppress(ValueError, RecursionError):
            return _decode(script, start.start())[0]
    fields = [(match[1], match[2]) for match in _FIELD.finditer(script)]
    times = Counter(name for name, _ in fields)
    return {name: _unquoted(value) for name, value in fields if times[name] == 1}


def _unquoted(text: str) -> str:
    """What is written as *text* between quotes in JSON."""
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _published(linked: Mapping[str, Any]) -> object:
    """When the article of a JSON-LD object was published; Baidu's own vocabulary says `pubDate`."""
    return linked.get("datePublished") or linked.get("pubDate")


def _objects(data: object) -> Iterator[Mapping[str, Any]]:
    queue: list[object] = [data]
    for item in queue:
        if isinstance(item, Mapping):
            yield item
            queue.extend(item[key] for key in ("@graph", "mainEntity") if key in item)
        elif isinstance(item, Sequence) and not isinstance(item, str):
            queue.extend(item)


def parse_date(text: str, zone: timezone = timezone.utc) -> datetime | None:
    """The first date in *text*, in UTC; if the text names no zone, *zone* is meant.

    Reads ISO 8601, `20240131`, `2024年1月31日 10:20`, `二〇二四年一月三十一日`, `令和6年1月31日`,
    `31.01.2024`, `31/01/2024`, `Jan 31, 2024 3:05 pm`, `31. Januar 2024 um 10:20`, `31-Jan-2024`,
    `31 de enero de 2024`, `2024年1月31日 下午3:05`, `2024년 1월 31일`, `31 ม.ค. 2567`, `۱۱ بهمن ۱۴۰۲`, `৩১ জানুয়ারি ২০২৪` and
    RFC 2822. None when there is no date, it does not exist, or the day can't be told from the month
    (`01/02/2024`).

    >>> parse_date("发布时间：2024年1月31日 10:20", timezone(timedelta(hours=8)))
    datetime.datetime(2024, 1, 31, 2, 20, tzinfo=datetime.timezone.utc)
    """
    if not (_DIGIT.search(text) or "年" in text):
        return None
    text = _in_figures(text)
    has_year = "20" in text or "19" in text
    match = _NUMERIC_DATE.search(text) if has_year else None
    if match:
        year, month, day, before, hour, minute, second, after, named_zone = match.groups()
        hour = _hour(hour, before or after)
        return _moment(zone, named_zone, year, month, day, hour, minute, second)
    match = _COMPACT_DATE.match(text) if has_year else None
    if match:
        *parts, named_zone = match.groups()
        return _moment(zone, named_zone, *parts)
    match = _YEAR_LAST_DATE.search(text) if has_year else None
    if match:
        word, first, dot, *figures, year, before, hour, minute, second, after, named_zone = (
            match.groups()
        )
        (second_figure,) = filter(None, figures)
        month, day = (
            (second_figure, first)
            if word or dot
            else _month_and_day(first, second_figure, year, text)
        )
        hour = _hour(hour, before or after)
        return _moment(zone, named_zone, year, month, day, hour, minute, second)
    if not _may_name_month(text):
        return None
    match = _NAMED_DATE.search(text) if has_year else None
    groups = match.groups() if match else ()
    half = (groups[8] or groups[12]) if groups else None
    told = half or (groups[13] if groups else None)
    # The reader of RFC 2822 knows more names of zones. It passes over halves of days, and takes an
    # offset of two digits for minutes.
    if told is None and (text[:4].isalpha() or text[:3].isalpha()):
        try:
            # On Chinese pages, CST is the time of China, as Java writes it.
            named = text.replace(" CST", " +0800") if zone == _CHINA else text
            date = parsedate_to_datetime(named)
            return (date if date.tzinfo else date.replace(tzinfo=zone)).astimezone(timezone.utc)
        except (TypeError, ValueError, OverflowError):
            pass
    if not groups:
        return None
    day = groups[1] or groups[2] or groups[7]
    year = groups[4] or groups[5]
    _, hour, minute, second, _, named_zone = groups[8:]
    # A Turkish İ in small letters is an i with a dot beside it.
    name = (groups[0] or groups[3] or groups[6]).lower().replace("i̇", "i")
    if name not in _MONTHS:
        return None
    return _moment(zone, named_zone, year, _MONTHS[name], day, _hour(hour, half), minute, second)


def dates_in(text: str, zone: timezone) -> tuple[str, list[tuple[int, int, datetime]]]:
    """*text* with dates of other calendars in figures, and (start, end, date) of each date in it.

    Figures without anything between them, as in `20240131`, are no date here.
    """
    text = _in_figures(text)
    if not ("20" in text or "19" in text):
        return text, []
    spans = sorted(
        match.span()
        for expression in (_NUMERIC_DATE, _YEAR_LAST_DATE, _NAMED_DATE)
        for match in expression.finditer(text)
    )
    found: list[tuple[int, int, datetime]] = []
    last = 0
    for number, (start, end) in enumerate(spans):
        if start < last:
            continue
        following = next((other for other, _ in spans[number + 1 :] if other >= end), len(text))
        if date := parse_date(text[last:following], zone):
            end = start + len(text[start:end].rstrip(" ,"))
            found.append((start, end, date))
        last = end
    return text, found


def _in_figures(text: str) -> str:
    """*text*, stripped, with dates that have other figures or years of another calendar rewritten."""
    if text.isascii():
        text = text.strip()
    else:
        is_persian = _MAY_BE_PERSIAN.search(text) and not _ARABIC_DIGIT.search(text)
        text = _OTHER_DIGIT.sub(lambda digit: str(int(digit[0])), text)
        if "年" in text:
            text = _HAN_DATE.sub(_han_in_figures, _ERA_YEAR.sub(_era_in_figures, text))
        text = text.strip()
        if "25" in text:
            text = _THAI_DATE.sub(_thai_in_figures, text)
        if is_persian and ("13" in text or "14" in text):
            text = _PERSIAN_DATE.sub(_persian_in_figures, text)
        text = _SIGNED_DATE.sub(_signed_in_figures, text)
        text = _YEAR_OF.sub(r"\1-\2-\3", _DAY_AND_MONTH.sub(r"\3-\2-\1", text))
    if "/" in text:
        text = _SHORT_DATE.sub(r"20\3-\1-\2", text)
    return text


def _signed_in_figures(written: re.Match[str]) -> str:
    day, month, year = written.groups()
    return f"{year}-{_MONTHS[month]}-{day}"


def _persian_in_figures(written: re.Match[str]) -> str:
    """A date of the Persian calendar in the usual one; left as it is if there is no such day."""
    if written[2]:
        year, month, day = int(written[3]), _PERSIAN_MONTHS[written[2]], int(written[1])
    else:
        year, month, day = map(int, written.groups()[3:])
    cycles, of_cycle = divmod(year, 33)
    last = 31 if month <= 6 else 30 if month <= 11 or of_cycle in _PERSIAN_LEAP else 29
    if not (1 <= month <= 12 and 1 <= day <= last):
        return written[0]
    if year + _FIRST_OF_PERSIAN > datetime.now(timezone.utc).year + 1:
        return written[0]
    days = 365 * (year - 1) + 8 * cycles + sum(leap < of_cycle for leap in _PERSIAN_LEAP)
    # Six months of 31 days, then months of 30.
    days += 31 * min(month - 1, 6) + 30 * max(month - 7, 0) + day - 1
    return f"{datetime.fromordinal(_PERSIAN_EPOCH + days):%Y-%m-%d}"


def read_date(value: object, zone: timezone) -> datetime | None:
    """As :func:`parse_date`, of what a field holds: a text, or seconds or milliseconds since 1970."""
    if isinstance(value, float) and math.isfinite(value):
        # A clock's, or those of a column of a table that lacks some.
        value = int(value)
    return parse_date(_date(value), zone)


def _month_and_day(
    first: str, second: str, year: str, text: str
) -> tuple[int, int] | tuple[None, None]:
    """Which of two figures of a date in *text* is the month and which the day: the day is greater than
    12, or only one order gives the day of the week that the text names.
    """
    one, other = int(first), int(second)
    orders = [order for order in {(one, other), (other, one)} if 1 <= order[0] <= 12]
    if len(orders) > 1 and (named := _WEEKDAY.search(text)):
        day = _WEEKDAYS.index(named[1].lower())
        orders = [order for order in orders if datetime(int(year), *order).weekday() == day]
    return orders[0] if len(orders) == 1 else (None, None)


def _han_in_figures(date: re.Match[str]) -> str:
    year, month, day = date.groups()
    figures = "".join(str(_HAN_DIGITS.index(digit)) for digit in year.translate(_HAN_ZEROS))
    return f"{figures}-{_han_number(month)}-{_han_number(day)}"


def _han_number(written: str) -> int:
    first, ten, last = written.partition("十")
    if not ten:
        return _HAN_DIGITS.index(first)
    return 10 * (_HAN_DIGITS.index(first) if first else 1) + _HAN_DIGITS.index(last or "〇")


def _era_in_figures(date: re.Match[str]) -> str:
    era, year = date.groups()
    return f"{_ERAS[era] + (1 if year == '元' else int(year))}年"


def _thai_in_figures(date: re.Match[str]) -> str:
    day, month, year = date.groups()
    return f"{int(year) - _BUDDHIST}-{_THAI_NUMBERS[month]}-{day}"


def _hour(hour: str | None, half: str | None) -> int:
    """The hour from 0 to 23 that *hour* means in this *half* of the day, if one is named."""
    told = int(hour or 0)
    if half is None or told > 12 or (half in _NOON and told >= 10):
        return told
    return told % 12 + (0 if half in _MORNING or half in "Aa" else 12)


def _moment(zone: timezone, named: str | None, *parts: str | int | None) -> datetime | None:
    if named:
        zone = timezone.utc
        if told := _OFFSET.search(named):
            sign, hours, minutes = told.groups()
            offset = timedelta(hours=int(hours), minutes=int(minutes or 0))
            if offset >= timedelta(hours=24):
                return None
            zone = timezone(-offset if sign == "-" else offset)
    year, month, day, hour, minute, second = [int(part or 0) for part in parts]
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=zone)
        return moment if zone is timezone.utc else moment.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None


def read_source(blocks: Sequence[Block]) -> str | None:
    """The source named in a byline among *blocks* (来源：…, Source: …)."""
    for block in blocks:
        if block.weight <= 200 and _may_name_origin(block.text):
            match = _SOURCE.search(block.text)
            if match:
                start, stop = match.span(1 if match[1] else 2)
                # With the colon that tells whether the last word is a label.
                name = _SOURCE_TAIL.sub("", block.text[start : stop + 1])[: stop - start]
                name = name.strip(" -–—·•/")
                if name:
                    return name
    return None


def byline(page: Page, start: int, stop: int, below: int = 2) -> list[Block]:
    """The blocks around the article's start, after its end, and the last *below* in it, where bylines
    stand.
    """
    blocks = page.blocks
    return [
        *blocks[max(0, start - NEAR) : start],
        *blocks[start : start + 3],
        *blocks[max(start + 3, stop - below) : stop + 4],
    ]


def linked_origins(page: Page, start: int, stop: int, url: str, below: int = 2) -> tuple[str, ...]:
    """The addresses linked in bylines that name a source (来源：…, 原文链接, Source: …)."""
    blocks = page.blocks
    told = {
        place
        for place in (*range(max(0, start - NEAR), start + 3), *range(stop - below, stop + 4))
        if 0 <= place < len(blocks)
        and blocks[place].weight <= 200
        and _may_name_origin(blocks[place].text)
        and _ORIGIN_LABEL.search(blocks[place].text)
    }
    if not told:
        return ()
    return _absolute_all(url, (href for place, href in page.links if place in told))


@lru_cache(maxsize=16)
def _site_of(url: str) -> str:
    """The last two labels of the host of *url*, "" if it is no address."""
    try:
        return ".".join(urlsplit(url).netloc.lower().rsplit(".", 2)[-2:])
    except ValueError:
        return ""


def leads_elsewhere(links: Sequence[tuple[int, str]], url: str, index: int) -> bool:
    """Whether all of a page's *links* (as in `Page.links`) in block *index* are to other sites.

    A site is what the last two labels of a host say: "news.example.com" and "example.com" are one.
    """
    site = _site_of(url)
    found = False
    for place in range(bisect_left(links, (index, "")), len(links)):
        block, href = links[place]
        if block != index:
            break
        host = href.split("/", 3)[2] if href.startswith(("https://", "http://", "//")) else ""
        if not host or f".{host.lower()}".endswith(f".{site}"):
            return False
        found = True
    return found


def tells_when(text: str) -> bool:
    """Whether *text* has a date, perhaps without a year as in 05-07 10:00, or says how long ago
    something was.
    """
    return parse_date(text) is not None or (
        _may_be_moment(text) and MOMENT.search(text) is not None
    )


def choose_title(
    titles: Sequence[str],
    headings: Sequence[str],
    site_name: str | None,
    lines: Iterable[str] = (),
) -> str | None:
    """The article's own title: a heading the page's titles agree with, else that one of *lines* above the
    article with which the title begins, or ends if the line is most of it, else a part of the title.
    """
    wordings = list(map(_plain, titles))
    for heading in headings:
        if len(heading) > 3 and any(_names(title, _plain(heading)) for title in wordings):
            return heading
    if not titles:
        return headings[0] if headings else None
    title = min(titles[:2], key=len)
    if len(titles) > 1 and title == site_name:
        title = max(titles[:2], key=len)
    for line in lines:
        if title.startswith(line) and title[len(line) :].lstrip()[:1] in _SET_OFF:
            return line
        is_most = 2 * len(line) > len(title)
        if is_most and title.endswith(line) and title[: -len(line)].rstrip()[-1:] in _SET_OFF:
            return line
    while len(shorter := _SITE_BEHIND.sub("", title)) > 3 and shorter != title:
        title = shorter
    parts = title_parts(title)
    if len(parts) > 1:
        own = [part for part in parts if part and part != site_name and not _SOFTWARE.match(part)]
        named = (heading for heading in headings if heading in own)
        return next(named, max(own, key=len)) if own else title
    return title


def site_in_title(titles: Sequence[str], title: str | None) -> str | None:
    """The name of a Chinese site behind the article's own *title* in the first of a page's *titles*, as in
    渡口重新开放_河湾日报; None without one. What is part of the article's own title is no site.
    """
    if not titles:
        return None
    parts = title_parts(titles[0])
    behind = _SITE_BEHIND.search(titles[0])
    names = [*parts[1:][-1:], *([behind[0].lstrip("-－—·")] if behind else ())]
    name = next(filter(_SITE_NAME.fullmatch, names), None)
    is_own = name and title and title != name and title.endswith(name)
    return None if is_own else name


def _plain(title: str) -> str:
    """*title* in small letters, with the quotes of a typewriter."""
    return title.translate(_QUOTES).casefold()


def _names(title: str, heading: str) -> bool:
    """Whether *heading* is in *title*, or goes on where the title breaks off."""
    if heading in title:
        return True
    broken = _BROKEN_OFF.match(title)
    return broken is not None and heading.startswith(broken[1])


def title_parts(title: str) -> list[str]:
    """The parts of a page's *title*: its own title, the section, the site's name."""
    return _TITLE_BREAK.split(title.strip(" -_|"))
