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

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.fingerprints.simhash import distance
from scrapy_neardup.core.sequential_sum import sequential_sum
from scrapy_neardup.core.verdict.overlap import MAP_SIZE, VERSION, Overlap, RareWords
from scrapy_neardup.core.verdict.scorecard import Curve, points, probability
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from scrapy_neardup.core.verdict.word_weights import ListedShares, weigh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.fingerprints.profile import Profile
    from scrapy_neardup.core.verdict import kernel
    from scrapy_neardup.core.verdict.word_weights import Shares
else:
    kernel = kernel_of("scrapy_neardup.core.verdict", VERSION)

_DOUBT = 0.65
_DOUBT_LEVEL = 0.77
"""Agreement is smoothed as if further rare words, of this weight in total, had agreed at this
rate: no evidence is mild evidence. Inside cores, the rate is their density if that is higher:
verbatim passages convince without any rare word."""
_EDITED_ONCE = 0.97
_SEVERAL = 4
"""Where the density is at least this high, a single rare word that differs is a correction if at
least so many others agree."""
_PUT_IN = 0.92
"""Where the density is at least this high, a single rare word counts as put in if the other text
has no rare word in its place."""
_REFILL_DOUBT = 0.5
_SKELETON_LEVEL = 0.3
"""The share of the skeleton is smoothed as if one gram more were kept and so much of it found."""
_TELLING = 3.0
"""If rare words weigh less than this in total, density speaks less against a copy, and not at all
if there are none: a form filled in anew has other names and numbers."""
_CORRECTED, _OTHER = 0.15, 0.25
"""Numbers in the place of others are corrections, or written in another way, if at most the first share of
the numbers by weight differs. From the second share on, they tell of something else. On one host, they always
do: what it publishes again is seldom corrected."""
_SHORT_NUMBER = 0.5
"""What a number of one or two digits counts towards _SEVERAL."""

_UPDATED = 0.8
"""From this Jaccard similarity on, numbers in the place of others speak less against a copy, and not
at all where it is 1: a text that is otherwise the same was published again with later figures."""

CURVES: dict[str, Curve] = {
    "agreement": ((0.4, 0), (0.6, 0.2), (0.8, 0.7), (0.9, 1.4), (1, 2.6)),
    "number agreement": ((0.2, 0), (0.4, 0.5), (0.55, 1.2), (0.7, 3.4), (0.9, 4.8)),
    "lesser number agreement": ((0.3, 0), (0.5, 0), (0.75, 0.7), (0.95, 1.1)),
    "core agreement": ((0.6, 0), (0.7, 0.3), (0.8, 0.7), (0.9, 0.8), (1, 1.3)),
    "agreeing words": ((1, 0), (4, 0.3), (8, 0.6), (16, 1.5)),
    "strange words": ((0, 0), (0.5, -0.9)),
    "rarest words": ((0.6, 0), (0.8, 0.7)),
    "refilled": ((0, 0), (0.1, -0.8), (0.2, -1.3), (0.4, -1.5), (0.6, -1.7)),
    "refilled numbers": ((0, 0), (0.25, -1.2), (0.5, -1.9), (1, -2.1)),
    "commonplace": ((0, 0), (0.5, -2.8), (1, -4.1)),
    "larger cover": ((0, 0), (0.3, 0.5), (0.6, 1.8), (0.8, 2.9), (1, 4.1)),
    "smaller cover": ((0, 0), (0.3, 1.1), (0.5, 3.2), (0.7, 5.2)),
    "skeleton": ((0, 0), (0.1, 0), (0.2, 0.9), (0.3, 1.7), (0.4, 2.2)),
    "telling density": ((0.7, 0), (0.8, -0.8), (0.9, -2.3)),
    "telling unbroken": ((0, 0), (0.1, -0.6), (0.3, -1.3)),
}
"""The scorecard: points of each reading, as (reading, points) with straight lines between."""
BIAS = -14.4

