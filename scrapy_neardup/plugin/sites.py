"""What each site repeats on page after page, kept with the index."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from scrapy_neardup.extract.site_memory import SiteMemory, SiteMemoryError
from scrapy_neardup.plugin.log import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.plugin.queries import Query

logger = logging.getLogger(__name__)

_NOTE = "site/"
_SAVE_SECONDS = 60.0


class SiteTemplates:
    """The site memory of one index, for all crawls of this process, from any thread.

    It has to be saved every minute, at the end of a crawl, and sooner if it meets so many hosts that
    it might forget what it has learned. What a crash loses is learned again.
    """

    def __init__(self) -> None:
        self._memory = SiteMemory()
        self._unsaved: set[str] = set()
        self._has_learned = False
        self._made_room_for = 0
        """Hosts taken in since the last save: each may have put another one out of the memory."""
        self._lock = threading.Lock()
        self._next_save = time.monotonic() + _SAVE_SECONDS

    def strip(self, index: Index, host: str, lines: Sequence[str]) -> list[str]:
        """*lines* of a page without those that *host* repeats."""
        with self._lock:
            self._load(index, host)
            return self._memory.strip(host, lines)

    def document_of(self, index: Index, query: Query) -> Document:
        """The document of *query*, if its text was read from a page without what the site repeats."""
        if query.page_lines is None:
            return query.document
        return query.without_template(self.strip(index, query.host, query.page_lines))

    def learn(self, index: Index, host: str, lines: Sequence[str]) -> None:
        """Remember the lines of a page that was stored as new."""
        with self._lock:
            self._load(index, host)
            self._made_room_for += host not in self._memory
            self._memory.learn(host, lines)
            self._has_learned = True

    @property
    def save_due(self) -> bool:
        """Whether a minute has passed since the last save, or what was learned might be forgotten."""
        many = self._made_room_for >= self._memory.max_hosts // 2
        return (many and self._has_learned) or time.monotonic() >= self._next_save

    def save(self, index: Index) -> None:
        """Write what has changed into the index."""
        with self._lock:
            self._next_save = time.monotonic() + _SAVE_SECONDS
            self._has_learned, self._made_room_for = False, 0
            self._unsaved.update(self._memory.take_changed())
            held = [host for host in sorted(self._unsaved) if host in self._memory]
            if held:
                index.write_notes((_NOTE + host, self._memory.to_bytes(host)) for host in held)
            self._unsaved.clear()

    def _load(self, index: Index, host: str) -> None:
        if host in self._memory:
            return
        kept = index.read_note(_NOTE + host)
        if kept is not None:
            try:
                self._memory.from_bytes(host, kept)
                self._made_room_for += 1
            except SiteMemoryError as error:
                logger.warning("%s is learned anew: %s", printable(host), printable(error))
