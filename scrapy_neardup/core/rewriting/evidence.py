"""What a text tells that a stored article told before.

Each reading is a share or a difference of log-odds, so that short and long articles, and languages
with many words and few, are read alike.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.rewriting.telling import numbered, weight_and_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from scrapy_neardup.core.rewriting.telling import Telling, Told

_DOUBT, _DOUBT_LEVEL = 2.0, 0.6
"""Numbers are counted as if two more agreed at this rate: few numbers are little evidence."""
_COUNTERPART = 0.12
"""The least share of a sentence that its counterpart has."""
_COVERED = 0.2
"""The same, for the counterpart to count as taken over."""
_LEAST_ODDS = 0.05
LEAST_TERMS, LEAST_SENTENCES = 20, 3
"""A text with fewer is not judged."""
SHORTEST, LONGEST = 0.35, 1.8
"""How long a copy is against its source, by the weight of their terms, to be judged: a note that a
long article has too is no retelling of it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a text being one article, rewritten.

    ``numbers``: how many different numbers it has; ``same_numbers``: how many of these the article
    has. ``sentences``: how many it has; ``paired``: how many of these and of the article's are each
    other's counterparts; ``pairing``: the share of its weight that stands in those. ``covered``: the
    share of the article that it takes over, given its length. ``wording``: by how much it has the
    article's words rather than its phrases, a difference of log-odds.
    """

    numbers: int
    same_numbers: int
    sentences: int
    paired: int
    pairing: float
    covered: float
    wording: float

    @property
    def number_agreement(self) -> float:
        """The share of its numbers that the article has, smoothed."""
        return (self.same_numbers + _DOUBT * _DOUBT_LEVEL) / (self.numbers + _DOUBT)

    @property
    def readings(self) -> dict[str, float]:
        """What the scorecard reads, by the name of its curve."""
        return {
            "numbers": self.number_agreement,
            "counterparts": self.pairing,
            "covered": self.covered,
            "wording": self.wording,
        }

    def items(self) -> tuple[tuple[str, float], ...]:
        """The reasons as names and values, for tags and output."""
        return (
            ("numbers", float(self.numbers)),
            ("same_numbers", float(self.same_numbers)),
            ("sentences", float(self.sentences)),
            ("counterparts", float(self.paired)),
            ("covered_source", self.covered),
            ("new_wording", 1 / (1 + math.exp(-self.wording))),
        )


def compare(telling: Telling, told: Told) -> Evidence | None:
    """What *telling* has of the article of *told*; None where either is too short, or where their
    lengths are too different.
    """
    kept = telling.ranks <= told.limit
    items, weights = telling.items[kept], telling.weights[kept]
    if min(len(items), len(told.items)) < LEAST_TERMS or len(told.sums) < LEAST_SENTENCES:
        return None
    sentences = numbered(telling.sentences[kept])
    count = int(sentences[-1]) + 1
    if count < LEAST_SENTENCES:
        return None
    weight, length = weight_and_length(items, weights)
    relative = (weight + 1) / (told.weight + 1)
    if not SHORTEST <= relative <= LONGEST:
        return None
    sums = np.bincount(sentences, weights, count)
    stands = np.zeros(1 << 16, np.bool_)
    stands[told.items] = True
    common = stands[items]
    asked = np.zeros(1 << 16, np.bool_)
    asked[items[common]] = True
    back = asked[told.items]

    is_number = telling.is_number[kept]
    own_numbers = np.unique(items[is_number])
    same_numbers = int(stands[own_numbers].sum())

    here = _by_item(items[common].tolist(), sentences[common].tolist())
    there = _by_item(told.items[back].tolist(), told.sentences[back].tolist())
    weight_of = dict(zip(items[common].tolist(), weights[common].tolist(), strict=True))
    # What stands in many sentences tells little of where one was taken from.
    local = {
        item: weight / math.sqrt(max(len(here[item]), len(there[item])))
        for item, weight in weight_of.items()
    }
    spread = np.bincount(items, minlength=1 << 16)[items]
    spread[common] = [max(len(here[item]), len(there[item])) for item in items[common].tolist()]
    local_sums = np.bincount(sentences, weights / np.sqrt(spread), count)
    best = _counterparts(here, there, local)
    best_back = _counterparts(there, here, local)
    pairing, paired = 0.0, 0
    for sentence, (counterpart, shared) in best.items():
        if (
            shared > _COUNTERPART * float(local_sums[sentence])
            and best_back[counterpart][0] == sentence
        ):
            pairing += float(local_sums[sentence])
            paired += 1
    covering = {
        counterpart
        for sentence, (counterpart, shared) in _counterparts(here, there, weight_of).items()
        if shared > _COVERED * float(sums[sentence])
    }
    covered = float(told.sums[list(covering)].sum()) / max(float(told.sums.sum()), 1.0)
    squares = sum(weight * weight for weight in weight_of.values())
    cosine = squares / max(length * told.length, 1e-9)
    own, others = _pairs(items, sentences), _pairs(told.items, told.sentences)
    phrases = len(np.intersect1d(own, others)) / max(min(len(own), len(others)), 1)
    return Evidence(
        numbers=len(own_numbers),
        same_numbers=same_numbers,
        sentences=count,
        paired=paired,
        pairing=pairing / max(float(local_sums.sum()), 1e-9),
        covered=min(1.0, covered / min(relative, 1.0)),
        wording=_log_odds(cosine) - _log_odds(phrases),
    )


def _by_item(items: Iterable[int], sentences: Iterable[int]) -> dict[int, list[int]]:
    """The sentences in which each item stands."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for item, sentence in zip(items, sentences, strict=True):
        found[item].append(sentence)
    return found


def _counterparts(
    here: dict[int, list[int]], there: dict[int, list[int]], weight: dict[int, float]
) -> dict[int, tuple[int, float]]:
    """For each sentence that has any, the one over there of most weight in common, the first of
    several, and that weight.
    """
    shared: defaultdict[int, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    for item, places in here.items():
        for sentence in places:
            row = shared[sentence]
            for other in there[item]:
                row[other] += weight[item]
    return {
        sentence: max(row.items(), key=lambda pair: (pair[1], -pair[0]))
        for sentence, row in shared.items()
    }


def _pairs(
    items: NDArray[np.uint16], sentences: Sequence[int] | NDArray[np.int64]
) -> NDArray[np.uint32]:
    """The different pairs of neighbours within a sentence, 32 bits each."""
    beside = np.diff(sentences) == 0
    return np.unique(items[:-1][beside].astype(np.uint32) << 16 | items[1:][beside])


def _log_odds(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return math.log((share + _LEAST_ODDS) / (1 + _LEAST_ODDS - share))
