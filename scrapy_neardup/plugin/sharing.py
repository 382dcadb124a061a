"""What all crawls of one process on one index share."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy_neardup.plugin.index_executor import IndexExecutor, RemoteIndexExecutor
from scrapy_neardup.plugin.sites import SiteTemplates
from scrapy_neardup.plugin.waiting import Waiters

if TYPE_CHECKING:
    from scrapy_neardup.core.index.index import Index


@dataclass(eq=False)
class SharedParts:
    """The learned templates of sites, the items that wait, and the executor of an index's calls."""

    sites: SiteTemplates = field(default_factory=SiteTemplates)
    waiters: Waiters = field(default_factory=Waiters)
    executor: IndexExecutor | RemoteIndexExecutor = field(default_factory=IndexExecutor)


_parts: WeakKeyDictionary[Index, SharedParts] = WeakKeyDictionary()
_lock = threading.Lock()


def shared_parts(index: Index) -> SharedParts:
    """The parts of *index*, the same for every crawl of this process."""
    # Crawls that start together open the index each in a thread of its own.
    with _lock:
        parts = _parts.get(index)
        if parts is None:
            executor = RemoteIndexExecutor() if index.is_shared else IndexExecutor()
            parts = _parts[index] = SharedParts(executor=executor)
        return parts
