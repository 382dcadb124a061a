"""Labelled pages: a folder with `truth.jsonl.gz` (file, set, lang, url, truth) and gzipped HTML."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class LabelledPage:
    name: str
    set: str
    lang: str
    url: str
    html: str
    truth: str


def read_pages(folder: Path, *, half: str) -> Iterator[LabelledPage]:
    """The pages in *folder*.

    *half* is "all", "even" or "odd" by position in its set, or "tuned" or "unseen" by the CRC-32
    of the file's name: an even one means that the extractor was tuned on the page.
    """
    position: Counter[str] = Counter()
    with gzip.open(folder / "truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            index = position[row["set"]]
            position[row["set"]] += 1
            if half not in (
                "all",
                ("even", "odd")[index % 2],
                ("tuned", "unseen")[zlib.crc32(row["file"].encode()) % 2],
            ):
                continue
            with gzip.open(folder / row["file"], "rt", encoding="utf-8", newline="") as file:
                html = file.read()
            yield LabelledPage(
                row["file"], row["set"], row["lang"], row["url"], html, row["truth"]
            )


_WORD = re.compile(r"\w+")
_WORD_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힯]|[^\W぀-ヿ㐀-䶿一-鿿豈-﫿가-힯]+")


def shingles(text: str, *, cjk: bool, size: int = 4) -> Counter[tuple[str, ...]]:
    """Counted runs of *size* tokens; with *cjk* each CJK character is a token."""
    tokens = (_WORD_CJK if cjk else _WORD).findall(text)
    if not tokens:
        return Counter()
    count = max(1, len(tokens) - size + 1)
    return Counter(tuple(tokens[i : i + size]) for i in range(count))


def overlap(truth: str, found: str, *, cjk: bool) -> tuple[float, float, float]:
    """Shares (of all shingles of both) that are common, only found, only in the truth."""
    expected, got = shingles(truth, cjk=cjk), shingles(found, cjk=cjk)
    common = sum((expected & got).values())
    extra = sum(got.values()) - common
    missed = sum(expected.values()) - common
    total = common + extra + missed
    return (common / total, extra / total, missed / total) if total else (0.0, 0.0, 0.0)


def page_f1(row: tuple[float, float, float]) -> float:
    common, extra, missed = row
    return 2 * common / (2 * common + extra + missed) if common else 0.0


def score(rows: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """F1, precision and recall, macro means as in scrapinghub/article-extraction-benchmark.

    A page without output counts for recall only, as there.
    """
    precision = [c / (c + e) for c, e, _ in rows if c + e > 0]
    recall = [c / (c + m) for c, _, m in rows if c + m > 0]
    p, r = float(np.mean(precision)) if precision else 0.0, float(np.mean(recall))
    return (2 * p * r / (p + r) if p + r else 0.0), p, r


def spread(rows: Sequence[tuple[float, float, float]], rounds: int = 300) -> float:
    """Bootstrap standard deviation of F1."""
    random = np.random.default_rng(0)
    picks = random.integers(0, len(rows), size=(rounds, len(rows)))
    return float(np.std([score([rows[i] for i in pick])[0] for pick in picks]))
