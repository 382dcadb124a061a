"""The notes of a shared index: none is written to servers that have lost data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.index.records import Notes, note_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup.core.redis.identity import Identity
    from scrapy_neardup.core.redis.servers import Command
    from scrapy_neardup.core.redis.store import RedisStore


class SharedNotes(Notes):
    """The notes in *store*; any number of threads and processes may use them.

    Writing raises IndexCorrupt where the servers have another index, or none.
    """

    def __init__(self, store: RedisStore, identity: Identity) -> None:
        super().__init__(store)
        self._servers = store.servers
        self._value_key = store.value_key
        self._identity = identity

    def write(self, notes: Iterable[tuple[str, bytes]]) -> None:
        self._identity.require()
        super().write(notes)

    def count_up(self, name: str) -> int:
        # If a reply is lost, the number is raised again, which leaves a number out.
        self._identity.require()
        # What the servers say of a value that is none does not name it.
        self.number(name)
        counting: Command = ("INCR", self._value_key(note_key(name)))
        return int(self._servers.run([counting], replicated=True)[0])
