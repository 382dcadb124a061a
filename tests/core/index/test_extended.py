"""Full articles of which another host had a flash before: on every engine."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.commands.transfer import export_lines, import_values
from scrapy_neardup.core.criteria import Criteria
from scrapy_neardup.core.index.clusters import read_clusters
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.marks import restore
from scrapy_neardup.core.index.matcher import MAX_CANDIDATES
from scrapy_neardup.core.index.record import Record, Source
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.index.columns import EXCERPT
from tests.core.index.columns import REST as REST_OF_COLUMN
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import OTHER_REPORT, REWRITTEN, SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.core.index.index import Index

FRAME = "本报讯"


def text_of(seed: object, sentences: int) -> str:
    """Sentences of 45 characters in a row that no other text has."""
    rng = random.Random(str(seed))
    lines = (
        "".join(chr(0x4E00 + rng.randrange(3000)) for _ in range(45)) for _ in range(sentences)
    )
    return " ".join(f"{line}。" for line in lines)


FLASH = text_of("flash", 2)
REST = text_of("rest", 16)
FULL = f"{FLASH} {REST}"


def on(host: str, text: str, page: str = "1", **more: object) -> Document:
    url = f"https://{host}.example/{page}"
    return Document(url, text, url=url, **more)  # type: ignore[arg-type]


F, E = on("a", FLASH), on("b", FULL)


def told(verdict: Verdict) -> tuple[Kind, str | None, str | None]:
    """The kind of a verdict, the source that it names, and what it was compared with."""
    match = verdict.match
    return verdict.kind, match and match.id, match and match.through


@pytest.fixture
def extended(index: Index) -> Index:
    """An index that has the flash and the full article."""
    flash = index.check_and_add(F)
    verdict = index.check_and_add(E)
    assert told(verdict) == (Kind.EXTENDED, F.id, None)
    assert verdict.story != flash.story
    evidence = dict(verdict.matches[0].evidence)
    assert evidence["covered"] < 0.28
    assert evidence["covered_source"] == 1
    return index


def test_an_extended_text_is_kept_as_an_article_of_its_own(extended: Index) -> None:
    record = extended.get(E.id)
    assert record is not None
    assert (record.kind, record.is_source, record.is_article) == (Kind.EXTENDED, True, True)
    assert record.is_copy
    assert len(extended) == 2


def test_an_extended_text_that_comes_again_is_unchanged(extended: Index) -> None:
    again = extended.check_and_add(E)
    assert told(again) == (Kind.UNCHANGED, F.id, None)
    assert again.copy_kind is Kind.EXTENDED


def test_it_is_unchanged_though_its_flash_is_older_than_what_it_is_compared_with() -> None:
    now = 1_700_000_000.0
    index = NearDupIndex.in_memory(clock=lambda: now)
    index.check_and_add(F)
    index.check_and_add(E)
    now += 1000
    recent = replace(E, criteria=Criteria(window=500))
    assert told(index.check(recent)) == (Kind.UNCHANGED, F.id, None)


def test_it_is_unchanged_though_it_has_little_of_the_article_for_which_its_flash_was_elected() -> (
    None
):
    index = NearDupIndex.in_memory()
    noon = datetime(2024, 5, 10, 12, tzinfo=timezone.utc)
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    report = on("c", f"{FLASH} {text_of('report', 3)}", published=noon)
    flash = on("a", FLASH, published=noon - timedelta(days=2))
    index.check_and_add(report, policy=policy)
    assert index.check_and_add(flash, policy=policy).kind is Kind.ORIGINAL
    assert told(index.check_and_add(E, policy=policy))[:2] == (Kind.EXTENDED, flash.id)
    assert told(index.check(E, policy=policy))[:2] == (Kind.UNCHANGED, flash.id)


def test_who_has_a_flash_among_other_words_still_names_the_elected_one_once_more_is_told() -> None:
    index = NearDupIndex.in_memory()
    noon = datetime(2024, 5, 10, 12, tzinfo=timezone.utc)
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    earlier = on("b", f"{FRAME} {FLASH}", published=noon - timedelta(days=2))
    index.check_and_add(replace(F, published=noon), policy=policy)
    assert index.check_and_add(earlier, policy=policy).kind is Kind.ORIGINAL
    among = text_of("among", 1)
    partly = on("c", f"{FLASH} {among}")
    assert told(index.check_and_add(partly, policy=policy))[:2] == (Kind.PARTIAL, earlier.id)
    more = on("d", f"{text_of('more', 4)} {FLASH} {among}")
    index.check_and_add(more, policy=policy)
    assert told(index.check(partly, policy=policy))[:2] == (Kind.UNCHANGED, earlier.id)


@pytest.mark.parametrize(
    ("text", "kind"),
    [(FULL, Kind.EXACT), (f"{FRAME} {FULL}", Kind.REPOST), (f"{FULL} {FRAME}", Kind.REPOST)],
)
def test_a_repost_of_an_extended_text_names_it(extended: Index, text: str, kind: Kind) -> None:
    repost = on("c", text)
    verdict = extended.check_and_add(repost)
    assert told(verdict) == (kind, E.id, None)
    assert [match.id for match in verdict.matches] == [E.id]
    assert told(extended.check_and_add(repost))[:2] == (Kind.UNCHANGED, E.id)


def test_an_excerpt_without_the_flash_does_not_name_that(extended: Index) -> None:
    assert told(extended.check(on("c", REST[: len(REST) // 2]))) == (Kind.PARTIAL, E.id, None)


def test_the_flash_again_is_a_copy_of_the_flash(extended: Index) -> None:
    assert told(extended.check(on("c", FLASH))) == (Kind.EXACT, F.id, None)
    repost = extended.check(on("c", f"{FRAME} {FLASH}"))
    assert [(match.id, match.kind) for match in repost.matches] == [(F.id, Kind.REPOST)]


def test_another_full_article_is_extended_too(extended: Index) -> None:
    other = on("c", f"{text_of('other', 16)} {FLASH}")
    assert told(extended.check_and_add(other)) == (Kind.EXTENDED, F.id, None)
    repost = on("d", f"{FRAME} {other.text}")
    assert told(extended.check(repost)) == (Kind.REPOST, other.id, None)


DATELINES = ["本报讯", "来源：某某新闻网", "某某社北京11月27日电（记者张三）"]


@pytest.mark.parametrize("line", DATELINES)
def test_a_full_article_need_not_have_the_dateline_of_its_flash(index: Index, line: str) -> None:
    flash = on("a", f"{line} {FLASH}")
    index.check_and_add(flash)
    assert told(index.check_and_add(E)) == (Kind.EXTENDED, flash.id, None)
    assert told(index.check(on("c", f"{FRAME} {FULL}"))) == (Kind.REPOST, E.id, None)
    assert index.check(on("a", FULL, "2")).kind is Kind.EXACT


@pytest.mark.parametrize("line", DATELINES)
def test_on_one_host_the_full_article_is_new_without_the_dateline(index: Index, line: str) -> None:
    index.check_and_add(on("a", f"{line} {FLASH}"))
    assert index.check(on("a", FULL, "2")).kind is Kind.NEW


@pytest.mark.parametrize(("own", "kind"), [(16, Kind.EXTENDED), (1, Kind.PARTIAL)])
def test_who_has_but_most_of_a_short_text_extends_it_too(
    index: Index, own: int, kind: Kind
) -> None:
    index.check_and_add(on("a", f"{text_of('first', 1)[:25]}。 {FLASH}"))
    verdict = index.check(on("b", f"{FLASH} {text_of('rest', own)}"))
    assert verdict.kind is kind
    assert dict(verdict.matches[0].evidence)["covered_source"] < 0.82


def test_a_flash_after_its_full_article_is_a_part(index: Index) -> None:
    index.check_and_add(E)
    assert told(index.check_and_add(F)) == (Kind.PARTIAL, E.id, None)


@pytest.mark.parametrize("host", ["a", "m.a", "www.a"])
def test_on_one_host_the_full_article_is_new(index: Index, host: str) -> None:
    index.check_and_add(F)
    full = on(host, FULL, "2")
    assert index.check_and_add(full).kind is Kind.NEW
    assert told(index.check(on("c", f"{FRAME} {FULL}"))) == (Kind.REPOST, full.id, None)


def test_the_full_text_under_the_address_of_the_flash_is_a_version(index: Index) -> None:
    index.check_and_add(F)
    assert index.check_and_add(on("a", FULL)).kind is Kind.UPDATED


def test_an_extended_text_is_an_article_once_the_flash_is_removed(extended: Index) -> None:
    assert extended.remove(F.id)
    assert told(extended.check_and_add(E)) == (Kind.UPDATED, None, None)
    assert len(extended) == 1
    assert told(extended.check(on("c", f"{FRAME} {FULL}"))) == (Kind.REPOST, E.id, None)


def test_an_extended_text_is_an_article_once_the_flash_has_expired() -> None:
    now = [1_000_000.0]
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now[0]) as index:
        index.check_and_add(F)
        now[0] += 60
        assert index.check_and_add(E).kind is Kind.EXTENDED
        now[0] += 60
        assert told(index.check_and_add(E))[1] is None
        assert told(index.check(on("c", f"{FRAME} {FULL}")))[1] == E.id


def test_an_extended_text_that_has_expired_begins_anew_though_its_flash_counts() -> None:
    now = 0
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        for document in (F, E):
            index.check_and_add(document)
        now = 180
        assert index.check_and_add(F).kind is Kind.UPDATED
        assert told(index.check_and_add(E)) == (Kind.EXTENDED, F.id, None)
        assert told(index.check(on("c", f"{FRAME} {FULL}"))) == (Kind.REPOST, E.id, None)


def test_an_extended_text_with_more_added_is_still_extended(extended: Index) -> None:
    longer = on("b", f"{FULL} {text_of('more', 2)}")
    assert told(extended.check_and_add(longer)) == (Kind.EXTENDED, F.id, None)


def test_another_article_in_the_place_of_an_extended_text_leaves_the_story(
    extended: Index,
) -> None:
    text = text_of("something else", 16)
    other = extended.check_and_add(on("b", text))
    assert told(other) == (Kind.UPDATED, None, None)
    assert len(extended) == 2
    found = extended.check(on("c", text))
    assert (told(found), found.story) == ((Kind.EXACT, E.id, None), other.story)
    assert extended.check(on("c", REST)).kind is Kind.NEW


def test_an_article_made_of_several_flashes_is_a_part_of_each(index: Index) -> None:
    flashes = [on(f"h{n}", text_of(n, 4)) for n in range(5)]
    for flash in flashes:
        index.check_and_add(flash)
    # More than half of it is known: too much for an article of its own.
    text = " ".join([*(flash.text for flash in flashes), text_of("own", 18)])
    verdict = index.check_and_add(on("b", text))
    assert verdict.kind is Kind.PARTIAL
    assert {match.kind for match in verdict.matches} == {Kind.PARTIAL}
    assert {match.id for match in verdict.matches} == {flash.id for flash in flashes}


def test_a_flash_makes_no_copy_of_an_article_that_is_none_without_it(index: Index) -> None:
    flash, other = on("a", text_of("flash", 2)), on("b", text_of("other", 30))
    for document in (flash, other):
        index.check_and_add(document)
    half = " ".join(other.text.split(" ")[:9])
    own = text_of("own", 9)
    assert index.check(on("c", f"{half} {own}")).kind is Kind.NEW
    assert told(index.check(on("c", f"{half} {flash.text} {own}"))) == (
        Kind.EXTENDED,
        flash.id,
        None,
    )


def test_an_article_with_two_flashes_names_both(index: Index) -> None:
    flashes = [on(f"h{n}", text_of(n, 2)) for n in range(2)]
    for flash in flashes:
        index.check_and_add(flash)
    full = on("b", " ".join([*(flash.text for flash in flashes), text_of("own", 24)]))
    verdict = index.check_and_add(full)
    assert {match.kind for match in verdict.matches} == {Kind.EXTENDED}
    assert {match.id for match in verdict.matches} == {flash.id for flash in flashes}
    repost = index.check(on("c", f"{FRAME} {full.text}"))
    assert told(repost) == (Kind.REPOST, full.id, None)
    assert len(repost.matches) == 1


def test_a_spun_copy_of_another_article_with_a_flash_in_it_is_no_extension(index: Index) -> None:
    source = on("s", text_of("source", 16))
    index.check_and_add(source)
    index.check_and_add(F)
    verdict = index.check_and_add(on("b", f"{source.text} {FLASH}"))
    assert verdict.kind in (Kind.REPOST, Kind.PARTIAL)
    assert verdict.matches[0].id == source.id


def test_an_extended_text_is_not_elected_and_its_repost_may_be(index: Index) -> None:
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    early = datetime(2020, 1, 1, tzinfo=timezone.utc)
    index.check_and_add(F, policy=policy)
    full = on("b", FULL, published=early)
    assert told(index.check_and_add(full, policy=policy)) == (Kind.EXTENDED, F.id, None)
    earliest = datetime(2019, 1, 1, tzinfo=timezone.utc)
    repost = on("c", f"{FRAME} {FULL}", published=earliest)
    elected = index.check_and_add(repost, policy=policy)
    assert (elected.kind, [match.id for match in elected.original_of]) == (
        Kind.ORIGINAL,
        [full.id],
    )
    assert told(index.check(on("d", FULL))) == (Kind.EXACT, repost.id, E.id)
    assert told(index.check(on("d", FLASH))) == (Kind.EXACT, F.id, None)


@pytest.mark.parametrize(("end", "kind"), [("commit", Kind.EXTENDED), ("rollback", Kind.NEW)])
def test_a_full_article_waits_for_its_flash(index: Index, end: str, kind: Kind) -> None:
    held, waiting = index.reserve(F), index.reserve(E)
    assert waiting.verdict.kind is Kind.EXTENDED
    assert waiting.blockers
    getattr(held, end)()
    full = index.reserve(E)
    assert (full.verdict.kind, full.blockers) == (kind, ())
    full.commit()
    repost = index.check(on("c", f"{FRAME} {FULL}"))
    assert told(repost) == (Kind.REPOST, E.id, None)


@pytest.mark.parametrize(("end", "kind"), [("commit", Kind.REPOST), ("rollback", Kind.EXTENDED)])
def test_a_repost_waits_for_its_full_article_though_the_flash_is_kept(
    index: Index, end: str, kind: Kind
) -> None:
    index.check_and_add(F)
    repost = on("c", f"{FRAME} {FULL}")
    held, waiting = index.reserve(E), index.reserve(repost)
    assert waiting.verdict.kind is Kind.REPOST
    assert waiting.verdict.matches[0].pending
    assert waiting.blockers
    getattr(held, end)()
    assert index.check_and_add(repost).kind is kind


def test_reposts_of_the_full_article_are_found_though_the_flash_is_gone(extended: Index) -> None:
    extended.remove(F.id)
    repost = on("c", f"{FRAME} {FULL}")
    assert told(extended.check_and_add(repost)) == (Kind.REPOST, E.id, None)
    assert told(extended.check_and_add(repost)) == (Kind.UNCHANGED, E.id, None)
    assert [[one.record.id for one in cluster.members] for cluster in read_clusters(extended)] == [
        [E.id, repost.id]
    ]
    assert extended.check_and_add(E).kind is Kind.UPDATED
    assert told(extended.check_and_add(on("d", FULL))) == (Kind.EXACT, E.id, None)


def test_reposts_of_the_full_article_are_found_though_the_flash_is_too_old() -> None:
    now = 0
    thresholds = Thresholds(ttl=100)
    with NearDupIndex.in_memory(thresholds=thresholds, clock=lambda: now) as index:
        index.check_and_add(F)
        now = 60
        assert index.check_and_add(E).kind is Kind.EXTENDED
        now = 120
        repost = on("c", f"{FRAME} {FULL}")
        assert told(index.check_and_add(repost)) == (Kind.REPOST, E.id, None)
        assert told(index.check_and_add(repost)) == (Kind.UNCHANGED, E.id, None)
        # Nothing changes once it is taken out.
        assert index.prune(now - 100) == 1
        assert told(index.check_and_add(repost)) == (Kind.UNCHANGED, E.id, None)


def test_two_full_articles_of_a_flash_can_be_under_way_at_once(index: Index) -> None:
    index.check_and_add(F)
    other = on("c", f"{FLASH} {text_of('other', 16)}")
    first, second = index.reserve(E), index.reserve(other)
    for held in (first, second):
        assert (told(held.verdict), held.blockers) == ((Kind.EXTENDED, F.id, None), ())
    # A repost of one of them waits for it.
    assert index.reserve(on("d", f"{FRAME} {other.text}")).blockers == (second,)
    second.commit()
    first.commit()
    assert told(index.check(on("d", f"{FRAME} {other.text}"))) == (Kind.REPOST, other.id, None)


def test_a_merger_of_parts_of_full_articles_is_known_again(index: Index) -> None:
    flashes = [on(f"a{n}", text_of(n, 2)) for n in range(2)]
    fulls = []
    rests = [text_of(f"rest {n}", 16) for n in range(2)]
    for number, (flash, rest) in enumerate(zip(flashes, rests, strict=True)):
        index.check_and_add(flash)
        fulls.append(on(f"b{number}", f"{flash.text} {rest}"))
        assert index.check_and_add(fulls[-1]).kind is Kind.EXTENDED
    merger = on("c", " ".join(rest[-len(rest) // 2 :] for rest in rests))
    verdict = index.check_and_add(merger)
    assert verdict.kind is Kind.PARTIAL
    assert {match.id for match in verdict.matches} == {full.id for full in fulls}
    again = index.check_and_add(merger)
    assert again.kind is Kind.UNCHANGED
    assert {match.id for match in again.matches} == {full.id for full in fulls}


def compared(index: Index, name: str) -> str | None:
    """The id of the text by which the source of a copy was found, None if one of them is gone."""
    record = index.get(name)
    assert record is not None
    sources = index.stories.sources_of(record)
    found = index.stories.compared(record, sources[0][0]) if sources else None
    return found and found[1].id


@pytest.mark.parametrize("move", ["copy", "export"])
def test_what_a_copy_was_compared_with_is_known_in_another_index(
    extended: Index, move: str, tmp_path: Path
) -> None:
    excerpt, repost = on("c", REST[: len(REST) // 2]), on("d", f"{FRAME} {FLASH}")
    other = on("e", FULL)
    held = extended.reserve(excerpt)
    held.commit()
    # It was there before the full article that it copies now.
    former, later = on("y", text_of("y", 8)), on("g", f"{text_of('later', 16)} {FLASH}")
    late = on("y", f"{FRAME} {later.text}")
    for document in (repost, other, former, later, late):
        extended.check_and_add(document)
    with open_index(f"sqlite://{tmp_path}/other") as target:
        # Its ordinals are others.
        if move == "copy":
            assert copy_index(extended, target).differing == 0
        else:
            target.add(on("z", text_of("z", 8)))
            for values in export_lines(extended):
                import_values(target, values)
        for index in (extended, target):
            assert compared(index, excerpt.id) == compared(index, other.id) == E.id
            assert compared(index, repost.id) == compared(index, E.id) == F.id
            assert compared(index, late.id) == later.id
    # What is gone, or has another article, is passed over, here and elsewhere.
    extended.check_and_add(on("b", text_of("something else", 16)))
    with NearDupIndex.in_memory() as target:
        if move == "copy":
            assert copy_index(extended, target).differing == 0
        else:
            for values in export_lines(extended):
                import_values(target, values)
        for index in (extended, target):
            assert compared(index, excerpt.id) is None
            assert compared(index, repost.id) == F.id
    extended.remove(E.id)
    assert compared(extended, excerpt.id) is None


@pytest.mark.parametrize("move", ["copy", "export"])
def test_of_equally_good_sources_the_same_is_named_in_another_index(
    extended: Index, move: str
) -> None:
    extended.add(on("h", FULL))
    # One address has the full article of a flash that came after it.
    flash, full = (
        on("g", text_of("later", 2)),
        on("y", f"{text_of('later', 2)} {text_of('y', 16)}"),
    )
    extended.check_and_add(on("y", text_of("former", 8)))
    extended.check_and_add(flash)
    assert told(extended.check_and_add(full)) == (Kind.EXTENDED, flash.id, None)
    with NearDupIndex.in_memory() as target:
        if move == "copy":
            copy_index(extended, target)
        else:
            for values in export_lines(extended):
                import_values(target, values)
        for index in (extended, target):
            assert told(index.check(on("q", FULL))) == (Kind.EXACT, E.id, None)
            assert told(index.check(on("q", full.text))) == (Kind.EXACT, full.id, None)


@pytest.mark.parametrize("known", ["xy", "y"])
@pytest.mark.parametrize("move", ["copy", "export"])
def test_texts_that_copy_later_ones_in_a_chain_are_known_as_such_in_another_index(
    index: Index, move: str, known: str
) -> None:
    # Addresses have something else at first, and then each a longer form of what came after it.
    hosts = "xy"
    for host in known:
        index.check_and_add(on(host, text_of(host, 8)))
    flash = on("flash", text_of("flash", 1))
    index.check_and_add(flash)
    longest = flash
    compared = []
    for host, sentences in zip(reversed(hosts), (6, 30), strict=True):
        longer = on(host, f"{longest.text} {text_of(host + 'more', sentences)}")
        assert told(index.check_and_add(longer)) == (Kind.EXTENDED, longest.id, None)
        compared.append((longer.id, longest.id))
        longest = longer
    with NearDupIndex.in_memory() as target:
        if move == "copy":
            copy_index(index, target)
        else:
            for values in export_lines(index):
                import_values(target, values)
        for one in (index, target):
            for copy, through in compared:
                found = one.find(copy)
                assert found is not None
                record = one.record_at(found[1].compared_with(found[1].sources[0]))
                assert record is not None
                assert record.id == through


def test_a_copy_of_a_full_article_whose_flash_is_gone_is_imported_with_its_source(
    extended: Index,
) -> None:
    extended.remove(F.id)
    repost = on("c", f"{FRAME} {FULL}")
    extended.check_and_add(repost)
    with NearDupIndex.in_memory() as target:
        for values in export_lines(extended):
            import_values(target, values)
        assert told(target.check(repost)) == (Kind.UNCHANGED, E.id, None)


def test_what_has_another_article_now_is_exported_as_gone(extended: Index) -> None:
    repost = on("c", f"{FRAME} {FULL}")
    assert told(extended.check_and_add(repost)) == (Kind.REPOST, E.id, None)

    def named() -> str | None:
        (line,) = (line for line in export_lines(extended) if line["id"] == repost.id)
        source: str | None = line["sources"][0][0]
        return source

    assert named() == E.id
    extended.check_and_add(on("b", text_of("something else", 16)))
    assert named() is None


def test_a_repost_of_the_flash_is_none_of_the_full_article(extended: Index) -> None:
    assert told(extended.check(on("c", f"{FRAME} {FLASH}"))) == (Kind.REPOST, F.id, None)


def test_a_rewritten_copy_with_a_sentence_of_others_is_a_rewritten_copy() -> None:
    with NearDupIndex.in_memory(thresholds=Thresholds(rewriting=True)) as index:
        add_press(index)
        index.add(Document("source", SOURCE))
        notice = (
            "The views of our contributors are their own, and no part of this page may be printed or "
            "sold elsewhere without a written permission of the Harbour Gazette and its editors."
        )
        index.add(on("a", notice))
        verdict = index.check(on("b", f"{REWRITTEN}\n{notice}"))
        assert (verdict.kind, verdict.match and verdict.match.id) == (Kind.REWRITTEN, "source")
        assert Kind.EXTENDED in [match.kind for match in verdict.matches]


def test_a_rewritten_copy_with_the_flash_word_for_word_is_one_of_the_full_article() -> None:
    sentences, others = (text.split(". ") for text in (SOURCE, REWRITTEN))
    flash = ". ".join(sentences[:2])
    with NearDupIndex.in_memory(thresholds=Thresholds(rewriting=True)) as index:
        add_press(index)
        for document in (on("a", flash), on("b", SOURCE)):
            verdict = index.check_and_add(document)
        assert verdict.kind is Kind.EXTENDED
        copy = on("c", f"{flash}. {'. '.join(others[2:])}")
        found = index.check_and_add(copy)
        assert told(found) == (Kind.REWRITTEN, on("b", "").id, None)
        assert found.matches[1].kind is Kind.EXTENDED
        assert told(index.check_and_add(copy))[:2] == (Kind.UNCHANGED, on("b", "").id)
        # With something else, the same flash makes an article.
        other = index.check(on("d", f"{flash}. {OTHER_REPORT}"))
        assert told(other) == (Kind.EXTENDED, on("a", "").id, None)


@pytest.mark.parametrize("seed", [57, 135])
def test_a_flash_with_something_else_is_no_copy_of_a_much_longer_article(
    index: Index, seed: int
) -> None:
    # Of such a text, the sparse sample of the long article has all, by chance.
    flash, rest = text_of(f"flash {seed}", 3), text_of(f"rest {seed}", 36)
    for document in (on("a", flash), on("b", f"{flash} {rest}")):
        verdict = index.check_and_add(document)
    assert verdict.kind is Kind.EXTENDED
    copy = index.check(on("c", f"{flash} {text_of(f'own {seed}', 1)[:42]}"))
    assert [match.id for match in copy.matches] == [on("a", "").id]


@pytest.mark.parametrize("text", [EXCERPT + REST_OF_COLUMN, REST_OF_COLUMN + EXCERPT])
def test_a_whole_article_after_its_excerpt_is_no_rewritten_copy(text: str) -> None:
    with NearDupIndex.in_memory(thresholds=Thresholds(rewriting=True)) as index:
        index.add(on("a", EXCERPT))
        (retelling,) = index.retellings(on("b", text))
        assert retelling.score > Thresholds().rewritten
        assert told(index.check_and_add(on("b", text))) == (
            Kind.EXTENDED,
            on("a", EXCERPT).id,
            None,
        )
        assert told(index.check(on("c", REST_OF_COLUMN)))[1] == on("b", text).id


def test_a_spun_copy_with_the_flash_word_for_word_is_one_of_the_full_article(index: Index) -> None:
    flash, rest = text_of(("flash", 26), 4), text_of(("rest", 26), 5)
    full = on("b", f"{flash} {rest}")
    for document in (on("a", flash), full):
        index.check_and_add(document)
    # Too few phrases are left to tell by them.
    spun = "".join("某" if place % 7 == 4 else one for place, one in enumerate(rest))
    verdict = index.check(on("c", f"{flash} {spun}"))
    assert (verdict.kind, [match.id for match in verdict.matches]) == (Kind.SPUN, [full.id])


def told_by(number: int) -> str:
    return f"{text_of(f'release {number}', 16)} {FLASH}"


def test_a_text_that_many_articles_have_is_boilerplate(index: Index) -> None:
    index.check_and_add(F)
    for number in range(8):
        verdict = index.check_and_add(on(f"h{number}", told_by(number)))
        assert verdict.kind is Kind.EXTENDED
    ninth = index.check_and_add(on("h9", told_by(9)))
    assert told(ninth) == (Kind.NEW, None, None)
    # It is no more than that: the text itself and the articles that have it are found as before.
    assert told(index.check(on("c", f"{FRAME} {FLASH}"))) == (Kind.REPOST, F.id, None)
    assert told(index.check(on("c", f"{FRAME} {told_by(3)}")))[1:] == (on("h3", "").id, None)
    assert told(index.check(on("c", f"{FRAME} {told_by(9)}")))[1] == on("h9", "").id


def test_an_article_of_which_boilerplate_fills_more_extends_it(index: Index) -> None:
    index.check_and_add(F)
    for number in range(8):
        index.check_and_add(on(f"h{number}", told_by(number)))
    short = on("h9", f"{text_of('short', 3)} {FLASH}")
    assert told(index.check(short)) == (Kind.EXTENDED, F.id, None)


def test_copies_of_a_report_that_many_articles_have_are_found(index: Index) -> None:
    report = on("a", text_of("brief", 8))
    index.check_and_add(report)
    for number in range(24):
        full = on(f"h{number}", f"{report.text} {text_of(('brief', number), 11)}")
        assert told(index.check_and_add(full)) == (Kind.EXTENDED, report.id, None)
    spun = "".join("某" if place % 9 == 5 else one for place, one in enumerate(report.text))
    assert told(index.check(on("c", spun))) == (Kind.SPUN, report.id, None)


def test_many_articles_that_extend_a_long_report_do_not_hide_it() -> None:
    with NearDupIndex.in_memory() as index:
        # More of its phrases are in their sketches than in its own.
        report = on("a", text_of(("long", 8), 22))
        index.check_and_add(report)
        found = Counter(
            told(index.check_and_add(on(f"h{number}", f"{report.text} {text_of(number, 34)}")))
            for number in range(MAX_CANDIDATES + 40)
        )
        assert found == {(Kind.EXTENDED, report.id, None): MAX_CANDIDATES + 40}


@pytest.mark.parametrize("hosts", [1, 2, 7])
def test_few_hosts_make_no_boilerplate_of_a_foreign_text(index: Index, hosts: int) -> None:
    index.check_and_add(F)
    for number in range(12):
        page = on(f"h{number % hosts}", told_by(number), str(number))
        assert index.check_and_add(page).kind is Kind.EXTENDED
    for host in ("h0", "h9"):
        assert index.check(on(host, told_by(20), "20")).kind is Kind.EXTENDED
        copy = on(host, f"{text_of('short', 1)} {FLASH}", "21")
        assert told(index.check(copy)) == (Kind.PARTIAL, F.id, None)


def test_a_copy_with_little_text_of_its_own_is_one_of_boilerplate_too(index: Index) -> None:
    long = on("a", text_of("long", 5))
    index.check_and_add(long)
    for number in range(9):
        index.check_and_add(on(f"h{number}", f"{text_of(f'r {number}', 20)} {long.text}"))
    assert index.check(on("c", f"{text_of('more', 20)} {long.text}")).kind is Kind.NEW
    copy = index.check(on("c", f"{text_of('more', 3)} {long.text}"))
    assert told(copy)[:2] == (Kind.PARTIAL, long.id)


def test_what_copies_may_name_is_copied_in_its_order(extended: Index) -> None:
    # E, which extends another, comes before an article.
    for document in (on("c", FULL), on("d", text_of("d", 8)), on("e", text_of("d", 8))):
        extended.check_and_add(document)
    sources = [record.id for record in extended.records() if record.is_source]
    with NearDupIndex.in_memory() as target:
        report = copy_index(extended, target)
        assert (report.articles, report.copies, report.differing) == (3, 2, 0)
        assert [record.id for record in target.records() if record.is_source] == sources


SENTENCES = [text_of(number, 1) for number in range(20)]
WHOLE = " ".join(SENTENCES)


@pytest.mark.parametrize("host", ["a", "b"])
@pytest.mark.parametrize(("known", "kind"), [(4, None), (8, Kind.EXTENDED), (12, Kind.PARTIAL)])
def test_the_whole_of_which_no_more_than_half_is_known_is_an_article(
    index: Index, host: str, known: int, kind: Kind | None
) -> None:
    excerpt = on("a", " ".join(SENTENCES[:known]))
    index.check_and_add(excerpt)
    whole = on(host, WHOLE, "2")
    # On one host, a short text in a long one may be a notice.
    expected = kind or (Kind.NEW if host == "a" else Kind.EXTENDED)
    assert index.check_and_add(whole).kind is expected
    # What copies the rest of it has nothing in common with the excerpt.
    rest = index.check(on("c", " ".join(SENTENCES[-7:])))
    if expected is Kind.PARTIAL:
        assert rest.kind is Kind.NEW
    else:
        assert told(rest) == (Kind.PARTIAL, whole.id, None)
    # Both have all of the excerpt.
    repost = index.check(on("c", f"{FRAME} {excerpt.text}"))
    assert told(repost) == (Kind.REPOST, excerpt.id, None)
    assert (len(repost.matches) == 1) is (expected is not Kind.NEW)


def test_the_whole_of_a_spun_excerpt_is_an_article(index: Index) -> None:
    # Sentences in another order.
    excerpt = on("a", " ".join(reversed(SENTENCES[:8])))
    index.check_and_add(excerpt)
    assert told(index.check_and_add(on("b", WHOLE))) == (Kind.EXTENDED, excerpt.id, None)


def test_who_takes_both_from_an_excerpt_and_the_rest_copies_the_whole(index: Index) -> None:
    excerpt, whole = on("a", " ".join(SENTENCES[:8])), on("b", WHOLE)
    for document in (excerpt, whole):
        index.check_and_add(document)
    verdict = index.check(on("c", " ".join(SENTENCES[2:16])))
    assert [match.id for match in verdict.matches] == [whole.id]
    assert verdict.kind is Kind.PARTIAL
    # What is merged of the excerpt and something else is none of the whole.
    other = on("d", text_of("other", 8))
    index.check_and_add(other)
    merger = index.check(on("e", f"{excerpt.text} {other.text}"))
    assert {match.id for match in merger.matches} == {excerpt.id, other.id}
    assert merger.kind is Kind.PARTIAL


def test_the_whole_goes_on_as_an_article_when_its_excerpt_has_another_text(index: Index) -> None:
    excerpt, whole = on("a", " ".join(SENTENCES[:8])), on("b", WHOLE)
    for document in (excerpt, whole):
        index.check_and_add(document)
    index.check_and_add(on("a", text_of("another", 16)))
    again = index.check_and_add(whole)
    assert told(again) == (Kind.UPDATED, None, None)
    assert told(index.check_and_add(whole)) == (Kind.UNCHANGED, None, None)
    assert told(index.check(on("c", WHOLE))) == (Kind.EXACT, whole.id, None)


def test_a_version_of_an_extended_text_that_lacks_the_short_one_extends_nothing(
    index: Index,
) -> None:
    index.check_and_add(F)
    first = index.check_and_add(E)
    version = on("b", f"{text_of('more', 1)} {REST}")
    updated = index.check_and_add(version)
    assert (told(updated), updated.story) == ((Kind.UPDATED, None, None), first.story)
    record = index.get(E.id)
    assert record is not None
    assert (record.kind, record.sources) == (Kind.NEW, ())
    assert told(index.check_and_add(version)) == (Kind.UNCHANGED, None, None)


@pytest.mark.parametrize("was_known", [False, True])
def test_a_version_of_an_extended_text_that_a_longer_one_has_still_extends(
    extended: Index, was_known: bool
) -> None:
    # A page that has grown since it was an article does not extend what it has now by its record.
    rest = text_of("longer", 30)
    if was_known:
        extended.check_and_add(on("c", rest))
    longer = extended.check_and_add(on("c", f"{FULL} {rest}"))
    assert longer.kind is (Kind.UPDATED if was_known else Kind.EXTENDED)
    version = on("b", f"{FULL} {text_of('more', 1)}")
    assert told(extended.check_and_add(version)) == (Kind.EXTENDED, F.id, None)
    repost = extended.check(on("d", f"{FRAME} {version.text}"))
    assert repost.matches[0].id == E.id
    assert F.id not in [match.id for match in repost.matches]


def test_a_version_of_an_extended_text_of_which_a_copy_was_elected_still_extends(
    index: Index,
) -> None:
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    early, earlier = (datetime(year, 1, 1, tzinfo=timezone.utc) for year in (2020, 2019))
    repost = on("c", f"{FRAME} {FULL}", published=earlier)
    for document, kind in (
        (F, Kind.NEW),
        (on("b", FULL, published=early), Kind.EXTENDED),
        (repost, Kind.ORIGINAL),
    ):
        assert index.check_and_add(document, policy=policy).kind is kind
    version = on("b", f"{FULL} {text_of('more', 1)}", published=early)
    assert told(index.check_and_add(version, policy=policy)) == (Kind.EXTENDED, F.id, None)
    again = index.check(on("d", f"{FRAME} {version.text}"), policy=policy)
    assert [match.id for match in again.matches] == [repost.id]


@pytest.mark.parametrize("form", [7, 12, 13])
def test_in_earlier_formats_an_extended_text_was_in_the_story_of_its_source(
    extended: Index, form: int
) -> None:
    record = extended.get(E.id)
    assert record is not None
    data = replace(record, story=b"of F....", telling=None, sketch=None).to_bytes()
    assert (Record.from_bytes(data, form).story == b"of F....") is (form == 13)


@pytest.mark.parametrize("more", [16, 60])
def test_a_short_text_that_outgrows_what_extended_it_is_the_source_of_its_reposts(
    extended: Index, more: int
) -> None:
    grown = on("a", f"{FULL} {text_of('more', more)}")
    assert extended.check_and_add(grown).kind is Kind.UPDATED
    repost = extended.check(on("c", f"{FRAME} {grown.text}"))
    assert told(repost) == (Kind.REPOST, grown.id, None)


def test_articles_that_extend_each_other_by_their_records_are_copied(extended: Index) -> None:
    # The address of the flash has something else, and then the full article with more.
    extended.check_and_add(on("a", text_of("another", 5)))
    longer = on("a", f"{FULL} {text_of('more', 36)}")
    assert told(extended.check_and_add(longer)) == (Kind.EXTENDED, E.id, None)
    for text, source in ((FULL, E), (longer.text, longer)):
        repost = extended.check(on("c", f"{FRAME} {text}"))
        assert told(repost) == (Kind.REPOST, source.id, None)
        assert len(repost.matches) == 1


def test_one_is_copied_where_chance_passes_over_each_for_another(index: Index) -> None:
    # Chance says which phrases of a text the sketches hold.
    first, second = (on(f"a{n}", text_of(f"26 flash {n}", 2)) for n in range(2))
    own = text_of("26 own", 10)
    longest = on("c", f"{second.text} {first.text} {own} {text_of('26 rest', 20)}")
    # Each extends both of those that have less.
    for document in (
        first,
        second,
        on("b", f"{first.text} {own}"),
        longest,
        on("b", f"{first.text} {second.text} {own}"),
    ):
        index.check_and_add(document)
    verdict = index.check(on("d", f"{second.text} {first.text[:46]}"))
    assert (verdict.kind, len(verdict.matches)) == (Kind.PARTIAL, 1)


def test_one_is_copied_of_three_articles_that_extend_each_other(index: Index) -> None:
    short, more, most = (text_of((name, 202), n) for name, n in (("c", 6), ("x", 3), ("y", 3)))
    texts = (short, f"{short} {more}", f"{short} {more} {most}")
    sources: list[Source] = []
    for host, text in zip("cba", texts, strict=True):
        index.add(on(host, text))
        found = index.find(on(host, "").id)
        assert found is not None
        ordinal, record = found
        if sources:
            index.put_record(replace(record, kind=Kind.EXTENDED, sources=tuple(sources)))
        sources.insert(0, Source(ordinal, 0.9))
    # Of the longest it has clearly more than of the shortest, and hardly more than of the one between.
    rest = f"{more} {most}"
    spun = "".join("某" if place % 4 == 2 else one for place, one in enumerate(rest))
    assert len(index.check(on("q", f"{short} {spun}"[:440])).matches) == 1


def test_an_extended_text_that_copies_another_article_is_counted_among_its_copies(
    index: Index,
) -> None:
    other = on("o", text_of("other", 12))
    for document in (F, other):
        index.check_and_add(document)
    held = index.reserve(E)
    assert held.let_through(1)
    held.commit()
    assert index.check(on("b", f"{FULL} {FRAME}")).let_through == "copy"
    repost = index.reserve(on("b", f"{FRAME} {other.text}"))
    assert told(repost.verdict)[:2] == (Kind.REPOST, other.id)
    assert repost.verdict.let_through is None
    assert repost.let_through(1)
    repost.commit()
    assert not index.reserve(on("c", f"{FRAME} {other.text}")).let_through(1)


def test_an_extended_text_waits_until_its_source_has_another_text(extended: Index) -> None:
    held = extended.reserve(on("a", text_of("another", 16)))
    assert extended.reserve(E).blockers
    held.rollback()
    assert told(extended.check_and_add(E)) == (Kind.UNCHANGED, F.id, None)


def test_the_copies_of_a_restored_extended_text_are_still_its_copies(extended: Index) -> None:
    repost, excerpt = on("c", f"{FRAME} {FULL}"), on("d", REST[: len(REST) // 2])
    for copy in (repost, excerpt):
        extended.check_and_add(copy)
    record = extended.get(E.id)
    assert record is not None
    assert restore(extended, record).kind is Kind.NEW
    for copy in (repost, excerpt):
        assert told(extended.check_and_add(copy)) == (Kind.UNCHANGED, E.id, None)
    assert told(extended.check_and_add(E)) == (Kind.UPDATED, None, None)
    for copy in (repost, excerpt):
        assert told(extended.check_and_add(copy)) == (Kind.UNCHANGED, E.id, None)


@pytest.mark.parametrize("other", ["one", "two", "three"])
def test_a_long_text_does_not_extend_another_short_one_by_chance(index: Index, other: str) -> None:
    long = on("b", f"{FLASH} {text_of('long', 120)}")
    for document in (F, long):
        index.check_and_add(document)
    assert index.check(long).copy_kind is Kind.EXTENDED
    index.check_and_add(on("a", text_of(other, 2)))
    assert told(index.check_and_add(long)) == (Kind.UPDATED, None, None)


@pytest.mark.parametrize("seed", range(10))
def test_a_repost_of_a_long_excerpt_is_none_of_the_whole(seed: int) -> None:
    # Of either, a sketch holds about one phrase of forty: chance says whose goes further.
    excerpt = on("a", text_of(f"excerpt {seed}", 24))
    rest = text_of(f"rest {seed}", 32)
    with NearDupIndex.in_memory() as index:
        index.check_and_add(excerpt)
        whole = on("b", f"{excerpt.text} {rest}")
        assert index.check_and_add(whole).kind is Kind.EXTENDED
        repost = index.check(on("c", f"{FRAME} {excerpt.text}"))
        assert told(repost) == (Kind.REPOST, excerpt.id, None)
        half = len(excerpt.text) // 2
        part = index.check(on("c", f"{excerpt.text[half:]} {rest[:half]}"))
        assert [match.id for match in part.matches] == [whole.id]


@pytest.mark.parametrize("frame", ["", FRAME])
def test_only_the_full_article_is_named_where_the_first_flash_has_expired(frame: str) -> None:
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    flash = replace(F, published=datetime(2021, 1, 1, tzinfo=timezone.utc))
    earlier = on("o", f"{frame} {FLASH}", published=datetime(2020, 1, 1, tzinfo=timezone.utc))
    now = start = 1_700_000_000
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        index.check_and_add(flash, policy=policy)
        now = start + 60
        assert index.check_and_add(earlier, policy=policy).kind is Kind.ORIGINAL
        assert index.check_and_add(E, policy=policy).kind is Kind.EXTENDED
        repost = on("c", f"{FRAME} {FULL}")
        assert [match.id for match in index.check(repost).matches] == [E.id]
        now = start + 120
        assert [match.id for match in index.check(repost).matches] == [E.id]


def test_a_copy_of_a_short_full_article_does_not_name_its_flash(index: Index) -> None:
    flash, full = text_of("short flash", 1), text_of("short flash", 1) + text_of("more", 1)
    index.check_and_add(on("a", flash))
    assert index.check_and_add(on("b", full)).kind is Kind.EXTENDED
    for copy in (full, f"{FRAME} {full}"):
        assert [match.id for match in index.check(on("c", copy)).matches] == [E.id]
    assert [match.id for match in index.check(on("c", f"{FRAME} {flash}")).matches] == [F.id]


def test_only_the_full_article_is_named_where_a_third_flash_was_elected_after_the_first_had_expired() -> (
    None
):
    policy = Policy(Keep.EARLIEST_PUBLISHED)
    flashes = [
        on(host, text, published=datetime(year, 1, 1, tzinfo=timezone.utc))
        for host, text, year in (
            ("a", FLASH, 2021),
            ("o", f"{FRAME} {FLASH}", 2020),
            ("p", FLASH, 2019),
        )
    ]
    now = start = 1_700_000_000
    with NearDupIndex.in_memory(thresholds=Thresholds(ttl=100), clock=lambda: now) as index:
        index.check_and_add(flashes[0], policy=policy)
        now = start + 60
        assert index.check_and_add(flashes[1], policy=policy).kind is Kind.ORIGINAL
        assert index.check_and_add(E, policy=policy).kind is Kind.EXTENDED
        now = start + 120
        assert index.check_and_add(flashes[2], policy=policy).kind is Kind.ORIGINAL
        repost = on("c", f"{FRAME} {FULL}")
        assert [match.id for match in index.check(repost).matches] == [E.id]
