"""The claim protocol, run in every order that its atomic steps can take."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest

from scrapy_neardup.core.redis.contest import (
    ORIGINAL,
    UNDECIDED,
    Announce,
    Decide,
    Evict,
    Found,
    Look,
    ReadAgain,
    Standing,
    contest,
)

TABLES = 2


class Board:
    """A server with the single-key steps; each call of a step is atomic."""

    def __init__(self):
        self.claims = {}
        self.kept = {}
        self.tables = [set() for _ in range(TABLES)]

    def standing(self, ordinal):
        if ordinal in self.claims:
            state, token = self.claims[ordinal]
            return Standing(ordinal, state, token)
        return Standing(ordinal, None) if ordinal in self.kept else None

    def evict(self, ordinal, token):
        if self.claims.get(ordinal) == (UNDECIDED, token):
            del self.claims[ordinal]

    def decide(self, ordinal, token):
        if self.claims.get(ordinal, (None, None))[1] != token:
            return False
        self.claims[ordinal] = (ORIGINAL, token)
        return True

    def keep(self, ordinal, token):
        """Only for claims that are decided, whose owners need not look."""
        self.kept[ordinal] = token
        if self.claims.get(ordinal, (None, None))[1] == token:
            del self.claims[ordinal]

    def withdraw(self, ordinal, token):
        if self.claims.get(ordinal, (None, None))[1] == token:
            del self.claims[ordinal]

    def originals(self):
        decided = [one for one, (state, _) in self.claims.items() if state == ORIGINAL]
        return [*decided, *self.kept]


def contender(
    board,
    ordinals,
    tokens,
    *,
    lost_replies=None,
    gives_up=False,
    tries=20,
    patience=50,
    needed=1,
    careful=True,
):
    """A crawler with a copy of the one story there is: it yields before each atomic step.

    Returns "kept", "copy", "given up" or "waiting". *lost_replies*, a random generator, makes it
    send steps twice now and then; with *gives_up* it takes its first success back. *needed* tables
    make a candidate; without *careful*, a meeting on fewer is not followed up.
    """
    for _ in range(tries):
        ordinal, token = next(ordinals), next(tokens)

        def sent(step, *words):
            result = step(*words)
            yield
            if lost_replies is not None and lost_replies.random() < 0.3:
                result = step(*words)
                yield
            return result

        board.claims[ordinal] = (UNDECIDED, token)
        yield
        steps = contest(ordinal, {}, lambda standings: [*sorted(standings)])
        reply = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as stop:
                outcome = stop.value
                break
            if isinstance(step, (Announce, ReadAgain)):
                met = Counter()
                for table in board.tables:
                    if isinstance(step, Announce):
                        table.add(ordinal)
                    met.update(table - {ordinal})
                    yield
                found = tuple(one for one, times in met.items() if times >= needed)
                reply = Found(found, unsure=careful and len(found) < len(met))
            elif isinstance(step, Look):
                reply = {}
                for one in step.ordinals:
                    standing = board.standing(one)
                    if standing is not None:
                        reply[one] = standing
                    yield
            elif isinstance(step, Evict):
                reply = yield from sent(board.evict, step.rival.ordinal, step.rival.token)
            elif isinstance(step, Decide):
                reply = yield from sent(board.decide, ordinal, token)
        if outcome.won:
            if gives_up:
                yield from sent(board.withdraw, ordinal, token)
                return "given up"
            yield from sent(board.keep, ordinal, token)
            return "kept"
        yield from sent(board.withdraw, ordinal, token)
        for table in board.tables:
            table.discard(ordinal)
        yield
        if outcome.sources:
            return "copy"
        for blocker in outcome.blockers:
            for _ in range(patience):
                if board.standing(blocker.ordinal) != blocker:
                    break
                yield
    return "waiting"


def run(board, contenders, choose):
    """Interleave *contenders* as *choose* says; at no time may there be two survivors."""
    alive = dict(enumerate(contenders))
    results = {}
    while alive:
        number = choose(sorted(alive))
        if number is None:
            break
        try:
            next(alive[number])
        except StopIteration as stop:
            results[number] = stop.value
            del alive[number]
        assert len(board.originals()) <= 1, "two survivors of one story"
    return results


def every_schedule(make):
    """Run *make*'s contenders in every order in which two of them can take turns."""
    schedule = []
    explored = 0
    while True:
        taken = []

        def choose(alive, taken=taken, schedule=schedule):
            step = len(taken)
            pick = schedule[step] if step < len(schedule) else 0
            taken.append((pick, len(alive)))
            return alive[pick]

        yield make(), choose
        explored += 1
        while taken and taken[-1][0] == taken[-1][1] - 1:
            taken.pop()
        if not taken:
            return
        schedule = [pick for pick, _ in taken]
        schedule[-1] += 1


def explore_two(*, first_is_before, needed, careful=True):
    """Every order of two contenders; returns how many there are."""

    def make():
        board, tokens = Board(), count()
        low, high = iter(range(100)), iter(range(100, 200))
        orders = (low, high) if first_is_before else (high, low)
        options = {"tries": 1, "patience": 0, "needed": needed, "careful": careful}
        return board, [contender(board, own, tokens, **options) for own in orders]

    orders = 0
    for (board, contenders), choose in every_schedule(make):
        results = run(board, contenders, choose)
        orders += 1
        # One try each: who met an undecided rival would wait, but somebody is always through.
        assert len(board.kept) == 1
        assert list(results.values()).count("kept") == 1
    return orders


