"""Disks that are full, read-only or gone: said loudly, no item lost, nothing stored harmed."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.errors import IndexReadOnly, NearDupError
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.stores import sqlite
from tests.commands.running import neardup

from .stories import story, story_page

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 8


def mount(*arguments: str) -> bool:
    if os.geteuid() or not sys.platform.startswith("linux"):
        return False
    return subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 2 MB of its own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)):
        pytest.skip("mounting a file system takes root on Linux")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.fixture
def pages(site):
    return [
        site.put(f"http://paper{number % 2}.test/{number}", story_page(number))
        for number in range(PAGES)
    ]


def fill(disk: Path, leave: int = 0) -> Path:
    """Fill *disk* up to some bytes."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            file.truncate(max(file.tell() - leave, 0))
    return ballast


def add_until_it_fails(index: NearDupIndex, first: int = 0, most: int = 20_000) -> tuple[int, str]:
    """Add articles until that fails. How many were added, and the error."""
    fingerprint = index.fingerprinter(story(0))
    for number in range(first, most):
        # A body of its own for every article would take the test's time.
        own = fingerprint_of(fingerprint, number)
        try:
            index.add(Document(f"doc{number}", "text", url=f"http://a.test/{'x' * 900}"), own)
        except NearDupError as error:
            return number, str(error)
    raise AssertionError("nothing failed")


def fingerprint_of(like, number: int):
    digest = number.to_bytes(16, "little")
    return replace(like, digest=digest, simhash=number * 0x9E3779B97F4A7C15 % 2**64)


def assert_whole(path: Path, articles: int) -> None:
    report = check_index(path)
    assert report.clean, report.problems
    assert report.records == articles
    with NearDupIndex.open(path) as index:
        assert all(f"doc{number}" in index for number in range(articles))


