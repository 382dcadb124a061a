"""The articles of an index, each with its copies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapy_neardup.core.verdict.election import BY_EVIDENCE, elect_among

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.document import Kind
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.verdict.election import Reason


@dataclass(frozen=True, slots=True)
class Member:
    """A document of a cluster. *kind* is how it resembles the source, None for the source itself;
    *score* in [0, 1] is its best source's, 1 for the source. *others* are its other sources that
    are still in the index, best first: an article that was merged of several has them. *compared* is
    the ordinal of the text by which the best one was found, None where that is not known.
    """

    ordinal: int
    record: Record
    kind: Kind | None = None
    score: float = 1.0
    others: tuple[Record, ...] = ()
    compared: int | None = None


@dataclass(slots=True)
class Cluster:
    """A source, None if it was removed from the index, with its *copies*, first seen first.

    The source is what verdicts name: the article seen first, or the one elected since. *original*
    is the article that evidence speaks for now, whatever the rule of the crawl was, and *reasons*
    say what speaks for it. A copy of several sources stands with the best of them. An ``extended``
    article stands with the one that it extends, and with its own copies heads another cluster.
    """

    source: Member | None
    copies: list[Member] = field(default_factory=list)
    original: Member | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def members(self) -> list[Member]:
        """The source and its copies."""
        return [*([self.source] if self.source else []), *self.copies]


def read_clusters(
    index: Index, progress: Callable[[int], None] = lambda done: None
) -> list[Cluster]:
    """Every article of *index* that has copies, with its copies, in the order of the index.

    Reads the whole index; the memory taken grows with the number of copies. *progress* is called with
    the number of documents read.
    """
    clusters: dict[int, Cluster] = {}
    # Clusters whose article is gone, and with it the links of its copies, by the id of the story.
    orphans: dict[bytes, Cluster] = {}
    for read, (ordinal, record) in enumerate(index.numbered_records(), 1):
        progress(read)
        sources = index.stories.sources_of(record)
        # An article that extends another is in the cluster of that one, and may head a cluster, too.
        if index.stories.heads((ordinal, record)) and not (record.is_head and sources):
            continue
        if not sources:
            cluster = orphans.setdefault(record.story_id, Cluster(None))
            cluster.copies.append(Member(ordinal, record, record.kind, 0.0))
            continue
        best = sources[0][0]
        cluster = clusters.setdefault(best.ordinal, Cluster(None))
        others = tuple(other for _, other in sources[1:])
        compared = record.compared_with(best)
        cluster.copies.append(Member(ordinal, record, record.kind, best.score, others, compared))
    for ordinal, cluster in clusters.items():
        head = index.record_at(ordinal)
        if head is not None and index.stories.heads((ordinal, head)):
            _put_source(cluster, Member(ordinal, head))
    found = [*(clusters[ordinal] for ordinal in sorted(clusters)), *orphans.values()]
    for cluster in found:
        cluster.copies.sort(key=_age)
        _put_original(index, cluster)
    return found


def _put_source(cluster: Cluster, head: Member) -> None:
    elected = [one for one in cluster.copies if one.ordinal == head.record.original]
    if not elected:
        cluster.source = head
        return
    (original,) = elected
    cluster.copies.remove(original)
    cluster.copies.append(Member(head.ordinal, head.record, original.kind, original.score))
    cluster.source = Member(original.ordinal, original.record)


def _put_original(index: Index, cluster: Cluster) -> None:
    members = sorted(cluster.members, key=_age)
    claimants = [index.stories.claimant(member.record) for member in members]
    place, cluster.reasons = elect_among(claimants, BY_EVIDENCE)
    cluster.original = members[place]


def _age(member: Member) -> tuple[int, int]:
    return member.record.first_seen, member.ordinal
