"""The same documents to every backend: every verdict is the same."""

from __future__ import annotations

import random

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, NearDupIndex

DOCUMENTS = 400


def documents(count, seed=1):
    """New articles, copies exact and edited, excerpts, re-visits, updates and short texts."""
    rng = random.Random(seed)
    seen = []
    for number in range(count):
        kind = rng.random()
        text = story(f"{seed}-{number}", 60)
        if kind < 0.5 or not seen:
            name = f"doc-{number}"
        elif kind < 0.6:
            name, text = f"doc-{number}", rng.choice(seen)[1].upper()
        elif kind < 0.72:
            name, text = f"doc-{number}", rng.choice(seen)[1] + " " + story(f"tail-{number}", 4)
        elif kind < 0.8:
            words = rng.choice(seen)[1].split()
            name, text = f"doc-{number}", " ".join(words[: len(words) * 2 // 3])
        elif kind < 0.87:
            name, text = rng.choice(seen)
        elif kind < 0.94:
            name = rng.choice(seen)[0]
        else:
            name, text = f"doc-{number}", story(str(rng.randrange(5)), 6)
        seen.append((name, text))
        yield Document(name, text)


def test_memory_leveldb_redis_and_cluster_give_equal_verdicts(tmp_path, shared_url):
    indexes = {
        "memory": NearDupIndex.in_memory(),
        "leveldb": NearDupIndex.open(tmp_path / "index"),
        "redis": NearDupIndex.open(shared_url("redis")),
        "cluster": NearDupIndex.open(shared_url("cluster")),
    }
    kinds = set()
    for document in documents(DOCUMENTS):
        fingerprint = indexes["memory"].fingerprinter(document.text)
        verdicts = {}
        for name, index in indexes.items():
            verdict = index.check_and_add(document, fingerprint).to_dict()
            del verdict["first_seen"]
            verdicts[name] = verdict
        kinds.add(verdicts["memory"]["verdict"])
        assert all(verdict == verdicts["memory"] for verdict in verdicts.values()), verdicts
    assert {"new", "exact", "unchanged", "updated", "too_short"} < kinds
    sizes = {name: (len(index), index.stats()["copies"]) for name, index in indexes.items()}
    assert len(set(sizes.values())) == 1, sizes
    for index in indexes.values():
        index.close()
