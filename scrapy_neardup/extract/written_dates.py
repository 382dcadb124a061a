"""Dates as texts write them, in many languages and calendars."""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

from scrapy_neardup.extract.languages import alternatives, words
from scrapy_neardup.extract.lines import WordSearch

_UNIX_TIME = re.compile(r"\s*(1\d{9})(?:\d{3})?\s*")  # seconds or milliseconds since 1970
_LONGEST = 1000  # characters of a field in which a date is looked for
_MONTHS = {name: number for line in words("MONTHS") for number, name in enumerate(line.split(), 1)}
# Every date that the last two ways to read one understand has one of these in it.
_may_name_month = WordSearch(tuple({name[:3]: None for name in _MONTHS})).matches
# Names of the halves of a day that stand before the time; "am" and "pm" stand behind it.
_MORNING, _NOON, _AFTERNOON = map(words, ("MORNING", "NOON", "AFTERNOON"))
_HALF = "|".join(map(re.escape, (*_MORNING, *_NOON, *_AFTERNOON)))
# How many hours the zones are east of Greenwich that a time of day is followed by. Of names that several
# zones have, the one is meant whose newspapers print it: BST is Britain's, IST India's.
_ZONES = {
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "AKST": -9, "AKDT": -8, "HST": -10, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MEZ": 1,
    "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "WAT": 1, "SAST": 2, "EAT": 3, "PKT": 5, "IST": 5.5,
    "WIB": 7, "WITA": 8, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5, "ACDT": 10.5,
    "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip
# The same in winter; the name says nothing of summer time.
_AMERICAN_ZONES = {"ET": -5, "CT": -6, "MT": -7, "PT": -8}
_ZONE_NAMES = "|".join(sorted((*_ZONES, *_AMERICAN_ZONES), key=len, reverse=True))
_ZONE_OF_CLOCK = re.compile(rf"(?<=:\d\d\s)(?:{_ZONE_NAMES})\b")
# A clock behind a hyphen without blanks has seconds: "2024-01-31-05:00" is a date with an offset. A full
# stop is one of a clock if a word behind it says so. Figures of no clock are a score or how long a film is.
_CLOCK = (
    rf"(?:(?:[T\s,]*|\s?[|/·•]\s?|\s[-–—]\s|-(?=\d\d:\d\d:\d\d))(?:(?:{alternatives('AT_CLOCK')})\s)?(?:({_HALF})\s*)?"
    rf"(?P<hour>[01]?\d|2[0-3])(?:[:：时時点點]|\s?[hH]\s?(?=\d\d\b)|\.(?=\d\d\s(?:Uhr|GMT|{_ZONE_NAMES})\b))"
    r"([0-5]\d|\d(?=分))(?!\s?[Mm]in(?:ut\w*)?\b)"
    r"(?:[:：分]([0-5]\d)(?:\.\d+)?)?[分秒]?"
    r"(?:\s*([AaPp])\.?[Mm](?![A-Za-z])\.?)?(?:\s?(?:Uhr|h|hrs)\b)?)?"
)
# Hours alone and names of zones count only after a time of day: "2024-01-31 -05" may be anything. What
# never matches is spelt (?!|), as tests draw from this and Hypothesis can't read (?!) on Python 3.13.
_ZONE = (
    r"\s*(Z\b|\(?(?:UTC|GMT)\b(?:\s?[+-](?:1[0-4]|0?\d)(?::?\d{2})?(?![\d:]))?|[+-]\d{2}:?\d{2}"
    rf"|(?(hour)(?:[+-](?:0\d|1[0-4])(?![\d:：/-])|\(?(?:{_ZONE_NAMES})\b)|(?!|)))?"
)
_FIRST_YEAR = 1995
_AHEAD = timedelta(days=1)  # the zone of a date may be guessed wrongly
_CHINA = timezone(timedelta(hours=8))
_OFFSET = re.compile(r"([+-])(\d{1,2}):?(\d{2})?$")
# Of Arabic, Persian, Hindi, Bengali, Thai, Burmese and Khmer, and those as wide as a Chinese character.
_OTHER_DIGIT = re.compile("[٠-٩۰-۹०-९০-৯๐-๙၀-၉០-៩０-９]")
_DIGIT = re.compile(r"\d")  # one is in every date in figures
_NUMERIC_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d{2})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})"
    r"(?:(?!\d)|(?<=\d\d)(?=\d\d:\d\d))\s*[日일.]?"  # the time of day may touch it
    r"\s*(?:(?:星期|周|週|[(（])[一二三四五六日天月火水木金土월화수목금토일](?:曜日?)?[)）]?|[月火水木金土日]曜日?)?"
    + _CLOCK
    + _ZONE,
    re.VERBOSE,
)
_COMPACT_DATE = re.compile(
    r"^((?:19|20)\d{2})(\d{2})(\d{2})(?:[T\s]?(?P<hour>\d{2}):?(\d{2})(?::?(\d{2}))?)?" + _ZONE
)
# The first figure is the day if dots follow, as no language that puts the month first writes dots, or
# if a word of a language that puts the day first stands before it. Else it may be the month.
_YEAR_LAST_DATE = re.compile(
    rf"(?<![\d./\-])(?:\b({alternatives('DAY_FIRST')})\s)?"
    r"(\d{1,2})(?:(\.)\s?(\d{1,2})\.\s?|/(\d{1,2})/|-(\d{1,2})-)((?:19|20)\d{2})(?![\d.]\d)(?!\d)(?:\.(?=\s(?:\w{1,6}\s)?\d\d?:))?"
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
    r"(?:\s+|-|(?<=\.))(?:del?\s+)?((?:19|20)\d{2})(?:\.(?=\s(?:\w{1,6}\s)?\d\d?:))?"
    r"|\b((?:19|20)\d{2})(?:\.?\s|-|\sm\.\s)([^\W\d_]{3,12})\.?[\s-](\d{1,2})(?:\.|\sd\.)?)"
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
# The day in an address, and a folder above it whose days are others than those of publication: of what is to come,
# of subjects, goods, threads, and versions of a documentation or a law.
_IN_ADDRESS = re.compile(
    r"/(?:(20\d\d)[/\-](\d\d)[/\-](\d\d)/|(20\d\d)/(\d\d)(\d\d)/|t?(20\d\d)(\d\d)(\d\d)(?:/|_\d+\.))"
)
_OF_OTHERS = re.compile(
    r"""[/\-_](?:
      events?|eventi|eventos?|evenements?|[ck]alend\w+|agenda|termine?|veranstaltung(?:en)?|schedules?|programm?e?
      |whats-?on|fixtures?|match(?:es)?|spiel(?:e|plan)?|kon[zc]erte?|concerts?|exhibitions?|tickets?
      |zt|zhuanti|specials?|subjects?|history|on-?this-?day|products?|goods|items?|shop|hotels?
      |forums?|threads?|docs?|api|manual|laws?|legislation
    )(?=[/\-_]|$)""",
    re.VERBOSE | re.IGNORECASE,
)
# 14 tháng 10 năm 2025; 2025 оны 10 сарын 14
_DAY_AND_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})\s?tháng\s?(\d{1,2}),?\s?(?:năm\s?)?((?:19|20)\d\d)(?!\d)", re.IGNORECASE
)
_YEAR_OF = re.compile(
    r"((?:19|20)\d\d)\s?оны\s?(\d{1,2})\s?(?:-?р\s|дугаар\s|дүгээр\s)?\s?сарын\s?(\d{1,2})(?!\d)"
)
# 2025. gada 14. oktobris; 2025-yil 14-oktabr
_YEAR_AND_DAY = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:\.\s?gada\s|-yil,?\s)(\d{1,2})[.\-]\s?([^\W\d_]{3,12})",
    re.IGNORECASE,
)
# With two figures for the year: only one order makes a date if the second figure is above 12.
_SHORT_DATE = re.compile(
    r"(?<![\d./\-])(0?[1-9]|1[0-2])/(1[3-9]|2\d|3[01])/(\d\d)(?=,?\s+\d{1,2}:\d{2}\s?[AaPp]\.?[Mm])"
)
# 31.01.24 is a date if a time of day follows.
_SHORT_DOTTED_DATE = re.compile(
    r"(?<![\w./\-])(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.(\d\d)"
    rf"(?=(?:,?\s+|\s?[|·]\s?|\s[-–—]\s)(?:(?:{alternatives('AT_CLOCK')})\s)?\d{{1,2}}:\d{{2}}(?![\d.]))",
    re.VERBOSE,
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
    text = text[:_LONGEST]
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
            if date.tzinfo is None:
                # Java writes the zone before the year.
                zone_name = _ZONE_OF_CLOCK.search(text)
                date = date.replace(
                    tzinfo=_zone_named(zone_name[0], date, zone) if zone_name else zone
                )
            return date.astimezone(timezone.utc)
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


def read_date(value: object, zone: timezone) -> datetime | None:
    """As :func:`parse_date`, of what a field holds: a text, or seconds or milliseconds since 1970."""
    if isinstance(value, float) and math.isfinite(value):
        # A clock's, or those of a column of a table that lacks some.
        value = int(value)
    return parse_date(date_field(value), zone)


def is_credible(moment: datetime) -> bool:
    """Whether an article may have been published at this *moment*."""
    return moment.year >= _FIRST_YEAR and moment <= datetime.now(timezone.utc) + _AHEAD


def date_in_address(url: str, zone: timezone) -> datetime | None:
    """The day in the path of *url*, as in `/2026/10/12/`, `/2026-10/12/`, `/2026/1012/`, `/20261012/` or
    `/t20261012_1.html`; None without one, or if it may be that of an event or the like, or is to come.
    """
    path = url.partition("#")[0].partition("?")[0]
    # Below the host, that of the inner address if there is one, as in an archive of the web.
    below = path.find("/", path.rfind("://") + len("://"))
    found = _IN_ADDRESS.search(path, below) if below >= 0 else None
    if found is None:
        return None
    # The form with a t is that of a system for publishing.
    if not found[0].startswith("/t") and _OF_OTHERS.search(path, below, found.start()):
        return None
    moment = _moment(zone, None, *filter(None, found.groups()), 0, 0, 0)
    return moment if moment and is_credible(moment) else None


def date_field(value: object) -> str:
    """The date that a field of the head gives, as written if it is no number of seconds."""
    if not isinstance(value, (str, int)):
        return ""
    seconds = _UNIX_TIME.fullmatch(str(value))
    return (
        datetime.fromtimestamp(int(seconds[1]), timezone.utc).isoformat()
        if seconds
        else str(value)
    )


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


def tells_when(text: str) -> bool:
    """Whether *text* has a date, perhaps without a year as in 05-07 10:00, or says how long ago
    something was.
    """
    return parse_date(text) is not None or (
        _may_be_moment(text) and MOMENT.search(text) is not None
    )


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


def _hour(hour: str | None, half: str | None) -> int:
    """The hour from 0 to 23 that *hour* means in this *half* of the day, if one is named."""
    told = int(hour or 0)
    if half is None or told > 12 or (half in _NOON and told >= 10):
        return told
    return told % 12 + (0 if half in _MORNING or half in "Aa" else 12)


def _moment(zone: timezone, named: str | None, *parts: str | int | None) -> datetime | None:
    year, month, day, hour, minute, second = [int(part or 0) for part in parts]
    try:
        if named:
            zone = _zone_named(named.lstrip("("), datetime(year, month, day), zone)
        moment = datetime(year, month, day, hour, minute, second, tzinfo=zone)
        return moment if zone is timezone.utc else moment.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None


def _zone_named(name: str, day: datetime, zone: timezone) -> timezone:
    """The zone of *name* on this *day*, or *zone* for a word that is no name. Raises ValueError for an
    offset of a day or more.
    """
    if told := _OFFSET.search(name):
        sign, hours, minutes = told.groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes or 0))
        return timezone(-offset if sign == "-" else offset)
    if name in _AMERICAN_ZONES:
        return timezone(timedelta(hours=_AMERICAN_ZONES[name] + _is_summer_in_america(day)))
    if name == "CST" and zone == _CHINA:
        return zone  # the time of China, as Java writes it
    if name in _ZONES:
        return timezone(timedelta(hours=_ZONES[name]))
    return timezone.utc if name.upper() in ("Z", "UTC", "GMT") else zone


def _is_summer_in_america(day: datetime) -> bool:
    """Whether *day* is in summer time there: from the second Sunday of March to the first of November."""
    march, november = datetime(day.year, 3, 8), datetime(day.year, 11, 1)
    first, last = (one + timedelta(days=6 - one.weekday()) for one in (march, november))
    return first <= day < last


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
    if "gada" in text or "yil" in text:
        text = _YEAR_AND_DAY.sub(r"\2 \3 \1", text)
    if "/" in text:
        text = _SHORT_DATE.sub(r"20\3-\1-\2", text)
    if "." in text and ":" in text:
        text = _SHORT_DOTTED_DATE.sub(r"20\3-\2-\1", text)
    return text


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


def _signed_in_figures(written: re.Match[str]) -> str:
    day, month, year = written.groups()
    return f"{year}-{_MONTHS[month]}-{day}"