@pytest.mark.parametrize("needed", [1, 2])
@pytest.mark.parametrize("first_is_before", [True, False])
def test_two_contenders_leave_one_survivor_in_every_order(first_is_before, needed):
    assert explore_two(first_is_before=first_is_before, needed=needed) > 2000


@pytest.mark.parametrize("contenders", [2, 3, 5])
@pytest.mark.parametrize("fault", ["none", "lost replies", "crash", "gives up"])
def test_many_contenders_leave_one_survivor_whatever_fails(contenders, fault):
    for seed in range(600):
        rng = random.Random(f"{seed}-{contenders}-{fault}")
        board, tokens = Board(), count()
        starts = rng.sample(range(contenders), contenders)
        running = [
            contender(
                board,
                iter(range(start * 1000, start * 1000 + 1000)),
                tokens,
                lost_replies=rng if fault == "lost replies" else None,
                gives_up=fault == "gives up" and number == 0,
                needed=seed % 2 + 1,
            )
            for number, start in enumerate(starts)
        ]
        dies_at = rng.randrange(1, 12) if fault == "crash" else None
        turns = count()
        dead = set()

        def choose(
            alive, rng=rng, dies_at=dies_at, turns=turns, dead=dead, board=board, starts=starts
        ):
            turn = next(turns)
            if turn == dies_at:
                # Whoever dies keeps nothing; its lease runs out some time later.
                dead.add(rng.choice(alive))
            if dies_at is not None and turn == dies_at + 30:
                for ordinal in [*board.claims]:
                    if ordinal // 1000 in {starts[one] for one in dead}:
                        del board.claims[ordinal]
            living = [one for one in alive if one not in dead]
            return rng.choice(living) if living else None

        results = run(board, running, choose)
        living = {number: result for number, result in results.items() if number not in dead}
        kept = [number for number, result in living.items() if result == "kept"]
        if fault in ("none", "lost replies"):
            assert len(kept) == 1
            assert set(living.values()) <= {"kept", "copy"}
        assert len(board.kept) <= 1
        if fault == "gives up":
            assert len(board.kept) == 1


@pytest.mark.parametrize("state", [None, ORIGINAL, UNDECIDED, "gone"])
def test_a_rival_that_was_met_before_is_looked_at_once_it_conflicts(state):
    """It is a candidate only since another one is gone."""
    judged = []

    def conflicts(standings):
        judged.append({**standings})
        return [1] if 1 in standings or len(judged) == 1 else []

    steps = contest(5, {}, conflicts)
    assert isinstance(next(steps), Announce)
    assert steps.send(Found((7,))) == Look((7,))
    assert steps.send({}) == Look((1,))
    standing = Standing(1, state, b"token")
    if state == "gone":
        assert steps.send({}) == Decide()
        assert judged == [{}, {}]
        return
    with pytest.raises(StopIteration) as stopped:
        steps.send({1: standing})
    outcome = stopped.value.value
    assert not outcome.won
    assert (outcome.sources, outcome.blockers) == (
        ((standing,), ()) if state is None else ((), (standing,))
    )


@pytest.mark.parametrize("under_it", [None, ORIGINAL, "gone"])
def test_what_is_in_the_place_of_an_evicted_claim_is_looked_at(under_it):
    """The claim of an update hides a record, and a claim may have decided just before."""
    rival = Standing(7, UNDECIDED, b"token")
    steps = contest(5, {}, lambda standings: [*standings])
    assert isinstance(next(steps), Announce)
    assert steps.send(Found((7,))) == Look((7,))
    assert steps.send({7: rival}) == Evict(rival)
    assert steps.send(None) == Look((7,))
    if under_it == "gone":
        assert steps.send({}) == Decide()
        return
    standing = Standing(7, under_it)
    with pytest.raises(StopIteration) as stopped:
        steps.send({7: standing})
    outcome = stopped.value.value
    assert (outcome.won, outcome.sources + outcome.blockers) == (False, (standing,))


def test_a_protocol_that_only_looks_before_it_posts_would_be_caught():
    """The checker itself: without insert-then-query it finds two survivors."""

    def careless(board, ordinal):
        seen = set().union(*board.tables)
        yield
        for table in board.tables:
            table.add(ordinal)
        yield
        if not seen:
            board.kept[ordinal] = b""

    def make():
        board = Board()
        return board, [careless(board, 1), careless(board, 2)]

    def explore():
        for (board, contenders), choose in every_schedule(make):
            run(board, contenders, choose)

    with pytest.raises(AssertionError, match="two survivors"):
        explore()


def test_evicting_a_decided_rival_would_be_caught(monkeypatch):
    def rash(board, ordinal, token):
        board.claims.pop(ordinal, None)

    monkeypatch.setattr(Board, "evict", rash)
    with pytest.raises(AssertionError):
        explore_two(first_is_before=True, needed=1)


def test_not_reading_again_after_a_chance_meeting_would_be_caught():
    with pytest.raises(AssertionError, match="two survivors"):
        explore_two(first_is_before=True, needed=2, careful=False)
