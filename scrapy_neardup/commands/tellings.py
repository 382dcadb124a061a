"""Tellings for articles that were kept without: they can be the sources of rewritten copies then."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.row_workers import RowWorkers
from scrapy_neardup.commands.rows import Fields, RowReader
from scrapy_neardup.core.index.draft import counted_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.records import StoredIndex


@dataclass(slots=True)
class Told:
    """How many documents got a telling from their text, and how many have no kept text to get one from."""

    made: int = 0
    textless: int = 0


def add_tellings(
    index: Index,
    old: StoredIndex,
    *,
    jobs: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Told:
    """Give the documents of *index*, a copy of *old*, the tellings that they have not, from their kept texts.

    *index* has to look for rewritten copies. The terms of its articles are counted, as if the crawl
    had looked for rewritten copies when it kept them. *jobs* processes make the fingerprints, and
    *progress* is called with the number of texts done. Documents without a telling for want of a
    long enough text are not counted.
    """
    told = Told()

    def lines() -> Iterator[bytes]:
        for ordinal, record in old.numbered_records():
            # Only these have postings, and a text of which a likeness says something.
            if record.simhash is None or record.telling is not None:
                continue
            text = old.kept_text(ordinal)
            if text is None:
                told.textless += 1
                continue
            yield json.dumps({"id": record.id, "title": text.title, "text": text.text}).encode()

    reader = RowReader(Fields(id=("id",), text=("text",)), index.fingerprinter)
    with RowWorkers(reader, jobs) as workers:
        for done, row in enumerate(workers.rows(lines()), 1):
            if row.document is None or row.fingerprint is None:
                raise CommandError(
                    f"{row.id or 'a document'}: its kept text can't be read: {row.error}"
                )
            told.made += _tell(index, row.document.id, row.fingerprint)
            progress(done)
    return told


def _tell(index: Index, name: str, fingerprint: Fingerprint) -> bool:
    """Whether the document of that *name* has a telling now, made of its *fingerprint*."""
    found, telling = index.find(name), index.telling_of(fingerprint)
    if found is None or telling is None:
        return False
    ordinal, record = found
    index.put_record(replace(record, telling=telling), index.kept_text(ordinal))
    if record.is_head:
        for counted in counted_of(fingerprint, record.host):
            if counted.is_of_terms:
                index.frequencies.learn(counted)
    return True
