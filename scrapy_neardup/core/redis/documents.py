"""The documents of a shared index: records and claims, and the postings that lead to them.

A thread that judges a document reads what its postings lead to once, into a :class:`Memo`. A
document that is to be kept is first a claim (:mod:`.claims`); postings lead to a claim as to a
record.
"""

from __future__ import annotations

import logging
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexFormatError
from scrapy_neardup.core.format import FORMAT_KEY, describe, parse, unreadable
from scrapy_neardup.core.index.agreed_scheme import agreed
from scrapy_neardup.core.index.lookup import Lookup
from scrapy_neardup.core.index.records import parsed
from scrapy_neardup.core.postings.posting import (
    MAX_BUCKET_BITS,
    Postings,
    bucket_bits_for,
    equal,
    ordinal_of,
    split,
)
from scrapy_neardup.core.postings.tables import WHOLE, Tables
from scrapy_neardup.core.redis import scripts
from scrapy_neardup.core.redis.contest import Standing
from scrapy_neardup.core.redis.records import SharedRecords
from scrapy_neardup.core.redis.scripts import TOKEN_BYTES
from scrapy_neardup.core.redis.store import DENSE_LOW_BITS, TERM_LOW_BITS, RedisStore, unpack
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.store import BUCKET_CAP, first_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.postings.tables import Hits
    from scrapy_neardup.core.redis.servers import Command

logger = logging.getLogger(__name__)

_PREFETCHED = 256
MEMBERS = 1 / 16
"""Members of a bucket when the index is as large as expected: :mod:`.store` packs buckets
into larger keys itself, and a query reads no more than its buckets."""


@dataclass(slots=True)
class Memo:
    """A snapshot of postings and records: one thread judges one document by it, even if the server
    changes.
    """

    members: dict[bytes, bytes] = field(default_factory=dict)
    before: dict[bytes, bytes] = field(default_factory=dict)
    """What *members* were before this document was posted."""
    standings: dict[int, Standing | None] = field(default_factory=dict)


