"""Looks whether the records, postings and counts of an index on Redis agree, and makes them agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.kept_text import damage_of
from scrapy_neardup.core.index.maintenance import CheckReport
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.records import Unreadable
from scrapy_neardup.core.postings.posting import ordinal_of
from scrapy_neardup.core.redis.records import BLOCK_BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from numpy.typing import NDArray

    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.redis.documents import SharedDocuments

_RECORDS_AT_ONCE = 64
_BLOCKS_AT_ONCE = 64
_PAIRS_AT_ONCE = 4096


def survey(documents: SharedDocuments, *, mend: bool) -> CheckReport:
    """Walk over an index, and with *mend* correct what is wrong."""
    report = CheckReport()
    if mend:
        _survey_marks(documents, report, mend=True)
    _survey_places(documents, report, mend=mend)
    expected, unreadable = _survey_records(documents, report, mend=mend)
    _survey_postings(documents, report, expected, mend=mend, spared=unreadable)
    _survey_counts(documents, report, mend=mend)
    if not mend:
        # Last, or what servers have lost meanwhile would pass for what never was.
        _survey_marks(documents, report, mend=False)
    return report


def sweep(
    documents: SharedDocuments, progress: Callable[[int, int], None]
) -> tuple[int, Unreadable]:
    """Take out postings that lead to no document, or to one that has another text by now; returns how
    many, and the records that can't be read, whose postings stay. Crawls may go on meanwhile. *progress*
    is called with the number of records read, and then with that of the postings.
    """
    expected = _no_postings(documents)
    read = 0
    unreadable = Unreadable(documents.store)
    for read, (ordinal, value) in enumerate(documents.stored(), 1):
        try:
            posts = documents.posts(ordinal, Record.from_bytes(value))
            expected[min(ordinal, len(expected) - 1)] = len(posts)
        except IndexCorrupt as error:
            unreadable.note(ordinal, error)
        progress(read, 0)

    def tell(postings: int) -> None:
        progress(read, postings)

    report = CheckReport()
    _survey_postings(
        documents, report, expected, mend=True, spared=unreadable.ordinals, progress=tell
    )
    return report.dangling_postings, unreadable


def _survey_marks(documents: SharedDocuments, report: CheckReport, *, mend: bool) -> None:
    if lost := documents.identity.lost_marks():
        report.wrong_counts += 1
        report.note(f"{lost} of the index's marks are missing: its servers have lost data")
        if mend:
            documents.identity.restore_marks()


def _survey_places(documents: SharedDocuments, report: CheckReport, *, mend: bool) -> None:
    """Look for records past the blocks that count as taken, and for texts that have no record, or can't be
    read.
    """
    last = -1
    for batch in batched(documents.written(), _RECORDS_AT_ONCE):
        last = max(last, *(ordinal for ordinal, _ in batch))
        texts = [ordinal for ordinal, kind in batch if kind]
        taken = documents.are_taken(texts)
        # A record that has been taken out since the walk took its text along.
        for ordinal, is_taken, text in zip(texts, taken, documents.texts_at(texts), strict=True):
            if text is None:
                continue
            if not is_taken:
                report.wrong_counts += 1
                report.note(f"the text of record {ordinal} has lost its record")
            elif damage := damage_of(text):
                report.unreadable_texts += 1
                report.note(f"record {ordinal}: {damage}")
            else:
                continue
            if mend:
                documents.drop_text(ordinal)
    needed = (last >> BLOCK_BITS) + 1
    if needed > (counted := documents.blocks()):
        report.wrong_counts += 1
        report.note(f"{counted} blocks of records are counted as taken, there are {needed}")
        if mend:
            documents.identity.write_blocks(needed)


def _survey_records(
    documents: SharedDocuments, report: CheckReport, *, mend: bool
) -> tuple[NDArray[np.uint16], set[int]]:
    """Look for records without their postings. Returns how many postings rightly lead to each
    ordinal, with one more place for all ordinals beyond, and the ordinals of those that can't be read.
    """
    expected = _no_postings(documents)
    unreadable = set()
    for batch in batched(documents.stored(), _RECORDS_AT_ONCE):
        report.records += len(batch)
        read = []
        for ordinal, value in batch:
            try:
                read.append((ordinal, Record.from_bytes(value)))
            except IndexCorrupt as error:
                report.unreadable_records += 1
                report.note(f"record {ordinal}: {error}")
                if mend:
                    documents.drop_record(ordinal)
                else:
                    unreadable.add(ordinal)
        found = documents.missing_posts(read)
        for (ordinal, record), lost in zip(read, found, strict=True):
            missing = _still_missing(documents, ordinal) if lost else []
            if missing and mend:
                documents.store.post(missing)
            posts = len(documents.posts(ordinal, record)) - len(lost)
            if ordinal < len(expected) - 1:
                expected[ordinal] = posts + (len(missing) if mend else 0)
            report.missing_postings += len(missing)
            for bucket, _ in missing:
                report.note(f"record {ordinal} ({record.id!r}) misses its posting {bucket.hex()}")
    return expected, unreadable


def _no_postings(documents: SharedDocuments) -> NDArray[np.uint16]:
    """A number for each ordinal that is taken, and one for all beyond."""
    return np.zeros((documents.blocks() << BLOCK_BITS) + 1, np.uint16)


def _still_missing(documents: SharedDocuments, ordinal: int) -> list[Pair]:
    """What a document misses, which may have changed since it was read."""
    (record,) = documents.kept_at([ordinal])
    if record is None:
        return []
    (missing,) = documents.missing_posts([(ordinal, record)])
    return missing


def _survey_postings(
    documents: SharedDocuments,
    report: CheckReport,
    expected: NDArray[np.uint16],
    *,
    mend: bool,
    spared: Container[int],
    progress: Callable[[int], None] = lambda postings: None,
) -> None:
    """Look for postings that their document, as it is kept or claimed, should not have. *expected* says
    how many each document has by its record. Those of the documents *spared* are passed over.
    """
    found = np.zeros(len(expected), np.uint16)
    for pairs in batched(documents.store.postings(), _PAIRS_AT_ONCE):
        places = _places([member for _, member in pairs], len(found))
        report.postings += len(places)
        found += np.bincount(places, minlength=len(found)).astype(np.uint16)
        progress(report.postings)
    # Most documents have the postings that they should: only those with more are looked at.
    suspect = found > expected
    if not suspect.any():
        return
    for pairs in batched(documents.store.postings(), _PAIRS_AT_ONCE):
        chosen = suspect[_places([member for _, member in pairs], len(suspect))]
        doubtful = [
            pair
            for pair, doubted in zip(pairs, chosen, strict=True)
            if doubted and ordinal_of(pair[1]) not in spared
        ]
        rightful = documents.rightful({ordinal_of(member) for _, member in doubtful})
        gone = [pair for pair in doubtful if pair not in rightful]
        if gone:
            held = documents.store.holds(gone)
            gone = [pair for pair, there in zip(gone, held, strict=True) if there]
        report.dangling_postings += len(gone)
        if gone and mend:
            documents.unpost_stale(gone)


def _survey_counts(documents: SharedDocuments, report: CheckReport, *, mend: bool) -> None:
    for blocks in batched(range(documents.blocks()), _BLOCKS_AT_ONCE):
        for block, counts in zip(blocks, documents.count_again(blocks, correct=mend), strict=True):
            if counts[:2] != counts[2:]:
                report.wrong_counts += 1
                report.note(
                    "in block {} {} articles and {} copies are counted, there are {} and {}".format(
                        block, *counts
                    )
                )


def _places(members: list[bytes], size: int) -> NDArray[np.int64]:
    """The ordinals of *members*, with *size* - 1 for all from there on."""
    ordinals = np.array([ordinal_of(member) for member in members], np.int64)
    return np.minimum(ordinals, size - 1)
