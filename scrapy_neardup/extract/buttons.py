"""Which hidden parts of a page its buttons open.

An accordion and tabs name what they open, in ``aria-controls``. Beside the rest of a text stands "Read
more".
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, cast

from lxml import etree

from scrapy_neardup.extract.body import ENOUGH
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element, _ElementUnicodeResult

# What a button says that shows more: "Read more".
_ONWARD = re.compile(alternatives("ONWARD"), re.VERBOSE | re.IGNORECASE)
_BUTTON = 40  # the most weight of its text
_BUTTON_PARTS = 8  # the most elements that it is made of
_MOST_BEFORE = 20  # elements before the rest of a text in which that is looked for


def opening_on(page: _Element, is_block: Callable[[str], bool]) -> Callable[[_Element], bool]:
    """A function that says whether a button of the page opens a hidden element, which is no menu, dialog or
    form. *page* is any element of the page, and *is_block* says whether a tag is that of a plain block.
    """

    @cache
    def names() -> set[str]:
        controls = cast("list[_ElementUnicodeResult]", page.xpath("//@aria-controls"))
        return {
            name
            for value in controls
            if (control := value.getparent()) is not None and control.get("aria-haspopup") is None
            for name in value.split()
        }

    weights = _Weights()

    def opens(element: _Element) -> bool:
        name = element.get("id")
        opened = (name and name in names()) or (
            _has_button(element) and _is_rest(element, is_block, weights)
        )
        return (
            bool(opened)
            and element.get("role") not in ("dialog", "alertdialog")
            and next(element.iter("form"), None) is None
        )

    return opens


class _Weights:
    """The weights of texts, each found once: one may stand before many hidden elements."""

    def __init__(self) -> None:
        self.of = cache(_weight_of)
        self.of_beginning = cache(_weight_of_beginning)


def _has_button(element: _Element) -> bool:
    """Whether a button such as "Read more" stands before an element, perhaps at the end of a paragraph,
    or behind it.
    """
    before = next(element.itersiblings("*", preceding=True), None)
    if before is not None and _leads_on(next(before.iterchildren("*", reversed=True), None)):
        return True
    after = next(element.itersiblings("*"), None)
    if after is None and (around := element.getparent()) is not None:
        after = next(around.itersiblings("*"), None)
    return _leads_on(before) or _leads_on(after)


def _is_rest(element: _Element, is_block: Callable[[str], bool], weights: _Weights) -> bool:
    """Whether a text stands before an element, which may be the rest of it."""
    weight = 0
    for found in _weights_before(element, is_block, weights):
        weight += found
        if weight >= ENOUGH:
            return True
    return False


def _weights_before(
    element: _Element, is_block: Callable[[str], bool], weights: _Weights
) -> Iterator[int]:
    """The weights of the texts before an element, and of those before the line that it is in, the nearest
    ones first.
    """
    is_line = False
    while not is_line and (around := element.getparent()) is not None:
        is_line = is_block(element.tag)
        for before in islice(element.itersiblings(preceding=True), _MOST_BEFORE):
            yield _weigh_line(before.tail or "")
            if isinstance(before.tag, str) and before.tag not in ("script", "style"):
                yield weights.of(before)
        yield weights.of_beginning(around)
        element = around


def _weight_of(element: _Element) -> int:
    """The weight of the text in an element, of which no more is read than is enough."""
    pieces: list[str] = []
    least = 0
    for piece in map(str, element.itertext()):
        pieces.append(piece)
        least += weigh("".join(piece.split()))
        if least >= ENOUGH:
            break
    return _weigh_line("".join(pieces))


def _weight_of_beginning(element: _Element) -> int:
    """The weight of the text in an element before its first child."""
    return _weigh_line(element.text or "")


def _weigh_line(text: str) -> int:
    return weigh(" ".join(text.split()))


def _leads_on(element: _Element | None) -> bool:
    """Whether an element is a button such as "Read more", and no link to another page."""
    if element is None:
        return False
    parts = list(islice(element.iter(etree.Element), _BUTTON_PARTS + 1))
    if len(parts) > _BUTTON_PARTS or not any(map(_is_button, parts)):
        return False
    text = " ".join(
        etree.tostring(element, encoding="unicode", method="text", with_tail=False).split()
    )
    return weigh(text) <= _BUTTON and _ONWARD.search(text) is not None


def _is_button(element: _Element) -> bool:
    if element.tag == "a":
        return (element.get("href") or "#").startswith(("#", "javascript:"))
    return (
        element.tag == "button" or "onclick" in element.attrib or element.get("role") == "button"
    )
