"""Many clients elect originals at the same moment: is ever an article lost, or the wrong one named?

    python -m benchmarks.shared_index.elections --seeds 500
    python -m benchmarks.shared_index.elections --seeds 100 --engine cluster
    python -m benchmarks.shared_index.elections --seeds 500 --changing
    python -m benchmarks.shared_index.elections --seeds 500 --lapsing

Each seed is a crawl by several clients of articles, mergers of several articles, copies and edited
copies of both, with dates in any order. The clients take turns: before each command that a client
sends to the servers, or each few commands, chance says which client goes on, so that a seed always has
the same order. Some items fail and are given up. Whatever the order, this has to hold:

- An article that a verdict names or displaces has a part in common with the document.
- A copy that was kept names articles that were kept.
- A second article with the same text is kept only if it was published before the last one kept.
- A document that comes again is unchanged, an article or a copy as before, and names no other story's
  article.
- The index is whole.

With ``--changing``, documents share a few addresses, so that articles are replaced by versions of
themselves and by other articles while they are copied, elected and given up. Then what a verdict named may
be gone, and only this has to hold: nothing raises, a document that comes again unchanged names articles
that are there, and the index is whole.

With ``--lapsing``, clients visit a few addresses for the first time, too, and stand still now and then for
longer than their lease. Then a copy may be kept twice, and this has to hold: nothing raises, an address
whose article was kept has one record when it has been visited once more, and the index is whole.

Prints what was met. A fault ends the run and shows its seed.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, NearDupIndex, Verdict
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.maintenance import check_servers
from scrapy_neardup.core.verdict.election import BY_EVIDENCE

sys.path.append(str(Path(__file__).parents[2] / "example_project"))

from cluster import LocalCluster, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scrapy_neardup import Index, Match
    from scrapy_neardup.core.index.reservation import Reservation

CLIENTS = 3
DOCUMENTS = 16
ADDRESSES = 6
"""The addresses that documents share in a crawl of changing pages. Each has an article when the clients
begin."""
NOON = datetime(2024, 5, 10, 12, tzinfo=timezone.utc)
PARTS = [story(f"part {number}", 50) for number in range(4)]
EDITS = ["", story("an edit", 4), story("another edit", 4)]
_FAILS = 0.2
_LAPSES = 0.3
_HELD_FOR = (0, 0, 0, 2, 6, 20)
"""Turns between a reservation and its end."""


class Wrong(AssertionError):
    """Something that has to hold does not."""


@dataclass(frozen=True, slots=True)
class Told:
    """A document: which of PARTS it tells, in which of EDITS."""

    document: Document
    parts: tuple[int, ...]
    edit: int

    @property
    def text(self) -> tuple[tuple[int, ...], int]:
        """A value that is the same for equal texts only."""
        return self.parts, self.edit


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of a document that was kept, and between which ticks of the crawl."""

    told: Told
    verdict: Verdict
    former: Match | None
    began: int
    ended: int


@dataclass
class Crawl:
    """What is to be done, and what was."""

    todo: list[Told]
    lapsing: bool = False
    commits: defaultdict[str, list[Kept]] = field(default_factory=lambda: defaultdict(list))
    """All that was kept under an id, one after the other or at once."""
    ticks: Iterator[int] = field(default_factory=count)
    met: Counter[str] = field(default_factory=Counter)
    failures: list[Exception] = field(default_factory=list)

    @property
    def kept(self) -> dict[str, Kept]:
        """What was kept last under each id, in the order of the first commits."""
        return {name: commits[-1] for name, commits in self.commits.items()}


class Turns:
    """Lets one thread go on at a time; *chance* chooses it anew at each step of a thread."""

    def __init__(self, chance: random.Random, threads: int) -> None:
        self._chance = chance
        self._alive = [*range(threads)]
        self._whose = chance.choice(self._alive)
        self._changed = threading.Condition()

    def start(self, me: int) -> None:
        """Wait for the first turn."""
        with self._changed:
            self._changed.wait_for(lambda: self._whose == me)

    def step(self, me: int) -> None:
        """Give the turn to anyone, and wait for the next."""
        with self._changed:
            self._whose = self._chance.choice(self._alive)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._whose == me)

    def end(self, me: int) -> None:
        """Take no more turns."""
        with self._changed:
            self._alive.remove(me)
            if self._alive:
                self._whose = self._chance.choice(self._alive)
            self._changed.notify_all()


def documents(chance: random.Random, addresses: int | None = None) -> list[Told]:
    """A merger, then documents of all sorts, at so many *addresses*, or at one each."""
    made: list[Told] = []
    for number in range(DOCUMENTS):
        if made and chance.random() < 0.25:
            parts, edit = chance.choice(made).text
        else:
            several = chance.choice([2, 3] if not made else [1, 1, 1, 2, 3])
            parts = tuple(chance.sample(range(len(PARTS)), several))
            edit = chance.choice([0, 0, 1, 2])
        place = number
        if addresses is not None and number >= addresses:
            place = chance.randrange(addresses)
        url = f"http://h{place}.example/"
        text = " ".join([*(PARTS[part] for part in parts), EDITS[edit]])
        published = NOON + timedelta(hours=chance.randint(-9, 9))
        made.append(Told(Document(url, text, url=url, published=published), parts, edit))
    return made


