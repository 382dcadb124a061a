"""An import into a shared index while a crawl writes what the lines are about."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.commands.transfer import export_lines, import_values
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.verdict.election import BY_EVIDENCE

TEXT = story("s", 40)


def told(host, hours, text=TEXT):
    published = datetime(2024, 5, 1, 9, tzinfo=timezone.utc) + timedelta(hours=hours)
    return Document(f"http://{host}.example/", text, published=published, keep_text=True)


def names_of(index, text):
    return [match.id for match in index.check(Document("query", text)).matches]


@pytest.fixture
def lines():
    with NearDupIndex.in_memory() as source:
        source.check_and_add(told("head", 0))
        verdict = source.check_and_add(told("late", -3), policy=BY_EVIDENCE)
        assert verdict.kind is Kind.ORIGINAL
        return [*export_lines(source)]


@pytest.fixture(params=["redis", "cluster"])
def crawlers(request, shared_url):
    location = read_location(shared_url(request.param))
    with RedisIndex(location) as here, RedisIndex(location) as there:
        yield here, there


@pytest.mark.parametrize("comes", ["nothing", "a version", "an original", "a story", "its end"])
def test_an_original_is_imported_while_a_crawl_writes_its_head(
    crawlers, monkeypatch, lines, comes
):
    here, there = crawlers
    head, late = (line["id"] for line in lines)
    assert import_values(here, lines[0])
    version, other = f"{TEXT} {story('postscript', 2)}", story("other", 40)
    record_at, seen = here.record_at, []

    def meanwhile(ordinal):
        record = record_at(ordinal)
        seen.append(record)
        # The second look is the one at the head that is to name its original.
        if len(seen) == 2:
            if comes == "a version":
                kind = there.check_and_add(told("head", 0, version)).kind
                assert kind is Kind.UPDATED
            elif comes == "an original":
                # By what the head's record tells, nobody else was elected.
                kind = there.check_and_add(told("x", -4), policy=BY_EVIDENCE).kind
                assert kind is Kind.ORIGINAL
            elif comes == "a story":
                kind = there.check_and_add(told("head", 0, other)).kind
                assert kind is Kind.UPDATED
            elif comes == "its end":
                assert there.remove(head)
        return record

    monkeypatch.setattr(here, "record_at", meanwhile)
    assert import_values(here, lines[1])
    assert len(seen) == 2
    assert [one.id for one in seen] == [head, head]
    monkeypatch.undo()
    assert names_of(there, TEXT) == ["http://x.example/" if comes == "an original" else late]
    if comes == "its end":
        assert there.get(head) is None
        return
    text = {"a version": version, "a story": other}.get(comes, TEXT)
    ordinal, record = there.find(head)
    assert record.digest == there.fingerprinter(text).digest
    assert there.kept_text(ordinal).text == text
    assert names_of(there, text) == [head] if comes == "a story" else [late]
    assert there._documents.missing_posts([(ordinal, record)]) == [[]]
    assert {*there._documents.store.postings()} == {
        pair for entry in there.numbered_records() for pair in there._documents.posts(*entry)
    }
