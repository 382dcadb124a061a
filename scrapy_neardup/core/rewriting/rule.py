"""From what a text tells again to how surely it is a rewritten copy.

A scorecard as that of :mod:`scrapy_neardup.core.verdict.verify`: each reading gives points, in
log-odds, along a curve that only rises, or only falls.
``python -m benchmarks.quality.rewriting_fit`` fits it by logistic regression on articles that
language models had written again at three levels, against reports of one event, forms, round-ups
and whatever else the index compares; the points are those figures, rounded.
``python -m benchmarks.quality.rewriting`` measures what they find.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scrapy_neardup.core.verdict.verify import Curve, points, probability

if TYPE_CHECKING:
    from scrapy_neardup.core.rewriting.evidence import Evidence

CURVES: dict[str, Curve] = {
    "numbers": ((0.3, 0), (0.5, 1.3), (0.6, 2.5), (0.7, 3.1), (0.8, 4), (0.9, 4.9), (0.97, 5.7)),
    "other numbers": ((1, 0), (7, -0.8), (14, -1.1), (25, -1.9)),
    "counterparts": ((0.1, 0), (0.25, 0), (0.4, 1.3), (0.55, 3.3), (0.7, 4.7), (0.85, 5.4)),
    "covered": ((0.1, 0), (0.3, 0.7), (0.5, 1.6), (0.7, 2.1), (0.85, 2.9)),
    "wording": ((-0.5, 0), (0, 0.1), (0.5, 1.3), (1, 3.7), (1.5, 5.9), (2.2, 6.9)),
    "same words": ((0.2, 0), (0.4, -2), (0.65, -3.3)),
    "tied": ((0, 0), (0.2, 0.4), (0.5, 1)),
    "sentences": ((3, 0), (6, 1), (10, 3.3)),
    "source's sentences": ((15, 0), (40, -1.9)),
}
"""Points of each reading, as (reading, points) with straight lines between.

Few sentences are little evidence: by chance each finds a counterpart. A long source has more of anything
by chance."""
BIAS = -15.4
_ALL_OTHERS = -math.log(3)
"""What a text with numbers reaches at most if all are others, as log-odds: a score of a quarter."""


def score(evidence: Evidence) -> float:
    """How surely a text is a rewritten copy, in [0, 1]."""
    readings = evidence.readings
    log_odds = BIAS + sum(points(curve, readings[name]) for name, curve in CURVES.items())
    if evidence.numbers > 1 and not evidence.same_numbers:
        log_odds = min(log_odds, _ALL_OTHERS)
    return probability(log_odds)
