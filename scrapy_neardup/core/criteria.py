"""The articles that a document is compared with, and how alike a copy has to be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import has_route, host_of

if TYPE_CHECKING:
    from scrapy_neardup.core.verdict.thresholds import Thresholds


class Compare(str, Enum):
    """The hosts with whose articles a document is compared."""

    ALL = "all"
    """All hosts."""
    OTHER_HOSTS = "other_hosts"
    """Other hosts than its own: one site may repeat itself."""
    SAME_HOST = "same_host"
    """Its own host alone: other sites may have the same articles."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """The criteria by which one document is judged, if they are not those of the whole index.

    *thresholds* are the least scores of a copy, None for the index's own. Only articles first seen
    in the last *window* seconds count, None for all; *rewritten_window* is the same for sources of
    rewritten copies. *compare* chooses among hosts; a document without a host is compared with all.
    The document is not compared with those of the address *apart_from*, None for none: their id is this
    address, or begins with it and a ``#`` that is no route. With *apart_unless_equal*, those that have its
    text count all the same.
    """

    thresholds: Thresholds | None = None
    window: float | None = None
    compare: Compare = Compare.ALL
    rewritten_window: float | None = None
    apart_from: str | None = None
    apart_unless_equal: bool = False

    def counts(self, host: str, address: str, first_seen: float, now: float) -> bool:
        """Whether the article at *address* (its URL, or its id) may be a source of a document on
        *host*. Times are seconds since 1970.
        """
        if self.window is not None and first_seen < now - self.window:
            return False
        if self.compare is Compare.ALL or not host:
            return True
        return (host_of(address) == host) is (self.compare is Compare.SAME_HOST)

    def is_recent(self, first_seen: float, now: float) -> bool:
        """Whether an article that was first seen then is in both windows. Times are seconds since 1970."""
        windows = self.window, self.rewritten_window
        return all(window is None or first_seen >= now - window for window in windows)

    def is_apart(self, name: str, *, is_equal: bool) -> bool:
        """Whether the document with the id *name* does not count, as it is of the address *apart_from*.
        *is_equal* tells whether it has the same text.
        """
        address = self.apart_from
        if (
            address is None
            or (is_equal and self.apart_unless_equal)
            or not name.startswith(address)
        ):
            return False
        rest = name[len(address) :]
        return not rest or (rest[0] == "#" and not has_route(rest))


EVERYTHING = Criteria()
