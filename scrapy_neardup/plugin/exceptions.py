"""The exception that drops an item, and those that stop a crawl before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem

from scrapy_neardup.core.errors import NearDupError

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Verdict


class NearDuplicateItem(DropItem):
    """An item whose article copies an earlier one. *verdict* says which one, and how. *item* is the
    item that was judged: an earlier pipeline may have made it from the one that the spider yielded.
    """

    def __init__(
        self, message: str, verdict: Verdict, item: Any, log_level: int | None = None
    ) -> None:
        # A number, because Scrapy looks names up among logging's constants, which lack other levels.
        super().__init__(message, log_level=log_level)  # type: ignore[arg-type]
        self.verdict = verdict
        self.item = item


class SettingsError(NearDupError, ValueError):
    """Settings with wrong values; the message has a line for each."""
