"""Dates are read as texts write them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_neardup.extract import written_dates
from scrapy_neardup.extract.written_dates import date_in_address, parse_date

CHINA = timezone(timedelta(hours=8))


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-05T09:12:30+08:00", utc(2024, 3, 5, 1, 12, 30)),
        ("2024-03-05T09:12:30.123Z", utc(2024, 3, 5, 9, 12, 30)),
        ("2024-03-05T09:12:30-0500", utc(2024, 3, 5, 14, 12, 30)),
        ("2024-03-05T09:12:30-05", utc(2024, 3, 5, 14, 12, 30)),
        ("2024-03-05 09:12:30 +09", utc(2024, 3, 5, 0, 12, 30)),
        ("20240305T091230+09", utc(2024, 3, 5, 0, 12, 30)),
        ("2024-03-05 -05", utc(2024, 3, 4, 16, 0)),
        ("2024-03-05-05", utc(2024, 3, 4, 16, 0)),
        ("2024-03-05 09:12 -99", utc(2024, 3, 5, 1, 12)),
        ("2024-03-05 09:12-05-06", utc(2024, 3, 5, 1, 12)),
        ("2024年3月5日 09:12", utc(2024, 3, 5, 1, 12)),
        ("2024年03月05日（星期二）", utc(2024, 3, 4, 16, 0)),
        ("发布时间：2024/3/5 9:12:01 来源：河湾日报", utc(2024, 3, 5, 1, 12, 1)),
        ("2024.03.05 09时12分", utc(2024, 3, 5, 1, 12)),
        ("20240305", utc(2024, 3, 4, 16, 0)),
        ("20240305T091201Z", utc(2024, 3, 5, 9, 12, 1)),
        ("Published March 5, 2024 at 3:05 p.m.", utc(2024, 3, 5, 7, 5)),
        ("5 Mar 2024", utc(2024, 3, 4, 16, 0)),
        ("Mar 5th, 2024 12:05 am UTC", utc(2024, 3, 5, 0, 5)),
        ("Tue, 05 Mar 2024 09:12:00 GMT", utc(2024, 3, 5, 9, 12)),
        ("Tue, 05 Mar 2024 09:12:00 +0800", utc(2024, 3, 5, 1, 12)),
        ("Tue, 05 Mar 2024 09:12:00 +08", utc(2024, 3, 5, 1, 12)),
        ("Mar 5, 2024 09:12 +08", utc(2024, 3, 5, 1, 12)),
        # As JavaScript writes it.
        ("Tue Mar 05 2024 09:12:00 GMT+0800 (China Standard Time)", utc(2024, 3, 5, 1, 12)),
        ("Tue Mar 05 2024 09:12:00 GMT-0500", utc(2024, 3, 5, 14, 12)),
        ("Mar 5, 2024 3:05 pm GMT+8", utc(2024, 3, 5, 7, 5)),
        ("2024-03-05 09:12 UTC+08:00", utc(2024, 3, 5, 1, 12)),
        ("2024-03-05 09:12 (GMT+5:30)", utc(2024, 3, 5, 3, 42)),
        ("2024-03-05 09:12 (UTC)", utc(2024, 3, 5, 9, 12)),
        ("2024-03-05 09:12 UTC -3", utc(2024, 3, 5, 12, 12)),
        ("2024-03-05 09:12 GMT - 3 comments", utc(2024, 3, 5, 9, 12)),
        ("2024-03-05 09:12 GMT-2024", utc(2024, 3, 5, 9, 12)),
        ("Veröffentlicht am 05.03.2024, 09:12 Uhr", utc(2024, 3, 5, 1, 12)),
        ("5.3.2024", utc(2024, 3, 4, 16, 0)),
        ("5. März 2024 um 09:12", utc(2024, 3, 5, 1, 12)),
        ("5. JÄNNER 2024", utc(2024, 1, 4, 16, 0)),
        ("le 1er août 2023 à 09:12", utc(2023, 8, 1, 1, 12)),
        ("5 de marzo de 2024", utc(2024, 3, 4, 16, 0)),
        ("5 de março de 2024 às 09:12", utc(2024, 3, 5, 1, 12)),
        ("12 марта 2024 г., 09:12", utc(2024, 3, 11, 16, 0)),
        ("9 września 2024", utc(2024, 9, 8, 16, 0)),
        ("2024년 3월 5일 09:12", utc(2024, 3, 5, 1, 12)),
        ("입력 2024년 12월 31일 (화) 오후 3:05", utc(2024, 12, 31, 7, 5)),
        ("5 de mayo del 2024", utc(2024, 5, 4, 16, 0)),
        ("12 de setiembre de 2024", utc(2024, 9, 11, 16, 0)),
        ("1° maggio 2024", utc(2024, 4, 30, 16, 0)),
        ("1-го мая 2024", utc(2024, 4, 30, 16, 0)),
        ("5 KASIM 2024", utc(2024, 11, 4, 16, 0)),
        ("29 EKİM 2024", utc(2024, 10, 28, 16, 0)),
        ("24 серпня 2024, 09:12", utc(2024, 8, 24, 1, 12)),
        ("5. července 2024", utc(2024, 7, 4, 16, 0)),
        ("5. maaliskuuta 2024", utc(2024, 3, 4, 16, 0)),
        ("5 Μαΐου 2024", utc(2024, 5, 4, 16, 0)),
        ("5 martie 2024", utc(2024, 3, 4, 16, 0)),
        ("17 Agustus 2024", utc(2024, 8, 16, 16, 0)),
        ("5 مارس 2024", utc(2024, 3, 4, 16, 0)),
        ("17. desember 2024 kl. 09:12", utc(2024, 12, 17, 1, 12)),
        ("Mar 5, 2024 09:12 +08:00", utc(2024, 3, 5, 1, 12)),
        # The day can be told from the month.
        ("17/05/2024 09:12", utc(2024, 5, 17, 1, 12)),
        ("05/17/2024", utc(2024, 5, 16, 16, 0)),
        ("17-05-2024", utc(2024, 5, 16, 16, 0)),
        ("05/05/2024", utc(2024, 5, 4, 16, 0)),
        ("Fri, 04/05/2024", utc(2024, 4, 4, 16, 0)),
        ("Saturday 04/05/2024", utc(2024, 5, 3, 16, 0)),
        ("le 07/05/2024 à 09:12", utc(2024, 5, 7, 1, 12)),
        ("Thứ ba, 07/05/2024, 09:12 (GMT+7)", utc(2024, 5, 7, 2, 12)),
        ("07/05/2024", None),
        ("Monday, 07/05/2024", None),
        ("this month 07/05/2024", None),
        ("5.17.2024", None),
        ("20/30/2024", None),
        ("0/5/2024", None),
        ("17-May-2024", utc(2024, 5, 16, 16, 0)),
        # Without a blank between two elements.
        ("2024.05.1709:12", utc(2024, 5, 17, 1, 12)),
        ("May 17, 20249:12", utc(2024, 5, 17, 1, 12)),
        ("May 17, 20245 mins", utc(2024, 5, 16, 16, 0)),
        ("Updated 1May 17, 2024by Lynn", utc(2024, 5, 16, 16, 0)),
        ("17.May.2024", utc(2024, 5, 16, 16, 0)),
        ("May. 17. 2024", utc(2024, 5, 16, 16, 0)),
        ("May 17, 202456", None),
        # The year has two figures.
        ("05/17/24 09:12 AM", utc(2024, 5, 17, 1, 12)),
        ("05/17/24", None),
        ("05/07/24 09:12 AM", None),
        ("24/05/17 09:12 AM", None),
        ("17-mai-2024 9:12:10", utc(2024, 5, 17, 1, 12, 10)),
        ("2024 May 17", utc(2024, 5, 16, 16, 0)),
        ("2024-05-17-09:12:00", utc(2024, 5, 17, 1, 12)),
        ("2024-05-17-05:00", utc(2024, 5, 17, 5, 0)),
        ("二〇二四年五月十七日", utc(2024, 5, 16, 16, 0)),
        ("二○二四年十二月三十日", utc(2024, 12, 29, 16, 0)),
        ("一九九八年十月二十一日", utc(1998, 10, 20, 16, 0)),
        ("民國113年5月17日", utc(2024, 5, 16, 16, 0)),
        ("令和6年5月17日 09:12", utc(2024, 5, 17, 1, 12)),
        ("令和元年5月17日", utc(2019, 5, 16, 16, 0)),
        ("17 พ.ค. 2567 09:12 น.", utc(2024, 5, 17, 1, 12)),
        ("17 พฤษภาคม พ.ศ. 2567", utc(2024, 5, 16, 16, 0)),
        ("2024년 5월 17일 (금) 09:12", utc(2024, 5, 17, 1, 12)),
        ("Fri May 17 09:12:00 CST 2024", utc(2024, 5, 17, 1, 12)),
        ("2024-05-17 09:12 CST", utc(2024, 5, 17, 1, 12)),
        ("Fri, 17 May 2024 09:12:00 EST", utc(2024, 5, 17, 14, 12)),
        ("2024-13-05", None),
        ("2023-02-29", None),
        ("2024-03-05T09:12:00+99:99", None),
        ("version 10.2.3", None),
        ("version 10.2.2020.1", None),
        ("1.2.3.2024", None),
        ("31.13.2024", None),
        ("5 Bilder 2024", None),
        ("yesterday", None),
        ("1 january " * 200 + "2024-01-31", None),  # no field with a date is as long
        ("", None),
    ],
)
def test_dates_are_read_in_utc_and_without_a_zone_in_the_given_one(
    text: str, expected: datetime | None
):
    assert parse_date(text, CHINA) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2024. március 5. 09:12",
        "2024. márc. 5., 09:12",
        "5 март 2024, 09:12",  # Bulgarian
        "5. марта 2024. 09:12",  # Serbian
        "5. marta 2024. 09:12",
        "5. ožujka 2024. u 09:12",
        "5.3.2024. 09:12",
        "5. marca 2024 ob 09:12",
        "2024 m. kovo 5 d. 09:12",
        "2024. gada 5. marts, 09:12",
        "5. martā, 2024 09:12",
        "5. märts 2024 09:12",
        "5 Mars 2024, 09:12",  # Albanian
        "5 сакавіка 2024, 09:12",
        "5 Mart 2024, 09:12",  # Azerbaijani
        "5-mart, 2024 09:12",
        "2024-yil 5-mart, 09:12",
        "5 მარტი, 2024 09:12",
        "5 մարտի, 2024 09:12",
        "5 Mac 2024, 09:12",
        "Marso 5, 2024 09:12",
        "5 मार्च 2024, 09:12",
        "5 માર્ચ 2024 09:12",
        "5 ਮਾਰਚ 2024 09:12",
        "5 మార్చి 2024 09:12",
        "5 ಮಾರ್ಚ್ 2024 09:12",
        "5 മാർച്ച് 2024 09:12",
        "5 මාර්තු 2024 09:12",
    ],
)
def test_months_of_many_languages_are_known(text: str):
    assert parse_date(text) == utc(2024, 3, 5, 9, 12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jan 31, 2024 3:05 pm", utc(2024, 1, 31, 15, 5)),
        ("Wed, 31 Jan 2024 3:05 PM", utc(2024, 1, 31, 15, 5)),
        ("January 31, 2024, 3:05 p.m. +0100", utc(2024, 1, 31, 14, 5)),
        ("2024-01-31 3:05 PM", utc(2024, 1, 31, 15, 5)),
        ("2024/1/31 03:05:09 am", utc(2024, 1, 31, 3, 5, 9)),
        ("May 3, 2024 12:30 am", utc(2024, 5, 3, 0, 30)),
        ("May 3, 2024 12:30 pm", utc(2024, 5, 3, 12, 30)),
        ("2024年1月31日 下午3:05", utc(2024, 1, 31, 15, 5)),
        ("2024年1月31日星期三上午11:05", utc(2024, 1, 31, 11, 5)),
        ("2024-01-31 晚上8点05分", utc(2024, 1, 31, 20, 5)),
        ("2024-01-31 下午15:05", utc(2024, 1, 31, 15, 5)),
        ("2024-01-31 中午11:50", utc(2024, 1, 31, 11, 50)),
        ("2024-01-31 中午12:10", utc(2024, 1, 31, 12, 10)),
        ("2024-01-31 中午1:10", utc(2024, 1, 31, 13, 10)),
        ("2024-01-31 凌晨12:30", utc(2024, 1, 31, 0, 30)),
        ("2024年1月31日(水) 午後3時05分", utc(2024, 1, 31, 15, 5)),
        ("2024年1月31日 午前0時05分", utc(2024, 1, 31, 0, 5)),
        ("2024.01.31. 오후 3:05", utc(2024, 1, 31, 15, 5)),
    ],
)
def test_a_time_is_in_the_half_of_the_day_that_is_named(text: str, expected: datetime):
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jan 31, 2024, 3:05pm PST", utc(2024, 1, 31, 23, 5)),
        ("Jan. 31, 2024, 3:05 p.m. ET", utc(2024, 1, 31, 20, 5)),
        ("July 31, 2024, 3:05 p.m. ET", utc(2024, 7, 31, 19, 5)),
        ("March 9, 2024 3:05 PM PT", utc(2024, 3, 9, 23, 5)),
        ("March 10, 2024 3:05 PM PT", utc(2024, 3, 10, 22, 5)),
        ("November 2, 2024 3:05 PM CT", utc(2024, 11, 2, 20, 5)),
        ("November 3, 2024 3:05 PM CT", utc(2024, 11, 3, 21, 5)),
        ("January 31, 2024 at 3:05 PM (CST)", utc(2024, 1, 31, 21, 5)),
        ("Jan 31, 2024 15:05 IST", utc(2024, 1, 31, 9, 35)),
        ("Wed, 31 Jan 2024 15:05 CET", utc(2024, 1, 31, 14, 5)),
        ("Wed Jan 31 15:05:00 CET 2024", utc(2024, 1, 31, 14, 5)),
        ("31.01.2024, 15:05 Uhr MEZ", utc(2024, 1, 31, 14, 5)),
        ("31 ene 2024 - 15:05 CET", utc(2024, 1, 31, 14, 5)),
        ("2024-01-31 15:05 JST", utc(2024, 1, 31, 6, 5)),
        # No name of a zone, and no time of day that it would be the zone of.
        ("31.01.2024 15:05 et 16:10", utc(2024, 1, 31, 15, 5)),
        ("31 January 2024 PST", utc(2024, 1, 31)),
        ("31 January 2024 15:05 MTV", utc(2024, 1, 31, 15, 5)),
    ],
)
def test_a_time_is_in_the_zone_whose_name_follows(text: str, expected: datetime):
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What stands between the day and the time.
        ("January 31, 2024 / 3:05 PM", utc(2024, 1, 31, 15, 5)),
        ("31.01.2024 | 15:05", utc(2024, 1, 31, 15, 5)),
        ("31 de enero de 2024 - 15:05", utc(2024, 1, 31, 15, 5)),
        ("2024年1月31日（水） 15:05", utc(2024, 1, 31, 15, 5)),
        ("2024年1月31日水曜日 15:05", utc(2024, 1, 31, 15, 5)),
        ("January 31, 2024 / 3 min read", utc(2024, 1, 31)),
        # The minutes.
        ("2024年1月31日 午後3時5分", utc(2024, 1, 31, 15, 5)),
        ("31. Januar 2024 um 15.05 Uhr", utc(2024, 1, 31, 15, 5)),
        ("Wed 31 Jan 2024 15.05 GMT", utc(2024, 1, 31, 15, 5)),
        ("31 January 2024 15.05", utc(2024, 1, 31)),
        ("31 janvier 2024 à 15h05", utc(2024, 1, 31, 15, 5)),
        ("31 janvier 2024 à 15 h 05", utc(2024, 1, 31, 15, 5)),
        ("31 de janeiro de 2024 | 15h05", utc(2024, 1, 31, 15, 5)),
        ("31 janvier 2024, 24 heures", utc(2024, 1, 31)),
        ("31 January 2024, 20:35 hrs IST", utc(2024, 1, 31, 15, 5)),
        ("31.1.2024 klo 15:05", utc(2024, 1, 31, 15, 5)),
        # The figures of the year and of the day.
        ("31.1.24, 15:05 Uhr", utc(2024, 1, 31, 15, 5)),
        ("version 31.1.24, 15 parts", None),
        ("２０２４年１月３１日　１５時０５分", utc(2024, 1, 31, 15, 5)),
    ],
)
def test_a_time_of_day_is_read_as_newspapers_print_it(text: str, expected: datetime | None):
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Jan 31, 2024 • 45:30",
        "31 January 2024 · 12:30 min",
        "31.01.2024 | 30:28",
        "2024-01-31 | 25:23",
        "31/01/2024 - 35h00",
    ],
)
def test_scores_and_lengths_behind_a_date_are_no_time_of_day(text: str):
    assert parse_date(text) == utc(2024, 1, 31)


def test_a_zone_is_that_of_the_time_before_it():
    assert parse_date("Wed, 31 Jan 2024 15:05 | What MT voters say") == utc(2024, 1, 31, 15, 5)


def test_the_number_of_a_version_is_no_date():
    assert parse_date("v1.2.24 12:30") is None


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-31T10:20:00+08:00",
        "20240131T022000Z",
        "20240131T1020",
        "202401311020",
        "2024年1月31日 10:20",
        "31 January 2024 10:20",
        "Jan 31, 2024 10:20 am",
        "2024年1月31日 上午10:20",
        "Wed, 31 Jan 2024 10:20:00 +0800",
    ],
)
def test_one_moment_is_read_from_each_way_to_write_it(text: str):
    assert parse_date(text, CHINA) == utc(2024, 1, 31, 2, 20)


@given(st.datetimes(datetime(1970, 1, 1), datetime(2099, 12, 31), timezones=st.just(CHINA)))
def test_what_iso_format_writes_is_read_back(moment: datetime):
    moment = moment.replace(microsecond=0)
    assert parse_date(moment.isoformat()) == moment


@given(
    st.from_regex(written_dates._NAMED_DATE)
    | st.text("JanMySept 0129,:-")
    | st.datetimes().map(lambda moment: moment.strftime("%a, %d %b %y %H:%M:%S"))
)
@example("Wed, 31 Jan 24 10:20:00 +0800")
@example("31 MAYBE 2024")
def test_a_date_with_a_name_has_that_of_a_month(text: str):
    found = parse_date(text)
    with mock.patch.object(written_dates, "_may_name_month", return_value=True):
        assert parse_date(text) == found


@given(
    st.from_regex(written_dates._NUMERIC_DATE)
    | st.from_regex(written_dates._COMPACT_DATE)
    | st.from_regex(written_dates._YEAR_LAST_DATE)
)
def test_a_date_in_figures_has_a_year(text: str):
    assert re.search("19|20", text)


@given(st.text(max_size=60))
def test_any_text_has_a_date_or_none(text: str):
    found = parse_date(text)
    assert found is None or found.tzinfo is timezone.utc


@pytest.mark.parametrize(
    "text",
    [
        "Fri, 31 Dec 9999 23:59:59 -1200",
        "Fri, 31 Dec 99999999999999999999 23:59:59 +0000",
    ],
)
def test_a_moment_beyond_the_calendar_is_no_date(text: str):
    assert parse_date(text, CHINA) is None


@pytest.mark.parametrize(
    "expression",
    [
        written_dates._NUMERIC_DATE,
        written_dates._COMPACT_DATE,
        written_dates._YEAR_LAST_DATE,
        written_dates._NAMED_DATE,
    ],
)
@given(data=st.data())
def test_a_date_has_a_digit(expression, data):
    assert written_dates._DIGIT.search(data.draw(st.from_regex(expression)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("31 شهریور 1403", (2024, 9, 21)),
        ("30 اسفند 1403", (2025, 3, 20)),
        ("30 اسفند 1402", None),
        ("31 مهر 1403", None),
        ("۱۴۰۳/۷/۲۳", (2024, 10, 14)),
        ("الأحد 1445/07/02 هـ - 2024/01/14 م", (2024, 1, 14)),
        ("١٤٤٥/٧/٣ هـ", None),
        ("五月三日 1403/7/23 2024年5月3日", (2024, 5, 3)),
    ],
)
def test_days_of_the_persian_calendar(text: str, expected: tuple[int, int, int] | None):
    found = parse_date(text)
    assert (found and (found.year, found.month, found.day)) == expected


@pytest.mark.parametrize(
    "path",
    [
        "/2026/10/12/ferry/",
        "/html/2026-10/12/content_3.htm",
        "/c/2026-10-12/doc-7.shtml",
        "/n1/2026/1012/c7.html",
        "/20261012/ferry.html",
        "/zwdt/202610/t20261012_7.html",
        "/zt/ferry/t20261012_7.html",
        "/2026/10/12/agenda-of-the-seventeen/",
        "/web/20261101/http://old.example/2026/10/12/ferry.html",
    ],
)
def test_a_day_in_the_address_is_a_date_in_the_zone_of_the_text(path: str):
    zone = timezone(timedelta(hours=8))
    found = date_in_address(f"http://news.example{path}", zone)
    assert found == datetime(2026, 10, 12, tzinfo=zone)


@pytest.mark.parametrize(
    "path",
    [
        "/2026/10/",
        "/a/20261345/ferry.html",
        "/a/20261012345.html",
        "/a/20261012.html",
        "/search?from=/2026/10/12/",
        "/events/2026/10/12/regatta/",
        "/wend/upcoming-events/2026/10/12/",
        "/termine/2026/10/12/regatta/",
        "/match/20261012/wend-holm.html",
        "/2096/10/12/ferry/",
        "/#/2026/10/12/",
        "/zt/20080512/content_1.html",
        "/on-this-day/2001/09/11/",
        "/whats-on/2026/10/12/regatta/",
        "/exhibitions/2026/10/12/boats/",
        "/forum/2010/1215/",
        "/products/20180101/",
        "/docs/2023-11-01/guide.html",
        "/web/20261101/http://old.example/ferry.html",
    ],
)
def test_other_numbers_in_an_address_are_no_date(path: str):
    assert date_in_address(f"http://news.example{path}", timezone.utc) is None
