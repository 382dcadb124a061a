from __future__ import annotations

import tracemalloc
from dataclasses import replace
from datetime import datetime, timezone
from types import SimpleNamespace

import pytest

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.verdict import host_record
from scrapy_neardup.core.verdict.election import (
    BY_EVIDENCE,
    FIRST_SEEN,
    Claimant,
    Keep,
    Policy,
    Reason,
    elect,
    elect_among,
)
from scrapy_neardup.core.verdict.host_record import DateFault, HostRecord, HostRecords, is_day
from scrapy_neardup.core.verdict.provenance import MAX_LINKS, Provenance, credits_site

HOUR, DAY = 3600, 86_400
SEEN = int(datetime(2024, 5, 10, 12, tzinfo=timezone.utc).timestamp())
GULL, ATTIC = "http://gull.example/1", "http://attic.example/story"


def page(url, seen=SEEN, published=None, record=None, **says):
    provenance = Provenance.of_page(url, **says)
    return Claimant((url,), seen, published, provenance, record or HostRecord())


def host(published=(), won=0, lost=0):
    record = HostRecord(won=won, lost=lost)
    for moment in published:
        record.learn_date(moment)
    return record


def at(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=timezone.utc).timestamp())


LATER = SEEN + 600
OLD_HOST = host([at("2023-01-05T07:13:00") + n * 3 * DAY for n in range(20)])
ONE_DATE = host([at("2020-02-02T06:30:00")] * 9)
SCENARIOS = {
    # name: (first seen, second seen, the winner, the reason)
    "nothing known": (page(GULL), page(ATTIC, LATER), "first", Reason.FIRST_SEEN),
    "late original": (
        page(GULL, published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER, published=at("2024-05-10T08:41:00")),
        "second",
        Reason.PUBLISHED,
    ),
    "in order": (
        page(GULL, published=at("2024-05-09T09:00:00")),
        page(ATTIC, LATER, published=at("2024-05-10T08:41:00")),
        "first",
        Reason.PUBLISHED,
    ),
    "same minute": (
        page(GULL, published=at("2024-05-10T09:00:30")),
        page(ATTIC, LATER, published=at("2024-05-10T09:00:00")),
        "first",
        Reason.FIRST_SEEN,
    ),
    "a day without a time, and a time on that day": (
        page(GULL, published=at("2024-05-09T10:00:00")),
        page(ATTIC, LATER, published=at("2024-05-09T00:00:00")),
        "first",
        Reason.FIRST_SEEN,
    ),
    "a time before the other's day": (
        page(GULL, published=at("2024-05-09T16:00:00")),  # midnight in China
        page(ATTIC, LATER, published=at("2024-05-09T10:00:00")),
        "second",
        Reason.PUBLISHED,
    ),
    "a date after the other was seen, on the day that the other gives": (
        page(GULL, published=at("2024-05-10T00:00:00")),
        page(ATTIC, SEEN + 3 * HOUR, published=SEEN + HOUR),
        "first",
        Reason.PUBLISHED,
    ),
    "days apart": (
        page(GULL, published=at("2024-05-09T00:00:00")),
        page(ATTIC, LATER, published=at("2024-05-08T00:00:00")),
        "second",
        Reason.PUBLISHED,
    ),
    "only the later one has a date, an early one": (
        page(GULL),
        page(ATTIC, LATER, published=at("2024-05-01T08:00:00")),
        "first",
        Reason.FIRST_SEEN,
    ),
    "only the later one has a date, after the other was seen": (
        page(GULL),
        page(ATTIC, LATER + DAY, published=SEEN + HOUR),
        "first",
        Reason.PUBLISHED,
    ),
    "only the first has a date": (
        page(GULL, published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER),
        "first",
        Reason.FIRST_SEEN,
    ),
    "the first's date is in the future": (
        page(GULL, published=SEEN + 3 * DAY),
        page(ATTIC, LATER, published=at("2024-05-10T08:00:00")),
        "first",
        Reason.FIRST_SEEN,
    ),
    "the later one's date is the first of a computer's calendar": (
        page(GULL, published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER, published=0),
        "first",
        Reason.FIRST_SEEN,
    ),
    "the later one's date stands on all pages of its host": (
        page(GULL, published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER, published=at("2020-02-02T06:30:00"), record=ONE_DATE),
        "first",
        Reason.FIRST_SEEN,
    ),
    "the later one's date is before its host's first page": (
        page(GULL, published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER, published=at("2011-07-01T09:00:00"), record=OLD_HOST),
        "first",
        Reason.FIRST_SEEN,
    ),
    "the copy gives the original as canonical, on another host": (
        page(GULL, canonical="https://www.attic.example/story/"),
        page(ATTIC, LATER),
        "second",
        Reason.CANONICAL,
    ),
    "its canonical address is on that host, spelled in another way": (
        page(GULL, canonical="http://attic.example/s.php?id=9"),
        page(ATTIC, LATER),
        "second",
        Reason.CANONICAL,
    ),
    "canonical of a third page of the host that both are of": (
        page(GULL, canonical="http://gull.example/3"),
        page("http://gull.example/2", LATER),
        "first",
        Reason.FIRST_SEEN,
    ),
    "canonical of a third page": (
        page(GULL, canonical="http://third.example/9"),
        page(ATTIC, LATER),
        "first",
        Reason.FIRST_SEEN,
    ),
    "a page names another part of its own host": (
        page(GULL, credit="兰州日报", site_name="金城生活"),
        page("http://gull.example/2", LATER, site_name="兰州日报"),
        "first",
        Reason.FIRST_SEEN,
    ),
    "canonical is itself": (
        page(GULL, canonical="https://gull.example/1#top"),
        page(ATTIC, LATER, canonical=ATTIC),
        "first",
        Reason.FIRST_SEEN,
    ),
    "canonical against a false earlier date": (
        page(GULL, published=at("2024-01-01T09:00:00"), canonical=ATTIC),
        page(ATTIC, LATER, published=at("2024-05-10T09:00:00")),
        "second",
        Reason.CANONICAL,
    ),
    "the copy links to the original": (
        page(GULL, links=["http://third.example/", ATTIC]),
        page(ATTIC, LATER),
        "second",
        Reason.LINK,
    ),
    "the copy links to what the original calls its address": (
        page(GULL, links=["http://attic.example/final"]),
        page(ATTIC, LATER, canonical="http://attic.example/final"),
        "second",
        Reason.LINK,
    ),
    "the first links to the page on a third host that the other gives as canonical": (
        page(GULL, links=["http://third.example/9"]),
        page(ATTIC, LATER, canonical="http://third.example/9"),
        "first",
        Reason.FIRST_SEEN,
    ),
    "mutual links": (
        page(GULL, links=[ATTIC]),
        page(ATTIC, LATER, links=[GULL]),
        "first",
        Reason.FIRST_SEEN,
    ),
    "mutual links, and dates": (
        page(GULL, links=[ATTIC], published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER, links=[GULL], published=at("2024-05-10T07:00:00")),
        "second",
        Reason.PUBLISHED,
    ),
    "the copy names its source by name": (
        page(GULL, credit="兰州日报"),
        page(ATTIC, LATER, site_name="兰州日报网"),
        "second",
        Reason.CREDIT,
    ),
    "the copy names its source by host": (
        page(GULL, credit="attic.example"),
        page(ATTIC, LATER),
        "second",
        Reason.CREDIT,
    ),
    "the later one names the first as its source": (
        page(GULL, published=at("2024-05-10T09:00:00"), site_name="Gull Post"),
        page(ATTIC, LATER, published=at("2024-05-10T08:00:00"), credit="Gull Post"),
        "first",
        Reason.CREDIT,
    ),
    "it names itself": (
        page(GULL, credit="Gull Post", site_name="Gull Post"),
        page(ATTIC, LATER, published=at("2024-05-10T08:00:00")),
        "first",
        Reason.FIRST_SEEN,
    ),
    "it names itself by a name that the other site has, too": (
        page(GULL, credit="Gull Post", site_name="Gull Post"),
        page(ATTIC, LATER, site_name="Gull Post"),
        "first",
        Reason.FIRST_SEEN,
    ),
    "an agency that is neither": (
        page(GULL, credit="新华社", published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER, site_name="澜湾新闻网", published=at("2024-05-10T08:00:00")),
        "second",
        Reason.PUBLISHED,
    ),
    "a host that is the original's far more often": (
        page(GULL, record=host(won=1, lost=19)),
        page(ATTIC, LATER, record=host(won=18, lost=2)),
        "second",
        Reason.HOST_RECORD,
    ),
    "such a host, too little known": (
        page(GULL, record=host(won=1, lost=19)),
        page(ATTIC, LATER, record=host(won=9, lost=0)),
        "first",
        Reason.FIRST_SEEN,
    ),
    "a host that is the original's more often, but not far more": (
        page(GULL, record=host(won=10, lost=10)),
        page(ATTIC, LATER, record=host(won=18, lost=2)),
        "first",
        Reason.FIRST_SEEN,
    ),
    "a date against such a host": (
        page(GULL, published=at("2024-05-09T09:00:00"), record=host(won=1, lost=19)),
        page(ATTIC, LATER, published=at("2024-05-10T09:00:00"), record=host(won=18, lost=2)),
        "first",
        Reason.PUBLISHED,
    ),
}


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_who_is_the_original(scenario):
    first, second, winner, reason = scenario
    elected, why = elect(first, second, BY_EVIDENCE)
    assert (("first" if elected is first else "second"), why) == (winner, reason)


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_evidence_decides_alike_whoever_was_seen_first(scenario):
    first, second, _, reason = scenario
    if reason is Reason.FIRST_SEEN:
        assert elect(second, first, BY_EVIDENCE) == (second, reason)
    else:
        assert elect(second, first, BY_EVIDENCE) == elect(first, second, BY_EVIDENCE)


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_without_an_election_the_first_seen_stays(scenario):
    first, second, *_ = scenario
    assert elect(first, second, FIRST_SEEN) == (first, Reason.FIRST_SEEN)


