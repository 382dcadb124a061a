"""Pages that are a part or another form of a page: later pages of one article, and AMP."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from scrapy_neardup.extract.metadata import absolute

if TYPE_CHECKING:
    from lxml.etree import _Element

    from scrapy_neardup.extract.walk.page import Page

__all__ = ["amp_of", "part_of"]

_MOST = 99  # greater numbers are identifiers
_PARAMETERS = ("page", "p", "pg", "pagenum", "page_no", "pageno", "paged")
# Where a path has a page's number: /a/story_2.html, /a/story-p2, /a/story/page/2/
_ENDING = re.compile(r"(?<=[^/])[_\-]([1-9]\d?)(\.\w{2,5})$")
_SUFFIX = re.compile(r"(?<=[^/])[_\-](?:p|page[_\-]?)([1-9]\d?)(\.\w{2,5})?$", re.IGNORECASE)
_FOLDER = re.compile(r"/(?:page[/\-_]?|p)([1-9]\d?)(\.\w{2,5})?/?$", re.IGNORECASE)
_NUMBER = re.compile(r"/([1-9]\d?)/?$")
# Any address with a page number has this.
_ANY = re.compile(r"[_\-/p]\d\d?(?:\.\w{2,5})?/?(?:$|[?#])|[?&]p[a-z_]*=\d", re.IGNORECASE)


def part_of(page: Page, url: str) -> str | None:
    """The address of the first page if *url* is a later page of one article, else None.

    The address has a page number from 2 to 99, and the page links to what remains without it: as
    its canonical address, as its previous page (`<link rel=prev>`) or in its text. A number alone
    between slashes (/story/2/) counts only with `rel=prev`, since it may be an identifier.
    """
    first, sure = _without_number(url) if _ANY.search(url) else (None, False)
    if first is None:
        return None
    same = _comparable(first)
    head = [page.canonical, page.previous]
    links = head if not sure else [*head, *(href for _, href in page.links)]
    for link in links:
        address = absolute(url, link)
        if address is None:
            continue
        if _comparable(address) == same:
            return first
        # The page before page 3 is page 2.
        if link == page.previous and _comparable(_without_number(address)[0] or "") == same:
            return first
    return None


def amp_of(page: Page, root: _Element, url: str) -> str | None:
    """The canonical address of an AMP page, None for any other page."""
    if root.get("amp") is None and root.get("⚡") is None:
        return None
    canonical = absolute(url, page.canonical)
    return canonical if canonical and _comparable(canonical) != _comparable(url) else None


def _without_number(url: str) -> tuple[str | None, bool]:
    """*url* without its page number, and whether that can be no other number; None without one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None, False
    query = parse_qsl(parts.query, keep_blank_values=True)
    kept = [(key, value) for key, value in query if key.lower() not in _PARAMETERS]
    for key, value in query:
        if key.lower() in _PARAMETERS and value.isdecimal() and 2 <= int(value) <= _MOST:
            return parts._replace(query=urlencode(kept), fragment="").geturl(), True
    for pattern, sure in ((_FOLDER, True), (_ENDING, True), (_SUFFIX, True), (_NUMBER, False)):
        match = pattern.search(parts.path)
        if match and int(match[1]) >= 2:
            ending = match[2] or "" if match.re.groups > 1 else ""
            path = parts.path[: match.start()] + ending
            return parts._replace(path=path or "/", fragment="").geturl(), sure
    return None, False


def _comparable(url: str) -> str:
    """*url* without its scheme, fragment and the slash at its end."""
    _, _, rest = url.partition("://")
    return rest.partition("#")[0].rstrip("/")
