"""One suite for every index: in memory, in LevelDB, in SQLite, on Redis and on a Redis cluster."""

from __future__ import annotations

import time
from datetime import datetime, timezone

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.criteria import Compare, Criteria
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.verdict.election import BY_EVIDENCE
from scrapy_neardup.core.verdict.provenance import Provenance
from tests.core.index.articles import OBITUARY, QUOTING, SPUN_OBITUARY, article


def test_the_first_article_is_new_and_its_text_elsewhere_is_exact(index):
    assert index.check_and_add(Document("a", article(1))).kind is Kind.NEW
    verdict = index.check_and_add(Document("b", article(1).upper() + "  "))
    assert verdict.kind is Kind.EXACT
    assert verdict.match.id == "a"
    assert (verdict.score, verdict.distance) == (1.0, 0)


def test_another_article_is_new(index):
    index.check_and_add(Document("a", article(1)))
    assert index.check_and_add(Document("b", article(2))).kind is Kind.NEW
    assert len(index) == 2


def test_a_repost_with_another_frame_is_found_and_named(index):
    for seed in range(20):
        index.check_and_add(Document(f"doc{seed}", article(seed)))
    verdict = index.check_and_add(Document("copy", "From our wire desk. " + article(7)))
    assert verdict.kind is Kind.REPOST
    assert verdict.match.id == "doc7"
    assert 0 < verdict.score <= 1


def test_a_phrase_that_no_other_article_has_leads_to_its_source(index):
    index.check_and_add(Document("a", OBITUARY))
    verdict = index.check(Document("b", SPUN_OBITUARY))
    assert (verdict.kind, verdict.match.id) == (Kind.SPUN, "a")


def test_a_phrase_that_another_article_has_too_leads_to_none(index):
    index.check_and_add(Document("a", OBITUARY))
    index.check_and_add(Document("c", QUOTING))
    verdict = index.check(Document("b", SPUN_OBITUARY))
    # Its terms lead to the source, and it is found by its sentences.
    assert (verdict.kind, verdict.candidates) == (Kind.REWRITTEN, 1)


def test_a_phrase_that_no_other_article_has_leads_to_none_that_is_unlike(index):
    index.check_and_add(Document("c", QUOTING))
    verdict = index.check(Document("b", SPUN_OBITUARY))
    assert (verdict.kind, verdict.candidates) == (Kind.NEW, 0)


def test_a_version_is_told_from_another_article_of_its_address(index):
    assert not index.has_other_article(Document("a", article(2)))
    reserved = index.reserve(Document("a", article(1)))
    assert not index.has_other_article(Document("a", article(1) + " It rained."))
    assert index.has_other_article(Document("a", article(2)))
    assert index.has_other_article(Document("a", "How true!"))
    reserved.rollback()
    assert not index.has_other_article(Document("a", article(2)))
    index.check_and_add(Document("a", "How true!"))
    assert not index.has_other_article(Document("a", "how true"))
    assert index.has_other_article(Document("a", "How wrong!"))


def test_check_changes_nothing(index):
    assert index.check(Document("a", article(1))).kind is Kind.NEW
    assert index.check(Document("a", article(1))).kind is Kind.NEW
    assert len(index) == 0


def test_the_same_id_is_unchanged_or_updated_and_never_its_own_copy(index):
    index.check_and_add(Document("a", article(1)))
    assert index.check_and_add(Document("a", article(1))).kind is Kind.UNCHANGED
    assert index.check_and_add(Document("a", article(1) + " Correction.")).kind is Kind.UPDATED
    assert index.check_and_add(Document("a", article(1) + " Correction.")).kind is Kind.UNCHANGED
    assert len(index) == 1


def test_an_update_takes_the_old_text_out_of_the_tables(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("a", article(2)))
    assert index.check(Document("b", article(1))).kind is Kind.NEW
    assert index.check(Document("b", article(2))).kind is Kind.EXACT


