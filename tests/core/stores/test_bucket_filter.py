"""The filter of buckets: it errs towards "maybe", whatever it has been through."""

from __future__ import annotations

import errno
import random
import zlib

import pytest

from scrapy_neardup.core.stores import bucket_filter
from scrapy_neardup.core.stores.bucket_filter import FILE, BucketFilter

MEMBER = b"member"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Parts and slices small enough for many of them."""
    monkeypatch.setattr(bucket_filter, "_LEAST", 1000)
    monkeypatch.setattr(bucket_filter, "_SLICE", 100)
    monkeypatch.setattr(bucket_filter, "_LEAST_READ", 1)
    monkeypatch.setattr(bucket_filter, "_SLICE_AFTER_CRASH", 100)


class Database:
    """Postings, and a filter of them."""

    def __init__(self, path, token=None, *, postings=()):
        self.postings = dict.fromkeys(postings, MEMBER)
        self.filter = BucketFilter(path / FILE, self.read, token, len(self.postings))

    def read(self, start, most):
        return sorted(bucket for bucket in self.postings if bucket >= start)[:most]

    def add(self, *buckets):
        self.filter.advance()
        self.filter.add([*buckets])
        self.postings.update(dict.fromkeys(buckets, MEMBER))

    def remove(self, *buckets):
        self.filter.advance()
        for bucket in buckets:
            del self.postings[bucket]
        self.filter.removed(len(buckets))

    def has_all(self) -> bool:
        buckets = [*self.postings]
        return [*self.filter.may_hold(buckets)] == [*range(len(buckets))]

    def errors(self, count=2000) -> float:
        """The share of other buckets that seem to have members."""
        rng = random.Random(9)
        return len(self.filter.may_hold([b"x" + rng.randbytes(4) for _ in range(count)])) / count


@pytest.fixture
def buckets():
    rng = random.Random(1)
    return [rng.randbytes(5) for _ in range(5000)]


def test_a_new_filter_is_ready_and_grows_with_its_postings(tmp_path, buckets):
    database = Database(tmp_path)
    assert database.filter.is_ready
    made, most_parts = {id(database.filter._ready): database.filter._ready}, 0
    for start in range(0, len(buckets), 37):
        database.add(*buckets[start : start + 37])
        ready = database.filter._ready
        made[id(ready)], most_parts = ready, max(most_parts, len(ready.parts))
        assert database.has_all()
    assert len(made) == 2
    assert most_parts >= 3
    assert database.errors() < 0.05


def test_a_growing_filter_reads_its_postings_about_once_each(tmp_path):
    rng = random.Random(2)
    database = Database(tmp_path)
    read = 0

    def counted(start, most):
        nonlocal read
        buckets = database.read(start, most)
        read += len(buckets)
        return buckets

    database.filter = BucketFilter(tmp_path / FILE, counted, None, 0)
    for _ in range(600):
        database.add(*(rng.randbytes(5) for _ in range(40)))
    assert database.has_all()
    assert 0 < read < 1.3 * len(database.postings)
    assert database.errors() < 0.08


def test_postings_that_come_while_it_is_made_again_take_room_once(tmp_path):
    rng = random.Random(3)
    database = Database(tmp_path)
    made = 0
    for _ in range(600):
        former = database.filter._ready
        database.add(*(rng.randbytes(5) for _ in range(40)))
        if database.filter._ready is not former:
            made += 1
            assert database.filter._ready.used == len(database.postings)
        assert database.has_all()
    assert made >= 2


def test_a_filter_without_a_token_says_maybe_until_it_has_read_all_postings(tmp_path, buckets):
    database = Database(tmp_path, postings=buckets[:1000])
    for step in range(11):
        assert not database.filter.is_ready
        assert database.errors() == 1
        # Behind what was read, and before it.
        database.add(buckets[1000 + step])
        assert database.has_all()
    database.add(buckets[2000])
    assert database.filter.is_ready
    assert database.has_all()
    assert database.errors() < 0.05


def test_some_changes_are_read_for_at_once(tmp_path, buckets, monkeypatch):
    monkeypatch.setattr(bucket_filter, "_LEAST_READ", 400)
    read = []

    def counted(start, most):
        read.append(most)
        return [bucket for bucket in sorted(buckets) if bucket >= start][:most]

    filter_ = BucketFilter(tmp_path / FILE, counted, None, len(buckets))
    for _ in range(9):
        filter_.advance()
    assert read == [400, 400]


def test_each_change_tells_of_postings_that_can_not_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(bucket_filter, "_LEAST_READ", 400)

    asked = []

    def damaged(start, most):
        asked.append(most)
        raise OSError("damaged")

    filter_ = BucketFilter(tmp_path / FILE, damaged, None, 10_000)
    told = []
    for _ in range(12):
        try:
            filter_.advance()
        except OSError:
            told.append(True)
        else:
            told.append(False)
    assert told == [False] * 3 + [True] * 9
    assert max(asked) == 500


def test_a_bucket_larger_than_a_slice_is_no_obstacle(tmp_path):
    database = Database(tmp_path, postings=[b"a"])

    def read(start, most):
        buckets = [b"a", *[b"b"] * 1000, b"c"]
        return [bucket for bucket in buckets if bucket >= start][:most]

    database.filter = BucketFilter(tmp_path / FILE, read, None, 1002)
    for _ in range(5):
        database.filter.advance()
    assert database.filter.is_ready
    assert [*database.filter.may_hold([b"a", b"b", b"c"])] == [0, 1, 2]


def test_it_is_made_again_once_most_of_it_was_removed(tmp_path, buckets):
    database = Database(tmp_path)
    database.add(*buckets)
    crowded = database.errors()
    database.remove(*buckets[:2400])
    assert database.filter._coming is None
    database.remove(*buckets[2400:4900])
    former = database.filter._ready
    assert database.filter._coming is not None
    assert database.has_all()
    database.add(b"while")
    while database.filter._coming is not None:
        database.add()
    assert database.filter._ready is not former
    assert database.has_all()
    assert database.errors() < crowded + 0.001
    assert database.filter._ready.used < 200


def test_what_was_saved_is_believed_for_its_token_alone(tmp_path, buckets):
    database = Database(tmp_path)
    database.add(*buckets)
    database.remove(*buckets[:100])
    token = database.filter.save()
    again = Database(tmp_path, token, postings=database.postings)
    assert again.filter.is_ready
    assert again.filter.token == token
    assert again.has_all()
    assert again.errors() == database.errors()
    assert again.filter._removed == 100
    for other in (None, bytes(16)):
        refused = Database(tmp_path, other, postings=database.postings)
        assert not refused.filter.is_ready
        assert refused.has_all()


def test_of_two_that_were_saved_only_the_last_is_believed(tmp_path, buckets):
    database = Database(tmp_path)
    first = database.filter.save()
    database.add(*buckets)
    second = database.filter.save()
    assert first != second
    assert not Database(tmp_path, first, postings=buckets).filter.is_ready
    assert Database(tmp_path, second, postings=buckets).filter.is_ready


def test_a_filter_that_is_not_complete_is_not_saved(tmp_path, buckets):
    database = Database(tmp_path, postings=buckets)
    assert database.filter.save() is None
    assert list(tmp_path.iterdir()) == []


def test_no_file_that_has_changed_is_believed(tmp_path, buckets):
    database = Database(tmp_path)
    database.add(*buckets)
    token = database.filter.save()
    file = tmp_path / FILE
    sound = file.read_bytes()
    rng = random.Random(3)

    def is_ready():
        return Database(tmp_path, token, postings=database.postings).filter.is_ready

    for place in [*range(70), *rng.sample(range(len(sound)), 200)]:
        changed = bytearray(sound)
        changed[place] ^= 1 << rng.randrange(8)
        file.write_bytes(changed)
        # How many were removed is a measure of when to make it again, not of what is in it.
        assert is_ready() is (32 <= place < 40)
    for size in [*range(0, 70, 3), *rng.sample(range(len(sound)), 20), len(sound) - 1]:
        file.write_bytes(sound[:size])
        assert not is_ready()
    file.write_bytes(sound + b"\0")
    assert not is_ready()
    file.unlink()
    assert not is_ready()
    file.write_bytes(sound)
    assert is_ready()


def test_the_form_of_the_file_is_pinned(tmp_path, monkeypatch):
    monkeypatch.setattr(bucket_filter.os, "urandom", bytes)
    database = Database(tmp_path)
    database.add(b"a", b"b")
    database.filter.save()
    data = (tmp_path / FILE).read_bytes()
    assert data[:8] == b"nd-filt\2"
    assert len(data) == 44 + 24 + 1024
    assert zlib.crc32(data) == 840105883


def test_a_file_that_can_not_be_written_leaves_the_former_one(tmp_path, buckets, monkeypatch):
    database = Database(tmp_path)
    token = database.filter.save()
    database.add(*buckets)

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bucket_filter.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        database.filter.save()
    assert Database(tmp_path, token, postings=buckets).filter.is_ready
