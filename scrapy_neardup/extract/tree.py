"""The tree of a page, with what the parser leaves out of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from parsel import Selector

from scrapy_neardup.extract.encoding import reread

if TYPE_CHECKING:
    from lxml.etree import _Element

    from scrapy_neardup.extract.article import ResponseLike

_END_TAGS = ("</html", "</HTML")
_REST = 500  # characters behind such a tag, from which on they may be more than a counter
_ENDS = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
_PARTS = ("p", "div")
_STARTS = re.compile(r"<(?:p|div)\b", re.IGNORECASE)


def tree_of(response: ResponseLike) -> _Element | None:
    """The root of the page of *response* in its real encoding, None if it is no HTML."""
    text = reread(response)
    selector = response.selector if text is None else Selector(text, type="html")
    root: _Element | None = selector.root if hasattr(selector.root, "iter") else None
    return root if getattr(selector, "type", "html") == "html" else None


def whole_tree_of(response: ResponseLike, root: _Element) -> _Element | None:
    """The root of all of the page of *response*, None if that is what is under *root*: libxml2 leaves out
    what follows the first ``</html>``.

    Browsers show it: a header that a site puts into its pages may end with that tag.
    """
    text = reread(response) or response.text
    first = next((place for tag in _END_TAGS if (place := text.find(tag)) >= 0), len(text))
    if len(text) - first < _REST:
        return None
    starts = [match.start() for match in _STARTS.finditer(text)]
    end = max(text.rfind(tag, 0, starts[-1] if starts else 0) for tag in _END_TAGS)
    # In a script, or behind a second ``<html>``, the tag ends nothing: then the tree has parts behind it.
    if end < 0 or sum(1 for _ in root.iter(*_PARTS)) > bisect_left(starts, end):
        return None
    whole: _Element = Selector(_ENDS.sub("", text), type="html").root
    return whole