_PART_BIAS = -72.25
_PART_COMMONPLACE, _PART_REFILLED, _PART_NUMBERS = -4.0, -8.0, -2.0
"""A passage that other stories have as well, such as what a site puts under all its articles, is
no part taken over, and neither is the wording that two filled-in forms share."""
_PART_AGREEMENT, _PART_DENSITY, _PART_EXPLAINED = 46.0, 15.5, 14.0
_TOGETHER: Curve = ((0, -2.6), (1.5, -0.6))
"""Points of a part that explains a text only together with others, by the weight of the agreeing
rare words inside its cores: reports of one event quote the same statements, and a statement has
few such words."""

_VERBATIM = 0.94
"""Density of a text whose words were left alone."""
_MOST_BREAKS = 1.5
"""How often the order of the common grams may break in a text whose sentences were left in place:
once, because a collision of two 14-bit hashes makes a break, too."""
_TAKEN, _FRAMED = 0.93, 0.82
"""The least core shares of the document and of the query at which the whole document was taken and
all that stands around it is a frame (dates, notices), not another text."""
_MIN_COMMON = 6
"""Fewer common grams in the samples prove nothing."""

_MUCH, _OTHER_NUMBERS = 0.3, 0.75
"""Two texts are one form filled in twice if common passages cover this share of both, or more, and
their numbers agree less. Passages without numbers count as 0.77, and rewritten copies that have
so much in common word for word agree as well, or better."""

_NOTICE = 0.2
"""The most that a notice scores, or a text of one form about somebody or something else: less than any preset
wants."""
_SAME_FORM = 0.85
"""The least density at which a name that a text repeats and the other lacks tells that it is about somebody
else. Where more words differ, a spinner may have replaced what looks like a name."""
_SAME_NUMBERS = 0.8
"""If the numbers agree so well or better, the same is told, under a name that was corrected, replaced or put in.
So well agree two of two, or five of six; no numbers count as 0.77."""
_OWN_BEGINNING = 0.1
"""Two texts of one host are two articles over the same notice if they end with it, verbatim, and each has a
beginning of its own that is so much of it, or more: news says first what it is about. Copies with tails
of their own begin alike."""
_LONGEST_NOTICE = 1200
"""In letters and digits, of which a Chinese, Japanese or Korean character counts as two. What is longer is
the body of an article, under another lead."""
_FILLED_IN = 0.5
"""Two texts of one host that are verbatim the same but for names of this weight or more, each in the place of
another, are two of its notices: another firm, place or person. One name that few stories have is enough, and no
weekday. Numbers alone tell nothing: a page shows its own views and times. A repost with a corrected name is of
another host, as a rule, or has another frame."""
_WRITTEN_OUT = 0.28
"""The most that a short text fills of a later one that has all of it and is an article of its own: what a firm
says of itself, on a page of that alone, or a flash that was written out. Several short texts together fill no
more of it."""
_BOILERPLATE, _MOST_BOILERPLATE = 8, 0.5
"""A short text that stands in so many other articles is what a firm or an agency says of itself: whoever
has it among more does not copy it, unless it fills more than this share."""
_WHOLLY = 0.97
"""The share of a text from which on it is taken for all of it: a passage ends with a gram, not with a
letter, and of a long text only a sample of the grams is known."""
_LONGEST_FRAME, _LEAST_HELD = 40, 0.7
"""What a short text has besides what a longer one took of it may be a frame, such as the dateline of a flash, if
it has so many letters and digits at most, of which a Chinese, Japanese or Korean character counts as two, and
the rest is this share of it or more."""

