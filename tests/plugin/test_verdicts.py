"""What a crawl does with copies, and what it leaves alone."""

from __future__ import annotations

import pytest
import scrapy

from scrapy_neardup import Kind, NearDupIndex, NearDuplicateItem
from scrapy_neardup.core.stores.store import Change

from .articles import (
    CLOCK,
    FERRY,
    LIGHTHOUSE,
    MUSEUM,
    ORCHARD,
    TEA,
    blog_page,
    list_page,
    morning_page,
    portal_page,
)
from .crawling import PageSpider

RETOLD = (FERRY[0].replace("Tuesday", "Wednesday"), *FERRY[1:])


def two_copies(site, text=FERRY):
    return [
        site.put("http://gull.example/story", morning_page("A story", text)),
        site.put("http://attic.example/read", blog_page("The story again", text)),
    ]


def item_with_text(text):
    def make_items(response):
        yield {"url": response.url, "text": text[response.url]}

    return make_items


@pytest.mark.parametrize("text", [FERRY, LIGHTHOUSE], ids=["en", "zh"])
def test_a_copy_on_another_site_is_dropped(site, crawl, text):
    first, second = two_copies(site, text)
    outcome = crawl([first, second])
    assert outcome.urls == [first]
    assert outcome.copy_urls == [second]
    (copy,) = outcome.copies
    assert copy.verdict.kind is Kind.EXACT
    assert copy.verdict.match.url == first
    assert outcome.reason == "finished"
    assert outcome.errors() == []


def test_an_edited_copy_is_a_repost(site, crawl):
    pages = [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/read", blog_page("A story", RETOLD)),
    ]
    assert crawl(pages).kinds == ["new", "repost"]


def test_the_line_on_a_merger_names_all_of_its_sources(site, crawl):
    pages = [
        site.put("http://gull.example/ferry", morning_page("Ferry", FERRY)),
        site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD)),
        site.put("http://attic.example/both", blog_page("Both", FERRY + ORCHARD)),
    ]
    outcome = crawl(pages)
    assert outcome.kinds == ["new", "new", "partial"]
    (line,) = (one for one in map(str, outcome.copies))
    first, second = (match.url for match in outcome.copies[0].verdict.matches)
    assert line.endswith(f"http://attic.example/both copies {first} and {second}")


def test_the_stats_tell_of_postings_that_led_nowhere(site, crawl, settings):
    pages = two_copies(site)
    crawl(pages[:1])
    with NearDupIndex.open(f"{settings['NEARDUP_DIR']}/pages") as index:
        (ordinal, _), store = index.find(pages[0]), index._documents.store
        # As if the article had been removed by one whose other writes were lost.
        store.apply(Change(values={b"r" + ordinal.to_bytes(4, "big"): None}))
    outcome = crawl(pages[1:])
    assert outcome.kinds == ["new"]
    assert outcome.stat("stale_postings") > 0
    assert outcome.stat("candidates_passed_over") is None


def test_different_articles_of_one_site_are_kept(site, crawl):
    texts = {"ferry": FERRY, "orchard": ORCHARD, "clock": CLOCK}
    pages = [
        site.put(f"http://gull.example/{name}", morning_page(name, text))
        for name, text in texts.items()
    ]
    pages += [
        site.put(f"http://qinghe.example/{name}", portal_page(name, text))
        for name, text in {"deng": LIGHTHOUSE, "cha": TEA, "guan": MUSEUM}.items()
    ]
    outcome = crawl(pages)
    assert outcome.urls == pages
    assert outcome.kinds == ["new"] * 6


def test_a_second_crawl_drops_nothing_as_its_own_duplicate(site, crawl):
    pages = [
        *two_copies(site),
        site.put("http://qinghe.example/deng", portal_page("灯塔", LIGHTHOUSE)),
        site.put("http://qinghe.example/cha", portal_page("春茶", TEA)),
    ]
    first, second = crawl(pages), crawl(pages)
    assert first.kinds == ["new", "exact", "new", "new"]
    assert second.kinds == ["unchanged"] * 4
    assert second.urls == first.urls
    # The copy was not an article of its own before, and is none now.
    assert second.copy_urls == first.copy_urls == [pages[1]]
    assert first.stat("index_size") == second.stat("index_size") == 3


