"""Article texts: a file holds the headline and, after blank lines, the paragraphs."""

from __future__ import annotations

from dataclasses import dataclass

from newsdemo.manifest import PROJECT_DIR, Page

ARTICLES = PROJECT_DIR / "articles"


@dataclass(frozen=True)
class Article:
    title: str
    paragraphs: list[str]


def article_of(page: Page) -> Article:
    """Put a page's article together from its pieces, lead and closing lines."""
    pieces = [_read(name) for name in page.text]
    paragraphs = [paragraph for piece in pieces for paragraph in piece.paragraphs]
    paragraphs[0] = page.lead + paragraphs[0]
    return Article(page.title or pieces[0].title, paragraphs + page.tail)


def comments(language: str) -> list[str]:
    name = {"zh": "zh/comments", "zh-Hant": "zh/comments.trad", "en": "en/comments"}[language]
    return (ARTICLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def _read(name: str) -> Article:
    name, _, span = name.partition(":")
    title, *paragraphs = (ARTICLES / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")
    paragraphs = [paragraph.strip() for paragraph in paragraphs]
    if span:
        first, last = map(int, span.split("-"))
        paragraphs = paragraphs[first - 1 : last]
    return Article(title.strip(), paragraphs)
