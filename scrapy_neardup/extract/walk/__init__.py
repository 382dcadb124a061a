"""The walk over a parsed page that makes its lines."""

import warnings
from typing import TYPE_CHECKING

from lxml import etree

from scrapy_neardup.compiled import kernel_of

_VERSION = 12
"""Raised with every change to a page's values here, with `VERSION` in the kernel."""

if TYPE_CHECKING:
    from scrapy_neardup.extract.walk import reference as kernel
else:
    try:
        kernel = kernel_of(__name__, _VERSION)
        fits = kernel.fits()
    except ValueError:
        # Cython's own check: lxml's elements have another size than when this was compiled.
        fits = False
    if not fits:
        from scrapy_neardup.extract.walk import reference as kernel

        warnings.warn(
            f"{__name__}.kernel was compiled for another lxml than {etree.__version__}, so "
            "reading pages takes longer: install scrapy-neardup again",
            RuntimeWarning,
            stacklevel=2,
        )
