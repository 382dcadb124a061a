"""What extraction hands on: one article, whatever engine read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["SHORT_WEIGHT", "Article", "ResponseLike"]

SHORT_WEIGHT = 300
"""In a text of fewer half-width characters (150 Chinese ones, about 50 English words), the little
that a page adds or leaves out is a large part."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article as a reader sees it, without the page around it."""

    text: str
    """The article's lines, separated by ``\\n``; boilerplate lines are already left out."""
    title: str | None = None
    published: datetime | None = None
    """Aware, in UTC. A page's date without a zone is read in the zone of the text's script: +08:00 for
    Chinese, UTC for Latin, others as ``extract/time_zones.py`` has them."""
    canonical: str | None = None
    """Absolute address the page names as its own (`<link rel=canonical>`, `og:url`)."""
    source: str | None = None
    """Where the page says its text comes from (来源, via)."""
    site_name: str | None = None
    links: tuple[str, ...] = ()
    """Absolute http(s) addresses linked from inside the article, those of the first 2,000 different links."""
    origins: tuple[str, ...] = ()
    """Absolute http(s) addresses that the page names as those its text comes from: linked beside
    来源, 原文, source, via and the like, or described so in its head."""
    weight: int = 0
    """Length of the text in half-width characters (a CJK character is two)."""
    coverage: float = 1.0
    """Share of the page's unlinked text that is in the article, 0 to 1."""
    short: bool = False
    """Too little text to trust a resemblance: only equal text is a duplicate."""
    part_of: str | None = None
    """Address of the first page if this is a later page of one article."""
    amp_of: str | None = None
    """Canonical address if this page is the AMP form of another one."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text, () for an empty one."""
        return tuple(self.text.split("\n")) if self.text else ()


class ResponseLike(Protocol):
    """The part of an `HtmlResponse` that extractors use."""

    @property
    def text(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def selector(self) -> Any: ...
