"""Which log a LevelDB database needs."""

from __future__ import annotations

import os
import random
import shutil

import plyvel
import pytest

from benchmarks.crash.model import copy_as_killed
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.stores import leveldb
from scrapy_neardup.core.stores.leveldb import LevelDBStore, copy_live
from scrapy_neardup.core.stores.manifest import missing_log
from scrapy_neardup.core.stores.store import Change


@pytest.fixture
def killed(tmp_path, monkeypatch):
    """A store as a kill leaves it, with tables and a log, whose manifest has several blocks."""
    monkeypatch.setattr(leveldb, "_WRITE_BUFFER", 64 << 10)
    store = LevelDBStore(tmp_path / "working")
    for number in range(60):
        # The manifest has the first and the last key of each table.
        key = b"%d" % number + b"-" * 1000
        store.apply(Change(values={key: random.Random(number).randbytes(70_000)}))
    store.apply(Change(values={b"last": b"change"}))
    copy_as_killed(tmp_path / "working", tmp_path / "killed")
    store.close()
    (manifest,) = (tmp_path / "killed" / "leveldb").glob("MANIFEST-*")
    assert manifest.stat().st_size > 2 * 32_768
    return tmp_path / "killed"


def test_the_log_that_the_manifest_names_is_needed_whatever_other_logs_there_are(killed, tmp_path):
    database = killed / "leveldb"
    assert missing_log(database) is None
    logs = sorted(database.glob("*.log"))
    logs[0].rename(tmp_path / "moved")
    for other in ("000001.log", "999999.log"):
        (database / other).write_bytes(b"")
        assert missing_log(database) == logs[0].name
        with pytest.raises(IndexCorrupt, match=f"killed is damaged .{logs[0].name} is missing"):
            LevelDBStore(killed)
        (tmp_path / "copy").mkdir()
        with pytest.raises(IndexCorrupt, match=f"killed is damaged .{logs[0].name} is missing"):
            copy_live(killed, tmp_path / "copy")
        shutil.rmtree(tmp_path / "copy")
        (database / other).unlink()
    (tmp_path / "moved").rename(logs[0])
    store = LevelDBStore(killed)
    assert store.values([b"last"]) == [b"change"]
    store.close()


def test_what_a_repair_of_leveldb_itself_has_written_needs_no_log(killed):
    database = killed / "leveldb"
    plyvel.repair_db(os.fsencode(database))
    assert not list(database.glob("*.log"))
    assert missing_log(database) is None
    store = LevelDBStore(killed)
    assert store.values([b"last"]) == [b"change"]
    store.close()


def test_a_manifest_that_cannot_be_read_names_no_log(killed):
    database = killed / "leveldb"
    for log in database.glob("*.log"):
        log.unlink()
    (manifest,) = database.glob("MANIFEST-*")
    whole = manifest.read_bytes()
    for size in (0, 5, 12):
        manifest.write_bytes(whole[:size])
        assert missing_log(database) is None
    rng = random.Random(1)
    for size in rng.sample(range(len(whole)), 100):
        # Of a manifest that is cut short, what comes before counts; it is never an error.
        manifest.write_bytes(whole[:size])
        missing_log(database)
        manifest.write_bytes(whole[:size] + rng.randbytes(len(whole) - size))
        missing_log(database)
    manifest.write_bytes(whole)
    for current in (b"", b"\xff", b"\0", b"MANIFEST-999999\n", b"."):
        (database / "CURRENT").write_bytes(current)
        assert missing_log(database) is None
