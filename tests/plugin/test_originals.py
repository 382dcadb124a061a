"""Which of several articles is kept, who is told of it, and which copies are let through."""

from __future__ import annotations

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.extract import Article
from scrapy_neardup.plugin.queries import provenance_of
from scrapy_neardup.plugin.signals import neardup_found, neardup_original_changed

from .articles import CLOCK, FERRY, LIGHTHOUSE, ORCHARD, TEA, blog_page, morning_page, portal_page
from .crawling import PageSpider

BY_EVIDENCE = {"NEARDUP_KEEP": "earliest_published"}
RETOLD = (*FERRY[:-1], FERRY[-1] + " Tickets can be bought at the pier from noon.")


def with_head(page, *tags):
    return page.replace("</head>", "".join(tags) + "</head>", 1)


def dated(moment):
    return f'<meta property="article:published_time" content="{moment}">'


def canonical(url):
    return f'<link rel="canonical" href="{url}">'


def named(site):
    return f'<meta property="og:site_name" content="{site}">'


COPY, LATE = "http://attic.example/read", "http://gull.example/story"


def copy_then_original(site, copy=(), original=(), text=FERRY, late_text=RETOLD):
    return [
        site.put(COPY, with_head(blog_page("A story", text), *copy)),
        site.put(LATE, with_head(morning_page("A story", late_text), *original)),
    ]


EARLY, LATER = dated("2024-05-10T08:00:00Z"), dated("2024-05-10T09:00:00Z")
SCENARIOS = {
    "late original": ((LATER,), (EARLY,), "published"),
    "published in the order of the crawl": ((EARLY,), (LATER,), None),
    "no dates": ((), (), None),
    "one date": ((), (EARLY,), None),
    "a date in the future": ((dated("2150-01-01T00:00:00Z"),), (EARLY,), None),
    "the first day of the calendar": ((LATER,), (dated("1970-01-01T00:00:00Z"),), None),
    "canonical on another host": ((EARLY, canonical(LATE)), (LATER,), "canonical"),
    "canonical of each other": ((canonical(LATE),), (canonical(COPY),), None),
}


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_who_is_kept_as_the_original(site, crawl, scenario):
    copy, original, reason = scenario
    pages = copy_then_original(site, copy, original)
    outcome = crawl(pages, BY_EVIDENCE)
    if reason is None:
        assert outcome.urls == [COPY]
        assert outcome.copies[0].verdict.match.url == COPY
        return
    assert outcome.urls == pages
    assert outcome.kinds == ["new", "original"]
    tag = outcome.items[1]["neardup"]
    assert (tag["verdict"], tag["original_of"], tag["original_by"]) == (
        "original",
        [COPY],
        reason,
    )
    assert "neardup" not in outcome.items[0]
    assert outcome.stat(f"original_changed/{reason}") == 1
    assert f"Near-duplicate ({reason}): {LATE} is the original of {COPY}" in outcome.lines()


def test_by_default_the_first_seen_is_kept(site, crawl):
    outcome = crawl(copy_then_original(site, (LATER, canonical(LATE)), (EARLY,)))
    assert outcome.urls == [COPY]


def test_a_link_in_the_text_names_the_original(site, crawl):
    page = blog_page("A story", FERRY).replace(
        '</div></div>\n<div id="comments">',
        f'<br><br>\nThis story appeared <a href="{LATE}">in the Gull</a> before it came here.'
        '</div></div>\n<div id="comments">',
    )
    assert LATE in page
    pages = [site.put(COPY, page), site.put(LATE, morning_page("A story", FERRY))]
    outcome = crawl(pages, BY_EVIDENCE)
    assert outcome.urls == pages
    assert outcome.stat("original_changed/link") == 1


def test_a_named_source_is_the_original(site, crawl):
    pages = [
        site.put("http://qinghe.example/deng", portal_page("灯塔", LIGHTHOUSE, source="海岸日报")),
        site.put(
            "http://coast.example/1",
            with_head(portal_page("灯塔", LIGHTHOUSE, source="本网"), named("海岸日报网")),
        ),
    ]
    outcome = crawl(pages, BY_EVIDENCE)
    assert outcome.urls == pages
    assert outcome.stat("original_changed/credit") == 1


DATELINE = "新华社望海11月24日电（记者张三）"


