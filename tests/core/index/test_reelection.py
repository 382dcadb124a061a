"""A later article that proves to be the original takes its place in the index."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.verdict.election import BY_EVIDENCE, Keep, Policy, Reason
from scrapy_neardup.core.verdict.provenance import Provenance
from scrapy_neardup.core.verdict.thresholds import Thresholds

TEXT = story("s", 60)
EDITED = TEXT.upper() + " " + story("more", 3)
NOON = datetime(2024, 5, 10, 12, tzinfo=timezone.utc)


def doc(host, text=TEXT, hours=0.0, **says):
    url = f"http://{host}.example/story"
    provenance = Provenance.of_page(url, **says)
    published = NOON + timedelta(hours=hours)
    return Document(url, text, url=url, published=published, provenance=provenance)


COPY, ORIGINAL = doc("copy"), doc("origin", EDITED, -1)
OTHER = doc("other", TEXT, 5)


def reserved(index, document):
    reservation = index.reserve(document, policy=BY_EVIDENCE)
    assert not reservation.blockers
    return reservation


def elected_for_both_parts(index, hours):
    """Have the originals of both parts of a merger elected at once, the second one published so many
    *hours* late; its text.
    """
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra))
    first, second = (
        reserved(index, document)
        for document in (doc("late", TEXT, -3), doc("unseen", extra, hours))
    )
    first.commit()
    second.commit()
    return extra


def test_a_late_original_is_kept_and_named_from_then_on(index):
    index.check_and_add(COPY, policy=BY_EVIDENCE)
    late = reserved(index, ORIGINAL)
    assert (late.verdict.kind, late.verdict.reason) == (Kind.ORIGINAL, Reason.PUBLISHED)
    assert [match.id for match in late.verdict.original_of] == [COPY.id]
    assert late.verdict.copy_kind is None
    late.commit()
    for text in (TEXT, EDITED, EDITED.title()):
        verdict = index.check(replace(OTHER, text=text), policy=BY_EVIDENCE)
        assert verdict.kind.is_copy
        assert [match.id for match in verdict.matches] == [ORIGINAL.id]
    assert (len(index), index.stats()["copies"]) == (1, 1)


def test_what_only_the_original_has_is_found_too(index):
    index.check_and_add(COPY)
    longer = replace(ORIGINAL, text=TEXT + " " + story("second half", 50))
    assert index.check_and_add(longer, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    verdict = index.check(replace(OTHER, text=story("second half", 50)))
    assert (verdict.kind, verdict.match.id) == (Kind.PARTIAL, ORIGINAL.id)


def test_a_rollback_undoes_the_election(index):
    index.check_and_add(COPY)
    reserved(index, ORIGINAL).rollback()
    assert index.get(ORIGINAL.id) is None
    assert index.get(COPY.id).original is None
    assert index.check(OTHER).match.id == COPY.id
    assert index.check(replace(OTHER, text=EDITED)).match.id == COPY.id
    assert (len(index), index.stats()["copies"]) == (1, 0)


def test_an_election_stands_whatever_is_learned_of_hosts_before_its_commit(index):
    copy, late, other = (replace(one, published=None) for one in (COPY, ORIGINAL, OTHER))
    index.check_and_add(copy)
    for _ in range(10):
        index.hosts.learn_result("origin.example", "third.example")
        index.hosts.learn_result("third.example", "copy.example")
    reservation = reserved(index, late)
    assert reservation.verdict.reason is Reason.HOST_RECORD
    for _ in range(50):
        index.hosts.learn_result("copy.example", "origin.example")
    reservation.commit()
    assert index.check(other).match.id == late.id


def test_an_original_that_is_added_as_an_article_is_the_original_of_the_first_no_more(index):
    index.check_and_add(COPY)
    index.check_and_add(ORIGINAL, policy=BY_EVIDENCE)
    index.add(ORIGINAL)
    assert index.check(OTHER).match.id == COPY.id


def test_before_the_commit_copies_of_the_first_are_copies_of_the_first(index):
    index.check_and_add(COPY)
    late = reserved(index, ORIGINAL)
    verdict = reserved(index, OTHER).verdict
    assert (verdict.kind, verdict.match.id, verdict.match.pending) == (Kind.EXACT, COPY.id, False)
    late.commit()
    assert index.check(replace(OTHER, id="x")).match.id == ORIGINAL.id


def test_who_resembles_the_late_original_alone_waits_for_it(index):
    index.check_and_add(COPY)
    extra = story("second half", 60)
    late = reserved(index, replace(ORIGINAL, text=TEXT + " " + extra))
    waiting = index.reserve(replace(OTHER, text=extra), policy=BY_EVIDENCE)
    assert len(waiting.blockers) == 1
    late.rollback()
    assert reserved(index, replace(OTHER, text=extra)).verdict.kind is Kind.NEW


@pytest.mark.parametrize("text", [TEXT, EDITED])
def test_two_late_originals_never_stand_against_each_other_unseen(index, text):
    index.check_and_add(COPY)
    late = reserved(index, replace(ORIGINAL, text=text))
    earlier = doc("earlier", text, -2)
    assert index.reserve(earlier, policy=BY_EVIDENCE).blockers
    late.commit()
    second = reserved(index, earlier)
    assert second.verdict.kind is Kind.ORIGINAL
    assert [match.id for match in second.verdict.original_of] == [ORIGINAL.id]
    second.commit()
    assert index.check(OTHER).match.id == earlier.id
    later = doc("later", text, -1.5)
    assert reserved(index, later).verdict.match.id == earlier.id


@pytest.mark.parametrize("hours", [-2, -4])
def test_who_is_equal_to_the_first_waits_for_a_late_original_that_is_like_both(index, hours):
    index.check_and_add(COPY, policy=BY_EVIDENCE)
    late = reserved(index, doc("late", EDITED, -3))
    equal = doc("equal", TEXT, hours)
    assert index.reserve(equal, policy=BY_EVIDENCE).blockers
    late.commit()
    verdict = reserved(index, equal).verdict
    if hours == -4:
        assert [match.id for match in verdict.original_of] == [doc("late").id]
    else:
        assert (verdict.kind, verdict.match.id) == (Kind.EXACT, doc("late").id)


def test_one_that_was_elected_and_lost_its_place_stands_in_no_one_s_way():
    now = [NOON.timestamp()]
    chain = [
        COPY,
        doc("first", hours=-5, canonical="http://second.example/story"),
        doc("second", hours=-1, canonical="http://third.example/story"),
        doc("third", hours=1),
    ]
    with NearDupIndex.in_memory(clock=lambda: now[0]) as index:
        for document in chain:
            verdict = index.check_and_add(document, policy=BY_EVIDENCE)
            now[0] += 3600
        # The first one's date is earlier, but its page gives itself up.
        assert [match.id for match in verdict.original_of] == [chain[-2].id]


def test_a_story_whose_original_changes_often_is_found_still(index):
    for number in range(7):
        document = doc(f"h{number}", TEXT + " " + story(f"tail {number}", 5), -number)
        kind = index.check_and_add(document, policy=BY_EVIDENCE).kind
        assert kind is (Kind.ORIGINAL if number else Kind.NEW)
        verdict = index.check(replace(OTHER, text=TEXT + " " + story("another tail", 5)))
        assert verdict.kind.is_copy
        assert verdict.match.id == document.id


@pytest.mark.parametrize("hours", [-2, -4])
def test_two_elected_that_have_nothing_in_common_stand_against_each_other_in_the_end(index, hours):
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra))
    late = reserved(index, doc("late", TEXT, -3))
    other = reserved(index, doc("unseen", extra, hours))
    assert (late.verdict.kind, other.verdict.kind) == (Kind.ORIGINAL, Kind.ORIGINAL)
    other.commit()
    assert other.former.id == COPY.id
    late.commit()
    best = "late" if hours == -2 else "unseen"
    # It takes no place of one that it has nothing in common with.
    assert (late.former and late.former.id) == (COPY.id if best == "late" else None)
    for text, host in ((TEXT, "late"), (extra, "unseen"), (TEXT + " " + extra, best)):
        assert index.check(replace(OTHER, text=text)).match.id == doc(host).id


def test_a_better_original_of_a_part_takes_the_place_of_that_parts_alone(index):
    extra = elected_for_both_parts(index, -2)
    best = reserved(index, doc("best", extra, -4))
    assert [match.id for match in best.verdict.original_of] == [doc("unseen").id]
    best.commit()
    assert best.former.id == doc("unseen").id


def test_the_original_of_a_part_that_may_be_given_up_is_not_named(index):
    elected_for_both_parts(index, -5)
    under_way = reserved(index, doc("under way", EDITED, -6))
    assert under_way.verdict.kind is Kind.ORIGINAL
    copy = index.reserve(doc("copy of it", EDITED + " " + story("own", 20)))
    assert not copy.blockers
    assert copy.verdict.match.id in (COPY.id, doc("late").id)


def test_the_original_of_a_mergers_other_part_is_kept_as_a_story_of_its_own(index):
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra), policy=BY_EVIDENCE)
    assert index.check_and_add(doc("late", TEXT, -3), policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    unseen = reserved(index, doc("unseen", extra, -2))
    assert (unseen.verdict.kind, unseen.verdict.matches) == (Kind.NEW, ())
    unseen.commit()
    for text, host in ((TEXT, "late"), (extra, "unseen"), (extra.title(), "unseen")):
        assert index.check(replace(OTHER, text=text)).match.id == doc(host).id
    both = index.check(replace(OTHER, text=extra + " " + TEXT))
    assert {match.id for match in both.matches} == {doc("late").id, doc("unseen").id}


def test_a_better_original_of_a_mergers_other_part_is_elected(index):
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra), policy=BY_EVIDENCE)
    for document in (doc("late", TEXT, -3), doc("unseen", extra, -2)):
        index.check_and_add(document, policy=BY_EVIDENCE)
    best = reserved(index, doc("best", extra.upper() + " " + story("more", 3), -4))
    assert best.verdict.kind is Kind.ORIGINAL
    assert [match.id for match in best.verdict.original_of] == [doc("unseen").id]
    best.commit()
    for text, host in ((TEXT, "late"), (extra, "best"), (extra.title(), "best")):
        assert index.check(replace(OTHER, text=text)).match.id == doc(host).id


def test_a_later_copy_of_a_mergers_other_part_names_the_merger(index):
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra), policy=BY_EVIDENCE)
    index.check_and_add(doc("late", TEXT, -3), policy=BY_EVIDENCE)
    verdict = index.check(replace(OTHER, text=extra), policy=BY_EVIDENCE)
    assert (verdict.kind, verdict.match.id) == (Kind.PARTIAL, COPY.id)


@pytest.mark.parametrize("seed", range(60))
def test_no_article_is_named_with_which_a_document_has_nothing_in_common(seed):
    chance = Random(seed)
    parts = [story(f"part {number}", 50) for number in range(4)]
    told: dict[str, set[int]] = {}
    met: Counter[Kind] = Counter()
    with NearDupIndex.in_memory() as index, ExitStack() as open_ones:
        pending = []
        for host in range(16):
            # The first is a merger, others of all sorts come in any order, some at once.
            which = chance.sample(range(4), chance.choice([1, 1, 1, 2, 3]) if host else 3)
            document = doc(
                f"h{host}", " ".join(parts[one] for one in which), chance.randint(-9, 9)
            )
            told[document.id] = set(which)
            reservation = index.reserve(document, policy=BY_EVIDENCE)
            open_ones.callback(reservation.rollback)
            verdict = reservation.verdict
            met[verdict.kind] += 1
            for match in (*verdict.matches, *verdict.original_of):
                assert told[match.id] & told[document.id]
            pending.append(reservation)
            while pending and chance.random() < 0.7:
                pending.pop(chance.randrange(len(pending))).commit()
    assert {Kind.NEW, Kind.PARTIAL} <= met.keys()


def test_who_comes_again_is_what_it_was(index):
    for document in (COPY, OTHER, ORIGINAL):
        index.check_and_add(document, policy=BY_EVIDENCE)
    assert index.check(COPY).matches == ()
    assert index.check(ORIGINAL).matches == ()
    again = index.check(OTHER)
    assert (again.kind, again.match.id) == (Kind.UNCHANGED, ORIGINAL.id)


@pytest.mark.parametrize("text", [TEXT, EDITED.title()])
def test_who_comes_again_with_too_little_left_to_be_compared_names_the_original(index, text):
    for document in (COPY, ORIGINAL):
        index.check_and_add(document, policy=BY_EVIDENCE)
    other = replace(OTHER, text=text, revision="the lines of its page")
    assert index.check_and_add(other, policy=BY_EVIDENCE).match.id == ORIGINAL.id
    again = index.check(replace(other, text="a line", equality_only=True), policy=BY_EVIDENCE)
    assert (again.kind, again.match.id) == (Kind.UNCHANGED, ORIGINAL.id)


def test_the_record_of_a_copy_holds_no_more_than_is_asked_of_it(index):
    for document in (COPY, OTHER):
        index.check_and_add(document)
    first, copy = index.get(COPY.id), index.get(OTHER.id)
    # The id of the first article names its story, and nothing is compared with the copy.
    assert first.story is None
    assert copy.story == first.story_id
    assert (copy.simhash, copy.sketch, copy.through) == (None, None, None)


def test_the_copy_of_a_part_comes_again_and_does_not_name_the_original_of_another(index):
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra))
    copies = {
        doc("part", TEXT + " " + story("own", 8)): doc("late"),
        doc("other part", extra + " " + story("own", 8)): doc("unseen"),
        doc("whole", TEXT + " " + extra): doc("late"),
    }
    for copy in copies:
        assert [match.id for match in index.check_and_add(copy).matches] == [COPY.id]
    late, unseen = (
        reserved(index, doc(*one)) for one in (("late", TEXT, -3), ("unseen", extra, -2))
    )
    late.commit()
    again = index.check(doc("other part", extra + " " + story("own", 8)))
    assert (again.kind, [match.id for match in again.matches]) == (Kind.UNCHANGED, [COPY.id])
    unseen.commit()
    for copy, source in copies.items():
        again = index.check(copy)
        assert again.kind is Kind.UNCHANGED
        assert [match.id for match in again.matches] == [source.id]


@pytest.mark.parametrize("by_and_by", [True, False])
def test_a_copy_whose_story_was_written_anew_comes_again(index, by_and_by):
    """It stays a copy of the first article through all versions of that one, and is none of what
    has come in the place of the two at once.
    """
    index.check_and_add(COPY)
    index.check_and_add(ORIGINAL, policy=BY_EVIDENCE)
    index.check_and_add(OTHER)
    for number, article in enumerate((COPY, ORIGINAL)):
        new = story(f"new {number}", 60)
        if by_and_by:
            index.add(replace(article, text=f"{TEXT} {new}"))
        # With the same date it would be the same article.
        index.add(replace(article, text=new, published=None))
    verdict = index.check_and_add(OTHER)
    assert verdict.kind is (Kind.UNCHANGED if by_and_by else Kind.UPDATED)
    assert [match.id for match in verdict.matches] == ([COPY.id] if by_and_by else [])


# The story of one part may have got another original, too, that has nothing of that part.
@pytest.mark.parametrize("elected", [(), (("half", (4,), -6),)])
def test_a_merger_that_comes_again_names_no_article_with_which_it_has_nothing_in_common(
    index, elected
):
    parts = [story(f"part {number}", 60) for number in range(5)]

    def told(host, which, hours):
        return doc(host, " ".join(parts[part] for part in which), hours)

    merger = told("merger", (0, 1), 9)
    told_before = (told("first", (2, 3), 6), told("own", (0, 4), 1), told("late", (1, 2, 3), 0))
    for document in told_before:
        assert not index.check_and_add(document, policy=BY_EVIDENCE).kind.is_copy
    names = {match.id for match in index.check_and_add(merger, policy=BY_EVIDENCE).matches}
    assert names == {document.id for document in told_before[1:]}
    # The late one's place is another's, and one that has both parts tells more than either.
    for one in (*elected, ("later", (2, 3), -5), ("whole", (0, 1, 2), -7)):
        document = told(*one)
        assert not index.check_and_add(document, policy=BY_EVIDENCE).kind.is_copy
    again = index.check(merger, policy=BY_EVIDENCE)
    assert (again.kind, [match.id for match in again.matches]) == (
        Kind.UNCHANGED,
        [told_before[1].id],
    )


def test_a_merger_that_comes_again_names_both_though_many_have_what_it_has_of_one_by_now(index):
    one, two = story("one", 60), story("two", 60)
    longer = doc("longer", f"{two} {story('more', 80)}", 5)
    for document in (doc("first", one, 5), longer):
        index.check_and_add(document)
    merger = doc("merger", f"{one} {two}", 9)
    names = {match.id for match in index.check_and_add(merger, policy=BY_EVIDENCE).matches}
    assert names == {doc("first").id, longer.id}
    for number in range(3):
        index.add(doc(f"other-{number}", two))
    elected = doc("elected", one, 1)
    assert index.check_and_add(elected, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    again = index.check(merger, policy=BY_EVIDENCE)
    assert again.kind is Kind.UNCHANGED
    assert {match.id for match in again.matches} == {elected.id, longer.id}


def test_an_update_changes_nothing_in_the_election(index):
    for document in (COPY, ORIGINAL):
        index.check_and_add(document, policy=BY_EVIDENCE)
    for document in (COPY, ORIGINAL):
        changed = replace(document, text=document.text + " " + story("postscript", 2))
        update = reserved(index, changed)
        assert update.verdict.kind is Kind.UPDATED
        update.commit()
        assert index.check(OTHER).match.id == ORIGINAL.id
    assert (len(index), index.stats()["copies"]) == (1, 1)


def test_an_election_during_an_update_is_not_lost(index):
    index.check_and_add(COPY)
    late = reserved(index, ORIGINAL)
    update = reserved(index, replace(COPY, text=TEXT + " " + story("postscript", 2)))
    late.commit()
    update.commit()
    assert index.check(OTHER).match.id == ORIGINAL.id


def test_without_the_original_the_first_is_named_again(index):
    for document in (COPY, ORIGINAL):
        index.check_and_add(document, policy=BY_EVIDENCE)
    assert index.remove(ORIGINAL.id)
    assert index.check(OTHER).match.id == COPY.id


def test_without_the_first_the_original_is_a_source_still(index):
    for document in (COPY, ORIGINAL):
        index.check_and_add(document, policy=BY_EVIDENCE)
    assert index.remove(COPY.id)
    verdict = index.check(OTHER)
    assert verdict.match.id == ORIGINAL.id
    assert reserved(index, OTHER).verdict.match.id == ORIGINAL.id


def test_a_short_text_is_elected_by_its_digest(index):
    short = "The ferry to the outer islands sails again from today on."
    index.check_and_add(replace(COPY, text=short))
    assert index.check_and_add(replace(ORIGINAL, text=short), policy=BY_EVIDENCE).kind is (
        Kind.ORIGINAL
    )
    assert index.check(replace(OTHER, text=short)).match.id == ORIGINAL.id


def test_the_first_seen_stays_where_nothing_else_is_asked_for(index):
    index.check_and_add(COPY)
    assert index.check_and_add(ORIGINAL).kind.is_copy
    assert index.check(OTHER).match.id == COPY.id


def test_a_preferred_host_takes_over(index):
    policy = Policy(Keep.PREFERRED_HOSTS, ("other.example",))
    index.check_and_add(COPY, policy=policy)
    verdict = index.check_and_add(OTHER, policy=policy)
    assert (verdict.kind, verdict.reason) == (Kind.ORIGINAL, Reason.PREFERRED_HOST)
    assert index.check_and_add(ORIGINAL, policy=policy).match.id == OTHER.id


def test_a_copy_of_two_elected_originals_is_known_again_though_it_has_nothing_of_their_heads(
    index,
):
    common, *parts = (story(f"part {number}", 50 + 10 * bool(number)) for number in range(5))
    for document in (
        doc("first", " ".join(parts[:2]), 9),
        doc("second", " ".join(parts[2:]), 9),
        doc("original", " ".join([common, *parts[:2]]), -1),
        doc("another", " ".join([*parts[2:], common]), -2),
    ):
        index.check_and_add(document, policy=BY_EVIDENCE)
    copy = doc("copy", common, 8)
    assert index.check_and_add(copy, policy=BY_EVIDENCE).kind is Kind.PARTIAL
    # As if it had been taken for a part of both, as chance has it.
    record = index.get(copy.id)
    heads = [index.find(doc(name).id)[0] for name in ("first", "second")]
    both = tuple(replace(record.sources[0], ordinal=head) for head in heads)
    index.put_record(replace(record, sources=both))
    again = index.check(copy, policy=BY_EVIDENCE)
    originals = {doc(name).id for name in ("original", "another")}
    assert again.kind is Kind.UNCHANGED
    assert again.matches
    assert originals.issuperset(match.id for match in again.matches)


def test_a_merger_of_two_stories_stands_in_no_election(index):
    one, two = story("one", 60), story("two", 60)
    index.check_and_add(doc("copy", one))
    index.check_and_add(doc("copy2", two))
    both = doc("origin", one + " " + two, -9)
    assert index.check_and_add(both, policy=BY_EVIDENCE).kind is Kind.PARTIAL


def test_who_is_equal_to_a_merger_stands_in_no_election_either(index):
    extra = story("second half", 60)
    index.check_and_add(replace(COPY, text=TEXT + " " + extra), policy=BY_EVIDENCE)
    assert index.check_and_add(doc("one", TEXT, -3), policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    assert index.check_and_add(doc("two", extra, -2), policy=BY_EVIDENCE).kind is Kind.NEW
    verdict = index.check_and_add(doc("both", TEXT + " " + extra, -9), policy=BY_EVIDENCE)
    assert (verdict.kind, verdict.match.id) == (Kind.EXACT, doc("one").id)
    assert index.check(OTHER).match.id == doc("one").id


@pytest.mark.parametrize(
    ("host", "policy", "decided"),
    [
        ("origin", BY_EVIDENCE, 1),
        ("copy", BY_EVIDENCE, 0),
        ("origin", Policy(Keep.PREFERRED_HOSTS, ("origin.example",)), 0),
    ],
    ids=["evidence", "one host", "preferred"],
)
def test_hosts_are_known_by_what_evidence_decides_between_two(index, host, policy, decided):
    index.check_and_add(COPY)
    late = replace(doc(host, EDITED, -1), id=f"http://{host}.example/late")
    assert index.check_and_add(late, policy=policy).kind is Kind.ORIGINAL
    assert index.hosts.of("copy.example").decided == decided


def test_copies_let_through_are_counted_when_they_are_kept(index):
    index.check_and_add(COPY)
    first, second = (reserved(index, doc(host)) for host in ("b", "c"))
    assert first.let_through(1)
    assert first.let_through(1)
    assert not second.let_through(1)
    first.rollback()
    assert second.let_through(1)
    second.commit()
    # What is settled is not let through any more.
    assert not first.let_through(2)
    assert not second.let_through(2)
    assert not reserved(index, doc("d")).let_through(1)
    assert reserved(index, doc("d2")).let_through(2)
    assert index.get(doc("c").id).let_through
    assert index.check(doc("c")).let_through == "copy"
    assert index.get(COPY.id).copies_let_through == 1


def test_a_copy_let_through_that_comes_to_copy_another_story_counts_there(index):
    one, two = story("one", 60), story("two", 60)
    index.check_and_add(doc("first", one))
    index.check_and_add(doc("second", two))
    kept = reserved(index, doc("copy", one))
    assert kept.let_through(1)
    kept.commit()
    edited = reserved(index, doc("copy", one + " (updated)"))
    assert edited.verdict.let_through == "copy"
    edited.rollback()
    moved = reserved(index, doc("copy", two))
    assert moved.verdict.let_through is None
    assert moved.let_through(1)
    moved.commit()
    assert index.check(doc("copy", two)).let_through == "copy"
    assert index.get(doc("second").id).copies_let_through == 1
    assert not reserved(index, doc("copy2", two)).let_through(1)


def test_copies_let_through_are_forgotten_once_they_are_kept_or_given_up(index):
    index.check_and_add(COPY)
    kept, given_up = (reserved(index, doc(host)) for host in ("b", "c"))
    assert kept.let_through(2)
    assert given_up.let_through(2)
    kept.commit()
    given_up.rollback()
    assert not index._letting_through


def test_the_first_of_its_story_counts_as_let_through_once_it_is_a_copy(index):
    for document in (COPY, ORIGINAL):
        index.check_and_add(document, policy=BY_EVIDENCE)
    assert not reserved(index, OTHER).let_through(1)


def test_elections_make_the_record_of_hosts(index):
    for number in range(12):
        text = story(f"n{number}", 60)
        for name, hours in (("copy", 0), ("origin", -1)):
            given = doc(name, text, hours + 24 * number)
            address = f"{given.url}/{number}"
            index.check_and_add(replace(given, id=address, url=address), policy=BY_EVIDENCE)
    assert (index.hosts.of("origin.example").won, index.hosts.of("origin.example").lost) == (12, 0)
    assert (index.hosts.of("copy.example").won, index.hosts.of("copy.example").lost) == (0, 12)
    undated = replace(COPY, published=None)
    index.check_and_add(undated)
    verdict = index.check(replace(ORIGINAL, published=None), policy=BY_EVIDENCE)
    assert (verdict.kind, verdict.reason) == (Kind.ORIGINAL, Reason.HOST_RECORD)


def test_elections_and_records_of_hosts_outlive_the_process(tmp_path):
    with NearDupIndex.open(tmp_path / "index") as index:
        for document in (COPY, ORIGINAL):
            index.check_and_add(document, policy=BY_EVIDENCE)
        reservation = reserved(index, OTHER)
        assert reservation.let_through(5)
        reservation.commit()
    assert check_index(tmp_path / "index").clean
    with NearDupIndex.open(tmp_path / "index") as index:
        assert index.check(replace(OTHER, id="x")).match.id == ORIGINAL.id
        assert index.hosts.of("origin.example").won == 2
        assert index.hosts.of("copy.example").years.total() == 1


@pytest.mark.parametrize(
    ("visits", "kind"),
    [
        # It is elected in the story whose copy it was until it expired.
        ([(23, 1), (57, 0), (121, 2), (139, 2), (178, 0), (213, 0)], Kind.UNCHANGED),
        # It expires after it was elected, and what copies it does not.
        ([(56, 0), (133, 1), (186, 0), (220, 2), (266, 2), (285, 0), (292, 0)], Kind.UPDATED),
    ],
)
def test_no_original_is_a_copy_of_itself_once_it_has_expired(visits, kind):
    now = start = NOON.timestamp() + 100_000
    documents = [doc(f"h{n}", f"frame {n} {TEXT}", hours) for n, hours in enumerate((-1, -2, 1))]
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        verdicts = []
        for second, number in visits:
            now = start + second
            document = documents[number]
            verdict = index.check_and_add(document, policy=Policy(Keep.EARLIEST_PUBLISHED))
            assert document.id not in [match.id for match in verdict.matches]
            verdicts.append(verdict)
        assert verdicts[-2].kind is Kind.ORIGINAL
        assert (verdicts[-1].kind, verdicts[-1].matches) == (kind, ())


def test_a_copy_of_an_original_whose_head_has_expired_goes_on_as_one():
    now = start = NOON.timestamp() + 100_000
    copy = doc("another", EDITED, 1)
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        index.check_and_add(COPY, policy=BY_EVIDENCE)
        now = start + 60
        assert index.check_and_add(ORIGINAL, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
        now = start + 120
        verdict = index.check_and_add(copy, policy=BY_EVIDENCE)
        assert (verdict.kind, verdict.matches[0].id) == (Kind.EXACT, ORIGINAL.id)
        for _ in range(2):
            now += 10
            verdict = index.check_and_add(copy, policy=BY_EVIDENCE)
            assert (verdict.kind, verdict.matches[0].id) == (Kind.UNCHANGED, ORIGINAL.id)
        assert index.prune(now - 100) == 1
        verdict = index.check_and_add(copy, policy=BY_EVIDENCE)
        assert (verdict.kind, verdict.matches[0].id) == (Kind.UNCHANGED, ORIGINAL.id)


def test_who_loses_to_the_elected_one_is_not_elected_in_the_place_of_the_pending_head():
    with NearDupIndex.in_memory() as index:
        held = index.reserve(COPY, policy=BY_EVIDENCE)
        assert index.check_and_add(ORIGINAL, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
        between = doc("between", TEXT.title(), -0.5)
        assert index.check(between, policy=BY_EVIDENCE).kind.is_copy
        held.rollback()
        assert index.check(between, policy=BY_EVIDENCE).match.id == ORIGINAL.id


def test_an_extended_text_names_the_present_original_though_it_was_found_by_a_former_one(index):
    whole = f"{TEXT} {story('second half', 80)}"
    index.check_and_add(replace(COPY, text=whole), policy=BY_EVIDENCE)
    part = doc("part", TEXT.title(), -1)
    assert index.check_and_add(part, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    present = doc("present", whole.title(), -2)
    assert index.check_and_add(present, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    verdict = index.check(doc("longer", f"{TEXT} {story('third part', 140)}"), policy=BY_EVIDENCE)
    assert verdict.kind is Kind.EXTENDED
    assert (verdict.match.id, verdict.match.through) == (present.id, part.id)


def test_a_flash_again_is_a_copy_of_the_flash_though_an_excerpt_of_its_full_article_was_elected(
    index,
):
    flash, rest = story("flash", 60), story("rest of it", 140)
    index.check_and_add(doc("flash", flash, 0), policy=BY_EVIDENCE)
    full = index.check_and_add(doc("full", f"{flash} {rest}", 1), policy=BY_EVIDENCE)
    assert full.kind is Kind.EXTENDED
    words = rest.split()
    excerpt = doc("excerpt", f"{flash} {' '.join(words[:60])}", -3)
    assert index.check_and_add(excerpt, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
    again = index.check(doc("again", flash.title(), 2), policy=BY_EVIDENCE)
    assert [match.id for match in again.matches] == [doc("flash").id]


def test_what_was_seen_exactly_the_time_to_live_ago_still_counts():
    now = 1_000
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        index.check_and_add(COPY)
        now = 1_100
        assert index.check(OTHER).match.id == COPY.id
        now = 1_101
        assert index.check(OTHER).kind is Kind.NEW


def test_a_copy_that_comes_again_waits_for_no_source_that_is_not_under_way():
    now = 1_000
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        index.check_and_add(COPY)
        assert index.check_and_add(OTHER).kind.is_copy
        now = 2_000
        again = index.reserve(OTHER)
        assert (again.verdict.kind, again.blockers) == (Kind.UPDATED, ())
        again.commit()
        assert index.check_and_add(OTHER).kind is Kind.UNCHANGED


@pytest.mark.parametrize("gone", ["expired", "removed"])
def test_of_two_that_were_elected_in_a_story_whose_head_is_gone_the_last_is_named(gone):
    now = start = NOON.timestamp() + 100_000
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        index.check_and_add(COPY, policy=BY_EVIDENCE)
        now = start + 60
        second, third = ORIGINAL, doc("third", EDITED.title(), -2)
        assert index.check_and_add(second, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
        now = start + 70
        assert index.check_and_add(third, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
        if gone == "removed":
            assert index.remove(COPY.id)
        else:
            now = start + 120
        for text in (TEXT, EDITED, EDITED.title(), TEXT.title()):
            verdict = index.check(replace(OTHER, text=text), policy=BY_EVIDENCE)
            assert [match.id for match in verdict.matches] == [third.id]
        earliest = doc("earliest", TEXT.title(), -3)
        assert index.check_and_add(earliest, policy=BY_EVIDENCE).kind is Kind.ORIGINAL
        for text in (TEXT, EDITED):
            verdict = index.check(replace(OTHER, text=text), policy=BY_EVIDENCE)
            assert [match.id for match in verdict.matches] == [earliest.id]
