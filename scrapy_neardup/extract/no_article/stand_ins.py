"""Recognizes what a site shows in place of an article by how the page is built, in any language."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of
from scrapy_neardup.extract.links import path_of
from scrapy_neardup.extract.visits import may_be_of_visit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

STAND_IN_LIMIT = 400
"""Half-width characters; a longer text is an article, however its page is built."""
# Programs name their error pages in English, whatever the language of the site.
_ERROR_NAME = re.compile(
    r"(?:^|[\s_\-])(?:error-?(?:4\d\d|5\d\d|page)|(?:4\d\d|5\d\d)-?error|page-?4\d\d"
    r"|(?:page-?)?not-?found|cf-error-details)(?=$|[\s_\-])",
    re.IGNORECASE,
)
_ERRORS = 4  # elements with such a name that are looked into
_LINKS = 5  # the most addresses of the site, besides its home, that such a page links to
_NO_PAGES = ("#", "javascript:", "mailto:", "tel:")


def is_named_error(root: _Element, text: str) -> bool:
    """Whether an element that has the whole *text* is named as an error, as in `<body class="error404">`."""
    lines = [line for line in map(_squeezed, text.splitlines()) if line]
    for element in islice(filter(_has_error_name, root.iter()), _ERRORS):
        content = _squeezed("".join(map(str, element.itertext())))
        if all(line in content for line in lines):
            return True
    return False


def _has_error_name(element: _Element) -> bool:
    if not isinstance(element.tag, str):
        return False
    return any(name and _ERROR_NAME.search(name) for name in map(element.get, ("class", "id")))


def is_unindexed(page: Page) -> bool:
    """Whether search engines are to pass over *page*."""
    return any(
        name in ("robots", "googlebot") and "noindex" in value.lower() for name, value in page.meta
    )


def is_stand_in(root: _Element, run: Sequence[Block], text: str, url: str) -> bool:
    """Whether a short *text*, of the lines *run*, that tells no date, and that no name of its page stands
    over, is said in place of an article: it stands where dialogs do, or the page below *root* leads to
    hardly any other, as those of checks, refusals and consents. In languages whose words for such things
    are known, it also speaks to its reader and of the visit.
    """
    language = root.getroottree().getroot().get("lang") or ""
    return may_be_of_visit(text, language) and (
        all(block.beside for block in run) or _is_dead_end(root, url)
    )


def _is_dead_end(root: _Element, url: str) -> bool:
    host = host_of(url)
    paths: set[str] = set()
    for link in root.iter("a"):
        href = (link.get("href") or "").strip()
        if not href or href.lower().startswith(_NO_PAGES):
            continue
        if href.startswith(("http://", "https://", "//")) and host_of(href) != host:
            continue
        paths.add(path_of(url, href))
        if len(paths - {"", "/"}) > _LINKS:
            return False
    return True


def _squeezed(text: str) -> str:
    return "".join(text.split())
