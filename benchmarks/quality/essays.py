"""Columns, essays and advice with few figures, each with a rewritten copy and with another article on its topic.

    python -m benchmarks.quality.essays [DIRECTORY]

essays.jsonl was written for the fit of the rule of rewritten copies (:mod:`.rewriting_fit`), by hand, by
writers who had not read how the rule works; what it tells is invented. The other copies that the rule is
fitted on are of news, whose figures and names give them away. Each article has a copy that is *rewritten*: in
the same order or in another, condensed, expanded, in another voice, lightly, or as translated there and back.
Each has an *alike*: another author's article on the same topic, and every third one a second, which is the
hardest that is still no copy: a reply, the next column of the same author, an interview with the same
questions.

ordered.jsonl has pairs of two authors, which the rule was *not* fitted on: stories, lives, processes, rules and
walks, of which the subject dictates the order (16), and two reporters' accounts of one event from its beginning
to its end (14). None is a copy.

The texts are judged in an index of all the articles, after the articles of DIRECTORY (docs.jsonl.gz of a
labelled set) that were not made from others. Prints how many copies name their source, without and with a
search for rewritten copies, and which alikes are taken for copies if each has a host of its own. The rule was
fitted on the essays: what it finds elsewhere, :mod:`.columns` tells.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import Item
from benchmarks.quality.outcomes import print_files, texts_of

if TYPE_CHECKING:
    from benchmarks.quality.dataset import Dataset

FILE = Path(__file__).with_suffix(".jsonl")
ORDERED = FILE.with_stem("ordered")
LEVEL = "E"
"""What the copies have as a level, beside L1 to L3 of the copies of news."""


def add_to(dataset: Dataset) -> list[dict[str, str]]:
    """Add the articles and their alikes to *dataset*; those on one topic are look-alikes of each other.
    Return the copies, as rows of a file of rewritten copies.
    """
    copies = []
    of_topic: dict[str, list[str]] = {}
    for row in texts_of(FILE):
        id_, topic = row["id"], row.get("of", row["id"])
        if row["kind"] == "rewritten":
            # Ids begin with who wrote the text.
            copies.append({**row, "level": LEVEL, "writer": id_[:2]})
            continue
        for other in of_topic.setdefault(topic, []):
            dataset.labels[frozenset((id_, other))] = ("hardneg", "alike")
        of_topic[topic].append(id_)
        dataset.items[id_] = Item(
            id_, row["lang"], row["text"], row["title"], "essays", id_, "hardneg", frozenset()
        )
    return copies


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([FILE, ORDERED], __doc__, source="article", copies=("rewritten",))


if __name__ == "__main__":
    main()
