"""``NEARDUP_GUARD``: an alarm when far more is dropped than can be right.

Two signs point to a fault rather than to copies. One is that page after page of one host is a copy
of the same few articles: its pages now show a login form or a notice, or the wrong part of them is
read. The other is that a crawl drops a far larger share than the crawls before it.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.signals import neardup_guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scrapy.crawler import Crawler

    from scrapy_neardup.core.document import Match
    from scrapy_neardup.core.index.runs import Run

OFF, WARN, TAG = "off", "warn", "tag"
LAST = 100
"""The number of a host's last items that are looked at."""
LEAST_DROPPED, MOST_SOURCES = 50, 5
"""An alarm is raised for a host if at least LEAST_DROPPED of its last items are copies of at most
MOST_SOURCES articles. A content mill copies many articles once or twice each; a text that one host
has ten times is no news article."""
LEAST_OF_ONE, SHARE_OF_ONE = 10, 0.8
"""At the end of a crawl, an alarm is raised for a host if a share of SHARE_OF_ONE or more of its last items are copies
of articles that each have LEAST_OF_ONE there. A crawl that looks for what is new has few items of a host."""
LATEST = 20
"""As many of a host's last items are also looked at alone then: its pages may show something else only since."""
CRAWL_LAST, CRAWL_JUMP = 500, 0.3
"""An alarm is raised for a crawl if the share of copies among its last CRAWL_LAST items is larger
than usual by CRAWL_JUMP or more. At 500 items, chance makes a difference of 0.07 in one crawl of a
thousand."""
HOLDS = 0.5
"""An alarm ends only when the number or share of copies is below this share of its bound, or the
number of articles above its bound divided by this share. Otherwise chance would raise the alarm
again and again while these values are close to their bounds."""
LEAST_HISTORY = 500
"""The least number of items in earlier runs from which the usual share is computed."""
_MOST_HOSTS = 2000

logger = logging.getLogger(__name__)


def copied_from(match: Match) -> str:
    """The article with which a copy was compared, for :meth:`Guard.lets_through`. A story may have many that
    have each a text of their own.
    """
    return match.through or match.url or match.id


@dataclass(slots=True)
class _Window:
    """The last *size* items of a host or of the crawl, *called* so in an alarm. Each entry of *items* is the name
    of an item and the article that it is to be dropped for, None for an item that is kept.
    """

    size: int
    called: str = "items"
    items: deque[tuple[str, str] | None] = field(default_factory=deque)
    sources: Counter[str] = field(default_factory=Counter)
    alarmed: bool = False
    told: bool = False
    """Whether there was an alarm, which may have ended."""

    def add(self, item: tuple[str, str] | None) -> None:
        self.items.append(item)
        if item is not None:
            self.sources[item[1]] += 1
        if len(self.items) > self.size:
            gone = self.items.popleft()
            if gone is not None:
                self.sources[gone[1]] -= 1
                if not self.sources[gone[1]]:
                    del self.sources[gone[1]]

    @property
    def dropped(self) -> int:
        return self.sources.total()


