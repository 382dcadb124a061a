"""Damage to an index on Redis is found, and mended."""

from __future__ import annotations

import json
import threading
import time
from argparse import ArgumentParser

import pytest
from scrapy.settings import Settings

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.commands import check, compact, repair
from scrapy_neardup.commands.project import Project
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.redis import maintenance
from scrapy_neardup.core.redis.documents import SharedDocuments
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.maintenance import check_servers, repair_servers

DOCUMENTS = 70


@pytest.fixture(scope="module")
def made():
    """An index of this process, which is copied to servers in less time than it takes to judge anew."""
    with NearDupIndex.in_memory() as index:
        for number in range(DOCUMENTS):
            index.check_and_add(Document(f"a{number}", story(f"s{number}"), keep_text=True))
        index.check_and_add(Document("copy", story("s3") + " And so on."))
        index.check_and_add(Document("a5", story("s5, updated")))
        yield index


@pytest.fixture(params=["redis", "cluster"])
def url(request, made, shared_url):
    url = shared_url(request.param, lease=1)
    with RedisIndex(read_location(url)) as index:
        copy_index(made, index)
    return url


@pytest.fixture
def ledger(url):
    with RedisIndex(read_location(url)) as index:
        yield index._documents


def posts(ledger, ordinal):
    return ledger.posts(ordinal, ledger.kept(ordinal))


def run(command, *words):
    """The exit code of a subcommand."""
    parser = ArgumentParser()
    command.add_arguments(parser)
    options = parser.parse_args([*words])
    options.project = Project(Settings())
    return command.run(options)


def test_a_whole_index_is_clean(url):
    report = check_servers(url)
    assert report.clean, report.problems
    # An article with all its likeness, and a copy that stands under its id alone.
    with RedisIndex(read_location(url)) as index:
        each = [len(index._documents.posts(*entry)) for entry in index.numbered_records()]
    assert (report.records, report.postings) == (DOCUMENTS + 1, sum(each))


def test_missing_postings_are_added(url, ledger):
    lost = posts(ledger, 3)[:5]
    ledger.store.unpost(lost)
    report = check_servers(url)
    assert (report.missing_postings, report.dangling_postings) == (5, 0)
    assert "record 3 ('a3') misses its posting" in report.problems[0]
    assert repair_servers(url).postings_added == 5
    assert check_servers(url).clean


def test_postings_that_lead_nowhere_are_removed(url, ledger):
    stale = posts(ledger, 4)
    servers = ledger.store.servers
    # A document that the servers lost; postings far past the last; another document's place.
    servers.run([("DEL", ledger.record_key(4)), ("DEL", ledger.text_key(4))])
    bucket, member = stale[0]
    beyond = (bucket, member[:2] + (10**6).to_bytes(4, "big"))
    other = (bucket, member[:2] + (6).to_bytes(4, "big"))
    ledger.store.post([beyond, other])
    report = check_servers(url)
    assert report.dangling_postings == len(stale) + 2
    assert report.wrong_counts == 1
    repaired = repair_servers(url)
    assert (repaired.postings_dropped, repaired.kept, repaired.lost) == (
        len(stale) + 2,
        DOCUMENTS,
        1,
    )
    assert check_servers(url).clean
    with open_index(url) as index:
        assert (len(index), index.stats()["copies"]) == (DOCUMENTS - 1, 1)
        assert index.check(Document("again", story("s4"))).kind is Kind.NEW
        assert index.check(Document("again", story("s6"))).kind is Kind.EXACT


def test_of_postings_that_lead_nowhere_it_is_told_what_removes_them(url, ledger, capsys):
    nowhere = [
        (bucket, member[:2] + (100).to_bytes(4, "big")) for bucket, member in posts(ledger, 7)
    ]

    def told():
        assert run(check, url) == 0
        return capsys.readouterr().out

    ledger.store.post(nowhere)
    assert (
        "postings lead to no record, which loses nothing; `scrapy neardup compact INDEX`" in told()
    )
    assert run(compact, url) == 0
    assert "lead to no record" not in told()
    ledger.store.post(nowhere[:-1])
    with open_index(url) as index:
        index.check(Document("a crawl's", story("s7") + " And so on."))
        assert index.stats()["stale_postings"] > 0


