from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError, IndexLocked, NearDupError
from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.index.documents import Documents
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.directory import backups_in
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change
from tests.faults.stories import story

ARTICLES = 10


@pytest.fixture(params=["leveldb", "sqlite"])
def path(tmp_path, request):
    with NearDupIndex.open(f"{request.param}://{tmp_path}/index") as index:
        for number in range(ARTICLES):
            index.check_and_add(Document(f"doc{number}", story(number)))
        index.check_and_add(Document("copy", story(0)))
    return tmp_path / "index"


def change(path, *, post=(), unpost=(), values=()) -> None:
    store = open_store(path)
    store.apply(Change(post=list(post), unpost=list(unpost), values=dict(values)))
    store.close()


def counts_of(next_ordinal: int, articles: int, copies: int) -> bytes:
    return (
        next_ordinal.to_bytes(4, "big") + articles.to_bytes(8, "big") + copies.to_bytes(8, "big")
    )


def first_bucket(path) -> tuple[bytes, bytes]:
    store = open_store(path)
    pair = next(store.postings())
    store.close()
    return pair


def test_a_sound_index_is_clean(path):
    report = check_index(path)
    assert report.clean
    assert report.records == ARTICLES + 1
    assert report.problems == []
    assert report.to_dict()["clean"] is True


def test_a_missing_posting_is_found_and_made_anew(path):
    change(path, unpost=[first_bucket(path)])
    report = check_index(path)
    assert (report.clean, report.missing_postings) == (False, 1)
    assert "misses its posting" in report.problems[0]
    repaired = repair_index(path)
    assert (repaired.postings_added, repaired.postings_dropped, repaired.lost) == (1, 0, 0)
    assert check_index(path).clean


def test_a_document_that_lacks_a_posting_differs_from_its_record(path):
    for unpost, differing in (([], 0), ([first_bucket(path)], 1)):
        change(path, unpost=unpost)
        with NearDupIndex.open(path) as index:
            assert index.differing([*index.numbered_records()]) == differing


def test_a_posting_that_leads_nowhere_is_found_and_dropped(path):
    bucket, _ = first_bucket(path)
    before = check_index(path).postings
    assert before > ARTICLES
    change(path, post=[(bucket, b"\1\2\0\0\0\1"), (bucket, b"\1\2\0\0\xff\1")])
    report = check_index(path)
    assert report.postings == before + 2
    # A hint that is passed over: it is counted, and no damage.
    assert (report.clean, report.dangling_postings, report.problems) == (True, 2, [])
    repaired = repair_index(path)
    assert (repaired.postings_added, repaired.postings_dropped, repaired.lost) == (0, 2, 0)
    assert check_index(path).clean
    assert check_index(path).dangling_postings == 0


def test_compacting_sweeps_postings_that_lead_nowhere_and_no_others(path):
    bucket, _ = first_bucket(path)
    before = check_index(path).postings
    change(path, post=[(bucket, b"\1\2\0\0\0\1"), (bucket, b"\1\2\0\0\xff\1")])
    with NearDupIndex.open(path) as index:
        index.compact()
    report = check_index(path)
    assert (report.postings, report.dangling_postings, report.missing_postings) == (before, 0, 0)


def test_a_posting_that_leads_nowhere_is_passed_over_and_counted(path):
    store = open_store(path)
    documents = Documents(store, None)
    ordinal, _ = documents.find("doc3")
    store.apply(Change(values={b"r" + ordinal.to_bytes(4, "big"): None}))
    store.close()
    with NearDupIndex.open(path) as index:
        assert index.check(Document("x", story(3))).kind is Kind.NEW
        assert "doc3" not in index
        assert index.stats()["stale_postings"] > 0
        assert index.check_and_add(Document("doc3", story(3))).kind is Kind.NEW
        assert index.check(Document("x", story(3))).match.id == "doc3"


def test_an_unreadable_record_is_found_dropped_and_counted(path):
    change(path, values={b"r\0\0\0\3": b"nonsense"})
    report = check_index(path)
    assert (report.clean, report.unreadable_records) == (False, 1)
    assert any("record 3: a record of 8 bytes" in problem for problem in report.problems)
    repaired = repair_index(path)
    assert (repaired.unreadable_records, repaired.kept, repaired.lost) == (1, ARTICLES, 1)
    assert check_index(path).clean
    with NearDupIndex.open(path) as index:
        assert "doc3" not in index
        assert len(index) == ARTICLES - 1


def test_an_index_that_has_lost_its_count_is_named_and_keeps_its_documents(path):
    """The next document took the place of the first, and a removal ended with a struct.error."""
    change(path, values={b"counts": None})
    with pytest.raises(IndexCorrupt, match=f"{path} has lost its count .*scrapy neardup repair"):
        NearDupIndex.open(path)
    assert repair_index(path).kept == ARTICLES + 1
    with NearDupIndex.open(path) as index:
        assert index.check_and_add(Document("more", story("more"))).kind is Kind.NEW
        assert len(index) == ARTICLES + 1
        assert "doc0" in index


@pytest.mark.parametrize("counts", [None, b"", b"\0\0\0\5"])
def test_counts_that_cant_be_read_are_as_good_as_lost(path, counts):
    """Each was a struct.error, which no repair mended; an empty one went on as no count."""
    change(path, values={b"counts": counts})
    with pytest.raises(IndexCorrupt, match="has lost its count of documents"):
        NearDupIndex.open(path)
    assert not check_index(path).clean
    assert (repair_index(path).kept, repair_index(path).lost) == (ARTICLES + 1, 0)
    assert check_index(path).clean


