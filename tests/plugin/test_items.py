"""Items of every type are judged and tagged; what can't be is said once."""

from __future__ import annotations

import gc
import json
import logging
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import attrs
import pydantic
import pytest
import scrapy
from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.selector import Selector
from scrapy.spidermiddlewares.base import BaseSpiderMiddleware
from zyte_common_items import Article

from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.markup import without_tags
from scrapy_neardup.plugin.options import RequestOptions
from scrapy_neardup.plugin.origins import Origin, Origins

from .articles import CLOCK, FERRY, ORCHARD, TEA, morning_page
from .crawling import PageSpider


class ScrapyItem(scrapy.Item):
    url = scrapy.Field()
    text = scrapy.Field()
    neardup = scrapy.Field()


@dataclass
class DataclassItem:
    url: str
    text: str | None = None
    neardup: dict[str, Any] | None = None


@attrs.define
class AttrsItem:
    url: str
    text: str | None = None
    neardup: dict[str, Any] | None = None


class PydanticItem(pydantic.BaseModel):
    url: str
    text: str | None = None
    neardup: dict[str, Any] | None = None


@attrs.define(kw_only=True, slots=False)
class TaggedArticle(Article):
    neardup: dict[str, Any] | None = None


@dataclass
class Untaggable:
    url: str
    text: str | None = None


@dataclass
class Unhashable:
    """Equal to any other: items must be told apart by identity."""

    url: str = "http://gull.example/same"
    tags: list[str] = field(default_factory=list)


@attrs.frozen
class FrozenItem:
    url: str
    neardup: dict[str, Any] | None = None


