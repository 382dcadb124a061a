"""The documents of a shared index: records and claims, and the postings that lead to them.

A thread that judges a document reads what its postings lead to once, into a :class:`Memo`. A
document that is to be kept is first a claim (:mod:`.contest`); postings lead to a claim as to a
record.
"""

from __future__ import annotations

import logging
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError
from scrapy_neardup.core.format import FORMAT_KEY, REBUILD_SHARED, describe, parse
from scrapy_neardup.core.index.documents import agreed
from scrapy_neardup.core.index.lookup import Lookup
from scrapy_neardup.core.index.record import Record
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
from scrapy_neardup.core.redis.contest import ORIGINAL, UNDECIDED, Found, Standing
from scrapy_neardup.core.redis.records import BLOCK_BITS, SharedRecords
from scrapy_neardup.core.redis.scripts import TOKEN_BYTES
from scrapy_neardup.core.redis.store import DENSE_LOW_BITS, TERM_LOW_BITS, RedisStore, unpack
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.store import BUCKET_CAP, first_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scrapy_neardup.core.index.draft import Draft
    from scrapy_neardup.core.postings.tables import Hits
    from scrapy_neardup.core.redis.servers import Command

logger = logging.getLogger(__name__)

_PREFETCHED = 256
_GONE_BEFORE, _CHANGED_BEFORE, _OTHER_INDEX, _TAKEN = 2, 3, 4, 5
"""Replies of :data:`.scripts.KEEP`; _CHANGED_BEFORE is one of :data:`.scripts.REMOVE`, too."""
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


@dataclass(frozen=True, slots=True)
class Claim:
    """A document's own claim: what is to be kept of the document, and the record that it has
    already, if any, which is replaced.
    """

    draft: Draft
    token: bytes
    replaced: Record | None = None
    present: Record | None = None
    """What is there in place of *replaced* when the document is kept: it may be amended, and a crawler
    that had stood still may have written its own."""

    @property
    def ordinal(self) -> int:
        return self.draft.ordinal

    @property
    def record(self) -> Record:
        return self.draft.record

    def to_bytes(self, state: bytes = UNDECIDED) -> bytes:
        """The claim's value in this *state*."""
        return state + self.token + self.record.to_bytes()


class Kept(NamedTuple):
    """What came of keeping a claim."""

    kept: bool
    """Whether the document is in the index."""
    lapsed: bool = False
    """Whether the lease had run out before."""


