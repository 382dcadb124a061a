"""Running `scrapy neardup` in this process."""

from __future__ import annotations

import random

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings


def neardup(*arguments: object) -> int:
    """The exit code of `scrapy neardup` with *arguments*."""
    with pytest.raises(SystemExit) as end:
        execute(["scrapy", "neardup", *map(str, arguments)], Settings())
    assert isinstance(end.value.code, int)
    return end.value.code


def article(seed: int, words: int = 60) -> str:
    """A text of its own for each *seed*."""
    source = random.Random(seed)
    syllables = ["ka", "lo", "mi", "ret", "sun", "dor", "vel", "an", "ith", "po"]
    return " ".join("".join(source.choices(syllables, k=3)) for _ in range(words))
