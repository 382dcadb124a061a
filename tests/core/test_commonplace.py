from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.fingerprints.sketch import _HEAD
from scrapy_neardup.core.verdict.commonplace import (
    FEWEST_SHARED,
    LEAST_SHARED,
    MOST_OF_A_HOST,
    OTHERS,
    Teller,
    commonplace,
    times_told,
)


def sketch(*phrases):
    packed = np.array(sorted(phrases), "<u4").tobytes()
    return _HEAD.pack(len(phrases), 0, 0, 0) + packed


def plainly(query, own, candidates):
    tellers = [
        (phrases, host, story)
        for phrases, host, story, is_extended, is_pending in candidates
        if len(query & phrases) >= FEWEST_SHARED and not is_extended and not is_pending
    ]
    hosts = {}
    for _, host, story in tellers:
        hosts.setdefault(story, set()).add(host)
    homes = {story: own if own in of_story else min(of_story) for story, of_story in hosts.items()}
    told = {
        story: set().union(*(query & theirs for theirs, _, other in tellers if other == story))
        for story in homes
    }
    nearest = sorted(sorted(told), key=lambda story: len(told[story]), reverse=True)
    found = []
    for phrases, host, story, *_ in candidates:
        others = [other for other in nearest if other != story]
        counted = [
            other
            for place, other in enumerate(others)
            if host == homes[other] == own
            or sum(homes[one] == homes[other] for one in others[:place]) < MOST_OF_A_HOST
        ]
        shared = query & phrases
        common = sum(
            sum(phrase in told[other] for other in counted) >= OTHERS for phrase in shared
        )
        found.append(common / max(len(shared), 1))
    return found


sets = st.sets(st.integers(1, 12), max_size=8)
seldom = st.integers(0, 4).map(lambda number: number == 0)
documents = st.tuples(
    sets,
    st.sampled_from("abcd"),
    st.sampled_from([b"s", b"t", b"u", b"v", b"w"]),
    seldom,
    seldom,
)


def tellers(candidates):
    return [Teller(sketch(*phrases), *others) for phrases, *others in candidates]


@given(sets, st.lists(documents, max_size=9))
def test_it_is_what_a_plain_count_says(query, candidates):
    found = commonplace(sketch(*query), "a", tellers(candidates))
    assert found == plainly(query, "a", candidates)


def told_plainly(query, own, candidates, place):
    phrases, _, own_story, *_ = candidates[place]
    shared = [phrase for phrase in query if phrase in phrases]
    told = set()
    for theirs, host, story, _, is_pending in candidates:
        # A sketch ends somewhere: what comes before its last shared phrase would be in it.
        reached = [theirs & {*shared[:end]} for end in range(1, len(shared) + 1)]
        held = len(theirs & {*shared})
        last = next((end for end, found in enumerate(reached, 1) if len(found) == held), 0)
        has_it = held >= FEWEST_SHARED and held >= LEAST_SHARED * last
        if has_it and not is_pending and story != own_story:
            told.add((host, story))
    if candidates[place][1] != own:
        return len({host for host, _ in told})
    found = 0
    for host in {host for host, _ in told}:
        different = len({one for teller, one in told if teller == host})
        found += different if host == own else min(different, MOST_OF_A_HOST)
    return found


@given(st.permutations(range(1, 13)), st.lists(documents, min_size=1, max_size=12))
def test_how_often_a_text_is_told_is_what_a_plain_count_says(query, candidates):
    candidates[0] = (*candidates[0][:3], False, False)
    found = times_told(query, "a", tellers(candidates), 0)
    assert found == told_plainly(query, "a", candidates, 0)


def test_a_foreign_host_cannot_make_phrases_common_alone():
    posted = [Teller(sketch(1, 2, 3), "flood.example", b"%d" % number) for number in range(40)]
    assert commonplace(sketch(1, 2, 3), "own.example", posted)[0] == 0
    assert commonplace(sketch(1, 2, 3), "flood.example", posted)[0] == 1


def test_a_foreign_host_cannot_tell_a_text_many_times_alone():
    posted = [Teller(sketch(1, 2, 3), "flood.example", b"%d" % number) for number in range(40)]
    for host, times in (("own.example", MOST_OF_A_HOST), ("other.example", 1)):
        asked = Teller(sketch(1, 2, 3), host, b"asked")
        assert times_told([1, 2, 3], "own.example", [asked, *posted], 0) == times


def test_a_foreign_host_has_two_stories_beside_the_one_that_is_asked_about():
    posted = [Teller(sketch(1, 2), "flood.example", b"%d" % number) for number in range(9)]
    other = Teller(sketch(1, 2), "other.example", b"other")
    assert commonplace(sketch(1, 2), "own.example", [*posted, other]) == [1.0] * 9 + [0.0]


