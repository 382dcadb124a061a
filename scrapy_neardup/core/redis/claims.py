"""The claims on places in a shared index: how a document's claim is set, posted, renewed, withdrawn,
and at last kept as its record.

A claim hides what is kept under its ordinal, and postings lead to it as to a record. :mod:`.contest`
has the steps that decide which of several claims survives.

**Who ends a claim.** The crawler that set it: it keeps the document (:meth:`Claims.keep`) or withdraws the
claim (:meth:`Claims.withdraw`), whatever fails on the way. A contender that comes before it, as long as it is
undecided (:meth:`Claims.evict`). The server, once its lease has run out. Nobody else: what is claimed is not
taken out of the index. Each end is bound to the claim's token, so that it meets no later claim of the place.

What a withdrawal takes back depends on how far the claim has come (:class:`Course`).
"""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.records import parsed
from scrapy_neardup.core.postings.posting import ordinal_of, split
from scrapy_neardup.core.redis import scripts
from scrapy_neardup.core.redis.contest import ORIGINAL, UNDECIDED, Found, Standing
from scrapy_neardup.core.redis.records import BLOCK_BITS
from scrapy_neardup.core.redis.store import unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scrapy_neardup.core.index.draft import Draft
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.postings.posting import Pair, Postings
    from scrapy_neardup.core.redis.documents import SharedDocuments
    from scrapy_neardup.core.redis.servers import Command, Word

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Course:
    """How far a claim may have come: each is noted before the server is asked, whose reply may be lost."""

    posted: bool = False
    """Whether it may have postings."""
    written: bool = False
    """Whether its document may be kept."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A document's own claim: what is to be kept of the document, and the record that it has
    already, if any, which is replaced.
    """

    draft: Draft
    replaced: Record | None = None
    token: bytes = field(default_factory=lambda: os.urandom(scripts.TOKEN_BYTES))
    present: Record | None = None
    """What is there in place of *replaced* when the document is kept: it may be amended, and a crawler
    that had stood still may have written its own."""
    course: Course = field(default_factory=Course, compare=False)

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


