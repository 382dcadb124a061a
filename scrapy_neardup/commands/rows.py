"""From lines of JSON to documents with their fingerprints."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.commands.lines import MAX_LINE_BYTES
from scrapy_neardup.core.document import Document

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter


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
    """Turns lines into rows. Errors name the field and the remedy."""

    def __init__(self, fields: Fields, fingerprinter: Fingerprinter) -> None:
        self._fields = fields
        self._fingerprinter = fingerprinter

    def __call__(self, line: bytes | None) -> Row:
        """The row of *line*; None stands for a line that was too long to keep."""
        if line is None:
            return Row(None, error=f"the line has more than {MAX_LINE_BYTES >> 20} MB")
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
