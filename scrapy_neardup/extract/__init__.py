"""From a response to its article."""

from __future__ import annotations

from scrapy_neardup.extract.article import Article
from scrapy_neardup.extract.default import DefaultExtractor, NoArticle
from scrapy_neardup.extract.explanation import Explanation, explain
from scrapy_neardup.extract.loading import Extractor, ExtractorError, load_extractor

__all__ = [
    "Article",
    "DefaultExtractor",
    "Explanation",
    "Extractor",
    "ExtractorError",
    "NoArticle",
    "explain",
    "extract",
    "load_extractor",
]

extract: Extractor = DefaultExtractor()
"""The default extractor with its default limits."""
