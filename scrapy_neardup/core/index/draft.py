"""What is about to be kept of a document, and what that changes of its story."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import HEAD_KINDS, Kind
from scrapy_neardup.core.index.judgement import revision_of
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.record import (
    Record,
    Source,
    bounded_time,
    is_findable,
    story_named_after,
)
from scrapy_neardup.core.index.stories import Amendment, seconds
from scrapy_neardup.core.rarity.frequencies import Counted, table_of_terms

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as the index will keep it."""

    ordinal: int
    record: Record
    text: bytes | None = None
    """Its packed text, where that is kept."""
    amendment: Amendment | None = None
    """What changes in the record of its story's head."""
    result: tuple[str, str] | None = None
    """The hosts of the winner and the loser of an election that evidence decided."""
    counted: tuple[Counted, ...] = ()
    """The words and terms that a new story adds to the frequencies."""

    def let_through(self, head: int) -> Draft:
        """The draft of a copy that is let through as one of the story of *head*."""
        record = replace(self.record, let_through=True)
        return replace(self, record=record, amendment=Amendment(head))


def draft(
    document: Document,
    fingerprint: Fingerprint,
    judgement: Judgement,
    ordinal: int,
    replaced: Record | None,
    now: int,
    telling: bytes | None,
) -> Draft:
    """What to keep of *document* by *judgement*, under *ordinal*, in place of *replaced*.

    *now* is in seconds since 1970. *telling* is kept if the tables are to lead to the document.
    """
    verdict, sources = judgement.verdict, judgement.sources
    named_after = story_named_after(document.id)
    story = judgement.story or named_after
    former = replaced if replaced is not None and replaced.is_article else None
    is_version = former and verdict.kind is Kind.UPDATED and story == former.story_id
    kind: Kind
    # A version that extends another is no UPDATED one.
    if former and is_version and not former.is_head:
        kind, kept_sources, elected = former.kind, former.sources, former.elected
    else:
        kind = next((match.kind for match in sources.values()), Kind.NEW)
        kept_sources = tuple(Source(head, match.score) for head, match in sources.items())
        elected = judgement.elected
    through = judgement.through
    if not kept_sources or through == kept_sources[0].ordinal:
        through = None
    # What came in the place of another story, or of what has expired, is as old as its own story here.
    if replaced is not None and story == replaced.story_id and not judgement.begins_anew:
        seen = replaced.first_seen
    else:
        seen = bounded_time(now)
    findable = is_findable(kind, elected=elected)
    record = Record(
        id=document.id,
        kind=kind,
        first_seen=seen,
        revision=revision_of(document, fingerprint),
        digest=fingerprint.digest,
        url=document.url,
        published=seconds(document),
        simhash=fingerprint.simhash if findable else None,
        sketch=fingerprint.sketch if findable else None,
        sources=kept_sources,
        provenance=document.provenance,
        elected=elected,
        let_through=verdict.let_through is not None,
        run=document.run,
        overwrote=replaced is not None and (replaced.overwrote or replaced.run != document.run),
        story=None if story == named_after else story,
        evidence=judgement.evidence if kept_sources else None,
        through=through,
        telling=telling if findable else None,
    )
    text = KeptText.of(document).to_bytes() if document.keep_text else None
    counted: tuple[Counted, ...] = ()
    if kind in HEAD_KINDS and replaced is None:
        counted = counted_of(fingerprint, host_of(document.url or document.id))
    amendment = None
    if judgement.elected:
        head = next(iter(sources))
        amendment = Amendment(head, ordinal, judgement.over, judgement.policy, judgement.resembled)
    return Draft(ordinal, record, text, amendment, judgement.result, counted)


def counted_of(fingerprint: Fingerprint, host: str) -> tuple[Counted, ...]:
    """What a new story adds to the frequencies of its words, and of its terms where it has them."""
    profile, terms = fingerprint.profile, fingerprint.terms
    if profile is None:
        return ()
    words = Counted(profile.language, host, profile.rare)
    if terms is None:
        return (words,)
    return words, Counted(table_of_terms(terms.language), host, terms.different)
