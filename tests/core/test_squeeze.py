"""LevelDB gets on with a compaction, however fast is written meanwhile."""

from __future__ import annotations

import plyvel
import pytest

from scrapy_neardup.core.leveldb.squeeze import Squeeze

TABLE = 64 << 10
ROOM = TABLE // 2


@pytest.fixture
def db(tmp_path):
    db = plyvel.DB(
        str(tmp_path / "db"),
        create_if_missing=True,
        compression=None,
        write_buffer_size=TABLE,
        max_file_size=1 << 20,
    )
    yield db
    db.close()


def write(db, number):
    """A table full of keys that grow, on both sides of those that are squeezed."""
    batch = db.write_batch()
    for key in range(number * 32, (number + 1) * 32):
        batch.put(b"a%08d" % key, bytes(1000))
        batch.put(b"z%08d" % key, bytes(1000))
    batch.write()


def test_whoever_writes_all_the_time_does_not_keep_it_at_level_0(db):
    for number in range(400):
        write(db, number)
    squeeze = Squeeze(db, b"m", b"n", ROOM)
    squeeze.give_way(ROOM)
    write(db, 400)
    squeeze.give_way(1)
    assert squeeze._is_through or not squeeze.is_running
    squeeze.wait()


def test_all_that_was_written_is_there(db):
    for number in range(100):
        write(db, number)
    squeeze = Squeeze(db, b"a", b"z", ROOM)
    for number in range(100, 200):
        squeeze.give_way(TABLE)
        write(db, number)
    squeeze.wait()
    squeeze.give_way(TABLE)
    assert sum(1 for _ in db) == 200 * 64
