"""How many copies of columns, essays and other articles with few figures are found.

    python -m benchmarks.quality.columns [DIRECTORY]

columns.jsonl was written for this benchmark, by hand, by one writer who had not read how the rule works; what it
tells is invented. It has 40 articles, 25 of them in Chinese and 15 in nine other languages: opinion, health,
food, travel, history, essays, interviews and technology, and fewer news. Most of them have few figures. Nearly
all have a copy *spun* by hand, with a fifth to two fifths of the words replaced, clauses and paragraphs moved
and another headline and lead, and one that is *rewritten* in other sentences at about the same length. 20 have a
*half*: about half of the article, word for word, in about as much text of the copier's own. Each has an *alike*:
another article on the topic, the same event by another outlet, or the same form filled in again. No rule was
fitted on them.

The texts are judged in an index of all the articles, after the articles of DIRECTORY (docs.jsonl.gz of a
labelled set) that were not made from others. Prints how many copies name their source, without and with a
search for rewritten copies, and which alikes are taken for copies if each has a host of its own.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.outcomes import print_files

FILE = Path(__file__).with_suffix(".jsonl")
COPIES = ("spun", "rewritten", "half")


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([FILE], __doc__, source="article", copies=COPIES)


if __name__ == "__main__":
    main()
