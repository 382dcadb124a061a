"""Servers that lose an index while crawlers use it: every crawler notices, none writes on."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.redis import records as redis_records
from scrapy_neardup.core.redis import survey
from scrapy_neardup.core.redis.identity import MARKS
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.maintenance import check_servers, repair_servers
from scrapy_neardup.core.redis.prefixes import existing_url
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.plugin.crawling import run_crawls
from tests.plugin.site import Site
from tests.shared_index.test_crawl import crawl

LOST = "emptied, replaced or damaged"


@pytest.fixture
def url(server):
    return f"{server.url}/0?patience=5&lease=5&prefix=news"


@pytest.fixture
def crawlers(url):
    """Two crawlers that have ordinals in hand."""
    pair = RedisIndex(read_location(url)), RedisIndex(read_location(url))
    for number, index in enumerate(pair):
        add(index, f"old {number}")
    yield pair
    for index in pair:
        index.close()


def add(index, name):
    return index.check_and_add(Document(name, story(name))).kind


def records(server):
    return [
        key for key in server.client().scan_iter("news#{*") if not key.endswith((b"c", b"n", b"t"))
    ]


def refused_within(index, documents):
    """Whether *index* refuses one of so many new documents."""
    for number in range(documents):
        try:
            add(index, f"{id(index)} {number}")
        except IndexCorrupt as error:
            assert LOST in str(error)  # noqa: PT017
            return True
    return False


def test_a_flush_is_noticed_by_every_crawler_at_its_next_document(server, crawlers):
    server.client().flushall()
    for index in crawlers:
        with pytest.raises(IndexCorrupt, match=LOST):
            add(index, "new")
        with pytest.raises(IndexCorrupt, match=LOST):
            index.check(Document("repost", story("old 0")))
        with pytest.raises(IndexCorrupt, match=LOST):
            index.write_notes([("site/a.example", b"x")])
    assert records(server) == []


def test_a_server_that_restarts_empty_is_noticed_by_every_crawler(server, crawlers):
    server.kill()
    server.start()
    for index in crawlers:
        with pytest.raises(IndexCorrupt, match=LOST):
            add(index, "new")
    assert records(server) == []


def test_what_is_reserved_when_the_server_is_emptied_is_not_written(server, crawlers):
    reserved = [
        index.reserve(Document(f"new {number}", story(f"new {number}"), keep_text=True))
        for number, index in enumerate(crawlers)
    ]
    server.client().flushall()
    for reservation in reserved:
        with pytest.raises(IndexCorrupt, match=LOST):
            reservation.commit()
    assert [*server.client().scan_iter("news#{*")] == []


def test_nothing_is_written_over_an_index_that_was_made_in_place_of_the_lost_one(
    url, server, crawlers
):
    reserved = crawlers[0].reserve(Document("late", story("late")))
    server.client().flushall()
    with RedisIndex(read_location(url)) as anew:
        assert add(anew, "first") is Kind.NEW
        with pytest.raises(IndexCorrupt, match=LOST):
            reserved.commit()
        for index in crawlers:
            with pytest.raises(IndexCorrupt, match=LOST):
                add(index, "other")
            with pytest.raises(IndexCorrupt, match=LOST):
                index.add(Document("other", story("other")))
            with pytest.raises(IndexCorrupt, match=LOST):
                index.put_records([(anew.get("first"), None)])
        assert [record.id for record in anew.records()] == ["first"]
        assert anew.check(Document("copy", story("first"))).kind is Kind.EXACT


WRITING = {
    "add": lambda index, record: index.add(Document("first", story("other"))),
    "amend": lambda index, record: index.amend(0, lambda found: replace(found, run=7)),
    "compact": lambda index, record: index.compact(),
    "prune": lambda index, record: index.prune(time.time() + 60),
    "prune a slice": lambda index, record: index.prune(0, limit=20),
    "put_record": lambda index, record: index.put_record(record),
    "put_records": lambda index, record: index.put_records([(record, None)]),
    "remove": lambda index, record: index.remove("first"),
}


@pytest.mark.parametrize("name", WRITING)
def test_no_call_changes_an_index_that_was_made_in_place_of_the_lost_one(
    url, server, crawlers, name
):
    """A slice of pruning wrote the lost index's id into the counts of the new one, whose crawlers could
    keep nothing any more.
    """
    record = crawlers[0].get("old 0")
    client = server.client()
    client.flushall()
    with RedisIndex(read_location(url)) as anew:
        for new in ("first", "second"):
            add(anew, new)
        # As when it expires: it is counted, and its postings lead nowhere.
        client.delete("news#{0}01")
        before = {key: client.dump(key) for key in client.scan_iter("*")}
        with pytest.raises(IndexCorrupt, match=LOST):
            WRITING[name](crawlers[0], record)
        assert {key: client.dump(key) for key in client.scan_iter("*")} == before
        assert add(anew, "third") is Kind.NEW


def test_a_crawler_gives_out_no_ordinals_of_an_index_that_is_gone(server, crawlers):
    server.client().delete("news#next")
    # Merging them would notice it a document earlier.
    crawlers[0].frequencies._gathered.clear()
    assert not refused_within(crawlers[0], 63)
    with pytest.raises(IndexCorrupt, match=LOST):
        add(crawlers[0], "of the next block")


def test_a_format_record_that_cant_be_read_is_named_with_its_index(url, server):
    RedisIndex(read_location(url)).close()
    key = b"news#v" + FORMAT_KEY
    value = server.client().get(key)
    server.client().set(key, value.replace(b'"simhash_tables": 10', b'"simhash_tables": 11'))
    named = rf"format record of {server.url}/0.* can't be read: .* 11 tables .*; restore the servers' data"
    with pytest.raises(IndexCorrupt, match=named):
        RedisIndex(read_location(url))


def test_the_loss_of_the_format_record_alone_is_noticed(url, server, crawlers):
    server.client().delete(b"news#v" + FORMAT_KEY)
    for index in crawlers:
        assert refused_within(index, MARKS + 1)
    with pytest.raises(IndexCorrupt, match=LOST):
        RedisIndex(read_location(url), expected_documents=2_000_000)


def test_no_repair_is_advised_where_the_format_record_is_lost(url, server, crawlers):
    add(crawlers[0], "an article")
    server.client().delete(b"news#v" + FORMAT_KEY)
    told = "lost its format record, without which it can't be read or mended; restore the servers' data"
    for open_one in (
        lambda: RedisIndex(read_location(url)),
        lambda: RedisIndex(read_location(url), create=False),
        lambda: repair_servers(url),
        lambda: existing_url(url),
    ):
        with pytest.raises(IndexCorrupt, match=told):
            open_one()


def test_a_master_of_a_cluster_that_was_emptied_is_noticed_by_every_crawler(
    shared_url, redis_cluster
):
    location = read_location(shared_url("cluster", lease=5))
    pair = RedisIndex(location), RedisIndex(location)
    try:
        for number in range(10):
            add(pair[number % 2], f"old {number}")
        redis_cluster.servers[2].client().flushall()
        for index in pair:
            assert refused_within(index, MARKS + 1)
        with pytest.raises(IndexCorrupt, match=LOST):
            RedisIndex(location)
    finally:
        for index in pair:
            index.close()


def test_a_walk_over_servers_that_are_emptied_meanwhile_does_not_end_as_if_whole(
    server, crawlers, monkeypatch
):
    """An index was copied in part without a word."""
    monkeypatch.setattr(redis_records, "_BLOCKS_AT_ONCE", 1)
    walk = crawlers[0].numbered_records()
    assert next(walk)[1].id == "old 0"
    server.client().flushall()
    with pytest.raises(IndexCorrupt, match=LOST):
        list(walk)
    with NearDupIndex.in_memory() as target, pytest.raises(IndexCorrupt, match=LOST):
        copy_index(crawlers[0], target)


def test_an_index_that_is_lost_while_it_is_checked_is_not_clean(
    url, server, crawlers, monkeypatch
):
    survey_records = survey._survey_records

    def emptied(*given, **options):
        server.client().flushall()
        return survey_records(*given, **options)

    monkeypatch.setattr(survey, "_survey_records", emptied)
    report = check_servers(url)
    assert not report.clean
    assert f"{MARKS + 1} of the index's marks are missing" in report.problems[-1]


def test_a_crawl_whose_server_is_emptied_keeps_every_item_and_says_so(server, url):
    site = Site()

    class Flush:
        """Empties the server while the third item is in the pipelines."""

        def process_item(self, item):
            if "/c-" in item["url"]:
                server.client().flushall()
            return item

    try:
        names = ["a-1", "b-1", "c-1", "d-1", "d-2"]
        settings = {"NEARDUP_ON_ERROR": "pass", "ITEM_PIPELINES": {Flush: 900}}
        (outcome,) = run_crawls(crawl(site, url, names, **settings))
    finally:
        site.stop()
    assert {item["url"].rpartition("/")[2] for item in outcome.items} == set(names)
    assert LOST in outcome.errors()[0]


def test_lost_marks_are_told_and_mended(url, server, crawlers):
    for number in range(3):
        server.client().delete(f"news#id{number:02x}")
    with pytest.raises(IndexCorrupt, match=LOST):
        RedisIndex(read_location(url))
    report = check_servers(url)
    assert "3 of the index's marks are missing: its servers have lost data" in report.problems
    repair_servers(url)
    assert check_servers(url).clean
    for index in crawlers:
        assert not refused_within(index, MARKS + 1)


def test_a_rollback_to_the_data_before_a_block_was_taken_is_told(server, crawlers, caplog):
    server.client().delete("news#{0}n", "news#{0}00")
    assert add(crawlers[0], "new") is Kind.NEW
    assert "have lost recent writes" in caplog.text
    assert server.client().hget("news#{0}n", "articles") == b"1"


def test_counts_that_expire_with_their_block_are_made_again(url, server, caplog):
    with RedisIndex(read_location(url), thresholds=Thresholds(ttl=1000)) as index:
        add(index, "old")
        assert server.client().pttl("news#{0}n") > 1_000_000
        server.client().delete("news#{0}n", "news#{0}00")
        assert add(index, "new") is Kind.NEW
    assert caplog.text == ""
    assert server.client().hget("news#{0}n", "articles") == b"1"


def test_no_article_is_written_over_one_that_got_its_ordinal_after_a_rollback(
    url, server, crawlers
):
    server.client().hset("news#next", "blocks", 0)
    server.client().delete("news#{0}n", "news#{0}00")
    with RedisIndex(read_location(url)) as later:
        assert [add(later, "first"), add(later, "second")] == [Kind.NEW, Kind.NEW]
        assert later.find("second")[0] == 1
        with pytest.raises(IndexCorrupt, match=LOST):
            add(crawlers[0], "of the same ordinal")
        assert later.find("second")[1].id == "second"


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("is_later", [True, False])
def test_what_has_no_place_after_a_rollback_takes_no_posting_of_the_document_that_has_it(
    url, server, crawlers, is_later, keep
):
    """Where both had one text, copies of the document that was kept passed as new."""
    documents, late = crawlers[0]._documents, Document("late", story("s"))
    if not is_later:
        held = crawlers[0].reserve(late)
        documents.store.unpost(documents.posts(1, held.record))
    server.client().hset("news#next", "blocks", 0)
    server.client().delete("news#{0}n", "news#{0}00", "news#{0}01c")
    with RedisIndex(read_location(url)) as later:
        add(later, "first")
        later.check_and_add(Document("second", story("s")))
        second = later.find("second")
        if is_later:
            held = crawlers[0].reserve(late)
        assert held.held.ordinal == second[0] == 1
        if keep:
            with pytest.raises(IndexCorrupt, match=LOST):
                held.commit()
        else:
            held.rollback()
        assert later.check(Document("copy", story("s"))).kind is Kind.EXACT
        assert later.differing([second]) == 0


def test_a_block_that_a_failover_gives_out_twice_is_passed_over(server, crawlers):
    """The replica did not have the last step of the counter."""
    server.client().hset("news#next", "blocks", 0)
    with RedisIndex(crawlers[0].location) as third:
        add(third, "new")
        assert third.find("new")[0] == 128


def test_an_index_that_was_half_made_is_finished(url, server):
    server.client().hset("news#next", "id", "0123456789abcdef")
    server.client().set("news#id05", "0123456789abcdef")
    with RedisIndex(read_location(url)) as index:
        assert add(index, "a") is Kind.NEW
    assert check_servers(url).clean