def test_revision_decides_between_unchanged_and_updated_when_given(index):
    index.check_and_add(Document("a", article(1), revision="r1"))
    assert index.check(Document("a", article(2), revision="r1")).kind is Kind.UNCHANGED
    assert index.check(Document("a", article(1), revision="r2")).kind is Kind.UPDATED


def test_a_text_without_its_page_is_the_content_of_a_page_with_the_same_text(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("copy", article(1)))
    for name in ("a", "copy"):
        page = Document(name, article(1), revision="the page's lines")
        assert index.check_and_add(page).kind is Kind.UNCHANGED
    changed = Document("a", f"{article(1)} And more.", revision="other lines")
    assert index.check_and_add(changed).kind is Kind.UPDATED


@pytest.mark.parametrize("told", ["credit", "date"])
def test_a_page_brings_the_evidence_that_its_text_alone_had_not(index, told):
    copy, original = "http://copy.example/a", "http://post.example/b"
    if told == "credit":
        says, named = {"credit": "Harbour Post"}, {"site_name": "Harbour Post"}
        first, second = [
            {"provenance": Provenance.of_page(url, **one)}
            for url, one in ((copy, says), (original, named))
        ]
    else:
        first, second = [
            {"published": datetime(2024, 1, day, 9, 5, tzinfo=timezone.utc)} for day in (9, 2)
        ]
    index.check_and_add(Document(copy, article(1), url=copy), policy=BY_EVIDENCE)
    page = Document(copy, article(1), url=copy, revision="lines", **first)
    assert index.check_and_add(page, policy=BY_EVIDENCE).kind is Kind.UPDATED
    assert index.check_and_add(page, policy=BY_EVIDENCE).kind is Kind.UNCHANGED
    other = Document(original, article(1), url=original, revision="lines", **second)
    assert index.check_and_add(other, policy=BY_EVIDENCE).kind is Kind.ORIGINAL


def test_a_copy_seen_again_is_unchanged_and_still_names_its_source(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("b", article(1)))
    verdict = index.check_and_add(Document("b", article(1)))
    assert verdict.kind is Kind.UNCHANGED
    assert verdict.match.id == "a"
    assert verdict.copy_kind is Kind.EXACT


def test_a_copy_is_never_a_source(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("b", article(1)))
    index.remove("a")
    assert index.check(Document("c", article(1))).kind is Kind.NEW


def test_a_copy_whose_source_is_gone_becomes_a_source_at_its_next_visit(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("b", article(1)))
    index.remove("a")
    assert index.check_and_add(Document("b", article(1))).kind is Kind.UPDATED
    assert index.check(Document("c", article(1))).match.id == "b"
    assert (len(index), index.stats()["copies"]) == (1, 0)


def test_a_copy_that_is_rewritten_into_another_story_is_an_update(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("b", article(1)))
    assert index.check_and_add(Document("b", article(2))).kind is Kind.UPDATED
    assert len(index) == 2


def test_no_text_is_no_text_and_is_not_kept(index):
    for text in ("", "  \n\t", "……！？", "\u200b\u200f"):
        assert index.check_and_add(Document("a", text)).kind is Kind.NO_TEXT
    assert len(index) == 0
    assert "a" not in index


def test_a_document_without_text_waits_for_none(index):
    index.check_and_add(Document("a", article(1)))
    index.check_and_add(Document("b", article(1), revision="r"))
    held = index.reserve(Document("a", article(2)))
    late = index.reserve(Document("b", "", revision="r"))
    assert late.verdict.kind is Kind.NO_TEXT
    assert late.blockers == ()
    late.rollback()
    held.rollback()


def test_short_texts_are_judged_by_equality_only(index):
    resumes, resumed = (
        f"The ferry to the outer islands {verb} its service today"
        for verb in ("resumes", "resumed")
    )
    assert index.check_and_add(Document("a", resumes)).kind is Kind.TOO_SHORT
    assert index.check_and_add(Document("b", resumed)).kind is Kind.TOO_SHORT
    assert index.check_and_add(Document("c", f" {resumes.upper()}!")).kind is Kind.EXACT


