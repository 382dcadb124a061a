"""One index for many crawlers, on Redis."""

from __future__ import annotations

import logging
import os
import random
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from scrapy_neardup.core.document import Document, Kind, Verdict
from scrapy_neardup.core.errors import IndexFormatError, NearDupError
from scrapy_neardup.core.index.archive import FORMAT, FORMAT_KEY
from scrapy_neardup.core.index.index import (
    DEFAULT_EXPECTED_DOCUMENTS,
    NearDupIndex,
    Reservation,
    _Judgement,
)
from scrapy_neardup.core.index.ledger import Amendment, require
from scrapy_neardup.core.index.record import Record, bounded
from scrapy_neardup.core.redis.contest import (
    ORIGINAL,
    Announce,
    Decide,
    Evict,
    Look,
    Outcome,
    ReadAgain,
    Standing,
    contest,
)
from scrapy_neardup.core.redis.ledger import Claim, RedisLedger
from scrapy_neardup.core.redis.location import (
    RedisLocation,
    prefix_option,
    read_location,
    with_prefix,
)
from scrapy_neardup.core.redis.scripts import TOKEN_BYTES
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore
from scrapy_neardup.core.verdict.election import FIRST_SEEN
from scrapy_neardup.core.verdict.verify import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.kept_text import KeptText
    from scrapy_neardup.core.index.ledger import Ledger
    from scrapy_neardup.core.index.posting import Postings
    from scrapy_neardup.core.index.store import Store
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.election import Policy
    from scrapy_neardup.core.verdict.verify import Thresholds

logger = logging.getLogger(__name__)

_OLDEST_SERVER = (6, 0)
_RETRY_PAUSE = 0.005
_LONGEST_RETRY_PAUSE = 0.5
_RENEWALS_PER_LEASE = 3
_TTL_GRACE = 2
_MOST_NAMED = 20

_T = TypeVar("_T")


class SharedReservation(Reservation):
    """A reservation of this process in a shared index."""

    def __init__(
        self,
        index: RedisIndex,
        verdict: Verdict,
        claim: Claim | None,
        blockers: tuple[Reservation, ...] = (),
    ) -> None:
        super().__init__(index, verdict, None, blockers)
        self._shared = index
        self._claim = claim
        self._settling = threading.Lock()

    @property
    def record(self) -> Record | None:
        return self._claim.record if self._claim is not None else None

    def let_through(self, most: int) -> bool:
        with self._settling:
            if self._claim is None:
                return False
            claim = self._shared._claim_let_through(self._claim, most)
            self._claim = claim or self._claim
            return claim is not None

    def _settle(self, *, keep: bool) -> None:
        with self._settling:
            if self._settled:
                return
            try:
                if self._claim is not None:
                    amendment = self._shared._finish(self._claim, keep=keep)
                    self.former = self._shared._former(self.verdict, amendment)
            finally:
                self._settled = True


class ForeignReservation(Reservation):
    """A reservation of another process, or one that this process has lost sight of."""

    def __init__(self, index: RedisIndex, verdict: Verdict, standing: Standing) -> None:
        super().__init__(index, verdict, None)
        self._shared = index
        self._standing = standing

    @property
    def foreign(self) -> bool:
        return True

    @property
    def settled(self) -> bool:
        """Whether it is over; asks the server."""
        return self._shared._is_over(self._standing)

    def _settle(self, *, keep: bool) -> None:
        raise NearDupError("a reservation of another process can only be waited for")


