"""What became of texts that were judged, as counts by kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.quality.rewriting import interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup import Document, NearDupIndex


def print_named(judged: Iterable[tuple[str, str, bool]]) -> None:
    """Print how many copies name their source, of each kind in each language and in all. Each of *judged*
    is a copy's kind, its language and whether it names its source.
    """
    named: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    for kind, of_copy, is_named in judged:
        for language in (of_copy, "all"):
            of[kind, language] += 1
            named[kind, language] += is_named
    for (kind, language), count in sorted(of.items()):
        print(f"    {kind} {language}: {interval(named[kind, language], count)}")


def print_taken(index: NearDupIndex, others: Iterable[tuple[str, Document]]) -> None:
    """Judge and keep *others*, which copy nothing, each with its kind, and print which are taken for
    copies.
    """
    taken: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for kind, document in others:
        verdict = index.check_and_add(document)
        of[kind] += 1
        if verdict.match is not None:
            taken[kind] += 1
            name, source = (one.rpartition("/")[2] for one in (document.id, verdict.match.id))
            print(f"    {name} for {source}: {verdict.kind}, {verdict.match.score:.2f}")
    for kind, count in of.items():
        print(f"    {kind}: {taken[kind]} of {count} taken for copies")


def names(index: NearDupIndex, document: Document, source: str) -> bool:
    """Whether the verdict on *document*, which is not kept, names the document *source*."""
    match = index.check(document).match
    return match is not None and match.id == source
