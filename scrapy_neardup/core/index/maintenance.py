"""Is an index whole, and what can be saved of one that is not?"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.archive import FORMAT_KEY
from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS
from scrapy_neardup.core.index.ledger import Ledger, write_format
from scrapy_neardup.core.index.posting import MEMBER
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.store import Change, split
from scrapy_neardup.core.leveldb.store import LevelDBStore, salvage

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from scrapy_neardup.core.scheme import Scheme

_MOST_EXAMPLES = 20


@dataclass(slots=True)
class CheckReport:
    """What :func:`check_index` found; *problems* holds the first 20 in words."""

    records: int = 0
    postings: int = 0
    unreadable_records: int = 0
    missing_postings: int = 0
    dangling_postings: int = 0
    wrong_counts: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not (
            self.unreadable_records
            or self.missing_postings
            or self.dangling_postings
            or self.wrong_counts
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return {**asdict(self), "clean": self.clean}

    def note(self, problem: str) -> None:
        """Keep *problem* if it is one of the first."""
        if len(self.problems) < _MOST_EXAMPLES:
            self.problems.append(problem)


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What :func:`repair_index` did. *lost* counts documents that the index had and has no more,
    as far as its own count survived, those of *unreadable_records* among them; *backup* is where
    the damaged files are, None for an index on Redis, which has none.
    """

    backup: Path | None
    kept: int
    lost: int
    unreadable_records: int
    postings_added: int
    postings_dropped: int


def check_index(
    path: str | os.PathLike[str], progress: Callable[[int], None] = lambda done: None
) -> CheckReport:
    """Read an index whole and compare its records, postings and counts.

    Every record has to stand under all its postings, every posting has to lead to a record that
    has it, and the counts have to be right. Memory is bounded, time grows with the index.
    *progress* is called with the number of records read. Raises IndexLocked while the index is in
    use, IndexCorrupt where not even LevelDB can read it.
    """
    store = LevelDBStore(path, holder="check", create=False)
    try:
        return _check(Ledger(store, None, DEFAULT_EXPECTED_DOCUMENTS), progress)
    finally:
        store.close()


def _check(ledger: Ledger, progress: Callable[[int], None]) -> CheckReport:
    report = CheckReport()
    counted = {True: 0, False: 0}
    present = 0
    for ordinal, value in ledger.stored():
        report.records += 1
        progress(report.records)
        try:
            record = Record.from_bytes(value)
        except IndexCorrupt as error:
            report.unreadable_records += 1
            report.note(f"record {ordinal}: {error}")
            continue
        counted[record.is_head] += 1
        (absent,) = ledger.absent_posts([(ordinal, record)])
        present += len(ledger.posts(ordinal, record)) - len(absent)
        for bucket, _ in ledger.with_room(absent):
            report.missing_postings += 1
            report.note(f"record {ordinal} ({record.id!r}) misses its posting {bucket.hex()}")
        if ordinal >= ledger.next_ordinal:
            report.wrong_counts += 1
            report.note(f"record {ordinal} is past the next ordinal {ledger.next_ordinal}")
    report.postings = sum(len(packed) // MEMBER.itemsize for _, packed in ledger.store.buckets())
    if report.postings > present:
        _find_dangling(ledger, report)
    for name, has, should in (
        ("articles", ledger.articles, counted[True]),
        ("copies", ledger.copies, counted[False]),
        ("kept texts", ledger.texts, sum(1 for _ in ledger.text_ordinals())),
    ):
        if has != should:
            report.wrong_counts += 1
            report.note(f"{name} are counted as {has}, there are {should}")
    return report


def _find_dangling(ledger: Ledger, report: CheckReport) -> None:
    for bucket, packed in ledger.store.buckets():
        for member in split(packed, MEMBER.itemsize):
            if not _leads_home(ledger, bucket, member):
                report.dangling_postings += 1
                report.note(f"posting {bucket.hex()} {member.hex()} leads to no such record")


def _leads_home(ledger: Ledger, bucket: bytes, member: bytes) -> bool:
    ordinal = int.from_bytes(member[2:], "big")
    try:
        return any(
            (bucket, member) in ledger.posts(ordinal, record)
            for _, record in ledger.records([ordinal])
        )
    except IndexCorrupt:
        return False


def repair_index(path: str | os.PathLike[str], scheme: Scheme | None = None) -> RepairReport:
    """Save what can be read of a damaged index, after copying its files aside.

    LevelDB's own repair comes first; then unreadable records are dropped, and postings that are
    missing, all of them where a part can't be read, and counts are made anew from the records.
    *scheme* is needed only if the format record is lost.
    Raises IndexLocked while the index is in use, IndexFormatError where there is none, or where
    its scheme is lost and not given.
    """
    real = Path(path).resolve()
    backup = real / f"leveldb.damaged-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 10**9:09}"
    salvage(real, backup)
    store = LevelDBStore(real, holder="repair", create=False, salvaged=True)
    try:
        if scheme is not None and store.values([FORMAT_KEY])[0] is None:
            write_format(store, scheme, DEFAULT_EXPECTED_DOCUMENTS)
            # They may have been laid out for another number of documents.
            store.drop_postings()
        ledger = Ledger(store, None, DEFAULT_EXPECTED_DOCUMENTS)
        before = ledger.articles + ledger.copies
        unreadable = added = dropped = 0
        counted = {True: 0, False: 0}
        last = -1
        for ordinal, value in ledger.stored():
            last = ordinal
            try:
                record = Record.from_bytes(value)
            except IndexCorrupt:
                ledger.drop_record(ordinal)
                unreadable += 1
                continue
            counted[record.is_head] += 1
            (missing,) = ledger.absent_posts([(ordinal, record)])
            if missing:
                added += len(missing) - store.apply(Change(post=missing))
        for bucket, packed in store.buckets():
            gone = [
                (bucket, member)
                for member in split(packed, MEMBER.itemsize)
                if not _leads_home(ledger, bucket, member)
            ]
            if gone:
                store.apply(Change(unpost=gone))
                dropped += len(gone)
        ledger.recount(max(ledger.next_ordinal, last + 1), counted[True], counted[False])
        kept = counted[True] + counted[False]
        store.compact()
        return RepairReport(backup, kept, max(before - kept, 0), unreadable, added, dropped)
    finally:
        store.close()
