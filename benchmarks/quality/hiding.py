"""Can somebody hide copies of an article by posting its phrases and names in many other articles?

    python -m benchmarks.quality.hiding DIRECTORY [--victims 60] [--posted 0 10 30 100] [--piece]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. An index gets 3,000 unrelated articles, the victims,
and for each victim so many posted articles. A posted article has a fourth of the victim's sentences
among sentences of another article, and all of its rare words in a list; or, with --piece, three tenths
of the victim in one piece amid sentences of another article. The posted articles are from the host that
has the copies later, from another one, from four, or each from a host of its own. Prints how many of them
were taken for copies themselves, and what percentage of the victims' spun copies (spun_30) and of their
reposts is found.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import Dataset
from scrapy_neardup import Document, Kind, NearDupIndex

if TYPE_CHECKING:
    from benchmarks.quality.dataset import Item

UNRELATED = 3000
HOSTS = (1, 4, 1000, 0)
"""How many hosts there are; 0 is the host of the copies."""
PIECE = 0.3
_SENTENCE = re.compile(r"[^。！？.!?\n]+[。！？.!?\n]*")
_NAMES = re.compile(r"[A-Z][a-z]+|\d[\d.,]*|[\u4e00-\u9fff]{2,4}")


def posting(victim: Item, others: list[Item], chance: random.Random) -> str:
    """An article with a fourth of the *victim*'s sentences among those of one of the *others*, and with
    its names.
    """
    own = _SENTENCE.findall(victim.text)
    chosen = sorted(chance.sample(range(len(own)), max(len(own) // 4, 1)))
    filler = _SENTENCE.findall(chance.choice(others).text)
    lines = [own[place] for place in chosen] + chance.sample(filler, min(len(filler), len(own)))
    chance.shuffle(lines)
    names = sorted(set(_NAMES.findall(victim.text)))
    return "".join(lines) + "\n" + ", ".join(names)


def posting_of_piece(victim: Item, others: list[Item], chance: random.Random) -> str:
    """An article with a piece of the *victim* amid sentences of one of the *others*."""
    own = _SENTENCE.findall(victim.text)
    size = max(round(len(own) * PIECE), 1)
    start = chance.randrange(len(own) - size + 1)
    filler = _SENTENCE.findall(chance.choice(others).text)
    lines = chance.sample(filler, min(len(filler), len(own)))
    middle = len(lines) // 2
    return "".join(lines[:middle] + own[start : start + size] + lines[middle:])


def run(dataset: Dataset, victims: int, posted: int, hosts: int, *, piece: bool = False) -> str:
    """A line on the effect of *posted* articles for each of *victims* victims, from *hosts* hosts."""
    post = posting_of_piece if piece else posting
    chance = random.Random(f"{posted} {hosts}")
    items = [*dataset.items.values()]
    unrelated = [item for item in items if item.kind == "unrelated" and item.lang in ("zh", "en")]
    chance.shuffle(unrelated)
    originals = [item for item in items if item.kind == "original" and item.lang in ("zh", "en")]
    chosen = chance.sample(originals, victims)
    index = NearDupIndex.in_memory()
    for item in unrelated[:UNRELATED] + chosen:
        index.check_and_add(Document(f"https://{item.source}.example/{item.id}", item.text))
    taken = 0
    for number in range(posted):
        for item in chosen:
            text = post(item, unrelated, chance)
            host = f"mill{number % hosts}" if hosts else "copy"
            url = f"https://{host}.example/{item.id}/{number}"
            taken += index.check_and_add(Document(url, text)).kind is not Kind.NEW
    groups = {item.id for item in chosen}
    found = []
    for kind in ("spun_30", "repost"):
        asked = [item for item in items if item.kind == kind and item.group in groups]
        hits = 0
        for item in asked:
            verdict = index.check(Document(f"https://copy.example/{item.id}", item.text))
            hits += any(match.id.endswith(f"/{item.group}") for match in verdict.matches)
        found.append(f"{kind} {100 * hits / len(asked):.1f} % of {len(asked)}")
    share = (
        f", {100 * taken / (posted * victims):.0f} % of them taken for copies" if posted else ""
    )
    where = f"{hosts} hosts" if hosts else "the host of the copies"
    return f"{posted} posted from {where}{share}: {', '.join(found)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--victims", type=int, default=60)
    parser.add_argument("--posted", type=int, nargs="+", default=[0, 10, 30, 100])
    parser.add_argument("--piece", action="store_true", help="post pieces of the victims")
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    for posted in options.posted:
        for hosts in HOSTS if posted else HOSTS[:1]:
            line = run(dataset, options.victims, posted, hosts, piece=options.piece)
            print(line, flush=True)


if __name__ == "__main__":
    main()
