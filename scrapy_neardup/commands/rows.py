"""From lines of JSON and archived pages to documents with their fingerprints."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.commands.lines import MAX_LINE_BYTES
from scrapy_neardup.core.document import Document
from scrapy_neardup.plugin.setting_values import DEFAULT_TEXT_FIELDS, DEFAULT_URL_FIELDS

if TYPE_CHECKING:
    from datetime import datetime
    from typing import TypeAlias

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
    from scrapy_neardup.extract import Extractor
    from scrapy_neardup.plugin.queries import Query

    Raw: TypeAlias = "bytes | ArchivedPage | None"
    """What rows are made of: a line, a page, or None for one that was too long to keep."""

DEFAULT_ID_FIELD = "id"
_FIELDS_SHOWN, _NAME_SHOWN = 12, 40


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
    """The names of the fields that may hold a document's parts, those that are tried first before the
    others. If *id* is empty, the id is in the field ``id``, or else it is that of the URL, as in a
    crawl.
    """

    id: tuple[str, ...] = ()
    text: tuple[str, ...] = ("text", *(one for one in DEFAULT_TEXT_FIELDS if one != "text"))
    url: tuple[str, ...] = DEFAULT_URL_FIELDS
    title: tuple[str, ...] = ("title",)
    date: tuple[str, ...] = ("datePublished", "published", "date")

    @property
    def needed(self) -> dict[str, tuple[str, ...]]:
        """For the id and for the text, the fields one of which has to be there."""
        return {"id": self.id or (DEFAULT_ID_FIELD, *self.url), "text": self.text}

    def option(self, part: str) -> str:
        """With which option the right field for this *part* is named. A URL that was given as an id would
        not be the id that a crawl gives to it.
        """
        either = part == "id" and not self.id
        return "--url-field, or that of ids with --id-field" if either else f"--{part}-field"

    @property
    def all(self) -> tuple[str, ...]:
        """Every field that is read."""
        return tuple(
            dict.fromkeys((*self.needed["id"], *self.text, *self.url, *self.title, *self.date))
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A line as read: *document* and *fingerprint*, or *error* and what is known of the *id*; of a later
    page of an article, the address of the first, *part_of*, instead. *query* is that of an article that was
    read from a page, from which the lines that its site repeats are still to be left out.
    """

    id: str | None
    document: Document | None = None
    fingerprint: Fingerprint | None = None
    error: str | None = None
    part_of: str | None = None
    query: Query | None = None


class RowReader:
    """Turns lines into rows, and pages too, by *extractor*. Errors name the field and the remedy."""

    def __init__(
        self,
        fields: Fields,
        fingerprinter: Fingerprinter,
        extractor: Extractor | None = None,
        *,
        may_have_tags: bool = True,
    ) -> None:
        self._fields = fields
        self._fingerprinter = fingerprinter
        self._extractor = extractor
        self._may_have_tags = may_have_tags

    @classmethod
    def of_kept_texts(cls, fingerprinter: Fingerprinter) -> RowReader:
        """A reader of lines that have an ``id`` and the ``text`` that was judged, whatever that is."""
        fields = Fields(id=("id",), text=("text",))
        return cls(fields, fingerprinter, may_have_tags=False)

    def __call__(self, raw: Raw) -> Row:
        """The row of *raw*."""
        if raw is None:
            return Row(None, error=f"more than {MAX_LINE_BYTES >> 20} MB")
        return self._of_page(raw) if isinstance(raw, ArchivedPage) else self._of_line(raw)

    def _of_page(self, page: ArchivedPage) -> Row:
        from scrapy.http import HtmlResponse

        from scrapy_neardup.extract import NoArticle
        from scrapy_neardup.plugin.items import document_id
        from scrapy_neardup.plugin.origins import address_of
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
        query = None
        if isinstance(article, NoArticle):
            document = Document(name, "", url=page.url)
        elif article.part_of is not None:
            return Row(name, part_of=article.part_of)
        else:
            address = address_of(page.url, page.url, article)
            name = document_id(address)
            query = page_query(name, address, article)
            document = query.document
        fingerprint = self._fingerprinter(document.text, document.title)
        return Row(name, document, fingerprint, query=query)

    def _of_line(self, line: bytes) -> Row:
        from scrapy_neardup.plugin.items import first_address, texts_in
        from scrapy_neardup.plugin.markup import is_page, without_tags
        from scrapy_neardup.plugin.queries import provenance_of

        try:
            values = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            remedy = "save the file in UTF-8, as with iconv"
            return Row(None, error=f"not UTF-8: byte {error.start + 1} of the line; {remedy}")
        except json.JSONDecodeError as error:
            return Row(None, error=f"not JSON: {error.msg} at character {error.colno}")
        except (ValueError, RecursionError) as error:
            return Row(None, error=f"not JSON: {error}")
        if not isinstance(values, dict):
            return Row(None, error="not a JSON object")
        fields = self._fields
        url = first_address(values, fields.url)
        document_id = self._id_of(values, url)
        if document_id is None:
            has_id = fields.id or DEFAULT_ID_FIELD in values
            wanted = "a string or integer" if has_id else "an address"
            return Row(None, error=_explain(values, fields, "id", wanted))
        texts = [text for _, text in texts_in(values, fields.text)]
        if self._may_have_tags:
            text = next((without_tags(one) for one in texts if not is_page(one)), None)
        else:
            text = next(iter(texts), None)
        if text is None and texts:
            wanted = "an article's text but the HTML of a whole page"
            return Row(document_id, error=_explain(values, fields, "text", wanted))
        if text is None and _is_blank(values, fields.text):
            text = ""
        if text is None:
            return Row(document_id, error=_explain(values, fields, "text", "a string"))
        title = next((title for _, title in texts_in(values, fields.title)), None)
        published = _date_in(values, fields.date, text)
        says = provenance_of(url, text) if url else None
        document = Document(
            document_id, text, url=url, title=title, published=published, provenance=says
        )
        return Row(document_id, document, self._fingerprinter(text, title))

    def _id_of(self, values: dict[str, object], url: str | None) -> str | None:
        from scrapy_neardup.plugin.items import document_id

        name, *_ = self._fields.id or (DEFAULT_ID_FIELD,)
        found = values.get(name)
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
        if isinstance(found, str) and found:
            return found
        if self._fields.id or name in values or url is None:
            return None
        return document_id(url)


def _date_in(values: dict[str, object], names: tuple[str, ...], text: str) -> datetime | None:
    """The date in the first of the fields *names* that holds one, of an article with this *text*."""
    from scrapy_neardup.extract.time_zones import zone_of
    from scrapy_neardup.extract.written_dates import read_date

    for name in names:
        value = values.get(name)
        if isinstance(value, list) and value:
            value = value[0]
        if value and (date := read_date(value, zone_of(text))):
            return date
    return None


def _explain(values: dict[str, object], fields: Fields, part: str, wanted: str) -> str:
    names = fields.needed[part]
    there = [name for name in names if name in values]
    if there:
        return f"field {there[0]!r} is not {wanted}"
    shown = ", ".join(repr(name[:_NAME_SHOWN]) for name in islice(values, _FIELDS_SHOWN)) or "none"
    return (
        f"no field {' or '.join(map(repr, names))}: name the right one with {fields.option(part)}; the "
        f"fields are {shown}"
    )


def _is_blank(values: dict[str, object], names: tuple[str, ...]) -> bool:
    """Whether the first of the fields *names* that is there is one for text. None of them holds any."""
    value = next((values[name] for name in names if name in values), 0)
    lines = value if isinstance(value, list) else [value]
    return value is None or all(isinstance(one, str) for one in lines)
