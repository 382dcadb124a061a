"""SimHash of any tokens, by the ``simhash`` package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scrapy_neardup.classic.hashing import token_hash
from scrapy_neardup.core.fingerprints import simhash as core
from scrapy_neardup.core.fingerprints.simhash import distance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup.classic.hashing import Token

__all__ = ["distance", "simhash"]


def simhash(tokens: Iterable[Token] | Mapping[Token, float]) -> int | None:
    """The 64-bit SimHash of *tokens*, None if there are none (Charikar, STOC 2002; Manku, Jain
    and Das Sarma, WWW 2007, section 2).

    A mapping gives the weight of each token; otherwise the weight is the number of occurrences.
    """
    weights = tokens if isinstance(tokens, Mapping) else Counter(tokens)
    if not weights:
        return None
    return core.simhash((token_hash(token), weight) for token, weight in weights.items())