@pytest.mark.parametrize(
    ("preferred", "winner", "reason"),
    [
        (["attic.example"], 1, Reason.PREFERRED_HOST),
        (["gull.example", "attic.example"], 0, Reason.PREFERRED_HOST),
        (["example"], 0, Reason.FIRST_SEEN),
        (["ic.example"], 0, Reason.FIRST_SEEN),
        ([], 0, Reason.FIRST_SEEN),
    ],
)
def test_preferred_hosts(preferred, winner, reason):
    policy = Policy(Keep.PREFERRED_HOSTS, tuple(preferred))
    both = [page(GULL, canonical=ATTIC), page(ATTIC, LATER)]
    elected, why = elect(*both, policy)
    assert (elected, why) == (both[winner], reason)


def test_a_subdomain_is_preferred_with_its_host():
    policy = Policy(Keep.PREFERRED_HOSTS, ("attic.example",))
    inner = page("http://news.attic.example/1", LATER)
    assert elect(page(GULL), inner, policy) == (inner, Reason.PREFERRED_HOST)


def test_a_document_with_a_key_is_of_the_host_of_its_url():
    policy = Policy(Keep.PREFERRED_HOSTS, ("attic.example",))
    keyed = replace(page(ATTIC, LATER), addresses=("story-7", ATTIC))
    assert elect(page(GULL), keyed, policy) == (keyed, Reason.PREFERRED_HOST)


