"""The articles of an index, each with its copies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_neardup.core.index import NearDupIndex
    from scrapy_neardup.core.record import Record


@dataclass(frozen=True, slots=True)
class Member:
    """A document of a cluster: *score* in [0, 1] is its best source's, 1 for the source."""

    ordinal: int
    record: Record
    score: float = 1.0


@dataclass(slots=True)
class Cluster:
    """A source, None if it was removed from the index, with its *copies*, first seen first.

    A copy of several sources stands with the best of them.
    """

    source: Member | None
    copies: list[Member] = field(default_factory=list)

    @property
    def members(self) -> list[Member]:
        """The source and its copies."""
        return [*([self.source] if self.source else []), *self.copies]


def read_clusters(index: NearDupIndex) -> list[Cluster]:
    """Every article of *index* that has copies, with them, in the order of the index.

    Reads the whole index; the memory taken grows with the number of copies.
    """
    clusters: dict[int, Cluster] = {}
    orphans: list[Cluster] = []
    for ordinal, record in index.numbered_records():
        if record.is_source:
            continue
        if not record.sources:
            orphans.append(Cluster(None, [Member(ordinal, record, 0.0)]))
            continue
        best = record.sources[0]
        cluster = clusters.setdefault(best.ordinal, Cluster(None))
        cluster.copies.append(Member(ordinal, record, best.score))
    for ordinal, cluster in clusters.items():
        source = index.record_at(ordinal)
        if source is not None and source.is_source:
            cluster.source = Member(ordinal, source)
        cluster.copies.sort(key=lambda copy: (copy.record.first_seen, copy.ordinal))
    return [clusters[ordinal] for ordinal in sorted(clusters)] + orphans
