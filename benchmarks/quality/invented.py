"""How many rewritten copies of invented articles are found, and which look-alikes are taken for copies.

    python -m benchmarks.quality.invented [DIRECTORY]

invented.jsonl was written for this benchmark, by hand, and no rule was fitted on it. It has fourteen
articles, five in Chinese, three in English, two each in Japanese and German, and one each in French and
Spanish. Each is there once more restructured in other words (L2), and retold at half the length (L3),
with some figures rounded. Twelve of the articles have an independent report of the same event. It also
has forty pairs of look-alikes: two outlets on one event (sixteen), two reports of one form (twelve), and
two days of one series (twelve). In these, most of the figures that differ are called rough: "nearly 200",
约1500户.

The articles are added to an index after those of DIRECTORY (docs.jsonl.gz of a labelled set) that were
not made from others; without a DIRECTORY, the index knows only its word lists. Copies and reports are
judged and not added. Each text of a pair is judged beside the other one. Prints for how many copies the
article is named, and how many others are taken for copies.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import index_of, names, parser_of, print_named, texts_of
from scrapy_neardup import Document, NearDupIndex

FILE = Path(__file__).with_suffix(".jsonl")
PAIRS = ("event", "form", "series")
"""The kinds of texts that come in pairs, one after the other."""


def document_of(row: dict[str, str], name: str = "") -> Document:
    return Document(name or row["of"], row["text"], title=row["title"])


def stories(index: NearDupIndex, rows: list[dict[str, str]]) -> None:
    """Add the articles, judge the other texts of their stories, and print how many of these are taken
    for copies, by kind and language.
    """
    judged = []
    for row in rows:
        if row["kind"] == "article":
            index.add(document_of(row))
        else:
            document = document_of(row, f"{row['of']} {row['kind']}")
            judged.append((row["kind"], row["lang"], names(index, document, row["of"])))
    print_named(judged)


def pairs(index: NearDupIndex, rows: list[dict[str, str]]) -> None:
    """Judge each text of a pair beside the other one. Print which are taken for copies of it."""
    taken: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for one, other in pairwise(rows):
        if one["of"] != other["of"]:
            continue
        for earlier, later in ((one, other), (other, one)):
            pending = index.reserve(document_of(earlier))
            verdict = index.check(document_of(later, "the other one"))
            pending.rollback()
            of[one["kind"]] += 1
            if verdict.match is not None and verdict.match.id == one["of"]:
                taken[one["kind"]] += 1
                print(f"    {one['of']}: {verdict.kind}, {verdict.match.score:.2f}")
    for kind, count in of.items():
        print(f"    pairs, {kind}: {taken[kind]} of {count} taken for copies")


def main() -> None:
    """Judge the invented texts and print what was taken for what."""
    options = parser_of(__doc__).parse_args()
    with index_of(known_articles(options.directory)) as index:
        print(f"beside {len(index)} other articles; share that names the article:")
        rows = texts_of(FILE)
        stories(index, [row for row in rows if row["kind"] not in PAIRS])
        pairs(index, [row for row in rows if row["kind"] in PAIRS])


if __name__ == "__main__":
    main()
