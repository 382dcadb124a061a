"""The words in a run of Chinese characters."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

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
    cut: Cut = _rjieba_module().Jieba().cut
    return cut


def _rjieba_module() -> ModuleType:
    """The compiled module of rjieba.

    The package makes a dictionary when it is imported, which takes 24 MB beside ours. So the
    module is loaded without it; where a program imports the package later, it gets this module.
    """
    name = "rjieba.rjieba"
    package = None if "rjieba" in sys.modules else find_spec("rjieba")
    spec = package and PathFinder.find_spec(name, package.submodule_search_locations)
    if not spec or not spec.loader:
        return import_module(name)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


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
