"""Units of measure that one house writes in letters and another in Chinese: 3km and 3公里."""

from __future__ import annotations

IN_CHINESE = dict(
    zip(
        ["mm", "ml", "mg", "cm", "km", "kg", "m", "g", "l", "t", "m2", "m3", "km2", "cm2", "cm3"],
        "毫毫毫厘公公米克升吨平立平平立",
        strict=True,
    )
)
"""The first character of each unit's Chinese name, which stands for the unit of a short number."""
LONGEST = max(map(len, IN_CHINESE))
