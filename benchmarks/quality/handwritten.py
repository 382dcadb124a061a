"""How many copies made by hand are found, and which reports of one kind are taken for copies.

    python -m benchmarks.quality.handwritten [DIRECTORY]

handwritten.jsonl was written for this benchmark, by hand, by one writer who had not read how the rule
works, and no rule was fitted on it. Its names, firms and figures are invented. It has sixty groups of
three reports of one kind about different events (earnings, weather warnings, obituaries, recalls,
match reports): 24 groups in Chinese, fourteen each in Japanese and English, two each in German, Spanish,
Korean and Russian. Fourteen pairs are forms that differ in little more than what is filled in. Of sixty
reports there is a copy: twenty lightly edited, twenty spun (words and clauses replaced and moved), and
twenty contained in a longer article.

The texts are judged in an index after the articles of DIRECTORY (docs.jsonl.gz of a labelled set) that
were not made from others; without a DIRECTORY, the index knows only its word lists. Prints how many
copies name their source, without and with a search for rewritten copies, and which reports are taken for
copies if each has a host of its own, and if each group has one.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import (
    index_of,
    names,
    parser_of,
    print_named,
    print_taken,
    texts_of,
)
from scrapy_neardup import Document, NearDupIndex

FILE = Path(__file__).with_suffix(".jsonl")
COPIES = ("light", "spun", "contained")
REPORTS = ("report", "form")


def document_of(row: dict[str, str], host: str) -> Document:
    return Document(f"https://{host}.example/{row['id']}", row["text"], title=row["title"])


def copies(index: NearDupIndex, rows: list[dict[str, str]]) -> None:
    """Add the reports that were copied, judge their copies, and print how many name their report."""
    made = [row for row in rows if row["kind"] in COPIES]
    sources = {row["of"]: "" for row in made}
    for row in rows:
        if row["id"] in sources:
            document = document_of(row, row["id"])
            sources[row["id"]] = document.id
            index.add(document)
    print_named(
        (row["kind"], row["lang"], names(index, document_of(row, row["id"]), sources[row["of"]]))
        for row in made
    )


def reports(index: NearDupIndex, rows: list[dict[str, str]], *, host: str) -> None:
    """Judge and keep all reports in order, and print which are taken for copies. *host* is the field that
    tells the host of each.
    """
    print_taken(
        index,
        ((row["kind"], document_of(row, row[host])) for row in rows if row["kind"] in REPORTS),
    )


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    options = parser_of(__doc__).parse_args()
    known = known_articles(options.directory)
    rows = texts_of(FILE)
    print(f"beside {len(known)} other articles")
    for rewriting in (False, True):
        print("by default:" if rewriting else "without NEARDUP_REWRITTEN:")
        for name, judge in (
            ("copies that name their source", copies),
            ("reports, each of its own host", partial(reports, host="id")),
            ("reports, each group of one host", partial(reports, host="group")),
        ):
            with index_of(known, rewriting=rewriting) as index:
                print(f"  {name}:")
                judge(index, rows)


if __name__ == "__main__":
    main()
