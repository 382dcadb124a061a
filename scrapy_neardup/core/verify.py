"""From what two texts have in common to a verdict, with its reasons.

Two ways to be a copy, a straight line each, fitted by logistic regression on the pairs of the DEV
set that share two phrases or more (benchmarks/quality; cross-validated by original, rounded).

*Whole*: the document's story, told with other words or in another frame. What counts is
*agreement*, how many of the rare words in the common passages the other text has too, on the
side that agrees better; then how much of both texts the common passages cover.

*Part*: a passage taken over. It must be near verbatim (*density*), its rare words must agree, and
much of one text must be *explained* by it, or by several such passages together: an article
merged of two is all explained by its two sources, while two reports that quote the same statement
explain a third of each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.overlap import MAP_SIZE, Overlap, overlap
from scrapy_neardup.core.simhash import distance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.fingerprint import Fingerprint

MIN_SHARED_PHRASES = 2
"""A candidate shares as many phrases with the query. On DEV, two in common keep 0.997 of the
merged and all spun copies, and pass over three quarters of the other pairs that share one."""

_DOUBT = 1.3
_DOUBT_LEVEL = 0.77
"""Agreement is counted as if 1.3 more rare words had agreed at this rate, or at the density if
that is higher: without any rare word, verbatim passages convince and similar ones don't."""

_WHOLE_AGREEMENT, _WHOLE_LARGER, _WHOLE_SMALLER, _WHOLE_BIAS = 28.0, 5.0, 5.0, -32.3
_PART_AGREEMENT, _PART_DENSITY, _PART_EXPLAINED, _PART_BIAS = 23.0, 19.0, 7.5, -45.5

_VERBATIM = 0.91
"""Density of a text whose words were left alone: on DEV 98 % of reposts are over it, 95 % of
texts with 10 % of their content words replaced under it."""
_IN_ORDER = 0.96
"""Order of a text whose sentences were left in place: 98 % of reposts are over it, three
quarters of reordered texts under it."""
_FRAMED = 0.85
"""Cover of both texts from which the rest is a frame (dates, notices) and not another text."""

_MERGE_DENSITY, _MERGE_AGREEMENT, _MERGE_COMMON, _MERGE_SHARE = 0.8, 0.75, 8, 0.15
_MAX_MERGED = 4


@dataclass(frozen=True)
class Thresholds:
    """The least score of a copy, by the way it copies."""

    whole: float = 0.5
    part: float = 0.5