class StrictItem(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(validate_assignment=True)
    url: str
    neardup: str = ""


TYPES = [dict, ScrapyItem, DataclassItem, AttrsItem, PydanticItem]
ids = [item_type.__name__ for item_type in TYPES]


def items_of(item_type, **fields):
    def make_items(response):
        yield item_type(url=response.url, **fields)

    return make_items


@pytest.mark.parametrize("item_type", TYPES, ids=ids)
def test_copies_are_dropped_whatever_the_items_type(crawl, pages, item_type):
    outcome = crawl(pages, make_items=items_of(item_type))
    assert outcome.urls == [pages[0], pages[2]]
    assert outcome.copy_urls == [pages[1]]


@pytest.mark.parametrize("item_type", TYPES, ids=ids)
def test_items_are_tagged_whatever_their_type(crawl, pages, item_type):
    outcome = crawl(pages, {"NEARDUP_ACTION": "tag"}, make_items=items_of(item_type))
    tags = [ItemAdapter(item)["neardup"] for item in outcome.items]
    assert [tag["verdict"] for tag in tags] == ["new", "exact", "new"]
    assert tags[1]["match"] == pages[0]
    assert outcome.errors() == []


@pytest.mark.parametrize("item_type", TYPES, ids=ids)
def test_items_are_judged_by_their_own_text_whatever_their_type(crawl, pages, item_type):
    outcome = crawl(pages, make_items=items_of(item_type, text="\n".join(FERRY)))
    assert outcome.kinds == ["new", "exact", "exact"]


def test_zyte_articles_are_judged_by_their_body_and_url(crawl, pages):
    bodies = dict(zip(pages, (FERRY, FERRY, ORCHARD), strict=True))

    def make_items(response):
        yield Article(url=response.url, articleBody="\n\n".join(bodies[response.url]))

    outcome = crawl(pages, make_items=make_items)
    assert outcome.kinds == ["new", "exact", "new"]
    assert outcome.copy_urls == [pages[1]]


def test_zyte_articles_with_a_tag_field_are_tagged(crawl, pages):
    outcome = crawl(pages, {"NEARDUP_ACTION": "tag"}, make_items=items_of(TaggedArticle))
    assert [item.neardup["verdict"] for item in outcome.items] == ["new", "exact", "new"]


def test_the_headline_of_an_article_is_no_text(crawl, pages):
    outcome = crawl(pages, make_items=items_of(Article, headline="Ferry sails again"))
    assert outcome.kinds == ["new", "exact", "new"]


class Named(NamedTuple):
    url: str


@pytest.mark.parametrize("odd", ["a line", 7, ["a"], Named("http://gull.example/")], ids=repr)
def test_what_has_no_fields_passes_and_is_named_once(crawl, pages, odd):
    def make_items(response):
        yield odd
        yield {"url": response.url}
        yield odd

    outcome = crawl(pages, make_items=make_items)
    assert [item for item in outcome.items if item == odd] == [odd] * 6
    assert [item["url"] for item in outcome.items if item != odd] == [pages[0], pages[2]]
    assert outcome.copy_urls == [pages[1]]
    (problem,) = outcome.errors()
    assert (
        f"{type(odd).__module__}.{type(odd).__name__} have no fields that can be read" in problem
    )
    assert "yield dicts" in problem
    assert outcome.stat(f"item_error/{type(odd).__name__}") == 6


DECLARE = "declare that field, or name another one in NEARDUP_FIELD"
LET_IT_CHANGE = (
    "make the class one whose objects can be changed, or tag no kind: with 'drop', rewritten"
)


@pytest.mark.parametrize(
    ("item_type", "remedy"),
    [
        (Untaggable, DECLARE),
        (Article, DECLARE),
        (FrozenItem, LET_IT_CHANGE),
        (StrictItem, LET_IT_CHANGE),
    ],
)
def test_an_item_class_that_cant_be_tagged_is_named_once_and_passes(
    crawl, pages, item_type, remedy
):
    outcome = crawl(pages, {"NEARDUP_ACTION": "tag"}, make_items=items_of(item_type))
    assert outcome.urls == pages
    assert outcome.kinds == ["new", "exact", "new"]
    (problem,) = outcome.errors()
    assert f"{item_type.__module__}.{item_type.__name__}" in problem
    assert f"{item_type.__name__}.neardup can't be set" in problem
    assert remedy in problem
    assert problem.isprintable()
    assert outcome.stat(f"tag_error/{item_type.__name__}") == 3
    assert outcome.stat("tagged") is None


@pytest.mark.parametrize("own", ["A name of its own", ["x"], {"text": "x"}, 7])
def test_a_value_of_the_items_own_is_never_overwritten_by_a_tag(crawl, pages, own):
    def make_items(response):
        yield {"url": response.url, "about": own}

    tagging = {"NEARDUP_ACTION": "tag", "NEARDUP_FIELD": "about"}
    outcome = crawl(pages, tagging, make_items=make_items)
    assert [item["about"] for item in outcome.items] == [own] * 3
    (problem,) = outcome.errors()
    assert "have a value of their own in the field 'about': name another one in NEARDUP_FIELD" in (
        problem
    )
    assert outcome.stat("tag_error/dict") == 3
    assert outcome.stat("tagged") is None


@pytest.mark.parametrize("former", [None, "", {"verdict": "new", "match": None}])
def test_an_empty_field_and_a_former_tag_give_way_to_the_tag(crawl, pages, former):
    def make_items(response):
        yield {"url": response.url, "neardup": former}

    outcome = crawl(pages[:2], {"NEARDUP_ACTION": "tag"}, make_items=make_items)
    assert [item["neardup"]["verdict"] for item in outcome.items] == ["new", "exact"]
    assert outcome.errors() == []


def test_text_fields_that_no_item_had_are_told_at_the_end(crawl, pages):
    def make_items(response):
        yield {"url": response.url, "wording": None}

    outcome = crawl(pages, {"NEARDUP_TEXT_FIELDS": "nosuch, wording"}, make_items=make_items)
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert warning == "NEARDUP_TEXT_FIELDS: no item had a field 'nosuch' (3 × dict)"
    default = crawl(pages, make_items=make_items)
    without = crawl(pages[:1], {"NEARDUP_TEXT_FIELDS": "nosuch"}, make_items=lambda response: [])
    for other in (default, without):
        assert other.lines(logging.WARNING, "scrapy_neardup") == []


def test_url_fields_are_told_at_the_end_if_no_item_had_any_of_them(crawl, pages):
    def make_items(response):
        yield {"adress": response.url}

    outcome = crawl(pages, {"NEARDUP_URL_FIELDS": "address, link"}, make_items=make_items)
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert warning == "NEARDUP_URL_FIELDS: no item had a field 'address' or 'link' (3 × dict)"
    right = crawl(pages, {"NEARDUP_URL_FIELDS": "adress, link"}, make_items=make_items)
    default = crawl(pages, make_items=make_items)
    for other in (right, default):
        assert other.lines(logging.WARNING, "scrapy_neardup") == []


def test_an_unknown_text_field_is_named_once_and_the_page_is_read(crawl, pages):
    outcome = crawl(
        pages,
        {"NEARDUP_TEXT_FIELDS": {Untaggable: ["wording"]}},
        make_items=items_of(Untaggable, text="\n".join(ORCHARD)),
    )
    assert outcome.kinds == ["new", "exact", "new"]
    (problem,) = outcome.errors()
    assert "Untaggable has no field 'wording', which NEARDUP_TEXT_FIELDS names" in problem
    assert "it has url, text" in problem


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (b"bytes", "a bytes"),
        ({"html": "x"}, "a dict"),
        (["x", None], "a list of NoneType and str"),
        (DataclassItem("x", "x"), "a DataclassItem"),
        (Selector(text="<p>x"), "a Selector"),
    ],
)
def test_what_is_no_text_in_a_text_field_is_named_once(crawl, pages, value, named):
    outcome = crawl(
        pages, make_items=lambda response: [{"url": response.url, "content": value, "body": 45}]
    )
    (error,) = outcome.errors()
    assert f"builtins.dict have no text in the field 'content', but {named}: give it" in error
    assert outcome.stat("text_type_error/dict") == len(pages)
    assert outcome.kinds == ["new", "exact", "new"]


