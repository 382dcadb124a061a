"""An address that has another article than before, on every index."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.criteria import Criteria
from scrapy_neardup.core.index.clusters import read_clusters
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.marks import mark, restore
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.provenance import Provenance
from tests.core.index.articles import article

A, B, C, D, E = (f"http://{name}.example/" for name in "abcde")
BY_EVIDENCE = Policy(Keep.EARLIEST_PUBLISHED)
FLASH = "The harbour bridge is closed."


def visit(index, name, text, policy=None, **more):
    options = {"policy": policy} if policy else {}
    return index.check_and_add(Document(name, text, url=name, **more), **options)


def judged(verdict):
    return verdict.kind, [match.id for match in verdict.matches]


@pytest.mark.parametrize("former", [article(1), FLASH])
@pytest.mark.parametrize(
    ("text", "kind"), [(article(2), Kind.EXACT), (f"{article(2)} Late edition.", Kind.REPOST)]
)
def test_a_copy_is_found_under_an_address_that_had_another_article(index, former, text, kind):
    visit(index, A, former)
    visit(index, B, article(2))
    verdict = visit(index, A, text)
    assert judged(verdict) == (kind, [B])
    assert verdict.story == index.get(B).story_id.hex()
    assert (len(index), index.stats()["copies"]) == (1, 1)
    assert judged(visit(index, A, text)) == (Kind.UNCHANGED, [B])
    assert visit(index, C, article(1)).kind is Kind.NEW


@pytest.mark.parametrize("was_copy", [True, False])
def test_what_takes_the_place_of_another_story_was_not_seen_when_that_was(was_copy):
    """Else an old address, which gives no date, would be the original of whatever is put there."""
    noon = datetime(2024, 5, 10, 12, tzinfo=timezone.utc)
    now = noon.timestamp()
    with NearDupIndex.in_memory(clock=lambda: now) as index:
        if was_copy:
            visit(index, A, article(1))
        visit(index, B, article(1))
        now += 2 * 3600
        visit(index, C, article(2), published=noon + timedelta(hours=1))
        now += 3600
        assert judged(visit(index, B, article(2), BY_EVIDENCE)) == (Kind.EXACT, [C])


def test_a_version_is_compared_with_nothing_but_the_version_before(index):
    """What it has in common with another article was no copy before, and is none now."""
    visit(index, A, article(1))
    visit(index, B, article(2))
    verdict = visit(index, A, f"{article(1)} {article(2, 10)}")
    assert judged(verdict) == (Kind.UPDATED, [])
    assert visit(index, C, article(1)).match.id == A


def test_an_article_that_is_new_under_its_address_tells_a_story_of_its_own(index):
    first = visit(index, A, article(1))
    second = visit(index, A, article(2))
    third = visit(index, A, article(3))
    again = visit(index, A, article(1))
    assert [one.kind for one in (second, third, again)] == [Kind.UPDATED] * 3
    assert len({one.story for one in (first, second, third, again)}) == 4
    assert visit(index, A, f"{article(1)} Correction.").story == again.story
    assert visit(index, B, article(1)).story == again.story


def test_a_copy_of_what_the_address_had_before_gets_a_place_of_its_own(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    visit(index, C, f"From our desk. {article(1)}")
    visit(index, A, article(2))
    assert judged(visit(index, B, article(1))) == (Kind.UPDATED, [])
    assert judged(visit(index, C, f"From our desk. {article(1)}")) == (Kind.REPOST, [B])
    assert judged(visit(index, D, article(2))) == (Kind.EXACT, [A])


def test_a_copy_of_a_copy_that_was_an_article_is_judged_anew(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    visit(index, C, article(2))
    assert judged(visit(index, A, article(2))) == (Kind.EXACT, [C])
    assert judged(visit(index, B, article(1))) == (Kind.UPDATED, [])


def test_a_version_leaves_the_copies_as_they_are(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    visit(index, A, f"{article(1)} Correction.")
    assert judged(visit(index, B, article(1))) == (Kind.UNCHANGED, [A])


NOON = datetime(2024, 5, 10, 12, 4, tzinfo=timezone.utc)


def test_a_report_written_anew_on_its_date_goes_on_with_its_story(index):
    """As an agency's, which is written anew each hour while the event goes on, keeping address and date."""
    first = visit(index, A, article(1), published=NOON)
    visit(index, B, article(1))
    second = visit(index, A, article(2), published=NOON)
    assert (judged(second), second.story) == ((Kind.UPDATED, []), first.story)
    assert judged(visit(index, B, article(1))) == (Kind.UNCHANGED, [A])
    assert judged(visit(index, C, article(2))) == (Kind.EXACT, [A])
    assert index.get(A).first_seen == index.get(B).first_seen


