"""Columns that stay straight with Chinese text, whose characters are two cells wide."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence


def cells(text: str) -> int:
    """How many terminal cells *text* takes."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def fit(text: str, width: int) -> str:
    """*text* cut or padded to *width* cells."""
    if cells(text) > width:
        while cells(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - cells(text))


def table(rows: Sequence[Sequence[str]]) -> str:
    """*rows*, the first of which is the heading, as aligned lines."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    heading, *body = [
        "  ".join(fit(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([heading, "  ".join("-" * width for width in widths), *body])
