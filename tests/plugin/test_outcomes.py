"""An article is known once its item has passed all pipelines, and not before."""

from __future__ import annotations

import asyncio
import logging
import threading
import time

import pytest
from scrapy.exceptions import DropItem
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.asyncio import run_in_thread
from scrapy.utils.defer import deferred_from_coro

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.stores import sqlite
from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.pipeline import NearDupPipeline
from scrapy_neardup.plugin.signals import neardup_judged
from scrapy_neardup.plugin.under_way import UnderWay

from .articles import CLOCK, FERRY, ORCHARD, blog_page, list_page, morning_page
from .crawling import REACTOR, Crawl, PageSpider, run_crawls


class Dropping:
    """A later pipeline that drops the items of one host."""

    def process_item(self, item):
        if item["url"].startswith("http://gull.example/"):
            raise DropItem("no gulls")
        return item


class Failing:
    """A later pipeline with a bug that the items of one host meet."""

    def process_item(self, item):
        if item["url"].startswith("http://gull.example/"):
            raise ValueError("storage is down")
        return item


class Holding:
    """A later pipeline that holds the first article until a stat is counted, then may drop it."""

    until: str
    drops: bool

    def __init__(self, crawler):
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def wait(self):
        end = time.monotonic() + 20
        while not self.crawler.stats.get_value(f"neardup/{self.until}"):
            assert time.monotonic() < end, f"nothing {self.until}"
            time.sleep(0.01)

    async def process_item(self, item):
        if item["url"].startswith("http://gull.example/"):
            await run_in_thread(self.wait)
            if self.drops:
                raise DropItem("too slow")
        return item


class HoldingUntilACopyWaits(Holding):
    until, drops = "waited", True


class HoldingUntilACopyGoesOn(Holding):
    until, drops = "wait_timeout", False


class DroppingEarly:
    """An earlier pipeline that drops the items of one host."""

    def process_item(self, item):
        if item["url"].startswith("http://attic.example/"):
            raise DropItem("no attics")
        return item


class HoldingUntilAnotherIsDropped(Holding):
    drops = False

    def wait(self):
        end = time.monotonic() + 20
        while not self.crawler.stats.get_value("item_dropped_count"):
            assert time.monotonic() < end, "nothing was dropped"
            time.sleep(0.01)


class Rewriting:
    """A later pipeline that hands on another object."""

    async def process_item(self, item):
        return {"url": item["url"], "stored": True}


class Overtaking(PageSpider):
    """Asks for the next page as soon as the last one's item is judged."""

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.judged, neardup_judged)
        return spider

    def judged(self):
        if self.left:
            self.crawler.engine.crawl(self.request(self.left.pop(0)))


class AllAtOnce(PageSpider):
    """Asks for all its pages at once."""

    async def start(self):
        while self.left:
            yield self.request(self.left.pop(0))


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/read", blog_page("The story again", FERRY)),
    ]


@pytest.mark.parametrize("later", [Dropping, Failing])
def test_an_article_whose_item_fails_later_is_not_stored(crawl, pages, later):
    outcome = crawl(pages, {"ITEM_PIPELINES": {later: 900}})
    assert outcome.urls == [pages[1]]
    assert outcome.copies == []
    assert outcome.kinds == ["new", "new"]
    assert outcome.stat("rolled_back") == 1
    assert outcome.stat("index_size") == 1
    assert crawl(pages).kinds == ["exact", "unchanged"]


@pytest.mark.parametrize("later", [Dropping, Failing])
def test_an_update_whose_item_fails_later_leaves_the_old_article(site, crawl, pages, later):
    crawl(pages[:1])
    site.put(pages[0], morning_page("Pears", ORCHARD))
    assert crawl(pages[:1], {"ITEM_PIPELINES": {later: 900}}).kinds == ["updated"]
    assert crawl(pages[:1]).kinds == ["updated"]
    assert crawl(pages).kinds == ["unchanged", "new"]


