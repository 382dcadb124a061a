"""Articles with what public accounts and content farms make of them, and with independent articles on the same event.

    python -m benchmarks.quality.washed [DIRECTORY]

washed.jsonl was written for the fit of the rule of rewritten copies (:mod:`.rewriting_fit`), and washed_unseen.jsonl
to see what the rule finds of texts that it was *not* fitted on. Both were written by hand, by writers who had not
read how the rule works; what they tell is invented. Each article (a report, a feature, an investigation, a story of
a firm or a match, an interview) has a *washed* text, in which all facts are from it: with a hook first and
comments between, in another order, as a list or as questions and answers, blown up with common knowledge and feelings,
told by somebody present, in slang or like a notice, with figures rounded and names left out, or reworded
sentence by sentence. Each has an *alike*: another outlet's own report of the same event, a follow-up, a comment, or the
same kind of event elsewhere.

The texts are judged in an index of all the articles, after the articles of DIRECTORY (docs.jsonl.gz of a
labelled set) that were not made from others. Prints how many copies name their source, without and with a
search for rewritten copies, and which alikes are taken for copies if each has a host of its own.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.outcomes import print_files

FILE = Path(__file__).with_suffix(".jsonl")
UNSEEN = FILE.with_stem("washed_unseen")
LEVEL = "W"
"""What the copies have as a level, beside L1 to L3 of the copies of news."""


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([UNSEEN, FILE], __doc__, source="article", copies=("washed",))


if __name__ == "__main__":
    main()
