"""From a response to its article."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_neardup.extract.article import Article
from scrapy_neardup.extract.default import DefaultExtractor, NoArticle
from scrapy_neardup.extract.explanation import Explanation, explain
from scrapy_neardup.extract.loading import ExtractorError, load_extractor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Article",
    "DefaultExtractor",
    "Explanation",
    "ExtractorError",
    "NoArticle",
    "explain",
    "extract",
    "load_extractor",
]

extract: Callable[[Any], Article | None] = DefaultExtractor()
"""The default extractor with its default limits."""
