"""Tables that count in how many of an index's stories a word stands: for each language, one table
of rare words and one of terms.

A word counts in the cell that its hash chooses (a count-min sketch of one row: Cormode and
Muthukrishnan, J. Algorithms 2005). With 65,000 stories of 70 rare words each, other words add nine
to a cell: one story in 7,000, which is rare. Only sources count, one for each story, when they are
kept. A verdict reads the counts of the last merge, never what was gathered since, so that copies
that are under way at once do not make their own words common.

A crash loses little, and that is learned again.
"""

from __future__ import annotations

import logging
import struct
import threading
import zlib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from scrapy_neardup.core.rarity.cells import CELL_BITS, CELLS, VERSION, cells
from scrapy_neardup.core.rarity.word_lists import word_lists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

logger = logging.getLogger(__name__)

MOST_STORIES = 65_000
"""When more stories count, all counts are halved, so that they follow the crawl and fit 16
bits."""

_NOTE = "frequencies/"
_OF_TERMS = "terms/"
_HEAD = struct.Struct("<BBI")
_FEWEST = 64
_GROWTH = 8
"""Counts are merged after 64 stories, or an eighth of those that count."""
_MOST_WORDS = 1000
"""The most words of an article that count: its first ones."""
_MOST_TABLES = 48


class Counted(NamedTuple):
    """What a kept article adds to a table: the table's name (a language's code for its rare words,
    :func:`table_of_terms` for its terms), the article's host, and the hashes of its words or terms.
    """

    table: str
    host: str
    words: NDArray[np.uint64]

    @property
    def is_of_terms(self) -> bool:
        """Whether the words are terms of a text, not its rare words."""
        return _is_of_terms(self.table)


def _is_of_terms(table: str) -> bool:
    return table.startswith(_OF_TERMS)


def is_of_counts(note: str) -> bool:
    """Whether a note of an index, by its name, holds counts of words or terms."""
    return note.startswith(_NOTE)


def is_of_term_counts(note: str) -> bool:
    """Whether a note of an index, by its name, holds counts of terms."""
    return is_of_counts(note) and _is_of_terms(note.removeprefix(_NOTE))


def table_of_terms(language: str) -> str:
    """The name of the table that counts the terms of a language
    (:mod:`scrapy_neardup.core.fingerprints.terms`).
    """
    return _OF_TERMS + language


class _Table:
    """The counts of one table, as merged."""

    def __init__(self, stories: int, counts: NDArray[np.uint16]) -> None:
        self.stories = stories
        self.counts = counts

    @classmethod
    def empty(cls) -> _Table:
        return cls(0, np.zeros(CELLS, np.uint16))

    def merged_with(self, articles: list[Counted]) -> _Table:
        stories = self.stories + len(articles)
        # A cell counts no more than all stories. These fit 16 bits, except before they are halved.
        counts: NDArray[np.unsignedinteger[Any]] = self.counts.astype(
            np.uint16 if stories <= MOST_STORIES else np.uint32
        )
        for article in articles:
            # A story counts once in a cell that its words share: numpy adds to each place once.
            counts[cells(article.words)] += 1
        while stories > MOST_STORIES:
            counts >>= 1
            stories >>= 1
        counts = np.minimum(counts, 0xFFFF, out=counts)
        return _Table(stories, counts.astype(np.uint16, copy=False))

    def to_bytes(self) -> bytes:
        head = _HEAD.pack(VERSION, CELL_BITS, self.stories)
        return head + zlib.compress(self.counts.astype("<u2", copy=False).data, 1)

    @classmethod
    def from_bytes(cls, data: bytes) -> _Table:
        try:
            version, bits, stories = _HEAD.unpack_from(data)
            if (version, bits) != (VERSION, CELL_BITS):
                raise ValueError(f"version {version} of {bits} bits")
            if stories > MOST_STORIES:
                raise ValueError(f"{stories} stories")
            unpacked = zlib.decompressobj().decompress(data[_HEAD.size :], 2 * CELLS + 2)
            counts = np.frombuffer(unpacked, "<u2")
            if len(counts) != CELLS:
                raise ValueError(f"{len(counts)} cells")
            if counts.max() > stories:
                # Each story counts once in a cell, and larger counts may overflow in a merge.
                raise ValueError(f"a word of {counts.max()} stories, of {stories}")
        except (struct.error, zlib.error) as error:
            raise ValueError(str(error)) from error
        return cls(stories, counts.astype(np.uint16))


