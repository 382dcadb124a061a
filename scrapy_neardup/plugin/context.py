"""What the parts of the plugin share in one crawl."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.misc import load_object

from scrapy_neardup.plugin.enabled import require_enabled
from scrapy_neardup.plugin.guard import Guard
from scrapy_neardup.plugin.items import ItemReader
from scrapy_neardup.plugin.origins import Origins
from scrapy_neardup.plugin.page_readings import PageReadings
from scrapy_neardup.plugin.session import IndexSession
from scrapy_neardup.plugin.settings import NearDupSettings
from scrapy_neardup.plugin.under_way import UnderWay

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

_ATTRIBUTE = "_neardup_context"


class CrawlContext:
    """What the middlewares and pipelines of one crawler share. Use :func:`context_of`.

    *settings* are parsed once, *readings* are the articles of pages, *items* reads items, *origins*
    hands on where items come from, *under_way* keeps what is reserved for items in the pipelines,
    *guard* looks at what is dropped, and *add* is the ``inc_value`` of the crawl's stats, looked up
    once as that takes a while. *missing* are the middlewares that don't run.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.settings = NearDupSettings.from_settings(crawler.settings)
        for remark in self.settings.remarks:
            logger.warning("%s", remark)
        self.add = crawler.stats.inc_value
        self.items = ItemReader(self.settings, crawler.stats)
        self.readings = PageReadings(self.settings.extractor, self.add)
        self.origins = Origins()
        self.missing = {"ArticleMiddleware", "BindingMiddleware"}
        processor = load_object(crawler.settings["ITEM_PROCESSOR"])
        self.under_way = UnderWay(contexts_tell=processor is ItemPipelineManager)
        self.guard = Guard(self.settings.guard, crawler)
        self.session: IndexSession | None = None
        """The use of the index, None in a crawl without the pipeline that judges."""
        crawler.signals.connect(self._tell_if_none_judges, signals.spider_opened)

    def start_session(self) -> IndexSession:
        """The session of the pipeline that judges. Opens nothing yet.

        Raises SettingsError for a spider whose name no index can have.
        """
        if self.crawler.spider is not None:
            self.settings.index_name(self.crawler.spider.name)
        self.session = IndexSession(self.settings, self.crawler, self.guard)
        return self.session

    @property
    def is_crawl(self) -> bool:
        """Whether the crawler crawls, and does not just fetch a page for a command of Scrapy's.

        ``scrapy shell`` runs an engine without a crawl; ``fetch``, ``parse`` and ``check`` give the
        spider a ``start`` of their own. They leave the index alone, which a crawl may be using.
        """
        start = getattr(type(self.crawler.spider), "start", None)
        is_command = getattr(start, "__module__", "").startswith("scrapy.commands.")
        return self.crawler.crawling and not is_command

    def _tell_if_none_judges(self) -> None:
        if self.session is None:
            logger.warning(
                "Nothing is judged: NearDupPipeline is not among the ITEM_PIPELINES; put it there, or "
                "set NEARDUP_ENABLED to False"
            )


def context_of(crawler: Crawler) -> CrawlContext:
    """The one context of *crawler*, made for the first part that asks.

    Scrapy makes each part on its own, with nothing but the crawler: so the crawler carries it.
    Raises NotConfigured if ``NEARDUP_ENABLED`` is off, and SettingsError for wrong settings.
    """
    require_enabled(crawler.settings)
    context: CrawlContext | None = getattr(crawler, _ATTRIBUTE, None)
    if context is None:
        context = CrawlContext(crawler)
        setattr(crawler, _ATTRIBUTE, context)
    return context
