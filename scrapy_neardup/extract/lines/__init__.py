"""What is measured and searched in every line of a page."""

from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of

_VERSION = 1
"""Raised with every change to a value here, with `VERSION` in the kernel."""

if TYPE_CHECKING:
    from scrapy_neardup.extract.lines import kernel
else:
    kernel = kernel_of(__name__, _VERSION)

__all__ = ["Block", "CharacterSet", "WordSearch", "squeeze", "unlinked_weight", "weigh"]

Block = kernel.Block
CharacterSet = kernel.CharacterSet
WordSearch = kernel.WordSearch
squeeze = kernel.squeeze
unlinked_weight = kernel.unlinked_weight
weigh = kernel.weigh
