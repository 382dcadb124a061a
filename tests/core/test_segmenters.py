"""The segmenters' dictionary is part of every fingerprint of Chinese, and no part of the scheme."""

from __future__ import annotations

import subprocess
import sys
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


def test_rjieba_is_loaded_with_one_dictionary_and_serves_a_program_that_imports_it_too():
    # The package makes a dictionary of its own when it is imported.
    cuts = "cutter('rjieba')('我们今天去北京')"
    loaded = python(f"{SEGMENT}; {cuts}; print('rjieba' in sys.modules)")
    assert loaded == "False\n"
    words = "['我们', '今天', '去', '北京']\n"
    assert (
        python(f"{SEGMENT}; {cuts}; import rjieba; print(rjieba.cut('我们今天去北京'))") == words
    )
    added = "rjieba.add_word('我们今天去北京', 10**6, None)"
    assert python(f"import rjieba; {added}; {SEGMENT}; print({cuts})") == words


SEGMENT = "import sys; from scrapy_neardup.core.fingerprints.segment import cutter"


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout


def digest_of(words: list[str]) -> str:
    return blake2b("/".join(words).encode(), digest_size=8).hexdigest()
