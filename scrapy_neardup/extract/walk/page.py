"""What one walk over a page finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_neardup.extract.lines import Block


@dataclass(slots=True)
class Page:
    """The lines, links and descriptions of a page, as one walk over its tree found them."""

    blocks: list[Block] = field(default_factory=list)
    """The lines, in the order of the page."""
    links: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block the link is in, href)"""
    times: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block, `datetime` attribute) of each `<time>`"""
    fields: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block it is in, else of the next one, type) of each field that a reader fills in;
    the type is the `type` of an `<input>`, in lower case, `select` or `textarea`"""
    meta: list[tuple[str, str]] = field(default_factory=list)
    """(property, name or itemprop in lower case, content)"""
    json_ld: list[str] = field(default_factory=list)
    """The text of each `<script>` of JSON-LD."""
    title: str | None = None
    canonical: str | None = None
    """The address in `<link rel=canonical>`, as written."""
    previous: str | None = None
    """The address in `<link rel=prev>`, as written."""
    complete: bool = True
    """Whether nothing was left unread."""
    unread: int = 0
    """Weight of the running text in AWAY_BLOCKs and hidden elements that were left unread."""
    folded: bool = False
    """Whether some of it is in a hidden element that a button on the page opens."""
