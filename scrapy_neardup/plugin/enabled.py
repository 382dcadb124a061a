"""``NEARDUP_ENABLED``, read before anything heavy is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured

from scrapy_neardup.plugin.exceptions import SettingsError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


def require_enabled(settings: BaseSettings) -> None:
    """Raise NotConfigured if ``NEARDUP_ENABLED`` is off, SettingsError if it is wrong."""
    try:
        enabled = settings.getbool("NEARDUP_ENABLED", True)
    except (TypeError, ValueError):
        value = settings.get("NEARDUP_ENABLED")
        raise SettingsError(f"NEARDUP_ENABLED is wrong: {value!r}: use True or False") from None
    if not enabled:
        raise NotConfigured
