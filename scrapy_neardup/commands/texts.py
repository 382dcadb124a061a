"""A text to compare: from a plain file, a page, standard input, or an index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.commands import sources
from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    from scrapy_neardup.commands.sources import Source
    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.extract import Extractor
    from scrapy_neardup.extract.article import Article

_ENCODINGS = ("utf-8-sig", "gb18030")
"""Tried in turn for plain text. Almost no text in another encoding is valid UTF-8 by chance."""


@dataclass(frozen=True, slots=True)
class Text:
    """What an argument named. *record* is that of a document of an index, whose *text* is None if it
    was not kept there.

    *article* is the article that was read from a page, and *url* the page's address.
    """

    name: str
    text: str | None
    title: str | None = None
    record: Record | None = None
    article: Article | None = None
    url: str = ""

    @property
    def address(self) -> str:
        """The address of the page or of the document; "" if none is known."""
        return (self.record.url or self.record.id) if self.record else self.url

    def document(self, document_id: str, index: Index) -> Document:
        """The text as the crawls that fill *index* would judge it: if it is from a page, without
        the lines that its site repeats.
        """
        from scrapy_neardup.core.document import Document
        from scrapy_neardup.plugin.queries import page_query
        from scrapy_neardup.plugin.sites import SiteTemplates

        if self.article is None:
            return Document(document_id, self.text or "")
        query = page_query(document_id, self.url, self.article)
        return SiteTemplates().document_of(index, query)


def read_text(
    name: str, index: Index | None, encoding: str | None, *, extractor: Extractor, hint: str
) -> Text:
    """Read the file *name* ("-" for standard input), else the document with this id or URL in
    *index*, else the page at this web address, which is fetched.

    Pages are recognized by suffix or content, and the text is the article that *extractor* reads
    there; gzip is recognized by content. Plain text is UTF-8 or GB18030 unless *encoding* is given.
    Raises CommandError that names the remedy: *hint* if there is no such file and no *index*.
    """
    source = sources.local(name)
    if source is None:
        kept = _read_document(name, index) if index is not None else None
        if kept is not None:
            return kept
        source = sources.fetched(name)
    if source is None:
        if index is not None:
            hint = f"nor is it the id or URL of a document in {index.shown}"
        raise CommandError(f"{name}: no such file; {hint}")
    if source.is_page:
        return _read_page(source, encoding, extractor)
    return Text(name, _decoded(source, encoding))


def _read_document(name: str, index: Index) -> Text | None:
    from scrapy_neardup.commands.indexes import documents_named

    for number, record in documents_named(index, [name])[name]:
        kept = index.kept_text(number)
        if kept is None:
            return Text(name, None, record=record)
        return Text(name, kept.text, title=kept.title or None, record=record)
    return None


def _decoded(source: Source, encoding: str | None) -> str:
    sources.check_encoding(encoding)
    for attempt in (encoding,) if encoding else _ENCODINGS:
        try:
            return source.data.decode(attempt)
        except UnicodeDecodeError:
            continue
    tried = encoding or " nor ".join(_ENCODINGS)
    raise CommandError(f"{source.name} is not {tried} text; name its encoding with --encoding")


def _read_page(source: Source, encoding: str | None, extractor: Extractor) -> Text:
    from scrapy_neardup.extract import NoArticle
    from scrapy_neardup.plugin.page_readings import read_article

    article = read_article(extractor, source.response(encoding))
    if isinstance(article, NoArticle):
        reason = article.value.replace("_", " ")
        raise CommandError(
            f"{source.name}: no article found in the page ({reason}); `scrapy neardup read SOURCE` "
            "tells what was read, or give its text as a plain file"
        )
    return Text(source.name, article.text, article.title, article=article, url=source.url)
