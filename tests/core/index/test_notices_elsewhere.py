"""Notices of one form whose first was met on another host before: in memory, in LevelDB, in SQLite, on Redis
and on a Redis cluster.
"""

from __future__ import annotations

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.stores.store import Change
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.index.articles import article
from tests.core.index.test_notices import LOT, kinds, of_host

HOLDERS = ("Hallam", "Corven", "Ostrava", "Brixton")
FIRST, SECOND, THIRD, FOURTH = (
    LOT.format(holder=f"{holder}集团", number=f"2026-{417 + 106 * number}")
    for number, holder in enumerate(HOLDERS)
)
FOREIGN, HOME = "reposts.example.net", "www.land.example"


def on(host, name, text):
    return of_host(name, text, host)


def verdicts(index, *documents):
    return [index.check_and_add(document).kind for document in documents]


def test_the_next_notices_are_new_though_a_foreign_repost_was_met_first(index):
    found = verdicts(
        index,
        on(FOREIGN, 1, FIRST),
        on(HOME, 1, FIRST),
        on(HOME, 2, SECOND),
        on("m.land.example", 3, THIRD),
        on(HOME, 4, FOURTH),
    )
    assert found == [Kind.NEW, Kind.EXACT, Kind.NEW, Kind.NEW, Kind.NEW]


def test_they_are_new_after_a_repost_with_another_frame(index):
    framed = f"来源：本站综合\n{FIRST}\n阅读量：12843"
    found = verdicts(index, on(FOREIGN, 1, FIRST), on(HOME, 1, framed), on(HOME, 2, SECOND))
    assert found == [Kind.NEW, Kind.REPOST, Kind.NEW]


def test_the_same_text_on_a_third_host_is_a_copy(index):
    found = verdicts(
        index, on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST), on("other.example", 2, SECOND)
    )
    assert found == [Kind.NEW, Kind.EXACT, Kind.REPOST]


def test_notices_of_no_host_are_copies(index):
    found = verdicts(index, on(FOREIGN, 1, FIRST), Document("one", FIRST), Document("two", SECOND))
    assert found == [Kind.NEW, Kind.EXACT, Kind.REPOST]


def test_a_corrected_repost_proves_no_notice(index):
    # Its second page has what the first has. The two are one notice, of which the other host has the name wrong.
    found = verdicts(
        index,
        on(FOREIGN, 1, FIRST),
        on(HOME, 1, SECOND),
        on(HOME, 2, f"来源：本站综合\n{SECOND}"),
    )
    assert found == [Kind.NEW, Kind.REPOST, Kind.REPOST]


def test_another_text_under_the_address_of_the_copy_is_no_notice_of_its_own(index):
    found = verdicts(index, on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST), on(HOME, 1, SECOND))
    assert found == [Kind.NEW, Kind.EXACT, Kind.REPOST]


def test_an_article_with_a_corrected_name_is_a_version_though_its_host_has_a_copy(index):
    url = f"http://{HOME}/1"
    found = verdicts(index, Document("1", FIRST, url=url), on(HOME, 2, FIRST))
    assert found == [Kind.NEW, Kind.EXACT]
    story = index.get("1").story_id
    assert verdicts(index, Document("1", SECOND, url=url)) == [Kind.UPDATED]
    assert index.get("1").story_id == story


def test_a_copy_that_was_removed_proves_nothing(index):
    verdicts(index, on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST))
    assert index.remove(on(HOME, 1, FIRST).id)
    assert verdicts(index, on(HOME, 2, SECOND)) == [Kind.REPOST]


def test_a_copy_whose_text_has_changed_proves_nothing(index):
    verdicts(index, on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST), on(HOME, 1, SECOND))
    assert verdicts(index, on(HOME, 2, THIRD)) == [Kind.REPOST]


@pytest.mark.parametrize("outcome", ["commit", "rollback"])
def test_a_copy_under_way_proves_a_notice_until_it_is_given_up(index, outcome):
    verdicts(index, on(FOREIGN, 1, FIRST))
    copy = index.reserve(on(HOME, 1, FIRST))
    assert copy.verdict.kind is Kind.EXACT
    assert index.check(on(HOME, 2, SECOND)).kind is Kind.NEW
    getattr(copy, outcome)()
    left = {"commit": Kind.NEW, "rollback": Kind.REPOST}
    assert index.check(on(HOME, 2, SECOND)).kind is left[outcome]


def test_a_notice_does_not_wait_for_the_copy_that_proves_it(index):
    verdicts(index, on(FOREIGN, 1, FIRST))
    copy = index.reserve(on(HOME, 1, FIRST))
    notice = index.reserve(on(HOME, 2, SECOND))
    assert (notice.verdict.kind, notice.blockers) == (Kind.NEW, ())
    notice.commit()
    copy.rollback()
    assert index.check(on(HOME, 2, SECOND)).kind is Kind.UNCHANGED


