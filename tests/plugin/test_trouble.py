"""An index that can't be used: said once, with the remedy, and no item is lost."""

from __future__ import annotations

import logging
import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from scrapy.utils.defer import deferred_from_coro

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.index.runs import Runs
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.verdict.thresholds import Thresholds
from scrapy_neardup.plugin.exceptions import SettingsError
from scrapy_neardup.plugin.settling import Settling
from scrapy_neardup.plugin.sites import SiteTemplates
from tests.forking import held_by_another_process

from .articles import CLOCK, FERRY, morning_page
from .crawling import PageSpider

SESSION_LOG = "scrapy_neardup.plugin.index_handle"


@pytest.fixture
def index_path(tmp_path):
    return tmp_path / "index" / "pages"


def stored(path):
    with NearDupIndex.open(path) as index:
        return sorted(record.url for record in index.records())


@contextmanager
def on_log(message, action):
    """Call *action* when the session logs a message that starts with *message*."""

    class Handler(logging.Handler):
        def emit(self, record):
            if record.getMessage().startswith(message):
                action()

    handler = Handler()
    logger = logging.getLogger(SESSION_LOG)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def test_a_locked_index_keeps_the_crawl_from_starting_and_names_its_holder(
    site, crawl, pages, index_path
):
    crawl(pages[:1])
    site.asked.clear()
    with held_by_another_process(index_path) as holder:
        outcome = crawl(pages)
    assert outcome.reason == "neardup_locked"
    assert outcome.urls == []
    assert site.asked == []
    assert outcome.stat("index_locked") == 1
    (problem,) = outcome.errors()
    assert str(index_path) in problem
    assert f"process {holder.pid}" in problem
    assert "spider night" in problem
    assert "NEARDUP_ON_LOCKED = 'close'" in problem
    assert (
        "; wait until it ends, or stop it; to begin at once, give this crawl another directory, or "
        "share one index" in problem
    )
    assert stored(index_path) == pages[:1]


def test_a_crawl_that_only_reads_is_told_that_it_can_read_a_locked_index(crawl, pages, index_path):
    crawl(pages[:1])
    readonly = {"NEARDUP_READONLY": True}
    with held_by_another_process(index_path):
        refused = crawl(pages, readonly)
        begun = crawl(pages, {**readonly, "NEARDUP_ON_LOCKED": "snapshot"})
    assert refused.reason == "neardup_locked"
    (problem,) = refused.errors()
    assert "; to begin at once, set NEARDUP_ON_LOCKED to 'snapshot'" in problem
    assert "another directory" not in problem
    assert begun.errors() == []
    assert begun.stat("checked") == 3
    assert stored(index_path) == pages[:1]


def test_a_locked_index_can_be_passed_by(crawl, pages, index_path):
    crawl(pages[:1])
    with held_by_another_process(index_path):
        outcome = crawl(pages, {"NEARDUP_ON_LOCKED": "pass"})
    assert outcome.reason == "finished"
    assert outcome.urls == pages
    assert outcome.stat("unjudged") == 3
    assert len(outcome.errors()) == 1
    assert stored(index_path) == pages[:1]


