"""From what two texts have in common to a verdict, with its reasons.

Two ways to be a copy, a straight line each, fitted by logistic regression on the pairs of the DEV
set that share two phrases or more (benchmarks/quality; cross-validated by original, rounded).

*Whole*: the document's story, told with other words or in another frame. What counts is
*agreement*, how many of the rare words in and beside the common passages the other text has too,
on the side that agrees better, numbers once more on their own; then how much of both texts the
common passages cover. Where the words are the same (*density*), agreement must be better: a form
filled in anew changes nothing but names and numbers.

*Part*: a passage taken over. It must be near verbatim, the rare words inside it must agree, and
much of one text must be *explained* by it, or by several such passages together: an article
merged of two is all explained by its two sources, while two reports that quote the same statement
explain a third of each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.overlap import MAP_SIZE, Overlap, RareWords, overlap
from scrapy_neardup.core.simhash import distance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.fingerprint import Fingerprint

_DOUBT = 1.3
_DOUBT_LEVEL = 0.77
"""Agreement is counted as if 1.3 more rare words had agreed at this rate, or at the density if
that is higher: without any rare word, verbatim passages convince and similar ones don't."""

_WHOLE_BIAS = -33.3
_WHOLE_AGREEMENT, _WHOLE_NUMBERS = 24.0, 8.0
_WHOLE_LARGER, _WHOLE_SMALLER, _WHOLE_DENSITY = 6.0, 5.5, -4.0
_PART_BIAS = -72.0
_PART_AGREEMENT, _PART_DENSITY, _PART_EXPLAINED = 46.0, 15.5, 14.0

_VERBATIM = 0.94
"""Density of a text whose words were left alone: 99 % of DEV's reposts reach it, 98 % of its
texts with 10 % of the content words replaced don't."""
_MOST_BREAKS = 1.5
"""Places where the order of the common grams may break in a text whose sentences were left in
place: one, which a collision of two 15-bit hashes makes as well."""
_TAKEN, _FRAMED = 0.93, 0.82
"""Core shares of the document and of the query from which the whole document was taken, and what
stands around it is a frame (dates, notices) and no other text."""
_MIN_COMMON = 6
"""Fewer common grams in the samples prove nothing."""

_MERGE_DENSITY, _MERGE_AGREEMENT, _MERGE_COMMON, _MERGE_SHARE = 0.85, 0.8, 8, 0.1
_MAX_MERGED = 4


@dataclass(frozen=True)
class Thresholds:
    """The least score of a copy, by the way it copies."""

    whole: float = 0.7
    part: float = 0.5


PRESETS = {
    "balanced": Thresholds(),
    "strict": Thresholds(0.8, 0.8),
    "eager": Thresholds(0.25, 0.25),
}
"""What each costs and finds is measured by benchmarks/quality."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a query being a copy of one document.

    ``distance``: differing SimHash bits, None where either has none. ``agreement``,
    ``core_agreement``: share of the rare words in and beside common passages, or inside their
    cores, that the other text has, on the side that agrees better; ``number_agreement`` alike of
    numbers alone. All are in (0, 1], smoothed.
    """

    overlap: Overlap
    distance: int | None
    agreement: float
    number_agreement: float
    core_agreement: float

    @property
    def whole(self) -> float:
        """The log-odds of a whole copy."""
        found = self.overlap
        return (
            _WHOLE_AGREEMENT * self.agreement
            + _WHOLE_NUMBERS * self.number_agreement
            + _WHOLE_LARGER * max(found.covered_query, found.covered_document)
            + _WHOLE_SMALLER * min(found.covered_query, found.covered_document)
            + _WHOLE_DENSITY * found.density
            + _WHOLE_BIAS
        )

    def part(self, explained: float) -> float:
        """Return the log-odds of a partial copy.

        *explained* is the share of the query that stands in this document and the other sources
        together, or :attr:`larger_core`.
        """
        return (
            _PART_AGREEMENT * self.core_agreement
            + _PART_DENSITY * self.overlap.density
            + _PART_EXPLAINED * explained
            + _PART_BIAS
        )

    @property
    def larger_core(self) -> float:
        """The larger of the shares of the two texts that common passages fill."""
        return max(self.overlap.core_query, self.overlap.core_document)

    def items(self) -> tuple[tuple[str, float], ...]:
        """Return the reasons as names and values, for tags and output."""
        found = self.overlap
        return (
            ("agreement", self.agreement),
            ("density", found.density),
            ("order", found.order),
            ("covered", found.covered_query),
            ("covered_source", found.covered_document),
            ("numbers", float(found.rare.numbers)),
            ("same_numbers", float(found.rare.same_numbers)),
            ("names", float(found.rare.names)),
            ("same_names", float(found.rare.same_names)),
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
    both = query.simhash is not None and simhash is not None
    level = max(_DOUBT_LEVEL, found.density)
    return Evidence(
        overlap=found,
        distance=distance(query.simhash, simhash) if both else None,  # type: ignore[arg-type]
        agreement=max(_agreement(side.same, side.all, level) for side in _sides(found)),
        number_agreement=max(
            _agreement(side.same_numbers, side.numbers, _DOUBT_LEVEL) for side in _sides(found)
        ),
        core_agreement=max(
            _agreement(side.same, side.all, level)
            for side in (found.core_rare, found.query_core_rare)
        ),
    )


def conclude(
    candidates: Sequence[Evidence | None], thresholds: Thresholds = PRESETS["balanced"]
) -> list[Finding]:
    """Return the sources among the *candidates*, those that hold most of the query first.

    Those that only explain the query together are sources together or not at all.
    """
    explained = _merged(candidates)
    found = []
    for number, evidence in enumerate(candidates):
        if evidence is None or evidence.overlap.common < _MIN_COMMON:
            continue
        part = evidence.part(explained.get(number, evidence.larger_core))
        is_whole = _probability(evidence.whole) >= thresholds.whole
        is_part = _probability(part) >= thresholds.part
        if is_whole or is_part:
            kind = _whole_kind(evidence) if is_whole else Kind.PARTIAL
            score = _probability(max(evidence.whole, part))
            found.append((evidence.overlap, Finding(number, kind, score)))
    found.sort(key=lambda pair: (-pair[0].containment, -pair[0].jaccard, pair[1].candidate))
    return [finding for _, finding in found]


def _sides(found: Overlap) -> tuple[RareWords, RareWords]:
    return found.rare, found.query_rare


def _agreement(same: int, count: int, level: float) -> float:
    return (same + _DOUBT * level) / (count + _DOUBT)


def _whole_kind(evidence: Evidence) -> Kind:
    verbatim = evidence.overlap.density >= _VERBATIM
    breaks = (1 - evidence.overlap.order) * evidence.overlap.common
    if not verbatim or breaks > _MOST_BREAKS:
        return Kind.SPUN
    found = evidence.overlap
    framed = found.core_document >= _TAKEN and found.core_query >= _FRAMED
    return Kind.REPOST if framed else Kind.PARTIAL


def _merged(candidates: Sequence[Evidence | None]) -> dict[int, float]:
    """Return, of candidates whose passages add up, the share of the query they explain."""
    passages = [
        (-evidence.overlap.map.bit_count(), number, evidence.overlap.map)
        for number, evidence in enumerate(candidates)
        if evidence is not None
        and evidence.overlap.density > _MERGE_DENSITY
        and evidence.core_agreement > _MERGE_AGREEMENT
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
        number: max(share, evidence.larger_core)
        for number in used
        if (evidence := candidates[number]) is not None
    }


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
