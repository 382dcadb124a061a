"""From what a text tells again to how surely it is a rewritten copy.

A scorecard as that of :mod:`scrapy_neardup.core.verdict.verify`: each reading gives points, in
log-odds, along a curve that only rises. Fitted by logistic regression on articles that language
models had written again at three levels, against reports of one event, forms, round-ups and
nearest neighbours; the points are those figures, rounded. ``python -m benchmarks.quality.rewriting``
measures what they find.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scrapy_neardup.core.verdict.verify import Curve, points

if TYPE_CHECKING:
    from scrapy_neardup.core.rewriting.evidence import Evidence

CURVES: dict[str, Curve] = {
    "numbers": ((0.3, 0), (0.5, 1.1), (0.6, 3.5), (0.8, 5.2), (0.9, 6.8), (0.97, 8.6)),
    "counterparts": ((0.2, 0), (0.4, 0.5), (0.6, 2), (0.75, 2.9)),
    "covered": ((0.2, 0), (0.4, 0.6), (0.6, 0.9), (0.8, 1.6), (1, 1.8)),
    "wording": ((-0.5, 0), (0, 1.3), (0.5, 2.2), (1, 3.5), (1.5, 6.1), (2.2, 6.9)),
}
"""Points of each reading, as (reading, points) with straight lines between."""
BIAS = -13.5


def score(evidence: Evidence) -> float:
    """How surely a text is a rewritten copy, in [0, 1]."""
    readings = evidence.readings
    log_odds = BIAS + sum(points(curve, readings[name]) for name, curve in CURVES.items())
    return 1 / (1 + math.exp(-log_odds))
