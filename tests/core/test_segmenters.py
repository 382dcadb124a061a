"""The segmenters' dictionary is part of every fingerprint of Chinese, and no part of the scheme."""

from __future__ import annotations

from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

import pytest

from scrapy_neardup.core.fingerprints.segment import SEGMENTERS, cutter


def pairs_of_words() -> list[str]:
    """Each two neighbours of jieba's dictionary, written together."""
    spec = find_spec("jieba")
    assert spec is not None
    assert spec.origin is not None
    rows = (Path(spec.origin).parent / "dict.txt").read_text(encoding="utf-8").splitlines()
    words = [row.split(" ")[0] for row in rows]
    return [first + second for first, second in zip(words[::2], words[1::2], strict=True)]


# If one of these fails with new versions, raise FEATURES, and what pyproject.toml allows.
def test_rjieba_cuts_the_words_of_its_dictionary_as_before():
    assert digest_of(cutter("rjieba")(" ".join(pairs_of_words()))) == "824b8d63f7f3035a"


@pytest.mark.parametrize("segmenter", SEGMENTERS)
def test_both_segmenters_cut_some_of_them_alike(segmenter):
    assert digest_of(cutter(segmenter)(" ".join(pairs_of_words()[::40]))) == "4cc220ca54ec28da"


def digest_of(words: list[str]) -> str:
    return blake2b("/".join(words).encode(), digest_size=8).hexdigest()
