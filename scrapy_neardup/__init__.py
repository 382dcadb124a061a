"""Near-duplicate articles, found while the crawl runs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from scrapy_neardup.platforms import unsupported

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document, Kind, Match, Verdict
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.local import NearDupIndex
    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.core.opening import open_index
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.plugin.addon import Addon
    from scrapy_neardup.plugin.exceptions import NearDuplicateItem

__version__ = "0.2.0.dev0"

_HOMES = {
    "Addon": "scrapy_neardup.plugin.addon",
    "Document": "scrapy_neardup.core.document",
    "Kind": "scrapy_neardup.core.document",
    "Match": "scrapy_neardup.core.document",
    "Index": "scrapy_neardup.core.index.index",
    "NearDupIndex": "scrapy_neardup.core.index.local",
    "NearDuplicateItem": "scrapy_neardup.plugin.exceptions",
    "Reservation": "scrapy_neardup.core.index.reservation",
    "Scheme": "scrapy_neardup.core.scheme",
    "Verdict": "scrapy_neardup.core.document",
    "open_index": "scrapy_neardup.core.opening",
}

__all__ = [
    "Addon",
    "Document",
    "Index",
    "Kind",
    "Match",
    "NearDupIndex",
    "NearDuplicateItem",
    "Reservation",
    "Scheme",
    "Verdict",
    "open_index",
]


def __getattr__(name: str) -> object:
    # Imported at first use: `scrapy list` must not load numpy, jieba or LevelDB.
    if name in _HOMES:
        if problem := unsupported():
            raise ImportError(problem)
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    # For completion and pydoc, which know no other names that are not imported yet.
    return sorted({*globals(), *__all__})
