"""What became of texts that were judged, as counts by kind."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.rewriting import interval
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.verdict.thresholds import Thresholds

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


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


def parser_of(about: str | None) -> argparse.ArgumentParser:
    """A parser of a command line that may name the ``directory`` of a labelled set. Its help is the first line
    of *about*.
    """
    parser = argparse.ArgumentParser(description=(about or "").split("\n", 1)[0])
    parser.add_argument("directory", type=Path, nargs="?")
    return parser


def index_of(known: Iterable[Document], *, rewriting: bool = True) -> NearDupIndex:
    """A new index that has the documents *known*. By *rewriting*, rewritten copies are looked for."""
    index = NearDupIndex.in_memory(thresholds=Thresholds(rewriting=rewriting))
    for document in known:
        index.add(document)
    return index


def print_judged(
    rows: list[dict[str, str]], directory: Path | None, *, source: str, copies: Collection[str]
) -> None:
    """Judge *rows*, without and with a search for rewritten copies, and print what was taken for what.

    Rows of the kind *source* are known, beside the articles of *directory*. Those of the kinds in *copies*
    have to name the row that they are made ``of``; all others copy nothing. Each is on a host of its own.
    """
    known = known_articles(directory)
    print(f"beside {len(known)} other articles")
    for rewriting in (False, True):
        print("by default:" if rewriting else "without NEARDUP_REWRITTEN:")
        with index_of(known, rewriting=rewriting) as index:
            for row in rows:
                if row["kind"] == source:
                    index.add(_document_of(row))
            print("  copies that name their source:")
            print_named(
                (row["kind"], row["lang"], names(index, _document_of(row), _url(row["of"])))
                for row in rows
                if row["kind"] in copies
            )
            print("  other articles:")
            others = (row for row in rows if row["kind"] not in (*copies, source))
            print_taken(index, ((row["kind"], _document_of(row)) for row in others))


def print_files(
    files: Iterable[Path], about: str | None, *, source: str, copies: Collection[str]
) -> None:
    """Call :func:`print_judged` for the texts of each of *files*. The command line may name the directory, and
    its help is the first line of *about*.
    """
    directory = parser_of(about).parse_args().directory
    for file in files:
        print(f"{file.name}:")
        print_judged(texts_of(file), directory, source=source, copies=copies)


def texts_of(file: Path) -> list[dict[str, str]]:
    """The texts in *file*: ``id``, ``lang``, ``kind``, what they are ``about``, ``title`` and ``text``; all that
    tell another one's story, or resemble it, say which they are made ``of``.
    """
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _document_of(row: dict[str, str]) -> Document:
    return Document(_url(row["id"]), row["text"], title=row.get("title"))


def _url(name: str) -> str:
    """The address of the text *name*, on a host of its own."""
    return f"https://{name}.example/{name}"