@pytest.mark.parametrize("level", [15, "WARNING"])
def test_a_copy_is_dropped_at_any_level_of_the_log(crawl, pages, level):
    outcome = crawl(pages, {"NEARDUP_LOG_LEVEL": level})
    assert outcome.copy_urls == [pages[1]]
    assert outcome.stat("committed") == 2
    assert outcome.errors() == []
    (dropped,) = [record for record in outcome.log if "Near-duplicate (" in record.getMessage()]
    assert dropped.levelno == (30 if level == "WARNING" else level)


def test_a_copy_waits_for_the_outcome_of_its_source_and_takes_its_place(crawl, pages):
    later = {"ITEM_PIPELINES": {HoldingUntilACopyWaits: 900}}
    outcome = crawl(pages, later, spidercls=Overtaking)
    assert outcome.urls == [pages[1]]
    assert [type(error) for _, error in outcome.dropped] == [DropItem]
    assert outcome.kinds == ["new", "new"]
    assert outcome.stat("waited") == 1
    assert outcome.stat("rolled_back") == 1


def test_no_page_is_dropped_for_an_article_that_is_not_kept_yet(crawl, pages):
    settings = {
        "ITEM_PIPELINES": {HoldingUntilACopyWaits: 900},
        "NEARDUP_DROP_RESPONSES": True,
    }
    outcome = crawl(pages, settings, spidercls=Overtaking)
    assert outcome.urls == [pages[1]]
    assert outcome.stat("responses_dropped") is None


def test_many_postings_are_written_in_a_thread_and_not_on_the_loop(
    site, crawl, tmp_path, monkeypatch
):
    monkeypatch.setattr(sqlite, "_WAITING", 1)
    pages = [
        site.put(f"http://gull.example/{number}", morning_page("A story", text))
        for number, text in enumerate((CLOCK, FERRY, ORCHARD))
    ]
    loop, threads = set(), []
    flush = sqlite.SQLiteStore._flush

    def noted(store):
        threads.append(threading.current_thread())
        flush(store)

    monkeypatch.setattr(sqlite.SQLiteStore, "_flush", noted)

    def make_items(response):
        loop.add(threading.current_thread())
        yield {"url": response.url}

    outcome = crawl(
        pages,
        {"NEARDUP_DIR": f"sqlite://{tmp_path}/index", "NEARDUP_SYNC": "never"},
        make_items=make_items,
    )
    assert outcome.stat("committed") == 3
    # Before the second and the third, and at the end.
    assert len(threads) >= 3
    assert loop.isdisjoint(threads)


class InTask(ItemPipelineManager):
    """Runs the pipelines of each item in a task, whose context nothing else sees."""

    async def process_item_async(self, item):
        processed = super().process_item_async(item)
        if REACTOR == "select":
            return await deferred_from_coro(processed)
        return await asyncio.create_task(processed)


class Awaiting(ItemPipelineManager):
    """Awaits the pipelines in the coroutine that Scrapy calls."""

    async def process_item_async(self, item):
        return await super().process_item_async(item)


class Copying:
    """A pipeline that hands on another object."""

    def process_item(self, item):
        return {**item}


class Changing:
    """A later pipeline that changes the object."""

    def process_item(self, item):
        item["stored"] = True
        return item


def test_an_item_processor_may_run_the_pipelines_in_a_task(crawl, pages):
    in_task = {"ITEM_PROCESSOR": InTask}
    outcome = crawl(pages, {"ITEM_PIPELINES": {Failing: 900}, **in_task})
    assert outcome.kinds == ["new", "new"]
    assert outcome.stat("rolled_back") == outcome.stat("committed") == 1
    assert crawl(pages, in_task).kinds == ["exact", "unchanged"]
    again = crawl(pages, in_task)
    assert again.kinds == ["unchanged", "unchanged"]
    assert again.stat("rolled_back") is None
    assert again.lines(logging.WARNING, "scrapy_neardup") == []