@contextmanager
def limit(kind: int, soft: int):
    old = resource.getrlimit(kind)
    resource.setrlimit(kind, (soft, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(kind, old)


def next_descriptor() -> int:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_a_full_disk_costs_only_what_was_refused(engine, small_disk):
    path = small_disk / "index"
    index = NearDupIndex.open(f"{engine}://{path}")
    ballast = fill(small_disk, leave=150_000)
    added, problem = add_until_it_fails(index)
    assert added > 3
    assert re.search("(No space left on device|disk is full); make room on its disk", problem)
    # There is room again, but a change behind the torn one could not be read.
    ballast.unlink()
    with pytest.raises(NearDupError, match=re.escape(problem)):
        index.add(Document("late", story("late")))
    assert f"doc{added - 1}" in index
    index.close()
    assert_whole(path, added)
    with NearDupIndex.open(path) as again:
        assert again.check_and_add(Document("late", story("late"))).kind is Kind.NEW
    assert check_index(path).clean


def test_an_index_that_cant_be_opened_for_want_of_room_opens_once_there_is_some(small_disk):
    path = small_disk / "index"
    with NearDupIndex.open(path) as index:
        for number in range(20):
            index.add(Document(f"doc{number}", story(number)))
    ballast = fill(small_disk)
    with pytest.raises(NearDupError, match="No space left on device; make room"):
        NearDupIndex.open(path)
    ballast.unlink()
    assert_whole(path, 20)


@pytest.mark.leveldb
def test_a_repair_without_room_leaves_the_index_as_it_was(small_disk):
    path = small_disk / "index"
    with NearDupIndex.open(path) as index:
        for number in range(200):
            index.add(Document(f"doc{number}", story(number)))
        index.compact()
    ballast = fill(small_disk, leave=20_000)
    with pytest.raises(NearDupError, match="No space left"):
        repair_index(path)
    assert sorted(entry.name for entry in path.iterdir()) == [
        "filter.bin",
        "leveldb",
        "owner.lock",
        "sealed.json",
    ]
    ballast.unlink()
    assert_whole(path, 200)


def test_a_repair_of_sqlite_without_room_for_the_rows_leaves_the_index_as_it_was(
    small_disk, monkeypatch
):
    path = small_disk / "index"
    with NearDupIndex.open(f"sqlite://{path}") as index:
        for number in range(30):
            index.add(Document(f"doc{number}", story(number)))
        index.compact()
    names = sorted(entry.name for entry in path.iterdir())
    # With a small cache, rows are written while others are read.
    monkeypatch.setattr(sqlite, "_CACHE_KIB", 16)
    size = (path / sqlite.DATABASE).stat().st_size
    ballast = fill(small_disk, leave=size + size // 2)
    # SQLite says "disk I/O error" where its journal has no room.
    with pytest.raises(NearDupError, match="disk"):
        repair_index(path)
    assert sorted(entry.name for entry in path.iterdir()) == names
    ballast.unlink()
    assert_whole(path, 30)


@pytest.mark.parametrize("engine", [pytest.param("leveldb", marks=pytest.mark.leveldb), "sqlite"])
@pytest.mark.parametrize("command", ["copy", "rebuild"])
def test_a_new_index_that_does_not_fit_leaves_its_disk_as_it_was(
    command, engine, small_disk, tmp_path, capsys
):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as index:
        for number in range(200):
            index.add(Document(f"doc{number}", story(number)))
    (small_disk / "mine").write_bytes(bytes(2_000_000))
    assert neardup(command, path, f"{engine}://{small_disk / 'new'}") == 1
    assert "make room on its disk" in capsys.readouterr().err
    assert [entry.name for entry in small_disk.iterdir()] == ["mine"]
    assert_whole(path, 200)


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("leveldb", "File too large; raise the limit of file sizes (ulimit -f)"),
        (
            "sqlite",
            "disk I/O error; see in the system's log whether its disk fails, and whether a",
        ),
    ],
)
def test_a_write_cut_short_by_a_limit_of_file_size_is_no_loss(tmp_path, engine, told):
    index = NearDupIndex.open(f"{engine}://{tmp_path}")
    with limit(resource.RLIMIT_FSIZE, 200_000):
        added, problem = add_until_it_fails(index)
    assert told in problem
    with pytest.raises(NearDupError, match=re.escape(problem)):
        index.remove("doc0")
    index.close()
    assert_whole(tmp_path, added)


@pytest.mark.leveldb
def test_a_table_that_cant_be_written_for_want_of_descriptors_is_no_loss(tmp_path, monkeypatch):
    monkeypatch.setattr("scrapy_neardup.core.stores.leveldb._WRITE_BUFFER", 64 << 10)
    index = NearDupIndex.open(tmp_path)
    with limit(resource.RLIMIT_NOFILE, next_descriptor()):
        added, problem = add_until_it_fails(index)
    assert added > 3
    assert "raise the limit of open files (ulimit -n)" in problem
    index.close()
    assert_whole(tmp_path, added)


@pytest.mark.leveldb
@pytest.mark.parametrize("scarce", ["descriptors", "room"])
def test_an_index_that_closes_without_a_table_of_its_log_keeps_the_log(small_disk, scarce):
    path = small_disk / "index"
    index = NearDupIndex.open(path)
    for number in range(20):
        index.add(Document(f"doc{number}", story(number)))
    if scarce == "room":
        fill(small_disk, leave=12_288)
        index.close()
        (small_disk / "ballast").unlink()
    else:
        with limit(resource.RLIMIT_NOFILE, next_descriptor()):
            index.close()
    assert max(log.stat().st_size for log in path.glob("leveldb/*.log")) > 10_000
    assert_whole(path, 20)


@pytest.mark.leveldb
def test_an_index_that_cant_be_opened_for_want_of_descriptors_is_left_alone(tmp_path):
    with NearDupIndex.open(tmp_path) as index:
        index.add(Document("doc0", story(0)))
    for spare in range(6):
        with (
            limit(resource.RLIMIT_NOFILE, next_descriptor() + spare),
            pytest.raises(NearDupError, match="ulimit"),
        ):
            NearDupIndex.open(tmp_path)
    assert_whole(tmp_path, 1)


def test_a_scan_without_room_for_its_temporary_index_tells_how_to_have_it_elsewhere(
    small_disk, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk))
    lines = (json.dumps({"id": number, "text": story(number)}) for number in range(200))
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    ballast = fill(small_disk, leave=50_000)
    assert neardup("scan", tmp_path / "in.jsonl", "-o", tmp_path / "out", "--jobs", 0) == 1
    assert re.search(
        f"scrapy neardup: the index {small_disk}/neardup-.*make room on its disk, set TMPDIR to a "
        "directory with room, or keep the index in one with --index",
        capsys.readouterr().err,
    )
    assert [*small_disk.iterdir()] == [ballast]