class SharedDocuments(SharedRecords, Lookup):
    """The documents in *store*; any number of threads and processes may use it.

    Raises SchemeMismatch for an index of another scheme, IndexFormatError for another format, or,
    without *create*, where there is no index.
    """

    store: RedisStore

    def __init__(
        self,
        store: RedisStore,
        scheme: Scheme | None,
        expected_documents: int,
        *,
        create: bool,
    ) -> None:
        super().__init__(store)
        form = self._agree_on_format(scheme, expected_documents, create=create)
        self.scheme = agreed(form["scheme"], scheme, shown=store.shown, shared=True)
        try:
            self.bucket_bits = int(form["bucket_bits"])
            self.identity.adopt(form["id"])
        except (KeyError, ValueError, TypeError) as error:
            raise unreadable(store.shown, repr(error), shared=True) from error
        if create:
            self.identity.require()
        self.tables = Tables(self.scheme, self.bucket_bits)
        store.low_bits = {
            self.tables.phrase_table: DENSE_LOW_BITS,
            # Buckets of terms are wider: a key holds as many of them as of the others.
            self.tables.term_table: MAX_BUCKET_BITS - self.bucket_bits + TERM_LOW_BITS,
        }
        self.stale_postings = 0
        """How many postings were found that led to no record, and taken out."""
        self._local = threading.local()

    def _agree_on_format(
        self, scheme: Scheme | None, expected_documents: int, *, create: bool
    ) -> dict[str, Any]:
        """The fields of the index's format value, which is made if there is none."""
        # One of several processes that start at once lays the index out; all read the result.
        if self.store.values([FORMAT_KEY]) == [None]:
            if not create:
                self.identity.require_format()
                raise IndexFormatError(
                    f"{self.store.servers.location.shown} holds no index of the prefix "
                    f"{self.store.prefix!r}; name one that a crawl or scan made"
                )
            form = describe(
                scheme or Scheme(),
                id=self.identity.create(),
                bucket_bits=bucket_bits_for(expected_documents, MEMBERS),
            )
            key = self.store.value_key(FORMAT_KEY)
            self.store.servers.run([("SET", key, form, "NX")], replicated=True)
        (stored,) = self.store.values([FORMAT_KEY])
        if stored is None:
            raise self.identity.lost_data()
        return parse(stored, shown=self.store.shown, shared=True)

    @contextmanager
    def memo(self) -> Iterator[Memo]:
        """A context in which this thread reads each bucket and record once. An inner one has a memo of its
        own.
        """
        outer = getattr(self._local, "memo", None)
        memo = self._local.memo = Memo()
        try:
            yield memo
        finally:
            self._local.memo = outer

    @property
    def memoized(self) -> Memo:
        """The memo of the calling thread; an empty one outside of :meth:`memo`."""
        return getattr(self._local, "memo", None) or Memo()

    def _members(
        self, postings: Postings, *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        known = self.memoized.members
        # A bucket is always read with the cap of its table.
        missing = [bucket for bucket in postings.buckets if bucket not in known]
        if missing:
            known.update(zip(missing, self.store.members(missing, cap=cap), strict=True))
        return first_of([known[bucket] for bucket in postings.buckets], most)

    def records(self, ordinals: Sequence[int]) -> Iterator[Entry]:
        standings = self.memoized.standings
        missing = [ordinal for ordinal in ordinals if ordinal not in standings]
        if missing:
            found = self.look(missing)
            standings.update((ordinal, found.get(ordinal)) for ordinal in missing)
        for ordinal in ordinals:
            standing = standings[ordinal]
            if standing is not None:
                yield ordinal, standing.data

    def copies_on(self, host: str, stories: Iterable[bytes]) -> list[Entry]:
        stories = [*stories]
        found = super().copies_on(host, stories)
        known = self.memoized
        for only in (self.tables.of_copy(story, host) for story in stories):
            (bucket,) = only.buckets
            ordinals = equal(only, known.members.get(bucket, b""))
            self._forget(only, {one for one in ordinals if known.standings.get(one, 0) is None})
        return found

    def is_pending(self, ordinal: int) -> bool:
        """Whether the memo has a claim rather than a kept record for *ordinal*."""
        standing = self.memoized.standings.get(ordinal)
        return standing is not None and standing.is_pending

    def look(self, ordinals: Iterable[int]) -> dict[int, Standing]:
        """The standings of these documents, without those that are gone; a claim hides a record."""
        places = list(ordinals)
        replies = self.store.servers.run(
            [("MGET", self.record_key(place), self.claim_key(place)) for place in places]
        )
        standings = {}
        for place, (kept, claimed) in zip(places, replies, strict=True):
            if claimed is not None:
                state, token = claimed[:1], claimed[1 : 1 + TOKEN_BYTES]
                record = parsed(self.store, place, claimed[1 + TOKEN_BYTES :])
                standings[place] = Standing(place, state, token, record)
            elif kept is not None:
                standings[place] = Standing(place, None, data=parsed(self.store, place, kept))
        return standings

    def query(self, document: Document, fingerprint: Fingerprint) -> Postings:
        """Every posting that the judging of a document looks up."""
        tables = self.tables
        return (
            tables.of_id(document.id)
            + tables.of_digest(fingerprint.digest)
            + tables.of_likeness(fingerprint.simhash, fingerprint.sketch)
        )

    def prefetch(self, postings: Postings, *besides: Command) -> None:
        """Read the buckets of *postings* and what they lead to. The commands *besides* take no round
        trip of their own.
        """
        reading = [self.store.reading(bucket) for bucket in postings.buckets]
        check, expected = self.identity.next_check()
        *replies, checked = self.store.servers.run([*reading, *besides, check])
        if checked != expected:
            raise self.identity.lost_data()
        memo = self.memoized
        for bucket, reply in zip(postings.buckets, replies, strict=False):
            memo.members[bucket] = unpack(bucket, reply)
        self._prefetch_records(postings)

    def hits(self, postings: Postings) -> Hits:
        """The candidates to which *postings* lead, by the members that were read."""
        members = self.memoized.members
        return self.tables.hits(postings, [members[bucket] for bucket in postings.buckets], WHOLE)

    def _prefetch_records(self, postings: Postings) -> None:
        memo = self.memoized
        likely = self.hits(postings).likeliest(_PREFETCHED)
        if not likely:
            return
        found = self.look(likely)
        memo.standings.update((ordinal, found.get(ordinal)) for ordinal in likely)
        self._forget(postings, {*likely}.difference(found))

    def _forget(self, postings: Postings, gone: set[int]) -> None:
        """Remove the postings of documents that are *gone*: their record expired, or their crawler died."""
        if not gone:
            return
        pairs = [
            (bucket, member)
            for bucket in postings.buckets
            for member in split(bucket, self.memoized.members[bucket])
            if ordinal_of(member) in gone
        ]
        self.stale_postings += len(pairs)
        self.unpost_stale(pairs)

    def unpost_stale(self, pairs: Sequence[Pair], *, without: Collection[bytes] = ()) -> None:
        """Remove *pairs*, which their documents should not have, but for the claims whose tokens are in
        *without*.
        """
        self.store.unpost(pairs)
        # A crawler that had stood still may have kept its document meanwhile, after its lease.
        self.post_again(pairs, without=without)

    def post_again(self, pairs: Sequence[Pair], *, without: Collection[bytes] = ()) -> None:
        """Post those of *pairs* that their documents should have, but for the claims whose tokens are in
        *without*.
        """
        places = {ordinal_of(member) for _, member in pairs}
        if back := self.rightful(places, without=without).intersection(pairs):
            self.store.post(sorted(back))

    def amend(self, ordinal: int, amended: Callable[[Record], Record]) -> bool:
        """Replace the record of *ordinal* by what *amended* makes of it; False if it is gone.

        If another process writes the record meanwhile, *amended* is called again, with that one.
        """
        key = self.record_key(ordinal)
        done = 0
        while not done:
            (old,) = self.store.servers.run([("GET", key)])
            if old is None:
                return False
            new = amended(parsed(self.store, ordinal, old)).to_bytes()
            (done,) = self.store.servers.run(
                [("EVAL", scripts.AMEND, 1, key, old, new)], replicated=True
            )
        return True

    def rightful(self, ordinals: Iterable[int], *, without: Collection[bytes] = ()) -> set[Pair]:
        """All postings that these documents should have, as they are kept and claimed, but for the
        claims whose tokens are in *without*.
        """
        places = sorted(ordinals)
        standing = self.standing_records(places, without=without)
        return {
            pair
            for ordinal, records in zip(places, standing, strict=True)
            for record in records
            for pair in self.posts(ordinal, record)
        }

    def leave_one(self, document_id: str) -> list[int]:
        """Take out all kept documents of an id but one; returns the ordinals of the others.

        There are several if one was kept after its lease had run out. Whoever finds several leaves
        the same one, the first article or else the first copy, so that one is left however many do
        this at once. One that is claimed stays until the next visit.
        """
        only = self.tables.of_id(document_id)
        (members,) = self.store.members(only.buckets)
        places = equal(only, members)

        def is_named(record: Record) -> bool:
            return record.id == document_id

        records = zip(places, self.kept_at(places), strict=True)
        kept = sorted(
            (not record.is_article, ordinal)
            for ordinal, record in records
            if record is not None and record.id == document_id
        )
        return [ordinal for _, ordinal in kept[1:] if self.take_out(ordinal, is_named)]

    def take_out(self, ordinal: int, chosen: Callable[[Record], bool]) -> bool:
        """Delete a kept document and its postings, if its record is *chosen*; while it is claimed, do
        nothing. Returns whether it was deleted.

        If another process writes the record meanwhile, *chosen* is asked again, with that one. The
        record is deleted first: then no update can claim its place, and so none has the postings
        that are taken out.
        """
        key = self.record_key(ordinal)
        done = scripts.CHANGED_BEFORE
        while done == scripts.CHANGED_BEFORE:
            (old,) = self.store.servers.run([("GET", key)])
            if old is None or not chosen(record := parsed(self.store, ordinal, old)):
                return False
            (done,) = self.store.servers.run([self.removing(ordinal, old, unless_claimed=True)])
        if done:
            self.store.unpost(self.posts(ordinal, record))
        return bool(done)
