"""NEARDUP_GUARD: a host whose pages all show the same, and a crawl that drops far too much."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest
from scrapy.utils.test import get_crawler

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.index.runs import Run
from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.guard import (
    CRAWL_LAST,
    LAST,
    LATEST,
    LEAST_DROPPED,
    LEAST_HISTORY,
    LEAST_OF_ONE,
    MOST_SOURCES,
    Guard,
)
from scrapy_neardup.plugin.signals import neardup_guard
from tests.commands.running import article

from .articles import ORCHARD, morning_page
from .crawling import PageSpider

LOGIN = article(0)


def notes(number: int) -> tuple[str, ...]:
    """The paragraphs of an article of its own for each *number*."""
    return tuple(f"{article(1000 * number + part, 25).capitalize()}." for part in range(1, 5))


class TellingSpider(PageSpider):
    """Takes the text that stands for each page; notes what the guard tells."""

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.alarms = []
        crawler.signals.connect(spider.told, neardup_guard)
        return spider

    def told(self, host, problem, spider):
        self.alarms.append((host, problem))


def crawl_texts(crawl, site, texts, more=None):
    """One page leads to all items, given as pairs of URL and text."""
    page = site.put("http://list.example/", morning_page("A list", ORCHARD))

    def make_items(response):
        for url, text in texts:
            yield {"url": url, "text": text}

    settings = {"CONCURRENT_ITEMS": 1, **(more or {})}
    return crawl([page], settings, spidercls=TellingSpider, make_items=make_items)


def walled(count, host="wall.example"):
    """Pages of a host that show a login form from the second on."""
    return [(f"http://{host}/{number}", LOGIN) for number in range(count)]


def test_a_host_whose_pages_all_show_the_same_raises_an_alarm_once(site, crawl):
    outcome = crawl_texts(crawl, site, walled(LEAST_DROPPED + 30))
    assert outcome.stat("guard") == 1
    assert outcome.stat("dropped") == LEAST_DROPPED + 29
    ((host, problem),) = outcome.crawler.spider.alarms
    assert host == "wall.example"
    assert problem.startswith(f"{LEAST_DROPPED} of the last {LEAST_DROPPED + 1} items of wall.exa")
    assert "are copies of one article, http://wall.example/0: does" in problem
    (line,) = outcome.errors()
    assert problem in line
    assert "dropped all the same (NEARDUP_GUARD = 'warn')" in line


def test_such_copies_are_tagged_and_kept_if_that_is_set(site, crawl):
    texts = [*walled(LEAST_DROPPED + 30), ("http://fine.example/1", article(1))]
    texts.append(("http://other.example/1", article(1)))
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": "tag"})
    assert outcome.stat("dropped") == LEAST_DROPPED - 1 + 1
    assert outcome.stat("guarded") == outcome.stat("let_through/guard") == 30
    kept = [item["neardup"] for item in outcome.items if "neardup" in item]
    assert [(tag["verdict"], tag["let_through"]) for tag in kept] == [("exact", "guard")] * 30
    # Other hosts are left alone.
    assert outcome.copy_urls[-1] == "http://other.example/1"
    assert "are tagged and kept (NEARDUP_GUARD = 'tag')" in outcome.errors()[0]


def test_a_host_that_recovers_is_filtered_again(site, crawl):
    fresh = [(f"http://wall.example/new/{n}", article(1000 + n)) for n in range(LAST)]
    copies = [("http://wall.example/copy", article(1000))]
    texts = [*walled(LEAST_DROPPED + 5), *fresh, *copies]
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": "tag"})
    assert outcome.stat("guarded") == 5
    assert outcome.copy_urls[-1] == "http://wall.example/copy"


def test_an_alarm_of_a_host_near_the_bound_is_raised_once_and_holds(site, crawl):
    rng = random.Random(3)
    texts = [
        (f"http://wall.example/{n}", LOGIN if rng.random() < 0.5 else article(n))
        for n in range(6 * LAST)
    ]
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": "tag"})
    assert outcome.stat("guard") == 1
    assert outcome.stat("dropped") < LAST
    assert outcome.stat("guarded") > LAST


def test_an_alarm_of_a_host_ends_once_the_copies_are_clearly_fewer_or_of_many_articles():
    for other, holds_for in ((None, LAST - LEAST_DROPPED // 2), ("another", 2 * MOST_SOURCES - 1)):
        guard = Guard("tag", get_crawler())
        assert [guard.lets_through("h", f"a{n}", "one") for n in range(LAST)].index(True) == 49
        for number in range(LAST):
            guard.lets_through("h", f"b{number}", other and f"{other} {number}")
            assert guard._is_alarmed("h", is_known=False) is (number < holds_for)


def test_the_alarm_of_a_crawl_ends_once_its_share_is_clearly_smaller():
    guard = Guard("tag", get_crawler())
    guard.learn_usual([Run(1, "a", "s", 0, counts={"checked": 1000, "dropped": 100})])

    def feed(share, host):
        return [
            guard.lets_through(f"{host}{n}", "", str(n) if n % 100 < share else None)
            for n in range(CRAWL_LAST)
        ]

    assert not any(feed(10, "a"))
    assert any(feed(45, "b"))
    assert guard._is_alarmed("", is_known=False)
    feed(30, "c")
    assert guard._is_alarmed("", is_known=False)
    feed(20, "d")
    assert not guard._is_alarmed("", is_known=False)


def test_copies_that_an_alarm_has_kept_count_for_the_usual_share():
    guard = Guard("tag", get_crawler())
    counts = {"checked": 1000, "dropped": 100, "guarded": 400}
    guard.learn_usual([Run(1, "a", "s", 0, counts=counts)])
    texts = [str(n) if n % 2 else None for n in range(CRAWL_LAST)]
    assert not any(guard.lets_through(f"h{n}", "", text) for n, text in enumerate(texts))


def test_a_few_items_tell_nothing_of_what_is_usual():
    guard = Guard("tag", get_crawler())
    guard.learn_usual([Run(1, "a", "s", 0, counts={"checked": LEAST_HISTORY - 1})])
    texts = [str(n) if n % 2 else None for n in range(CRAWL_LAST)]
    assert not any(guard.lets_through(f"h{n}", "", text) for n, text in enumerate(texts))


def test_a_host_is_watched_however_many_others_a_crawl_meets():
    guard = Guard("tag", get_crawler())
    others = count()
    for _ in range(2100):
        guard.lets_through(f"h{next(others)}", "", None)
    for number in range(LEAST_DROPPED):
        for _ in range(60):
            guard.lets_through(f"h{next(others)}", "", None)
        assert guard.lets_through("wall.example", str(number), "login") is (
            number == LEAST_DROPPED - 1
        )


@pytest.mark.parametrize(
    ("walls", "others", "alarms"),
    [
        (LEAST_OF_ONE + 1, 0, 1),
        (LEAST_OF_ONE, 0, 0),
        (LEAST_OF_ONE + 1, 2, 0),
        (LEAST_DROPPED + 30, 0, 1),
    ],
)
def test_a_small_crawl_is_told_at_its_end_of_a_host_that_shows_the_same(
    site, crawl, walls, others, alarms
):
    fresh = [(f"http://wall.example/new/{n}", article(1000 + n)) for n in range(others)]
    outcome = crawl_texts(crawl, site, [*walled(walls), *fresh])
    assert outcome.stat("dropped") == walls - 1
    assert (outcome.stat("guard") or 0) == len(outcome.errors()) == alarms
    assert len(outcome.crawler.spider.alarms) == alarms
    if walls <= LEAST_DROPPED and alarms:
        ((host, problem),) = outcome.crawler.spider.alarms
        assert host == "wall.example"
        assert problem.startswith(
            f"{LEAST_OF_ONE} of the last {LEAST_OF_ONE + 1} items of wall.example are copies of one "
            "article, http://wall.example/0: does the site show another page by now"
        )
        assert (
            f"{problem}. Such copies were dropped (NEARDUP_GUARD = 'warn')" in outcome.errors()[0]
        )


def test_two_notices_that_share_a_host_are_told_of_at_the_end(site, crawl):
    consent = [(f"http://wall.example/consent/{n}", article(1)) for n in range(LEAST_OF_ONE + 1)]
    texts = [text for pair in zip(walled(LEAST_OF_ONE + 1), consent, strict=True) for text in pair]
    (line,) = crawl_texts(crawl, site, texts).errors()
    assert "20 of the last 22 items of wall.example are copies of 2 articles, most of" in line


def test_a_few_articles_with_few_copies_each_are_not(site, crawl):
    texts = [(f"http://mill.example/{n}", article(n % 5)) for n in range(5 * LEAST_OF_ONE)]
    outcome = crawl_texts(crawl, site, texts)
    assert outcome.stat("dropped") == 45
    assert outcome.errors() == []


def test_a_notice_that_a_host_shows_only_in_the_end_is_told_of(site, crawl):
    fresh = [(f"http://wall.example/new/{n}", article(1000 + n)) for n in range(LAST)]
    (line,) = crawl_texts(crawl, site, [*fresh, *walled(LATEST)]).errors()
    assert "19 of the last 100 items of wall.example are copies of one article" in line


@pytest.mark.parametrize("action", ["drop", {"unchanged": "drop", "exact": "drop"}])
def test_known_pages_do_not_hide_that_all_new_ones_show_the_same(site, crawl, action):
    known = [(f"http://wall.example/new/{n}", article(1000 + n)) for n in range(LATEST)]
    crawl_texts(crawl, site, known)
    texts = [text for pair in zip(walled(LATEST), known, strict=True) for text in pair]
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_ACTION": action})
    assert "19 of the last 20 items of wall.example" in outcome.errors()[0]
    outcome = crawl_texts(crawl, site, known, {"NEARDUP_ACTION": action})
    assert outcome.errors() == []


def test_an_alarm_for_known_copies_lets_no_new_ones_through(site, crawl):
    walls = walled(LEAST_DROPPED + 5)
    crawl_texts(crawl, site, [*walls, ("http://other.example/", article(1))])
    texts = [*walls, ("http://wall.example/copy", article(1))]
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": "tag"})
    assert outcome.stat("guard") == 1
    # One of the walls heads the others.
    assert outcome.stat("guarded") == 5
    assert outcome.copy_urls[-1] == "http://wall.example/copy"


def test_an_alarm_tells_whether_the_copies_are_known(site, crawl):
    crawl_texts(crawl, site, walled(1 + LEAST_OF_ONE))
    outcome = crawl_texts(crawl, site, walled(1 + 2 * LEAST_OF_ONE)[1:])
    assert [problem.split(" are ")[0] for _, problem in outcome.crawler.spider.alarms] == [
        f"{LEAST_OF_ONE} of the last {LEAST_OF_ONE} {which}items of wall.example"
        for which in ("unchanged ", "")
    ]


def test_copies_that_are_as_known_as_all_else_of_a_host_are_no_fault(site, crawl):
    known = [(f"http://wall.example/new/{n}", article(1000 + n)) for n in range(3 * LATEST)]
    texts = [*known[:LATEST], *walled(LEAST_OF_ONE + 1), *known[LATEST:]]
    for _ in range(2):
        outcome = crawl_texts(crawl, site, texts)
        assert outcome.errors() == []
        assert outcome.stat("dropped") == LEAST_OF_ONE


def test_items_without_a_text_do_not_hide_that_all_others_show_the_same(site, crawl):
    texts = [
        text
        for number, wall in enumerate(walled(LEAST_OF_ONE + 1))
        for text in (wall, *((f"http://wall.example/author/{number}/{n}", "") for n in range(3)))
    ]
    outcome = crawl_texts(crawl, site, texts)
    assert outcome.stat("verdict/no_text") == 3 * (LEAST_OF_ONE + 1)
    assert "10 of the last 11 items of wall.example" in outcome.errors()[0]


def test_one_copy_that_is_visited_again_and_again_is_no_fault(site, crawl):
    texts = [("http://gull.example/", LOGIN), *[("http://wall.example/", LOGIN)] * LEAST_DROPPED]
    outcome = crawl_texts(crawl, site, texts)
    assert outcome.stat("dropped") == LEAST_DROPPED
    assert outcome.errors() == []


def test_a_host_that_is_watched_no_more_is_told_of_before(site, crawl):
    others = [(f"http://h{n}.example/", f"A short note of {n}.") for n in range(2100)]
    outcome = crawl_texts(crawl, site, [*walled(LEAST_OF_ONE + 1), *others])
    assert "of the last 11 items of wall.example" in outcome.errors()[0]


def test_the_alarm_at_the_end_tells_of_copies_that_the_alarm_of_the_crawl_kept(site, crawl):
    fresh = [(f"http://{n}.example/", article(1000 + n)) for n in range(LEAST_HISTORY)]
    assert crawl_texts(crawl, site, fresh).stat("guard") is None
    copies = [(f"http://copy{n}.example/", article(1000 + n)) for n in range(CRAWL_LAST)]
    texts = [*copies, *walled(LEAST_OF_ONE + 1)]
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": "tag"})
    assert outcome.stat("dropped") == CRAWL_LAST - 1
    assert outcome.stat("guarded") == 1 + LEAST_OF_ONE
    _, at_end = outcome.errors()
    assert "items of wall.example are copies of one article" in at_end
    assert (
        "Such copies were dropped, except while the alarm of the crawl lasted (NEARDUP_GUARD = 'tag')"
        in at_end
    )


def test_a_host_whose_alarm_has_ended_raises_none_at_the_end(site, crawl):
    others = [(f"http://gull.example/{n}", article(n)) for n in range(1, 2 * MOST_SOURCES + 2)]
    copies = [(f"http://wall.example/copy/{n}", text) for n, (_, text) in enumerate(others)]
    outcome = crawl_texts(crawl, site, [*others, *walled(LEAST_DROPPED + 5), *copies])
    assert outcome.stat("guard") == len(outcome.errors()) == 1


def test_a_mill_of_many_articles_is_no_fault(site, crawl):
    originals = [(f"http://gull.example/{n}", article(n)) for n in range(LAST)]
    copies = [(f"http://mill.example/{n}", article(n)) for n in range(LAST)]
    outcome = crawl_texts(crawl, site, [*originals, *copies])
    assert outcome.stat("dropped") == LAST
    assert outcome.stat("guard") is None
    assert outcome.errors() == []


def test_the_guard_can_be_switched_off(site, crawl):
    outcome = crawl_texts(crawl, site, walled(LEAST_DROPPED + 5), {"NEARDUP_GUARD": "off"})
    assert outcome.stat("guard") is None


def test_pages_that_are_known_and_dropped_for_that_raise_no_alarm(site, crawl):
    texts = walled(LEAST_DROPPED + 5)
    crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": "off"})
    action = {"unchanged": "drop", "exact": "drop"}
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_ACTION": action})
    assert outcome.stat("dropped") == len(texts)
    assert outcome.stat("guard") is None


def test_known_pages_that_are_dropped_before_the_spider_raise_no_alarm(site, crawl):
    pages = [
        site.put(f"http://wall.example/{n}", morning_page("Log in", ORCHARD))
        for n in range(LEAST_DROPPED + 5)
    ]
    crawl(pages, {"NEARDUP_GUARD": "off"})
    action = {"unchanged": "drop", "exact": "drop"}
    outcome = crawl(pages, {"NEARDUP_ACTION": action, "NEARDUP_DROP_RESPONSES": True})
    assert outcome.stat("responses_dropped") == len(pages) - 1
    assert outcome.stat("guard") is None


@pytest.mark.parametrize("mode", ["warn", "tag"])
def test_a_crawl_that_drops_far_more_than_those_before_raises_an_alarm(
    site, crawl, settings, mode
):
    with NearDupIndex.open(Path(settings["NEARDUP_DIR"], "pages")) as index:
        for _ in range(3):
            run = index.runs.begin("pages", 1_790_000_000)
            index.runs.finish(run, 1_790_000_060, {"checked": 400, "dropped": 40})
        for _ in range(25):
            run = index.runs.begin("another", 1_790_000_000)
            index.runs.finish(run, 1_790_000_060, {"checked": 4000, "dropped": 4000})
    # Half of the items are copies of many articles, on many hosts.
    rng = random.Random(1)
    texts = [(f"http://h{n}.example/", article(n)) for n in range(CRAWL_LAST // 2)]
    texts += [(f"http://c{n}.example/", article(n)) for n in range(CRAWL_LAST // 2)]
    rng.shuffle(texts)
    outcome = crawl_texts(crawl, site, texts, {"NEARDUP_GUARD": mode})
    ((host, problem),) = outcome.crawler.spider.alarms
    assert host == ""
    assert problem.startswith("50% of the last 500 items are copies, 10% were usual")


def test_a_first_crawl_has_nothing_to_be_measured_by(site, crawl):
    texts = [(f"http://h{n}.example/", article(n % 250)) for n in range(CRAWL_LAST)]
    outcome = crawl_texts(crawl, site, texts)
    assert outcome.stat("dropped") == 250
    assert outcome.stat("guard") is None


def test_pages_that_are_dropped_before_the_spider_raise_the_alarm_too(site, crawl):
    pages = [
        site.put(f"http://wall.example/{n}", morning_page("Log in", ORCHARD))
        for n in range(LEAST_DROPPED + 10)
    ]
    outcome = crawl(pages, {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_GUARD": "tag"})
    assert outcome.stat("guard") == 1
    assert outcome.stat("responses_dropped") == LEAST_DROPPED - 1
    assert outcome.stat("let_through/guard") == 10
    assert outcome.urls == [pages[0], *pages[LEAST_DROPPED:]]


def test_a_page_that_an_alarm_lets_through_is_told_of_by_its_item_alone(site, crawl):
    pages = [
        site.put(f"http://wall.example/{n}", morning_page("Log in", ORCHARD))
        for n in range(LEAST_DROPPED + 10)
    ]
    outcome = crawl(pages, {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_GUARD": "tag"})
    window = context_of(outcome.crawler).guard._hosts["wall.example", False]
    assert len(window.items) == len(pages)


def test_an_alarm_ends_by_the_items_of_pages_that_have_another_host(site, crawl):
    walls = [
        site.put(f"http://www.wall.example/{n}", morning_page("Log in", ORCHARD))
        for n in range(LEAST_DROPPED + 10)
    ]
    others = [
        site.put(f"http://www.wall.example/a/{n}", morning_page(f"Note {n}", notes(n)))
        for n in range(LAST)
    ]

    def make_items(response):
        yield {"url": response.url.replace("www.", "m.")}

    settings = {
        "NEARDUP_DROP_RESPONSES": True,
        "NEARDUP_GUARD": "tag",
        "CONCURRENT_REQUESTS": 1,
    }
    outcome = crawl([*walls, *others], settings, make_items=make_items)
    assert outcome.stat("guard") == 1
    hosts = context_of(outcome.crawler).guard._hosts
    assert [*hosts] == [("www.wall.example", False)]
    assert not hosts["www.wall.example", False].alarmed


def test_pages_that_were_dropped_before_the_spider_count_for_the_usual_share(
    site, crawl, settings
):
    usual = {"checked": 250, "responses_dropped": 250}
    with NearDupIndex.open(Path(settings["NEARDUP_DIR"], "pages")) as index:
        for _ in range(2):
            run = index.runs.begin("pages", 1_790_000_000)
            index.runs.finish(run, 1_790_000_060, usual)
    texts = [(f"http://h{n}.example/", article(n % 250)) for n in range(CRAWL_LAST)]
    outcome = crawl_texts(crawl, site, texts)
    assert outcome.stat("dropped") == 250
    assert outcome.stat("guard") is None
