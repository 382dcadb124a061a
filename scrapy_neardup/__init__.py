"""Near-duplicate articles, found while the crawl runs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document, Kind, Match, Verdict
    from scrapy_neardup.core.index.index import NearDupIndex, Reservation
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.plugin.addon import Addon
    from scrapy_neardup.plugin.exceptions import NearDuplicateItem

__version__ = "0.1.0"

_HOMES = {
    "Addon": "scrapy_neardup.plugin.addon",
    "Document": "scrapy_neardup.core.document",
    "Kind": "scrapy_neardup.core.document",
    "Match": "scrapy_neardup.core.document",
    "NearDupIndex": "scrapy_neardup.core.index.index",
    "NearDuplicateItem": "scrapy_neardup.plugin.exceptions",
    "Reservation": "scrapy_neardup.core.index.index",
    "Scheme": "scrapy_neardup.core.scheme",
    "Verdict": "scrapy_neardup.core.document",
}

__all__ = [
    "Addon",
    "Document",
    "Kind",
    "Match",
    "NearDupIndex",
    "NearDuplicateItem",
    "Reservation",
    "Scheme",
    "Verdict",
]


def __getattr__(name: str) -> object:
    # Imported at first use: `scrapy list` must not load numpy, jieba or LevelDB.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
