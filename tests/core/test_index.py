from __future__ import annotations

import json
import random
import subprocess
import sys
from datetime import datetime, timezone

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme
from scrapy_neardup.core.errors import IndexFormatError, IndexLocked, SchemeMismatch
from scrapy_neardup.core.leveldb.store import LevelDBStore

NOUNS = [
    "lamp",
    "river",
    "engine",
    "baker",
    "ferry",
    "ledger",
    "garden",
    "mayor",
    "copper",
    "violin",
    "orchard",
    "signal",
]
VERBS = [
    "repaired",
    "painted",
    "carried",
    "sold",
    "measured",
    "forgot",
    "praised",
    "counted",
    "moved",
    "buried",
]
PLACES = [
    "harbour",
    "station",
    "market",
    "valley",
    "school",
    "bridge",
    "chapel",
    "quarry",
    "island",
    "museum",
]


def article(seed, sentences=12):
    rng = random.Random(seed)
    return " ".join(
        f"The {rng.choice(NOUNS)} {rng.randrange(1000)} was {rng.choice(VERBS)} near the "
        f"{rng.choice(PLACES)} by {rng.choice(['Ada', 'Bo', 'Cleo', 'Dirk', 'Edda', 'Finn'])} "
        f"{rng.choice(['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak'])}{rng.randrange(100)}."
        for _ in range(sentences)
    )


@pytest.fixture(params=["memory", "leveldb", "redis", "cluster"])
def index(request, tmp_path, shared_url):
    if request.param == "memory":
        opened = NearDupIndex.in_memory()
    elif request.param == "leveldb":
        opened = NearDupIndex.open(tmp_path / "index")
    else:
        opened = NearDupIndex.open(shared_url(request.param))
    with opened:
        yield opened


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


def test_short_texts_are_judged_by_equality_only(index):
    assert index.check_and_add(Document("a", "Ferry service resumes")).kind is Kind.TOO_SHORT
    assert index.check_and_add(Document("b", "Ferry service resumed")).kind is Kind.TOO_SHORT
    assert index.check_and_add(Document("c", "ferry  service RESUMES!")).kind is Kind.EXACT


def test_equality_only_leaves_likeness_out(index):
    index.check_and_add(Document("a", article(1)))
    longer = "From our wire desk. " + article(1)
    assert index.check(Document("b", longer)).kind is Kind.REPOST
    assert index.check(Document("b", longer, equality_only=True)).kind is Kind.TOO_SHORT
    assert index.check(Document("b", article(1), equality_only=True)).kind is Kind.EXACT


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
    assert index.check(Document("d", article(1))).match.id == "b"


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

    def test_on_a_reserved_copy_only_its_own_id_rests(self, index):
        index.check_and_add(Document("a", article(1)))
        copy = index.reserve(Document("b", article(1)))
        fingerprint = index.fingerprinter(article(1))
        assert not index.would_rest_on(Document("c", article(1)), fingerprint, copy)
        assert index.would_rest_on(Document("b", article(1)), fingerprint, copy)


class TestOpening:
    def test_an_index_is_as_it_was_left(self, tmp_path):
        with NearDupIndex.open(tmp_path) as index:
            index.check_and_add(Document("a", article(1)))
            index.check_and_add(Document("b", article(1)))
        with NearDupIndex.open(tmp_path) as index:
            assert (len(index), index.stats()["copies"]) == (1, 1)
            assert index.check(Document("c", article(1))).match.id == "a"
            assert index.check_and_add(Document("d", article(2))).kind is Kind.NEW

    def test_one_directory_is_one_index_under_every_spelling(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "link").symlink_to(tmp_path / "index")
        first = NearDupIndex.open("index")
        second = NearDupIndex.open(tmp_path / "other" / ".." / "index")
        third = NearDupIndex.open("link")
        assert first is second is third
        for name, opened in (("a", first), ("b", second)):
            opened.check_and_add(Document(name, article(name)))
            opened.close()
        third.check_and_add(Document("last", article(3)))
        third.close()
        with NearDupIndex.open("index") as index:
            assert all(name in index for name in ("a", "b", "last"))

    def test_another_scheme_is_refused_with_the_difference(self, tmp_path):
        NearDupIndex.open(tmp_path, Scheme(max_distance=3)).close()
        with pytest.raises(SchemeMismatch, match="max_distance: 3 against 2"):
            NearDupIndex.open(tmp_path, Scheme(max_distance=2, simhash_tables=3))
        with NearDupIndex.open(tmp_path) as index:
            assert index.scheme == Scheme(max_distance=3)
            with pytest.raises(SchemeMismatch, match="max_distance"):
                NearDupIndex.open(tmp_path, Scheme(max_distance=2, simhash_tables=3))

    def test_another_format_is_refused(self, tmp_path):
        NearDupIndex.open(tmp_path).close()
        store = LevelDBStore(tmp_path)
        form = json.loads(store.values([b"format"])[0])
        from scrapy_neardup.core.index.store import Change

        store.apply(Change(values={b"format": json.dumps({**form, "format": 99}).encode()}))
        store.close()
        with pytest.raises(IndexFormatError, match="format 99, this version reads"):
            NearDupIndex.open(tmp_path)

    def test_a_directory_with_other_files_is_refused_and_left_alone(self, tmp_path):
        (tmp_path / "notes.txt").write_text("mine")
        with pytest.raises(IndexFormatError, match="holds files but no index"):
            NearDupIndex.open(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]

    def test_a_file_is_refused(self, tmp_path):
        (tmp_path / "file").write_text("mine")
        with pytest.raises(IndexFormatError, match="name a directory"):
            NearDupIndex.open(tmp_path / "file")

    def test_another_process_is_refused_and_told_who_has_it(self, tmp_path):
        code = (
            "import sys\n"
            "from scrapy_neardup import NearDupIndex\n"
            "from scrapy_neardup.core.errors import IndexLocked\n"
            "try:\n"
            "    NearDupIndex.open(sys.argv[1])\n"
            "except IndexLocked as error:\n"
            "    print(error)\n"
        )
        with NearDupIndex.open(tmp_path, holder="spider news") as index:
            index.check_and_add(Document("a", article(1)))
            for _ in range(2):
                done = subprocess.run(
                    [sys.executable, "-c", code, str(tmp_path)],
                    capture_output=True,
                    text=True,
                    check=True,
                )
                assert "spider news" in done.stdout
                assert "process " in done.stdout
            index.check_and_add(Document("b", article(2)))
        with NearDupIndex.open(tmp_path) as index:
            assert len(index) == 2

    def test_the_lock_outlives_a_copy_of_the_directory(self, tmp_path):
        import shutil

        with NearDupIndex.open(tmp_path / "index"):
            shutil.copytree(tmp_path / "index", tmp_path / "backup")
            done = subprocess.run(
                [
                    sys.executable,
                    "-c",
                    (
                        "import sys; from scrapy_neardup.core.leveldb.store import LevelDBStore; "
                        "LevelDBStore(sys.argv[1])"
                    ),
                    str(tmp_path / "index"),
                ],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode != 0
            assert IndexLocked.__name__ in done.stderr
