"""Opening an index, wherever it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS
from scrapy_neardup.core.index.local import NearDupIndex
from scrapy_neardup.core.locations import is_shared
from scrapy_neardup.core.verdict.thresholds import PRESETS

if TYPE_CHECKING:
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.thresholds import Thresholds


def open_index(
    location: str | os.PathLike[str],
    scheme: Scheme | None = None,
    *,
    name: str = "",
    holder: str = "python",
    sync: str = "interval",
    create: bool = True,
    expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS,
    thresholds: Thresholds = PRESETS["balanced"],
) -> Index:
    """The index at *location*, made there if missing, unless *create* is false.

    *location* is a directory, ``leveldb:///path``, ``sqlite:///path``, or a Redis URL, whose index
    any number of processes share. *name* tells several indexes of one place apart: it is a
    directory below it, or the end of the prefix of keys. *holder* and *sync* are for directories,
    *expected_documents* for Redis, whose keys are laid out for a number of documents.

    Raises as :meth:`NearDupIndex.open` and
    :meth:`~scrapy_neardup.core.redis.index.RedisIndex.connect`.
    """
    if name:
        location = location_below(os.fspath(location), name)
    if is_shared(location):
        from scrapy_neardup.core.redis.index import RedisIndex

        return RedisIndex.connect(
            str(location),
            scheme,
            create=create,
            expected_documents=expected_documents,
            thresholds=thresholds,
        )
    return NearDupIndex.open(
        location,
        scheme,
        holder=holder,
        sync=sync,
        create=create,
        thresholds=thresholds,
    )


def location_below(base: str, name: str) -> str:
    """The location of the index called *name* below *base*: its directory, or its URL.

    Raises NearDupError for a URL that no index can be at.
    """
    if not is_shared(base):
        return f"{base}/{name}"
    from scrapy_neardup.core.redis.location import read_location, with_prefix

    return with_prefix(base, read_location(base, name).prefix)
