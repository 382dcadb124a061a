"""What a location opens, and who is refused."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme, open_index
from scrapy_neardup.core.errors import IndexFormatError, NearDupError, SchemeMismatch
from scrapy_neardup.core.format import FORMAT, FORMAT_KEY
from scrapy_neardup.core.index.records import StoredIndex
from scrapy_neardup.core.stores.engines import ENGINES, engine_in, open_store
from scrapy_neardup.core.stores.store import Change
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.index.articles import article
from tests.core.index.earlier_format import EARLIER, date_back_to
from tests.forking import refusal


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture
def url(engine, tmp_path):
    return f"{engine}://{tmp_path}/index"


def test_an_index_is_as_it_was_left(url, tmp_path):
    with open_index(url) as index:
        index.check_and_add(Document("a", article(1)))
        index.check_and_add(Document("b", article(1)))
    # The files tell the engine.
    with open_index(tmp_path / "index", create=False) as index:
        assert index.engine.lower() == url.partition(":")[0]
        assert (len(index), index.stats()["copies"]) == (1, 1)
        assert index.check(Document("c", article(1))).match.id == "a"
        assert index.check_and_add(Document("d", article(2))).kind is Kind.NEW


def test_one_directory_is_one_index_under_every_spelling(url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "index")
    first = open_index(url)
    second = open_index(tmp_path / "other" / ".." / "index")
    third = open_index("link")
    fourth = open_index(tmp_path, name="index")
    assert first is second is third is fourth
    for name, opened in (("a", first), ("b", second), ("c", fourth)):
        opened.check_and_add(Document(name, article(name)))
        opened.close()
    third.check_and_add(Document("last", article(3)))
    third.close()
    with open_index("index") as index:
        assert all(name in index for name in ("a", "b", "c", "last"))


def test_another_scheme_is_refused_with_the_difference(url):
    open_index(url, Scheme(max_distance=3)).close()
    with pytest.raises(SchemeMismatch, match="max_distance: 3 against 2"):
        open_index(url, Scheme(max_distance=2, simhash_tables=3))
    with open_index(url) as index:
        assert index.scheme == Scheme(max_distance=3)
        with pytest.raises(SchemeMismatch, match="max_distance"):
            open_index(url, Scheme(max_distance=2, simhash_tables=3))


def test_other_thresholds_of_an_open_index_are_refused(url):
    with (
        open_index(url, thresholds=Thresholds(ttl=5.0)),
        pytest.raises(NearDupError, match=r"ttl: 5\.0 against 6\.0; give all the same"),
    ):
        open_index(url, thresholds=Thresholds(ttl=6.0))


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        *((number, "scrapy neardup rebuild") for number in EARLIER),
        (99, "use the version that wrote it"),
    ],
)
def test_another_format_is_refused_with_its_remedy(url, tmp_path, number, remedy):
    with open_index(url) as index:
        index.check_and_add(Document("a", article(1), keep_text=True))
        index.write_notes([("note", b"value")])
    write_format(tmp_path / "index", format=number, **({"bucket_bits": 32} if number == 5 else {}))
    for _ in range(2):
        message = f"has format {number}, this version reads {FORMAT}; .*{remedy}"
        with pytest.raises(IndexFormatError, match=message):
            open_index(url)


@pytest.mark.parametrize("number", EARLIER)
def test_an_index_of_an_earlier_format_can_be_read(url, tmp_path, number):
    with open_index(url, thresholds=Thresholds(rewriting=False)) as index:
        index.check_and_add(Document("a", article(1), keep_text=True))
        index.check_and_add(Document("copy", article(1)))
        index.write_notes([("note", b"value")])
        notes = dict(index.notes())
        scheme, before = index.scheme, [*index.numbered_records()]
    date_back_to(tmp_path / "index", number)
    with StoredIndex(url) as stored:
        # Its copies get the story of their article, which was not written down then.
        assert [*stored.numbered_records()] == before
        assert [stored.record_at(ordinal) for ordinal, _ in before] == [one for _, one in before]
        assert stored.kept_text(before[0][0]).text == article(1)
        assert {**dict(stored.notes()), **notes} == dict(stored.notes())
        assert stored.scheme == scheme.to_dict()


def write_format(path, **fields) -> None:
    store = open_store(path)
    form = json.loads(store.values([FORMAT_KEY])[0])
    store.apply(Change(values={FORMAT_KEY: json.dumps({**form, **fields}).encode()}))
    store.close()


def test_a_directory_with_other_files_is_refused_and_left_alone(engine, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(IndexFormatError, match="holds files but no index"):
        open_index(f"{engine}://{tmp_path}")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_file_is_refused(engine, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(IndexFormatError, match="name a directory"):
        open_index(f"{engine}://{tmp_path}/file")


def test_without_create_only_an_index_is_opened(url, tmp_path):
    with pytest.raises(IndexFormatError, match="holds no index"):
        open_index(url, create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "location", ["leveldb://relative", "sqlite://", "mysql:///x/y", "redis://127.0.0.1"]
)
def test_a_location_that_is_none_is_refused(location):
    with pytest.raises(NearDupError, match="use a"):
        NearDupIndex.open(location)


@pytest.mark.leveldb
def test_files_of_another_engine_are_refused_with_the_copy_as_remedy(tmp_path):
    for engine, other in permutations(ENGINES, 2):
        path = tmp_path / f"{engine} not {other}"
        open_index(f"{engine}://{path}").close()
        before = sorted(file.name for file in path.iterdir())
        with pytest.raises(
            IndexFormatError, match=f"{engine}, not {other}.*neardup copy '{path}' "
        ):
            open_index(f"{other}://{path}")
        assert sorted(file.name for file in path.iterdir()) == before


@pytest.mark.leveldb
def test_files_of_two_engines_are_refused(tmp_path):
    open_index(f"leveldb://{tmp_path}/a").close()
    open_index(f"sqlite://{tmp_path}/b").close()
    shutil.copy(tmp_path / "b" / "index.sqlite3", tmp_path / "a")
    with pytest.raises(IndexFormatError, match=r"two indexes.*move away"):
        open_index(tmp_path / "a")


@pytest.mark.leveldb
class TestWithoutPlyvel:
    @pytest.fixture
    def leveldb_index(self, tmp_path):
        path = tmp_path / "leveldb index"
        with open_index(f"leveldb://{path}") as index:
            index.check_and_add(Document("a", article(1)))
        return path

    @pytest.fixture(autouse=True)
    def no_plyvel(self, leveldb_index, monkeypatch):
        monkeypatch.setitem(sys.modules, "plyvel", None)
        monkeypatch.delitem(sys.modules, "scrapy_neardup.core.stores.leveldb", raising=False)

    def test_a_new_index_is_one_of_sqlite(self, tmp_path):
        for _ in range(2):
            with open_index(tmp_path / "new") as index:
                assert index.engine == "SQLite"
                index.check_and_add(Document("a", article(1)))
                assert len(index) == 1
        assert engine_in(tmp_path / "new") == "sqlite"

    def test_one_of_leveldb_is_refused_and_no_second_one_is_made_beside_it(self, leveldb_index):
        before = sorted(path.name for path in leveldb_index.rglob("*"))
        for location in (leveldb_index, f"leveldb://{leveldb_index}"):
            for opening in (open_index, NearDupIndex.snapshot):
                with pytest.raises(IndexFormatError, match=r"\[leveldb\].*neardup copy"):
                    opening(location)
        assert sorted(path.name for path in leveldb_index.rglob("*")) == before

    def test_a_new_one_of_leveldb_that_is_asked_for_is_refused(self, tmp_path):
        with pytest.raises(IndexFormatError, match=r"/new is asked of.*\[leveldb\].*sqlite://"):
            open_index(f"leveldb://{tmp_path}/new")
        assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_plyvel_that_can_t_be_loaded_is_told_with_the_remedy(there, tmp_path, monkeypatch):
    (tmp_path / "plyvel.py").write_text("raise ImportError('libleveldb.so.1: no such file')")
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("plyvel", "scrapy_neardup.core.stores.leveldb"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    index = tmp_path / "index"
    if there:
        (index / "leveldb").mkdir(parents=True)
    with pytest.raises(IndexFormatError, match=r"libleveldb.*plyvel\), or remove.*SQLite"):
        open_index(index)
    assert engine_in(index) == ("leveldb" if there else None)


def test_an_index_that_takes_long_to_open_delays_no_other(url, tmp_path, monkeypatch):
    connecting, let_go = threading.Event(), threading.Event()

    def connect(*args, **options):
        connecting.set()
        assert let_go.wait(20)
        raise NearDupError("no server")

    monkeypatch.setattr("scrapy_neardup.core.redis.index.require_suited", connect)
    with ThreadPoolExecutor() as threads:
        slow = threads.submit(open_index, "redis://127.0.0.1:1")
        assert connecting.wait(20)
        try:
            threads.submit(lambda: open_index(url).close()).result(10)
            monkeypatch.setattr(
                "scrapy_neardup.core.redis.index.require_suited", lambda servers: 1 / 0
            )
            with pytest.raises(ZeroDivisionError):
                threads.submit(open_index, "redis://127.0.0.1:2").result(10)
        finally:
            let_go.set()
        with pytest.raises(NearDupError, match="no server"):
            slow.result(20)


def test_what_is_closed_again_leaves_alone_what_was_opened_since(url):
    first = open_index(url)
    first.close()
    with open_index(url) as second:
        first.close()
        assert open_index(url) is second
        second.close()


def test_an_index_tells_whether_its_next_commit_waits_for_the_disk(engine, tmp_path):
    """A crawl makes such a commit in a thread."""
    for sync, waits in (("document", True), ("interval", False), ("never", False)):
        with NearDupIndex.open(f"{engine}://{tmp_path}/{sync}", sync=sync) as index:
            index.add(Document("a", article(1)))
            assert index.waits_for_disk is waits


def test_another_process_is_refused_and_told_who_has_it(url, tmp_path):
    with open_index(url, holder="spider news") as index:
        index.check_and_add(Document("a", article(1)))
        for _ in range(2):
            told = refusal(tmp_path / "index")
            assert "spider news" in told
            assert f"process {os.getpid()}" in told
        index.check_and_add(Document("b", article(2)))
    with open_index(url) as index:
        assert len(index) == 2


def test_the_lock_outlives_a_copy_of_the_directory(url, tmp_path):
    with open_index(url) as index:
        index.check_and_add(Document("a", article(1)))
        shutil.copytree(tmp_path / "index", tmp_path / "backup")
        assert "in use" in refusal(tmp_path / "index")


def test_a_snapshot_shows_the_index_of_a_running_process_and_changes_nothing_in_it(url, tmp_path):
    with open_index(url) as index:
        for number in range(50):
            index.check_and_add(Document(f"doc{number}", article(number)))
        with NearDupIndex.snapshot(url) as copy:
            assert len(copy) == 50
            assert copy.check(Document("x", article(7))).match.id == "doc7"
            copy.check_and_add(Document("x", article("x")))
            copy.remove("doc7")
            assert "x" not in index
            assert "doc7" in index
        assert [path.name for path in tmp_path.iterdir()] == ["index"]
        assert index.check(Document("y", article(7))).match.id == "doc7"
    assert refusal(tmp_path / "index") == ""


@pytest.mark.parametrize("given", ["eager", "keen", None, {"whole": 0.5}])
def test_the_name_of_a_preset_is_no_thresholds_and_nothing_is_made(given, tmp_path):
    name = given if given == "eager" else "balanced"
    told = re.escape(f"thresholds={given!r}: give Thresholds, or PRESETS[{name!r}]")
    path = tmp_path / "fresh"
    for opening in (
        lambda: open_index(path, thresholds=given),
        lambda: open_index("redis://127.0.0.1:1/0", thresholds=given),
        lambda: NearDupIndex.open(path, thresholds=given),
        lambda: NearDupIndex.snapshot(path, thresholds=given),
        lambda: NearDupIndex.in_memory(thresholds=given),
    ):
        with pytest.raises(TypeError, match=told):
            opening()
    assert not path.exists()