class Guard:
    """Looks at what a crawl drops. *mode* is the value of ``NEARDUP_GUARD``."""

    def __init__(self, mode: str, crawler: Crawler) -> None:
        self._mode = mode
        self._crawler = crawler
        # What is known tells what a host showed before. It stands alone, as a crawl may meet little that is new.
        self._hosts: OrderedDict[tuple[str, bool], _Window] = OrderedDict()
        self._crawl = _Window(CRAWL_LAST)
        self._usual: float | None = None

    def learn_usual(self, runs: Iterable[Run]) -> None:
        """Learn the usual share of copies: the share that earlier *runs* have dropped."""
        checked = dropped = 0
        for run in runs:
            pages = run.counts.get("responses_dropped", 0)
            checked += run.counts.get("checked", 0) + pages
            dropped += run.counts.get("dropped", 0) + run.counts.get("guarded", 0) + pages
        self._usual = dropped / checked if checked >= LEAST_HISTORY else None

    def lets_through(
        self, host: str | None, name: str, source: str | None, *, is_known: bool = False
    ) -> bool:
        """Take note of the item *name* of *host*, and return whether it is to be tagged instead of dropped.
        *source* is the article that it is to be dropped as a copy of, None if it is not. *host* is None
        for an item that tells nothing of what the host's pages show. One that *is_known* has the text that it had.
        """
        if self._mode == OFF:
            return False
        item = None if source is None else (name, source)
        if host is not None:
            self._look_at_host(host, item, is_known=is_known)
        self._look_at_crawl(item)
        return (
            self._mode == TAG and source is not None and self._is_alarmed(host, is_known=is_known)
        )

    def lets_page_through(
        self, host: str, name: str, source: str | None, *, is_known: bool
    ) -> bool:
        """As :meth:`lets_through`, for a page. A page that an alarm lets through is not counted
        itself, because its items will be.
        """
        if self._mode == TAG and source is not None and self._is_alarmed(host, is_known=is_known):
            return True
        return self.lets_through(host, name, source, is_known=is_known)

    def look_back(self) -> None:
        """Raise an alarm, at the end of the crawl, for each host that had too few items for one before."""
        for (host, _), window in self._hosts.items():
            self._look_back_at(host, window)

    def _look_back_at(self, host: str, window: _Window) -> None:
        items = [*window.items]
        if window.told or not (_nearly_all(items) or _nearly_all(items[-LATEST:])):
            return
        became = "were dropped"
        if self._mode == TAG and self._crawl.told:
            became = "were dropped, except while the alarm of the crawl lasted"
        self._raise_alarm(host, _of_host(host, window), became)

    def _is_alarmed(self, host: str | None, *, is_known: bool) -> bool:
        # An alarm for known items alone would never end for new ones, as these tell nothing of it, nor the other
        # way round.
        window = None if host is None else self._hosts.get((host, is_known))
        return self._crawl.alarmed or (window is not None and window.alarmed)

    def _look_at_host(self, host: str, item: tuple[str, str] | None, *, is_known: bool) -> None:
        window = self._hosts.get((host, is_known))
        if window is None:
            window = _Window(LAST, "unchanged items" if is_known else "items")
            self._hosts[host, is_known] = window
            if len(self._hosts) > _MOST_HOSTS:
                (gone, _), others = self._hosts.popitem(last=False)
                self._look_back_at(gone, others)
        else:
            self._hosts.move_to_end((host, is_known))
        # A copy that is visited again and again is one.
        if item is None or item not in window.items:
            window.add(item)
        bound = HOLDS if window.alarmed else 1.0
        few = len(window.sources) <= MOST_SOURCES / bound
        alarm = few and window.dropped >= LEAST_DROPPED * bound
        if alarm and not window.alarmed:
            window.told = True
            self._raise_alarm(host, _of_host(host, window))
        window.alarmed = alarm

    def _look_at_crawl(self, item: tuple[str, str] | None) -> None:
        window = self._crawl
        if self._usual is None:
            return
        window.add(item)
        if len(window.items) < CRAWL_LAST:
            return
        share = window.dropped / CRAWL_LAST
        alarm = share - self._usual >= CRAWL_JUMP * (HOLDS if window.alarmed else 1.0)
        if alarm and not window.alarmed:
            window.told = True
            self._raise_alarm(
                "",
                f"{share:.0%} of the last {CRAWL_LAST} items are copies, {self._usual:.0%} were "
                "usual in the crawls before: did the sites or the spider change? `scrapy neardup "
                "report INDEX` shows what was taken for a copy of what",
            )
        window.alarmed = alarm

    def _raise_alarm(self, host: str, problem: str, became: str | None = None) -> None:
        self._crawler.stats.inc_value("neardup/guard")
        becomes = became or (
            "are tagged and kept" if self._mode == TAG else "are dropped all the same"
        )
        logger.error(
            "%s. Such copies %s (NEARDUP_GUARD = %r)",
            printable(problem, 1000),
            becomes,
            self._mode,
        )
        self._crawler.signals.send_catch_log(
            neardup_guard, host=host, problem=problem, spider=self._crawler.spider
        )


def _nearly_all(items: Sequence[tuple[str, str] | None]) -> bool:
    """Whether nearly all of *items* are copies of articles that each have many there."""
    copies = Counter(item[1] for item in items if item is not None)
    many = sum(number for number in copies.values() if number >= LEAST_OF_ONE)
    return many > 0 and many >= SHARE_OF_ONE * len(items)


def _of_host(host: str, window: _Window) -> str:
    named, _ = window.sources.most_common(1)[0]
    return (
        f"{window.dropped} of the last {len(window.items)} {window.called} of {host or 'no host'} "
        f"are copies of {_of_articles(window.sources)} {named}: does the site "
        "show another page by now, or is the wrong part read? `scrapy neardup read URL` "
        "shows what is taken of a page"
    )


def _of_articles(sources: Counter[str]) -> str:
    return "one article," if len(sources) == 1 else f"{len(sources)} articles, most of"