@pytest.mark.parametrize("value", [None, "", [], {}, 45, "a-slug", ["text"] * 40])
def test_an_empty_text_field_and_a_number_are_not_named(crawl, pages, value):
    outcome = crawl(
        pages[:1], make_items=lambda response: [{"url": response.url, "article": value}]
    )
    assert outcome.errors() == []


def test_text_fields_are_chosen_by_item_class(crawl, pages):
    path = f"{Untaggable.__module__}.{Untaggable.__name__}"
    outcome = crawl(
        pages,
        {"NEARDUP_TEXT_FIELDS": {path: "url"}},
        make_items=items_of(Untaggable, text="\n".join(FERRY)),
    )
    assert outcome.kinds == ["too_short"] * 3


class AsDict:
    def process_item(self, item):
        return ItemAdapter(item).asdict()


@pytest.mark.parametrize("pipelines", [{}, {AsDict: 100}])
def test_items_of_a_class_without_text_fields_are_left_alone(crawl, pages, pipelines):
    path = f"{DataclassItem.__module__}.{DataclassItem.__name__}"
    settings = {"NEARDUP_TEXT_FIELDS": json.dumps({path: []}), "ITEM_PIPELINES": pipelines}
    comment = "\n".join(ORCHARD)

    def make_items(response):
        yield DataclassItem(response.url, comment)
        yield DataclassItem(response.url)
        yield {"url": response.url}

    outcome = crawl(pages, settings, make_items=make_items)
    assert outcome.kinds == ["new", "exact", "new"]
    assert len(outcome.items) == 2 * len(pages) + 2
    assert outcome.stat("skipped") == 2 * len(pages)


def test_an_item_equal_to_another_has_its_own_page(crawl, site):
    pages = [
        site.put("http://gull.example/a", morning_page("A story", FERRY)),
        site.put("http://gull.example/b", morning_page("Pears", ORCHARD)),
    ]
    outcome = crawl(
        pages,
        {"NEARDUP_URL_FIELDS": ["link"]},
        make_items=lambda response: [Unhashable(url="")],
    )
    assert outcome.kinds == ["new", "new"]
    assert [judged["document_id"] for judged in outcome.judged] == pages


