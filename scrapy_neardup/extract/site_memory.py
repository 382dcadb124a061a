"""What each host repeats on page after page, learned while it is crawled.

Per host a counting Bloom filter (Fan et al., Summary Cache, 2000) of line hashes, with the
conservative update of Estan and Varghese (2002): only the smallest of a line's counters grow.
Counters halve every `_PAGES` pages, so a notice that a site has dropped is forgotten.
"""

from __future__ import annotations

import struct
import zlib
from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING

from scrapy_neardup.bounded_cache import bounded_cache
from scrapy_neardup.extract.lines import squeeze, weigh

if TYPE_CHECKING:
    from collections.abc import Iterable

_VERSION = 1
_HEADER = struct.Struct(">BH")
_COUNTERS = 4096
"""The number of counters, of one byte each. After 128 pages with 20 new lines, the chance that a line
never seen counts as repeated is below 1e-3 (see tests/extract/test_site_memory.py)."""
_PAGES = 128
_REPEATED = 3
_LINE_LIMIT = 240
"""Longer lines are never left out: paragraphs belong to articles, however often they come."""
_COPY = 0.7
"""A page with this share of its text on record, repeated lines not counted, is an article posted
again, from which nothing is learned. The share is less than 1, because the comments around the
article will have changed. It is more than .5, because on the second page of a host all lines that
will be repeated are on record, too."""
_REMAINDER = 0.3
"""If less than this share of the page would be left, no line is left out."""

_HALF = bytes(count >> 1 for count in range(256))
_HASHER = blake2b(digest_size=8, person=b"site-line")
_FOUR = struct.Struct(">4H")

_Slots = tuple[int, int, int, int]


class SiteMemoryError(ValueError):
    """Stored bytes that are not a site memory of this version."""


class _Host:
    __slots__ = ("counters", "pages")

    def __init__(self, pages: int = 0, counters: bytes = b"") -> None:
        self.pages = pages
        self.counters = bytearray(counters or _COUNTERS)

    def count(self, slots: _Slots) -> int:
        counters = self.counters
        a, b, c, d = slots
        return min(counters[a], counters[b], counters[c], counters[d])

    def add(self, slots: _Slots) -> None:
        counters = self.counters
        count = self.count(slots)
        if count < 255:
            for slot in slots:
                if counters[slot] == count:
                    counters[slot] = count + 1


class SiteMemory:
    """Bounded memory of repeated lines, at most *max_hosts* hosts of about 4 KB each.

    The host used longest ago is forgotten first. Not thread-safe.
    """

    def __init__(self, max_hosts: int = 2000) -> None:
        if max_hosts < 1:
            raise ValueError(f"max_hosts must be 1 or more, not {max_hosts}")
        self.max_hosts = max_hosts
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._changed: set[str] = set()

    def __contains__(self, host: str) -> bool:
        return host in self._hosts

    def __len__(self) -> int:
        return len(self._hosts)

    def strip(self, host: str, lines: Iterable[str]) -> list[str]:
        """*lines* without the lines that were on at least 3 of the host's recent pages.

        Lines longer than 240 half-width characters stay. All lines stay if too little would be
        left. Nothing is learned.
        """
        lines = list(lines)
        memory = self._hosts.get(host)
        if memory is None:
            return lines
        self._hosts.move_to_end(host)
        if memory.pages < _REPEATED:
            return lines
        total = left = 0
        kept = []
        for line in lines:
            weight = weigh(line)
            total += weight
            if weight <= _LINE_LIMIT and memory.count(_slots(line)) >= _REPEATED:
                continue
            left += weight
            kept.append(line)
        return kept if left >= _REMAINDER * total else lines

    def learn(self, host: str, lines: Iterable[str]) -> None:
        """Remember the lines of one page of *host* that was accepted as new."""
        memory = self._hosts.get(host)
        if memory is None:
            memory = self._hosts[host] = _Host()
            self._trim()
        self._hosts.move_to_end(host)
        weights = {_slots(line): weigh(line) for line in lines}
        total = known = 0
        for slots, weight in weights.items():
            count = memory.count(slots)
            if count < _REPEATED:
                total += weight
                known += weight if count else 0
        if known >= _COPY * total:
            return
        if memory.pages >= _PAGES:
            memory.counters = memory.counters.translate(_HALF)
            memory.pages >>= 1
        memory.pages += 1
        # Long lines are put on record too: they tell an article posted again from a new one.
        for slots in weights:
            memory.add(slots)
        self._changed.add(host)

    def take_changed(self) -> list[str]:
        """Hosts whose memory changed since the last call, still held."""
        changed = sorted(self._changed)
        self._changed.clear()
        return changed

    def to_bytes(self, host: str) -> bytes:
        """The memory of *host* for storing. Raises KeyError where there is none."""
        memory = self._hosts[host]
        return _HEADER.pack(_VERSION, memory.pages) + zlib.compress(bytes(memory.counters), 1)

    def from_bytes(self, host: str, data: bytes) -> None:
        """Put back what `to_bytes` gave. Raises `SiteMemoryError` where *data* is something else."""
        try:
            version, pages = _HEADER.unpack_from(data)
            if version != _VERSION:
                raise SiteMemoryError(
                    f"site memory of {host} has version {version}, this program reads {_VERSION}; "
                    "drop it, it is learned again"
                )
            counters = zlib.decompressobj().decompress(data[_HEADER.size :], _COUNTERS + 1)
        except (struct.error, zlib.error) as error:
            raise SiteMemoryError(f"site memory of {host} is damaged: {error}") from error
        if len(counters) != _COUNTERS:
            raise SiteMemoryError(f"site memory of {host} is damaged: {len(counters)} counters")
        self._hosts[host] = _Host(pages, counters)
        self._hosts.move_to_end(host)
        self._trim()

    def _trim(self) -> None:
        while len(self._hosts) > self.max_hosts:
            host, _ = self._hosts.popitem(last=False)
            self._changed.discard(host)


@bounded_cache(8192)
def _slots(line: str) -> _Slots:
    """Counters of *line*, the same for lines that differ only in digits, case and space."""
    hasher = _HASHER.copy()
    hasher.update(squeeze(line, digits=True).encode("utf-8", "replace"))
    a, b, c, d = _FOUR.unpack(hasher.digest())
    return a % _COUNTERS, b % _COUNTERS, c % _COUNTERS, d % _COUNTERS
