"""Which text is an item's own: pages of several requests, whole pages in fields, routes."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.exceptions import DropItem
from scrapy.http.request import NO_CALLBACK

from scrapy_neardup import NearDupIndex
from scrapy_neardup.plugin.articles import ArticleMiddleware
from scrapy_neardup.plugin.binding import BindingMiddleware
from scrapy_neardup.plugin.pipeline import NearDupPipeline

from .articles import CLOCK, FERRY, LIGHTHOUSE, ORCHARD, TEA, blog_page, list_page, morning_page
from .crawling import PageSpider

AUTHOR = "http://gull.example/authors/marsh"


def warnings_of(outcome):
    return outcome.lines(logging.WARNING, "scrapy_neardup")


class Awaiting(PageSpider):
    """Awaits the pages that its first one leads to, within the callback of that."""

    async def parse(self, response):
        for request in self.awaited:
            page = await self.crawler.engine.download_async(request)
            yield {"url": page.url}


@pytest.fixture
def pages(site):
    return [
        site.put(f"http://gull.example/news/{number}.html", morning_page("A story", text))
        for number, text in enumerate((FERRY, ORCHARD))
    ]


@pytest.fixture
def author(site):
    return site.put(AUTHOR, blog_page("Tilda Marsh", CLOCK))


def test_pages_that_a_callback_awaits_are_those_of_their_items(site, crawl, pages):
    front = site.put("http://gull.example/", list_page({}))
    awaited = [Request(pages[0]), Request(pages[1], callback=NO_CALLBACK)]
    outcome = crawl([front], spidercls=Awaiting, awaited=awaited)
    assert outcome.kinds == ["new", "no_text"]


@pytest.mark.parametrize("headers", [{}, {"Referer": "http://gull.example/搜索".encode("gbk")}])
def test_an_item_that_another_page_completes_is_judged_by_its_own(
    site, crawl, pages, author, headers
):
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))

    def begun(response):
        if response.url != AUTHOR:
            url = f"{response.url}?utm_source=home#top" if response.url == copy else response.url
            yield Request(
                AUTHOR, completed, headers=headers, dont_filter=True, cb_kwargs={"url": url}
            )

    def completed(response, url):
        yield {"url": url, "author": response.css("h1::text").get()}

    outcome = crawl([*pages, copy], make_items=begun)

    assert outcome.kinds == ["new", "new", "no_text"]
    assert outcome.stat("other_page") == 1
    (told,) = warnings_of(outcome)
    assert f"{copy}?utm_source=home#top, but comes from the page {AUTHOR}" in told
    assert outcome.errors() == []


def test_the_article_of_a_page_stands_for_one_item_that_others_complete(crawl, pages, author):
    def begun(response):
        if response.url != AUTHOR:
            for kind in ("article", "comment"):
                item = {"url": response.url, "kind": kind}
                yield Request(AUTHOR, completed, dont_filter=True, cb_kwargs={"item": item})

    def completed(response, item):
        yield item

    outcome = crawl(pages, make_items=begun)

    assert len(outcome.items) == 4
    assert outcome.kinds == ["new", "no_text"] * 2


def test_the_article_of_a_page_that_its_own_item_has_is_no_other_items(crawl, pages, author):
    def begun(response):
        item = {"url": response.url}
        yield item
        if response.url != AUTHOR:
            comment = {**item, "kind": "comment"}
            yield Request(AUTHOR, completed, dont_filter=True, cb_kwargs={"item": comment})

    def completed(response, item):
        yield item

    assert crawl(pages, make_items=begun).kinds == ["new", "no_text"] * 2


def test_the_article_goes_to_the_item_with_the_address_of_the_page(crawl, pages):
    def author_first(response):
        yield {"url": f"{AUTHOR}?of={response.url[-6]}"}
        yield {"url": response.url.replace("gull.example", "m.gull.example") + "?from=home"}

    outcome = crawl([*pages, pages[0]], make_items=author_first)

    assert outcome.kinds == ["no_text", "new", "no_text", "new", "no_text", "unchanged"]


def test_a_request_that_is_sent_again_leaves_nothing_of_its_first_answer(site, crawl, pages):
    def polled(response):
        yield {"url": response.url}
        if len(site.asked) == 1:
            site.put(pages[0], "<p>Removed</p>")
            yield response.request

    assert crawl(pages[:1], make_items=polled).kinds == ["new", "no_text"]


class Landing:
    """A downloader middleware that is led to another address, as a browser is."""

    def process_response(self, request, response):
        return response.replace(url="http://landed.example/")


def test_a_page_that_a_browser_was_led_away_from_is_known_by_the_address_asked_for(crawl, pages):
    texts = ["\n".join(CLOCK), "\n".join(FERRY)]

    def asked_for(response):
        yield {"url": response.request.url, "text": texts.pop()}

    landing = {"DOWNLOADER_MIDDLEWARES": {Landing: 900}}
    outcome = crawl(pages[:1] * 2, landing, make_items=asked_for)
    assert outcome.kinds == ["new", "updated"]


def test_an_article_is_found_again_by_its_request_if_its_response_is_replaced(crawl, pages):
    def asked_for(response):
        yield {"url": response.request.url}

    landing = {"DOWNLOADER_MIDDLEWARES": {Landing: 100}}
    assert crawl(pages, landing, make_items=asked_for).kinds == ["new", "new"]


def test_the_article_of_a_page_stands_for_an_item_with_the_address_that_led_to_it(
    site, crawl, pages
):
    links = [
        site.put(f"http://gull.example/l/{n}", "", status=302, headers=(("Location", page),))
        for n, page in enumerate(pages)
    ]

    def make_items(response):
        yield {"url": response.meta["redirect_urls"][0]}

    outcome = crawl(links, make_items=make_items)
    assert outcome.kinds == ["new", "new"]
    assert [judged["document_id"] for judged in outcome.judged] == links


def test_a_fragment_makes_no_other_page(crawl, pages):
    texts = ["\n".join(CLOCK), "\n".join(FERRY)]

    def anchored(response):
        yield {"url": f"{response.url}#top", "text": texts.pop()}

    assert crawl(pages[:1] * 2, make_items=anchored).kinds == ["new", "updated"]


def test_a_page_tells_the_date_of_a_text_that_has_its_canonical_address(site, crawl, settings):
    canonical = "http://gull.example/permalink/7"
    dated = '<meta property="article:published_time" content="2026-09-01T08:00:00Z"></head>'
    page = morning_page("A story", FERRY, url=canonical).replace("</head>", dated)
    url = site.put("http://gull.example/news/0.html", page)

    def own_text(response):
        yield {"url": canonical, "text": "\n".join(FERRY)}

    crawl([url], make_items=own_text)
    with NearDupIndex.open(Path(settings["NEARDUP_DIR"], "pages")) as index:
        assert index.get(canonical).published is not None


def test_the_article_of_a_keyed_page_stands_for_its_item_whatever_address_that_has(crawl, pages):
    def elsewhere(response):
        yield {"url": "http://gull.example/permalink/7"}

    keyed = {"url": pages[0], "meta": {"neardup_key": "7"}}
    assert crawl([keyed], make_items=elsewhere).kinds == ["new"]


def test_an_item_with_another_address_of_its_page_is_its_short_article(site, crawl):
    url = site.put("http://gull.example/boat", morning_page("A boat", FERRY[:1]))

    def mobile(response):
        yield {"url": response.url.replace("//", "//m.")}

    assert crawl([url], make_items=mobile).kinds == ["too_short"]


INTRODUCTION = CLOCK[0]


def shop_page(number):
    rows = "".join(
        f'<div class="row"><span>Boot {number}-{row}</span><b>{row + number} €</b></div>'
        for row in range(8)
    )
    following = f'<a class="next" href="/boots?page={number + 1}">more</a>' if number < 3 else ""
    return (
        f"<html><head><title>Boots, page {number}</title></head><body><h1>Boots</h1>"
        f"<div><p>{INTRODUCTION}</p></div>{rows}{following}</body></html>"
    )


def rows_of(response):
    for row in response.css(".row"):
        yield {"name": row.css("span::text").get(), "price": row.css("b::text").get()}
    for following in response.css(".next"):
        yield response.follow(following, rows_of)


def loaded_rows_of(response):
    """Rows as an item loader makes them."""
    for row in response.css(".row"):
        yield {"name": row.css("span::text").getall(), "price": row.css("b::text").getall()}
    for following in response.css(".next"):
        yield response.follow(following, loaded_rows_of)


@pytest.mark.parametrize(
    ("drop_responses", "make_items"),
    [(False, rows_of), (True, rows_of), (False, loaded_rows_of)],
)
def test_rows_of_a_list_are_not_its_introduction(site, crawl, drop_responses, make_items):
    lists = [site.put(f"http://gull.example/boots?page={n}", shop_page(n)) for n in (1, 2, 3)]
    outcome = crawl(lists[:1], {"NEARDUP_DROP_RESPONSES": drop_responses}, make_items=make_items)
    assert outcome.kinds == ["no_text"] * 24
    assert len(outcome.items) == outcome.stat("beside") == 24
    (told, _) = warnings_of(outcome)
    assert f"has nothing of the page {lists[0]}" in told


@pytest.mark.parametrize(
    "article",
    [
        lambda response: {"url": response.url},
        lambda response: {"headline": response.css("title::text").get()},
        lambda response: {"heading": [response.css("h1::text").get().upper()]},
        lambda response: {"page": response.url},
        lambda response: {"teaser": FERRY[0]},
        lambda response: {"contents": f"By Ned Tarrant\n{FERRY[0]}"},
        lambda response: {"html": response.text},
        lambda response: {"number": 7},
    ],
)
def test_an_author_that_comes_first_leaves_a_short_article_to_its_item(site, crawl, article):
    def author_first(response):
        yield {"kind": "author", "name": "Ned Tarrant"}
        yield {"story": 1, **article(response)}
        yield {"kind": "author", "name": "Tilda Marsh"}

    page = morning_page("A boat", FERRY[:1]).replace(" ferry ", " <b>ferry</b> ")
    urls = [site.put(f"http://{host}.example/boat", page) for host in ("gull", "attic")]
    outcome = crawl(urls, make_items=author_first)
    assert sorted(outcome.kinds) == ["exact", *["no_text"] * 4, "too_short"]
    (dropped,) = (item for item, _ in outcome.dropped)
    assert "story" in dropped
    (first,) = [one for one in outcome.judged if one["verdict"].kind.value == "too_short"]
    assert first["document_id"] == urls[0]


def test_an_item_that_names_the_title_in_other_words_stands_for_a_whole_article(crawl, pages):
    def worded(response):
        yield {"heading": "The boat that came back", "kind": "news"}

    assert crawl(pages, make_items=worded).kinds == ["new", "new"]


def test_a_field_with_a_whole_page_is_not_the_text(site, crawl, pages):
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))

    def with_html(response):
        yield {"url": response.url, "body": response.text}

    outcome = crawl([*pages, copy], make_items=with_html)

    assert outcome.kinds == ["new", "new", "exact"]
    assert outcome.stat("whole_page") == 3
    (told,) = warnings_of(outcome)
    assert "The field 'body' of dict has a whole page, not an article's text" in told


def test_the_text_may_stand_in_a_later_field_than_a_whole_page(site, crawl, pages):
    copy = site.put("http://attic.example/clock", blog_page("A clock", CLOCK))

    def with_html(response):
        text = {"content": response.text, "body": "\n".join(CLOCK)}
        yield {"url": response.url} | (text if response.url != copy else {})

    assert crawl([pages[0], copy], make_items=with_html).kinds == ["new", "exact"]


def test_an_articles_number_is_no_text(crawl, pages):
    def numbered(response):
        yield {"url": response.url, "article": "A-2026-001", "text": [response.url]}

    assert crawl(pages, make_items=numbered).kinds == ["new", "new"]


def test_routes_of_a_site_of_one_page_are_addresses(site, crawl):
    texts = ["\n".join(FERRY), "\n".join(ORCHARD), "\n".join(FERRY)]
    pages = [
        site.put(f"http://gull.example/{n}", "{}", content_type="application/json") for n in "abc"
    ]

    def story(response):
        number = pages.index(response.url)
        yield {"url": f"http://gull.example/#/story/{number}", "text": texts[number]}

    outcome = crawl(pages, make_items=story)

    assert outcome.kinds == ["new", "new", "exact"]
    assert warnings_of(outcome) == []


def test_what_is_asked_for_by_a_body_has_an_id_of_its_own(site, crawl):
    page = site.put("http://gull.example/api", "{}", content_type="application/json")
    texts = {"1": "\n".join(FERRY), "2": "\n".join(ORCHARD), "3": "\n".join(FERRY)}
    asked = [{"url": page, "method": "POST", "body": body} for body in "1231"]

    def story(response):
        yield {"text": texts[response.request.body.decode()]}

    outcome = crawl(asked, make_items=story)

    assert outcome.kinds == ["new", "new", "exact", "unchanged"]


def test_an_item_with_an_address_is_known_by_it_whatever_body_asked_for_it(site, crawl):
    page = site.put("http://gull.example/api", "{}", content_type="application/json")
    asked = [{"url": page, "method": "POST", "body": body} for body in "12"]

    def story(response):
        yield {"url": "http://gull.example/news/0.html", "text": "\n".join(FERRY)}

    assert crawl(asked, make_items=story).kinds == ["new", "unchanged"]


def test_a_key_is_known_by_itself_whatever_address_and_text_its_items_have(site, crawl):
    page = site.put("http://gull.example/api", "{}", content_type="application/json")
    texts = ["\n".join(CLOCK), "\n".join(FERRY)]

    def story(response):
        yield {"url": "http://gull.example/news/0.html", "text": texts.pop()}

    outcome = crawl([{"url": page, "meta": {"neardup_key": "7"}}] * 2, make_items=story)
    assert outcome.kinds == ["new", "updated"]
    assert {judged["document_id"] for judged in outcome.judged} == {"7"}


def test_each_page_that_is_dropped_is_logged(site, crawl, pages):
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))
    outcome = crawl([*pages, copy], {"NEARDUP_DROP_RESPONSES": True})

    assert outcome.urls == pages
    (line,) = [one for one in outcome.lines() if one.endswith("page dropped")]
    assert line.startswith(
        f"Near-duplicate (exact, score 1.00, distance 0): {copy} copies {pages[0]}"
    )
    assert any(", 0 dropped, 0 tagged, 1 page dropped, " in one for one in outcome.lines())


def test_a_crawl_that_can_judge_nothing_says_why(site, crawl):
    pages = [site.put(f"http://gull.example/{n}", "<p>No article</p>") for n in range(10)]
    outcome = crawl(pages, make_items=lambda response: [{"url": response.url, "wording": "..."}])
    (told,) = warnings_of(outcome)
    assert told.startswith("None of the 10 items had a text, and no page had an article for them")
    assert told.endswith("`scrapy neardup read URL` shows what is read of a page")

    pages = [site.put(page, "{}", content_type="application/json") for page in pages]
    outcome = crawl(pages, make_items=lambda response: [{"url": response.url, "wording": "..."}])
    (told,) = warnings_of(outcome)
    assert told.startswith("None of the 10 items had a text, and no page was read for them: name")
    assert "HTML with status 200" in told

    alone = {
        "ADDONS": {},
        "ITEM_PIPELINES": {"scrapy_neardup.plugin.pipeline.NearDupPipeline": 300},
    }
    outcome = crawl(pages, alone)
    (told,) = warnings_of(outcome)
    assert told.endswith("BindingMiddleware have to run, too, as the add-on has them")


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ([ArticleMiddleware], "ArticleMiddleware has"),
        ([BindingMiddleware], "BindingMiddleware has"),
        ([ArticleMiddleware, BindingMiddleware], "ArticleMiddleware and BindingMiddleware have"),
    ],
)
def test_a_part_that_is_missing_is_named_where_only_some_items_have_a_text(
    site, crawl, missing, told
):
    pages = [
        site.put(f"http://gull.example/story/{n}", morning_page("A story", FERRY))
        for n in range(11)
    ]
    by_hand = {
        "ADDONS": {},
        "DOWNLOADER_MIDDLEWARES": {ArticleMiddleware: 540},
        "SPIDER_MIDDLEWARES": {BindingMiddleware: 10},
        "ITEM_PIPELINES": {NearDupPipeline: 300},
    }
    for one in missing:
        for parts in ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES"):
            by_hand[parts] = {part: place for part, place in by_hand[parts].items() if part != one}

    def make_items(response):
        item = {"url": response.url}
        if response.url == pages[0]:
            item["text"] = "\n".join(CLOCK)
        yield item

    outcome = crawl(pages, by_hand, make_items=make_items)

    assert outcome.stat("verdict/no_text") == 10
    (line,) = warnings_of(outcome)
    assert line.startswith("10 of 11 items had no text, and no article of a page stood for them")
    assert line.endswith(f"{told} to run, too, as the add-on has them")


def test_a_crawl_without_stats_says_that_it_has_counted_nothing(crawl, pages):
    outcome = crawl(pages, {"STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector"})
    lines = [one for one in outcome.lines() if one.startswith("Near-duplicates: ")]
    assert lines == [
        "Near-duplicates: not counted, as STATS_CLASS collects no stats, 2 articles known"
    ]


@pytest.mark.parametrize(("with_text", "without"), [(1, 9), (0, 9)])
def test_some_items_without_a_text_are_no_fault(site, crawl, with_text, without):
    pages = [site.put(f"http://gull.example/{n}", "<p>No article</p>") for n in range(without)]
    pages += [
        site.put(f"http://gull.example/story/{n}", morning_page("A story", FERRY))
        for n in range(with_text)
    ]
    outcome = crawl(pages, make_items=lambda response: [{"url": response.url, "wording": "..."}])
    assert outcome.stat("checked") == with_text + without
    assert warnings_of(outcome) == []


COMMENTS = (
    "Rode that boat to school for six years, and old Brandt never once left without the twins.",
    "What a boat!",
    "Nobody asks who pays for the landing stage. Our street has waited for a drain since the flood.",
)


@pytest.fixture
def comments(site):
    """What a page's comments are fetched from, two at a time."""
    return [
        site.put(f"http://gull.example{path}", "{}", content_type="application/json")
        for path in ("/api/comments/0", "/news/0.html?comments=2")
    ]


