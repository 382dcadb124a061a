"""``NEARDUP_DROPPED_FEED``: the copies that were dropped, in a feed of their own."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.exceptions import NotConfigured, UsageError
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.conf import feed_process_params_from_cli
from w3lib.url import file_uri_to_path

from scrapy_neardup.plugin.exceptions import NearDuplicateItem, SettingsError
from scrapy_neardup.plugin.refusal import refuse_to_start

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)


class _CrawlerWithFeeds:
    """*crawler* with other *settings*, which name other feeds; all else is the crawler's own."""

    def __init__(self, crawler: Crawler, settings: BaseSettings) -> None:
        self._crawler = crawler
        self.settings = settings

    def __getattr__(self, name: str) -> Any:
        return getattr(self._crawler, name)


class DroppedFeed(FeedExporter):
    """Exports dropped copies, with their tag in *field*, wherever Scrapy can write a feed.

    *feeds* are as in Scrapy's ``FEEDS``.
    """

    def __init__(self, crawler: Crawler, feeds: dict[str, Any], field: str) -> None:
        settings = _with_feeds(crawler.settings, feeds)
        if chosen := settings.getdictorlist("FEED_EXPORT_FIELDS"):
            # These are fields of items, and the tag's field need not be one of them.
            names = chosen if isinstance(chosen, dict) else dict(zip(chosen, chosen, strict=True))
            settings.set(
                "FEED_EXPORT_FIELDS", {**names, field: names.get(field, field)}, "cmdline"
            )
        super().__init__(_CrawlerWithFeeds(crawler, settings))  # type: ignore[arg-type]
        self._crawler = crawler
        self._field = field

    def open_spider(self, spider: Spider) -> None:
        """Open the feed's files now; Scrapy would open them at the first item. If they can't be
        written, the crawl does not start, because its copies would be lost.
        """
        try:
            super().open_spider(spider)
            for slot in self.slots:
                # A slot without store_empty is closed by Scrapy only if it has items.
                if slot.store_empty:
                    slot.start_exporting()
        except Exception as error:  # noqa: BLE001 - a storage is Scrapy's, or anybody's
            self.slots = []
            logger.error(
                "The crawl is not started: NEARDUP_DROPPED_FEED is wrong: %s can't be written: %r",
                ", ".join(self.feeds),
                error,
            )
            refuse_to_start(self._crawler, "neardup_error")

    def item_dropped(self, item: Any, spider: Spider, exception: Exception) -> None:
        """Called by Scrapy for every item that is dropped, whoever drops it."""
        if isinstance(exception, NearDuplicateItem):
            # *item* is the one that the spider yielded, not the one that was judged.
            fields = ItemAdapter(exception.item).asdict()
            tagged = {**fields, self._field: exception.verdict.to_dict()}
            self.item_scraped(tagged, spider)


def export_dropped(crawler: Crawler, wanted: str | dict[str, Any], field: str) -> DroppedFeed:
    """The feed of what *crawler* drops, connected to the crawler's signals.

    *wanted* is a dict as in ``FEEDS``, or a URI as for ``scrapy crawl -o``: ``:format`` follows
    it if its suffix does not tell the format. Raises SettingsError for a feed that Scrapy can't
    write, and for one that has the crawl's items.
    """
    bare = _with_feeds(crawler.settings, {})
    try:
        feeds = feed_process_params_from_cli(bare, [wanted]) if isinstance(wanted, str) else wanted
        feed = DroppedFeed(crawler, feeds, field)
    except (UsageError, NotConfigured, KeyError, ValueError, TypeError) as error:
        reason = str(error) or "Scrapy has no storage or exporter for it, see the log"
        raise SettingsError(
            f"NEARDUP_DROPPED_FEED is wrong: {wanted!r}: {reason}; use a URI such as "
            "'dropped.jsonl', or a dict as for FEEDS"
        ) from error
    _require_no_other_feed(crawler, feed.feeds)
    crawler.signals.connect(feed.open_spider, signals.spider_opened)
    crawler.signals.connect(feed.close_spider, signals.spider_closed)
    crawler.signals.connect(feed.item_dropped, signals.item_dropped)
    return feed


def _require_no_other_feed(crawler: Crawler, feeds: Iterable[str]) -> None:
    """Raise SettingsError if one of *feeds* is where the crawl's items are written, too."""
    of_items = {
        _target(str(uri), crawler)
        for uri in (*crawler.settings.getdict("FEEDS"), crawler.settings["FEED_URI"])
        if uri is not None
    }
    for uri in feeds:
        if _target(uri, crawler) in of_items:
            raise SettingsError(
                f"NEARDUP_DROPPED_FEED is wrong: {uri!r} is a feed of FEEDS, to which the items that "
                "are kept are written: name another one"
            )


def _target(uri: str, crawler: Crawler) -> str:
    """Where the feed of this *uri* is written, the same for all ways to name one file."""
    if crawler.spider is not None:
        uri = uri.replace("%(name)s", crawler.spider.name)
    scheme = urlsplit(uri).scheme
    if scheme in ("", "file"):
        return os.path.realpath(file_uri_to_path(uri) if scheme else uri)
    return uri


def _with_feeds(settings: BaseSettings, feeds: dict[str, Any]) -> BaseSettings:
    """A copy of *settings* with these feeds and no others."""
    changed = settings.copy()
    # The settings of a crawl that has begun are frozen, and so is a copy of them.
    changed.frozen = False
    changed.setdict({"FEEDS": feeds, "FEED_URI": None}, "cmdline")
    return changed
