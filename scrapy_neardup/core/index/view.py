"""What is read of an index to judge a document by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.record import Entry
    from scrapy_neardup.core.postings.tables import Hits


class View(Protocol):
    """The documents of an index: those that are kept, and those that are pending."""

    def find(self, document_id: str) -> Entry | None:
        """The document of this id."""
        ...

    def equal(self, digest: bytes) -> list[Entry]:
        """The documents to which the posting of *digest* leads, by ordinal."""
        ...

    def copies_on(self, host: str, stories: Iterable[bytes]) -> list[Entry]:
        """Some verbatim copies on *host*, of each of the *stories*, to which postings lead."""
        ...

    def look_up(self, fingerprint: Fingerprint) -> Hits:
        """The candidates to which the postings of a fingerprint's SimHash and phrases lead."""
        ...

    def look_up_terms(self, keys: NDArray[np.uint32], *, is_known: bool) -> Hits:
        """The candidates to which the postings of characteristic terms lead. If the document that asks
        *is_known*, it has postings of its own under them.
        """
        ...

    def records(self, ordinals: Sequence[int]) -> Iterator[Entry]:
        """The *ordinals* that have a record, each with its record, in their order."""
        ...

    def is_pending(self, ordinal: int) -> bool:
        """Whether a document is reserved, not kept."""
        ...