def test_an_edited_article_at_its_own_url_is_an_update(site, crawl):
    page = site.put("http://gull.example/story", morning_page("A story", FERRY))
    crawl([page])
    site.put(page, morning_page("A story", RETOLD))
    outcome = crawl([page])
    assert outcome.kinds == ["updated"]
    assert outcome.urls == [page]
    assert crawl([page]).kinds == ["unchanged"]


def test_the_updated_text_is_what_copies_are_compared_with(site, crawl):
    page = site.put("http://gull.example/story", morning_page("A story", FERRY))
    crawl([page])
    site.put(page, morning_page("Another story", ORCHARD))
    crawl([page])
    old = site.put("http://attic.example/old", blog_page("A story", FERRY))
    new = site.put("http://attic.example/new", blog_page("Another story", ORCHARD))
    outcome = crawl([old, new])
    assert outcome.urls == [old]
    assert outcome.copy_urls == [new]


@pytest.mark.parametrize("former", [LIGHTHOUSE[:1], TEA])
def test_a_known_page_that_has_another_sites_article_now_is_dropped(site, crawl, former):
    """A portal's flash, or an article of its own, becomes the whole story of a paper."""
    portal = site.put("http://attic.example/flash", blog_page("快讯", former))
    paper = site.put("http://qinghe.example/deng", portal_page("灯塔", LIGHTHOUSE))
    assert crawl([portal, paper]).urls == [portal, paper]
    site.put(portal, blog_page("灯塔", LIGHTHOUSE))
    for verdict in ("exact", "unchanged"):
        outcome = crawl([portal, paper])
        assert outcome.kinds == [verdict, "unchanged"]
        assert outcome.copy_urls == [portal]


def test_a_copy_whose_source_has_another_article_now_is_kept(site, crawl):
    first, second = two_copies(site)
    assert crawl([first, second]).urls == [first]
    site.put(first, morning_page("Another story", ORCHARD))
    outcome = crawl([first, second])
    assert outcome.kinds == ["updated", "updated"]
    assert outcome.urls == [first, second]


def test_one_url_spelled_twice_is_one_article(site, crawl):
    url = "http://gull.example/story?a=1&b=2"
    other = "http://gull.example/story?b=2&a=1"
    for spelling in (url, other):
        site.put(spelling, morning_page("A story", FERRY))
    assert crawl([url, other]).kinds == ["new", "unchanged"]


def test_tag_mode_keeps_every_item_and_says_what_it_is(site, crawl):
    pages = two_copies(site)
    outcome = crawl(pages, {"NEARDUP_ACTION": "tag"})
    original, copy = (item["neardup"] for item in outcome.items)
    assert original["verdict"] == "new"
    assert original["match"] is None
    assert copy["verdict"] == copy["match_kind"] == "exact"
    assert copy["match"] == copy["match_url"] == pages[0]
    assert copy["distance"] == 0
    assert type(copy) is dict
    assert outcome.stat("tagged") == 2
    assert outcome.stat("dropped") is None


def test_the_tag_has_the_name_that_the_setting_gives(site, crawl):
    outcome = crawl(two_copies(site), {"NEARDUP_ACTION": "tag", "NEARDUP_FIELD": "seen_before"})
    assert [set(item) for item in outcome.items] == [{"url", "seen_before"}] * 2


def test_each_kind_can_have_its_own_action(site, crawl):
    pages = [
        *two_copies(site),
        site.put("http://barn.example/edited", blog_page("A story", RETOLD)),
    ]
    outcome = crawl(pages, {"NEARDUP_ACTION": {"exact": "drop", "repost": "tag"}})
    assert outcome.copy_urls == [pages[1]]
    assert outcome.items[1]["neardup"]["verdict"] == "repost"


def test_a_kind_that_the_setting_leaves_out_is_kept_untouched(site, crawl):
    outcome = crawl(two_copies(site), {"NEARDUP_ACTION": {"repost": "drop"}})
    assert outcome.kinds == ["new", "exact"]
    assert outcome.items == [{"url": url} for url in outcome.urls]


def test_an_action_may_be_given_on_the_command_line(site, crawl):
    outcome = crawl(two_copies(site), {"NEARDUP_ACTION": '{"exact": "tag"}'})
    assert outcome.items[1]["neardup"]["verdict"] == "exact"


