"""Taking out of an index what one run has written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.index.index import Index


@dataclass(slots=True)
class Undone:
    """What :func:`remove_run` took out, and what it could not restore, by document id.

    *articles* and *copies* were removed. *overwritten* are those of them that an earlier run had
    written, too; the version of that run is lost. *orphans* are copies of other runs that have
    lost the last of their articles: at their next visit they are judged anew. *elections* are the first
    articles of stories whose elected original is gone; they stand for their stories again. *hosts*
    are those of which something that the run has learned stays (their dates, the lines that their
    pages repeat).
    """

    articles: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    overwritten: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)
    elections: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)


def survey_run(index: Index, run: int) -> Undone:
    """What :func:`remove_run` would do, changing nothing. *run* is the number of the run.

    Reads the whole index twice; the memory taken grows with what the run has written.
    """
    undone = Undone()
    gone: set[int] = set()
    hosts: set[str] = set()
    for ordinal, record in index.numbered_records():
        if record.run != run:
            continue
        gone.add(ordinal)
        (undone.articles if record.is_head else undone.copies).append(record.id)
        if record.overwrote:
            undone.overwritten.append(record.id)
        if host := record.host:
            hosts.add(host)
    for ordinal, record in index.numbered_records():
        if ordinal in gone:
            continue
        if not record.is_head and not gone.isdisjoint(one.ordinal for one in record.sources):
            left = index.stories.sources_of(record)
            if left and gone.issuperset(one.ordinal for one, _ in left):
                undone.orphans.append(record.id)
        if record.original in gone:
            undone.elections.append(record.id)
    undone.hosts = sorted(hosts)
    return undone


def remove_run(
    index: Index, run: int, progress: Callable[[int], None] = lambda done: None
) -> Undone:
    """Take out every document whose last version was written by the run of this number.

    *progress* is called with the number of documents removed. A document that is under way on
    servers meanwhile stays.
    """
    undone = survey_run(index, run)
    done = 0
    for names in (undone.copies, undone.articles):
        removed = []
        for name in names:
            if index.remove(name):
                removed.append(name)
            done += 1
            progress(done)
        names[:] = removed
    return undone