class Claims:
    """The claims on places of *documents*; any number of threads and processes may use it.

    *lease*, in seconds, is how long a claim stands without being renewed; *ttl* is the least time, in
    seconds, for which the server keeps a record.
    """

    def __init__(self, documents: SharedDocuments, *, lease: float, ttl: float | None) -> None:
        self._documents = documents
        self._store = documents.store
        self._servers = documents.store.servers
        self.lapsed = 0
        """How many claims were kept after their lease had run out."""
        self._left_to_leases = False
        """Whether the claim that was given up last is left to end with its lease."""
        self._lease_ms = int(lease * 1000)
        self._ttl_ms = 0 if ttl is None else int(ttl * 1000)

    def claim(self, claim: Claim) -> bool:
        """Set a claim; False if another owner has one on this ordinal, or if the record that it is
        to replace is gone or has changed.
        """
        return self._servers.run([self.claiming(claim)])[0] is None

    def claiming(self, claim: Claim, state: bytes = UNDECIDED) -> Command:
        """The command that sets *claim*, or replies with why it is not set."""
        was = b"" if claim.replaced is None else claim.replaced.to_bytes()
        words = claim.to_bytes(state), self._lease_ms, was
        return self._step_beside_record(scripts.CLAIM, claim, *words)

    def announce(self, claim: Claim, postings: Postings) -> Found:
        """Post *claim*, then read the buckets of *postings*."""
        commands: list[Command] = []
        claim.course.posted = True
        for bucket, member in self._posts_of(claim):
            commands += self._store.posting(bucket, member)
        if claim.record.kind is not Kind.NEW and claim.replaced is None:
            # Its claim was set as that of a new article, before it was found to be like another.
            value = claim.to_bytes(UNDECIDED)
            commands.append(self._step(scripts.CHANGE, claim, value, self._lease_ms))
        memo = self._documents.memoized
        memo.before = dict(memo.members)
        return self._read_again(claim, postings, commands)

    def read_again(self, claim: Claim, postings: Postings) -> Found:
        """Read the buckets of *postings* once more."""
        return self._read_again(claim, postings, [])

    def _read_again(self, claim: Claim, postings: Postings, commands: list[Command]) -> Found:
        documents = self._documents
        memo = documents.memoized
        commands = [*commands, *map(self._store.reading, postings.buckets)]
        replies = self._servers.run(commands, replicated=True)[-len(postings) :]
        fresh: set[int] = set()
        for bucket, reply in zip(postings.buckets, replies, strict=True):
            packed = memo.members[bucket] = self._of_others(claim, bucket, unpack(bucket, reply))
            before = split(bucket, memo.before.get(bucket, b""))
            now = set(split(bucket, packed))
            fresh.update(ordinal_of(member) for member in now.difference(before))
        fresh.discard(claim.ordinal)
        new = fresh.intersection(documents.hits(postings).weights)
        pending = {one for one in memo.standings if documents.is_pending(one)} - {claim.ordinal}
        return Found(tuple(new | pending), unsure=bool(fresh - new))

    def _of_others(self, claim: Claim, bucket: bytes, packed: bytes) -> bytes:
        """The members of a bucket; for a phrase, without those of *claim* itself: a phrase tells
        most if only one other document has it.
        """
        if bucket[0] != self._documents.tables.phrase_table:
            return packed
        own = claim.ordinal
        return b"".join([one for one in split(bucket, packed) if ordinal_of(one) != own])

    def decide(self, claim: Claim) -> bool:
        deciding = self._step(scripts.DECIDE, claim, claim.token, self._lease_ms)
        return bool(self._servers.run([deciding], replicated=True)[0])

    def evict(self, rival: Standing) -> None:
        self._servers.run([self._step(scripts.EVICT, rival, rival.token)], replicated=True)

    def renew(self, claims: Iterable[Claim]) -> None:
        self._servers.run(
            [self._step(scripts.RENEW, claim, claim.token, self._lease_ms) for claim in claims]
        )

    def withdraw(self, *claims: Claim) -> None:
        """Take claims back, and their postings, but for those of documents that turn out to be kept."""
        own: list[Pair] = []
        doubtful: set[Pair] = set()
        for claim in claims:
            pairs = self._posts_of(claim) if claim.course.posted else []
            if claim.replaced is None and not claim.course.written:
                own += pairs
            else:
                # The record that was to be replaced may be gone, which left what this claim has, too.
                doubtful.update(self._kept_posts(claim), pairs)
        # Once a claim has ended, another process may post the same pairs for its own.
        self._take_back(claims, doubtful)
        commands = [self._store.unposting(*pair) for pair in own]
        replies = self._servers.run([*commands, *map(self._withdrawing, claims)])
        if own and not all(replies[len(own) :]):
            # Servers that went back to older data may have given the place to another document.
            self._documents.post_again(own)

    def give_up(self, *claims: Claim) -> None:
        """Withdraw *claims*, or leave them to end with their leases if the servers can't be reached."""
        # If servers were waited for in vain, no further claim waits for them. A closed index has
        # withdrawn its claims.
        if self._servers.given_up or self._servers.closed:
            return
        try:
            self.withdraw(*claims)
        except NearDupError as error:
            # An index that fails does so for all that is under way.
            if not self._left_to_leases:
                logger.warning("Reservations end with their leases, not at once: %s", error)
            self._left_to_leases = True
        else:
            self._left_to_leases = False

    @contextmanager
    def _keeping(self, *claims: Claim) -> Iterator[None]:
        """A context that ends *claims* if what is done in it fails: their copies would wait until the leases
        have run out.
        """
        try:
            yield
        except BaseException:
            self.give_up(*claims)
            raise

    def _withdrawing(self, claim: Claim) -> Command:
        return self._step_beside_record(scripts.WITHDRAW, claim, claim.token)

    def _step(self, script: str, one: Claim | Standing, *words: Word) -> Command:
        """The command of a *script* that touches a claim alone."""
        return ("EVAL", script, 1, self._documents.claim_key(one.ordinal), *words)

    def _step_beside_record(self, script: str, claim: Claim, *words: Word) -> Command:
        """The command of a *script* that touches a claim, and reads the record that is kept in its place."""
        documents, ordinal = self._documents, claim.ordinal
        keys = documents.claim_key(ordinal), documents.record_key(ordinal)
        return ("EVAL", script, 2, *keys, *words)

    def keep(self, claim: Claim, *, unless_gone: bool) -> Kept:
        """Make a claim's record lasting. With *unless_gone*, it is not kept if the claim is gone. Nor is
        it if it gave way to another document of its id, which was kept after its lease had run out.

        What others have written into the record that it replaces is kept. If keeping fails, the claim
        stands until it is given up; its document may be kept by then, where a reply was lost.
        """
        claim, done = self._write_over(claim, unless_gone=True)
        if not done and self._was_kept(claim):
            return Kept(True)
        if not done and not unless_gone:
            documents, document_id = self._documents, claim.record.id
            places = [ordinal for ordinal, _ in documents.named(document_id)]
            others = [one for one in documents.kept_at(places) if one and one.id == document_id]
            # Others name an article as their source by now. It makes way for none.
            if claim.replaced is None and any(
                one.is_article or not claim.record.is_article for one in others
            ):
                self.lapsed += 1
                return Kept(False, lapsed=True)
            claim, done = self._write_over(claim, unless_gone=False)
        return self._written(claim, done)

    def _was_kept(self, claim: Claim) -> bool:
        """Whether *claim* is gone because its record was written before: the reply was lost, and the record was
        amended or updated since. Nobody else puts a document in a new place.
        """
        if claim.replaced is not None:
            return False
        there = self._documents.kept(claim.ordinal)
        return there is not None and there.id == claim.record.id

    def _write_over(self, claim: Claim, *, unless_gone: bool) -> tuple[Claim, int]:
        """Write a claim's record, with what others have written into the one that it replaces; returns
        the claim with it, and the reply of KEEP.
        """
        done = scripts.CHANGED_BEFORE
        while done == scripts.CHANGED_BEFORE:
            old = None
            if claim.replaced is not None:
                (old,) = self._servers.run([("GET", self._documents.record_key(claim.ordinal))])
            if old is not None:
                present, record = parsed(self._store, claim.ordinal, old), claim.record
                if record.is_source:
                    record = record.with_story_of(present)
                claim = replace(claim, draft=replace(claim.draft, record=record), present=present)
            done = self._write(claim, unless_gone=unless_gone, made_of=old)
        return claim, done

    def put(self, claim: Claim) -> bool:
        """Claim the place of a document and write its record and postings; False if another process
        has the place, or another document of that id, or has changed the record that is replaced.
        """
        with self._keeping(claim):
            # Who meets the postings before the record waits for it, and does not remove them.
            (held,) = self._servers.run([self.claiming(claim, ORIGINAL)], replicated=True)
            if held is not None:
                return False
            self._post(claim)
            # Of two that come to an address at once, the one that posts last meets the other here.
            named = self._documents.named(claim.record.id)
            if any(ordinal != claim.ordinal for ordinal, _ in named):
                self.withdraw(claim)
                return False
            was = None if claim.replaced is None else claim.replaced.to_bytes()
            done = self._write(claim, unless_gone=False, made_of=was)
            if done == scripts.CHANGED_BEFORE:
                # The head of a story is amended though it is claimed.
                self.withdraw(claim)
                return False
            return self._written(claim, done).kept

    def put_all(self, claims: Sequence[Claim]) -> None:
        """Write records that replace none, and their postings, in three round trips."""
        with self._keeping(*claims):
            setting = [self.claiming(claim, ORIGINAL) for claim in claims]
            self._servers.run(setting, replicated=True)
            self._post(*claims)
            writing = [self._writing(claim, unless_gone=False) for claim in claims]
            for claim in claims:
                claim.course.written = True
            replies = self._servers.run(writing, replicated=True)
            done_of = [*zip(claims, replies, strict=True)]
            taken = [claim for claim, done in done_of if done == scripts.TAKEN]
            if scripts.OTHER_INDEX in replies or any(map(self._is_taken, taken)):
                raise self._documents.identity.lost_data()
            self._post(*(claim for claim, done in done_of if done == scripts.GONE_BEFORE))

    def _written(self, claim: Claim, done: int) -> Kept:
        """Do what is left to do when KEEP has replied *done*."""
        lapsed = done == scripts.GONE_BEFORE
        if lapsed:
            # The lease ran out, and readers may have removed the postings meanwhile.
            self.lapsed += 1
            self._post(claim)
        if done:
            self._end(claim)
        # Meanwhile, another crawler may have kept another document of that id.
        removed = lapsed and claim.ordinal in self._documents.leave_one(claim.record.id)
        return Kept(bool(done) and not removed, lapsed)

    def _write(self, claim: Claim, *, unless_gone: bool, made_of: bytes | None = None) -> int:
        writing = self._writing(claim, unless_gone=unless_gone, made_of=made_of)
        claim.course.written = True
        (done,) = self._servers.run([writing], replicated=True)
        if done == scripts.OTHER_INDEX:
            # The block's counts are gone: expired with its records, or lost, alone or with all.
            self._documents.identity.require()
            if not self._ttl_ms:
                logger.warning(
                    "The servers of the index %s have lost recent writes, in a failover or a "
                    "restart with older data: articles kept since then pass as new again",
                    self._servers.location.shown,
                )
            self._documents.mark_block(claim.ordinal >> BLOCK_BITS)
            (done,) = self._servers.run([writing], replicated=True)
            if done == scripts.OTHER_INDEX:
                raise self._documents.identity.lost_data()
        if done == scripts.TAKEN:
            if self._is_taken(claim):
                raise self._documents.identity.lost_data()
            # The record was written before, but the reply was lost, and it was amended since.
            return scripts.GONE_BEFORE
        return int(done)

    def _is_taken(self, claim: Claim) -> bool:
        """Whether another document has the place of *claim*: servers that went back to older data gave its block
        out once more.
        """
        there = self._documents.kept(claim.ordinal)
        return there is not None and there.id != claim.record.id

    def _writing(
        self, claim: Claim, *, unless_gone: bool, made_of: bytes | None = None
    ) -> Command:
        """The command that keeps a claim's record and text; replies as KEEP."""
        documents, ordinal = self._documents, claim.ordinal
        text = "leave" if claim.replaced is None else "drop"
        return (
            "EVAL",
            scripts.KEEP,
            4,
            documents.record_key(ordinal),
            documents.claim_key(ordinal),
            documents.counts_key(ordinal >> BLOCK_BITS),
            documents.text_key(ordinal),
            claim.token,
            claim.record.to_bytes(),
            int(unless_gone),
            self._ttl_ms,
            made_of or b"",
            documents.identity.id,
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
            self._take_back([claim], former)
            self._servers.run([self._withdrawing(claim)])

    def _take_back(self, claims: Sequence[Claim], pairs: set[Pair]) -> None:
        """Remove *pairs*, postings of the places of *claims* that are not needed any more.

        Another process may have such a place by now, if the claim was evicted or its lease has run out:
        the pairs that the other's document has, too, are left, or posted again.
        """
        if pairs:
            tokens = {claim.token for claim in claims}
            places = {claim.ordinal for claim in claims}
            needed = self._documents.rightful(places, without=tokens)
            self._documents.unpost_stale(sorted(pairs - needed), without=tokens)

    def _post(self, *claims: Claim) -> None:
        for claim in claims:
            claim.course.posted = True
        self._store.post([pair for claim in claims for pair in self._posts_of(claim)])

    def _posts_of(self, claim: Claim) -> list[Pair]:
        return self._documents.posts(claim.ordinal, claim.record)

    def _kept_posts(self, claim: Claim) -> set[Pair]:
        """The postings of what a claim replaces."""
        return {
            pair
            for record in (claim.replaced, claim.present)
            if record is not None
            for pair in self._documents.posts(claim.ordinal, record)
        }

    def _former_posts(self, claim: Claim) -> set[Pair]:
        """The postings of what a claim replaces, but for those of its own record."""
        return self._kept_posts(claim).difference(self._posts_of(claim))
