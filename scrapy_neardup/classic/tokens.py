"""Texts as tokens, cut and levelled as the index does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints import features, segment
from scrapy_neardup.core.fingerprints.characters import OTHER
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.scheme import Scheme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def words(text: str, scheme: Scheme | None = None) -> list[str]:
    """Return the words of *text* in order, in the normal form of *scheme* (the default one).

    Chinese is cut by a dictionary, other scripts without spaces into overlapping n-grams.

    >>> words("The pilot's 1,250 ships")
    ['the', 'pilot', 's', '1250', 'ships']
    """
    scheme = scheme or Scheme()
    form = features.read(normalize(text, simplify=scheme.simplify))
    tokens = features.tokens(form, segment.cutter(scheme.segmenter))
    whole = _decode(form.points)
    spans = zip(tokens.starts.tolist(), tokens.lengths.tolist(), strict=True)
    return [whole[start : start + length] for start, length in spans]


def characters(text: str, scheme: Scheme | None = None) -> str:
    """Return the letters and digits of *text* in order, as a string, in the normal form.

    >>> characters("No. 7, please!")
    'no7please'
    """
    form = features.read(normalize(text, simplify=(scheme or Scheme()).simplify))
    return _decode(form.points[form.kinds != OTHER])


def _decode(points: NDArray[np.uint32]) -> str:
    text: str = points.astype("<u4").tobytes().decode("utf-32-le", "replace")
    return text
