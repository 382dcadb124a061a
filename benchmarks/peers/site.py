"""Serves labelled articles as pages of a news site on loopback.

    python -m benchmarks.peers.site DIRECTORY SHARE

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. Prints the port, then serves until its standard
input closes. The front page lists the articles: those under /1/ come first in a crawl, those under
/0/ were made from them.
"""

from __future__ import annotations

import html
import random
import sys
from pathlib import Path

from benchmarks.crawl.server import run_until_closed, serve
from benchmarks.quality.dataset import BASE_KINDS, Dataset, Item

_PAGE = """<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"><title>{title} - Example News</title></head><body>
<nav><a href="/">Home</a> <a href="/politics">Politics</a> <a href="/sport">Sport</a></nav>
<main><h1>{title}</h1>
<article>{paragraphs}</article></main>
<aside><h2>Read also</h2><ul><li><a href="/more/1">More</a></li></ul></aside>
<footer>Example News. All rights reserved.</footer></body></html>"""


def choose(dataset: Dataset, share: float) -> list[Item]:
    """About a *share* of the articles in the order of a crawl, copies with their originals.

    Both sides of a labelled pair are in or out together, and so are a merged article and its
    parents.
    """
    chosen = random.Random(1)
    leader = {id_: item.group for id_, item in dataset.items.items()}

    def find(id_: str) -> str:
        while leader[id_] != id_:
            leader[id_] = leader[leader[id_]]
            id_ = leader[id_]
        return id_

    for a, b, label, _ in dataset.pairs:
        if label != "ignore":
            leader[find(a)] = find(b)
    for item in dataset.items.values():
        parents = sorted(item.parents)
        # A merged article joins its two parents' copies; without that, few would be in whole.
        for parent in parents:
            leader[find(parent)] = find(item.id)
    taken = {group: chosen.random() < share for group in sorted(set(map(find, leader)))}
    return [item for item in dataset.stream(1) if taken[find(item.id)]]


def page(item: Item) -> str:
    """*item* as a page."""
    lines = [line for line in item.text.split("\n") if line.strip()]
    return _PAGE.format(
        lang=item.lang,
        title=html.escape(item.title or item.id),
        paragraphs="".join(f"<p>{html.escape(line)}</p>" for line in lines),
    )


def main() -> None:
    items = choose(Dataset.read(Path(sys.argv[1])), float(sys.argv[2]))
    pages = {f"/{item.kind in BASE_KINDS:d}/{item.id}": page(item).encode() for item in items}
    server = serve(pages)
    # A crawler that is killed leaves its connections open.
    server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
    run_until_closed(server)


if __name__ == "__main__":
    main()
