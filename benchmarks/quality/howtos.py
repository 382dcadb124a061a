"""How many copies of tutorials, recipes, reviews and other texts that are no news are found.

    python -m benchmarks.quality.howtos [DIRECTORY]

howtos.jsonl was written for this benchmark, by hand, by one writer who had not read how the rule works; what it
tells is invented, but for official commands, messages and articles of law. It has 40 texts, 24 of them in Chinese,
ten in English and six in five other languages: tutorials with code, commands, configuration and error messages,
answers to questions, recipes, product reviews, job advertisements, guides to offices, places and law, an
encyclopedia entry, an exam and a song. Nearly all have a *repost*: the frame of another site and two or three small
edits. Many have a copy *spun* by hand, words replaced and sentences moved, and one *rewritten* in other sentences;
their code is kept, or its names are changed. Each has an *alike* or two: another author's text on the same
task, dish, product, company, law or place. Most of these have the same commands, messages, lists or official words
in them, as they quote the same source. In 14 more pairs, that quotation is three fifths to nine tenths of both texts:
their second text is *quoting*, and copies nothing either. They were written when no alike had been taken for a
copy without looking for rewritten copies. No rule was fitted on any of these texts.

The texts are judged in an index of all the articles, after the articles of DIRECTORY (docs.jsonl.gz of a
labelled set) that were not made from others. Prints how many copies name their source, without and with a
search for rewritten copies, and which alikes are taken for copies if each has a host of its own.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.outcomes import print_files

FILE = Path(__file__).with_suffix(".jsonl")
COPIES = ("repost", "spun", "rewritten")


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([FILE], __doc__, source="article", copies=COPIES)


if __name__ == "__main__":
    main()
