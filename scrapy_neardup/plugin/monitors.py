"""A monitor for `spidermon <https://spidermon.readthedocs.io>`_: alarms at the end of a crawl."""

from __future__ import annotations

from typing import Any, ClassVar

from spidermon import Monitor, MonitorSuite, monitors


@monitors.name("Near-duplicates")
class NearDupMonitor(Monitor):
    """Fails for a crawl whose copies were not looked for, or not as they should have been.

    A subclass can set other limits: *max_unjudged* is the largest share of items that may pass
    unjudged, *max_without_article* the largest share of pages that may have no article.
    """

    max_unjudged: ClassVar[float] = 0.01
    max_without_article: ClassVar[float] = 0.9

    @monitors.name("the index was usable to the end")
    def test_index(self) -> None:
        """The index was neither locked by another process nor given up."""
        for stat in ("neardup/index_locked", "neardup/index_error"):
            self.assertEqual(self._count(stat), 0, f"{stat}: see the log")

    @monitors.name("items were judged")
    def test_unjudged(self) -> None:
        """At most *max_unjudged* of the items passed without a verdict, whatever the reason: also for
        a wait given up, for want of a URL, or for a class without fields.
        """
        unjudged = self._count("neardup/unjudged") + self._count("neardup/no_id")
        unjudged += sum(self._beginning("neardup/item_error/").values())
        items = self._count("neardup/checked") + unjudged
        self.assertLessEqual(
            unjudged,
            self.max_unjudged * items,
            f"{unjudged} of {items} items passed unjudged",
        )

    @monitors.name("no more was dropped than can be right")
    def test_guard(self) -> None:
        """``NEARDUP_GUARD`` raised no alarm."""
        alarms = self._count("neardup/guard")
        self.assertEqual(alarms, 0, f"NEARDUP_GUARD raised {alarms} alarms: see the log")

    @monitors.name("articles were read")
    def test_articles(self) -> None:
        """At most *max_without_article* of the pages have no article, and no page or item failed."""
        pages = self._count("neardup/pages")
        without = self._count("neardup/pages_without_article")
        self.assertLessEqual(
            without,
            self.max_without_article * pages,
            f"{without} of {pages} pages have no article",
        )
        failed = self._beginning("neardup/extract_error/", "neardup/judge_error/")
        self.assertEqual(failed, {}, "pages or items failed: see the log")

    @property
    def _stats(self) -> dict[str, Any]:
        stats: dict[str, Any] = self.data.stats
        return stats

    def _beginning(self, *prefixes: str) -> dict[str, int]:
        """The stats whose names begin with one of *prefixes*."""
        return {stat: count for stat, count in self._stats.items() if stat.startswith(prefixes)}

    def _count(self, stat: str) -> int:
        return int(self._stats.get(stat, 0))


class NearDupMonitorSuite(MonitorSuite):
    """The monitor alone, for ``SPIDERMON_SPIDER_CLOSE_MONITORS``."""

    monitors: ClassVar[list[type]] = [NearDupMonitor]
