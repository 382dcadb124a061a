"""One index for many crawlers, on Redis."""

from __future__ import annotations

import logging
import random
import threading
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy_neardup.core.document import Document, Kind, Verdict
from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.index.draft import Draft, draft
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS, Index, reserved_here
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.open_indexes import Place, place_of
from scrapy_neardup.core.index.record import Entry, Record, bounded
from scrapy_neardup.core.index.records import parsed
from scrapy_neardup.core.index.reservation import LateText, Reservation
from scrapy_neardup.core.postings.posting import documents_for
from scrapy_neardup.core.redis.claims import Claim, Claims, Kept
from scrapy_neardup.core.redis.contender import Contender
from scrapy_neardup.core.redis.documents import MEMBERS, SharedDocuments
from scrapy_neardup.core.redis.leases import Leases
from scrapy_neardup.core.redis.location import RedisLocation, read_location
from scrapy_neardup.core.redis.notes import SharedNotes
from scrapy_neardup.core.redis.records import BLOCK_BITS
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore
from scrapy_neardup.core.redis.suited import require_suited
from scrapy_neardup.core.redis.survey import sweep
from scrapy_neardup.core.verdict.thresholds import PRESETS, require_thresholds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.stories import Amendment
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.election import Policy
    from scrapy_neardup.core.verdict.thresholds import Thresholds

logger = logging.getLogger(__name__)

_RETRY_PAUSE = 0.005
_LONGEST_RETRY_PAUSE = 0.5
_TTL_GRACE = 2

_T = TypeVar("_T")


