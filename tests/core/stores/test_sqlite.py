"""What SQLite says, and what becomes of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from scrapy_neardup.core.errors import IndexCorrupt, IndexLocked
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.snapshot import Snapshot
from scrapy_neardup.core.stores.sqlite import DATABASE
from scrapy_neardup.core.stores.store import Change


@pytest.fixture
def database(tmp_path):
    """The file of a store in ``tmp_path``, which is closed."""
    store = open_store(tmp_path, "sqlite")
    store.apply(Change(post=[(b"\1aaaa", b"member")], values={b"k": b"v"}))
    store.close()
    return tmp_path / DATABASE


def test_a_database_that_another_program_has_locked_is_in_use(database, tmp_path, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **options: connect(*args, **{**options, "timeout": 0})
    )
    with closing(connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(IndexLocked, match="is in use: database is locked"):
            open_store(tmp_path, "sqlite")
    open_store(tmp_path, "sqlite").close()


def test_a_database_without_one_of_its_tables_is_damaged(database, tmp_path):
    with closing(sqlite3.connect(database)) as other:
        other.execute("DROP TABLE posting")
    with pytest.raises(IndexCorrupt, match="no such table: posting"):
        open_store(tmp_path, "sqlite")


def test_a_database_that_was_emptied_is_damaged_and_no_new_one(database, tmp_path):
    database.write_bytes(b"")
    told = r"index\.sqlite3 has nothing in it any more.*repair"
    for _ in range(2):
        with pytest.raises(IndexCorrupt, match=told):
            open_store(tmp_path, "sqlite")
        with pytest.raises(IndexCorrupt, match=told):
            Snapshot(tmp_path)
    # A crash may have come before there were tables, and then the index was never closed.
    (tmp_path / "filter.bin").unlink()
    open_store(tmp_path, "sqlite").close()


def test_a_walk_over_some_values_reads_none_behind_them(tmp_path):
    """Opening an index looks for records behind its count, and would read a thousand kept texts for it."""
    with closing(open_store(tmp_path / "index", "sqlite", holder="test")) as store:
        values = {b"r\0\0\0\1": b"one", b"r\xff\xff\xff\xfe": b"last", b"t\0\0\0\1": b"text"}
        store.apply(Change(values=values))
        asked = []
        store._db.set_trace_callback(asked.append)
        assert [*store.items(b"r", b"\0\0\0\2")] == [(b"r\xff\xff\xff\xfe", b"last")]
        store._db.set_trace_callback(None)
        (query,) = (one for one in asked if one.startswith("SELECT key, value"))
        assert [key for key, _ in store._db.execute(query)] == [b"r\xff\xff\xff\xfe"]
