"""The words that hold a sentence together, and that a spinner leaves alone.

No thesaurus has a synonym of "the" or 的. The commonest words of each language come from
:mod:`~scrapy_neardup.core.rarity.word_lists`. The other particles, pronouns, prepositions and
conjunctions of Chinese that are one character are added here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.features import word_hash
from scrapy_neardup.core.rarity.word_lists import word_lists

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHINESE = (
    "的一是不了在有和就都也还又而与及或但这那其之以为于对从到把被将让给向由因所如若则却才只最更很太再"
    "已曾正要会能可得地着过们个些种每各某此该我你他她它您上下中里内外前后时比等吧吗呢啊么没未无来去说起"
    "出同跟并且虽当至使据按经名者称约超近多少几两"
)


@lru_cache(maxsize=1)
def function_words() -> NDArray[np.uint32]:
    """The upper halves of the hashes of the function words of all languages, ascending."""
    chinese = [word_hash(word) >> 32 for word in CHINESE]
    return np.unique(np.concatenate((word_lists().marks, np.array(chinese, np.uint32))))
