"""How to find names in Korean, which has no capitals, and the particles behind them.

A word is a stem with particles or endings, and a list of the commonest words has the common stems.
A word is mostly a name or a term if it begins with no word of the list, has three syllables or
more before its particle, and does not end as verbs and adjectives do. Its first three syllables
identify it, whatever follows.
"""

from __future__ import annotations

PARTICLES = (
    "에게서", "에서는", "에서도", "으로는", "으로도", "이라고", "이라는",
    "에서", "에게", "에는", "에도", "으로", "로는", "까지", "부터",
    "라고", "라는", "이나", "이란", "이라", "처럼", "보다", "과의", "와의",
    *"은는이가을를의에로와과도만씨측",
)  # fmt: skip
"""Longer ones first."""
ENDINGS = "다고며면게던려록데"
"""The last syllables of words that are no nouns."""
STEM = 3
"""The number of syllables of a name that count, and the fewest that a name has."""
LONGEST = 6
"""The most syllables of a word of the list that is looked for."""
