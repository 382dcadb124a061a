"""From lines of JSON and archived pages to documents with their fingerprints."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.commands.lines import MAX_LINE_BYTES
from scrapy_neardup.core.document import Document

if TYPE_CHECKING:
    from typing import TypeAlias

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
    from scrapy_neardup.extract import Extractor

    Raw: TypeAlias = "bytes | ArchivedPage | None"
    """What rows are made of: a line, a page, or None for one that was too long to keep."""


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """A page as an archive has it; *problem* says why its body can't be read, "" if it can."""

    url: str
    body: bytes
    content_type: str
    problem: str = ""

    def __len__(self) -> int:
        return len(self.body)


@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the fields that hold a document's parts."""

    id: str = "id"
    text: str = "text"
    url: str = "url"
    title: str = "title"


@dataclass(frozen=True, slots=True)
class Row:
    """A line as read: *document* and *fingerprint*, or *error* and what is known of the *id*."""

    id: str | None
    document: Document | None = None
    fingerprint: Fingerprint | None = None
    error: str | None = None


class RowReader:
    """Turns lines into rows, and pages too, by *extractor*. Errors name the field and the remedy."""

    def __init__(
        self, fields: Fields, fingerprinter: Fingerprinter, extractor: Extractor | None = None
    ) -> None:
        self._fields = fields
        self._fingerprinter = fingerprinter
        self._extractor = extractor

    def __call__(self, raw: Raw) -> Row:
        """The row of *raw*."""
        if raw is None:
            return Row(None, error=f"more than {MAX_LINE_BYTES >> 20} MB")
        return self._of_page(raw) if isinstance(raw, ArchivedPage) else self._of_line(raw)

    def _of_page(self, page: ArchivedPage) -> Row:
        from scrapy.http import HtmlResponse

        from scrapy_neardup.extract import NoArticle
        from scrapy_neardup.plugin.items import document_id
        from scrapy_neardup.plugin.page_readings import read_article
        from scrapy_neardup.plugin.queries import page_query

        assert self._extractor is not None
        name = document_id(page.url)
        if page.problem:
            return Row(name, error=page.problem)
        if len(page) > MAX_LINE_BYTES:
            return Row(name, error=f"more than {MAX_LINE_BYTES >> 20} MB")
        headers = {"Content-Type": page.content_type} if page.content_type else None
        response = HtmlResponse(page.url, body=page.body, headers=headers)
        try:
            article = read_article(self._extractor, response)
        except Exception as error:  # noqa: BLE001 - an extractor is the user's, or meets any page
            return Row(name, error=f"the page can't be read: {error!r}")
        if isinstance(article, NoArticle):
            document = Document(name, "", url=page.url)
        else:
            document = page_query(name, page.url, article).document
        return Row(name, document, self._fingerprinter(document.text, document.title))

    def _of_line(self, line: bytes) -> Row:
        try:
            values = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            return Row(None, error=f"not UTF-8 at byte {error.start + 1} of the line")
        except (ValueError, RecursionError) as error:
            return Row(None, error=f"not JSON: {error}")
        if not isinstance(values, dict):
            return Row(None, error="not a JSON object")
        fields = self._fields
        document_id = values.get(fields.id)
        if isinstance(document_id, int) and not isinstance(document_id, bool):
            document_id = str(document_id)
        if not isinstance(document_id, str) or not document_id:
            return Row(
                None, error=_explain(values, fields.id, "--id-field", "a string or integer")
            )
        text = values.get(fields.text)
        if text is None and fields.text in values:
            text = ""
        if not isinstance(text, str):
            reason = _explain(values, fields.text, "--text-field", "a string")
            return Row(document_id, error=reason)
        document = Document(
            document_id,
            text,
            url=_text_or_none(values.get(fields.url)),
            title=_text_or_none(values.get(fields.title)),
        )
        return Row(document_id, document, self._fingerprinter(text, document.title))


def _explain(values: dict[str, object], field: str, option: str, wanted: str) -> str:
    if field not in values:
        return f"no field {field!r}; name the right one with {option}"
    return f"field {field!r} is not {wanted}"


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