def test_an_index_that_counts_too_few_is_refused_before_a_record_is_lost(path):
    """The next document took the place of one that is kept."""
    change(path, values={b"counts": counts_of(3, 3, 0)})
    with pytest.raises(
        IndexCorrupt, match=f"{path} has lost its count of documents: .* 3.*scrapy neardup repair"
    ):
        NearDupIndex.open(path)
    repair_index(path)
    with NearDupIndex.open(path) as index:
        index.add(Document("another", story("another")))
        assert all(f"doc{number}" in index for number in range(ARTICLES))


@pytest.mark.parametrize("articles", [0, (1 << 64) - 1])
def test_a_count_that_cant_be_right_is_named_by_the_change_that_finds_it(path, articles):
    """Removing the last article that was counted ended with a struct.error, as adding one to as many as
    can be counted did.
    """
    change(path, values={b"counts": counts_of(ARTICLES + 1, articles, 1)})
    with NearDupIndex.open(path) as index:
        with pytest.raises(
            IndexCorrupt, match=f"{path} has a wrong count of documents .*scrapy neardup repair"
        ):
            index.add(Document("more", story("more"))) if articles else index.remove("doc3")
        assert ("doc3" in index, "more" in index) == (True, False)
    repair_index(path)
    assert check_index(path).clean


def test_a_lost_count_of_kept_texts_is_named_by_the_removal_of_one(path):
    """It was an OverflowError."""
    with NearDupIndex.open(path) as index:
        index.add(Document("with a text", story("more"), keep_text=True))
    change(path, values={b"kept texts": None})
    assert not check_index(path).clean
    with NearDupIndex.open(path) as index:
        with pytest.raises(IndexCorrupt, match="has a wrong count of documents"):
            index.remove("with a text")
        assert "with a text" in index
    repair_index(path)
    with NearDupIndex.open(path) as index:
        assert index.remove("with a text")
    assert check_index(path).clean


@pytest.mark.parametrize("counts", [None, b"\0\0\0\5" + b"\0" * 7 + b"\2" + b"\0" * 8])
def test_wrong_counts_are_found_and_counted_anew(path, counts):
    change(path, values={b"counts": counts})
    report = check_index(path)
    assert report.wrong_counts >= 2
    repaired = repair_index(path)
    assert (repaired.kept, repaired.lost) == (ARTICLES + 1, None)
    assert check_index(path).clean
    with NearDupIndex.open(path) as index:
        assert len(index) == ARTICLES
        index.add(Document("another", story("another")))
    assert check_index(path).clean


def test_a_next_ordinal_that_a_record_has_is_found_and_put_right(path):
    store = open_store(path)
    (counts,) = store.values([b"counts"])
    store.close()
    change(path, values={b"counts": ARTICLES.to_bytes(4, "big") + counts[4:]})
    report = check_index(path)
    assert (report.clean, report.wrong_counts) == (False, 1)
    assert report.problems == [f"record {ARTICLES} is past the next ordinal {ARTICLES}"]
    repair_index(path)
    with NearDupIndex.open(path) as index:
        index.add(Document("another", story("another")))
        assert "copy" in index
    assert check_index(path).clean


def test_only_the_first_problems_are_told_in_words(path):
    change(path, values={b"r" + bytes((0, 0, 1, number)): b"?" for number in range(50)})
    report = check_index(path)
    assert report.unreadable_records == 50
    assert len(report.problems) == 20


def test_an_index_in_use_is_checked_as_it_is_and_not_repaired(path):
    with NearDupIndex.open(path) as index:
        report = check_index(path)
        assert (report.clean, report.records) == (True, ARTICLES + 1)
        with pytest.raises(IndexLocked):
            repair_index(path)
        index.add(Document("late", story("late")))
    assert check_index(path).records == ARTICLES + 2


def test_a_repair_that_cant_move_a_file_leaves_the_index_as_it_was(path, monkeypatch):
    rename, refused = Path.rename, 0
    while True:
        moves = count()

        def refusing(file, target, moves=moves, refused=refused):
            if next(moves) == refused:
                raise PermissionError(13, "Permission denied")
            return rename(file, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", refusing)
            try:
                repair_index(path)
            except NearDupError as error:
                told = str(error)
            else:
                break
        assert "Permission denied" in told
        report = check_index(path)
        assert (report.clean, report.records) == (True, ARTICLES + 1)
        assert not backups_in(path)
        refused += 1
    assert refused >= 2


def test_what_is_no_index_is_neither_checked_nor_repaired(tmp_path):
    for action in (check_index, repair_index):
        with pytest.raises(IndexFormatError, match="holds no index"):
            action(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("spoiled", [b'{"format": 12}', None])
def test_a_format_that_cant_be_read_is_repaired_with_the_scheme_of_the_settings(path, spoiled):
    store = open_store(path)
    (value,) = store.values([FORMAT_KEY])
    store.close()
    if spoiled is None:
        # No index has so many tables.
        spoiled = value.replace(b'"simhash_tables": 10', b'"simhash_tables": 11')
    change(path, values={FORMAT_KEY: spoiled})
    with pytest.raises(IndexCorrupt, match=f"format record of {path} can't be read: .*repair"):
        NearDupIndex.open(path)
    with pytest.raises(IndexFormatError, match="no readable format record"):
        repair_index(path)
    # It was put back as it was.
    assert not backups_in(path)
    assert repair_index(path, Scheme()).scheme_given
    store = open_store(path)
    assert store.values([FORMAT_KEY]) == [value]
    store.close()
    assert check_index(path).clean


def test_an_index_of_another_engine_than_the_url_names_is_left_as_it_is(path):
    there = sorted(path.iterdir())
    other = "sqlite" if (path / "leveldb").exists() else "leveldb"
    with pytest.raises(IndexFormatError, match=f"not {other}"):
        repair_index(f"{other}://{path}")
    assert sorted(path.iterdir()) == there