@pytest.mark.parametrize(
    ("text", "kind"),
    [("顶", Kind.TOO_SHORT), ("顶" * 19 + "！", Kind.TOO_SHORT), ("顶" * 20, Kind.EXACT)],
)
def test_of_texts_that_are_too_short_even_equal_ones_are_no_copies(index, text, kind):
    for name in ("a", "b"):
        index.check_and_add(Document(name, text))
    assert index.check_and_add(Document("c", text)).kind is kind
    assert index.check_and_add(Document("a", text)).kind is Kind.UNCHANGED


def test_equality_only_leaves_likeness_out(index):
    index.check_and_add(Document("a", article(1)))
    longer = "From our wire desk. " + article(1)
    assert index.check(Document("b", longer)).kind is Kind.REPOST
    assert index.check(Document("b", longer, equality_only=True)).kind is Kind.TOO_SHORT
    assert index.check(Document("b", article(1), equality_only=True)).kind is Kind.EXACT


def test_hosts_are_those_of_the_urls_whatever_the_ids_are(index):
    def doc(name, host, compare=Compare.ALL):
        url = f"http://{host}.example/{name}"
        return Document(name, article(1), url=url, criteria=Criteria(compare=compare))

    index.check_and_add(doc("1", "gull"))
    for host in ("gull", "attic"):
        kinds = [
            index.check(doc("2", host, one)).kind for one in Compare if one is not Compare.ALL
        ]
        found = [Kind.NEW, Kind.EXACT]
        assert kinds == (found if host == "gull" else found[::-1])


def test_what_is_to_be_kept_apart_is_no_source(index):
    def doc(name, apart_from=None):
        return Document(name, article(1), criteria=Criteria(apart_from=apart_from))

    # A copy from before it was to be kept apart is judged anew.
    kinds = [index.check_and_add(doc(name)).kind for name in ("a", "a#1")]
    assert kinds == [Kind.NEW, Kind.EXACT]
    assert index.check(doc("a#1")).match.id == "a"
    assert index.check_and_add(doc("a#1", "a")).kind is Kind.UPDATED
    assert index.check_and_add(doc("a#2", "a")).kind is Kind.NEW
    assert index.check_and_add(doc("a#2", "a")).kind is Kind.UNCHANGED
    assert index.check(doc("a#3", "a#1")).match.id == "a"
    assert index.check_and_add(doc("ab", "a")).kind is Kind.NEW
    assert index.check(doc("a#4", "a")).match.id == "ab"
    assert index.check(doc("c", "b")).match.id == "a"


def test_only_the_equal_of_its_address_is_still_copied_by_what_comes_again(index):
    """The first of the items that a page has under its address may have been a later one of them."""
    text = article(1)
    apart = Criteria(apart_from="page", apart_unless_equal=True)
    index.check_and_add(Document("page#b", text))
    assert index.check_and_add(Document("page", text)).kind is Kind.EXACT
    again = index.check_and_add(Document("page", text, criteria=apart))
    assert (again.kind, again.match.id) == (Kind.UNCHANGED, "page#b")
    edited = f"{text} And that was all."
    assert index.check_and_add(Document("page", edited)).match.id == "page#b"
    assert index.check_and_add(Document("page", edited, criteria=apart)).match is None


def test_removal_takes_everything_out(index):
    index.check_and_add(Document("a", article(1)))
    assert index.remove("a")
    assert not index.remove("a")
    assert "a" not in index
    assert len(index) == 0
    assert index.check(Document("b", article(1))).kind is Kind.NEW


def test_add_keeps_a_source_whatever_it_resembles(index):
    index.add(Document("a", article(1)))
    index.add(Document("b", article(1)))
    assert len(index) == 2
    assert index.check(Document("c", article(1))).match.id == "a"


def test_the_oldest_of_equal_sources_is_named(index):
    for name in "bca":
        index.add(Document(name, article(1)))
    assert [match.id for match in index.check(Document("d", article(1))).matches] == ["b"]


