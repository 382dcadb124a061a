"""The index against a dictionary: is anything ever lost, whatever happens to it?

    python -m benchmarks.crash.model --seeds 200
    python -m benchmarks.crash.model --seeds 5 --engine sqlite --documents 30000

Each seed is a random life of an index: articles, changed pages, copies, removals of many times as many
articles as are live, pruning, a time to live, compaction, reopening, kills in the middle of a write,
an opening or a close, and logs cut at any byte. A dictionary says what each call has to answer. Every
so often all live articles are looked for by their ids, exact copies and edited copies, and no verdict
may name an article that was removed. In the end the whole index is checked.

A kill is a copy of the files as they are at some moment inside an operation, while LevelDB's own
compaction goes on; the copy then takes the place of the index. It must hold the state before the
operation, after it, or between two of its documents. After a cut in the log, it must hold a state that
the index had.

Most seeds use small filters, buffers and buckets, so that few documents reach every branch. Every 20th
seed uses the real ones, and 10 ** 6 postings or more. Prints a line for each seed, and what was
reached. A fault ends the run and shows its seed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import struct
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme
from scrapy_neardup.core.document import COPY_KINDS
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.index.documents import Documents
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.index.record import story_named_after
from scrapy_neardup.core.index.undoing import remove_run
from scrapy_neardup.core.stores import bucket_filter, sqlite
from scrapy_neardup.core.stores.engines import LEVELDB, default_engine, open_store
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.verdict.thresholds import Thresholds

sys.path.append(str(Path(__file__).parents[2] / "example_project"))

from cluster import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy_neardup import Index

ENGINES = ("leveldb", "sqlite", "memory", "redis")
ON_DISK = ("leveldb", "sqlite")
SMALL, REAL = 1500, 30_000
"""The number of documents of a seed, with small and with real parts."""
_TTL = 1_000_000
_BUCKET_OPTIONS: dict[str, Any] = Documents._members.__kwdefaults__  # type: ignore[assignment]
"""The options by which a local index reads a bucket. Patched here, because they are bound as defaults:
to patch the cap elsewhere would come too late."""
_LOOKING_FOR_REWRITTEN = 3
"""One of so many lives looks for rewritten copies, whose postings take three times as long."""

_WORDS_RNG = random.Random(5)
_WORDS = [
    "".join(
        _WORDS_RNG.choice("bcdfghklmnprst") + _WORDS_RNG.choice("aeiou")
        for _ in range(_WORDS_RNG.randrange(2, 5))
    )
    for _ in range(6000)
]
_FRAME = 24 + 4096

_UPDATED = frozenset({"update", "version", "update to a copy"})
REACHED_ON_DISK = _UPDATED | frozenset(
    {
        "copy",
        "remove",
        "undo run",
        "prune",
        "expired",
        "compact",
        "reopen",
        "snapshot",
        "kill",
        "kill inside",
        "kill in close",
        "kill in open",
        "torn",
        "torn: lost",
        "filter asked",
        "filter not ready",
        "filter rebuilt",
        "filter rebuilt for churn",
        "filter rebuilt for growth",
        "filter of 2 parts",
        "filter believed",
        "filter refused",
        "capped bucket",
        "audit",
    }
)
REACHED = {
    "leveldb": REACHED_ON_DISK | {"kill while tables were written"},
    "sqlite": REACHED_ON_DISK | {"flush", "unposted"},
    "memory": frozenset(
        _UPDATED | {"copy", "remove", "undo run", "prune", "expired", "compact", "audit"}
    ),
    "redis": frozenset(
        _UPDATED | {"copy", "remove", "undo run", "prune", "expired", "reopen", "audit"}
    ),
}
"""What all seeds of an engine together have to reach."""


class Lost(AssertionError):
    """The index is not as the dictionary says."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A document: the *story* that it tells, in which *version*, and since when. *number* is its place
    in the order of arrival, *sources* the numbers of the articles that it copies, *run* the run that
    wrote it, and *story_id* the id of its story.
    """

    number: int
    story: int
    version: int
    first_seen: int
    sources: tuple[int, ...] = ()
    run: int = 0
    story_id: bytes = b""


_fingerprinter = Fingerprinter(Scheme(), terms=True)
_told: dict[bytes, tuple[int, int]] = {}


def text_of(story: int, version: int = 0) -> str:
    """Six sentences of 15 words, the same for the same *story*; versions other than 0 have some more
    words.
    """
    rng = random.Random(story)
    words = [rng.choice(_WORDS) + "." * (at % 15 == 14) for at in range(90)]
    rng = random.Random(f"{story} {version}")
    return " ".join([*words, *(rng.choice(_WORDS) for _ in range(2 * bool(version)))])


@lru_cache(maxsize=2000)
def read(story: int, version: int = 0) -> tuple[str, Fingerprint]:
    """The text of a story and its fingerprint."""
    text = text_of(story, version)
    fingerprint = _fingerprinter(text, None)
    _told[fingerprint.digest] = (story, version)
    return text, fingerprint


class Moments:
    """The places where a process may be killed. *at* is called at the place number *left* from now."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.at: Callable[[], None] = lambda: None
        self.error: BaseException | None = None

    def __call__(self, _: object = None) -> None:
        if self.left is None:
            return
        self.left -= 1
        if self.left <= 0:
            self.left = None
            try:
                self.at()
            except BaseException as error:  # noqa: BLE001 - SQLite's callback would swallow it
                self.error = error

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """*function* with a place for a kill before it and one behind it."""

        def between(*args: Any, **options: Any) -> Any:
            self()
            result = function(*args, **options)
            self()
            return result

        return between


