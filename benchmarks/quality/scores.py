"""Computes recall by kind and language, false positives, and the kinds named, from reports."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.quality.dataset import BASE_KINDS

if TYPE_CHECKING:
    from benchmarks.quality.dataset import Dataset
    from benchmarks.quality.methods import Report

EXPECTED_KINDS = {
    "exact": {"exact"},
    "translated_punct": {"exact", "repost"},
    "repost": {"repost"},
    "repost_trad": {"exact", "repost"},
    "seed_repost": {"repost"},
    "truncated": {"partial"},
    "extended": {"partial", "repost", "extended"},
    "merged": {"partial", "extended"},
    "spun_10": {"spun"},
    "spun_20": {"spun"},
    "spun_30": {"spun"},
    "spun_mix": {"spun"},
    "spun_reorder": {"spun", "repost"},
    "seed_spun": {"spun"},
}


NEWS = {
    ("hardneg", type_) for type_ in ("template", "same_event", "same_event_shared", "same_topic")
}
"""Labels of pairs of articles that look alike, court rulings left out."""


@dataclass
class _Share:
    hits: int = 0
    of: int = 0

    def count(self, hit: bool) -> None:
        self.hits += hit
        self.of += 1

    def result(self) -> dict[str, Any]:
        return {"share": round(self.hits / self.of, 6) if self.of else None, "of": self.of}


def score(dataset: Dataset, reports: dict[str, Report]) -> dict[str, Any]:
    """Return recall, false positives and kinds of one run."""
    recall: defaultdict[str, defaultdict[str, _Share]] = defaultdict(lambda: defaultdict(_Share))
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    right_kind = _Share()
    unrelated: defaultdict[str, _Share] = defaultdict(_Share)
    rulings = 0
    by_document: defaultdict[str, _Share] = defaultdict(_Share)
    alike = {
        id_ for a, b, label, type_ in dataset.pairs for id_ in (a, b) if (label, type_) in NEWS
    }
    for id_, report in reports.items():
        item = dataset.items[id_]
        relations = [dataset.relation(item, dataset.items[source]) for source, _ in report]
        if item.kind in BASE_KINDS:
            wrong = not {"right", "ignore"}.issuperset(relations)
            if item.kind == "unrelated":
                name = "court rulings" if item.source == "court" else "unrelated"
                by_document[name].count(wrong)
            elif id_ in alike:
                by_document["look-alikes"].count(wrong)
            if item.kind == "unrelated":
                unrelated[item.lang].count("unrelated" in relations)
            rulings += "rulings" in relations
            continue
        if item.parents:
            named = {dataset.items[source].group for source, _ in report}
            found = item.parents <= named
            recall["merged, one of both"][item.lang].count(bool(item.parents & named))
        else:
            found = "right" in relations
        recall[item.kind][item.lang].count(found)
        if found and item.kind in EXPECTED_KINDS:
            place = 0 if item.parents else relations.index("right")
            kind = report[place][1]
            kinds[item.kind][kind] += 1
            right_kind.count(kind in EXPECTED_KINDS[item.kind])
    hard: defaultdict[str, _Share] = defaultdict(_Share)
    news: defaultdict[str, _Share] = defaultdict(_Share)
    answers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    positions = {id_: place for place, id_ in enumerate(reports)}
    for a, b, label, type_ in dataset.pairs:
        first, second = sorted((a, b), key=positions.__getitem__)
        named = {source for source, _ in reports[second]}
        language = dataset.items[a].lang
        if label == "hardneg":
            hard[type_].count(first in named)
            if type_ != "template_legal":
                news[language].count(first in named)
        elif label == "natural":
            answer = _answer(dataset, reports, first, second)
            answers[type_][answer] += 1
            recall[f"natural, {type_}"][language].count(not answer.startswith("none"))
    return {
        "recall": {kind: _results(by_language) for kind, by_language in sorted(recall.items())},
        "natural_answers": {type_: dict(counts) for type_, counts in sorted(answers.items())},
        "kinds": {kind: dict(counts) for kind, counts in sorted(kinds.items())},
        "right_kind": right_kind.result(),
        "unrelated": _sum(unrelated).result(),
        "unrelated_by_language": _results(unrelated),
        "rulings": rulings,
        "wrong_by_document": _results(by_document),
        "hard_negatives": _sum(news).result(),
        "hard_negatives_by_language": _results(news),
        "hard_negatives_by_type": _results(hard),
    }


def _sum(shares: dict[str, _Share]) -> _Share:
    return _Share(
        sum(share.hits for share in shares.values()), sum(share.of for share in shares.values())
    )


def _results(shares: dict[str, _Share]) -> dict[str, Any]:
    return {name: share.result() for name, share in sorted(shares.items())}


def _answer(dataset: Dataset, reports: dict[str, Report], first: str, second: str) -> str:
    """Return which article answers a pair of real copies, "none, ..." if no article does.

    The earlier article does if it was kept, and so does one that was found to have all of it, and that the
    later one copies. If it was reported as a copy itself, the index does not
    hold it; then its own source does, or any other article that the later one is labelled a copy of.
    """
    named = {source for source, _ in reports[second]}
    if first in named:
        return "the earlier one"
    if any((first, "extended") in reports[source] for source in named):
        return "an article that extends the earlier one"
    if not reports[first]:
        return "none, the earlier one kept"
    if any(source in named for source, _ in reports[first]):
        return "the source of the earlier one"
    item = dataset.items[second]
    if any(dataset.relation(item, dataset.items[source]) == "right" for source in named):
        return "another, the earlier one dropped"
    return "none, the earlier one dropped"


def pooled(result: dict[str, Any], kind: str) -> float:
    """Return the recall of one kind over all languages."""
    rows = result["recall"].get(kind, {}).values()
    found: float = sum(row["share"] * row["of"] for row in rows)
    asked: int = sum(row["of"] for row in rows)
    return found / max(asked, 1)
