"""The exception that drops an item, and those that stop a crawl before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem

from scrapy_neardup.core.errors import NearDupError

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Verdict


class NearDuplicateItem(DropItem):
    """An item whose article copies an earlier one. *verdict* tells which, and how; *item* is what
    was judged, which an earlier pipeline may have made of what the spider yielded.
    """

    def __init__(
        self, message: str, verdict: Verdict, item: Any, log_level: int | None = None
    ) -> None:
        # Scrapy looks a name up among logging's constants, where another level has none.
        super().__init__(message, log_level=log_level)  # type: ignore[arg-type]
        self.verdict = verdict
        self.item = item


class SettingsError(NearDupError, ValueError):
    """Settings with wrong values; the message has a line for each."""
