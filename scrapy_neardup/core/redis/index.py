"""One index for many crawlers, on Redis."""

from __future__ import annotations

import logging
import os
import random
import threading
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy_neardup.core.document import Document, Kind, Verdict
from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.format import FORMAT
from scrapy_neardup.core.index.draft import Draft, draft
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS, Index, reserved_here
from scrapy_neardup.core.index.judgement import Judgement
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.open_indexes import Place, place_of
from scrapy_neardup.core.index.record import Record, bounded
from scrapy_neardup.core.index.reservation import LateText, Reservation
from scrapy_neardup.core.postings.posting import documents_for
from scrapy_neardup.core.redis.contest import (
    ORIGINAL,
    UNDECIDED,
    Announce,
    Decide,
    Evict,
    Look,
    Outcome,
    ReadAgain,
    Standing,
    contest,
)
from scrapy_neardup.core.redis.documents import MEMBERS, Claim, Kept, SharedDocuments
from scrapy_neardup.core.redis.location import RedisLocation, read_location
from scrapy_neardup.core.redis.notes import SharedNotes
from scrapy_neardup.core.redis.records import BLOCK_BITS
from scrapy_neardup.core.redis.scripts import TOKEN_BYTES
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore
from scrapy_neardup.core.redis.suited import require_suited
from scrapy_neardup.core.redis.survey import sweep
from scrapy_neardup.core.verdict.thresholds import PRESETS, require_thresholds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.stories import Amendment
    from scrapy_neardup.core.postings.posting import Postings
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.election import Policy
    from scrapy_neardup.core.verdict.thresholds import Thresholds

logger = logging.getLogger(__name__)

_RETRY_PAUSE = 0.005
_LONGEST_RETRY_PAUSE = 0.5
_RENEWALS_PER_LEASE = 3
_TTL_GRACE = 2

_T = TypeVar("_T")


class _Foreign(Reservation):
    """A reservation of another process, or one that this process has lost sight of; *is_over*
    asks the server.
    """

    def __init__(self, verdict: Verdict, is_over: Callable[[], bool]) -> None:
        super().__init__(verdict)
        self._is_over = is_over

    @property
    def foreign(self) -> bool:
        return True

    @property
    def settled(self) -> bool:
        """Whether it is over; asks the server."""
        return self._is_over()

    def commit(self) -> None:
        raise NearDupError("a reservation of another process can only be waited for")

    rollback = commit