class RedisIndex(NearDupIndex):
    """An index that crawlers of many processes and machines share.

    Verdicts are those of any other index: the judging is the same. Of copies that several
    processes add at the same moment exactly one becomes the source (:mod:`.contest`).
    Reservations hold for all processes; those of a process that dies end when their lease runs
    out. A failure of the servers is waited out for the location's patience, then raised.

    With *ttl*, the servers themselves delete a record that is twice as old, and
    :meth:`~NearDupIndex.prune` takes it out with its postings before.
    """

    _ledger: RedisLedger
    _open: ClassVar[dict[tuple[int, str, str], RedisIndex]] = {}
    _open_lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(
        self,
        location: RedisLocation,
        scheme: Scheme | None = None,
        *,
        create: bool = True,
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
        thresholds: Thresholds = PRESETS["balanced"],
        ttl: float | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.location = location
        self._create = create
        self._server_ttl = None if ttl is None else ttl * _TTL_GRACE
        self.servers = Servers(location)
        try:
            _inspect(self.servers)
            store = RedisStore(self.servers, location.prefix, self._server_ttl)
            super().__init__(
                store,
                scheme,
                expected_documents=expected_documents,
                thresholds=thresholds,
                ttl=ttl,
                clock=clock,
            )
        except BaseException:
            self.servers.close()
            raise
        self._live: dict[int, tuple[Claim, SharedReservation]] = {}
        self._renewing: threading.Thread | None = None
        self._closed = threading.Event()

    def _open_ledger(self, store: Store, scheme: Scheme | None, expected_documents: int) -> Ledger:
        assert isinstance(store, RedisStore)
        return RedisLedger(
            store,
            scheme,
            expected_documents,
            lease=self.location.lease,
            ttl=self._server_ttl,
            create=self._create,
        )

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
        ttl: float | None = None,
    ) -> RedisIndex:
        """The index at *url* (:class:`~.location.RedisLocation`), laid out if missing.

        *name* tells several indexes of one URL apart. Connecting again gives the same object,
        which closes when each that connected has closed it. Raises NearDupError for a URL that
        can't be read and for servers that don't fit, SchemeMismatch, IndexFormatError.
        """
        with cls._open_lock:
            # A child that was forked off has connections of its own.
            key = os.getpid(), url, name
            index = cls._open.get(key)
            if index is not None:
                require(index.scheme, scheme)
                if (index.thresholds, index.ttl) != (thresholds, ttl):
                    raise NearDupError(
                        f"the index {index.location.shown} is open in this process with "
                        f"{index.thresholds} and a ttl of {index.ttl}, not {thresholds} and "
                        f"{ttl}: give all the same"
                    )
                index._opened += 1
                return index
            index = cls(
                read_location(url, name),
                scheme,
                create=create,
                expected_documents=expected_documents,
                thresholds=thresholds,
                ttl=ttl,
            )
            cls._open[key] = index
            return index

    def close(self) -> None:
        """Close the index, or give up one of several openings of it.

        Reservations are rolled back.
        """
        with self._open_lock:
            self._opened -= 1
            if self._opened > 0:
                return
            for key, index in [*self._open.items()]:
                if index is self:
                    del self._open[key]
        if self._closed.is_set():
            return
        self._closed.set()
        for _, reservation in [*self._live.values()]:
            reservation.rollback()
        try:
            self.hosts.save()
        finally:
            self.servers.close()

    def __len__(self) -> int:
        return self._ledger.counts()[0]

    def check(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Verdict:
        document, fingerprint = self._prepare(document, fingerprint)
        with self._ledger.memo():
            self._ledger.prefetch(None, self._query(document, fingerprint))
            return self._judge(document, fingerprint, policy).verdict

    def reserve(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Reservation:
        document, fingerprint = self._prepare(document, fingerprint)
        return self._retried(
            lambda: self._contend(
                document, fingerprint, policy, rest_on_pending=False, decide=True
            )
        )

    def check_and_add(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Verdict:
        document, fingerprint = self._prepare(document, fingerprint)

        def attempt() -> Verdict | None:
            found = self._contend(
                document, fingerprint, policy, rest_on_pending=True, decide=False
            )
            if found is None or found.blockers:
                return None
            if found._claim is None:
                return found.verdict
            self._live.pop(found._claim.ordinal, None)
            kept = self._keep_claim(found._claim, unless_gone=True)
            return found.verdict if kept is not None else None

        return self._retried(attempt)

    def add(self, document: Document, fingerprint: Fingerprint | None = None) -> None:
        document, fingerprint = self._prepare(document, fingerprint)
        if fingerprint.length == 0:
            return
        own = self._find_kept(document.id)
        entry = self._entry(document, fingerprint, _Judgement(Verdict(Kind.NEW), own))
        assert entry is not None
        replaced = own[1] if own else None
        self._ledger.put(Claim(entry.ordinal, _token(), entry.record, replaced, entry.text))

    def put_records(self, documents: Sequence[tuple[Record, KeptText | None]]) -> list[int]:
        claims = [
            Claim(self._ledger.allot(), _token(), record, None, text.to_bytes() if text else None)
            for record, text in documents
        ]
        self._ledger.put_all(claims)
        return [claim.ordinal for claim in claims]

    def put_record(self, record: Record, text: KeptText | None = None) -> int:
        """Keep a record of another index of this scheme as it is; returns its ordinal here."""
        own = self._find_kept(record.id)
        ordinal, replaced = own if own else (self._ledger.allot(), None)
        packed = text.to_bytes() if text else None
        self._ledger.put(Claim(ordinal, _token(), record, replaced, packed))
        return ordinal

    def remove(self, document_id: str) -> bool:
        document_id = bounded(document_id)
        with self._ledger.memo():
            own = self._ledger.find(document_id)
            if own is None or self._ledger.is_pending(own[0]):
                return False
        self._ledger.take_out(*own)
        return True

    def prune(self, before: float, limit: int | None = None) -> int:
        """Take out documents first seen before the time *before* (seconds since 1970).

        With *limit*, at most that many go, the search goes on where that of any process ended,
        and it ends at the first that stays; without, the whole index is read. Returns how many
        went.
        """
        gone = 0
        start = self._ledger.read_floor() if limit is not None else 0
        floor = start
        for ordinal, value in self._ledger.stored_from(start):
            if gone == limit:
                break
            record = Record.from_bytes(value)
            if record.first_seen < before:
                self._ledger.take_out(ordinal, record)
                gone += 1
                floor = ordinal + 1
            elif limit is not None:
                break
        if floor != start:
            self._ledger.write_floor(floor)
        return gone

    def compact(self) -> None:
        """Nothing to do: the servers see to it."""

    def get(self, document_id: str) -> Record | None:
        own = self.find(document_id)
        return own[1] if own else None

    def find(self, document_id: str) -> tuple[int, Record] | None:
        return self._find_kept(bounded(document_id))

    def stats(self) -> dict[str, Any]:
        articles, copies = self._ledger.counts()
        return {
            "path": self.location.shown,
            "format": FORMAT,
            "articles": articles,
            "copies": copies,
            "reserved": len(self._live),
            "crowded": self._ledger.crowded,
            "lapsed": self._ledger.lapsed,
            "unacknowledged": self.servers.unacknowledged,
            "scheme": self.scheme.to_dict(),
        }

    def read_note(self, name: str) -> bytes | None:
        return self._ledger.read_note(name)

    def _find_kept(self, document_id: str) -> tuple[int, Record] | None:
        with self._ledger.memo():
            own = self._ledger.find(document_id)
            pending = own is not None and self._ledger.is_pending(own[0])
        if own is not None and pending:
            kept = self._ledger.kept(own[0])
            return None if kept is None else (own[0], kept)
        return own

    def _is_pending(self, ordinal: int) -> bool:
        return self._ledger.is_pending(ordinal)

    def _query(self, document: Document, fingerprint: Fingerprint) -> Postings:
        """Every posting that the judging of a document looks up."""
        tables = self._ledger.tables
        return (
            tables.of_id(document.id)
            + tables.of_digest(fingerprint.digest)
            + tables.of_likeness(fingerprint.simhash, fingerprint.sketch)
        )

    def _retried(self, attempt: Callable[[], _T | None]) -> _T:
        """What *attempt* returns, tried again while it returns None."""
        give_up = time.monotonic() + self.location.patience + self.location.lease
        pause = _RETRY_PAUSE
        while True:
            result = attempt()
            if result is not None:
                return result
            if time.monotonic() > give_up:
                raise NearDupError(
                    f"the index {self.location.shown}: a document of another crawler stays "
                    f"undecided for longer than its lease of {self.location.lease:g} s; "
                    "see whether the servers' clocks or that crawler hang"
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
    ) -> SharedReservation | None:
        """Judge *document* and claim its place; None where it has to be judged anew.

        With *rest_on_pending*, it may be a copy of one that is decided but not kept yet.
        """
        if fingerprint.length == 0:
            return SharedReservation(self, Verdict(Kind.NO_TEXT), None)
        ledger = self._ledger
        entry = self._entry(document, fingerprint, _Judgement(Verdict(Kind.NEW)))
        assert entry is not None
        claim = Claim(entry.ordinal, _token(), entry.record, text=entry.text)
        query = self._query(document, fingerprint)
        with ledger.memo() as memo:
            ledger.prefetch(claim, query)
            memo.standings[claim.ordinal] = None
            judgement = self._judge(document, fingerprint, policy)
            verdict, own = judgement.verdict, judgement.own
            waited = [*judgement.waits_for]
            if own is not None and ledger.is_pending(own[0]):
                waited.append(own[0])
            if rest_on_pending and all(self._may_rest_on(one, verdict) for one in waited):
                waited = []
            if waited or verdict.kind is Kind.UNCHANGED:
                ledger.withdraw(claim, posted=False)
                ledger.give_back(claim.ordinal)
                blockers = self._blockers(verdict, [memo.standings[one] for one in waited])
                return SharedReservation(self, verdict, None, blockers)
            placed = judgement if own else replace(judgement, own=(claim.ordinal, claim.record))
            final = self._entry(document, fingerprint, placed)
            assert final is not None
            if own is not None:
                ledger.withdraw(claim, posted=False)
                ledger.give_back(claim.ordinal)
            replaced = own[1] if own else None
            claim = Claim(
                final.ordinal,
                claim.token,
                final.record,
                replaced,
                final.text,
                final.amendment,
                final.result,
            )
            if not claim.record.is_source:
                query = query.first(1)
            if own is not None and not ledger.claim(claim):
                return None
            outcome, judgement = self._contest(
                claim,
                query,
                document,
                fingerprint,
                judgement,
                policy,
                decide=decide and claim.record.is_source,
            )
            verdict = judgement.verdict
        if outcome.won:
            reservation = SharedReservation(self, verdict, claim)
            self._live[claim.ordinal] = (claim, reservation)
            self._keep_renewing()
            return reservation
        ledger.withdraw(claim)
        if outcome.blockers and not rest_on_pending:
            blockers = self._blockers(verdict, outcome.blockers)
            return SharedReservation(self, verdict, None, blockers)
        return None

    def _contest(
        self,
        claim: Claim,
        query: Postings,
        document: Document,
        fingerprint: Fingerprint,
        judgement: _Judgement,
        policy: Policy,
        *,
        decide: bool,
    ) -> tuple[Outcome, _Judgement]:
        """Drive :func:`~.contest.contest`; its outcome, and the last judgement."""
        ledger = self._ledger
        memo = ledger.memoized
        met: set[int] = set()

        def conflicts(standings: dict[int, Standing]) -> list[int]:
            nonlocal judgement
            met.update(one for one in standings if one != claim.ordinal)
            memo.standings.update((ordinal, standings.get(ordinal)) for ordinal in met)
            if not claim.record.is_source:
                own = ledger.find(document.id)
                return [own[0]] if own is not None and own[0] != claim.ordinal else []
            judgement = self._judge(document, fingerprint, policy)
            if judgement.own is not None and judgement.own[0] != claim.ordinal:
                return [judgement.own[0]]
            if judgement.elected and claim.record.elected:
                return [*judgement.waits_for]
            return [*judgement.hits]

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
                reply = ledger.announce(claim, query)
            elif isinstance(step, ReadAgain):
                reply = ledger.read_again(claim, query)
            elif isinstance(step, Look):
                reply = ledger.look(step.ordinals)
            elif isinstance(step, Evict):
                reply = ledger.evict(step.rival)
            elif isinstance(step, Decide):
                reply = ledger.decide(claim)

    def _may_rest_on(self, ordinal: int, verdict: Verdict) -> bool:
        standing = self._ledger.memoized.standings[ordinal]
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
            live = self._live.get(standing.ordinal)
            if live is not None and live[0].token == standing.token:
                blockers.append(live[1])
            else:
                blockers.append(ForeignReservation(self, verdict, standing))
        return tuple(blockers)

    def _is_over(self, standing: Standing) -> bool:
        now = self._ledger.look([standing.ordinal]).get(standing.ordinal)
        return now is None or now.token != standing.token

    def _finish(self, claim: Claim, *, keep: bool) -> Amendment | None:
        self._live.pop(claim.ordinal, None)
        if claim.amendment is not None and claim.record.let_through:
            with self._lock:
                self._letting_through[claim.amendment.head] -= 1
        if not keep:
            try:
                self._ledger.withdraw(claim)
            except NearDupError as error:
                logger.warning("A reservation ends with its lease, not at once: %s", error)
            return None
        lapsed = self._ledger.lapsed
        kept = self._keep_claim(claim, unless_gone=not claim.record.is_source)
        if self._ledger.lapsed > lapsed:
            logger.warning(
                "%r was kept after its lease of %g s had run out: another crawler may have "
                "kept a copy of it",
                claim.record.id,
                self.location.lease,
            )
        return kept.amendment if kept is not None else None

    def _keep_claim(self, claim: Claim, *, unless_gone: bool) -> Claim | None:
        """Keep a claim; returns it with what changed of the head of its story. None if it is
        gone.
        """
        if not self._ledger.keep_claim(claim, unless_gone=unless_gone):
            self._ledger.withdraw(claim)
            return None
        claim = self._amend(claim)
        self._learn(claim.record, claim.result)
        return claim

    def _amend(self, claim: Claim) -> Claim:
        """Amend the head of the story of a claim that was kept.

        The head is in another slot than the claim, so a crawler that dies just before leaves it as
        it was: what was kept is a copy then, and found as any source.
        """
        amendment = claim.amendment
        if amendment is None:
            return claim

        def amended(head: Record) -> Record:
            nonlocal claim
            upheld = self._upheld(amendment, head, claim.record)
            claim = replace(claim, amendment=upheld)
            return upheld.apply(head)

        self._ledger.amend(amendment.head, amended)
        return claim

    def _claim_let_through(self, claim: Claim, most: int) -> Claim | None:
        """*claim* of a copy that is let through, None where the story has enough of them.

        Crawlers of other processes that do so at the same moment are not seen.
        """
        if claim.record.let_through:
            return claim
        head = self._head_to_amend(claim.record)
        if head is None:
            return None
        ordinal, kept = head
        with self._lock:
            if kept.copies_let_through + self._letting_through[ordinal] >= most:
                return None
            self._letting_through[ordinal] += 1
        record = replace(claim.record, let_through=True)
        return replace(claim, record=record, amendment=Amendment(ordinal))

    def _keep_renewing(self) -> None:
        with self._lock:
            if self._renewing is None:
                self._renewing = threading.Thread(
                    target=self._renew, name="neardup-leases", daemon=True
                )
                self._renewing.start()

    def _renew(self) -> None:
        while not self._closed.wait(self.location.lease / _RENEWALS_PER_LEASE):
            claims = [claim for claim, _ in [*self._live.values()]]
            try:
                if claims:
                    self._ledger.renew(claims)
            except NearDupError as error:
                logger.warning("Leases could not be renewed: %s", error)


def existing_url(url: str) -> str:
    """The URL of the index that *url* means: itself, or else the only one whose prefix starts with
    the prefix of *url* and a colon.

    Walks over all keys of the servers if *url* is none itself. Raises IndexFormatError that names
    those there are, and as :meth:`RedisIndex.connect`.
    """
    location = read_location(url)
    servers = Servers(location)
    try:
        if RedisStore(servers, location.prefix).values([FORMAT_KEY]) != [None]:
            return url
        ending = RedisStore(servers, "").value_key(FORMAT_KEY)
        found = sorted(key[: -len(ending)].decode() for key in servers.scan(f"*{ending.decode()}"))
    finally:
        servers.close()
    below = [prefix for prefix in found if prefix.startswith(f"{location.prefix}:")]
    if len(below) == 1:
        return with_prefix(url, below[0])
    problem = f"{location.shown} holds "
    if below:
        problem += f"{len(below)} indexes; add to the URL which one you mean: "
    elif found:
        problem += f"no index of the prefix {location.prefix!r}; there is: "
    else:
        raise IndexFormatError(f"{problem}no index; name one that a crawl or scan made")
    named = [f"?{prefix_option(prefix)}" for prefix in (below or found)[:_MOST_NAMED]]
    more = len(below or found) - len(named)
    raise IndexFormatError(problem + ", ".join(named) + (f" and {more} more" if more else ""))


def _token() -> bytes:
    return os.urandom(TOKEN_BYTES)


def _inspect(servers: Servers) -> None:
    """Refuse servers that are too old, of another mode, or that would drop postings silently."""
    shown = servers.location.shown
    for reply in servers.on_each_master("INFO"):
        facts = dict(_facts(reply.decode("utf-8", "replace")))
        version = tuple(int(part) for part in facts.get("redis_version", "99").split(".")[:2])
        if version < _OLDEST_SERVER:
            raise NearDupError(
                f"the server of {shown} is Redis {facts['redis_version']}; use 6.0 or later"
            )
        if facts.get("cluster_enabled") == "1" and servers.location.mode != "cluster":
            raise NearDupError(f"the server of {shown} is a cluster's: use redis+cluster://")
        policy = facts.get("maxmemory_policy", "noeviction")
        if policy == "noeviction":
            continue
        problem = (
            f"the server of {shown} may evict keys (maxmemory-policy {policy}), and so lose "
            "articles without a word: set maxmemory-policy noeviction"
        )
        if facts.get("maxmemory", "0") != "0":
            raise NearDupError(problem)
        logger.warning("%s, before it gets a maxmemory", problem)


def _facts(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name, value.strip()
