"""What each pair of thresholds finds among labelled pairs, and which to choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.postings.tables import WHOLE, Tables
from scrapy_neardup.core.verdict.verify import PRESETS, Evidence, Thresholds, conclude, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scrapy_neardup.commands.labelled import Article, Pair
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
    """Says of pairs up to which thresholds, in hundredths, each is called a copy."""

    def __init__(self, scheme: Scheme) -> None:
        self._fingerprinter = Fingerprinter(scheme)
        self._tables = Tables(scheme)
        self._known: dict[str, Fingerprint] = {}

    def __call__(self, pair: Pair) -> tuple[int, int]:
        """The highest least scores of a whole and of a partial copy, 0 to STEPS.

        0: at none, for no query would meet the other. STEPS: at all, for the texts are equal.
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
        found = [members.get(bucket, b"") for bucket in postings.buckets]
        return bool(self._tables.hits(postings, found).likeliest(1, WHOLE))


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

    *met* says whether any thresholds would call it a copy: else no query brings the two together,
    or they have too little in common.
    """

    earlier: str
    later: str
    met: bool


class Curve:
    """What all thresholds find among *pairs*, judged by *judge*. Iterates over them once.

    ``missed`` are the copies that *thresholds* let pass, ``mistaken`` the others that they call
    copies.
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
        # missed[label, w, p]: pairs that thresholds of w and p hundredths let pass.
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
        passed = np.zeros_like(counts)
        passed[:, 1:, 1:] = counts.cumsum(1).cumsum(2)[:, :-1, :-1]
        self._passed = passed

    def at(self, thresholds: Thresholds) -> Outcome:
        """What *thresholds* find, rounded to hundredths."""
        whole, part = _hundredths(thresholds)
        others, copies = (int(some[whole, part]) for some in self._passed)
        return Outcome(
            thresholds, self.copies - copies, self.others - others, self.copies, self.others
        )

    def frontier(self) -> list[Outcome]:
        """The best outcomes: none finds more with as few wrong. Ascending in both.

        Of thresholds that do the same, those nearest to the defaults stand.
        """
        nearest = sorted(self._all(), key=lambda one: _distance(one.thresholds))
        best: list[Outcome] = []
        for outcome in sorted(nearest, key=lambda one: (one.wrong, -one.found)):
            if not best or outcome.found > best[-1].found:
                best.append(outcome)
        return best

    def most_copies(self, wrong: int) -> Outcome:
        """The outcome that finds most with at most *wrong* wrong ones, or else has fewest."""
        frontier = self.frontier()
        return ([one for one in frontier if one.wrong <= wrong] or frontier[:1])[-1]

    def fewest_wrong(self, found: int) -> Outcome:
        """The outcome with the fewest wrong ones among those that find *found* or more."""
        frontier = self.frontier()
        return next((one for one in frontier if one.found >= found), frontier[-1])

    def _all(self) -> Iterator[Outcome]:
        for whole in range(1, STEPS):
            for part in range(1, STEPS):
                yield self.at(Thresholds(whole / STEPS, part / STEPS))


def _hundredths(thresholds: Thresholds) -> tuple[int, int]:
    return round(STEPS * thresholds.whole), round(STEPS * thresholds.part)


def _distance(thresholds: Thresholds) -> float:
    default = PRESETS["balanced"]
    return abs(thresholds.whole - default.whole) + abs(thresholds.part - default.part)