class RedisIndex(Index):
    """An index that crawlers of many processes and machines share.

    Verdicts are those of any other index: the judge is the same. If several processes add copies
    at the same moment, exactly one of them becomes the source (:mod:`.contest`). Reservations hold
    for all processes; those of a process that dies end when their lease runs out. If the servers
    fail, a call tries again until the location's patience has run out, and then raises.

    What changes the index raises IndexCorrupt where the servers have another one, or none: its layout
    may be another, and its crawlers rely on its own id.

    If the thresholds have a ttl, the servers themselves delete a record that is twice as old;
    :meth:`prune` takes it out earlier, with its postings.
    """

    _documents: SharedDocuments

    def __init__(
        self,
        location: RedisLocation,
        scheme: Scheme | None = None,
        *,
        create: bool = True,
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
        thresholds: Thresholds = PRESETS["balanced"],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.location = location
        self.servers = Servers(location)
        server_ttl = None if thresholds.ttl is None else thresholds.ttl * _TTL_GRACE
        try:
            require_suited(self.servers)
            documents = SharedDocuments(
                RedisStore(self.servers, location.prefix, server_ttl),
                scheme,
                expected_documents,
                create=create,
            )
        except BaseException:
            self.servers.close()
            raise
        self._claims = Claims(documents, lease=location.lease, ttl=server_ttl)
        self._leases = Leases(documents, self._claims, location.lease)
        self._clock = clock
        notes = SharedNotes(documents.store, documents.identity)
        self._assemble(documents, notes, thresholds=thresholds, clock=clock)
        self._lock = threading.Lock()
        self._place: Place[RedisIndex] = Place()

    @classmethod
    def connect(
        cls,
        url: str,
        scheme: Scheme | None = None,
        *,
        name: str = "",
        create: bool = True,
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
        thresholds: Thresholds = PRESETS["balanced"],
    ) -> RedisIndex:
        """The index at *url* (:class:`~.location.RedisLocation`), laid out if missing.

        *name* tells several indexes of one URL apart. Connecting again gives the same object,
        which closes when every caller that connected has closed it. Raises NearDupError for a URL
        that can't be read and for servers that don't fit, SchemeMismatch, IndexFormatError.
        """
        require_thresholds(thresholds)
        place: Place[RedisIndex] = place_of((url, name))

        def make() -> RedisIndex:
            index = cls(
                read_location(url, name),
                scheme,
                create=create,
                expected_documents=expected_documents,
                thresholds=thresholds,
            )
            index._place = place
            return index

        return place.open(make, scheme, thresholds)

    @property
    def is_shared(self) -> bool:
        return True

    def close(self) -> None:
        """Close the index, or give up one of several openings of it.

        Reservations are taken back; a later commit is refused.
        """
        self.servers.process.require()
        with self._place.closing(self) as last:
            if not last or self._leases.stopped.is_set():
                return
            self._leases.stopped.set()
            try:
                for reservation in [*self._leases.live.values()]:
                    reservation.withdraw()
                if not self.servers.given_up:
                    self._save_learned()
            finally:
                self.servers.close()

    def __len__(self) -> int:
        return self._documents.counts()[0]

    @property
    def laid_out_for(self) -> int:
        return documents_for(self._documents.bucket_bits, MEMBERS)

    def _reading(self) -> AbstractContextManager[object]:
        return self._documents.memo()

    def _check(self, document: Document, fingerprint: Fingerprint, policy: Policy) -> Verdict:
        with self._reading():
            self._documents.prefetch(self._documents.query(document, fingerprint))
            return self._judge.judge(document, fingerprint, policy).verdict

    def _reserve(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Reservation:
        return self._retried(
            document.id,
            lambda: self._contend(document, fingerprint, policy, at_once=False),
        )

    def _check_and_add(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Verdict:
        def attempt() -> Verdict | None:
            found = None
            try:
                found = self._contend(document, fingerprint, policy, at_once=True)
                if found is None:
                    return None
                if found.blockers:
                    if any(one.record and one.record.id == document.id for one in found.blockers):
                        if found.verdict.kind is Kind.UNCHANGED:
                            return found.verdict
                        raise reserved_here(document.id)
                    return None
                if not isinstance(found, Held):
                    found.commit()
                    return found.verdict
                self._leases.renew_no_more(found.held)
                done, _ = self._keep_claim(found.held, unless_gone=True)
                return found.verdict if done.kept else None
            except BaseException:
                if isinstance(found, Held):
                    self._let_go(found.held)
                raise

        return self._retried(document.id, attempt)

    def _add(self, document: Document, fingerprint: Fingerprint) -> None:
        if fingerprint.length == 0:
            return
        telling = self.telling_of(fingerprint)

        def drafted(ordinal: int, replaced: Record | None) -> Draft:
            own = None if replaced is None else (ordinal, replaced)
            judgement = self._judge.as_article(document, fingerprint, own)
            made = draft(document, fingerprint, judgement, ordinal, replaced, self._now(), telling)
            if replaced is not None:
                made = replace(made, record=made.record.with_story_of(replaced))
            return made

        kept = self._put(document.id, drafted)
        self._learn(kept, kept.record)

    def put_records(self, documents: Sequence[tuple[Record, KeptText | None]]) -> list[int]:
        self._documents.identity.require()
        claims = [
            Claim(Draft(self._documents.allot(), record, text.to_bytes() if text else None))
            for record, text in documents
        ]
        self._claims.put_all(claims)
        return [claim.ordinal for claim in claims]

    def put_record(self, record: Record, text: KeptText | None = None) -> int:
        packed = text.to_bytes() if text else None
        known = self._find_kept(record.id)

        def drafted(ordinal: int, replaced: Record | None) -> Draft:
            # The record was made of what its caller knows.
            if replaced != (known[1] if known else None):
                raise NearDupError(
                    f"{record.id} was kept by a crawl meanwhile, which stands: do it again"
                )
            return Draft(ordinal, record, packed)

        return self._put(record.id, drafted).ordinal

    def amend(self, ordinal: int, amended: Callable[[Record], Record]) -> bool:
        self._documents.identity.require()
        return self._documents.amend(ordinal, amended)

    def _put(self, document_id: str, drafted: Callable[[int, Record | None], Draft]) -> Draft:
        """Keep what *drafted* makes of the ordinal of a document and the record that is replaced, and
        return it. Waits while the document is under way elsewhere.
        """
        documents = self._documents
        documents.identity.require()

        def attempt() -> Draft | None:
            with documents.memo() as memo:
                named = documents.named(document_id)
                pending = [
                    standing
                    for ordinal, _ in named
                    if (standing := memo.standings[ordinal]) and standing.is_pending
                ]
            if any(self._leases.own(standing) for standing in pending):
                raise reserved_here(document_id)
            if pending:
                return None
            if len(named) > 1:
                documents.leave_one(document_id)
                return None
            ordinal, replaced = named[0] if named else (documents.allot(), None)
            made = drafted(ordinal, replaced)
            return made if self._claims.put(Claim(made, replaced)) else None

        return self._retried(document_id, attempt)

    def differing(self, documents: Sequence[tuple[int, Record]]) -> int:
        return self._documents.differing(documents)

    def remove(self, document_id: str) -> bool:
        document_id = bounded(document_id)
        documents = self._documents
        documents.identity.require()
        removed = [
            documents.take_out(ordinal, lambda record: record.id == document_id)
            for ordinal, _ in documents.named(document_id)
        ]
        return any(removed)

    def prune(
        self,
        before: float,
        limit: int | None = None,
        progress: Callable[[int, int], None] = lambda read, gone: None,
    ) -> int:
        """See :meth:`.Index.prune`; a slice goes on where the last slice of any process ended, and
        looks at some thousand documents, round and round. The counts are corrected where it looked.
        """

        def has_expired(record: Record) -> bool:
            return record.first_seen < before

        unreadable: IndexCorrupt | None = None
        documents = self._documents
        documents.identity.require()
        if limit is None:
            blocks, behind = list(range(documents.blocks())), 0
        else:
            blocks, behind = documents.next_slice()
        gone = 0
        for read, (ordinal, value) in enumerate(documents.stored(blocks)):
            if gone == limit:
                behind = ordinal >> BLOCK_BITS
                break
            try:
                record = parsed(documents.store, ordinal, value)
            except IndexCorrupt as error:
                # What stands behind it goes all the same.
                unreadable = error
                continue
            # One that is being updated stays. The next slices come by again.
            if has_expired(record):
                gone += documents.take_out(ordinal, has_expired)
            progress(read + 1, gone)
        if limit is not None:
            documents.go_on_from(behind)
        documents.correct_counts(blocks)
        if unreadable is not None:
            raise unreadable
        return gone

    def compact(self, progress: Callable[[int, int], None] = lambda read, postings: None) -> int:
        """See :meth:`.Index.compact`; the servers see to the space. Crawls may go on meanwhile."""
        self._documents.identity.require()
        swept, unreadable = sweep(self._documents, progress)
        unreadable.tell()
        return swept

    def find(self, document_id: str) -> tuple[int, Record] | None:
        return self._find_kept(bounded(document_id))

    def record_at(self, ordinal: int) -> Record | None:
        return self._documents.kept(ordinal)

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        for ordinal, value in self._documents.stored():
            yield ordinal, parsed(self._documents.store, ordinal, value)
        # What servers have lost meanwhile would pass for what never was.
        self._documents.identity.require()

    def packed_texts(self, ordinals: Sequence[int]) -> list[bytes | None]:
        return self._documents.texts_at(ordinals)

    def stats(self) -> dict[str, Any]:
        articles, copies = self._documents.counts()
        return self._stats(
            path=self.location.shown,
            articles=articles,
            copies=copies,
            # Counting them would take a walk over all keys of the servers.
            kept_texts=None,
            reserved=len(self._leases.live),
            lapsed=self._claims.lapsed,
            unacknowledged=self.servers.unacknowledged,
        )

    def _now(self) -> int:
        return int(self._clock())

    def _find_kept(self, document_id: str) -> Entry | None:
        with self._documents.memo():
            own = self._documents.find(document_id)
            pending = own is not None and self._documents.is_pending(own[0])
        if own is not None and pending:
            kept = self._documents.kept(own[0])
            return None if kept is None else (own[0], kept)
        return own

    def _retried(self, document_id: str, attempt: Callable[[], _T | None]) -> _T:
        """The first result of *attempt* that is not None; it is tried again until then. It needs the place of
        the document of this id.
        """
        longest = self.location.patience + self.location.lease
        give_up = time.monotonic() + longest
        pause = _RETRY_PAUSE
        while True:
            result = attempt()
            if result is not None:
                return result
            if time.monotonic() > give_up:
                raise NearDupError(
                    f"the index {self.location.shown}: {document_id} waits for a document that has "
                    f"been under way for {longest:g} s (lease and patience, which the URL may set); "
                    "if a crawl's slow pipelines hold that, try again later, else see whether its "
                    "crawler or the servers' clocks hang"
                )
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(pause * 2, _LONGEST_RETRY_PAUSE)

    def _contend(
        self, document: Document, fingerprint: Fingerprint, policy: Policy, *, at_once: bool
    ) -> Reservation | None:
        """Judge *document* and claim its place, as :meth:`.Contender.contend`; None if it has to be
        judged anew.
        """
        if fingerprint.length == 0:
            return Reservation(Verdict(Kind.NO_TEXT))
        contender = Contender(
            self._documents,
            self._claims,
            self._judge,
            document,
            fingerprint,
            policy,
            self.telling_of(fingerprint),
            self._now(),
        )
        try:
            found = contender.contend(at_once=at_once)
            if found is None:
                return None
            if found.claim is not None:
                held = Held(
                    found.verdict,
                    found.claim,
                    keep=self._keep_held,
                    let_go=self._let_go,
                    let_through=self._let_through,
                )
                self._leases.renew(held)
                return held
        except BaseException:
            if contender.claim is not None:
                self._let_go(contender.claim)
            raise
        if found.without_text is not None:
            text = KeptText.of(document).to_bytes()
            keep_text = partial(self._documents.keep_text, *found.without_text, text)
            return LateText(found.verdict, keep_text)
        return Reservation(found.verdict, self._leases.blockers(found.verdict, found.blockers))

    def _keep_held(self, claim: Claim) -> Amendment | None:
        """Keep a claim that is reserved; returns what changed in the head of its story."""
        self._leases.renew_no_more(claim)
        try:
            done, amendment = self._keep_claim(claim, unless_gone=not claim.record.is_source)
        finally:
            # The head of its story counts it by now.
            self._count_out(claim.draft)
        if done.lapsed:
            logger.warning(
                "%r was kept after its lease of %g s had run out: another crawler may have "
                "kept a copy of it"
                if done.kept
                else "%r was not kept: its lease of %g s had run out, and another crawler has kept a "
                "document of this id",
                claim.record.id,
                self.location.lease,
            )
        return amendment

    def _let_go(self, claim: Claim) -> None:
        """Give up a claim: its copies would wait until its lease has run out, and for ever while that is
        renewed.
        """
        if self._leases.renew_no_more(claim):
            self._count_out(claim.draft)
        self._claims.give_up(claim)

    def _keep_claim(self, claim: Claim, *, unless_gone: bool) -> tuple[Kept, Amendment | None]:
        """Keep a claim; returns what came of it, and what changed in the head of its story."""
        done = self._claims.keep(claim, unless_gone=unless_gone)
        if not done.kept:
            self._claims.withdraw(claim)
            return done, None
        amendment = self._amend(claim)
        self._learn(claim.draft, claim.record)
        return done, amendment

    def _amend(self, claim: Claim) -> Amendment | None:
        """Amend the head of the story of a claim that was kept; returns what changed, None if the head
        is gone.

        The head is in another slot than the claim, so a crawler that dies just before leaves the
        head as it was: the document that was kept is then a copy, and is found like any source.
        """
        amendment = claim.draft.amendment
        if amendment is None:
            return None
        upheld: Amendment | None = None

        def amended(head: Record) -> Record:
            nonlocal upheld
            upheld = self.stories.upheld(amendment, head, claim.record)
            return head if upheld is None else upheld.apply(head)

        return upheld if self._documents.amend(amendment.head, amended) else None

    def _let_through(self, claim: Claim, most: int) -> Claim | None:
        """The *claim* of a copy that is let through, None if its story has *most* such copies.

        Copies that other processes let through at the same moment are not counted.
        """
        counted = self._count_in(claim.draft, most)
        return None if counted is None else replace(claim, draft=counted)