PRESETS = {
    "strict": Thresholds(0.8, 0.8),
    "balanced": Thresholds(0.5, 0.5),
    "eager": Thresholds(0.25, 0.25),
}
"""What each costs and finds is measured by benchmarks/quality."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a query being a copy of one document.

    ``distance``: differing SimHash bits, None where either has none. ``agreement``: of the rare
    words in common passages, in [0, 1], smoothed. ``whole``: log-odds of a whole copy.
    """

    overlap: Overlap
    distance: int | None
    agreement: float
    whole: float

    def part(self, explained: float | None = None) -> float:
        """Return the log-odds of a partial copy.

        *explained* is the share of the query that stands in this document and the other sources
        together; by default, the larger of the shares of the two texts that are common.
        """
        if explained is None:
            explained = self.larger
        return (
            _PART_AGREEMENT * self.agreement
            + _PART_DENSITY * self.overlap.density
            + _PART_EXPLAINED * explained
            + _PART_BIAS
        )

    @property
    def larger(self) -> float:
        """The larger of the two texts' covered shares."""
        return max(self.overlap.covered_query, self.overlap.covered_document)

    @property
    def smaller(self) -> float:
        """The smaller of the two texts' covered shares."""
        return min(self.overlap.covered_query, self.overlap.covered_document)

    def items(self) -> tuple[tuple[str, float], ...]:
        """Return the reasons as names and values, for tags and output."""
        found = self.overlap
        return (
            ("agreement", self.agreement),
            ("density", found.density),
            ("order", found.order),
            ("covered", found.covered_query),
            ("covered_source", found.covered_document),
            ("numbers", float(found.numbers)),
            ("same_numbers", float(found.same_numbers)),
            ("names", float(found.names)),
            ("same_names", float(found.same_names)),
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """A source: its place among the candidates, how it is copied, and the score in [0, 1]."""

    candidate: int
    kind: Kind
    score: float


def judge(query: Fingerprint, simhash: int | None, sketch: bytes | None) -> Evidence | None:
    """Compare *query* with a stored document; None if either is too short to be judged.

    *query* comes fresh from a :class:`~.fingerprint.Fingerprinter`, with its profile.
    """
    if query.profile is None or sketch is None:
        return None
    found = overlap(query.profile, sketch)
    agreement = _agreement(found)
    larger = max(found.covered_query, found.covered_document)
    smaller = min(found.covered_query, found.covered_document)
    whole = (
        _WHOLE_AGREEMENT * agreement
        + _WHOLE_LARGER * larger
        + _WHOLE_SMALLER * smaller
        + _WHOLE_BIAS
    )
    both = query.simhash is not None and simhash is not None
    bits = distance(query.simhash, simhash) if both else None  # type: ignore[arg-type]
    return Evidence(found, bits, agreement, whole)


def conclude(
    candidates: Sequence[Evidence | None], thresholds: Thresholds = PRESETS["balanced"]
) -> list[Finding]:
    """Return the sources among the *candidates*, the best first.

    Those that only explain the query together are sources together or not at all.
    """
    explained = _merged(candidates)
    found = []
    for number, evidence in enumerate(candidates):
        if evidence is None:
            continue
        part = evidence.part(explained.get(number))
        is_whole = _probability(evidence.whole) >= thresholds.whole
        is_part = _probability(part) >= thresholds.part
        if is_whole or is_part:
            kind = _whole_kind(evidence) if is_whole else Kind.PARTIAL
            log_odds = max(evidence.whole, part)
            found.append((log_odds, Finding(number, kind, _probability(log_odds))))
    found.sort(key=lambda pair: (-pair[0], pair[1].candidate))
    return [finding for _, finding in found]


def _agreement(found: Overlap) -> float:
    level = max(_DOUBT_LEVEL, found.density)
    sides = (
        (found.same_numbers + found.same_names, found.numbers + found.names),
        (
            found.same_query_numbers + found.same_query_names,
            found.query_numbers + found.query_names,
        ),
    )
    return max((same + _DOUBT * level) / (count + _DOUBT) for same, count in sides)


def _whole_kind(evidence: Evidence) -> Kind:
    verbatim = evidence.overlap.density >= _VERBATIM
    if not verbatim or evidence.overlap.order < _IN_ORDER:
        return Kind.SPUN
    return Kind.REPOST if evidence.smaller >= _FRAMED else Kind.PARTIAL


def _merged(candidates: Sequence[Evidence | None]) -> dict[int, float]:
    """Return, of candidates whose passages add up, the share of the query they explain."""
    passages = [
        (-evidence.overlap.map.bit_count(), number, evidence.overlap.map)
        for number, evidence in enumerate(candidates)
        if evidence is not None
        and evidence.overlap.density > _MERGE_DENSITY
        and evidence.agreement > _MERGE_AGREEMENT
        and evidence.overlap.common >= _MERGE_COMMON
    ]
    covered = 0
    used: list[int] = []
    for _, number, map_ in sorted(passages):
        new = map_ & ~covered
        if new.bit_count() >= _MERGE_SHARE * MAP_SIZE and len(used) < _MAX_MERGED:
            covered |= map_
            used.append(number)
    if len(used) < 2:
        return {}
    share = covered.bit_count() / MAP_SIZE
    return {
        number: max(share, evidence.larger)
        for number in used
        if (evidence := candidates[number]) is not None
    }


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
