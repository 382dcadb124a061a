"""Checks whether an index is whole, and saves what can be saved of one that is not.

Records are compared with postings by sums: for each document, the sum of the hashes of its
postings that are there, less the sum of those that its record asks for, is zero if they are the
same. Only the postings of other documents are compared one by one.
"""

from __future__ import annotations

import time
from array import array
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    NearDupError,
    SchemeMismatch,
)
from scrapy_neardup.core.format import FORMAT_KEY, parse
from scrapy_neardup.core.index.agreed_scheme import agreed
from scrapy_neardup.core.index.documents import Documents
from scrapy_neardup.core.index.kept_text import damage_of
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.records import Unreadable
from scrapy_neardup.core.index.runs import Runs
from scrapy_neardup.core.postings.posting import ordinal_of
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.directory import ASIDE
from scrapy_neardup.core.stores.engines import (
    existing_engine,
    open_store,
    put_back,
    read_location,
    salvage,
)
from scrapy_neardup.core.stores.snapshot import Snapshot
from scrapy_neardup.core.stores.store import Change

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.stores.store import Store

_MOST_EXAMPLES = 20
_CHUNK_BITS = 12
_WORD = (1 << 64) - 1
_SUSPECTS_AT_ONCE = 50_000
_PAIRS_AT_ONCE = 4096