def test_a_record_that_cannot_be_read_is_dropped(url, ledger):
    ledger.store.servers.run([("SETRANGE", ledger.record_key(2), 0, b"\xff\xff\xff")])
    report = check_servers(url)
    assert report.unreadable_records == 1
    # Its postings lead to it.
    assert report.dangling_postings == 0
    # It is there, and so is its text.
    assert not [problem for problem in report.problems if "has lost its record" in problem]
    repaired = repair_servers(url)
    assert repaired.unreadable_records == 1
    assert repaired.postings_dropped > 0
    assert check_servers(url).clean


def test_counters_and_texts_that_are_lost_are_told_and_mended(url, ledger):
    servers = ledger.store.servers
    servers.run(
        [
            ("DEL", ledger.counts_key(0)),
            ("DEL", f"{ledger.store.prefix}#next"),
            ("SET", ledger.text_key(120), b"x"),
        ]
    )
    report = check_servers(url)
    assert "the text of record 120 has lost its record" in report.problems
    assert "0 blocks of records are counted as taken, there are 2" in report.problems
    repair_servers(url)
    report = check_servers(url)
    assert (report.clean, report.records) == (True, DOCUMENTS + 1)
    with RedisIndex(read_location(url)) as index:
        assert (len(index), index.stats()["copies"]) == (DOCUMENTS, 1)


def test_a_text_that_cannot_be_read_is_dropped_and_its_record_stays(url, ledger):
    ledger.store.servers.run([("SET", ledger.text_key(3), b"no text")])
    report = check_servers(url)
    assert (report.clean, report.unreadable_texts, report.wrong_counts) == (False, 1, 0)
    assert any(one.startswith("record 3: a kept text can't be read") for one in report.problems)
    repaired = repair_servers(url)
    assert (repaired.unreadable_texts, repaired.lost) == (1, 0)
    report = check_servers(url)
    assert (report.clean, report.records) == (True, DOCUMENTS + 1)


@pytest.mark.parametrize("spoiled", ["articles", "blocks", "floor"])
def test_a_count_that_is_no_number_is_found_and_counted_anew(url, ledger, spoiled):
    """Counting, pruning and even repairing ended with a bare ValueError."""
    command = {
        "articles": ("HSET", ledger.counts_key(0), "articles", "many"),
        "blocks": ("HSET", ledger.identity._next_key, "blocks", "many"),
        "floor": ("SET", ledger._floor_key, "low"),
    }[spoiled]
    ledger.store.servers.run([command])
    # Where a slice of pruning goes on is of no account: it begins anew.
    assert check_servers(url).clean is (spoiled == "floor")
    assert repair_servers(url).kept == DOCUMENTS + 1
    assert check_servers(url).clean
    with RedisIndex(read_location(url)) as index:
        assert index.prune(0, limit=10) == 0
        assert len(index) == DOCUMENTS


def test_a_check_beside_a_crawl_finds_nothing_wrong(url):
    # On a busy machine a crawl may not get its turn for a second.
    url = url.replace("lease=1", "lease=60")
    stop = threading.Event()

    def crawl():
        number = 0
        with RedisIndex(read_location(url)) as index:
            while not stop.is_set():
                index.check_and_add(Document(f"new{number}", story(f"new{number // 2}", 60)))
                index.check_and_add(Document(f"a{number % 9}", story(f"update{number}", 60)))
                held = index.reserve(Document(f"held{number}", story(f"held{number}", 60)))
                held.rollback()
                number += 1

    with RedisIndex(read_location(url)) as index:
        reserved = index.reserve(Document("reserved", story("reserved")))
        thread = threading.Thread(target=crawl)
        thread.start()
        try:
            reports = [check_servers(url) for _ in range(3)]
        finally:
            stop.set()
            thread.join()
        reserved.rollback()
    for report in reports:
        assert report.clean, report.problems
    assert reports[-1].records > reports[0].records


def test_a_text_that_is_taken_out_beside_a_check_has_not_lost_its_record(url, monkeypatch):
    are_taken = SharedDocuments.are_taken

    def meanwhile(documents, ordinals):
        with RedisIndex(read_location(url)) as index:
            index.prune(time.time() + 60)
        return are_taken(documents, ordinals)

    monkeypatch.setattr(SharedDocuments, "are_taken", meanwhile)
    report = check_servers(url)
    assert report.clean, report.problems


def test_what_a_dead_crawler_left_is_found(url):
    # Its claim is taken away below, not by the clock.
    url = url.replace("lease=1", "lease=60")
    with RedisIndex(read_location(url)) as index:
        index.reserve(Document("dead", story("dead")))
        index._leases.stopped.set()
        index._leases.live.clear()
        assert check_servers(url).clean
        claim = index._documents.claim_key(128)
        index.servers.run([("DEL", claim)])
    assert check_servers(url).dangling_postings > 0
    repair_servers(url)
    assert check_servers(url).clean


