"""What each pair of thresholds finds among labelled pairs, and which to choose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.fingerprints.simhash import distance_if_any
from scrapy_neardup.core.postings.tables import WHOLE, Tables
from scrapy_neardup.core.rewriting.search import (
    LEAST_COMMON,
    Rewriting,
    can_judge,
    judge_telling,
)
from scrapy_neardup.core.rewriting.telling import posted_keys
from scrapy_neardup.core.verdict.evidence import Evidence, judge
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from scrapy_neardup.core.verdict.verify import conclude

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scrapy_neardup.commands.labelled import Article, Pair
    from scrapy_neardup.core.rarity.frequencies import Frequencies
    from scrapy_neardup.core.scheme import Scheme

STEPS = 100
"""Thresholds are tried in hundredths, from 0.01 to 0.99."""
_NEVER = 2.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What *thresholds* find: copies *found* of all, and *wrong*, the others taken for copies."""

    thresholds: Thresholds
    found: int
    wrong: int
    copies: int
    others: int

    @property
    def recall(self) -> float:
        """Share of the copies that are found."""
        return self.found / max(self.copies, 1)

    @property
    def false_positives(self) -> float:
        """Share of the others that are taken for copies."""
        return self.wrong / max(self.others, 1)

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return {
            **self.thresholds.scores,
            "found": self.found,
            "recall": round(self.recall, 5),
            "wrong": self.wrong,
            "false_positives": round(self.false_positives, 5),
        }


class Judge:
    """Says up to which thresholds, in hundredths, a pair is called a copy. With *frequencies*, which
    tell how rare terms are, it says so for rewritten copies, too.
    """

    def __init__(self, scheme: Scheme, frequencies: Frequencies | None = None) -> None:
        self._rewriting = None if frequencies is None else Rewriting(frequencies)
        self._fingerprinter = Fingerprinter(scheme, terms=frequencies is not None)
        self._tables, self._max_distance = Tables(scheme), scheme.max_distance
        self._known: dict[str, Fingerprint] = {}

    def __call__(self, pair: Pair) -> tuple[int, int]:
        """The highest thresholds of a whole and of a partial copy that call the pair one, 0 to STEPS.

        0 means that none does, for example because no query would meet the other text. STEPS means
        that all do, because the texts are equal.
        """
        earlier, later = self._read(pair.earlier), self._read(pair.later)
        if earlier.digest == later.digest and earlier.length:
            return STEPS, STEPS
        if not self._meet(earlier, later):
            return 0, 0
        evidence = judge(later, earlier.simhash, earlier.sketch)
        if evidence is None:
            return 0, 0
        return (
            _highest(evidence, lambda least: Thresholds(whole=least, part=_NEVER)),
            _highest(evidence, lambda least: Thresholds(whole=_NEVER, part=least)),
        )

    def rewritten(self, pair: Pair) -> int | None:
        """The highest threshold, 0 to STEPS - 1, that calls the later text a rewritten copy of the
        earlier one. 0 means that none does: no query would meet the other text, one is too short, or
        they can't be compared. None if too few articles of the language are known to judge by, or
        without frequencies.
        """
        if self._rewriting is None:
            return None
        earlier, later = (
            self._rewriting.telling(self._read(article)) for article in (pair.earlier, pair.later)
        )
        if earlier is None or later is None:
            return 0
        if not can_judge(later):
            return None
        stored = earlier.sketch()
        if len(np.intersect1d(later.keys, posted_keys(stored))) < LEAST_COMMON:
            return 0
        judged = judge_telling(later, stored)
        return 0 if judged is None else min(int(STEPS * judged[0]), STEPS - 1)

    def _read(self, article: Article) -> Fingerprint:
        if article.name not in self._known:
            self._known[article.name] = self._fingerprinter(article.text, article.title)
        return self._known[article.name]

    def _meet(self, earlier: Fingerprint, later: Fingerprint) -> bool:
        """Whether the tables lead from one to the other."""
        members: dict[bytes, bytes] = {}
        for bucket, member in self._tables.of_likeness(earlier.simhash, earlier.sketch).of(0):
            members[bucket] = members.get(bucket, b"") + member
        postings = self._tables.of_likeness(later.simhash, later.sketch)
        packed = [members.get(bucket, b"") for bucket in postings.buckets]
        found = self._tables.hits(postings, packed, WHOLE)
        return bool(found.weights) and found.may_be_copied(
            0, distance_if_any(earlier.simhash, later.simhash), self._max_distance
        )


def _highest(evidence: Evidence, thresholds: Callable[[float], Thresholds]) -> int:
    low, high = 0, STEPS - 1
    while low < high:
        middle = (low + high + 1) // 2
        if conclude([evidence], thresholds(middle / STEPS)):
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True)
class Misjudged:
    """A pair that is not called what its label says, by the names of its articles.

    *met* says whether any thresholds would call it a copy. If none would, no query brings the two
    together, or they have too little in common.
    """

    earlier: str
    later: str
    met: bool