@pytest.mark.parametrize(
    ("ours", "theirs", "decides"),
    [((3, 7), (8, 2), True), ((3, 6), (8, 2), False), ((3, 7), (7, 3), False)],
)
def test_hosts_are_known_by_ten_elections_that_they_won_far_more_or_less_often(
    ours, theirs, decides
):
    first, second = (
        page(url, record=host(won=won, lost=lost))
        for url, (won, lost) in ((GULL, ours), (ATTIC, theirs))
    )
    winner, reason = (second, Reason.HOST_RECORD) if decides else (first, Reason.FIRST_SEEN)
    assert elect(first, second) == (winner, reason)


def test_what_a_host_is_known_for_is_no_evidence_that_adds_to_it():
    evidence = {Reason.CANONICAL, Reason.LINK, Reason.CREDIT, Reason.PUBLISHED}
    assert {reason for reason in Reason if reason.is_evidence} == evidence


def test_among_many_the_reasons_are_those_against_the_others():
    members = [
        page(GULL, published=at("2024-05-10T09:00:00")),
        page("http://copier.example/2", LATER, links=["http://attic.example/story"]),
        page(ATTIC, LATER + 1, published=at("2024-05-10T07:00:00")),
    ]
    assert elect_among(members) == (2, (Reason.LINK, Reason.PUBLISHED))
    assert elect_among(members[:1]) == (0, ())
    third = page("http://copier.example/2", LATER + 2, published=at("2024-05-10T08:00:00"))
    assert elect_among([members[0], members[2], third]) == (1, (Reason.PUBLISHED,))
    # Nothing speaks for the winner or for the first.
    members = [
        page(GULL, links=["http://copier.example/2"]),
        page("http://copier.example/2", LATER, published=at("2024-05-10T09:00:00")),
        page(ATTIC, LATER + 1, published=at("2024-05-10T07:00:00")),
    ]
    assert elect_among(members) == (2, (Reason.PUBLISHED,))


