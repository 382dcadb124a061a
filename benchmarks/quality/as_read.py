"""What pairs of texts are that an index takes for copies, or misses, as a reader found.

*Shared* is the share of a text's runs of words or characters that are in the other text, of whichever of both
texts it is larger. A file says what the pairs are that were read, by the ids of the texts, the later one first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.quality.rewriting import interval
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.criteria import Criteria

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime, timedelta
    from pathlib import Path

SAME = "same"
OTHER = "other"
NOT_READ = "not read"
_SAME_FROM = 0.8  # shared, from where on a pair that was not read counts as the same
READ_FROM = 0.5  # shared, from where on pairs that are not taken for copies were read

Runs = frozenset[Any]
Labels = dict[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Item:
    """One text with its number, its title, the runs of words or characters in it, and its date, if it has one."""

    id: str
    title: str | None
    text: str
    runs: Runs
    date: datetime | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """A text and an earlier one, the kind of copy that it is taken for, and what they share."""

    later: Item
    earlier: Item
    kind: Kind

    @property
    def shared(self) -> float:
        """The share of either one's runs that are in the other one, whichever is larger."""
        both = len(self.later.runs & self.earlier.runs)
        return both / (min(len(self.later.runs), len(self.earlier.runs)) or 1)

    def is_within(self, time: timedelta) -> bool:
        """Whether at most so much *time* is between them; true if one of them has no date."""
        if self.later.date is None or self.earlier.date is None:
            return True
        return abs(self.later.date - self.earlier.date) <= time

    def label(self, labels: Labels) -> str:
        """What it was found to be when it was read."""
        return labels.get((self.later.id, self.earlier.id), NOT_READ)

    def is_same(self, labels: Labels) -> bool:
        """Whether both are the same report, as read; or, if not read, share that much."""
        label = self.label(labels)
        return label == SAME or (label == NOT_READ and self.shared >= _SAME_FROM)


def taken(
    items: Iterable[Item], *, one_host: bool = False, window: timedelta | None = None
) -> Iterator[Pair]:
    """Judge and keep *items*, and yield those that are taken for copies. They are compared with those of a *window*
    of time, None for all. Each is of a host of its own unless all are of *one_host*.
    """
    known = {}
    now = 0.0
    criteria = Criteria(window=window.total_seconds() if window else None)
    with NearDupIndex.in_memory(clock=lambda: now) as index:
        for item in items:
            if item.date is not None:
                now = item.date.timestamp()
            host = "site" if one_host else f"site{item.id}"
            url = f"https://{host}.example/{item.id}"
            document = Document(url, item.text, title=item.title, criteria=criteria)
            known[document.id] = item
            match = index.check_and_add(document).match
            if match is not None:
                yield Pair(item, known[match.id], match.kind)


def not_taken(
    items: Iterable[Item], found: Collection[str], *, within: timedelta | None = None
) -> Iterator[Pair]:
    """Yield the pairs of *items* that share much, of which the later one is not among those *found*. At most a time
    *within* is between them, None for any.
    """
    known: defaultdict[Any, list[Item]] = defaultdict(list)
    for item in items:
        if item.id not in found:
            near = {other.id: other for run in item.runs for other in known[run]}
            for other in near.values():
                pair = Pair(item, other, Kind.NEW)
                if pair.shared >= READ_FROM and (within is None or pair.is_within(within)):
                    yield pair
        for run in item.runs:
            known[run].append(item)


def labels_of(file: Path) -> Labels:
    """What each pair in *file* is, by the numbers of both."""
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    return {(later, earlier): label for later, earlier, label in rows}


def print_taken(copies: Sequence[Pair], labels: Labels, names: Iterable[str]) -> None:
    """Print what those taken for *copies* are, for each kind, by the *names* of the labels."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair in copies:
        for name in (pair.kind.value, "all"):
            kinds[name][pair.label(labels)] += 1
    for name, counts in sorted(kinds.items()):
        print(f"  {name}: {_counted(counts, names)}")


def print_wrong(copies: Sequence[Pair], of: int, labels: Labels) -> None:
    """Print the share of wrong ones among those taken for *copies*, and among all items, of which there are so many."""
    wrong = sum(pair.label(labels) == OTHER for pair in copies)
    print(f"  other, % of those taken: {interval(wrong, len(copies), 1)}")
    print(f"  other, % of all: {interval(wrong, of, 2)}")


def print_missed(
    copies: Sequence[Pair], others: Sequence[Pair], labels: Labels, names: Iterable[str]
) -> None:
    """Print what the *others* are that are not taken for copies, and the share of copies that are."""
    print(f"  {_counted(Counter(pair.label(labels) for pair in others), names)}")
    found = sum(pair.is_same(labels) for pair in copies)
    missed = {pair.later.id for pair in others if pair.is_same(labels)}
    print(f"  same, % found: {interval(found, found + len(missed), 1)}")


def write_pairs(file: Path, pairs: Iterable[Pair], labels: Labels) -> None:
    """Write the *pairs* to *file*, with what they are, their kind and what they share."""
    lines = (
        f"{pair.later.id}\t{pair.earlier.id}\t{pair.label(labels)}\t{pair.kind.value}\t{pair.shared:.2f}\n"
        for pair in pairs
    )
    file.write_text("".join(lines), "utf-8")


def _counted(counts: Mapping[str, int], names: Iterable[str]) -> str:
    """The number of pairs, and how many are what."""
    each = ", ".join(f"{counts[name]} {name}" for name in (*names, NOT_READ))
    return f"{sum(counts.values())}: {each}"
