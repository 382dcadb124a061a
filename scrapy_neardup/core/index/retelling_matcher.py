"""Finds the articles of an index whose stories a document tells in other words."""

from __future__ import annotations

import math
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.index.judgement import Retelling
from scrapy_neardup.core.index.stories import Hit
from scrapy_neardup.core.rewriting.rule import UNLIKELY, score
from scrapy_neardup.core.rewriting.search import MOST_COMPARED, can_judge, judge_telling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.lookup import Lookup
    from scrapy_neardup.core.index.matcher import Matcher
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.rewriting.evidence import Evidence
    from scrapy_neardup.core.rewriting.search import Rewriting
    from scrapy_neardup.core.rewriting.telling import Telling

_MOST_READ = 24
"""The most records that a query reads to find MOST_COMPARED candidates that count."""


class RetellingMatcher:
    """Finds the articles in *documents* whose stories a document tells in other words. *matcher* says which
    of them count, and which say the same in the same words. Without *rewriting*, none is found.
    """

    def __init__(
        self,
        documents: Lookup,
        matcher: Matcher,
        rewriting: Rewriting | None,
        clock: Callable[[], float],
    ) -> None:
        self._documents = documents
        self._matcher = matcher
        self._rewriting = rewriting
        self._clock = clock

    def telling(self, fingerprint: Fingerprint) -> Telling | None:
        """How a text tells its story; None if the text is too short to tell one, or if rewritten copies
        are not looked for.
        """
        return None if self._rewriting is None else self._rewriting.telling(fingerprint)

    def retellings(
        self, document: Document, fingerprint: Fingerprint, *, is_known: bool
    ) -> list[Retelling]:
        """At most MOST_COMPARED articles whose story *document* may tell in other words, whether it is
        likely or not, those with most characteristic terms in common first. *is_known*: whether the index
        has its id.
        """
        telling = self.telling(fingerprint)
        if telling is None or not can_judge(telling):
            return []
        found = self._documents.look_up_terms(telling.keys, is_known=is_known)
        compared: list[Retelling] = []
        for batch in batched(found.likeliest(_MOST_READ), MOST_COMPARED):
            # As with other candidates, an article that does not count takes no other's place.
            for ordinal, record in self._documents.records(batch):
                if record.telling is None or not self._may_be_retold(document, record):
                    continue
                judged = self._judged(document, fingerprint, telling, record)
                if judged is not None:
                    compared.append(Retelling(ordinal, record, *judged))
            if len(compared) >= MOST_COMPARED:
                break
        return compared[:MOST_COMPARED]

    def retold(self, document: Document, retellings: Sequence[Retelling]) -> list[Hit]:
        """Those of the *retellings* whose stories *document* does tell, best first. More than one counts
        only if they are told in different parts of it.
        """
        least = self._matcher.thresholds_for(document).rewritten
        # What is told as a whole has its source as the likeliest candidate of its length.
        whole = [one for one in retellings if one.evidence.part == 1][:1]
        likely = [*whole, *(one for one in retellings if one.evidence.part < 1)]
        told = [one for one in likely if one.score >= least]
        counting: list[Retelling] = []
        for one in sorted(told, key=attrgetter("score"), reverse=True):
            if not any(one.evidence.is_within(other.evidence) for other in counting):
                counting.append(one)
        hits = []
        for one in counting:
            match = self._matcher.match(one.ordinal, one.record, Kind.REWRITTEN, one.score)
            match = replace(match, evidence=one.evidence.items())
            hits.append(Hit(one.ordinal, one.record, match))
        return hits

    def retells(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether *document* tells the story of *record* in other words."""
        least = self._matcher.thresholds_for(document).rewritten
        return (
            self._may_be_retold(document, record)
            and self._score(document, fingerprint, record) >= least
        )

    def may_still_retell(
        self, document: Document, fingerprint: Fingerprint, record: Record
    ) -> bool:
        """Whether *document*, which was found to tell the story of *record* among others, may still do so.

        Its score changes with what is known of words, but falls below UNLIKELY only if the address of
        *record* has another article, with a quite different story.
        """
        return self._score(document, fingerprint, record) >= UNLIKELY

    def _may_be_retold(self, document: Document, record: Record) -> bool:
        """Whether *document* may be a rewritten copy of *record*."""
        window = document.criteria.rewritten_window
        if window is not None and record.first_seen < self._clock() - window:
            return False
        return record.id != document.id and self._matcher.is_source_for(document, record)

    def _score(self, document: Document, fingerprint: Fingerprint, record: Record) -> float:
        """How surely *document* tells the story of *record* in other words; -inf if the two can't be compared."""
        telling = self.telling(fingerprint)
        judged = None if telling is None else self._judged(document, fingerprint, telling, record)
        return -math.inf if judged is None else judged[0]

    def _judged(
        self, document: Document, fingerprint: Fingerprint, telling: Telling, record: Record
    ) -> tuple[float, Evidence] | None:
        """How surely *document*, which is told as *telling*, tells the story of *record* in other
        words, and why; None if the two can't be compared.
        """
        judged = None if record.telling is None else judge_telling(telling, record.telling)
        # Few documents get that far, so that the rest need no comparison word for word.
        if judged is None or judged[0] <= UNLIKELY:
            return judged
        if not self._matcher.is_refilled(document, fingerprint, record):
            return judged
        evidence = replace(judged[1], refilled=True)
        return score(evidence), evidence
