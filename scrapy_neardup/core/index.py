"""The index: which earlier articles does this one copy?"""

from __future__ import annotations

import hashlib
import json
import struct
import threading
import time
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_neardup.core.document import Document, Kind, Match, Verdict
from scrapy_neardup.core.errors import IndexFormatError, NearDupError, SchemeMismatch
from scrapy_neardup.core.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.posting import MAX_ORDINAL, Posting, bucket_bits_for
from scrapy_neardup.core.record import Record, Source
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.store import Change, MemoryStore, Store
from scrapy_neardup.core.tables import Tables

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from typing_extensions import Self

FORMAT = 1
DEFAULT_EXPECTED_DOCUMENTS = 1_000_000
MAX_CANDIDATES = 256
"""How many candidates a query judges: those of most common tables first, then the oldest."""

_FORMAT_KEY = b"format"
_COUNTS_KEY = b"counts"
_COUNTS = struct.Struct(">IQQ")
_RECORD = b"r"
_NOTE = b"n"


@dataclass(slots=True)
class _Entry:
    """A document on its way into the index, and what it replaces there."""

    ordinal: int
    record: Record
    replaced: Record | None


class Reservation:
    """A document's place in the index before it is certain that the document is kept.

    Later documents see it at once. ``commit`` makes it lasting, ``rollback`` takes it back;
    the first of the two counts. Where the verdict rests on documents that are themselves only
    reserved, nothing is reserved and *blockers* names them: wait for their outcome, then
    reserve again.
    """

    def __init__(
        self,
        index: NearDupIndex,
        verdict: Verdict,
        entry: _Entry | None,
        blockers: tuple[Reservation, ...] = (),
    ) -> None:
        self.verdict = verdict
        self.blockers = blockers
        self._index = index
        self._entry = entry
        self._settled = False

    @property
    def settled(self) -> bool:
        """Whether it has been committed or rolled back."""
        return self._settled

    def commit(self) -> None:
        """Write the document to the index. Raises NearDupError, and rolls back, if that fails."""
        self._settle(keep=True)

    def rollback(self) -> None:
        """Forget the document."""
        self._settle(keep=False)

    def _settle(self, *, keep: bool) -> None:
        with self._index._lock:
            if self._settled:
                return
            try:
                if self._entry is not None:
                    self._index._settle(self._entry, keep=keep)
            finally:
                self._settled = True


