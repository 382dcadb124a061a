"""A private copy of a store, beside whoever uses the store."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing

import pytest

from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.stores import snapshot as snapshot_module
from scrapy_neardup.core.stores.engines import ENGINES, engine_in, open_store
from scrapy_neardup.core.stores.owner_lock import LOCK_FILE
from scrapy_neardup.core.stores.snapshot import Snapshot, remove_abandoned
from scrapy_neardup.core.stores.store import Change


def put(store, key):
    store.apply(Change(values={key: b"value"}))


@pytest.fixture(params=ENGINES)
def path(request, tmp_path):
    path = tmp_path / "place" / "index"
    store = open_store(path, request.param)
    for number in range(300):
        put(store, b"%03d" % number)
    store.close()
    return path


def keys(store):
    return [key for key, _ in store.items(b"")]


def beside(path):
    return sorted(entry.name for entry in path.parent.iterdir() if entry != path)


def test_a_snapshot_is_the_store_as_it_was_and_private(path):
    with closing(Snapshot(path)) as snapshot:
        owner = open_store(path)
        put(owner, b"later")
        with closing(Snapshot(path)) as second:
            assert keys(second.store)[-1] == b"later"
        put(snapshot.store, b"mine")
        assert keys(snapshot.store)[-2:] == [b"299", b"mine"]
        assert keys(owner)[-1] == b"later"
        owner.compact()
        owner.close()
        assert len(keys(snapshot.store)) == 301
    assert beside(path) == []


def test_a_snapshot_changes_no_file_of_a_store_that_nobody_has_open(path):
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    with closing(Snapshot(path)) as snapshot:
        put(snapshot.store, b"mine")
        snapshot.store.compact()
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before


def test_a_snapshot_is_no_index_itself(path):
    with closing(Snapshot(path)):
        (name,) = beside(path)
        assert name.startswith(".index-snapshot-")
        assert engine_in(path.parent / name) is None
    assert beside(path) == []


@pytest.fixture
def killed(path):
    """The name of a snapshot whose process was killed while it had it."""
    code = (
        "import sys, os, signal; from scrapy_neardup.core.stores.snapshot import Snapshot\n"
        "Snapshot(sys.argv[1]); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    (name,) = beside(path)
    return name


@pytest.mark.parametrize("by", ["the next snapshot", "the next opening"])
def test_what_a_killed_process_leaves_is_removed(path, killed, by):
    if by == "the next snapshot":
        with closing(Snapshot(path)):
            (name,) = beside(path)
            assert name != killed
    else:
        from scrapy_neardup import NearDupIndex

        with pytest.raises(NearDupError, match="no format record"):
            NearDupIndex.open(path)
    assert beside(path) == []


@pytest.mark.parametrize("name", ["a" * 250, "文" * 80])
def test_the_name_of_the_index_may_be_as_long_as_a_name_may_be(path, name):
    path = path.rename(path.with_name(name))
    with closing(Snapshot(path)) as snapshot:
        assert len(keys(snapshot.store)) == 300
        assert len(beside(path)) == 1
    assert beside(path) == []


def test_where_no_directory_can_be_written_the_error_says_so(path, monkeypatch):
    def refused(**_):
        raise PermissionError(13, "Permission denied")

    # Root may write everywhere.
    monkeypatch.setattr(snapshot_module.tempfile, "mkdtemp", refused)
    with pytest.raises(
        NearDupError, match=f"{path}.*Permission denied.*TMPDIR, and that it can be written"
    ):
        Snapshot(path)


def test_a_full_disk_is_told_and_nothing_is_left(path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(snapshot_module, "copy_live", full)
    with pytest.raises(NearDupError, match=f"{path}.*No space left.*room in {path.parent}"):
        Snapshot(path)
    assert beside(path) == []


def test_a_snapshot_in_use_is_never_removed(path):
    with closing(Snapshot(path)) as snapshot:
        names = beside(path)
        os.utime(path.parent / names[0], (0, 0))
        remove_abandoned(path)
        with closing(Snapshot(path)):
            assert len(beside(path)) == 2
        assert beside(path) == names
        assert len(keys(snapshot.store)) == 300


def test_one_that_is_just_being_made_is_never_removed(path):
    made = path.parent / ".index-snapshot-new"
    made.mkdir()
    remove_abandoned(path)
    assert made.exists()
    old = time.time() - 2 * snapshot_module._SECONDS_TO_LOCK
    os.utime(made, (old, old))
    remove_abandoned(path)
    assert not made.exists()


def test_other_directories_are_left_alone(path):
    for name in (".index", ".other-snapshot-x", "index-snapshot-x"):
        (path.parent / name).mkdir()
        os.utime(path.parent / name, (0, 0))
    remove_abandoned(path)
    assert beside(path) == [".index", ".other-snapshot-x", "index-snapshot-x"]


def test_what_another_user_planted_in_the_temporary_directory_is_left_alone(
    path, tmp_path, monkeypatch
):
    temporary, letters = tmp_path / "temporary", tmp_path / "letters.txt"
    planted, elsewhere = temporary / ".index-snapshot-planted", tmp_path / "elsewhere"
    letters.write_text("dear gull")
    for place in (planted, elsewhere):
        place.mkdir(parents=True)
        (place / LOCK_FILE).write_text("mine")
        os.utime(place, (0, 0))
    (temporary / ".index-snapshot-link").symlink_to(elsewhere)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with monkeypatch.context() as other:
        other.setattr(os, "geteuid", lambda: os.getuid() + 1)
        remove_abandoned(path)
    assert (planted / LOCK_FILE).read_text() == "mine"
    (planted / LOCK_FILE).unlink()
    (planted / LOCK_FILE).symlink_to(letters)
    remove_abandoned(path)
    assert letters.read_text() == "dear gull"
    assert (elsewhere / LOCK_FILE).read_text() == "mine"


def test_the_lock_of_an_index_is_never_taken_through_a_link(path, tmp_path):
    letters, link = tmp_path / "letters.txt", tmp_path / "link"
    letters.write_text("dear gull")
    link.symlink_to(path)
    # The directory itself may be one.
    with closing(open_store(link)) as store:
        assert len(keys(store)) == 300
    (path / LOCK_FILE).unlink()
    (path / LOCK_FILE).symlink_to(letters)
    with pytest.raises(NearDupError, match=f"{LOCK_FILE}: .*; remove the link"):
        open_store(path)
    assert letters.read_text() == "dear gull"


def test_where_nothing_can_be_made_beside_it_lies_in_the_temporary_directory(
    path, tmp_path, monkeypatch
):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    make = tempfile.mkdtemp

    def failing(*arguments, dir=None, **options):
        if dir is not None:
            raise PermissionError(13, "Permission denied")
        return make(*arguments, **options)

    monkeypatch.setattr(tempfile, "mkdtemp", failing)
    with closing(Snapshot(path)) as snapshot:
        assert len(keys(snapshot.store)) == 300
        assert beside(path) == []
        assert len(list(temporary.iterdir())) == 1
    assert list(temporary.iterdir()) == []


@pytest.mark.leveldb
def test_damage_is_told_of_the_index_and_not_of_the_copy(tmp_path):
    path = tmp_path / "index"
    store = open_store(path, "leveldb")
    put(store, b"a")
    store.close()
    (manifest,) = path.glob("leveldb/MANIFEST-*")
    manifest.write_bytes(manifest.read_bytes()[:-1] + b"x")
    with pytest.raises(IndexCorrupt, match=f"the index {path} is damaged .*has changed since"):
        Snapshot(path)
    assert beside(path) == []