@pytest.mark.parametrize("processing", [{}, {"ITEM_PROCESSOR": InTask}])
def test_an_item_that_an_earlier_pipeline_drops_gives_up_no_other_article(
    crawl, pages, processing
):
    # The second page is asked for in the context of the first page's item, and inherits that.
    pipelines = {DroppingEarly: 100, HoldingUntilAnotherIsDropped: 900}
    outcome = crawl(pages, {"ITEM_PIPELINES": pipelines, **processing}, spidercls=Overtaking)
    assert outcome.urls == pages[:1]
    assert outcome.stat("committed") == 1
    assert outcome.stat("rolled_back") is None
    assert crawl(pages).kinds == ["unchanged", "exact"]


@pytest.mark.parametrize("processing", [{}, {"ITEM_PROCESSOR": InTask}])
def test_items_that_are_over_leave_nothing_behind(crawl, pages, processing, monkeypatch):
    made = []
    monkeypatch.setattr(UnderWay, "begin", _noting(UnderWay.begin, made))
    later = {"ITEM_PIPELINES": {DroppingEarly: 100, Failing: 900}, **processing}
    crawl([*pages, *pages], later)
    assert len({id(under_way) for under_way in made}) == 1
    assert len(made) == 4
    assert len(made[0]) == 0


def test_without_the_judging_pipeline_nothing_is_under_way(crawl, pages):
    outcome = crawl(pages, {"ITEM_PIPELINES": {NearDupPipeline: None}})
    assert outcome.urls == pages
    assert len(context_of(outcome.crawler).under_way) == 0


def _noting(begin, made):
    def noting(under_way, *arguments):
        made.append(under_way)
        begin(under_way, *arguments)

    return noting


class Splitting:
    """A pipeline that puts the author of each article through the pipelines as an item of its own."""

    address = "{}/author"
    copies = False

    def __init__(self, crawler):
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        if "author" in item:
            author = {"url": self.address.format(item["url"]), "name": item.pop("author")}
            await self.crawler.engine.scraper.start_itemproc_async(author, response=None)
        return {**item} if self.copies else item


class SplittingAndCopying(Splitting):
    copies = True


class SplittingUnderItsAddress(Splitting):
    address = "{}#author"


def item_with_author(response):
    yield {"url": response.url, "author": "Ned Tarrant"}


def item_with_text_and_author(response):
    yield {"url": response.url, "author": "Ned Tarrant", "text": "\n".join(FERRY)}


@pytest.mark.parametrize("make_items", [item_with_author, item_with_text_and_author])
@pytest.mark.parametrize("splitting", [Splitting, SplittingAndCopying])
@pytest.mark.parametrize("place", [100, 900])
def test_a_pipeline_may_put_other_items_through_the_pipelines(
    crawl, pages, make_items, splitting, place
):
    splits = {"ITEM_PIPELINES": {splitting: place}, "NEARDUP_WAIT": 1}
    outcome = crawl(pages, splits, make_items=make_items)
    judged = {one["item"]["url"]: one["verdict"].kind.value for one in outcome.judged}
    assert judged[pages[0]] == "new"
    assert judged[pages[1]] == "exact"
    assert outcome.copy_urls == [pages[1]]
    assert outcome.stat("committed") == 2
    assert outcome.stat("waited") is None
    assert outcome.lines(logging.WARNING, "scrapy_neardup") == []
    assert crawl(pages, make_items=make_items).kinds == ["unchanged", "unchanged"]


@pytest.mark.parametrize("place", [100, 900])
def test_an_item_that_fails_after_another_came_of_it_is_not_stored(crawl, pages, place):
    later = {"ITEM_PIPELINES": {Splitting: place, Failing: 950}}
    outcome = crawl(pages[:1], later, make_items=item_with_author)
    assert outcome.stat("rolled_back") == 1
    assert outcome.stat("index_size") == 0


def test_an_item_does_not_wait_for_one_that_awaits_it(crawl, pages):
    splits = {"ITEM_PIPELINES": {SplittingUnderItsAddress: 900}, "NEARDUP_WAIT": 1}
    outcome = crawl(pages[:1], splits, make_items=item_with_author)
    assert outcome.kinds == ["new"]
    assert outcome.stat("unjudged") == outcome.stat("committed") == 1
    # Without asyncio there are no tasks that could tell.
    assert outcome.stat("waited") == (None if REACTOR != "select" else 2)


