"""Which of the phrases that a text shares with a source stand in other stories as well.

A site puts the same lines under all articles of a topic, an agency fills in the same form every
day: what many stories have in common proves no copy of one of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.sketch import phrase_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

OTHERS = 3
"""A phrase that so many other stories have is common."""
MOST_OF_A_HOST = 2
"""Stories of a foreign host that count: who would hide copies of an article by posting its
phrases needs several hosts. A text's own host counts as often as it repeats itself."""


def commonplace(
    query: bytes, own_host: str, candidates: Sequence[tuple[bytes | None, str]]
) -> list[float]:
    """For each of the *candidates* the share, in [0, 1], of the phrases common with *query* that
    are common: see :data:`OTHERS`.

    *candidates* are the sketches and hosts of different stories, *query* is a sketch, too; 0 for
    one without a common phrase.
    """
    if len(candidates) <= OTHERS:
        return [0.0] * len(candidates)
    asked = {*phrase_keys(query).tolist()}
    stories: Counter[int] = Counter()
    seen: Counter[str] = Counter()
    found = []
    for sketch, host in candidates:
        common = asked.intersection(() if sketch is None else phrase_keys(sketch).tolist())
        seen[host] += 1
        counts = host == own_host or seen[host] <= MOST_OF_A_HOST
        if counts:
            stories.update(common)
        # A candidate is no other story to itself.
        found.append((common, OTHERS + counts))
    return [
        sum(stories[phrase] >= least for phrase in common) / max(len(common), 1)
        for common, least in found
    ]
