"""Keeps the garbage collector from looking at imported modules again and again."""

from __future__ import annotations

import gc

_FROZEN_BY_PYTHON = 2000
"""The most objects that an interpreter may have frozen at its start: 375 in Python 3.12."""


def freeze_imported_objects() -> None:
    """Exempt all objects that exist now from garbage collection, once a process.

    Every page that Scrapy has parsed lies in a cycle, so a crawl collects all the time, and each
    full collection would look at all objects of imported modules again. They last as long as the
    process. Nothing is done if the process itself or an earlier crawl in it has frozen objects
    already: objects that exist while other crawls run may be pages.
    """
    if gc.get_freeze_count() <= _FROZEN_BY_PYTHON:
        gc.freeze()