def test_an_object_that_is_yielded_twice_brings_its_article_once(crawl, pages):
    def make_items(response):
        item = {"url": response.url}
        yield item
        yield item

    outcome = crawl(pages, make_items=make_items)
    assert sorted(outcome.kinds) == ["exact", "new", "no_text", "no_text"]
    assert outcome.stat("index_size") == 1


class Meeting(PageSpider):
    """Yields one object from all of its pages, and from all but the last at the same moment."""

    def __init__(self, pages, **arguments):
        super().__init__(**arguments)
        self.pages, self.item, self.met = pages, {"site": "gull"}, asyncio.Event()

    async def start(self):
        for page in self.pages:
            yield self.request(page)

    async def parse(self, response):
        self.left.append(response)
        if len(self.left) == len(self.pages):
            self.left.clear()
            self.met.set()
        await self.met.wait()
        yield self.item

    def next_page(self):
        pass


@pytest.mark.skipif(REACTOR == "select", reason="pages meet by an event of asyncio")
def test_an_object_that_several_pages_yield_at_once_brings_the_article_of_each(site, crawl, pages):
    last = site.put("http://orchard.example/story", morning_page("Apples", ORCHARD))
    outcome = crawl([*pages, last], spidercls=Meeting)
    assert sorted(outcome.kinds) == ["exact", "new", "new"]
    assert outcome.stat("no_id") is None


@pytest.mark.parametrize("processor", [InTask, Awaiting])
def test_articles_of_items_whose_outcome_is_hidden_are_given_up_with_a_warning(
    crawl, pages, processor
):
    hidden = {"ITEM_PROCESSOR": processor, "ITEM_PIPELINES": {Copying: 900}, "NEARDUP_WAIT": 0.1}
    outcome = crawl(pages[:1], hidden)
    assert outcome.kinds == ["new"]
    assert outcome.stat("rolled_back") == 1
    assert outcome.stat("committed") is None
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert warning.startswith("1 article is not known, because nothing told")
    assert "ITEM_PROCESSOR" in warning
    assert "put that pipeline before NearDupPipeline" in warning
    assert crawl(pages[:1]).kinds == ["new"]


@pytest.mark.parametrize("remedy", [{Changing: 900}, {Copying: 100}])
@pytest.mark.parametrize("processor", [InTask, Awaiting])
def test_what_that_warning_proposes_helps(crawl, pages, remedy, processor):
    outcome = crawl(pages[:1], {"ITEM_PROCESSOR": processor, "ITEM_PIPELINES": remedy})
    assert outcome.stat("committed") == 1
    assert outcome.lines(logging.WARNING, "scrapy_neardup") == []


def test_a_copy_that_waits_too_long_passes_unjudged(crawl, pages):
    later = {"ITEM_PIPELINES": {HoldingUntilACopyGoesOn: 900}, "NEARDUP_WAIT": 0.2}
    outcome = crawl(pages, later, spidercls=Overtaking)
    assert outcome.urls == [pages[1], pages[0]]
    assert outcome.kinds == ["new"]
    assert outcome.stat("wait_timeout") == outcome.stat("unjudged") == 1


def test_of_copies_on_one_page_exactly_one_survives(site, crawl):
    page = site.put("http://gull.example/latest", list_page({}))

    def make_items(response):
        for number in range(8):
            yield {"url": f"{response.url}/{number}", "text": "\n".join(FERRY)}

    outcome = crawl([page], make_items=make_items)
    assert len(outcome.items) == 1
    assert len(outcome.copies) == 7
    assert sorted(outcome.kinds) == ["exact"] * 7 + ["new"]


def test_many_concurrent_pages_keep_each_story_once(site, crawl):
    texts = {"ferry": FERRY, "orchard": ORCHARD, "clock": CLOCK}
    pages = [
        site.put(f"http://{host}.example/{name}", page(name, text))
        for host, page in (("gull", morning_page), ("attic", blog_page), ("barn", blog_page))
        for name, text in texts.items()
    ]
    outcome = crawl(pages, spidercls=AllAtOnce)
    assert sorted(url.rsplit("/")[-1] for url in outcome.urls) == sorted(texts)
    assert len(outcome.copies) == 6
    assert crawl(pages, spidercls=AllAtOnce).kinds == ["unchanged"] * 9