def test_an_article_is_kept_though_what_it_teaches_cant_be_written(index, monkeypatch, caplog):
    def fail(notes):
        raise NearDupError("the disk is full of eels")

    one = Document(
        "one",
        article(1),
        url="http://gull.example/1",
        published=datetime(2026, 11, 1, tzinfo=timezone.utc),
    )
    monkeypatch.setattr(index.hosts, "_write_notes", fail)
    monkeypatch.setattr(index.hosts, "_next_save", 0.0)
    index.reserve(one).commit()
    assert index.check(one).kind is Kind.UNCHANGED
    assert "What was learned last of hosts and words is not saved: the disk" in caplog.text


def test_records_tell_what_was_kept(tmp_path):
    with NearDupIndex.in_memory(clock=lambda: 1_700_000_000.0) as index:
        published = datetime(2026, 11, 1, tzinfo=timezone.utc)
        index.check_and_add(
            Document("a", article(1), url="http://a.example/", published=published)
        )
        index.check_and_add(Document("b", article(1)))
        source, copy = index.records()
    assert (source.id, source.url, source.kind) == ("a", "http://a.example/", Kind.NEW)
    assert source.published == int(published.timestamp())
    assert source.first_seen == 1_700_000_000
    assert (copy.id, copy.url, copy.kind) == ("b", None, Kind.EXACT)


class TestReservations:
    def test_a_reserved_document_is_seen_by_later_ones(self, index):
        first = index.reserve(Document("a", article(1)))
        second = index.reserve(Document("b", article(1)))
        assert second.verdict.kind is Kind.EXACT
        assert second.verdict.match.pending
        assert second.blockers == (first,)
        assert len(index) == 0

    def test_a_committed_one_is_a_source(self, index):
        index.reserve(Document("a", article(1))).commit()
        after = index.reserve(Document("b", article(1)))
        assert after.blockers == ()
        assert not after.verdict.match.pending
        assert len(index) == 1

    def test_one_rolled_back_leaves_nothing(self, index):
        index.reserve(Document("a", article(1))).rollback()
        after = index.reserve(Document("b", article(1)))
        assert after.verdict.kind is Kind.NEW
        assert index.stats()["reserved"] == 1
        after.rollback()
        assert (len(index), list(index.records()), index.stats()["reserved"]) == (0, [], 0)

    def test_the_first_outcome_counts(self, index):
        reservation = index.reserve(Document("a", article(1)))
        reservation.rollback()
        reservation.commit()
        assert len(index) == 0

    def test_the_same_id_twice_at_once_waits_for_the_first(self, index):
        first = index.reserve(Document("a", article(1)))
        again = index.reserve(Document("a", article(1)))
        assert again.verdict.kind is Kind.UNCHANGED
        assert again.blockers == (first,)
        changed = index.reserve(Document("a", article(2)))
        assert changed.blockers == (first,)

    @pytest.mark.parametrize("known", [False, True])
    @pytest.mark.parametrize("way", ["add", "check_and_add", "put_record"])
    def test_what_is_reserved_here_is_not_written_beside_its_reservation(self, index, way, known):
        if known:
            index.check_and_add(Document("a", article(1)))
        reserved = index.reserve(Document("a", article(2)))
        given = reserved.record if way == "put_record" else Document("a", article(3))
        began = time.monotonic()
        with pytest.raises(NearDupError, match="a is reserved: commit or roll back"):
            getattr(index, way)(given)
        assert time.monotonic() - began < 5
        reserved.commit()
        assert index.check(Document("b", article(2))).match.id == "a"
        index.add(Document("a", article(3)))
        assert index.check(Document("b", article(3))).match.id == "a"

    def test_an_update_rolled_back_leaves_the_old_text(self, index):
        index.check_and_add(Document("a", article(1)))
        update = index.reserve(Document("a", article(2)))
        assert update.verdict.kind is Kind.UPDATED
        update.rollback()
        assert index.check(Document("a", article(1))).kind is Kind.UNCHANGED
        assert index.check(Document("b", article(1))).kind is Kind.EXACT
        assert index.check(Document("b", article(2))).kind is Kind.NEW

    def test_a_reserved_copy_is_kept_as_one(self, index):
        index.check_and_add(Document("a", article(1)))
        index.reserve(Document("b", article(1))).commit()
        assert (len(index), index.stats()["copies"]) == (1, 1)

    @pytest.mark.parametrize(
        ("document", "rests"),
        [
            (Document("b", article(1)), True),
            (Document("b", article(1) + " Postscript."), True),
            (Document("a", article(2)), True),
            (Document("b", article(2)), False),
            (Document("b", ""), False),
            (Document("b", article(1), equality_only=True), True),
            (Document("b", article(1) + " Postscript.", equality_only=True), False),
        ],
    )
    def test_who_would_rest_on_a_reservation_is_told_as_by_reserving(self, index, document, rests):
        first = index.reserve(Document("a", article(1)))
        fingerprint = index.fingerprinter(document.text, document.title)
        assert index.would_rest_on(document, fingerprint, first) is rests
        assert index.reserve(document).blockers == ((first,) if rests else ())

    @pytest.mark.parametrize(("text", "rests"), [("顶" * 19, False), ("顶" * 20, True)])
    def test_a_text_that_is_too_short_to_compare_rests_on_none(self, index, text, rests):
        first = index.reserve(Document("a", text))
        other = Document("b", text)
        assert index.would_rest_on(other, index.fingerprinter(text), first) is rests
        assert bool(index.reserve(other).blockers) is rests

    def test_on_a_reserved_copy_only_its_own_id_rests(self, index):
        index.check_and_add(Document("a", article(1)))
        copy = index.reserve(Document("b", article(1)))
        fingerprint = index.fingerprinter(article(1))
        assert not index.would_rest_on(Document("c", article(1)), fingerprint, copy)
        assert index.would_rest_on(Document("b", article(1)), fingerprint, copy)


