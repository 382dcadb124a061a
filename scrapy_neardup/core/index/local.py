"""The index of one process: in a directory, or in memory."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.document import VERBATIM_KINDS, Kind, Verdict
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.documents import Documents
from scrapy_neardup.core.index.draft import Draft, draft
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.index.index import Index, reserved_here
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.maintenance import sweep
from scrapy_neardup.core.index.open_indexes import Place, place_of
from scrapy_neardup.core.index.record import Entry, Record, bounded
from scrapy_neardup.core.index.records import Notes, parsed
from scrapy_neardup.core.index.reservation import LateText, Reservation
from scrapy_neardup.core.own_process import OwnProcess
from scrapy_neardup.core.stores.engines import open_store, read_location
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.snapshot import Snapshot, remove_abandoned
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds, require_thresholds

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from typing_extensions import Self

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.judgement import Judgement
    from scrapy_neardup.core.index.stories import Amendment
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.stores.store import Store
    from scrapy_neardup.core.verdict.election import Policy


_READ_FOR_EACH = 10
_LEAST_READ = 1_000
"""A slice of pruning reads so many records for each document that it may take out, and at least so
many: some milliseconds."""
_TAKEN_OUT_AT_ONCE = 100
"""Pruning takes so many documents out with one write."""


class NearDupIndex(Index):
    """The index of one process, over a store.

    >>> from scrapy_neardup import Document, NearDupIndex
    >>> text = (
    ...     "The harbour museum opened its new wing on Saturday with a show of forty ship models, "
    ...     "built over three decades by a retired pilot from the northern pier."
    ... )
    >>> with NearDupIndex.in_memory() as index:
    ...     print(index.check_and_add(Document("a", text)).kind)
    ...     print(index.check_and_add(Document("b", text.upper())).kind)
    ...     print(index.check(Document("a", text)).kind)
    new
    exact
    unchanged

    Raises SchemeMismatch when *store* was written with another *scheme*, IndexFormatError when
    it holds something else, IndexCorrupt when it has lost its count of documents.
    """

    _documents: Documents

    def __init__(
        self,
        store: Store,
        scheme: Scheme | None = None,
        *,
        thresholds: Thresholds = PRESETS["balanced"],
        clock: Callable[[], float] = time.time,
    ) -> None:
        require_thresholds(thresholds)
        self._lock = threading.RLock()
        # Stories are read by others than the judge, too.
        documents = Documents(store, scheme, self._lock)
        count = documents.next_ordinal
        for beyond, _ in documents.stored(count):
            # The next document would take the place of this one, or of one before it.
            raise IndexCorrupt(
                f"{store.shown} has lost its count of documents: it counts {count}, and has a record "
                f"with the number {beyond}; count them anew with `scrapy neardup repair INDEX`"
            )
        self._clock = clock
        self._reservations: dict[int, Held[Draft]] = {}
        notes = Notes(store, self._lock)
        self._assemble(documents, notes, thresholds=thresholds, clock=clock)
        self.path: Path | None = None
        """Its directory, None in memory."""
        self._process: OwnProcess | None = None
        """The process that may use it, None for any: in memory, a forked child has its own
        copy."""
        self._pruned = 0
        """Below this ordinal, slices of pruning have left nothing. LevelDB would walk over all
        that is deleted there, a microsecond each, until it compacts."""
        self._next_slice = 0
        """The ordinal from which the next slice of pruning walks on, 0 to begin again."""
        self._place: Place[NearDupIndex] = Place()
        self._snapshot: Snapshot | None = None

    @classmethod
    def in_memory(cls, scheme: Scheme | None = None, **options: Any) -> Self:
        """An index in memory, which ends with its process."""
        return cls(MemoryStore(), scheme, **options)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        scheme: Scheme | None = None,
        *,
        holder: str = "python",
        sync: str = "interval",
        create: bool = True,
        thresholds: Thresholds = PRESETS["balanced"],
    ) -> NearDupIndex:
        """The index in the directory *path*, made there if missing; one object a process.

        *path* may be a URL that names the engine, ``leveldb:///absolute/path`` or
        ``sqlite:///absolute/path``; else its files tell the engine, and a new index is LevelDB's
        where plyvel is installed. :func:`scrapy_neardup.open_index` takes shared indexes as well.

        Opening a directory again, under whatever spelling, gives the same index, which closes
        when each of its openers has closed it. *holder* names the owner to other processes,
        *sync* is explained at :class:`~scrapy_neardup.core.stores.sync.SyncSchedule`. With *create*
        false, a directory without an index is refused.

        Raises IndexLocked, IndexReadOnly, IndexCorrupt, IndexFormatError or SchemeMismatch, and
        NearDupError when it is open in this process with other *thresholds* or another *sync*;
        TypeError for the name of a preset as *thresholds*.
        """
        require_thresholds(thresholds)
        directory, engine = read_location(path)
        place: Place[NearDupIndex] = place_of(directory)

        def make() -> NearDupIndex:
            store = open_store(directory, engine, holder=holder, sync=sync, create=create)
            remove_abandoned(directory)
            try:
                index = cls(store, scheme, thresholds=thresholds)
            except BaseException:
                store.close()
                raise
            index.path = directory
            index.sync = sync
            index._process = OwnProcess(f"the index {directory}")
            index._place = place
            return index

        return place.open(make, scheme, thresholds, sync)

    @classmethod
    def snapshot(
        cls,
        path: str | os.PathLike[str],
        scheme: Scheme | None = None,
        *,
        thresholds: Thresholds = PRESETS["balanced"],
    ) -> NearDupIndex:
        """A private copy of the index in *path* as of now, while another process may own it.

        What is added to the copy is gone when it is closed. Raises as :meth:`open`.
        """
        require_thresholds(thresholds)
        snapshot = Snapshot(path)
        try:
            index = cls(snapshot.store, scheme, thresholds=thresholds)
        except BaseException:
            snapshot.close()
            raise
        index.path = snapshot.directory
        index._snapshot = snapshot
        return index

    def close(self) -> None:
        self._require_own_process()
        with self._place.closing(self) as last, self._lock:
            if not last:
                return
            try:
                self._documents.finish()
                self._save_learned()
            finally:
                (self._snapshot or self._documents.store).close()

    def _require_own_process(self) -> None:
        if self._process is not None:
            self._process.require()

    def __len__(self) -> int:
        self._require_own_process()
        return self._documents.articles

    @property
    def laid_out_for(self) -> None:
        return None

    def _reading(self) -> AbstractContextManager[object]:
        with self._lock:
            self._documents.finish()
            return self._lock

    def _check(self, document: Document, fingerprint: Fingerprint, policy: Policy) -> Verdict:
        with self._lock:
            self._documents.finish()
            return self._judge.judge(document, fingerprint, policy).verdict

    def _reserve(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Reservation:
        with self._lock:
            self._documents.finish()
            judgement = self._judge.judge(document, fingerprint, policy)
            waited = set(judgement.waits_for)
            if judgement.own is not None and judgement.own[0] in self._reservations:
                waited.add(judgement.own[0])
            if waited:
                blockers = tuple(self._reservations[ordinal] for ordinal in sorted(waited))
                return Reservation(judgement.verdict, blockers)
            drafted = self._drafted(document, fingerprint, judgement)
            if drafted is None:
                if (own := self._judge.without_text(document, judgement)) is not None:
                    keep = partial(self._keep_text, own, document)
                    return LateText(judgement.verdict, keep)
                return Reservation(judgement.verdict)
            reservation = Held(
                judgement.verdict,
                drafted,
                keep=self._keep_held,
                let_go=self._let_go,
                let_through=self._count_in,
            )
            try:
                self._reservations[drafted.ordinal] = reservation
                self._documents.hold(drafted.ordinal, drafted.record)
            except BaseException:
                # After an interrupt, nobody has it to settle it.
                self._let_go(drafted)
                raise
            return reservation

    def _check_and_add(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Verdict:
        with self._lock:
            self._documents.finish()
            judgement = self._judge.judge(document, fingerprint, policy)
            drafted = self._drafted(document, fingerprint, judgement)
            if drafted is not None:
                if drafted.ordinal in self._reservations:
                    raise reserved_here(document.id)
                self._keep(drafted)
            elif (own := self._judge.without_text(document, judgement)) is not None:
                self._keep_text(own, document)
            return judgement.verdict

    def _add(self, document: Document, fingerprint: Fingerprint) -> None:
        with self._lock:
            self._documents.finish()
            if fingerprint.length == 0:
                return
            own = self._unreserved(document.id)
            judgement = self._judge.as_article(document, fingerprint, own)
            drafted = self._drafted(document, fingerprint, judgement)
            if drafted is not None:
                self._keep(drafted)

    def remove(self, document_id: str) -> bool:
        with self._lock:
            self._documents.finish()
            own = self._documents.find(bounded(document_id))
            if own is None or own[0] in self._reservations:
                return False
            self._documents.take_out([own])
            return True

    def prune(
        self,
        before: float,
        limit: int | None = None,
        progress: Callable[[int, int], None] = lambda read, gone: None,
    ) -> int:
        read = gone = 0
        expired: list[Entry] = []

        def take_out() -> None:
            nonlocal gone, expired
            batch, expired = expired, []
            self._documents.take_out(batch)
            gone += len(batch)
            progress(read, gone)

        with self._lock:
            self._documents.finish()
            start = 0 if limit is None else max(self._next_slice, self._pruned)
            most = None if limit is None else max(_READ_FOR_EACH * limit, _LEAST_READ)
            # Documents under way may be kept, or stay, with an ordinal that the search has passed.
            stays = min([self._documents.next_ordinal, *self._reservations])
            next_slice = 0
            unreadable: IndexCorrupt | None = None
            try:
                for ordinal, value in self._documents.stored(start):
                    if gone + len(expired) == limit or read == most:
                        next_slice = ordinal
                        stays = min(stays, ordinal)
                        break
                    read += 1
                    try:
                        record = parsed(self._documents.store, ordinal, value)
                    except IndexCorrupt as error:
                        # What stands behind it goes all the same.
                        unreadable = error
                        stays = min(stays, ordinal)
                        continue
                    if record.first_seen < before and ordinal not in self._reservations:
                        expired.append((ordinal, record))
                        if len(expired) == _TAKEN_OUT_AT_ONCE:
                            take_out()
                    else:
                        stays = min(stays, ordinal)
                    progress(read, gone)
            finally:
                # What was found before a damaged file goes, too.
                if expired:
                    take_out()
            if limit is not None:
                if start == self._pruned:
                    self._pruned = stays
                self._next_slice = next_slice
        if unreadable is not None:
            raise unreadable
        return gone

    def compact(self, progress: Callable[[int, int], None] = lambda read, postings: None) -> int:
        with self._lock:
            self._documents.finish()
            swept, unreadable = sweep(self._documents, progress)
            self._documents.store.compact()
        unreadable.tell()
        return swept

    def find(self, document_id: str) -> tuple[int, Record] | None:
        with self._lock:
            self._documents.finish()
            return self._documents.find(bounded(document_id))

    def record_at(self, ordinal: int) -> Record | None:
        with self._lock:
            return self._documents.kept(ordinal)

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        for ordinal, value in self._documents.stored():
            yield ordinal, parsed(self._documents.store, ordinal, value)

    def packed_texts(self, ordinals: Sequence[int]) -> list[bytes | None]:
        with self._lock:
            return self._documents.texts_at(ordinals)

    def differing(self, documents: Sequence[tuple[int, Record]]) -> int:
        with self._lock:
            return self._documents.differing(documents)

    def put_records(self, documents: Sequence[tuple[Record, KeptText | None]]) -> list[int]:
        with self._lock:
            self._documents.finish()
            ordinals = [self._documents.allot() for _ in documents]
            self._documents.keep_new(
                [
                    (ordinal, record, text.to_bytes() if text else None)
                    for ordinal, (record, text) in zip(ordinals, documents, strict=True)
                ]
            )
            return ordinals

    def put_record(self, record: Record, text: KeptText | None = None) -> int:
        with self._lock:
            self._documents.finish()
            own = self._unreserved(record.id)
            ordinal = own[0] if own else self._documents.allot()
            self._documents.keep(ordinal, record, text.to_bytes() if text else None)
            return ordinal

    def _unreserved(self, document_id: str) -> Entry | None:
        """What is kept of a document, None for nothing. Raises NearDupError if it is reserved."""
        own = self._documents.find(document_id)
        if own is not None and own[0] in self._reservations:
            raise reserved_here(document_id)
        return own

    def amend(self, ordinal: int, amended: Callable[[Record], Record]) -> bool:
        with self._lock:
            self._documents.finish()
            return self._documents.amend(ordinal, amended)

    def stats(self) -> dict[str, Any]:
        self._require_own_process()
        with self._lock:
            self._documents.finish()
            return self._stats(
                path=str(self.path) if self.path else None,
                articles=self._documents.articles,
                copies=self._documents.copies,
                kept_texts=self._documents.texts,
                reserved=len(self._reservations),
            )

    def _drafted(
        self, document: Document, fingerprint: Fingerprint, judgement: Judgement
    ) -> Draft | None:
        """What to keep of *document*, None if nothing."""
        if judgement.verdict.kind in (Kind.UNCHANGED, Kind.NO_TEXT):
            return None
        if judgement.own is not None:
            ordinal, replaced = judgement.own
        else:
            ordinal, replaced = self._documents.allot(), None
        copies = judgement.verdict.kind in VERBATIM_KINDS
        telling = None if copies else self.telling_of(fingerprint)
        now = int(self._clock())
        return draft(document, fingerprint, judgement, ordinal, replaced, now, telling)

    def _keep_text(self, own: Entry, document: Document) -> None:
        text = KeptText.of(document).to_bytes()
        with self._lock:
            self._documents.finish()
            record = self._documents.kept(own[0])
            # It may have been removed or changed since.
            if record is not None and record.revision == own[1].revision:
                self._documents.keep_text(own[0], text)

    def _keep_held(self, drafted: Draft) -> Amendment | None:
        """Keep a draft whose place is reserved; returns what changed in the head of its story."""
        with self._lock:
            self._documents.finish()
            self._release(drafted)
            return self._keep(drafted)

    def _let_go(self, drafted: Draft) -> None:
        """Give up the place of a draft."""
        with self._lock:
            self._release(drafted)
            self._documents.give_back(drafted.ordinal)

    def _release(self, drafted: Draft) -> None:
        """End the reservation of a draft, if it has one still."""
        reservation = self._reservations.get(drafted.ordinal)
        if reservation is None or reservation.held is not drafted:
            return
        self._documents.release(drafted.ordinal)
        del self._reservations[drafted.ordinal]
        self._count_out(drafted)

    def _keep(self, drafted: Draft) -> Amendment | None:
        """Write a draft; returns what changed in the head of its story."""
        record, documents = drafted.record, self._documents
        if record.is_source and (kept := documents.kept(drafted.ordinal)) is not None:
            record = record.with_story_of(kept)
        amendment = drafted.amendment
        if amendment is not None and (head := documents.kept(amendment.head)) is not None:
            amendment = self.stories.upheld(amendment, head, record)
        documents.keep(drafted.ordinal, record, drafted.text, amendment)
        self._learn(drafted, record)
        return amendment