class Outcomes(ABC):
    """What all thresholds find among pairs, of which ``copies`` are copies and ``others`` are not.
    ``missed`` are the copies that the project's own thresholds let pass, ``mistaken`` the other
    pairs that these thresholds call copies.
    """

    copies: int
    others: int
    missed: list[Misjudged]
    mistaken: list[Misjudged]

    @abstractmethod
    def at(self, thresholds: Thresholds) -> Outcome:
        """What *thresholds* find, rounded to hundredths."""

    @abstractmethod
    def _all(self) -> Iterable[Outcome]:
        """Every outcome that there is to choose from."""

    def frontier(self) -> list[Outcome]:
        """The best outcomes: no other outcome finds more with as few wrong. Ascending in both counts.

        Of several thresholds with the same counts, those nearest to the defaults are taken.
        """
        nearest = sorted(self._all(), key=lambda one: _distance(one.thresholds))
        best: list[Outcome] = []
        for outcome in sorted(nearest, key=lambda one: (one.wrong, -one.found)):
            if not best or outcome.found > best[-1].found:
                best.append(outcome)
        return best

    def most_copies(self, wrong: int) -> Outcome:
        """The outcome that finds most with at most *wrong* wrong pairs, else the one with fewest."""
        frontier = self.frontier()
        return ([one for one in frontier if one.wrong <= wrong] or frontier[:1])[-1]

    def fewest_wrong(self, found: int) -> Outcome:
        """The outcome with the fewest wrong pairs that finds *found* copies or more, else the one
        that finds most.
        """
        frontier = self.frontier()
        return next((one for one in frontier if one.found >= found), frontier[-1])


class Curve(Outcomes):
    """What all thresholds of whole and partial copies find among *pairs*, judged by *judge*.
    Iterates over *pairs* once.
    """

    def __init__(
        self,
        pairs: Iterable[Pair],
        judge: Judge,
        thresholds: Thresholds = PRESETS["balanced"],
    ) -> None:
        self.missed: list[Misjudged] = []
        self.mistaken: list[Misjudged] = []
        least_whole, least_part = _hundredths(thresholds)
        size = STEPS + 1
        counts = np.zeros((2, size, size), np.int64)
        for pair in pairs:
            whole, part = judge(pair)
            counts[int(pair.is_copy), whole, part] += 1
            if (whole >= least_whole or part >= least_part) != pair.is_copy:
                misjudged = self.missed if pair.is_copy else self.mistaken
                met = max(whole, part) > 0
                misjudged.append(Misjudged(pair.earlier.name, pair.later.name, met))
        self.others, self.copies = (int(some.sum()) for some in counts)
        # _passed[label, w, p]: pairs that thresholds of w and p hundredths let pass.
        self._passed = np.zeros_like(counts)
        self._passed[:, 1:, 1:] = counts.cumsum(1).cumsum(2)[:, :-1, :-1]

    def at(self, thresholds: Thresholds) -> Outcome:
        whole, part = _hundredths(thresholds)
        others, copies = (int(some[whole, part]) for some in self._passed)
        return Outcome(
            thresholds, self.copies - copies, self.others - others, self.copies, self.others
        )

    def _all(self) -> Iterator[Outcome]:
        for whole in range(1, STEPS):
            for part in range(1, STEPS):
                yield self.at(Thresholds(whole / STEPS, part / STEPS))


class RewrittenCurve(Outcomes):
    """What all thresholds of rewritten copies find among *pairs*. Pairs that *thresholds* call another
    kind of copy are left out: a crawl does not ask whether these are rewritten. Iterates over *pairs*
    once.

    ``unjudged`` counts the pairs left out because too few articles of their language are known.
    """

    def __init__(self, pairs: Iterable[Pair], judge: Judge, thresholds: Thresholds) -> None:
        self.missed = []
        self.mistaken = []
        self.unjudged = 0
        self._thresholds = thresholds
        least_whole, least_part = _hundredths(thresholds)
        counts = np.zeros((2, STEPS), np.int64)
        for pair in pairs:
            whole, part = judge(pair)
            if whole >= least_whole or part >= least_part:
                continue
            score = judge.rewritten(pair)
            if score is None:
                self.unjudged += 1
                continue
            counts[int(pair.is_copy), score] += 1
            if (score >= _hundredth(thresholds.rewritten)) != pair.is_copy:
                misjudged = self.missed if pair.is_copy else self.mistaken
                misjudged.append(Misjudged(pair.earlier.name, pair.later.name, score > 0))
        self.others, self.copies = (int(some.sum()) for some in counts)
        # _reached[label, n]: pairs whose score is n hundredths or more; 0 for n = STEPS.
        self._reached = np.zeros((2, STEPS + 1), np.int64)
        self._reached[:, :-1] = counts[:, ::-1].cumsum(1)[:, ::-1]

    def at(self, thresholds: Thresholds) -> Outcome:
        others, copies = (int(some[_hundredth(thresholds.rewritten)]) for some in self._reached)
        return Outcome(
            replace(self._thresholds, rewritten=thresholds.rewritten),
            copies,
            others,
            self.copies,
            self.others,
        )

    def _all(self) -> Iterator[Outcome]:
        for least in range(1, STEPS):
            yield self.at(Thresholds(rewritten=least / STEPS))


def _hundredths(thresholds: Thresholds) -> tuple[int, int]:
    return _hundredth(thresholds.whole), _hundredth(thresholds.part)


def _hundredth(score: float) -> int:
    return round(STEPS * score)


def _distance(thresholds: Thresholds) -> float:
    default = PRESETS["balanced"]
    given = thresholds.scores
    return sum(abs(given[name] - least) for name, least in default.scores.items())