class NearDupIndex:
    """An index of articles over a store.

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

    Only articles that copy no other are sources: the tables lead to them, never to a copy, so
    that likeness does not creep from copy to copy. Methods may be called from any thread.

    Raises SchemeMismatch when *store* was written with another *scheme*, IndexFormatError when
    it holds something else.
    """

    def __init__(
        self,
        store: Store,
        scheme: Scheme | None = None,
        *,
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.RLock()
        self._opened = 1
        self.path: Path | None = None
        self.scheme, bucket_bits = self._agree_on_format(scheme, expected_documents)
        self.fingerprinter = Fingerprinter(self.scheme)
        self._tables = Tables(self.scheme, bucket_bits)
        self._reserved = MemoryStore()
        self._reservations: dict[int, Reservation] = {}
        counts = store.values([_COUNTS_KEY])[0]
        self._next: int
        self._articles: int
        self._copies: int
        self._next, self._articles, self._copies = _COUNTS.unpack(counts) if counts else (0, 0, 0)

    @classmethod
    def in_memory(cls, scheme: Scheme | None = None, **options: Any) -> Self:
        """An index that is gone with its process."""
        return cls(MemoryStore(), scheme, **options)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        scheme: Scheme | None = None,
        *,
        holder: str = "python",
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
    ) -> NearDupIndex:
        """The index in the directory *path*, made there if missing; one object a process.

        Opening a directory again, under whatever spelling, gives the same index, which closes
        when each of its openers has closed it. *holder* is what other processes are told.

        Raises IndexLocked, IndexReadOnly, IndexCorrupt, IndexFormatError or SchemeMismatch.
        """
        from scrapy_neardup.core.leveldb import LevelDBStore

        real = Path(path).resolve()
        with _open_indexes_lock:
            index = _open_indexes.get(real)
            if index is not None:
                index._require(scheme)
                index._opened += 1
                return index
            store = LevelDBStore(real, holder=holder)
            try:
                index = cls(store, scheme, expected_documents=expected_documents)
            except BaseException:
                store.close()
                raise
            index.path = real
            _open_indexes[real] = index
            return index

    def close(self) -> None:
        """Close the index, or give up one of several openings of it. Reservations are lost."""
        with _open_indexes_lock, self._lock:
            self._opened -= 1
            if self._opened == 0:
                if self.path is not None:
                    _open_indexes.pop(self.path, None)
                self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """The number of articles, copies not counted."""
        return self._articles

    def __contains__(self, document_id: str) -> bool:
        return self.get(document_id) is not None

    def check(self, document: Document, fingerprint: Fingerprint | None = None) -> Verdict:
        """What *document* is, changing nothing. *fingerprint* saves computing it again."""
        fingerprint = self._fingerprint(document, fingerprint)
        with self._lock:
            return self._judge(document, fingerprint)[0]

    def reserve(self, document: Document, fingerprint: Fingerprint | None = None) -> Reservation:
        """Judge *document* and hold its place until its reservation is settled."""
        fingerprint = self._fingerprint(document, fingerprint)
        with self._lock:
            verdict, own, sources = self._judge(document, fingerprint)
            waited = {ordinal for ordinal in sources if ordinal in self._reservations}
            if own is not None and own[0] in self._reservations:
                waited.add(own[0])
            if waited:
                blockers = tuple(self._reservations[ordinal] for ordinal in sorted(waited))
                return Reservation(self, verdict, None, blockers)
            entry = self._entry(document, fingerprint, verdict, own, sources)
            reservation = Reservation(self, verdict, entry)
            if entry is not None:
                self._reservations[entry.ordinal] = reservation
                self._reserved.apply(self._placing(entry.ordinal, entry.record))
            return reservation

    def check_and_add(self, document: Document, fingerprint: Fingerprint | None = None) -> Verdict:
        """Judge *document* and keep it: as a source if it copies none, else as a copy.

        A document that rests on a reserved one is judged against it, and kept as such.
        """
        fingerprint = self._fingerprint(document, fingerprint)
        with self._lock:
            verdict, own, sources = self._judge(document, fingerprint)
            entry = self._entry(document, fingerprint, verdict, own, sources)
            if entry is not None:
                self._write(entry)
            return verdict

    def add(self, document: Document, fingerprint: Fingerprint | None = None) -> None:
        """Keep *document* as a source, whatever it resembles; it replaces one of its id."""
        fingerprint = self._fingerprint(document, fingerprint)
        with self._lock:
            if fingerprint.length == 0:
                return
            own = self._find(document.id)
            entry = self._entry(document, fingerprint, Verdict(Kind.NEW), own, {})
            if entry is not None:
                self._write(entry)

    def remove(self, document_id: str) -> bool:
        """Take a document and all its postings out; False if there was none of that id."""
        with self._lock:
            own = self._find(document_id)
            if own is None or own[0] in self._reservations:
                return False
            ordinal, record = own
            change = Change(values={_RECORD + ordinal.to_bytes(4, "big"): None})
            change.unpost = self._posts(ordinal, record)
            self._apply_counted(change, record, None)
            return True

    def get(self, document_id: str) -> Record | None:
        """The record of a document, None if there is none of that id."""
        with self._lock:
            own = self._find(document_id)
            return own[1] if own else None

    def records(self) -> Iterator[Record]:
        """Every committed record, the oldest first."""
        for _, value in self._store.items(_RECORD):
            yield Record.from_bytes(value)

    def stats(self) -> dict[str, Any]:
        """Counts and parameters, as JSON types."""
        with self._lock:
            return {
                "path": str(self.path) if self.path else None,
                "format": FORMAT,
                "articles": self._articles,
                "copies": self._copies,
                "reserved": len(self._reservations),
                "scheme": self.scheme.to_dict(),
            }

    def read_note(self, name: str) -> bytes | None:
        """What :meth:`write_note` kept under *name*: what must live and die with the index."""
        with self._lock:
            return self._store.values([_NOTE + name.encode()])[0]

    def write_note(self, name: str, value: bytes) -> None:
        """Keep *value* under *name*."""
        with self._lock:
            self._store.apply(Change(values={_NOTE + name.encode(): value}))

    def _agree_on_format(
        self, scheme: Scheme | None, expected_documents: int
    ) -> tuple[Scheme, int]:
        stored = self._store.values([_FORMAT_KEY])[0]
        if stored is None:
            scheme = scheme or Scheme()
            if next(self._store.items(b""), None) is not None:
                raise IndexFormatError("the database holds data but no index; name another one")
            bucket_bits = bucket_bits_for(expected_documents)
            form = {"format": FORMAT, "bucket_bits": bucket_bits, "scheme": scheme.to_dict()}
            self._store.apply(Change(values={_FORMAT_KEY: json.dumps(form).encode()}))
            return scheme, bucket_bits
        try:
            form = json.loads(stored)
            number, bucket_bits = int(form["format"]), int(form["bucket_bits"])
        except (ValueError, KeyError, TypeError) as error:
            raise IndexFormatError(
                f"the index's format record can't be read: {error!r}"
            ) from error
        if number != FORMAT:
            raise IndexFormatError(
                f"the index has format {number}, this version reads {FORMAT}; "
                "use the version that wrote it, or rebuild the index"
            )
        try:
            self.scheme = Scheme.from_dict(form["scheme"])
        except (ValueError, TypeError) as error:
            raise SchemeMismatch(str(error)) from error
        self._require(scheme)
        return self.scheme, bucket_bits

    def _require(self, scheme: Scheme | None) -> None:
        if scheme is not None and (differences := self.scheme.differences(scheme)):
            raise SchemeMismatch(
                "the index was made with another scheme (index against settings): "
                + "; ".join(differences)
                + "; set these as the index has them, or rebuild it under another directory"
            )

    def _fingerprint(self, document: Document, given: Fingerprint | None) -> Fingerprint:
        fingerprint = given or self.fingerprinter(document.text, document.title)
        if document.equality_only:
            return replace(fingerprint, simhash=None, sketch=None)
        return fingerprint

    def _judge(
        self, document: Document, fingerprint: Fingerprint
    ) -> tuple[Verdict, tuple[int, Record] | None, dict[int, Match]]:
        """The verdict, the document's own record if any, and its sources by ordinal."""
        own = self._find(document.id)
        if fingerprint.length == 0:
            return Verdict(Kind.NO_TEXT), own, {}
        if own is not None and own[1].revision == _revision(document, fingerprint):
            known = self._known_sources(own[1])
            if own[1].is_source or known:
                return Verdict(Kind.UNCHANGED, tuple(known.values())), own, {}
        if own is not None and own[1].is_source:
            return Verdict(Kind.UPDATED), own, {}
        sources = self._equal(document.id, fingerprint) or self._similar(document.id, fingerprint)
        if sources:
            best = next(iter(sources.values()))
            return Verdict(best.kind, tuple(sources.values())), own, sources
        if fingerprint.simhash is None:
            return Verdict(Kind.TOO_SHORT), own, {}
        return Verdict(Kind.UPDATED if own is not None else Kind.NEW), own, {}

    def _find(self, document_id: str) -> tuple[int, Record] | None:
        candidates, _ = self._look_up([self._tables.of_id(document_id)])
        for ordinal, record in self._records(candidates.tolist()):
            if record.id == document_id:
                return ordinal, record
        return None

    def _known_sources(self, record: Record) -> dict[int, Match]:
        scores = {source.ordinal: source.score for source in record.sources}
        return {
            ordinal: self._match(ordinal, source, record.kind, scores[ordinal])
            for ordinal, source in self._records(list(scores))
        }

    def _equal(self, document_id: str, fingerprint: Fingerprint) -> dict[int, Match]:
        candidates, _ = self._look_up([self._tables.of_digest(fingerprint.digest)])
        for ordinal, record in self._records(candidates.tolist()):
            if (
                record.digest == fingerprint.digest
                and record.id != document_id
                and record.is_source
            ):
                match = self._match(ordinal, record, Kind.EXACT, 1.0)
                distance = 0 if fingerprint.simhash is not None else None
                return {ordinal: replace(match, distance=distance, jaccard=1.0, containment=1.0)}
        return {}

    def _similar(self, document_id: str, fingerprint: Fingerprint) -> dict[int, Match]:
        postings = self._tables.of_likeness(fingerprint.simhash, fingerprint.sketch)
        if not postings:
            return {}
        candidates, tables = self._look_up(postings)
        order = np.lexsort((candidates, -tables))[:MAX_CANDIDATES]
        found = []
        for ordinal, record in self._records(candidates[order].tolist()):
            if record.id == document_id or record.simhash is None:
                continue
            assert fingerprint.simhash is not None
            distance = (record.simhash ^ fingerprint.simhash).bit_count()
            if distance <= self.scheme.max_distance:
                match = self._match(ordinal, record, Kind.REPOST, 1 - distance / 64)
                found.append((ordinal, replace(match, distance=distance)))
        found.sort(key=lambda pair: (-pair[1].score, pair[0]))
        return dict(found[:1])

    def _match(self, ordinal: int, record: Record, kind: Kind, score: float) -> Match:
        return Match(
            id=record.id,
            kind=kind,
            score=score,
            url=record.url,
            first_seen=datetime.fromtimestamp(record.first_seen, timezone.utc),
            pending=ordinal in self._reservations,
        )

    def _look_up(self, postings: list[Posting]) -> tuple[np.ndarray, np.ndarray]:
        buckets = [entry.bucket for entry in postings]
        members = self._store.members(buckets)
        if self._reservations:
            reserved = self._reserved.members(buckets)
            members = [kept + held for kept, held in zip(members, reserved, strict=True)]
        return self._tables.hits(postings, members)

    def _records(self, ordinals: list[int]) -> Iterator[tuple[int, Record]]:
        keys = [_RECORD + ordinal.to_bytes(4, "big") for ordinal in ordinals]
        held = self._reserved.values(keys) if self._reservations else [None] * len(keys)
        for ordinal, kept, reserved in zip(ordinals, self._store.values(keys), held, strict=True):
            value = reserved or kept
            if value is not None:
                yield ordinal, Record.from_bytes(value)

    def _entry(
        self,
        document: Document,
        fingerprint: Fingerprint,
        verdict: Verdict,
        own: tuple[int, Record] | None,
        sources: dict[int, Match],
    ) -> _Entry | None:
        if verdict.kind in (Kind.UNCHANGED, Kind.NO_TEXT):
            return None
        if own is not None:
            ordinal, replaced = own
        else:
            ordinal, replaced = self._allot(), None
        published = document.published
        record = Record(
            id=document.id,
            kind=verdict.kind if sources else Kind.NEW,
            first_seen=replaced.first_seen if replaced else int(self._clock()),
            revision=_revision(document, fingerprint),
            digest=fingerprint.digest,
            url=document.url,
            published=int(published.timestamp()) if published else None,
            simhash=None if sources else fingerprint.simhash,
            sketch=None if sources else fingerprint.sketch,
            sources=tuple(Source(source, match.score) for source, match in sources.items()),
        )
        return _Entry(ordinal, record, replaced)

    def _allot(self) -> int:
        if self._next > MAX_ORDINAL:
            raise NearDupError(
                f"the index is full: {MAX_ORDINAL + 1} documents; prune or rebuild it"
            )
        ordinal = self._next
        self._next += 1
        return ordinal

    def _posts(self, ordinal: int, record: Record) -> list[tuple[bytes, bytes]]:
        postings = [self._tables.of_id(record.id)]
        if record.is_source:
            postings.append(self._tables.of_digest(record.digest))
            postings += self._tables.of_likeness(record.simhash, record.sketch)
        return [(entry.bucket, entry.member(ordinal)) for entry in postings]

    def _placing(self, ordinal: int, record: Record) -> Change:
        key = _RECORD + ordinal.to_bytes(4, "big")
        return Change(post=self._posts(ordinal, record), values={key: record.to_bytes()})

    def _settle(self, entry: _Entry, *, keep: bool) -> None:
        del self._reservations[entry.ordinal]
        placed = self._placing(entry.ordinal, entry.record)
        self._reserved.apply(Change(unpost=placed.post, values=dict.fromkeys(placed.values)))
        if keep:
            self._write(entry)

    def _write(self, entry: _Entry) -> None:
        change = self._placing(entry.ordinal, entry.record)
        if entry.replaced is not None:
            placed = set(change.post)
            old = self._posts(entry.ordinal, entry.replaced)
            change.unpost = [pair for pair in old if pair not in placed]
        self._apply_counted(change, entry.replaced, entry.record)

    def _apply_counted(self, change: Change, gone: Record | None, come: Record | None) -> None:
        articles, copies = self._articles, self._copies
        for record, step in ((gone, -1), (come, 1)):
            if record is not None and record.is_source:
                articles += step
            elif record is not None:
                copies += step
        change.values[_COUNTS_KEY] = _COUNTS.pack(self._next, articles, copies)
        self._store.apply(change)
        self._articles, self._copies = articles, copies


_open_indexes: dict[Path, NearDupIndex] = {}
_open_indexes_lock = threading.RLock()


def _revision(document: Document, fingerprint: Fingerprint) -> bytes:
    if document.revision is None:
        return fingerprint.digest[:8]
    content = document.revision.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=8).digest()
