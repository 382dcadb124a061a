"""Items that are something beside the article of their page, such as an author or a row of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy_neardup.extract.lines import squeeze, weigh
from scrapy_neardup.plugin.items import document_id
from scrapy_neardup.plugin.markup import is_html, is_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.http import Response

    from scrapy_neardup.extract.article import Article

_LEAST_QUOTE = 40
"""Half-width characters of a text that no author's name has, nor any other short value that may be
mentioned in an article."""


class BesideArticles:
    """Tells which items are something beside the article of their page, by the texts in their
    fields.
    """

    def __init__(self) -> None:
        self._names: WeakKeyDictionary[Response, tuple[str, ...]] = WeakKeyDictionary()

    def has(self, texts: Sequence[str], response: Response, article: Article) -> bool:
        """Whether an item that has these *texts*, and neither an article's text nor a URL, is not
        the *article* of *response*: none of them is the page's title, its address or a sentence of
        the article. An item that has no texts at all says nothing of the kind.
        """
        return bool(texts) and not any(self._is_of(text, response, article) for text in texts)

    def _is_of(self, text: str, response: Response, article: Article) -> bool:
        value = squeeze(text)
        if any(_is_one_name(value, name) for name in self._names_of(response, article)):
            return True
        if is_page(text) or document_id(text.strip()) == document_id(response.url):
            return True
        if weigh(text) < _LEAST_QUOTE:
            return False
        return value in squeeze(article.text) or _has_longest_line(value, article)

    def _names_of(self, response: Response, article: Article) -> tuple[str, ...]:
        """What the page may be called: its title and headings, without spaces."""
        names = self._names.get(response)
        if names is None:
            found = [article.title or ""]
            if is_html(response):
                found += response.xpath("//h1 | //h2 | //h3 | //title").xpath("string()").getall()
            names = self._names[response] = tuple(filter(None, map(squeeze, found)))
        return names


def is_text_of(text: str, article: Article) -> bool:
    """Whether *text* is that of the *article*: it has the longest line of it, or is the half of it or
    more. A comment has neither.
    """
    value = squeeze(text)
    if _has_longest_line(value, article):
        return True
    return 2 * len(text) >= len(article.text) and value in squeeze(article.text)


def _has_longest_line(value: str, article: Article) -> bool:
    return squeeze(max(article.lines, key=len)) in value


def _is_one_name(one: str, other: str) -> bool:
    """Whether two names differ at most in what a site adds, such as its own name."""
    short, long = sorted((one, other), key=len)
    return 2 * len(short) >= len(long) and short in long
