"""The same documents to memory, LevelDB, one Redis server and a cluster: do all verdicts agree?

python -m benchmarks.shared_index.agree [--documents N] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.shared_index.crawlers import ROOT, story
from scrapy_neardup import Document, NearDupIndex, open_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup import Index


def documents(count: int, seed: int = 1) -> Iterator[Document]:
    """New articles, copies exact and edited, excerpts, re-visits, updates and short texts."""
    rng = random.Random(seed)
    seen: list[tuple[str, str]] = []
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


def compare(indexes: dict[str, Index], count: int) -> Counter[str]:
    """Add *count* documents to each index, and return the verdicts' kinds. Raises AssertionError for
    a difference.
    """
    kinds: Counter[str] = Counter()
    for document in documents(count):
        first = next(iter(indexes.values()))
        fingerprint = first.fingerprinter(document.text)
        verdicts = {}
        for name, index in indexes.items():
            verdict = index.check_and_add(document, fingerprint).to_dict()
            del verdict["first_seen"]
            verdicts[name] = verdict
        one, *others = verdicts.values()
        kinds[one["verdict"]] += 1
        assert all(other == one for other in others), (document.id, verdicts)
    return kinds


def main() -> None:
    sys.path.append(str(ROOT / "example_project"))
    from cluster import LocalCluster, Server

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    server, cluster = Server(), LocalCluster()
    try:
        with tempfile.TemporaryDirectory() as folder:
            indexes: dict[str, Index] = {
                "memory": NearDupIndex.in_memory(),
                "leveldb": open_index(Path(folder) / "index"),
                "redis": open_index(server.url),
                "cluster": open_index(cluster.url),
            }
            kinds = compare(indexes, options.documents)
            for index in indexes.values():
                index.close()
    finally:
        server.stop()
        cluster.stop()
    print(json.dumps({"documents": options.documents, "verdicts": kinds}))
    if options.json:
        options.json.write_text(json.dumps(kinds, indent=1) + "\n")


if __name__ == "__main__":
    main()