def test_unchanged_articles_are_dropped_when_asked_for(site, crawl):
    page = site.put("http://gull.example/story", morning_page("A story", FERRY))
    crawl([page])
    outcome = crawl([page], {"NEARDUP_ACTION": {"unchanged": "drop"}})
    assert outcome.urls == []
    (copy,) = outcome.copies
    assert copy.verdict.kind is Kind.UNCHANGED


def test_a_spider_has_its_own_action(site, crawl):
    class Tagging(PageSpider):
        custom_settings = {"NEARDUP_ACTION": "tag"}  # noqa: RUF012

    outcome = crawl(two_copies(site), spidercls=Tagging)
    assert [item["neardup"]["verdict"] for item in outcome.items] == ["new", "exact"]


def test_a_request_has_its_own_action(site, crawl):
    first, second = two_copies(site)
    third = site.put("http://barn.example/same", morning_page("A story", FERRY))
    tagged = {"url": second, "meta": {"neardup": {"action": "tag"}}}
    outcome = crawl([first, tagged, third])
    assert outcome.items[1]["neardup"]["verdict"] == "exact"
    assert outcome.copy_urls == [third]


def test_a_request_with_neardup_false_is_left_alone(site, crawl):
    first, second = two_copies(site)
    outcome = crawl([{"url": first, "meta": {"neardup": False}}, second])
    assert outcome.urls == [first, second]
    assert outcome.kinds == ["new"]
    assert outcome.stat("skipped") == 1
    assert outcome.stat("pages") == 1


@pytest.mark.parametrize(
    ("meta", "named"),
    [
        ({"neardup": "tag"}, "meta['neardup'] is 'tag': use False or {'action': …}"),
        ({"neardup": {"action": "burn"}}, "'burn': use 'drop', 'tag', 'keep'"),
        ({"neardup": {"acton": "tag"}}, "meta['neardup'] is {'acton': 'tag'}"),
        ({"neardup_key": 7}, "meta['neardup_key'] is 7: use a str that is not empty"),
        ({"neardup_key": ""}, "meta['neardup_key'] is '': use a str that is not empty"),
    ],
)
def test_wrong_meta_is_named_and_the_page_still_judged(site, crawl, meta, named):
    first, second = two_copies(site)
    outcome = crawl([first, {"url": second, "meta": meta}])
    assert outcome.kinds == ["new", "exact"]
    # A misspelled action may have been meant to keep copies.
    assert outcome.copy_urls == ([second] if "neardup_key" in meta else [])
    assert ["neardup" in item for item in outcome.items[1:]] == [True] * len(outcome.items[1:])
    (problem,) = outcome.errors()
    assert named in problem
    assert second in problem


@pytest.mark.parametrize("drop_responses", [False, True])
def test_the_neardup_key_is_the_documents_id(site, crawl, drop_responses):
    first, second = two_copies(site)
    keyed = [{"url": url, "meta": {"neardup_key": "story-7"}} for url in (first, second)]
    outcome = crawl(keyed, {"NEARDUP_DROP_RESPONSES": drop_responses})
    assert outcome.kinds == ["new", "unchanged"]
    assert [judged["document_id"] for judged in outcome.judged] == ["story-7"] * 2


def test_the_most_candidates_of_any_item_are_a_stat(site, crawl):
    texts = (FERRY, ORCHARD, (*FERRY, *ORCHARD), FERRY)
    pages = [
        site.put(f"http://h{number}.example/", morning_page("A story", text))
        for number, text in enumerate(texts)
    ]
    outcome = crawl(pages)
    assert outcome.kinds == ["new", "new", "partial", "exact"]
    assert (outcome.stat("candidates"), outcome.stat("candidates_max")) == (3, 2)


def test_an_items_own_text_comes_before_the_pages(site, crawl):
    first, second = two_copies(site)
    texts = {first: "\n".join(FERRY), second: "\n".join(ORCHARD)}
    assert crawl([first, second], make_items=item_with_text(texts)).kinds == ["new", "new"]


def test_items_with_text_are_judged_when_their_page_has_none(site, crawl):
    pages = [
        site.put(f"http://api.example/{n}", "{}", content_type="application/json") for n in "ab"
    ]
    outcome = crawl(pages, make_items=item_with_text(dict.fromkeys(pages, "\n".join(TEA))))
    assert outcome.kinds == ["new", "exact"]


