"""Tells whether an index on Redis is still the one that this process has opened.

Servers lose data: FLUSHALL, a restart without persistence, a master of a cluster that comes back
empty. A crawler that went on would take reposts for new, and would share its ordinals with
crawlers that start then. So an index gets a random id when it is made. The id stands

- in ``#next``, beside the number of blocks that were taken: without it, TAKE_BLOCK gives out no
  block;
- in the counts of each block, in the slot of the block's records: without it, KEEP writes no
  record;
- in 64 *marks*, keys that spread over the slots of a cluster. Each query reads one of them beside
  its buckets, in turn, which costs no round trip. So a process notices within 65 documents that one
  master has lost its keys.

Keys, after the index's prefix: ``#next``, a hash of ``id`` and ``blocks``; ``#id`` and two hex
digits for a mark.
"""

from __future__ import annotations

import os
import random
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.redis.scripts import TAKE_BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup.core.redis.servers import Command, Servers

MARKS = 64
"""With 3 masters, each almost surely has some of them; with 10, each has in 99 of 100 indexes."""
_ID_BYTES = 8
_MOST_DIGITS = 20


class Identity:
    """The id of the index of *prefix*, whose format record is at *format_key*.

    :meth:`adopt` has to come before every other call but :meth:`create` and :meth:`require_format`.
    """

    def __init__(self, servers: Servers, prefix: str, format_key: bytes) -> None:
        self.id = b""
        self._servers = servers
        self._next_key = f"{prefix}#next".encode()
        self._mark_keys = [mark_key(prefix, number) for number in range(MARKS)]
        self._format_key = format_key
        self._checks: Iterator[tuple[Command, Any]] = iter(())

    def create(self) -> str:
        """Mark the servers with the id of a new index, and return it.

        All processes that make the index at this moment get the same id. The format record has to
        be written after that. Raises IndexCorrupt for an index that has lost its format record.
        """
        made = os.urandom(_ID_BYTES).hex()
        self._servers.run([("HSETNX", self._next_key, "id", made)], replicated=True)
        self.require_format()
        (found,) = self._servers.run([("HGET", self._next_key, "id")])
        marks = [("SET", key, found, "NX") for key in self._mark_keys]
        self._servers.run(marks, replicated=True)
        return str(found.decode())

    def require_format(self) -> None:
        """Raise IndexCorrupt for an index that has lost its format record."""
        (blocks,) = self._servers.run([("HGET", self._next_key, "blocks")])
        # Blocks are taken after the format record was written.
        if blocks is not None and self._servers.run([("EXISTS", self._format_key)]) == [0]:
            raise IndexCorrupt(
                f"the index {self._servers.location.shown} was emptied, replaced or damaged: it has lost "
                "its format record, without which it can't be read or mended; restore the servers' "
                "data, or begin a new index under another prefix"
            )

    def adopt(self, identity: str) -> None:
        """Take over *identity*, the id of the index in its format record."""
        self.id = identity.encode()
        checks: list[tuple[Command, Any]] = [(("GET", key), self.id) for key in self._mark_keys]
        checks.append((("EXISTS", self._format_key), 1))
        # Each process begins with another check, so that together they soon make all of them.
        start = random.randrange(len(checks))
        self._checks = islice(cycle(checks), start, None)

    def next_check(self) -> tuple[Command, Any]:
        """A command, and the reply that it has as long as the servers have the index.

        In turn, these commands read all marks and look for the format record.
        """
        return next(self._checks)

    def lost_marks(self) -> int:
        """How many of the keys that should have the id do not."""
        replies = self._servers.run(
            [("HGET", self._next_key, "id"), *(("GET", key) for key in self._mark_keys)]
        )
        return sum(reply != self.id for reply in replies)

    def restore_marks(self) -> None:
        """Write the id to all keys that should have it."""
        marks: list[Command] = [("SET", key, self.id) for key in self._mark_keys]
        self._servers.run([("HSET", self._next_key, "id", self.id), *marks], replicated=True)

    def require(self) -> None:
        """Raise IndexCorrupt unless the servers have all marks of the index."""
        if self.lost_marks():
            raise self.lost_data()

    def take_block(self) -> int:
        """The number of a block of ordinals that no other process has or had.

        Raises IndexCorrupt where the servers have another index, or none.
        """
        take: Command = ("EVAL", TAKE_BLOCK, 1, self._next_key, self.id)
        (block,) = self._servers.run([take], replicated=True)
        if block is None:
            raise self.lost_data()
        return int(block)

    def blocks(self) -> int:
        """How many blocks of ordinals have been taken."""
        (taken,) = self._servers.run([("HGET", self._next_key, "blocks")])
        return number(taken)

    def write_blocks(self, blocks: int) -> None:
        """Set how many blocks of ordinals have been taken."""
        self._servers.run([("HSET", self._next_key, "blocks", blocks)])

    def lost_data(self) -> IndexCorrupt:
        """The error for servers that lack what this index has written."""
        return IndexCorrupt(
            f"the index {self._servers.location.shown} was emptied, replaced or damaged: its "
            "servers have lost data (FLUSHALL, a restart without persistence, deleted keys), and "
            "nothing more is written; restore the servers' data, or mend what is left with "
            "`scrapy neardup repair INDEX`, or begin a new index under another prefix"
        )


def mark_key(prefix: str, place: int) -> bytes:
    """The key of a mark of the index of *prefix*."""
    return f"{prefix}#id{place:02x}".encode()


def number(value: bytes | None) -> int:
    """The number that a server keeps as *value*, 0 where there is none, or something else: a check counts
    anew, and a repair puts it right.
    """
    return int(value) if value is not None and value.isdigit() and len(value) < _MOST_DIGITS else 0
