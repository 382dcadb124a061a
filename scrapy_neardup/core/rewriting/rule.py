"""From what a text tells again to how surely it is a rewritten copy.

A scorecard as that of :mod:`scrapy_neardup.core.verdict.verify`: each reading gives points, in
log-odds, along a curve that only rises. ``python -m benchmarks.quality.rewriting_fit`` fits it by
logistic regression on articles that language models had written again at three levels, against
reports of one event, forms, round-ups and whatever else the index compares; the points are those
figures, rounded. ``python -m benchmarks.quality.rewriting`` measures what they find.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scrapy_neardup.core.verdict.verify import Curve, points

if TYPE_CHECKING:
    from scrapy_neardup.core.rewriting.evidence import Evidence

CURVES: dict[str, Curve] = {
    "numbers": ((0.3, 0), (0.5, 1), (0.6, 3.3), (0.7, 3.3), (0.8, 4.9), (0.9, 6), (0.97, 6.8)),
    "counterparts": ((0.1, 0), (0.25, 0), (0.4, 1.8), (0.55, 3.7), (0.7, 4.8)),
    "covered": ((0.1, 0), (0.3, 0.7), (0.5, 1.4), (0.7, 2.6), (0.85, 2.7)),
    "wording": ((-0.5, 0), (0, 0.4), (0.5, 1.8), (1, 4.8), (1.5, 7.1), (2.2, 7.3)),
}
"""Points of each reading, as (reading, points) with straight lines between. The end of the last one
is lower by 0.8 than fitted: a text whose numbers are all others is no copy, whatever else it has."""
BIAS = -14.9


def score(evidence: Evidence) -> float:
    """How surely a text is a rewritten copy, in [0, 1]."""
    readings = evidence.readings
    log_odds = BIAS + sum(points(curve, readings[name]) for name, curve in CURVES.items())
    return 1 / (1 + math.exp(-log_odds))
