"""What one walk over a page finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_neardup.extract.lines import Block

__all__ = ["Page"]


@dataclass(slots=True)
class Page:
    """What one pass over the tree found."""

    blocks: list[Block] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block the link is in, href)"""
    times: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block, `datetime` attribute) of each `<time>`"""
    meta: list[tuple[str, str]] = field(default_factory=list)
    """(property, name or itemprop in lower case, content)"""
    json_ld: list[str] = field(default_factory=list)
    title: str | None = None
    canonical: str | None = None
    complete: bool = True
    """Nothing was left unread."""
