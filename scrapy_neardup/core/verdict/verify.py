"""Makes a verdict, with its reasons, from what two texts have in common.

*Whole*: the document's story, told with other words or in another frame. A scorecard decides: each
reading of the evidence gives points, in log-odds, along a curve that only rises or only falls.

*Part*: a passage taken over. It must be near verbatim, the rare words inside it must agree, and
much of one text must be *explained* by it, or by several such passages together: an article
merged from two is wholly explained by its two sources, while two reports that quote the same
statement explain a third of each other. A linear score decides; several passages together must
prove a little more.

docs/verdict.md explains both, ``python -m benchmarks.quality.fit`` fits the scorecard.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.sequential_sum import sequential_sum
from scrapy_neardup.core.verdict import notices
from scrapy_neardup.core.verdict.overlap import MAP_SIZE
from scrapy_neardup.core.verdict.scorecard import Curve, points, probability
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scrapy_neardup.core.verdict.evidence import Evidence

CURVES: dict[str, Curve] = {
    "agreement": ((0.4, 0), (0.6, 0.1), (0.8, 0.5), (0.9, 1), (1, 2.3)),
    "number agreement": ((0.2, 0), (0.4, 0.2), (0.55, 0.8), (0.7, 2.1), (0.9, 3.5)),
    "lesser number agreement": ((0.3, 0), (0.5, 0), (0.75, 0.5), (0.95, 1.2)),
    "core agreement": ((0.6, 0), (0.7, 0.2), (0.8, 0.4), (0.9, 0.4), (1, 0.9)),
    "agreeing words": ((1, 0), (4, 0.5), (8, 0.8), (16, 1.5)),
    "strange words": ((0, 0), (0.5, -0.8)),
    "rarest words": ((0.6, 0), (0.8, 0.6)),
    "refilled": ((0, 0), (0.1, -0.9), (0.2, -1.5), (0.4, -1.7), (0.6, -1.8)),
    "refilled numbers": ((0, 0), (0.25, -1.4), (0.5, -2.1), (1, -2.1)),
    "kept numbers": ((0.2, 0), (0.35, 0.7), (0.5, 2.7)),
    "commonplace": ((0, 0), (0.5, -2.7), (1, -3.9)),
    "larger cover": ((0, 0), (0.3, 0.5), (0.6, 1.8), (0.8, 3.1), (1, 4.3)),
    "smaller cover": ((0, 0), (0.3, 1.2), (0.5, 3), (0.7, 4.9)),
    "skeleton": ((0, 0), (0.1, 0.1), (0.2, 0.9), (0.3, 1.9), (0.4, 2.3)),
    "telling density": ((0.7, 0), (0.8, -0.9), (0.9, -2.2)),
    "telling unbroken": ((0, 0), (0.1, -0.6), (0.3, -1.2)),
}
"""The scorecard: points of each reading, as (reading, points) with straight lines between."""
BIAS = -15.1

_PART_BIAS = -72.25
_PART_COMMONPLACE, _PART_REFILLED, _PART_NUMBERS = -4.0, -8.0, -2.0
"""A passage that other stories have as well, such as what a site puts under all its articles, is
no part taken over, and neither is the wording that two filled-in forms share."""
_PART_AGREEMENT, _PART_DENSITY, _PART_EXPLAINED = 46.0, 15.5, 14.0
_TOGETHER: Curve = ((0, -2.6), (1.5, -0.6))
"""Points of a part that explains a text only together with others, by the weight of the agreeing
rare words inside its cores: reports of one event quote the same statements, and a statement has
few such words."""

_MIN_COMMON = 6
"""Fewer common grams in the samples prove nothing."""

_MOST_KNOWN = 0.5
"""The most that known texts fill of one that extends them: at least as much is its own. More is a copy with something
added."""
_LEAST_OF_SOURCE = 0.8
"""The least share of an earlier text that one which extends it has, if it is spun: a copy in which so many words
are replaced that half of it is in no common passage lacks as much of the earlier text."""

_MERGE_DENSITY, _MERGE_AGREEMENT, _MERGE_COMMON, _MERGE_SHARE = 0.85, 0.8, 8, 0.1
_MAX_MERGED = 4


@dataclass(frozen=True, slots=True)
class Scores:
    """How surely a text copies another, each in [0, 1]: as a whole, and a part of it.

    *held* says in words why higher scores were held down to :data:`.notices.MOST_SCORED`, None if they
    were not.
    """

    whole: float
    part: float
    held: str | None = None

    def missed_by(self, thresholds: Thresholds) -> float:
        """How far the scores are from *thresholds*: the smaller of the two gaps, 0 for a copy."""
        return max(0.0, min(thresholds.whole - self.whole, thresholds.part - self.part))


@dataclass(frozen=True, slots=True)
class Finding:
    """A source: its place among the candidates, how it is copied, and the score in [0, 1]."""

    candidate: int
    kind: Kind
    score: float


@dataclass(frozen=True, slots=True)
class Points:
    """A *reading* of the scorecard, the points that it *gives*, and the *most* that it can give, in log-odds."""

    reading: float
    gives: float
    most: float

    @property
    def lost(self) -> float:
        """The points that it does not give."""
        return self.most - self.gives


def conclude(
    candidates: Sequence[Evidence | None], thresholds: Thresholds = PRESETS["balanced"]
) -> list[Finding]:
    """The sources among the *candidates*, beginning with the one that holds most of the query: those
    that it reposts come first, those that it extends last.

    Candidates that explain the query only together are sources together or not at all.
    """
    found: list[tuple[Evidence, Finding]] = []
    for number, (evidence, score) in enumerate(
        zip(candidates, scores(candidates, thresholds), strict=True)
    ):
        if evidence is None or score is None:
            continue
        is_whole = score.whole >= thresholds.whole
        if is_whole or score.part >= thresholds.part:
            kind = _kind(evidence, is_whole=is_whole)
            found.append((evidence, Finding(number, kind, max(score.whole, score.part))))
    if len(found) > 1 and _known(found) > _MOST_KNOWN:
        # Each is a part of it, and together they leave too little of its own.
        found = [
            (evidence, replace(one, kind=Kind.PARTIAL) if one.kind is Kind.EXTENDED else one)
            for evidence, one in found
        ]
    found.sort(key=_place)
    return [finding for _, finding in found]


def _known(found: Sequence[tuple[Evidence, Finding]]) -> float:
    """The share of a text that its sources fill together."""
    places = (evidence.overlap.places for evidence, _ in found)
    return reduce(or_, places).bit_count() / MAP_SIZE


def _place(found: tuple[Evidence, Finding]) -> tuple[int, float, float, int]:
    """What the sources of a text are sorted by. Of a flash, an article that extends it holds as much as
    the flash itself.
    """
    overlap, finding = found[0].overlap, found[1]
    rank = {Kind.REPOST: 0, Kind.EXTENDED: 2}.get(finding.kind, 1)
    return rank, -overlap.containment, -overlap.jaccard, finding.candidate


def scores(
    candidates: Sequence[Evidence | None], thresholds: Thresholds = PRESETS["balanced"]
) -> list[Scores | None]:
    """How surely a text copies each of the *candidates*, None where there is no evidence.

    What is no source by *thresholds* explains nothing together with those that are.
    """
    left_out: set[int] = set()
    while True:
        together = _together(candidates, left_out)
        found = [
            None if evidence is None else _scores(evidence, share)
            for evidence, share in zip(candidates, _shares(candidates, *together), strict=True)
        ]
        used, _ = together
        others = {
            number
            for number in used
            if (score := found[number]) is not None and score.missed_by(thresholds)
        }
        if len(others) in (0, len(used)):
            return found
        left_out |= others


def _scores(evidence: Evidence, explained: float) -> Scores:
    whole = probability(whole_odds(evidence))
    part = probability(part_odds(evidence, explained))
    score = max(whole, part)
    if score <= notices.MOST_SCORED:
        return Scores(whole, part)
    held = notices.why_held(evidence, score, alone=explained <= _explains(evidence))
    if held is None:
        return Scores(whole, part)
    return Scores(min(whole, notices.MOST_SCORED), min(part, notices.MOST_SCORED), held)


def readings(evidence: Evidence) -> dict[str, float]:
    """What the scorecard reads, by the name of its curve, in the order of CURVES."""
    found = evidence.overlap
    return {
        "agreement": evidence.agreement,
        "number agreement": evidence.number_agreement,
        "lesser number agreement": evidence.lesser_number_agreement,
        "core agreement": evidence.core_agreement,
        "agreeing words": evidence.agreeing,
        "strange words": evidence.strange,
        "rarest words": found.rarest,
        "refilled": evidence.refilled,
        "refilled numbers": evidence.refilled_numbers,
        "kept numbers": evidence.kept_numbers,
        "commonplace": evidence.commonplace,
        "larger cover": evidence.larger_cover,
        "smaller cover": evidence.smaller_cover,
        "skeleton": evidence.skeleton,
        "telling density": found.density * evidence.telling,
        "telling unbroken": found.unbroken * evidence.telling,
    }


def whole_points(evidence: Evidence) -> dict[str, Points]:
    """What each reading counts for a whole copy, by the name of its curve; {} where too little is common."""
    if evidence.overlap.common < _MIN_COMMON:
        return {}
    return {
        name: Points(reading, points(CURVES[name], reading), max(most for _, most in CURVES[name]))
        for name, reading in readings(evidence).items()
    }


def whole_odds(evidence: Evidence) -> float:
    """The log-odds of a whole copy; minus infinity where too little is common."""
    if evidence.overlap.common < _MIN_COMMON:
        return -math.inf
    return BIAS + sequential_sum(map(points, CURVES.values(), readings(evidence).values()))


def part_odds(evidence: Evidence, explained: float) -> float:
    """The log-odds of a partial copy.

    *explained*: see :func:`explained`. Minus infinity where too little is common.
    """
    if evidence.overlap.common < _MIN_COMMON:
        return -math.inf
    return max(
        _odds_of_passages(evidence, _explains(evidence)),
        _odds_of_passages(evidence, explained) + points(_TOGETHER, evidence.core_proof),
    )


def _odds_of_passages(evidence: Evidence, explained: float) -> float:
    return (
        _PART_AGREEMENT * evidence.core_agreement
        + _PART_DENSITY * evidence.overlap.density
        + _PART_EXPLAINED * explained
        + _PART_COMMONPLACE * evidence.commonplace
        + _PART_REFILLED * evidence.refilled
        + _PART_NUMBERS * evidence.refilled_numbers
        + _PART_BIAS
    )


def _explains(evidence: Evidence) -> float:
    """The share of a text that common passages explain: the larger of what they fill of the two. Of
    a text written out, all is known, and tells nothing.
    """
    found = evidence.overlap
    return (
        found.core_query
        if notices.is_written_out(evidence)
        else max(found.core_query, found.core_document)
    )


def reasons(evidence: Evidence) -> tuple[tuple[str, float], ...]:
    """The reasons of a verdict as names and values, for tags and output."""
    found = evidence.overlap
    return (
        ("agreement", evidence.agreement),
        ("density", found.density),
        ("order", found.order),
        ("covered", found.known),
        ("covered_source", found.covered_document),
        ("numbers", float(found.rare.numbers + found.rare.short_numbers)),
        ("same_numbers", float(found.rare.same_numbers + found.rare.same_short_numbers)),
        ("names", float(found.rare.names)),
        ("same_names", float(found.rare.same_names)),
        ("skeleton", evidence.skeleton),
        ("refilled", evidence.refilled),
        *((("kept_numbers", evidence.kept_numbers),) if evidence.kept_numbers < 0.5 else ()),
        ("commonplace", evidence.commonplace),
        *((("own_beginning", evidence.own_beginning),) if notices.ends_both(evidence) else ()),
        *((("own_rest", evidence.own_rest),) if notices.begins_both(evidence) else ()),
        *(
            (("times_told", float(evidence.times_told)),)
            if notices.is_boilerplate(evidence)
            else ()
        ),
        *((("filled_in", found.filled_in),) if notices.is_next_of_form(evidence) else ()),
        *((("agreeing", evidence.agreeing),) if notices.has_little_to_differ_in(evidence) else ()),
        *(
            (("other_subjects", float(found.other_subjects)),)
            if notices.is_of_another(evidence)
            else ()
        ),
    )


def _kind(evidence: Evidence, *, is_whole: bool) -> Kind:
    found = evidence.overlap
    is_spun = is_whole and not evidence.is_verbatim
    is_mostly_own = found.known <= _MOST_KNOWN
    if is_mostly_own and (found.covered_document >= _LEAST_OF_SOURCE or not is_spun):
        return Kind.EXTENDED
    if not evidence.is_verbatim:
        return Kind.SPUN if is_whole else Kind.PARTIAL
    # A text without numbers and names has few points as a whole copy, and may be one nevertheless.
    framed = found.core_document >= notices.TAKEN and found.core_query >= notices.FRAMED
    return Kind.REPOST if framed else Kind.PARTIAL


def explained(candidates: Sequence[Evidence | None]) -> list[float]:
    """What share of a text each candidate explains.

    This is the larger of the core shares of the two texts or, for candidates whose passages add
    up, the share of the query that they fill together if that is larger.
    """
    return _shares(candidates, *_together(candidates))


def _shares(candidates: Sequence[Evidence | None], used: list[int], filled: float) -> list[float]:
    """What share of a text each candidate explains, if those *used* fill a share of it together."""
    shares = [0.0 if evidence is None else _explains(evidence) for evidence in candidates]
    for number in used:
        shares[number] = max(shares[number], filled)
    return shares


def _together(
    candidates: Sequence[Evidence | None], left_out: Collection[int] = ()
) -> tuple[list[int], float]:
    """The numbers of the candidates whose passages add up, without those in *left_out*, and the share of
    the query that they fill.
    """
    passages = [
        (-evidence.overlap.map.bit_count(), number, evidence.overlap.map)
        for number, evidence in enumerate(candidates)
        if evidence is not None
        and number not in left_out
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
    return (used, covered.bit_count() / MAP_SIZE) if len(used) >= 2 else ([], 0.0)
