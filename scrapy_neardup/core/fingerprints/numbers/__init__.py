"""Reads numbers as the figures that another writer would put, by which two texts tell the same one.

Numbers in characters, as 三百 and 3억, are those of :mod:`.numerals`; numbers in English and German
words are those of :mod:`.number_words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints import versions

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.numbers import reference as kernel
else:
    # A kernel does not load beside other versions of the one that it uses, so that one is checked first.
    kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)
    kernel = kernel_of(__name__, versions.TERMS_KERNEL)

__all__ = ["figure", "numbers_of", "word_figure"]

figure = kernel.figure
numbers_of = kernel.numbers_of
word_figure = kernel.word_figure