def test_where_no_file_can_be_written_commands_say_so(tmp_path, monkeypatch, capsys):
    with NearDupIndex.open(tmp_path / "index") as index:
        index.add(Document("doc0", story(0)))
    (tmp_path / "in.jsonl").write_text("{}\n")
    # The temporary directory is looked for anew.
    monkeypatch.setattr(tempfile, "tempdir", None)
    with limit(resource.RLIMIT_FSIZE, 0):
        codes = [neardup("scan", tmp_path / "in.jsonl"), neardup("check", tmp_path / "index")]
    assert codes == [1, 1]
    scanned, checked = capsys.readouterr().err.splitlines()
    assert "no directory can be made for a temporary index: No usable temporary" in scanned
    assert "set TMPDIR to a directory with room" in scanned
    assert f"the index {tmp_path / 'index'} can't be copied to be read: [Errno" in checked


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_a_read_only_disk_is_named_and_read(engine, small_disk):
    path = small_disk / "index"
    with NearDupIndex.open(f"{engine}://{path}") as index:
        index.add(Document("doc0", story(0)))
    assert mount("-o", "remount,ro", str(small_disk))
    for action in (NearDupIndex.open, repair_index):
        with pytest.raises(IndexReadOnly, match="Read-only file system; give this process"):
            action(path)
    assert check_index(path).clean
    with pytest.raises(IndexReadOnly):
        NearDupIndex.open(small_disk / "other")
    with NearDupIndex.snapshot(path) as snapshot:
        assert "doc0" in snapshot
    assert mount("-o", "remount,rw", str(small_disk))
    assert_whole(path, 1)


@pytest.mark.parametrize(
    "what",
    [
        "index",
        pytest.param("index/leveldb", marks=pytest.mark.leveldb),
        "index/owner.lock",
    ],
)
def test_an_index_that_was_deleted_while_it_was_open_takes_no_more(tmp_path, what):
    index = NearDupIndex.open(tmp_path / "index")
    index.add(Document("doc0", story(0)))
    gone = tmp_path / what
    gone.unlink() if gone.is_file() else shutil.rmtree(gone)
    for _ in range(2):
        with pytest.raises(NearDupError, match="deleted or moved while it was in use"):
            index.add(Document("doc1", story(1)))
    index.close()
    assert gone.exists() is False


def test_an_index_that_was_moved_while_it_was_open_keeps_what_it_had(tmp_path):
    index = NearDupIndex.open(tmp_path / "index")
    index.add(Document("doc0", story(0)))
    (tmp_path / "index").rename(tmp_path / "elsewhere")
    with pytest.raises(NearDupError, match="deleted or moved"):
        index.add(Document("doc1", story(1)))
    index.close()
    assert not (tmp_path / "index").exists()
    assert_whole(tmp_path / "elsewhere", 1)


def trouble_at(page: int, make):
    """Items for every page; trouble is made before those of one page."""

    def items(response):
        if response.url.endswith(f"/{page}"):
            make()
        yield {"url": response.url}

    return items


