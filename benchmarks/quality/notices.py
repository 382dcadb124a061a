"""Whether different notices that are nearly the same stay apart, and corrected reposts do not.

    python -m benchmarks.quality.notices [DIRECTORY]

notices.jsonl was written for this benchmark, by a writer who had not read how the rule works; its names and
figures are invented. Sixty pairs are two notices or reports that a reader needs both, of which nearly all
words are the same: the next tranche of a bond, another lot of the same auction, another director's sale of
shares. They differ in one to four numbers and a name, or in either alone. Forty pairs are an article and its
repost under another frame with one to three corrections. Thirty pairs and twenty are Chinese, the others
English, Japanese, German, Spanish, French, Russian and Korean.

The first text of a pair is added and the second judged, in an index after the articles of DIRECTORY
(docs.jsonl.gz of a labelled set) that were not made from others, if one is given. Prints how many of the
second texts are taken for copies: with all texts on hosts of their own, with one host for each pair, and with
one host whose first text was met on another host before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import index_of, parser_of, texts_of
from benchmarks.quality.rewriting import interval
from scrapy_neardup import Document, NearDupIndex

FILE = Path(__file__).with_suffix(".jsonl")


def pairs() -> list[list[dict[str, str]]]:
    """The pairs, each of two texts: ``id``, ``lang``, ``pair``, ``kind`` and ``text``."""
    found: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in texts_of(FILE):
        found[row["pair"]].append(row)
    return [*found.values()]


def taken(index: NearDupIndex, *, host: str, elsewhere: bool) -> tuple[Counter[str], Counter[str]]:
    """How many second texts are taken for copies of their first ones, and how many there are, by kind.
    *host* is the field that tells the host of a text. *elsewhere*: another host has each first text as well,
    and was crawled before.
    """
    copies: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for pair in pairs():
        one, other = (
            Document(f"https://{row[host]}.example/{row['id']}", row["text"]) for row in pair
        )
        source = (
            replace(one, id=f"https://elsewhere.example/{pair[0]['id']}") if elsewhere else one
        )
        index.add(source)
        if elsewhere:
            index.check_and_add(one)
        verdict = index.check(other)
        of[pair[1]["kind"]] += 1
        copies[pair[1]["kind"]] += any(match.id == source.id for match in verdict.matches)
    return copies, of


def main() -> None:
    """Judge the pairs in new indexes and print what was taken for a copy."""
    options = parser_of(__doc__).parse_args()
    known = known_articles(options.directory)
    print(f"beside {len(known)} other articles")
    for name, host, elsewhere in (
        ("each text of its own host", "id", False),
        ("each pair of one host", "pair", False),
        ("each pair of one host, its first text met elsewhere before", "pair", True),
    ):
        with index_of(known) as index:
            copies, of = taken(index, host=host, elsewhere=elsewhere)
        print(f"{name}:")
        for kind, count in sorted(of.items()):
            print(f"  {kind}: {copies[kind]} taken for copies, {interval(copies[kind], count)}")


if __name__ == "__main__":
    main()
