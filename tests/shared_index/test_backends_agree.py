"""The same documents to every backend: every verdict is the same."""

from __future__ import annotations

from benchmarks.shared_index.agree import compare
from scrapy_neardup import NearDupIndex, open_index
from scrapy_neardup.core.postings.posting import MAX_BUCKET_BITS

DOCUMENTS = 400


def test_memory_leveldb_redis_and_cluster_give_equal_verdicts(tmp_path, shared_url):
    indexes = {
        "memory": NearDupIndex.in_memory(),
        "leveldb": open_index(tmp_path / "index"),
        "redis": open_index(shared_url("redis")),
        "cluster": open_index(shared_url("cluster")),
        # Its exact tables have no tags, as those of a local index.
        "widest buckets": open_index(shared_url("redis"), expected_documents=10**9),
    }
    kinds = compare(indexes, DOCUMENTS)
    assert {"new", "exact", "unchanged", "updated", "too_short"} < set(kinds)
    assert indexes["widest buckets"]._documents.bucket_bits == MAX_BUCKET_BITS
    sizes = {name: (len(index), index.stats()["copies"]) for name, index in indexes.items()}
    assert len(set(sizes.values())) == 1, sizes
    for index in indexes.values():
        index.close()
