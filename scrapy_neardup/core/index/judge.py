"""What a document is, by what an index knows. Nothing is written here.

Equal texts come first, as recrawls are mostly that: an unchanged page by its revision, an exact
copy by its digest. Only then is the text's likeness asked for, which takes its words.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from operator import attrgetter
from typing import TYPE_CHECKING, Protocol

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.criteria import EVERYTHING
from scrapy_neardup.core.document import Kind, Match, Verdict
from scrapy_neardup.core.fingerprints.simhash import distance
from scrapy_neardup.core.index.judgement import Compared, Judgement, Retelling, revision_of
from scrapy_neardup.core.index.record import story_named_after
from scrapy_neardup.core.index.stories import Hit, Stories, Story, elects
from scrapy_neardup.core.postings.tables import WHOLE
from scrapy_neardup.core.rewriting.search import MOST_COMPARED, can_judge
from scrapy_neardup.core.verdict import kept_evidence
from scrapy_neardup.core.verdict.commonplace import commonplace
from scrapy_neardup.core.verdict.election import FIRST_SEEN
from scrapy_neardup.core.verdict.verify import (
    PRESETS,
    Evidence,
    Thresholds,
    conclude,
    judge,
    prepare,
    scores,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.postings.tables import Hits
    from scrapy_neardup.core.rewriting.search import Rewriting
    from scrapy_neardup.core.verdict.election import Policy
    from scrapy_neardup.core.verdict.word_weights import Shares

MAX_CANDIDATES = 64
"""How many candidates a query judges: those of most weight first, then the oldest. Those passed
over are counted in the stats."""
_MOST_READ = 2048
"""How many records a query reads at most to find so many candidates that count."""
_MOST_RETOLD_READ = 24
"""The same to find candidates for a rewritten copy."""
MAX_MATCHES = 8
"""How many sources a verdict names."""


class View(Protocol):
    """What a judge reads of an index: documents that are kept, and those that are pending."""

    def find(self, document_id: str) -> Entry | None:
        """The document of this id."""
        ...

    def equal(self, digest: bytes) -> list[Entry]:
        """The documents to which the posting of *digest* leads, the oldest first."""
        ...

    def look_up(self, fingerprint: Fingerprint) -> Hits:
        """The candidates to which the postings of a fingerprint's SimHash and phrases lead."""
        ...

    def look_up_story(self, keys: NDArray[np.uint32]) -> Hits:
        """The candidates to which the postings of characteristic terms lead."""
        ...

    def records(self, ordinals: Sequence[int]) -> Iterator[Entry]:
        """Those of the *ordinals* that have a record, in their order."""
        ...

    def is_pending(self, ordinal: int) -> bool:
        """Whether a document is reserved, not kept."""
        ...


