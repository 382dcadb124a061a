"""``NEARDUP_ENABLED``, read before anything heavy is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured

from scrapy_neardup.plugin.exceptions import SettingsError
from scrapy_neardup.plugin.flags import flag

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


def require_enabled(settings: BaseSettings) -> None:
    """Raise NotConfigured if ``NEARDUP_ENABLED`` is off, SettingsError if it is wrong."""
    try:
        enabled = flag(settings.get("NEARDUP_ENABLED", True))
    except ValueError as error:
        raise SettingsError(f"NEARDUP_ENABLED is wrong: {error}") from None
    if not enabled:
        raise NotConfigured
