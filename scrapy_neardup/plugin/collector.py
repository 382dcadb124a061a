"""What Python's garbage collector need not look at."""

from __future__ import annotations

import gc

_OF_PYTHON = 2000
"""Up to here, what is frozen was so when the interpreter started: 375 objects in Python 3.12."""


def spare_lasting_objects() -> None:
    """Let the collector pass over what there is before the first page: it lasts as long as the
    process.

    Every page that Scrapy has parsed lies in a cycle, so a crawl collects all the time, and each
    full collection would look at all objects of imported modules again. Nothing is done where the
    process has frozen its objects itself, or for an earlier crawl: what lies around while other
    crawls run may be pages.
    """
    if gc.get_freeze_count() <= _OF_PYTHON:
        gc.freeze()