class RedisIndex(Index):
    """An index that crawlers of many processes and machines share.

    Verdicts are those of any other index: the judge is the same. If several processes add copies
    at the same moment, exactly one of them becomes the source (:mod:`.contest`). Reservations hold
    for all processes; those of a process that dies end when their lease runs out. If the servers
    fail, a call tries again until the location's patience has run out, and then raises.

    If the thresholds have a ttl, the servers themselves delete a record that is twice as old;
    :meth:`prune` takes it out earlier, with its postings.
    """

    engine = "Redis"

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
        self.shown = location.shown
        self.servers = Servers(location)
        server_ttl = None if thresholds.ttl is None else thresholds.ttl * _TTL_GRACE
        try:
            require_suited(self.servers)
            self._documents = documents = SharedDocuments(
                RedisStore(self.servers, location.prefix, server_ttl),
                scheme,
                expected_documents,
                lease=location.lease,
                ttl=server_ttl,
                create=create,
            )
        except BaseException:
            self.servers.close()
            raise
        self._clock = clock
        self._assemble(
            documents.scheme,
            documents,
            SharedNotes(documents.store, documents.identity),
            thresholds=thresholds,
            clock=clock,
        )
        self._lock = threading.Lock()
        self._live: dict[int, Held[Claim]] = {}
        self._renewing: threading.Thread | None = None
        self._closed = threading.Event()
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

    def close(self) -> None:
        """Close the index, or give up one of several openings of it.

        Reservations are taken back; a later commit is refused.
        """
        self.servers.process.require()
        with self._place.closing(self) as last:
            if not last or self._closed.is_set():
                return
            self._closed.set()
            try:
                for reservation in [*self._live.values()]:
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

    @property
    def waits_for_disk(self) -> bool:
        return False

    def _reading(self) -> AbstractContextManager[object]:
        return self._documents.memo()

    def _check(self, document: Document, fingerprint: Fingerprint, policy: Policy) -> Verdict:
        with self._reading():
            self._documents.prefetch(None, self._query(document, fingerprint))
            return self._judge.judge(document, fingerprint, policy).verdict

    def _reserve(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Reservation:
        return self._retried(
            document.id,
            lambda: self._contend(
                document, fingerprint, policy, rest_on_pending=False, decide=True
            ),
        )

    def _check_and_add(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Verdict:
        def attempt() -> Verdict | None:
            found = self._contend(
                document, fingerprint, policy, rest_on_pending=True, decide=False
            )
            if found is None:
                return None
            if found.blockers:
                if any(one.record and one.record.id == document.id for one in found.blockers):
                    raise reserved_here(document.id)
                return None
            if not isinstance(found, Held):
                found.commit()
                return found.verdict
            self._renew_no_more(found.held)
            done, _ = self._keep_claim(found.held, unless_gone=True)
            return found.verdict if done.kept else None

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
        claims = [
            Claim(
                Draft(self._documents.allot(), record, text.to_bytes() if text else None), _token()
            )
            for record, text in documents
        ]
        self._documents.put_all(claims)
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
        return self._documents.amend(ordinal, amended)

    def _put(self, document_id: str, drafted: Callable[[int, Record | None], Draft]) -> Draft:
        """Keep what *drafted* makes of the ordinal of a document and the record that is replaced, and
        return it. Waits while the document is under way elsewhere.
        """
        documents = self._documents

        def attempt() -> Draft | None:
            with documents.memo() as memo:
                named = documents.named(document_id)
                pending = [
                    standing
                    for ordinal, _ in named
                    if (standing := memo.standings[ordinal]) and standing.state is not None
                ]
            if any(self._own(standing) for standing in pending):
                raise reserved_here(document_id)
            if pending:
                return None
            if len(named) > 1:
                documents.leave_one(document_id)
                return None
            ordinal, replaced = named[0] if named else (documents.allot(), None)
            made = drafted(ordinal, replaced)
            return made if documents.put(Claim(made, _token(), replaced)) else None

        return self._retried(document_id, attempt)

    def differing(self, documents: Sequence[tuple[int, Record]]) -> int:
        return self._documents.differing(documents)

    def remove(self, document_id: str) -> bool:
        document_id = bounded(document_id)
        documents = self._documents
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

        documents = self._documents
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
                record = self._parsed(ordinal, value)
            except IndexCorrupt:
                if limit is not None:
                    # The next slice goes on behind it.
                    documents.go_on_from(behind)
                raise
            # One that is being updated stays. The next slices come by again.
            if has_expired(record):
                gone += documents.take_out(ordinal, has_expired)
            progress(read + 1, gone)
        if limit is not None:
            documents.go_on_from(behind)
        documents.correct_counts(blocks)
        return gone

    def compact(self, progress: Callable[[int, int], None] = lambda read, postings: None) -> int:
        """See :meth:`.Index.compact`; the servers see to the space. Crawls may go on meanwhile."""
        return sweep(self._documents, progress)

    def find(self, document_id: str) -> tuple[int, Record] | None:
        return self._find_kept(bounded(document_id))

    def record_at(self, ordinal: int) -> Record | None:
        return self._documents.kept(ordinal)

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        for ordinal, value in self._documents.stored():
            yield ordinal, self._parsed(ordinal, value)

    def packed_texts(self, ordinals: Sequence[int]) -> list[bytes | None]:
        return self._documents.texts_at(ordinals)

    def stats(self) -> dict[str, Any]:
        articles, copies = self._documents.counts()
        return {
            "path": self.location.shown,
            "engine": self.engine,
            "format": FORMAT,
            "articles": articles,
            "copies": copies,
            # Counting them would take a walk over all keys of the servers.
            "kept_texts": None,
            "reserved": len(self._live),
            "stale_postings": self._documents.stale_postings,
            "candidates_max": self._matcher.candidates_max,
            "candidates_passed_over": self._matcher.candidates_passed_over,
            "lapsed": self._documents.lapsed,
            "unacknowledged": self.servers.unacknowledged,
            "scheme": self.scheme.to_dict(),
        }

    def _now(self) -> int:
        return int(self._clock())

    def _find_kept(self, document_id: str) -> tuple[int, Record] | None:
        with self._documents.memo():
            own = self._documents.find(document_id)
            pending = own is not None and self._documents.is_pending(own[0])
        if own is not None and pending:
            kept = self._documents.kept(own[0])
            return None if kept is None else (own[0], kept)
        return own

    def _query(self, document: Document, fingerprint: Fingerprint) -> Postings:
        """Every posting that the judging of a document looks up."""
        tables = self._documents.tables
        return (
            tables.of_id(document.id)
            + tables.of_digest(fingerprint.digest)
            + tables.of_likeness(fingerprint.simhash, fingerprint.sketch)
        )

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
        self,
        document: Document,
        fingerprint: Fingerprint,
        policy: Policy,
        *,
        rest_on_pending: bool,
        decide: bool,
    ) -> Reservation | None:
        """Judge *document* and claim its place; None if it has to be judged anew.

        With *rest_on_pending*, it may be a copy of a document that is decided but not kept yet.
        """
        if fingerprint.length == 0:
            return Reservation(Verdict(Kind.NO_TEXT))
        documents = self._documents
        # The claim goes with the first look, so that it takes no round trip of its own.
        unjudged = Judgement(Verdict(Kind.NEW))
        telling = self.telling_of(fingerprint)
        number, now = documents.allot(), self._now()
        first = draft(document, fingerprint, unjudged, number, None, now, telling)
        claim = Claim(first, _token())
        query = self._query(document, fingerprint)
        with documents.memo() as memo:
            documents.prefetch(claim, query)
            memo.standings[claim.ordinal] = None
            if len(documents.named(document.id)) > 1:
                documents.leave_one(document.id)
            judgement = self._judge.judge(document, fingerprint, policy)
            verdict, own = judgement.verdict, judgement.own
            waited = [*judgement.waits_for]
            if own is not None and documents.is_pending(own[0]):
                waited.append(own[0])
            if rest_on_pending and all(self._may_rest_on(one, verdict) for one in waited):
                waited = []
            unchanged = verdict.kind is Kind.UNCHANGED
            if waited or unchanged or own is not None:
                documents.withdraw(claim, posted=False)
                documents.give_back(claim.ordinal)
            if unchanged and not waited and (keep := self._late_text(document, judgement)):
                return LateText(verdict, keep)
            if waited or unchanged:
                blockers = self._blockers(verdict, [memo.standings[one] for one in waited])
                return Reservation(verdict, blockers)
            ordinal, replaced = own or (claim.ordinal, None)
            final = draft(document, fingerprint, judgement, ordinal, replaced, now, telling)
            claim = Claim(final, claim.token, replaced)
            if not claim.record.is_source:
                query = query.first(1)
            if own is not None and not documents.claim(claim):
                return None
            outcome, last = self._contest(
                claim,
                query,
                document,
                fingerprint,
                judgement,
                policy,
                decide=decide and claim.record.is_source,
            )
            verdict = last.verdict
        # What has come or gone meanwhile may have decided otherwise, without a conflict.
        is_same = last.elected == judgement.elected and verdict.kind is judgement.verdict.kind
        if outcome.won and is_same:
            reservation = Held(verdict, claim, self._finish, self._let_through)
            self._live[claim.ordinal] = reservation
            self._keep_renewing()
            return reservation
        documents.withdraw(claim)
        if outcome.blockers and not rest_on_pending:
            blockers = self._blockers(verdict, outcome.blockers)
            return Reservation(verdict, blockers)
        return None

    def _late_text(self, document: Document, judgement: Judgement) -> Callable[[], None] | None:
        """A function that keeps an unchanged document's text, None if that is kept or not wanted."""
        if not document.keep_text or judgement.own is None:
            return None
        ordinal, record = judgement.own
        if self._documents.texts_at([ordinal]) != [None]:
            return None
        text = KeptText(document.text, document.title or "").to_bytes()
        return partial(self._documents.keep_text, ordinal, record, text)

    def _contest(
        self,
        claim: Claim,
        query: Postings,
        document: Document,
        fingerprint: Fingerprint,
        judgement: Judgement,
        policy: Policy,
        *,
        decide: bool,
    ) -> tuple[Outcome, Judgement]:
        """Drive :func:`~.contest.contest`; its outcome, and the last judgement."""
        documents = self._documents
        memo = documents.memoized
        met: set[int] = set()
        sources = frozenset(judgement.hits) if claim.record.has_own_text else frozenset()

        def conflicts(standings: dict[int, Standing]) -> list[int]:
            met.update(standings)
            memo.standings.update((ordinal, standings.get(ordinal)) for ordinal in met)
            found = conflicting()
            # A document whose standing is not among those is looked up next, and may be gone.
            met.update(found)
            return found

        def conflicting() -> list[int]:
            nonlocal judgement
            if not claim.record.is_source:
                own = documents.find(document.id)
                return [own[0]] if own is not None and own[0] != claim.ordinal else []
            judgement = self._judge.judge(document, fingerprint, policy)
            if judgement.own is not None and judgement.own[0] != claim.ordinal:
                return [judgement.own[0]]
            if judgement.elected and claim.record.elected:
                return [*judgement.waits_for]
            # What a copy with a text of its own was found to copy is its source, and no rival.
            return [one for one in judgement.hits if one not in sources or is_undecided(one)]

        def is_undecided(ordinal: int) -> bool:
            standing = memo.standings.get(ordinal)
            return standing is not None and standing.state == UNDECIDED

        known = {
            ordinal: one
            for ordinal, one in memo.standings.items()
            if one is not None and ordinal != claim.ordinal
        }
        met.update(known)
        steps = contest(claim.ordinal, known, conflicts, decide=decide)
        reply: Any = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as stop:
                return stop.value, judgement
            if isinstance(step, Announce):
                reply = documents.announce(claim, query)
            elif isinstance(step, ReadAgain):
                reply = documents.read_again(claim, query)
            elif isinstance(step, Look):
                reply = documents.look(step.ordinals)
            elif isinstance(step, Evict):
                reply = None
                documents.evict(step.rival)
            elif isinstance(step, Decide):
                reply = documents.decide(claim)

    def _may_rest_on(self, ordinal: int, verdict: Verdict) -> bool:
        standing = self._documents.memoized.standings[ordinal]
        return verdict.kind is Kind.UNCHANGED or (
            verdict.kind.is_copy and standing is not None and standing.state == ORIGINAL
        )

    def _blockers(
        self, verdict: Verdict, standings: Iterable[Standing | None]
    ) -> tuple[Reservation, ...]:
        blockers: list[Reservation] = []
        for standing in standings:
            if standing is None:
                continue
            foreign = partial(self._is_over, standing)
            blockers.append(self._own(standing) or _Foreign(verdict, foreign))
        return tuple(blockers)

    def _own(self, standing: Standing) -> Held[Claim] | None:
        """The reservation that this object has of a claim, None for none."""
        live = self._live.get(standing.ordinal)
        # Once a claim has lapsed, there may be another one of its place.
        return live if live is not None and live.held.token == standing.token else None

    def _is_over(self, standing: Standing) -> bool:
        now = self._documents.look([standing.ordinal]).get(standing.ordinal)
        return now is None or now.token != standing.token

    def _finish(self, claim: Claim, keep: bool) -> Amendment | None:
        """End a claim; returns what changed in the head of its story."""
        self._renew_no_more(claim)
        done, amendment = Kept(False), None
        try:
            if keep:
                done, amendment = self._keep_claim(claim, unless_gone=not claim.record.is_source)
            elif not (self.servers.given_up or self.servers.closed):
                # If servers were waited for in vain, no further reservation waits for them. A closed
                # index has withdrawn the claim.
                self._withdraw(claim)
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

    def _renew_no_more(self, claim: Claim) -> None:
        """Renew the lease of *claim* no more."""
        live = self._live.get(claim.ordinal)
        # Once a claim has lapsed, there may be another reservation of its place.
        if live is not None and live.held.token == claim.token:
            del self._live[claim.ordinal]

    def _withdraw(self, claim: Claim) -> None:
        try:
            self._documents.withdraw(claim)
        except NearDupError as error:
            logger.warning("A reservation ends with its lease, not at once: %s", error)

    def _keep_claim(self, claim: Claim, *, unless_gone: bool) -> tuple[Kept, Amendment | None]:
        """Keep a claim; returns what came of it, and what changed in the head of its story."""
        done = self._documents.keep_claim(claim, unless_gone=unless_gone)
        if not done.kept:
            self._documents.withdraw(claim)
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

    def _keep_renewing(self) -> None:
        with self._lock:
            if self._renewing is None:
                self._renewing = threading.Thread(
                    target=self._renew, name="neardup-leases", daemon=True
                )
                self._renewing.start()

    def _renew(self) -> None:
        while not self._closed.wait(self.location.lease / _RENEWALS_PER_LEASE):
            try:
                claims = [reservation.held for reservation in [*self._live.values()]]
                if claims:
                    self._documents.renew(claims)
            except NearDupError as error:
                # What a closing index has reserved is rolled back.
                if not self._closed.is_set():
                    logger.warning("Leases could not be renewed: %s", error)
            except Exception:
                # Nobody awaits this thread. If it ended, every later lease would run out.
                if not self._closed.is_set():
                    logger.exception("Leases could not be renewed, and are to be tried again")


def _token() -> bytes:
    return os.urandom(TOKEN_BYTES)
