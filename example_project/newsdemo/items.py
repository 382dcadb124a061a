from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Story:
    """One story. ``content`` stays ``None`` if the spider knows no selector for the text;
    the plugin then judges the text that it finds in the page.
    """

    url: str
    site: str
    title: str | None
    content: str | None = None
    neardup: dict[str, Any] | None = None
