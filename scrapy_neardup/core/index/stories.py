"""Which story a document tells, and who told it first.

A story is an article and its copies. Its *head* is the article that was seen first; the head's
*original* is itself, or the copy that was elected since.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timezone
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import OWN_TEXT_KINDS
from scrapy_neardup.core.verdict.election import (
    FIRST_SEEN,
    Claimant,
    Keep,
    Policy,
    Reason,
    elect,
)
from scrapy_neardup.core.verdict.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy_neardup.core.document import Document, Match
    from scrapy_neardup.core.index.lookup import Lookup
    from scrapy_neardup.core.index.record import Entry, Record, Source
    from scrapy_neardup.core.verdict.host_record import HostRecords


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that the tables lead to, and what it has in common with the query."""

    ordinal: int
    record: Record
    match: Match

    @property
    def tells_own_text(self) -> bool:
        """Whether the query has a text of its own beside this document, or copies a rewritten copy."""
        return self.match.kind in OWN_TEXT_KINDS or self.record.is_rewritten


@dataclass(slots=True)
class Story:
    """A story that a query tells too. *hits*, best first, are its documents that resemble it. *places*
    are the ordinals by which records may name its article: of the *head*, of a head that has expired, and of what
    was elected in its place.

    *is_apart* tells that its original was elected for another part of a merger: the query has
    nothing in common with that original, and only parts in common with the story's other
    documents.
    """

    head: Entry
    original: Entry
    hits: list[Hit]
    places: set[int]
    is_apart: bool = False

    def is_extended_by(self, record: Record) -> bool:
        """Whether *record* was found to have the text of the story's article, among as much of its own."""
        return any(map(record.extends, self.places))


@dataclass(frozen=True, slots=True)
class Result:
    """Whether the newcomer *won* the election in a story, and why; *hosts* are those of the winner
    and the loser if evidence decided, else None.
    """

    won: bool
    reason: Reason
    hosts: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Amendment:
    """What changes in the *head* of a story when a document is kept: the *original*, unless None,
    and the number of copies let through, which is one more. The document was elected *over*
    another original, by *policy*; *like* has the ordinals of the documents that it resembled then.
    """

    head: int
    original: int | None = None
    over: Entry | None = None
    policy: Policy = FIRST_SEEN
    like: tuple[int, ...] = ()

    def apply(self, record: Record) -> Record:
        """The head's *record*, amended. One copy more is kept: the document, which was let through or
        has lost to another original since, or else the original whose place it took.
        """
        original = record.original if self.original is None else self.original
        return replace(record, original=original, copies_let_through=record.copies_let_through + 1)


