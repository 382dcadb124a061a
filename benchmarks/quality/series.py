"""Which issues of a newsroom's series an index takes for copies: none is one.

    python -m benchmarks.quality.series [DIRECTORY]

series.jsonl has three issues each of sixty invented series, thirty in Chinese, fourteen in English and
eight each in German and Japanese: the weather, the markets, prices, rivers, storms, matches, rescues
and the like, from one day or week to the next. All were written for this benchmark, and no rule was
fitted on them. A third of the series fill in a form, a third repeat half of their sentences, and a
third have the same subjects in the same order. In all, figures of one or two digits are the same by
chance.

Each issue is judged, rewritten copies included, and added: first to last, last to first, and shuffled.
With DIRECTORY, which holds docs.jsonl.gz and pairs.jsonl.gz, the index has the articles of that set first.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import index_of, parser_of, texts_of
from scrapy_neardup import Document, Kind

FILE = Path(__file__).with_suffix(".jsonl")
SHUFFLE = 1


def issues() -> list[Document]:
    """The issues of all series, each series from first to last."""
    return [
        Document(f"{row['series']} {row['day']}", row["text"], title=row["title"])
        for row in texts_of(FILE)
    ]


def taken_for_copies(documents: list[Document], before: list[Document]) -> list[str]:
    """The *documents* that are taken for copies, in the order given, in an index that has the
    articles *before*. Each is told with its verdict and its source.
    """
    taken = []
    with index_of(before) as index:
        for document in documents:
            verdict = index.check(document)
            index.add(document)
            if verdict.kind is not Kind.NEW:
                match = verdict.matches[0]
                taken.append(f"{document.id}: {verdict.kind} of {match.id}, {match.score:.2f}")
    return taken


def orders() -> dict[str, list[Document]]:
    """The issues in each of the orders, by name."""
    found = issues()
    return {
        "first to last": found,
        "last to first": found[::-1],
        "shuffled": Random(SHUFFLE).sample(found, len(found)),
    }


def main() -> None:
    """Print what is taken for copies in each order."""
    options = parser_of(__doc__).parse_args()
    before = known_articles(options.directory)
    for name, documents in orders().items():
        taken = taken_for_copies(documents, before)
        print(f"{name}: {len(taken)} of {len(documents)} taken for copies")
        for line in taken:
            print(f"    {line}")


if __name__ == "__main__":
    main()
