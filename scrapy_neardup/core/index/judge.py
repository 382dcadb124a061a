"""What a document is, by what an index knows. Nothing is written here.

Equal texts are looked for first, as most recrawled pages have one: an unchanged page by its
revision, an exact copy by its digest. Only then is likeness judged, for which the text is cut into
words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.core.document import Kind, Verdict
from scrapy_neardup.core.index.attribution import named
from scrapy_neardup.core.index.judgement import Judgement, has_content_of
from scrapy_neardup.core.index.record import story_after, story_named_after
from scrapy_neardup.core.index.revisit import Revisit
from scrapy_neardup.core.index.stories import elects, seconds
from scrapy_neardup.core.verdict import kept_evidence
from scrapy_neardup.core.verdict.election import FIRST_SEEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.document import Document, Match
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.attribution import Attribution
    from scrapy_neardup.core.index.lookup import Lookup
    from scrapy_neardup.core.index.matcher import Matcher
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.index.retelling_matcher import RetellingMatcher
    from scrapy_neardup.core.index.stories import Hit, Result, Stories, Story
    from scrapy_neardup.core.verdict.election import Policy


class _Asked(NamedTuple):
    """A document to be judged, what the index has of it already, and the rule of elections."""

    document: Document
    fingerprint: Fingerprint
    own: Entry | None
    policy: Policy

    @property
    def is_unchanged(self) -> bool:
        """Whether the index has the document with the content that it has now."""
        return self.own is not None and has_content_of(
            self.own[1], self.document, self.fingerprint, self.policy
        )


class Judge:
    """Judges documents by those in *documents* that *matcher* finds alike and those that *retelling_matcher*
    finds retold, and by their *stories*, of which *attribution* says which article is copied.
    """

    def __init__(
        self,
        documents: Lookup,
        matcher: Matcher,
        retelling_matcher: RetellingMatcher,
        stories: Stories,
        attribution: Attribution,
        clock: Callable[[], float],
    ) -> None:
        self._documents = documents
        self._matcher = matcher
        self._retelling_matcher = retelling_matcher
        self._stories = stories
        self._attribution = attribution
        self._revisit = Revisit(matcher, retelling_matcher, stories, attribution)
        self._clock = clock

    def judge(
        self, document: Document, fingerprint: Fingerprint, policy: Policy = FIRST_SEEN
    ) -> Judgement:
        """What *document* is; by *policy*, it may be the original of a story told before."""
        asked = _Asked(document, fingerprint, self._documents.find(document.id), policy)
        judgement = self._judge(asked)
        verdict, own = judgement.verdict, asked.own
        if verdict.kind is Kind.NO_TEXT:
            return judgement
        is_copy = own and own[1].is_copy and verdict.kind is not Kind.UNCHANGED
        if own and is_copy and asked.is_unchanged:
            # If a source of it is under way with another text, that may be given up.
            sources = (source.ordinal for source in own[1].sources)
            pending = {one for one in sources if self._documents.is_pending(one)}
            judgement = replace(judgement, waits_for=tuple({*judgement.waits_for, *pending}))
        story = judgement.story or self._story_of_its_own(asked, verdict.kind)
        return replace(
            judgement,
            verdict=replace(verdict, story=story.hex()),
            story=story,
            begins_anew=own is not None and self._stories.has_expired(own[1]),
        )

    def passes_over(self, record: Record) -> bool:
        """Whether the tables lead to *record*, and it counts for no document as long as it is as it is."""
        return record.is_source and not self._matcher.counts(record)

    def has_other_article(self, document: Document, fingerprint: Fingerprint) -> bool:
        """Whether a document of this id is known, and *document* is no version of it, by what the two
        texts have in common. If it is too short to compare, they have to be equal.
        """
        own = self._documents.find(document.id)
        if own is None:
            return False
        if fingerprint.simhash is None:
            return own[1].digest != fingerprint.digest
        return not self._matcher.is_version(document, fingerprint, own[1])

    def without_text(self, document: Document, judgement: Judgement) -> Entry | None:
        """What is kept of an unchanged *document* whose text is to be kept and is not."""
        own = judgement.own
        if own is None or not document.keep_text or judgement.verdict.kind is not Kind.UNCHANGED:
            return None
        return own if self._documents.texts_at([own[0]]) == [None] else None

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
            is_unchanged = has_content_of(record, document, fingerprint)
            goes_on = self._is_article(record) and (
                is_unchanged
                or self._matcher.is_version(document, fingerprint, record)
                or self._has_date_of(document, own)
            )
            story = record.story_id if goes_on else story_after(record, fingerprint.digest)
        return Judgement(Verdict(Kind.NEW), own, story=story)

    def _judge(self, asked: _Asked) -> Judgement:
        document, fingerprint, own, _ = asked
        if fingerprint.length == 0:
            return Judgement(Verdict(Kind.NO_TEXT), own)
        # The article that the index has of this document, None once another is under its address.
        article = own if own and self._is_article(own[1]) else None
        if own is not None and asked.is_unchanged:
            if article and article[1].kind is not Kind.EXTENDED:
                # An elected original was kept on its first visit, whatever it resembles.
                return _unchanged(article, ())
            # An extended text or an elected original that has expired begins anew, as any article does.
            has_expired = own[1].is_article and not article
            if not has_expired and (known := self._revisit.sources(document, fingerprint, own[1])):
                return _unchanged(own, known)
        if article and self._matcher.is_version(document, fingerprint, article[1]):
            return self._judge_version(asked, article)
        if fingerprint.length < self._matcher.thresholds_for(document).length:
            return Judgement(Verdict(Kind.TOO_SHORT), own)
        equal = self._matcher.equal(document, fingerprint)
        if foreign := self._of_other_stories(equal, article):
            return self._judge_equal(asked, foreign)
        if article and equal:
            return _updated(article)
        hits, candidates = self._matcher.similar(document, fingerprint)
        # Somebody may have put a sentence of others into a rewritten copy.
        if all(hit.match.kind is Kind.EXTENDED for hit in hits):
            retellings = self._retelling_matcher.retellings(
                document, fingerprint, is_known=own is not None
            )
            # What it has word for word, it does not tell in other words.
            held = {hit.record.story_id for hit in hits}
            told = [one for one in retellings if one.record.story_id not in held]
            hits = [*self._retelling_matcher.retold(document, told), *hits]
            candidates += len(retellings)
        if foreign := self._of_other_stories(hits, article):
            return self._judge_copy(asked, foreign, candidates)
        if article and (hits or self._has_date_of(document, article)):
            return _updated(article)
        if fingerprint.simhash is None:
            kind = Kind.TOO_SHORT
        else:
            kind = Kind.UPDATED if own is not None else Kind.NEW
        return Judgement(Verdict(kind, candidates=candidates), own)

    def _judge_version(self, asked: _Asked, article: Entry) -> Judgement:
        """The judgement of a document that is a version of *article*, which may still extend another."""
        if article[1].kind is Kind.EXTENDED:
            # A copy that was elected, or an article that extends it, has nearly all of it.
            hits, candidates = self._matcher.similar(
                asked.document, asked.fingerprint, extends_only=True
            )
            hits = self._of_other_stories(hits, article)
            if hits and all(hit.match.kind is Kind.EXTENDED for hit in hits):
                judgement = self._judge_copy(asked, hits, candidates)
                return replace(judgement, story=article[1].story_id)
        return _updated(article)

    def _has_date_of(self, document: Document, article: Entry) -> bool:
        """Whether *document* was published when *article* was, which stands for its story alone and with which
        copies are still compared. A report that is written anew while the event goes on keeps its address and
        its date, and may have little else of its first version. Where an original was elected, another
        address has that.
        """
        record, published = article[1], seconds(document)
        return (
            published is not None
            and published == record.published
            and record.is_head
            and self._stories.original_of(article)[0] == article[0]
            and document.criteria.is_recent(record.first_seen, self._clock())
        )

    def _is_article(self, record: Record) -> bool:
        """Whether *record* is that of an article that still counts. One that has expired begins anew, and
        its copies no longer count as such.
        """
        return record.is_article and not self._stories.has_expired(record)

    def _story_of_its_own(self, asked: _Asked, kind: Kind) -> bytes:
        """The story of a document of this *kind* that resembles no other. Its former story if its text is
        unchanged, else a new one.
        """
        if asked.own is None:
            return story_named_after(asked.document.id)
        record = asked.own[1]
        # A copy that has lost its source goes on with its story. One that has expired, too, begins anew, as
        # young as its story: else it would be no source of the other copies.
        if asked.is_unchanged and (
            kind is Kind.UNCHANGED or not self._stories.has_expired(record)
        ):
            return record.story_id
        return story_after(record, asked.fingerprint.digest)

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

    def _judge_equal(self, asked: _Asked, equal: list[Hit]) -> Judgement:
        judgement = self._judge_copy(asked, equal, len(equal))
        if not judgement.elected:
            return judgement
        # It is elected only against all that is like it: another may be about to be elected, and a
        # merger of several articles is not elected.
        similar, candidates = self._matcher.similar(asked.document, asked.fingerprint)
        if not similar:
            return judgement
        stands = self._judge_copy(asked, similar, candidates)
        if not stands.elected:
            judgement = self._judge_copy(asked._replace(policy=FIRST_SEEN), equal, len(equal))
        # A document that comes at the same moment may have posted its digest, not yet its phrases.
        return replace(
            judgement,
            resembled=tuple(dict.fromkeys((*judgement.resembled, *stands.resembled))),
            waits_for=tuple({*judgement.waits_for, *stands.waits_for}),
        )

    def _judge_copy(self, asked: _Asked, hits: list[Hit], candidates: int) -> Judgement:
        document, fingerprint, own, policy = asked
        stories = self._attribution.told_by(document, fingerprint, hits)
        pending = {hit.ordinal for hit in hits if self._documents.is_pending(hit.ordinal)}
        waits_for: set[int] = set()
        sources: dict[int, Match] = {}
        for story in stories:
            found = {hit.ordinal for hit in story.hits}
            if found <= pending:
                waits_for |= found
            match = named(story.hits[0].match, story.original[1])
            sources[story.head[0]] = replace(match, pending=found <= pending)
        told = stories[0]
        over: Entry | None = None
        result: Result | None = None
        # A story whose original was elected for another part of a merger is no rival beside
        # others.
        rivals = [story for story in stories if not story.is_apart] or stories
        # A copy with a text of its own is not the original of its story, and neither is its copy.
        if len(rivals) == 1 and elects(policy) and not told.hits[0].tells_own_text:
            result = self._hold_election(asked, rivals[0])
        if result is not None and result.won:
            told = rivals[0]
            # A document that is not kept yet may be a better original.
            waits_for = pending
            if told.is_apart or (own is not None and _may_be_named_by(own, told)):
                # It gets a place of its own.
                kind = Kind.UPDATED if own is not None else Kind.NEW
                verdict = Verdict(kind, candidates=candidates)
                return Judgement(verdict, own, resembled=(*pending,), waits_for=(*pending,))
            best = sources[told.head[0]]
            sources, over = {told.head[0]: best}, told.original
            verdict = Verdict(
                Kind.ORIGINAL, original_of=(best,), reason=result.reason, candidates=candidates
            )
        else:
            best = sources[told.head[0]]
            # If it copies another article now, it has to be counted among the copies of that one.
            goes_on = own and (
                own[1].story_id == told.head[1].story_id or told.is_extended_by(own[1])
            )
            let_through = "copy" if own and goes_on and own[1].let_through else None
            matches = tuple(sources.values())
            verdict = Verdict(best.kind, matches, let_through=let_through, candidates=candidates)
        return Judgement(
            verdict,
            own,
            sources,
            resembled=tuple(hit.ordinal for hit in hits),
            waits_for=tuple(waits_for),
            over=over,
            policy=policy,
            result=result.hosts if result is not None else None,
            # Of an equal text, none is kept.
            evidence=None if best.kind is Kind.EXACT else kept_evidence.pack(best),
            through=told.hits[0].ordinal,
            story=b"" if best.kind is Kind.EXTENDED else told.head[1].story_id,
        )

    def _hold_election(self, asked: _Asked, story: Story) -> Result:
        own = asked.own
        # What took another story's place under its address was not seen when that was.
        goes_on = own and not own[1].is_article and own[1].story_id == story.head[1].story_id
        seen = own[1].first_seen if own and goes_on else int(self._clock())
        return self._stories.hold_election(story, asked.document, seen, asked.policy)


def _may_be_named_by(own: Entry, story: Story) -> bool:
    """Whether documents of *story* may name *own*, which the index knows already, as their source: it
    would be their source again if it was elected, and the head and it might name each other.
    """
    linked = (*story.head[1].sources, *story.original[1].sources)
    return own[1].is_article or any(source.ordinal == own[0] for source in linked)


def _updated(own: Entry) -> Judgement:
    return Judgement(Verdict(Kind.UPDATED), own, story=own[1].story_id)


def _unchanged(own: Entry, known: tuple[Match, ...]) -> Judgement:
    let_through = "copy" if own[1].let_through else None
    verdict = Verdict(Kind.UNCHANGED, known, let_through=let_through)
    return Judgement(verdict, own)
