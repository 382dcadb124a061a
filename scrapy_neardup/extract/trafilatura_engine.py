"""trafilatura as the extractor: slower, better on some English pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy_neardup.extract.clean import clean_text
from scrapy_neardup.extract.default import DefaultExtractor
from scrapy_neardup.extract.encoding import reread
from scrapy_neardup.extract.lines import weigh

if TYPE_CHECKING:
    from scrapy_neardup.extract.article import Article, ResponseLike


class TrafilaturaExtractor:
    """Text by trafilatura, everything else (lists, cleaning, metadata) as the default does it.

    Pages on which the default finds no article are not handed on: trafilatura takes seconds to
    minutes on some of them and returns text for list pages.
    """

    def __init__(self) -> None:
        try:
            import trafilatura
        except ImportError as error:
            absent = isinstance(error, ModuleNotFoundError) and error.name == "trafilatura"
            why = "" if absent else f", which can't be imported ({error})"
            raise ImportError(
                f"the extractor 'trafilatura' needs the package of that name{why}: "
                "pip install 'scrapy-neardup[trafilatura]'"
            ) from error
        self._extract = trafilatura.extract
        self._default = DefaultExtractor()

    def __call__(self, response: ResponseLike) -> Article | None:
        article = self._default(response)
        if article is None:
            return None
        # Comments are other people's text; the fast mode is within .005 F1 of the standard one.
        found = self._extract(reread(response) or response.text, fast=True, include_comments=False)
        if not found:
            return article
        text = clean_text(found, [article.title] if article.title else [])
        weight = weigh(text)
        if weight < self._default.min_weight:
            return article
        return replace(
            article, text=text, weight=weight, short=weight < self._default.short_weight
        )