def test_a_list_of_paragraphs_is_a_text(site, crawl):
    first, second = two_copies(site)
    texts = {first: "\n".join(TEA), second: list(TEA)}
    assert crawl([first, second], make_items=item_with_text(texts)).kinds == ["new", "exact"]


def test_a_short_text_is_a_duplicate_only_if_equal(site, crawl):
    pages = [site.put(f"http://gull.example/{n}", "<p>No article</p>") for n in "abc"]
    closed, opened = (
        f"The road to the northern pier {verb} on Tuesday at noon" for verb in ("closed", "opened")
    )
    texts = dict(zip(pages, [closed, opened, f" {closed.lower()}"], strict=True))
    outcome = crawl(pages, make_items=item_with_text(texts))
    assert outcome.kinds == ["too_short", "too_short", "exact"]
    assert outcome.copy_urls == [pages[2]]


@pytest.mark.parametrize(
    ("least", "kinds"), [(None, ["too_short", "too_short"]), (4, ["too_short", "exact"])]
)
def test_the_same_short_comment_of_another_reader_is_no_copy(site, crawl, least, kinds):
    pages = [site.put(f"http://gull.example/{n}", "<p>No article</p>") for n in "ab"]
    texts = dict.fromkeys(pages, "支持！")
    settings = {"NEARDUP_MIN_LENGTH": least} if least else {}
    outcome = crawl(pages, settings, make_items=item_with_text(texts))
    assert outcome.kinds == kinds
    assert outcome.urls == pages[: 3 - len(set(kinds))]


FLASH = "【快讯】老渡口的摆渡船今晨六时复航，首班船载客四十二人，票价仍为两元，末班船晚上八时开。"


@pytest.mark.parametrize(
    "byline",
    [
        '<div class="info">2026-11-20 08:15:00　来源：河湾日报　作者：林小舟</div>',
        "<div><span>2026-11-20 08:15:00</span><span>来源：河湾日报</span><span>作者：林小舟</span></div>",
        "<p>来源：河湾日报</p>",
        "<p>河湾日报记者 林小舟 2026年11月20日 08:15</p>",
    ],
)
def test_a_flash_of_one_sentence_is_found_on_another_site(site, crawl, byline):
    pages = [
        site.put("http://gull.example/flash", f"<h1>复航</h1>{byline}<div><p>{FLASH}</p></div>"),
        site.put(
            "http://attic.example/1",
            f"<h1>渡口复航</h1><p>{FLASH}</p><p>稿件来源 河湾晚报 2026-11-20 09:40</p>",
        ),
    ]
    outcome = crawl(pages)
    assert outcome.kinds == ["too_short", "exact"]
    assert outcome.copy_urls == [pages[1]]


def test_two_items_of_one_page_are_two_documents(site, crawl):
    page = site.put("http://gull.example/both", morning_page("Both", FERRY))

    def make_items(response):
        yield {"headline": "one", "text": "\n".join(FERRY)}
        yield {"headline": "two", "text": "\n".join(ORCHARD)}

    first, second = (crawl([page], make_items=make_items) for _ in range(2))
    assert sorted(first.kinds) == ["new", "new"]
    assert first.stat("index_size") == second.stat("index_size") == 2
    assert second.kinds == ["unchanged", "unchanged"]


def test_list_pages_hold_no_article_and_are_followed_as_ever(site, crawl):
    first, second = two_copies(site)
    lists = [
        site.put(f"http://gull.example/latest/{n}", list_page({first: "A story", second: "Again"}))
        for n in (1, 2)
    ]
    outcome = crawl([*lists, first])
    assert outcome.urls == [*lists, first]
    assert outcome.kinds == ["no_text", "no_text", "new"]
    assert outcome.stat("pages_without_article") == 2


def test_responses_are_dropped_only_when_asked_for(site, crawl):
    seen = []

    def make_items(response):
        seen.append(response.url)
        yield {"url": response.url}

    pages = two_copies(site)
    crawl(pages, make_items=make_items)
    assert seen == pages
    seen.clear()
    copy = site.put("http://barn.example/third", blog_page("Once more", FERRY))
    outcome = crawl([copy], {"NEARDUP_DROP_RESPONSES": True}, make_items=make_items)
    assert seen == []
    assert outcome.items == []
    assert outcome.stat("responses_dropped") == 1
    assert outcome.errors() == []


