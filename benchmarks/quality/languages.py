"""How many copies of each kind are found in fifteen languages, and which other articles are taken for
copies.

    python -m benchmarks.quality.languages [DIRECTORY]

languages.jsonl was written for this benchmark by one writer who had not read how the rule works, and no
rule was fitted on it, but one was mended after its reposts had been judged (docs/verdict.md, *refilled
numbers*). Its names and figures are invented. It has 54 articles: sixteen in Chinese, eight in English,
four in Japanese, the others in twelve languages from Arabic to Vietnamese. Copies are of these kinds:
*repost*, the article with another title, lines of a site and small corrections; *spun*, words replaced and
clauses moved by hand, a tenth to two fifths of the phrases left; *partial*, 38 to 62 % of the article
pasted into another one; *L1*, rewritten sentence by sentence, *L2*, restructured, and *L3*, retold at half
the length; *back*, as if translated there and back. The other articles are reports of the same event by
others, follow-ups, articles on the same topic, and nine forms that were filled in four times.

The texts are judged in an index after the articles of DIRECTORY (docs.jsonl.gz of a labelled set) that were
not made from others; without a DIRECTORY, the index knows only its word lists. Prints how many copies name
their source, and which other articles are taken for copies, without and with a search for rewritten copies.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.outcomes import print_files

FILE = Path(__file__).with_suffix(".jsonl")
COPIES = ("repost", "spun", "partial", "L1", "L2", "L3", "back")


def main() -> None:
    """Judge the texts in new indexes and print what was taken for what."""
    print_files([FILE], __doc__, source="source", copies=COPIES)


if __name__ == "__main__":
    main()
