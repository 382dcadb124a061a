"""The documents of an index in a store: records, the postings that lead to them, and counts.

A record is the truth, and all its postings can be derived from it. Each change writes both in one
batch, but a posting is only a hint: readers pass over a posting that leads to no record, or to one
that has changed, and compacting the index sweeps it. A document may also be pending: seen like the
others, but in memory only.
"""

from __future__ import annotations

import struct
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError, NearDupError
from scrapy_neardup.core.format import FORMAT_KEY, describe
from scrapy_neardup.core.index.agreed_scheme import agreed
from scrapy_neardup.core.index.kept_text import damage_of
from scrapy_neardup.core.index.lookup import Lookup
from scrapy_neardup.core.index.pending import Pending
from scrapy_neardup.core.index.records import Records, parsed, record_key, text_key
from scrapy_neardup.core.postings.posting import (
    MAX_ORDINAL,
    Postings,
)
from scrapy_neardup.core.postings.tables import Tables
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.index.stories import Amendment
    from scrapy_neardup.core.stores.store import Store

_COUNTS_KEY = b"counts"
_COUNTS = struct.Struct(">IQQ")
_TEXT_COUNT_KEY = b"kept texts"


class Documents(Records, Lookup):
    """The documents in *store*, written with *scheme*, or with the stored one for None.

    Not thread-safe, but for the reading of records: a *lock* that is given is held over it, and has to be
    re-entrant. Raises SchemeMismatch for a store of another scheme, IndexFormatError for
    another format or for something else than an index.
    """

    def __init__(
        self,
        store: Store,
        scheme: Scheme | None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        super().__init__(store)
        self._lock = lock or nullcontext()
        self.scheme = self._agree_on_scheme(scheme)
        self.tables = Tables(self.scheme)
        self.stale_postings = 0
        """How many postings were found that led to no record."""
        self._pending = Pending(self.posts)
        # Ordinals allotted to documents that are not kept yet: most reads of records ask for
        # these.
        self._unused: set[int] = set()
        (counts,) = store.values([_COUNTS_KEY])
        (texts,) = store.values([_TEXT_COUNT_KEY])
        self.has_counts = counts is not None and len(counts) == _COUNTS.size
        """Whether the store had counts that can be read when it was opened: a new one has none, nor one
        that has lost them."""
        self.next_ordinal: int
        self.articles: int
        self.copies: int
        readable = counts if counts and self.has_counts else bytes(_COUNTS.size)
        self.next_ordinal, self.articles, self.copies = _COUNTS.unpack(readable)
        self.texts = int.from_bytes(texts or b"", "big")
        self._unfinished: Change | None = None
        """The change that is being written, or that was interrupted."""
        self._post_again(store.unposted())

    def _post_again(self, ordinals: Sequence[int]) -> None:
        """Make the postings of documents that have lost them in a crash."""
        records = zip(ordinals, self.kept_at(ordinals), strict=True)
        posts = [self.posts(ordinal, record) for ordinal, record in records if record is not None]
        if ordinals:
            self.store.apply(Change(post=[*chain(*posts)], ordinals=ordinals))

    def _agree_on_scheme(self, scheme: Scheme | None) -> Scheme:
        form = self.form()
        if form is None:
            if next(self.store.items(b""), None) is not None:
                raise IndexFormatError(
                    "the database holds data but no format record; name another one, or, if it is "
                    "an index that was damaged, repair it"
                )
            scheme = scheme or Scheme()
            self.write_format_of(self.store, scheme)
            return scheme
        return agreed(form["scheme"], scheme, shown=self.store.shown)

    @staticmethod
    def write_format_of(store: Store, scheme: Scheme) -> None:
        """Write the format value of a new index in *store*, or of one that has lost it."""
        store.apply(Change(values={FORMAT_KEY: describe(scheme)}))

    def _members(
        self, postings: Postings, *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        members = self.store.members(postings.buckets, cap=cap, most=most)
        if self._pending:
            also = self._pending.members(postings.buckets)
            members = [kept + more for kept, more in zip(members, also, strict=True)]
        return members

    def records(self, ordinals: Sequence[int]) -> Iterator[Entry]:
        keys = [record_key(ordinal) for ordinal in ordinals]
        found: list[Entry] = []
        with self._lock:
            for ordinal, kept in zip(ordinals, self.store.values(keys), strict=True):
                record = self._pending.record(ordinal)
                if record is None and kept is not None:
                    record = parsed(self.store, ordinal, kept)
                if record is not None:
                    found.append((ordinal, record))
                else:
                    self.stale_postings += 1
        return iter(found)

    def is_pending(self, ordinal: int) -> bool:
        return self._pending.record(ordinal) is not None

    def allot(self) -> int:
        """An ordinal for a new document. No ordinal is ever given to another document again."""
        if self.next_ordinal > MAX_ORDINAL:
            raise NearDupError(f"the index is full at {MAX_ORDINAL + 1} documents: rebuild it")
        ordinal = self.next_ordinal
        self.next_ordinal += 1
        self._unused.add(ordinal)
        return ordinal

    def give_back(self, ordinal: int) -> None:
        """Tell that nothing will be kept under an ordinal that was allotted."""
        self._unused.discard(ordinal)

    def kept_at(self, ordinals: Sequence[int]) -> list[Record | None]:
        if self._unused.issuperset(ordinals):
            return [None] * len(ordinals)
        return super().kept_at(ordinals)

    def hold(self, ordinal: int, record: Record) -> None:
        """Let a document be seen without keeping it."""
        self._pending.hold(ordinal, record)

    def release(self, ordinal: int) -> None:
        """Undo :meth:`hold`."""
        self._pending.release(ordinal)

    def keep(
        self,
        ordinal: int,
        record: Record,
        text: bytes | None = None,
        amendment: Amendment | None = None,
    ) -> None:
        """Write a document, in place of the one that is kept under its ordinal, if any.

        *text* is kept beside it, as :class:`~.kept_text.KeptText` packs it. The head of its story
        is amended in the same batch, if it is still there.
        """
        change = Change(
            post=self.posts(ordinal, record),
            values={record_key(ordinal): record.to_bytes()},
            ordinals=[ordinal],
        )
        head = self.kept(amendment.head) if amendment else None
        if amendment is not None and head is not None:
            change.values[record_key(amendment.head)] = amendment.apply(head).to_bytes()
        replaced = self.kept(ordinal)
        if replaced is not None:
            placed = set(change.post)
            old = self.posts(ordinal, replaced)
            change.unpost = [pair for pair in old if pair not in placed]
        if text is not None or replaced is not None:
            self._put_text(change, ordinal, text)
        self._apply(change, [replaced] if replaced else [], [record])

    def keep_new(self, documents: Sequence[tuple[int, Record, bytes | None]]) -> None:
        """Write documents, each an ordinal that was allotted, a record and a packed text, in one
        batch.
        """
        change = Change(ordinals=[ordinal for ordinal, _, _ in documents])
        texts = self.texts
        for ordinal, record, text in documents:
            change.post += self.posts(ordinal, record)
            change.values[record_key(ordinal)] = record.to_bytes()
            if text is not None:
                change.values[text_key(ordinal)] = text
                texts += 1
        self._count_texts(change, texts)
        self._apply(change, [], [record for _, record, _ in documents])

    def amend(self, ordinal: int, amended: Callable[[Record], Record]) -> bool:
        """Replace the record of *ordinal* by what *amended* makes of it, whose postings are the same;
        False if there is none.
        """
        record = self.kept(ordinal)
        if record is None:
            return False
        self.store.apply(Change(values={record_key(ordinal): amended(record).to_bytes()}))
        return True

    def keep_text(self, ordinal: int, text: bytes) -> None:
        """Keep a packed text beside the record that is kept under *ordinal*."""
        change = Change()
        self._put_text(change, ordinal, text)
        self._apply(change, [], [])

    def take_out(self, documents: Sequence[Entry]) -> None:
        """Delete kept documents and the postings that they have by their records, in one batch."""
        change = Change(values={record_key(ordinal): None for ordinal, _ in documents})
        keys = [text_key(ordinal) for ordinal, _ in documents]
        texts = self.texts
        for key, text in zip(keys, self.store.values(keys), strict=True):
            if text is not None:
                change.values[key] = None
                texts -= 1
        self._count_texts(change, texts)
        for ordinal, record in documents:
            change.unpost += self.posts(ordinal, record)
        self._apply(change, [record for _, record in documents], [])

    def recount(self, next_ordinal: int, articles: int, copies: int) -> int:
        """Set the counts, as a repair found them, and drop texts that have lost their record or can't be
        read; returns how many can't.
        """
        self.next_ordinal, self.articles, self.copies = next_ordinal, articles, copies
        counts = _COUNTS.pack(next_ordinal, articles, copies)
        change = Change(values={_COUNTS_KEY: counts})
        kept = unreadable = 0
        for ordinal, packed in self.stored_texts():
            is_damaged = damage_of(packed) is not None
            unreadable += is_damaged
            if is_damaged or self.kept(ordinal) is None:
                change.values[text_key(ordinal)] = None
            else:
                kept += 1
        self.texts = kept
        change.values[_TEXT_COUNT_KEY] = kept.to_bytes(8, "big")
        self.store.apply(change)
        return unreadable

    def drop_record(self, ordinal: int) -> None:
        """Delete a record that can't be read; its postings are left to lead nowhere."""
        self.store.apply(Change(values={record_key(ordinal): None}))

    def _put_text(self, change: Change, ordinal: int, text: bytes | None) -> None:
        key = text_key(ordinal)
        had = self.store.values([key])[0] is not None
        if had or text is not None:
            change.values[key] = text
        self._count_texts(change, self.texts + (text is not None) - had)

    def _count_texts(self, change: Change, texts: int) -> None:
        """Have *change* write how many *texts* are kept after it, if that is another number than now."""
        if texts < 0:
            raise self._miscounted()
        if texts != self.texts:
            change.values[_TEXT_COUNT_KEY] = texts.to_bytes(8, "big")

    def _apply(self, change: Change, gone: Sequence[Record], come: Sequence[Record]) -> None:
        heads = sum(record.is_head for record in come) - sum(record.is_head for record in gone)
        articles = self.articles + heads
        copies = self.copies + len(come) - len(gone) - heads
        try:
            change.values[_COUNTS_KEY] = _COUNTS.pack(self.next_ordinal, articles, copies)
        except struct.error as error:
            raise self._miscounted() from error
        self._unfinished = change
        self.finish()

    def finish(self) -> None:
        """Write the last change again if that was interrupted, as by Ctrl-C: the interrupt may have come
        when it was half written, or not counted yet.
        """
        change = self._unfinished
        if change is None:
            return
        try:
            self.store.apply(change)
        except Exception:
            self._unfinished = None
            raise
        counts, texts = change.values[_COUNTS_KEY], change.values.get(_TEXT_COUNT_KEY)
        if counts is not None:
            _, self.articles, self.copies = _COUNTS.unpack(counts)
        if texts is not None:
            self.texts = int.from_bytes(texts, "big")
        self._unused.difference_update(change.ordinals)
        self._unfinished = None

    def _miscounted(self) -> IndexCorrupt:
        """The error for counts that fall below nothing, or grow beyond all that can be counted."""
        return IndexCorrupt(
            f"{self.store.shown} has a wrong count of documents ({self.articles} articles, {self.copies} "
            f"copies, {self.texts} texts); count them anew with `scrapy neardup repair INDEX`"
        )
