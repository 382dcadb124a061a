"""What the index is asked: an item or a page as a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import Document
from scrapy_neardup.core.verdict.provenance import Provenance

if TYPE_CHECKING:
    from scrapy_neardup.extract.article import Article


@dataclass(frozen=True, slots=True)
class Query:
    """A document on its way through the index.

    *page_lines* are the lines of a text that was read from a page of *host*: those that the host
    repeats on page after page are left out of what is judged. None for an item's own text.
    """

    document: Document
    host: str = ""
    page_lines: tuple[str, ...] | None = None


def item_query(name: str, url: str, text: str, article: Article | None) -> Query:
    """The query for an item's own *text* under the document id *name*.

    Its page's *article* adds what the text does not say: title, date and origin.
    """
    if article is None:
        return Query(Document(name, text, url=url))
    return Query(
        Document(
            name,
            text,
            url=url,
            title=article.title,
            published=article.published,
            provenance=_provenance(url, article),
        )
    )


def page_query(name: str, url: str, article: Article) -> Query:
    """The query for the *article* that was read from a page, under the document id *name*."""
    lines = tuple(article.text.split("\n"))
    document = Document(
        name,
        article.text,
        url=url,
        title=article.title,
        published=article.published,
        # What a site's template takes off changes as the site is learned; an unchanged article
        # has to stay unchanged all the same.
        revision=" ".join(lines),
        equality_only=article.short,
        provenance=_provenance(url, article),
    )
    return Query(document, host_of(url), lines)


def _provenance(url: str, article: Article) -> Provenance | None:
    says = Provenance.of_page(
        url,
        canonical=article.canonical,
        credit=article.source,
        site_name=article.site_name,
        links=(*article.origins, *article.links),
    )
    return says if says != Provenance() else None
