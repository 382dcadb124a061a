"""Elections among an article, its copies and rewritten copies, crawled in any order."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, Verdict, open_index
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.redis.maintenance import check_servers
from scrapy_neardup.core.verdict.election import BY_EVIDENCE
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.rewriting.stories import OTHER_REPORT, REWRITTEN, SOURCE

if TYPE_CHECKING:
    from scrapy_neardup import Index

LOOKING = Thresholds(rewriting=True)
# Half past, as a full hour may be midnight somewhere, and so a date without a time.
NOON = datetime(2024, 3, 1, 12, 30, tzinfo=timezone.utc)


def again(text: str) -> str:
    """*text* as a site reposts it."""
    return f"From our wire. {text} Follow us for more."


TEXTS = {
    "one": SOURCE,
    "one-again": again(SOURCE),
    "two": REWRITTEN,
    "two-again": again(REWRITTEN),
}
HOURS = [
    dict(zip(TEXTS, hours, strict=True)) for hours in ((4, 3, 2, 1), (2, 1, 4, 3), (3, 4, 1, 2))
]
ORDERS = [(order, hours) for order in permutations(TEXTS) for hours in HOURS]


def words_of(name: str) -> str:
    """Whose words a document of TEXTS has."""
    return name.partition("-")[0]


def life(index: Index, order: tuple[str, ...], hours: dict[str, int]) -> dict[str, Verdict]:
    """The verdicts on documents that come in an order, by *hours* of their dates."""
    index.check_and_add(Document("other", OTHER_REPORT))
    verdicts = {}
    for name in order:
        published = NOON + timedelta(hours=hours[name])
        document = Document(name, TEXTS[name], url=f"http://{name}.example/", published=published)
        reservation = index.reserve(document, policy=BY_EVIDENCE)
        assert not reservation.blockers
        verdicts[name] = reservation.verdict
        reservation.commit()

    kept = [name for name, verdict in verdicts.items() if not verdict.kind.is_copy]
    head, _ = index.stories.head_of(index.find(kept[0]))
    original = index.stories.original_of((head, index.record_at(head)))[1]
    own = [name for name in order if words_of(name) == words_of(order[0])]
    # Who tells the story in other words than the first is a copy, however early its date.
    assert original.id == min(own, key=lambda name: hours[name])
    assert {verdict.story for verdict in verdicts.values()} == {verdicts[order[0]].story}
    for name in order:
        verdict = verdicts[name]
        if name not in own:
            assert verdict.kind.is_copy
        assert {match.id for match in verdict.matches} <= {*kept}
        unchanged = index.check(Document(name, TEXTS[name]), policy=BY_EVIDENCE)
        assert unchanged.kind is Kind.UNCHANGED
        copied = [match.id for match in unchanged.matches]
        assert copied == ([original.id] if verdict.kind.is_copy else [])
    return verdicts


def told(verdicts: dict[str, Verdict]) -> list[tuple[object, ...]]:
    """What is equal on every engine."""
    return [
        (
            name,
            one.kind,
            one.reason,
            *((match.id, match.kind) for match in (*one.matches, *one.original_of)),
        )
        for name, one in verdicts.items()
    ]


@lru_cache
def in_memory() -> list[list[tuple[object, ...]]]:
    """What is told of each of ORDERS."""
    found = []
    for order, hours in ORDERS:
        with NearDupIndex.in_memory(thresholds=LOOKING) as index:
            found.append(told(life(index, order, hours)))
    return found


def test_a_rewritten_copy_is_the_original_of_no_story() -> None:
    kinds = {entry[1] for verdicts in in_memory() for entry in verdicts}
    assert kinds == {Kind.NEW, Kind.ORIGINAL, Kind.REWRITTEN, Kind.REPOST}


@pytest.mark.parametrize("engine", ["leveldb", "sqlite", "redis"])
def test_every_engine_elects_as_memory_does(engine, tmp_path, shared_url) -> None:
    for number in range(0, len(ORDERS), 2):
        shared = engine == "redis"
        location = shared_url("redis") if shared else f"{engine}://{tmp_path}/{number}"
        with open_index(location, thresholds=LOOKING) as index:
            assert told(life(index, *ORDERS[number])) == in_memory()[number]
        assert (check_servers if shared else check_index)(location).clean
