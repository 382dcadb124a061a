"""The words in a run of Chinese characters."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Cut = Callable[[str], list[str]]

SEGMENTERS = ("rjieba", "jieba")
"""The names of the segmenters. Both hold jieba's dictionary and give the same words for Chinese
characters; they differ on Latin letters and digits, which never reach them here. rjieba, in Rust,
is about 20 times faster and starts in a tenth of the time."""


def cutter(segmenter: str) -> Cut:
    """The function that cuts a text of Chinese characters and spaces into words.

    The words joined are the text again. The function has a dictionary of its own: words that a
    program adds to ``jieba`` don't change fingerprints.

    Raises :exc:`ValueError` for a name that is not in :data:`SEGMENTERS`.
    """
    if segmenter not in SEGMENTERS:
        allowed = " or ".join(map(repr, SEGMENTERS))
        raise ValueError(f"unknown segmenter {segmenter!r}: use {allowed}")
    return _rjieba() if segmenter == "rjieba" else _jieba()


@lru_cache(maxsize=1)
def _rjieba() -> Cut:
    from rjieba import Jieba

    cut: Cut = Jieba().cut
    return cut


@lru_cache(maxsize=1)
def _jieba() -> Cut:
    import logging
    import warnings

    with warnings.catch_warnings():
        # jieba warns of escape sequences, unless its installer compiled it, and of pkg_resources.
        warnings.simplefilter("ignore")
        import jieba

    # jieba prints the time its dictionary took to load, and a traceback if another user has its
    # cache.
    jieba.default_logger.setLevel(logging.CRITICAL)
    cut: Cut = jieba.Tokenizer().lcut
    return cut
