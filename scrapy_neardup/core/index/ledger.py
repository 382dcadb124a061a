"""The ledger: the documents of an index, the postings that lead to them, and how many there are.

A record is the source of truth; all its postings can be derived from it, and every change writes
both in one atomic batch. Documents may also be held: seen like the others, but in memory only.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    NearDupError,
    SchemeMismatch,
)
from scrapy_neardup.core.index.archive import (
    FORMAT,
    FORMAT_KEY,
    Archive,
    read_format,
    record_key,
    text_key,
)
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.index.posting import (
    MAX_BUCKET_BITS,
    MAX_ORDINAL,
    Postings,
    bucket_bits_for,
    equal,
)
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.store import BUCKET_CAP, Change, Store, contains
from scrapy_neardup.core.index.tables import Hits, Tables
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.election import FIRST_SEEN, Policy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_COUNTS_KEY = b"counts"
_COUNTS = struct.Struct(">IQQ")
_TEXT_COUNT_KEY = b"kept texts"
MEMBERS = 16
"""Most members of a bucket, on average, when the index is as large as expected."""
PHRASE_BITS_MORE = 5
"""A document has 24 phrases as a rule, 64 at most: their buckets fill alike with so many bits more
than those of the other tables."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What changes of the *head* of a story when a document is kept: the *original*, unless None,
    and that one more copy was let through. It was elected *over* another original, by *policy*.
    """

    head: int
    original: int | None = None
    over: tuple[int, Record] | None = None
    policy: Policy = FIRST_SEEN

    def apply(self, record: Record) -> Record:
        """The head's *record*, amended."""
        original = record.original if self.original is None else self.original
        return replace(record, original=original, copies_let_through=record.copies_let_through + 1)


