from collections.abc import Sequence

from scrapy_neardup.core.leveldb.sorted_run import Run

VERSION: int

def probe(
    buckets: list[bytes],
    tags: bytes,
    loose: bytes,
    runs: Sequence[Run],
) -> list[tuple[int, int, int, int, int]]: ...
def within(
    page: bytes, low: int, high: int, above_key: int, above_ordinal: int
) -> tuple[bytes, bytes]: ...
def read(log: bytes) -> tuple[bytes, bytes, bytes]: ...
def entry(gone: Sequence[tuple[bytes, bytes]], added: Sequence[tuple[bytes, bytes]]) -> bytes: ...
def put(there: dict[bytes, bytes], pairs: Sequence[tuple[bytes, bytes]]) -> int: ...
def merge(
    sources: Sequence[tuple[list[bytes], int, int]], below: int, most: int, final: bool
) -> tuple[bytes, bytes, bytes]: ...
def encode(
    keys: bytes, ordinals: bytes, gone: bytes, loose: bytes, bits: int
) -> tuple[list[bytes], bytes, bytes]: ...
