"""What a rule is fitted and tested on: the evidence of every pair that the index would judge.

To the labelled set come the spun copies of :mod:`.spinning` and the reports of :mod:`.forms`.
Articles that were not made from others are the sources; every document is compared with the
sources before it that share two phrases with it or whose SimHash is within three bits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.quality.dataset import BASE_KINDS
from benchmarks.quality.forms import reports
from benchmarks.quality.spinning import VARIANTS, Spinner
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.sketch import phrase_keys
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.verify import Evidence, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.quality.dataset import Dataset, Item
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint

PHRASES = 2
DISTANCE = 3
CANDIDATES = 64


@dataclass(frozen=True, slots=True)
class Pair:
    """A document and a source, and what the index sees of them.

    ``relation``: "right" of a copy, "merged" of one of several sources, else the kind of a
    negative, or "ignore".
    """

    query: Item
    source: Item
    relation: str
    evidence: Evidence


def documents(dataset: Dataset, spun_per_language: int) -> Iterator[Item]:
    """Yield the labelled set in file order, the reports of one form, and the spun copies."""
    base = [item for item in dataset.items.values() if item.kind in BASE_KINDS]
    yield from base
    yield from reports()
    yield from (item for item in dataset.items.values() if item.kind not in BASE_KINDS)
    spinner = Spinner(base)
    by_language: defaultdict[str, list[Item]] = defaultdict(list)
    for item in base:
        if item.kind == "original":
            by_language[item.lang].append(item)
    for originals in by_language.values():
        for item in originals[:: max(len(originals) // spun_per_language, 1)]:
            for variant in VARIANTS:
                yield spinner(item, variant, originals)


def collect(dataset: Dataset, items: Iterable[Item]) -> list[tuple[Item, list[Pair]]]:
    """Return each of the *items* with its pairs, base kinds and forms being the sources."""
    fingerprint = Fingerprinter(Scheme())
    sources: list[tuple[Item, Fingerprint]] = []
    by_phrase: defaultdict[int, list[int]] = defaultdict(list)
    hashes = np.zeros(1 << 16, np.uint64)
    found = []
    for item in items:
        mine = fingerprint(item.text)
        pairs: list[Pair] = []
        found.append((item, pairs))
        if mine.simhash is None or mine.sketch is None:
            continue
        shared = Counter(n for key in phrase_keys(mine.sketch).tolist() for n in by_phrase[key])
        near = np.bitwise_count(hashes[: len(sources)] ^ np.uint64(mine.simhash)) <= DISTANCE
        for number in np.flatnonzero(near).tolist():
            shared[number] += PHRASES
        for number, weight in shared.most_common(CANDIDATES):
            source, theirs = sources[number]
            if weight < PHRASES:
                break
            evidence = judge(mine, theirs.simhash, theirs.sketch)
            if evidence is not None:
                pairs.append(Pair(item, source, _relation(dataset, item, source), evidence))
        if item.kind in BASE_KINDS or item.kind == "form":
            for key in phrase_keys(mine.sketch).tolist():
                by_phrase[key].append(len(sources))
            hashes[len(sources)] = mine.simhash
            sources.append((item, mine))
    return found


def _relation(dataset: Dataset, item: Item, source: Item) -> str:
    if item.kind == source.kind == "form":
        return f"form of {source.source}" if item.source == source.source else "unrelated"
    if item.parents:
        return "merged" if source.group in item.parents else dataset.relation(item, source)
    return dataset.relation(item, source)
