"""Sorted runs hold what was put into them: pages, filters, the kernel, and every step of merging."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from unittest import mock

import numpy as np
import plyvel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, NearDupIndex, Scheme
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.archive import FORMAT_KEY
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.index.posting import MEMBER
from scrapy_neardup.core.index.store import ALL_LOOSE, BUCKET_CAP, Change, MemoryStore, split
from scrapy_neardup.core.leveldb import bloom, page, recent, sorted_run
from scrapy_neardup.core.leveldb import runs as runs_module
from scrapy_neardup.core.leveldb import store as leveldb
from scrapy_neardup.core.leveldb.page import LAST_KEY, Entries, bucket_at, bucket_key
from scrapy_neardup.core.leveldb.runs import Runs
from scrapy_neardup.core.leveldb.sorted_run import GROUP, Run
from scrapy_neardup.core.leveldb.store import LevelDBStore, copy_live
from tests.faults.stories import story

compiled = pytest.mark.skipif(sorted_run.kernel is None, reason="installed without a compiler")

BUCKETS = st.tuples(st.integers(0, 255), st.binary(max_size=4)).map(
    lambda parts: bytes(parts[:1]) + parts[1]
)
MEMBERS = st.binary(min_size=MEMBER.itemsize, max_size=MEMBER.itemsize)
PAIRS = st.lists(st.tuples(BUCKETS, MEMBERS), max_size=20)
# Few keys and ordinals, so that they meet, and the largest.
KEYS = st.one_of(st.integers(0, 40), st.integers(LAST_KEY - 3, LAST_KEY), st.integers(0, LAST_KEY))
ORDINALS = st.one_of(st.integers(0, 4), st.integers(0, 2**32 - 1))


@st.composite
def entries(draw, max_size=60, min_size=0) -> Entries:
    rows = draw(
        st.dictionaries(
            st.tuples(KEYS, ORDINALS), st.booleans(), min_size=min_size, max_size=max_size
        )
    )
    return of_rows(rows)


def of_rows(rows) -> Entries:
    ordered = sorted(rows)
    return Entries(
        np.array([key for key, _ in ordered], np.uint64),
        np.array([ordinal for _, ordinal in ordered], np.uint32),
        np.array([rows[one] for one in ordered], np.bool_),
    )


def rows_of(some: Entries) -> list[tuple[int, int, bool]]:
    return list(zip(*(column.tolist() for column in some), strict=True))


def in_array_code():
    return mock.patch.object(sorted_run, "kernel", None)


@given(BUCKETS)
def test_a_bucket_is_found_again_in_its_key(bucket):
    key = bucket_key(bucket)
    assert bucket_at(key) == bucket_at(key | 0xFFFF) == bucket
    assert key <= LAST_KEY


@pytest.mark.parametrize("bucket", [b"", b"123456"])
def test_a_bucket_that_has_no_key_is_refused(tmp_path, bucket):
    store = LevelDBStore(tmp_path)
    with pytest.raises(ValueError, match=f"a bucket of {len(bucket)} bytes"):
        store.apply(Change(post=[(bucket, b"member")]))
    assert list(store.buckets()) == []
    store.close()


@given(entries(min_size=1))
def test_a_page_gives_back_its_entries(some):
    assert rows_of(page.unpack(page.pack(some))) == rows_of(some)


@given(entries(min_size=1, max_size=8), st.integers(0, 400), st.integers(0, 255))
def test_a_page_with_another_byte_is_read_or_refused(some, at, byte):
    packed = bytearray(page.pack(some))
    packed[at % len(packed)] = byte
    for broken in (bytes(packed), bytes(packed[:-1]), bytes(packed) + b"\0"):
        for read in (page, sorted_run.kernel or page):
            try:
                read.within(broken, 0, LAST_KEY, -1, 0)
            except IndexCorrupt:
                continue


def test_what_is_stored_of_a_group_stays_what_it_is():
    some = of_rows({(bucket_key(b"\2\1\2") | 5, 7): False, (bucket_key(b"\x0c\1\2\3"), 9): True})
    for kernel in (sorted_run.kernel, None):
        with mock.patch.object(sorted_run, "kernel", kernel):
            group = sorted_run.encode(some, ALL_LOOSE, 16)
        assert [packed.hex() for packed in group.pages] == [
            "05000201000012000700000002000701010000000000000000fbff0001010051000202"
        ]
        assert group.head().hex() == (
            "0100"
            "0500020100001200"
            "00000000000000000300000000004800000000000000000000480010"
            "000002000000000004000000000000000000000000000000042000000000000000000001"
        )
    # The first number of SplitMix64 from the seed 0.
    assert int(bloom.mixed(np.zeros(1, np.uint64))[0]) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize(("bits", "most"), [(6, 0.075), (8, 0.035), (14, 0.005)])
def test_a_filter_holds_its_values_and_few_others(bits, most):
    rng = np.random.default_rng(bits)
    values = rng.integers(0, 2**59, GROUP, np.uint64)
    packed = np.frombuffer(bloom.filter_of(bloom.hashed(values), bits), np.uint8)
    assert len(packed) * 8 == GROUP * bits

    def held(asked):
        blocks = np.full(len(asked), GROUP * bits // 512, np.uint64)
        return bloom.may_hold(packed, np.zeros(len(asked), np.intp), blocks, bloom.hashed(asked))

    assert held(values).all()
    assert held(rng.integers(0, 2**59, 20_000, np.uint64)).mean() <= most


@compiled
@given(PAIRS, PAIRS)
def test_the_kernel_logs_as_the_array_code_does(gone, added):
    entry = recent.entry_of(gone, added)
    with mock.patch.object(recent, "kernel", None):
        assert recent.entry_of(gone, added) == entry
    noted = recent.Recent()
    noted.replay(entry)
    latest = noted.entries()
    with mock.patch.object(recent, "kernel", None):
        again = recent.Recent()
        again.replay(entry)
        assert rows_of(again.entries()) == rows_of(latest)
    assert (again.added, again.gone, again.largest) == (noted.added, noted.gone, noted.largest)
    assert set(added) == {
        (bucket, member) for bucket, packed in noted.added.items() for member in split(packed, 6)
    }


def test_postings_that_are_taken_out_and_added_in_one_change_are_there(tmp_path):
    store = LevelDBStore(tmp_path)
    pairs = [(b"abc", b"member")]
    store.apply(Change(post=pairs))
    store.apply(Change(unpost=pairs, post=pairs))
    store.close()
    store = LevelDBStore(tmp_path)
    assert store.members([b"abc"]) == [b"member"]
    store.close()


@pytest.mark.parametrize("cut", [1, 5, 9])
def test_a_log_that_ends_too_soon_is_refused(cut):
    entry = recent.entry_of([], [(b"abc", b"member")])
    for kernel in (recent.kernel, None):
        with mock.patch.object(recent, "kernel", kernel):
            broken = recent.Recent()
            broken.log.append(entry[:cut])
            with pytest.raises(IndexCorrupt, match=f"at byte 0 of {cut}"):
                broken.entries()
    with pytest.raises(IndexCorrupt):
        recent.Recent().replay(entry[:cut])


@compiled
@given(st.lists(entries(min_size=1), max_size=4), entries(max_size=1), KEYS, st.booleans())
def test_the_kernel_merges_as_the_array_code_does(runs, above, below, final):
    after = above.last() if len(above.keys) else (-1, 0)
    sources = []
    for some in runs:
        pages = [page.pack(some.part(start, start + 7)) for start in range(0, len(some.keys), 7)]
        sources.append((pages, *after))
    for most in (5, GROUP):
        merged = sorted_run.merge(sources, below, most, final=final)
        with in_array_code():
            expected = sorted_run.merge(sources, below, most, final=final)
        assert rows_of(merged) == rows_of(expected)
    wanted: dict[tuple[int, int], bool] = {}
    for some in reversed(runs):
        wanted.update({(key, ordinal): gone for key, ordinal, gone in rows_of(some)})
    assert rows_of(merged) == [
        (*one, gone)
        for one, gone in sorted(wanted.items())
        if after < one and one[0] < below and not (gone and final)
    ]


@compiled
@given(entries(min_size=1), st.integers(0, 16), st.sampled_from([8, 12, 16]))
def test_the_kernel_encodes_as_the_array_code_does(some, free, bits):
    loose = bytes([free] * 256)
    group = sorted_run.encode(some, loose, bits)
    with in_array_code():
        assert sorted_run.encode(some, loose, bits) == group
    assert sorted_run.split_head(group.head()) == (group.firsts, group.filter)


@compiled
@given(entries(min_size=1), KEYS, KEYS, entries(max_size=1))
def test_the_kernel_reads_a_page_as_the_array_code_does(some, low, high, above):
    after = above.last() if len(above.keys) else (-1, 0)
    packed = page.pack(some)
    found = sorted_run.within(packed, min(low, high), max(low, high), after)
    with in_array_code():
        assert sorted_run.within(packed, min(low, high), max(low, high), after) == found


def long_run(rng, loose: bytes, bits: int = 8, above: tuple[int, int] = (-1, 0)) -> Run:
    """More than a group, in few buckets of three tables, some of them longer than a page."""
    buckets = [bytes((table, 1, low)) for table in range(3) for low in range(0, 40, 2)]
    keys = np.array([bucket_key(bucket) for bucket in buckets], np.uint64)
    picked = keys[rng.integers(0, len(keys), GROUP + 5000)]
    picked |= rng.integers(0, 1 << 16, len(picked), np.uint64)
    ordinals = rng.integers(0, 1000, len(picked)).astype(np.uint32)
    some = Entries(picked, ordinals, rng.random(len(picked)) < 0.1).latest()
    run = Run(1, 0, bits, above=above)
    for start in range(0, len(some.keys), GROUP):
        run.append(sorted_run.encode(some.part(start, start + GROUP), loose, bits))
    return run


@compiled
@pytest.mark.parametrize("with_tags", [False, True])
def test_the_kernel_looks_where_the_array_code_does(with_tags):
    rng = np.random.default_rng(5)
    loose = bytes([0, 6, 16] + [0] * 253)
    middle = bucket_key(b"\1\1\x10") | 9
    runs = [long_run(rng, loose), long_run(rng, loose, 16, (middle, 3)), Run(9, 0, 16)]
    buckets = [bytes((table, 1, low)) for table in range(3) for low in range(40)]
    tags = rng.bytes(2 * len(buckets)) if with_tags else b""
    places = sorted_run.probe(buckets, tags, loose, runs)
    with in_array_code():
        assert sorted(sorted_run.probe(buckets, tags, loose, runs)) == sorted(places)
    assert {run for _, run, *_ in places} == {0, 1}


class Disk:
    """What :class:`Runs` need of a store, in memory; a write may fail."""

    def __init__(self, values=()) -> None:
        self.values = dict(values)
        self.full = False

    def open(self) -> Runs:
        return Runs(self.values.get, self.scan, self.write)

    def scan(self, prefix: bytes):
        return iter(sorted((k, v) for k, v in self.values.items() if k.startswith(prefix)))

    def write(self, changes) -> None:
        if self.full:
            raise OSError("full")
        for key, value in changes.items():
            if value is None:
                self.values.pop(key, None)
            else:
                self.values[key] = value


def everything(runs: Runs, disk: Disk) -> list[tuple[int, int, bool]]:
    nothing = of_rows({})
    return [row for some in runs.walk(nothing, disk.values.get) for row in rows_of(some)]


@pytest.mark.parametrize("seed", range(2))
def test_runs_hold_what_was_added_at_every_step_of_merging(seed):
    rng = np.random.default_rng(seed)
    disk = Disk()
    runs = disk.open()
    runs.loose = bytes(256)
    there: dict[tuple[int, int], bool] = {}
    buckets = [bytes((table, 0, low)) for table in range(2) for low in range(4)]
    merging = 0
    for number in range(17):
        keys = np.array([bucket_key(bucket) for bucket in buckets], np.uint64)
        keys = keys[rng.integers(0, len(keys), 9_000)] | rng.integers(0, 1 << 12, 9_000, np.uint64)
        ordinals = rng.integers(0, 40, len(keys)).astype(np.uint32)
        added = Entries(keys, ordinals, rng.random(len(keys)) < 0.3).latest()
        disk.full = number % 5 == 3
        if disk.full:
            with pytest.raises(OSError, match="full"):
                runs.add(added, {})
            disk.full = False
        runs.add(added, {b"also": b"%d" % number})
        there.update({(key, ordinal): gone for key, ordinal, gone in rows_of(added)})
        for _ in range(int(rng.integers(0, 12))):
            runs.advance(int(rng.integers(0, 9000)))
            merging += any(run.above != (-1, 0) for run in runs)
        if number % 4 == 1:
            disk = Disk(disk.values)
            runs = disk.open()
        if number == 14:
            runs.merge_all()
            assert len(runs) == 1
        if number % 3:
            continue
        present = sorted(one for one, gone in there.items() if not gone)
        assert everything(runs, disk) == [(*one, False) for one in present]
        layers = runs.find(buckets, b"")
        for place, bucket in enumerate(buckets):
            low = bucket_key(bucket)
            packed = leveldb._standing(layers.get(place, []))
            found = {
                (low | int.from_bytes(m[:2], "big"), int.from_bytes(m[2:], "big"))
                for m in split(packed, 6)
            }
            assert found == {one for one in present if low <= one[0] <= low | 0xFFFF}
            assert len(packed) == 6 * len(found)
        asked = [present[at] for at in rng.integers(0, len(present), 20)]
        tags = b"".join((key & 0xFFFF).to_bytes(2, "little") for key, _ in asked)
        layers = runs.find([bucket_at(key) for key, _ in asked], tags)
        for place, (key, ordinal) in enumerate(asked):
            member = (key & 0xFFFF).to_bytes(2, "big") + ordinal.to_bytes(4, "big")
            assert member in split(leveldb._standing(layers[place]), 6)
    assert merging > 2
    pages = [key for key in disk.values if key.startswith(b"p")]
    assert len(pages) == sum(run.pages for run in runs)
    heads = [key for key in disk.values if key.startswith(b"f")]
    assert len(heads) == sum(run.groups for run in runs)


def test_runs_for_other_tables_are_refused():
    disk = Disk()
    runs = disk.open()
    runs.loose = bytes(256)
    runs.add(of_rows({(1, 1): False}), {})
    again = disk.open()
    again.loose = bytes(256)
    with pytest.raises(IndexCorrupt, match="other tables"):
        again.loose = ALL_LOOSE


@pytest.fixture
def short_runs(monkeypatch):
    """Runs of some twenty documents."""
    monkeypatch.setattr(runs_module, "RUN", 700)


@pytest.mark.usefixtures("short_runs")
@pytest.mark.parametrize("kernel", [sorted_run.kernel, None])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_store_with_runs_is_like_one_in_memory(tmp_path, monkeypatch, kernel, seed):
    monkeypatch.setattr(sorted_run, "kernel", kernel)
    monkeypatch.setattr(recent, "kernel", kernel)
    rng = np.random.default_rng(seed)
    loose = bytes([0, 6, 16] + [0] * 253)
    store, model = LevelDBStore(tmp_path / "0"), MemoryStore()
    store.loose_bits = loose
    kept: list[list[tuple[bytes, bytes]]] = []

    def bucket() -> bytes:
        table = int(rng.integers(0, 3))
        return bytes((table,)) + int(rng.integers(0, 300)).to_bytes(2 + (table == 2), "big")

    for number in range(900 if kernel else 300):
        if kept and rng.random() < 0.25:
            pairs = kept.pop(int(rng.integers(0, len(kept))))
            change = Change(unpost=pairs, post=pairs[: int(rng.integers(0, 3))])
        else:
            member = number.to_bytes(4, "big")
            pairs = [(bucket(), rng.bytes(2) + member) for _ in range(30)]
            change = Change(post=pairs, values={b"%d" % number: b"value"})
            kept.append(pairs)
        assert store.apply(change) == model.apply(change)
        if number % 100 == 99:
            if number % 200 == 99:
                copy_live(tmp_path / f"{number // 100}", tmp_path / f"{number // 100 + 1}")
            store.close()
            if number % 200 != 99:
                (tmp_path / f"{number // 100}").rename(tmp_path / f"{number // 100 + 1}")
            store = LevelDBStore(tmp_path / f"{number // 100 + 1}")
            store.loose_bits = loose
            if number == 699:
                store.compact()
            expected = {key: sorted(split(packed, 6)) for key, packed in model.buckets()}
            found = [(key, sorted(split(packed, 6))) for key, packed in store.buckets()]
            assert dict(found) == expected
            assert len(found) == len(expected)
        asked = [bucket() for _ in range(10)]
        tags = rng.bytes(20)
        every, near = store.members(asked), store.members(asked, tags)
        for place, packed in enumerate(model.members(asked)):
            assert sorted(split(every[place], 6)) == sorted(split(packed, 6))
            free = loose[asked[place][0]]
            tag = int.from_bytes(tags[2 * place : 2 * place + 2], "little") >> free
            agreeing = {m for m in split(packed, 6) if int.from_bytes(m[:2], "big") >> free == tag}
            assert agreeing <= set(split(near[place], 6)) <= set(split(packed, 6))
    store.close()


@pytest.mark.usefixtures("short_runs")
def test_a_bucket_that_is_full_in_runs_takes_no_more(tmp_path):
    store = LevelDBStore(tmp_path)
    pairs = [(b"full", number.to_bytes(6, "big")) for number in range(BUCKET_CAP + 100)]
    for start in range(0, BUCKET_CAP, 64):
        assert store.apply(Change(post=pairs[start : start + 64])) == 0
        assert len(split(store.members([b"full"])[0], 6)) == start + 64
    assert store.apply(Change(post=pairs[BUCKET_CAP:])) == 100
    assert store.apply(Change(post=pairs[:100])) == 0
    store.apply(Change(unpost=pairs[:10]))
    assert len(split(store.members([b"full"])[0], 6)) == BUCKET_CAP - 10
    assert store.apply(Change(post=pairs[BUCKET_CAP:])) == 90
    store.close()


@pytest.mark.parametrize("at", ["while it grows", "at its end"])
def test_the_space_of_what_was_merged_is_given_back(tmp_path, monkeypatch, at):
    monkeypatch.setattr(runs_module, "RUN", 20_000)
    monkeypatch.setattr(runs_module, "_LONG", 0)
    monkeypatch.setattr(leveldb, "_SMALL", 0)
    monkeypatch.setattr(leveldb, "_MUCH_DEAD", 100_000 if at == "while it grows" else 1 << 40)
    store = LevelDBStore(tmp_path)
    rng = np.random.default_rng(3)
    squeezed = 0
    added = 0
    for number in range(400):
        post = [(rng.bytes(4), rng.bytes(2) + number.to_bytes(4, "big")) for _ in range(500)]
        store.apply(Change(post=post))
        added += len(set(post))
        if store._squeezing is not None:
            squeezed += 1
            store._squeezing.join()
            store._squeezing = None
    assert (squeezed > 2) is (at == "while it grows")
    if at == "at its end":
        assert store._runs.dead_bytes > 500_000
    store.close()
    assert store._runs.dead_bytes < 100_000
    store = LevelDBStore(tmp_path)
    assert sum(len(packed) // 6 for _, packed in store.buckets()) == added
    store.close()


@pytest.fixture
def index_of_runs(tmp_path, short_runs):
    with NearDupIndex.open(tmp_path / "index") as index:
        for number in range(60):
            index.add(Document(f"doc{number}", story(number)))
        assert len(index._ledger.store._runs) > 1
    return tmp_path / "index"


def raw(path):
    return plyvel.DB(os.fsencode(path / "leveldb"))


@pytest.mark.parametrize("part", ["page", "head", "manifest", "nonsense", "log"])
def test_postings_of_which_a_part_is_missing_are_refused_and_made_anew(index_of_runs, part):
    path = index_of_runs
    (path / "sealed.json").unlink()
    database = raw(path)
    prefix = {"page": b"p", "head": b"f", "log": b"l"}.get(part, b"m")
    key = next(iter(database.iterator(prefix=prefix, include_value=False)))
    if part in ("nonsense", "log"):
        database.put(key, b'{"next": 1}')
    else:
        database.delete(key)
    database.close()
    if part == "manifest":
        # It can't be told from an index without runs, but by what leads nowhere.
        assert check_index(path).missing_postings > 100
    else:
        with pytest.raises(IndexCorrupt, match=r"damaged .*neardup repair"):
            check_index(path)
    repaired = repair_index(path)
    assert (repaired.kept, repaired.lost) == (60, 0)
    assert repaired.postings_added > 100
    assert check_index(path).clean
    with NearDupIndex.open(path) as index:
        assert index.check(Document("copy", story(7))).match.id == "doc7"


@pytest.mark.usefixtures("short_runs")
def test_an_index_that_has_lost_its_format_is_laid_out_anew(tmp_path):
    with NearDupIndex.open(tmp_path, expected_documents=1000) as index:
        for number in range(60):
            index.add(Document(f"doc{number}", story(number)))
        index._ledger.store.apply(Change(values={FORMAT_KEY: None}))
    assert repair_index(tmp_path, Scheme()).kept == 60
    assert check_index(tmp_path).clean
    with NearDupIndex.open(tmp_path) as index:
        assert index.check(Document("copy", story(7))).match.id == "doc7"


VICTIM = """
import random, sys
from scrapy_neardup.core.index.store import Change
from scrapy_neardup.core.leveldb import store
store._RUN = 9_000
opened = store.LevelDBStore(sys.argv[1])
opened.loose_bits = bytes(256)
start = sum(1 for _ in opened.items(b""))
for number in range(start, 100_000):
    rng = random.Random(number)
    post = [(b"%c%c%c" % (1, 0, rng.randrange(256)), rng.randbytes(6)) for _ in range(600)]
    unpost = []
    if number % 3 == 2:
        rng = random.Random(number - 2)
        unpost = [(b"%c%c%c" % (1, 0, rng.randrange(256)), rng.randbytes(6)) for _ in range(300)]
    opened.apply(Change(post=post, unpost=unpost, values={b"%06d" % number: b""}))
    print(number, flush=True)
"""


def test_a_kill_in_the_middle_of_merging_loses_no_posting(tmp_path):
    done = 0
    for seconds in (0.9, 1.1, 1.3):
        victim = subprocess.Popen(
            [sys.executable, "-c", VICTIM, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert victim.stdout is not None
        victim.stdout.readline()
        time.sleep(seconds)
        victim.send_signal(signal.SIGKILL)
        out = victim.communicate()[0].split()
        acknowledged = int(out[-1]) + 1 if out else done
        store = LevelDBStore(tmp_path)
        done = sum(1 for _ in store.items(b""))
        assert done >= acknowledged
        there = set()
        for number in range(done):
            rng = random.Random(number)
            pairs = [
                (b"%c%c%c" % (1, 0, rng.randrange(256)), rng.randbytes(6)) for _ in range(600)
            ]
            there.update(pairs)
            if number % 3 == 2:
                rng = random.Random(number - 2)
                there.difference_update(
                    [
                        (b"%c%c%c" % (1, 0, rng.randrange(256)), rng.randbytes(6))
                        for _ in range(300)
                    ]
                )
        found = [(key, one) for key, packed in store.buckets() for one in split(packed, 6)]
        assert len(found) == len(there)
        assert set(found) == there
        store.close()
    assert done > 100