@pytest.mark.parametrize("text", [FIRST, SECOND])
def test_an_elected_copy_proves_a_notice(index, text):
    policy = Policy(Keep.PREFERRED_HOSTS, (HOME,))
    documents = [on(FOREIGN, 1, FIRST), on(HOME, 1, text), on(HOME, 2, THIRD)]
    found = [index.check_and_add(document, policy=policy).kind for document in documents]
    assert found == [Kind.NEW, Kind.ORIGINAL, Kind.NEW]


def test_of_many_copies_few_are_read(index):
    verdicts(index, on(FOREIGN, 1, FIRST), *(on(HOME, name, FIRST) for name in range(40)))
    (story,) = {record.story_id for record in index.records()}
    assert len(index._documents.copies_on("land.example", [story])) == 16
    assert verdicts(index, on(HOME, "next", SECOND)) == [Kind.NEW]


def test_a_copied_index_knows_the_copies(index):
    verdicts(index, on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST))
    with NearDupIndex.in_memory(index.scheme) as other:
        copy_index(index, other)
        assert verdicts(other, on(HOME, 2, SECOND)) == [Kind.NEW]


def test_copies_are_looked_for_only_where_they_can_change_a_verdict(index, monkeypatch):
    documents = index._documents
    asked = []
    look = documents.copies_on

    def copies_on(host, stories):
        asked.append((host, len(list(stories))))
        return look(host, stories)

    monkeypatch.setattr(documents, "copies_on", copies_on)
    verdicts(
        index,
        on(FOREIGN, 1, FIRST),
        on(HOME, 1, FIRST),
        on(HOME, 2, f"来源：本站综合\n{FIRST}"),
        on(FOREIGN, 2, SECOND),
        on(HOME, 3, FIRST[: len(FIRST) // 2]),
    )
    assert not asked
    verdicts(index, on(HOME, 4, THIRD))
    assert asked == [("land.example", 2)]


@pytest.mark.parametrize(("seconds", "kind"), [(108, Kind.NEW), (120, Kind.REPOST)])
def test_a_copy_that_has_expired_proves_nothing(seconds, kind):
    now = 0
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        verdicts(index, on("gone.example", 1, FIRST))
        now = 10
        verdicts(index, on(HOME, 1, FIRST))
        now = 50
        verdicts(index, on(FOREIGN, 1, FIRST))
        now = 105
        # The first article has expired, so this one heads the story now.
        verdicts(index, on(FOREIGN, 1, FIRST))
        now = seconds
        assert verdicts(index, on(HOME, 2, SECOND)) == [kind]


def test_kinds_are_those_of_one_host():
    foreign = [on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST), on(HOME, 2, SECOND)]
    assert kinds(foreign)[1:] == kinds([on(HOME, 0, FIRST), *foreign[1:]])[1:]


def test_a_copy_of_what_an_address_had_before_proves_nothing():
    now = 0
    with NearDupIndex.in_memory(clock=lambda: now) as index:
        verdicts(index, on(FOREIGN, 1, article(1)))
        assert verdicts(index, on(HOME, 1, article(1))) == [Kind.EXACT]
        index.remove(on(FOREIGN, 1, "").id)
        now = 1
        verdicts(index, on(FOREIGN, 1, FIRST))
        assert verdicts(index, on(HOME, 2, SECOND)) == [Kind.REPOST]


def test_of_many_copies_the_latest_prove():
    now = 0
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        verdicts(index, on("gone.example", 1, FIRST))
        now = 10
        verdicts(index, *(on(HOME, number, FIRST) for number in range(20)))
        now = 50
        verdicts(index, on(HOME, 20, FIRST), on(FOREIGN, 1, FIRST))
        now = 105
        # The first article has expired, so this one heads the story now.
        verdicts(index, on(FOREIGN, 1, FIRST))
        now = 115
        assert index.check(on("other.example", 1, SECOND)).kind is Kind.REPOST
        assert index.check(on(HOME, 21, SECOND)).kind is Kind.NEW


def test_postings_that_lead_nowhere_hide_no_copy(index):
    """Those of the latest copies of a crawler that was killed were all that was read."""
    verdicts(index, on(FOREIGN, 1, FIRST), on(HOME, 1, FIRST))
    documents = index._documents
    (story,) = {record.story_id for record in index.records()}
    buckets = documents.tables.of_copy(story, "land.example")
    dead = [pair for ordinal in range(1000, 1040) for pair in buckets.of(ordinal)]
    if hasattr(documents.store, "post"):
        documents.store.post(dead)
    else:
        documents.store.apply(Change(post=dead))
    assert verdicts(index, on(HOME, 2, SECOND)) == [Kind.NEW]
    if hasattr(documents.store, "post"):
        # Who meets them takes them out.
        assert not any(documents.store.holds(dead[-16:]))
