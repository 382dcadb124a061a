"""How many reposts are found in which numbers are written in another way, and other copies made by hand.

    python -m benchmarks.quality.reposted [DIRECTORY]

reposted.jsonl was written for this benchmark, by hand, by one writer who had not read how the rule works, and
no rule was fitted on it. Its names, firms and figures are invented. It has 63 articles of many kinds, from
city news to recipes, 30 of them in Chinese and 33 in eleven other languages. Each has a repost: another
headline, lead, tail and other quotation marks, a paragraph left out, and nearly every number in another
notation (一百四十天 as 140天, 7.4升 as 7.4L). 47 have a copy spun by hand, with a fifth to a third of the words
replaced and clauses and paragraphs moved. 66 *alikes* are other articles that are as near as life makes
them: the same form about another place, the same event by another outlet, the next day's report, last
year's figures.

The texts are judged in an index of all 63 articles, after the articles of DIRECTORY (docs.jsonl.gz of a
labelled set) that were not made from others. Prints how many copies name their source, without and with a
search for rewritten copies, and which alikes are taken for copies if each has a host of its own.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import names, print_named, print_taken
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.verdict.thresholds import Thresholds

FILE = Path(__file__).with_suffix(".jsonl")
COPIES = ("repost", "spun")


def texts() -> list[dict[str, str]]:
    """The texts: ``id``, ``lang``, ``kind``, what they are ``about``, ``title`` and ``text``; all but a
    report tell the report that they are made ``of``, or resemble.
    """
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def document_of(row: dict[str, str]) -> Document:
    return Document(_url(row["id"]), row["text"], title=row["title"])


def _url(name: str) -> str:
    return f"https://{name}.example/{name}"


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path, nargs="?")
    options = parser.parse_args()
    known = known_articles(options.directory)
    rows = texts()
    print(f"beside {len(known)} other articles")
    for rewriting in (False, True):
        print("with NEARDUP_REWRITTEN:" if rewriting else "by default:")
        with NearDupIndex.in_memory(thresholds=Thresholds(rewriting=rewriting)) as index:
            for document in known:
                index.add(document)
            for row in rows:
                if row["kind"] == "report":
                    index.add(document_of(row))
            print("  copies that name their source:")
            print_named(
                (row["kind"], row["lang"], names(index, document_of(row), _url(row["of"])))
                for row in rows
                if row["kind"] in COPIES
            )
            print("  other articles:")
            alikes = (row for row in rows if row["kind"] == "alike")
            print_taken(index, ((row["kind"], document_of(row)) for row in alikes))


if __name__ == "__main__":
    main()
