"""The data to fit and test a rule on: the evidence of every pair that the index would judge.

The spun copies of :mod:`.spinning` and the reports of :mod:`.forms` are added to the labelled set.
Articles that were not made from others are the sources. Every document is compared with the
sources before it to which the tables of an index lead.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.quality import plain
from benchmarks.quality.dataset import BASE_KINDS
from benchmarks.quality.forms import reports
from benchmarks.quality.spinning import VARIANTS, Spinner
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.simhash import distance
from scrapy_neardup.core.index.matcher import MAX_CANDIDATES
from scrapy_neardup.core.postings.tables import WHOLE, Tables
from scrapy_neardup.core.rarity.frequencies import Counted, Frequencies
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import Change
from scrapy_neardup.core.verdict.commonplace import Teller, commonplace
from scrapy_neardup.core.verdict.evidence import Evidence, judge, prepare

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.quality.dataset import Dataset, Item
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint

SOURCES = BASE_KINDS | {"form", plain.KIND}
"""Kinds of documents that others are compared with."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A document and a source, and what the index sees of them.

    ``relation`` is "right" for a copy, "merged" for a copy of several sources, "ignore" for a pair
    to leave out, else the kind of a negative.
    """

    query: Item
    source: Item
    relation: str
    evidence: Evidence


def documents(dataset: Dataset, spun_per_language: int) -> Iterator[Item]:
    """Yield the labelled set in file order, the reports of one form, the articles without names,
    and the spun copies.
    """
    base = dataset.base()
    without_names = plain.articles(base)
    yield from base
    yield from reports()
    yield from without_names
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
    for item in without_names:
        for variant, (mechanism, share) in plain.VARIANTS.items():
            yield spinner.spun(item, variant, mechanism, share, without_names)


def collect(
    dataset: Dataset, items: Iterable[Item], *, learns: bool = True
) -> list[tuple[Item, list[Pair]]]:
    """Return each of the *items* with its pairs. The sources are the items of the kinds SOURCES.

    With *learns*, document frequencies are those of the sources so far, as in a crawl; without it,
    those of the word lists alone, as on a crawl's first day.
    """
    scheme = Scheme()
    fingerprint, tables, store = Fingerprinter(scheme), Tables(scheme), MemoryStore()
    notes: dict[str, bytes] = {}
    frequencies = Frequencies(notes.get, notes.update)
    sources: list[tuple[Item, Fingerprint]] = []
    hashes: list[int] = []
    found = []
    for item in items:
        mine = fingerprint(item.text)
        pairs: list[Pair] = []
        found.append((item, pairs))
        if mine.simhash is None or mine.sketch is None:
            continue
        postings = tables.of_likeness(mine.simhash, mine.sketch)
        hits = tables.hits(postings, store.members(postings.buckets), WHOLE)
        near_ones = [
            sources[number]
            for number in hits.likeliest(MAX_CANDIDATES)
            if hits.may_be_copied(
                number, distance(hashes[number], mine.simhash), scheme.max_distance
            )
        ]
        prepared = prepare(mine.profile, frequencies) if near_ones and mine.profile else None
        relations = [_relation(dataset, item, source) for source, _ in near_ones]
        common = iter(_commonplace(item, mine, near_ones, relations))
        for (source, theirs), relation in zip(near_ones, relations, strict=True):
            evidence = judge(mine, theirs.simhash, theirs.sketch, prepared, next(common))
            if evidence is not None:
                pairs.append(Pair(item, source, relation, evidence))
        if item.kind in SOURCES:
            store.apply(Change(post=postings.of(len(sources))))
            hashes.append(mine.simhash)
            sources.append((item, mine))
            if learns and mine.profile is not None:
                frequencies.learn(Counted(mine.profile.language, item.source, mine.profile.rare))
    return found


def _commonplace(
    item: Item,
    mine: Fingerprint,
    found: list[tuple[Item, Fingerprint]],
    relations: list[str],
) -> list[float]:
    """Return how commonplace the phrases are that each source shares with *item*.

    Real copies are sources here, although an index would not have kept them: so they do not count
    as other stories.
    """
    others = [
        number
        for number, (source, _) in enumerate(found)
        if source.kind not in ("natural", "natural_part")
        and relations[number] not in ("right", "merged", "ignore")
    ]
    shares = []
    for number in range(len(found)):
        chosen = [number, *(other for other in others if other != number)]
        stories = [Teller(found[at][1].sketch, str(at), str(at).encode()) for at in chosen]
        shares.append(commonplace(mine.sketch or b"", item.source, stories)[0])
    return shares


def _relation(dataset: Dataset, item: Item, source: Item) -> str:
    if item.kind == source.kind == plain.KIND:
        return "form without names"
    if item.kind == source.kind == "form":
        return f"form of {source.source}" if item.source == source.source else "unrelated"
    if item.parents:
        return "merged" if source.group in item.parents else dataset.relation(item, source)
    return dataset.relation(item, source)
