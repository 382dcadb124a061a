"""What an index needs to look for rewritten copies: the frequencies of terms, and how a document
tells its story by them.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from scrapy_neardup.core.rewriting.rule import UNLIKELY, score
from scrapy_neardup.core.rewriting.telling import Telling, compare

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.rarity.frequencies import Frequencies
    from scrapy_neardup.core.rewriting.evidence import Evidence

LEAST_ARTICLES = 200
"""The least number of articles of a text's language from which its rare words are known. The list
of a language counts as so many. A language without a list needs 256 articles, as they are counted
64 at a time (:mod:`scrapy_neardup.core.rarity.frequencies`).
"""
LEAST_COMMON = 2
"""The least number of characteristic terms that a candidate shares."""
MOST_COMPARED = 3
"""The most candidates that are compared: those that share most terms. A copy of one article has it as the
first candidate in 402 of 405 cases; a text that was written from two has them among the first three, even if
another report on one of them is known.
"""


class Rewriting:
    """How documents tell their stories, by the *frequencies* of terms in an index. Threads may share
    it.
    """

    def __init__(self, frequencies: Frequencies) -> None:
        self._frequencies = frequencies
        # A document is judged and then kept.
        self._latest: tuple[Fingerprint, Telling | None] | None = None

    def telling(self, fingerprint: Fingerprint) -> Telling | None:
        """How the text of *fingerprint* tells its story; None where it is too short to tell."""
        latest = self._latest
        if latest is not None and latest[0] is fingerprint:
            return latest[1]
        if fingerprint.terms is None:
            return None
        telling = Telling.of(fingerprint.terms, self._frequencies)
        self._latest = fingerprint, telling
        return telling


def judge_telling(telling: Telling, stored: bytes) -> tuple[float, Evidence] | None:
    """How surely *telling* or a part of it tells the story of a *stored* telling in other words, in
    [0, 1], and why; None if the two can't be compared, or if too few articles are known to tell which
    of its words are rare.
    """
    if not can_judge(telling):
        return None
    found = [(score(one), one) for one in compare(telling, stored)]
    # Any two texts have a likest part: an unlikely one says nothing of them.
    found = [pair for pair in found if pair[1].part == 1 or pair[0] > UNLIKELY]
    return max(found, key=itemgetter(0), default=None)


def can_judge(telling: Telling) -> bool:
    """Whether enough is known of the language of a text to tell its rare words."""
    return telling.known >= LEAST_ARTICLES
