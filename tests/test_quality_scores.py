"""The scores of benchmarks/quality: what counts as an answer to a pair of real copies."""

from __future__ import annotations

import pytest

from benchmarks.quality.dataset import Dataset, Item
from benchmarks.quality.scores import score


def item(id_: str, kind: str = "natural_part") -> Item:
    return Item(id_, "zh", "", None, "site", id_, kind, frozenset())


@pytest.fixture
def dataset() -> Dataset:
    """Two long articles that hold a short one, one that only quotes it, another."""
    items = {name: item(name) for name in ("long", "longer", "quoting", "other", "short")}
    pairs = [
        ("short", "long", "natural", "contained"),
        ("short", "longer", "natural", "contained"),
        ("short", "quoting", "ignore", ""),
        ("long", "longer", "hardneg", "same_event_shared"),
    ]
    labels = {frozenset((a, b)): (label, type_) for a, b, label, type_ in pairs}
    return Dataset(items, labels, pairs)


def contained(dataset: Dataset, **named: list[str]) -> float:
    reports = {
        name: [(source, "partial") for source in named.get(name, [])] for name in dataset.items
    }
    return score(dataset, reports)["recall"]["natural, contained"]["zh"]["share"]


def test_an_article_that_was_kept_must_be_named_itself(dataset: Dataset) -> None:
    assert contained(dataset, short=["long", "longer"]) == 1
    assert contained(dataset, short=["longer"]) == 0.5


def test_one_that_was_dropped_may_be_answered_by_another_right_source(dataset: Dataset) -> None:
    assert contained(dataset, long=["quoting"], short=["longer"]) == 1
    assert contained(dataset, long=["quoting"], short=["other"]) == 0


def test_one_that_was_dropped_may_be_answered_by_its_source(dataset: Dataset) -> None:
    assert contained(dataset, long=["other"], short=["other"]) == 0.5


def test_an_arguable_source_answers_nothing(dataset: Dataset) -> None:
    assert contained(dataset, short=["quoting"]) == 0
