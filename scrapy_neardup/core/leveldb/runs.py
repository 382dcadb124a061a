"""The sorted runs of a store, and how they are merged: a log-structured merge tree of postings
(O'Neil et al., 1996) with tiers, as LevelDB itself has levels.

Recent postings become a run of level 0. Once a level has FAN_OUT runs they are merged into one of
the next, a group of pages at a time, while more come: what is merged no longer counts in its old
run and counts in the new one, by the key that the merging has come to. Every step is one batch of
the store, so what a crash leaves is whole and is gone on with.

Keys in the store: ``m``, which runs there are; ``f`` run, group, the head of a group; ``p`` run,
page, a page.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from math import log
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.store import ALL_LOOSE
from scrapy_neardup.core.leveldb.page import LAST_KEY, PAGE, START, Entries
from scrapy_neardup.core.leveldb.sorted_run import (
    GROUP,
    GROUP_PAGES,
    Group,
    Run,
    encode,
    merge,
    probe,
    split_head,
    within,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Get = Callable[[bytes], bytes | None]
    Scan = Callable[[bytes], Iterator[tuple[bytes, bytes]]]
    Write = Callable[[dict[bytes, bytes | None]], None]

RUN = 1 << 15
"""Recent postings that become a run, those of some 900 documents: milliseconds of work."""
FAN_OUT = 4
"""Runs of a level that are merged into one. With more, a posting is merged fewer times and there
are more runs to look into."""
_HASTE = 4
"""Entries merged in each merge for each that is added, so that it is over before the next."""
_MOST_BITS, _LEAST_BITS = 14, 8
_MANIFEST, _HEAD, _PAGE = POSTING_KEYS = b"m", b"f", b"p"
"""What the keys of runs start with."""
_NUMBERS = struct.Struct(">II")
_PAGE_BYTES = 6 * PAGE
_LONG = 3


@dataclass(slots=True, eq=False)
class Merge:
    """The runs *inputs*, the newest first, on their way into *output*.

    It has come as far as the key and ordinal *done*; *credit* entries are to be merged by now.
    """

    inputs: list[Run]
    output: Run
    done: tuple[int, int] = START
    credit: int = 0


class _Source(NamedTuple):
    """What entries are merged from: the first key of each page, the key and ordinal after which
    they count, and the pages from one to another.
    """

    firsts: NDArray[np.uint64]
    above: tuple[int, int]
    pages: Callable[[int, int], list[bytes]]


class Runs:
    """The runs in a store that *get* and *scan* read and *write* changes, each time in one batch.

    Raises IndexCorrupt where parts of them are missing.
    """

    def __init__(self, get: Get, scan: Scan, write: Write) -> None:
        self._get, self._write = get, write
        self._runs: list[Run] = []
        self._merges: list[Merge] = []
        self._next = 0
        self._loose = ALL_LOOSE
        self._dead: dict[int, tuple[int, int]] = {}
        self._deleted_pages = 0
        stored = get(_MANIFEST)
        if stored is not None:
            try:
                self._load(json.loads(stored), scan)
            except (ValueError, KeyError, TypeError) as error:
                raise IndexCorrupt(f"the list of its runs can't be read: {error!r}") from error

    def __iter__(self) -> Iterator[Run]:
        """The runs, the newest first."""
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)

    @property
    def loose(self) -> bytes:
        """For each table, in how many low bits a tag may differ from the one looked for."""
        return self._loose

    @loose.setter
    def loose(self, bits: bytes) -> None:
        if self._runs and bits != self._loose:
            raise IndexCorrupt("its runs were made for other tables than its scheme has")
        self._loose = bits

    def find(self, buckets: list[bytes], tags: bytes) -> dict[int, list[tuple[bytes, bytes]]]:
        """By place in *buckets*, the packed members found, there and gone, of newer runs first.

        With *tags*, members may be left out that differ from these in more than the loose bits.
        """
        found: dict[int, list[tuple[bytes, bytes]]] = {}
        for at, run_at, number, low, high in probe(buckets, tags, self._loose, self._runs):
            run = self._runs[run_at]
            packed = _page(self._get, run.number, run.first_group * GROUP_PAGES + number)
            pair = within(packed, low, high, run.above)
            if pair != (b"", b""):
                found.setdefault(at, []).append(pair)
        return found

    def add(self, entries: Entries, also: dict[bytes, bytes | None]) -> None:
        """Make a run of sorted *entries*, the newest; *also* is written with it."""
        if not self._runs:
            entries = entries.where(~entries.gone)
        run = Run(self._next, 0, _filter_bits(0), len(entries.keys))
        changes = dict(also)
        for start in range(0, len(entries.keys), GROUP):
            group = encode(entries.part(start, start + GROUP), self._loose, run.bits)
            changes.update(_records(run, group))
            run.append(group)
        runs = [run, *self._runs] if run.pages else list(self._runs)
        self._commit(changes, *self._planned(runs, self._next + 1))

    def advance(self, added: int) -> bool:
        """Go on with merging, for so many postings *added*; whether there was something to do."""
        due = None
        for each in self._merges:
            each.credit += _HASTE * added
            if each.credit >= GROUP and (due is None or each.credit > due.credit):
                due = each
        if due is None:
            return False
        due.credit -= GROUP
        self._step(due)
        return True

    @property
    def size(self) -> int:
        """About how many bytes the pages take."""
        return sum(run.pages for run in self._runs) * _PAGE_BYTES

    @property
    def dead_bytes(self) -> int:
        """About how many bytes of long runs were deleted and not taken by :meth:`take_dead`."""
        return sum(end - start for start, end in self._dead.values()) * _PAGE_BYTES

    def take_dead(self) -> tuple[bytes, bytes]:
        """From where to where in the store the most pages of a long run were deleted."""
        number = max(self._dead, key=lambda one: self._dead[one][1] - self._dead[one][0])
        start, end = self._dead.pop(number)
        return _PAGE + _NUMBERS.pack(number, start), _PAGE + _NUMBERS.pack(number, end)

    @property
    def deleted_bytes(self) -> int:
        """About how many bytes of pages were deleted since :meth:`forget_dead`."""
        return self._deleted_pages * _PAGE_BYTES

    def forget_dead(self) -> None:
        """All that was deleted has been given back."""
        self._dead.clear()
        self._deleted_pages = 0

    def merge_all(self) -> None:
        """Merge all runs into one."""
        while self._merges:
            self._step(self._merges[0])
        if len(self._runs) > 1:
            postings = sum(run.postings for run in self._runs)
            # What it would be of had it been merged as it grew.
            level = int(log(max(postings / RUN, 1), FAN_OUT))
            output = self._output(self._next, level, self._runs)
            whole = Merge(list(self._runs), output)
            self._commit({}, [*self._runs, output], [whole], self._next + 1)
            self.merge_all()

    def walk(self, recent: Entries, get: Get) -> Iterator[Entries]:
        """Every posting that is there, in order, *recent* ones before older ones.

        Pages come by *get*, of a snapshot of the store.
        """
        sources = [_recent_source(recent, self._loose)] if len(recent.keys) else []
        sources += [_source(run, get) for run in self._runs]
        done, finished = START, not sources
        while not finished:
            entries, finished = _next_group(sources, done, final=True)
            if len(entries.keys):
                done = entries.last()
                yield entries

    def _planned(self, runs: list[Run], following: int) -> tuple[list[Run], list[Merge], int]:
        """These *runs*, the merges and the number that comes next, with the merges now due."""
        merges = list(self._merges)
        busy = {run.number for each in merges for run in (*each.inputs, each.output)}
        for level in sorted({run.level for run in runs}):
            free = [run for run in runs if run.level == level and run.number not in busy]
            under_way = any(each.inputs[0].level == level for each in merges)
            if len(free) >= FAN_OUT and not under_way:
                output = self._output(following, level + 1, free)
                runs.insert(runs.index(free[-1]) + 1, output)
                merges.append(Merge(free, output))
                following += 1
        return runs, merges, following

    def _output(self, number: int, level: int, inputs: Sequence[Run]) -> Run:
        return Run(number, level, _filter_bits(level), sum(run.postings for run in inputs))

    def _step(self, each: Merge) -> None:
        """Merge one more group."""
        output = each.output
        last = [run for run in self._runs if run is not output][-1]
        sources = [_source(run, self._get) for run in each.inputs]
        entries, finished = _next_group(sources, each.done, final=each.inputs[-1] is last)
        done = entries.last() if len(entries.keys) else each.done
        group = encode(entries, self._loose, output.bits) if len(entries.keys) else None
        changes: dict[bytes, bytes | None] = dict(_records(output, group)) if group else {}
        dropped = {
            run.number: run.groups if finished else run.groups_before(done[0])
            for run in each.inputs
        }
        for run in each.inputs:
            changes.update(_without(run, dropped[run.number]))
        if finished:
            runs = [run for run in self._runs if run not in each.inputs]
            merges = [other for other in self._merges if other is not each]
            if group is None and not output.pages:
                runs.remove(output)
        else:
            runs = self._runs
            further = Merge(each.inputs, output, done, each.credit)
            merges = [further if other is each else other for other in self._merges]
        ends = {
            run.number: (run.first_group + dropped[run.number], run.end_group)
            for run in each.inputs
        }
        ends[output.number] = output.first_group, output.end_group + (group is not None)
        self._commit(changes, runs, merges, self._next, ends)
        if group is not None:
            output.append(group)
        for run in each.inputs:
            start = run.first_group * GROUP_PAGES
            end = start + min(dropped[run.number] * GROUP_PAGES, run.pages)
            self._deleted_pages += end - start
            if end > start and run.level >= _LONG:
                self._dead[run.number] = self._dead.get(run.number, (start, end))[0], end
            run.above = done
            run.drop(dropped[run.number])

    def _commit(
        self,
        changes: dict[bytes, bytes | None],
        runs: list[Run],
        merges: list[Merge],
        following: int,
        ends: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    ) -> None:
        """Write *changes* and that these are the runs now, whose groups are those from one to
        another of *ends*, where they are in it.
        """
        groups = {run.number: (run.first_group, run.end_group) for run in runs} | dict(ends)
        manifest = {
            "next": following,
            "loose": self._loose.hex(),
            "runs": [
                [run.number, run.level, run.bits, run.postings, *groups[run.number]]
                for run in runs
            ],
            "merges": [
                [[run.number for run in each.inputs], each.output.number, *each.done]
                for each in merges
            ],
        }
        self._write({**changes, _MANIFEST: json.dumps(manifest).encode()})
        self._runs, self._merges, self._next = runs, merges, following

    def _load(self, manifest: Any, scan: Scan) -> None:
        self._next, self._loose = int(manifest["next"]), bytes.fromhex(manifest["loose"])
        by_number = {}
        for number, level, bits, postings, first_group, end_group in manifest["runs"]:
            run = Run(number, level, bits, postings, first_group)
            heads: list[tuple[bytes, bytes]] = []
            for key, head in scan(_HEAD + number.to_bytes(4, "big")):
                if key != _HEAD + _NUMBERS.pack(number, first_group + len(heads)):
                    break
                heads.append(split_head(head))
            # At once, so that no room is left behind them.
            run.firsts = bytearray(b"".join([firsts for firsts, _ in heads]))
            run.filters = bytearray(b"".join([packed for _, packed in heads]))
            if run.end_group != end_group:
                raise IndexCorrupt(f"group {run.end_group} of run {number} is missing")
            by_number[number] = run
        self._runs = list(by_number.values())
        for inputs, output, key, ordinal in manifest["merges"]:
            merging = [by_number[number] for number in inputs]
            self._merges.append(Merge(merging, by_number[output], (key, ordinal)))
            for run in merging:
                run.above = key, ordinal


def _next_group(
    sources: Sequence[_Source], done: tuple[int, int], *, final: bool
) -> tuple[Entries, bool]:
    """The GROUP entries that follow *done* in all *sources*, the newest first, or what is left of
    them, and whether these are all.
    """
    wanted = GROUP_PAGES + len(sources) + 1
    above = [max(done, source.above) for source in sources]
    starts = [
        max(int(np.searchsorted(source.firsts, np.uint64(max(key, 0)), "left")) - 1, 0)
        for source, (key, _) in zip(sources, above, strict=True)
    ]
    while True:
        left = [source.firsts[start:] for source, start in zip(sources, starts, strict=True)]
        whole = sum(map(len, left)) <= wanted
        # Pages that start below this one are read: nothing else has entries below it.
        upcoming = np.concatenate([firsts[:wanted] for firsts in left])
        below = LAST_KEY + 1 if whole else int(np.partition(upcoming, wanted - 1)[wanted - 1])
        chosen = [
            (
                source.pages(start, int(np.searchsorted(source.firsts, np.uint64(below), "left"))),
                *after,
            )
            for source, start, after in zip(sources, starts, above, strict=True)
        ]
        entries = merge(chosen, below, GROUP, final=final)
        if whole or len(entries.keys) == GROUP:
            return entries, len(entries.keys) < GROUP
        wanted *= 2


def _source(run: Run, get: Get) -> _Source:
    number, first = run.number, run.first_group * GROUP_PAGES

    def pages(start: int, end: int) -> list[bytes]:
        return [_page(get, number, first + place) for place in range(start, end)]

    return _Source(np.frombuffer(bytes(run.firsts), "<u8"), run.above, pages)


def _recent_source(entries: Entries, loose: bytes) -> _Source:
    starts = range(0, len(entries.keys), GROUP)
    groups = [encode(entries.part(start, start + GROUP), loose, _MOST_BITS) for start in starts]
    every = [page for group in groups for page in group.pages]
    firsts = np.frombuffer(b"".join([group.firsts for group in groups]), "<u8")
    return _Source(firsts, START, lambda start, end: every[start:end])


def _page(get: Get, run: int, number: int) -> bytes:
    packed = get(_PAGE + _NUMBERS.pack(run, number))
    if packed is None:
        raise IndexCorrupt(f"page {number} of run {run} is missing")
    return packed


def _records(run: Run, group: Group) -> dict[bytes, bytes]:
    """What is stored of *group*, the next of its *run*."""
    first = run.end_group * GROUP_PAGES
    records = {
        _PAGE + _NUMBERS.pack(run.number, first + place): page
        for place, page in enumerate(group.pages)
    }
    records[_HEAD + _NUMBERS.pack(run.number, run.end_group)] = group.head()
    return records


def _without(run: Run, groups: int) -> dict[bytes, None]:
    """What is stored of the first so many *groups* of those left of a *run*."""
    first = run.first_group * GROUP_PAGES
    pages = range(first, first + min(groups * GROUP_PAGES, run.pages))
    heads = range(run.first_group, run.first_group + groups)
    gone = [_PAGE + _NUMBERS.pack(run.number, number) for number in pages]
    gone += [_HEAD + _NUMBERS.pack(run.number, number) for number in heads]
    return dict.fromkeys(gone)


def _filter_bits(level: int) -> int:
    """Bits of filter for an entry: fewer in the long runs, which take most memory, as in Dayan,
    Athanassoulis and Idreos, "Monkey" (SIGMOD 2017).
    """
    return max(_MOST_BITS - 2 * max(level - 1, 0), _LEAST_BITS)
