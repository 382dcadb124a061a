"""Checks whether an index on Redis is whole, and mends what can be mended.

Crawls cause damage of one kind by themselves: a crawler that dies leaves postings that lead
nowhere, which readers remove when they meet them. All else comes from servers that lost data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.index.maintenance import RepairReport, lost_of
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.survey import survey

if TYPE_CHECKING:
    from scrapy_neardup.core.index.maintenance import CheckReport


def check_servers(url: str) -> CheckReport:
    """Read the index at *url* whole and compare its records, postings and counts.

    Crawls may go on: what looks wrong is read once more before it is reported. Takes four bytes a
    document. Raises as :meth:`~.index.RedisIndex.connect`.
    """
    with RedisIndex(read_location(url), create=False) as index:
        report = survey(index._documents, mend=False)
        if problem := index.runs.problem():
            report.wrong_counts += 1
            report.note(problem)
        return report


def repair_servers(url: str) -> RepairReport:
    """Mend the index at *url*: drop records and kept texts that can't be read, add postings that are missing,
    remove those that lead nowhere, count anew. Nothing is copied aside.

    No crawl may use it meanwhile. Raises as :meth:`~.index.RedisIndex.connect`.
    """
    with RedisIndex(read_location(url), create=False) as index:
        before = sum(index._documents.counts())
        report = survey(index._documents, mend=True)
        index.runs.count_again()
    kept = report.records - report.unreadable_records
    return RepairReport(
        kept=kept,
        lost=lost_of(before, kept),
        unreadable_records=report.unreadable_records,
        unreadable_texts=report.unreadable_texts,
        postings_added=report.missing_postings,
        postings_dropped=report.dangling_postings,
    )
