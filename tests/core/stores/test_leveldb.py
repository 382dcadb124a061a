"""One owner, whatever the spelling of the path; what a store is handed it gives back."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import plyvel
import pytest

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError, IndexLocked, NearDupError
from scrapy_neardup.core.stores import leveldb
from scrapy_neardup.core.stores.bucket_filter import FILE as FILTER
from scrapy_neardup.core.stores.leveldb import LevelDBStore, copy_live
from scrapy_neardup.core.stores.owner_lock import OwnerLock
from scrapy_neardup.core.stores.store import Change
from tests.forking import told_by

OTHER_PROCESS = """
import sys
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.stores.leveldb import LevelDBStore
from scrapy_neardup.core.stores.store import Change
try:
    store = LevelDBStore(sys.argv[1], holder="the other process")
except NearDupError as error:
    print(type(error).__name__, error)
else:
    store.apply(Change(values={b"x": b"from the other process"}))
    store.close()
    print("opened")
"""


def other_process(path) -> str:
    return told_by(OTHER_PROCESS, path)


def put(store, key: bytes) -> None:
    store.apply(Change(values={key: key}))


def keys(path) -> list[bytes]:
    store = LevelDBStore(path)
    try:
        return [key for key, _ in store.items(b"")]
    finally:
        store.close()


def test_a_second_open_in_the_process_does_not_let_another_process_in(tmp_path):
    store = LevelDBStore(tmp_path, holder="spider a")
    put(store, b"a")
    assert other_process(tmp_path).startswith("IndexLocked")
    with pytest.raises(IndexLocked, match=f"process {os.getpid()} .*spider a"):
        LevelDBStore(tmp_path)
    refusal = other_process(tmp_path)
    assert refusal.startswith("IndexLocked")
    assert "spider a" in refusal
    put(store, b"b")
    store.close()
    assert keys(tmp_path) == [b"a", b"b"]
    assert other_process(tmp_path) == "opened"


@pytest.mark.parametrize("spelling", ["relative", "dotted", "link"])
def test_another_spelling_of_the_path_is_the_same_index(tmp_path, monkeypatch, spelling):
    path = tmp_path / "index"
    store = LevelDBStore(path)
    put(store, b"a")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to(path)
    name = {"relative": "index", "dotted": "index/../index/.", "link": "link"}[spelling]
    with pytest.raises(IndexLocked):
        LevelDBStore(name)
    put(store, b"b")
    store.close()
    assert keys(name) == [b"a", b"b"]


def test_a_backup_of_the_files_does_not_let_another_process_in(tmp_path):
    store = LevelDBStore(tmp_path / "index")
    put(store, b"a")
    shutil.copytree(tmp_path / "index", tmp_path / "backup")
    assert other_process(tmp_path / "index").startswith("IndexLocked")
    put(store, b"b")
    store.close()
    assert keys(tmp_path / "index") == [b"a", b"b"]
    assert keys(tmp_path / "backup") == [b"a"]


def test_a_lock_is_free_once_its_process_is_gone(tmp_path):
    script = OTHER_PROCESS.replace('print("opened")', "").replace(
        "    store.close()", "    import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert killed.returncode == -9
    assert json.loads((tmp_path / "owner.lock").read_text())["holder"] == "the other process"
    assert keys(tmp_path) == [b"x"]


def test_a_lock_file_that_says_nothing_is_no_obstacle(tmp_path):
    (tmp_path / "owner.lock").write_bytes(b"\xff{")
    lock = OwnerLock(tmp_path, "first")
    (tmp_path / "owner.lock").write_bytes(b"\xff{")
    with pytest.raises(IndexLocked, match="another process"):
        OwnerLock(tmp_path, "second")
    lock.release()
    lock.release()
    OwnerLock(tmp_path, "third").release()
    assert (tmp_path / "owner.lock").read_bytes() == b""


def test_a_closed_store_says_so(tmp_path):
    store = LevelDBStore(tmp_path)
    store.close()
    store.close()
    for use in (
        lambda: store.values([b"a"]),
        lambda: store.members([b"a"]),
        lambda: list(store.items(b"")),
        lambda: put(store, b"a"),
    ):
        with pytest.raises(NearDupError, match="closed"):
            use()


def test_only_a_store_that_was_closed_in_order_is_sealed(tmp_path):
    store = LevelDBStore(tmp_path / "index")
    assert not (tmp_path / "index" / "sealed.json").exists()
    put(store, b"a")
    copy_live(tmp_path / "index", tmp_path / "copy")
    store.close()
    assert set(json.loads((tmp_path / "index" / "sealed.json").read_text())) == {
        file.name
        for file in (tmp_path / "index" / "leveldb").iterdir()
        if file.name not in ("LOCK", "LOG", "LOG.old")
    }
    assert not (tmp_path / "copy" / "sealed.json").exists()
    assert keys(tmp_path / "copy") == [b"a"]


@pytest.mark.parametrize("seal", [b"", b"[]", b'{"CURRENT": [16, "0"]}', b"\xff"])
def test_a_damaged_seal_is_damage(tmp_path, seal):
    LevelDBStore(tmp_path).close()
    (tmp_path / "sealed.json").write_bytes(seal)
    with pytest.raises(IndexCorrupt, match="nothing was changed"):
        LevelDBStore(tmp_path)
    assert (tmp_path / "sealed.json").read_bytes() == seal


def test_an_index_that_others_wrote_to_is_not_as_it_was_left(tmp_path):
    LevelDBStore(tmp_path).close()
    plyvel.DB(str(tmp_path / "leveldb")).close()
    with pytest.raises(IndexCorrupt, match="since the index was closed"):
        LevelDBStore(tmp_path)


def test_a_crash_while_the_database_was_made_is_no_damage(tmp_path):
    (tmp_path / "leveldb").mkdir()
    (tmp_path / "leveldb" / "MANIFEST-000001").write_bytes(b"")
    (tmp_path / "leveldb" / "LOCK").write_bytes(b"")
    store = LevelDBStore(tmp_path)
    put(store, b"a")
    store.close()
    assert keys(tmp_path) == [b"a"]


@pytest.mark.parametrize("sync", ["document", "interval", "never"])
def test_every_sync_mode_keeps_what_it_was_given(tmp_path, sync):
    store = LevelDBStore(tmp_path, sync=sync)
    put(store, b"a")
    store.close()
    assert keys(tmp_path) == [b"a"]


def test_an_unknown_sync_mode_is_refused(tmp_path):
    with pytest.raises(ValueError, match="use one of interval, document, never"):
        LevelDBStore(tmp_path / "index", sync="often")
    assert not (tmp_path / "index").exists()


def test_without_create_only_an_index_is_opened(tmp_path):
    with pytest.raises(IndexFormatError, match="holds no index"):
        LevelDBStore(tmp_path / "none", create=False)
    assert not (tmp_path / "none").exists()


def test_a_copy_of_a_store_under_change_is_a_state_that_it_had(tmp_path):
    store = LevelDBStore(tmp_path / "index")
    for number in range(200):
        # Two keys of each change tell whether a copy has changes whole.
        value = number.to_bytes(4, "big")
        store.apply(Change(values={b"a%03d" % number: value, b"b%03d" % number: value}))
        if number % 20 == 0:
            copy_live(tmp_path / "index", tmp_path / "copy")
            copied = keys(tmp_path / "copy")
            assert len(copied) == 2 * (number + 1)
            shutil.rmtree(tmp_path / "copy")
        if number % 50 == 25:
            store.compact()
    store.close()


def test_a_copy_that_is_spoilt_is_made_again(tmp_path, monkeypatch):
    """The filter that the first attempt linked is no obstacle for the second."""
    NearDupIndex.open(tmp_path / "index").close()
    looks = []

    def sealed_at(path, look=leveldb._sealed_at):
        # As if another process had opened and closed the index meanwhile.
        looks.append(path)
        return (1, 1) if len(looks) == 2 else look(path)

    monkeypatch.setattr(leveldb, "_sealed_at", sealed_at)
    assert (tmp_path / "index" / FILTER).exists()
    copy_live(tmp_path / "index", tmp_path / "copy")
    assert len(looks) == 4
    assert (tmp_path / "copy" / FILTER).exists()


def test_a_copy_has_the_log_that_goes_into_a_table_while_it_is_made(tmp_path, monkeypatch):
    database = tmp_path / "index" / "leveldb"
    copied = []

    def copy(source, target):
        shutil.copyfile(source, target)
        copied.append(source.name)
        if len(copied) == 1:
            assert source.name.startswith("MANIFEST")
            (log,) = database.glob("*.log")
            put(store, b"b")
            # LevelDB writes the log's changes to a table, and takes the log away.
            store._db.compact_range()
            assert not log.exists()

    store = LevelDBStore(tmp_path / "index")
    put(store, b"a")
    monkeypatch.setattr(
        leveldb,
        "shutil",
        SimpleNamespace(copy2=copy, copyfile=shutil.copyfile, rmtree=shutil.rmtree),
    )
    listed = type(database).iterdir
    monkeypatch.setattr(
        type(database), "iterdir", lambda folder: iter(sorted(listed(folder), reverse=True))
    )
    copy_live(tmp_path / "index", tmp_path / "copy")
    monkeypatch.undo()
    assert keys(tmp_path / "copy") == [b"a", b"b"]
    store.close()


def test_a_write_that_fails_is_the_last(tmp_path, monkeypatch):
    store = LevelDBStore(tmp_path)
    put(store, b"a")

    class Failing:
        def put(self, key, value):
            pass

        def write(self):
            raise OSError(errno.EIO, "Input/output error")

    database = store._db
    monkeypatch.setattr(
        store, "_db", type("Database", (), {"write_batch": lambda *_, **__: Failing()})()
    )
    with pytest.raises(NearDupError, match="Input/output error"):
        put(store, b"b")
    monkeypatch.setattr(store, "_db", database)
    with pytest.raises(NearDupError, match="Input/output error"):
        put(store, b"c")
    assert store.values([b"a"]) == [b"a"]
    store.close()
    assert not (tmp_path / "sealed.json").exists()
    assert keys(tmp_path) == [b"a"]


def test_a_repair_on_a_full_disk_names_one_file_and_the_reason(tmp_path, monkeypatch):
    LevelDBStore(tmp_path / "index").close()

    def full(source, target, **_):
        raise OSError(errno.ENOSPC, "No space left on device", str(source), None, str(target))

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(NearDupError) as raised:
        leveldb.salvage(tmp_path / "index", tmp_path / "backup")
    told = str(raised.value)
    assert told.startswith(f"the index {tmp_path / 'index'} failed: ")
    name, _, why = told.partition("failed: ")[2].partition(" can't be copied: ")
    assert (tmp_path / "index" / leveldb.DATABASE / name).is_file()
    assert why == "[Errno 28] No space left on device; make room on its disk"


def test_a_look_for_postings_reads_no_values(tmp_path, monkeypatch):
    store = LevelDBStore(tmp_path)
    counts = os.urandom(50_000)
    store.apply(Change(post=[(b"\x81bucket", b"one4")], values={b"counts": counts}))
    store.compact()
    store.close()
    tables = (tmp_path / "leveldb").glob("*.ldb")
    (table,) = [table for table in tables if counts[:1000] in table.read_bytes()]
    content = bytearray(table.read_bytes())
    content[content.index(counts[:1000]) + 25_000] ^= 1
    table.write_bytes(content)
    store = LevelDBStore(tmp_path)
    buckets = [b"\x80before", b"\x81bucket", b"\x81other.", b"\xfebehind"]
    monkeypatch.setattr(store._filter, "may_hold", lambda _: range(4))
    assert store.members(buckets) == [b"", b"one4", b"", b""]
    with pytest.raises(IndexCorrupt):
        store.values([b"counts"])
    store.close()


def test_what_is_asked_of_a_store_that_another_thread_has_closed_is_told(tmp_path):
    store = LevelDBStore(tmp_path / "index")
    store.close()
    with pytest.raises(NearDupError, match=r"the index .*index failed: .*closed"):
        store.values([b"a"])
