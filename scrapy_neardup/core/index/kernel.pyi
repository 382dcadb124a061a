from collections.abc import Sequence

VERSION: int

def likeness(
    simhash: int, moves: bytes, blocks: int, phrases: bytes, tables: bytes, bits: bytes
) -> tuple[list[bytes], bytes]: ...
def hits(
    buckets: list[bytes],
    tags: bytes,
    members: Sequence[bytes],
    strict: bytes,
    radii: bytes,
    weights: bytes,
    phrase_table: int,
) -> tuple[dict[int, int], dict[int, int]]: ...