class Rebuilding:
    """A pipeline that hands on another object, as validation does."""

    def process_item(self, item):
        return DataclassItem(**item)


@pytest.mark.parametrize("place", [100, -1, -100])
def test_an_item_that_an_earlier_pipeline_rebuilds_keeps_its_page(crawl, pages, place):
    pipelines = {Rebuilding: place, "scrapy.pipelines.images.ImagesPipeline": None}
    outcome = crawl(pages, {"ITEM_PIPELINES": pipelines}, make_items=items_of(dict))
    assert outcome.kinds == ["new", "exact", "new"]
    assert all(isinstance(item, DataclassItem) for item in outcome.items)


class RebuildingNearTheEngine:
    """A spider middleware that hands on other objects than it was given."""

    async def process_spider_output(self, response, result):
        async for one in result:
            yield DataclassItem(**one)


@pytest.mark.parametrize("place", [100, 10, 0, -100])
def test_an_item_that_a_spider_middleware_rebuilds_keeps_its_page(crawl, pages, place):
    middlewares = {
        RebuildingNearTheEngine: place,
        "scrapy.spidermiddlewares.referer.RefererMiddleware": None,
    }
    outcome = crawl(pages, {"SPIDER_MIDDLEWARES": middlewares}, make_items=items_of(dict))
    assert outcome.kinds == ["new", "exact", "new"]
    assert all(isinstance(item, DataclassItem) for item in outcome.items)


def test_meta_still_counts_for_an_item_that_an_earlier_pipeline_rebuilds(crawl, pages):
    skipped = [{"url": url, "meta": {"neardup": False}} for url in pages]
    outcome = crawl(skipped, {"ITEM_PIPELINES": {Rebuilding: 100}}, make_items=items_of(dict))
    assert outcome.kinds == []
    assert outcome.stat("skipped") == 3


def test_the_tags_of_html_in_a_text_field_are_no_text(crawl, pages):
    forms = dict(
        zip(
            pages,
            (
                "\n".join(FERRY),
                "".join(f'<p class="p{n}"><b>{text}</b></p>' for n, text in enumerate(FERRY)),
                "<script>let a = '</p>';</script><!-- </p> -->"
                + "<br>".join(FERRY).replace("'", "&#39;"),
            ),
            strict=True,
        )
    )

    def make_items(response):
        yield {"url": response.url, "content": forms[response.url]}

    assert crawl(pages, make_items=make_items).kinds == ["new", "exact", "exact"]


def test_quoted_signs_of_tags_are_no_text():
    html = """<p><img alt="left > right" data-html='<p class="a">No.</p>'>One<br>two.</p>"""
    assert without_tags(html).split() == ["One", "two."]
    long = "<li>No.</li>" * 1000
    assert without_tags(f"<p>One<b data-list='{long}'>two.</b></p>").split() == ["One", "two."]
    assert without_tags("<p>a <b = 'c, d < e</p>").split() == [
        "a",
        "<b",
        "=",
        "'c,",
        "d",
        "<",
        "e",
    ]


def test_scripts_and_styles_are_no_text_wherever_they_end():
    html = "<STYLE>a</style\t><p>One<script a='>'>2</SCRIPT ><style>3</style/> two</p><script>"
    assert without_tags(html).split() == ["One", "two"]


def test_what_is_hidden_within_a_line_of_a_field_is_no_text():
    html = "on<font class='jammer'>, M0 J#</font>e <SPAN style=display:none>n: O</SPAN >two <i hidden>3</i>"
    assert without_tags(f"<p>{html}</p>").split() == ["one", "two"]
    shown = (
        "<b class=menu>one</b> <font size=0>two</font> <div hidden>three</div><i hidden >four<i>"
    )
    assert without_tags(f"<p>{shown}</p>").split() == ["one", "two", "three", "four"]
    long = "The rest of the story, which a click on the button shows to the reader. " * 2
    assert (
        without_tags(f"<p><span style='display: none'>{long}</span></p>").strip() == long.strip()
    )