class TestKeeping:
    def test_pruning_takes_out_the_oldest_first_and_no_more_than_asked_for(self, index):
        for number in range(6):
            index.check_and_add(Document(f"doc{number}", article(number)))
        later = index.get("doc5").first_seen + 10
        assert index.prune(later, limit=2) == 2
        assert [record.id for record in index.records()] == ["doc2", "doc3", "doc4", "doc5"]
        assert index.prune(later - 1000) == 0
        assert index.prune(later) == 4
        assert (len(index), list(index.records())) == (0, [])
        for number in range(6):
            assert index.check(Document("other", article(number))).kind is Kind.NEW

    def test_a_reserved_document_is_neither_removed_nor_pruned(self, index):
        reservation = index.reserve(Document("a", article(1)))
        assert not index.remove("a")
        assert index.prune(2**31) == 0
        reservation.commit()
        assert index.check(Document("b", article(1))).match.id == "a"

    def test_texts_are_kept_beside_the_documents_that_ask_for_it(self, index):
        index.check_and_add(Document("a", article(1), title="One", keep_text=True))
        index.check_and_add(Document("b", article(2)))
        (a, b) = (index.find(name)[0] for name in "ab")
        assert index.kept_texts([a, b]) == [KeptText(article(1), "One"), None]
        assert index.stats()["kept_texts"] == (None if index.engine == "Redis" else 1)
        index.remove("a")
        assert index.kept_text(a) is None

    def test_notes_live_in_the_index(self, index):
        assert index.read_note("site") is None
        index.write_notes([("site", b"1"), ("other", b"2"), ("\ud800.example", b"4")])
        index.write_notes([("site", b"3")])
        assert index.read_note("site") == b"3"
        assert index.read_note("\ud800.example") == b"4"
        assert dict(index.notes()) == {"site": b"3", "other": b"2", "\ud800.example": b"4"}

    def test_stats_have_these_keys_everywhere(self, index):
        with NearDupIndex.in_memory() as other:
            own = {"lapsed", "unacknowledged"} if index.engine == "Redis" else set()
            assert index.stats().keys() - own == other.stats().keys()
        assert index.stats()["engine"] == index.engine

    def test_compacting_leaves_everything_findable(self, index):
        for number in range(30):
            index.check_and_add(Document(f"doc{number}", article(number)))
        for number in range(0, 30, 2):
            index.remove(f"doc{number}")
        index.compact()
        for number in range(30):
            expected = Kind.EXACT if number % 2 else Kind.NEW
            assert index.check(Document("x", article(number))).kind is expected
            assert (f"doc{number}" in index) is bool(number % 2)

    def test_what_is_copied_into_another_index_is_the_same_there(self, index):
        for number in range(10):
            index.check_and_add(Document(f"doc{number}", article(number), keep_text=number < 2))
        index.check_and_add(Document("copy", article(3)))
        index.remove("doc0")
        index.write_notes([("note", b"value")])
        with NearDupIndex.in_memory(index.scheme) as target:
            report = copy_index(index, target)
            assert (report.articles, report.copies, report.differing) == (9, 1, 0)
            assert target.check(Document("x", article(4))).match.id == "doc4"
            assert target.get("copy").kind is Kind.EXACT
            assert target.read_note("note") == b"value"
            assert target.differing([*target.numbered_records()]) == 0
            with pytest.raises(NearDupError, match="not empty"):
                copy_index(index, target)

    def test_a_copied_merger_keeps_the_source_that_is_left(self, index):
        merger = Document("merger", f"{article(31)} {article(32)}")
        with NearDupIndex.in_memory(index.scheme) as source:
            source.check_and_add(Document("a", article(31)))
            source.check_and_add(Document("b", article(32)))
            first, second = (match.id for match in source.check_and_add(merger).matches)
            source.remove(first)
            report = copy_index(source, index)
            assert (report.dropped_sources, report.differing) == (1, 0)
            assert index.check(merger).matches == source.check(merger).matches
        with NearDupIndex.in_memory(index.scheme) as target:
            assert copy_index(index, target).differing == 0
            verdict = target.check(merger)
            assert verdict.kind is Kind.UNCHANGED
            assert [match.id for match in verdict.matches] == [second]

    def test_a_document_whose_postings_are_gone_differs(self, index):
        index.check_and_add(Document("a", article(1)))
        entry = index.find("a")
        assert index.differing([entry]) == 0
        index.remove("a")
        assert index.differing([entry]) == 1

    def test_an_id_of_any_length_and_any_characters_is_a_name(self, index):
        names = ["x", "x" * 5000, "http://a.example/\ud800", "\x00", "名" * 3000]
        for number, name in enumerate(names):
            assert index.check_and_add(Document(name, article(number))).kind is Kind.NEW
            assert name in index
            assert index.check_and_add(Document(name, article(number))).kind is Kind.UNCHANGED
        assert len(index) == 5


