"""Sorted runs: many postings in one order, in pages, with a filter for each group of pages.

What is kept of a run in memory is the first key of each page and the filters. A page is read only
where it may hold what is looked for. See :mod:`.page` for entries, :mod:`.bloom` for filters.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_neardup.compiled import require_version
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.archive import FORMAT
from scrapy_neardup.core.index.posting import TAG_BITS
from scrapy_neardup.core.leveldb import bloom, page
from scrapy_neardup.core.leveldb.page import PAGE, START, TABLE_SHIFT, Entries, bucket_key

try:
    import scrapy_neardup.core.leveldb.kernel as kernel  # noqa: PLR0402 - tells missing from broken
except ModuleNotFoundError:
    # Installed without a compiler: the same values in more time.
    kernel = None  # type: ignore[assignment]
else:
    require_version(kernel, FORMAT)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = [
    "GROUP",
    "GROUP_PAGES",
    "Group",
    "Run",
    "encode",
    "kernel",
    "merge",
    "probe",
    "split_head",
    "within",
]

GROUP_PAGES = 32
"""Pages that share a filter, and are written at once; fewer in a run's last group."""
GROUP = GROUP_PAGES * PAGE

_COUNT = struct.Struct("<H")


@dataclass(slots=True, eq=False)
class Run:
    """A run by its *number*, in the *level* of those that took as many merges.

    Its filters take *bits* for each of their entries; it had so many *postings*. Entries up to the
    key and ordinal *above* no longer count, and groups before *first_group* are gone; *firsts*, 8
    bytes for each page, and *filters* are those of the groups that are left.
    """

    number: int
    level: int
    bits: int
    postings: int = 0
    first_group: int = 0
    above: tuple[int, int] = START
    firsts: bytearray = field(default_factory=bytearray)
    filters: bytearray = field(default_factory=bytearray)
    group_bytes: int = field(init=False)
    """The size of the filter of a whole group."""

    def __post_init__(self) -> None:
        self.group_bytes = GROUP * self.bits // 8

    @property
    def pages(self) -> int:
        """How many pages are left."""
        return len(self.firsts) // 8

    @property
    def groups(self) -> int:
        """How many groups are left."""
        return -(-self.pages // GROUP_PAGES)

    @property
    def end_group(self) -> int:
        """The number that the next group gets."""
        return self.first_group + self.groups

    def append(self, group: Group) -> None:
        """Take in what is kept in memory of its next *group*."""
        self.firsts += group.firsts
        self.filters += group.filter

    def groups_before(self, key: int) -> int:
        """How many of its groups hold keys below *key* only."""
        starts = np.frombuffer(self.firsts, "<u8")[GROUP_PAGES::GROUP_PAGES]
        return int(np.searchsorted(starts, np.uint64(max(key, 0)), "left"))

    def drop(self, groups: int) -> None:
        """Forget its first so many *groups*."""
        del self.firsts[: 8 * GROUP_PAGES * groups]
        del self.filters[: self.group_bytes * groups]
        self.first_group += groups


class Group(NamedTuple):
    """Successive *pages* of a run, the first key of each, 8 bytes, and their *filter*."""

    pages: list[bytes]
    firsts: bytes
    filter: bytes

    def head(self) -> bytes:
        """What is kept in memory."""
        return _COUNT.pack(len(self.pages)) + self.firsts + self.filter


def split_head(head: bytes) -> tuple[bytes, bytes]:
    """First keys and filter out of a group's *head*. Raises IndexCorrupt for what is none."""
    pages = _COUNT.unpack_from(head)[0] if len(head) >= _COUNT.size else 0
    end = _COUNT.size + 8 * pages
    size = len(head) - end
    if not 1 <= pages <= GROUP_PAGES or size < bloom.BLOCK_BYTES or size % bloom.BLOCK_BYTES:
        raise IndexCorrupt(f"the head of a group of postings has {len(head)} bytes")
    return head[_COUNT.size : end], head[end:]


class Place(NamedTuple):
    """A page that may hold members of the bucket number *bucket*, with keys from *low* to *high*:
    number *page* of those left in the run number *run*, as asked for.
    """

    bucket: int
    run: int
    page: int
    low: int
    high: int


def probe(
    buckets: list[bytes], tags: bytes, loose: bytes, runs: Sequence[Run]
) -> Sequence[tuple[int, int, int, int, int]]:
    """The :class:`Place` of every page of *runs* that may hold members of *buckets*, run by run.

    With *tags*, 16 bits for each bucket, little-endian, only members are looked for whose tags
    agree with these but for as many low bits as *loose* has for their table (a byte for each of
    256). Filters were made for the same *loose*.
    """
    if kernel is not None:
        return kernel.probe(buckets, tags, loose, runs)
    if not buckets:
        return []
    allowed = np.frombuffer(loose, np.uint8)[[bucket[0] for bucket in buckets]].astype(np.uint64)
    keys = np.array([bucket_key(bucket) for bucket in buckets], np.uint64)
    if tags:
        keys |= np.frombuffer(tags, "<u2")
    free = allowed if tags else np.full(len(keys), TAG_BITS, np.uint64)
    lows = keys >> free << free
    highs = lows | (np.uint64(1) << free) - np.uint64(1)
    asked = _Asked(lows, highs, bloom.hashed(keys >> free), free == allowed)
    return [
        Place(at, run_at, number, int(lows[at]), int(highs[at]))
        for run_at, run in enumerate(runs)
        if run.pages
        for at, number in _pages(run, asked)
    ]


class _Asked(NamedTuple):
    """Ranges of keys, what filters were made of them, and which of them these can tell."""

    lows: NDArray[np.uint64]
    highs: NDArray[np.uint64]
    fronts: bloom.Hashed
    filtered: NDArray[np.bool_]


def _pages(run: Run, asked: _Asked) -> list[tuple[int, int]]:
    """Which of the ranges *asked* for may have keys in which page of *run*."""
    firsts = np.frombuffer(run.firsts, "<u8")
    starts = np.maximum(np.searchsorted(firsts, asked.lows, "left") - 1, 0)
    ends = np.searchsorted(firsts, asked.highs, "right")
    if run.above[0] > 0:
        ends[asked.highs < np.uint64(run.above[0])] = 0
    counts = np.maximum(ends - starts, 0)
    ranges = np.repeat(np.arange(len(starts)), counts)
    # A range's pages are successive.
    pages = np.arange(len(ranges)) + (starts - np.cumsum(counts) + counts)[ranges]
    groups = pages // GROUP_PAGES
    sizes = np.full(run.groups, run.group_bytes)
    sizes[-1] = len(run.filters) - (run.groups - 1) * run.group_bytes
    blocks = (sizes[groups] // bloom.BLOCK_BYTES).astype(np.uint64)
    filters = np.frombuffer(run.filters, np.uint8)
    held = bloom.may_hold(filters, groups * run.group_bytes, blocks, asked.fronts.chosen(ranges))
    chosen = held | ~asked.filtered[ranges]
    return list(zip(ranges[chosen].tolist(), pages[chosen].tolist(), strict=True))


def within(packed: bytes, low: int, high: int, above: tuple[int, int]) -> tuple[bytes, bytes]:
    """See :func:`.page.within`."""
    if kernel is None:
        return page.within(packed, low, high, *above)
    return kernel.within(packed, low, high, *above)


def merge(
    sources: Sequence[tuple[list[bytes], int, int]], below: int, most: int, *, final: bool
) -> Entries:
    """See :func:`.page.merge`."""
    if kernel is None:
        return page.merge(sources, below, most, final=final)
    return Entries.unpacked(*kernel.merge(sources, below, most, final))


def encode(entries: Entries, loose: bytes, bits: int) -> Group:
    """The group of these *entries*, GROUP at most, with so many *bits* of filter for each.

    Filters tell keys apart but for as many low bits as *loose* has for their table.
    """
    if kernel is not None:
        packed, ordinals, gone = (column.tobytes() for column in entries)
        return Group(*kernel.encode(packed, ordinals, gone, loose, bits))
    keys = entries.keys
    free = np.frombuffer(loose, np.uint8)[(keys >> np.uint64(TABLE_SHIFT)).astype(np.intp)]
    starts = range(0, len(keys), PAGE)
    return Group(
        [page.pack(entries.part(start, start + PAGE)) for start in starts],
        keys[::PAGE].astype("<u8").tobytes(),
        bloom.filter_of(bloom.hashed(keys >> free.astype(np.uint64)), bits),
    )