def test_a_text_that_mentions_a_tag_is_taken_as_it_is(crawl, pages):
    plain = "\n".join(FERRY).replace("Tuesday", "<Tuesday>")

    def make_items(response):
        yield {"url": response.url, "text": plain}

    outcome = crawl(pages[:1], {"NEARDUP_ACTION": "tag"}, make_items=make_items)
    assert outcome.items[0]["text"] == plain


def test_a_teaser_is_no_text(crawl, pages):
    teaser = "All the news of the coast, every day."
    outcome = crawl(pages, make_items=items_of(Article, description=teaser))
    assert outcome.kinds == ["new", "exact", "new"]


def test_a_relative_url_of_an_item_is_its_pages(crawl, site):
    pages = [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/story", morning_page("Pears", ORCHARD)),
    ]
    outcome = crawl(pages, make_items=lambda response: [{"url": "/story"}])
    assert outcome.kinds == ["new", "new"]
    assert [judged["document_id"] for judged in outcome.judged] == pages


class LinkedItem(pydantic.BaseModel):
    url: pydantic.HttpUrl
    text: str


@pytest.mark.parametrize(
    "make",
    [
        lambda url, text: LinkedItem(url=url, text=text),
        lambda url, text: {"url": [url, "http://gull.example/print"], "text": text},
        lambda url, text: {"url": ["", url], "text": [text]},
        lambda url, text: {"url": " ", "link": f"\n{url} ", "text": text},
        lambda url, text: {"url": None, "link": pydantic.HttpUrl(url), "text": text},
    ],
)
def test_the_address_of_an_item_may_be_an_object_or_the_first_of_a_list(crawl, pages, make):
    texts = {
        "http://gull.example/1": "\n".join(FERRY),
        "http://gull.example/2": "\n".join(ORCHARD),
    }
    outcome = crawl(
        pages[:1], make_items=lambda response: [make(url, text) for url, text in texts.items()]
    )
    assert outcome.kinds == ["new", "new"]
    assert [judged["document_id"] for judged in outcome.judged] == list(texts)


class UnsetItem(pydantic.BaseModel):
    url: str
    text: str
    neardup: dict[str, Any]


@pytest.mark.parametrize("has_url", [True, False])
def test_a_field_that_is_declared_may_not_be_set(crawl, pages, has_url):
    def make_items(response):
        yield UnsetItem.model_construct(**({"url": response.url} if has_url else {}))

    outcome = crawl(pages, {"NEARDUP_ACTION": "tag"}, make_items=make_items)
    assert outcome.kinds == ["new", "exact", "new"]
    assert [judged["document_id"] for judged in outcome.judged] == pages
    assert outcome.errors() == []
    assert [item.neardup["verdict"] for item in outcome.items] == outcome.kinds


@pytest.mark.parametrize("odd", [7, {"href": "http://gull.example/1"}, [None], [], b"x://y", ""])
def test_what_is_no_address_is_none(crawl, pages, odd):
    outcome = crawl(pages[:1], make_items=lambda response: [{"url": odd}])
    assert [judged["document_id"] for judged in outcome.judged] == pages[:1]


FLASHES = [" ".join(text) for text in (FERRY, ORCHARD, CLOCK)] + ["\n".join(TEA)]


def ticker(flashes):
    """What a spider makes of a page of flashes, the newest of them first."""
    return lambda response: ({"text": text} for text in flashes)


def test_an_object_that_is_yielded_several_times_has_the_origins_of_the_pages_that_are_left():
    origins, item = Origins(), {}
    gone, first, second = (Response(f"http://gull.example/{number}") for number in range(3))
    for page in (gone, first, second, second):
        origins.bind(item, Origin(page.url, None, RequestOptions(), page.url), page)
    del page, gone
    taken = [origins.take(item) for _ in range(3)]
    assert [one.url for one in taken] == [first.url, second.url, second.url]
    assert origins.take(item) is None