_MERGE_DENSITY, _MERGE_AGREEMENT, _MERGE_COMMON, _MERGE_SHARE = 0.85, 0.8, 8, 0.1
_MAX_MERGED = 4


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a query being a copy of one document.

    ``distance``: number of differing SimHash bits, None if either text has no SimHash.
    ``agreement``: share, by weight, of the rare words in and beside common passages that the other
    text has, on the side that agrees better; ``core_agreement``: the same inside cores.
    ``number_agreement``: the same as ``agreement`` of numbers alone; ``lesser_number_agreement``:
    that of the side that agrees worse. These four are in (0, 1], smoothed. ``agreeing``: weight of
    the rare words that agree, on the side of ``agreement``. ``strange``: weight of the rare words
    in and beside common passages that the other text lacks, on the side that has more of them.
    ``refilled``: weight of the rare words that one text has in the place of others, as a share of
    that weight and ``agreeing`` together, smoothed. ``refilled_numbers``: weight of the numbers in
    the place of other numbers, less where the texts are otherwise the same, or where few differ and they are of
    two hosts, 0 for a correction.
    ``commonplace``: share of the common phrases that other stories have, too. ``common_length``:
    letters and digits of what the texts have in common. ``is_of_host``: both are of one host, under
    two addresses. ``times_told``: how many other articles have the document, counted only if
    ``is_held``.
    """

    overlap: Overlap
    distance: int | None
    agreement: float
    number_agreement: float
    lesser_number_agreement: float
    core_agreement: float
    agreeing: float
    strange: float
    refilled: float
    refilled_numbers: float
    commonplace: float
    common_length: float
    is_of_host: bool
    times_told: int = 0

    @property
    def readings(self) -> dict[str, float]:
        """What the scorecard reads, by the name of its curve, in the order of CURVES."""
        found = self.overlap
        return {
            "agreement": self.agreement,
            "number agreement": self.number_agreement,
            "lesser number agreement": self.lesser_number_agreement,
            "core agreement": self.core_agreement,
            "agreeing words": self.agreeing,
            "strange words": self.strange,
            "rarest words": found.rarest,
            "refilled": self.refilled,
            "refilled numbers": self.refilled_numbers,
            "commonplace": self.commonplace,
            "larger cover": self.larger_cover,
            "smaller cover": self.smaller_cover,
            "skeleton": self.skeleton,
            "telling density": found.density * self.telling,
            "telling unbroken": found.unbroken * self.telling,
        }

    @property
    def whole(self) -> float:
        """The log-odds of a whole copy; minus infinity where too little is common."""
        if self.overlap.common < _MIN_COMMON:
            return -math.inf
        return BIAS + sequential_sum(map(points, CURVES.values(), self.readings.values()))

    def part(self, explained: float) -> float:
        """Return the log-odds of a partial copy.

        *explained*: see :func:`explained`. Minus infinity where too little is common.
        """
        if self.overlap.common < _MIN_COMMON:
            return -math.inf
        return max(
            self._part(self.explains),
            self._part(explained) + points(_TOGETHER, self.core_proof),
        )

    def _part(self, explained: float) -> float:
        return (
            _PART_AGREEMENT * self.core_agreement
            + _PART_DENSITY * self.overlap.density
            + _PART_EXPLAINED * explained
            + _PART_COMMONPLACE * self.commonplace
            + _PART_REFILLED * self.refilled
            + _PART_NUMBERS * self.refilled_numbers
            + _PART_BIAS
        )

    @property
    def is_refilled(self) -> bool:
        """Whether both texts say much in the same words with other numbers, as in a form."""
        return self.smaller_cover >= _MUCH and self.number_agreement < _OTHER_NUMBERS

    @property
    def own_beginning(self) -> float:
        """The share of each text before what they have in common, of the text where it is smaller."""
        return min(self.overlap.before_query, self.overlap.before_document)

    @property
    def is_notice(self) -> bool:
        """Whether what the texts have in common is likely to be a notice: a risk warning, or what a firm
        says of itself, below two articles of a host or on a page of its own.
        """
        return self.ends_both or self.is_written_out or self.is_boilerplate

    @property
    def ends_both(self) -> bool:
        """Whether both texts, of one host, end with the same short passage, each after a beginning of
        its own.
        """
        found = self.overlap
        return (
            self.is_of_host
            and self.common_length <= _LONGEST_NOTICE
            and self.own_beginning >= _OWN_BEGINNING
            and self.is_verbatim
            and found.before_query + found.core_query >= _WHOLLY
            and found.before_document + found.core_document >= _WHOLLY
        )

    @property
    def is_written_out(self) -> bool:
        """Whether the query extends the document, of the same host."""
        return self.is_of_host and self.extends

    @property
    def is_boilerplate(self) -> bool:
        """Whether the query has all of the document among more, as many other articles have it."""
        return self.times_told >= _BOILERPLATE and self.is_held

    @property
    def extends(self) -> bool:
        """Whether the query holds the document among much more."""
        return self.overlap.covered_query <= _WRITTEN_OUT and self.is_held

    @property
    def is_held(self) -> bool:
        """Whether the document is a short text of which the query has all, among as much again or more."""
        return (
            self.common_length <= _LONGEST_NOTICE
            and self.is_wholly_held
            and self.overlap.core_query <= _MOST_BOILERPLATE
            and self.is_verbatim
        )

    @property
    def is_wholly_held(self) -> bool:
        """Whether the query has all of the document, but for a frame such as a dateline."""
        share = self.overlap.core_document
        return share >= _WHOLLY or (
            share >= _LEAST_HELD and self.common_length * (1 - share) / share <= _LONGEST_FRAME
        )

    @property
    def is_next_of_form(self) -> bool:
        """Whether the texts are two notices of one host: they differ in little but the names filled in."""
        return self.is_of_host and self.differs_in_names

    @property
    def differs_in_names(self) -> bool:
        """Whether the texts differ in little but the names filled in, without a frame around either."""
        found = self.overlap
        return (
            found.density >= _VERBATIM
            and found.filled_in >= _FILLED_IN
            and min(found.core_query, found.core_document) >= _TAKEN
        )

    @property
    def is_of_another(self) -> bool:
        """Whether the query says in nearly the same words of somebody else what the document says."""
        found = self.overlap
        return (
            found.other_subjects > 0
            and found.density >= _SAME_FORM
            and self.number_agreement < _SAME_NUMBERS
        )

    @property
    def is_verbatim(self) -> bool:
        """Whether words and sentences of the common passages were left as they are."""
        breaks = (1 - self.overlap.order) * self.overlap.common
        return self.overlap.density >= _VERBATIM and breaks <= _MOST_BREAKS

    @property
    def telling(self) -> float:
        """How clearly, in [0, 1], rare words would tell two different texts apart: by their
        weight.
        """
        weight = max(self.overlap.rare.weight, self.overlap.query_rare.weight)
        return min(weight / _TELLING, 1.0)

    @property
    def skeleton(self) -> float:
        """The share of the document's skeleton that the query has, in (0, 1), smoothed."""
        found = self.overlap
        return (found.same_skeleton + _SKELETON_LEVEL) / (found.skeleton + 1)

    @property
    def core_proof(self) -> float:
        """The weight of the rare words inside cores that agree, of the side with more."""
        return max(self.overlap.core_rare.same_weight, self.overlap.query_core_rare.same_weight)

    @property
    def larger_cover(self) -> float:
        """The larger of the shares of the two texts that are in common passages."""
        return max(self.overlap.covered_query, self.overlap.covered_document)

    @property
    def smaller_cover(self) -> float:
        """The smaller of the shares of the two texts that are in common passages."""
        return min(self.overlap.covered_query, self.overlap.covered_document)

    @property
    def explains(self) -> float:
        """The share of a text that common passages explain: the larger of what they fill of the two. Of
        a text written out, all is known, and tells nothing.
        """
        found = self.overlap
        return (
            found.core_query if self.is_written_out else max(found.core_query, found.core_document)
        )

    def items(self) -> tuple[tuple[str, float], ...]:
        """Return the reasons as names and values, for tags and output."""
        found = self.overlap
        return (
            ("agreement", self.agreement),
            ("density", found.density),
            ("order", found.order),
            ("covered", found.covered_query),
            ("covered_source", found.covered_document),
            ("numbers", float(found.rare.numbers + found.rare.short_numbers)),
            ("same_numbers", float(found.rare.same_numbers + found.rare.same_short_numbers)),
            ("names", float(found.rare.names)),
            ("same_names", float(found.rare.same_names)),
            ("skeleton", self.skeleton),
            ("refilled", self.refilled),
            ("commonplace", self.commonplace),
            *((("own_beginning", self.own_beginning),) if self.ends_both else ()),
            *((("times_told", float(self.times_told)),) if self.is_boilerplate else ()),
            *((("filled_in", found.filled_in),) if self.is_next_of_form else ()),
            *((("other_subjects", float(found.other_subjects)),) if self.is_of_another else ()),
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """How surely a text copies another, each in [0, 1]: as a whole, and a part of it."""

    whole: float
    part: float

    def missed_by(self, thresholds: Thresholds) -> float:
        """How far the scores are from *thresholds*: the smaller of the two gaps, 0 for a copy."""
        return max(0.0, min(thresholds.whole - self.whole, thresholds.part - self.part))


@dataclass(frozen=True, slots=True)
class Finding:
    """A source: its place among the candidates, how it is copied, and the score in [0, 1]."""

    candidate: int
    kind: Kind
    score: float


def prepare(query: Profile, shares: Shares) -> kernel.Query:
    """A text that is ready to be compared with documents, its rare words weighed by *shares*."""
    return kernel.Query(query, weigh(query, shares))


def judge(
    query: Fingerprint,
    simhash: int | None,
    sketch: bytes | None,
    prepared: kernel.Query | None = None,
    commonplace: float = 0.0,
    *,
    is_of_host: bool = False,
) -> Evidence | None:
    """Compare *query* with a stored document; None if either is too short to be judged.

    *query* comes fresh from a :class:`~.fingerprint.Fingerprinter`, with its profile. *prepared*
    is what :func:`prepare` returns for it, once for many documents; by default, the word lists of
    its language weigh its words. *commonplace* is the share of the common phrases that other
    stories have, too. *is_of_host*: both are of one host, under two addresses.
    """
    if query.profile is None or sketch is None:
        return None
    found = (prepared or prepare(query.profile, ListedShares())).overlap(sketch)
    both = query.simhash is not None and simhash is not None
    rare, query_rare = found.rare, found.query_rare
    edited, query_edited = _is_correction(found, rare), _is_correction(found, query_rare)
    agreement, agreeing = max(
        (_agreement(rare, edited), rare.same_weight),
        (_agreement(query_rare, query_edited), query_rare.same_weight),
    )
    numbers = _number_agreement(rare, edited), _number_agreement(query_rare, query_edited)
    core_level = max(_DOUBT_LEVEL, found.density)
    return Evidence(
        overlap=found,
        distance=distance(query.simhash, simhash) if both else None,  # type: ignore[arg-type]
        agreement=agreement,
        number_agreement=max(numbers),
        lesser_number_agreement=min(numbers),
        core_agreement=max(
            _agreement(side, _is_correction(found, side), core_level)
            for side in (found.core_rare, found.query_core_rare)
        ),
        agreeing=agreeing,
        strange=max(rare.weight - rare.same_weight, query_rare.weight - query_rare.same_weight),
        refilled=found.refilled / (found.refilled + agreeing + _REFILL_DOUBT),
        refilled_numbers=0.0
        if edited and query_edited
        else found.refilled_numbers
        * _otherness(found.jaccard)
        * (1.0 if is_of_host else _refilling(found)),
        commonplace=commonplace,
        common_length=found.core_query * query.length,
        is_of_host=is_of_host,
    )


def at_home(evidence: Evidence) -> Evidence:
    """The *evidence* of a text if its host has the document, too, perhaps not as the first: what they have
    in common may be the host's notice, or its form.

    Numbers in the place of others count as for texts of two hosts: pages for two devices show
    numbers of their own.
    """
    return replace(evidence, is_of_host=True)


def conclude(
    candidates: Sequence[Evidence | None], thresholds: Thresholds = PRESETS["balanced"]
) -> list[Finding]:
    """Return the sources among the *candidates*, beginning with the one that holds most of the
    query: those that it reposts come first, those that it extends last.

    Candidates that explain the query only together are sources together or not at all.
    """
    found: list[tuple[Evidence, Finding]] = []
    for number, (evidence, score) in enumerate(zip(candidates, scores(candidates), strict=True)):
        if evidence is None or score is None:
            continue
        is_whole = score.whole >= thresholds.whole
        if is_whole or score.part >= thresholds.part:
            kind = _kind(evidence, is_whole=is_whole)
            found.append((evidence, Finding(number, kind, max(score.whole, score.part))))
    extends = all(finding.kind is Kind.EXTENDED for _, finding in found)
    if len(found) > 1 and extends and _known(found) > _WRITTEN_OUT:
        # A merger of short texts has too little of its own.
        found = [(evidence, replace(one, kind=Kind.PARTIAL)) for evidence, one in found]
    found.sort(key=_place)
    return [finding for _, finding in found]


def _known(found: Sequence[tuple[Evidence, Finding]]) -> float:
    """The share of a text that its sources fill together."""
    maps = (evidence.overlap.map for evidence, _ in found)
    return reduce(or_, maps).bit_count() / MAP_SIZE


def _place(found: tuple[Evidence, Finding]) -> tuple[int, float, float, int]:
    """What the sources of a text are sorted by. Of a flash, an article that extends it holds as much as
    the flash itself.
    """
    overlap, finding = found[0].overlap, found[1]
    rank = {Kind.REPOST: 0, Kind.EXTENDED: 2}.get(finding.kind, 1)
    return rank, -overlap.containment, -overlap.jaccard, finding.candidate


def scores(candidates: Sequence[Evidence | None]) -> list[Scores | None]:
    """Return how surely a text copies each of the *candidates*, None where there is no evidence."""
    return [
        None if evidence is None else _scores(evidence, share)
        for evidence, share in zip(candidates, explained(candidates), strict=True)
    ]


def _scores(evidence: Evidence, explained: float) -> Scores:
    whole, part = probability(evidence.whole), probability(evidence.part(explained))
    # An article merged of several has parts of them that are no notice.
    if (
        evidence.is_of_another
        or evidence.is_next_of_form
        or (evidence.is_notice and explained <= evidence.explains)
    ):
        whole, part = min(whole, _NOTICE), min(part, _NOTICE)
    return Scores(whole, part)


def _is_correction(found: Overlap, side: RareWords) -> bool:
    """Whether *side* has at most one rare word that the other lacks, as corrected or put in."""
    if side.strangers > 1:
        return False
    same = side.same_names + side.same_numbers + _SHORT_NUMBER * side.same_short_numbers
    corrected = found.density >= _EDITED_ONCE and same >= _SEVERAL
    return corrected or (found.density >= _PUT_IN and found.refilled == 0)


def _otherness(jaccard: float) -> float:
    """How far, in [0, 1], two texts of this Jaccard similarity differ in more than their figures."""
    return min((1 - jaccard) / (1 - _UPDATED), 1.0)


def _refilling(found: Overlap) -> float:
    """How far, in [0, 1], numbers in the place of others are more than corrections."""
    refilled = found.refilled_numbers
    same = max(found.rare.same_number_weight, found.query_rare.same_number_weight)
    share = refilled / (refilled + same) if refilled else 0.0
    return min(max((share - _CORRECTED) / (_OTHER - _CORRECTED), 0.0), 1.0)


def _agreement(side: RareWords, is_edited: bool, level: float = _DOUBT_LEVEL) -> float:
    return _smoothed(side.weight if is_edited else side.same_weight, side.weight, level)


def _number_agreement(side: RareWords, is_edited: bool) -> float:
    same = side.number_weight if is_edited else side.same_number_weight
    return _smoothed(same, side.number_weight)


def _smoothed(same: float, weight: float, level: float = _DOUBT_LEVEL) -> float:
    return (same + _DOUBT * level) / (weight + _DOUBT)


def _kind(evidence: Evidence, *, is_whole: bool) -> Kind:
    found = evidence.overlap
    if not evidence.is_verbatim:
        return Kind.SPUN if is_whole else Kind.PARTIAL
    # A text without numbers and names has few points as a whole copy, and may be one nevertheless.
    framed = found.core_document >= _TAKEN and found.core_query >= _FRAMED
    if framed:
        return Kind.REPOST
    return Kind.EXTENDED if evidence.extends and not evidence.is_of_host else Kind.PARTIAL


def explained(candidates: Sequence[Evidence | None]) -> list[float]:
    """Return what share of a text each candidate explains.

    This is the larger of the core shares of the two texts or, for candidates whose passages add
    up, the share of the query that they fill together if that is larger.
    """
    shares = [0.0 if evidence is None else evidence.explains for evidence in candidates]
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
    if len(used) >= 2:
        for number in used:
            shares[number] = max(shares[number], covered.bit_count() / MAP_SIZE)
    return shares