def with_comments(pages, comments):
    """A spider whose comments have the address of their article, the first of *pages*."""

    def make_items(response):
        if response.url in comments:
            first = comments.index(response.url) * 2
            for text in COMMENTS[first : first + 2]:
                yield {"url": pages[0], "text": text}
        else:
            yield {"url": response.url}

    return make_items


def test_comments_take_no_articles_place(site, crawl, pages, comments):
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))
    make_items = with_comments(pages, comments)

    outcome = crawl([pages[0], *comments, copy], make_items=make_items)
    assert outcome.kinds == ["new", "new", "too_short", "new", "exact"]
    assert outcome.copies[0].verdict.match.id == pages[0]
    assert len({judged["document_id"] for judged in outcome.judged}) == 5
    assert warnings_of(outcome) == []

    # Nor do they when they come first on the next day.
    outcome = crawl([*comments, copy, pages[0]], make_items=make_items)
    assert outcome.kinds == ["unchanged"] * 5
    assert outcome.copy_urls == [copy]

    # The page of the article may change, as ever.
    site.put(pages[0], morning_page("A story", (*FERRY[:-1], "The ferry is sold.")))
    outcome = crawl([pages[0], *comments], make_items=make_items)
    assert outcome.kinds == ["updated", "unchanged", "unchanged", "unchanged"]
    site.put(pages[0], morning_page("Another story", CLOCK))
    outcome = crawl([pages[0], *comments], make_items=make_items)
    assert outcome.kinds == ["updated", "unchanged", "unchanged", "unchanged"]


