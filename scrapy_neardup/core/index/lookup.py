"""Finding documents by their postings: the same wherever they are kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import chain
from typing import TYPE_CHECKING

from scrapy_neardup.core.postings.posting import Postings, equal
from scrapy_neardup.core.postings.tables import WHOLE
from scrapy_neardup.core.rewriting.search import LEAST_COMMON
from scrapy_neardup.core.rewriting.telling import posted_keys
from scrapy_neardup.core.stores.store import BUCKET_CAP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.postings.tables import Hits, Tables
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.stores.store import Store

_MOST_TERMS = 10
"""The most characteristic terms of a query that are looked up, of those that another document has:
each costs a read. So 96, 92 and 40 % of the rewritten copies of three levels are found, held out
by story (``python -m benchmarks.quality.rewriting_fit``); with 16 terms no more are."""
_MOST_OF_TERM = 64
"""The most documents that such a term leads to, the newest first, in lots of 4,096 articles: each
is a step of the database, and an article is mostly written again within days. Beside a million
articles, before sentences were aligned, 91, 90 and 32 % of the copies of the oldest sources were
found, by level, and with half as many 87, 84 and 22 % (``python -m benchmarks.rewritten``)."""


_MOST_COPIES = 16
"""The most copies of a story that are read to see whether a host has one, the latest: one is enough, but
postings may lead nowhere, and copies may have expired."""


class Lookup(ABC):
    """Documents with *tables* that lead to them.

    A posting is a hint: readers pass over a posting that leads to no record, or to one that has
    changed.
    """

    scheme: Scheme
    tables: Tables
    store: Store
    stale_postings: int
    """How many postings were found that led to no record."""

    @abstractmethod
    def records(self, ordinals: Sequence[int]) -> Iterator[Entry]:
        """The *ordinals* that have a record, each with its record, in their order; the pending
        record of an ordinal rather than the kept one.
        """

    @abstractmethod
    def is_pending(self, ordinal: int) -> bool:
        """Whether a document is reserved, not kept."""

    @abstractmethod
    def kept_at(self, ordinals: Sequence[int]) -> list[Record | None]:
        """The records that are kept under *ordinals*."""

    @abstractmethod
    def texts_at(self, ordinals: Sequence[int]) -> list[bytes | None]:
        """The texts that are kept beside records, packed."""

    @abstractmethod
    def _members(
        self, postings: Postings, *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        """The packed members of each posting's bucket, as :meth:`Store.members` has them."""

    def kept(self, ordinal: int) -> Record | None:
        """The record that is kept under *ordinal*."""
        return self.kept_at([ordinal])[0]

    def find(self, document_id: str) -> Entry | None:
        """The ordinal and record of a document, None if there is none of that id."""
        return next(iter(self.named(document_id)), None)

    def named(self, document_id: str) -> list[Entry]:
        """The documents of an id, by ordinal. Only a shared index may have several, until the next visit."""
        only = self.tables.of_id(document_id)
        found = self.records(equal(only, self._members(only)[0]))
        return [(ordinal, record) for ordinal, record in found if record.id == document_id]

    def equal(self, digest: bytes) -> list[Entry]:
        """The documents to which the posting of *digest* leads, by ordinal."""
        only = self.tables.of_digest(digest)
        return [*self.records(equal(only, self._members(only)[0]))]

    def copies_on(self, host: str, stories: Iterable[bytes]) -> list[Entry]:
        """Some verbatim copies on *host*, of each of the *stories*, to which postings lead, by ordinal
        in each story.
        """
        postings = [self.tables.of_copy(story, host) for story in stories]
        members = self._members(sum(postings, Postings([], [])))
        ordinals = [equal(only, packed) for only, packed in zip(postings, members, strict=True)]
        found: dict[int, Record] = {}
        while any(ordinals):
            latest = [each[-_MOST_COPIES:] for each in ordinals]
            found.update(self.records([*chain(*latest)]))
            # If postings lead nowhere, earlier ones may lead to copies.
            ordinals = [
                [] if found.keys() & {*lot} else each[:-_MOST_COPIES]
                for each, lot in zip(ordinals, latest, strict=True)
            ]
        return [*found.items()]

    def look_up(self, fingerprint: Fingerprint) -> Hits:
        """The candidates to which the postings of a fingerprint's SimHash and phrases lead."""
        postings = self.tables.of_likeness(fingerprint.simhash, fingerprint.sketch)
        return self.tables.hits(postings, self._members(postings), WHOLE)

    def look_up_terms(self, keys: NDArray[np.uint32], *, is_known: bool) -> Hits:
        """The candidates to which the postings of characteristic terms lead. If the document that asks
        *is_known*, it has postings of its own under them.
        """
        postings = self.tables.of_terms(keys)
        most = None if is_known else _MOST_TERMS
        members = self._members(postings, cap=_MOST_OF_TERM, most=most)
        return self.tables.hits(postings, members, LEAST_COMMON)

    def posts(self, ordinal: int, record: Record) -> list[Pair]:
        """Every (bucket, member) pair that a document should have by its *record*."""
        pairs = self.tables.of_id(record.id).of(ordinal)
        if record.repeats and record.main_host:
            pairs += self.tables.of_copy(record.story_id, record.main_host).of(ordinal)
        if record.is_source:
            pairs += self.tables.of_digest(record.digest).of(ordinal)
            pairs += self.tables.of_likeness(record.simhash, record.sketch).of(ordinal)
            if record.telling is not None:
                pairs += self.tables.term_posts(posted_keys(record.telling), ordinal)
        return pairs

    def missing_posts(self, documents: Sequence[Entry]) -> list[list[Pair]]:
        """For each document those of its (bucket, member) pairs that are not there."""
        posts = [self.posts(ordinal, record) for ordinal, record in documents]
        held = iter(self.store.holds([*chain(*posts)]))
        return [[pair for pair in each if not next(held)] for each in posts]

    def differing(self, documents: Sequence[Entry]) -> int:
        """How many of *documents*, each an ordinal and a record, are missing here, have another
        record or lack some of their postings.
        """
        kept = self.kept_at([ordinal for ordinal, _ in documents])
        missing = self.missing_posts(documents)
        return sum(
            here != record or bool(lost)
            for (_, record), here, lost in zip(documents, kept, missing, strict=True)
        )
