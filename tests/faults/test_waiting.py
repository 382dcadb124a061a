"""Items that wait for others under way: each is judged in time, and not more often than needed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import CancelledError, Deferred

from scrapy_neardup import Document, Kind, Verdict
from scrapy_neardup.core.index.reservation import Reservation
from scrapy_neardup.plugin.queries import Query
from scrapy_neardup.plugin.session import IndexSession
from scrapy_neardup.plugin.waiting import Waiter, Waiters
from tests.plugin.crawling import run_coroutines

from .flight import Stats, make_session, pause
from .stories import story


@dataclass
class Scene:
    """Items on their way through sessions that share an index."""

    directory: Any
    stats: Stats = field(default_factory=Stats)
    sessions: list[IndexSession] = field(default_factory=list)
    verdicts: dict[str, Kind | None] = field(default_factory=dict)
    under_way: dict[str, Deferred[Any]] = field(default_factory=dict)
    held: dict[str, Any] = field(default_factory=dict)

    def session(self, **settings: Any) -> IndexSession:
        session = make_session(self.directory, self.stats, **settings)
        self.sessions.append(session)
        return session

    def send(self, session: IndexSession, name: str, text: str, **about: Any) -> None:
        """Let an item ask for a verdict; it holds what it gets."""
        query = Query(Document(about.pop("id", name), text, **about))

        async def item() -> None:
            reservation = await session.reserve(query)
            self.verdicts[name] = reservation.verdict.kind if reservation else None
            self.held[name] = session, reservation, query

        self.under_way[name] = deferred_from_coro(item())

    async def settle(self, name: str, *, keep: bool) -> None:
        session, reservation, query = self.held.pop(name)
        await session.settle(reservation, query, keep=keep)

    async def until(self, condition: Any) -> None:
        """Wait until it holds; that it never does ends the test."""
        while not condition():
            await pause(0.002)

    async def judged(self, *names: str) -> None:
        await self.until(lambda: self.verdicts.keys() >= set(names))

    async def waiting(self, count: int) -> None:
        await self.until(lambda: self.stats["neardup/waited"] == count)

    def assert_nobody_waits(self) -> None:
        for session in self.sessions:
            assert not session._handle.shared.waiters._queues

    async def close(self) -> None:
        for session in self.sessions:
            await session.close()
        self.assert_nobody_waits()


@pytest.fixture
def judgements(monkeypatch):
    """How often each document is judged, by its id."""
    counted: Counter[str] = Counter()
    reserve = IndexSession._reserve

    def counting(self, index, waiter):
        counted[waiter.document.id] += 1
        return reserve(self, index, waiter)

    monkeypatch.setattr(IndexSession, "_reserve", counting)
    return counted


def same(number: int, rng: random.Random | None = None, about: object = "") -> str:
    return story(f"{about} same")


def alike(number: int, rng: random.Random | None = None, about: object = "") -> str:
    """A story with a last word of its own."""
    return f"{story(f'{about} alike')} {story(number).split()[0]}"


def halves(about: object = "") -> tuple[str, str, str]:
    """Two stories, and both as one."""
    first, second = story(f"{about} first"), story(f"{about} second")
    return first, second, f"{first}\n{second}"


def link(number: int, rng: random.Random, about: object) -> str:
    """A part of a long text, which other parts overlap."""
    start = 4 * rng.randrange(12)
    return "\n".join(story(f"{about} long", 60).split("\n")[start : start + 12])


def anything(number: int, rng: random.Random, about: object) -> str:
    texts = [*halves(about), same(0, about=about), alike(number % 3, about=about)]
    return rng.choice(texts)


class Foreign(Reservation):
    foreign = True


def test_a_wait_is_for_what_is_still_open_of_this_process():
    waiters, done = Waiters(), []
    over, open_ = (Reservation(Verdict(Kind.NEW)) for _ in range(2))
    over.commit()

    async def wait(*blockers, seconds=60):
        await waiters.wait(Waiter(), blockers, seconds)
        done.append(blockers)

    async def run():
        await wait(over)
        # Nobody would tell of one of another process.
        await wait(Foreign(Verdict(Kind.NEW)), seconds=0.01)
        assert not waiters._queues
        waiting = deferred_from_coro(wait(over, open_))
        await pause(0)
        assert (len(done), waiters._queues.keys()) == (2, {open_})
        open_.commit()
        waiters.settled(open_, kept=True)
        await maybe_deferred_to_future(waiting)

    run_coroutines(run())


def test_no_follower_queues_for_an_item_that_is_over_by_now():
    """It would wait as long as it may, as nothing tells it of that item any more."""
    waiters, done = Waiters(), []
    first, follower = Waiter(), Waiter()
    failed, over = (Reservation(Verdict(Kind.NEW)) for _ in range(2))

    async def wait(waiter):
        await waiters.wait(waiter, [failed], 60)
        done.append(waiter)

    async def run():
        waits = [deferred_from_coro(wait(waiter)) for waiter in (first, follower)]
        while len(waiters._queues.get(failed, ())) < 2:
            await pause(0)
        failed.rollback()
        waiters.settled(failed, kept=False)
        await maybe_deferred_to_future(waits[0])
        assert done == [first]
        over.commit()
        waiters.place_followers(first, {follower: over})
        assert not waiters._queues
        while done != [first, follower]:
            await pause(0.002)

    run_coroutines(run())


@pytest.mark.parametrize("text_of", [same, alike])
def test_each_failure_of_an_original_has_one_copy_judged(tmp_path, judgements, text_of):
    scene = Scene(tmp_path)
    names = [f"item {number}" for number in range(40)]

    async def run() -> None:
        sessions = [scene.session() for _ in range(2)]
        for number, name in enumerate(names):
            scene.send(sessions[number % 2], name, text_of(number))
            await scene.until(
                lambda name=name, number=number: (
                    name in scene.verdicts
                    if not number
                    else scene.stats["neardup/waited"] == number
                )
            )
        assert judgements.total() == 40
        for failed in range(30):
            assert scene.verdicts == dict.fromkeys(names[: failed + 1], Kind.NEW)
            await scene.settle(names[failed], keep=False)
            await scene.judged(names[failed + 1])
            assert judgements.total() == 40 + failed + 1
        await scene.settle(names[30], keep=True)
        await scene.judged(*names)
        assert judgements.total() == 40 + 30 + 9
        kinds = {scene.verdicts[name] for name in names[31:]}
        assert kinds == {Kind.EXACT if text_of(0) == text_of(1) else Kind.REPOST}
        await scene.close()

    run_coroutines(run())


def test_who_does_not_resemble_the_one_that_takes_the_place_does_not_wait_for_it(tmp_path):
    scene = Scene(tmp_path)

    async def run() -> None:
        session = scene.session()
        first, second, both = halves()
        scene.send(session, "both", both)
        await scene.judged("both")
        for number, half in enumerate([first, second] * 2):
            scene.send(session, f"{number}", half)
            await scene.waiting(number + 1)
        await scene.settle("both", keep=False)
        await scene.judged("0", "1")
        assert scene.verdicts["0"] is scene.verdicts["1"] is Kind.NEW
        await pause(0.05)
        assert not {"2", "3"} & set(scene.verdicts)
        await scene.settle("1", keep=True)
        await scene.judged("3")
        assert scene.verdicts["3"] is Kind.EXACT
        await scene.settle("0", keep=False)
        await scene.judged("2")
        assert scene.verdicts["2"] is Kind.NEW
        await scene.close()

    run_coroutines(run())


@pytest.mark.parametrize(
    "fate", ["fails", "is cancelled", "is too late", "is known", "has a source", "ends its crawl"]
)
def test_whatever_becomes_of_the_first_copy_the_others_go_on(tmp_path, monkeypatch, fate):
    scene = Scene(tmp_path)
    others = [f"other {number}" for number in range(5)]
    expected = Kind.EXACT if fate in ("is known", "has a source") else Kind.NEW
    reserve = IndexSession._reserve
    judged_before = []

    def reserving(self, index, waiter):
        if fate == "fails" and waiter in judged_before and waiter.document.id == "first":
            raise ZeroDivisionError
        judged_before.append(waiter)
        return reserve(self, index, waiter)

    monkeypatch.setattr(IndexSession, "_reserve", reserving)

    async def run() -> None:
        session = scene.session(NEARDUP_WAIT=60)
        own = scene.session(NEARDUP_WAIT=0.3 if fate == "is too late" else 60)
        text = story("story")
        scene.send(session, "original", text)
        await scene.judged("original")
        scene.send(own, "first", text)
        await scene.waiting(1)
        for number, name in enumerate(others):
            scene.send(session, name, text)
            await scene.waiting(number + 2)
        if fate == "is too late":
            await scene.judged("first")
        elif fate in ("is known", "has a source"):
            known = "first" if fate == "is known" else "source"
            session.index.add(Document(known, text))
        elif fate == "ends its crawl":
            await own.close()
        await scene.settle("original", keep=False)
        if fate == "is cancelled":
            # It has been chosen, and does not run yet.
            scene.under_way["first"].addErrback(lambda failure: None)
            scene.under_way["first"].cancel()
        await scene.judged(*(others if expected is Kind.EXACT else others[:1]))
        assert scene.verdicts[others[0]] is expected
        if expected is Kind.NEW:
            await scene.settle(others[0], keep=True)
            await scene.judged(*others)
            assert {scene.verdicts[name] for name in others[1:]} == {Kind.EXACT}
        await scene.close()

    run_coroutines(run())
    assert scene.verdicts.get("first") is {
        "is known": Kind.UNCHANGED,
        "has a source": Kind.EXACT,
    }.get(fate)


@pytest.mark.parametrize(
    "text_of",
    [same, alike, lambda number, rng, about: rng.choice(halves(about)), link, anything],
    ids=["same", "alike", "halves", "chain", "anything"],
)
@pytest.mark.parametrize("seed", range(3))
def test_no_schedule_forgets_an_item_or_a_story(tmp_path, text_of, seed, monkeypatch):
    rng = random.Random(f"{text_of.__name__} {seed}")
    wait = Waiters.wait

    async def waiting(self, waiter, blockers, seconds):
        await wait(self, waiter, blockers, seconds)
        if rng.random() < cancelled:
            raise CancelledError

    monkeypatch.setattr(Waiters, "wait", waiting)
    cancelled = 0.0
    stored: set[str] = set()
    rounds = 0
    problems: list[BaseException] = []

    async def round_(number: int) -> None:
        nonlocal cancelled, rounds
        cancelled = rng.choice([0.0, 0.0, 0.1])
        scene = Scene(tmp_path)
        sessions = [scene.session(NEARDUP_WAIT=rng.choice([0.01, 0.1, 60])) for _ in range(3)]
        count = rng.choice([2, 5, 30])
        failing = rng.choice([0.0, 0.3, 0.7, 1.0])
        closing = rng.random() < 0.3
        done = 0
        own: list[str] = []
        kinds: list[Kind] = []

        async def item(name: str, text: str) -> None:
            nonlocal done
            session = rng.choice(sessions)
            query = Query(Document(name, text))
            try:
                await pause(rng.choice([0, 0, 0.001, 0.004]))
                reservation = await session.reserve(query)
                if reservation is None:
                    return
                for match in reservation.verdict.matches:
                    assert match.id in stored, f"{name} copies {match.id}, which is not stored"
                await pause(rng.choice([0, 0, 0.001, 0.004]))
                keep = rng.random() >= failing
                if keep:
                    stored.add(name)
                    own.append(name)
                    kinds.append(reservation.verdict.kind)
                await session.settle(reservation, query, keep=keep)
            except BaseException as error:
                if not isinstance(error, CancelledError):
                    problems.append(error)
                raise
            finally:
                done += 1

        for copy in range(count):
            name = rng.choice([f"{number}/{copy}", f"{number}/same id"])
            deferred_from_coro(item(name, text_of(copy, rng, number))).addErrback(
                lambda failure: None
            )
        if closing:
            await pause(0.003)
            await sessions[0].close()
        await scene.until(lambda: done == count)
        indexes = [session.index for session in scene.sessions if session.index is not None]
        if indexes:
            assert indexes[0].stats()["reserved"] == 0
            assert closing or {name for name in own if name not in indexes[0]} == set()
        await scene.close()
        if text_of is same and not closing:
            assert kinds.count(Kind.NEW) <= 1
        rounds += 1

    async def run() -> None:
        for number in range(8):
            await round_(number)

    run_coroutines(run())
    assert problems == []
    assert rounds == 8
