"""The records of a shared index by their numbers, and the texts and counts beside them.

64 neighbouring ordinals make a block, whose keys are in one slot: for each document its record
and its claim (:mod:`.contest`), and one hash that counts the block's articles and copies. A
process takes the ordinals of a block for itself, so no key is written by all.

Keys, after the index's prefix: ``#{block}`` in hex and then the ordinal's last two digits for a
record, the same with ``c`` for a claim and ``t`` for a kept text, ``n`` for the counts and the
index's id; ``#floor``, the ordinal at which pruning goes on; and the keys of :mod:`.identity`. The braces make
Redis Cluster place a block by its number.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.records import parsed_all
from scrapy_neardup.core.postings.posting import MAX_ORDINAL
from scrapy_neardup.core.redis import scripts
from scrapy_neardup.core.redis.identity import Identity, number
from scrapy_neardup.core.redis.scripts import TOKEN_BYTES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scrapy_neardup.core.redis.servers import Command
    from scrapy_neardup.core.redis.store import RedisStore

BLOCK_BITS = 6
_BLOCK = 1 << BLOCK_BITS
_BLOCKS_AT_ONCE = 4
_COUNTS_AT_ONCE = 1024
_SLICE = 16
"""The blocks of 64 ordinals that a slice of pruning walks over. A crawl has one slice a minute, and more
where much has expired, so it comes round before its articles expire if it keeps up to 1,024 a minute."""


class SharedRecords:
    """The records and texts in *store*; any number of threads and processes may use it."""

    def __init__(self, store: RedisStore) -> None:
        self.store = store
        self.identity = Identity(store.servers, store.prefix, store.value_key(FORMAT_KEY))
        self._free: list[int] = []
        self._lock = threading.Lock()

    def allot(self) -> int:
        """An ordinal for a new document. No ordinal is ever given to another document again."""
        with self._lock:
            if self._free:
                return self._free.pop(0)
            first = self._take_block() << BLOCK_BITS
            self._free = list(range(first + 1, first + _BLOCK))
            return first

    def _take_block(self) -> int:
        """A block of this process's own, whose counts have the index's id."""
        fresh = False
        # A block that a failover gives out twice has its counts already.
        while not fresh:
            block = self.identity.take_block()
            if (block + 1) << BLOCK_BITS > MAX_ORDINAL:
                raise NearDupError(f"the index is full at {MAX_ORDINAL + 1} documents: rebuild it")
            fresh = self.mark_block(block)
        return block

    def mark_block(self, block: int) -> bool:
        """Write the index's id to the counts of *block*; False if an id is there already."""
        mark: Command = ("HSETNX", self.counts_key(block), "id", self.identity.id)
        return bool(self.store.servers.run([mark], replicated=True)[0])

    def give_back(self, ordinal: int) -> None:
        """Take back an ordinal that was never posted."""
        with self._lock:
            self._free.insert(0, ordinal)

    def kept_at(self, ordinals: Sequence[int]) -> list[Record | None]:
        """The records that are kept under *ordinals*."""
        values = self.store.servers.run([("GET", self.record_key(one)) for one in ordinals])
        return parsed_all(self.store, ordinals, values)

    def texts_at(self, ordinals: Sequence[int]) -> list[bytes | None]:
        """The texts that are kept beside records, packed."""
        return self.store.servers.run([("GET", self.text_key(one)) for one in ordinals])

    def keep_text(self, ordinal: int, record: Record, text: bytes) -> None:
        """Keep a packed text beside *record*, if that is still there, as it was, and has none."""
        keys = self.record_key(ordinal), self.text_key(ordinal)
        keeping: Command = ("EVAL", scripts.KEEP_TEXT, 2, *keys, record.to_bytes(), text)
        self.store.servers.run([keeping], replicated=True)

    def drop_text(self, ordinal: int) -> None:
        """Delete a kept text."""
        self.store.servers.run([("DEL", self.text_key(ordinal))])

    def drop_record(self, ordinal: int) -> None:
        """Delete a record that can't be read, and its text; its postings are left."""
        self.store.servers.run([self.removing(ordinal, unless_claimed=False)])

    def removing(self, ordinal: int, was: bytes = b"", *, unless_claimed: bool) -> Command:
        """The command that deletes a record, if it is still what it *was*; replies as REMOVE."""
        return (
            "EVAL",
            scripts.REMOVE,
            4,
            self.record_key(ordinal),
            self.counts_key(ordinal >> BLOCK_BITS),
            self.claim_key(ordinal),
            self.text_key(ordinal),
            int(unless_claimed),
            was,
        )

    def stored(self, blocks: Iterable[int] | None = None) -> Iterator[tuple[int, bytes]]:
        """Every kept record's ordinal and bytes, block after block; *blocks* are all by default."""
        chosen = range(self.blocks()) if blocks is None else blocks
        for some in batched(chosen, _BLOCKS_AT_ONCE):
            ordinals = [one for block in some for one in _ordinals(block)]
            replies = self.store.servers.run([("GET", self.record_key(one)) for one in ordinals])
            for ordinal, value in zip(ordinals, replies, strict=True):
                if value is not None:
                    yield ordinal, value

    def written(self) -> Iterator[tuple[int, bytes]]:
        """Every ordinal with something kept, in no order: b"" for a record, b"t" for a text."""
        start = f"{self.store.prefix}#{{"
        for key in self.store.servers.scan(f"{start}*"):
            block, _, rest = key[len(start) :].partition(b"}")
            if rest[2:] in (b"", b"t") and rest != b"n":
                yield int(block, 16) << BLOCK_BITS | int(rest[:2], 16), rest[2:]

    def counts(self) -> tuple[int, int]:
        """How many articles and copies are kept; takes a read for every 64 of them."""
        articles = copies = 0
        for blocks in batched(range(self.blocks()), _COUNTS_AT_ONCE):
            for found in self._counts(blocks):
                articles += found[0]
                copies += found[1]
        return articles, copies

    def _counts(self, blocks: Sequence[int]) -> list[tuple[int, int]]:
        """How many articles and copies are counted in each of *blocks*."""
        reading = [("HMGET", self.counts_key(block), "articles", "copies") for block in blocks]
        replies = self.store.servers.run(reading)
        return [(number(articles), number(copies)) for articles, copies in replies]

    def blocks(self) -> int:
        """How many blocks of ordinals have been taken."""
        return self.identity.blocks()

    def count_again(self, blocks: Sequence[int], *, correct: bool) -> list[list[int]]:
        """For each block, the articles and copies that are counted, then those that there are."""
        commands: list[Command] = []
        for block in blocks:
            keys = [self.record_key(one) for one in _ordinals(block)]
            counts = self.counts_key(block)
            commands.append(
                (
                    "EVAL",
                    scripts.COUNT,
                    1 + len(keys),
                    counts,
                    *keys,
                    int(correct),
                    self.identity.id,
                )
            )
        return self.store.servers.run(commands)

    def are_taken(self, ordinals: Sequence[int]) -> list[bool]:
        """Whether each ordinal has a record or a claim, which need not be readable."""
        replies = self.store.servers.run(
            [("EXISTS", self.record_key(one), self.claim_key(one)) for one in ordinals]
        )
        return [bool(there) for there in replies]

    def standing_records(
        self, ordinals: Sequence[int], *, without: Collection[bytes]
    ) -> list[list[Record]]:
        """For each ordinal, the kept record and the record of its claim, as far as they are there
        and can be read, but for the claims whose tokens are in *without*.
        """
        replies = self.store.servers.run(
            [("MGET", self.record_key(one), self.claim_key(one)) for one in ordinals]
        )
        standing: list[list[Record]] = []
        for kept, claimed in replies:
            values = [kept]
            if claimed is not None and claimed[1 : 1 + TOKEN_BYTES] not in without:
                values.append(claimed[1 + TOKEN_BYTES :])
            records = []
            for value in values:
                if value is not None:
                    with suppress(IndexCorrupt):
                        records.append(Record.from_bytes(value))
            standing.append(records)
        return standing

    def correct_counts(self, blocks: Iterable[int]) -> None:
        """Count *blocks* anew: servers delete what has expired for long, and do not count."""
        for some in batched(blocks, _BLOCKS_AT_ONCE):
            found = zip(some, self.count_again(some, correct=False), strict=True)
            # A block whose counts have expired would get some that never do.
            if wrong := [block for block, counts in found if counts[:2] != counts[2:]]:
                self.count_again(wrong, correct=True)

    def next_slice(self) -> tuple[list[int], int]:
        """The blocks with documents that a slice of pruning walks over, and the block behind them.

        They come after those of the last slice, and begin anew behind the last block: as a crawler
        fills blocks at its own pace, documents of any age stand anywhere.
        """
        taken = self.blocks()
        (told,) = self.store.servers.run([("GET", self._floor_key)])
        start = number(told) >> BLOCK_BITS
        turn = islice(chain(range(start, taken), range(min(start, taken))), _COUNTS_AT_ONCE)
        looked_at = list(turn)
        filled: list[int] = []
        for block, counts in zip(looked_at, self._counts(looked_at), strict=True):
            if len(filled) == _SLICE:
                return filled, block
            # Of those that are gone as a whole, even the counts expire.
            if any(counts):
                filled.append(block)
        return filled, looked_at[-1] + 1 if looked_at else 0

    def go_on_from(self, block: int) -> None:
        """Let the next slice of pruning begin at *block*."""
        self.store.servers.run([("SET", self._floor_key, block << BLOCK_BITS)])

    @property
    def _floor_key(self) -> bytes:
        return f"{self.store.prefix}#floor".encode()

    def record_key(self, ordinal: int) -> bytes:
        low = ordinal & (_BLOCK - 1)
        return f"{self.store.prefix}#{{{ordinal >> BLOCK_BITS:x}}}{low:02x}".encode()

    def claim_key(self, ordinal: int) -> bytes:
        return self.record_key(ordinal) + b"c"

    def text_key(self, ordinal: int) -> bytes:
        return self.record_key(ordinal) + b"t"

    def counts_key(self, block: int) -> bytes:
        return f"{self.store.prefix}#{{{block:x}}}n".encode()


def _ordinals(block: int) -> range:
    return range(block << BLOCK_BITS, (block + 1) << BLOCK_BITS)
