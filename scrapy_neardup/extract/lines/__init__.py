"""What is measured and searched in every line of a page."""

from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.extract.lines.reference import MOSTLY_LINKS, LineSigns

_VERSION = 5
"""Raised with every change to a value here, with `VERSION` in the kernel."""

if TYPE_CHECKING:
    from scrapy_neardup.extract.lines import reference as kernel
else:
    kernel = kernel_of(__name__, _VERSION)

__all__ = [
    "MOSTLY_LINKS",
    "Block",
    "CharacterSet",
    "LineRules",
    "LineSigns",
    "WordSearch",
    "alike",
    "is_listed",
    "linked_places",
    "squeeze",
    "unlinked_weight",
    "weigh",
]

Block = kernel.Block
CharacterSet = kernel.CharacterSet
LineRules = kernel.LineRules
WordSearch = kernel.WordSearch
alike = kernel.alike
is_listed = kernel.is_listed
linked_places = kernel.linked_places
squeeze = kernel.squeeze
unlinked_weight = kernel.unlinked_weight
weigh = kernel.weigh