class Judge:
    """Judges documents by what *view* shows of an index with *stories*, in which words are as
    frequent as *shares* says.

    *max_distance* is the scheme's k. Rewritten copies are looked for with *rewriting* only.
    """

    def __init__(
        self,
        view: View,
        stories: Stories,
        shares: Shares,
        max_distance: int,
        *,
        thresholds: Thresholds = PRESETS["balanced"],
        clock: Callable[[], float],
        rewriting: Rewriting | None = None,
    ) -> None:
        self._view = view
        self._rewriting = rewriting
        self._stories = stories
        self._shares = shares
        self._max_distance = max_distance
        self._clock = clock
        self.thresholds = thresholds
        self.candidates_max = 0
        """The most candidates that any document had."""
        self.candidates_passed_over = 0
        """How many candidates beyond MAX_CANDIDATES were not compared."""

    def judge(
        self, document: Document, fingerprint: Fingerprint, policy: Policy = FIRST_SEEN
    ) -> Judgement:
        """What *document* is; by *policy*, it may be the original of a story told before."""
        judgement = self._judge(document, fingerprint, policy)
        if judgement.verdict.kind is Kind.NO_TEXT:
            return judgement
        judgement.story = judgement.story or _story_of_its_own(judgement, document, fingerprint)
        judgement.verdict = replace(judgement.verdict, story=judgement.story.hex())
        return judgement

    def _judge(self, document: Document, fingerprint: Fingerprint, policy: Policy) -> Judgement:
        own = self._view.find(document.id)
        if fingerprint.length == 0:
            return Judgement(Verdict(Kind.NO_TEXT), own)
        if own is not None and own[1].revision == revision_of(document, fingerprint):
            if own[1].is_article:
                # An elected original was kept on its first visit, whatever it resembles.
                return _unchanged(own, {})
            if known := self._known_sources(document, fingerprint, own[1]):
                return _unchanged(own, known)
        if own is not None and own[1].is_article:
            return Judgement(Verdict(Kind.UPDATED), own)
        if fingerprint.length < self._thresholds_for(document).length:
            return Judgement(Verdict(Kind.TOO_SHORT), own)
        if equal := self._equal(document, fingerprint):
            return self._judge_equal(document, fingerprint, own, equal, policy)
        hits, candidates = self._similar(document, fingerprint)
        if not hits:
            hits, compared = self._retold(document, fingerprint)
            candidates += compared
        if hits:
            return self._judge_copy(document, fingerprint, own, hits, candidates, policy)
        if fingerprint.simhash is None:
            kind = Kind.TOO_SHORT
        else:
            kind = Kind.UPDATED if own is not None else Kind.NEW
        return Judgement(Verdict(kind, candidates=candidates), own)

    def _judge_equal(
        self,
        document: Document,
        fingerprint: Fingerprint,
        own: Entry | None,
        equal: list[Hit],
        policy: Policy,
    ) -> Judgement:
        judgement = self._judge_copy(document, fingerprint, own, equal, len(equal), policy)
        if not judgement.elected:
            return judgement
        # It stands against all that is like it: another may be about to be elected, and a merger of
        # several articles is not.
        similar, candidates = self._similar(document, fingerprint)
        if similar:
            stands = self._judge_copy(document, fingerprint, own, similar, candidates, policy)
            if not stands.elected:
                judgement = self._judge_copy(
                    document, fingerprint, own, equal, len(equal), FIRST_SEEN
                )
            judgement.hits, judgement.waits_for = stands.hits, stands.waits_for
        return judgement

    def would_rest_on(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether *document* has the id of *record*, or copies it by itself."""
        if record.id == document.id:
            return True
        thresholds = self._thresholds_for(document)
        if not self._is_source_for(document, record) or fingerprint.length < thresholds.length:
            return False
        if record.digest == fingerprint.digest:
            return True
        if fingerprint.simhash is None:
            return False
        evidence = self._evidence(document, fingerprint, [(0, record)])
        if conclude(evidence, thresholds):
            return True
        return self._retells(document, fingerprint, record)

    def _judge_copy(
        self,
        document: Document,
        fingerprint: Fingerprint,
        own: Entry | None,
        hits: list[Hit],
        candidates: int,
        policy: Policy,
    ) -> Judgement:
        stories = self._stories.told_by(hits)
        pending = {hit.ordinal for hit in hits if self._view.is_pending(hit.ordinal)}
        sources = {}
        waits_for: set[int] = set()
        apart: list[Story] = []
        for story in stories:
            source = self._source(document, fingerprint, story)
            if source[0] != story.original[0]:
                # The place of that article is another's, by an election on another part of it.
                story.original = source
                if all(hit.match.kind is Kind.PARTIAL for hit in story.hits):
                    apart.append(story)
            found = {hit.ordinal for hit in story.hits}
            if found <= pending:
                waits_for |= found
            sources[story.head[0]] = replace(
                named(story.hits[0].match, source[1]), pending=found <= pending
            )
        matches = tuple(sources.values())
        verdict = Verdict(matches[0].kind, matches, candidates=candidates)
        judgement = Judgement(verdict, own, sources, tuple(hit.ordinal for hit in hits))
        judgement.evidence = _kept_of(matches[0])
        judgement.story = stories[0].head[1].story_id
        # Who writes a story again is not its original, nor is who copies that.
        rewritten = Kind.REWRITTEN in (verdict.kind, hits[0].record.kind)
        contests = not rewritten and elects(policy)
        # A merger in whose place another part's original stands is no rival beside others.
        rivals = [story for story in stories if story not in apart] or stories
        if len(rivals) == 1 and contests:
            (story,) = rivals
            seen = own[1].first_seen if own is not None else int(self._clock())
            result = self._stories.hold_election(story, document, seen, policy)
            judgement.result = result.hosts
            if result.won and story in apart:
                # It gets a place of its own.
                waits_for |= pending
                kind = Kind.UPDATED if own is not None else Kind.NEW
                verdict = Verdict(kind, candidates=candidates)
                return Judgement(verdict, own, hits=tuple(pending), waits_for=tuple(waits_for))
            if result.won:
                judgement.over, judgement.policy = story.original, policy
                match = sources[story.head[0]]
                judgement.sources = {story.head[0]: match}
                judgement.evidence = _kept_of(match)
                judgement.story = story.head[1].story_id
                judgement.verdict = Verdict(
                    Kind.ORIGINAL,
                    original_of=(match,),
                    reason=result.reason,
                    candidates=candidates,
                )
                # One that is not kept yet may be a better original.
                waits_for |= pending
        # Of another story, it is one of that one's copies, and counted among them.
        former = own[1] if own is not None and own[1].let_through else None
        if former and former.story_id == judgement.story and not judgement.elected:
            judgement.verdict = replace(judgement.verdict, let_through="copy")
        judgement.waits_for = tuple(waits_for)
        return judgement

    def _source(self, document: Document, fingerprint: Fingerprint, story: Story) -> Entry:
        """The article of *story* that *document* copies: its original, unless the document is not like
        that, as it was elected for another part of a merger; then the one that it is likest.
        """
        ordinal, original = story.original
        best = story.hits[0]
        is_like = any(hit.ordinal == ordinal for hit in story.hits)
        # Nothing that is written again is like its source.
        rewritten = Kind.REWRITTEN in (best.match.kind, best.record.kind)
        if is_like or rewritten or self.would_rest_on(document, fingerprint, original):
            return story.original
        # One that is under way may yet be given up, and a merger is no better than its part.
        source = min(
            story.hits, key=lambda hit: (hit.match.pending, hit.match.kind is Kind.PARTIAL)
        )
        return source.ordinal, source.record

    def _known_sources(
        self, document: Document, fingerprint: Fingerprint, record: Record
    ) -> dict[int, Match]:
        """What a copy that comes again was kept as a copy of, by the original of each story now."""
        scores = {source.ordinal: source.score for source in record.sources}
        heads = dict(self._view.records(list(scores)))
        has_changed = any(head.original is not None for head in heads.values())
        if has_changed and record.kind is not Kind.REWRITTEN:
            # What was elected since may be the original of another part of a merger.
            hits = [*self._equal(document, fingerprint), *self._similar(document, fingerprint)[0]]
            told = {
                story.head[0]: self._source(document, fingerprint, story)[1]
                for story in self._stories.told_by(hits)
                if story.head[0] in heads
            }
            originals = told or heads
        else:
            originals = {head[0]: self._stories.original_of(head)[1] for head in heads.items()}
        return {
            ordinal: named(
                self._match(ordinal, head, record.kind, scores[ordinal]), originals[ordinal]
            )
            for ordinal, head in heads.items()
            if ordinal in originals
        }

    def _equal(self, document: Document, fingerprint: Fingerprint) -> list[Hit]:
        """The first document of its text, and those that were elected since."""
        hits: list[Hit] = []
        for ordinal, record in self._view.equal(fingerprint.digest):
            if (
                record.digest == fingerprint.digest
                and record.id != document.id
                and self._is_source_for(document, record)
                and (not hits or record.elected)
            ):
                match = self._match(ordinal, record, Kind.EXACT, 1.0)
                # The query's own SimHash is not worth its words: it is the same.
                simhashes = record.simhash is not None and not document.equality_only
                equal = replace(
                    match, distance=0 if simhashes else None, jaccard=1.0, containment=1.0
                )
                hits.append(Hit(ordinal, record, equal))
        return hits[:MAX_MATCHES]

    def _similar(self, document: Document, fingerprint: Fingerprint) -> tuple[list[Hit], int]:
        """The documents that it copies, best first, and how many it was compared with."""
        candidates = self._candidates(document, fingerprint)
        evidence = self._evidence(document, fingerprint, candidates)
        hits = []
        for finding in conclude(evidence, self._thresholds_for(document))[:MAX_MATCHES]:
            ordinal, record = candidates[finding.candidate]
            match = self._match(ordinal, record, finding.kind, finding.score)
            hits.append(Hit(ordinal, record, _with_evidence(match, evidence[finding.candidate])))
        return hits, len(candidates)

    def _retold(self, document: Document, fingerprint: Fingerprint) -> tuple[list[Hit], int]:
        """The document whose story it tells in other words, if any, and how many it was compared
        with.
        """
        retellings = self.retellings(document, fingerprint)
        least = self._thresholds_for(document).rewritten
        told = [one for one in retellings if one.score >= least]
        if not told:
            return [], len(retellings)
        best = max(told, key=attrgetter("score"))
        match = self._match(best.ordinal, best.record, Kind.REWRITTEN, best.score)
        match = replace(match, evidence=best.evidence.items())
        return [Hit(best.ordinal, best.record, match)], len(retellings)

    def retellings(
        self, document: Document, fingerprint: Fingerprint, most: int = MOST_COMPARED
    ) -> list[Retelling]:
        """At most *most* articles whose story *document* may tell in other words, whether it is
        likely or not, those with most characteristic terms in common first.
        """
        rewriting = self._rewriting
        telling = rewriting.telling(fingerprint) if rewriting is not None else None
        if rewriting is None or telling is None or not can_judge(telling):
            return []
        found = self._view.look_up_story(telling.keys)
        compared: list[Retelling] = []
        likely = found.likeliest(_MOST_RETOLD_READ)
        for batch in batched(likely, most):
            # As in _candidates, what does not count takes no other's place.
            for ordinal, record in self._view.records(batch):
                if record.telling is None or not self._may_be_retold(document, record):
                    continue
                judged = rewriting.judge(telling, record.telling)
                if judged is not None:
                    compared.append(Retelling(ordinal, record, *judged))
            if len(compared) >= most:
                break
        return compared[:most]

    def _may_be_retold(self, document: Document, record: Record) -> bool:
        """Whether *document* may be a rewritten copy of *record*."""
        window = document.criteria.rewritten_window
        if window is not None and record.first_seen < self._clock() - window:
            return False
        return record.id != document.id and self._is_source_for(document, record)

    def _retells(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether it tells the story of *record* in other words."""
        rewriting = self._rewriting
        telling = rewriting.telling(fingerprint) if rewriting is not None else None
        if rewriting is None or telling is None or record.telling is None:
            return False
        if not self._may_be_retold(document, record):
            return False
        judged = rewriting.judge(telling, record.telling)
        return judged is not None and judged[0] >= self._thresholds_for(document).rewritten

    def _candidates(self, document: Document, fingerprint: Fingerprint) -> list[Entry]:
        """The documents that its likeness leads to."""
        if fingerprint.simhash is None:
            return []
        found = self._view.look_up(fingerprint)
        likely = found.likeliest(len(found.weights))
        if not likely:
            return []
        self.candidates_max = max(self.candidates_max, len(likely))
        self.candidates_passed_over += max(len(likely) - MAX_CANDIDATES, 0)
        live: list[Entry] = []
        for batch in batched(likely[:_MOST_READ], MAX_CANDIDATES):
            # What a crash has half removed, and articles too old to count, take the place of no
            # other.
            live += [
                (ordinal, record)
                for ordinal, record in self._view.records(batch)
                if record.id != document.id and self._is_source_for(document, record)
            ]
            if len(live) >= MAX_CANDIDATES:
                break
        return [
            (ordinal, record)
            for ordinal, record in live[:MAX_CANDIDATES]
            if found.phrases.get(ordinal, 0) >= WHOLE or self._is_near(record, fingerprint)
        ]

    def _evidence(
        self, document: Document, fingerprint: Fingerprint, candidates: list[Entry]
    ) -> list[Evidence | None]:
        """What speaks for *document* being a copy of each of the *candidates*."""
        if not candidates or fingerprint.profile is None or fingerprint.sketch is None:
            return [None] * len(candidates)
        prepared = prepare(fingerprint.profile, self._shares)
        common = commonplace(
            fingerprint.sketch,
            host_of(document.url or document.id),
            [
                (record.sketch, host_of(record.url or record.id), record.story_id)
                for _, record in candidates
            ],
        )
        return [
            judge(fingerprint, record.simhash, record.sketch, prepared, share)
            for (_, record), share in zip(candidates, common, strict=True)
        ]

    def nearest(self, document: Document, fingerprint: Fingerprint) -> list[Compared]:
        """The articles whose likeness to *document* is judged, copied or not, by what is missing to
        a copy.
        """
        candidates = self._candidates(document, fingerprint)
        evidence = self._evidence(document, fingerprint, candidates)
        compared = [
            Compared(record, found, score)
            for (_, record), found, score in zip(
                candidates, evidence, scores(evidence), strict=True
            )
            if found is not None and score is not None
        ]
        thresholds = self._thresholds_for(document)
        return sorted(compared, key=lambda one: one.scores.missed_by(thresholds))

    def _is_near(self, record: Record, fingerprint: Fingerprint) -> bool:
        if record.simhash is None or fingerprint.simhash is None:
            return False
        return distance(record.simhash, fingerprint.simhash) <= self._max_distance

    def _thresholds_for(self, document: Document) -> Thresholds:
        return document.criteria.thresholds or self.thresholds

    def _is_source_for(self, document: Document, record: Record) -> bool:
        """Whether *document* may be a copy of *record*. Of a rewritten copy it may be one only if it
        may be one of the article that this retells.
        """
        if not record.is_article:
            if not record.is_source:
                return False
            head = self._stories.head_of((-1, record))[1]
            if not head.is_article or not self._is_source_for(document, head):
                return False
        now = self._clock()
        ttl = self.thresholds.ttl
        if ttl is not None and record.first_seen < now - ttl:
            return False
        criteria = document.criteria
        if criteria is EVERYTHING:
            return True
        host = host_of(document.url or document.id)
        return criteria.counts(host, record.url or record.id, record.first_seen, now)

    def _match(self, ordinal: int, record: Record, kind: Kind, score: float) -> Match:
        return Match(
            id=record.id,
            kind=kind,
            score=score,
            url=record.url,
            first_seen=datetime.fromtimestamp(record.first_seen, timezone.utc),
            pending=self._view.is_pending(ordinal),
        )


def _kept_of(match: Match) -> bytes | None:
    """What is kept of a copy's evidence, None of an equal text's."""
    return None if match.kind is Kind.EXACT else kept_evidence.pack(match)


def named(match: Match, original: Record) -> Match:
    """*match* under the name of its story's original."""
    first_seen = datetime.fromtimestamp(original.first_seen, timezone.utc)
    return replace(match, id=original.id, url=original.url, first_seen=first_seen)


def _story_of_its_own(judgement: Judgement, document: Document, fingerprint: Fingerprint) -> bytes:
    """The story of a document that resembles no other: the one that it told before, if any."""
    if judgement.own is not None:
        record = judgement.own[1]
        # A copy that has lost its source goes on with its story, unless it has another text.
        if record.is_article or record.revision == revision_of(document, fingerprint):
            return record.story_id
    return story_named_after(document.id)


def _with_evidence(match: Match, evidence: Evidence | None) -> Match:
    if evidence is None:
        return match
    return replace(
        match,
        distance=evidence.distance,
        jaccard=evidence.overlap.jaccard,
        containment=evidence.overlap.containment,
        evidence=evidence.items(),
    )


def _unchanged(own: Entry, known: dict[int, Match]) -> Judgement:
    let_through = "copy" if own[1].let_through else None
    verdict = Verdict(Kind.UNCHANGED, tuple(known.values()), let_through=let_through)
    return Judgement(verdict, own)
