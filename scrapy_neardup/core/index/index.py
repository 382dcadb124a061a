"""The index: which earlier articles does this one copy?"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import Document, Kind, Match, Verdict
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.fingerprints.simhash import distance
from scrapy_neardup.core.index.archive import FORMAT
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.ledger import Amendment, Ledger, require
from scrapy_neardup.core.index.posting import documents_for
from scrapy_neardup.core.index.record import Record, Source, bounded
from scrapy_neardup.core.index.store import MemoryStore, Store
from scrapy_neardup.core.index.stories import Hit, Stories, elects, seconds
from scrapy_neardup.core.index.tables import WHOLE
from scrapy_neardup.core.verdict.election import FIRST_SEEN
from scrapy_neardup.core.verdict.host_record import HostRecords
from scrapy_neardup.core.verdict.verify import PRESETS, Evidence, Thresholds, conclude, judge

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType

    from typing_extensions import Self

    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.election import Policy

DEFAULT_EXPECTED_DOCUMENTS = 1_000_000
MAX_CANDIDATES = 64
"""How many candidates a query judges: those of most weight first, then the oldest. Those passed
over are counted in the stats."""
MAX_MATCHES = 8
"""How many sources a verdict names."""


@dataclass(slots=True)
class _Entry:
    """A document on its way into the index."""

    ordinal: int
    record: Record
    text: bytes | None = None
    amendment: Amendment | None = None
    result: tuple[str, str] | None = None


@dataclass(slots=True)
class _Judgement:
    """A verdict and what it comes of.

    *own* is what the index has of the document already, *sources* are the heads of the stories
    that it tells. *hits* were found in them; *waits_for* are those whose outcome has to be known
    first. By *policy* it is the original of its story instead of *over*, None where it is not;
    *result* is the hosts of an election's winner and loser, where evidence decided it.
    """

    verdict: Verdict
    own: tuple[int, Record] | None = None
    sources: dict[int, Match] = field(default_factory=dict)
    hits: tuple[int, ...] = ()
    waits_for: tuple[int, ...] = ()
    over: tuple[int, Record] | None = None
    policy: Policy = FIRST_SEEN
    result: tuple[str, str] | None = None

    @property
    def elected(self) -> bool:
        """Whether it is the original of its story."""
        return self.over is not None


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
        self.former: Match | None = None
        """Once committed, the original whose place the document took. None if it took none's, also
        where it was elected but another, elected at the same moment, won over it."""
        self._index = index
        self._entry = entry
        self._settled = False

    @property
    def record(self) -> Record | None:
        """What is held, None if nothing is."""
        return self._entry.record if self._entry is not None else None

    @property
    def foreign(self) -> bool:
        """Whether another process holds it, which tells of its outcome only when asked."""
        return False

    @property
    def settled(self) -> bool:
        """Whether it has been committed or rolled back."""
        return self._settled

    def let_through(self, most: int) -> bool:
        """Count a copy among those of its story that are kept, at most *most*; False for any more.

        It takes effect with :meth:`commit`.
        """
        with self._index._lock:
            return self._entry is not None and self._index._let_through(self._entry, most)

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
                    amendment = self._index._settle(self._entry, keep=keep)
                    self.former = self._index._former(self.verdict, amendment)
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
    that likeness does not creep from copy to copy. Sources first seen more than *ttl* seconds
    ago no longer count, whether :meth:`prune` has taken them out yet or not. Methods may be
    called from any thread.

    Raises SchemeMismatch when *store* was written with another *scheme*, IndexFormatError when
    it holds something else.
    """

    def __init__(
        self,
        store: Store,
        scheme: Scheme | None = None,
        *,
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
        thresholds: Thresholds = PRESETS["balanced"],
        ttl: float | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._ledger = self._open_ledger(store, scheme, expected_documents)
        self._clock = clock
        self.thresholds = thresholds
        self.ttl = ttl
        self._candidates_max = self._candidates_passed_over = 0
        self.path: Path | None = None
        self.scheme = self._ledger.scheme
        self.fingerprinter = Fingerprinter(self.scheme)
        self.hosts = HostRecords(self._ledger.read_note, self._ledger.write_notes)
        self.stories = Stories(self._ledger, self.hosts)
        self._reservations: dict[int, Reservation] = {}
        self._letting_through: Counter[int] = Counter()
        self._pruned = 0
        """Below this ordinal, slices of pruning have left nothing. LevelDB would walk over all
        that is deleted there, a microsecond each, until it compacts."""
        self._lock = threading.RLock()
        self._opened = 1
        self._temporary: TemporaryDirectory[str] | None = None

    def _open_ledger(self, store: Store, scheme: Scheme | None, expected_documents: int) -> Ledger:
        return Ledger(store, scheme, expected_documents)

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
        sync: str = "interval",
        create: bool = True,
        expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
        thresholds: Thresholds = PRESETS["balanced"],
        ttl: float | None = None,
    ) -> NearDupIndex:
        """The index in the directory *path*, made there if missing; one object a process.

        A URL that starts with ``redis`` names an index that any number of processes share: see
        :class:`~scrapy_neardup.core.redis.index.RedisIndex`.

        Opening a directory again, under whatever spelling, gives the same index, which closes
        when each of its openers has closed it. *holder* is what other processes are told,
        *sync* is explained at :class:`~scrapy_neardup.core.leveldb.store.LevelDBStore`. With *create*
        false, a directory without an index is refused.

        Raises IndexLocked, IndexReadOnly, IndexCorrupt, IndexFormatError or SchemeMismatch, and
        NearDupError when it is open in this process with other *thresholds* or *ttl*.
        """
        if "://" in str(path):
            from scrapy_neardup.core.redis.index import RedisIndex

            return RedisIndex.connect(
                str(path),
                scheme,
                create=create,
                expected_documents=expected_documents,
                thresholds=thresholds,
                ttl=ttl,
            )
        from scrapy_neardup.core.leveldb.store import LevelDBStore

        real = Path(path).resolve()
        with _open_indexes_lock:
            index = _open_indexes.get(real)
            if index is not None:
                require(index.scheme, scheme)
                if (index.thresholds, index.ttl) != (thresholds, ttl):
                    raise NearDupError(
                        f"the index {real} is open in this process with {index.thresholds} and a "
                        f"ttl of {index.ttl}, not {thresholds} and {ttl}: give all the same"
                    )
                index._opened += 1
                return index
            store = LevelDBStore(real, holder=holder, sync=sync, create=create)
            try:
                index = cls(
                    store,
                    scheme,
                    expected_documents=expected_documents,
                    thresholds=thresholds,
                    ttl=ttl,
                )
            except BaseException:
                store.close()
                raise
            index.path = real
            _open_indexes[real] = index
            return index

    @classmethod
    def snapshot(
        cls,
        path: str | os.PathLike[str],
        scheme: Scheme | None = None,
        *,
        thresholds: Thresholds = PRESETS["balanced"],
        ttl: float | None = None,
    ) -> NearDupIndex:
        """A private copy of the index in *path* as of now, while another process may own it.

        What is added to the copy is gone when it is closed. Raises as :meth:`open`.
        """
        from scrapy_neardup.core.leveldb.store import LevelDBStore, copy_live

        temporary = TemporaryDirectory(prefix="neardup-snapshot-")
        try:
            copy_live(path, Path(temporary.name))
            store = LevelDBStore(temporary.name, sync="never", create=False)
            index = cls(store, scheme, thresholds=thresholds, ttl=ttl)
        except BaseException:
            temporary.cleanup()
            raise
        index._temporary = temporary
        return index

    def close(self) -> None:
        """Close the index, or give up one of several openings of it. Reservations are lost."""
        with _open_indexes_lock, self._lock:
            self._opened -= 1
            if self._opened == 0:
                if self.path is not None:
                    _open_indexes.pop(self.path, None)
                try:
                    self.hosts.save()
                finally:
                    self._ledger.store.close()
                    if self._temporary is not None:
                        self._temporary.cleanup()

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
        return self._ledger.articles

    @property
    def laid_out_for(self) -> int:
        """How many documents the index's tables were made for, up to a power of 2."""
        return documents_for(self._ledger.bucket_bits, self._ledger.members)

    def __contains__(self, document_id: str) -> bool:
        return self.get(document_id) is not None

    def check(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Verdict:
        """What *document* is, changing nothing. *fingerprint* saves computing it again.

        By *policy*, an article that resembles an earlier one may be the original of both.
        """
        document, fingerprint = self._prepare(document, fingerprint)
        with self._lock:
            return self._judge(document, fingerprint, policy).verdict

    def reserve(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Reservation:
        """Judge *document* and hold its place until its reservation is settled."""
        document, fingerprint = self._prepare(document, fingerprint)
        with self._lock:
            judgement = self._judge(document, fingerprint, policy)
            waited = set(judgement.waits_for)
            if judgement.own is not None and judgement.own[0] in self._reservations:
                waited.add(judgement.own[0])
            if waited:
                blockers = tuple(self._reservations[ordinal] for ordinal in sorted(waited))
                return Reservation(self, judgement.verdict, None, blockers)
            entry = self._entry(document, fingerprint, judgement)
            reservation = Reservation(self, judgement.verdict, entry)
            if entry is not None:
                self._reservations[entry.ordinal] = reservation
                self._ledger.hold(entry.ordinal, entry.record)
            return reservation

    def would_rest_on(
        self, document: Document, fingerprint: Fingerprint, reservation: Reservation
    ) -> bool:
        """Whether *document* has the id of what is reserved, or copies it by itself.

        Cheaper than :meth:`reserve`: nothing else in the index is looked at.
        """
        document, fingerprint = self._prepare(document, fingerprint)
        record = reservation.record
        if record is None:
            return False
        if record.id == document.id:
            return True
        if not record.is_source:
            return False
        if record.digest == fingerprint.digest:
            return True
        if fingerprint.simhash is None:
            return False
        evidence = judge(fingerprint, record.simhash, record.sketch)
        return bool(conclude([evidence], self.thresholds))

    def check_and_add(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Verdict:
        """Judge *document* and keep it: as a source if it copies none, else as a copy.

        A document that rests on a reserved one is judged against it, and kept as such.
        """
        document, fingerprint = self._prepare(document, fingerprint)
        with self._lock:
            judgement = self._judge(document, fingerprint, policy)
            entry = self._entry(document, fingerprint, judgement)
            if entry is not None:
                self._keep(entry)
            return judgement.verdict

    def add(self, document: Document, fingerprint: Fingerprint | None = None) -> None:
        """Keep *document* as a source, whatever it resembles; it replaces one of its id."""
        document, fingerprint = self._prepare(document, fingerprint)
        with self._lock:
            if fingerprint.length == 0:
                return
            own = self._ledger.find(document.id)
            entry = self._entry(document, fingerprint, _Judgement(Verdict(Kind.NEW), own))
            if entry is not None:
                self._keep(entry)

    def remove(self, document_id: str) -> bool:
        """Take a document and all its postings out; False if there was none of that id."""
        with self._lock:
            own = self._ledger.find(bounded(document_id))
            if own is None or own[0] in self._reservations:
                return False
            self._ledger.take_out(*own)
            return True

    def remove_host(self, host: str) -> int:
        """Take out every document whose URL, or id where it has none, is on *host*."""
        return self._remove_where(lambda record: host_of(record.url or record.id) == host)

    def remove_url(self, url: str) -> int:
        """Take out every document with this URL."""
        url = bounded(url)
        return self._remove_where(lambda record: url in (record.url, record.id))

    def prune(self, before: float, limit: int | None = None) -> int:
        """Take out documents first seen before the time *before* (seconds since 1970).

        The oldest go first. With *limit*, at most that many go, the search goes on where the last
        such one ended, and it ends at the first that stays; without, the whole index is read.
        Returns how many went.
        """
        gone = 0
        with self._lock:
            # Those under way may come in, or stay, with an ordinal that the search has passed.
            floor = min([self._ledger.next_ordinal, *self._reservations])
            for ordinal, value in self._ledger.stored_from(0 if limit is None else self._pruned):
                record = Record.from_bytes(value)
                if gone == limit or (limit is not None and record.first_seen >= before):
                    floor = min(floor, ordinal)
                    break
                if record.first_seen < before and ordinal not in self._reservations:
                    self._ledger.take_out(ordinal, record)
                    gone += 1
            if limit is not None:
                self._pruned = floor
        return gone

    def compact(self) -> None:
        """Give the space of removed documents back to the system; takes a while."""
        with self._lock:
            self._ledger.store.compact()

    def _remove_where(self, chosen: Callable[[Record], bool]) -> int:
        gone = 0
        for _, value in self._ledger.stored():
            record = Record.from_bytes(value)
            if chosen(record):
                gone += self.remove(record.id)
        return gone

    def get(self, document_id: str) -> Record | None:
        """The record of a document, None if there is none of that id."""
        own = self.find(document_id)
        return own[1] if own else None

    def records(self) -> Iterator[Record]:
        """Every committed record, the oldest first."""
        for _, record in self.numbered_records():
            yield record

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        """Every committed record with its ordinal, by which copies name their sources."""
        for ordinal, value in self._ledger.stored():
            yield ordinal, Record.from_bytes(value)

    def find(self, document_id: str) -> tuple[int, Record] | None:
        """The ordinal and record of a document, None if there is none of that id."""
        with self._lock:
            return self._ledger.find(bounded(document_id))

    def record_at(self, ordinal: int) -> Record | None:
        """The committed record with this ordinal."""
        with self._lock:
            return self._ledger.kept(ordinal)

    def kept_text(self, ordinal: int) -> KeptText | None:
        """The text of the document with this ordinal, if it was kept."""
        packed = self.packed_text(ordinal)
        return None if packed is None else KeptText.from_bytes(packed)

    def packed_text(self, ordinal: int) -> bytes | None:
        """The same as :class:`~.kept_text.KeptText` packs it."""
        with self._lock:
            return self._ledger.text(ordinal)

    def kept_texts(self, ordinals: Sequence[int]) -> list[KeptText | None]:
        """The texts of the documents with these ordinals, as far as they were kept."""
        with self._lock:
            return [
                None if packed is None else KeptText.from_bytes(packed)
                for packed in self._ledger.texts_at(ordinals)
            ]

    def differing(self, documents: Sequence[tuple[int, Record]]) -> int:
        """How many of these are not in the index just so: each record under its ordinal, with all
        of its postings.
        """
        with self._lock:
            kept = self._ledger.kept_at([ordinal for ordinal, _ in documents])
            absent = self._ledger.absent_posts(documents)
            return sum(
                here != record or bool(missing and self._ledger.with_room(missing))
                for (_, record), here, missing in zip(documents, kept, absent, strict=True)
            )

    def put_records(self, documents: Sequence[tuple[Record, KeptText | None]]) -> list[int]:
        """Keep records, and texts, of another index of this scheme as they are, none of whose ids
        is here yet; returns their ordinals here.
        """
        with self._lock:
            ordinals = [self._ledger.allot() for _ in documents]
            for ordinal, (record, text) in zip(ordinals, documents, strict=True):
                self._ledger.keep(ordinal, record, text.to_bytes() if text else None)
            return ordinals

    def put_record(self, record: Record, text: KeptText | None = None) -> int:
        """Keep a record of another index of this scheme as it is; returns its ordinal here."""
        with self._lock:
            own = self._ledger.find(record.id)
            ordinal = own[0] if own else self._ledger.allot()
            self._ledger.keep(ordinal, record, text.to_bytes() if text else None)
            return ordinal

    def stats(self) -> dict[str, Any]:
        """Counts and parameters, as JSON types."""
        with self._lock:
            return {
                "path": str(self.path) if self.path else None,
                "format": FORMAT,
                "articles": self._ledger.articles,
                "copies": self._ledger.copies,
                "kept_texts": self._ledger.texts,
                "reserved": len(self._reservations),
                "crowded": self._ledger.crowded,
                "candidates_max": self._candidates_max,
                "candidates_passed_over": self._candidates_passed_over,
                "scheme": self.scheme.to_dict(),
            }

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next document kept waits until it is on disk, which may take long."""
        return self._ledger.store.waits_for_disk

    def read_note(self, name: str) -> bytes | None:
        """What :meth:`write_notes` kept under *name*: what lives and dies with the index."""
        with self._lock:
            return self._ledger.read_note(name)

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Every note, by name."""
        return self._ledger.notes()

    def write_notes(self, notes: Iterable[tuple[str, bytes]]) -> None:
        """Keep a value under each name."""
        with self._lock:
            self._ledger.write_notes(notes)

    def _prepare(
        self, document: Document, given: Fingerprint | None
    ) -> tuple[Document, Fingerprint]:
        fingerprint = given or self.fingerprinter(document.text, document.title)
        if document.equality_only:
            fingerprint = replace(fingerprint, simhash=None, sketch=None)
        document_id, url = bounded(document.id), bounded(document.url) if document.url else None
        if document_id != document.id or url != document.url:
            document = replace(document, id=document_id, url=url)
        return document, fingerprint

    def _judge(self, document: Document, fingerprint: Fingerprint, policy: Policy) -> _Judgement:
        own = self._ledger.find(document.id)
        if fingerprint.length == 0:
            return _Judgement(Verdict(Kind.NO_TEXT), own)
        if own is not None and own[1].revision == _revision(document, fingerprint):
            known = self._known_sources(own[1])
            if own[1].is_source or known:
                return _unchanged(own, known)
        if own is not None and own[1].is_source:
            return _Judgement(Verdict(Kind.UPDATED), own)
        hits = self._equal(document.id, fingerprint)
        candidates = len(hits)
        if not hits:
            hits, candidates = self._similar(document.id, fingerprint)
        if hits:
            return self._judge_copy(document, own, hits, candidates, policy)
        if fingerprint.simhash is None:
            kind = Kind.TOO_SHORT
        else:
            kind = Kind.UPDATED if own is not None else Kind.NEW
        return _Judgement(Verdict(kind, candidates=candidates), own)

    def _judge_copy(
        self,
        document: Document,
        own: tuple[int, Record] | None,
        hits: list[Hit],
        candidates: int,
        policy: Policy,
    ) -> _Judgement:
        stories = self.stories.told_by(hits)
        pending = {hit.ordinal for hit in hits if self._is_pending(hit.ordinal)}
        sources = {}
        waits_for: set[int] = set()
        for story in stories:
            found = {hit.ordinal for hit in story.hits}
            if found <= pending:
                waits_for |= found
            sources[story.head[0]] = replace(
                self._named(story.hits[0].match, story.original[1]), pending=found <= pending
            )
        matches = tuple(sources.values())
        verdict = Verdict(matches[0].kind, matches, candidates=candidates)
        judgement = _Judgement(verdict, own, sources, tuple(hit.ordinal for hit in hits))
        if len(stories) == 1 and elects(policy):
            seen = own[1].first_seen if own is not None else int(self._clock())
            result = self.stories.hold_election(stories[0], document, seen, policy)
            judgement.result = result.hosts
            if result.won:
                judgement.over, judgement.policy = stories[0].original, policy
                judgement.verdict = Verdict(
                    Kind.ORIGINAL,
                    original_of=matches,
                    reason=result.reason,
                    candidates=candidates,
                )
                # One that is not kept yet may be a better original.
                waits_for |= pending
        if own is not None and own[1].let_through and not judgement.elected:
            judgement.verdict = replace(judgement.verdict, let_through="copy")
        judgement.waits_for = tuple(waits_for)
        return judgement

    def _known_sources(self, record: Record) -> dict[int, Match]:
        scores = {source.ordinal: source.score for source in record.sources}
        return {
            ordinal: self._named(
                self._match(ordinal, source, record.kind, scores[ordinal]),
                self.stories.original_of((ordinal, source))[1],
            )
            for ordinal, source in self._ledger.records(list(scores))
        }

    def _equal(self, document_id: str, fingerprint: Fingerprint) -> list[Hit]:
        """The first document of its text, and those that were elected since."""
        candidates = self._ledger.look_up_equal(self._ledger.tables.of_digest(fingerprint.digest))
        hits: list[Hit] = []
        for ordinal, record in self._ledger.records(candidates):
            if (
                record.digest == fingerprint.digest
                and record.id != document_id
                and self._is_live_source(record)
                and (not hits or record.elected)
            ):
                match = self._match(ordinal, record, Kind.EXACT, 1.0)
                distance = 0 if fingerprint.simhash is not None else None
                equal = replace(match, distance=distance, jaccard=1.0, containment=1.0)
                hits.append(Hit(ordinal, record, equal))
        return hits[:MAX_MATCHES]

    def _similar(self, document_id: str, fingerprint: Fingerprint) -> tuple[list[Hit], int]:
        """The documents that it copies, best first, and how many it was compared with."""
        postings = self._ledger.tables.of_likeness(fingerprint.simhash, fingerprint.sketch)
        if not postings:
            return [], 0
        found = self._ledger.look_up(postings)
        likely = found.likeliest(len(found.weights), WHOLE)
        if not likely:
            return [], 0
        self._candidates_max = max(self._candidates_max, len(likely))
        self._candidates_passed_over += max(len(likely) - MAX_CANDIDATES, 0)
        candidates = [
            (ordinal, record)
            for ordinal, record in self._ledger.records(likely[:MAX_CANDIDATES])
            if record.id != document_id
            and self._is_live_source(record)
            and (found.phrases.get(ordinal, 0) >= WHOLE or self._is_near(record, fingerprint))
        ]
        evidence = [judge(fingerprint, record.simhash, record.sketch) for _, record in candidates]
        hits = []
        for finding in conclude(evidence, self.thresholds)[:MAX_MATCHES]:
            ordinal, record = candidates[finding.candidate]
            match = self._match(ordinal, record, finding.kind, finding.score)
            hits.append(Hit(ordinal, record, _with_evidence(match, evidence[finding.candidate])))
        return hits, len(candidates)

    def _is_near(self, record: Record, fingerprint: Fingerprint) -> bool:
        if record.simhash is None or fingerprint.simhash is None:
            return False
        return distance(record.simhash, fingerprint.simhash) <= self.scheme.max_distance

    def _is_live_source(self, record: Record) -> bool:
        fresh = self.ttl is None or record.first_seen >= self._clock() - self.ttl
        return record.is_source and fresh

    def _match(self, ordinal: int, record: Record, kind: Kind, score: float) -> Match:
        return Match(
            id=record.id,
            kind=kind,
            score=score,
            url=record.url,
            first_seen=datetime.fromtimestamp(record.first_seen, timezone.utc),
            pending=self._is_pending(ordinal),
        )

    def _named(self, match: Match, original: Record) -> Match:
        """*match* under the name of its story's original."""
        first_seen = datetime.fromtimestamp(original.first_seen, timezone.utc)
        return replace(match, id=original.id, url=original.url, first_seen=first_seen)

    def _is_pending(self, ordinal: int) -> bool:
        return ordinal in self._reservations

    def _entry(
        self, document: Document, fingerprint: Fingerprint, judgement: _Judgement
    ) -> _Entry | None:
        verdict, sources = judgement.verdict, judgement.sources
        if verdict.kind in (Kind.UNCHANGED, Kind.NO_TEXT):
            return None
        if judgement.own is not None:
            ordinal, replaced = judgement.own
        else:
            ordinal, replaced = self._ledger.allot(), None
        if replaced is not None and replaced.elected and verdict.kind is Kind.UPDATED:
            kind, kept_sources, elected = replaced.kind, replaced.sources, True
        else:
            kind = next((match.kind for match in sources.values()), Kind.NEW)
            kept_sources = tuple(Source(head, match.score) for head, match in sources.items())
            elected = judgement.elected
        findable = elected or kind is Kind.NEW
        record = Record(
            id=document.id,
            kind=kind,
            first_seen=replaced.first_seen if replaced else int(self._clock()),
            revision=_revision(document, fingerprint),
            digest=fingerprint.digest,
            url=document.url,
            published=seconds(document),
            simhash=fingerprint.simhash if findable else None,
            sketch=fingerprint.sketch if findable else None,
            sources=kept_sources,
            provenance=document.provenance,
            elected=elected,
            let_through=verdict.let_through is not None,
        )
        text = None
        if document.keep_text:
            text = KeptText(document.text, document.title or "").to_bytes()
        amendment = None
        if judgement.elected:
            head = next(iter(sources))
            amendment = Amendment(head, ordinal, judgement.over, judgement.policy)
        return _Entry(ordinal, record, text, amendment, judgement.result)

    def _let_through(self, entry: _Entry, most: int) -> bool:
        if entry.record.let_through:
            return True
        head = self._head_to_amend(entry.record)
        if head is None:
            return False
        ordinal, kept = head
        if kept.copies_let_through + self._letting_through[ordinal] >= most:
            return False
        self._letting_through[ordinal] += 1
        entry.record = replace(entry.record, let_through=True)
        entry.amendment = Amendment(ordinal)
        return True

    def _head_to_amend(self, record: Record) -> tuple[int, Record] | None:
        if record.is_source or not record.sources:
            return None
        ordinal = record.sources[0].ordinal
        kept = self._ledger.kept(ordinal)
        return None if kept is None else (ordinal, kept)

    def _settle(self, entry: _Entry, *, keep: bool) -> Amendment | None:
        del self._reservations[entry.ordinal]
        self._ledger.release(entry.ordinal)
        if entry.amendment is not None and entry.record.let_through:
            self._letting_through[entry.amendment.head] -= 1
        if keep:
            return self._keep(entry)
        self._ledger.give_back(entry.ordinal)
        return None

    def _keep(self, entry: _Entry) -> Amendment | None:
        """Write it; returns what changed of the head of its story."""
        record = entry.record
        if record.is_source and (kept := self._ledger.kept(entry.ordinal)) is not None:
            record = record.with_story_of(kept)
        amendment = entry.amendment
        if amendment is not None and (head := self._ledger.kept(amendment.head)) is not None:
            amendment = self._upheld(amendment, head, record)
        self._ledger.keep(entry.ordinal, record, entry.text, amendment)
        self._learn(record, entry.result)
        return amendment

    def _upheld(self, amendment: Amendment, head: Record, record: Record) -> Amendment:
        """What *amendment* by *record* changes of *head* as it is now.

        Another that it never met may have been elected since: only the winner of the two is the
        original, whichever comes last.
        """
        if amendment.original is None:
            return amendment
        now = self.stories.original_of((amendment.head, head))
        if now[0] == amendment.original or (amendment.over and now[0] == amendment.over[0]):
            return amendment
        if self.stories.prevails(record, now[1], amendment.policy):
            return replace(amendment, over=now)
        return replace(amendment, original=None)

    def _former(self, verdict: Verdict, amendment: Amendment | None) -> Match | None:
        if amendment is None or amendment.original is None or amendment.over is None:
            return None
        (match,) = verdict.original_of
        return self._named(match, amendment.over[1])

    def _learn(self, record: Record, result: tuple[str, str] | None) -> None:
        if record.published is not None and (host := host_of(record.url or record.id)):
            self.hosts.learn_date(host, record.published)
        if result is not None:
            self.hosts.learn_result(*result)
        self.hosts.save_now_and_then()


_open_indexes: dict[Path, NearDupIndex] = {}
_open_indexes_lock = threading.RLock()


def _with_evidence(match: Match, evidence: Evidence | None) -> Match:
    if evidence is None:
        return match
    return replace(
        match,
        distance=evidence.distance,
        jaccard=evidence.overlap.jaccard,
        containment=evidence.overlap.containment,
        evidence=evidence.items(),
    )


def _unchanged(own: tuple[int, Record], known: dict[int, Match]) -> _Judgement:
    # An elected original was kept on its first visit, whatever it resembles.
    matches = () if own[1].is_source else tuple(known.values())
    let_through = "copy" if own[1].let_through else None
    return _Judgement(Verdict(Kind.UNCHANGED, matches, let_through=let_through), own)


def _revision(document: Document, fingerprint: Fingerprint) -> bytes:
    if document.revision is None:
        return fingerprint.digest[:8]
    content = document.revision.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=8).digest()