def test_comments_take_no_place_of_an_article_from_an_interface(site, crawl, pages, comments):
    story = site.put("http://gull.example/api/story/0", "{}", content_type="application/json")
    others = with_comments(pages, comments)

    def make_items(response):
        if response.url == story:
            return [{"url": pages[0], "content": "\n".join(FERRY)}]
        return others(response)

    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))
    outcome = crawl([story, *comments, copy, story], make_items=make_items)
    assert outcome.kinds == ["new", "new", "too_short", "new", "exact", "unchanged"]


@pytest.mark.parametrize("first", ["loads the dictionary", "is quick"])
def test_of_a_list_the_item_that_comes_first_is_kept_whatever_its_address(site, crawl, first):
    texts = [TEA if first == "loads the dictionary" else ORCHARD, CLOCK, FERRY]
    page = site.put("http://gull.example/feed", blog_page("All of today", LIGHTHOUSE))

    def listed(response):
        for number, text in enumerate(texts):
            yield {"url": f"/stories/{number}", "text": "\n".join(text)}
        for text in texts:
            yield {"text": "\n".join(text)}

    outcome = crawl([page], make_items=listed)

    assert outcome.urls == [f"/stories/{number}" for number in range(3)]
    assert outcome.kinds == ["new"] * 3 + ["exact"] * 3