@pytest.mark.parametrize("other", [NOON + timedelta(days=1), None])
def test_with_another_date_or_without_one_it_is_another_article(index, other):
    first = visit(index, A, article(1), published=NOON)
    visit(index, B, article(1))
    second = visit(index, A, article(2), published=other)
    assert (second.kind, second.story == first.story) == (Kind.UPDATED, False)
    assert judged(visit(index, B, article(1))) == (Kind.UPDATED, [])


@pytest.mark.parametrize("window", ["window", "rewritten_window"])
@pytest.mark.parametrize("added", [False, True])
def test_what_no_copy_is_compared_with_any_more_is_another_article_in_spite_of_its_date(
    window, added
):
    """As a page that has another text each day, and the date of its first: no copy of these texts was found."""
    day = 24 * 3600
    now = NOON.timestamp()
    recent = Criteria(**{window: 7 * day})
    with NearDupIndex.in_memory(clock=lambda: now) as index:
        first = visit(index, A, article(1), published=NOON, criteria=recent)
        now += 7 * day
        second = visit(index, A, article(2), published=NOON, criteria=recent)
        assert second.story == first.story
        now += 1
        third = Document(A, article(3), url=A, published=NOON, criteria=recent)
        index.add(third) if added else index.check_and_add(third)
        assert index.get(A).story_id.hex() != first.story
        assert index.get(A).first_seen == now
        assert judged(visit(index, B, article(3), criteria=recent)) == (Kind.EXACT, [A])


@pytest.mark.parametrize("changed", ["the first", "the original"])
@pytest.mark.parametrize("added", [False, True])
def test_where_another_has_the_text_before_it_is_another_article_in_spite_of_its_date(
    index, changed, added
):
    """That one would be told as a copy of the new text, and the copies of both texts as one story."""
    late, early = NOON, NOON - timedelta(hours=5)
    first = visit(index, A, article(1), published=late)
    original = visit(index, B, article(1), BY_EVIDENCE, published=early)
    assert original.kind is Kind.ORIGINAL
    address, other, date = (A, B, late) if changed == "the first" else (B, A, early)
    anew = Document(address, article(2), url=address, published=date)
    index.add(anew) if added else index.check_and_add(anew, policy=BY_EVIDENCE)
    assert index.get(address).story_id.hex() != first.story
    assert judged(visit(index, C, article(1), BY_EVIDENCE)) == (Kind.EXACT, [other])
    assert judged(visit(index, D, article(2), BY_EVIDENCE)) == (Kind.EXACT, [address])
    clusters = {
        cluster.source.record.id: [copy.record.id for copy in cluster.copies]
        for cluster in read_clusters(index)
        if cluster.source
    }
    assert clusters == {other: [C], address: [D]}


def test_a_copy_of_another_address_is_found_whatever_the_date(index):
    visit(index, A, article(1), published=NOON)
    visit(index, B, article(2))
    assert judged(visit(index, A, article(2), published=NOON)) == (Kind.EXACT, [B])


def test_a_merger_keeps_the_source_that_is_left(index):
    visit(index, A, article(1))
    visit(index, B, article(2))
    both = f"{article(1)} {article(2)}"
    _, sources = judged(visit(index, C, both))
    assert {*sources} == {A, B}
    visit(index, sources[1], article(3))
    kind, left = judged(visit(index, C, both))
    assert kind is Kind.UNCHANGED
    assert left[0] == sources[0]


def test_the_original_of_a_story_stays_when_its_first_article_goes(index):
    named = Provenance(canonical=B)
    visit(index, A, article(1), BY_EVIDENCE, provenance=named)
    assert visit(index, B, article(1), BY_EVIDENCE).kind is Kind.ORIGINAL
    assert judged(visit(index, C, article(1))) == (Kind.EXACT, [B])
    assert visit(index, A, article(2)).kind is Kind.UPDATED
    assert judged(visit(index, D, article(1))) == (Kind.EXACT, [B])
    assert judged(visit(index, E, article(2))) == (Kind.EXACT, [A])


def test_the_first_article_is_the_original_again_when_the_elected_one_goes(index):
    named = Provenance(canonical=B)
    visit(index, A, article(1), BY_EVIDENCE, provenance=named)
    visit(index, B, article(1), BY_EVIDENCE)
    assert judged(visit(index, B, article(2))) == (Kind.UPDATED, [])
    assert judged(visit(index, C, article(1))) == (Kind.EXACT, [A])
    assert judged(visit(index, D, article(2))) == (Kind.EXACT, [B])


