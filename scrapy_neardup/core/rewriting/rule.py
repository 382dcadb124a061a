"""Scores how surely a text is a rewritten copy, from what it tells again.

A scorecard (:mod:`scrapy_neardup.core.verdict.scorecard`) whose curves only rise, or only fall.
``python -m benchmarks.quality.rewriting_fit`` fits it by logistic regression on articles that
language models had written again at three levels, in part or as a whole, and on reports, columns and
essays that were washed or rewritten by hand, against reports of one event, forms, round-ups, other articles on one
topic and whatever else the index compares. The points are those figures, rounded. Which pairs are
compared depends a little on the rule itself, so a new fit differs from it by 0.1 here and there.
``python -m benchmarks.quality.rewriting`` measures what they find.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scrapy_neardup.core.rewriting.evidence import LEAST_ALIGNED
from scrapy_neardup.core.sequential_sum import sequential_sum
from scrapy_neardup.core.verdict.scorecard import Curve, points, probability

if TYPE_CHECKING:
    from scrapy_neardup.core.rewriting.evidence import Evidence

CURVES: dict[str, Curve] = {
    "numbers": ((0.3, 0), (0.5, 1.5), (0.6, 2.5), (0.7, 3), (0.8, 4.3), (0.9, 5.3), (0.97, 6.5)),
    "other numbers": ((1, 0), (7, -1.1), (14, -1.5), (25, -2.9)),
    "counterparts": ((0.1, 0), (0.25, 1.4), (0.4, 2.2), (0.55, 4), (0.7, 5.7), (0.85, 6.3)),
    "covered": ((0.1, 0), (0.3, 0), (0.5, 0.8), (0.7, 1.2), (0.85, 1.2)),
    "wording": ((-0.5, 0), (0, 0.1), (0.5, 2.7), (1, 5.4), (1.5, 7.9), (2.2, 8.8)),
    "same words": ((0.2, 0), (0.4, -2.7), (0.65, -4.9)),
    "tied": ((0, 0), (0.2, 0), (0.5, 0.8)),
    "in order": ((3, 0), (6, 0.8), (9, 0.8), (14, 1.1)),
    "distinct": ((0.05, 0), (0.1, 0.7), (0.2, 1.5), (0.3, 3.3)),
    "aligned": ((0, 0), (2, 0.8), (4, 1.5), (8, 3.1), (14, 3.6)),
    "sentences": ((3, 0), (6, 1.7), (10, 3.9), (20, 5.2), (40, 7.6)),
    "source's sentences": ((15, 0), (40, -2.6)),
}
"""Points of each reading, as (reading, points) with straight lines between.

Few sentences are little evidence: by chance each finds a counterpart. A long source has more of anything
by chance."""
BIAS = -18.6
_LEAST_TIED = 0.2
"""The least share of tied sentences. A text without numbers has it, or LEAST_ALIGNED, if it is a copy. Else
nothing rare speaks for it: the sentences of two horoscopes, or of two warnings of the police, have a word
each in common."""
_TELLING_NUMBERS = 4.0
"""The weight of numbers that tell a story: "one" and "three" do not."""
UNLIKELY = 0.25
"""The most that a text scores with two or more numbers that tell and are all others, or without numbers if
too few of its sentences are tied or in order, or if it is a page of the same form."""
_PART = math.log(2.5)
"""What a part of a text lacks in log-odds: of all its runs of sentences, the likest was compared."""


def score(evidence: Evidence) -> float:
    """How surely a text is a rewritten copy, in [0, 1]."""
    readings = evidence.readings
    log_odds = BIAS + sequential_sum(
        points(curve, readings[name]) for name, curve in CURVES.items()
    )
    if evidence.part < 1:
        log_odds -= _PART
    return probability(min(log_odds, most_log_odds(evidence)))


def most_log_odds(evidence: Evidence) -> float:
    """What a text reaches at most, whatever its readings."""
    all_others = (
        evidence.numbers > 1
        and not evidence.same_numbers
        and evidence.number_weight >= _TELLING_NUMBERS
    )
    nothing_rare = (
        not evidence.numbers
        and evidence.readings["tied"] < _LEAST_TIED
        and evidence.alignment < LEAST_ALIGNED
    )
    if all_others or nothing_rare or evidence.refilled:
        return math.log(UNLIKELY / (1 - UNLIKELY))
    return math.inf