class Ledger(Archive):
    """The records in *store*, written with *scheme*, or with the stored one for None.

    *expected_documents* decides how wide the buckets of a new index are. Not thread-safe.

    Raises SchemeMismatch for a store of another scheme, IndexFormatError for another format or
    for something else than an index.
    """

    members: float = MEMBERS
    """Most documents in a bucket, on average, when the index is as large as expected."""

    def __init__(self, store: Store, scheme: Scheme | None, expected_documents: int) -> None:
        super().__init__(store)
        self.scheme, self.bucket_bits = self._agree_on_format(scheme, expected_documents)
        phrase_bits = min(self.bucket_bits + PHRASE_BITS_MORE, MAX_BUCKET_BITS)
        self.tables = Tables(self.scheme, self.bucket_bits, phrase_bits)
        store.loose_bits = self.tables.loose_bits
        self.crowded = 0
        self._held = Held(self.posts)
        # Ordinals allotted to documents that are not kept yet: most questions are for these.
        self._unused: set[int] = set()
        counts = store.values([_COUNTS_KEY])[0]
        self.next_ordinal: int
        self.articles: int
        self.copies: int
        self.next_ordinal, self.articles, self.copies = _COUNTS.unpack(counts or bytes(20))
        self.texts = int.from_bytes(store.values([_TEXT_COUNT_KEY])[0] or b"", "big")

    def _agree_on_format(
        self, scheme: Scheme | None, expected_documents: int
    ) -> tuple[Scheme, int]:
        form = read_format(self.store)
        if form is None:
            if next(self.store.items(b""), None) is not None:
                raise IndexFormatError(
                    "the database holds data but no format record; name another one, or, if it is "
                    "an index that was damaged, repair it"
                )
            return write_format(self.store, scheme or Scheme(), expected_documents)
        try:
            bucket_bits, stored = int(form["bucket_bits"]), form["scheme"]
        except (ValueError, KeyError, TypeError) as error:
            raise IndexCorrupt(f"the index's format record can't be read: {error!r}") from error
        try:
            found = Scheme.from_dict(stored)
        except (ValueError, TypeError) as error:
            raise SchemeMismatch(str(error)) from error
        if outdated := found.other_versions():
            raise SchemeMismatch(
                "the index was made by another version of this package (index against this one): "
                f"{'; '.join(outdated)}; make a new one of it with `scrapy neardup rebuild`, or "
                "use the version that made it"
            )
        require(found, scheme)
        # One that is given knows where its dictionary is now.
        return scheme or found, bucket_bits

    def look_up(self, postings: Postings) -> Hits:
        """Where *postings* lead."""
        return self.tables.hits(postings, self._members(postings))

    def look_up_equal(self, only: Postings) -> list[int]:
        """Where one posting leads, of an id or a digest."""
        return equal(only, self._members(only)[0])

    def _members(self, postings: Postings) -> list[bytes]:
        members = self.store.members(postings.buckets, postings.packed_tags())
        if self._held:
            also = self._held.members(postings.buckets)
            members = [kept + more for kept, more in zip(members, also, strict=True)]
        return members

    def records(self, ordinals: list[int]) -> Iterator[tuple[int, Record]]:
        """The records of these ordinals, in their order, held ones before kept ones."""
        keys = [record_key(ordinal) for ordinal in ordinals]
        for ordinal, kept in zip(ordinals, self.store.values(keys), strict=True):
            record = self._held.record(ordinal)
            if record is None and kept is not None:
                record = Record.from_bytes(kept)
            if record is not None:
                yield ordinal, record

    def find(self, document_id: str) -> tuple[int, Record] | None:
        """The ordinal and record of a document, None if there is none of that id."""
        candidates = self.look_up_equal(self.tables.of_id(document_id))
        for ordinal, record in self.records(candidates):
            if record.id == document_id:
                return ordinal, record
        return None

    def allot(self) -> int:
        """An ordinal for a new document."""
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
        self._held.hold(ordinal, record)

    def release(self, ordinal: int) -> None:
        """Undo :meth:`hold`."""
        self._held.release(ordinal)

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
        change = self._placing(ordinal, record)
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
        self._apply(change, replaced, record)
        self._unused.discard(ordinal)

    def take_out(self, ordinal: int, record: Record) -> None:
        """Delete a kept document and all its postings."""
        change = Change(values={record_key(ordinal): None})
        change.unpost = self.posts(ordinal, record)
        self._put_text(change, ordinal, None)
        self._apply(change, record, None)

    def recount(self, next_ordinal: int, articles: int, copies: int) -> None:
        """Set the counts, as a repair found them, and drop texts that have lost their record."""
        self.next_ordinal, self.articles, self.copies = next_ordinal, articles, copies
        counts = _COUNTS.pack(next_ordinal, articles, copies)
        change = Change(values={_COUNTS_KEY: counts})
        kept = 0
        for ordinal in self.text_ordinals():
            if self.kept(ordinal) is None:
                change.values[text_key(ordinal)] = None
            else:
                kept += 1
        if kept != self.texts:
            self.texts = kept
            change.values[_TEXT_COUNT_KEY] = kept.to_bytes(8, "big")
        self.store.apply(change)

    def drop_record(self, ordinal: int) -> None:
        """Delete a record that can't be read; its postings are left to lead nowhere."""
        self.store.apply(Change(values={record_key(ordinal): None}))

    def posts(self, ordinal: int, record: Record) -> list[tuple[bytes, bytes]]:
        """Every (bucket, member) pair of a document."""
        pairs = self.tables.of_id(record.id).of(ordinal)
        if record.is_source:
            pairs += self.tables.of_digest(record.digest).of(ordinal)
            pairs += self.tables.of_likeness(record.simhash, record.sketch).of(ordinal)
        return pairs

    def absent_posts(
        self, documents: Sequence[tuple[int, Record]]
    ) -> list[list[tuple[bytes, bytes]]]:
        """For each document those of its (bucket, member) pairs that are not in the store."""
        posts = [self.posts(ordinal, record) for ordinal, record in documents]
        buckets = [bucket for each in posts for bucket, _ in each]
        # A member starts with its tag, the high byte first.
        tags = b"".join([member[1::-1] for each in posts for _, member in each])
        found = iter(self.store.members(buckets, tags))
        return [
            [
                (bucket, member)
                for (bucket, member), packed in zip(each, found, strict=False)
                if not contains(packed, member)
            ]
            for each in posts
        ]

    def with_room(self, posts: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """Those (bucket, member) pairs whose bucket is not full."""
        found = self.store.members([bucket for bucket, _ in posts])
        return [
            (bucket, member)
            for (bucket, member), packed in zip(posts, found, strict=True)
            if len(packed) < BUCKET_CAP * len(member)
        ]

    def _placing(self, ordinal: int, record: Record) -> Change:
        key = record_key(ordinal)
        return Change(post=self.posts(ordinal, record), values={key: record.to_bytes()})

    def _put_text(self, change: Change, ordinal: int, text: bytes | None) -> None:
        key = text_key(ordinal)
        had = self.store.values([key])[0] is not None
        if had or text is not None:
            change.values[key] = text
        if had != (text is not None):
            texts = self.texts + (1 if text is not None else -1)
            change.values[_TEXT_COUNT_KEY] = texts.to_bytes(8, "big")

    def _apply(self, change: Change, gone: Record | None, come: Record | None) -> None:
        articles, copies = self.articles, self.copies
        for record, step in ((gone, -1), (come, 1)):
            if record is not None and record.is_head:
                articles += step
            elif record is not None:
                copies += step
        change.values[_COUNTS_KEY] = _COUNTS.pack(self.next_ordinal, articles, copies)
        self.crowded += self.store.apply(change)
        self.articles, self.copies = articles, copies
        texts = change.values.get(_TEXT_COUNT_KEY)
        if texts is not None:
            self.texts = int.from_bytes(texts, "big")


def write_format(store: Store, scheme: Scheme, expected_documents: int) -> tuple[Scheme, int]:
    """Write the format record of a new index, or of one that has lost it."""
    bucket_bits = bucket_bits_for(expected_documents, MEMBERS)
    form = {"format": FORMAT, "bucket_bits": bucket_bits, "scheme": scheme.to_dict()}
    store.apply(Change(values={FORMAT_KEY: json.dumps(form).encode()}))
    return scheme, bucket_bits


def require(found: Scheme, wanted: Scheme | None) -> None:
    """Raise SchemeMismatch, naming the differences, unless *wanted* is *found* or None."""
    if wanted is not None and (differences := found.differences(wanted)):
        raise SchemeMismatch(
            "the index was made with another scheme (index against settings): "
            + "; ".join(differences)
            + "; set these as the index has them, or make a new index of it with "
            "`scrapy neardup rebuild`"
        )
