"""The pairs that the rule is fitted on: benchmarks/quality/evidence.py."""

from __future__ import annotations

import random

from benchmarks.quality.dataset import Dataset, Item
from benchmarks.quality.evidence import collect


def test_a_lead_that_five_articles_share_is_commonplace():
    chance = random.Random(0)
    words = ["".join(chance.choices("abcdefghijklmnop", k=6)) for _ in range(600)]

    def text(length):
        return " ".join(chance.choices(words, k=length)) + ". "

    lead = text(120)
    items = [
        Item(str(at), "en", lead + text(60), None, f"site{at}", str(at), "unrelated", frozenset())
        for at in range(6)
    ]

    found = collect(Dataset({item.id: item for item in items}, {}), items)

    assert max(pair.evidence.commonplace for _, pairs in found for pair in pairs) > 0.5
