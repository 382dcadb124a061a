"""Which documents a crawler looks at of those that share postings with its own."""

from __future__ import annotations

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location


@pytest.fixture(params=["redis", "cluster"])
def two(request, shared_url):
    url = shared_url(request.param)
    with RedisIndex(read_location(url)) as one, RedisIndex(read_location(url)) as other:
        yield one, other


def phrases(index, claim) -> list[tuple[bytes, bytes]]:
    table = index._documents.tables.phrase_table
    return [pair for pair in index._documents.posts(*claim) if pair[0][0] == table]


def looks_of(index, monkeypatch) -> list[list[int]]:
    """The ordinals of each of its looks at records from now on."""
    looks: list[list[int]] = []
    look = index._documents.look

    def noted(ordinals):
        looks.append(sorted(ordinals))
        return look(looks[-1])

    monkeypatch.setattr(index._documents, "look", noted)
    return looks


def test_one_look_reads_the_records_that_may_decide_and_no_others(two, monkeypatch):
    index, _ = two
    index.add(Document("a", story("a")))
    index.add(Document("b", story("b")))
    documents = index._documents
    a, b = documents.find("a"), documents.find("b")
    # As if b had said one phrase of a.
    bucket, member = phrases(index, a)[0]
    documents.store.post([(bucket, member[:2] + b[0].to_bytes(4, "big"))])
    looks = looks_of(index, monkeypatch)
    for document, kind, read in (
        (Document("x", story("a")), Kind.EXACT, [a[0]]),
        (Document("x", story("a") + " And so on."), Kind.REPOST, [a[0]]),
        (Document("a", story("x")), Kind.UPDATED, [a[0]]),
        (Document("b", story("a")), Kind.EXACT, [a[0], b[0]]),
    ):
        looks.clear()
        assert index.check(document).kind is kind
        assert looks == [read]
    # Of two phrases, it is a candidate.
    bucket, member = phrases(index, a)[1]
    documents.store.post([(bucket, member[:2] + b[0].to_bytes(4, "big"))])
    looks.clear()
    index.check(Document("x", story("a") + " And so on."))
    assert looks == [[a[0], b[0]]]


def test_a_newcomer_met_by_a_single_phrase_is_looked_for_again(two, monkeypatch):
    """It was taken for one that is known, and what is known so is no candidate: of two that met each
    other by different phrases, both were kept.
    """
    index, other = two
    index.add(Document("b", story("b")))
    first = other.reserve(Document("first", story("s")))
    claim = first.held
    pairs = other._documents.posts(claim.ordinal, claim.record)
    one = phrases(other, (claim.ordinal, claim.record))[0]
    other._documents.store.unpost(pairs)
    documents = index._documents
    announce, read_again = index._claims.announce, index._claims.read_again

    def announcing(*words):
        # As if b had said that phrase, too: what only one other has leads to it.
        bucket, member = one
        b = documents.find("b")[0]
        documents.store.post([one, (bucket, member[:2] + b.to_bytes(4, "big"))])
        return announce(*words)

    def reading_again(*words):
        documents.store.post(pairs)
        return read_again(*words)

    monkeypatch.setattr(index._claims, "announce", announcing)
    monkeypatch.setattr(index._claims, "read_again", reading_again)
    copy = index.reserve(Document("copy", story("s") + " And so on."))
    assert len(copy.blockers) == 1
    first.commit()
    monkeypatch.undo()
    copy = index.reserve(Document("copy", story("s") + " And so on."))
    assert copy.verdict.match.id == "first"
    copy.commit()
    assert len(index) == 2


def test_a_newcomer_is_met_by_a_phrase_that_only_the_two_have(two, monkeypatch):
    """Its own posting, which stands beside the newcomer's by then, made it a phrase of two."""
    index, other = two
    first = other.reserve(Document("first", story("s")))
    claim = first.held
    one = phrases(other, (claim.ordinal, claim.record))[0]
    other._documents.store.unpost(other._documents.posts(claim.ordinal, claim.record))
    documents = index._documents
    announce = index._claims.announce

    def announcing(*words):
        documents.store.post([one])
        return announce(*words)

    monkeypatch.setattr(index._claims, "announce", announcing)
    copy = index.reserve(Document("copy", story("s") + " And so on."))
    assert len(copy.blockers) == 1
