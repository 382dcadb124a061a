"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, one: str, more: str | None = None, *, commas: bool = True) -> str:
    """*number* and its noun: *one*, or *more*, which is *one* with an s if that is not given.

    >>> counted(1, "copy", "copies"), counted(1200, "article"), counted(1200, "item", commas=False)
    ('1 copy', '1,200 articles', '1200 items')
    """
    noun = one if number == 1 else more or f"{one}s"
    return f"{number:{',' if commas else ''}} {noun}"
