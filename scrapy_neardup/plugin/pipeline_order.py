"""The place of the judging pipeline among the others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pydispatch.dispatcher import getAllReceivers, liveReceivers
from scrapy import signals
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

JUDGING = 299
"""Before the pipelines at 300, the number that a new project of Scrapy's proposes: these may store items."""
_STORE_NOTHING = (
    "scrapy.extensions.corestats",
    "scrapy.extensions.closespider",
    "scrapy_neardup.",
)


def tell_if_last(crawler: Crawler, judging: type) -> None:
    """Log a warning if items are handed to nobody after the pipeline *judging*, but to others before it:
    one of these may store them, and so copies as well.
    """
    if load_object(crawler.settings["ITEM_PROCESSOR"]) is not ItemPipelineManager:
        return
    numbers = crawler.settings.getdict("ITEM_PIPELINES")
    placed = {load_object(one): numbers[one] for one in build_component_list(numbers)}
    pipelines = [*placed]
    if pipelines[-1:] != [judging] or _are_handed_on(crawler):
        return
    before = [one.__name__ for one in pipelines[:-1] if not one.__module__.startswith(__package__)]
    if before:
        logger.warning(
            "Nothing comes after %s, neither a pipeline nor a feed. If %s stores items, it stores copies, "
            "too: give it a number above %s in ITEM_PIPELINES",
            judging.__name__,
            " or ".join(before),
            placed[judging],
        )


def _are_handed_on(crawler: Crawler) -> bool:
    """Whether items that have passed all pipelines are told of, as to the extension that writes feeds."""
    receivers = liveReceivers(getAllReceivers(crawler, signals.item_scraped))
    modules = [getattr(one, "__module__", "") for one in receivers]
    return not all(module.startswith(_STORE_NOTHING) for module in modules)