def test_another_page_may_bring_a_version_of_an_article(site, crawl, pages):
    full = site.put("http://gull.example/api/full/0", "{}", content_type="application/json")
    later = site.put("http://gull.example/api/later/0", "{}", content_type="application/json")

    def make_items(response):
        if response.url == full:
            yield {"url": pages[0], "text": "\n".join((*FERRY, "The ferry is sold."))}
        elif response.url == later:
            yield {"url": pages[0], "text": "\n".join((*FERRY, "The ferry is sold. It sank."))}
        else:
            yield {"url": response.url}

    outcome = crawl([pages[0], full, later], make_items=make_items)
    assert outcome.kinds == ["new", "updated", "updated"]
    assert {judged["document_id"] for judged in outcome.judged} == {pages[0]}


def test_a_comment_with_the_address_of_an_article_leaves_the_article_to_its_item(
    crawl, pages, author
):
    def begun(response):
        if response.url != AUTHOR:
            yield Request(AUTHOR, completed, cb_kwargs={"url": response.url})

    def completed(response, url):
        yield {"url": url, "text": COMMENTS[0]}
        yield {"url": url}

    outcome = crawl(pages[:1], make_items=begun)
    assert outcome.kinds == ["new", "new"]


def test_an_article_whose_page_shows_nothing_is_known_by_its_address(site, crawl, pages):
    shell = site.put(pages[0], "<div id=app></div>")
    full = site.put("http://gull.example/api/full/0", "{}", content_type="application/json")

    texts = ["\n".join(FERRY[1:]), "\n".join(FERRY)]

    def make_items(response):
        yield {"url": shell} if response.url == shell else {"url": shell, "text": texts.pop()}

    assert crawl([shell, full], make_items=make_items).kinds == ["no_text", "new"]
    assert crawl([shell, full], make_items=make_items).kinds == ["no_text", "updated"]