@pytest.mark.parametrize(
    ("source", "host_name", "is_credited"),
    [
        (None, "www.news.cn", True),
        ("清河门户", "www.news.cn", True),  # the portal itself
        ("本站原创", "www.news.cn", True),
        ("新华社", "www.news.cn", True),
        ("海岸日报", "www.news.cn", False),
        (None, "www.people.com.cn", False),
    ],
)
def test_the_agency_of_a_dateline_is_the_original(source, host_name, is_credited, site, crawl):
    text = (DATELINE + LIGHTHOUSE[0], *LIGHTHOUSE[1:])
    portal = portal_page("灯塔", text, source=source or "望海")
    portal = portal if source else portal.replace("来源：", "发稿：")
    pages = [
        site.put("http://qinghe.example/deng", with_head(portal, named("清河门户网"))),
        site.put(
            f"http://{host_name}/1",
            portal_page("灯塔", text, source="望海").replace("来源：", "发稿："),
        ),
    ]
    outcome = crawl(pages, BY_EVIDENCE)
    assert outcome.urls == (pages if is_credited else pages[:1])
    assert outcome.stat("original_changed/credit") == (1 if is_credited else None)


def test_the_dateline_of_an_item_s_text_stands_below_its_title_and_blank_lines(site, crawl):
    pages = [
        site.put(f"http://{name}/1", portal_page("灯塔", LIGHTHOUSE, source="望海门户"))
        for name in ("wanghai.example", "www.news.cn")
    ]
    text = "\n\n".join(("\n灯塔", "2024-03-05", DATELINE + LIGHTHOUSE[0], *LIGHTHOUSE[1:]))

    def make_items(response):
        yield {"url": response.url, "text": text}

    outcome = crawl(pages, BY_EVIDENCE, make_items=make_items)
    assert outcome.stat("original_changed/credit") is None
    sourceless = [
        site.put(page, portal_page("灯塔", LIGHTHOUSE).replace("来源：", "发稿："))
        for page in pages
    ]
    again = {**BY_EVIDENCE, "NEARDUP_SCOPE": "again"}
    outcome = crawl(sourceless, again, make_items=make_items)
    assert outcome.stat("original_changed/credit") == 1


@pytest.mark.parametrize(
    ("text", "source", "credit"),
    [
        ("The library is open.\nLONDON (AP) — It opened its doors.", None, "AP"),
        ("The library is open.", "Harbour Post", "Harbour Post"),
        ("LONDON (AP) — The library opened its doors.", "Harbour Post", "AP"),
        ("LONDON (AP) — The library opened its doors.", "Valley Ledger", "Valley Ledger"),
    ],
)
def test_what_a_page_credits_is_a_dateline_or_what_it_names(text, source, credit):
    article = Article(text, source=source, site_name="Harbour Post")
    says = provenance_of("http://harbour-post.example/1", text, article)
    assert says.credit == credit


def test_later_copies_name_the_original_in_this_crawl_and_the_next(site, crawl):
    pages = copy_then_original(site, (LATER,), (EARLY,))
    third = site.put("http://third.example/", with_head(blog_page("x", FERRY), LATER))
    outcome = crawl([*pages, third], BY_EVIDENCE)
    assert outcome.copies[0].verdict.match.url == LATE
    fourth = site.put("http://fourth.example/", blog_page("x", RETOLD))
    outcome = crawl([*pages, third, fourth], BY_EVIDENCE)
    assert outcome.kinds == ["unchanged", "unchanged", "unchanged", "exact"]
    assert outcome.urls == pages
    assert [copy.verdict.match.url for copy in outcome.copies] == [LATE, LATE]


class Failing:
    """A pipeline that fails for the late original as long as it is told to."""

    urls: frozenset[str] = frozenset()

    async def process_item(self, item):
        if item["url"] in self.urls:
            raise OSError("no room in the database")
        return item


def test_an_election_counts_only_once_its_item_is_stored(site, crawl, monkeypatch):
    monkeypatch.setattr(Failing, "urls", frozenset({LATE}))
    pages = copy_then_original(site, (LATER,), (EARLY,))
    third = site.put("http://third.example/", with_head(blog_page("x", RETOLD), LATER))
    more = {**BY_EVIDENCE, "ITEM_PIPELINES": {Failing: 900}}
    heard = []

    class Listening(PageSpider):
        @classmethod
        def from_crawler(cls, crawler, *args, **kwargs):
            spider = super().from_crawler(crawler, *args, **kwargs)
            crawler.signals.connect(spider.changed, neardup_original_changed)
            return spider

        def changed(self, **about):
            heard.append(about)

    outcome = crawl([*pages, third], more, spidercls=Listening)
    assert outcome.urls == [COPY]
    assert outcome.copies[0].verdict.match.url == COPY
    assert heard == []
    assert not any(name.startswith("neardup/original_changed") for name in outcome.stats)
    monkeypatch.setattr(Failing, "urls", frozenset())
    outcome = crawl([LATE], more, spidercls=Listening)
    assert outcome.kinds == ["original"]
    assert len(heard) == 1


