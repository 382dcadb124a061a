"""CSV feeds that leave tags out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy import signals

from scrapy_neardup.plugin.log import printable

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)


class CsvFeeds:
    """Warns, once a crawl, when a CSV feed of *crawler* leaves out the tag in the field of this name.

    Scrapy takes the columns of a CSV file from its first item. A dict that is no copy has no tag.
    """

    def __init__(self, crawler: Crawler, field_name: str) -> None:
        self._field_name = field_name
        self._feed = _without_columns(crawler.settings)
        self._first: bool | None = None
        if self._feed is not None:
            crawler.signals.connect(self._item_scraped, signals.item_scraped)

    def _item_scraped(self, item: Any) -> None:
        has_tag = not isinstance(item, dict) or self._field_name in item
        if self._first is None:
            self._first = has_tag
        if self._first or not has_tag or self._feed is None:
            return
        logger.warning(
            "The CSV feed %s has no column %r, because its first item had no tag: the tags of later items are "
            "left out. Name its columns in FEED_EXPORT_FIELDS, or under 'fields' in FEEDS",
            printable(self._feed),
            self._field_name,
        )
        self._feed = None


def _without_columns(settings: BaseSettings) -> str | None:
    """The first CSV feed of *settings* whose columns are not named, None if there is none."""
    if settings.getdictorlist("FEED_EXPORT_FIELDS"):
        return None
    for uri, options in settings.getdict("FEEDS").items():
        if options.get("format") == "csv" and not options.get("fields"):
            return str(uri)
    return None
