"""What the index is asked: an item or a page as a document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import Document, Kind, Match, Verdict
from scrapy_neardup.core.verdict.provenance import Provenance, credits_site, names_nobody
from scrapy_neardup.extract.article import SHORT_WEIGHT
from scrapy_neardup.extract.datelines import agency_in
from scrapy_neardup.extract.lines import weigh
from scrapy_neardup.plugin.items import document_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.extract.article import Article

_HEAD = 3
"""Lines of a text that may begin with a dateline: a summary may come first."""
_BLANK = 9
"""Blank lines among them, as an item's text may have."""


@dataclass(frozen=True, slots=True)
class Query:
    """A document on its way through the index.

    *page_lines* are the lines of a text that was read from a page of *host*, None for an item's own
    text. Lines that the host repeats on page after page are left out before the text is judged.
    *aside* is the id to use if the index has a different article under the document's own; None if
    this text may replace that article, as one that was read from a page may. It is no copy of *apart_from*
    (:class:`~scrapy_neardup.core.criteria.Criteria`). *fingerprint* is that of the text, if it has been made.
    """

    document: Document
    host: str = ""
    page_lines: tuple[str, ...] | None = None
    aside: str | None = None
    apart_from: str | None = None
    fingerprint: Fingerprint | None = None

    def without_template(self, lines: Sequence[str]) -> Document:
        """The document with only *lines* of its page as text. The page's other lines are not the
        article's own: its site repeats them.
        """
        document = self.document
        # The lines that are left without the template may be too little text to trust a likeness.
        short = document.equality_only or sum(map(weigh, lines)) < SHORT_WEIGHT
        if len(lines) == len(self.page_lines or ()) and short == document.equality_only:
            return document
        return replace(document, text="\n".join(lines), equality_only=short)


def item_query(
    name: str, url: str, text: str, article: Article | None, aside: str | None
) -> Query:
    """The query for an item's own *text* under the document id *name*, or else *aside*.

    Its page's *article* adds what the text does not say: title, date and origin.
    """
    document = Document(name, text, url=url, provenance=provenance_of(url, text, article))
    if article is not None:
        document = replace(document, title=article.title, published=article.published)
    return Query(document, aside=aside)


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
        provenance=provenance_of(url, article.text, article),
    )
    return Query(document, host_of(url), lines)


def part_verdict(first: str) -> Verdict:
    """The verdict on a later page of the article that begins on the page *first*, which is not judged."""
    return Verdict(Kind.PART, (Match(document_id(first), Kind.PART, 1.0, url=first),))


def provenance_of(url: str, text: str, article: Article | None = None) -> Provenance | None:
    """What a *text* on the page *url* says of its origin, and its page's *article*; None if nothing.

    The agency in the text's dateline is credited, unless the page names another source than its own site,
    or one that is nobody.
    """
    credit = article.source if article else None
    site_name = article.site_name if article else None
    if credit is None or names_nobody(credit) or credits_site(credit, host_of(url), site_name):
        lines = filter(str.strip, text.split("\n", _HEAD + _BLANK))
        credit = agency_in(islice(lines, _HEAD)) or credit
    says = Provenance.of_page(
        url,
        canonical=article.canonical if article else None,
        credit=credit,
        site_name=site_name,
        links=(*article.origins, *article.links) if article else (),
    )
    return says if says != Provenance() else None
