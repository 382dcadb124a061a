"""Texts as tokens, in the normal form of the index and with its words."""

from __future__ import annotations

from scrapy_neardup.core.fingerprints import features
from scrapy_neardup.core.fingerprints.characters import OTHER
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.scheme import Scheme


def words(text: str, scheme: Scheme | None = None) -> list[str]:
    """The words of *text* in order, in the normal form of *scheme* (the default one).

    Chinese is cut by a dictionary, other scripts without spaces into overlapping n-grams.

    >>> words("The pilot's 1,250 ships")
    ['the', 'pilot', 's', '1250', 'ships']
    """
    scheme = scheme or Scheme()
    form = features.read(normalize(text, simplify=scheme.simplify))
    return features.spelled(form, features.tokens(form, scheme.segmenter))


def characters(text: str, scheme: Scheme | None = None) -> str:
    """The letters and digits of *text* in order, as a string, in the normal form.

    >>> characters("No. 7, please!")
    'no7please'
    """
    form = features.read(normalize(text, simplify=(scheme or Scheme()).simplify))
    return "".join(
        chr(point) for point, kind in zip(form.points, form.kinds, strict=True) if kind != OTHER
    )
