"""What the former middle of the index lost, and what reading the new one closely found."""

from __future__ import annotations

import random
import shutil

import pytest

from benchmarks.crash.model import copy_as_killed
from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.stores import bucket_filter, sqlite
from scrapy_neardup.core.stores.bucket_filter import FILE
from scrapy_neardup.core.stores.engines import copy_live, module_of, open_store
from scrapy_neardup.core.stores.store import Change
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.faults.stories import story

LIVE, DOCUMENTS = 150, 1125


@pytest.fixture(params=["leveldb", "sqlite"])
def engine(request):
    return request.param


def bucket(number: int) -> bytes:
    """One of a table's buckets, scattered as hashes are."""
    return b"\2" + random.Random(number).randbytes(4)


def pairs(number: int, count: int = 10) -> list[tuple[bytes, bytes]]:
    """The postings of a document."""
    member = b"\0\0" + number.to_bytes(4, "big")
    return [(bucket(100 * number + place), member) for place in range(count)]


@pytest.mark.parametrize("how", ["remove", "update"])
def test_an_index_that_turns_over_loses_nothing(engine, tmp_path, monkeypatch, how):
    """The former planner of merges took a run that was still being written for the input of the
    next merge: with 2,000 live articles, after 9,000 documents with removals or changed pages, 653
    of 2,000 let an edited copy pass as new; closed or killed then, the index was refused as
    damaged (3,641 postings were missing, 56,487 led nowhere).
    """
    # A quarter as many as come to flushes and merges by the real sizes.
    monkeypatch.setattr(sqlite, "_WAITING", sqlite._WAITING // 4)
    if engine == "leveldb":
        leveldb = module_of(engine, tmp_path)
        monkeypatch.setattr(leveldb, "_WRITE_BUFFER", leveldb._WRITE_BUFFER // 4)
    path = tmp_path / "index"
    index = open_index(f"{engine}://{path}", sync="never")
    texts: dict[str, str] = {}
    for number in range(DOCUMENTS):
        name = f"http://a.example/{number if how == 'remove' else number % LIVE}"
        texts[name] = story(number)
        index.check_and_add(Document(name, texts[name]))
        if how == "remove" and number >= LIVE:
            old = f"http://a.example/{number - LIVE}"
            assert index.remove(old)
            del texts[old]
        if number == DOCUMENTS - LIVE // 2:
            copy_as_killed(path, tmp_path / "killed")
    assert_all_found(index, texts)
    index.close()
    for directory in (path, tmp_path / "killed"):
        report = check_index(directory)
        assert (report.clean, report.records, report.missing_postings) == (True, LIVE, 0)
        # One of them may be there that a crash of SQLite kept from being taken out.
        assert report.dangling_postings <= (0 if directory == path else 20_000)
    with open_index(path) as again:
        assert_all_found(again, texts)


def assert_all_found(index, texts) -> None:
    for name, text in texts.items():
        assert name in index
        assert index.check(Document("http://copy.example/", text)).match.id == name
    for name in random.Random(1).sample(sorted(texts), 100):
        edited = Document("http://copy.example/", f"{texts[name]} And a tail.")
        assert index.check(edited).match.id == name


def test_postings_that_wait_are_found_while_the_filter_is_made_again(
    engine, tmp_path, monkeypatch
):
    """SQLite's waiting postings were in no filter that was made again for churn meanwhile, and
    in none after it: a bucket with members was taken for an empty one.
    """
    monkeypatch.setattr(bucket_filter, "_LEAST", 1000)
    monkeypatch.setattr(bucket_filter, "_SLICE", 50)
    monkeypatch.setattr(bucket_filter, "_LEAST_READ", 1)
    monkeypatch.setattr(sqlite, "_WAITING", 800)
    store = open_store(tmp_path / "index", engine, sync="never")
    rebuilt = 0
    for number in range(700):
        unpost = pairs(number - 60) if number >= 60 else []
        coming = store._filter._coming
        store.apply(Change(post=pairs(number), unpost=unpost, ordinals=[number]))
        is_rebuilt = coming is not None and store._filter._coming is None
        rebuilt += is_rebuilt
        if number % 10 and not is_rebuilt:
            continue
        wanted = [pair for one in range(max(number - 59, 0), number + 1) for pair in pairs(one)]
        assert store.members([one for one, _ in wanted]) == [member for _, member in wanted]
    assert rebuilt > 1
    store.close()


def test_what_a_crash_left_unposted_is_posted_again_however_often_it_crashes(
    tmp_path, monkeypatch
):
    """The list of unposted documents was cleared when the first of them were written."""
    monkeypatch.setattr(sqlite, "_WAITING", 2000)
    index = open_index(f"sqlite://{tmp_path}/0")
    for number in range(50):
        index.check_and_add(Document(f"doc{number}", story(number)))
    copy_as_killed(tmp_path / "0", tmp_path / "1")
    index.close()
    # What is posted again fills the list of what waits, and is written at once.
    monkeypatch.setattr(sqlite, "_WAITING", 700)
    moments = 0

    def crash(statement: str) -> None:
        nonlocal moments
        if statement == "COMMIT":
            moments += 1
            copy_as_killed(tmp_path / "1", tmp_path / f"moment{moments}")

    opened = sqlite._open

    def watched(database):
        db = opened(database)
        db.set_trace_callback(crash)
        return db

    monkeypatch.setattr(sqlite, "_open", watched)
    index = open_index(f"sqlite://{tmp_path}/1")
    monkeypatch.setattr(sqlite, "_open", opened)
    for number in range(50, 60):
        index.check_and_add(Document(f"doc{number}", story(number)))
        index.remove(f"doc{number}")
    index.close()
    assert moments > 20
    for moment in range(1, moments + 1):
        report = check_index(tmp_path / f"moment{moment}")
        assert (report.clean, report.missing_postings) == (True, 0)
        assert report.records in (50, 51)


def test_a_transaction_that_was_interrupted_leaves_nothing_half_done(tmp_path, monkeypatch):
    index = open_index(f"sqlite://{tmp_path}/index")
    index.check_and_add(Document("a", story("a")))
    store = index._documents.store
    put = store._put

    def interrupted(key, value):
        put(key, value)
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "_put", interrupted)
    with pytest.raises(KeyboardInterrupt):
        index.check_and_add(Document("b", story("b")))
    monkeypatch.setattr(store, "_put", put)
    assert check_index(tmp_path / "index").records == 1
    # The next call writes it again.
    assert index.check_and_add(Document("b", story("b"))).kind is Kind.UNCHANGED
    assert index.check(Document("c", story("b"))).match.id == "b"
    index.close()
    assert check_index(tmp_path / "index").clean


@pytest.mark.parametrize("keep", [0, 4096])
def test_a_crash_before_the_first_tables_were_made_leaves_a_new_index(tmp_path, keep):
    index = open_index(f"sqlite://{tmp_path}/index")
    index.check_and_add(Document("a", story("a")))
    copy_as_killed(tmp_path / "index", tmp_path / "killed")
    index.close()
    for name in ("wal", "shm"):
        (tmp_path / "killed" / f"index.sqlite3-{name}").unlink()
    database = tmp_path / "killed" / "index.sqlite3"
    database.write_bytes(database.read_bytes()[:keep])
    with open_index(tmp_path / "killed") as again:
        assert len(again) == 0
        assert again.check_and_add(Document("a", story("a"))).kind is Kind.NEW
    assert check_index(tmp_path / "killed").clean


@pytest.mark.leveldb
def test_a_snapshot_never_shares_a_table_that_is_being_written(tmp_path):
    """It was linked, and LevelDB, opening the copy, wrote a table of its own over it, as its number
    was the next: the crawl that had it mapped died of SIGBUS.
    """
    store = open_store(tmp_path / "index", "leveldb")
    for number in range(200):
        store.apply(Change(post=pairs(number), values={b"k%d" % number: b"v"}))
    # As a compaction leaves them until the manifest knows of them.
    coming = [tmp_path / "index" / "leveldb" / f"{number:06}.ldb" for number in range(4, 30)]
    coming = [table for table in coming if not table.exists()]
    for table in coming:
        table.write_bytes(b"under way")
    copy_live(tmp_path / "index", tmp_path / "copy")
    assert {table.read_bytes() for table in coming} == {b"under way"}
    copied = open_store(tmp_path / "copy", "leveldb")
    assert sum(1 for _ in copied.postings()) == 2000
    copied.close()
    for table in coming:
        table.unlink()
    store.close()


@pytest.mark.leveldb
def test_tables_that_the_manifest_knows_are_linked_into_a_snapshot(tmp_path):
    store = open_store(tmp_path / "index", "leveldb")
    store.apply(Change(post=pairs(1)))
    store.close()
    store = open_store(tmp_path / "index", "leveldb")
    store.apply(Change(post=pairs(2)))
    copy_live(tmp_path / "index", tmp_path / "copy")
    (table,) = (tmp_path / "index" / "leveldb").glob("*.ldb")
    assert (tmp_path / "copy" / "leveldb" / table.name).samefile(table)
    store.close()


def test_without_room_for_the_filter_an_index_closes_and_is_whole(engine, tmp_path, monkeypatch):
    path = tmp_path / "index"

    def full(descriptor):
        raise OSError(28, "No space left on device")

    with open_index(f"{engine}://{path}") as index:
        index.check_and_add(Document("a", story("a")))
        monkeypatch.setattr(bucket_filter.BucketFilter, "save", full)
    monkeypatch.undo()
    assert not (path / FILE).exists()
    assert check_index(path).clean
    with open_index(path) as index:
        assert not index._documents.store._filter.is_ready
        assert index.check(Document("b", story("a"))).match.id == "a"
        index.check_and_add(Document("c", story("c")))
        assert index._documents.store._filter.is_ready
        assert index.check(Document("b", story("a"))).match.id == "a"
    with open_index(path) as index:
        assert index._documents.store._filter.is_ready


def test_an_index_that_is_closed_while_its_filter_is_made_again_is_whole(
    engine, tmp_path, monkeypatch
):
    monkeypatch.setattr(bucket_filter, "_SLICE_AFTER_CRASH", 20)
    monkeypatch.setattr(bucket_filter, "_LEAST_READ", 1)
    path = tmp_path / "0"
    with open_index(f"{engine}://{path}") as index:
        for number in range(30):
            index.check_and_add(Document(f"doc{number}", story(number)))
        copy_as_killed(path, tmp_path / "1")
    for opening in range(3):
        with open_index(tmp_path / "1") as index:
            # SQLite posts again when it opens, which makes the filter too.
            assert engine == "sqlite" or not index._documents.store._filter.is_ready
            index.check_and_add(Document(f"more{opening}", story(f"more{opening}")))
            assert index.prune(0) == 0
            assert index.remove(f"doc{opening}")
        with NearDupIndex.snapshot(tmp_path / "1") as copy:
            assert len(copy) == 30
    with open_index(tmp_path / "1") as index:
        for number in range(3, 30):
            assert index.check(Document("x", story(number))).match.id == f"doc{number}"
        index.compact()
        assert index._documents.store._filter.is_ready
    assert check_index(tmp_path / "1").clean
    shutil.rmtree(tmp_path / "1")


def test_what_is_gone_or_too_old_hides_nothing_that_is_live(engine, tmp_path):
    """More articles of one text than a query judges, removed just before a crash that keeps their
    postings, or past their time to live: each took the place of one that counts.
    """
    with open_index(f"{engine}://{tmp_path}/0") as index:
        for number in range(100):
            index.add(Document(f"gone{number}", story(1)))
    with open_index(tmp_path / "0") as index:
        for number in range(100):
            index.remove(f"gone{number}")
        index.add(Document("live", f"{story(1)} Live."))
        copy_as_killed(tmp_path / "0", tmp_path / "1")
    with open_index(tmp_path / "1") as index:
        assert index.check(Document("x", f"{story(1)} Edited.")).match.id == "live"
        assert (index.stats()["stale_postings"] > 0) is (engine == "sqlite")
    now = [1_000_000.0]
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now[0]) as index:
        for number in range(100):
            index.add(Document(f"old{number}", story(1)))
        now[0] += 101
        index.add(Document("live", f"{story(1)} Live."))
        assert index.check(Document("x", f"{story(1)} Edited.")).match.id == "live"
