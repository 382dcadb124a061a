"""Fit the scorecard of a whole copy, and test it where it was not fitted.

    python -m benchmarks.quality.fit DIRECTORY [--spun 130]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. The pairs are those of :mod:`.evidence`. Prints
the curves fitted on all of them, in the form of ``verify.CURVES``, and what the rule finds at the
balanced thresholds: with the curves of verify.py, with curves fitted without the articles of the
same source story (five folds), without the site that an article comes from, and without its
language (Chinese by the other languages, they by Chinese).

The fit is a logistic regression in which every curve has to rise, or to fall if it falls now: a new
reading that speaks against a copy begins with a curve that falls, if only by 0.1. Reports of one form
weigh 36 and other pairs of a form's report 9, advertisements of one form 6, because two of one firm may
differ in a line. Hard negatives weigh 6, court rulings and articles without names 2, other
negatives 1. Real copies weigh 1, other copies 0.5, exact ones and those with other punctuation 0.1, those
spun by hand 0.3, and those with 30 % of any words replaced, halves in a frame, those with later figures
and those with corrections 0.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize

from benchmarks.quality import plain
from benchmarks.quality.dataset import BASE_KINDS, Dataset
from benchmarks.quality.evidence import SOURCES, collect, documents
from benchmarks.quality.forms import ADVERTISEMENTS
from benchmarks.quality.spinning import BY_HAND, CORRECTED, UPDATED, VARIANTS
from scrapy_neardup.core.verdict import verify
from scrapy_neardup.core.verdict.scorecard import falls
from scrapy_neardup.core.verdict.thresholds import PRESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.quality.dataset import Item
    from benchmarks.quality.evidence import Pair
    from scrapy_neardup.core.verdict.scorecard import Curve
    from scrapy_neardup.core.verdict.thresholds import Thresholds

SHRINKAGE = 1e-4
FOLDS = 5
MARGIN = 0.5
"""How much the base is below the one that fits best, because look-alikes elsewhere are harder."""
NEWS = ("template", "same_event", "same_event_shared", "same_topic")
POSITIVE = ("right", "merged", "ignore")


class Table:
    """The pairs as arrays: the readings of the scorecard, which pairs are copies, and the weights."""

    def __init__(self, found: list[tuple[Item, list[Pair]]]) -> None:
        self.queries = [item for item, _ in found]
        pairs = [pair for _, pairs in found for pair in pairs]
        self.pairs = pairs
        self.of_query = np.repeat(np.arange(len(found)), [len(pairs) for _, pairs in found])
        self.readings = np.array([list(verify.readings(pair.evidence).values()) for pair in pairs])
        self.part = np.concatenate([_part(pairs) for _, pairs in found])
        self.relation = np.array([pair.relation for pair in pairs])
        self.copy = self.relation == "right"
        self.kind = np.array([pair.query.kind for pair in pairs])
        self.language = np.array([pair.query.lang for pair in pairs])
        self.story = np.array([pair.source.group for pair in pairs])
        self.site = np.array([pair.source.source for pair in pairs])
        self.usable = self.copy | ~np.isin(self.relation, POSITIVE)
        weights = np.where(self.copy, 0.5, 1.0)
        weights[self.copy & np.isin(self.kind, ("exact", "translated_punct"))] = 0.1
        weights[self.copy & np.isin(self.kind, ("natural", "natural_part"))] = 1
        weights[np.isin(self.relation, NEWS)] = 6
        weights[self.relation == "template_legal"] = 2
        weights[self.kind == "form"] = 9
        weights[np.char.startswith(self.relation, "form of ")] = 36
        weights[np.isin(self.relation, [f"form of {name}" for name in ADVERTISEMENTS])] = 6
        weights[self.kind == plain.KIND] = 2
        weights[np.isin(self.kind, [*VARIANTS, *plain.VARIANTS])] = 0.5
        weights[np.isin(self.kind, list(BY_HAND))] = 0.3
        weights[np.isin(self.kind, ["any_30", "half_framed", *UPDATED, *CORRECTED])] = 0
        self.weights = weights


def _part(pairs: list[Pair]) -> np.ndarray:
    evidence = [pair.evidence for pair in pairs]
    explained = verify.explained(evidence)
    return np.array(
        [verify.part_odds(one, share) for one, share in zip(evidence, explained, strict=True)]
    )


def ramps(readings: np.ndarray, curves: Mapping[str, Curve]) -> np.ndarray:
    """Return, for every stretch of every curve, how far along it each reading is, 0 to 1."""
    columns = []
    for values, curve in zip(readings.T, curves.values(), strict=True):
        knots = [knot for knot, _ in curve]
        for low, high in pairwise(knots):
            columns.append(np.clip((values - low) / (high - low), 0, 1))
    return np.stack(columns, axis=1)


def fit(
    columns: np.ndarray,
    copy: np.ndarray,
    weights: np.ndarray,
    curves: Mapping[str, Curve],
    shrinkage: float = SHRINKAGE,
) -> np.ndarray:
    """Return the points of each stretch, and the bias last. Curves that fall now fall, others rise."""
    share = weights / weights.sum()

    def loss(points: np.ndarray) -> tuple[float, np.ndarray]:
        odds = columns @ points[:-1] + points[-1]
        error = share * (1 / (1 + np.exp(-odds)) - copy)
        value = share @ np.logaddexp(0, np.where(copy, -odds, odds))
        gradient = np.append(columns.T @ error + shrinkage * points[:-1], error.sum())
        return value + shrinkage / 2 * points[:-1] @ points[:-1], gradient

    bounds: list[tuple[float | None, float | None]] = []
    for curve in curves.values():
        bounds += [(None, 0) if falls(curve) else (0, None)] * (len(curve) - 1)
    start = np.zeros(columns.shape[1] + 1)
    result = minimize(
        loss, start, jac=True, bounds=[*bounds, (None, None)], options={"maxiter": 3000}
    )
    return np.asarray(result.x)


def held_out(table: Table, columns: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return log-odds of *table*'s pairs, each by points that were fitted without the pairs of the same
    group, and with a base lower by MARGIN.
    """
    odds = np.zeros(len(columns))
    for group in np.unique(groups):
        inside = groups == group
        rows = ~inside & table.usable
        points = fit(columns[rows], table.copy[rows], table.weights[rows], verify.CURVES)
        odds[inside] = columns[inside] @ points[:-1] + points[-1] - MARGIN
    return odds