def test_the_own_host_cannot_hide_copies_of_another_one_alone():
    posted = [Teller(sketch(1, 2), "own.example", b"%d" % number) for number in range(9)]
    asked = Teller(sketch(1, 2), "other.example", b"asked")
    assert commonplace(sketch(1, 2), "own.example", [*posted, asked]) == [1.0] * 9 + [0.0]


def test_of_a_foreign_host_the_stories_that_share_most_count():
    told = [
        Teller(sketch(1, 2, 3), f"h{number}.example", b"%d" % number)
        for number in range(1, OTHERS)
    ]
    posted = [
        Teller(sketch(1, 2, *more), "flood.example", story)
        for more, story in (((), b"a"), ((), b"b"), ((3,), b"c"))
    ]
    asked = Teller(sketch(1, 2, 3), "other.example", b"asked")
    assert commonplace(sketch(1, 2, 3), "own.example", [*told, *posted, asked])[-1] == 1
    assert commonplace(sketch(1, 2, 3), "own.example", [*told, *posted[:2], asked])[-1] == 2 / 3


def test_all_documents_of_a_story_count_for_it():
    told = [
        Teller(sketch(2, 3), f"h{number}.example", b"%d" % number) for number in range(1, OTHERS)
    ]
    first, again = (Teller(sketch(*some), "a.example", b"first") for some in ((1, 4), (2, 3)))
    asked = Teller(sketch(2, 3), "other.example", b"asked")
    query = sketch(1, 2, 3, 4)
    assert commonplace(query, "own.example", [*told, first, again, asked])[-1] == 1
    assert commonplace(query, "own.example", [*told, first, asked])[-1] == 0


@pytest.mark.parametrize(("host", "share"), [("own", 1), ("a", 1), ("flood", 0), ("other", 0)])
@pytest.mark.parametrize("step", [1, -1])
def test_a_story_of_two_hosts_is_of_the_own_one_or_else_of_the_first_by_name(host, share, step):
    *posted, last = (Teller(sketch(1, 2), "flood", b"%d" % number) for number in range(OTHERS))
    both = [last, last._replace(host=host)][::step]
    asked = Teller(sketch(1, 2), "asked", b"asked")
    assert commonplace(sketch(1, 2), "own", [*posted, *both, asked])[-1] == share


@given(sets, st.lists(documents, max_size=9), st.randoms())
def test_the_order_of_the_candidates_does_not_count(query, candidates, chance):
    found = commonplace(sketch(*query), "a", tellers(candidates))
    places = [*range(len(candidates))]
    chance.shuffle(places)
    again = commonplace(sketch(*query), "a", tellers([candidates[place] for place in places]))
    assert again == [found[place] for place in places]


def test_a_candidate_that_shares_a_single_phrase_is_no_other():
    asked = Teller(sketch(1, 2), "other.example", b"asked")
    for phrases, found in (((1, 2), 1), ((1,), 0)):
        others = [
            Teller(sketch(*phrases), f"h{number}.example", b"%d" % number)
            for number in range(OTHERS)
        ]
        assert commonplace(sketch(1, 2), "own.example", [*others, asked])[-1] == found


def test_a_story_with_many_originals_is_one_story():
    told = [Teller(sketch(1, 2, 3), f"h{number}.example", b"story") for number in range(9)]
    assert commonplace(sketch(1, 2, 3), "own.example", told) == [0.0] * 9
    others = [
        Teller(sketch(1, 2), f"o{number}.example", b"%d" % number) for number in range(OTHERS)
    ]
    assert commonplace(sketch(1, 2, 3), "own.example", told + others) == [2 / 3] * 9 + [1.0] * 3


def test_a_document_that_tells_more_than_its_story_does_not_count_for_it():
    told = [
        Teller(sketch(1, 2), f"h{number}.example", b"%d" % number) for number in range(OTHERS + 1)
    ]
    longer = [one._replace(sketch=sketch(1, 2, 3, 4), host=f"o{one.host}") for one in told]
    asked = sketch(1, 2, 3, 4, 5)
    assert commonplace(asked, "own.example", told + longer)[-1] == 1
    for change in ({"is_extended": True}, {"is_pending": True}):
        uncounted = [one._replace(**change) for one in longer]
        assert commonplace(asked, "own.example", told + uncounted) == [1.0] * 4 + [1 / 2] * 4


def words(seed, count):
    chance = random.Random(seed)
    return " ".join(
        "".join(chance.choice("bdfgklmnprst") + chance.choice("aeiou") for _ in range(3))
        for _ in range(count)
    )


def test_what_a_site_puts_under_all_its_articles_makes_no_part_of_them():
    tail = words("tail", 60)
    with NearDupIndex.in_memory() as index:
        kinds = [
            index.check_and_add(
                Document(f"http://site.test/{number}", f"{words(number, 60)} {tail}")
            ).kind.value
            for number in range(12)
        ]
    assert kinds[5:] == ["new"] * 7
