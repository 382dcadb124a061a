"""LevelDB gets on with a compaction, however fast is written meanwhile."""

from __future__ import annotations

import plyvel
import pytest

from scrapy_neardup.core.leveldb.squeeze import mark, squeeze

TABLE = 64 << 10


@pytest.fixture
def db(tmp_path):
    db = plyvel.DB(
        str(tmp_path),
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
    mark(batch)
    batch.write()


# Without marks LevelDB goes on there as long as tables come.
def test_level_0_is_compacted_once_though_others_write(db, tmp_path):
    for number in range(150):
        write(db, number)
    squeezing = squeeze(db, b"m", b"n")
    number = 150
    while squeezing.is_alive() and number < 250:
        write(db, number)
        number += 1
    squeezing.join()
    log = (tmp_path / "LOG").read_text("utf-8", "replace")
    # Once more to see that there is no other.
    assert log.count("Manual compaction at level-0") <= 2
    assert sum(1 for _ in db) == number * 64
