"""Recent postings: those that are in no sorted run yet, in memory and, as a log, in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.posting import MEMBER
from scrapy_neardup.core.index.store import contains, without_members
from scrapy_neardup.core.leveldb.page import MAX_BUCKET_BYTES, Entries, entries_of, size_of
from scrapy_neardup.core.leveldb.sorted_run import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Pairs = Sequence[tuple[bytes, bytes]]

_SIZE = MEMBER.itemsize
_GONE = 0x80


class Recent:
    """Postings by bucket: those *added*, and those *gone*, which older ones may not be shown for.

    A log entry has for each posting a byte with the size of its bucket, the high bit set where it
    is gone, the bucket and the member.
    """

    def __init__(self) -> None:
        self.added: dict[bytes, bytes] = {}
        self.gone: dict[bytes, bytes] = {}
        self.log: list[bytes] = []
        self.postings = 0
        self.largest = 0
        """No bucket of those added has more bytes."""

    def apply(self, gone: Pairs, added: Pairs, entry: bytes) -> None:
        """Take postings out, then add others; *entry* is :func:`entry_of` them."""
        for bucket, member in gone:
            left = without_members(self.added.pop(bucket, b""), [member])
            if left:
                self.added[bucket] = left
            packed = self.gone.get(bucket, b"")
            if not contains(packed, member):
                self.gone[bucket] = packed + member
        if self.gone:
            for bucket, member in added:
                left = without_members(self.gone.pop(bucket, b""), [member])
                if left:
                    self.gone[bucket] = left
        self.largest = max(self.largest, put(self.added, added))
        self.log.append(entry)
        self.postings += len(gone) + len(added)

    def replay(self, entry: bytes) -> None:
        """Do again what a log entry says. Raises IndexCorrupt for one that can't be read."""
        gone: list[tuple[bytes, bytes]] = []
        added: list[tuple[bytes, bytes]] = []
        for bucket, member, away in _pairs(entry):
            (gone if away else added).append((bucket, member))
        self.apply(gone, added, entry)

    def entries(self) -> Entries:
        """All of them, in ascending order."""
        log = b"".join(self.log)
        if kernel is None:
            pairs = [(bucket, member) for bucket, member, _ in _pairs(log)]
            return entries_of(pairs, [away for _, _, away in _pairs(log)])
        return Entries.unpacked(*kernel.read(log)).latest()


def entry_of(gone: Pairs, added: Pairs) -> bytes:
    """The log entry of these postings. Raises ValueError as :func:`.page.size_of`."""
    if kernel is not None:
        return kernel.entry(gone, added)
    heads = [(_GONE, gone), (0, added)]
    return b"".join(
        [
            bytes((mark | size_of(bucket),)) + bucket + member
            for mark, pairs in heads
            for bucket, member in pairs
        ]
    )


def put(there: dict[bytes, bytes], pairs: Pairs) -> int:
    """Put each (bucket, member) of *pairs* *there*, unless it is; the size of the largest bucket
    that got one.
    """
    if kernel is not None:
        return kernel.put(there, pairs)
    largest = _SIZE
    for bucket, member in pairs:
        packed = there.get(bucket, b"")
        if not contains(packed, member):
            there[bucket] = packed + member
            largest = max(largest, len(packed) + _SIZE)
    return largest


def _pairs(log: bytes) -> Iterator[tuple[bytes, bytes, bool]]:
    at = 0
    while at < len(log):
        size = log[at] & ~_GONE
        middle = at + 1 + size
        if not 1 <= size <= MAX_BUCKET_BYTES or middle + _SIZE > len(log):
            raise IndexCorrupt(f"a log of postings that ends at byte {at} of {len(log)}")
        yield log[at + 1 : middle], log[middle : middle + _SIZE], log[at] >= _GONE
        at = middle + _SIZE
