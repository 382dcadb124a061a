"""Which of the phrases that a text shares with a source stand in other stories as well.

A site puts the same lines under all articles of a topic, an agency fills in the same form every
day: what many stories have in common proves no copy of one of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.sketch import phrase_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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
    asked = phrase_keys(query)
    has = np.array([_members(asked, sketch) for sketch, _ in candidates])
    counts = np.zeros(len(candidates), np.intp)
    seen: Counter[str] = Counter()
    for number, (_, host) in enumerate(candidates):
        seen[host] += 1
        counts[number] = host == own_host or seen[host] <= MOST_OF_A_HOST
    stories = counts @ has
    # A candidate is no other story to itself.
    others = stories - counts[:, None] * has
    common = (others >= OTHERS) & has
    shares: list[float] = (common.sum(axis=1) / np.maximum(has.sum(axis=1), 1)).tolist()
    return shares


def _members(asked: NDArray[np.uint32], sketch: bytes | None) -> NDArray[np.intp]:
    if sketch is None or not len(asked):
        return np.zeros(len(asked), np.intp)
    known = phrase_keys(sketch)
    if not len(known):
        return np.zeros(len(asked), np.intp)
    place = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    members: NDArray[np.intp] = (known[place] == asked).astype(np.intp)
    return members