def test_an_article_whose_first_item_was_dropped_is_known_by_its_address(site, crawl, pages):
    class NeedsText:
        def process_item(self, item):
            if "text" not in item:
                raise DropItem("no text")
            return item

    full = site.put("http://gull.example/api/full/0", "{}", content_type="application/json")

    def make_items(response):
        yield {"url": pages[0]} | ({"text": "\n".join(CLOCK)} if response.url == full else {})

    outcome = crawl([pages[0], full], {"ITEM_PIPELINES": {NeedsText: 100}}, make_items=make_items)
    (judged,) = outcome.judged
    assert judged["document_id"] == pages[0]


def test_comments_that_come_before_their_article_hide_no_copy_of_it(site, crawl, pages):
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))

    comments = [COMMENTS[0], COMMENTS[2]]

    def make_items(response):
        if response.url != copy:
            for text in comments:
                yield {"url": response.url, "text": text}
        yield {"url": response.url}

    outcome = crawl([pages[0], copy], make_items=make_items)
    assert outcome.kinds == ["new", "new", "new", "exact"]
    assert outcome.copies[0].verdict.match.url == pages[0]
    comments.append("\n".join(TEA))
    outcome = crawl([pages[0], copy], make_items=make_items)
    assert sorted(outcome.kinds) == ["new", *["unchanged"] * 4]


