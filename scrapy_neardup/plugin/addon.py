"""The add-on: one line in ``ADDONS`` puts every part in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.plugin.enabled import require_enabled

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class Addon:
    """``ADDONS = {"scrapy_neardup.Addon": 500}``.

    Adds the downloader middleware that reads the pages, the spider middleware and the pipeline
    that bind items to their pages, and the pipeline that decides, each unless the settings name
    it already. ``NEARDUP_ENABLED = False`` adds none.
    """

    def update_settings(self, settings: BaseSettings) -> None:
        """Called by Scrapy. The other ``NEARDUP_*`` settings are read by the first of the parts."""
        require_enabled(settings)
        from scrapy_neardup.plugin.articles import ArticleMiddleware
        from scrapy_neardup.plugin.binding import BindingMiddleware, OriginPipeline
        from scrapy_neardup.plugin.pipeline import NearDupPipeline
        from scrapy_neardup.plugin.pipeline_order import JUDGING

        # Below 550 a page is decompressed, redirected and not up for a retry.
        settings.setdefault_in_component_priority_dict(
            "DOWNLOADER_MIDDLEWARES", ArticleMiddleware, 540
        )
        # Nearest to the engine, so that it sees items as the pipelines will get them.
        settings.setdefault_in_component_priority_dict(
            "SPIDER_MIDDLEWARES",
            BindingMiddleware,
            _before_all(settings, "SPIDER_MIDDLEWARES", 10),
        )
        # Another pipeline before it may replace the item.
        settings.setdefault_in_component_priority_dict(
            "ITEM_PIPELINES", OriginPipeline, _before_all(settings, "ITEM_PIPELINES", -1)
        )
        settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", NearDupPipeline, JUDGING)
        settings.set("LOG_FORMATTER", "scrapy_neardup.plugin.log.NearDupLogFormatter", "addon")


def _before_all(settings: BaseSettings, name: str, most: int) -> int:
    """A place of *most*, or less if the setting *name* has a component at that place or before it."""
    taken = [place for place in settings.getdict(name).values() if place is not None]
    first: int = min([most + 1, *taken]) - 1
    return first