class Frequencies:
    """The counts of all tables of an index, in its notes. Methods may be called from any thread.

    A *lock* that *read_note* and *write_notes* take is to be given, re-entrant: with two locks, two
    threads could wait for each other.
    """

    def __init__(
        self,
        read_note: Callable[[str], bytes | None],
        write_notes: Callable[[Iterable[tuple[str, bytes]]], None],
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        self._read_note = read_note
        self._write_notes = write_notes
        self._merged: dict[str, _Table] = {}
        self._gathered: dict[str, list[Counted]] = {}
        self._written: dict[str, bytes] = {}
        """The note of each table, as this process last wrote it."""
        self._lock = lock or threading.Lock()

    def shares(
        self, table: str, words: NDArray[np.uint64], *, few: int = 0
    ) -> NDArray[np.float64]:
        """The share of the stories that have each of the *words*, in (0, 1], by the counts of
        *table*. *few* is taken off each count, so that a word of up to *few* stories counts as one
        of none.
        """
        known = self._of(table)
        lists, language = word_lists(), table.removeprefix(_OF_TERMS)
        listed = lists.terms_of(language) if _is_of_terms(table) else lists.of(language)
        return listed.shares(words, known.counts, known.stories, few)

    def stories(self, table: str) -> int:
        """How many stories of a *table* count by now."""
        return self._of(table).stories

    def counts_terms(self) -> bool:
        """Whether terms of any language were counted and written."""
        languages = ("", *word_lists().languages)
        notes = (self._read_note(_NOTE + table_of_terms(language)) for language in languages)
        return any(note is not None for note in notes)

    def notes(self) -> list[tuple[str, bytes]]:
        """The counts of every language as they were written last, for the notes of another index."""
        languages = ("", *word_lists().languages)
        names = [_NOTE + table for one in languages for table in (one, table_of_terms(one))]
        kept = ((name, self._read_note(name)) for name in names)
        return [(name, value) for name, value in kept if value is not None]

    def learn(self, article: Counted) -> None:
        """Count a source that was kept; shares take it into account from the next merge on."""
        with self._lock:
            gathered = self._gathered.setdefault(article.table, [])
            gathered.append(article._replace(words=article.words[:_MOST_WORDS].copy()))
            known = self._known(article.table)
            if len(gathered) >= max(_FEWEST, known.stories // _GROWTH):
                self._merge([article.table])

    def save(self) -> None:
        """Merge and write what was gathered."""
        with self._lock:
            self._merge([*self._gathered])

    def keep_larger(self, notes: Iterable[tuple[str, bytes]]) -> None:
        """Write what was gathered, and of the counts in *notes*, by name, those that are of more stories."""
        with self._lock:
            self._merge([*self._gathered])
            for name, value in notes:
                table = name.removeprefix(_NOTE)
                theirs = self._parsed(table, value)
                if theirs.stories > self._current(table).stories:
                    self._write_notes([(name, value)])
                    self._merged[table], self._written[table] = theirs, value

    def _of(self, table: str) -> _Table:
        known = self._merged.get(table)
        if known is None:
            with self._lock:
                known = self._known(table)
        return known

    def _known(self, table: str) -> _Table:
        if table not in self._merged:
            if len(self._merged) >= _MOST_TABLES:
                self._merged.clear()
                self._written.clear()
            self._merged[table] = self._read(table)
        return self._merged[table]

    def _merge(self, tables: list[str]) -> None:
        notes = []
        merged: dict[str, _Table] = {}
        for table in tables:
            articles = _without_floods(self._gathered.get(table, []))
            if articles:
                # Another process may have written since.
                merged[table] = self._current(table).merged_with(articles)
                notes.append((_NOTE + table, merged[table].to_bytes()))
        if notes:
            self._write_notes(notes)
        self._merged.update(merged)
        self._written.update((name.removeprefix(_NOTE), value) for name, value in notes)
        for table in tables:
            self._gathered.pop(table, None)

    def _current(self, table: str) -> _Table:
        """The counts that the note has now, unpacked only if another process wrote it."""
        known = self._known(table)
        written = self._written.get(table)
        if written is not None and self._read_note(_NOTE + table) == written:
            return known
        return self._read(table)

    def _read(self, table: str) -> _Table:
        kept = self._read_note(_NOTE + table)
        return _Table.empty() if kept is None else self._parsed(table, kept)

    def _parsed(self, table: str, kept: bytes) -> _Table:
        try:
            return _Table.from_bytes(kept)
        except ValueError as error:
            logger.warning("the frequencies %r are learned anew: %s", table, error)
            return _Table.empty()


def _without_floods(articles: list[Counted]) -> list[Counted]:
    """The *articles*, with no more of one host than of all other hosts together, if there are any."""
    given = Counter(article.host for article in articles)
    host, most = given.most_common(1)[0] if given else ("", 0)
    others = len(articles) - most
    if others == 0 or most <= others:
        return articles
    kept = []
    for article in articles:
        if article.host == host:
            others -= 1
            if others < 0:
                continue
        kept.append(article)
    return kept
