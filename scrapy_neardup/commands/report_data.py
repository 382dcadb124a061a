"""What a report shows of an index, as JSON types."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter, defaultdict
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.indexes import documents_in
from scrapy_neardup.commands.terminal import Progress
from scrapy_neardup.commands.url_patterns import exact_patterns
from scrapy_neardup.core.document import COPY_KINDS, Kind
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.index.clusters import Cluster, Member, read_clusters
from scrapy_neardup.core.index.records import unpacked
from scrapy_neardup.core.verdict import kept_evidence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record

_DAY = 86_400
_KINDS = [kind for kind in Kind if kind in COPY_KINDS]
_NOT_KEPT, _NO_ROOM = -1, -2
_GONE = -1


class ReportData:
    """The data of a report on *index*.

    ``texts`` are kept texts as the index packs them, in base64: as many as fit into
    *most_text_bytes*, the texts of the largest clusters first. ``left_out`` counts the others.
    """

    def __init__(self, index: Index, name: str, most_text_bytes: int) -> None:
        self.texts: list[str] = []
        self.left_out = 0
        self._index = index
        self._room = most_text_bytes
        self._places: dict[int, int] = {}
        self._characters: set[str] = set()
        self._hosts: dict[str, int] = {}
        by_day: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
        by_host: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        documents = documents_in(index)
        for record in Progress("documents counted", documents).over(index.records()):
            side = 0 if record.is_head else 1
            by_day[record.first_seen // _DAY][side] += 1
            by_host[self._host(record)][side] += 1
        with Progress("documents put into clusters", documents) as progress:
            clusters = read_clusters(index, progress.update)
        clusters.sort(key=lambda cluster: -len(cluster.copies))
        for cluster in clusters:
            self._move_origin(cluster, by_host)
        edges = Counter(self._reposts(clusters))
        for (copier, origin), count in edges.items():
            if copier != origin:
                by_host[origin][2] += count
        ready = Progress("clusters written", len(clusters))
        shown = [self._cluster(cluster) for cluster in ready.over(clusters)]
        now = datetime.now(timezone.utc)
        self.values: dict[str, Any] = {
            "meta": {
                "name": name,
                "made": now.strftime("%Y-%m-%d %H:%M UTC"),
                "articles": sum(counts[0] for counts in by_day.values()),
                "copies": sum(counts[1] for counts in by_day.values()),
                "clusters": len(clusters),
                "kept": _kept_texts(index, len(self._places)),
            },
            "hosts": list(self._hosts),
            "hostRows": sorted(
                ([host, *counts] for host, counts in by_host.items()),
                key=lambda row: (-(row[1] + row[2]), row[0]),
            ),
            "days": [[_date(day), *counts] for day, counts in sorted(by_day.items())],
            "edges": [[copier, origin, count] for (copier, origin), count in edges.items()],
            "patterns": [
                [one.expression, one.pages, one.exact, one.example, one.source]
                for one in exact_patterns(index)
            ],
            "kinds": [kind.value for kind in _KINDS],
            "clusters": shown,
            "forms": {
                character: form
                for character in sorted(self._characters)
                if (form := normalize(character)) != character and len(form) == 1
            },
        }

    def _move_origin(self, cluster: Cluster, by_host: dict[int, list[int]]) -> None:
        """Count an elected original as the article, and the head as a copy."""
        source = cluster.source
        if source is None or source.record.is_head:
            return
        for copy in cluster.copies:
            if copy.record.original == source.ordinal:
                for host, step in ((self._host(source.record), 1), (self._host(copy.record), -1)):
                    by_host[host][0] += step
                    by_host[host][1] -= step

    def _host(self, record: Record) -> int:
        return self._hosts.setdefault(record.host, len(self._hosts))

    def _reposts(self, clusters: Iterable[Cluster]) -> Iterable[tuple[int, int]]:
        for cluster in clusters:
            if cluster.source is not None:
                origin = self._host(cluster.source.record)
                for copy in cluster.copies:
                    yield self._host(copy.record), origin

    def _cluster(self, cluster: Cluster) -> list[Any]:
        source = self._member(cluster.source) if cluster.source else None
        places = {copy.ordinal: place for place, copy in enumerate(cluster.copies)}
        original = None
        if cluster.original is not None and any(reason.is_evidence for reason in cluster.reasons):
            record = cluster.original.record
            original = [record.url or record.id, [reason.value for reason in cluster.reasons]]
        head = cluster.source.ordinal if cluster.source else None
        copies = []
        for copy in cluster.copies:
            beside = copy.compared
            place = None if beside is None or beside == head else places.get(beside, _GONE)
            copies.append(self._member(copy, place))
        return [source, copies, original]

    def _member(self, member: Member, compared: int | None = None) -> list[Any]:
        """*compared* is the place among the copies of its cluster of the one that it was compared with, None for
        the source.
        """
        record = member.record
        title, place = self._text(member.ordinal)
        retold = _retold(record) if member.kind is Kind.REWRITTEN and record.evidence else None
        others = [other.url or other.id for other in member.others]
        # Few documents have them, and the page holds a row of each.
        rare: list[Any] = [retold, others, compared]
        while rare and rare[-1] in (None, []):
            rare.pop()
        return [
            record.url or record.id,
            self._host(record),
            record.first_seen,
            -1 if member.kind is None else _KINDS.index(member.kind),
            round(100 * member.score),
            title,
            place,
            *rare,
        ]

    def _text(self, ordinal: int) -> tuple[str, int]:
        (packed,) = self._index.packed_texts([ordinal])
        if packed is None:
            return "", _NOT_KEPT
        kept = unpacked(packed, ordinal, self._index.record_at, shown=self._index.shown)
        title = kept.title
        if ordinal not in self._places:
            encoded = b64encode(packed).decode("ascii")
            if len(encoded) > self._room:
                self.left_out += 1
                return title, _NO_ROOM
            self._room -= len(encoded)
            self._characters.update(kept.text)
            self._places[ordinal] = len(self.texts)
            self.texts.append(encoded)
        return title, self._places[ordinal]


def _kept_texts(index: Index, shown: int) -> int:
    """The number of texts that the index keeps; *shown* if the index does not count them."""
    kept: int | None = index.stats()["kept_texts"]
    return shown if kept is None else kept


def _retold(record: Record) -> list[int]:
    """Four counts for a rewritten copy: its numbers that agree, all its numbers, its sentences that
    have a counterpart, and all its sentences. A count that its evidence does not have is 0. If this
    is said of a part of the text, the percentage that it is.
    """
    reasons = kept_evidence.unpack(record.evidence or b"")
    counts = [
        round(reasons.get(name, 0))
        for name in ("same_numbers", "numbers", "counterparts", "sentences")
    ]
    return [*counts, round(100 * reasons["part"])] if "part" in reasons else counts


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * _DAY, timezone.utc).date().isoformat()
