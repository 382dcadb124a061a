"""A labelled set of articles: documents and pairs as JSON lines, in the order of a crawl."""

from __future__ import annotations

import argparse
import gzip
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scrapy_neardup import Document

BASE_KINDS = {
    "original",
    "unrelated",
    "hardneg",
    "natural",
    "natural_part",
    "seed_original",
    "seed_unrelated",
}
"""Kinds of documents that were not made from another one of the set; they come first."""


@dataclass(frozen=True, slots=True)
class Item:
    """One document. ``group`` is the id of the document it was made from, ``parents`` are the ids of
    those that a merged document was made from.
    """

    id: str
    lang: str
    text: str
    title: str | None
    source: str
    group: str
    kind: str
    parents: frozenset[str]


@dataclass
class Dataset:
    """The documents by id, in file order, and the labels of pairs: ("hardneg", "template") ..."""

    items: dict[str, Item]
    labels: dict[frozenset[str], tuple[str, str]]
    pairs: list[tuple[str, str, str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, directory: Path) -> Dataset:
        """Read docs.jsonl.gz and pairs.jsonl.gz, whose README explains the fields."""
        items = {}
        for row in read_lines(directory / "docs.jsonl.gz"):
            merged = row["kind"] == "merged"
            parents = frozenset(row["params"]["parents"] if merged else ())
            items[row["id"]] = Item(
                row["id"],
                row["lang"],
                row["text"],
                row["title"],
                row["source"],
                row["group"] or row["id"],
                row["kind"],
                parents,
            )
        pairs = [
            (row["a"], row["b"], row["label"], row["type"] or "")
            for row in read_lines(directory / "pairs.jsonl.gz")
        ]
        labels = {frozenset((a, b)): (label, type_) for a, b, label, type_ in pairs}
        return cls(items, labels, pairs)

    def base(self) -> list[Item]:
        """The documents that were not made from another one, in file order."""
        return [item for item in self.items.values() if item.kind in BASE_KINDS]

    def stream(self, seed: int) -> list[Item]:
        """Return the documents as a crawl meets them: base kinds, then the others shuffled."""
        rest = [item for item in self.items.values() if item.kind not in BASE_KINDS]
        random.Random(seed).shuffle(rest)
        return self.base() + rest

    def relation(self, a: Item, b: Item) -> str:
        """Return what a report of *b* as a source of *a* is.

        "right", "ignore", the type of a hard negative, or "unrelated"; "rulings" are court
        rulings of one form without a label of their own.
        """
        if a.group == b.group:
            return "right"
        label, type_ = self.labels.get(frozenset((a.id, b.id)), ("", ""))
        if label:
            return {"natural": "right", "ignore": "ignore"}.get(label, type_)
        if (
            a.parents & b.parents
            or a.group in b.parents
            or b.group in a.parents
            or "natural_part" in (a.kind, b.kind)
        ):
            return "ignore"
        return "rulings" if a.source == b.source == "court" else "unrelated"


def lines_file(name: str) -> Path:
    """The path of a file of JSON lines that is an argument of a command; a folder is an error."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{name} is no file: give the docs.jsonl.gz itself")
    return path


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines, gzipped."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def known_articles(directory: Path | None) -> list[Document]:
    """The documents of the set in *directory* that were not made from others; none without one."""
    if directory is None:
        return []
    base = Dataset.read(directory).base()
    return [Document(item.id, item.text, title=item.title) for item in base]
