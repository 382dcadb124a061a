"""How many pages of sites that are no news are taken for copies of other pages of the site.

    python -m benchmarks.quality.sites [DIRECTORY] [--hosts 1] [--pages]

sites.jsonl was written for this benchmark, by a writer who had not read how the rules work, and all it tells is
invented. Each *form* is a site whose pages are about things of one kind, and none of them copies another. Fifteen
forms have 40 to 48 pages, which were filled in from sentences written by hand, most of them with two to seven
variants: the reference of a command, interfaces of a cloud, recipes, fungi, job advertisements, answers of a
clinic, horoscopes, meetings of offices, guides of a service centre, products, villages, matches and inns. Five have
7 to 14 pages, each of them written by hand: pupils' essays, threads, towns and reviews, all on one subject. Ten
forms and three of the five are Chinese. Some pages have a copy by hand, *spun* or *rewritten* in other sentences.

The sites are judged one after the other in one index, the pages of each on one host or spread over so many, after
the articles of DIRECTORY (docs.jsonl.gz of a labelled set) that were not made from others. Then the copies are judged, on hosts of
their own, and the first and every tenth page under the frame of another site. Prints for each form how many pages
are taken for copies of another page, by verdict, and how many copies name their source. With --pages, names these pages.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import names, texts_of
from scrapy_neardup import Document, NearDupIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_suffix(".jsonl")
REPOSTED = 10
"""One page in so many is reposted."""
FRAMES = {
    "zh": (
        "时间：2024-06-18 09:12 来源：本站整理 浏览：3,182次",
        "本文来自网络，如有侵权请联系我们删除。",
    ),
    "en": ("Posted 18 June 2024 at 09:12 | 3,182 views", "Sign up for our newsletter."),
    "ja": ("2024年6月18日 09:12 閲覧数3,182", "ほかの記事もご覧ください。"),
    "de": ("18. Juni 2024, 09:12 Uhr | 3.182 Aufrufe", "Alle Angaben ohne Gewähr."),
}


def sites() -> dict[str, list[dict[str, str]]]:
    """The rows of each form: ``id``, ``form``, ``lang``, ``kind``, of a copy what it is made ``of``, ``text``."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in texts_of(FILE):
        found.setdefault(row["form"], []).append(row)
    return found


def copies_of(rows: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """The copies of a site's pages: reposts, and those made by hand."""
    for row in [row for row in rows if row["kind"] == "page"][::REPOSTED]:
        before, behind = FRAMES[row["lang"]]
        text = "\n".join((before, row["text"], behind))
        yield {**row, "id": f"{row['id']}-repost", "kind": "repost", "of": row["id"], "text": text}
    yield from (row for row in rows if row["kind"] != "page")


def judged(
    index: NearDupIndex, rows: list[dict[str, str]], hosts: int
) -> tuple[Counter[str], list[str], Counter[str], Counter[str]]:
    """The verdicts on a site's pages that are taken for copies, and these pages; how many of its copies
    name their source, and how many there are, by kind.
    """
    pages = [row for row in rows if row["kind"] == "page"]
    places = {
        row["id"]: f"https://{row['form']}{number % hosts}.example/{row['id']}"
        for number, row in enumerate(pages)
    }
    taken: Counter[str] = Counter()
    told = []
    for row in pages:
        verdict = index.check_and_add(_document(places[row["id"]], row))
        if verdict.match is not None:
            taken[str(verdict.kind)] += 1
            source = verdict.match.id.rpartition("/")[2]
            told.append(f"{row['id']} for {source}: {verdict.kind}, {verdict.match.score:.2f}")
    named: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for row in copies_of(rows):
        of[row["kind"]] += 1
        document = _document(f"https://{row['id']}.example/{row['id']}", row)
        named[row["kind"]] += names(index, document, places[row["of"]])
    return taken, told, named, of


def main() -> None:
    """Judge each site in an index and print what was taken for what."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path, nargs="?")
    parser.add_argument("--hosts", type=int, default=1)
    parser.add_argument(
        "--pages", action="store_true", help="name the pages that are taken for copies"
    )
    options = parser.parse_args()
    known = known_articles(options.directory)
    print(f"beside {len(known)} other articles, each site on {options.hosts} of its own")
    with NearDupIndex.in_memory() as index:
        for document in known:
            index.add(document)
        for form, rows in sites().items():
            pages = [row["id"] for row in rows if row["kind"] == "page"]
            taken, told, named, of = judged(index, rows, options.hosts)
            copies = ", ".join(f"{kind} {named[kind]} of {of[kind]}" for kind in of)
            print(
                f"  {form}: {taken.total()} of {len(pages)} taken{_listed(taken)}; found: {copies}"
            )
            if options.pages:
                print(*(f"    {one}" for one in told), sep="\n")


def _listed(taken: Counter[str]) -> str:
    """The verdicts on pages that are taken for copies, in parentheses."""
    return (
        f" ({', '.join(f'{kind} {count}' for kind, count in taken.most_common())})"
        if taken
        else ""
    )


def _document(id_: str, row: dict[str, str]) -> Document:
    return Document(id_, row["text"], url=id_, title=row["text"].partition("\n")[0])


if __name__ == "__main__":
    main()