def test_signals_tell_of_copies_and_of_a_new_original(site, crawl):
    heard = {"found": [], "changed": []}

    class Listening(PageSpider):
        @classmethod
        def from_crawler(cls, crawler, *args, **kwargs):
            spider = super().from_crawler(crawler, *args, **kwargs)
            crawler.signals.connect(spider.found, neardup_found)
            crawler.signals.connect(spider.changed, neardup_original_changed)
            return spider

        def found(self, item, verdict, document_id, spider):
            heard["found"].append((item["url"], verdict.match.url, document_id, spider is self))

        async def changed(self, item, verdict, document_id, former, spider):
            heard["changed"].append((item["url"], former.url, document_id, verdict.kind.value))

    pages = copy_then_original(site, (LATER,), (EARLY,))
    third = site.put("http://third.example/", with_head(blog_page("x", FERRY), LATER))
    other = site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD))
    outcome = crawl([*pages, third, other], BY_EVIDENCE, spidercls=Listening)
    assert heard["found"] == [(third, LATE, third, True)]
    assert heard["changed"] == [(LATE, COPY, LATE, "original")]
    assert len(outcome.judged) == 4
    assert outcome.stat("copies/third.example/gull.example") == 1
    assert outcome.stat("candidates") >= 2
    assert outcome.stat("candidates_max") >= 1


@pytest.mark.parametrize("best", [LATE, "http://other.example/"])
def test_of_two_elected_at_once_none_takes_the_place_of_the_other(site, crawl, settings, best):
    """While the item of LATE is in the later pipelines, an article of which it has nothing is
    elected in the same story.
    """
    other = "http://other.example/"
    hosts = [host_of(url) for url in (best, LATE, other)]
    policy = Policy(Keep.PREFERRED_HOSTS, tuple(hosts))
    more = {"NEARDUP_KEEP": "preferred_hosts", "NEARDUP_PREFERRED_HOSTS": hosts}
    heard = []

    class Meanwhile:
        async def process_item(self, item):
            if item["url"] == LATE:
                with NearDupIndex.open(settings["NEARDUP_DIR"] + "/pages") as index:
                    elected = index.check_and_add(
                        Document(other, "\n".join(ORCHARD), url=other), policy=policy
                    )
                    assert elected.kind is Kind.ORIGINAL
            return item

    class Listening(PageSpider):
        @classmethod
        def from_crawler(cls, crawler, *args, **kwargs):
            spider = super().from_crawler(crawler, *args, **kwargs)
            crawler.signals.connect(spider.changed, neardup_original_changed)
            return spider

        def changed(self, document_id, former, **about):
            heard.append((document_id, former.url))

    pages = [
        site.put(COPY, blog_page("A story", (*FERRY, *ORCHARD))),
        site.put(LATE, morning_page("A story", FERRY)),
    ]
    outcome = crawl(pages, {**more, "ITEM_PIPELINES": {Meanwhile: 900}}, spidercls=Listening)
    assert outcome.kinds == ["new", "original"]
    assert outcome.urls == pages
    assert heard == ([(LATE, COPY)] if best == LATE else [])
    assert outcome.stat("original_changed/preferred_host") == (1 if best == LATE else None)
    with NearDupIndex.open(settings["NEARDUP_DIR"] + "/pages") as index:
        both = index.check(Document("query", "\n".join((*FERRY, *ORCHARD))))
        assert both.match.id == best
        assert index.check(Document("query", "\n".join(FERRY))).match.id == LATE


def test_host_pairs_are_bounded(site, crawl, monkeypatch):
    monkeypatch.setattr("scrapy_neardup.plugin.pipeline._MOST_HOSTS", 1)
    pages = [site.put(LATE, morning_page("A story", FERRY))]
    pages += [site.put(f"http://h{n % 2}.example/{n}", blog_page("x", FERRY)) for n in range(4)]
    outcome = crawl(pages)
    copies = {name: n for name, n in outcome.stats.items() if name.startswith("neardup/copies/")}
    assert copies == {"neardup/copies/h0.example/gull.example": 2, "neardup/copies/other": 2}


def test_the_preferred_host_is_kept_too(site, crawl):
    more = {"NEARDUP_KEEP": "preferred_hosts", "NEARDUP_PREFERRED_HOSTS": '["gull.example"]'}
    pages = copy_then_original(site)
    third = site.put("http://third.example/", blog_page("x", FERRY))
    outcome = crawl([*pages, third], more)
    assert outcome.urls == pages
    assert outcome.copies[0].verdict.match.url == LATE
    assert outcome.stat("original_changed/preferred_host") == 1