def test_a_comment_that_quotes_the_article_of_its_page_is_no_copy_of_it(crawl, pages):
    quoting = "\n".join(FERRY[2:4])

    def make_items(response):
        yield {"url": response.url}
        yield {"url": response.url, "text": quoting}

    assert crawl(pages[:1], make_items=make_items).kinds == ["new", "new"]


PICTURE = {"image_urls": ["/pier.jpg"]}
KINDS = {
    "picture": lambda response: {"url": response.url, **PICTURE},
    "picture without URL": lambda response: PICTURE.copy(),
    "whole page": lambda response: {"url": response.url, "body": response.text},
    "article": lambda response: {"url": response.url, "text": text_of(response)},
    "article without URL": lambda response: {"text": text_of(response)},
    "article as HTML": lambda response: {"url": response.url, "text": html_of(response)},
    "teaser": lambda response: {"url": f"{response.url}#top", "text": text_of(response, 3)},
}


def paragraphs_of(response):
    return response.css("article p:not(.byline)")


def text_of(response, most=None):
    return "\n".join(paragraphs_of(response).css("::text").getall()[:most])


def html_of(response):
    return "\n\n".join(paragraphs_of(response).getall())


@pytest.mark.parametrize(
    ("brought", "kinds"),
    [
        (["article", "picture"], ["new", "no_text"]),
        (["article", "picture without URL"], ["new", "no_text"]),
        (["picture", "article"], ["new", "new"]),
        (["picture without URL", "article"], ["new", "new"]),
        (["picture", "article", "article"], ["new", "new", "unchanged"]),
        (["picture without URL", "article without URL"], ["new", "new"]),
        (["whole page", "article"], ["new", "new"]),
        (["article", "whole page"], ["new", "no_text"]),
        (["article", "article as HTML"], ["new", "unchanged"]),
        (["article", "teaser"], ["new", "new"]),
        (["teaser", "article"], ["new", "new"]),
    ],
    ids=" then ".join,
)
def test_what_a_page_brings_under_its_address_is_no_copy_of_itself(site, crawl, brought, kinds):
    page = site.put("http://gull.example/pier", morning_page("The pier", FERRY))
    copy = site.put("http://attic.example/boat", morning_page("A boat", FERRY))
    later = [kind if kind == "no_text" else "unchanged" for kind in kinds]

    def make_items(response):
        return [KINDS[kind](response) for kind in brought]

    outcome = crawl([page], make_items=make_items)
    assert outcome.kinds == kinds
    assert crawl([page], make_items=make_items).kinds == later
    outcome = crawl([copy], make_items=make_items)
    assert "new" not in outcome.kinds
    assert {error.verdict.match.url.partition("#")[0] for error in outcome.copies} == {page}

    site.put(page, morning_page("The pier", (*FERRY, "The ferry was sold in the evening.")))
    outcome = crawl([page], make_items=make_items)
    assert outcome.copies == []
    assert "updated" in outcome.kinds