def test_one_paper_of_one_day_is_no_template():
    today = SEEN - SEEN % DAY
    assert host([today] * 16).date_fault(today, SEEN) is None
    assert host([today] * 16).date_fault(today, SEEN + 5 * DAY) is DateFault.TEMPLATE
    # At one time of that day, it is when the site was built.
    assert host([SEEN - HOUR] * 16).date_fault(SEEN - HOUR, SEEN) is DateFault.TEMPLATE


def test_a_date_of_four_pages_in_five_is_a_templates():
    same, others = at("2024-05-01T09:13:00"), [SEEN - n * DAY for n in range(2)]
    assert host([same] * 5).date_fault(same, SEEN) is DateFault.TEMPLATE
    assert host([same] * 4).date_fault(same, SEEN) is None
    assert host([*others, *[same] * 8]).date_fault(same, SEEN) is DateFault.TEMPLATE
    assert host([*others, *[same] * 7]).date_fault(same, SEEN) is None


def test_one_day_of_a_paper_is_a_templates_two_days_later():
    today = SEEN - SEEN % DAY
    assert host([today] * 16).date_fault(today, today + 2 * DAY - 1) is None
    assert host([today] * 16).date_fault(today, today + 2 * DAY) is DateFault.TEMPLATE


def test_a_date_of_some_pages_of_many_is_no_template():
    days = [at("2024-01-01T09:00:00") + n * DAY for n in range(11)]
    assert host([*days, *[days[0]] * 5]).date_fault(days[0], SEEN) is None


def test_dates_are_believed_from_1995_on():
    assert host().date_fault(at("1995-01-01T09:00:00"), SEEN) is None
    assert host().date_fault(at("1994-12-31T09:00:00"), SEEN) is DateFault.TOO_OLD


@pytest.mark.parametrize(("others", "fault"), [(9, None), (10, DateFault.BEFORE_HOST)])
def test_a_page_before_few_others_is_believed(others, fault):
    early = at("2011-07-01T09:00:00")
    record = host([early, *(SEEN - n * DAY for n in range(others))])
    assert record.date_fault(early, SEEN) is fault


@pytest.mark.parametrize(
    ("clock", "is_midnight"),
    [
        *(("00:00", True), ("15:00", True), ("16:00", True), ("17:00", True)),
        *(("17:30", True), ("18:30", True), ("20:00", True), ("14:00", False), ("18:00", False)),
    ],
)
def test_a_date_without_a_time_is_midnight_in_some_country(clock, is_midnight):
    assert is_day(at(f"2024-05-09T{clock}:00")) is is_midnight


def test_a_date_a_little_ahead_is_of_another_time_zone():
    assert host().date_fault(SEEN + DAY, SEEN) is None
    assert host().date_fault(SEEN + DAY + 1, SEEN) is DateFault.FUTURE


def test_a_page_of_the_year_before_all_others_is_believed():
    assert OLD_HOST.date_fault(at("2022-12-30T09:00:00"), SEEN) is None
    assert OLD_HOST.date_fault(at("2021-12-30T09:00:00"), SEEN) is DateFault.BEFORE_HOST


def test_a_year_that_several_pages_have_is_believed():
    record = replace(OLD_HOST, years=OLD_HOST.years.copy())
    early = at("2011-07-01T09:00:00")
    assert record.date_fault(early, SEEN) is DateFault.BEFORE_HOST
    record.learn_date(early)
    assert record.date_fault(early, SEEN) is DateFault.BEFORE_HOST
    record.learn_date(at("2011-09-01T09:00:00"))
    assert record.date_fault(early, SEEN) is None


