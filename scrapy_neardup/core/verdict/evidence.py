"""What two texts have in common, weighed: the evidence that one copies the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints.simhash import distance_if_any
from scrapy_neardup.core.verdict.overlap import VERSION, Overlap, RareWords
from scrapy_neardup.core.verdict.word_weights import ListedShares, weigh

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.fingerprints.profile import Profile
    from scrapy_neardup.core.verdict import reference as kernel
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

VERBATIM = 0.94
"""Density of a text whose words were left alone."""
_MOST_BREAKS = 1.5
"""How often the order of the common grams may break in a text whose sentences were left in place:
once, because a collision of two 14-bit hashes makes a break, too."""


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
    two hosts, 0 for a correction. ``kept_numbers``: of the numbers that have the same place in both texts, the
    share that are the same there, in (0, 1), smoothed: 0.5 if there are none; others count less where the texts
    are otherwise the same and of two hosts.
    ``commonplace``: share of the common phrases that other stories have, too. ``common_length``:
    letters and digits of what the texts have in common. ``is_of_host``: both are of one host, under
    two addresses. ``times_told``: how many other articles have the document, counted only if the
    query has all of it among more (:func:`.notices.is_held`).
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
    kept_numbers: float
    commonplace: float
    common_length: float
    is_of_host: bool
    times_told: int = 0

    @property
    def own_beginning(self) -> float:
        """The share of each text before what they have in common, of the text where it is smaller."""
        return min(self.overlap.before_query, self.overlap.before_document)

    @property
    def own_rest(self) -> float:
        """The share of each text, from where what they have in common begins, that the other lacks; of the text
        where it is smaller.
        """
        found = self.overlap
        return 1 - max(
            found.before_query + found.core_query, found.before_document + found.core_document
        )

    @property
    def is_verbatim(self) -> bool:
        """Whether words and sentences of the common passages were left as they are."""
        breaks = (1 - self.overlap.order) * self.overlap.common
        return self.overlap.density >= VERBATIM and breaks <= _MOST_BREAKS

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
    def same_number_weight(self) -> float:
        """The weight of the numbers that agree, of the side with more."""
        found = self.overlap
        return max(found.rare.same_number_weight, found.query_rare.same_number_weight)

    @property
    def larger_cover(self) -> float:
        """The larger of the shares of the two texts that are in common passages."""
        return max(self.overlap.covered_query, self.overlap.covered_document)

    @property
    def smaller_cover(self) -> float:
        """The smaller of the shares of the two texts that are in common passages."""
        return min(self.overlap.covered_query, self.overlap.covered_document)


def prepare(query: Profile, shares: Shares, *, is_of_host: bool = False) -> kernel.Query:
    """A text that is ready to be compared with documents, its rare words weighed by *shares*.

    *is_of_host*: these documents are of its own host, so the words of its title tell it from them, too.
    """
    topics = query.topics.subjects() if is_of_host and query.topics is not None else None
    if topics is not None:
        query = replace(query, subjects=topics)
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

    *query* comes fresh from a :class:`~.fingerprint.Fingerprinter`, with its profile. *prepared* is
    what :func:`prepare` makes of it, with the same *is_of_host*, once for many documents; by default,
    the word lists of its language weigh its words. *commonplace* is the share of the common phrases
    that other stories have, too. *is_of_host*: both are of one host, under two addresses.
    """
    if query.profile is None or sketch is None:
        return None
    if prepared is None:
        prepared = prepare(query.profile, ListedShares(), is_of_host=is_of_host)
    found = prepared.overlap(sketch)
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
        distance=distance_if_any(query.simhash, simhash),
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
        kept_numbers=_share_kept(found, is_of_host),
        commonplace=commonplace,
        common_length=found.core_query * query.length,
        is_of_host=is_of_host,
    )


def at_home(evidence: Evidence) -> Evidence:
    """The *evidence* of a text whose host has the document, too, perhaps as a copy of another host's: what
    the two have in common may be a notice or a form of the host.

    Numbers in the place of others count as for texts of two hosts: pages for two devices show
    numbers of their own.
    """
    return replace(evidence, is_of_host=True)


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


def _share_kept(found: Overlap, is_of_host: bool) -> float:
    changed = found.changed_numbers * (1.0 if is_of_host else _otherness(found.jaccard))
    return (found.kept_numbers + 1) / (found.kept_numbers + changed + 2)


def _agreement(side: RareWords, is_edited: bool, level: float = _DOUBT_LEVEL) -> float:
    return _smoothed(side.weight if is_edited else side.same_weight, side.weight, level)


def _number_agreement(side: RareWords, is_edited: bool) -> float:
    same = side.number_weight if is_edited else side.same_number_weight
    return _smoothed(same, side.number_weight)


def _smoothed(same: float, weight: float, level: float = _DOUBT_LEVEL) -> float:
    return (same + _DOUBT * level) / (weight + _DOUBT)
