"""A document that contends for its place in a shared index: it is judged, claims the place, and takes
part in the :func:`~.contest.contest`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy_neardup.core.document import OWN_TEXT_KINDS, Kind, Verdict
from scrapy_neardup.core.index.draft import Draft, draft
from scrapy_neardup.core.index.judgement import Judgement
from scrapy_neardup.core.redis.claims import Claim, Claims
from scrapy_neardup.core.redis.contest import (
    ORIGINAL,
    Announce,
    Evict,
    Found,
    Look,
    Outcome,
    ReadAgain,
    Standing,
    Step,
    contest,
)

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.judge import Judge
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.postings.posting import Postings
    from scrapy_neardup.core.redis.documents import SharedDocuments
    from scrapy_neardup.core.verdict.election import Policy


class Contended(NamedTuple):
    """What came of contending: the *claim* that won the place, or the claims that have to be settled
    before. An unchanged document has neither; *without_text* is what is kept of it, if its text is to be
    kept and is not.
    """

    verdict: Verdict
    claim: Claim | None = None
    blockers: tuple[Standing, ...] = ()
    without_text: Entry | None = None


@dataclass(slots=True)
class Contender:
    """One attempt of *document* at its place among *documents*. *telling* is what is kept of how it
    tells its story; *now* is in seconds since 1970.
    """

    documents: SharedDocuments
    claims: Claims
    judge: Judge
    document: Document
    fingerprint: Fingerprint
    policy: Policy
    telling: bytes | None
    now: int
    claim: Claim | None = field(default=None, init=False)
    """What it may have claimed by now: if :meth:`contend` fails, it is to be given up."""

    def contend(self, *, at_once: bool) -> Contended | None:
        """Judge the document and claim its place; None if it has to be judged anew.

        One that is to be kept *at_once* may be a copy of a document that is decided but not kept yet, and
        leaves the last step of the contest to :meth:`.Claims.keep`.
        """
        with self.documents.memo():
            claim, query = self._first_look()
            first = self._judged()
            waited = self._waited_for(first, at_once=at_once)
            is_unchanged = first.verdict.kind is Kind.UNCHANGED
            if waited or is_unchanged or first.own is not None:
                self._give_back(claim)
            if waited:
                return Contended(first.verdict, blockers=waited)
            if is_unchanged:
                own = self.judge.without_text(self.document, first)
                return Contended(first.verdict, without_text=own)
            ordinal, replaced = first.own or (claim.ordinal, None)
            final = self._drafted(first, ordinal, replaced)
            claim = self.claim = replace(claim, draft=final, replaced=replaced)
            if first.own is not None and not self.claims.claim(claim):
                return None
            is_source = claim.record.is_source
            own_query = query if is_source else query.first(1)
            outcome, last = self._contest(
                claim, own_query, first, decide=is_source and not at_once
            )
        # What has come or gone meanwhile may have decided otherwise, without a conflict.
        is_same = (last.verdict.kind, last.through) == (first.verdict.kind, first.through)
        if outcome.won and is_same:
            return Contended(last.verdict, claim)
        self.claims.withdraw(claim)
        if outcome.blockers and not at_once:
            return Contended(last.verdict, blockers=outcome.blockers)
        return None

    def _first_look(self) -> tuple[Claim, Postings]:
        """Claim a new place, and read what the postings lead to by which the document is judged; returns
        the claim and these postings.
        """
        documents = self.documents
        # The claim goes with the first look, so that it takes no round trip of its own.
        unjudged = Judgement(Verdict(Kind.NEW))
        claim = self.claim = Claim(self._drafted(unjudged, documents.allot(), None))
        query = documents.query(self.document, self.fingerprint)
        documents.prefetch(query, self.claims.claiming(claim))
        documents.memoized.standings[claim.ordinal] = None
        if len(documents.named(self.document.id)) > 1:
            documents.leave_one(self.document.id)
        return claim, query

    def _give_back(self, claim: Claim) -> None:
        """Give a new place back that is not needed."""
        self.claims.withdraw(claim)
        self.claim = None
        self.documents.give_back(claim.ordinal)

    def _waited_for(self, judgement: Judgement, *, at_once: bool) -> tuple[Standing, ...]:
        """The claims whose outcome *judgement* needs, and that of the document's own id."""
        documents = self.documents
        waited = [*judgement.waits_for]
        if judgement.own is not None and documents.is_pending(judgement.own[0]):
            waited.append(judgement.own[0])
        standings = [documents.memoized.standings[one] for one in waited]
        kind = judgement.verdict.kind
        may_rest = at_once and (kind is Kind.UNCHANGED or kind.is_copy)
        # One that is undecided may be a killed crawler's, and is then never kept.
        if may_rest and all(one is not None and one.state == ORIGINAL for one in standings):
            return ()
        return tuple(one for one in standings if one is not None)

    def _judged(self) -> Judgement:
        return self.judge.judge(self.document, self.fingerprint, self.policy)

    def _drafted(self, judgement: Judgement, ordinal: int, replaced: Record | None) -> Draft:
        return draft(
            self.document,
            self.fingerprint,
            judgement,
            ordinal,
            replaced,
            self.now,
            self.telling,
        )

    def _with_passed_over(self, found: Found) -> Found:
        """*found*, and what was passed over, for instance because it has expired: if it comes again at this
        moment, it has posted nothing new.
        """
        # To tell whether a rewritten copy counts, the head of its story is read, and has a standing then.
        standings = [*self.documents.memoized.standings.items()]
        passed_over = {
            ordinal
            for ordinal, one in standings
            if one is not None and not one.is_pending and self.judge.passes_over(one.data)
        }
        own = {self.claim.ordinal} if self.claim is not None else set()
        return replace(found, ordinals=tuple(passed_over.union(found.ordinals) - own))

    def _contest(
        self, claim: Claim, query: Postings, judgement: Judgement, *, decide: bool
    ) -> tuple[Outcome, Judgement]:
        """Drive :func:`~.contest.contest`; its outcome, and the last judgement."""
        documents = self.documents
        memo = documents.memoized
        met: set[int] = set()
        sources = (
            frozenset(judgement.resembled) if claim.record.kind in OWN_TEXT_KINDS else frozenset()
        )

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
                own = documents.find(self.document.id)
                return [own[0]] if own is not None and own[0] != claim.ordinal else []
            judgement = self._judged()
            if judgement.own is not None and judgement.own[0] != claim.ordinal:
                return [judgement.own[0]]
            if judgement.elected and claim.record.elected:
                return [*judgement.waits_for]
            # What a copy with a text of its own was found to copy is its source, and no rival.
            return [one for one in judgement.resembled if one not in sources or is_undecided(one)]

        def is_undecided(ordinal: int) -> bool:
            standing = memo.standings.get(ordinal)
            return standing is not None and standing.is_undecided

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
            reply = self._taken(step, claim, query)

    def _taken(self, step: Step, claim: Claim, query: Postings) -> Any:
        """Take a *step* of the contest; its reply."""
        if isinstance(step, Announce):
            return self._with_passed_over(self.claims.announce(claim, query))
        if isinstance(step, ReadAgain):
            return self._with_passed_over(self.claims.read_again(claim, query))
        if isinstance(step, Look):
            return self.documents.look(step.ordinals)
        if isinstance(step, Evict):
            return self.claims.evict(step.rival)
        return self.claims.decide(claim)
