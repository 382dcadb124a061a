"""What a copy copies when it comes again with the text that it had.

Its record names the sources that were found on its first visit. Since then, they may have gone or
expired, their addresses may have other articles, and others may have been elected in their stories.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.document import OWN_TEXT_KINDS, Kind
from scrapy_neardup.core.index.attribution import named

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document, Match
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.attribution import Attribution
    from scrapy_neardup.core.index.matcher import Matcher
    from scrapy_neardup.core.index.record import Entry, Record, Source
    from scrapy_neardup.core.index.retelling_matcher import RetellingMatcher
    from scrapy_neardup.core.index.stories import Stories

_IN_COMMON = 0.1
"""Two articles have something in common if what both have covers at least this share of either;
less may be by chance."""


class Revisit:
    """Finds the present sources of copies that come again, among the *stories* of an index."""

    def __init__(
        self,
        matcher: Matcher,
        retelling_matcher: RetellingMatcher,
        stories: Stories,
        attribution: Attribution,
    ) -> None:
        self._matcher = matcher
        self._retelling_matcher = retelling_matcher
        self._stories = stories
        self._attribution = attribution

    def sources(
        self, document: Document, fingerprint: Fingerprint, record: Record
    ) -> tuple[Match, ...]:
        """The sources of *document*, kept as *record*, each under the name of its story's present
        original. What has expired is no source any more, nor what *document* is to be apart from.
        """
        found = [
            (source, head)
            for source, head in self._stories.sources_of(record)
            if not self._stories.has_expired(head)
            and not document.criteria.is_apart(head.id, is_equal=head.digest == fingerprint.digest)
        ]
        has_several = len(record.sources) > 1 or record.kind is Kind.EXTENDED
        # What is left of a page whose site repeats the rest may be too little to be compared.
        if found and has_several and fingerprint.simhash is not None:
            found = self._still_copied(document, fingerprint, record, found)
        originals = self._originals(
            document, fingerprint, record, {source.ordinal: head for source, head in found}
        )
        return tuple(
            named(
                self._matcher.match(source.ordinal, head, record.kind, source.score),
                originals[source.ordinal],
            )
            for source, head in found
            if source.ordinal in originals
        )

    def _still_copied(
        self,
        document: Document,
        fingerprint: Fingerprint,
        record: Record,
        sources: list[tuple[Source, Record]],
    ) -> list[tuple[Source, Record]]:
        """Those *sources* of a merger or an extended text that are still what *document*, kept as *record*, copies.
        What story such a source tells was not kept, and its address may have another article.
        """
        if record.kind is Kind.REWRITTEN:
            # It need not have a passage of its sources.
            return [
                (source, head)
                for source, head in sources
                if source == record.sources[0]
                or self._retelling_matcher.may_still_retell(document, fingerprint, head)
            ]
        similar, _ = self._matcher.similar(document, fingerprint)
        # A part may be of a text of its own, whose head has nothing in common with the document.
        told = {story.head[0] for story in self._stories.told_by(similar)}
        if record.kind is Kind.EXTENDED:
            # A long text has something in common with any short one, by chance.
            return [
                (source, head)
                for source, head in sources
                if source.ordinal in told or self._matcher.is_alike(document, fingerprint, head)
            ]
        return [
            (source, head)
            for source, head in sources
            if source.ordinal in told
            or self._likest(document, fingerprint, (source.ordinal, head)) is not None
        ]

    def _originals(
        self,
        document: Document,
        fingerprint: Fingerprint,
        record: Record,
        heads: dict[int, Record],
    ) -> dict[int, Record]:
        """The present originals of the stories of *heads* that *document*, kept as *record*, still tells, by the
        ordinals of the heads.
        """
        has_changed = any(head.original is not None for head in heads.values())
        # The copy of a whole article has something in common with every original of its story.
        is_not_compared = fingerprint.simhash is None and record.kind is not Kind.PARTIAL
        if not has_changed or record.kind in OWN_TEXT_KINDS or is_not_compared:
            return {head[0]: self._stories.original_of(head)[1] for head in heads.items()}
        # What was elected since may be the original of another part of a merger.
        similar, _ = self._matcher.similar(document, fingerprint)
        hits = [*self._matcher.equal(document, fingerprint), *similar]
        told = {
            story.head[0]: story.original[1]
            for story in self._attribution.told_by(document, fingerprint, hits)
            if story.head[0] in heads
        }
        # It may copy none of a story's documents alone.
        untold = {
            head[0]: self._likest(document, fingerprint, head)
            for head in heads.items()
            if head[0] not in told
        }
        return {**told, **{at: one for at, one in untold.items() if one is not None}} or heads

    def _likest(self, document: Document, fingerprint: Fingerprint, head: Entry) -> Record | None:
        """The original of the story of *head*, or *head* itself if *document* has more in common with
        that; None if it has nothing in common with either.
        """
        entries = [self._stories.original_of(head), head]
        shares = self._matcher.covers(document, fingerprint, entries)
        return entries[shares.index(max(shares))][1] if max(shares) >= _IN_COMMON else None
