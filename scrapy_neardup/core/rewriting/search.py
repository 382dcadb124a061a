"""What an index needs to look for rewritten copies: the frequencies of terms, and how a document
tells its story by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.rewriting.evidence import Evidence, compare
from scrapy_neardup.core.rewriting.rule import score
from scrapy_neardup.core.rewriting.telling import Telling

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.rarity.frequencies import Frequencies

LEAST_ARTICLES = 200
"""Articles of a text's own language by which its rare words are known. The list of a language speaks for
as many. A language without one needs articles, which are counted 64 at a time
(:mod:`scrapy_neardup.core.rarity.frequencies`): 256 of them.
"""
LEAST_COMMON = 2
"""Characteristic terms that a candidate shares."""
MOST_COMPARED = 1
"""Candidates that are compared, those that share most first. By 32 terms, of 405 copies that had
their source among the candidates, it was the first 402 times, and the second 3 times. With two, one of
424 copies more is found beside 13,085 articles, and none more beside 100,000.
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

    def judge(self, telling: Telling, stored: bytes) -> tuple[float, Evidence] | None:
        """How surely *telling* is the story of a *stored* one in other words, in [0, 1], and why;
        None where they can't be compared, or where too few articles are known to tell which of its
        words are rare.
        """
        if not can_judge(telling):
            return None
        evidence = compare(telling, stored)
        return None if evidence is None else (score(evidence), evidence)


def can_judge(telling: Telling) -> bool:
    """Whether enough is known of the language of a text to tell its rare words."""
    return telling.known >= LEAST_ARTICLES
