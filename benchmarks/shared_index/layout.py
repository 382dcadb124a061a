"""Bytes that a posting takes on a server, for several layouts of the tables.

    python -m benchmarks.shared_index.layout [--documents N] [--json FILE]

Each layout gets the same random postings, as many as the tables of N documents have, in an index
that was laid out for N documents. Memory is the server's used_memory, before and after.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "example_project"))

import numpy as np
from cluster import Server, server_binaries

from scrapy_neardup.core.index.posting import Layout, bucket_bits_for
from scrapy_neardup.core.redis.ledger import MEMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TABLES = 30


def grouped(low_bits: int) -> Callable[[bytes, bytes], tuple[Any, ...]]:
    def command(bucket: bytes, member: bytes) -> tuple[Any, ...]:
        number = int.from_bytes(bucket[1:], "big")
        low = (number & ((1 << low_bits) - 1)).to_bytes((low_bits + 7) // 8, "big")
        return "ZADD", f"neardup#t{bucket[0]:02x}{number >> low_bits:x}", 0, low + member

    return command


def set_a_bucket(bucket: bytes, member: bytes) -> tuple[Any, ...]:
    return "SADD", f"neardup#t{bucket.hex()}", member


def hash_a_group(bucket: bytes, member: bytes) -> tuple[Any, ...]:
    _, key, _, value = grouped(10)(bucket, member)
    return "HSET", key, value, b""


def set_a_group(bucket: bytes, member: bytes) -> tuple[Any, ...]:
    _, key, _, value = grouped(10)(bucket, member)
    return "SADD", key, value


LAYOUTS = {
    "a set for each bucket": set_a_bucket,
    "a set for 1024 buckets": set_a_group,
    "a hash for 1024 buckets": hash_a_group,
    **{f"a sorted set for {1 << bits} buckets": grouped(bits) for bits in (6, 8, 10, 11, 12)},
}


def postings(documents: int, seed: int) -> Iterator[tuple[bytes, bytes]]:
    rng = random.Random(seed)
    layout = Layout(range(TABLES), [bucket_bits_for(documents, MEMBERS)] * TABLES)
    for ordinal in range(documents):
        keys = np.frombuffer(rng.randbytes(8 * TABLES), np.uint64)
        yield from layout.postings(keys).of(ordinal)


def used(server: Server) -> int:
    return int(server.client().info("memory")["used_memory"])


def measure(binary: str, documents: int) -> dict[str, Any]:
    figures: dict[str, float] = {}
    name = ""
    for layout, command in LAYOUTS.items():
        server = Server(binary=binary)
        try:
            client = server.client()
            facts = client.info("server")
            name = f"{facts.get('server_name', 'redis')} "
            name += facts.get("valkey_version", facts["redis_version"])
            before = used(server)
            pipeline = client.pipeline(transaction=False)
            for number, (entry, member) in enumerate(postings(documents, seed=1)):
                pipeline.execute_command(*command(entry, member))
                if number % 10_000 == 9_999:
                    pipeline.execute()
            pipeline.execute()
            figures[layout] = round((used(server) - before) / (documents * TABLES), 1)
        finally:
            server.stop()
    return {"server": name, "documents": documents, "bytes_per_posting": figures}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=8000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = [measure(binary, options.documents) for binary in server_binaries()]
    for result in results:
        print(f"{result['server']}, {result['documents']:,} documents, {TABLES} tables")
        for layout, size in result["bytes_per_posting"].items():
            print(f"  {size:6.1f}  {layout}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
