"""With what a document is compared, and how much alike counts as a copy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of

if TYPE_CHECKING:
    from scrapy_neardup.core.verdict.thresholds import Thresholds


class Compare(str, Enum):
    """With the articles of which hosts a document is compared."""

    ALL = "all"
    """With those of all hosts."""
    OTHER_HOSTS = "other_hosts"
    """With those of other hosts than its own: one site may repeat itself."""
    SAME_HOST = "same_host"
    """With those of its own host: other sites may have the same."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """By what a document is judged, where that is not the same for all documents of an index.

    *thresholds* are the least scores of a copy, None for the index's own. Of *window* seconds, only
    articles first seen in the last so many count, None for all; of *rewritten_window*, as sources of
    rewritten copies. *compare* chooses among hosts; a document without a host is compared with all.
    """

    thresholds: Thresholds | None = None
    window: float | None = None
    compare: Compare = Compare.ALL
    rewritten_window: float | None = None

    def counts(self, host: str, address: str, first_seen: float, now: float) -> bool:
        """Whether the article at *address* (its URL, or its id) may be a source of a document on
        *host*. Times are seconds since 1970.
        """
        if self.window is not None and first_seen < now - self.window:
            return False
        if self.compare is Compare.ALL or not host:
            return True
        return (host_of(address) == host) is (self.compare is Compare.SAME_HOST)


EVERYTHING = Criteria()
