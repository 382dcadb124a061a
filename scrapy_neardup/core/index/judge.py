"""What a document is, by what an index knows. Nothing is written here.

Equal texts are looked for first, as most recrawled pages have one: an unchanged page by its
revision, an exact copy by its digest. Only then is likeness judged, for which the text is cut into
words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import Kind, Verdict
from scrapy_neardup.core.index.attribution import named
from scrapy_neardup.core.index.judgement import Judgement, revision_of
from scrapy_neardup.core.index.record import story_after, story_named_after
from scrapy_neardup.core.index.stories import elects
from scrapy_neardup.core.verdict import kept_evidence
from scrapy_neardup.core.verdict.election import FIRST_SEEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.document import Document, Match
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.attribution import Attribution
    from scrapy_neardup.core.index.matcher import Matcher
    from scrapy_neardup.core.index.record import Entry, Record, Source
    from scrapy_neardup.core.index.retelling_matcher import RetellingMatcher
    from scrapy_neardup.core.index.stories import Hit, Stories, Story
    from scrapy_neardup.core.index.view import View
    from scrapy_neardup.core.verdict.election import Policy

_IN_COMMON = 0.1
"""Two articles have something in common if what both have covers at least this share of either;
less may be by chance."""


class Judge:
    """Judges documents by those in *view* that *matcher* finds alike and those that *retelling_matcher*
    finds retold, and by their *stories*, of which *attribution* says which article is copied.
    """

    def __init__(
        self,
        view: View,
        matcher: Matcher,
        retelling_matcher: RetellingMatcher,
        stories: Stories,
        attribution: Attribution,
        clock: Callable[[], float],
    ) -> None:
        self._view = view
        self._matcher = matcher
        self._retelling_matcher = retelling_matcher
        self._stories = stories
        self._attribution = attribution
        self._clock = clock

    def judge(
        self, document: Document, fingerprint: Fingerprint, policy: Policy = FIRST_SEEN
    ) -> Judgement:
        """What *document* is; by *policy*, it may be the original of a story told before."""
        judgement = self._judge(document, fingerprint, policy)
        own = judgement.own
        is_copy = own and not own[1].is_article and judgement.verdict.kind is not Kind.UNCHANGED
        if own and is_copy and own[1].revision == revision_of(document, fingerprint):
            # If a source of it is under way with another text, that may be given up.
            sources = (source.ordinal for source in own[1].sources)
            pending = {one for one in sources if self._view.is_pending(one)}
            judgement.waits_for = tuple({*judgement.waits_for, *pending})
        if judgement.verdict.kind is Kind.NO_TEXT:
            return judgement
        if not judgement.story:
            judgement.story = self._story_of_its_own(judgement, document, fingerprint)
        judgement.verdict = replace(judgement.verdict, story=judgement.story.hex())
        return judgement

    def has_other_article(self, document: Document, fingerprint: Fingerprint) -> bool:
        """Whether a document of this id is known, and *document* is no version of it, by what the two
        texts have in common. If it is too short to compare, they have to be equal.
        """
        own = self._view.find(document.id)
        if own is None:
            return False
        if fingerprint.simhash is None:
            return own[1].digest != fingerprint.digest
        return not self._matcher.is_version(document, fingerprint, own[1])

    def as_article(
        self, document: Document, fingerprint: Fingerprint, own: Entry | None
    ) -> Judgement:
        """The judgement of a document that is kept as an article, whatever it resembles. *own* is
        what the index has of it already.

        An article goes on with its story, if this is a version of it. A copy begins one of its own.
        """
        story = story_named_after(document.id)
        if own is not None:
            record = own[1]
            is_unchanged = record.revision == revision_of(document, fingerprint)
            goes_on = record.is_article and (
                is_unchanged or self._matcher.is_version(document, fingerprint, record)
            )
            story = record.story_id if goes_on else story_after(record, fingerprint.digest)
        return Judgement(Verdict(Kind.NEW), own, story=story)

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
        # The article that the index has of this document, None once another is under its address.
        article = own if own is not None and own[1].is_article else None
        if article and self._matcher.is_version(document, fingerprint, article[1]):
            return _updated(article)
        if fingerprint.length < self._matcher.thresholds_for(document).length:
            return Judgement(Verdict(Kind.TOO_SHORT), own)
        equal = self._matcher.equal(document, fingerprint)
        if foreign := self._of_other_stories(equal, article):
            return self._judge_equal(document, fingerprint, own, foreign, policy)
        if article and equal:
            return _updated(article)
        hits, candidates = self._matcher.similar(document, fingerprint)
        # Somebody may have put a sentence of others into a rewritten copy.
        if all(hit.match.kind is Kind.EXTENDED for hit in hits):
            retellings = self._retelling_matcher.retellings(
                document, fingerprint, is_known=own is not None
            )
            hits = [*self._retelling_matcher.retold(document, retellings), *hits]
            candidates += len(retellings)
        if foreign := self._of_other_stories(hits, article):
            return self._judge_copy(document, fingerprint, own, foreign, candidates, policy)
        if article and hits:
            return _updated(article)
        if fingerprint.simhash is None:
            kind = Kind.TOO_SHORT
        else:
            kind = Kind.UPDATED if own is not None else Kind.NEW
        return Judgement(Verdict(kind, candidates=candidates), own)

    def _story_of_its_own(
        self, judgement: Judgement, document: Document, fingerprint: Fingerprint
    ) -> bytes:
        """The story of a document that resembles no other. Its former story if its text is unchanged,
        else a new one.
        """
        if judgement.own is None:
            return story_named_after(document.id)
        record = judgement.own[1]
        if record.revision == revision_of(document, fingerprint):
            # A copy that has lost its source goes on with its story. One that has expired, too, begins
            # anew, as young as its story: else it would be no source of the other copies.
            is_known = judgement.verdict.kind is Kind.UNCHANGED
            if is_known or not self._stories.has_expired(record):
                return record.story_id
        return story_after(record, fingerprint.digest)

    def _of_other_stories(self, hits: list[Hit], article: Entry | None) -> list[Hit]:
        """Those of *hits* that do not tell the story of which *article* is the head or the original;
        all of them if it is None.
        """
        if article is None:
            return hits
        return [
            hit
            for story in self._stories.told_by(hits)
            if article[0] not in (story.head[0], story.original[0])
            for hit in story.hits
        ]

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
        # It is elected only against all that is like it: another may be about to be elected, and a
        # merger of several articles is not elected.
        similar, candidates = self._matcher.similar(document, fingerprint)
        if similar:
            stands = self._judge_copy(document, fingerprint, own, similar, candidates, policy)
            if not stands.elected:
                judgement = self._judge_copy(
                    document, fingerprint, own, equal, len(equal), FIRST_SEEN
                )
            # A document that comes at the same moment may have posted its digest, not yet its
            # phrases.
            judgement.resembled = tuple(dict.fromkeys((*judgement.resembled, *stands.resembled)))
            judgement.waits_for = tuple({*judgement.waits_for, *stands.waits_for})
        return judgement

    def _judge_copy(
        self,
        document: Document,
        fingerprint: Fingerprint,
        own: Entry | None,
        hits: list[Hit],
        candidates: int,
        policy: Policy,
    ) -> Judgement:
        stories = self._attribution.told_by(document, fingerprint, hits)
        pending = {hit.ordinal for hit in hits if self._view.is_pending(hit.ordinal)}
        waits_for: set[int] = set()
        sources = {}
        for story in stories:
            found = _resting_on(story)
            if found <= pending:
                waits_for |= found
            match = named(story.hits[0].match, story.original[1])
            sources[story.head[0]] = replace(match, pending=found <= pending)
        matches = tuple(sources.values())
        verdict = Verdict(matches[0].kind, matches, candidates=candidates)
        judgement = Judgement(verdict, own, sources, tuple(hit.ordinal for hit in hits))
        judgement.waits_for = tuple(waits_for)
        judgement.evidence = _kept_of(matches[0])
        judgement.through = stories[0].hits[0].ordinal
        judgement.story = stories[0].head[1].story_id
        # A story whose original was elected for another part of a merger is no rival beside
        # others.
        rivals = [story for story in stories if not story.is_apart] or stories
        # A copy with a text of its own is not the original of its story, and neither is its copy.
        if len(rivals) == 1 and elects(policy) and not hits[0].tells_own_text:
            judgement = self._contested(document, judgement, rivals[0], pending, policy)
        # If it tells another story now, it has to be counted among the copies of that one.
        former = own[1] if own is not None and own[1].let_through else None
        if former and former.story_id == judgement.story and not judgement.elected:
            judgement.verdict = replace(judgement.verdict, let_through="copy")
        return judgement

    def _contested(
        self,
        document: Document,
        judgement: Judgement,
        story: Story,
        pending: set[int],
        policy: Policy,
    ) -> Judgement:
        """The *judgement* of a copy after the election in *story*: it may win the original's place."""
        own, candidates = judgement.own, judgement.verdict.candidates
        # What took another story's place under its address was not seen when that was.
        goes_on = own and not own[1].is_article and own[1].story_id == story.head[1].story_id
        seen = own[1].first_seen if own and goes_on else int(self._clock())
        result = self._stories.hold_election(story, document, seen, policy)
        judgement.result = result.hosts
        if not result.won:
            return judgement
        # A document that is not kept yet may be a better original.
        waits_for = tuple({*judgement.waits_for, *pending})
        if story.is_apart or (own is not None and _may_be_named_by(own, story)):
            # It gets a place of its own.
            kind = Kind.UPDATED if own is not None else Kind.NEW
            verdict = Verdict(kind, candidates=candidates)
            return Judgement(verdict, own, resembled=tuple(pending), waits_for=waits_for)
        match = judgement.sources[story.head[0]]
        judgement.waits_for = waits_for
        judgement.over, judgement.policy = story.original, policy
        judgement.sources = {story.head[0]: match}
        judgement.evidence = _kept_of(match)
        judgement.through = story.hits[0].ordinal
        judgement.story = story.head[1].story_id
        judgement.verdict = Verdict(
            Kind.ORIGINAL, original_of=(match,), reason=result.reason, candidates=candidates
        )
        return judgement

    def _known_sources(
        self, document: Document, fingerprint: Fingerprint, record: Record
    ) -> dict[int, Match]:
        """The sources of a copy that comes again, each under the name of its story's present
        original, by the ordinal of the story's head. What has expired is no source any more.
        """
        found = [
            (source, head)
            for source, head in self._stories.sources_of(record)
            if not self._stories.has_expired(head)
        ]
        if len(record.sources) > 1 and found:
            found = self._still_copied(document, fingerprint, record, found)
        scores = {source.ordinal: source.score for source, _ in found}
        heads = {source.ordinal: head for source, head in found}
        has_changed = any(head.original is not None for head in heads.values())
        if has_changed and not record.has_own_text:
            # What was elected since may be the original of another part of a merger.
            similar, _ = self._matcher.similar(document, fingerprint)
            hits = [*self._matcher.equal(document, fingerprint), *similar]
            told = {
                story.head[0]: story.original[1]
                for story in self._attribution.told_by(document, fingerprint, hits)
                if story.head[0] in heads
            }
            originals = told or self._likest(document, fingerprint, heads) or heads
        else:
            originals = {head[0]: self._stories.original_of(head)[1] for head in heads.items()}
        return {
            ordinal: named(
                self._matcher.match(ordinal, head, record.kind, scores[ordinal]),
                originals[ordinal],
            )
            for ordinal, head in heads.items()
            if ordinal in originals
        }

    def _still_copied(
        self,
        document: Document,
        fingerprint: Fingerprint,
        record: Record,
        sources: list[tuple[Source, Record]],
    ) -> list[tuple[Source, Record]]:
        """Those *sources* of a merger that are still what *document*, kept as *record*, copies. What the story
        of a further source is was not kept, and its address may have another article.
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
        return [
            (source, head)
            for source, head in sources
            if source.ordinal in told
            or self._likest_of(document, fingerprint, (source.ordinal, head)) is not None
        ]

    def _likest(
        self, document: Document, fingerprint: Fingerprint, heads: dict[int, Record]
    ) -> dict[int, Record]:
        """For each story of *heads* that has something in common with *document*, though
        *document* copies none of them alone: the original, or the head if it has more in common
        with the head.
        """
        likest = {head[0]: self._likest_of(document, fingerprint, head) for head in heads.items()}
        return {ordinal: record for ordinal, record in likest.items() if record is not None}

    def _likest_of(
        self, document: Document, fingerprint: Fingerprint, head: Entry
    ) -> Record | None:
        """The original of the story of *head*, or *head* itself if *document* has more in common with
        that; None if it has nothing in common with either.
        """
        entries = [self._stories.original_of(head), head]
        shares = self._matcher.covers(document, fingerprint, entries)
        return entries[shares.index(max(shares))][1] if max(shares) >= _IN_COMMON else None


def _resting_on(story: Story) -> set[int]:
    """The hits in *story* on which the verdict rests: a repost of a full article has all of the flash,
    too, and is no repost if the full article is given up.
    """
    hits = {hit.ordinal for hit in story.hits if hit.match.kind is not Kind.EXTENDED}
    return hits or {hit.ordinal for hit in story.hits}


def _kept_of(match: Match) -> bytes | None:
    """What is kept of a copy's evidence, None for an equal text."""
    return None if match.kind is Kind.EXACT else kept_evidence.pack(match)


def _may_be_named_by(own: Entry, story: Story) -> bool:
    """Whether documents of *story* may name *own*, which the index knows already, as their source: it
    would be their source again if it was elected, and the head and it might name each other.
    """
    linked = (*story.head[1].sources, *story.original[1].sources)
    return own[1].is_article or any(source.ordinal == own[0] for source in linked)


def _updated(own: Entry) -> Judgement:
    return Judgement(Verdict(Kind.UPDATED), own, story=own[1].story_id)


def _unchanged(own: Entry, known: dict[int, Match]) -> Judgement:
    let_through = "copy" if own[1].let_through else None
    verdict = Verdict(Kind.UNCHANGED, tuple(known.values()), let_through=let_through)
    return Judgement(verdict, own)
