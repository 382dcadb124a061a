"""Fetching one page that an argument names."""

from __future__ import annotations

import http.client
import urllib.request
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError

from w3lib.url import safe_url_string

from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_BYTES = 16 << 20
SECONDS = 30.0
_REMEDY = "save the page and give the file"


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page as its server sent it; *url* is where redirects ended."""

    url: str
    body: bytes
    headers: Mapping[str, str]


def is_web_address(name: str) -> bool:
    """Whether *name* is to be fetched: http and https only."""
    return name.lower().startswith(("http://", "https://"))


def fetch(url: str) -> WebPage:
    """Fetch *url*, following redirects to http and https only. Raises CommandError."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPRedirectHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.UnknownHandler,
    ):
        opener.add_handler(handler())
    try:
        request = urllib.request.Request(
            # Addresses are copied from browsers, which show them unquoted.
            safe_url_string(url),
            headers={"User-Agent": "scrapy-neardup", "Accept": "text/html, */*;q=0.5"},
        )
        with opener.open(request, timeout=SECONDS) as answer:
            body = answer.read(MAX_BYTES + 1)
            headers = {name: answer.headers[name] for name in answer.headers}
            found = answer.geturl()
        if headers.get("Content-Encoding", "").lower() == "gzip":
            body = _unpacked(body)
    except HTTPError as error:
        with error:
            raise CommandError(f"{url}: the server answers {error.code}; {_REMEDY}") from None
    except (
        URLError,
        OSError,
        EOFError,
        zlib.error,
        http.client.HTTPException,
        ValueError,
    ) as error:
        reason = error.reason if isinstance(error, URLError) else error
        raise CommandError(f"{url} can't be fetched: {reason}; {_REMEDY}") from error
    if len(body) > MAX_BYTES:
        raise CommandError(f"{url} has more than {MAX_BYTES >> 20} MB; {_REMEDY}")
    return WebPage(found, body, headers)


def _unpacked(body: bytes) -> bytes:
    """What the gzipped *body* holds, or the first bytes of it if that is more than MAX_BYTES.

    Raises zlib.error for damaged data, EOFError if it ends early.
    """
    unpacker = zlib.decompressobj(wbits=31)
    unpacked = unpacker.decompress(body, MAX_BYTES + 1)
    if len(unpacked) <= MAX_BYTES and not unpacker.eof:
        raise EOFError("the gzip data ends early")
    return unpacked