class Stories:
    """The stories that *documents* tell; *hosts* says what is known of their hosts. What was first seen
    more than *ttl* seconds before *clock* does not count; None for no limit.
    """

    def __init__(
        self,
        documents: Lookup,
        hosts: HostRecords,
        *,
        ttl: float | None,
        clock: Callable[[], float],
    ) -> None:
        self._documents = documents
        self._hosts = hosts
        self._ttl = ttl
        self._clock = clock

    def has_expired(self, record: Record) -> bool:
        """Whether a document was first seen too long ago to count."""
        return self._ttl is not None and record.first_seen < self._clock() - self._ttl

    def told_by(self, hits: Iterable[Hit]) -> list[Story]:
        """*hits* grouped by story, in the order of the first hit of each story. A head that has expired
        counts as gone. In its place stands, of the documents that were elected, the one that was met last.
        """
        found: list[tuple[Hit, Entry, set[int]]] = []
        stand_ins: dict[bytes, Entry] = {}
        for hit in hits:
            head = first = self.head_of((hit.ordinal, hit.record))
            if self.has_expired(head[1]):
                head = hit.ordinal, hit.record
            found.append((hit, head, {first[0], head[0]}))
            if not head[1].is_head:
                story = head[1].story_id
                stand_ins[story] = max(stand_ins.get(story, head), head, key=_elected_at)
        stories: dict[int, Story] = {}
        for hit, head, places in found:
            if not head[1].is_head:
                head = stand_ins[head[1].story_id]
            if head[0] in stories:
                stories[head[0]].hits.append(hit)
                stories[head[0]].places |= places
            else:
                stories[head[0]] = Story(head, self.original_of(head), [hit], places)
        return [*stories.values()]

    def head_of(self, entry: Entry) -> Entry:
        """The head of the story of a document. If the first article is gone, this is the document
        itself, which was elected as the original or is a rewritten copy.
        """
        _, record = entry
        if not record.is_head and record.sources:
            for head in self._documents.records([record.sources[0].ordinal]):
                if record.still_copies(0, head[1]):
                    return head
        return entry

    def sources_of(self, record: Record) -> list[tuple[Source, Record]]:
        """The articles that a copy was found to copy, best first, as its record names them, and
        their own records. Left out is one that is gone, and one whose address has another article
        now.
        """
        found = dict(self._documents.records([source.ordinal for source in record.sources]))
        return [
            (source, found[source.ordinal])
            for place, source in enumerate(record.sources)
            if source.ordinal in found and record.still_copies(place, found[source.ordinal])
        ]

    def compared(self, record: Record, source: Source) -> Entry | None:
        """The text by which *source*, one of :meth:`sources_of` a copy, was found; None once that text is
        gone, or its address has another story.
        """
        ordinal = record.compared_with(source)
        for entry in self._documents.records([ordinal]):
            if ordinal == source.ordinal or record.may_have_met(entry[1]):
                return entry
        return None

    def heads(self, entry: Entry) -> bool:
        """Whether the story of a document has that document as its head."""
        return entry[1].is_article and self.head_of(entry)[0] == entry[0]

    def original_of(self, head: Entry) -> Entry:
        """The original of the story of *head*. One that has expired counts as gone."""
        _, record = head
        if record.original is not None:
            for original in self._documents.records([record.original]):
                is_original = original[1].elected and original[1].story_id == record.story_id
                if is_original and not self.has_expired(original[1]):
                    return original
        return head

    def hold_election(
        self, story: Story, document: Document, seen: float, policy: Policy
    ) -> Result:
        """The result for *document*, met at *seen*, against the original of *story* and against
        those of its kept hits that were elected since, which its head's record may not name yet.
        """
        ordinal, original = story.original
        since = [
            hit.record
            for hit in story.hits
            if hit.record.elected
            and not hit.match.pending
            and hit.ordinal != ordinal
            and hit.record.first_seen >= original.first_seen
        ]
        newcomer = self.newcomer(document, seen)
        results = [self._stand(newcomer, rival, policy) for rival in (original, *since)]
        return next((result for result in results if not result.won), results[0])

    def _stand(self, newcomer: Claimant, rival: Record, policy: Policy) -> Result:
        first = self.claimant(rival)
        winner, reason = elect(first, newcomer, policy)
        loser = first if winner is newcomer else newcomer
        hosts = (winner.host, loser.host)
        decisive = reason.is_evidence and all(hosts) and hosts[0] != hosts[1]
        return Result(winner is newcomer, reason, hosts if decisive else None)

    def prevails(self, record: Record, original: Record, policy: Policy) -> bool:
        """Whether *record* wins over the present *original* of a story."""
        incumbent, challenger = self.claimant(original), self.claimant(record)
        return elect(incumbent, challenger, policy)[0] is challenger

    def upheld(self, amendment: Amendment, head: Record, record: Record) -> Amendment | None:
        """What *amendment*, made for *record*, changes in *head* as it is now; None for nothing, where
        another article is under its address.

        Another document that *record* never met may have been elected since. Only the winner of
        the two is the original, whichever comes last.
        """
        if not record.may_have_met(head):
            return None
        if amendment.original is None:
            return amendment
        now = self.original_of((amendment.head, head))
        if now[0] == amendment.original or (amendment.over and now[0] == amendment.over[0]):
            return amendment
        if self.prevails(record, now[1], amendment.policy):
            # The original of another part of a merger keeps a place of its own.
            return replace(amendment, over=now) if now[0] in amendment.like else amendment
        return replace(amendment, original=None)

    def claimant(self, record: Record) -> Claimant:
        """What speaks for a document of the index."""
        return self._claimant(
            (record.id, record.url), record.first_seen, record.published, record.provenance
        )

    def newcomer(self, document: Document, seen: float) -> Claimant:
        """What speaks for a document that is met at *seen*."""
        published = seconds(document)
        return self._claimant((document.id, document.url), seen, published, document.provenance)

    def _claimant(
        self,
        names: tuple[str | None, ...],
        seen: float,
        published: int | None,
        provenance: Provenance | None,
    ) -> Claimant:
        addresses = tuple(dict.fromkeys(name for name in names if name))
        claimant = Claimant(addresses, seen, published, provenance or Provenance())
        return replace(claimant, host_record=self._hosts.of(claimant.host))


def _elected_at(entry: Entry) -> int:
    """When a document was met that was elected; -1 for one that was not."""
    return entry[1].first_seen if entry[1].elected else -1


def seconds(document: Document) -> int | None:
    """When *document* was published, in whole seconds since 1970."""
    published = document.published
    if published is None:
        return None
    if published.utcoffset() is None:
        # A time without a zone is in UTC, not in the zone of this machine.
        published = published.replace(tzinfo=timezone.utc)
    return int(published.timestamp())


def elects(policy: Policy) -> bool:
    """Whether a newcomer can win under *policy* at all."""
    return policy.keep is not Keep.FIRST_SEEN
