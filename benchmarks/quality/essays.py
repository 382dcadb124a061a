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

from benchmarks.quality.outcomes import print_files

FILE = Path(__file__).with_suffix(".jsonl")
ORDERED = FILE.with_stem("ordered")
LEVEL = "E"
"""What the copies have as a level, beside L1 to L3 of the copies of news."""


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([FILE, ORDERED], __doc__, source="article", copies=("rewritten",))


if __name__ == "__main__":
    main()
