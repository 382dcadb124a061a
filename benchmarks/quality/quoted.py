"""Which reports of two outlets that quote the same statement at length are taken for copies.

    python -m benchmarks.quality.quoted [DIRECTORY]

quoted.jsonl was written for this benchmark, by hand; what it tells is invented. It has 14 pairs of texts, nine of
them Chinese: both quote the same police bulletin, recall, judgment, weather warning or apology word for word, 280
to 310 characters of it or 670 to 760 letters, which is half of each or a little more. The rest of each is a report,
or in four pairs an opinion, of its own. So neither is a copy of the other, though as much of a copier's text may be
an excerpt.

The first text of each pair is known, beside the articles of DIRECTORY (docs.jsonl.gz of a labelled set) that were
not made from others. Prints which of the second texts are taken for copies, without and with a search for rewritten
copies, if each has a host of its own.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.outcomes import print_files

FILE = Path(__file__).with_suffix(".jsonl")


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([FILE], __doc__, source="report", copies=())


if __name__ == "__main__":
    main()
