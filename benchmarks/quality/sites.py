"""How many pages of sites that are no news are taken for copies of other pages of the site.

    python -m benchmarks.quality.sites [DIRECTORY] [--hosts 1] [--pages]

sites.jsonl was written for this benchmark, by a writer who had not read how the rules work, and all it tells is
invented. Each *form* is a site whose pages are about things of one kind, and none of them copies another. Fifteen
forms have 40 to 48 pages, which were filled in from sentences written by hand, most of them with two to seven
variants: the reference of a command, interfaces of a cloud, recipes, fungi, job advertisements, answers of a
clinic, horoscopes, meetings of offices, guides of a service centre, products, villages, matches and inns. Five have
7 to 14 pages, each of them written by hand: pupils' essays, threads, towns and reviews, all on one subject. Ten
forms and three of the five are Chinese. Some pages have a copy by hand, *spun* or *rewritten* in other sentences.

sites_more.jsonl is by another writer, who had not read the rules either. Nothing was fitted on it, but the limits of
:func:`.notices.may_be_page_of_form` were chosen with a look at it. It has sixteen forms of
30 pages, such as functions, leaflets of drugs, auctions, tenders, insurances, poems, routes of an airport, legal terms and
plants, and eight of 8 or 9 pages written by hand. Fifteen of the 24 are Chinese. Two pages of each have a *reprint* of the
site's own, under another address and in another frame, half of these with one word or number changed.

The sites are judged one after the other in one index, the pages of each on one host or spread over so many, after
the articles of DIRECTORY (docs.jsonl.gz of a labelled set) that were not made from others. As in a crawl, the lines that a
host repeats on page after page are left out. Then the copies are judged, on hosts of
their own, and the first and every tenth page under the frame of another site. Prints for each form how many pages
are taken for copies of another page, by verdict, and how many copies name their source. With --pages, names these pages.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import index_of, names, parser_of, texts_of
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.addresses import host_of
from scrapy_neardup.extract.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup import Verdict

FILES = tuple(Path(__file__).with_name(name) for name in ("sites.jsonl", "sites_more.jsonl"))
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
    for row in chain.from_iterable(map(texts_of, FILES)):
        found.setdefault(row["form"], []).append(row)
    return found


def copies_of(rows: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """The copies of a site's pages: reposts, and those made by hand."""
    for row in [row for row in rows if row["kind"] == "page"][::REPOSTED]:
        before, behind = FRAMES[row["lang"]]
        text = "\n".join((before, row["text"], behind))
        yield {**row, "id": f"{row['id']}-repost", "kind": "repost", "of": row["id"], "text": text}
    yield from (row for row in rows if row["kind"] != "page")


class Crawl:
    """Documents as a crawl hands them to *index*: without the lines that their host repeats."""

    def __init__(self, index: NearDupIndex) -> None:
        self._index = index
        self._memory = SiteMemory()

    def read(self, address: str, row: dict[str, str]) -> Document:
        """The text of *row* at this address."""
        lines = self._memory.strip(host_of(address), row["text"].split("\n"))
        return Document(
            address, "\n".join(lines), url=address, title=row["text"].partition("\n")[0]
        )

    def check_and_add(self, address: str, row: dict[str, str]) -> Verdict:
        """The verdict on a page. Of what is kept, the lines are learned."""
        verdict = self._index.check_and_add(self.read(address, row))
        if verdict.match is None:
            self._memory.learn(host_of(address), row["text"].split("\n"))
        return verdict

    def names(self, address: str, row: dict[str, str], source: str) -> bool:
        """Whether the verdict on a page, which is not kept, names *source*."""
        return names(self._index, self.read(address, row), source)


def judged(
    crawl: Crawl, rows: list[dict[str, str]], hosts: int
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
        verdict = crawl.check_and_add(places[row["id"]], row)
        if verdict.match is not None:
            taken[str(verdict.kind)] += 1
            source = verdict.match.id.rpartition("/")[2]
            told.append(f"{row['id']} for {source}: {verdict.kind}, {verdict.match.score:.2f}")
    named: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for row in copies_of(rows):
        of[row["kind"]] += 1
        source = places[row["of"]]
        is_own = row["kind"] == "reprint"
        address = f"{source}-again" if is_own else f"https://{row['id']}.example/{row['id']}"
        named[row["kind"]] += crawl.names(address, row, source)
    return taken, told, named, of


def main() -> None:
    """Judge each site in an index and print what was taken for what."""
    parser = parser_of(__doc__)
    parser.add_argument("--hosts", type=int, default=1)
    parser.add_argument(
        "--pages", action="store_true", help="name the pages that are taken for copies"
    )
    options = parser.parse_args()
    known = known_articles(options.directory)
    print(f"beside {len(known)} other articles, each site on {options.hosts} of its own")
    with index_of(known) as index:
        every, copied, copies_of_all = Counter[str](), Counter[str](), Counter[str]()
        for form, rows in sites().items():
            pages = [row["id"] for row in rows if row["kind"] == "page"]
            taken, told, named, of = judged(Crawl(index), rows, options.hosts)
            every.update(taken)
            copied.update(named)
            copies_of_all.update(of)
            told_pages = f"{taken.total()} of {len(pages)} taken{_listed(taken)}"
            print(f"  {form}: {told_pages}; found: {_found(named, of)}")
            if options.pages:
                print(*(f"    {one}" for one in told), sep="\n")
        found = _found(copied, copies_of_all)
        print(f"  all: {every.total()} taken{_listed(every)}; found: {found}")


def _found(named: Counter[str], of: Counter[str]) -> str:
    """How many copies name their source, by kind."""
    return ", ".join(f"{kind} {named[kind]} of {of[kind]}" for kind in of)


def _listed(taken: Counter[str]) -> str:
    """The verdicts on pages that are taken for copies, in parentheses."""
    return (
        f" ({', '.join(f'{kind} {count}' for kind, count in taken.most_common())})"
        if taken
        else ""
    )


if __name__ == "__main__":
    main()
