"""Where indexes may lie: a directory, ``leveldb:///directory``, ``sqlite:///directory``, Redis."""

from __future__ import annotations

from typing import Any

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.locations import is_shared
from scrapy_neardup.core.stores import engines
from scrapy_neardup.plugin.setting_values import path


def check_location(value: Any) -> str:
    """*value*, a directory or a URL below which indexes may lie, as text. Raises ValueError."""
    location = path(value)
    try:
        if is_shared(location):
            from scrapy_neardup.core.redis.location import read_location

            read_location(location)
        elif "://" in location:
            engines.read_location(location)
    except NearDupError as error:
        raise ValueError(error) from error
    return location
