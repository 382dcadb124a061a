"""Finds the documents of an index that a document is like, word for word: candidates, evidence, matches.

Nothing is written here, and nothing is decided about stories: :mod:`.judge` does that.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of, main_host
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.criteria import EVERYTHING
from scrapy_neardup.core.document import Kind, Match
from scrapy_neardup.core.fingerprints.simhash import distance_if_any
from scrapy_neardup.core.index.judgement import Compared
from scrapy_neardup.core.index.record import NO_REVISION
from scrapy_neardup.core.index.stories import Hit
from scrapy_neardup.core.verdict import notices
from scrapy_neardup.core.verdict.commonplace import Teller, commonplace, times_told
from scrapy_neardup.core.verdict.evidence import at_home, judge, prepare
from scrapy_neardup.core.verdict.verify import conclude, reasons, scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.lookup import Lookup
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.index.stories import Stories
    from scrapy_neardup.core.verdict.evidence import Evidence
    from scrapy_neardup.core.verdict.thresholds import Thresholds
    from scrapy_neardup.core.verdict.word_weights import Shares

MAX_CANDIDATES = 64
"""How many candidates a query judges: those of most weight first, then the oldest. Those passed
over are counted in the stats."""
_MOST_READ = 2048
"""The most records that a query reads to find MAX_CANDIDATES candidates that count."""
MAX_MATCHES = 8
"""How many sources a verdict names."""


class Matcher:
    """Finds the documents in *documents* that a document is like. *stories* are those of the index;
    *shares* tells how frequent words are in it.
    """

    def __init__(
        self,
        documents: Lookup,
        stories: Stories,
        shares: Shares,
        *,
        thresholds: Thresholds,
        clock: Callable[[], float],
    ) -> None:
        self._documents = documents
        self._stories = stories
        self._shares = shares
        self._max_distance = documents.scheme.max_distance
        self._clock = clock
        self.thresholds = thresholds
        self.candidates_max = 0
        """The most candidates that any document had."""
        self.candidates_passed_over = 0
        """How many candidates beyond MAX_CANDIDATES were not compared."""

    def equal(self, document: Document, fingerprint: Fingerprint) -> list[Hit]:
        """At most MAX_MATCHES documents with the text of *document* that it may copy, by ordinal: the first, and
        of the others those that were elected.
        """
        hits: list[Hit] = []
        for ordinal, record in self._documents.equal(fingerprint.digest):
            if (
                record.digest == fingerprint.digest
                and record.id != document.id
                and self.is_source_for(document, record, is_equal=True)
                and (not hits or record.elected)
            ):
                match = self.match(ordinal, record, Kind.EXACT, 1.0)
                # The query's own SimHash would take its words to compute, and is the same.
                simhashes = record.simhash is not None and not document.equality_only
                equal = replace(
                    match, distance=0 if simhashes else None, jaccard=1.0, containment=1.0
                )
                hits.append(Hit(ordinal, record, equal))
        return hits[:MAX_MATCHES]

    def similar(
        self, document: Document, fingerprint: Fingerprint, *, extends_only: bool = False
    ) -> tuple[list[Hit], int]:
        """The documents that *document* copies, best first, and how many it was compared with. With
        *extends_only*, what it does not extend is left out, and leaves it its own text.
        """
        candidates = self._candidates(document, fingerprint)
        evidence = self._evidence(document, fingerprint, candidates)
        thresholds = self.thresholds_for(document)
        if extends_only:
            evidence = [
                one
                if any(found.kind is Kind.EXTENDED for found in conclude([one], thresholds))
                else None
                for one in evidence
            ]
        found = conclude(evidence, thresholds)
        likest = found[:MAX_MATCHES]
        # Whether an article is copied or a text that it extends is told by both.
        extended = _extended_by(candidates[finding.candidate][1] for finding in likest)
        added = [
            finding
            for finding in found[MAX_MATCHES:]
            if candidates[finding.candidate][0] in extended
        ][: MAX_MATCHES - 1]
        hits = []
        for finding in [*likest[: MAX_MATCHES - len(added)], *added]:
            ordinal, record = candidates[finding.candidate]
            match = self.match(ordinal, record, finding.kind, finding.score)
            hits.append(Hit(ordinal, record, _with_evidence(match, evidence[finding.candidate])))
        return hits, len(candidates)

    def nearest(self, document: Document, fingerprint: Fingerprint) -> list[Compared]:
        """The articles whose likeness to *document* is judged, copied or not. Those that miss the
        thresholds by least come first.
        """
        candidates = self._candidates(document, fingerprint)
        evidence = self._evidence(document, fingerprint, candidates)
        thresholds = self.thresholds_for(document)
        compared = [
            Compared(record, found, score)
            for (_, record), found, score in zip(
                candidates, evidence, scores(evidence, thresholds), strict=True
            )
            if found is not None and score is not None
        ]
        return sorted(compared, key=lambda one: one.scores.missed_by(thresholds))

    def is_version(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether *document* is a version of the article of *record*, which has its id: under another
        one it would be a copy of it, by what the two texts have in common.

        Else another article is under the address now. Texts that are too short to compare count
        as versions.
        """
        if fingerprint.simhash is None or record.revision == NO_REVISION:
            return True
        return self.is_alike(document, fingerprint, record)

    def is_alike(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether *document* has the text of *record*, or copies it by what the two texts have in common."""
        if record.digest == fingerprint.digest:
            return True
        evidence = self._evidence(document, fingerprint, [(0, record)])
        return bool(conclude(evidence, self.thresholds_for(document)))

    def is_refilled(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether *document* says in the same words what *record* says, with something else filled in or put
        between.
        """
        (found,) = self._evidence(document, fingerprint, [(0, record)])
        return found is not None and (
            notices.is_refilled(found)
            or notices.has_same_sentences(found)
            or notices.is_next_of_form(found)
        )

    def covers(
        self, document: Document, fingerprint: Fingerprint, entries: list[Entry]
    ) -> list[float]:
        """For each of the *entries*, the share of it, or of *document* if that is larger, that
        common passages cover, in [0, 1]; copied or not.
        """
        return [
            0.0 if found is None else found.larger_cover
            for found in self._evidence(document, fingerprint, entries)
        ]

    def thresholds_for(self, document: Document) -> Thresholds:
        """What a copy has to reach where *document* is judged."""
        return document.criteria.thresholds or self.thresholds

    def match(self, ordinal: int, record: Record, kind: Kind, score: float) -> Match:
        """The match that names the document of this *record* as a source."""
        return Match(
            id=record.id,
            kind=kind,
            score=score,
            url=record.url,
            first_seen=datetime.fromtimestamp(record.first_seen, timezone.utc),
            pending=self._documents.is_pending(ordinal),
        )

    def _candidates(self, document: Document, fingerprint: Fingerprint) -> list[Entry]:
        """The documents to which the likeness of *document* leads."""
        if fingerprint.simhash is None:
            return []
        found = self._documents.look_up(fingerprint)
        likely = found.likeliest(len(found.weights))
        if not likely:
            return []
        self.candidates_max = max(self.candidates_max, len(likely))
        self.candidates_passed_over += max(len(likely) - MAX_CANDIDATES, 0)
        live: list[Entry] = []
        for batch in batched(likely[:_MOST_READ], MAX_CANDIDATES):
            # Documents that a crash has half removed, and articles too old to count, take no
            # other's place.
            live += self._live(document, batch)
            if len(live) >= MAX_CANDIDATES:
                # Articles that extend one text share more with a copy of it than it does if they are
                # longer, and enough of them would hide it.
                extended = _extended_by(record for _, record in live) & found.weights.keys()
                missing = extended.difference(ordinal for ordinal, _ in live)
                live = [*self._live(document, sorted(missing)), *live]
                break
        return [
            (ordinal, record)
            for ordinal, record in live[:MAX_CANDIDATES]
            if found.may_be_copied(
                ordinal, distance_if_any(record.simhash, fingerprint.simhash), self._max_distance
            )
        ]

    def _live(self, document: Document, ordinals: Sequence[int]) -> list[Entry]:
        """Those of *ordinals* that *document* may be a copy of, in their order."""
        return [
            (ordinal, record)
            for ordinal, record in self._documents.records(ordinals)
            if record.id != document.id and self.is_source_for(document, record)
        ]

    def _evidence(
        self, document: Document, fingerprint: Fingerprint, candidates: list[Entry]
    ) -> list[Evidence | None]:
        """What speaks for *document* being a copy of each of the *candidates*."""
        if not candidates or fingerprint.profile is None or fingerprint.sketch is None:
            return [None] * len(candidates)
        own = host_of(document.url or document.id)
        hosts = [record.host for _, record in candidates]
        tellers = [
            Teller(
                record.sketch,
                host,
                record.story_id,
                is_extended=record.kind is Kind.EXTENDED,
                is_pending=self._documents.is_pending(ordinal),
            )
            for (ordinal, record), host in zip(candidates, hosts, strict=True)
        ]
        common = commonplace(fingerprint.sketch, own, tellers)
        is_own = [
            host == own != "" and record.id != document.id
            for (_, record), host in zip(candidates, hosts, strict=True)
        ]
        prepared = {
            here: prepare(fingerprint.profile, self._shares, is_of_host=here) for here in {*is_own}
        }
        evidence = [
            judge(
                fingerprint,
                record.simhash,
                record.sketch,
                prepared[here],
                share,
                is_of_host=here,
            )
            for (_, record), here, share in zip(candidates, is_own, common, strict=True)
        ]
        thresholds = self.thresholds_for(document)
        for place in self._at_home(document.id, own, candidates, evidence, thresholds):
            found = evidence[place]
            if found is not None:
                evidence[place] = at_home(found)
        for place, found in enumerate(evidence):
            if found is not None and notices.is_held(found):
                times = times_told(fingerprint.profile.phrase_keys, own, tellers, place)
                evidence[place] = replace(found, times_told=times)
        return evidence

    def _at_home(
        self,
        document_id: str,
        host: str,
        candidates: list[Entry],
        evidence: list[Evidence | None],
        thresholds: Thresholds,
    ) -> set[int]:
        """The places of those *candidates* that the *host* of the document of this id has as well, under
        another address: of its own, or as a verbatim copy.

        Copies are looked for only where they change the verdict.
        """
        sources = [record for _, record in candidates]
        places = {
            place
            for place, record in enumerate(sources)
            if is_of_one_host(host, record) and record.id != document_id
        }
        if not any(map(_differs_in_names, evidence)):
            return places
        copied = {finding.candidate for finding in conclude(evidence, thresholds)} - places
        away = [place for place in copied if _differs_in_names(evidence[place])]
        # Of an elected copy, no text has to be guessed: the document is compared with it, too.
        stories = {sources[place].story_id for place in places if sources[place].is_article}
        unknown = [sources[place] for place in away if sources[place].story_id not in stories]
        stories |= self.repeated_on(host, document_id, unknown)
        return places.union(place for place in away if sources[place].story_id in stories)

    def repeated_on(self, host: str, document_id: str, sources: Iterable[Record]) -> set[bytes]:
        """The stories of those *sources* of which *host* has a verbatim copy, under another id than
        *document_id*.
        """
        home = main_host(host)
        # A copy that is older than the first article of its story was one of what its address had before.
        since = {
            one.story_id: one.first_seen if one.story is None else 0
            for one in sources
            if one.is_article and one.id != document_id
        }
        if not home or not since:
            return set()
        return {
            record.story_id
            for _, record in self._documents.copies_on(home, sorted(since))
            if record.repeats
            and record.main_host == home
            and record.story_id in since
            and record.first_seen >= since[record.story_id]
            and record.id != document_id
            and not self._stories.has_expired(record)
        }

    def counts(self, record: Record) -> bool:
        """Whether any document may be a copy of *record*. None may once it has expired, nor, if it is a
        rewritten copy, once the article that heads its story is gone or has expired.
        """
        if not record.is_source or self._stories.has_expired(record):
            return False
        if record.is_article:
            return True
        head = self._stories.head_of((-1, record))[1]
        return head.is_article and self.counts(head)

    def is_source_for(self, document: Document, record: Record, *, is_equal: bool = False) -> bool:
        """Whether *document* may be a copy of *record*, which has the same text if it *is_equal*. If *record* is
        a rewritten copy, *document* also has to be one that may be a copy of the article that heads its story.
        """
        return self.counts(record) and self._is_for(document, record, is_equal=is_equal)

    def _is_for(self, document: Document, record: Record, *, is_equal: bool = False) -> bool:
        """Whether the criteria of *document* allow that it is a copy of *record*, which counts."""
        criteria = document.criteria
        if criteria is EVERYTHING:
            return True
        if not record.is_article:
            head = self._stories.head_of((-1, record))[1]
            if not self._is_for(document, head):
                return False
        if criteria.is_apart(record.id, is_equal=is_equal):
            return False
        host = host_of(document.url or document.id)
        address = record.url or record.id
        return criteria.counts(host, address, record.first_seen, self._clock())


def is_of_one_host(host: str, record: Record) -> bool:
    """Whether *record* is one of *host*, be it of its pages for another device."""
    return record.main_host == main_host(host) != ""


def _differs_in_names(evidence: Evidence | None) -> bool:
    return evidence is not None and notices.differs_in_names(evidence)


def _extended_by(records: Iterable[Record]) -> set[int]:
    """The ordinals of the texts that some of *records* extend."""
    return {
        source.ordinal
        for record in records
        if record.kind is Kind.EXTENDED
        for source in record.sources
    }


def _with_evidence(match: Match, evidence: Evidence | None) -> Match:
    if evidence is None:
        return match
    return replace(
        match,
        distance=evidence.distance,
        jaccard=evidence.overlap.jaccard,
        containment=evidence.overlap.containment,
        evidence=reasons(evidence),
    )