def test_compacting_beside_crawls_sweeps_postings_that_lead_nowhere_and_no_others(url):
    with RedisIndex(read_location(url)) as index:
        documents = index._documents
        reserved = index.reserve(Document("reserved", story("reserved")))
        updated = index.reserve(Document("a7", story("s7, updated")))
        # As the servers leave what has expired.
        gone = [index.find(name)[0] for name in ("copy", "a3", "a9")]
        swept = sum(len(posts(documents, ordinal)) for ordinal in gone)
        for ordinal in gone:
            documents.drop_record(ordinal)
        assert check_servers(url).dangling_postings == swept
        read = []
        assert index.compact(lambda *done: read.append(done)) == swept
        assert index.compact() == 0
        assert read[0] == (1, 0)
        assert read[-1][0] == DOCUMENTS - 2
        assert read[-1][1] > DOCUMENTS
        reserved.commit()
        updated.commit()
        for name in ("reserved", "s7, updated"):
            assert index.check(Document("x", story(name))).kind is Kind.EXACT
    report = check_servers(url)
    assert (report.clean, report.dangling_postings) == (True, 0)


def test_what_a_crawler_keeps_while_a_sweep_removes_its_postings_is_found(url, monkeypatch):
    url = url.replace("lease=1", "lease=60")
    with RedisIndex(read_location(url)) as index:
        late = index.reserve(Document("late", story("late")))
        documents = index._documents
        claim = documents.claim_key(late.held.ordinal)
        value = index.servers.run([("GET", claim)])[0]
        index.servers.run([("DEL", claim)])
        unpost = documents.store.unpost

        def meanwhile(pairs):
            # The crawler goes on, and its document stands again.
            index.servers.run([("SET", claim, value)])
            unpost(pairs)

        monkeypatch.setattr(documents.store, "unpost", meanwhile)
        assert index.compact() > 0
        monkeypatch.undo()
        late.commit()
        assert index.check(Document("x", story("late"))).kind is Kind.EXACT
    assert check_servers(url).clean


def test_the_commands_take_a_url(url, ledger, capsys):
    assert run(check, url) == 0
    ledger.store.unpost(posts(ledger, 3)[:5])
    assert run(check, url, "--json") == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out.splitlines()[-1])["missing_postings"] == 5
    assert "scrapy neardup repair" in printed.err
    assert run(repair, url) == 0
    assert "postings added      5" in capsys.readouterr().out
    assert run(check, url) == 0
    ledger.drop_record(4)
    assert run(compact, url) == 0
    assert "postings that led nowhere taken out" in capsys.readouterr().out
    assert run(compact, url, "--json") == 0
    nothing = {"swept": 0, "bytes_before": None, "bytes": None}
    assert json.loads(capsys.readouterr().out) == nothing


def test_a_repair_beside_a_crawl_does_not_say_that_the_index_has_lost_something(
    url, ledger, capsys, monkeypatch
):
    mending = maintenance.survey

    def beside_a_crawl(documents, *, mend):
        with open_index(url) as index:
            index.check_and_add(Document("meanwhile", story("meanwhile")))
        return mending(documents, mend=mend)

    monkeypatch.setattr(maintenance, "survey", beside_a_crawl)
    assert run(repair, url) == 0
    assert (
        "or a crawl has written to it meanwhile; if one runs, stop it" in capsys.readouterr().out
    )


@pytest.mark.parametrize("kind", ["record", "posting", "counts", "note"])
def test_a_key_of_another_type_is_named_with_a_remedy_that_works(url, ledger, kind):
    store = ledger.store
    ordinal, record = ledger.find("a7")
    key = {
        "record": ledger.record_key(ordinal),
        "posting": store.posting(*ledger.posts(ordinal, record)[0])[0][1],
        "counts": ledger.counts_key(ordinal >> 6),
        "note": store.value_key(b"nsite/gull.example"),
    }[kind]
    store.servers.run([("DEL", key)])
    store.servers.run([("RPUSH", key, "x")])
    with pytest.raises(NearDupError) as told:
        repair_servers(url)
    assert (key.decode() if isinstance(key, bytes) else key) in str(told.value)
    assert "`redis-cli DEL`" in str(told.value)
    assert "WRONGTYPE" in str(told.value)
    store.servers.run([("DEL", key)])
    repair_servers(url)
    assert check_servers(url).clean
