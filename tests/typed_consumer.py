"""Code as a user's would be: mypy has to accept it in strict mode, from the installed package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import assert_type

from scrapy_neardup import Document, Kind, Match, NearDupIndex, NearDuplicateItem, Verdict
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from scrapy_neardup.extract import Article, extract

if TYPE_CHECKING:
    from scrapy.http import HtmlResponse


def sources_of(path: str, texts: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    with NearDupIndex.open(path, thresholds=PRESETS["strict"]) as index:
        assert_type(index, NearDupIndex)
        for name, text in texts.items():
            verdict = index.check_and_add(Document(name, text))
            assert_type(verdict, Verdict)
            if verdict.match is not None:
                assert_type(verdict.match, Match)
                found[name] = verdict.match.id
    return found


def is_spun(error: NearDuplicateItem) -> bool:
    return error.verdict.kind is Kind.SPUN and error.verdict.matches[0].score > 0.9


def title_of(response: HtmlResponse) -> str | None:
    article = extract(response)
    assert_type(article, Article | None)
    return article.title if article else None


def stricter(thresholds: Thresholds) -> Thresholds:
    return Thresholds(whole=min(thresholds.whole + 0.1, 1.0), part=thresholds.part)
