"""SimHash by the ``simhash`` package: 64 bits that nearly agree for texts of nearly equal
words.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST = 255
"""The largest integer weight that the package takes with numpy 2, where it overflows a byte."""


def simhash(features: Iterable[tuple[int, float]]) -> int:
    """The SimHash of *features*, each a hash of 64 bits and a weight of 0 or more (Charikar,
    "Similarity estimation techniques from rounding algorithms", STOC 2002, section 3).

    Bit *i* is set when the features whose hash has bit *i* set weigh more than half of all. No
    feature at all gives 0, so callers must refuse such texts.
    """
    # The package hashes names: a feature's name is its hash in hexadecimal digits.
    named = [
        (f"{hashed:016x}", weight if weight <= _MOST else float(weight))
        for hashed, weight in features
    ]
    return int(_package().Simhash(named, hashfunc=_hash_of).value) if named else 0


def distance(a: int, b: int) -> int:
    """The number of bits in which two SimHashes differ, 0 to 64."""
    return (a ^ b).bit_count()


def distance_if_any(a: int | None, b: int | None) -> int | None:
    """As :func:`distance`; None if either is None, as that of a text with too few features."""
    return None if a is None or b is None else distance(a, b)


@lru_cache(maxsize=1)
def _package() -> Any:
    """The ``simhash`` package, imported at its first use."""
    with warnings.catch_warnings():
        # An invalid escape sequence, told when Python compiles the package for the first time.
        warnings.simplefilter("ignore")
        return import_module("simhash")


def _hash_of(name: bytes) -> int:
    # The package calls it once with this word, to see whether it gives a number.
    return 0 if name == b"test" else int(name, 16)