@pytest.mark.parametrize("moment", [-(2**62), 2**62, -1])
def test_a_date_that_no_calendar_has_is_not_believed(moment):
    assert host().date_fault(moment, SEEN) in (DateFault.FUTURE, DateFault.TOO_OLD)
    record = host([moment])
    assert record.date_fault(SEEN, SEEN) is None


def test_a_host_record_comes_back_as_it_was_stored():
    record = host([SEEN, at("2011-07-01T09:00:00")], won=3, lost=4)
    assert HostRecord.from_bytes(record.to_bytes()) == record
    full = HostRecord.from_bytes(host([SEEN] * 16).to_bytes())
    full.learn_date(SEEN + DAY)
    assert full == host([SEEN] * 16 + [SEEN + DAY])
    for other in (b"[]", b'{"won": 0, "lost": 0, "years": [], "recent": []}'):
        with pytest.raises(ValueError, match="host"):
            HostRecord.from_bytes(other)


def test_what_of_host_records_cant_be_written_is_written_the_next_time():
    notes, failing = {}, True

    def write(changed):
        if failing:
            raise NearDupError("the disk is full of eels")
        notes.update(changed)

    records = HostRecords(notes.get, write)
    records.learn_date("gull.example", SEEN)
    records.learn_result("gull.example", "attic.example")
    with pytest.raises(NearDupError):
        records.save()
    assert records.of("gull.example") == host([SEEN], won=1)
    failing = False
    records.save()
    for reader in (records, HostRecords(notes.get, write)):
        assert reader.of("gull.example") == host([SEEN], won=1)
        assert reader.of("attic.example").lost == 1


def test_records_of_hosts_that_nobody_asks_for_are_not_held():
    notes = {}
    records = HostRecords(notes.get, notes.update)
    records.of("gull.example")
    tracemalloc.start()
    try:
        for number in range(3):
            for host_number in range(2000):
                records.learn_date(f"h{number}-{host_number}.example", SEEN)
            records.learn_date("gull.example", SEEN)
            records.save()
            notes.clear()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1_000_000
    assert records.of("gull.example") == host([SEEN])


def test_a_host_is_read_once_until_many_others_were_asked_for(monkeypatch):
    read = []
    monkeypatch.setattr(host_record, "_MOST_HOSTS", 3)
    records = HostRecords(read.append, lambda notes: None)
    for name in "abcabcda":
        records.of(f"{name}.example")
    assert [note.partition("/")[2][0] for note in read] == [*"abcda"]