class SharedDocuments(SharedRecords, Lookup):
    """The documents in *store*; any number of threads and processes may use it.

    *ttl* is the least time, in seconds, for which the server keeps a record; *lease*, in seconds,
    is how long a claim stands without being renewed. Raises SchemeMismatch for an index of another
    scheme, IndexFormatError for another format, or, without *create*, where there is no index.
    """

    store: RedisStore

    def __init__(
        self,
        store: RedisStore,
        scheme: Scheme | None,
        expected_documents: int,
        *,
        lease: float,
        ttl: float | None = None,
        create: bool = True,
    ) -> None:
        super().__init__(store)
        form = self._agree_on_format(scheme, expected_documents, create=create)
        self.scheme = agreed(form["scheme"], scheme, rebuild=REBUILD_SHARED)
        try:
            self.bucket_bits = int(form["bucket_bits"])
            self.identity.adopt(form["id"])
        except (KeyError, ValueError, TypeError) as error:
            raise IndexCorrupt(f"the index's format record can't be read: {error!r}") from error
        if create:
            self.identity.require()
        self.tables = Tables(self.scheme, self.bucket_bits, self.bucket_bits)
        store.low_bits = {
            self.tables.phrase_table: DENSE_LOW_BITS,
            # Buckets of terms are wider: a key holds as many of them as of the others.
            self.tables.story_table: MAX_BUCKET_BITS - self.bucket_bits + TERM_LOW_BITS,
        }
        self.lapsed = 0
        """How many claims were kept after their lease had run out."""
        self.stale_postings = 0
        """How many postings were found that led to no record, and taken out."""
        self._lease_ms = int(lease * 1000)
        self._ttl_ms = 0 if ttl is None else int(ttl * 1000)
        self._local = threading.local()

    def _agree_on_format(
        self, scheme: Scheme | None, expected_documents: int, *, create: bool
    ) -> dict[str, Any]:
        """The fields of the index's format value, which is made if there is none."""
        # One of several processes that start at once lays the index out; all read the result.
        if self.store.values([FORMAT_KEY]) == [None]:
            if not create:
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
        return parse(stored, rebuild=REBUILD_SHARED)

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

    def records(self, ordinals: Sequence[int]) -> Iterator[tuple[int, Record]]:
        standings = self.memoized.standings
        missing = [ordinal for ordinal in ordinals if ordinal not in standings]
        if missing:
            found = self.look(missing)
            standings.update((ordinal, found.get(ordinal)) for ordinal in missing)
        for ordinal in ordinals:
            standing = standings[ordinal]
            if standing is not None:
                yield ordinal, standing.data

    def copies_on(self, host: str, stories: Iterable[bytes]) -> list[tuple[int, Record]]:
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
        return standing is not None and standing.state is not None

    def look(self, ordinals: Iterable[int]) -> dict[int, Standing]:
        """The standings of these documents, without those that are gone; a claim hides a record."""
        places = list(ordinals)
        replies = self.store.servers.run(
            [("MGET", self.record_key(place), self.claim_key(place)) for place in places]
        )
        standings = {}
        for place, (kept, claimed) in zip(places, replies, strict=True):
            if claimed is not None:
                standings[place] = _claimed(place, claimed)
            elif kept is not None:
                standings[place] = Standing(place, None, data=Record.from_bytes(kept))
        return standings

    def prefetch(self, claim: Claim | None, postings: Postings) -> None:
        """Set *claim*, if any, and read the buckets of *postings* and what they lead to."""
        commands: list[Command] = [self.store.reading(bucket) for bucket in postings.buckets]
        if claim is not None:
            commands.append(self.claiming(claim))
        check, expected = self.identity.next_check()
        *replies, checked = self.store.servers.run([*commands, check])
        if checked != expected:
            raise self.identity.lost_data()
        memo = self.memoized
        for bucket, reply in zip(postings.buckets, replies, strict=False):
            memo.members[bucket] = unpack(bucket, reply)
        self._prefetch_records(postings)

    def _hits(self, postings: Postings) -> Hits:
        """The candidates to which *postings* lead, by the members that were read."""
        members = self.memoized.members
        return self.tables.hits(postings, [members[bucket] for bucket in postings.buckets], WHOLE)

    def _prefetch_records(self, postings: Postings) -> None:
        memo = self.memoized
        likely = self._hits(postings).likeliest(_PREFETCHED)
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

    def unpost_stale(self, pairs: Sequence[tuple[bytes, bytes]]) -> None:
        """Remove *pairs*, which their documents should not have."""
        self.store.unpost(pairs)
        # A crawler that had stood still may have kept its document meanwhile, after its lease.
        places = {ordinal_of(member) for _, member in pairs}
        if back := self.rightful(places).intersection(pairs):
            self.store.post(sorted(back))

    def announce(self, claim: Claim, postings: Postings) -> Found:
        """Post *claim*, then read the buckets of *postings*."""
        memo = self.memoized
        commands: list[Command] = []
        for bucket, member in self._posts_of(claim):
            commands += self.store.posting(bucket, member)
        if not claim.record.is_head and claim.replaced is None:
            # Its claim was set as a head's, before it was found to be a copy.
            commands.append(self.changing(claim))
        memo.before = dict(memo.members)
        return self._read_again(claim, postings, commands)

    def read_again(self, claim: Claim, postings: Postings) -> Found:
        """Read the buckets of *postings* once more."""
        return self._read_again(claim, postings, [])

    def _read_again(self, claim: Claim, postings: Postings, commands: list[Command]) -> Found:
        memo = self.memoized
        commands = [*commands, *map(self.store.reading, postings.buckets)]
        replies = self.store.servers.run(commands, replicated=True)[-len(postings) :]
        fresh: set[int] = set()
        for bucket, reply in zip(postings.buckets, replies, strict=True):
            packed = memo.members[bucket] = self._of_others(claim, bucket, unpack(bucket, reply))
            before = split(bucket, memo.before.get(bucket, b""))
            now = set(split(bucket, packed))
            fresh.update(ordinal_of(member) for member in now.difference(before))
        fresh.discard(claim.ordinal)
        new = fresh.intersection(self._hits(postings).weights)
        pending = {one for one in memo.standings if self.is_pending(one)} - {claim.ordinal}
        return Found(tuple(new | pending), unsure=bool(fresh - new))

    def _of_others(self, claim: Claim, bucket: bytes, packed: bytes) -> bytes:
        """The members of a bucket; for a phrase, without those of *claim* itself: a phrase tells
        most if only one other document has it.
        """
        if bucket[0] != self.tables.phrase_table:
            return packed
        own = claim.ordinal
        return b"".join([one for one in split(bucket, packed) if ordinal_of(one) != own])

    def claim(self, claim: Claim) -> bool:
        """Set a claim; False if another owner has one on this ordinal, or if the record that it is
        to replace is gone or has changed.
        """
        return self.store.servers.run([self.claiming(claim)])[0] is None

    def claiming(self, claim: Claim, state: bytes = UNDECIDED) -> Command:
        """The command that sets *claim*, or replies with why it is not set."""
        keys = self.claim_key(claim.ordinal), self.record_key(claim.ordinal)
        was = b"" if claim.replaced is None else claim.replaced.to_bytes()
        return ("EVAL", scripts.CLAIM, 2, *keys, claim.to_bytes(state), self._lease_ms, was)

    def changing(self, claim: Claim) -> Command:
        """The command that gives *claim* its record, unless the claim is gone."""
        key = self.claim_key(claim.ordinal)
        return ("EVAL", scripts.CHANGE, 1, key, claim.to_bytes(UNDECIDED), self._lease_ms)

    def decide(self, claim: Claim) -> bool:
        key = self.claim_key(claim.ordinal)
        words: Command = ("EVAL", scripts.DECIDE, 1, key, claim.token, self._lease_ms)
        return bool(self.store.servers.run([words], replicated=True)[0])

    def evict(self, rival: Standing) -> None:
        key = self.claim_key(rival.ordinal)
        self.store.servers.run([("EVAL", scripts.EVICT, 1, key, rival.token)], replicated=True)

    def renew(self, claims: Iterable[Claim]) -> None:
        self.store.servers.run(
            [
                (
                    "EVAL",
                    scripts.RENEW,
                    1,
                    self.claim_key(claim.ordinal),
                    claim.token,
                    self._lease_ms,
                )
                for claim in claims
            ]
        )

    def withdrawing(self, claim: Claim) -> Command:
        """The command that ends *claim*."""
        return ("EVAL", scripts.WITHDRAW, 1, self.claim_key(claim.ordinal), claim.token)

    def withdraw(self, claim: Claim, *, posted: bool = True) -> None:
        """Take a claim back, and its postings."""
        pairs = self._posts_of(claim) if posted else []
        if claim.replaced is None:
            commands = [self.store.unposting(*pair) for pair in pairs]
        else:
            # Once the claim has ended, another process may post the same pairs for its own. The
            # record that was to be replaced may be gone, which left what this claim has, too.
            self._take_back(claim, self._kept_posts(claim).union(pairs))
            commands = []
        self.store.servers.run([*commands, self.withdrawing(claim)])

    def keep_claim(self, claim: Claim, *, unless_gone: bool) -> Kept:
        """Make a claim's record lasting. With *unless_gone*, it is not kept if the claim is gone. Nor is
        it if it gave way to another document of its id, which was kept after its lease had run out.

        What others have written into the record that it replaces is kept.
        """
        claim, done = self._write_over(claim, unless_gone=True)
        if not done and not unless_gone:
            places = [ordinal for ordinal, _ in self.named(claim.record.id)]
            others = [one for one in self.kept_at(places) if one and one.id == claim.record.id]
            # Others name an article as their source by now. It makes way for none.
            if claim.replaced is None and any(
                one.is_article or not claim.record.is_article for one in others
            ):
                self.lapsed += 1
                return Kept(False, lapsed=True)
            claim, done = self._write_over(claim, unless_gone=False)
        return self._written(claim, done)

    def _write_over(self, claim: Claim, *, unless_gone: bool) -> tuple[Claim, int]:
        """Write a claim's record, with what others have written into the one that it replaces; returns
        the claim with it, and the reply of KEEP.
        """
        done = _CHANGED_BEFORE
        while done == _CHANGED_BEFORE:
            old = None
            if claim.replaced is not None:
                (old,) = self.store.servers.run([("GET", self.record_key(claim.ordinal))])
            if old is not None:
                present, record = Record.from_bytes(old), claim.record
                if record.is_source:
                    record = record.with_story_of(present)
                claim = replace(claim, draft=replace(claim.draft, record=record), present=present)
            done = self._write(claim, unless_gone=unless_gone, made_of=old)
        return claim, done

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
            new = amended(Record.from_bytes(old)).to_bytes()
            (done,) = self.store.servers.run(
                [("EVAL", scripts.AMEND, 1, key, old, new)], replicated=True
            )
        return True

    def put(self, claim: Claim) -> bool:
        """Claim the place of a document and write its record and postings; False if another process
        has the place, or another document of that id, or has changed the record that is replaced.
        """
        # Who meets the postings before the record waits for it, and does not remove them.
        (held,) = self.store.servers.run([self.claiming(claim, ORIGINAL)], replicated=True)
        if held is not None:
            return False
        self.store.post(self._posts_of(claim))
        # Of two that come to an address at once, the one that posts last meets the other here.
        if any(ordinal != claim.ordinal for ordinal, _ in self.named(claim.record.id)):
            self.withdraw(claim)
            return False
        was = None if claim.replaced is None else claim.replaced.to_bytes()
        done = self._write(claim, unless_gone=False, made_of=was)
        if done == _CHANGED_BEFORE:
            # The head of a story is amended though it is claimed.
            self.withdraw(claim)
            return False
        return self._written(claim, done).kept

    def put_all(self, claims: Sequence[Claim]) -> None:
        """Write records that replace none, and their postings, in three round trips."""
        claiming = [self.claiming(claim, ORIGINAL) for claim in claims]
        self.store.servers.run(claiming, replicated=True)
        self.store.post([pair for claim in claims for pair in self._posts_of(claim)])
        commands = [self._writing(claim, unless_gone=False) for claim in claims]
        replies = self.store.servers.run(commands, replicated=True)
        if {_OTHER_INDEX, _TAKEN}.intersection(replies):
            raise self.identity.lost_data()
        lapsed = [
            claim for claim, done in zip(claims, replies, strict=True) if done == _GONE_BEFORE
        ]
        self.store.post([pair for claim in lapsed for pair in self._posts_of(claim)])

    def _written(self, claim: Claim, done: int) -> Kept:
        """Do what is left to do when KEEP has replied *done*."""
        lapsed = done == _GONE_BEFORE
        if lapsed:
            # The lease ran out, and readers may have removed the postings meanwhile.
            self.lapsed += 1
            self.store.post(self._posts_of(claim))
        if done:
            self._end(claim)
        # Meanwhile, another crawler may have kept another document of that id.
        removed = lapsed and claim.ordinal in self.leave_one(claim.record.id)
        return Kept(bool(done) and not removed, lapsed)

    def _write(self, claim: Claim, *, unless_gone: bool, made_of: bytes | None = None) -> int:
        writing = self._writing(claim, unless_gone=unless_gone, made_of=made_of)
        (done,) = self.store.servers.run([writing], replicated=True)
        if done == _OTHER_INDEX:
            # The block's counts are gone: expired with its records, or lost, alone or with all.
            self.identity.require()
            if not self._ttl_ms:
                logger.warning(
                    "The servers of the index %s have lost recent writes, in a failover or a "
                    "restart with older data: articles kept since then pass as new again",
                    self.store.servers.location.shown,
                )
            self._mark_block(claim.ordinal >> BLOCK_BITS)
            (done,) = self.store.servers.run([writing], replicated=True)
            if done == _OTHER_INDEX:
                raise self.identity.lost_data()
        if done == _TAKEN:
            there = self.kept(claim.ordinal)
            if there is not None and there.id != claim.record.id:
                # Servers that went back to older data gave this block out once more.
                self.withdraw(claim)
                raise self.identity.lost_data()
            # The record was written before, but the reply was lost, and it was amended since.
            return _GONE_BEFORE
        return int(done)

    def _writing(
        self, claim: Claim, *, unless_gone: bool, made_of: bytes | None = None
    ) -> Command:
        """The command that keeps a claim's record and text; replies as KEEP."""
        ordinal = claim.ordinal
        text = "leave" if claim.replaced is None else "drop"
        return (
            "EVAL",
            scripts.KEEP,
            4,
            self.record_key(ordinal),
            self.claim_key(ordinal),
            self._counts_key(ordinal >> BLOCK_BITS),
            self._text_key(ordinal),
            claim.token,
            claim.record.to_bytes(),
            int(unless_gone),
            self._ttl_ms,
            made_of or b"",
            self.identity.id,
            text if claim.draft.text is None else "put",
            claim.draft.text or b"",
            int(claim.replaced is None),
            self._lease_ms if self._former_posts(claim) else 0,
        )

    def _end(self, claim: Claim) -> None:
        """Take out the postings that a claim's document, which is kept, has no more, and end the claim.

        Until then, no other process has the place, so none posts the same pairs for its own.
        """
        if former := self._former_posts(claim):
            self._take_back(claim, former)
            self.store.servers.run([self.withdrawing(claim)])

    def _take_back(self, claim: Claim, pairs: set[tuple[bytes, bytes]]) -> None:
        """Remove *pairs*, postings of the place of *claim* that are not needed any more.

        Another process may have that place by now, if the claim was evicted or its lease has run out:
        the pairs that the other's document has, too, are left, or posted again.
        """
        if not pairs:
            return
        # A crawler that dies between the two steps below leaves no more missing than it has to.
        place = [claim.ordinal]
        if pairs := pairs - self.rightful(place, without=claim.token):
            self.store.unpost(sorted(pairs))
            self.store.post(sorted(pairs & self.rightful(place, without=claim.token)))

    def rightful(
        self, ordinals: Iterable[int], *, without: bytes = b""
    ) -> set[tuple[bytes, bytes]]:
        """All postings that these documents should have, as they are kept and claimed, but for the
        claim whose token is *without*.
        """
        places = sorted(ordinals)
        standing = self.standing_records(places, without=without)
        return {
            pair
            for ordinal, records in zip(places, standing, strict=True)
            for record in records
            for pair in self.posts(ordinal, record)
        }

    def _posts_of(self, claim: Claim) -> list[tuple[bytes, bytes]]:
        return self.posts(claim.ordinal, claim.record)

    def _kept_posts(self, claim: Claim) -> set[tuple[bytes, bytes]]:
        """The postings of what a claim replaces."""
        return {
            pair
            for record in (claim.replaced, claim.present)
            if record is not None
            for pair in self.posts(claim.ordinal, record)
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

    def _former_posts(self, claim: Claim) -> set[tuple[bytes, bytes]]:
        """The postings of what a claim replaces, but for those of its own record."""
        return self._kept_posts(claim).difference(self._posts_of(claim))

    def take_out(self, ordinal: int, chosen: Callable[[Record], bool]) -> bool:
        """Delete a kept document and its postings, if its record is *chosen*; while it is claimed, do
        nothing. Returns whether it was deleted.

        If another process writes the record meanwhile, *chosen* is asked again, with that one. The
        record is deleted first: then no update can claim its place, and so none has the postings
        that are taken out.
        """
        key = self.record_key(ordinal)
        done = _CHANGED_BEFORE
        while done == _CHANGED_BEFORE:
            (old,) = self.store.servers.run([("GET", key)])
            if old is None or not chosen(record := Record.from_bytes(old)):
                return False
            (done,) = self.store.servers.run([self.removing(ordinal, old, unless_claimed=True)])
        if done:
            self.store.unpost(self.posts(ordinal, record))
        return bool(done)


def _claimed(ordinal: int, value: bytes) -> Standing:
    """The standing of a document by the stored *value* of its claim."""
    record = Record.from_bytes(value[1 + TOKEN_BYTES :])
    return Standing(ordinal, value[:1], value[1 : 1 + TOKEN_BYTES], record)
