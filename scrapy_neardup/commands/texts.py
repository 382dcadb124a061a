"""A text to compare: from a plain file, a page, standard input, or an index."""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.commands.web import fetch, is_web_address

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record

_GZIP = b"\x1f\x8b"
_PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
_PAGE_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)",
    re.IGNORECASE | re.DOTALL,
)
_ENCODINGS = ("utf-8-sig", "gb18030")
"""Tried in turn for plain text. Nearly no text is well-formed in the first by chance."""


@dataclass(frozen=True, slots=True)
class Text:
    """What an argument named. *text* is None where only an index's *record* is known."""

    name: str
    text: str | None
    title: str | None = None
    record: Record | None = None


def read_text(name: str, index: Index | None, encoding: str | None, *, hint: str) -> Text:
    """Read the file *name* ("-" for standard input), else the document of this id in *index*,
    else the page of this web address, which is fetched.

    Pages are known by suffix or content and give their article; gzip is known by content. Plain
    text is UTF-8 or GB18030 unless *encoding* is given. Raises CommandError, naming the remedy,
    which is *hint* where there is no such file and no *index*.
    """
    if name == STANDARD:
        return _from_bytes(name, sys.stdin.buffer.read(), encoding)
    path = Path(name)
    if not path.exists():
        record = index.get(name) if index is not None else None
        if record is not None:
            return Text(name, None, record=record)
        if is_web_address(name):
            page = fetch(name)
            return _from_page(name, page.url, page.body, encoding, page.headers)
        if index is not None:
            hint = f"nor is it the id of a document in {index.shown}"
        raise CommandError(f"{name}: no such file; {hint}")
    try:
        return _from_bytes(name, path.read_bytes(), encoding)
    except OSError as error:
        raise CommandError(f"{name} can't be read: {error.strerror}") from error


def _from_bytes(name: str, data: bytes, encoding: str | None) -> Text:
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise CommandError(f"{name}: the gzip data is damaged ({error})") from error
    plain_name = name.lower().removesuffix(".gz")
    if plain_name.endswith(_PAGE_SUFFIXES) or _PAGE_START.match(data[:4096]):
        url = "file:///" if name == STANDARD else Path(name).resolve().as_uri()
        return _from_page(name, url, data, encoding)
    for attempt in (encoding,) if encoding else _ENCODINGS:
        try:
            return Text(name, data.decode(attempt))
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise CommandError(f"--encoding: Python knows no {encoding!r}") from None
    tried = encoding or " nor ".join(_ENCODINGS)
    raise CommandError(f"{name} is not {tried} text; name its encoding with --encoding")


def _from_page(
    name: str,
    url: str,
    data: bytes,
    encoding: str | None,
    headers: Mapping[str, str] | None = None,
) -> Text:
    from scrapy.http import HtmlResponse

    from scrapy_neardup.extract import DefaultExtractor, NoArticle

    try:
        page = HtmlResponse(url, body=data, encoding=encoding, headers=headers)
        article = DefaultExtractor().read(page)
    except LookupError:
        raise CommandError(f"--encoding: Python knows no {encoding!r}") from None
    if isinstance(article, NoArticle):
        reason = article.value.replace("_", " ")
        raise CommandError(
            f"{name}: no article found in the page ({reason}); give its text as a plain file"
        )
    return Text(name, article.text, article.title)
