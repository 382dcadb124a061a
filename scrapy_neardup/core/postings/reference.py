"""What the kernel of postings computes, in plain Python."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_neardup.core.postings.posting import (
    KEY_BITS,
    ORDINAL_BYTES,
    TAG_BITS,
    member_bytes,
    ordinal_of,
    posting,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDEST_BUCKET = KEY_BITS - TAG_BITS
_PHRASE_SHIFT = KEY_BITS - 32


def likeness(
    simhash: int, moves: bytes, blocks: int, phrases: bytes, tables: bytes, bits: bytes
) -> tuple[list[bytes], list[bytes]]:
    """The buckets and tags of a SimHash in its permuted tables and of some phrases.

    *moves*: right shifts, masks and left shifts of each table's *blocks*, 64 bits each, in the
    machine's byte order. *phrases*: 32 bits each, little-endian. *tables* and *bits*: number and
    bucket width of each posting's table. Raises ValueError where their lengths do not fit.
    """
    if blocks < 1 or len(moves) % (24 * blocks):
        raise ValueError(f"{len(moves)} bytes of moves for {blocks} blocks")
    permuted = len(moves) // (24 * blocks)
    if not len(tables) == permuted + len(phrases) // 4 == len(bits):
        raise ValueError(
            f"{len(tables)} tables, {len(bits)} widths for {permuted} + {len(phrases)} / 4"
        )
    shifts = array("Q", moves)
    right, mask, left = (shifts[part * permuted * blocks :] for part in range(3))
    keys = []
    for table in range(permuted):
        key = 0
        for block in range(table * blocks, (table + 1) * blocks):
            key |= (simhash >> right[block] & mask[block]) << left[block]
        keys.append(key)
    keys += [
        int.from_bytes(phrases[start : start + 4], "little") << _PHRASE_SHIFT
        for start in range(0, len(phrases), 4)
    ]
    buckets, tags = [], []
    for table, key, width in zip(tables, keys, bits, strict=True):
        if not 1 <= width <= _WIDEST_BUCKET:
            raise ValueError(f"a bucket of {width} bits")
        one = posting(table, key, width)
        buckets += one.buckets
        tags += one.tags
    return buckets, tags


def hits(
    buckets: list[bytes],
    tags: list[bytes],
    members: Sequence[bytes],
    masks: bytes,
    radii: bytes,
    weights: bytes,
    phrase_table: int,
    least: int = 0,
) -> tuple[dict[int, int], dict[int, int]]:
    """For each ordinal, the weight of its members whose tags agree with the postings' tags, and
    the number of them that are phrases: see :class:`.tables.Hits`. Ordinals of less weight than
    *least* are left out.

    *tags*: 16 bits for each of the *buckets*, big-endian, none where the table has no tags. By
    table number: *masks*, 16 bits big-endian, the bits of a tag that have to agree; *radii*, a
    byte, how many of the others may differ; *weights*, a byte, the weight of a hit, twice as much
    for a phrase that only one member has. Raises ValueError where their lengths do not fit.
    """
    if not len(tags) == len(buckets) == len(members) or len(masks) != 512:
        raise ValueError(f"{len(tags)} tags, {len(buckets)} and {len(members)} buckets")
    if not len(radii) == len(weights) == 256:
        raise ValueError(f"{len(radii)} radii, {len(weights)} weights")
    weighed: dict[int, int] = {}
    phrases: dict[int, int] = {}
    for bucket, tag, packed in zip(buckets, tags, members, strict=True):
        if not packed:
            continue
        size = member_bytes(bucket)
        if len(packed) % size:
            raise ValueError(f"a bucket of {len(packed)} bytes")
        if len(tag) != size - ORDINAL_BYTES:
            raise ValueError(f"a tag of {len(tag)} bytes")
        table = bucket[0]
        wanted = int.from_bytes(tag, "big")
        rigid = int.from_bytes(masks[2 * table : 2 * table + 2], "big")
        agreeing = []
        for member in split(bucket, packed):
            differing = int.from_bytes(member[:-ORDINAL_BYTES], "big") ^ wanted
            if differing & rigid or differing.bit_count() > radii[table]:
                continue
            agreeing.append(ordinal_of(member))
        is_phrase = table == phrase_table
        weight = weights[table] * (2 if is_phrase and len(agreeing) == 1 else 1)
        for ordinal in agreeing:
            weighed[ordinal] = weighed.get(ordinal, 0) + weight
            if is_phrase:
                phrases[ordinal] = phrases.get(ordinal, 0) + 1
    kept = {ordinal: weight for ordinal, weight in weighed.items() if weight >= least}
    return kept, {ordinal: phrases[ordinal] for ordinal in kept if ordinal in phrases}