def test_no_article_becomes_a_copy_of_its_own_story(index):
    """The original that was elected over it has by now what it has itself today."""
    visit(index, A, article(1), BY_EVIDENCE, provenance=Provenance(canonical=B))
    assert visit(index, B, article(1), BY_EVIDENCE).kind is Kind.ORIGINAL
    assert visit(index, B, f"{article(1)} {article(2, 11)}").kind is Kind.UPDATED
    verdict = visit(index, A, article(2, 11))
    assert judged(verdict) == (Kind.UPDATED, [])
    assert verdict.story == index.get(B).story_id.hex()


def test_another_article_in_the_place_of_an_elected_original_copies_nothing(index):
    visit(index, A, article(1), BY_EVIDENCE, provenance=Provenance(canonical=B))
    assert visit(index, B, article(1), BY_EVIDENCE).kind is Kind.ORIGINAL
    assert visit(index, B, article(2), BY_EVIDENCE).kind is Kind.UPDATED
    record = index.get(B)
    assert (record.kind, record.sources, record.elected) == (Kind.NEW, (), False)


def test_an_article_does_not_win_by_the_first_visit_of_its_address():
    now = [1_000_000.0]
    with NearDupIndex.in_memory(clock=lambda: now[0]) as index:
        visit(index, A, article(1))
        now[0] += 86_400
        visit(index, B, article(2))
        now[0] += 86_400
        assert judged(visit(index, A, article(2), BY_EVIDENCE)) == (Kind.EXACT, [B])


