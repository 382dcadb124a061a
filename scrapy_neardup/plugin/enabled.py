"""``NEARDUP_ENABLED``, read before anything heavy is imported, and the parser of all settings that are on
or off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exceptions import NotConfigured

from scrapy_neardup.plugin.exceptions import SettingsError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

_FLAGS = {"True": True, "true": True, "1": True, "False": False, "false": False, "0": False}


def flag(value: Any) -> bool:
    """The bool that *value* means: True, true, 1, False, false or 0, also as text from the command
    line. Raises ValueError for anything else, also for other numbers, which Scrapy would take.
    """
    found = _FLAGS.get(str(value).strip())
    if found is None:
        raise ValueError(f"{value!r}: use True or False")
    return found


def require_enabled(settings: BaseSettings) -> None:
    """Raise NotConfigured if ``NEARDUP_ENABLED`` is off, SettingsError if it is wrong."""
    try:
        enabled = flag(settings.get("NEARDUP_ENABLED", True))
    except ValueError as error:
        raise SettingsError(f"NEARDUP_ENABLED is wrong: {error}") from None
    if not enabled:
        raise NotConfigured
