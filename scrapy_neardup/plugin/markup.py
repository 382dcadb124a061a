"""HTML in an item's field: whether it begins a page, and what it says without its tags.

Items come from anywhere, so each pattern here takes a time that grows with the text, and no faster:
what w3lib takes tags out with does not, not even in version 2.5.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy.http import HtmlResponse, XmlResponse
from w3lib.html import remove_comments, replace_entities

from scrapy_neardup.extract.blocks import hides_in_line

if TYPE_CHECKING:
    from scrapy.http import Response
    from typing_extensions import TypeIs

_BEGINS_WITHIN = 1024
"""Bytes of a response in which a tag has to begin if it is a page."""

# How a page begins: a text that does is no article's, it has the page's navigation, too.
_PAGE = re.compile(
    r"\s*(?:\ufeff\s*)?(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*"
    r"<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)

# Closing tags, and tags that break lines: a text with one is HTML, not a text with a "<" in it.
_SIGN = re.compile(
    r"</(?:p|div|section|article|span|li|h[1-6])\s*>|<(?:br|p)\s*/?>", re.IGNORECASE
)

# The attributes of a tag: a ">" in quotes ends no tag. There is one way only to read them, and no
# more of them are read than a tag may have. Else every "<" of a long text could read on to its end. A
# quoted value may be of any length: each "<" before it needs a quote of its own, at which it ends.
_ATTRIBUTES = r"""[^<>=]*(?:=(?:\s*"[^"]*"|\s*'[^']*'|(?!\s*["']))[^<>=]*){0,60}"""
_TAG = re.compile(
    rf"</?[a-z][a-z0-9]*(?![^\s<>/]){_ATTRIBUTES}>|<[a-z/!][^<>]*>", re.ASCII | re.IGNORECASE
)
_UNSEEN = re.compile(
    rf"<(script|style)(?=[\s/>])(?:{_ATTRIBUTES}>|[^<>]*>)", re.ASCII | re.IGNORECASE
)
_UNSEEN_ENDS = {
    name: re.compile(rf"</{name}(?=[\s/>])[^<>]*>", re.ASCII | re.IGNORECASE)
    for name in ("script", "style")
}

# A short element with attributes, and no other element in it.
_LEAF = re.compile(
    r"(<([a-z]+)\s[^<>\ud800-\udfff]{1,300}>)[^<>]{0,100}</\2\s*>", re.ASCII | re.IGNORECASE
)

# Python makes no number of some thousand digits, and there is no such character.
_NO_CHARACTER = re.compile(r"&#\d{20,};?")


def is_page(text: str) -> bool:
    """Whether *text* is the HTML of a whole page.

    >>> is_page("<!DOCTYPE html><html lang='zh'>"), is_page("<p>渡轮今晨恢复通航。</p>")
    (True, False)
    """
    return _PAGE.match(text) is not None


def is_html(response: Response) -> TypeIs[HtmlResponse]:
    """Whether *response* is an HTML page. What renders pages may hand them on in other classes than
    HtmlResponse, as scrapy-splash does: these need a text and a selector, and have to begin as a page.
    """
    if isinstance(response, HtmlResponse):
        return True
    if isinstance(response, XmlResponse) or b"<" not in response.body[:_BEGINS_WITHIN]:
        return False
    # A response that is no text raises AttributeError.
    text = getattr(response, "text", None)
    return isinstance(text, str) and hasattr(response, "selector") and is_page(text)


def without_tags(text: str) -> str:
    """*text* as a reader of it sees it if it is HTML, else as it is."""
    if not _SIGN.search(text):
        return text
    seen = _LEAF.sub(_if_shown, _without_unseen(remove_comments(text)))
    shown = _TAG.sub("\n", seen)
    return replace_entities(_NO_CHARACTER.sub("", shown))


def _if_shown(leaf: re.Match[str]) -> str:
    """An element, or nothing if it is hidden within a line, such as the letters that a forum puts
    into its posts against copying.
    """
    return "" if hides_in_line(leaf[1]) else leaf[0]


def _without_unseen(html: str) -> str:
    """*html* without its scripts and styles. One that does not end stays."""
    shown, done, begins = [], 0, 0
    endless: set[str] = set()
    while start := _UNSEEN.search(html, begins):
        begins = start.end()
        name = start[1].lower()
        if name in endless:
            continue
        end = _UNSEEN_ENDS[name].search(html, begins)
        if end is None:
            endless.add(name)
            continue
        shown.append(html[done : start.start()])
        done = begins = end.end()
    return "".join((*shown, html[done:]))
