"""What an index needs to look for rewritten copies: the frequencies of terms, and how a document
tells its story by them.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scrapy_neardup.core.rewriting.evidence import Evidence, compare
from scrapy_neardup.core.rewriting.frequencies import LEAST_ARTICLES, Frequencies
from scrapy_neardup.core.rewriting.rule import score
from scrapy_neardup.core.rewriting.telling import Telling, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint

LEAST_COMMON = 4
"""Characteristic terms that a candidate shares."""
MOST_COMPARED = 3
"""Candidates that are compared, those that share most first: of 382 copies that had their source
among the candidates, it was the first of them 381 times.
"""


class Rewriting:
    """How documents tell their stories, by the frequencies of terms in an index, whose notes are
    read and written by the functions given. Threads may share it.
    """

    def __init__(
        self,
        read: Callable[[str], bytes | None],
        write: Callable[[Iterable[tuple[str, bytes]]], None],
    ) -> None:
        self._frequencies = Frequencies(read, write)
        self._lock = threading.Lock()
        # A document is judged and then kept.
        self._latest: tuple[Fingerprint, Telling] | None = None

    def telling(self, fingerprint: Fingerprint) -> Telling | None:
        """How the text of *fingerprint* tells its story; None for one without terms."""
        latest = self._latest
        if latest is not None and latest[0] is fingerprint:
            return latest[1]
        if fingerprint.terms is None:
            return None
        telling = Telling.of(fingerprint.terms, self._frequencies)
        self._latest = fingerprint, telling
        return telling

    def can_judge(self, fingerprint: Fingerprint) -> bool:
        """Whether enough articles in the language of a text are known to tell its rare words."""
        terms = fingerprint.terms
        return terms is not None and self._frequencies.known_like(terms) >= LEAST_ARTICLES

    def judge(self, telling: Telling, stored: bytes) -> tuple[float, Evidence] | None:
        """How surely *telling* is the story of a *stored* one in other words, in [0, 1], and why;
        None where they can't be compared.
        """
        evidence = compare(telling, decode(stored))
        return None if evidence is None else (score(evidence), evidence)

    def learn(self, fingerprint: Fingerprint) -> None:
        """Count the terms of an article that is kept and copies no other."""
        if fingerprint.terms is not None:
            with self._lock:
                self._frequencies.learn(fingerprint.terms)

    def save(self) -> None:
        """Write what was learned."""
        with self._lock:
            self._frequencies.save()