def test_clusters_and_marks_know_that_the_source_is_gone(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    visit(index, A, article(2))
    (cluster,) = read_clusters(index)
    assert cluster.source is None
    assert [copy.record.id for copy in cluster.copies] == [B]
    assert index.stories.sources_of(index.get(B)) == []
    with pytest.raises(ValueError, match="is no copy of an article"):
        mark(index, [(index.get(B), True)], now=0)


def test_a_restored_copy_stays_at_its_next_visit_whatever_its_text_is(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    restore(index, index.get(B))
    assert judged(visit(index, B, f"{article(1)} Late edition.")) == (Kind.UPDATED, [])


def test_an_article_that_is_added_as_it_is_takes_no_copies_over(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    index.add(Document(A, article(2), url=A))
    assert judged(visit(index, B, article(1))) == (Kind.UPDATED, [])


def test_a_copied_index_judges_alike(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    visit(index, A, article(2))
    with NearDupIndex.in_memory() as target:
        assert copy_index(index, target).differing == 0
        assert judged(visit(target, B, article(1))) == (Kind.UPDATED, [])


def test_a_reserved_article_changes_nothing_until_it_is_kept(index):
    visit(index, A, article(1))
    visit(index, B, article(2))
    document = Document(A, article(2), url=A)
    reservation = index.reserve(document)
    assert judged(reservation.verdict) == (Kind.EXACT, [B])
    reservation.rollback()
    assert judged(visit(index, C, article(1))) == (Kind.EXACT, [A])
    index.reserve(document).commit()
    assert visit(index, D, article(1)).kind is Kind.NEW


# Found by random lives of addresses that changed, and were elected, restored and given up.


def test_no_former_copy_is_taken_back_by_an_address_that_has_a_third_article(index):
    visit(index, A, article(1))
    visit(index, B, article(2))
    visit(index, C, article(1))
    assert judged(visit(index, A, article(2))) == (Kind.EXACT, [B])
    assert visit(index, A, article(3)).kind is Kind.UPDATED
    assert judged(visit(index, C, article(1))) == (Kind.UPDATED, [])


@pytest.mark.parametrize("how", ["restored", "added"])
def test_no_former_copy_is_taken_back_by_a_copy_that_gets_a_place_of_its_own(index, how):
    visit(index, A, article(1))
    visit(index, B, article(2))
    visit(index, C, article(1))
    visit(index, A, article(2))
    if how == "restored":
        restore(index, index.get(A))
    else:
        index.add(Document(A, article(2), url=A))
    assert index.get(A).story_id != index.get(C).story_id
    assert judged(visit(index, C, article(1))) == (Kind.UPDATED, [])


def test_no_elected_original_becomes_a_copy_of_itself(index):
    long = f"{article(2)} {article(3)}"
    visit(index, A, long, BY_EVIDENCE, provenance=Provenance(canonical=B))
    assert visit(index, B, article(3), BY_EVIDENCE).kind is Kind.ORIGINAL
    assert judged(visit(index, B, article(2))) == (Kind.UPDATED, [])
    assert judged(visit(index, B, article(2))) == (Kind.UNCHANGED, [])


def test_an_article_that_comes_back_and_wins_gets_a_place_of_its_own(index):
    """If it was elected over the one that names it as its source, each would be the other's head."""
    visit(index, A, article(1), BY_EVIDENCE, provenance=Provenance(canonical=B))
    assert visit(index, B, article(1), BY_EVIDENCE).kind is Kind.ORIGINAL
    assert visit(index, A, article(2), BY_EVIDENCE).kind is Kind.UPDATED
    named = Provenance(canonical=A)
    visit(index, B, article(1), BY_EVIDENCE, provenance=named)
    verdict = visit(index, A, article(1), BY_EVIDENCE, provenance=named)
    a, b = index.find(A), index.find(B)
    assert index.stories.head_of(index.stories.head_of(a)) == index.stories.head_of(a)
    assert index.stories.head_of(index.stories.head_of(b)) == index.stories.head_of(b)
    assert verdict.kind in (Kind.UPDATED, Kind.EXACT)
    assert len(index) == len([one for one in index.records() if one.is_head])


def test_a_copy_of_a_flash_names_the_original_that_was_elected_since(index):
    flash = "The harbour bridge is closed to all traffic until the end of next week."
    visit(index, A, flash)
    assert judged(visit(index, C, flash)) == (Kind.EXACT, [A])
    verdict = visit(index, B, flash, Policy(Keep.PREFERRED_HOSTS, (host_of(B),)))
    assert verdict.kind is Kind.ORIGINAL
    assert judged(visit(index, C, flash)) == (Kind.UNCHANGED, [B])


def test_a_first_article_that_comes_back_as_a_copy_is_not_elected_over_those_that_name_it(index):
    """The one that heads the story now names it as its source, and would be named by it."""

    def visit_preferred(name):
        policy = Policy(Keep.PREFERRED_HOSTS, (host_of(name),))
        return judged(visit(index, name, article(1), policy))

    visit(index, D, article(2))
    visit(index, A, article(1))
    assert visit_preferred(B) == (Kind.ORIGINAL, [])
    assert judged(visit(index, A, article(2))) == (Kind.EXACT, [D])
    assert visit_preferred(C) == (Kind.ORIGINAL, [])
    assert visit_preferred(A) == (Kind.UPDATED, [])
    for name in (A, B, C):
        head = index.stories.head_of(index.find(name))
        assert index.stories.head_of(head) == head


def test_a_copy_waits_for_its_source_that_is_under_way_with_another_article(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    reservation = index.reserve(Document(A, article(2), url=A))
    copy = index.reserve(Document(B, article(1), url=B))
    assert copy.blockers
    reservation.rollback()
    assert judged(visit(index, B, article(1))) == (Kind.UNCHANGED, [A])


def test_a_copy_with_another_text_does_not_wait_for_its_source(index):
    visit(index, A, article(1))
    visit(index, B, article(1))
    reservation = index.reserve(Document(A, article(2), url=A))
    changed = index.reserve(Document(B, article(3), url=B))
    assert (changed.verdict.kind, changed.blockers) == (Kind.UPDATED, ())
    changed.commit()
    reservation.commit()
    assert len(index) == 2


def test_reports_in_one_form_are_no_versions_of_each_other(index):
    visit(index, A, article(1))
    # Under another address it is no copy of the first.
    assert index.check(Document(B, article(4))).kind is Kind.NEW
    visit(index, C, article(4))
    assert judged(visit(index, A, article(4))) == (Kind.EXACT, [C])


def test_a_version_that_is_added_leaves_the_election_as_it_is(index):
    visit(index, A, article(1), BY_EVIDENCE, provenance=Provenance(canonical=B))
    visit(index, B, article(1), BY_EVIDENCE)
    index.add(Document(A, f"{article(1)} Correction.", url=A))
    assert judged(visit(index, C, article(1))) == (Kind.EXACT, [B])


def test_a_copy_let_through_counts_for_the_article_that_it_copies(index):
    visit(index, A, article(1))
    reservation = index.reserve(Document(B, article(1), url=B))
    assert reservation.let_through(1)
    visit(index, A, article(2))
    reservation.commit()
    assert index.get(A).copies_let_through == 0
