"""What every index does, wherever it is kept."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from types import NoneType
from typing import TYPE_CHECKING, Any, NoReturn

from scrapy_neardup.core.document import Document
from scrapy_neardup.core.errors import IndexCorrupt, NearDupError
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.format import FORMAT
from scrapy_neardup.core.index.attribution import Attribution
from scrapy_neardup.core.index.judge import Judge
from scrapy_neardup.core.index.matcher import Matcher, is_of_one_host
from scrapy_neardup.core.index.record import bounded
from scrapy_neardup.core.index.records import unpacked
from scrapy_neardup.core.index.retelling_matcher import RetellingMatcher
from scrapy_neardup.core.index.runs import Runs
from scrapy_neardup.core.index.stories import Stories
from scrapy_neardup.core.rarity.frequencies import Frequencies
from scrapy_neardup.core.rewriting.search import Rewriting
from scrapy_neardup.core.verdict.election import FIRST_SEEN
from scrapy_neardup.core.verdict.host_record import HostRecords
from scrapy_neardup.core.verdict.notices import differs_in_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from typing_extensions import Self

    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.draft import Draft
    from scrapy_neardup.core.index.judgement import Compared, Retelling
    from scrapy_neardup.core.index.kept_text import KeptText
    from scrapy_neardup.core.index.lookup import Lookup
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.index.records import Notes
    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.election import Policy
    from scrapy_neardup.core.verdict.evidence import Evidence
    from scrapy_neardup.core.verdict.thresholds import Thresholds

logger = logging.getLogger(__name__)

_TYPES: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "text": (str,),
    "url": (str, NoneType),
    "title": (str, NoneType),
    "published": (datetime, NoneType),
    "revision": (str, NoneType),
}
"""What the values of a document have to be. A type checker does not see what the rows of a table hold."""
_SOME = 200
"""As many documents tell whether those of an index have their terms."""

DEFAULT_EXPECTED_DOCUMENTS = 1_000_000
COUNTED_SINCE_OPENED = (
    "reserved",
    "stale_postings",
    "candidates_max",
    "candidates_passed_over",
    "lapsed",
    "unacknowledged",
)
"""The counts in :meth:`Index.stats` that are kept in memory: they begin at 0 when the index is opened."""


class Index(ABC):
    """An index of articles, which tells which earlier articles a document copies.

    Only articles that head a story are sources, so that likeness does not creep from copy to copy.
    The tables also lead to elected originals and to rewritten copies, as documents of their stories.
    Sources that are older than the ttl of the thresholds no longer count, whether :meth:`prune` has taken
    them out yet or not. Methods may be called from any thread.
    """

    scheme: Scheme
    fingerprinter: Fingerprinter
    hosts: HostRecords
    frequencies: Frequencies
    stories: Stories
    runs: Runs
    _documents: Lookup
    _notes: Notes
    _matcher: Matcher
    _retelling_matcher: RetellingMatcher
    _attribution: Attribution
    _judge: Judge
    _letting_through: Counter[int]
    """How many copies of each story are let through but not kept yet, by the ordinal of its head."""
    _lock: AbstractContextManager[object]
    """Held while what threads share is read and changed."""
    sync: str | None = None
    """When changes wait for the disk, None where the index is on none."""

    def _assemble(
        self,
        documents: Lookup,
        notes: Notes,
        *,
        thresholds: Thresholds,
        clock: Callable[[], float],
    ) -> None:
        """Make what judges by *documents*, and what learns from them, in *notes*.

        An index calls it once, when its store is open.
        """
        self._documents = documents
        self.scheme = documents.scheme
        self.fingerprinter = Fingerprinter(self.scheme, terms=thresholds.rewriting)
        self._notes = notes
        self.hosts = HostRecords(notes.read, notes.write, notes.lock)
        self.frequencies = Frequencies(notes.read, notes.write, notes.lock)
        self.stories = Stories(documents, self.hosts, ttl=thresholds.ttl, clock=clock)
        self.runs = Runs(notes)
        self._letting_through = Counter()
        self._matcher = Matcher(
            documents,
            self.stories,
            self.frequencies,
            thresholds=thresholds,
            clock=clock,
        )
        rewriting = Rewriting(self.frequencies) if thresholds.rewriting else None
        self._retelling_matcher = RetellingMatcher(documents, self._matcher, rewriting, clock)
        self._attribution = Attribution(self._matcher, self._retelling_matcher, self.stories)
        self._judge = Judge(
            documents,
            self._matcher,
            self._retelling_matcher,
            self.stories,
            self._attribution,
            clock,
        )

    @property
    def shown(self) -> str:
        """Where it is, for people: a path, a URL without its password, or "memory"."""
        return self._documents.store.shown

    @property
    def engine(self) -> str:
        """Who keeps it, for people: LevelDB, SQLite, Redis or memory."""
        return self._documents.store.engine

    @property
    def is_shared(self) -> bool:
        """Whether servers keep it, for any number of processes."""
        return False

    @property
    def thresholds(self) -> Thresholds:
        """What a copy has to reach."""
        return self._matcher.thresholds

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
        return self._check(*self._prepared(document, fingerprint), policy)

    def has_other_article(
        self, document: Document, fingerprint: Fingerprint | None = None
    ) -> bool:
        """Whether the index has a document of this id, kept or reserved, of which *document* is no
        version, by what the two texts have in common.
        """
        document, fingerprint = self._prepared(document, fingerprint)
        with self._reading():
            return self._judge.has_other_article(document, fingerprint)

    def nearest(
        self, document: Document, fingerprint: Fingerprint | None = None
    ) -> list[Compared]:
        """The articles whose likeness to *document* is judged by :meth:`check`, copied or not.
        Those that miss the thresholds by least come first. Empty if no table leads to any.
        """
        document, fingerprint = self._prepared(document, fingerprint)
        with self._reading():
            return self._matcher.nearest(document, fingerprint)

    def retellings(
        self, document: Document, fingerprint: Fingerprint | None = None
    ) -> list[Retelling]:
        """The articles that :meth:`check` compares with *document*, copied or not, to see whether
        it tells their story in other words. Those with most characteristic terms in common come
        first. Empty if rewritten copies are not looked for.
        """
        document, fingerprint = self._prepared(document, fingerprint)
        with self._reading():
            is_known = self.get(document.id) is not None
            return self._retelling_matcher.retellings(document, fingerprint, is_known=is_known)

    def is_at_home(self, record: Record, source: Record, evidence: Evidence) -> bool:
        """Whether the host of *record* has *source*, too, under another address: of its own, or, where the
        *evidence* says that the two differ in names, as a verbatim copy.
        """
        if record.id == source.id:
            return False
        if is_of_one_host(record.host, source):
            return True
        if not differs_in_names(evidence):
            return False
        with self._reading():
            return bool(self._matcher.repeated_on(record.host, record.id, [source]))

    def reserve(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Reservation:
        """Judge *document* and hold its place until its reservation is settled."""
        return self._reserve(*self._named(document, fingerprint), policy)

    def would_rest_on(
        self, document: Document, fingerprint: Fingerprint, reservation: Reservation
    ) -> bool:
        """Whether *document* has the id of the reserved document, or copies it, judged by it
        alone.

        Cheaper than :meth:`reserve`: nothing else in the index is looked at.
        """
        document, fingerprint = self._prepared(document, fingerprint)
        record = reservation.record
        if record is None:
            return False
        # If it is a rewritten copy, the head of its story is read.
        with self._reading():
            return self._attribution.would_rest_on(document, fingerprint, record)

    def check_and_add(
        self,
        document: Document,
        fingerprint: Fingerprint | None = None,
        *,
        policy: Policy = FIRST_SEEN,
    ) -> Verdict:
        """Judge *document* and keep it: as a source if it copies none, else as a copy.

        A document that rests on a reserved one is judged against it, and kept as such. Raises
        NearDupError if this index has a reservation of that id with another text.
        """
        return self._check_and_add(*self._named(document, fingerprint), policy)

    def add(self, document: Document, fingerprint: Fingerprint | None = None) -> None:
        """Keep *document* as a source, whatever it resembles; it replaces a document of its id.

        Raises NearDupError if this index has a reservation of that id, whose end would decide anew.
        """
        self._add(*self._named(document, fingerprint))

    @abstractmethod
    def put_record(self, record: Record, text: KeptText | None = None) -> int:
        """Keep a record of another index of this scheme as it is; returns its ordinal here.

        Raises NearDupError if a crawl keeps a document of that id meanwhile, or if this index has a
        reservation of it.
        """

    @abstractmethod
    def amend(self, ordinal: int, amended: Callable[[Record], Record]) -> bool:
        """Replace the record with this ordinal by what *amended* makes of it, whose postings are the
        same; False if there is none.

        *amended* is given the record as it is, and called again if a crawl writes it meanwhile.
        """

    @abstractmethod
    def put_records(self, documents: Sequence[tuple[Record, KeptText | None]]) -> list[int]:
        """Keep records and texts of another index of this scheme as they are; returns their
        ordinals here. None of their ids may be here yet.
        """

    @abstractmethod
    def differing(self, documents: Sequence[tuple[int, Record]]) -> int:
        """How many of *documents*, each an ordinal and a record, are missing in the index, have
        another record there or lack some of their postings.
        """

    @abstractmethod
    def remove(self, document_id: str) -> bool:
        """Take a document and all its postings out; False if there was none of that id."""

    @abstractmethod
    def prune(
        self,
        before: float,
        limit: int | None = None,
        progress: Callable[[int, int], None] = lambda read, gone: None,
    ) -> int:
        """Take out documents first seen before the time *before* (seconds since 1970).

        Without *limit*, the whole index is read. With it, at most that many go, and a bounded number
        of documents is read: a search goes on where the last search with a limit ended, passes over
        what stays, and begins again once it has reached the end. Repeated calls remove
        every expired document; a single call may remove none. *progress* is called with the number
        of documents read and of those that went. Returns how many went.
        """

    @abstractmethod
    def compact(self, progress: Callable[[int, int], None] = lambda read, postings: None) -> int:
        """Sweep postings that lead nowhere, and give the space of removed documents back to the
        system; takes a while. *progress* is called with the number of documents that were read, and
        then with that of the postings. Returns how many were swept.

        Raises IndexCorrupt when all of this is done if there are records that can't be read. Their
        postings stay.
        """

    @abstractmethod
    def find(self, document_id: str) -> tuple[int, Record] | None:
        """The ordinal and record of a document, None if there is none of that id."""

    @abstractmethod
    def record_at(self, ordinal: int) -> Record | None:
        """The committed record with this ordinal."""

    @abstractmethod
    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        """Every committed record with its ordinal, by which copies name their sources, in the order of
        the ordinals: the oldest first where one process writes. On Redis, each crawler has blocks of
        ordinals of its own.
        """

    @abstractmethod
    def packed_texts(self, ordinals: Sequence[int]) -> list[bytes | None]:
        """The texts of the documents with these ordinals, as far as they were kept, as
        :class:`~.kept_text.KeptText` packs them.
        """

    def read_note(self, name: str) -> bytes | None:
        """What :meth:`write_notes` kept under *name*: what lives and dies with the index."""
        return self._notes.read(name)

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Every note, by name."""
        return iter(self._notes)

    def write_notes(self, notes: Iterable[tuple[str, bytes]]) -> None:
        """Keep a value under each name."""
        self._notes.write(notes)

    @abstractmethod
    def stats(self) -> dict[str, Any]:
        """Counts and parameters, as JSON types.

        Every index has the same keys; one on Redis has ``lapsed`` and ``unacknowledged`` besides.
        Those in COUNTED_SINCE_OPENED tell of this object, the others of what is stored.
        """

    def _stats(
        self,
        *,
        path: str | None,
        articles: int,
        copies: int,
        kept_texts: int | None,
        reserved: int,
        **counted: int,
    ) -> dict[str, Any]:
        """See :meth:`stats`; *counted* are the counts that only this kind of index has."""
        return {
            "path": path,
            "engine": self.engine,
            "format": FORMAT,
            "articles": articles,
            "copies": copies,
            "kept_texts": kept_texts,
            "reserved": reserved,
            "stale_postings": self._documents.stale_postings,
            "candidates_max": self._matcher.candidates_max,
            "candidates_passed_over": self._matcher.candidates_passed_over,
            **counted,
            "scheme": self.scheme.to_dict(),
        }

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next document kept may take long: it waits until it is on disk, or until
        what others have left to be written is.
        """
        return self._documents.store.waits_for_disk

    @property
    def knows_no_terms(self) -> bool:
        """Whether rewritten copies are looked for, and none of the articles was kept while they were: only
        later ones can be their sources.
        """
        looks = self.thresholds.rewriting and len(self) > 0
        if not looks or self.frequencies.counts_terms():
            return False
        # An import brings articles with their terms, and no counts. What can't be read is told elsewhere.
        with suppress(IndexCorrupt):
            some = islice(self.numbered_records(), _SOME)
            return all(record.telling is None for _, record in some)
        return False

    @property
    def may_keep_texts(self) -> bool:
        """Whether texts are kept, or servers may keep some, which are not counted."""
        return bool(self.stats()["kept_texts"] != 0)

    @property
    @abstractmethod
    def laid_out_for(self) -> int | None:
        """How many documents the index's tables were made for, up to a power of 2; None where
        they suit any number.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the index, or give up one of several openings of it. Reservations are lost.

        All openers of this process have one object, so each is to close it once only.
        """

    @abstractmethod
    def __len__(self) -> int:
        """The number of articles, copies not counted."""

    def __contains__(self, document_id: str) -> bool:
        return self.get(document_id) is not None

    def __reduce__(self) -> NoReturn:
        # Python would tell of a part of it that the user has never seen.
        raise TypeError(
            f"the index {self.shown} can't be pickled or copied: open it in the process that uses it"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def get(self, document_id: str) -> Record | None:
        """The record of a document, None if there is none of that id."""
        own = self.find(document_id)
        return own[1] if own else None

    def records(self) -> Iterator[Record]:
        """Every committed record, in the order of :meth:`numbered_records`."""
        for _, record in self.numbered_records():
            yield record

    def kept_text(self, ordinal: int) -> KeptText | None:
        """The text of the document with this ordinal, if it was kept."""
        return self.kept_texts([ordinal])[0]

    def kept_texts(self, ordinals: Sequence[int]) -> list[KeptText | None]:
        """The texts of the documents with these ordinals, as far as they were kept."""
        return [
            None if packed is None else unpacked(packed, ordinal, self.record_at, shown=self.shown)
            for ordinal, packed in zip(ordinals, self.packed_texts(ordinals), strict=True)
        ]

    @abstractmethod
    def _reading(self) -> AbstractContextManager[object]:
        """A context in which this thread compares a document with those of the index, which don't change
        for it meanwhile.
        """

    @abstractmethod
    def _check(self, document: Document, fingerprint: Fingerprint, policy: Policy) -> Verdict: ...

    @abstractmethod
    def _reserve(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Reservation: ...

    @abstractmethod
    def _check_and_add(
        self, document: Document, fingerprint: Fingerprint, policy: Policy
    ) -> Verdict: ...

    @abstractmethod
    def _add(self, document: Document, fingerprint: Fingerprint) -> None: ...

    def _prepared(
        self, document: Document, given: Fingerprint | None
    ) -> tuple[Document, Fingerprint]:
        """*document* as it is stored, and the fingerprint that it is judged by.

        Raises TypeError for a value of *document* that is of another type than it has to be.
        """
        if not isinstance(document, Document):
            raise TypeError(f"{type(document).__name__} is no Document: give Document(id, text)")
        for name, types in _TYPES.items():
            value = getattr(document, name)
            if not isinstance(value, types):
                wanted = " or ".join(
                    "None" if one is NoneType else f"a {one.__name__}" for one in types
                )
                raise TypeError(
                    f"Document.{name} is of type {type(value).__name__}: give {wanted}"
                )
        fingerprint = given or self.fingerprinter(document.text, document.title)
        if document.equality_only:
            fingerprint = fingerprint.by_equality_only()
        document_id, url = bounded(document.id), bounded(document.url) if document.url else None
        if document_id != document.id or url != document.url:
            document = replace(document, id=document_id, url=url)
        return document, fingerprint

    def _named(
        self, document: Document, given: Fingerprint | None
    ) -> tuple[Document, Fingerprint]:
        """As :meth:`_prepared`, for a document that is to be kept: raises ValueError if it has no id,
        for all documents without one would be versions of one article.
        """
        prepared = self._prepared(document, given)
        if document.id == "":
            raise ValueError("Document.id is empty: give each document an id of its own")
        return prepared

    def telling_of(self, fingerprint: Fingerprint) -> bytes | None:
        """What is kept of how a text tells its story; None if the text is too short to tell one,
        or if rewritten copies are not looked for.
        """
        telling = self._retelling_matcher.telling(fingerprint)
        return None if telling is None else telling.sketch()

    def _count_in(self, draft: Draft, most: int) -> Draft | None:
        """The *draft* of a copy that is let through, None if its story has *most* such copies
        already, or if it is no copy.
        """
        record = draft.record
        if record.let_through:
            return draft
        if not record.is_copy or not record.sources:
            return None
        head = record.sources[0].ordinal
        with self._lock:
            kept = self.record_at(head)
            if kept is None or kept.copies_let_through + self._letting_through[head] >= most:
                return None
            self._letting_through[head] += 1
        return draft.let_through(head)

    def _count_out(self, draft: Draft) -> None:
        """Undo :meth:`_count_in` for a copy that is kept, and so counted by its head, or given up."""
        if draft.amendment is None or not draft.record.let_through:
            return
        head = draft.amendment.head
        with self._lock:
            self._letting_through[head] -= 1
            if not self._letting_through[head]:
                del self._letting_through[head]

    def _learn(self, draft: Draft, record: Record) -> None:
        """Learn what a *draft* that was kept as *record* tells of its host, of its words and terms,
        and the result of an election.
        """
        with _error_logged():
            if record.published is not None and (host := record.host):
                self.hosts.learn_date(host, record.published)
            if draft.result is not None:
                self.hosts.learn_result(*draft.result)
            for counted in draft.counted:
                self.frequencies.learn(counted)
            self.hosts.save_now_and_then()

    def _save_learned(self) -> None:
        """Save what was learned of hosts and words, at the end."""
        with _error_logged():
            self.hosts.save()
            self.frequencies.save()


def reserved_here(document_id: str) -> NearDupError:
    """The error for a document that is to be written while the same index has a reservation of it."""
    return NearDupError(f"{document_id} is reserved: commit or roll back its reservation first")


@contextmanager
def _error_logged() -> Iterator[None]:
    """Logs an error in keeping what is learned, instead of raising it: documents stand without it.

    A store that fails raises for documents, too; what is lost here can be learned again.
    """
    try:
        yield
    except NearDupError as error:
        logger.warning("What was learned last of hosts and words is not saved: %s", error)