def test_responses_that_are_no_copies_reach_the_spider(site, crawl):
    pages = [
        site.put(
            "http://gull.example/latest", list_page({"http://gull.example/story": "A story"})
        ),
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
    ]
    for _ in range(2):
        outcome = crawl(pages, {"NEARDUP_DROP_RESPONSES": True})
        assert outcome.urls == pages
        assert outcome.stat("responses_dropped") is None


def test_a_response_that_was_dropped_is_not_in_the_index(site, crawl):
    first, second = two_copies(site)
    crawl([first])
    assert crawl([second], {"NEARDUP_DROP_RESPONSES": True}).items == []
    assert crawl([second], {"NEARDUP_ACTION": "tag"}).kinds == ["exact"]


class Awaiting(PageSpider):
    """Awaits the pages *awaited* within the callback of its first page."""

    async def parse(self, response):
        for url in self.awaited:
            page = await self.crawler.engine.download_async(scrapy.Request(url))
            yield {"url": page.url}


def test_a_page_that_a_callback_awaits_is_not_dropped_before_it(site, crawl):
    """The callback would end with an error, and the pages that it goes on to were lost."""
    first, second = two_copies(site)
    crawl([first])
    front = site.put("http://gull.example/", list_page({}))
    later = site.put("http://gull.example/clock", morning_page("A clock", CLOCK))
    more = {"NEARDUP_DROP_RESPONSES": True}
    outcome = crawl([front], more, spidercls=Awaiting, awaited=[second, later])
    assert outcome.copy_urls == [second]
    assert outcome.urls == [later]
    assert outcome.errors() == []
    assert outcome.stat("responses_dropped") is None


class OpenPages:
    """Leaves each page open in a browser, as scrapy-playwright does for requests that ask for it."""

    def process_response(self, request, response):
        request.meta["playwright_page"] = object()
        return response


def test_a_page_that_is_open_in_a_browser_is_not_dropped_before_its_callback(site, crawl):
    """Nobody would close it, and once as many are open as may be, a crawl would never end."""
    first, second = two_copies(site)
    crawl([first])
    more = {"NEARDUP_DROP_RESPONSES": True, "DOWNLOADER_MIDDLEWARES": {OpenPages: 900}}
    outcome = crawl([second], more)
    assert outcome.copy_urls == [second]
    assert outcome.stat("responses_dropped") is None


class WithoutCallbacks(PageSpider):
    """Gives the engine requests that name no callback, as spiders do that read addresses from a queue."""

    def request(self, page):
        return scrapy.Request(page, dont_filter=True)


@pytest.mark.parametrize("stored", [False, True])
def test_a_page_that_the_engine_was_given_is_dropped_without_a_callback(
    site, crawl, tmp_path, stored
):
    first, second = two_copies(site)
    crawl([first])
    front = site.put("http://gull.example/", list_page({}))
    more = {"NEARDUP_DROP_RESPONSES": True}
    if stored:
        more["JOBDIR"] = str(tmp_path / "job")
    outcome = crawl([front, second], more, spidercls=WithoutCallbacks)
    assert (outcome.urls, outcome.copy_urls) == ([front], [])
    assert outcome.stat("responses_dropped") == 1
    assert outcome.errors() == []


def test_a_response_with_a_short_copy_reaches_the_spider(site, crawl):
    pages = [
        site.put(f"http://{host}.example/brief", blog_page("A boat", FERRY[:1]))
        for host in ("gull", "attic")
    ]
    crawl(pages[:1])
    outcome = crawl(pages[1:], {"NEARDUP_DROP_RESPONSES": True})
    assert outcome.stat("responses_dropped") is None
    assert outcome.copy_urls == pages[1:]