def test_pruning_leaves_a_document_that_is_being_updated(index):
    now = datetime.now(timezone.utc).timestamp()
    for number in range(3):
        index.check_and_add(Document(f"d{number}", article(number)))
    update = index.reserve(Document("d1", article(9)))
    assert update.verdict.kind is Kind.UPDATED
    assert index.prune(now + 60, limit=10) == 2
    update.commit()
    assert index.check(Document("d1", article(9))).kind is Kind.UNCHANGED
    assert index.prune(now + 60, limit=10) == 1
    assert index.find("d1") is None


def test_a_closed_index_is_refused(index):
    index.check_and_add(Document("a", article(1)))
    index.close()
    for call in (
        lambda: index.check_and_add(Document("b", article(2))),
        lambda: index.check(Document("b", article(2))),
        lambda: index.find("a"),
        lambda: [*index.records()],
    ):
        with pytest.raises(NearDupError, match="is closed"):
            call()
    index.close()


def test_what_is_reserved_when_the_index_closes_cant_be_committed_later(index, caplog):
    index.check_and_add(Document("a", article(1)))
    committed, given_up, let_through, late = (
        index.reserve(Document(name, article(seed), keep_text=True))
        for name, seed in (("b", 2), ("c", 3), ("d", 1), ("a", 1))
    )
    assert let_through.let_through(1)
    index.close()
    for reservation in (committed, let_through, late):
        with pytest.raises(NearDupError, match="is closed"):
            reservation.commit()
        reservation.rollback()
    given_up.rollback()
    assert caplog.messages == []