def test_a_locked_index_can_be_waited_for(crawl, pages, index_path):
    crawl(pages[:1])
    with (
        held_by_another_process(index_path) as holder,
        on_log("Waiting: ", holder.end),
    ):
        outcome = crawl(pages[1:], {"NEARDUP_ON_LOCKED": "wait"})
    assert outcome.kinds == ["exact", "new"]
    assert outcome.errors() == []
    (waiting,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert f"process {holder.pid}" in waiting


def test_a_crawl_that_waits_for_a_lock_can_be_stopped(crawl, pages, index_path):
    class Stopping(PageSpider):
        def stop(self):
            deferred_from_coro(self.crawler.stop_async())

        @classmethod
        def from_crawler(cls, crawler, *args, **kwargs):
            cls.instance = super().from_crawler(crawler, *args, **kwargs)
            return cls.instance

    with (
        held_by_another_process(index_path),
        on_log("Waiting: ", lambda: Stopping.instance.stop()),
    ):
        outcome = crawl(pages, {"NEARDUP_ON_LOCKED": "wait"}, spidercls=Stopping)
    assert outcome.reason == "shutdown"
    assert outcome.urls == []
    assert outcome.errors() == []


def test_a_locked_index_can_be_copied(crawl, pages, index_path):
    crawl(pages[:1])
    with held_by_another_process(index_path):
        outcome = crawl(pages, {"NEARDUP_ON_LOCKED": "snapshot"})
        longer = {"NEARDUP_ON_LOCKED": "snapshot", "NEARDUP_MIN_LENGTH": 100_000}
        by_its_thresholds = crawl(pages, longer)
    assert outcome.kinds == ["unchanged", "exact", "new"]
    assert by_its_thresholds.kinds == ["unchanged", "too_short", "too_short"]
    assert stored(index_path) == pages[:1]
    (told,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert told.startswith("Working on a copy of the index, what this crawl finds is not kept: ")
    assert str(index_path) in told


def test_a_directory_of_other_files_is_left_alone(crawl, pages, index_path):
    index_path.mkdir(parents=True)
    (index_path / "letters.txt").write_text("dear gull")
    outcome = crawl(pages)
    assert outcome.reason == "neardup_error"
    assert outcome.urls == []
    assert outcome.stat("index_error") == 1
    (problem,) = outcome.errors()
    assert f"{index_path} holds files but no index; name an empty or a new directory" in problem
    assert "NEARDUP_ON_ERROR = 'close'" in problem
    assert [path.name for path in index_path.iterdir()] == ["letters.txt"]


@pytest.mark.parametrize("readonly", [True, False])
def test_files_that_a_killed_repair_moved_aside_are_named(crawl, pages, index_path, readonly):
    aside = index_path / "leveldb.damaged-1"
    aside.mkdir(parents=True)
    outcome = crawl(pages, {"NEARDUP_READONLY": readonly})
    assert outcome.reason == "neardup_error"
    (problem,) = outcome.errors()
    assert f"rename {aside} to {index_path / 'leveldb'}, and repair it again" in problem
    assert [*index_path.iterdir()] == [aside]


def test_a_file_is_no_directory(crawl, pages, tmp_path):
    (tmp_path / "index").write_text("dear gull")
    outcome = crawl(pages)
    assert outcome.reason == "neardup_error"
    (problem,) = outcome.errors()
    assert "can't be an index" in problem
    assert (tmp_path / "index").read_text() == "dear gull"


@pytest.mark.leveldb
def test_a_broken_index_is_named_and_not_made_anew(crawl, pages, index_path):
    crawl(pages[:1])
    (index_path / "leveldb" / "CURRENT").write_bytes(b"MANIFEST-999999\n")
    before = {path.name: path.stat().st_size for path in (index_path / "leveldb").iterdir()}
    outcome = crawl(pages)
    assert outcome.reason == "neardup_error"
    assert str(index_path) in outcome.errors()[0]
    after = {path.name: path.stat().st_size for path in (index_path / "leveldb").iterdir()}
    assert before.keys() <= after.keys()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_a_place_where_no_directory_can_be_made_is_named(crawl, pages):
    outcome = crawl(pages, {"NEARDUP_DIR": "/proc/neardup"})
    assert outcome.reason == "neardup_error"
    (problem,) = outcome.errors()
    assert "the index /proc/neardup/pages" in problem


@pytest.mark.parametrize("scheme", ["", "sqlite://"])
def test_a_link_that_leads_back_to_itself_is_named(crawl, pages, tmp_path, scheme):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    outcome = crawl(pages, {"NEARDUP_INDEX": f"{scheme}{loop}"})
    assert outcome.reason == "neardup_error"
    assert f"{loop}/pages" in outcome.errors()[0]
    assert "remove the link, or name another directory" in outcome.errors()[0]


@pytest.mark.parametrize("scheme", ["", "sqlite://"])
@pytest.mark.parametrize("below", ["", "/news"])
def test_no_index_is_made_where_a_link_leads_to_nothing(crawl, pages, tmp_path, scheme, below):
    link, missing = tmp_path / "link", tmp_path / "disk" / "indexes"
    link.symlink_to(missing)
    with pytest.raises(SettingsError) as refused:
        crawl(pages, {"NEARDUP_INDEX": f"{scheme}{link}{below}"})
    assert "NEARDUP_INDEX is wrong" in str(refused.value)
    assert f"{link} is a link to {missing}, where nothing is: mount" in str(refused.value)
    assert not missing.parent.exists()


def test_an_index_that_may_not_be_looked_at_is_named(crawl, pages, tmp_path, monkeypatch):
    look = Path.stat

    def refused(path, **options):
        if tmp_path / "barred" in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, **options)

    monkeypatch.setattr(Path, "stat", refused)
    outcome = crawl(pages, {"NEARDUP_DIR": f"{tmp_path}/barred"})
    assert outcome.reason == "neardup_error"
    (problem,) = outcome.errors()
    assert f"{tmp_path}/barred/pages" in problem
    assert "give this process the right" in problem
    assert "(see NEARDUP_DIR)" in problem


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_index_is_named(crawl, pages, index_path):
    crawl(pages[:1])
    index_path.chmod(0o555)
    (index_path / "owner.lock").chmod(0o444)
    try:
        outcome = crawl(pages)
    finally:
        index_path.chmod(0o755)
        (index_path / "owner.lock").chmod(0o644)
    assert outcome.reason == "neardup_error"
    assert "can't be written" in outcome.errors()[0]


def test_an_index_of_another_scheme_is_refused_by_name(crawl, pages, index_path):
    crawl(pages[:1])
    outcome = crawl(pages, {"NEARDUP_MAX_DISTANCE": 4})
    assert outcome.reason == "neardup_error"
    (problem,) = outcome.errors()
    assert "max_distance: 3 against 4" in problem
    assert "(see NEARDUP_MAX_DISTANCE" in problem
    assert stored(index_path) == pages[:1]


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_an_index_that_is_open_with_another_sync_is_refused_by_name(
    crawl, pages, tmp_path, index_path, engine
):
    where = {"NEARDUP_INDEX": f"{engine}://{tmp_path}/index"}
    with NearDupIndex.open(f"{where['NEARDUP_INDEX']}/pages", sync="never"):
        outcome = crawl(pages, {**where, "NEARDUP_SYNC": "document"})
        (error,) = outcome.errors()
        assert "sync: 'never' against 'document'; give all the same (see NEARDUP_SYNC)" in error
        assert (outcome.items, outcome.reason) == ([], "neardup_error")
        assert crawl(pages, {**where, "NEARDUP_SYNC": "never"}).stat("checked") == len(pages)


def test_an_error_of_the_index_names_the_settings_that_mend_it(crawl, pages, monkeypatch):
    def failing(*args, **kwargs):
        raise NearDupError("no room; let documents expire", about=["ttl", "unknown"])

    monkeypatch.setattr(NearDupIndex, "reserve", failing)
    (problem,) = crawl(pages).errors()
    assert problem.endswith("no room; let documents expire (see NEARDUP_TTL)")


def test_a_copy_is_kept_if_counting_the_copies_that_are_kept_fails(crawl, pages, monkeypatch):
    def failing(held, most):
        raise RecursionError("a pear tree")

    monkeypatch.setattr(Held, "let_through", failing)
    outcome = crawl(pages, {"NEARDUP_KEEP_COPIES": 1})
    assert outcome.failed == []
    assert outcome.kinds == ["new", "exact", "new"]
    assert outcome.urls == pages
    assert outcome.stat("let_through/copy") == outcome.stat("judge_error/RecursionError") == 1
    assert len(outcome.errors()) == 1


def test_a_copy_is_kept_if_the_index_fails_when_its_copies_are_counted(crawl, pages, monkeypatch):
    def failing(held, most):
        raise IndexCorrupt("a pear tree")

    monkeypatch.setattr(Held, "let_through", failing)
    outcome = crawl(pages, {"NEARDUP_KEEP_COPIES": 1, "NEARDUP_ON_ERROR": "pass"})
    assert outcome.urls == pages
    assert outcome.stat("let_through/copy") == outcome.stat("index_error") == 1


def test_a_run_that_cant_be_read_stops_no_later_crawl(crawl, pages, index_path):
    crawl(pages[:1])
    with NearDupIndex.open(index_path) as index:
        index.write_notes([("run/00000001", b"{")])
    outcome = crawl(pages)
    assert outcome.kinds == ["unchanged", "exact", "new"]
    (problem,) = outcome.errors()
    assert problem.startswith("NEARDUP_GUARD does not know how much is usually dropped: ")


def test_an_error_can_be_passed_by(crawl, pages, index_path):
    crawl(pages[:1])
    outcome = crawl(pages, {"NEARDUP_MAX_DISTANCE": 4, "NEARDUP_ON_ERROR": "pass"})
    assert outcome.reason == "finished"
    assert outcome.urls == pages
    assert outcome.stat("unjudged") == 3
    assert len(outcome.errors()) == 1
    assert "the crawl goes on (NEARDUP_ON_ERROR = 'pass')" in outcome.errors()[0]


def test_an_index_that_has_failed_is_asked_for_nothing_at_the_end(
    crawl, pages, tmp_path, monkeypatch
):
    store = open_store(tmp_path / "other")
    store.close()
    apply, refused = type(store).apply, []

    def refuse(self, change):
        if change.post or refused:
            refused.append(change)
            raise IndexCorrupt("the disk is full of eels")
        apply(self, change)

    monkeypatch.setattr(type(store), "apply", refuse)
    outcome = crawl(pages, {"NEARDUP_ON_ERROR": "pass"})
    assert outcome.urls == pages
    (problem,) = outcome.errors()
    assert "the disk is full of eels" in problem


def test_a_write_that_fails_costs_no_item(crawl, pages, index_path, tmp_path, monkeypatch):
    crawl(pages[2:])

    def apply(self, change):
        raise IndexCorrupt("the disk is full of eels")

    store = open_store(tmp_path / "other")
    store.close()
    monkeypatch.setattr(type(store), "apply", apply)
    outcome = crawl(pages, {"NEARDUP_ON_ERROR": "pass"})
    assert outcome.urls == pages
    problems = outcome.errors()
    assert "the disk is full of eels" in problems[0]
    assert outcome.stat("index_error") == 1
    monkeypatch.undo()
    assert stored(index_path) == pages[2:]


def test_what_fails_beside_an_article_that_is_kept_is_logged_and_costs_nothing(
    crawl, pages, index_path, monkeypatch
):
    def fail(*args, **kwargs):
        raise NearDupError("the disk is full of eels")

    monkeypatch.setattr(SiteTemplates, "save_due", True)
    for owner, name in (
        (SiteTemplates, "learn"),
        (SiteTemplates, "save"),
        (NearDupIndex, "prune"),
    ):
        monkeypatch.setattr(owner, name, fail)
    outcome = crawl(pages, {"NEARDUP_TTL": "30d"})
    assert outcome.reason == "finished"
    assert outcome.kinds == ["new", "exact", "new"]
    assert (outcome.stat("committed"), outcome.stat("index_error")) == (3, None)
    problems = outcome.errors()
    assert all("the disk is full of eels" in problem for problem in problems)
    # What failed is not tried again for each item, but for what the next one brings.
    starts = ["A page's lines are not learned"] * 2
    starts += ["What was learned of the sites is not saved"] * 4
    starts += ["Articles that have expired are not pruned"]
    assert sorted(problem.partition(": ")[0] for problem in problems) == sorted(starts)
    monkeypatch.undo()
    assert stored(index_path) == sorted(pages)


def test_an_index_that_fails_when_its_crawl_is_about_to_begin_is_closed(
    crawl, pages, index_path, monkeypatch
):
    def fail(self):
        raise NearDupError("no answer")

    with monkeypatch.context() as failing:
        failing.setattr(NearDupIndex, "__len__", fail)
        assert crawl(pages).reason == "neardup_error"
    # Open still, it would be refused.
    with NearDupIndex.open(index_path, thresholds=Thresholds(ttl=1.0)) as index:
        assert len(index) == 0


ENDS = {
    "What the index has counted is not among the stats": (NearDupIndex, "stats"),
    "What was learned of the sites is not saved": (SiteTemplates, "save"),
    "The end of this run is not recorded in the index": (Runs, "finish"),
}


@pytest.mark.parametrize("error", [NearDupError("eels"), ValueError("eels")])
@pytest.mark.parametrize("said", ENDS)
def test_what_fails_at_the_end_is_told_by_its_name_and_the_rest_is_done(
    crawl, pages, index_path, monkeypatch, said, error
):
    def fail(*args, **kwargs):
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(*ENDS[said], fail)
        outcome = crawl(pages)
    (problem,) = outcome.errors()
    assert problem.startswith(f"{said}: ")
    assert "eels" in problem
    assert outcome.stat("index_size") == 2
    # Open still, it would be refused.
    with NearDupIndex.open(index_path, thresholds=Thresholds(ttl=1.0)) as index:
        (run,) = index.runs
        saved = index.read_note("site/gull.example") is not None
    assert (run.finished is None, not saved) == ("run" in said, "sites" in said)


@pytest.mark.parametrize(
    ("owner", "name"), [(NearDupIndex, "__len__"), (Settling, "roll_back_all")]
)
def test_an_index_is_closed_whatever_fails_before(
    crawl, pages, index_path, monkeypatch, owner, name
):
    class FailingAtTheEnd(PageSpider):
        def parse(self, response):
            if not self.left:
                monkeypatch.setattr(owner, name, fail)
            return super().parse(response)

    def fail(self):
        raise ValueError("eels")

    outcome = crawl(pages, spidercls=FailingAtTheEnd)
    monkeypatch.undo()
    assert outcome.reason == "finished"
    with NearDupIndex.open(index_path, thresholds=Thresholds(ttl=1.0)) as index:
        assert len(index) == 2


class RaisesAtTheEnd:
    def process_item(self, item):
        return item

    def close_spider(self):
        raise RuntimeError("the disk is full of eels")


class RaisesInTheEnd(RaisesAtTheEnd):
    async def close_spider(self):
        super().close_spider()


@pytest.mark.parametrize("other", [RaisesAtTheEnd, RaisesInTheEnd])
def test_another_pipeline_that_fails_to_close_hides_no_figures(crawl, pages, index_path, other):
    outcome = crawl(pages, {"ITEM_PIPELINES": {other: 900}})
    assert outcome.errors() == ["Scraper close failure"]
    assert outcome.stat("index_size") == 2
    (told,) = (line for line in outcome.lines() if line.startswith("Near-duplicates: "))
    assert told.endswith(", 2 articles known")
    with NearDupIndex.open(index_path, thresholds=Thresholds(ttl=1.0)) as index:
        assert len(index) == 2


def test_a_crawl_that_gives_its_index_up_leaves_what_others_of_its_process_learned(
    crawl, pages, index_path, monkeypatch
):
    with NearDupIndex.open(index_path) as index:
        index.hosts.learn_result("gull.example", "attic.example")

        def fail(*args, **kwargs):
            raise NearDupError("no answer")

        with monkeypatch.context() as failing:
            failing.setattr(NearDupIndex, "reserve", fail)
            assert crawl(pages).reason == "neardup_error"
        assert index.hosts.of("gull.example").won == 1


@pytest.fixture
def stumbling(monkeypatch):
    """No text on pears can be judged."""
    judge = Fingerprinter.__call__

    def stumble(self, text, *rest):
        if "pears" in text:
            raise RecursionError("a pear tree")
        return judge(self, text, *rest)

    monkeypatch.setattr(Fingerprinter, "__call__", stumble)


@pytest.mark.usefixtures("stumbling")
def test_an_item_that_cant_be_judged_passes_alone(crawl, pages):
    outcome = crawl([pages[2], *pages[:2]])
    assert outcome.reason == "finished"
    assert outcome.urls == [pages[2], pages[0]]
    assert outcome.copy_urls == [pages[1]]
    assert outcome.stat("judge_error/RecursionError") == 1
    assert outcome.stat("unjudged") == 1
    (problem,) = outcome.errors()
    assert problem == f"{pages[2]} passes unjudged"


@pytest.mark.usefixtures("stumbling")
def test_a_page_that_cant_be_judged_reaches_the_spider(crawl, pages):
    outcome = crawl([pages[2], *pages[:2]], {"NEARDUP_DROP_RESPONSES": True})
    assert outcome.reason == "finished"
    assert outcome.urls == [pages[2], pages[0]]
    assert outcome.stat("responses_dropped") == 1
    # Once as a page, and once as an item.
    assert outcome.stat("judge_error/RecursionError") == 2
    assert outcome.errors() == [f"{pages[2]} passes unjudged"] * 2


def test_a_read_only_crawl_drops_copies_and_leaves_the_index_as_it_was(
    site, crawl, pages, index_path
):
    crawl(pages[:1])
    changed = site.put("http://gull.example/story", morning_page("Clock", CLOCK))
    assert changed == pages[0]
    for _ in range(2):
        outcome = crawl(pages, {"NEARDUP_READONLY": True})
        assert outcome.kinds == ["updated", "exact", "new"]
        assert outcome.urls == [pages[0], pages[2]]
        assert outcome.stat("committed") is None
        assert outcome.stat("rolled_back") is None
        assert outcome.stat("index_size") == 1
        assert outcome.errors() == []
    assert stored(index_path) == pages[:1]
    site.put("http://gull.example/story", morning_page("A story", FERRY))
    assert crawl(pages[:1]).kinds == ["unchanged"]


def test_a_read_only_crawl_makes_no_index_and_refuses_to_go_without(
    site, crawl, pages, index_path, tmp_path
):
    outcome = crawl(pages, {"NEARDUP_READONLY": True})
    assert outcome.reason == "neardup_error"
    assert (site.asked, outcome.urls) == ([], [])
    (problem,) = outcome.errors()
    assert f"there is no index in {index_path}, and with NEARDUP_READONLY none is made" in problem
    assert "mend NEARDUP_DIR, or crawl once without NEARDUP_READONLY" in problem
    assert list(tmp_path.iterdir()) == []


def test_a_crawl_starts_no_index_inside_another(site, crawl, pages, index_path):
    crawl(pages)
    asked = len(site.asked)
    before = sorted(index_path.rglob("*"))
    outcome = crawl(pages, {"NEARDUP_INDEX": str(index_path)})
    assert outcome.reason == "neardup_error"
    assert (site.asked[asked:], outcome.urls) == ([], [])
    (problem,) = outcome.errors()
    assert f"{index_path} is an index itself, and NEARDUP_INDEX names the directory" in problem
    assert f"set it to {index_path.parent}" in problem
    assert sorted(index_path.rglob("*")) == before


@pytest.mark.parametrize("made", ["my news", "a%20b", "新闻.1"])
def test_an_index_around_is_shared_by_the_scope_that_is_told(crawl, pages, tmp_path, made):
    crawl(pages, {"NEARDUP_SCOPE": made})
    (around,) = (tmp_path / "index").iterdir()
    (problem,) = crawl(pages, {"NEARDUP_INDEX": str(around)}).errors()
    base, scope = re.search(
        r"set it to (.*), and to share that index, NEARDUP_SCOPE to '(.*)'", problem
    ).groups()
    outcome = crawl(pages, {"NEARDUP_INDEX": base, "NEARDUP_SCOPE": scope})
    assert outcome.kinds == ["unchanged"] * len(pages)


def test_an_index_around_that_no_scope_names_has_to_get_another_name(crawl, pages, tmp_path):
    crawl(pages, {"NEARDUP_SCOPE": "news"})
    around = (tmp_path / "index" / "news").rename(tmp_path / "index" / "my news")
    (problem,) = crawl(pages, {"NEARDUP_INDEX": str(around)}).errors()
    assert "NEARDUP_SCOPE to 'my news' after renaming it to 'my%20news'" in problem
    around.rename(around.with_name("my%20news"))
    outcome = crawl(pages, {"NEARDUP_INDEX": str(around.parent), "NEARDUP_SCOPE": "my news"})
    assert outcome.kinds == ["unchanged"] * len(pages)


def test_the_index_is_open_before_the_first_request(site, crawl, pages, index_path):
    asked = []

    class Starting(PageSpider):
        async def start(self):
            asked.append(index_path.exists())
            asked.append([*site.asked])
            async for request in super().start():
                yield request

    outcome = crawl(pages, make_items=lambda response: [], spidercls=Starting)
    assert asked == [True, []]
    assert outcome.stat("pages") == 3
    assert outcome.errors() == []


@pytest.mark.parametrize("policy", ["close", "pass"])
def test_an_unforeseen_error_while_opening_goes_the_way_of_the_others(
    site, crawl, pages, monkeypatch, policy
):
    def stumble(*args, **kwargs):
        raise ZeroDivisionError("a gull in the engine")

    monkeypatch.setattr(NearDupIndex, "open", stumble)
    outcome = crawl(pages, {"NEARDUP_ON_ERROR": policy})
    (problem,) = outcome.errors()
    assert "a gull in the engine" in problem
    assert f"(NEARDUP_ON_ERROR = '{policy}')" in problem
    assert outcome.stat("index_error") == 1
    if policy == "close":
        assert outcome.reason == "neardup_error"
        assert (site.asked, outcome.urls) == ([], [])
    else:
        assert outcome.urls == pages
        assert outcome.stat("unjudged") == 3


def test_the_settings_are_read_and_the_extractor_is_made_once_a_crawl(crawl, pages):
    made = []

    class Extractor:
        def __init__(self):
            made.append(self)

        def __call__(self, response):
            return None

    crawl(pages[:1], {"NEARDUP_EXTRACTOR": Extractor})
    assert len(made) == 1


def test_pages_reach_the_spider_when_the_index_is_locked(crawl, pages, index_path):
    crawl(pages[:1])
    with held_by_another_process(index_path):
        outcome = crawl(pages, {"NEARDUP_DROP_RESPONSES": True, "NEARDUP_ON_LOCKED": "pass"})
    assert outcome.urls == pages
    assert outcome.stat("responses_dropped") is None
    assert len(outcome.errors()) == 1
