"""How many reposts are found in which numbers are written in another way, and other copies made by hand.

    python -m benchmarks.quality.reposted [DIRECTORY]

reposted.jsonl was written for this benchmark, by hand, by one writer who had not read how the rule works. Its
names, firms and figures are invented. It has 63 articles of many kinds, from city news to recipes, 30 of them
in Chinese and 33 in eleven other languages. Each has a repost: another headline, lead, tail and other
quotation marks, a paragraph left out, and nearly every number in another notation (一百四十天 as 140天, 7.4升 as
7.4L). 47 have a copy spun by hand, with a fifth to a third of the words replaced and clauses and paragraphs
moved. 66 *alikes* are other articles that are as near as life makes them: the same form about another place,
the same event by another outlet, the next day's report, last year's figures. 41 of the reposts were found
before such numbers were read as the same.

renumbered.jsonl was written after that by another writer, in the same way: 30 articles in seven languages,
each with a repost in which half or all of the numbers are written in another way, and an alike that has some
of its numbers. 19 of these reposts were found at once, and 5 by the rule before; since then 12时 is read as
12:00 and 3km as 3公里. The curves of the rule were fitted on neither file.

The texts of each file are judged in an index of all its articles, after the articles of DIRECTORY
(docs.jsonl.gz of a labelled set) that were not made from others. Prints how many copies name their source,
without and with a search for rewritten copies, and which alikes are taken for copies if each has a host of
its own.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.outcomes import print_files

FILES = (Path(__file__).with_suffix(".jsonl"), Path(__file__).with_name("renumbered.jsonl"))
COPIES = ("repost", "spun")


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files(FILES, __doc__, source="report", copies=COPIES)


if __name__ == "__main__":
    main()