def test_a_later_pipeline_may_hand_on_another_object(crawl, pages):
    outcome = crawl(pages, {"ITEM_PIPELINES": {Rewriting: 900}})
    assert outcome.items == [{"url": pages[0], "stored": True}]
    assert outcome.stat("committed") == 2


def test_a_dropped_copy_stays_known_as_a_copy(crawl, pages):
    crawl(pages)
    second = crawl(pages, {"ITEM_PIPELINES": {Rewriting: 900}})
    assert second.kinds == ["unchanged", "unchanged"]
    assert second.copies[0].verdict.match.url == pages[0]


def test_no_item_of_the_crawl_is_left_reserved(crawl, settings, pages):
    crawl(pages, {"ITEM_PIPELINES": {Failing: 900}})
    with NearDupIndex.open(f"{settings['NEARDUP_DIR']}/pages") as index:
        assert index.stats()["reserved"] == 0
        assert [record.url for record in index.records()] == [pages[1]]


def test_spiders_of_one_process_share_an_index_under_any_spelling(
    site, settings, pages, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "index")
    shared = {**settings, "NEARDUP_SCOPE": "all"}
    third = site.put("http://barn.example/pears", morning_page("Pears", ORCHARD))
    crawls = [
        Crawl(shared, arguments={"pages": pages}),
        Crawl({**shared, "NEARDUP_DIR": str(tmp_path / "link")}, arguments={"pages": [third]}),
    ]
    first, second = run_crawls(*crawls)
    assert first.kinds == ["new", "exact"]
    assert second.kinds == ["new"]
    assert first.errors() == []
    with NearDupIndex.open(tmp_path / "index" / "all") as index:
        assert sorted(record.url for record in index.records()) == sorted([*pages, third])


def test_spiders_of_one_process_see_each_others_articles(site, settings, pages):
    shared = {**settings, "NEARDUP_SCOPE": "all"}
    outcomes = run_crawls(*(Crawl(shared, arguments={"pages": [page]}) for page in pages))
    assert sorted(kind for outcome in outcomes for kind in outcome.kinds) == ["exact", "new"]


def test_spiders_have_indexes_of_their_own_by_default(crawl, settings, pages, tmp_path):
    class Other(PageSpider):
        name = "other/spider"

    assert crawl(pages[:1]).kinds == crawl(pages[1:], spidercls=Other).kinds == ["new"]
    assert {path.name for path in (tmp_path / "index").iterdir()} == {"pages", "other%2Fspider"}


def test_a_handler_of_the_signal_may_be_a_coroutine(settings, site, pages):
    heard = []

    class Listening(PageSpider):
        @classmethod
        def from_crawler(cls, crawler, *args, **kwargs):
            spider = super().from_crawler(crawler, *args, **kwargs)
            crawler.signals.connect(spider.judged, neardup_judged)
            return spider

        async def judged(self, item, verdict):
            await run_in_thread(heard.append, (item["url"], verdict.kind.value))

    (outcome,) = run_crawls(Crawl(settings, Listening, {"pages": pages}))
    assert heard == [(pages[0], "new"), (pages[1], "exact")]
    assert len(outcome.copies) == 1


@pytest.mark.parametrize("keep", [True, False])
def test_texts_are_kept_if_the_settings_say_so(crawl, pages, settings, keep):
    assert crawl(pages, {"NEARDUP_KEEP_TEXT": keep}).kinds == ["new", "exact"]
    with NearDupIndex.open(f"{settings['NEARDUP_DIR']}/pages") as index:
        texts = [index.kept_text(ordinal) for ordinal, _ in index.numbered_records()]
    if keep:
        assert [text.title for text in texts] == ["A story", "The story again"]
        assert all(paragraph in text.text for paragraph in FERRY for text in texts)
    else:
        assert texts == [None, None]