def outcome(table: Table, odds: np.ndarray, thresholds: Thresholds) -> dict[str, Any]:
    """Return recall by kind and language, and false positives, as of a crawl of the pairs."""
    reported = (odds >= odds_of(thresholds.whole)) | (table.part >= odds_of(thresholds.part))
    copies: set[str] = set()
    for place in np.flatnonzero(reported):
        pair = table.pairs[place]
        # A copy is no source.
        reported[place] = pair.source.id not in copies
        if reported[place] and pair.query.kind in BASE_KINDS:
            copies.add(pair.query.id)
    hits: defaultdict[int, set[str]] = defaultdict(set)
    for place in np.flatnonzero(reported):
        found = table.pairs[place].relation
        hits[table.of_query[place]].add(
            table.pairs[place].source.group if found == "merged" else found
        )
    recall: defaultdict[str, defaultdict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    unrelated = []
    for number, item in enumerate(table.queries):
        if item.kind == "unrelated":
            unrelated.append("unrelated" in hits[number])
        elif item.kind not in SOURCES:
            right = item.parents <= hits[number] if item.parents else "right" in hits[number]
            recall[item.kind][item.lang].append(right)

    def reports(which: np.ndarray) -> str:
        return f"{int((reported & which).sum())} of {int(which.sum())}"

    return {
        "recall": {
            kind: {lang: round(100 * float(np.mean(rows)), 1) for lang, rows in languages.items()}
            for kind, languages in recall.items()
        },
        "hard negatives": reports(np.isin(table.relation, NEWS)),
        "rulings of one form": reports(table.relation == "template_legal"),
        "own forms": reports(np.char.startswith(table.relation, "form")),
        "unrelated": f"{sum(unrelated)} of {len(unrelated)}",
    }


def odds_of(probability: float) -> float:
    """The logarithm of the odds of a *probability*."""
    return float(np.log(probability / (1 - probability)))


def _print(name: str, result: dict[str, Any]) -> None:
    print(f"\n{name}: ", end="")
    print(", ".join(f"{key} {value}" for key, value in result.items() if key != "recall"))
    for kind, languages in result["recall"].items():
        print(f"  {kind:18}", "  ".join(f"{lang} {share:5}" for lang, share in languages.items()))


def print_curves(points: np.ndarray, curves: Mapping[str, Curve]) -> None:
    """Print what :func:`fit` has found, in the form of the rule's own curves."""
    place = 0
    for name, curve in curves.items():
        sums = np.append(0, np.cumsum(points[place : place + len(curve) - 1]))
        place += len(curve) - 1
        print(name, [(knot, round(float(s), 1)) for (knot, _), s in zip(curve, sums, strict=True)])
    print("bias", round(float(points[-1]), 1))


def report(table: Table, first_day: Table) -> None:
    columns = ramps(table.readings, verify.CURVES)
    fresh = ramps(first_day.readings, verify.CURVES)
    rows = table.usable
    points = fit(
        np.concatenate((columns[rows], fresh[rows])),
        np.tile(table.copy[rows], 2),
        np.tile(table.weights[rows], 2),
        verify.CURVES,
    )
    print_curves(points, verify.CURVES)
    thresholds = PRESETS["balanced"]
    whole = np.array([verify.whole_odds(pair.evidence) for pair in table.pairs])
    _print("verify.py as it is", outcome(table, whole, thresholds))
    whole = np.array([verify.whole_odds(pair.evidence) for pair in first_day.pairs])
    _print("verify.py as it is, without an index", outcome(first_day, whole, thresholds))
    folds = np.unique(table.story, return_inverse=True)[1] % FOLDS
    for name, groups in (
        ("by story", folds),
        ("by site", table.site),
        ("by language", np.where(table.language == "zh", "zh", "other")),
    ):
        _print(f"held out {name}", outcome(table, held_out(table, columns, groups), thresholds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--spun", type=int, default=130, help="originals spun a language")
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    items = [*documents(dataset, options.spun)]
    report(Table(collect(dataset, items)), Table(collect(dataset, items, learns=False)))


if __name__ == "__main__":
    main()
