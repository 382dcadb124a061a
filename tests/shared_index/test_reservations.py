"""Reservations of several processes; here, several clients that know nothing of each other."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from itertools import count

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, Verdict, open_index
from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.index.judgement import Judgement
from scrapy_neardup.core.redis import records, scripts
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.maintenance import check_servers
from scrapy_neardup.core.verdict.election import BY_EVIDENCE
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.index.test_extended import E, F, text_of
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import REWRITTEN, SOURCE

LEASE = 3  # seconds, of which a busy machine may take two before it renews


@pytest.fixture(params=["redis", "cluster"])
def crawlers(request, shared_url):
    location = read_location(shared_url(request.param, lease=LEASE))
    pair = RedisIndex(location), RedisIndex(location)
    yield pair
    for index in pair:
        index.close()


def lease_left(index, ordinal):
    """Milliseconds after which the server frees the claim on *ordinal*."""
    return index.servers.run([("PTTL", index._documents.claim_key(ordinal))])[0]


def ordinals(index):
    """Those of the reservations of *index*."""
    return [reservation.held.ordinal for reservation in index._leases.live.values()]


def die(index):
    """Leave *index* as kill -9 does: nobody renews its leases, and the server lets them end."""
    index._leases.stopped.set()
    for ordinal in ordinals(index):
        assert 0 < lease_left(index, ordinal) <= LEASE * 1000
        index.servers.run([("PEXPIRE", index._documents.claim_key(ordinal), 1)])
        while lease_left(index, ordinal) != -2:
            time.sleep(0.001)


def test_another_process_waits_for_a_reserved_original(crawlers):
    here, there = crawlers
    first = here.reserve(Document("a", story("s")))
    second = there.reserve(Document("b", story("s")))
    assert second.verdict.kind is Kind.EXACT
    (blocker,) = second.blockers
    assert blocker.foreign
    assert not blocker.settled
    first.commit()
    assert blocker.settled
    third = there.reserve(Document("b", story("s")))
    assert (third.verdict.kind, third.blockers) == (Kind.EXACT, ())
    third.commit()
    assert (len(here), here.stats()["copies"]) == (1, 1)


def test_what_needs_no_place_takes_none(crawlers):
    """Else each page that comes again would use a number up."""
    here, there = crawlers
    here.check_and_add(Document("a", story("s")))
    held = there.reserve(Document("other", story("other")))
    assert here.check_and_add(Document("a", story("s"))).kind is Kind.UNCHANGED
    assert here.check_and_add(Document("a", story("s") + " More.")).kind is Kind.UPDATED
    assert here.reserve(Document("b", story("other"))).blockers
    held.rollback()
    here.check_and_add(Document("c", story("third")))
    assert [here.find(name)[0] for name in "ac"] == [0, 1]


def test_a_memo_within_another_leaves_it_in_force(crawlers):
    documents = crawlers[0]._documents
    with documents.memo() as outer:
        with documents.memo() as inner:
            assert documents.memoized is inner
        assert documents.memoized is outer
    assert documents.memoized is not outer


def test_who_would_rest_on_a_reservation_is_told_in_its_own_process(crawlers):
    here, there = crawlers
    fingerprint = here.fingerprinter(story("s"))
    first = here.reserve(Document("a", story("s")))
    assert here.would_rest_on(Document("b", story("s")), fingerprint, first)
    (foreign,) = there.reserve(Document("b", story("s"))).blockers
    assert not there.would_rest_on(Document("b", story("s")), fingerprint, foreign)


def test_one_rolled_back_there_makes_room_here(crawlers):
    here, there = crawlers
    there.reserve(Document("b", story("s"))).rollback()
    assert here.reserve(Document("a", story("s"))).verdict.kind is Kind.NEW


def test_a_lease_is_renewed_while_its_crawler_lives(crawlers):
    here, there = crawlers
    first = here.reserve(Document("a", story("s")))
    (ordinal,) = ordinals(here)
    less = LEASE * 700
    for _ in range(2):
        here.servers.run([("PEXPIRE", here._documents.claim_key(ordinal), less)])
        while lease_left(there, ordinal) <= less:
            assert lease_left(there, ordinal) > 0
            time.sleep(0.01)
    assert there.reserve(Document("b", story("s"))).blockers
    first.commit()
    assert here.stats()["lapsed"] == 0


def test_a_copy_counts_as_let_through_until_its_story_counts_it(crawlers, monkeypatch):
    here, _ = crawlers
    here.check_and_add(Document("a", story("s")))
    first, second = (here.reserve(Document(name, story("s"))) for name in ("b", "c"))
    assert first.let_through(1)
    amend, told = here._documents.amend, []

    def meanwhile(*given):
        told.append(second.let_through(1))
        return amend(*given)

    monkeypatch.setattr(here._documents, "amend", meanwhile)
    first.commit()
    assert told == [False]


@pytest.mark.parametrize("begun", [False, True])
def test_a_copy_whose_commit_failed_is_not_counted_as_let_through(crawlers, monkeypatch, begun):
    here, _ = crawlers
    here.check_and_add(Document("a", story("s")))
    first = here.reserve(Document("b", story("s")))
    assert first.let_through(1)
    with monkeypatch.context() as patch:
        if begun:
            patch.setattr(here._claims, "keep", stop)
        else:
            renew_no_more = here._leases.renew_no_more
            patch.setattr(here._leases, "renew_no_more", after(stop, 1, renew_no_more))
        with pytest.raises(Stopped):
            first.commit()
    assert here.reserve(Document("c", story("s"))).let_through(1)


def test_a_reservation_ends_when_its_crawler_dies(crawlers):
    here, there = crawlers
    here.reserve(Document("a", story("s")))
    die(here)
    taken = there.reserve(Document("b", story("s")))
    assert taken.verdict.kind is Kind.NEW
    taken.commit()
    here._leases.live.clear()


def test_a_commit_after_the_lease_is_kept_and_told(crawlers, caplog):
    here, there = crawlers
    first = here.reserve(Document("a", story("s")))
    die(here)
    assert there.check(Document("b", story("s"))).kind is Kind.NEW
    first.commit()
    assert "after its lease" in caplog.text
    assert there.check(Document("b", story("s"))).kind is Kind.EXACT
    assert (len(there), here.stats()["lapsed"]) == (1, 1)


def test_only_the_document_whose_lease_ran_out_is_named(crawlers, monkeypatch, caplog):
    here, _ = crawlers
    keep = here._claims.keep

    def meanwhile(*given, **options):
        # As another thread does whose document was late.
        here._claims.lapsed += 1
        return keep(*given, **options)

    monkeypatch.setattr(here._claims, "keep", meanwhile)
    here.reserve(Document("a", story("s"))).commit()
    assert caplog.text == ""
    assert here.stats()["lapsed"] == 1


def test_leases_are_renewed_after_an_error_that_nobody_foresaw(shared_url, monkeypatch, caplog):
    renewed = threading.Event()
    with RedisIndex(read_location(shared_url("redis", lease=0.3))) as here:
        renew, errors = here._claims.renew, [RuntimeError("unforeseen")]

        def failing_once(claims):
            if errors:
                raise errors.pop()
            renew(claims)
            renewed.set()

        monkeypatch.setattr(here._claims, "renew", failing_once)
        here.reserve(Document("a", story("s")))
        assert renewed.wait(60)
    (told,) = caplog.records
    assert told.levelname == "ERROR"
    assert str(told.exc_info[1]) == "unforeseen"


def test_one_id_in_two_processes_is_one_document(crawlers):
    here, there = crawlers
    first = here.reserve(Document("a", story("s")))
    assert there.reserve(Document("a", story("s"))).blockers
    assert there.reserve(Document("a", story("t"))).blockers
    first.commit()
    update = there.reserve(Document("a", story("t")))
    assert update.verdict.kind is Kind.UPDATED
    assert here.reserve(Document("a", story("u"))).blockers
    update.commit()
    assert here.check(Document("a", story("t"))).kind is Kind.UNCHANGED
    assert here.check(Document("b", story("s"))).kind is Kind.NEW
    assert len(here) == 1


def test_many_threads_of_many_clients_leave_one_survivor(crawlers):
    stories, kept = 12, []
    barrier = threading.Barrier(6)

    def crawl(number):
        index = crawlers[number % 2]
        for which in range(stories):
            barrier.wait()
            if (
                index.check_and_add(Document(f"{number}-{which}", story(f"s{which}"))).match
                is None
            ):
                kept.append(which)

    threads = [threading.Thread(target=crawl, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == list(range(stories))
    assert (len(crawlers[0]), crawlers[0].stats()["copies"]) == (stories, 5 * stories)


def test_postings_of_a_dead_crawler_are_passed_over_and_removed(crawlers):
    here, there = crawlers
    here.reserve(Document("a", story("s")))
    die(here)
    here._leases.live.clear()
    assert there.check(Document("b", story("s"))).kind is Kind.NEW
    query = there._documents.query(*there._prepared(Document("b", story("s")), None))
    assert there._documents.store.members(query.buckets[1:2]) == [b""]


def test_expired_articles_do_not_count_and_are_taken_out(shared_url):
    now = [1_700_000_000.0]
    location = read_location(shared_url("redis"))
    with RedisIndex(location, thresholds=Thresholds(ttl=1000), clock=lambda: now[0]) as index:
        for name in "abc":
            index.check_and_add(Document(name, story(name)))
            now[0] += 600
        assert index.check(Document("x", story("a"))).kind is Kind.NEW
        assert index.check(Document("x", story("c"))).kind is Kind.EXACT
        assert index.prune(now[0] - 1000, limit=10) == 2
        assert (len(index), [record.id for record in index.records()]) == (1, ["c"])
        (left,) = index.servers.run([("PTTL", index._documents.record_key(2))])
        assert 1_900_000 < left <= 2_000_000


def test_of_copies_that_have_expired_with_their_source_one_is_an_article(shared_url):
    now = [1_700_000_000.0]
    location = read_location(shared_url("redis"))
    with RedisIndex(location, thresholds=Thresholds(ttl=1000), clock=lambda: now[0]) as index:
        for name in "abc":
            index.check_and_add(Document(name, story("a")))
        assert index.check(Document("b", story("a"))).kind is Kind.UNCHANGED
        now[0] += 1001
        assert index.check_and_add(Document("b", story("a"))).kind is Kind.UPDATED
        assert index.check_and_add(Document("c", story("a"))).match.id == "b"
        assert index.prune(now[0] - 1000) == 1
        assert sorted(record.id for record in index.records()) == ["b", "c"]


def test_pruning_in_slices_comes_to_what_pruning_all_has_left(shared_url):
    now = [2000.0]
    with RedisIndex(read_location(shared_url("redis")), clock=lambda: now[0]) as index:
        # As in a block of ordinals that a slower crawler has taken, or in an import.
        for name, seen in (("a", 2000.0), ("b", 1000.0), ("c", 3000.0)):
            now[0] = seen
            index.check_and_add(Document(name, story(name)))
        assert index.prune(1500) == 1
        assert index.prune(2500, limit=10) == 1
        assert [record.id for record in index.records()] == ["c"]


@pytest.mark.parametrize("trips", range(8))
def test_a_document_is_found_whose_update_begins_while_it_is_pruned(crawlers, monkeypatch, trips):
    here, there = crawlers
    for name in "abc":
        here.check_and_add(Document(name, story(name)))
    run, made, updates = here.servers.run, [], []

    def meanwhile(commands, **options):
        if len(made) == trips:
            updates.append(there.reserve(Document("b", story("later"))))
        made.append(commands)
        return run(commands, **options)

    monkeypatch.setattr(here.servers, "run", meanwhile)
    here.prune(time.time() + 60, limit=10)
    monkeypatch.undo()
    for update in updates:
        update.commit()
        assert there.check(Document("b", story("later"))).kind is Kind.UNCHANGED
        assert there._documents.missing_posts([there.find("b")]) == [[]]
    assert updates


def test_one_url_is_one_object_in_a_process(shared_url):
    url = shared_url("redis")
    first, second = open_index(url), open_index(url)
    assert first is second
    first.close()
    assert second.check(Document("a", story("a"))).kind is Kind.NEW
    second.close()


@pytest.mark.parametrize("backend", ["redis", "cluster"])
def test_all_that_lay_an_index_out_at_once_take_the_layout_of_one(shared_url, backend):
    crawlers = 8
    barrier = threading.Barrier(crawlers)

    def start(location, number):
        barrier.wait()
        with RedisIndex(location, expected_documents=1000 << number) as index:
            verdicts = [index.check_and_add(Document(f"{number}-{s}", story(s))) for s in "ab"]
            return index.laid_out_for, [verdict.match is None for verdict in verdicts]

    with ThreadPoolExecutor(crawlers) as pool:
        for _ in range(5):
            location = read_location(shared_url(backend))
            started = [*pool.map(start, [location] * crawlers, range(crawlers))]
            assert len({laid_out_for for laid_out_for, _ in started}) == 1
            assert [sum(kept) for kept in zip(*(kept for _, kept in started), strict=True)] == [
                1,
                1,
            ]


def test_however_many_elect_at_once_the_earliest_is_the_original_of_each_story(crawlers):
    stories, tellers = 40, 8
    documents = [
        Document(
            f"http://h{teller}.example/{number}",
            story(f"tale {number}", 40),
            # No two pages of a host on one date, or it is taken for a template's.
            published=datetime(2024, 5, 1, 9, tzinfo=timezone.utc)
            + timedelta(days=number, hours=teller),
        )
        for number in range(stories)
        for teller in range(tellers)
    ]
    random.Random(3).shuffle(documents)
    kept, failures = [], []

    def crawl(index, mine):
        try:
            for document in mine:
                while (reservation := index.reserve(document, policy=BY_EVIDENCE)).blockers:
                    time.sleep(0.002)
                reservation.commit()
                if not reservation.verdict.kind.is_copy:
                    kept.append(document.id)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [
        threading.Thread(target=crawl, args=(crawlers[n % 2], documents[n::4])) for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    index = crawlers[0]
    assert (len(index), index.stats()["copies"]) == (stories, stories * (tellers - 1))
    for number in range(stories):
        verdict = index.check(Document("query", story(f"tale {number}", 40)))
        assert [match.id for match in verdict.matches] == [f"http://h0.example/{number}"]
        heads = [r for r in index.records() if r.is_head and r.id.endswith(f"/{number}")]
        assert len(heads) == 1
    assert len(kept) == sum(record.is_source for record in index.records())


def before_next(index, word, monkeypatch, happen):
    """Let *happen* be called before *index* next sends a command that *word* is in."""
    run = index.servers.run

    def interrupted(commands, **options):
        commands = [*commands]
        if any(word in command for command in commands):
            monkeypatch.setattr(index.servers, "run", run)
            happen()
        return run(commands, **options)

    monkeypatch.setattr(index.servers, "run", interrupted)


def told(host, hours, text=None):
    published = datetime(2024, 5, 1, 9, tzinfo=timezone.utc) + timedelta(hours=hours)
    return Document(f"http://{host}.example/", text or story("s", 40), published=published)


@pytest.mark.parametrize("hours", [-2, -4])
def test_one_told_late_of_its_election_stands_against_the_original_of_then(
    crawlers, monkeypatch, hours
):
    here, there = crawlers
    here.check_and_add(told("copy", 0))
    late = here.reserve(told("late", -3), policy=BY_EVIDENCE)
    meanwhile = None

    def elect_another():
        nonlocal meanwhile
        meanwhile = there.reserve(told("x", hours), policy=BY_EVIDENCE)
        meanwhile.commit()

    # It is kept by now, and the story's head is not told yet.
    before_next(here, scripts.AMEND, monkeypatch, elect_another)
    late.commit()
    best, kind = ("x", Kind.ORIGINAL) if hours == -4 else ("late", Kind.EXACT)
    assert meanwhile.verdict.kind is kind
    for index in crawlers:
        verdict = index.check(Document("query", story("s", 40)))
        assert [match.id for match in verdict.matches] == [f"http://{best}.example/"]
    winner, loser = (meanwhile, late) if best == "x" else (late, meanwhile)
    assert winner.former.id == "http://copy.example/"
    assert loser.former is None


def test_an_election_in_the_midst_of_the_heads_update_is_not_lost(crawlers, monkeypatch):
    here, there = crawlers
    here.check_and_add(told("copy", 0))
    update = here.reserve(told("copy", 0, story("s", 40) + " " + story("postscript", 2)))
    assert update.verdict.kind is Kind.UPDATED

    def elect_another():
        there.check_and_add(told("late", -3), policy=BY_EVIDENCE)

    before_next(here, scripts.KEEP, monkeypatch, elect_another)
    update.commit()
    assert there.check(Document("query", story("s", 40))).match.id == "http://late.example/"
    assert (len(here), here.stats()["copies"]) == (1, 1)


@pytest.mark.parametrize("way", ["reserve", "check_and_add", "add", "put_record"])
def test_what_changed_before_it_was_claimed_is_looked_at_again(crawlers, monkeypatch, way):
    """The postings of what came meanwhile stayed for good."""
    here, there = crawlers
    here.check_and_add(Document("other", story("third")))
    record = replace(here.get("other"), id="a")
    here.remove("other")
    here.check_and_add(Document("a", story("s")))
    claims, happened = here._claims, []
    claiming = claims.claiming

    def meanwhile(claim, *given):
        if claim.replaced is not None and not happened:
            happened.append(there.check_and_add(Document("a", story("t"))).kind)
        return claiming(claim, *given)

    monkeypatch.setattr(claims, "claiming", meanwhile)
    third = Document("a", story("third"))
    if way == "reserve":
        update = here.reserve(third)
        assert update.verdict.kind is Kind.UPDATED
        update.commit()
    elif way == "put_record":
        with pytest.raises(NearDupError, match="was kept by a crawl meanwhile"):
            here.put_record(record)
    else:
        getattr(here, way)(third)
    assert happened == [Kind.UPDATED]
    text = "t" if way == "put_record" else "third"
    assert there.check(Document("b", story(text))).match.id == "a"
    assert postings_of(there) == {*there._documents.posts(*there.find("a"))}


@pytest.mark.parametrize("way", ["add", "put_record"])
def test_an_election_while_the_head_is_added_again_is_not_lost(crawlers, monkeypatch, way):
    here, there = crawlers
    here.check_and_add(told("copy", 0))
    record = here.get("http://copy.example/")
    late = there.reserve(told("late", -3), policy=BY_EVIDENCE)
    assert late.verdict.kind is Kind.ORIGINAL
    before_next(here, scripts.KEEP, monkeypatch, late.commit)
    put, claims = here._claims.put, []

    def putting(claim):
        done = put(claim)
        claims.append(claims_on(there))
        return done

    monkeypatch.setattr(here._claims, "put", putting)
    if way == "add":
        here.add(told("copy", 0, story("s", 40) + " " + story("postscript", 2)))
    else:
        # The record was made of what its caller knows.
        with pytest.raises(NearDupError, match="was kept by a crawl meanwhile"):
            here.put_record(record)
    # The next attempt does not wait for the claim of the one before.
    assert claims == ([[], []] if way == "add" else [[]])
    assert late.settled
    assert there.check(Document("query", story("s", 40))).match.id == "http://late.example/"
    assert (len(here), here.stats()["copies"]) == (1, 1)
    assert postings_of(there) == posts_of_records(there)


@pytest.mark.parametrize("end", ["commit", "rollback"])
@pytest.mark.parametrize("comes", ["an article", "a version", "a copy"])
def test_who_wakes_up_under_a_claim_leaves_no_postings_behind(crawlers, comes, end):
    """Those of its text stayed if the other update was kept, and those of the other one if that was
    given up.
    """
    here, there = crawlers
    here.check_and_add(Document("source", story("source")))
    here.check_and_add(Document("a", story("s")))
    text = story("third") if comes == "an article" else story("s") + " One more."
    first = here.reserve(Document("a", text))
    die(here)
    also = story("source") if comes == "a copy" else story("s") + " And so on."
    second = there.reserve(Document("a", also))
    first.commit()
    assert there.get("a") == first.record
    getattr(second, end)()
    assert there.get("a").digest == (second if end == "commit" else first).record.digest
    assert postings_of(there) == posts_of_records(there)


def test_a_claim_that_is_sent_again_stands_though_its_head_was_amended(crawlers, monkeypatch):
    here, there = crawlers
    here.check_and_add(told("copy", 0))
    late = there.reserve(told("late", -3), policy=BY_EVIDENCE)
    claim, sent = here._claims.claim, []

    def losing_the_reply(held):
        sent.append(claim(held))
        late.commit()
        sent.append(claim(held))
        return sent[-1]

    monkeypatch.setattr(here._claims, "claim", losing_the_reply)
    update = here.reserve(told("copy", 0, story("s", 40) + " " + story("postscript", 2)))
    assert (update.verdict.kind, sent) == (Kind.UPDATED, [True, True])
    update.commit()
    assert there.check(Document("query", story("s", 40))).match.id == "http://late.example/"


@pytest.mark.parametrize("of", ["an article", "a copy"])
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("comes", ["an amendment", "an update"])
def test_what_is_kept_again_as_its_reply_was_lost_stands_as_it_is_since(
    crawlers, monkeypatch, of, at_once, comes
):
    """It was taken for another document of its id or for one that was not kept, its postings were removed, and
    it was kept once more.
    """
    here, there = crawlers
    there.check_and_add(Document("source", story("source")))
    text = story("s" if of == "an article" else "source")
    held = None if at_once else here.reserve(Document("a", text))
    run = here.servers.run

    def happen():
        if comes == "an update":
            there.check_and_add(Document("a", story("later")))
        else:
            there.amend(there.find("a")[0], lambda one: replace(one, copies_let_through=1))

    def losing_the_reply(commands, **options):
        replies = run(commands, **options)
        if any(scripts.KEEP in command for command in commands):
            monkeypatch.setattr(here.servers, "run", run)
            happen()
            replies = run(commands, **options)
        return replies

    monkeypatch.setattr(here.servers, "run", losing_the_reply)
    if held is None:
        here.check_and_add(Document("a", text))
    else:
        held.commit()
    told = story("later") if comes == "an update" else text
    assert there.get("a").copies_let_through == (comes == "an amendment")
    assert [record.id for _, record in there.numbered_records()] == ["source", "a"]
    assert sum(there._documents.counts()) == 2
    assert postings_of(there) == posts_of_records(there)
    assert claims_on(there) == []
    is_copy = of == "a copy" and comes == "an amendment"
    assert there.check(Document("b", told)).match.id == ("source" if is_copy else "a")


def test_records_that_are_put_again_as_the_reply_was_lost_may_be_amended_since(
    crawlers, monkeypatch
):
    """The servers were told to have lost data, and the import ended."""
    here, there = crawlers
    there.check_and_add(Document("a", story("s")))
    record = there.get("a")
    there.remove("a")
    run = here.servers.run

    def losing_the_reply(commands, **options):
        replies = run(commands, **options)
        if any(scripts.KEEP in command for command in commands):
            monkeypatch.setattr(here.servers, "run", run)
            there.amend(there.find("a")[0], lambda one: replace(one, copies_let_through=1))
            replies = run(commands, **options)
        return replies

    monkeypatch.setattr(here.servers, "run", losing_the_reply)
    here.put_records([(record, None)])
    assert there.get("a") == replace(record, copies_let_through=1)
    assert len(there) == 1
    assert postings_of(there) == posts_of_records(there)


def test_who_is_elected_no_longer_by_what_came_meanwhile_is_judged_again(crawlers, monkeypatch):
    here, there = crawlers
    here.check_and_add(told("copy", 0))
    judge, judged = here._judge.judge, []

    def judging(*given):
        judged.append(judge(*given))
        if len(judged) == 2:
            # As if it was the original of another part of a merger, by what is known now.
            return Judgement(Verdict(Kind.NEW), story=judged[0].story)
        return judged[-1]

    monkeypatch.setattr(here._judge, "judge", judging)
    before_next(
        here, "ZADD", monkeypatch, lambda: there.reserve(told("x", -4), policy=BY_EVIDENCE)
    )
    late = here.reserve(told("late", -3), policy=BY_EVIDENCE)
    assert len(judged) > 2
    # It is judged by all that it met.
    assert (late.verdict, len(late.blockers)) == (judged[-1].verdict, 1)


class Stopped(Exception):
    """Thrown where a test stops a crawler."""


def stop(*_: object, **__: object) -> None:
    raise Stopped


@pytest.mark.parametrize(
    ("name", "text", "kind"), [("h", "other", Kind.UPDATED), ("copy", "s", Kind.EXACT)]
)
def test_an_article_is_found_under_the_evicted_claim_of_its_update(
    crawlers, monkeypatch, name, text, kind
):
    here, there = crawlers
    # The first ordinal is here's, which evicts those behind it.
    here._documents.give_back(here._documents.allot())

    def begin_an_update():
        there.check_and_add(Document("h", story("s")))
        with monkeypatch.context() as patch:
            patch.setattr(there._claims, "decide", stop)
            # As if it was only slow.
            patch.setattr(there._claims, "give_up", lambda *_, **__: None)
            with pytest.raises(Stopped):
                there.reserve(Document("h", story("s") + " And so on."))

    before_next(here, "ZADD", monkeypatch, begin_an_update)
    late = here.reserve(Document(name, story(text)))
    assert (late.verdict.kind, late.blockers) == (kind, ())
    late.commit()
    assert [record.id for record in here.records() if record.is_article] == ["h"]


def test_none_rests_on_an_undecided_text_that_it_evicts(shared_url, monkeypatch):
    """It was kept as found through that text, which is nowhere."""
    url = shared_url("redis")
    here, there = (
        RedisIndex(read_location(url), thresholds=Thresholds(rewriting=True)) for _ in range(2)
    )
    with here, there:
        # The first ordinal is here's, which evicts those behind it.
        here._documents.give_back(here._documents.allot())
        add_press(there)
        there.add(Document("source", SOURCE))
        with monkeypatch.context() as patch:
            patch.setattr(there._claims, "decide", stop)
            # As if it was only slow.
            patch.setattr(there._claims, "give_up", lambda *_, **__: None)
            with pytest.raises(Stopped):
                there.reserve(Document("retold", REWRITTEN))
        text = "\n".join([REWRITTEN, text_of("more", 12), SOURCE])
        longer = here.reserve(Document("longer", text))
        assert longer.verdict.kind is Kind.EXTENDED
        assert len(claims_on(there)) == 1
        assert longer.verdict.match.through is None
        longer.commit()
        record = there.get("longer")
        assert [record.compared_with(one) for one in record.sources] == [there.find("source")[0]]


def test_all_that_a_survivor_rests_on_waits_for_a_replica(crawlers, monkeypatch):
    """A failover that lost a step of it would leave two survivors, or none."""
    here, there = crawlers
    # The first ordinal is here's, which evicts those behind it.
    here._documents.give_back(here._documents.allot())
    run, awaited, others = here.servers.run, set(), set()

    def noting(commands, *, replicated=False):
        noted = awaited if replicated else others
        noted.update(one[1] if one[0] == "EVAL" else one[0] for one in commands)
        return run(commands, replicated=replicated)

    def begin():
        with monkeypatch.context() as patch:
            patch.setattr(there._claims, "decide", stop)
            # As if it was only slow.
            patch.setattr(there._claims, "give_up", lambda *_, **__: None)
            with pytest.raises(Stopped):
                there.reserve(Document("b", story("s")))

    monkeypatch.setattr(here.servers, "run", noting)
    before_next(here, "ZADD", monkeypatch, begin)
    here.reserve(Document("a", story("s"))).commit()
    here.put_record(replace(here.get("a"), id="c"))
    here.put_records([(replace(here.get("a"), id="d"), None)])
    steps = {"ZADD", scripts.EVICT, scripts.DECIDE, scripts.KEEP}
    assert awaited >= steps
    assert steps.isdisjoint(others)


@pytest.mark.parametrize("step", ["look", "announce", "decide"])
@pytest.mark.parametrize("known", [False, True])
def test_who_fails_while_it_contends_leaves_no_claim(crawlers, monkeypatch, step, known):
    """Its copies waited until its lease had run out."""
    here, there = crawlers
    there.check_and_add(Document("other", story("other")))
    if known:
        there.check_and_add(Document("a", story("before")))
    announce = here._claims.announce

    def announcing(*given):
        announce(*given)
        raise Stopped

    with monkeypatch.context() as patch:
        if step == "look":
            patch.setattr(here._judge, "judge", stop)
        elif step == "announce":
            patch.setattr(here._claims, "announce", announcing)
        else:
            patch.setattr(here._claims, "decide", stop)
        with pytest.raises(Stopped):
            here.reserve(Document("a", story("s")))
    assert claims_on(here) == []
    assert postings_of(there) == posts_of_records(there)
    for document in (Document("b", story("s")), Document("a", story("later"))):
        reservation = there.reserve(document)
        assert reservation.blockers == ()
        reservation.rollback()


def test_who_fails_for_want_of_memory_leaves_no_claim(shared_url, redis_server):
    location = read_location(shared_url("redis"))
    with RedisIndex(location) as here, RedisIndex(location) as there, redis_server.client() as c:
        for index, name in ((here, "here"), (there, "there")):
            index.check_and_add(Document(name, story(name)))
        run = here.servers.run

        def filling(commands, **options):
            # What sets the claim had memory enough.
            if any(scripts.DECIDE in command for command in commands):
                c.config_set("maxmemory", 1)
            return run(commands, **options)

        here.servers.run = filling
        try:
            with pytest.raises(NearDupError, match="out of memory"):
                here.reserve(Document("a", story("s")))
        finally:
            c.config_set("maxmemory", 0)
        assert there.reserve(Document("b", story("s"))).blockers == ()


def claims_on(index):
    return [*index.servers.scan(f"{index.location.prefix}#{{*}}??c")]


def posts_of_records(index):
    return {pair for entry in index.numbered_records() for pair in index._documents.posts(*entry)}


@pytest.mark.parametrize("step", ["claim", "post", "keep"])
@pytest.mark.parametrize("known", [False, True])
def test_who_fails_while_it_puts_a_document_leaves_no_claim(crawlers, monkeypatch, step, known):
    """Another call waited until its lease had run out."""
    here, there = crawlers
    there.check_and_add(Document("other", story("other")))
    if known:
        there.check_and_add(Document("a", story("before")))
    with monkeypatch.context() as patch:
        if step == "claim":
            store = here._documents.store
            patch.setattr(store, "post", after(stop, 1, store.post))
        elif step == "post":
            patch.setattr(here._documents, "named", after(here._documents.named, 1, stop))
        else:
            patch.setattr(here._claims, "_write", stop)
        with pytest.raises(Stopped):
            here.add(Document("a", story("s")))
    assert claims_on(there) == []
    assert postings_of(there) == posts_of_records(there)


@pytest.mark.parametrize("failing", range(3))
@pytest.mark.parametrize("is_done", [False, True])
def test_who_fails_while_it_puts_many_documents_leaves_no_claim(
    crawlers, monkeypatch, failing, is_done
):
    here, there = crawlers
    there.check_and_add(Document("other", story("other")))
    there.check_and_add(Document("a", story("s")))
    # Its block is taken before.
    here._documents.give_back(here._documents.allot())
    made = replace(there.get("a"), id="b"), replace(there.get("a"), id="c")
    run, steps = here.servers.run, count()

    def failing_run(commands, *, replicated=False):
        fails = replicated and next(steps) == failing
        replies = run(commands, replicated=replicated) if is_done or not fails else []
        if fails:
            raise Stopped
        return replies

    with monkeypatch.context() as patch:
        patch.setattr(here.servers, "run", failing_run)
        with pytest.raises(Stopped):
            here.put_records([(record, None) for record in made])
    assert claims_on(there) == []
    assert postings_of(there) == posts_of_records(there)
    kept = {"b", "c"} if failing == 2 and is_done else set()
    assert {record.id for record in there.records()} == {"other", "a"} | kept


def after(call, times, other):
    """*call* for so many *times*, and then *other*."""
    calls = count()
    return lambda *given: (call if next(calls) < times else other)(*given)


def test_who_puts_a_document_for_which_there_is_no_memory_leaves_no_claim(
    shared_url, redis_server, monkeypatch
):
    with open_index(shared_url("redis")) as index, redis_server.client() as client:
        index.check_and_add(Document("other", story("other")))
        post = index._documents.store.post

        def filling(pairs):
            # There was memory enough for the claim.
            client.config_set("maxmemory", 1)
            post(pairs)

        monkeypatch.setattr(index._documents.store, "post", filling)
        try:
            with pytest.raises(NearDupError, match="out of memory"):
                index.add(Document("a", story("s")))
        finally:
            client.config_set("maxmemory", 0)
        assert claims_on(index) == []


@pytest.mark.parametrize("call", ["commit", "check_and_add"])
def test_what_cant_be_kept_leaves_no_claim(crawlers, monkeypatch, call):
    here, there = crawlers
    here.check_and_add(Document("a", story("before")))

    keep_claim = here._claims.keep

    def keep_over_a_damaged_record(*given, **options):
        there.servers.run([("SET", there._documents.record_key(0), b"\xff")])
        return keep_claim(*given, **options)

    monkeypatch.setattr(here._claims, "keep", keep_over_a_damaged_record)
    update = Document("a", story("s"))
    keep = here.reserve(update).commit if call == "commit" else partial(here.check_and_add, update)
    with pytest.raises(IndexCorrupt, match="record 0 of"):
        keep()
    assert claims_on(there) == []
    assert there.reserve(Document("b", story("s"))).blockers == ()


def test_no_document_is_known_by_the_claim_of_a_crawler_that_was_killed(crawlers, monkeypatch):
    """It came out as unchanged, and was kept nowhere."""
    here, there = crawlers
    document = Document("a", story("s"))
    with monkeypatch.context() as patch:
        patch.setattr(here._claims, "keep", stop)
        patch.setattr(here._claims, "give_up", lambda *_, **__: None)
        with pytest.raises(Stopped):
            here.check_and_add(document)
    assert there.check_and_add(document).kind is Kind.NEW
    assert [record.id for record in there.records()] == ["a"]


def test_a_copy_that_this_index_has_reserved_is_known(crawlers):
    here, _ = crawlers
    here.check_and_add(Document("a", story("s")))
    copy = Document("b", story("s"))
    reservation = here.reserve(copy)
    assert here.check_and_add(copy).kind is Kind.UNCHANGED
    reservation.commit()
    assert len(list(here.records())) == 2


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("call", ["add", "commit"])
def test_what_is_kept_stands_though_its_crawler_never_learns_of_it(
    crawlers, monkeypatch, known, call
):
    here, there = crawlers
    there.check_and_add(Document("a", story("s")) if known else Document("other", story("other")))
    document = Document("a", story("s") + " And so on.")
    reserved = here.reserve(document) if call == "commit" else None
    run = here.servers.run

    def losing_the_reply(commands, **options):
        replies = run(commands, **options)
        if any(scripts.KEEP in command for command in commands):
            raise Stopped
        return replies

    with monkeypatch.context() as patch:
        patch.setattr(here.servers, "run", losing_the_reply)
        with pytest.raises(Stopped):
            reserved.commit() if reserved is not None else here.add(document)
    assert claims_on(there) == []
    assert there.get("a").digest == here.fingerprinter(document.text).digest
    assert posts_of_records(there) == postings_of(there)


def test_what_expires_is_pruned_wherever_it_stands(shared_url):
    """A slice stood still at the first article that stayed: those behind it, and those that a slow
    crawler kept before it, were never pruned.
    """
    now = [1_700_000_000.0]
    url = shared_url("redis")
    slow, fast = (
        RedisIndex(read_location(url), thresholds=Thresholds(ttl=1000), clock=lambda: now[0])
        for _ in range(2)
    )
    with slow, fast:
        slow.check_and_add(Document("first", story("first")))
        for number in range(70):
            fast.check_and_add(Document(f"early{number}", story(f"early {number}")))
        now[0] += 500
        slow.check_and_add(Document("slow", story("slow")))
        now[0] += 501
        gone = [fast.prune(now[0] - 1000, limit=30) for _ in range(4)]
        assert gone == [30, 30, 11, 0]
        now[0] += 500
        assert fast.prune(now[0] - 1000, limit=30) == 1
        assert [*fast.records()] == []
        assert check_servers(url).clean


@pytest.mark.parametrize("backend", ["redis", "cluster"])
def test_of_two_copies_that_have_expired_and_come_at_once_one_is_kept(
    shared_url, backend, monkeypatch
):
    """Neither met the other, as what each posts was there already: both were kept."""
    now = [1_700_000_000.0]
    url = shared_url(backend)
    here, there = (
        RedisIndex(read_location(url), thresholds=Thresholds(ttl=1000), clock=lambda: now[0])
        for _ in range(2)
    )
    a, b = Document("a", story("s")), Document("b", story("s"))
    with here, there:
        for document in (a, b):
            assert here.check_and_add(document).kind is not Kind.EXACT
            now[0] += 2000
        firsts = []
        claim = here._claims.claim

        def claim_after_the_other(own):
            # The other one has not been met until now.
            firsts.append(there.reserve(b))
            monkeypatch.setattr(here._claims, "claim", claim)
            return claim(own)

        monkeypatch.setattr(here._claims, "claim", claim_after_the_other)
        second = here.reserve(a)
        (first,) = firsts
        assert (first.verdict.kind, first.blockers) == (Kind.UPDATED, ())
        assert [blocker.settled for blocker in second.blockers] == [False]
        first.commit()
        second = here.reserve(a)
        assert (second.verdict.kind, second.blockers) == (Kind.EXACT, ())
        second.commit()
        assert check_servers(url).clean


@pytest.mark.parametrize("ttl", [None, 1000])
def test_of_a_rewritten_copy_without_its_source_and_a_repost_that_come_at_once_one_is_kept(
    shared_url, ttl, monkeypatch
):
    """The rewritten copy is an article from then on, and its postings were there already."""
    now = [1_700_000_000.0]
    url = shared_url("redis")
    here, there = (
        RedisIndex(read_location(url), thresholds=Thresholds(ttl=ttl), clock=lambda: now[0])
        for _ in range(2)
    )
    with here, there:
        add_press(here)
        for name, text, kind in (("a", SOURCE, Kind.NEW), ("b", REWRITTEN, Kind.REWRITTEN)):
            assert here.check_and_add(Document(name, text)).kind is kind
            now[0] += 600
        if ttl is None:
            here.remove("a")
        firsts = []
        announce = there._claims.announce

        def announce_after_the_other(*given):
            firsts.append(here.reserve(Document("b", REWRITTEN)))
            monkeypatch.setattr(there._claims, "announce", announce)
            return announce(*given)

        monkeypatch.setattr(there._claims, "announce", announce_after_the_other)
        second = there.reserve(Document("c", REWRITTEN))
        (first,) = firsts
        assert (first.verdict.kind, first.blockers) == (Kind.UPDATED, ())
        assert [blocker.settled for blocker in second.blockers] == [False]
        first.commit()
        second = there.reserve(Document("c", REWRITTEN))
        assert (second.verdict.kind, second.verdict.match.id) == (Kind.EXACT, "b")


def test_slices_of_pruning_come_round_to_every_block(shared_url, monkeypatch):
    monkeypatch.setattr(records, "_SLICE", 2)
    monkeypatch.setattr(records, "_COUNTS_AT_ONCE", 3)
    with RedisIndex(read_location(shared_url("redis"))) as index:
        documents = index._documents
        slices = []
        for number in range(5):
            documents._free.clear()
            index.check_and_add(Document(f"d{number}", story(f"{number}")))
        index.remove("d1")
        for _ in range(4):
            blocks, behind = documents.next_slice()
            documents.go_on_from(behind)
            slices.append(blocks)
        assert slices == [[0, 2], [3, 4], [0, 2], [3, 4]]


def test_what_the_servers_delete_does_not_count_for_long(shared_url):
    with RedisIndex(read_location(shared_url("redis"))) as index:
        for name in "ab":
            index.check_and_add(Document(name, story(name)))
        # As the servers do with what has expired for long.
        index.servers.run([("DEL", index._documents.record_key(0))])
        assert len(index) == 2
        assert index.prune(0, limit=10) == 0
        assert len(index) == 1


def test_who_wakes_up_while_its_postings_are_removed_keeps_them(crawlers, monkeypatch):
    here, there = crawlers
    first = here.reserve(Document("a", story("s")))
    die(here)
    before_next(there, "ZREM", monkeypatch, first.commit)
    assert there.check(Document("b", story("s"))).kind is Kind.NEW
    assert there.check(Document("b", story("s"))).kind is Kind.EXACT
    assert there._documents.missing_posts([there.find("a")]) == [[]]


def test_an_article_that_comes_back_as_it_was_keeps_its_postings_though_a_crawler_dies(
    crawlers, monkeypatch
):
    here, there = crawlers
    here.check_and_add(Document("a", story("s")))
    update = here.reserve(Document("a", story("t")))
    rightful = here._documents.rightful

    def meanwhile(*ordinals, **options):
        monkeypatch.undo()
        # If postings are to be taken out at all, the crawler dies before it can make them again.
        monkeypatch.setattr(here._documents.store, "post", stop)
        there.check_and_add(Document("a", story("s")))
        return rightful(*ordinals, **options)

    monkeypatch.setattr(here._documents, "rightful", meanwhile)
    update.commit()
    assert there._documents.missing_posts([there.find("a")]) == [[]]


def kept_ids(index):
    return sorted(record.id for record in index.records())


def test_who_wakes_up_at_an_address_that_has_a_record_by_now_leaves_one(crawlers):
    """Both records stayed for good. A page with the text of the second was a copy of the address, which
    had another one; and `remove` took out one of the two.
    """
    here, there = crawlers
    first = here.reserve(Document("a", story("old")))
    die(here)
    there.check_and_add(Document("a", story("young")))
    first.commit()
    assert kept_ids(there) == ["a"]
    assert postings_of(there) == {*there._documents.posts(*there.find("a"))}


def test_who_was_kept_while_another_slept_keeps_its_copies(crawlers, caplog):
    here, there = crawlers
    first = here.reserve(Document("a", story("old")))
    die(here)
    there.check_and_add(Document("a", story("young")))
    there.check_and_add(Document("copy", story("young")))
    first.commit()
    assert "'a' was not kept: its lease" in caplog.text
    assert kept_ids(there) == ["a", "copy"]
    assert there.check(Document("copy", story("young"))).kind is Kind.UNCHANGED
    assert there.check(Document("b", story("young"))).match.id == "a"


def test_an_article_that_was_delivered_makes_way_for_no_copy(crawlers):
    here, there = crawlers
    there.check_and_add(Document("head", story("s")))
    first = here.reserve(Document("a", story("old")))
    die(here)
    assert there.check_and_add(Document("a", story("s"))).kind is Kind.EXACT
    first.commit()
    assert kept_ids(there) == ["a", "head"]
    assert there.check(Document("b", story("old"))).match.id == "a"
    assert here.stats()["lapsed"] == 1


@pytest.mark.parametrize("kind", [Kind.REWRITTEN, Kind.EXTENDED])
def test_only_an_article_is_kept_although_a_copy_of_its_id_was_kept_meanwhile(shared_url, kind):
    location = read_location(shared_url("redis", lease=LEASE))
    here, there = (RedisIndex(location, thresholds=Thresholds(rewriting=True)) for _ in range(2))
    with here, there:
        add_press(there)
        # The first ordinal is here's, which is the one that stays if both are kept.
        here._documents.give_back(here._documents.allot())
        for document in (F, Document("source", SOURCE), Document("head", story("s"))):
            there.add(document)
        text = E.text if kind is Kind.EXTENDED else REWRITTEN
        first = here.reserve(Document("late", text))
        assert first.verdict.kind is kind
        die(here)
        assert there.check_and_add(Document("late", story("s"))).kind is Kind.EXACT
        first.commit()
        assert there.get("late").kind is (kind if kind is Kind.EXTENDED else Kind.EXACT)
        assert here.stats()["lapsed"] == 1


@pytest.mark.parametrize("happens", ["visit", "remove"])
def test_two_records_of_one_address_are_one_after_its_next_visit(crawlers, happens):
    here, there = crawlers
    first = here.reserve(Document("a", story("old")))
    die(here)
    second = there.reserve(Document("a", story("young")))
    # It can't see yet that the other one will be kept.
    first.commit()
    second.commit()
    assert kept_ids(there) == ["a", "a"]
    if happens == "visit":
        assert there.check_and_add(Document("a", story("third"))).kind is Kind.UPDATED
        assert kept_ids(there) == ["a"]
        assert there.check(Document("b", story("third"))).match.id == "a"
    else:
        assert there.remove("a")
        assert kept_ids(there) == []
    for text in ("old", "young"):
        assert there.check(Document("b", story(text))).kind is Kind.NEW


@pytest.mark.parametrize("comes", ["before", "for the first time", "meanwhile"])
@pytest.mark.parametrize("way", ["add", "put_record"])
def test_what_is_added_waits_for_who_has_its_address(crawlers, monkeypatch, way, comes):
    """An address that was under way for the first time got two records, and another one had its update
    written over what was added. A record that was made before is not written over what came.
    """
    here, there = crawlers
    there.check_and_add(Document("young", story("young")))
    record = replace(there.get("young"), id="a")
    there.remove("young")
    if comes == "before":
        there.check_and_add(Document("a", story("before")))
    held = []

    def come():
        held.append(there.reserve(Document("a", story("old"))))

    if comes == "meanwhile":
        # When the address has been looked for.
        before_next(here, "ZADD", monkeypatch, come)
    else:
        come()
    named, looks = here._documents.named, count()

    def looking(document_id):
        found = named(document_id)
        # `put_record` looks once more, before all.
        if next(looks) > (way == "put_record"):
            held[0].commit()
        return found

    monkeypatch.setattr(here._documents, "named", looking)
    if way == "add":
        here.add(Document("a", story("young")))
    else:
        with pytest.raises(NearDupError, match="was kept by a crawl meanwhile"):
            here.put_record(record)
    held[0].commit()
    assert kept_ids(there) == ["a"]
    assert there.check(Document("b", story("young" if way == "add" else "old"))).match.id == "a"
    assert postings_of(there) == {*there._documents.posts(*there.find("a"))}


def test_two_that_wake_up_at_once_leave_one_record_of_their_address(crawlers, monkeypatch):
    here, there = crawlers
    first = here.reserve(Document("a", story("old")))
    die(here)
    second = there.reserve(Document("a", story("young")))
    die(there)
    # Each finds both records.
    leave_one = there._documents.leave_one

    def leaving(document_id):
        first.commit()
        return leave_one(document_id)

    monkeypatch.setattr(there._documents, "leave_one", leaving)
    before_next(here, scripts.REMOVE, monkeypatch, lambda: leave_one("a"))
    second.commit()
    assert kept_ids(there) == ["a"]


def postings_of(index):
    return {*index._documents.store.postings()}


def test_what_is_written_anew_while_it_is_removed_goes_as_a_whole(crawlers, monkeypatch):
    here, there = crawlers
    here.check_and_add(Document("a", story("s")))
    before_next(
        here,
        scripts.REMOVE,
        monkeypatch,
        lambda: there.check_and_add(Document("a", story("t"))),
    )
    assert here.remove("a")
    assert here.get("a") is None
    assert postings_of(here) == set()


def test_what_is_written_anew_while_it_is_pruned_stays(crawlers, monkeypatch):
    here, there = crawlers
    here.check_and_add(Document("a", story("s")))
    there._clock = lambda: time.time() + 1000
    before_next(
        here,
        scripts.REMOVE,
        monkeypatch,
        lambda: there.check_and_add(Document("a", story("t"))),
    )
    assert here.prune(time.time() + 500) == 0
    assert there.check(Document("copy", story("t"))).match.id == "a"
    assert there._documents.missing_posts([there.find("a")]) == [[]]


def test_what_is_counted_nowhere_is_not_counted_out(crawlers):
    here, _ = crawlers
    here.check_and_add(Document("a", story("s")))
    counts = here._documents.counts_key(0)
    here.servers.run([("DEL", counts)])
    assert here.remove("a")
    assert len(here) == 0
    assert here.servers.run([("EXISTS", counts)]) == [0]


@pytest.mark.parametrize("way", ["reserve", "check_and_add"])
def test_nobody_has_an_address_before_its_former_postings_are_taken_out(
    crawlers, monkeypatch, way
):
    """Who put the former text back at that moment had no postings for a round trip, or for good if the
    crawler died there.
    """
    here, there = crawlers
    here.check_and_add(Document("a", story("s")))
    unpost, blockers = here._documents.store.unpost, []

    def meanwhile(pairs):
        blockers.extend(there.reserve(Document("a", story("s"))).blockers)
        unpost(pairs)

    monkeypatch.setattr(here._documents.store, "unpost", meanwhile)
    if way == "reserve":
        here.reserve(Document("a", story("t"))).commit()
    else:
        here.check_and_add(Document("a", story("t")))
    (blocker,) = blockers
    assert blocker.settled
    assert there.check(Document("copy", story("t"))).match.id == "a"
    back = there.reserve(Document("a", story("s")))
    assert (back.verdict.kind, back.blockers) == (Kind.UPDATED, ())


def put(index, way, record):
    """Put the document of *record*, whose text is that of story s, in one of the three ways."""
    if way == "add":
        index.add(Document(record.id, story("s")))
    elif way == "put_record":
        index.put_record(record)
    else:
        index.put_records([(record, None)])


@pytest.mark.parametrize("way", ["add", "put_record", "put_records"])
def test_nothing_is_kept_before_its_postings_nor_removed_as_stale(crawlers, monkeypatch, way):
    here, there = crawlers
    here.check_and_add(Document("other", story("other")))
    there.check_and_add(Document("a", story("s")))
    record = replace(there.get("a"), id="b")
    there.remove("a")

    def look():
        assert there.check(Document("c", story("s"))).match.pending
        assert there.get("b") is None

    before_next(here, scripts.KEEP, monkeypatch, look)
    put(here, way, record)
    assert there.check(Document("c", story("s"))).match.id == "b"
    assert there._documents.missing_posts([there.find("b")]) == [[]]


@pytest.mark.parametrize("way", ["add", "put_record", "put_records"])
def test_what_is_put_after_its_lease_has_its_postings(crawlers, monkeypatch, way):
    here, there = crawlers
    here.check_and_add(Document("other", story("other")))
    here.check_and_add(Document("a", story("s")))
    record = replace(here.get("a"), id="b")
    here.remove("a")

    def run_out():
        here.servers.run([("DEL", claim) for claim in claims_on(here)])
        # Who meets postings that lead nowhere removes them.
        assert there.check(Document("c", story("s"))).kind is Kind.NEW

    before_next(here, scripts.KEEP, monkeypatch, run_out)
    put(here, way, record)
    assert there.check(Document("c", story("s"))).match.id == "b"
    assert postings_of(there) == posts_of_records(there)


def test_who_gives_up_a_lapsed_update_leaves_the_postings_of_the_next_one(crawlers, monkeypatch):
    here, there = crawlers
    here.check_and_add(Document("a", story("s")))
    update = here.reserve(Document("a", story("t")))
    here.servers.run([("DEL", claim) for claim in claims_on(here)])

    def update_too():
        there.check_and_add(Document("a", story("t")))

    before_next(here, "ZREM", monkeypatch, update_too)
    update.rollback()
    assert there.check(Document("b", story("t"))).match.id == "a"
    assert there._documents.missing_posts([there.find("a")]) == [[]]


def test_who_ends_a_lapsed_reservation_renews_the_next_one_of_its_place(crawlers):
    here, _ = crawlers
    here.check_and_add(Document("a", story("s")))
    first = here.reserve(Document("a", story("s") + " More."))
    (ordinal,) = ordinals(here)
    here.servers.run([("DEL", here._documents.claim_key(ordinal))])
    second = here.reserve(Document("a", story("s") + " Still more."))
    first.commit()
    assert [*here._leases.live.values()] == [second]
    second.rollback()
    assert not here._leases.live


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_a_lapsed_reservation_is_not_counted_as_let_through_once_it_has_ended(crawlers, end):
    here, _ = crawlers
    for name, text in (("a", "s"), ("b", "t")):
        here.check_and_add(Document(name, story(text)))
    first = here.reserve(Document("b", story("s")))
    assert first.let_through(1)
    here.servers.run([("DEL", here._documents.claim_key(first.held.ordinal))])
    second = here.reserve(Document("b", story("u")))
    getattr(first, end)()
    second.rollback()
    assert here.reserve(Document("c", story("s"))).let_through(1)


def test_none_is_displaced_that_is_gone(crawlers):
    here, there = crawlers
    here.check_and_add(told("copy", 0))
    late = here.reserve(told("late", -3), policy=BY_EVIDENCE)
    assert late.verdict.kind is Kind.ORIGINAL
    there.remove(told("copy", 0).id)
    late.commit()
    assert late.former is None


def test_who_waits_too_long_for_a_slow_item_is_told(shared_url):
    location = read_location(shared_url("redis", lease=0.3, patience=0.3))
    with RedisIndex(location) as here, RedisIndex(location) as there:
        here.reserve(Document("a", story("s")))
        with pytest.raises(
            NearDupError,
            match=r": a waits for a document that has been under way for 0\.6 s \(lease",
        ):
            there.check_and_add(Document("a", story("t")))
