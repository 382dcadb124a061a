"""Where indexes may lie: a directory, ``leveldb:///directory``, ``sqlite:///directory``, Redis."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.plugin.setting_values import path

_ENGINE_URL = re.compile(r"(leveldb|sqlite)://(.*)", re.DOTALL)


def check_location(value: Any) -> str:
    """*value*, a directory or a URL below which indexes may lie, as text. Raises ValueError."""
    location = path(value)
    if engine := _ENGINE_URL.fullmatch(location):
        if not engine[2].startswith("/"):
            raise ValueError(
                f"{location!r}: use an absolute path after {engine[1]}://, such as "
                f"{engine[1]}:///srv/neardup"
            )
    elif "://" in location:
        from scrapy_neardup.core.redis.index import read_location

        try:
            read_location(location)
        except NearDupError as error:
            raise ValueError(error) from error
    return location


def engine_and_directory(location: str) -> tuple[str, Path] | None:
    """The engine's name and the directory of a URL that names both, None for any other."""
    parts = _ENGINE_URL.fullmatch(location)
    return (parts[1], Path(parts[2])) if parts else None