@pytest.mark.parametrize("action", ["keep", "tag", "drop"])
def test_responses_with_known_copies_obey_the_action_for_unchanged(site, crawl, action):
    first, second = two_copies(site)
    crawl([first, second])
    actions = {"exact": "drop", "unchanged": action}
    outcome = crawl([first, second], {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_ACTION": actions})
    if action == "drop":
        assert (outcome.urls, outcome.copy_urls) == ([], [first])
        assert outcome.stat("responses_dropped") == 1
    else:
        assert outcome.urls == [first, second]
        assert outcome.kinds == ["unchanged", "unchanged"]
        assert outcome.stat("responses_dropped") is None


def test_a_response_is_dropped_as_unchanged_where_copies_are_kept(site, crawl):
    first, second = two_copies(site)
    crawl([first, second], {"NEARDUP_ACTION": "tag"})
    actions = {"exact": "tag", "unchanged": "drop"}
    more = {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_ACTION": actions}
    outcome = crawl([first, second], more)
    assert (outcome.urls, outcome.copy_urls) == ([], [first])
    assert outcome.stat("responses_dropped") == 1


def test_a_request_can_keep_its_response(site, crawl):
    first, second = two_copies(site)
    kept = {"url": second, "meta": {"neardup": {"action": "tag"}}}
    outcome = crawl([first, kept], {"NEARDUP_DROP_RESPONSES": True})
    assert outcome.items[1]["neardup"]["verdict"] == "exact"


@pytest.mark.skipif(
    scrapy.version_info < (2, 18), reason="before Scrapy 2.18 a crawl does not wait for such items"
)
def test_items_of_start_are_judged_by_their_own_text(site, crawl):
    class Starting(PageSpider):
        async def start(self):
            yield {"url": "http://feed.example/1", "text": "\n".join(FERRY)}

    assert crawl([], spidercls=Starting).kinds == ["new"]


def test_an_item_without_url_or_page_is_kept_and_counted(site, crawl):
    class Starting(PageSpider):
        async def start(self):
            yield {"text": "\n".join(FERRY)}

    outcome = crawl([], spidercls=Starting)
    assert outcome.items == [{"text": "\n".join(FERRY)}]
    assert outcome.stat("no_id") == 1
    assert outcome.kinds == []


def test_the_exception_says_what_is_copied_and_how_near_it_is(site, crawl):
    first, second = two_copies(site)
    outcome = crawl([first, second])
    (copy,) = outcome.copies
    assert isinstance(copy, NearDuplicateItem)
    assert str(copy) == f"Near-duplicate (exact, score 1.00, distance 0): {second} copies {first}"


def test_every_verdict_is_signalled_with_the_item(site, crawl):
    first, second = two_copies(site)
    outcome = crawl([first, second])
    assert [judged["item"]["url"] for judged in outcome.judged] == [first, second]
    assert [judged["document_id"] for judged in outcome.judged] == [first, second]
    assert {judged["spider"] for judged in outcome.judged} == {outcome.crawler.spider}


def test_stats_count_what_happened(site, crawl):
    first, second = two_copies(site)
    edited = site.put("http://barn.example/edited", blog_page("A story", RETOLD))
    lists = site.put("http://gull.example/latest", list_page({first: "A story"}))
    gone = {"url": "http://gull.example/gone", "meta": {"handle_httpstatus_list": [404]}}
    skipped = {"url": first + "?p=2", "meta": {"neardup": False}}
    site.put(skipped["url"], morning_page("A story", FERRY))
    pages = [first, second, edited, lists, gone, skipped, first]
    outcome = crawl(pages, {"NEARDUP_ACTION": {"exact": "drop", "repost": "tag"}})
    counted = {
        name.removeprefix("neardup/"): value
        for name, value in outcome.stats.items()
        if name.startswith("neardup/")
    }
    seconds = {name for name in counted if name.endswith("_seconds")}
    assert seconds == {
        "extract_seconds",
        "fingerprint_seconds",
        "judge_seconds",
        "commit_seconds",
    }
    assert all(counted[name] > 0 for name in seconds)
    distance = outcome.judged[2]["verdict"].distance
    assert 0 < distance <= 3
    assert {name: counted[name] for name in counted.keys() - seconds} == {
        "pages": 5,
        "pages_without_article": 1,
        "pages_without_article/no_text": 1,
        "skipped": 1,
        "checked": 6,
        "verdict/new": 1,
        "verdict/exact": 1,
        "verdict/repost": 1,
        "verdict/no_text": 2,
        "verdict/unchanged": 1,
        "distance/0": 1,
        f"distance/{distance}": 1,
        "candidates": 2,
        "candidates_max": 1,
        "copies/attic.example/gull.example": 1,
        "copies/barn.example/gull.example": 1,
        "copies_on/attic.example": 1,
        "copies_on/barn.example": 1,
        "dropped": 1,
        "dropped_bytes": len("\n".join(FERRY).encode()),
        "tagged": 5,
        "committed": 3,
        "index_size": 1,
    }
