"""The exception that drops an item, and those that stop a crawl before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import DropItem

from scrapy_neardup.core.errors import NearDupError

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Verdict


class NearDuplicateItem(DropItem):
    """An item whose article copies an earlier one. *verdict* tells which, and how."""

    def __init__(self, message: str, verdict: Verdict, log_level: str | None = None) -> None:
        super().__init__(message, log_level=log_level)
        self.verdict = verdict


class SettingsError(NearDupError, ValueError):
    """Settings with wrong values; the message has a line for each."""
