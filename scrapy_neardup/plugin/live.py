"""What a running crawl has found so far, to be looked at from outside."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import asdict
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.document import Document
from scrapy_neardup.counting import counted
from scrapy_neardup.plugin.items import document_id
from scrapy_neardup.plugin.queries import Query

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.plugin.session import IndexSession

_MOST_RECENT = 100


class LiveView:
    """A look at a running crawl: ``stats()``, ``recent()``, ``query(text)``, ``find(url)``.

    No method changes anything, and all return plain values. They run on the calling thread,
    usually the crawl's own, so with an index on Redis they hold the crawl up for some round trips.
    """

    def __init__(self, session: IndexSession, stats: StatsCollector) -> None:
        self._session = session
        self._stats = stats
        self._recent: deque[tuple[float, str, Verdict, str]] = deque(maxlen=_MOST_RECENT)

    def __repr__(self) -> str:
        get = self._stats.get_value
        return (
            f"<near-duplicates: {counted(get('neardup/checked', 0), 'item', commas=False)} judged, "
            f"{get('neardup/dropped', 0)} dropped, {get('neardup/tagged', 0)} tagged; "
            ".stats() .recent(10) .query(text) .find(url)>"
        )

    def stats(self) -> dict[str, Any]:
        """The crawl's ``neardup/`` stats so far, and under ``index`` the stats of the index, None
        while the index is not open.
        """
        index = self._session.index
        values = {
            name.removeprefix("neardup/"): value
            for name, value in sorted(self._stats.get_stats().items())
            if name.startswith("neardup/")
        }
        return {**values, "index": index.stats() if index is not None else None}

    def recent(self, count: int = 10) -> list[dict[str, Any]]:
        """The last *count* verdicts, at most 100, the latest first."""
        return [_told(*one) for one in [*self._recent][::-1][:count]]

    def query(
        self, text: str, title: str | None = None, *, url: str | None = None
    ) -> dict[str, Any]:
        """The verdict that *text* would get now as an article's, by the crawl's settings.

        Those that go by host apply only if *url* is given. Raises NearDupError while no index is
        open.
        """
        query = Query(Document("live query", text, url=url, title=title))
        return self._session.check_now(query).to_dict()

    def find(self, url: str) -> dict[str, Any] | None:
        """What the index holds of the document with this URL or id, None if it has none.

        Raises NearDupError while no index is open.
        """
        index = self._session.require_index()
        found = index.find(url) or index.find(document_id(url))
        if found is None:
            return None
        record = found[1]
        head = index.stories.head_of(found)
        return {
            "id": record.id,
            "url": record.url,
            "kind": record.kind.value,
            "first_seen": _moment(record.first_seen),
            "published": None if record.published is None else _moment(record.published),
            "sources": [source.id for _, source in index.stories.sources_of(record)],
            "original": index.stories.original_of(head)[1].id if record.is_article else None,
            "says": asdict(record.provenance) if record.provenance else None,
        }

    def note(self, document: Document, verdict: Verdict, action: str) -> None:
        """Called by the pipeline for every item."""
        self._recent.append((time.time(), document.url or document.id, verdict, action))


def _told(seconds: float, url: str, verdict: Verdict, action: str) -> dict[str, Any]:
    match = verdict.match
    return {
        "time": datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="seconds"),
        "url": url,
        "verdict": verdict.kind.value,
        "copies": match.url or match.id if match else None,
        "score": round(verdict.score, 4) if verdict.score is not None else None,
        "action": action,
    }


def _moment(seconds: int) -> str | None:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc).isoformat()
    except (ValueError, OverflowError, OSError):
        return None
