"""What was read on a page, what was left out and why: for people who have to mend a site's reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.extract.article import Article
from scrapy_neardup.extract.blocks import unread_elements
from scrapy_neardup.extract.clean import sift
from scrapy_neardup.extract.default import DefaultExtractor, NoArticle

if TYPE_CHECKING:
    from scrapy_neardup.extract.article import ResponseLike
    from scrapy_neardup.extract.blocks import UnreadElement
    from scrapy_neardup.extract.default import Reading

_SHOWN = 100
"""The most characters of a line that a report shows."""


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """One line of the page that was read, in the page's order."""

    text: str
    tag: str
    """Tag of the innermost block element around it."""
    weight: int
    """Length in half-width characters."""
    link_weight: int
    """The part of the weight that is link text."""
    left: str
    """Why the line is not in the article, "" if it is."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What became of a page. ``str()`` of it is a report with a line for each line of the page."""

    url: str
    found: Article | NoArticle
    """What the extractor returned."""
    titles: tuple[str, ...] = ()
    """The names that the page gives itself."""
    lines: tuple[ExplainedLine, ...] = ()
    """All lines that were read. None of them is in the article if it came out of a script."""
    unread: tuple[UnreadElement, ...] = ()
    """The elements that were left unread for their tag, name or style."""

    def __str__(self) -> str:
        if isinstance(self.found, Article):
            found = f"an article of {len(self.found.lines)} lines, {self.found.weight} wide"
        else:
            found = f"no article: {self.found.value}"
        rows = [f"{self.url}: {found}", *(f"title: {title}" for title in self.titles)]
        rows += [
            f"+ <{line.tag}> {line.text}"
            if not line.left
            else f"- <{line.tag}> [{line.left}] {_short(line.text)}"
            for line in self.lines
        ]
        rows += [
            f"x {part.element} [{part.reason}], {part.weight} wide: {_short(part.text)}"
            for part in self.unread
        ]
        return "\n".join(rows)


def explain(response: ResponseLike, extractor: DefaultExtractor | None = None) -> Explanation:
    """What *extractor* (the default one) reads on the page of *response*, and what it leaves out.

    Takes any response that the extractor takes. It needs several times as long as the extractor.
    """
    extractor = extractor or DefaultExtractor()
    found, root = extractor.read_tree(response)
    if root is None:
        return Explanation(response.url, found)
    reading = extractor.find(root, response.url)
    return Explanation(
        response.url,
        found,
        reading.metadata.titles,
        tuple(_lines_of(reading, found)),
        tuple(unread_elements(root, reading.page)),
    )


def _lines_of(reading: Reading, found: Article | NoArticle) -> list[ExplainedLine]:
    _, sifted = sift(reading.run, reading.titles)
    reasons = dict(zip(map(id, reading.run), sifted, strict=True))
    start, stop = reading.body[:2] if reading.body else (0, 0)
    explained = []
    for place, block in enumerate(reading.page.blocks):
        reason = reasons.get(id(block))
        if isinstance(found, NoArticle):
            reason = f"no article: {found.value}" if reason == "" else reason
        if reason is None:
            if reading.body is None:
                reason = "nothing reads like an article"
            elif start <= place < stop:
                reason = "in an element named as something beside the article"
            else:
                reason = "before the article" if place < start else "after the article"
        explained.append(
            ExplainedLine(block.text, block.tag, block.weight, block.link_weight, reason)
        )
    return explained


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
