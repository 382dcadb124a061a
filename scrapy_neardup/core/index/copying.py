"""Copies one index into another, whatever stores they are on."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.agreed_scheme import require_scheme
from scrapy_neardup.core.index.record import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.kept_text import KeptText
    from scrapy_neardup.core.index.record import Record

_NONE = -1
_BATCH = 128


@dataclass(slots=True)
class CopyReport:
    """What :func:`copy_index` did. *differing* counts records that the check found to be missing
    in the target, not as they are in the source, or without some of their postings;
    *dropped_sources* counts links of copies to articles that the source index no longer has.
    """

    articles: int = 0
    copies: int = 0
    notes: int = 0
    dropped_sources: int = 0
    differing: int = 0


class Source(Protocol):
    """What an index is copied from."""

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        """Every record with its ordinal, by which copies name their sources."""
        ...

    def kept_texts(self, ordinals: Sequence[int]) -> list[KeptText | None]:
        """The texts of the documents with these ordinals, as far as they were kept."""
        ...

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Every note, by name."""
        ...


def copy_index(
    source: Index, target: Index, progress: Callable[[int], None] = lambda done: None
) -> CopyReport:
    """Copy all that *source* holds into *target*: see :func:`copy_documents`.

    Raises SchemeMismatch where they differ in their schemes.
    """
    require_scheme(target.scheme, source.scheme)
    return copy_documents(source, target, progress)


def copy_documents(
    source: Source,
    target: Index,
    progress: Callable[[int], None],
    *,
    leaves_out: Callable[[str], bool] = lambda note: False,
) -> CopyReport:
    """Copy every record, kept text and note of *source* into *target*, which has to be empty, but for
    the notes that it *leaves_out*, by their names.

    The two have to agree on what a fingerprint is. When all are copied, each record is compared
    with its copy, and all its postings are looked for. *progress* is called with the number of
    steps done, two for each document. Takes eight bytes a document, and more for one with an
    original or without its source. Raises NearDupError for a target that holds something.
    """
    if next(target.numbered_records(), None) is not None:
        raise NearDupError("the target index is not empty; name a new one")
    report = CopyReport()
    placed = array("q")
    late: set[int] = set()
    done = 0
    # What may be a source first, as copies name it by ordinal, and in its order: of equally good sources
    # the one with the lowest ordinal is named.
    for is_source in (True, False):
        chosen = (one for one in source.numbered_records() if one[1].is_source is is_source)
        for batch in batched(chosen, _BATCH):
            ordinals = [ordinal for ordinal, _ in batch]
            moved = [_moved(record, placed) for _, record in batch]
            here = target.put_records([*zip(moved, source.kept_texts(ordinals), strict=True)])
            for (ordinal, record), copy, place in zip(batch, moved, here, strict=True):
                # A copy with a place or a text of its own may come after a record that names it, or in
                # one batch with what it names.
                if _gone(copy) or copy.through == NOWHERE or record.original is not None:
                    late.add(ordinal)
                placed.extend([_NONE] * (ordinal + 1 - len(placed)))
                placed[ordinal] = place
            heads = sum(record.is_head for _, record in batch)
            report.articles += heads
            report.copies += len(batch) - heads
            done += len(batch)
            progress(done)
    for ordinal, record in source.numbered_records():
        if ordinal in late:
            moved_late = _moved(record, placed)
            report.dropped_sources += _gone(moved_late)
            target.put_record(moved_late, source.kept_texts([ordinal])[0])
    for name, value in source.notes():
        if not leaves_out(name):
            target.write_notes([(name, value)])
            report.notes += 1
    for batch in batched(source.numbered_records(), _BATCH):
        # A document that was added while we copied is no fault of the copy.
        report.differing += target.differing(
            [
                (placed[ordinal], _moved(record, placed))
                for ordinal, record in batch
                if ordinal < len(placed) and placed[ordinal] != _NONE
            ]
        )
        done += len(batch)
        progress(done)
    return report


def _moved(record: Record, placed: array[int]) -> Record:
    """*record* with the target's ordinals; sources that are not there keep their place."""

    def place(ordinal: int) -> int:
        here = placed[ordinal] if ordinal < len(placed) else _NONE
        return NOWHERE if here == _NONE else here

    sources = tuple(replace(one, ordinal=place(one.ordinal)) for one in record.sources)
    original = None if record.original is None else place(record.original)
    through = None if record.through is None else place(record.through)
    return replace(
        record,
        sources=sources,
        original=None if original == NOWHERE else original,
        through=through,
    )


def _gone(moved: Record) -> int:
    """How many sources of a *moved* record are not in the target."""
    return sum(source.ordinal == NOWHERE for source in moved.sources)
