"""The index against a plain dictionary, under random sequences of everything that changes it."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.stores.engines import copy_live, open_store
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.faults.stories import story

IDS = [f"http://a.test/{number}" for number in range(6)]
TEXTS = [story(number) for number in range(4)]
TTL = 100
_fingerprinter = Fingerprinter(Scheme())
FINGERPRINTS = {text: _fingerprinter(text) for text in TEXTS}

ids = st.sampled_from(IDS)
texts = st.sampled_from(TEXTS)


@dataclass
class Entry:
    """A document of the model; *number* is when it came, and what copies point at. *story* is the
    name of the document that told its story first, and, if that had another text before, its text and
    the story that it told then.
    """

    number: int
    text: str
    first_seen: int
    sources: list[int] = field(default_factory=list)
    story: tuple[object, ...] = ()


class IndexMachine(RuleBasedStateMachine):
    """*kept* and *held* are the documents by id, committed and reserved."""

    engine: str | None = None
    """None for memory."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, Entry] = {}
        self.held: dict[str, Entry] = {}
        self.reservations: dict[str, object] = {}
        self.now = 1_000_000
        self.numbers = 0

    @initialize()
    def make(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="neardup-model-"))
        self.path = self.directory / "0"
        self.open()

    def open(self) -> None:
        store = open_store(self.path, self.engine) if self.engine else MemoryStore()
        self.index = NearDupIndex(
            store, thresholds=Thresholds(ttl=TTL), clock=lambda: float(self.now)
        )

    def teardown(self) -> None:
        self.index.close()
        if self.engine:
            assert check_index(self.path).clean
        shutil.rmtree(self.directory)

    @property
    def seen(self) -> dict[str, Entry]:
        return {**self.kept, **self.held}

    def expect(self, name: str, text: str) -> tuple[Kind, list[int]]:
        """The kind that *text* has under *name*, and the numbers of its sources."""
        own = self.seen.get(name)
        is_article = own and not own.sources and self.counts(own)
        if own and own.text == text and (is_article or self.has_source(own)):
            return Kind.UNCHANGED, []
        sources = [
            entry.number
            for other, entry in self.seen.items()
            if other != name and entry.text == text and not entry.sources and self.counts(entry)
        ]
        if sources:
            return Kind.EXACT, [min(sources)]
        return (Kind.UPDATED if own else Kind.NEW), []

    def counts(self, entry: Entry) -> bool:
        """Whether a document has not expired."""
        return entry.first_seen >= self.now - TTL

    def has_source(self, copy: Entry) -> bool:
        """Whether the article that a copy was found to copy is still under its address, and counts."""
        return any(
            entry.number in copy.sources
            and not entry.sources
            and entry.story == copy.story
            and self.counts(entry)
            for entry in self.seen.values()
        )

    def entry(self, name: str, text: str, sources: list[int], *, added: bool = False) -> Entry:
        own = self.seen.get(name)
        story: tuple[object, ...] = (name,)
        if sources:
            (story,) = (one.story for one in self.seen.values() if one.number == sources[0])
        elif own and own.text == text and self.counts(own) and not (own.sources and added):
            story = own.story
        elif own:
            story = (name, text, own.story)
        if own:
            seen = own.first_seen if story == own.story else self.now
            return Entry(own.number, text, seen, sources, story)
        self.numbers += 1
        return Entry(self.numbers - 1, text, self.now, sources, story)

    @rule(name=ids, text=texts)
    def check(self, name: str, text: str) -> None:
        verdict = self.index.check(Document(name, text), FINGERPRINTS[text])
        assert verdict.kind is self.expect(name, text)[0]

    @rule(name=ids, text=texts)
    def check_and_add(self, name: str, text: str) -> None:
        kind, sources = self.expect(name, text)
        document = Document(name, text)
        if name in self.held and kind is not Kind.UNCHANGED:
            with pytest.raises(NearDupError, match="is reserved"):
                self.index.check_and_add(document, FINGERPRINTS[text])
            return
        verdict = self.index.check_and_add(document, FINGERPRINTS[text])
        assert verdict.kind is kind
        if sources:
            (source,) = (n for n, entry in self.seen.items() if entry.number == sources[0])
            assert verdict.match.id == source
        if kind is not Kind.UNCHANGED:
            self.kept[name] = self.entry(name, text, sources)

    @rule(name=ids, text=texts)
    def add(self, name: str, text: str) -> None:
        document = Document(name, text)
        if name in self.held:
            with pytest.raises(NearDupError, match="is reserved"):
                self.index.add(document, FINGERPRINTS[text])
            return
        self.index.add(document, FINGERPRINTS[text])
        self.kept[name] = self.entry(name, text, [], added=True)

    @rule(name=ids, text=texts)
    def reserve(self, name: str, text: str) -> None:
        kind, sources = self.expect(name, text)
        own = self.seen.get(name)
        # What it was found to copy may be there again when the item under its address fails.
        comes_again = own and own.text == text and kind is not Kind.UNCHANGED
        waits_for = {*sources, *(own.sources if own and comes_again else ())}
        rests_on = {entry.number for entry in self.held.values()} & waits_for
        reservation = self.index.reserve(Document(name, text), FINGERPRINTS[text])
        assert reservation.verdict.kind is kind
        if rests_on or name in self.held:
            assert len(reservation.blockers) == len(
                rests_on | ({-1} if name in self.held else set())
            )
            return
        assert reservation.blockers == ()
        if kind is not Kind.UNCHANGED:
            self.held[name] = self.entry(name, text, sources)
            self.reservations[name] = reservation

    @precondition(lambda self: self.held)
    @rule(data=st.data(), keep=st.booleans())
    def settle(self, data, keep: bool) -> None:
        name = data.draw(st.sampled_from(sorted(self.held)))
        reservation = self.reservations.pop(name)
        entry = self.held.pop(name)
        if keep:
            reservation.commit()
            reservation.rollback()
            self.kept[name] = entry
        else:
            reservation.rollback()
            reservation.commit()

    @rule(name=ids)
    def remove(self, name: str) -> None:
        gone = name in self.kept and name not in self.held
        assert self.index.remove(name) is gone
        if gone:
            del self.kept[name]

    @rule(seconds=st.integers(0, TTL))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(age=st.integers(0, 2 * TTL), limit=st.none() | st.integers(0, 3))
    def prune(self, age: int, limit: int | None) -> None:
        old = {
            name
            for name, entry in self.kept.items()
            if entry.first_seen < self.now - age and name not in self.held
        }
        pruned = [self.index.prune(self.now - age, limit)]
        if limit is not None:
            # The first slice may have come to the end of the index.
            pruned.append(self.index.prune(self.now - age, limit))
            assert max(pruned) <= limit
        gone = {name for name in old if self.index.get(name) is None}
        assert sum(pruned) == len(gone)
        assert len(gone) >= (len(old) if limit is None else min(limit, len(old)))
        for name in gone:
            del self.kept[name]

    @rule()
    def compact(self) -> None:
        self.index.compact()

    @precondition(lambda self: self.engine)
    @rule()
    def reopen(self) -> None:
        self.index.close()
        self.held.clear()
        self.reservations.clear()
        self.numbers = self.next_number()
        self.open()

    @precondition(lambda self: self.engine)
    @rule()
    def crash(self) -> None:
        """Go on with the files as they are now, which a killed owner would leave."""
        old = self.path
        self.path = old.with_name(str(int(old.name) + 1))
        # LevelDB's compactions go on in a thread of their own meanwhile.
        self.path.mkdir()
        copy_live(old, self.path)
        self.index.close()
        assert check_index(self.path).clean
        self.held.clear()
        self.reservations.clear()
        self.numbers = self.next_number()
        self.open()

    def next_number(self) -> int:
        """Numbers of documents that were never kept may be given again."""
        store = open_store(self.path)
        try:
            counts = store.values([b"counts"])[0]
            return int.from_bytes(counts[:4], "big") if counts else 0
        finally:
            store.close()

    @invariant()
    def the_same_documents_are_known(self) -> None:
        if not hasattr(self, "index"):
            return
        stats = self.index.stats()
        sources = [name for name, entry in self.kept.items() if not entry.sources]
        assert len(self.index) == stats["articles"] == len(sources)
        assert stats["copies"] == len(self.kept) - len(sources)
        assert stats["reserved"] == len(self.held)
        by_age = sorted(self.kept, key=lambda name: self.kept[name].number)
        assert [record.id for record in self.index.records()] == by_age
        for name in IDS:
            record = self.index.get(name)
            entry = self.seen.get(name)
            assert (record is None) == (entry is None)
            if record is not None:
                assert record.first_seen == entry.first_seen
                assert record.digest == FINGERPRINTS[entry.text].digest
                assert [source.ordinal for source in record.sources] == entry.sources


class IndexInLevelDB(IndexMachine):
    engine = "leveldb"


class IndexInSQLite(IndexMachine):
    engine = "sqlite"


@pytest.mark.parametrize(
    ("machine", "examples"),
    [
        (IndexMachine, 60),
        pytest.param(IndexInLevelDB, 12, marks=pytest.mark.leveldb),
        (IndexInSQLite, 12),
    ],
)
def test_the_index_agrees_with_a_dictionary(machine, examples):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
