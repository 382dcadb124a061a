from collections.abc import Sequence

VERSION: int

def likeness(
    simhash: int, moves: bytes, blocks: int, phrases: bytes, tables: bytes, bits: bytes
) -> tuple[list[bytes], bytes]: ...
def near(
    buckets: list[bytes], tags: bytes, members: Sequence[bytes], strict: bytes, radii: bytes
) -> tuple[list[int], list[int]]: ...
