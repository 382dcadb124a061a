"""What is removed or has expired is gone with all that could find it, and gives its space back."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import DropItem

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index import local
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.index.records import record_key
from scrapy_neardup.core.stores.bucket_filter import FILE as FILTER
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.sqlite import SQLiteStore
from scrapy_neardup.core.stores.store import Change
from scrapy_neardup.core.verdict.thresholds import Thresholds
from scrapy_neardup.plugin import settling

from .stories import story, story_page

if TYPE_CHECKING:
    from pathlib import Path

DAY = 86_400
ARTICLES = 120


class Clock:
    def __init__(self) -> None:
        self.now = 1_000 * DAY

    def __call__(self) -> float:
        return float(self.now)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["memory", "leveldb", "sqlite"])
def index(request, tmp_path, clock):
    made = {
        "memory": MemoryStore,
        "leveldb": lambda: open_store(tmp_path / "index", "leveldb"),
        "sqlite": lambda: SQLiteStore(tmp_path / "index"),
    }
    store = made[request.param]()
    with NearDupIndex(store, thresholds=Thresholds(ttl=30 * DAY), clock=clock) as opened:
        opened.store = store
        yield opened


def fill(index: NearDupIndex, clock: Clock) -> None:
    """An article and a copy of it each day."""
    for number in range(ARTICLES):
        index.check_and_add(Document(f"http://a{number % 3}.test/{number}", story(number)))
        index.check_and_add(Document(f"http://b.test/{number}", story(number)))
        clock.now += DAY


def left(store) -> tuple[int, list[bytes]]:
    """How many postings, and which keys, are in a store, but for the counts of words."""
    keys = [key for key, _ in store.items(b"") if not key.startswith(b"nfrequencies/")]
    return sum(1 for _ in store.postings()), keys


def disk_use(path: Path) -> int:
    """Bytes of the database. The filter beside it is made with room for 2^18 postings."""
    files = (file for file in path.rglob("*") if file.is_file() and file.name != FILTER)
    return sum(file.stat().st_size for file in files)


def count_expired(index: NearDupIndex, before: float) -> int:
    """How many documents are still there that were first seen before *before*."""
    return sum(record.first_seen < before for record in index.records())


def test_an_expired_article_does_not_count_and_can_come_again(index, clock):
    index.check_and_add(Document("a", story(1)))
    clock.now += 30 * DAY
    assert index.check(Document("b", story(1))).kind is Kind.EXACT
    clock.now += 1
    assert index.check_and_add(Document("b", story(1))).kind is Kind.NEW
    assert index.check(Document("c", story(1))).match.id == "b"
    assert index.prune(clock.now - 30 * DAY) == 1
    assert "a" not in index
    assert index.check(Document("c", story(1))).match.id == "b"


def test_another_article_under_a_known_address_is_as_old_as_its_text_there(index, clock):
    index.check_and_add(Document("a", story(1)))
    first = index.get("a").first_seen
    clock.now += 20 * DAY
    index.check_and_add(Document("a", f"{story(1)} Correction."))
    assert index.get("a").first_seen == first
    index.check_and_add(Document("a", story(2)))
    assert index.get("a").first_seen == clock.now
    clock.now += 20 * DAY
    assert index.check(Document("b", story(2))).match.id == "a"
    assert index.prune(clock.now - 30 * DAY) == 0


def test_pruning_takes_the_oldest_and_leaves_the_rest_as_it_was(index, clock):
    fill(index, clock)
    before = clock.now - 50 * DAY
    kept = [record for record in index.records() if record.first_seen >= before]
    assert index.prune(before) == 2 * (ARTICLES - 50)
    assert list(index.records()) == kept
    stats = index.stats()
    assert (stats["articles"], stats["copies"]) == (50, 50)
    # The newest expires last, so it is still a source.
    assert index.check(Document("c", story(ARTICLES - 1))).kind is Kind.EXACT


def test_pruning_in_slices_goes_on_behind_a_record_that_cant_be_read(index, clock):
    fill(index, clock)
    ordinal = next(ordinal for ordinal, _ in index.numbered_records()) + 9
    (value,) = index.store.values([record_key(ordinal)])
    index.store.apply(Change(values={record_key(ordinal): value[:20]}))
    before = clock.now - 50 * DAY
    errors = []
    for _ in range(40):
        try:
            index.prune(before, limit=10)
        except IndexCorrupt as error:
            errors.append(str(error))
    assert f"record {ordinal} of" in errors[0]
    assert "`scrapy neardup repair INDEX`" in errors[0]
    left = [ordinal for ordinal, value in index._documents.stored(0) if len(value) == 20]
    assert left == [ordinal]
    index.store.apply(Change(values={record_key(ordinal): value}))
    assert count_expired(index, before) == 1


def test_slices_of_pruning_take_as_much_as_one_sweep(index, clock):
    fill(index, clock)
    slices = []
    while gone := index.prune(clock.now - 50 * DAY, limit=7):
        slices.append(gone)
    assert set(slices[:-1]) == {7}
    assert sum(slices) == 2 * (ARTICLES - 50)


def test_a_slice_of_pruning_is_one_write(index, clock, monkeypatch):
    """So on a slow disk it costs no more than an article that is kept."""
    fill(index, clock)
    changes = []
    apply = type(index.store).apply

    def noting(self, change):
        changes.append(change)
        apply(self, change)

    monkeypatch.setattr(type(index.store), "apply", noting)
    assert index.prune(clock.now - 50 * DAY, limit=20) == 20
    assert len(changes) == 1
    assert index.prune(clock.now - 2 * ARTICLES * DAY, limit=20) == 0
    assert len(changes) == 1
    assert len(index) == ARTICLES - 10


def test_a_slice_of_pruning_does_not_walk_over_what_is_gone(index, clock, monkeypatch):
    fill(index, clock)
    starts = []
    items = type(index.store).items

    def noting(self, prefix, start=b""):
        starts.append(int.from_bytes(start, "big"))
        return items(self, prefix, start)

    monkeypatch.setattr(type(index.store), "items", noting)
    while index.prune(clock.now - 50 * DAY, limit=7):
        pass
    assert starts[:3] == [0, 7, 14]
    assert starts[-1] == 2 * (ARTICLES - 50)


def test_what_is_under_way_while_others_are_pruned_is_pruned_later(index, clock):
    early = index.reserve(Document("early", story("early")))
    index.check_and_add(Document("stays", story("stays")))
    update = index.reserve(Document("stays", story("stays, updated")))
    index.check_and_add(Document("goes", story("goes")))
    clock.now += 60 * DAY
    assert index.prune(clock.now, limit=5) == 1
    early.commit()
    update.rollback()
    assert [record.id for record in index.records()] == ["early", "stays"]
    assert index.prune(clock.now, limit=5) == 2


def test_a_clock_that_was_wrong_for_a_while_does_not_stop_a_sweep(index, clock):
    clock.now += 5_000 * DAY
    index.check_and_add(Document("from the future", story("future")))
    clock.now -= 5_000 * DAY
    fill(index, clock)
    assert index.prune(clock.now) == 2 * ARTICLES
    assert [record.id for record in index.records()] == ["from the future"]


def test_slices_take_what_comes_after_others_that_stay(index, clock):
    fill(index, clock)
    before = clock.now - 50 * DAY
    with NearDupIndex.in_memory(clock=clock) as copied:
        # Articles come first there, so that the old copies come after the new articles.
        copy_index(index, copied)
        slices = [copied.prune(before, limit=7) for _ in range(25)]
        assert sum(slices) == 2 * (ARTICLES - 50)
        assert min(record.first_seen for record in copied.records()) >= before
        assert {copied.prune(before, limit=7) for _ in range(5)} == {0}


def test_a_clock_that_was_wrong_for_a_while_does_not_stop_slices(index, clock):
    clock.now += 5_000 * DAY
    index.check_and_add(Document("from the future", story("future")))
    clock.now -= 5_000 * DAY
    fill(index, clock)
    assert sum(index.prune(clock.now, limit=7) for _ in range(40)) == 2 * ARTICLES
    assert [record.id for record in index.records()] == ["from the future"]


def test_a_slice_reads_no_more_than_a_part_of_the_index(index, clock, monkeypatch):
    monkeypatch.setattr(local, "_LEAST_READ", 30)
    clock.now += 5_000 * DAY
    for number in range(70):
        index.check_and_add(Document(f"future/{number}", story(f"future {number}")))
    clock.now -= 5_000 * DAY
    index.check_and_add(Document("old", story("old")))
    clock.now += DAY
    # The third slice comes to the old one and reaches the end; the fourth begins again.
    assert [index.prune(clock.now, limit=2) for _ in range(3)] == [0, 0, 1]
    index.remove("future/0")
    clock.now += 10_000 * DAY
    assert index.prune(clock.now, limit=2) == 2
    assert "future/2" not in index
    assert "future/3" in index


def test_slices_begin_again_while_what_they_passed_grows_old(index, clock):
    fill(index, clock)
    gone = 0
    for _ in range(60):
        gone += index.prune(clock.now - 30 * DAY, limit=9)
        index.check_and_add(Document(f"later/{clock.now}", story(clock.now)))
        clock.now += DAY
    assert gone == 2 * ARTICLES + 30 - 1
    assert count_expired(index, clock.now - 31 * DAY) == 0


@pytest.mark.parametrize("way", ["id", "age"])
def test_what_is_taken_out_leaves_nothing_behind(index, clock, way):
    empty = left(index.store)
    fill(index, clock)
    if way == "id":
        gone = sum(index.remove(record.id) for record in list(index.records()))
    else:
        gone = index.prune(clock.now)
    assert gone == 2 * ARTICLES
    assert len(index) == index.stats()["copies"] == 0
    postings, keys = left(index.store)
    assert (postings, [key for key in keys if key != b"counts"]) == empty
    assert index.check(Document("copy", story(0))).kind is Kind.NEW


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_the_space_of_what_was_removed_comes_back(engine, tmp_path):
    with NearDupIndex.open(f"{engine}://{tmp_path}") as index:
        for number in range(400):
            index.add(Document(f"http://a.test/{number}", story(number)))
        index.compact()
    full = disk_use(tmp_path)
    with NearDupIndex.open(tmp_path) as index:
        assert all(index.remove(f"http://a.test/{number}") for number in range(400))
        index.add(Document("http://b.test/", story("last")))
        index.compact()
    # How many articles have each term stays, in a table.
    assert disk_use(tmp_path) < full / 5
    assert (tmp_path / FILTER).stat().st_size < 1_000_000
    assert check_index(tmp_path).records == 1


def test_a_copy_whose_source_was_removed_is_judged_anew(index):
    index.check_and_add(Document("a", story(1)))
    index.check_and_add(Document("b", story(1)))
    index.remove("a")
    assert index.check_and_add(Document("b", story(1))).kind is Kind.UPDATED
    assert index.check(Document("c", story(1))).match.id == "b"
    assert len(index) == 1


def test_a_copy_whose_source_has_expired_is_judged_as_if_that_was_gone(index, clock):
    index.check_and_add(Document("a", story(1)))
    clock.now += 10 * DAY
    index.check_and_add(Document("b", story(1)))
    assert index.check_and_add(Document("b", story(1))).kind is Kind.UNCHANGED
    clock.now += 21 * DAY
    again = index.check_and_add(Document("b", story(1)))
    assert (again.kind, again.matches) == (Kind.UPDATED, ())
    # It has not expired itself, and is as old as it was.
    assert index.get("b").first_seen == clock.now - 21 * DAY
    assert index.check(Document("c", story(1))).match.id == "b"
    assert index.check(Document("a", story(1))).match.id == "b"


@pytest.mark.parametrize("text", [story(1), f"{story(1)} Correction."])
def test_an_article_that_comes_again_when_it_has_expired_begins_anew(index, clock, text):
    first = index.check_and_add(Document("a", story(1)))
    index.check_and_add(Document("copy", story(1)))
    clock.now += 31 * DAY
    again = index.check_and_add(Document("a", text))
    assert (again.kind, again.matches) == (Kind.UPDATED, ())
    assert again.story != first.story
    assert index.get("a").first_seen == clock.now
    # Else both would pass.
    copy = index.check_and_add(Document("copy", story(1)))
    assert (copy.match.id, copy.story) == ("a", again.story)
    assert index.check(Document("a", text)).kind is Kind.UNCHANGED
    assert index.prune(clock.now - 30 * DAY) == 0


def test_an_article_that_is_added_when_it_has_expired_begins_anew(index, clock):
    index.add(Document("a", story(1)))
    first = index.get("a")
    clock.now += 31 * DAY
    index.add(Document("a", story(1)))
    assert index.get("a").first_seen == clock.now
    assert index.get("a").story_id != first.story_id
    assert index.check(Document("b", story(1))).match.id == "a"


def test_of_copies_that_have_expired_with_their_source_one_is_an_article(index, clock):
    for name in "abc":
        index.check_and_add(Document(name, story(1)))
    clock.now += 31 * DAY
    # As after they have been pruned: the first that comes is the source of the others.
    again = index.check_and_add(Document("b", story(1)))
    assert (again.kind, again.matches) == (Kind.UPDATED, ())
    assert index.get("b").first_seen == clock.now
    copy = index.check_and_add(Document("c", story(1)))
    assert (copy.kind, copy.match.id, copy.story) == (Kind.EXACT, "b", again.story)
    assert index.check(Document("c", story(1))).kind is Kind.UNCHANGED
    assert index.prune(clock.now - 30 * DAY) == 1
    assert [record.id for record in index.records()] == ["b", "c"]


def test_a_merger_is_unchanged_while_one_of_its_sources_counts(index, clock):
    index.check_and_add(Document("a", story(1)))
    clock.now += 20 * DAY
    index.check_and_add(Document("b", story(2)))
    merged = Document("m", f"{story(1)}\n{story(2)}")
    assert {match.id for match in index.check_and_add(merged).matches} == {"a", "b"}
    clock.now += 20 * DAY
    again = index.check_and_add(merged)
    assert (again.kind, again.match.id) == (Kind.UNCHANGED, "b")


def test_a_crawl_that_finds_nothing_new_prunes_too(crawl, site, tmp_path):
    pages = [site.put("http://a.test/1", story_page(1))]
    assert crawl(pages).kinds == ["new"]
    path = tmp_path / "index" / "pages"
    store = open_store(path)
    with NearDupIndex(store, clock=Clock()) as index:
        index.check_and_add(Document("http://old.test/", story("old")))
    outcome = crawl(pages, {"NEARDUP_TTL": "90d"})
    assert outcome.kinds == ["unchanged"]
    assert outcome.stat("expired") == 1


class Refusing:
    def process_item(self, item):
        raise DropItem("refused")


def test_a_crawl_that_keeps_nothing_prunes_too(crawl, site, tmp_path):
    with NearDupIndex(open_store(tmp_path / "index" / "pages"), clock=Clock()) as index:
        index.check_and_add(Document("http://old.test/", story("old")))
    pages = [site.put("http://a.test/1", story_page(1))]
    outcome = crawl(pages, {"NEARDUP_TTL": "90d", "ITEM_PIPELINES": {Refusing: 900}})
    assert outcome.stat("rolled_back") == 1
    assert outcome.stat("expired") == 1


def test_a_crawl_prunes_in_slices_as_it_goes(crawl, site, tmp_path, monkeypatch):
    monkeypatch.setattr(settling, "_PRUNE_SLICE", 5)
    path = tmp_path / "index" / "pages"
    store = open_store(path)
    clock = Clock()
    with NearDupIndex(store, clock=clock) as index:
        for number in range(18):
            index.check_and_add(Document(f"http://old.test/{number}", story(f"old {number}")))
    pages = [site.put(f"http://a.test/{number}", story_page(number)) for number in range(6)]
    pages.append(site.put("http://a.test/again", story_page("old 3")))
    outcome = crawl(pages, {"NEARDUP_TTL": "90d"})
    assert outcome.kinds == ["new"] * 7
    assert outcome.stat("expired") == 18
    assert check_index(path).clean
    with NearDupIndex.open(path) as index:
        assert len(index) == 7


class Together:
    """Lets 40 items through at once."""

    def __init__(self):
        self.came = 0
        self.all_came = asyncio.Event()

    async def process_item(self, item):
        self.came += 1
        if self.came == 40:
            self.all_came.set()
        await self.all_came.wait()
        return item


def test_items_do_not_wait_for_a_slice_of_each_other(crawl, site, tmp_path, monkeypatch):
    """If each article that is kept pruned a slice, the last of many would wait for as many."""
    monkeypatch.setattr(settling, "_PRUNE_SLICE", 1)
    with NearDupIndex(open_store(tmp_path / "index" / "pages"), clock=Clock()) as index:
        for number in range(60):
            index.check_and_add(Document(f"http://old.test/{number}", story(f"old {number}")))
    slow, slices = NearDupIndex.prune, []

    def slowly(self, *args, **options):
        slices.append(time.sleep(0.1))
        return slow(self, *args, **options)

    monkeypatch.setattr(NearDupIndex, "prune", slowly)

    def make_items(response):
        for number in range(40):
            yield {"url": f"http://a.test/{number}", "text": story(number)}

    more = {"NEARDUP_TTL": "90d", "ITEM_PIPELINES": {Together: 900}}
    outcome = crawl([site.put("http://a.test/", "<p>All</p>")], more, make_items=make_items)
    assert outcome.kinds == ["new"] * 40
    # While calls wait all the time, a slice comes after each tenth item, so that the index is pruned at all.
    assert 3 <= len(slices) < 10


def test_a_crawl_with_a_ttl_keeps_what_is_younger(crawl, site):
    pages = [site.put(f"http://a.test/{number}", story_page(1)) for number in range(3)]
    assert crawl(pages[:1]).kinds == ["new"]
    outcome = crawl(pages[1:], {"NEARDUP_TTL": "1h"})
    assert outcome.kinds == ["exact", "exact"]
    assert outcome.stat("expired") == 0