@pytest.mark.parametrize("policy", ["close", "pass"])
def test_a_crawl_on_a_full_disk_loses_no_item(crawl, pages, small_disk, policy):
    settings = {"NEARDUP_DIR": str(small_disk), "NEARDUP_ON_ERROR": policy}
    outcome = crawl(pages, settings, make_items=trouble_at(3, lambda: fill(small_disk, leave=100)))
    expect_policy(outcome, pages, policy)
    assert "make room" in outcome.errors()[0]
    (small_disk / "ballast").unlink()
    again = crawl(pages, settings)
    # What fits in the log's last block is kept.
    kept = again.kinds.count("unchanged")
    assert 3 <= kept < PAGES
    assert again.kinds == ["unchanged"] * kept + ["new"] * (PAGES - kept)
    assert check_index(small_disk / "pages").clean


@pytest.mark.parametrize("policy", ["close", "pass"])
def test_a_crawl_whose_index_is_deleted_loses_no_item(crawl, pages, tmp_path, policy):
    outcome = crawl(
        pages,
        {"NEARDUP_ON_ERROR": policy},
        make_items=trouble_at(3, lambda: shutil.rmtree(tmp_path / "index")),
    )
    expect_policy(outcome, pages, policy)
    assert "was deleted or moved while it was in use" in outcome.errors()[0]
    assert not (tmp_path / "index").exists()
    assert crawl(pages).kinds == ["new"] * PAGES


@pytest.mark.parametrize("policy", ["close", "pass"])
def test_a_crawl_on_a_read_only_disk_loses_no_item(crawl, pages, small_disk, policy):
    settings = {"NEARDUP_DIR": str(small_disk), "NEARDUP_ON_ERROR": policy}
    crawl(pages[:1], settings)
    assert mount("-o", "remount,ro", str(small_disk))
    outcome = crawl(pages, settings)
    # Nothing is asked for that could be lost.
    assert outcome.urls == (pages if policy == "pass" else [])
    assert outcome.stats.get("downloader/request_count", 0) == len(outcome.urls)
    assert outcome.reason == ("finished" if policy == "pass" else "neardup_error")
    assert "Read-only file system" in outcome.errors()[0]


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
def test_a_crawl_that_only_reads_judges_against_an_index_on_a_read_only_disk(
    crawl, pages, small_disk, engine
):
    settings = {"NEARDUP_INDEX": f"{engine}://{small_disk}"}
    crawl(pages[:2], settings)
    assert mount("-o", "remount,ro", str(small_disk))
    outcome = crawl(pages[:3], {**settings, "NEARDUP_READONLY": True})
    assert outcome.kinds == ["unchanged", "unchanged", "new"]
    assert outcome.errors() == []


@pytest.mark.leveldb
@pytest.mark.parametrize("policy", ["close", "pass"])
def test_a_crawl_without_descriptors_for_its_index_loses_no_item(
    crawl, pages, tmp_path, monkeypatch, policy
):
    monkeypatch.setattr("scrapy_neardup.core.stores.leveldb._WRITE_BUFFER", 64 << 10)
    settings = {"NEARDUP_ON_ERROR": policy}

    def fill_buffer() -> None:
        index = NearDupIndex.open(tmp_path / "index" / "pages")
        with limit(resource.RLIMIT_NOFILE, next_descriptor()):
            add_until_it_fails(index)
        index.close()

    outcome = crawl(pages, settings, make_items=trouble_at(3, fill_buffer))
    expect_policy(outcome, pages, policy)
    assert "ulimit" in outcome.errors()[0]
    again = crawl(pages, settings)
    assert again.kinds[:3] == ["unchanged"] * 3
    assert again.errors() == []


def expect_policy(outcome, pages, policy: str) -> None:
    """Page 3 and all later ones come when the index can't take them."""
    assert outcome.dropped == []
    assert outcome.failed == []
    if policy == "pass":
        assert outcome.urls == pages
        assert outcome.reason == "finished"
        assert outcome.stat("unjudged") >= 1
    else:
        assert outcome.urls == pages[: len(outcome.urls)]
        assert 4 <= len(outcome.urls) < PAGES
        assert outcome.reason == "neardup_error"
    assert outcome.stat("index_error") == 1
    assert f"NEARDUP_ON_ERROR = '{policy}'" in outcome.errors()[0]
    assert len(outcome.errors()) == 1