class Model:
    """A life of an index by *seed*, and the dictionary that knows what it has to hold.

    *moments* are the places where it may be killed, *reached* counts what it reaches, and *url* is
    that of a server for the Redis engine.
    """

    def __init__(
        self,
        seed: int,
        engine: str,
        documents: int,
        directory: Path,
        moments: Moments,
        reached: Counter[str],
        url: str = "",
    ) -> None:
        self.rng = random.Random(f"{engine} {seed}")
        self.thresholds = Thresholds(rewriting=seed % _LOOKING_FOR_REWRITTEN == 1, ttl=_TTL)
        self.engine = engine
        self.documents = documents
        self.directory = directory
        self.url = url
        self.lives = 0
        self.path = directory / "0"
        self.kept: dict[str, Entry] = {}
        self.numbered: dict[int, str] = {}
        self.names: list[str] = []
        self.crowds: set[int] = set()
        self.tellers: dict[int, dict[str, None]] = {}
        self.gone: list[tuple[str, int]] = []
        self.history: list[tuple[str, Entry | None, Entry | None]] = []
        self.hash = 0
        self.numbers = self.stories = 0
        self.run = 0
        self.now = 1_000_000_000
        self.reached = reached
        self.moments = moments
        self.killed: Path | None = None
        self.index: Index = self.open()

    # What the dictionary knows.

    def put(self, name: str, entry: Entry | None) -> None:
        old = self.kept.get(name)
        self.history.append((name, old, entry))
        self.swap(name, old, entry)

    def swap(self, name: str, old: Entry | None, new: Entry | None) -> None:
        if old is not None:
            del self.kept[name], self.numbered[old.number]
            self.hash ^= signature(name, old)
            if not old.sources:
                self.tellers[old.story].pop(name)
        if new is not None:
            self.kept[name] = new
            self.numbered[new.number] = name
            self.hash ^= signature(name, new)
            if not new.sources:
                self.tellers.setdefault(new.story, {})[name] = None

    def undo(self) -> None:
        name, old, new = self.history.pop()
        self.swap(name, new, old)

    def sources(self, story: int, but: str = "") -> dict[str, Entry]:
        """The live articles that tell a story and still count."""
        return {
            name: entry
            for name in self.tellers.get(story, ())
            if name != but and self.counts(entry := self.kept[name])
        }

    def counts(self, entry: Entry) -> bool:
        """Whether a document has not expired."""
        return entry.first_seen >= self.now - _TTL

    def expected(self, name: str, story: int, version: int) -> tuple[set[Kind], set[str]]:
        """The kinds that a document may have, and which it may copy."""
        own = self.kept.get(name)
        is_article = own is not None and not own.sources and self.counts(own)
        if (
            own is not None
            and (own.story, own.version) == (story, version)
            and (is_article or self.has_source(own))
        ):
            return {Kind.UNCHANGED}, set()
        if own is not None and is_article and own.story == story:
            return {Kind.UPDATED}, set()
        found = self.sources(story, name)
        if not found:
            return {Kind.UPDATED if own else Kind.NEW}, set()
        equal = {other for other, entry in found.items() if entry.version == version}
        kinds = {Kind.EXACT} if equal else {Kind.REPOST, Kind.SPUN, Kind.PARTIAL}
        if story in self.crowds:
            # Only the oldest articles are looked at. They may no longer count, or a crash may have
            # lost them and kept their postings.
            kinds |= {Kind.EXACT, Kind.REPOST, Kind.UPDATED if own else Kind.NEW}
            equal = set()
        return kinds, equal or set(found)

    def has_source(self, copy: Entry) -> bool:
        """Whether an article that a copy was found to copy is still there and counts, and no other is
        under its address. Of the first, the story tells that; of the others, the text.
        """
        for place, number in enumerate(copy.sources):
            source = self.kept.get(self.numbered.get(number, ""))
            is_article = source is not None and not source.sources
            if (
                source
                and is_article
                and self.counts(source)
                and (source.story == copy.story if place else source.story_id == copy.story_id)
            ):
                return True
        return False

    # What is done to the index.

    def visit(self, name: str, story: int, version: int = 0) -> None:
        kinds, sources = self.expected(name, story, version)
        text, fingerprint = read(story, version)
        verdict = self.index.check_and_add(Document(name, text, run=self.run), fingerprint)
        if verdict.kind not in kinds:
            raise Lost(f"{name} (story {story}) is {verdict.kind}, not {kinds}")
        copied = [match.id for match in verdict.matches]
        if verdict.kind.is_copy:
            if not copied or not sources.issuperset(copied):
                raise Lost(f"{name} copies {copied}, not one of {sources}")
            self.reached["copy"] += 1
        own = self.kept.get(name)
        if own is not None and verdict.kind is Kind.UNCHANGED:
            story_id = own.story_id
        elif copied:
            story_id = self.kept[copied[0]].story_id
        elif (
            own is not None
            and self.counts(own)
            and own.story == story
            and (own.version == version or not own.sources)
        ):
            story_id = own.story_id
        elif own is not None:
            another = f"{name}#{fingerprint.digest.hex()}#{own.story_id.hex()}"
            story_id = story_named_after(another)
        else:
            story_id = story_named_after(name)
        if verdict.story != story_id.hex():
            raise Lost(f"{name} tells the story {verdict.story}, not {story_id.hex()}")
        if verdict.kind is Kind.UNCHANGED:
            return
        if own is None:
            self.names.append(name)
        number = own.number if own else self.number()
        seen = own.first_seen if own and own.story_id == story_id else self.now
        numbers = tuple(self.kept[other].number for other in copied)
        self.put(name, Entry(number, story, version, seen, numbers, self.run, story_id))
        if own is None and not numbers and self.tellers[story].keys() != {name}:
            self.reached["expired"] += 1

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def new(self) -> None:
        self.stories += 1
        self.visit(f"http://a.example/{self.stories}", self.stories)

    def chosen(self) -> str | None:
        """A live document."""
        while self.names:
            place = self.rng.randrange(len(self.names))
            if self.names[place] in self.kept:
                return self.names[place]
            self.names[place] = self.names[-1]
            self.names.pop()
        return None

    def update(self) -> None:
        if (name := self.chosen()) is None:
            return
        own = self.kept[name]
        self.gone.append(("", own.story))
        how = self.rng.choice(["update", "update", "version", "update to a copy"])
        if how == "version":
            self.visit(name, own.story, self.rng.randrange(3))
        elif how == "update to a copy" and (other := self.chosen()) is not None:
            self.visit(name, self.kept[other].story, self.rng.randrange(3))
            how = how if self.kept[name].sources and not own.sources else "update"
        else:
            self.stories += 1
            self.visit(name, self.stories)
        self.reached[how] += 1

    def copy(self) -> None:
        if (name := self.chosen()) is not None:
            self.stories += 1
            other = f"http://copy.example/{self.stories}"
            self.visit(other, self.kept[name].story, self.rng.randrange(3))

    def revisit(self) -> None:
        if (name := self.chosen()) is not None:
            self.visit(name, self.kept[name].story, self.kept[name].version)

    def remove(self) -> None:
        if (name := self.chosen()) is None:
            return
        self.gone.append((name, self.kept[name].story))
        if not self.index.remove(name):
            raise Lost(f"{name} is not there to be removed")
        self.put(name, None)
        self.reached["remove"] += 1

    def begin_run(self) -> None:
        """Let the next documents be written by another run."""
        self.run = self.index.runs.begin("model", self.now).number

    def undo_run(self) -> None:
        """Take out what some run has written."""
        if (name := self.chosen()) is None or not (run := self.kept[name].run):
            return
        written = {name for name, entry in self.kept.items() if entry.run == run}
        if len(written) > self.documents // 30:
            return
        undone = remove_run(self.index, run)
        # In this order: a crash may come in the middle of it.
        removed = [*undone.copies, *undone.articles]
        if {*removed} != written:
            raise Lost(f"run {run} wrote {written}, removed were {undone}")
        for name in removed:
            self.gone.append((name, self.kept[name].story))
            self.put(name, None)
        lost = {
            name
            for name, entry in self.kept.items()
            if entry.sources and not self.has_source(entry)
        }
        if not lost.issuperset(undone.orphans):
            raise Lost(f"{undone.orphans} have their articles, only {lost} have not")
        self.reached["undo run"] += 1

    def prune(self) -> None:
        limit = self.rng.choice([None, 1, 5])
        ages = sorted(entry.first_seen for entry in self.kept.values())
        before = ages[len(ages) // 20] if ages else self.now
        # In this order: a crash may come in the middle of it.
        old = [
            name
            for name, entry in sorted(self.kept.items(), key=lambda item: item[1].number)
            if entry.first_seen < before
        ]
        pruned = self.index.prune(before, limit)
        gone = [name for name in old if self.index.get(name) is None]
        for name in gone:
            self.gone.append((name, self.kept[name].story))
            self.put(name, None)
        # A slice begins where the last one ended.
        if pruned != len(gone) or (gone != old if limit is None else pruned > limit):
            raise Lost(f"{pruned} documents were pruned, {len(gone)} are gone of {len(old)}")
        self.reached["prune"] += bool(gone)

    def crowd(self) -> None:
        """More articles of one text than a bucket is read for."""
        self.stories += 1
        story = self.stories
        text, fingerprint = read(story)
        for number in range(_BUCKET_OPTIONS["cap"] + 4):
            name = f"http://crowd.example/{story}/{number}"
            self.index.add(Document(name, text), fingerprint)
            self.names.append(name)
            self.put(
                name, Entry(self.number(), story, 0, self.now, (), 0, story_named_after(name))
            )
        self.look_for(f"http://crowd.example/{story}/0")
        self.crowds.add(story)
        self.reached["capped bucket"] += 1

    def wait(self) -> None:
        """Let articles grow too old to count."""
        self.now += self.rng.randrange(_TTL)

    def look(self) -> None:
        """Look into the index as another process may while this one writes."""
        with NearDupIndex.snapshot(self.path, thresholds=self.thresholds) as other:
            there, here = dict(other.numbered_records()), dict(self.index.numbered_records())
            if there != here:
                other_than = [one for one in {*there, *here} if there.get(one) != here.get(one)]
                raise Lost(f"a snapshot has other records under {sorted(other_than)[:5]}")
            for name in self.rng.sample(sorted(self.kept), min(5, len(self.kept))):
                if other.get(name) is None:
                    raise Lost(f"{name} is not found in a snapshot")
        self.reached["snapshot"] += 1

    def compact(self) -> None:
        self.index.compact()
        self.reached["compact"] += 1

    # What may happen to its process and to its files.

    def open(self) -> Index:
        if self.engine == "memory":
            store: Any = MemoryStore()
        elif self.engine == "redis":
            from scrapy_neardup.core.redis.index import RedisIndex
            from scrapy_neardup.core.redis.location import RedisLocation

            return RedisIndex(
                RedisLocation.parse(self.url),
                thresholds=self.thresholds,
                clock=lambda: float(self.now),
            )
        else:
            store = open_store(self.path, self.engine, sync=self.rng.choice(["never", "interval"]))
            if self.engine == "sqlite":
                store._db.set_trace_callback(self.moments)
        try:
            return NearDupIndex(store, thresholds=self.thresholds, clock=lambda: float(self.now))
        except BaseException:
            store.close()
            raise

    def reopen(self) -> None:
        self.close()
        if self.engine in ON_DISK and self.rng.random() < 0.3:
            self.spoil_filter()
        self.index = self.open()
        self.reached["reopen"] += 1
        self.compare()

    def close(self) -> None:
        self.index.close()

    def spoil_filter(self) -> None:
        file = self.path / bucket_filter.FILE
        if not file.exists():
            return
        data = bytearray(file.read_bytes())
        data[self.rng.randrange(60)] ^= 255
        if self.rng.random() < 0.5:
            file.write_bytes(data)
        else:
            file.unlink()

    def kill(self, inside: str) -> None:
        """Copy the files at some moment of an operation, and go on with the copy.

        *inside* is "close", "open" or anything else for an operation by chance.
        """
        mark = len(self.history)
        self.lives += 1
        target = self.directory / str(self.lives)
        self.killed = None

        def take() -> None:
            copy_as_killed(self.path, target)
            self.killed = target

        self.moments.at = take
        self.moments.left = self.rng.randrange(1, 5 if inside == "open" else 12)
        if inside == "close":
            self.close()
            self.reached["kill in close"] += self.killed is not None
        elif inside == "open":
            self.moments.left, left = None, self.moments.left
            self.close()
            self.moments.left = left
            self.index = self.open()
            self.reached["kill in open"] += self.killed is not None
        else:
            for operation in self.rng.choices([self.new, self.remove, self.prune], k=2):
                operation()
            self.reached["kill inside"] += self.killed is not None
        self.moments.left = None
        if self.killed is None:
            take()
        if self.moments.error is not None:
            raise self.moments.error
        if inside != "close":
            self.index.close()
        shutil.rmtree(self.path)
        self.path = target
        torn = self.rng.random() < 0.4
        if torn:
            torn = self.tear()
        self.reached["kill"] += 1
        self.reached["torn"] += torn
        with suppress(FileNotFoundError):
            known = {name for name in (target / "leveldb").iterdir() if name.suffix == ".ldb"}
            self.reached["kill while tables were written"] += any(
                not is_finished(table) for table in known
            )
        if self.rng.random() < 0.3:
            self.check_whole()
        self.index = self.open()
        self.settle(0 if torn else mark)

    def tear(self) -> bool:
        """Cut the end of the log off, as a power cut may, somewhere behind the part that was synced."""
        if self.engine == "leveldb":
            logs = sorted((self.path / "leveldb").glob("*.log"))
            if not logs or not logs[-1].stat().st_size:
                return False
            log, least = logs[-1], 0
        else:
            log = self.path / f"{sqlite.DATABASE}-wal"
            shared = self.path / f"{sqlite.DATABASE}-shm"
            if not log.exists() or not shared.exists() or not log.stat().st_size:
                return False
            head = shared.read_bytes()[:100]
            last, written_back = (
                struct.unpack_from("=I", head, 16)[0],
                struct.unpack_from("=I", head, 96)[0],
            )
            # Frames that are in the database already were synced to the log before.
            if written_back >= last:
                return False
            least = 32 + written_back * _FRAME if written_back else 0
        size = log.stat().st_size
        # Mostly near the end, so that little is lost.
        cut = self.rng.choice([self.rng.randint(least, size), max(size - 5000, least)])
        with log.open("r+b") as file:
            file.truncate(max(cut, least))
        return True

    def settle(self, floor: int) -> None:
        """Take the dictionary back to the state of the index, which must be one since *floor*."""
        found = 0
        for record in self.index.records():
            story, version = _told.get(record.digest, (-1, -1))
            entry = Entry(0, story, version, record.first_seen, () if record.is_head else (0,))
            found ^= signature(record.id, entry)
        undone = 0
        while self.hash != found:
            if len(self.history) <= floor:
                raise Lost(f"what the index holds after a crash is no state since {floor}")
            self.undo()
            undone += 1
        if undone and floor == 0:
            self.reached["torn: lost"] += 1
        self.names = [*self.kept]
        self.numbers = max((entry.number for entry in self.kept.values()), default=self.numbers)
        self.compare()

    def check_whole(self) -> None:
        report = check_index(self.path)
        if not report.clean or report.missing_postings:
            raise Lost(f"check: {report.to_dict()}")

    # What has to hold.

    def compare(self) -> None:
        heads = sum(not entry.sources for entry in self.kept.values())
        stats = self.index.stats()
        if (stats["articles"], stats["copies"]) != (heads, len(self.kept) - heads):
            raise Lost(f"{stats} where there are {heads} articles of {len(self.kept)}")

    def look_for(self, name: str) -> None:
        """Check that a live article is known by its id, an exact copy and an edited copy."""
        entry = self.kept[name]
        record = self.index.get(name)
        if record is None or (record.first_seen, record.run, record.story_id) != (
            entry.first_seen,
            entry.run,
            entry.story_id,
        ):
            raise Lost(f"{name} has the record {record}, not {entry}")
        for version in (entry.version, 7):
            kinds, sources = self.expected("http://x.example/", entry.story, version)
            text, fingerprint = read(entry.story, version)
            verdict = self.index.check(Document("http://x.example/", text), fingerprint)
            found = {match.id for match in verdict.matches}
            if (
                verdict.kind not in kinds
                or not found <= sources
                or bool(found) != (verdict.kind in COPY_KINDS)
            ):
                raise Lost(
                    f"a copy of {name} (version {version}) is {verdict.kind} of {found}, "
                    f"not {kinds} of {sources}"
                )

    def audit(self, most: int = 400) -> None:
        names = [*self.kept]
        for name in self.rng.sample(names, min(most, len(names))):
            self.look_for(name)
        for name, story in self.rng.sample(self.gone, min(most // 4, len(self.gone))):
            if name not in self.kept and name in self.index:
                raise Lost(f"{name} was removed and is there")
            kinds, sources = self.expected("http://x.example/", story, 0)
            text, fingerprint = read(story)
            verdict = self.index.check(Document("http://x.example/", text), fingerprint)
            if verdict.kind not in kinds or not {match.id for match in verdict.matches} <= sources:
                raise Lost(f"a text of {name}, which is gone, is {verdict}")
        self.compare()
        self.reached["audit"] += 1

    def live(self) -> None:
        """Live the index's whole life: it grows, shrinks to a fifth, and turns over many times."""
        most, least = self.documents // 3, self.documents // 15
        steps = 0
        big = self.documents > SMALL
        while self.stories < self.documents:
            steps += 1
            self.now += self.rng.randrange(2 * _TTL // self.documents + 1)
            target = most if self.stories < most else least
            # Removals are as many as articles, and more until the target is met.
            surplus = len(self.kept) > target
            act = self.rng.choices(
                [self.new, self.remove, self.update, self.copy, self.revisit],
                [45, 90 if surplus else 2, 6, 8, 6],
            )[0]
            act()
            # A large index has fewer events, because each takes longer.
            if self.rng.random() < (0.001 if big else 0.03):
                self.event()
            if steps % (self.documents // 6) == 0:
                self.audit()
        self.audit(2000)
        self.close()
        if self.engine in ON_DISK:
            self.check_whole()
        if self.engine == "redis":
            self.index = self.open()
            self.audit()
            self.index.close()

    def event(self) -> None:
        on_disk = self.engine in ON_DISK
        events: list[tuple[Callable[[], None], int]] = [
            (self.prune, 4),
            (self.wait, 2),
            (self.begin_run, 6),
            (self.undo_run, 6),
            (self.look, 2 if on_disk else 0),
            (self.compact, 1),
            (self.crowd, 1 if self.documents <= SMALL or self.reached["capped bucket"] < 1 else 0),
            (self.reopen, 4 if self.engine != "memory" else 0),
            (lambda: self.kill("close"), 3 if on_disk else 0),
            (lambda: self.kill("open"), 2 if on_disk else 0),
            (lambda: self.kill(""), 5 if on_disk else 0),
        ]
        self.rng.choices([act for act, _ in events], [weight for _, weight in events])[0]()


def signature(name: str, entry: Entry) -> int:
    """A number for a document as the index keeps it."""
    is_head = not entry.sources
    return hash((name, entry.story, entry.version, entry.first_seen, is_head))


def copy_as_killed(source: Path, target: Path) -> None:
    """Copy the files of an index as they are at one moment, whatever LevelDB does meanwhile.

    LevelDB's own thread adds tables and then writes them into the manifest, which nothing else writes
    now. If the manifest did not change, all tables that it names were there.
    """
    while True:
        before = written(source)
        shutil.rmtree(target, ignore_errors=True)
        try:
            shutil.copytree(source, target)
        except (shutil.Error, FileNotFoundError):
            continue
        if written(source) == before:
            return


def written(path: Path) -> dict[str, tuple[int, int]]:
    """The size and time of each file, except tables and LevelDB's notes."""
    found = {}
    for file in path.rglob("*"):
        if file.is_file() and file.suffix != ".ldb" and file.name not in ("LOG", "LOG.old"):
            with suppress(FileNotFoundError):
                stat = file.stat()
                found[str(file)] = stat.st_size, stat.st_mtime_ns
    return found


def is_finished(table: Path) -> bool:
    """Whether a table is complete: at its end is the magic number of its format."""
    return table.read_bytes()[-8:] == 0xDB4775248B80FB57.to_bytes(8, "little")


@contextmanager
def witnessed(reached: Counter[str], moments: Moments, *, small: bool) -> Iterator[None]:
    """Count in *reached* what the stores reach; *small* makes them reach it with few documents."""
    filters = bucket_filter.BucketFilter
    made, may_hold, advance = filters.__init__, filters.may_hold, filters.advance
    start_again, make_again = filters._start_again, filters.make_again
    flush, unposted = sqlite.SQLiteStore._flush, sqlite.SQLiteStore.unposted

    def make(
        self: Any, file: Path, walk: Any, token: bytes | None, postings: int, **options: Any
    ) -> None:
        made(self, file, walk, token, postings, **options)
        if token is not None:
            reached["filter believed" if self.is_ready else "filter refused"] += 1

    def ask(self: Any, buckets: Any) -> Any:
        reached["filter asked" if self.is_ready else "filter not ready"] += 1
        found = may_hold(self, buckets)
        if self.is_ready and len(self._ready.parts) >= 2:
            reached["filter of 2 parts"] += 1
        return found

    def step(self: Any, postings: int = 0) -> None:
        coming = self._coming is not None
        advance(self, postings)
        if coming and self._coming is None:
            reached["filter rebuilt"] += 1

    asked = [False]

    def again(self: Any, postings: int) -> None:
        if not asked[0]:
            why = "growth" if postings * 2 >= self._ready.used else "churn"
            reached[f"filter rebuilt for {why}"] += 1
        start_again(self, postings)

    def on_demand(self: Any) -> None:
        asked[0] = True
        make_again(self)
        asked[0] = False

    def flushed(self: Any) -> None:
        reached["flush"] += self._waiting >= sqlite._WAITING
        flush(self)

    def lost(self: Any) -> list[int]:
        found = unposted(self)
        reached["unposted"] += bool(found)
        return found

    patches: list[Any] = [
        mock.patch.multiple(
            filters,
            __init__=make,
            may_hold=ask,
            advance=step,
            _start_again=again,
            make_again=on_demand,
            save=moments.around(filters.save),
        ),
        mock.patch.multiple(sqlite.SQLiteStore, _flush=flushed, unposted=lost),
    ]
    if small:
        patches += [
            mock.patch.multiple(
                bucket_filter, _LEAST=250, _PARTS=2, _SLICE=100, _SLICE_AFTER_CRASH=400
            ),
            mock.patch.object(sqlite, "_WAITING", 700),
            mock.patch.dict(_BUCKET_OPTIONS, cap=20),
        ]
    if default_engine() == LEVELDB:
        patches += _patches_of_leveldb(moments, small=small)
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()


def _patches_of_leveldb(moments: Moments, *, small: bool) -> list[Any]:
    from scrapy_neardup.core.stores import leveldb
    from scrapy_neardup.core.stores.seal import break_seal, seal

    store = leveldb.LevelDBStore
    patches: list[Any] = [
        mock.patch.object(store, "_write", moments.around(store._write)),
        mock.patch.multiple(
            leveldb,
            seal=moments.around(seal),
            break_seal=moments.around(break_seal),
        ),
    ]
    if small:
        patches.append(mock.patch.object(leveldb, "_WRITE_BUFFER", 64 << 10))
    return patches


def run(seed: int, engine: str, documents: int = SMALL, url: str = "") -> Counter[str]:
    """Run one life and return what it reached. Raises Lost, or whatever the index raises."""
    read.cache_clear()
    _told.clear()
    moments, reached = Moments(), Counter[str]()
    with (
        tempfile.TemporaryDirectory(prefix="neardup-model-") as directory,
        witnessed(reached, moments, small=documents <= SMALL),
    ):
        Model(seed, engine, documents, Path(directory), moments, reached, url).live()
    return +reached


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--engine", choices=ENGINES, help="the same for all seeds")
    parser.add_argument("--documents", type=int, help="the same for all seeds")
    options = parser.parse_args()
    reached: dict[str, Counter[str]] = {}
    server = Server() if options.engine == "redis" else None
    for seed in range(options.first, options.first + options.seeds):
        engine = options.engine or ENGINES[seed % 3]
        documents = options.documents or (REAL if seed % 20 == 19 else SMALL)
        began = time.monotonic()
        try:
            url = f"{server.url}?prefix=model-{seed}" if server else ""
            found = run(seed, engine, documents, url)
        except (Lost, NearDupError) as error:
            sys.exit(f"seed {seed}, {engine}, {documents}: {type(error).__name__}: {error}")
        reached.setdefault(engine, Counter()).update(found)
        print(
            f"seed {seed}, {engine}, {documents} documents, "
            f"{time.monotonic() - began:.1f} s: {dict(sorted(found.items()))}",
            flush=True,
        )
    if server:
        server.stop()
    for engine, found in reached.items():
        missing = REACHED[engine] - found.keys()
        print(engine, dict(sorted(found.items())), "never:", sorted(missing))
        if missing:
            sys.exit(1)


if __name__ == "__main__":
    main()
