"""The same documents to every backend: every verdict is the same."""

from __future__ import annotations

from benchmarks.shared_index.agree import compare
from scrapy_neardup import NearDupIndex, open_index

DOCUMENTS = 400


def test_memory_leveldb_redis_and_cluster_give_equal_verdicts(tmp_path, shared_url):
    indexes = {
        "memory": NearDupIndex.in_memory(),
        "leveldb": open_index(tmp_path / "index"),
        "redis": open_index(shared_url("redis")),
        "cluster": open_index(shared_url("cluster")),
    }
    kinds = compare(indexes, DOCUMENTS)
    assert {"new", "exact", "unchanged", "updated", "too_short"} < set(kinds)
    sizes = {name: (len(index), index.stats()["copies"]) for name, index in indexes.items()}
    assert len(set(sizes.values())) == 1, sizes
    for index in indexes.values():
        index.close()
