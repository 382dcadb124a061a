"""Make core/fingerprints/common_words.bin from the dictionary of the installed jieba.

python -m benchmarks.quality.common_words
"""

from __future__ import annotations

import re
from pathlib import Path

import jieba

from scrapy_neardup.core.fingerprints import common_words, features

CHINESE = re.compile("[\u4e00-\u9fff]{2,}")


def common() -> list[str]:
    """Return the words of two or more Chinese characters over the least frequency."""
    lines = Path(jieba.__file__).with_name("dict.txt").read_text("utf-8").splitlines()
    rows = (line.split(" ") for line in lines)
    return [
        word
        for word, frequency, _ in rows
        if int(frequency) > common_words.MIN_FREQUENCY and CHINESE.fullmatch(word)
    ]


if __name__ == "__main__":
    words = common()
    target = Path(common_words.__file__).with_name("common_words.bin")
    target.write_bytes(common_words.bitmap(map(features.word_hash, words)))
    print(f"{target}: {len(words)} words, {target.stat().st_size} bytes")