def run(
    seed: int, url: str = "", *, changing: bool = False, lapsing: bool = False
) -> Counter[str]:
    """One crawl into the index at *url*, or in memory. Returns what was met; raises Wrong.

    *changing*: the documents share a few addresses. *lapsing*: leases run out, too, for which the index
    has to be at a *url*.
    """
    chance = random.Random(seed)
    crawl = Crawl(documents(chance, ADDRESSES if changing or lapsing else None), lapsing)
    if lapsing:
        # Those that come to an address first are among the others.
        chance.shuffle(crawl.todo)
    turns = Turns(chance, CLIENTS)
    with ExitStack() as opened:
        if url:
            location = read_location(url)
            clients: list[Index] = [
                opened.enter_context(RedisIndex(location)) for _ in range(CLIENTS)
            ]
        else:
            clients = [opened.enter_context(NearDupIndex.in_memory())] * CLIENTS
        for _ in range(ADDRESSES if changing else 0 if lapsing else 1):
            first = crawl.todo.pop(0)
            verdict = clients[0].check_and_add(first.document, policy=BY_EVIDENCE)
            kept = Kept(first, verdict, None, next(crawl.ticks), next(crawl.ticks))
            crawl.commits[first.document.id].append(kept)
        threads = [
            threading.Thread(target=_crawl, args=(crawl, client, turns, number, chance))
            for number, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for failure in crawl.failures:
            raise failure
        judge = _judge_lapsed if lapsing else _judge_changed if changing else _judge
        judge(crawl, clients[0])
    if url and not (report := check_servers(url)).clean:
        raise Wrong(f"the index is not whole: {report}")
    return crawl.met


def _crawl(crawl: Crawl, index: Index, turns: Turns, number: int, chance: random.Random) -> None:
    """The part of one client."""
    turns.start(number)
    try:
        if isinstance(index, RedisIndex):
            run = _in_turns(index.servers.run, turns, number, chance)
            index.servers.run = run  # type: ignore[method-assign]
        while crawl.todo:
            told = crawl.todo.pop(0)
            while (reservation := index.reserve(told.document, policy=BY_EVIDENCE)).blockers:
                crawl.met["waits"] += 1
                turns.step(number)
            verdict = reservation.verdict
            crawl.met[verdict.kind.value] += 1
            for _ in range(chance.choice(_HELD_FOR)):
                turns.step(number)
            if crawl.lapsing and chance.random() < _LAPSES:
                _lapse(index, reservation)
                for _ in range(chance.choice(_HELD_FOR)):
                    turns.step(number)
            if chance.random() < _FAILS:
                reservation.rollback()
                crawl.met["failed"] += 1
                continue
            began = next(crawl.ticks)
            reservation.commit()
            if verdict.kind is Kind.UNCHANGED:
                # It holds nothing, and another may have come under its address since.
                continue
            kept = Kept(told, verdict, reservation.former, began, next(crawl.ticks))
            crawl.commits[told.document.id].append(kept)
    except Exception as error:  # noqa: BLE001
        crawl.failures.append(error)
    finally:
        if isinstance(index, RedisIndex):
            del index.servers.run
        turns.end(number)


def _lapse(index: Index, reservation: Reservation) -> None:
    """Let the lease of *reservation* run out, as if its crawler stood still for so long."""
    if isinstance(index, RedisIndex) and isinstance(reservation, Held):
        index.servers.run([("DEL", index._documents.claim_key(reservation.held.ordinal))])


def _in_turns(
    run: Callable[..., list[Any]], turns: Turns, number: int, chance: random.Random
) -> Callable[..., list[Any]]:
    """*run*, which sends commands, cut into pieces between which other clients have their turn."""
    client = threading.get_ident()

    def running(commands: Sequence[Any], **options: Any) -> list[Any]:
        if threading.get_ident() != client:
            return run(commands, **options)
        left, replies = [*commands], []
        while left:
            turns.step(number)
            size = chance.randint(1, len(left)) if chance.random() < 0.5 else len(left)
            replies += run(left[:size], **options)
            left = left[size:]
        return replies

    return running


def _require_common(crawl: Crawl, told: Told, named: Sequence[Match]) -> None:
    """Raise Wrong if *told* has nothing in common with one of those *named*."""
    for match in named:
        if not {*crawl.kept[match.id].told.parts}.intersection(told.parts):
            raise Wrong(f"{told.document.id} has nothing in common with {match.id}")


def _judge(crawl: Crawl, index: Index) -> None:
    """Raise Wrong unless everything holds that has to hold."""
    last_of: dict[tuple[tuple[int, ...], int], Kept] = {}
    for name, kept in crawl.kept.items():
        told, verdict = kept.told, kept.verdict
        again = index.check(told.document, policy=BY_EVIDENCE)
        if again.kind is not Kind.UNCHANGED or bool(again.matches) != verdict.kind.is_copy:
            raise Wrong(f"{name} was {verdict.kind} and is {again.kind} of {again.matches}")
        for match in (*verdict.matches, *verdict.original_of, *again.matches):
            if match.id not in crawl.kept or _is_dropped(crawl.kept[match.id].verdict.kind):
                raise Wrong(f"{name} names {match.id}, which was not kept")
        displaced = (kept.former,) if kept.former else ()
        named = (*verdict.matches, *verdict.original_of, *again.matches, *displaced)
        _require_common(crawl, told, named)
        if _is_dropped(verdict.kind):
            continue
        before = last_of.setdefault(told.text, kept)
        # Of two commits at the same moment, the later one to end may be the first to have kept.
        earlier, later = before.told.document.published, told.document.published
        assert earlier is not None
        assert later is not None
        if before.ended < kept.began and later >= earlier:
            raise Wrong(f"{before.told.document.id} and {name} were kept, and are equal")
        last_of[told.text] = kept


def _is_dropped(kind: Kind) -> bool:
    """Whether a document of this kind gets no place of its own."""
    return kind.is_copy and kind is not Kind.EXTENDED


def _judge_changed(crawl: Crawl, index: Index) -> None:
    """Raise Wrong unless everything holds that has to hold where addresses change."""
    there = {record.id: record for record in index.records()}
    for name, commits in crawl.commits.items():
        # Of two that came under one address at once, a copy may give way to the other, which then
        # fails. It was dropped all the same, and is judged anew when it comes again.
        lasting = [one for one in commits if not _is_dropped(one.verdict.kind)]
        if name not in there:
            if lasting:
                raise Wrong(f"{name}, which was kept, is not there")
            crawl.met["gave way"] += 1
            continue
        last = [
            one
            for one in commits
            if index.fingerprinter(one.told.document.text, None).digest == there[name].digest
            and not any(other.began > one.ended for other in lasting)
        ]
        if not last:
            raise Wrong(f"{name} is not what was kept last")
        again = index.check(last[-1].told.document, policy=BY_EVIDENCE)
        crawl.met[f"again {again.kind}"] += 1
        for match in again.matches:
            named = there.get(match.id)
            if named is None or not named.is_article:
                raise Wrong(f"{name} names {match.id}, which is no article")
        # What an article extended may be under no address any more.
        kinds = (Kind.UNCHANGED, Kind.UPDATED) if there[name].is_copy else (Kind.UNCHANGED,)
        if there[name].is_article and again.kind not in kinds:
            raise Wrong(f"{name} is an article and comes again as {again.kind}")


def _judge_lapsed(crawl: Crawl, index: Index) -> None:
    """Raise Wrong unless each address that was visited has one record when it is visited again."""
    crawl.met["twice"] += len([*index.records()]) - len({record.id for record in index.records()})
    for name, commits in crawl.commits.items():
        if index.get(name) is None and not all(one.verdict.kind.is_copy for one in commits):
            raise Wrong(f"{name}, which was kept, is not there")
        index.check_and_add(commits[-1].told.document, policy=BY_EVIDENCE)
    for name, records in Counter(record.id for record in index.records()).items():
        if records > 1:
            raise Wrong(f"{name} has {records} records")
        if index.get(name) is None:
            raise Wrong(f"{name} is not found")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--engine", choices=["memory", "redis", "cluster"], default="redis")
    parser.add_argument("--changing", action="store_true", help="let addresses change")
    parser.add_argument("--lapsing", action="store_true", help="let leases run out")
    options = parser.parse_args()
    if options.lapsing and options.engine == "memory":
        parser.error("--lapsing: nothing in memory has a lease")
    servers: Server | LocalCluster | None = None
    if options.engine != "memory":
        servers = Server() if options.engine == "redis" else LocalCluster()
    began, met = time.monotonic(), Counter[str]()
    try:
        for seed in range(options.first, options.first + options.seeds):
            try:
                url = f"{servers.url}?prefix=elections-{seed}" if servers else ""
                met.update(run(seed, url, changing=options.changing, lapsing=options.lapsing))
            except Exception as error:  # noqa: BLE001
                sys.exit(f"seed {seed}: {type(error).__name__}: {error}")
    finally:
        if servers:
            servers.stop()
    print(f"{options.seeds} seeds, {time.monotonic() - began:.1f} s: {dict(sorted(met.items()))}")


if __name__ == "__main__":
    main()
