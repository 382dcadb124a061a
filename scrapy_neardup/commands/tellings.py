"""Tellings for articles that were kept without: they can be the sources of rewritten copies then."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.row_workers import RowWorkers
from scrapy_neardup.commands.rows import RowReader
from scrapy_neardup.core.index.draft import counted_of
from scrapy_neardup.core.rarity.frequencies import is_of_term_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.records import StoredIndex


@dataclass(slots=True)
class Told:
    """How many documents got a telling from their text, and how many have no kept text to get one from;
    ``before`` counts those that had one.
    """

    made: int = 0
    textless: int = 0
    before: int = 0


def add_tellings(
    index: Index,
    old: StoredIndex,
    *,
    jobs: int,
    progress: Callable[[int], None],
) -> Told:
    """Give the documents of *index* the tellings that they have not, from their kept texts. *index* is a
    copy of *old* without its counts of terms, and has to look for rewritten copies.

    The terms of all articles that have a text are counted, as if the crawl had looked for rewritten
    copies when it kept them: of a telling, nobody knows if its terms were counted. If *old* counted more
    articles of a language than that, because it kept no text of some, its counts are taken over. *jobs*
    processes make the fingerprints, and *progress* is called with the number of texts done. Documents
    whose text is too short for a telling are not counted.
    """
    told = Told()

    def lines() -> Iterator[bytes]:
        for ordinal, record in old.numbered_records():
            told.before += record.telling is not None
            # The others are copies, or were too short to be judged by their likeness.
            if record.simhash is None or not (record.telling is None or record.is_head):
                continue
            text = old.kept_text(ordinal)
            if text is not None:
                line = {"id": record.id, "title": text.title, "text": text.text}
                yield json.dumps(line).encode()
            else:
                told.textless += record.telling is None

    with RowWorkers(RowReader.of_kept_texts(index.fingerprinter), jobs) as workers:
        for done, row in enumerate(workers.rows(lines()), 1):
            if row.document is None or row.fingerprint is None:
                raise CommandError(
                    f"{row.id or 'a document'}: its kept text can't be read: {row.error}"
                )
            told.made += _tell(index, row.document.id, row.fingerprint)
            progress(done)
    index.frequencies.keep_larger(note for note in old.notes() if is_of_term_counts(note[0]))
    return told


def _tell(index: Index, name: str, fingerprint: Fingerprint) -> bool:
    """Whether the document of that *name* gets a telling, made of its *fingerprint*. Its terms are counted."""
    found = index.find(name)
    if found is None:
        return False
    ordinal, record = found
    telling = index.telling_of(fingerprint) if record.telling is None else None
    if telling is not None:
        index.put_record(replace(record, telling=telling), index.kept_text(ordinal))
    if record.is_head:
        for counted in counted_of(fingerprint, record.host):
            if counted.is_of_terms:
                index.frequencies.learn(counted)
    return telling is not None
