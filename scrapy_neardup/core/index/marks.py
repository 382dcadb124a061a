"""Marks: what people say of verdicts, right or wrong. An index's notes keep one for a document."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.index.note import read_note
from scrapy_neardup.core.index.record import NO_REVISION, story_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from typing_extensions import Self

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record

_NOTE = "mark/"


@dataclass(frozen=True, slots=True)
class Mark:
    """The verdict that the document *id* is a copy of *source*, a document id, and whether that is
    *right*. *kind* and *score* are as they were then; *at* is in seconds since 1970. *compared_with* is
    the id of the text by which the source was found, None if that was gone.
    """

    id: str
    source: str
    kind: str
    score: float
    right: bool
    at: int
    compared_with: str | None

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return asdict(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """A mark as it is stored. Raises IndexCorrupt for anything else."""
        return read_note(cls, data, compared_with="source")


def mark(index: Index, verdicts: Iterable[tuple[Record, bool]], *, now: float) -> list[Mark]:
    """Mark the verdicts on copies, each as right or not, all or none; returns the marks.

    Each takes the place of an earlier one. Raises ValueError for a document that is no copy, whose
    article is gone, or that is marked both as right and as wrong.
    """
    made: dict[str, Mark] = {}
    for record, right in verdicts:
        sources = index.stories.sources_of(record)
        if not sources or not record.is_copy:
            raise ValueError(f"{record.id} is no copy of an article of the index")
        link, source = sources[0]
        score = round(link.score, 4)
        found = index.stories.compared(record, link)
        compared = None if found is None else found[1].id
        one = Mark(record.id, source.id, record.kind.value, score, right, int(now), compared)
        if made.setdefault(record.id, one) != one:
            raise ValueError(f"{record.id} is marked both as right and as wrong")
    index.write_notes(
        [(_NOTE + _name_of(one.id), json.dumps(one.to_dict()).encode()) for one in made.values()]
    )
    return [*made.values()]


def _name_of(document_id: str) -> str:
    return blake2b(document_id.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def read_marks(index: Index) -> Iterator[Mark]:
    """Every mark of *index*, in no order. Reads all of its notes."""
    for name, value in index.notes():
        if name.startswith(_NOTE):
            yield Mark.from_bytes(value)


def restore(index: Index, record: Record) -> Record:
    """Make a copy an article of its own; returns its new record.

    Equal texts are found to be its copies at once, and similar ones, too, if its text is kept. At
    its next visit it is ``updated`` and kept, and then found by likeness in any case. Raises
    ValueError for a document that is no copy.
    """
    if not record.is_copy:
        raise ValueError(f"{record.id} is no copy, it has its place")
    found = index.find(record.id)
    text = index.kept_text(found[0]) if found is not None else None
    fingerprint = index.fingerprinter(text.text, text.title or None) if text is not None else None
    article = replace(
        record,
        kind=Kind.NEW,
        sources=(),
        # The next visit puts its own text in place.
        revision=NO_REVISION,
        digest=fingerprint.digest if fingerprint else record.digest,
        simhash=fingerprint.simhash if fingerprint else record.simhash,
        sketch=fingerprint.sketch if fingerprint else record.sketch,
        # What copies an extended text goes on as its copy.
        story=record.story if record.is_head else story_after(record, record.digest),
        evidence=None,
        through=None,
        let_through=False,
    )
    index.put_record(article, text)
    return article
