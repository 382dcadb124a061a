from collections.abc import Sequence

VERSION: int

def likeness(
    simhash: int, moves: bytes, blocks: int, phrases: bytes, tables: bytes, bits: bytes
) -> tuple[list[bytes], list[bytes]]: ...
def hits(
    buckets: list[bytes],
    tags: list[bytes],
    members: Sequence[bytes],
    masks: bytes,
    radii: bytes,
    weights: bytes,
    phrase_table: int,
    least: int = 0,
) -> tuple[dict[int, int], dict[int, int]]: ...
