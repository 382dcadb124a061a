"""Pages that are no article: how many yield a text, and are two texts alike? JSON.

    python -m benchmarks.extraction.no_articles PAGES [--articles web-article]

PAGES is a folder as `pages.read_pages` describes. For every set except those of articles, `read` is
the number of pages that yield a text, and `of it main` the number of these pages whose text is what
the labels call the page's main text (F1 of .8 or more). For all pages with a text, articles too,
`alike` are pairs of pages with different main texts whose texts have a 4-gram Jaccard similarity
above .1, and `hosts` and `pairs of a host` say how many hosts have several pages and how many pairs
they make.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.extraction.__main__ import Response
from benchmarks.extraction.pages import LabelledPage, overlap, page_f1, read_pages, shingles
from scrapy_neardup.extract import extract

if TYPE_CHECKING:
    from collections.abc import Iterable

_ALIKE = 0.1
_MAIN = 0.8


def similar(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def host(page: LabelledPage) -> str:
    return (urlsplit(page.url).hostname or "").removeprefix("www.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("--articles", nargs="*", default=["web-article"], help="sets of articles")
    parser.add_argument("--half", choices=("all", "even", "odd", "tuned", "unseen"), default="all")
    arguments = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    read: list[tuple[LabelledPage, set[tuple[str, ...]], set[tuple[str, ...]]]] = []
    for page in read_pages(arguments.pages, half=arguments.half):
        article = extract(Response(page))
        cjk = page.lang not in ("en", "latin")
        if page.set not in arguments.articles:
            count = counts.setdefault(page.set, Counter())
            count["pages"] += 1
            if article:
                count["read"] += 1
                f1 = page_f1(overlap(page.truth, article.text, cjk=cjk))
                count["of it main"] += f1 >= _MAIN
        if article:
            read.append(
                (page, set(shingles(article.text, cjk=cjk)), set(shingles(page.truth, cjk=cjk)))
            )
    hosts = Counter(host(page) for page, _, _ in read)
    json.dump(
        {
            "sets": counts,
            "texts": len(read),
            "hosts": sum(count > 1 for count in hosts.values()),
            "pairs of a host": sum(count * (count - 1) // 2 for count in hosts.values()),
            "alike": list(alike(read)),
        },
        sys.stdout,
        ensure_ascii=False,
        indent=1,
    )
    print()


def alike(
    read: Iterable[tuple[LabelledPage, set[tuple[str, ...]], set[tuple[str, ...]]]],
) -> Iterable[tuple[str, str, float]]:
    """Pairs of pages with different main texts whose texts are alike, and how much they are so."""
    for (one, text, truth), (other, other_text, other_truth) in combinations(read, 2):
        common = similar(text, other_text)
        if common > _ALIKE and similar(truth, other_truth) < _ALIKE:
            yield one.url, other.url, round(common, 3)


if __name__ == "__main__":
    main()