@pytest.mark.parametrize("drops_pages", [False, True])
def test_an_item_that_failed_is_no_copy_of_another_of_its_page_later(site, crawl, drops_pages):
    page = site.put("http://gull.example/pier", morning_page("The pier", FERRY))

    class NeedsText:
        def process_item(self, item):
            if "text" not in item:
                raise DropItem("no text")
            return item

    def make_items(response):
        return [KINDS[kind](response) for kind in ("picture", "article")]

    outcome = crawl([page], {"ITEM_PIPELINES": {NeedsText: 800}}, make_items=make_items)
    assert len(outcome.items) == 1
    outcome = crawl([page], {"NEARDUP_DROP_RESPONSES": drops_pages}, make_items=make_items)
    assert outcome.kinds == ["new", "unchanged"]
    assert len(outcome.items) == 2


def test_copies_in_a_list_are_found_if_its_items_have_its_address(site, crawl):
    page = site.put("http://gull.example/api", "{}", content_type="application/json")
    texts = [FERRY, ORCHARD, (*ORCHARD, "It rained."), FERRY[:3]]

    def listed(url):
        return lambda response: [{"url": url, "text": "\n".join(text)} for text in texts]

    outcome = crawl([page], make_items=listed(page))
    assert sorted(outcome.kinds) == ["new", "new", "partial", "repost"]
    # Under the address of an article, these may be what a page brings of it.
    outcome = crawl([page], {"NEARDUP_SCOPE": "named"}, make_items=listed("/news/0.html"))
    assert outcome.kinds == ["new"] * 4


