"""Articles on several pages, and AMP pages."""

from __future__ import annotations

import pytest
from scrapy import Field, Item, Request

from .articles import CLOCK, FERRY, ORCHARD, blog_page, morning_page

FIRST = "http://gull.example/ferry.html"
SECOND = "http://gull.example/ferry_2.html"
THIRD = "http://gull.example/ferry_3.html"
PAGER = "<div class=pages>" + "".join(
    f"<a href='{url}'>{number}</a> " for number, url in enumerate((FIRST, SECOND, THIRD), 1)
)


def part(paragraphs):
    page = morning_page("The ferry", paragraphs)
    assert "</article>" in page
    return page.replace("</article>", f"</article>{PAGER}</div>", 1)


@pytest.fixture
def parts(site):
    """The three pages of one article."""
    return [
        site.put(url, part(text))
        for url, text in ((FIRST, FERRY), (SECOND, ORCHARD), (THIRD, CLOCK))
    ]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)], ids=["in order", "backwards"])
def test_later_pages_are_parts_of_the_first(site, crawl, tmp_path, parts, order):
    again = site.put("http://attic.example/pears", blog_page("Pears", ORCHARD))
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))
    outcome = crawl([*(parts[i] for i in order), again, copy])
    assert outcome.urls == [*(parts[i] for i in order), again]
    kinds = dict(zip(order, outcome.kinds[:3], strict=True))
    assert kinds == {0: "new", 1: "part", 2: "part"}
    # A part is no source, so that whoever has its text is no copy.
    assert outcome.kinds[3:] == ["new", "exact"]
    assert outcome.copies[0].verdict.match.url == FIRST
    tags = {item["url"]: item.get("neardup") for item in outcome.items}
    assert tags[FIRST] is None
    assert (tags[SECOND]["verdict"], tags[SECOND]["match_url"]) == ("part", FIRST)
    assert tags[THIRD]["match"] == FIRST
    assert (outcome.stat("parts"), outcome.stat("checked")) == (2, 3)
    assert outcome.stat("index_size") == 2
    assert sorted(site.asked) == sorted([*parts, again, copy])
    assert outcome.errors() == []


@pytest.mark.parametrize(
    "later", ["http://gull.example/ferry/2/", "http://gull.example/ferry/page/2/"]
)
def test_a_part_names_the_first_page_by_the_address_that_the_index_knows(site, crawl, later):
    first = "http://gull.example/ferry/"
    pager = f"<div class=pages>Pages: <a href='{first}'>1</a> <a href='{later}'>2</a></div>"
    for url, text in ((first, FERRY), (later, ORCHARD)):
        page = morning_page("The ferry", text)
        site.put(url, page.replace("</article>", f"</article>{pager}</div>", 1))
    outcome = crawl([first, later])
    assert outcome.kinds == ["new", "part"]
    assert outcome.items[1]["neardup"]["match"] == first


def test_a_later_page_with_the_text_of_an_article_of_another_site_is_no_copy(site, crawl, parts):
    pears = site.put("http://attic.example/pears", blog_page("Pears", ORCHARD))
    outcome = crawl([pears, *parts[:2]], {"NEARDUP_DROP_RESPONSES": True})
    assert outcome.urls == [pears, *parts[:2]]
    assert outcome.kinds == ["new", "new", "part"]


class Plain(Item):
    url = Field()


def test_a_class_without_the_field_is_no_error_where_no_tags_are_asked_for(crawl, parts):
    outcome = crawl(parts, make_items=lambda response: [Plain(url=response.url)])
    assert outcome.urls == parts
    assert outcome.errors() == []
    assert (outcome.stat("parts"), outcome.stat("tagged")) == (2, None)

    outcome = crawl(
        parts, {"NEARDUP_ACTION": "tag"}, make_items=lambda response: [Plain(url=response.url)]
    )
    (error,) = outcome.errors()
    assert "Plain.neardup can't be set" in error


def test_an_item_with_the_text_of_all_pages_is_judged(crawl, parts):
    whole = "\n".join((*FERRY, *ORCHARD))

    def make_items(response):
        if response.url == SECOND:
            yield {"url": FIRST, "text": whole}
            yield {"url": f"{FIRST}#whole", "text": whole}

    outcome = crawl(parts[:2], make_items=make_items)
    assert outcome.kinds == ["new", "unchanged"]