def test_flashes_of_a_ticker_are_known_again_when_others_come_above_them(crawl, pages):
    first = crawl(pages[:1], make_items=ticker(FLASHES[1:]))
    assert first.kinds == ["new"] * 3
    (warning,) = [line for line in first.lines(logging.WARNING) if "no URL of their own" in line]
    assert pages[0] in warning
    assert crawl(pages[:1], make_items=ticker(FLASHES[1:])).kinds == ["unchanged"] * 3
    later = crawl(pages[:1], make_items=ticker(FLASHES))
    # The one that was the first before had the page's own address, which another has now.
    assert sorted(later.kinds) == ["new", "unchanged", "unchanged", "updated"]
    assert crawl(pages[:1], make_items=ticker(FLASHES)).kinds == ["unchanged"] * 4


def test_a_flash_that_comes_twice_on_a_page_is_dropped_once(crawl, pages):
    outcome = crawl(pages[:1], make_items=ticker([FLASHES[0], FLASHES[1], FLASHES[1]]))
    assert outcome.kinds == ["new", "new", "exact"]
    (copy,) = outcome.copies
    assert str(copy).endswith(f"{pages[0]} copies {copy.verdict.match.id}")


def test_what_comes_with_an_article_is_no_copy_of_it(crawl, pages):
    def make_items(response):
        yield {"url": response.url}
        yield {"url": "/people/ned", "name": "Ned Tarrant"}
        yield {"url": f"{response.url}#1", "comment": "Lovely."}
        yield {"url": f"{response.url}#2", "text": "\n".join(ORCHARD)}

    outcome = crawl(pages[:1], make_items=make_items)
    assert len(outcome.items) == 4
    assert sorted(outcome.kinds) == ["new", "new", "no_text", "no_text"]
    assert outcome.lines(logging.WARNING, "scrapy_neardup") == []
    again = crawl(pages[1:2], make_items=make_items)
    assert len(again.items) == 2
    assert sorted(again.kinds) == ["exact", "exact", "no_text", "no_text"]


def test_items_that_an_earlier_pipeline_drops_are_forgotten(crawl, pages):
    class Dropping:
        def process_item(self, item):
            raise DropItem("no gulls")

    outcome = crawl(pages, {"ITEM_PIPELINES": {Dropping: 100}}, make_items=items_of(DataclassItem))
    origins = context_of(outcome.crawler).origins
    assert len(outcome.dropped) == 3
    assert [origins.take(item) for item, _ in outcome.dropped] == [None] * 3


MANY = 12_000


def test_an_item_keeps_its_origin_however_many_wait(crawl, pages):
    def make_items(response):
        yield from ({"url": f"{response.url}/{number}"} for number in range(MANY))

    outcome = crawl(
        [{"url": pages[0], "meta": {"neardup": False}}],
        # Of a page, Scrapy takes up to twice as many items from the spider before it begins with them.
        {"CONCURRENT_ITEMS": MANY // 2},
        make_items=make_items,
    )
    assert outcome.stat("skipped") == MANY


@pytest.mark.parametrize("kind", [dict, DataclassItem])
def test_items_that_never_reach_a_pipeline_are_forgotten_with_their_page(crawl, pages, kind):
    class Nearer(BaseSpiderMiddleware):
        """Between the plugin's middleware and the engine."""

        def get_processed_item(self, item, response):
            return None

    outcome = crawl(pages, {"SPIDER_MIDDLEWARES": {Nearer: 5}}, make_items=items_of(kind))
    origins = context_of(outcome.crawler).origins
    assert outcome.items == []
    gc.collect()
    assert len(origins) == 0


class Erring(PageSpider):
    """Makes its items of failed requests."""

    def request(self, page):
        return super().request(page).replace(errback=self.failed)

    def failed(self, failure):
        yield {"url": failure.value.response.url, "text": "\n".join(FERRY)}


def test_items_of_errbacks_are_judged_by_their_own_text(crawl, site):
    missing = ["http://gull.example/gone", "http://attic.example/gone"]
    outcome = crawl(missing, spidercls=Erring)
    assert outcome.kinds == ["new", "exact"]
