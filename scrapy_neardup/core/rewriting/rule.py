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
    "numbers": ((0.3, 0), (0.5, 1.4), (0.6, 2.7), (0.7, 3.2), (0.8, 4.3), (0.9, 5.3), (0.97, 6)),
    "counterparts": ((0.1, 0), (0.25, 0), (0.4, 0.8), (0.55, 2.9), (0.7, 4.1), (0.85, 4.7)),
    "covered": ((0.1, 0), (0.3, 0.3), (0.5, 0.9), (0.7, 1.2), (0.85, 2.2)),
    "wording": ((-0.5, 0), (0, 0.1), (0.5, 1.3), (1, 4.2), (1.5, 6.2), (2.2, 6.2)),
    "sentences": ((3, 0), (6, 2.5), (10, 4.9)),
}
"""Points of each reading, as (reading, points) with straight lines between. The end of wording is
lower by 1.3 than fitted: a text whose numbers are all others is no copy, whatever else it has.

Few sentences are little evidence. Held out by story, L2 gains 5 points and what is taken wrongly
stays, against shares of sentences that count as if three more had no counterpart."""
BIAS = -18.1


def score(evidence: Evidence) -> float:
    """How surely a text is a rewritten copy, in [0, 1]."""
    readings = evidence.readings
    log_odds = BIAS + sum(points(curve, readings[name]) for name, curve in CURVES.items())
    return 1 / (1 + math.exp(-log_odds))