@dataclass(slots=True)
class CheckReport:
    """What :func:`check_index` found; *problems* holds the first 20 in words."""

    records: int = 0
    postings: int = 0
    unreadable_records: int = 0
    unreadable_texts: int = 0
    missing_postings: int = 0
    dangling_postings: int = 0
    wrong_counts: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong. A posting that leads nowhere is a hint, and no damage."""
        return not (
            self.unreadable_records
            or self.unreadable_texts
            or self.missing_postings
            or self.wrong_counts
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return {**asdict(self), "clean": self.clean}

    def note(self, problem: str) -> None:
        """Keep *problem* if it is one of the first."""
        if len(self.problems) < _MOST_EXAMPLES:
            self.problems.append(problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairReport:
    """What :func:`repair_index` did. *lost* counts documents that the index had and has no more,
    those of *unreadable_records* among them, None if its own count of them did not survive, or was in
    a log that is missing; a document that had one of *unreadable_texts* is left without a text;
    *backup* is where the damaged files are, None for an index on Redis, which has none, and for one
    that was sound and left as it is.
    *scheme_given* is True if the format record was lost and the caller's scheme was written instead.
    """

    backup: Path | None = None
    kept: int
    lost: int | None
    unreadable_records: int
    unreadable_texts: int
    postings_added: int
    postings_dropped: int
    scheme_given: bool = False


def lost_of(before: int | None, kept: int) -> int | None:
    """How many documents are lost if *before* were counted and *kept* are left, None if that is not
    known: the count is gone, or has forgotten some of those that are left.
    """
    return None if before is None or before < kept else before - kept


class Difference(NamedTuple):
    """Postings of one document that are *missing* by its record, and those that lead to it but
    should not; *record* is None where there is none, or one that can't be read.
    """

    ordinal: int
    record: Record | None
    missing: list[Pair]
    dangling: list[Pair]


class _Sums:
    """A number of 64 bits for each ordinal, 0 at first. Memory goes by the ordinals in use."""

    def __init__(self) -> None:
        self._chunks: dict[int, array[int]] = {}

    def add(self, ordinal: int, value: int) -> None:
        number, place = ordinal >> _CHUNK_BITS, ordinal & ((1 << _CHUNK_BITS) - 1)
        chunk = self._chunks.get(number)
        if chunk is None:
            chunk = self._chunks[number] = array("Q", bytes(8 << _CHUNK_BITS))
        chunk[place] = chunk[place] + value & _WORD

    def not_zero(self) -> Iterator[int]:
        for number, chunk in sorted(self._chunks.items()):
            for place, value in enumerate(chunk):
                if value:
                    yield number << _CHUNK_BITS | place


def check_index(
    location: str | os.PathLike[str], progress: Callable[[int], None] = lambda done: None
) -> CheckReport:
    """Read the index in a directory whole and compare its records, postings and counts.

    Every record should have all its postings, every kept text should unpack, and the counts have to be
    right. A posting that leads nowhere is counted: readers pass over it, and compacting sweeps it. A
    snapshot is read, so the index may be in use, and is not changed. *progress* is called with the number
    of records read. Memory is bounded, time grows with the index. Raises IndexCorrupt where not even the
    database can read it.
    """
    with closing(Snapshot(location)) as snapshot:
        return _check(Documents(snapshot.store, None), progress)


def _check(documents: Documents, progress: Callable[[int], None]) -> CheckReport:
    report = CheckReport()
    counted = {True: 0, False: 0}
    unreadable: set[int] = set()

    def see(ordinal: int, record: Record | IndexCorrupt) -> None:
        report.records += 1
        progress(report.records)
        if isinstance(record, IndexCorrupt):
            report.unreadable_records += 1
            report.note(f"record {ordinal}: {record}")
            unreadable.add(ordinal)
            return
        counted[record.is_head] += 1
        if ordinal >= documents.next_ordinal:
            report.wrong_counts += 1
            report.note(f"record {ordinal} is past the next ordinal {documents.next_ordinal}")

    def count(postings: int) -> None:
        report.postings = postings

    for difference in differences(documents, see, count):
        report.missing_postings += len(difference.missing)
        if difference.ordinal not in unreadable:
            report.dangling_postings += len(difference.dangling)
        for bucket, _ in difference.missing:
            assert difference.record is not None
            report.note(
                f"record {difference.ordinal} ({difference.record.id!r}) misses its posting "
                f"{bucket.hex()}"
            )
    # A crawl reads all notes; the store checks them.
    if problem := Runs(documents.notes).problem():
        report.wrong_counts += 1
        report.note(problem)
    texts = 0
    for ordinal, packed in documents.stored_texts():
        texts += 1
        if damage := damage_of(packed):
            report.unreadable_texts += 1
            report.note(f"record {ordinal}: {damage}")
    for name, has, should in (
        ("articles", documents.articles, counted[True]),
        ("copies", documents.copies, counted[False]),
        ("kept texts", documents.texts, texts),
    ):
        if has != should:
            report.wrong_counts += 1
            report.note(f"{name} are counted as {has}, there are {should}")
    return report


def differences(
    documents: Documents,
    see: Callable[[int, Record | IndexCorrupt], None] = lambda ordinal, record: None,
    count: Callable[[int], None] = lambda postings: None,
) -> Iterator[Difference]:
    """The documents whose postings are not those of their record, ascending.

    *see* is called with every ordinal and its record, or the error that says why it can't be read;
    *count* is called now and then, and at the end, with the number of postings read. Meanwhile nothing
    in the store may be changed, except to put right what is yielded.
    """
    sums = _Sums()
    for ordinal, value in documents.stored():
        try:
            record = Record.from_bytes(value)
        except IndexCorrupt as error:
            see(ordinal, error)
            continue
        see(ordinal, record)
        for bucket, member in set(documents.posts(ordinal, record)):
            sums.add(ordinal, -hash(bucket + member))
    postings = 0
    for pairs in batched(documents.store.postings(), _PAIRS_AT_ONCE):
        for bucket, member in pairs:
            sums.add(ordinal_of(member), hash(bucket + member))
        postings += len(pairs)
        count(postings)
    for suspects in batched(sums.not_zero(), _SUSPECTS_AT_ONCE):
        yield from _compared(documents, suspects)


def _compared(documents: Documents, ordinals: list[int]) -> Iterator[Difference]:
    found: dict[int, set[Pair]] = {ordinal: set() for ordinal in ordinals}
    for pair in documents.store.postings():
        if (posts := found.get(ordinal_of(pair[1]))) is not None:
            posts.add(pair)
    for ordinal, posts in found.items():
        try:
            record = documents.kept(ordinal)
        except IndexCorrupt:
            record = None
        wanted = set(documents.posts(ordinal, record)) if record is not None else set()
        yield Difference(ordinal, record, sorted(wanted - posts), sorted(posts - wanted))


def sweep(documents: Documents, progress: Callable[[int, int], None]) -> tuple[int, Unreadable]:
    """Take out postings that lead to no record, or to one that has changed; returns how many, and the
    records that can't be read, whose postings stay: they lead to what has to be told of.
    *progress* is called with the number of records read, and then with that of the postings.
    """
    read = swept = 0
    unreadable = Unreadable(documents.store)

    def see(ordinal: int, record: Record | IndexCorrupt) -> None:
        nonlocal read
        read += 1
        if isinstance(record, IndexCorrupt):
            unreadable.note(ordinal, record)
        progress(read, 0)

    for difference in differences(documents, see, lambda postings: progress(read, postings)):
        if difference.dangling and difference.ordinal not in unreadable.ordinals:
            documents.store.apply(Change(unpost=difference.dangling))
            swept += len(difference.dangling)
    return swept, unreadable


def _require_readable_format(directory: Path) -> None:
    """Raise IndexFormatError for an index of another format, which may be sound as it is."""
    value = None
    # An index whose format can't be read is what a repair is for.
    with suppress(NearDupError, OSError), closing(Snapshot(directory)) as snapshot:
        (value,) = snapshot.store.values([FORMAT_KEY])
    if value is not None:
        with suppress(IndexCorrupt):
            parse(value)


def _documents_in(store: Store, scheme: Scheme | None) -> tuple[Documents, bool]:
    """The documents in *store*, and whether they have *scheme* because their own was lost, or can't be
    read.

    Raises IndexFormatError if it was lost and *scheme* is None.
    """
    (value,) = store.values([FORMAT_KEY])
    lost = value is None and next(store.items(b""), None) is not None
    if value is not None:
        try:
            agreed(parse(value)["scheme"], None)
        except IndexCorrupt:
            lost = True
    if lost and scheme is None:
        raise IndexFormatError(
            "the index has no readable format record any more, so its scheme is not known: repair it in the "
            "project whose crawls use it, or with their settings by -s, or in Python with the scheme "
            "that it was made with",
            about=[one.name for one in fields(Scheme)],
        )
    if lost and scheme is not None:
        Documents.write_format_of(store, scheme)
    # A store in which nothing is left begins anew.
    return Documents(store, scheme if value is None else None), lost


def repair_index(
    location: str | os.PathLike[str],
    scheme: Scheme | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> RepairReport:
    """Save what can be read of a damaged index, after copying its files aside.

    The database's own repair comes first; then records and kept texts that can't be read are dropped, and
    postings and counts are made right by the records. *scheme* is needed only if the format record is lost.
    *progress* is called with the number of records read.
    Raises IndexLocked while the index is in use, IndexFormatError where there is none, where it is
    one of another engine or format, or where its scheme is lost and not given: then it is left as it
    was.
    """
    directory, wanted = read_location(location)
    engine = existing_engine(directory, wanted)
    _require_readable_format(directory)
    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 10**9:09}"
    backup = directory / f"{engine}{ASIDE}{stamp}"
    lacked_log = salvage(directory, backup)
    store = open_store(directory, engine, holder="repair", create=False)
    try:
        try:
            documents, scheme_given = _documents_in(store, scheme)
        except (IndexFormatError, SchemeMismatch):
            # What can be read shows only now that the database has been repaired.
            store.close()
            put_back(directory, backup)
            raise
        mended = _mend(documents, progress)
    finally:
        store.close()
    lost = None if lacked_log else mended.lost
    return replace(mended, backup=backup, lost=lost, scheme_given=scheme_given)


def _mend(documents: Documents, progress: Callable[[int], None]) -> RepairReport:
    """Drop what can't be read of *documents*, and make their postings and counts right by the records."""
    before = documents.articles + documents.copies if documents.has_counts else None
    counted = {True: 0, False: 0}
    unreadable: list[int] = []
    last = -1

    def see(ordinal: int, record: Record | IndexCorrupt) -> None:
        nonlocal last
        last = ordinal
        if isinstance(record, IndexCorrupt):
            unreadable.append(ordinal)
        else:
            counted[record.is_head] += 1
        progress(len(unreadable) + counted[True] + counted[False])

    added = dropped = 0
    for ordinal, _, missing, dangling in differences(documents, see):
        documents.store.apply(Change(post=missing, unpost=dangling, ordinals=[ordinal]))
        added += len(missing)
        dropped += len(dangling)
    for ordinal in unreadable:
        documents.drop_record(ordinal)
    next_ordinal = max(documents.next_ordinal, last + 1)
    unreadable_texts = documents.recount(next_ordinal, counted[True], counted[False])
    Runs(documents.notes).count_again()
    documents.store.compact()
    kept = counted[True] + counted[False]
    return RepairReport(
        kept=kept,
        lost=lost_of(before, kept),
        unreadable_records=len(unreadable),
        unreadable_texts=unreadable_texts,
        postings_added=added,
        postings_dropped=dropped,
    )
