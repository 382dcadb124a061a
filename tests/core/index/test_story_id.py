"""The id of a story: the same for an article and its copies, for good, on every index."""

from __future__ import annotations

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.record import story_named_after
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.provenance import Provenance
from tests.core.index.articles import article

HEAD = "http://a.example/1"
STORY = story_named_after(HEAD).hex()


def add(index, name, text, **more):
    return index.check_and_add(Document(name, text, url=name, **more))


def test_the_id_of_a_story_is_pinned():
    assert STORY == "04a0101b41ca115f"


def test_an_article_and_all_of_its_copies_have_the_story_of_the_first(index):
    verdicts = [
        add(index, HEAD, article(1)),
        add(index, "http://b.example/", article(1)),
        add(index, "http://c.example/", f"From our wire desk. {article(1)}"),
        add(index, HEAD, article(1)),
        add(index, "http://b.example/", article(1)),
        index.check(Document("http://d.example/", article(1))),
    ]
    assert [str(verdict.kind) for verdict in verdicts] == [
        "new",
        "exact",
        "repost",
        "unchanged",
        "unchanged",
        "exact",
    ]
    assert {verdict.story for verdict in verdicts} == {STORY}
    assert {verdict.to_dict()["story"] for verdict in verdicts} == {STORY}


@pytest.mark.parametrize("text", ["Too short to judge.", article(2)])
def test_whatever_resembles_no_other_has_a_story_of_its_own(index, text):
    add(index, HEAD, article(1))
    name = "http://b.example/"
    assert add(index, name, text).story == story_named_after(name).hex()


def test_what_has_no_text_tells_no_story(index):
    assert add(index, HEAD, "").story is None


def test_an_article_that_is_changed_goes_on_with_its_story(index):
    add(index, HEAD, article(1))
    add(index, "http://b.example/", article(1))
    changed = f"{article(1)} {article(2, 6)}"
    assert add(index, HEAD, changed).story == STORY
    assert add(index, "http://c.example/", changed).story == STORY


def test_a_copy_that_tells_something_else_now_has_another_story(index):
    add(index, HEAD, article(1))
    add(index, "http://b.example/", article(1))
    name = "http://b.example/"
    assert add(index, name, article(2)).story not in (STORY, story_named_after(name).hex())


def elect(index):
    """Let a later article be the original, as the first one names it."""
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    named = Provenance(canonical="http://origin.example/1")
    index.check_and_add(Document(HEAD, article(1), url=HEAD, provenance=named), policy=policy)
    origin = "http://origin.example/1"
    return index.check_and_add(Document(origin, article(1), url=origin), policy=policy)


def test_an_election_leaves_the_story_as_it_is(index):
    verdict = elect(index)
    assert (str(verdict.kind), verdict.story) == ("original", STORY)
    copy = add(index, "http://c.example/", article(1))
    assert (copy.match.id, copy.story) == ("http://origin.example/1", STORY)
    changed = f"{article(1)} {article(2, 6)}"
    assert add(index, "http://origin.example/1", changed).story == STORY


def test_a_story_outlives_its_head(index):
    elect(index)
    add(index, "http://c.example/", article(1))
    assert index.remove(HEAD)
    copy = add(index, "http://d.example/", article(1))
    assert (copy.match.id, copy.story) == ("http://origin.example/1", STORY)


def test_a_copy_that_takes_the_place_of_its_lost_source_goes_on_with_its_story(index):
    add(index, HEAD, article(1))
    add(index, "http://b.example/", article(1))
    index.remove(HEAD)
    again = add(index, "http://b.example/", article(1))
    assert (str(again.kind), again.story) == ("updated", STORY)
    assert add(index, "http://c.example/", article(1)).story == STORY


def test_a_copied_index_has_the_same_stories(index):
    elect(index)
    add(index, "http://c.example/", article(1))
    index.remove(HEAD)
    before = {record.id: record.story_id.hex() for record in index.records()}
    with NearDupIndex.in_memory() as target:
        report = copy_index(index, target)
        assert report.differing == 0
        assert {record.id: record.story_id.hex() for record in target.records()} == before
    assert set(before.values()) == {STORY}