@pytest.mark.parametrize("url", ["{}", " {} ", "{}#text", "/ferry_2.html", None])
def test_an_item_with_the_text_of_a_later_page_alone_is_a_part(crawl, parts, url):
    def make_items(response):
        item = {"text": "\n".join(response.css("p::text").getall())}
        if response.url == FIRST:
            yield {**item, "url": FIRST}
        else:
            yield item if url is None else {**item, "url": url.format(response.url)}

    outcome = crawl(parts[:2], make_items=make_items)
    assert outcome.kinds == ["new", "part"]


def test_an_item_of_a_later_page_with_the_address_of_the_first_is_a_part(crawl, parts):
    outcome = crawl(parts, make_items=lambda response: [{"url": FIRST}])
    assert outcome.kinds == ["new", "part", "part"]


def test_a_later_page_with_a_key_of_its_own_is_judged(crawl, parts):
    outcome = crawl([parts[0], {"url": parts[1], "meta": {"neardup_key": "ferry, part 2"}}])
    assert outcome.kinds == ["new", "new"]


CANONICAL = "http://www.gull.example/ferry"
AMP = "http://amp.gull.example/ferry"
CACHED = "http://www-gull-example.cdn.ampproject.org/c/ferry"


def amp_page(canonical):
    page = blog_page("The ferry", FERRY).replace("<html", "<html amp", 1)
    return page.replace("</head>", f"<link rel=canonical href='{canonical}'></head>", 1)


@pytest.mark.parametrize("amp", [AMP, CACHED, "http://www.gull.example/amp/ferry"])
@pytest.mark.parametrize("amp_first", [True, False])
def test_an_amp_page_counts_as_its_canonical_page(site, crawl, tmp_path, amp, amp_first):
    pages = [
        site.put(CANONICAL, morning_page("The ferry", FERRY)),
        site.put(amp, amp_page(CANONICAL)),
    ]
    copy = site.put("http://attic.example/boat", blog_page("A boat", FERRY))
    outcome = crawl([*(pages[::-1] if amp_first else pages), copy])
    assert outcome.kinds == ["new", "unchanged", "exact"]
    assert {judged["document_id"] for judged in outcome.judged[:2]} == {CANONICAL}
    assert outcome.copies[0].verdict.match.url == CANONICAL
    assert outcome.stat("index_size") == 1


def test_an_amp_page_stands_for_no_page_of_another_site(site, crawl):
    pages = [
        site.put(CANONICAL, morning_page("The ferry", FERRY)),
        site.put("http://attic.example/ferry", amp_page(CANONICAL)),
    ]
    outcome = crawl(pages)
    assert outcome.kinds == ["new", "exact"]
    assert outcome.copy_urls == pages[1:]


def test_a_dropped_amp_page_names_its_canonical_page(site, crawl):
    attic = site.put("http://attic.example/boat", blog_page("A boat", FERRY))
    amp = site.put(AMP, amp_page(CANONICAL))
    outcome = crawl([attic, amp])
    assert outcome.kinds == ["new", "exact"]
    assert outcome.judged[1]["document_id"] == CANONICAL


def test_an_amp_page_whose_item_another_page_completes_counts_as_its_canonical_page(site, crawl):
    author = site.put("http://gull.example/authors/marsh", blog_page("Tilda Marsh", CLOCK))
    pages = [site.put(AMP, amp_page(CANONICAL)), site.put(CANONICAL, blog_page("Ferry", FERRY))]

    def begun(response):
        if response.url != author:
            url = {"url": response.url}
            yield Request(author, completed, dont_filter=True, cb_kwargs=url)

    def completed(response, url):
        yield {"url": url}

    outcome = crawl(pages, make_items=begun)
    assert outcome.kinds == ["new", "unchanged"]
    assert {judged["document_id"] for judged in outcome.judged} == {CANONICAL}


def test_an_item_with_an_address_of_its_own_keeps_that_on_an_amp_page(site, crawl):
    amp = site.put(AMP, amp_page(CANONICAL))
    own = f"{CANONICAL}?story=2"
    outcome = crawl([amp], make_items=lambda response: [{"url": own}])
    assert [judged["document_id"] for judged in outcome.judged] == [own]
