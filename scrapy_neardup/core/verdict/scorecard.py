"""Scorecards: each reading of the evidence gives points, in log-odds, along a curve; their sum is how sure
a verdict is.
"""

from __future__ import annotations

import math
from bisect import bisect_right

Curve = tuple[tuple[float, float], ...]
"""Points of a reading, as (reading, points), ascending, with straight lines between."""


def falls(curve: Curve) -> bool:
    """Whether a higher reading speaks against what is scored: the points only fall, else they only rise."""
    return curve[-1][1] < curve[0][1]


def points(curve: Curve, reading: float) -> float:
    """The points of a *reading*; beyond the ends of a curve, the points of that end."""
    # Behind every point of the curve with that reading or a lesser one.
    place = bisect_right(curve, (reading, math.inf))
    if place == 0:
        return curve[0][1]
    if place == len(curve):
        return curve[-1][1]
    (low, least), (high, most) = curve[place - 1], curve[place]
    return least + (most - least) * (reading - low) / (high - low)


def probability(log_odds: float) -> float:
    """The probability, in [0, 1], that these *log_odds* stand for."""
    return 1 / (1 + math.exp(-log_odds))