def test_host_records_are_saved_every_minute_and_before_they_are_many(monkeypatch):
    now, saved = [0.0], []
    monkeypatch.setattr(host_record, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(host_record, "_MOST_HOSTS", 3)
    records = HostRecords({}.get, lambda notes: saved.append(len(notes)))
    for now[0] in (0.0, 59.0, 60.0, 119.0, 120.0):
        records.learn_date("gull.example", SEEN)
        records.save_now_and_then()
    assert saved == [1, 1]
    for number in range(3):
        records.learn_date(f"h{number}.example", SEEN)
        records.save_now_and_then()
    assert saved == [1, 1, 3]


def test_records_of_two_crawlers_add_up():
    record = host([SEEN], won=1, lost=2)
    record.add(host([SEEN + 1], won=3, lost=4))
    assert record == host([SEEN, SEEN + 1], won=4, lost=6)


@pytest.mark.parametrize(
    ("credit", "host_name", "site_name", "same"),
    [
        ("新闻", "a.example", "澜湾新闻网", False),
        ("新闻", "a.example", "新闻网", False),
        ("澜湾新闻", "a.example", "澜湾新闻网", True),
        ("Harbour Post", "harbour-post.example", None, True),
        ("www.a.example", "a.example", None, True),
        ("a.example", "ba.example", None, False),
        ("News", "news.example", None, False),
        ("", "a.example", "A", False),
        ("网", "a.example", "网", True),
        ("The Times", "a.example", "The Times of Gull", False),
        ("a.example", "news.a.example", None, True),
        ("兰州日", "a.example", "兰州日报社新闻网", False),
        ("兰州日报微信公众号", "a.example", "兰州日报", True),
        ("兰州日报官方微博", "a.example", "兰州日报", True),
        ("兰州日报APP", "a.example", "兰州日报", True),
        ("澜湾新闻、兰州日报", "a.example", "兰州日报", True),
        ("客户端", "a.example", "客户端", False),
        ("新华社", "www.news.cn", None, True),
        ("新华社客户端", "a.example", "新华网", True),
        ("新华社、兰州日报", "www.xinhuanet.com", "新华网", True),
        ("新华社", "people.com.cn", "人民网", False),
        ("新华社", "notnews.cn", None, False),
        ("Associated Press", "apnews.com", None, True),
        ("AP", "ap.example", None, False),
        ("、", "a.example", "A", False),
        ("——", "a.example", "!", False),
        ("兰州日报社", "a.example", "兰州日报", True),
        ("WWW.A.Example", "a.example", None, True),
        ("Harbour Post.", "harbour-post.example", None, True),
        ("Чайка.Ru", "www.gull.example", "Чайка.Ru", True),
        ("Чайка.Ru", "www.gull.example", "Сойка.Ru", False),
        ("чайка.example", "www.xn--80aa0ae6d.example", None, True),
        ("人民网－人民日报", "politics.people.com.cn", None, True),
        ("人民网-国际频道", "world.people.com.cn", None, True),
        ("中国新闻网-中新社", "www.chinanews.com", "中新网", True),
        ("AFP-JIJI", "www.jiji.com", None, True),
        ("新华社/本报", "www.news.cn", None, True),
        ("Reuters, AP", "apnews.com", None, True),
        ("新华网综合", "www.news.cn", None, True),
        ("新华社电", "www.news.cn", None, True),
        ("新华社", "m.sports.news.cn", None, True),
        ("新华社官方微博", "www.news.cn", None, True),
        ("St. Gull Post", "st-gull-post.example", None, True),
        ("综合新华社、央视新闻", "www.news.cn", None, True),
        ("综合新闻网", "a.example", "综合新闻网", True),
        ("综合", "a.example", "综合", True),
        ("ＡＰ", "apnews.com", None, True),
        ("综合澜湾新闻", "a.example", "兰州日报", False),
        ("Harbour Post, Agence France-Presse", "www.afp.com", None, True),
        ("Harbour", "harbour.example", None, True),
        ("Gull", "gull.example", None, True),
        ("Tit", "tit.example", None, False),
        ("澜湾报", "a.example", "澜湾报社", True),
        ("澜湾报", "a.example", "澜湾报业集团", False),
        # Neither a licence nor a paper of that name elsewhere.
        ("CNN-News18", "edition.cnn.com", None, False),
        ("Guardian Nigeria", "theguardian.com", None, False),
        ("Harbour-Post", "post.example", None, False),
        ("Sun/Post", "post.example", None, False),
    ],
)
def test_when_a_named_source_is_a_site(credit, host_name, site_name, same):
    assert credits_site(credit, host_name, site_name) is same


def test_provenance_is_bounded_and_comes_back():
    many = [f"http://x{n}.example/" for n in range(40)]
    says = Provenance.of_page(
        GULL, canonical=ATTIC, credit="来\ud83d" * 100, site_name="鸥" * 200, links=many
    )
    assert len(says.links) == MAX_LINKS
    stored = says.to_bytes()
    assert len(stored) < 512
    assert Provenance.from_bytes(b"xy" + stored + b"z", 2) == (says, 2 + len(stored))


def test_what_a_page_says_of_itself_is_left_out():
    says = Provenance.of_page(GULL, canonical="https://gull.example/1#top", links=[GULL])
    assert says == Provenance()


def test_a_link_that_a_page_repeats_takes_no_others_place():
    says = Provenance.of_page(GULL, links=[ATTIC] * MAX_LINKS + ["http://third.example/"])
    assert len(says.links) == 2


def test_what_is_too_long_to_store_is_left_out_or_cut():
    assert Provenance.of_page(GULL, canonical=f"{ATTIC}?{'x' * 2000}").canonical is None
    stored = Provenance(credit="来" * 70_000).to_bytes()
    says, end = Provenance.from_bytes(stored)
    assert end == len(stored)
    assert set(says.credit or "") == {"来"}


def test_links_to_other_hosts_come_first():
    own = [f"http://gull.example/{n}" for n in range(2, 30)]
    says = Provenance.of_page(GULL, links=[*own, ATTIC])
    assert says.links[0] == Provenance.of_page(GULL, links=[ATTIC]).links[0]
