"""What arguments name: files, standard input, pages of the web."""

from __future__ import annotations

import codecs
import gzip
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError, UsageProblem
from scrapy_neardup.commands.lines import GZIP, STANDARD, open_stream
from scrapy_neardup.commands.web import fetch, is_web_address

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.http import HtmlResponse

_PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes that the argument *name* stands for, unpacked if they are gzip's.

    *url* is their address: the one where redirects ended, or a file's. *headers* are the server's,
    None for a file.
    """

    name: str
    data: bytes
    url: str
    headers: Mapping[str, str] | None = None

    @property
    def is_page(self) -> bool:
        """Whether it is HTML, because it was fetched or by its suffix or content."""
        return (
            self.headers is not None
            or self.name.lower().removesuffix(".gz").endswith(_PAGE_SUFFIXES)
            or begins_like_a_page(self.data)
        )

    def response(self, encoding: str | None, url: str | None = None) -> HtmlResponse:
        """The page as a spider gets it, from *url* if that is given. Raises CommandError for an
        *encoding* that Python does not know.
        """
        from scrapy.http import HtmlResponse

        check_encoding(encoding)
        return HtmlResponse(
            url or self.url, body=self.data, encoding=encoding, headers=self.headers
        )


def begins_like_a_page(data: bytes) -> bool:
    """Whether *data* begins like the HTML of a whole page, in an encoding that has ASCII."""
    from scrapy_neardup.plugin.markup import is_page

    return is_page(data[:4096].decode("utf-8", "ignore"))


def check_encoding(name: str | None) -> None:
    """Raise UsageProblem if *name* is given and Python knows no such encoding."""
    try:
        codecs.lookup(name or "utf-8")
    except LookupError:
        raise UsageProblem(f"--encoding: Python knows no {name!r}") from None


def local(name: str) -> Source | None:
    """The file *name*, or standard input for "-"; None if there is no such file.

    Raises CommandError where it can't be read.
    """
    from scrapy_neardup.core.stores.directory import is_there

    path = Path(name)
    if name != STANDARD and not is_there(path):
        return None
    with open_stream(name) as (_, stream):
        try:
            data = stream.read()
        except OSError as error:
            raise CommandError(f"{name} can't be read: {error.strerror}") from error
    url = "file:///" if name == STANDARD else path.resolve().as_uri()
    return Source(name, _unpacked(name, data), url)


def fetched(name: str) -> Source | None:
    """The page at *name*, None if that is no address of http or https. Raises CommandError."""
    if not is_web_address(name):
        return None
    page = fetch(name)
    return Source(name, page.body, page.url, page.headers)


def _unpacked(name: str, data: bytes) -> bytes:
    if not data.startswith(GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise CommandError(f"{name}: the gzip data is damaged ({error})") from error