def test_an_original_that_its_page_is_dropped_for_is_kept_all_the_same(site, crawl):
    pages = copy_then_original(site, (LATER,), (EARLY,))
    outcome = crawl(pages, {**BY_EVIDENCE, "NEARDUP_DROP_RESPONSES": True})
    assert outcome.urls == pages


def test_so_many_copies_of_a_story_are_kept(site, crawl):
    pages = [site.put(LATE, morning_page("A story", FERRY))]
    pages += [site.put(f"http://h{n}.example/", blog_page("x", FERRY)) for n in range(4)]
    pages += [
        site.put("http://gull.example/tea", portal_page("茶", TEA)),
        site.put("http://h5.example/tea", portal_page("茶", TEA)),
    ]
    more = {"NEARDUP_KEEP_COPIES": 2, "NEARDUP_DROP_RESPONSES": True}
    outcome = crawl(pages, more)
    assert outcome.urls == [*pages[:3], *pages[5:]]
    assert outcome.copy_urls == pages[3:5]
    assert [item.get("neardup", {}).get("let_through") for item in outcome.items] == [
        None,
        "copy",
        "copy",
        None,
        "copy",
    ]
    assert outcome.stat("let_through/copy") == 3
    assert outcome.stat("responses_dropped") is None
    again = crawl(pages, more)
    assert again.urls == outcome.urls
    assert set(again.kinds) == {"unchanged"}
    one_more = site.put("http://h9.example/", blog_page("x", FERRY))
    assert crawl([one_more], more).copy_urls == [one_more]


def test_a_place_among_the_kept_copies_is_free_again_if_the_copy_is_not_stored(
    site, crawl, monkeypatch
):
    monkeypatch.setattr(Failing, "urls", frozenset({"http://h0.example/"}))
    pages = [site.put(LATE, morning_page("A story", FERRY))]
    pages += [site.put(f"http://h{n}.example/", blog_page("x", FERRY)) for n in range(3)]
    more = {"NEARDUP_KEEP_COPIES": 1, "ITEM_PIPELINES": {Failing: 900}}
    outcome = crawl(pages, more)
    assert outcome.urls == [LATE, pages[2]]
    assert outcome.copy_urls == [pages[3]]


def test_one_copy_in_so_many_is_let_through_and_the_same_ones_every_time(site, crawl):
    pages = [site.put(LATE, morning_page("A story", CLOCK))]
    pages += [site.put(f"http://h{n}.example/", blog_page("x", CLOCK)) for n in range(24)]
    outcome = crawl(pages, {"NEARDUP_AUDIT": 4})
    samples = outcome.urls[1:]
    assert 1 <= len(samples) <= 15
    assert [item["neardup"]["let_through"] for item in outcome.items[1:]] == ["audit"] * len(
        samples
    )
    assert outcome.stat("let_through/audit") == len(samples)
    assert crawl(pages, {"NEARDUP_AUDIT": 4}).urls == outcome.urls
    assert crawl(pages[:1] + pages[:0:-1], {"NEARDUP_AUDIT": 4}).urls[1:] == samples[::-1]
    outcome = crawl(pages, {"NEARDUP_AUDIT": 4, "NEARDUP_DROP_RESPONSES": True})
    assert outcome.urls[1:] == samples
    assert outcome.stat("responses_dropped") == 24 - len(samples)


def test_what_pages_say_of_their_origin_is_kept(site, crawl, settings):
    pages = copy_then_original(site, (LATER, canonical(LATE)), (EARLY, named("The Gull")))
    crawl(pages)
    with NearDupIndex.open(settings["NEARDUP_DIR"] + "/pages") as index:
        assert index.get(COPY).provenance.canonical == LATE
        assert index.get(LATE).provenance.site_name == "The Gull"
        assert index.hosts.of("gull.example").years.total() == 1


def test_the_late_original_can_wait_for_the_item_of_the_first(site, crawl):
    """Both pages' items are under way at once: the late one is judged when the first is stored."""
    pages = copy_then_original(site, (LATER,), (EARLY,))

    class AtOnce(PageSpider):
        async def start(self):
            for page in pages:
                yield self.request(page)

    outcome = crawl([], {**BY_EVIDENCE, "CONCURRENT_REQUESTS": 8}, spidercls=AtOnce)
    assert sorted(outcome.urls) in ([COPY, LATE], [LATE])
