"""Parts of a page that are set apart from the text of its article: pictures, films, other articles."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, cast

from scrapy_neardup.bounded_cache import bounded_cache
from scrapy_neardup.extract.blocks import HUMP
from scrapy_neardup.extract.walk import kernel as walk

if TYPE_CHECKING:
    from lxml.etree import _Element

_APART_TEXT = 300  # the most characters of a part that is set apart from the text
_APART_PIECES = 200
_MOST_PLACES = 100  # elements in which a line is looked for
_DEPTH = 10  # the most elements around a line that may set it apart
_APART = re.compile(
    r"(?:^|[\s_\-])(?:videos?|player|figure|gallery"
    r"|(?:fig|image|img|photo|picture|video|media|wp)-?captions?|related|recommend\w*|teasers?"
    r"|comments?|repl(?:y|ies)|event-?(?:date|time|info|details?|meta|list))(?=$|[\s_\-\d])"
    r"|(?:^|\s)captions?(?=$|\s)"
)
_PICTURES = ("img", "picture", "video", "iframe", "figcaption")


class SetApart:
    """The lines under *root* that only stand in small parts about a picture, a film or another article."""

    def __init__(self, root: _Element) -> None:
        self._root = root
        # Many lines may stand in one element.
        self._small = cache(_small_text)
        self._pieces = cache(_pieces)

    def __contains__(self, line: str) -> bool:
        found = False
        for element in islice(walk.holders(self._root, max(line.split(), key=len)), _MOST_PLACES):
            apart = self._sets_apart(element, _squeezed(line))
            if apart is False:
                return False
            found = found or apart is True
        return found

    def _sets_apart(self, element: _Element, line: str) -> bool | None:
        """Whether *element* or one around it sets *line* apart, which has a piece in *element*, or None if
        the line is another one.
        """
        has_line = False
        for part in islice(chain((element,), element.iterancestors()), _DEPTH):
            may_be = _may_be_apart(part)
            if has_line and not may_be:
                continue
            if (content := self._small(part)) is None:
                # A line may stand between other ones, without an element of its own.
                return False if has_line or line in self._pieces(part) else None
            has_line = has_line or line in content
            if has_line and may_be:
                return True
        return False if has_line else None


def _may_be_apart(element: _Element) -> bool:
    """Whether the names of *element*, or the picture in it, tell that it is no part of the text."""
    if element.tag == "figure":
        return next(element.iter(*_PICTURES), None) is not None
    if element.tag == "aside":
        return True
    return any(_names_apart(name) for name in (element.get("class"), element.get("id")) if name)


@bounded_cache(1024)
def _names_apart(name: str) -> bool:
    return _APART.search(HUMP.sub("-", name).lower()) is not None


def _small_text(element: _Element) -> str | None:
    """The text in *element* without white space, None if there is much of it."""
    pieces: list[str] = []
    size = 0
    for piece in islice(element.itertext(), _APART_PIECES):
        pieces.append(str(piece))
        size += len(pieces[-1].strip())
        if size > _APART_TEXT:
            return None
    text = "".join(pieces)
    few = len(pieces) < _APART_PIECES and len(text.strip()) <= _APART_TEXT
    return _squeezed(text) if few else None


def _pieces(element: _Element) -> frozenset[str]:
    """The texts right in *element* without white space."""
    return frozenset(map(_squeezed, cast("list[str]", element.xpath("text()"))))


def _squeezed(text: str) -> str:
    return "".join(text.split())
