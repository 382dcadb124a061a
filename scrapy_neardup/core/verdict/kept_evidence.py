"""What a copy's record keeps of the evidence for its best source, in a few bytes.

A version, then for each reason its place in NAMES and its value, a byte each. So reasons can be
added at the end of NAMES, and what an older program wrote is still read. Postings depend on some of
them (:attr:`.Record.repeats`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Match

_VERSION = 1
_PARTS = 250
"""Shares are kept in 250ths."""

NAMES = (
    "distance",
    "jaccard",
    "containment",
    "agreement",
    "density",
    "order",
    "covered",
    "covered_source",
    "numbers",
    "same_numbers",
    "names",
    "same_names",
    "refilled",
    "commonplace",
    "sentences",
    "counterparts",
    "new_wording",
    "skeleton",
    "part",
    "aligned",
)
"""The reasons that are kept, each at its place for ever."""
NOT_KEPT = frozenset(
    {
        "kept_numbers",
        "own_beginning",
        "own_rest",
        "times_told",
        "filled_in",
        "agreeing",
        "other_subjects",
    }
)
"""The reasons that only few verdicts have, and that ``why`` tells only where a text was kept."""
_COUNTS = frozenset(
    {
        "distance",
        "numbers",
        "same_numbers",
        "names",
        "same_names",
        "sentences",
        "counterparts",
        "aligned",
    }
)
"""The reasons that are whole numbers, where 255 means 255 or more; the others are shares."""


def pack(match: Match) -> bytes:
    """The evidence of *match*, at most two bytes a reason."""
    reasons = {
        "distance": match.distance,
        "jaccard": match.jaccard,
        "containment": match.containment,
        **dict(match.evidence),
    }
    packed = bytearray([_VERSION])
    for place, name in enumerate(NAMES):
        value = reasons.get(name)
        if value is not None:
            scaled = round(value if name in _COUNTS else value * _PARTS)
            packed += bytes([place, min(max(scaled, 0), 255)])
    return bytes(packed)


def unpack(data: bytes) -> dict[str, float]:
    """The reasons that :func:`pack` kept, by name. Reasons that a later version added are left
    out; data of another form has none.
    """
    if not data or data[0] != _VERSION:
        return {}
    return {
        NAMES[place]: float(value) if NAMES[place] in _COUNTS else value / _PARTS
        for place, value in zip(data[1::2], data[2::2], strict=False)
        if place < len(NAMES)
    }
