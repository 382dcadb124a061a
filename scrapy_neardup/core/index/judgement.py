"""What a judge says of a document."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapy_neardup.core.index.stories import seconds
from scrapy_neardup.core.verdict.election import FIRST_SEEN, Keep, Policy

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document, Match, Verdict
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.rewriting.evidence import Evidence as RetellingEvidence
    from scrapy_neardup.core.verdict.evidence import Evidence
    from scrapy_neardup.core.verdict.verify import Scores


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and what it is based on."""

    verdict: Verdict
    own: Entry | None = None
    """What the index has of the document already."""
    sources: dict[int, Match] = field(default_factory=dict)
    """The heads of the stories that it tells, by ordinal."""
    resembled: tuple[int, ...] = ()
    """The documents that it resembles, by ordinal."""
    waits_for: tuple[int, ...] = ()
    """The ordinals of the pending documents whose outcome the verdict needs."""
    over: Entry | None = None
    """The original whose place it takes in its story; None where it takes none."""
    policy: Policy = FIRST_SEEN
    """The rule that chose it over that original, if it takes its place."""
    result: tuple[str, str] | None = None
    """The hosts of the winner and the loser of an election that evidence decided."""
    evidence: bytes | None = None
    """What is kept of a copy's evidence, None for nothing."""
    through: int | None = None
    """The ordinal of the document whose comparison gave the evidence, None where none did."""
    story: bytes = b""
    """The id of the story that it tells; empty where no document told it before."""
    begins_anew: bool = False
    """Whether what the index has of it has expired."""

    @property
    def elected(self) -> bool:
        """Whether it is the original of its story."""
        return self.over is not None


@dataclass(frozen=True, slots=True)
class Compared:
    """An article that a document was compared with, and what came of it."""

    record: Record
    evidence: Evidence
    scores: Scores


@dataclass(frozen=True, slots=True)
class Retelling:
    """An article whose story a document may tell in other words, how surely, and why."""

    ordinal: int
    record: Record
    score: float
    evidence: RetellingEvidence


def revision_of(document: Document, fingerprint: Fingerprint) -> bytes:
    """8 bytes that change with the document's content."""
    if document.revision is None:
        return fingerprint.digest[:8]
    content = document.revision.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=8).digest()


def has_content_of(
    record: Record, document: Document, fingerprint: Fingerprint, policy: Policy = FIRST_SEEN
) -> bool:
    """Whether *record* was kept of the content that *document* has.

    A record of a text alone, as of a line that was scanned, is one of a page with that text, too, unless
    *policy* goes by what the page says of it, and the record has that not.
    """
    if record.revision == revision_of(document, fingerprint):
        return True
    if record.revision != fingerprint.digest[:8]:
        return False
    tells = (seconds(document), document.provenance)
    return policy.keep is not Keep.EARLIEST_PUBLISHED or tells == (
        record.published,
        record.provenance,
    )
