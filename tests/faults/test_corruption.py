"""Damage to the files is found, never taken for data, and mended only when asked for."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme
from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError, NearDupError
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.stores.leveldb import LevelDBStore
from scrapy_neardup.core.stores.seal import seal
from tests.core.index.earlier_format import date_back_to

from .stories import story

if TYPE_CHECKING:
    from pathlib import Path

ARTICLES = 60


def contents(path: Path) -> dict[str, tuple]:
    """What an index knows; reading it checks every record."""
    with NearDupIndex.open(path, create=False) as index:
        return {
            record.id: (record.digest, record.kind, record.first_seen)
            for record in index.records()
        }


def files(path: Path) -> dict[str, bytes]:
    """All files but LevelDB's log of its doings and the two locks."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name not in ("LOG", "LOG.old", "LOCK", "owner.lock")
    }


def fill(index: NearDupIndex, numbers: range) -> None:
    for number in numbers:
        index.check_and_add(Document(f"doc{number}", story(number)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A closed index with tables of two sessions."""
    path = tmp_path_factory.mktemp("whole") / "index"
    with NearDupIndex.open(path) as index:
        fill(index, range(ARTICLES // 2))
        index.compact()
    with NearDupIndex.open(path) as index:
        fill(index, range(ARTICLES // 2, ARTICLES))
        index.check_and_add(Document("copy", story(0)))
    assert len(list(path.glob("leveldb/*.ldb"))) > 1
    return path


@pytest.fixture(scope="module")
def crashed(tmp_path_factory) -> Path:
    """The same index as its owner leaves it when it is killed: tables, a log, and no seal."""
    path = tmp_path_factory.mktemp("crashed") / "index"
    killed = path.with_name("killed")
    with NearDupIndex.open(path) as index:
        fill(index, range(ARTICLES // 2))
        index.compact()
        fill(index, range(ARTICLES // 2, ARTICLES))
        index.check_and_add(Document("copy", story(0)))
        shutil.copytree(path, killed)
    assert list(killed.glob("leveldb/*.ldb"))
    (log,) = killed.glob("leveldb/*.log")
    assert log.stat().st_size > 10_000
    return killed


@pytest.fixture
def copy(tmp_path):
    """A fresh copy of an index, as often as it is asked for."""
    number = 0

    def make(original: Path) -> Path:
        nonlocal number
        number += 1
        return shutil.copytree(original, tmp_path / f"copy{number}")

    return make


def flip(file: Path, offset: int, rng: random.Random) -> None:
    data = bytearray(file.read_bytes())
    data[offset] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


def offsets(size: int, wanted: int, rng: random.Random) -> list[int]:
    return list(range(size)) if size <= wanted else sorted(rng.sample(range(size), wanted))


@pytest.fixture(scope="module")
def sealed(crashed, tmp_path_factory) -> Path:
    """A closed index with a log, as there is no room, or no descriptor, to make a table of it."""
    path = tmp_path_factory.mktemp("sealed") / "index"
    shutil.copytree(crashed, path)
    seal(path / "leveldb", path / "sealed.json")
    return path


@pytest.mark.parametrize("pattern", ["CURRENT", "MANIFEST-*", "*.log"])
def test_a_flipped_bit_in_what_is_sealed_is_found_when_the_index_is_opened(sealed, copy, pattern):
    rng = random.Random(pattern)
    (name,) = (file.name for file in sealed.glob(f"leveldb/{pattern}"))
    damaged = copy(sealed)
    file = damaged / "leveldb" / name
    sound = file.read_bytes()
    for offset in offsets(len(sound), 40, rng):
        file.write_bytes(sound)
        flip(file, offset, rng)
        before = files(damaged)
        with pytest.raises(IndexCorrupt, match=f"{name} has changed.*scrapy neardup repair"):
            NearDupIndex.open(damaged)
        with pytest.raises(IndexCorrupt, match="nothing was changed"):
            check_index(damaged)
        assert files(damaged) == before


def test_a_flipped_bit_in_a_table_is_found_by_the_check_or_harms_nothing(whole, copy):
    rng = random.Random(1)
    sound = contents(copy(whole))
    outcomes = Counter()
    for table in whole.glob("leveldb/*.ldb"):
        for offset in offsets(table.stat().st_size, 30, rng):
            damaged = copy(whole)
            flip(damaged / "leveldb" / table.name, offset, rng)
            try:
                assert check_index(damaged).clean
            except NearDupError:
                outcomes["found"] += 1
                assert (damaged / "leveldb" / table.name).exists()
                continue
            # A Bloom filter that fails its checksum is not used; some bytes are padding.
            assert contents(damaged) == sound
            with NearDupIndex.open(damaged) as index:
                for number in range(ARTICLES):
                    assert index.check(Document("new", story(number))).match.id == f"doc{number}"
            outcomes["harmless"] += 1
    assert outcomes["found"] > 15, outcomes


@pytest.mark.parametrize("pattern", ["MANIFEST-*", "*.log"])
def test_a_flipped_bit_after_a_crash_is_found(crashed, copy, pattern):
    rng = random.Random(2)
    (log,) = crashed.glob(f"leveldb/{pattern}")
    for offset in offsets(log.stat().st_size, 60, rng):
        damaged = copy(crashed)
        flip(damaged / "leveldb" / log.name, offset, rng)
        with pytest.raises(IndexCorrupt, match=r"nothing was changed: .* repair"):
            contents(damaged)


def records(log: bytes) -> list[int]:
    """Where the records of a LevelDB log begin."""
    places, place = [], 0
    while place + 7 <= len(log):
        if 32_768 - place % 32_768 < 7:
            place += 32_768 - place % 32_768
            continue
        places.append(place)
        place += 7 + int.from_bytes(log[place + 4 : place + 6], "little")
    return places


def test_a_flipped_length_after_a_crash_is_found_and_a_repair_loses_nothing(crashed, copy):
    sound = contents(copy(crashed))
    (log,) = crashed.glob("leveldb/*.log")
    data = log.read_bytes()
    last_block = [place for place in records(data) if place >= len(data) - len(data) % 32_768]
    damaged = copy(crashed)
    file = damaged / "leveldb" / log.name
    for place in {last_block[0], last_block[len(last_block) // 2], last_block[-1]}:
        for bit in range(16):
            changed = bytearray(data)
            changed[place + 4 + bit // 8] ^= 1 << bit % 8
            file.write_bytes(changed)
            before = files(damaged)
            with pytest.raises(IndexCorrupt, match=r"damaged.*nothing was changed"):
                check_index(damaged)
            assert files(damaged) == before
            if bit == 15:
                mended = copy(damaged)
                assert repair_index(mended).lost == 0
                assert contents(mended) == sound


def test_a_log_cut_short_by_a_crash_opens_with_all_whole_changes(crashed, copy):
    rng = random.Random(3)
    sound = contents(copy(crashed))
    (log,) = crashed.glob("leveldb/*.log")
    known = []
    for size in offsets(log.stat().st_size, 30, rng):
        damaged = copy(crashed)
        with (damaged / "leveldb" / log.name).open("r+b") as file:
            file.truncate(size)
        assert check_index(damaged).clean
        found = contents(damaged)
        assert found.items() <= sound.items()
        known.append(len(found))
    assert known == sorted(known)
    assert ARTICLES // 2 in known
    assert known[-1] >= ARTICLES - 3


def test_an_update_cut_short_leaves_the_old_article_or_the_new_one_whole(tmp_path, copy):
    path = tmp_path / "updated"
    with NearDupIndex.open(tmp_path / "open") as index:
        index.check_and_add(Document("a", story("old")))
    with NearDupIndex.open(tmp_path / "open") as index:
        assert index.check_and_add(Document("a", story("new"))).kind is Kind.UPDATED
        shutil.copytree(tmp_path / "open", path)
    (log,) = path.glob("leveldb/*.log")
    versions = Counter()
    # What follows the update in the log is little: the whole log is tried as well.
    whole = log.stat().st_size
    for size in (*offsets(whole, 40, random.Random(6)), whole):
        cut = copy(path)
        with (cut / "leveldb" / log.name).open("r+b") as file:
            file.truncate(size)
        assert check_index(cut).clean
        with NearDupIndex.open(cut) as index:
            assert len(index) == 1
            found = [
                version
                for version in ("old", "new")
                if index.check(Document("b", story(version))).kind is Kind.EXACT
            ]
            assert len(found) == 1
            assert index.check(Document("a", story(found[0]))).kind is Kind.UNCHANGED
        versions.update(found)
    assert set(versions) == {"old", "new"}


@pytest.mark.parametrize("name", ["CURRENT", "MANIFEST-*", "*.log", "*.ldb"])
def test_a_missing_file_is_found_and_none_is_made_anew(whole, copy, name):
    damaged = copy(whole)
    for file in damaged.glob(f"leveldb/{name}"):
        file.unlink()
    before = files(damaged)
    for _ in range(2):
        with pytest.raises(IndexCorrupt, match="missing"):
            NearDupIndex.open(damaged)
        with pytest.raises(IndexCorrupt, match="missing"):
            check_index(damaged)
    assert files(damaged) == before


def test_damaged_bytes_are_never_handed_out(whole, copy):
    damaged = copy(whole)
    for table in damaged.glob("leveldb/*.ldb"):
        data = bytearray(table.read_bytes())
        for offset in range(100, len(data) - 200, 400):
            data[offset] ^= 0x10
        table.write_bytes(data)
    with pytest.raises(IndexCorrupt, match="repair"):
        judge_all(damaged)


def test_a_damaged_block_at_the_end_is_not_taken_for_the_end(whole, copy):
    found = 0
    for table in whole.glob("leveldb/*.ldb"):
        for offset in range(0, table.stat().st_size, 500):
            damaged = copy(whole)
            flip(damaged / "leveldb" / table.name, offset, random.Random(7))
            try:
                with NearDupIndex.open(damaged) as index:
                    assert sum(1 for _ in index.records()) == ARTICLES + 1
            except IndexCorrupt:
                found += 1
    assert found > 30


def judge_all(path: Path) -> None:
    with NearDupIndex.open(path) as index:
        for number in range(ARTICLES // 2):
            index.check(Document(f"doc{number}", story(number)))


def test_a_repair_keeps_the_damaged_files_says_what_is_lost_and_leaves_an_index_that_works(
    whole, crashed, copy
):
    rng = random.Random(4)
    for pattern in ("CURRENT", "MANIFEST-*", "*.log", "*.ldb"):
        original = crashed if pattern == "*.log" else whole
        sound = contents(copy(original))
        damaged = copy(original)
        for file in damaged.glob(f"leveldb/{pattern}"):
            for offset in offsets(file.stat().st_size, 3, rng):
                flip(file, offset, rng)
        before = files(damaged / "leveldb")
        report = repair_index(damaged, Scheme())
        assert files(report.backup) == before
        assert check_index(damaged).clean
        found = contents(damaged)
        assert found.items() <= sound.items(), pattern
        assert report.kept == len(found)
        if pattern in ("CURRENT", "MANIFEST-*"):
            assert found == sound
            assert report.lost == 0
        with NearDupIndex.open(damaged) as index:
            for name in found:
                if name != "copy":
                    number = int(name.removeprefix("doc"))
                    assert index.check(Document("new", story(number))).match.id == name
            index.check_and_add(Document("another", story("another")))
        assert check_index(damaged).records == report.kept + 1


def test_a_repair_counts_the_records_that_are_gone(crashed, copy):
    damaged = copy(crashed)
    (log,) = damaged.glob("leveldb/*.log")
    data = log.read_bytes()
    # One change in the middle of the log; LevelDB drops the rest of its 32 KiB block too.
    flip(log, len(data) // 2, random.Random(5))
    with pytest.raises(IndexCorrupt, match="checksum"):
        NearDupIndex.open(damaged)
    report = repair_index(damaged)
    assert report.kept < ARTICLES + 1
    assert report.kept >= ARTICLES // 2
    assert check_index(damaged).clean


def test_the_format_record_can_be_restored_by_a_repair_only(whole, copy):
    damaged = copy(whole)
    store = LevelDBStore(damaged)
    store._db.delete(b"vformat")
    store.close()
    with pytest.raises(NearDupError, match=r"no format record.*repair"):
        NearDupIndex.open(damaged)
    before = files(damaged / "leveldb")
    with pytest.raises(NearDupError, match="no readable format record"):
        repair_index(damaged)
    # It is left as it was, without a backup.
    assert files(damaged / "leveldb") == before
    assert [path.name for path in damaged.glob("*damaged*")] == []
    report = repair_index(damaged, Scheme())
    assert (report.kept, report.lost, report.scheme_given) == (ARTICLES + 1, 0, True)
    assert check_index(damaged).clean


def test_a_repair_of_a_format_8_whose_record_is_lost_leaves_none_of_its_postings(whole, copy):
    sound, damaged = copy(whole), copy(whole)
    store = LevelDBStore(damaged)
    former = [key for key, _ in store._db.iterator(prefix=b"w")]
    assert len(former) > ARTICLES
    for key in former:
        store._db.put(b"p" + key[1:], b"")
        store._db.delete(key)
    store._db.delete(b"vformat")
    store.close()
    report = repair_index(damaged, Scheme())
    assert (report.kept, report.lost, report.postings_added) == (ARTICLES + 1, 0, len(former))
    assert check_index(damaged).clean
    store = LevelDBStore(damaged)
    assert [*store._db.iterator(prefix=b"p")] == []
    store.close()
    assert contents(damaged) == contents(sound)


def test_a_repair_leaves_an_index_of_an_earlier_format_as_it_is(whole, copy):
    earlier = copy(whole)
    date_back_to(earlier, 5)
    before = sorted(path.name for path in earlier.iterdir())
    with pytest.raises(IndexFormatError, match=r"format 5.*`scrapy neardup rebuild OLD NEW`"):
        repair_index(earlier)
    assert sorted(path.name for path in earlier.iterdir()) == before


def test_two_repairs_keep_two_backups(whole, copy):
    damaged = copy(whole)
    backups = {repair_index(damaged).backup for _ in range(2)}
    assert len(backups) == 2
    assert all((backup / "CURRENT").exists() for backup in backups)


def test_a_sound_index_loses_nothing_by_a_repair(whole, copy):
    mended = copy(whole)
    sound = contents(copy(whole))
    report = repair_index(mended)
    assert (report.kept, report.lost, report.unreadable_records) == (ARTICLES + 1, 0, 0)
    assert (report.postings_added, report.postings_dropped) == (0, 0)
    assert contents(mended) == sound
    with NearDupIndex.open(mended) as index:
        assert index.check(Document("copy", story(0))).kind is Kind.UNCHANGED


def test_what_is_no_index_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    before = files(tmp_path)
    for action in (NearDupIndex.open, check_index, repair_index):
        with pytest.raises(NearDupError, match="no index"):
            action(tmp_path)
    assert files(tmp_path) == before
