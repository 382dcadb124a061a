"""Escapes for characters that are not seen but break a line, turn its direction, or command a
terminal.

Ids, URLs and titles come from crawled pages, and end up in logs and terminals.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories: controls, format characters (U+202E and others that turn the direction of
a line), halves of surrogate pairs, separators of lines and paragraphs."""


def escaped(text: str) -> str:
    """*text* with an escape for each character that is unseen, U+202E as a backslash and u202e."""
    return replace_unseen(text, lambda unseen: unseen.encode("unicode_escape").decode("ascii"))


def replace_unseen(text: str, replacement: Callable[[str], str]) -> str:
    """*text* with the *replacement* of each character that is unseen."""
    if text.isprintable():
        return text
    return "".join(
        replacement(character) if unicodedata.category(character) in _UNSEEN else character
        for character in text
    )