@pytest.mark.parametrize("url", [{}, {"url": "/blog"}])
def test_a_post_that_moves_up_to_the_top_of_its_page_is_a_copy_of_itself(site, crawl, url):
    page = "http://gull.example/blog"
    texts = [FERRY, ORCHARD, CLOCK, LIGHTHOUSE]

    def posts(response):
        return [{**url, "text": "\n".join(text)} for text in texts]

    def put():
        site.put(page, morning_page("Notes", sum(texts, ())))

    put()
    assert crawl([page], make_items=posts).kinds == ["new"] * 4
    for left in (3, 2):
        del texts[0]
        put()
        outcome = crawl([page], make_items=posts)
        assert outcome.kinds == ["exact", *["unchanged"] * (left - 1)]


def test_a_front_page_is_compared_with_what_is_known_by_a_route_below_it(site, crawl):
    front = site.put("http://gull.example/", morning_page("The pier", FERRY))
    data = site.put("http://gull.example/data", "{}", content_type="application/json")
    item = {"url": f"{front}#/news/7", "text": "\n".join(FERRY)}
    assert crawl([data], make_items=lambda response: [item]).kinds == ["new"]
    front_item = {"url": front, "text": "\n".join(FERRY[:4])}
    assert crawl([front], make_items=lambda response: [front_item]).kinds == ["partial"]


def test_an_article_that_comes_after_a_picture_and_a_teaser_is_updated_when_it_is_edited(
    site, crawl
):
    page = "http://gull.example/pier"

    def make_items(response):
        yield KINDS["picture"](response)
        yield {"url": response.url, "text": text_of(response, 2)}
        yield {"url": response.url, "text": f"The pier\n{text_of(response)}"}

    site.put(page, morning_page("The pier", FERRY))
    assert crawl([page], make_items=make_items).kinds == ["new"] * 3
    for added in ("The ferry was sold in the evening.", "A museum bought it at midnight."):
        site.put(page, morning_page("The pier", (*FERRY, added)))
        outcome = crawl([page], make_items=make_items)
        assert outcome.kinds == ["updated", "unchanged", "updated"]
        assert outcome.stat("index_size") == 3


def test_an_article_that_came_after_a_picture_stays_known_when_its_page_has_another(site, crawl):
    page = "http://gull.example/pier"

    def make_items(response):
        return [KINDS[kind](response) for kind in ("picture", "article")]

    for text in (FERRY, CLOCK):
        site.put(page, morning_page("The pier", text))
        assert crawl([page], make_items=make_items).stat("dropped") is None
    copy = site.put("http://attic.example/boat", morning_page("A boat", FERRY))
    outcome = crawl([copy])
    assert outcome.kinds == ["exact"]
    assert outcome.copies[0].verdict.match.url == page


def test_items_of_a_keyed_page_are_no_copies_of_each_other(site, crawl):
    page = site.put("http://gull.example/api", "{}", content_type="application/json")
    texts = (FERRY, FERRY[:3], FERRY)

    def make_items(response):
        return [{"text": "\n".join(text)} for text in texts]

    outcome = crawl([{"url": page, "meta": {"neardup_key": "7"}}], make_items=make_items)
    assert outcome.kinds == ["new", "new", "unchanged"]
    assert warnings_of(outcome) == []
